"""What the kit knows of each role: how it is permitted something, how that is ended, and how it shows.

A check of the link's rules needs a device that is permitted something; what that is differs by role.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from drivers.payload import Payload


class Probe(Struct, frozen=True):
    """permit: the message and payload, from the present state; lock: the restrictive order; permitted:
    whether a state says that something is."""

    permit: int
    payload: Callable[[Payload], Payload]
    lock: int
    permitted: Callable[[Payload], bool]


def _draw(state: Payload) -> Payload:
    last = state.get(3)
    return {1: (last if isinstance(last, int) else 0) + 1, 2: "d"}


PROBES: Final[Mapping[str, Probe]] = {
    "shoe": Probe(16, _draw, 17, lambda state: state.get(1) == 0),
    "card_reader": Probe(16, lambda _: {1: 0}, 17, lambda state: state.get(1) != 0),
    "wager_positions": Probe(16, lambda _: {1: [[1, 1, 10000]]}, 17, lambda state: state.get(1) == 1),
    "progressive": Probe(16, lambda _: {1: [[14, 1, 500]], 2: 1}, 17, lambda state: state.get(1) == 1),
}
"""Roles whose permission needs no hand on the board. A shuffler works only with cards in it, and a shoe that
dispenses only once a load is in: their checks of what is permitted are not in the kit yet, and it says so."""
ROLES: Final = (*PROBES, "shuffler")
