"""The numbers of the shuffler's messages, stages and verdicts on the wire, docs/link.md section 7."""

from typing import Final

SHUFFLE: Final = 16
CANCEL: Final = 17
RELEASE: Final = 18
SELF_TEST: Final = 19

STARTED: Final = 16
DONE: Final = 17
FAILED: Final = 18
TAKEN: Final = 19
LID: Final = 20

STAGES: Final = ("empty", "working", "done", "failed", "released")
"""Stages by their code in the answer to `state`."""

UNSUPPORTED: Final = 0
GOOD: Final = 1
BAD: Final = 2
