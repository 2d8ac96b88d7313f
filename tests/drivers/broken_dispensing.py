"""Shoes that dispense, each with one rule of section 7 of docs/link.md broken."""

from typing import Any

from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.shoe_codes import (
    DISCLOSED,
    DRAWN,
    LOADED,
    LOCK,
    SEALED_CODE,
    STACK_DISPENSED,
    STACK_FAILED,
    STACK_TAKEN,
)
from tests.drivers.broken_shoes import without
from tests.drivers.broken_steps import Mutant, at_start, heedless, lax, never, never_alone, reports, states

Shoe = SimulatedAutomatedShoe


class DispensesAgain(Shoe):
    """A stack that was taken, or has failed, is dispensed again where it is said again."""

    def _order_stack(self, payload: Any) -> None:
        before = self._asked
        super()._order_stack(payload)
        if self._asked is before and before[0] and self._stage in ("taken", "failed"):
            self._exit.clear()
            self._begin_stack((before[0], before[1], self._last + before[1], before[3]))


class LockFailsTheLoad(Shoe):
    def _order(self, message: int, payload: Any) -> None:
        super()._order(message, payload)
        if message == LOCK:
            self._stage = "failed"


class FaceUpEnds(Shoe):
    def _has_left(self, draw: int, *, in_order: bool) -> None:
        super()._has_left(draw, in_order=in_order)
        if not in_order:
            self._fail("stopped")


class TellsWhatWasOrdered(Shoe):
    def _report(self, message: int, payload: Any) -> None:
        more = {3: self._asked[1]} if message == STACK_DISPENSED else {}
        super()._report(message, {**payload, **more})


def failing(reason: str) -> Mutant:
    """Each failure has that reason."""
    return reports(Shoe, STACK_FAILED, lambda payload: {**payload, 5: reason})


def _touched(shoe: Any) -> None:
    shoe._untouched = False


def _as_new(shoe: Any) -> None:
    shoe._stage = "none"


DISPENSING: dict[str, Mutant] = {
    "7.100": reports(Shoe, LOADED, lambda payload: {**payload, 1: payload[1] + 1}),
    "7.101": reports(Shoe, STACK_DISPENSED, lambda payload: {**payload, 2: payload[2] + 1}),
    "7.102": reports(Shoe, DRAWN, lambda payload: {**payload, 2: SEALED_CODE}),
    "7.103": Mutant(DispensesAgain),
    "7.104": Mutant(DispensesAgain),
    "7.105": lax(Shoe, "bad-value"),
    "7.106": lax(Shoe, "bad-value"),
    "7.107": lax(Shoe, "bad-value"),
    "7.108": lax(Shoe, "bad-value"),
    "7.109": lax(Shoe, "bad-value"),
    "7.110": lax(Shoe, "busy"),
    "7.111": lax(Shoe, "busy"),
    "7.112": lax(Shoe, "lid-open"),
    "7.113": failing("stopped"),
    "7.114": reports(Shoe, STACK_FAILED, lambda payload: {**payload, 3: payload[3] + 1}),
    "7.115": Mutant(LockFailsTheLoad),
    "7.116": lax(Shoe, "not-permitted"),
    "7.117": failing("stopped"),
    "7.118": never_alone(Shoe),
    "7.119": heedless(Shoe),
    "7.120": failing("jam"),
    "7.121": reports(Shoe, STACK_FAILED, without(6)),
    "7.122": failing("jam"),
    "7.123": reports(Shoe, STACK_FAILED, lambda payload: {**payload, 5: "no-card"}, counts=False),
    "7.124": Mutant(FaceUpEnds),
    "7.125": reports(Shoe, STACK_DISPENSED, lambda payload: {**payload, 3: 1}),
    "7.126": Mutant(TellsWhatWasOrdered),
    "7.127": reports(Shoe, DRAWN, lambda payload: {**payload, 2: payload[2] or SEALED_CODE}),
    "7.128": reports(Shoe, DISCLOSED, lambda payload: {**payload, 2: 8}),
    "7.129": never(Shoe, STACK_TAKEN),
    "7.130": states(Shoe, lambda state: {**state, 7: 0}),
    "7.131": at_start(Shoe, _touched, before=True),
    "7.132": never(Shoe, STACK_FAILED),
    "7.133": at_start(Shoe, _as_new),
    "7.134": failing("jam"),
}
MORE: tuple[tuple[str, Mutant], ...] = (
    ("7.101", reports(Shoe, STACK_DISPENSED, lambda payload: {**payload, 3: 2})),
    ("7.121", never(Shoe, 4)),
    ("7.130", states(Shoe, lambda state: {**state, 7: 3 if state[7] == 2 else state[7]}, sees_exit=False)),
    ("7.132", reports(Shoe, STACK_FAILED, lambda payload: {**payload, 1: 1})),
)
