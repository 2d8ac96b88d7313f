"""The cases of faults at steps, and which of them a rig plays.

In virtual time all of them. In real time as few as meet every pair of a round, a fault, a device and a stage
of the round once; in a guest machine, as few as meet each of these once.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct

from hil_tests.faults.kinds import FAULTS
from hil_tests.faults.rounds import ROUNDS, Step, devices_of, undisturbed

STAGES: Final = {
    "Betting": "before",
    "NoMoreBets": "before",
    "Dealing": "deal",
    "Insurance": "play",
    "Peeking": "play",
    "PlayerDecisions": "play",
    "LockedIn": "play",
    "Options": "play",
}
"""Of a round, by its phase; whatever is not named here comes behind the last decision."""
EVERYTHING_ONCE: Final = 1
EVERY_PAIR: Final = 2
NEEDS_A_SHUFFLE: Final = ("automated",)
"""Rounds while which cards are shuffled, so that a shuffler can fail to."""


class Case(Struct, frozen=True):
    """A fault of a device in a round, at each of these steps."""

    round: str
    fault: str
    device: str
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """What it is called on a command line."""
        whole = f"{self.round}-{self.fault}-{self.device}"
        if len(self.steps) > 1:
            return whole
        (step,) = self.steps
        return f"{whole}-at-{step.number}-{step.name}-in-{step.phase}"

    @property
    def stage(self) -> str:
        """Of its first step."""
        return STAGES.get(self.steps[0].phase, "after")


def grid() -> Iterator[Case]:
    """All of them: a case for each fault of each device in each round."""
    for name in ROUNDS:
        steps = undisturbed(name).steps
        there = (*devices_of(name), *(("shoe",) if name == "hand" else ()))
        for fault, what in FAULTS.items():
            for device in there:
                if device in what.devices and _can(name, fault, device):
                    yield Case(name, fault, device, steps)


def _can(name: str, fault: str, device: str) -> bool:
    if name == "hand" and device == "shoe":
        return fault == "short"  # there is no shoe; the deck that is held may lack a card
    return not fault.startswith("shuffler-") or name in NEEDS_A_SHUFFLE


def selected(strength: int) -> list[Case]:
    """As few cases of one step each as have that strength: EVERYTHING_ONCE, or EVERY_PAIR."""
    single = [
        Case(case.round, case.fault, case.device, (step,)) for case in grid() for step in _one_a_stage(case)
    ]
    met = {at: _meets(case, strength) for at, case in enumerate(single)}
    left = set().union(*met.values())
    chosen = []
    while left:
        best = max(met, key=lambda at: (len(met[at] & left), -at))
        chosen.append(single[best])
        left -= met[best]
    return chosen


def _one_a_stage(case: Case) -> list[Step]:
    """A step in the middle of each stage of its round."""
    by_stage: dict[str, list[Step]] = {}
    for step in case.steps:
        by_stage.setdefault(STAGES.get(step.phase, "after"), []).append(step)
    return [steps[len(steps) // 2] for steps in by_stage.values()]


def _meets(case: Case, strength: int) -> set[tuple[tuple[str, str], ...]]:
    parts = {"round": case.round, "fault": case.fault, "device": case.device, "stage": case.stage}
    return set(combinations(sorted(parts.items()), strength))
