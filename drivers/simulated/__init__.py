"""The devices of a table from the other end: firmware models, decks, faults, cables.

Written from docs/link.md apart from the host's drivers, so that each end is a test of the other.
For rehearsals, demonstrations and tests; a table with real devices imports none of it. From the
bottom up: `wire` (bytes), `reports` (the ring), `core` and `firmware` (what every device does), a
module a role, then `server`, `bench` and `process`, which give a model a port of its own.
"""
