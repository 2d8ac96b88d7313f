"""Rehearsal: a scenario file played by the real controller and drivers against simulated devices."""
