"""The conformance kit: does a board keep to docs/link.md? Checks, what they say, and the report.

It knows hardware and never games. It speaks raw frames, and deliberately broken ones, and so has nothing of
conversation.py, nor of the simulators that it is itself proven on.
"""
