"""What the kit knows of each role: how it is permitted something, how that is ended, and how it shows.

A check of the link's rules needs a device that is permitted something; what that is differs by role.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from drivers.cards import DECK
from drivers.conformance.board import Board, Failed
from drivers.conformance.hands import EMPTY, TAKE, Act, feed_decks, load
from drivers.payload import Payload

Ready = Callable[[Board, Callable[[Act], None]], bool]
"""Has the hands put into a board what it needs to be permitted something; whether anything was done."""


class Probe(Struct, frozen=True):
    """permit: the message and payload, from the present state; lock: the restrictive order; permitted:
    whether a state says that something is. ready: where nothing is permitted without cards in the board."""

    permit: int
    payload: Callable[[Payload], Payload]
    lock: int
    permitted: Callable[[Payload], bool]
    ready: Ready | None = None


def in_state(state: Payload, key: int) -> int:
    """The number under `key` of a state. Failed: there is none."""
    value = state.get(key)
    if not isinstance(value, int):
        raise Failed(f"`state` has no number under key {key}: {state}")
    return value


def _draw(state: Payload) -> Payload:
    return {1: in_state(state, 3) + 1, 2: "d"}


# ---- a shuffler: a job with a deck in it, which takes long enough to be interrupted -----------------------

EMPTY_STAGE, WORKING, DONE, FAILED, RELEASED = range(5)


def _shuffle(state: Payload) -> Payload:
    return {1: in_state(state, 1) + 1, 2: 1, 3: len(DECK)}


def _cards_to_shuffle(board: Board, do: Callable[[Act], None]) -> bool:
    stage = in_state(board.state(), 2)
    if stage == FAILED:
        return False
    if stage == DONE:
        board.order(18, {1: 0})
    if stage in (DONE, RELEASED):
        do(TAKE)
    do(feed_decks(1))
    return True


# ---- a shoe that dispenses: the largest stack, from a load that nothing was dispensed of ------------------

MOST_IN_STACK: Final = 32


def _dispense(state: Payload) -> Payload:
    count = MOST_IN_STACK
    return {1: in_state(state, 6) + 1, 2: count, 3: in_state(state, 3) + count, 4: "d"}


def _fresh_load(board: Board, do: Callable[[Act], None]) -> bool:
    state = board.state()
    if in_state(state, 5) and not in_state(state, 6) and not in_state(state, 7):
        return False
    do(EMPTY)
    do(load(DECK))
    board.listen(0.5, alive=True)
    return True


PROBES: Final[Mapping[str, Probe]] = {
    "shoe": Probe(16, _draw, 17, lambda state: state.get(1) == 0),
    "card_reader": Probe(16, lambda _: {1: 0}, 17, lambda state: state.get(1) != 0),
    "wager_positions": Probe(16, lambda _: {1: [[1, 1, 10000]]}, 17, lambda state: state.get(1) == 1),
    "progressive": Probe(16, lambda _: {1: [[14, 1, 500]], 2: 1}, 17, lambda state: state.get(1) == 1),
    "shuffler": Probe(16, _shuffle, 17, lambda state: state.get(2) in (WORKING, RELEASED), _cards_to_shuffle),
}
DISPENSING: Final = Probe(19, _dispense, 17, lambda state: state.get(1) == 0, _fresh_load)
"""Of a shoe that dispenses."""
ROLES: Final = tuple(PROBES)
