"""Steps of the checks of a shoe that dispenses stacks: loads, stacks, what is told of them.

Most checks begin with a load of one deck, in the order in which it is packed, of which nothing was dispensed.
"""

from collections.abc import Sequence
from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import DRAWN, Bench, need, number_in
from drivers.conformance.hands import (
    EMPTY,
    TAKE,
    fault,
    load,
)
from drivers.conformance.rows import Rows
from drivers.conformance.shoe_steps import DISPENSE
from drivers.conformance.told import (
    Told,
    accepted,
    report,
    up_to,
)
from drivers.payload import Payload

LOADED: Final = 23
STACK_DISPENSED: Final = 24
STACK_FAILED: Final = 25
STACK_TAKEN: Final = 26
NONE, WORKING, DISPENSED, TAKEN, FAILED = range(5)

STICK: Final = fault("double-feed", "see to it that the next two cards come at once")
JAM: Final = fault("jam", "see to it that the next card jams in the path", "path")
NO_FEED: Final = fault("no-feed", "see to it that the rollers take no card")
STOP: Final = fault("stop", "see to it that the motors stand still before the next card")
SHORT: Final = fault("short", "see to it that the last card of a stack stays inside unnoticed")


def load_new(bench: Bench, cards: Sequence[str] = DECK) -> Payload:
    """A new load in an empty shoe: the report `loaded`."""
    bench.do(EMPTY)
    bench.do(load(cards))
    return report(bench, LOADED, "loaded")


def stack(bench: Bench, count: int, faces: str = "d", number: int = 0) -> Payload:
    """The payload of the next stack, with so many cards."""
    state = bench.board.state()
    return {1: number or number_in(state, 6) + 1, 2: count, 3: number_in(state, 3) + count, 4: faces}


def begin(bench: Bench, count: int, faces: str = "d") -> Payload:
    """Order the next stack: its payload."""
    payload = stack(bench, count, faces)
    accepted(bench, DISPENSE, payload, f"stack {payload[1]!r}")
    return payload


def dispensed(bench: Bench, count: int, faces: str = "d") -> list[Told]:
    """The next stack, dispensed: all reports, `stack-dispensed` the last one."""
    begin(bench, count, faces)
    return up_to(bench, STACK_DISPENSED, "stack-dispensed", 30.0)


def draws(told: Sequence[Told]) -> list[Payload]:
    """The draws among them."""
    return [one.payload for one in told if one.message == DRAWN]


def failure(bench: Bench) -> list[Told]:
    """The reports up to the next `stack-failed`."""
    return up_to(bench, STACK_FAILED, "stack-failed", 15.0)


def need_failed(told: Sequence[Told], payload: Payload, reason: str) -> None:
    """Failed: `stack-failed` names another stack or reason, or counts otherwise than was drawn."""
    said = told[-1].payload
    need(said.get(1) == payload[1], f"stack-failed names stack {said.get(1)}; it was {payload[1]!r}")
    need(said.get(5) == reason, f"its reason is {said.get(5)!r}, not {reason!r}")


def clear_exit(bench: Bench) -> None:
    """What was dispensed is taken away."""
    bench.do(TAKE)
    if bench.has("exit"):
        report(bench, STACK_TAKEN, "stack-taken")


row: Final = Rows("shoe", "dispenses", secret=True).row
