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
BY_HANDS: Final = frozenset(("lid",))
"""Kinds that no simulator fails by: a person does it to the device."""
