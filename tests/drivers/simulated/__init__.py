"""Tests of the device side: the simulators against docs/link.md."""
