"""Which simulated device of a rehearsal can fail how, by the words of the scenario format.

Pure data. How the device is made to fail is in trouble.py; what the table does about it is its own affair.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class FaultKind(Struct, frozen=True):
    """simulated: the simulator's own word. places: where it can be, "" for anywhere."""

    simulated: str
    places: tuple[str, ...] = ("",)


def _kinds(*names: str) -> dict[str, FaultKind]:
    return {name: FaultKind(name.replace("_", "-")) for name in names}


_ANY_DEVICE: Final = {
    **_kinds("silence", "unplug"),
    "reset": FaultKind("reset", ("", "received", "executed", "replied")),
}
_SHOE: Final = ("misread", "double_feed", "face_up", "draw_while_locked", "sensor", "motor", "gate", "power")
_STACKS: Final = ("misread", "double_feed", "face_up", "no_feed", "stop", "short", "sensor", "motor", "power")
_SHUFFLER: Final = (
    "incomplete",
    "count_short",
    "count_over",
    "wrong_card",
    "wrong_back",
    "sensor",
    "motor",
    "power",
)

_IN_SHUFFLER: Final = ("", "input", "path", "output")

FAULTS: Final[Mapping[str, Mapping[str, FaultKind]]] = {
    "shoe": {
        **_ANY_DEVICE,
        **_kinds(*_SHOE),
        "jam": FaultKind("jam", ("", "entry", "path", "exit")),
        "lid": FaultKind("lid"),
    },
    "reader": {**_ANY_DEVICE, **_kinds("no_read", "wrong_answer"), "dead": FaultKind("reader")},
    "wagers": {**_ANY_DEVICE, **_kinds("chip_reader", "sensor")},
    "progressive": {
        **_ANY_DEVICE,
        **_kinds("sensor", "power", "accept_while_locked"),
        "miscount": FaultKind("miscount", ("short", "over")),
    },
    "shuffler": {
        **_ANY_DEVICE,
        **_kinds(*_SHUFFLER),
        "jam": FaultKind("jam", _IN_SHUFFLER),
        "stop": FaultKind("stop", _IN_SHUFFLER),
        "lid": FaultKind("lid"),
    },
}
"""Which device of a rehearsal can fail how, by the words of the scenario format."""
AUTOMATED_SHOE: Final[Mapping[str, FaultKind]] = {
    **_ANY_DEVICE,
    **_kinds(*_STACKS),
    "jam": FAULTS["shoe"]["jam"],
    "lid": FAULTS["shoe"]["lid"],
}
"""How the shoe can fail where it dispenses stacks."""


def kinds_of(device: str, *, automated: bool) -> Mapping[str, FaultKind]:
    """How that device can fail. automated: its shoe dispenses stacks."""
    return AUTOMATED_SHOE if automated and device == "shoe" else FAULTS[device]


def simulated_word(device: str, kind: str) -> str:
    """The simulator's own word for this kind."""
    there = FAULTS[device].get(kind)
    return (AUTOMATED_SHOE[kind] if there is None else there).simulated


BY_HANDS: Final = frozenset(("lid",))
"""Kinds that no simulator fails by: a person does it to the device."""
