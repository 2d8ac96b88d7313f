"""Shoes that are drawn from by hand, each with one rule of section 7 of docs/link.md broken; the rules of all
roles, too, on whatever device shows them."""

from typing import Any

from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.core import SELF_LOCKED
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.payloads import Refuse, number_in
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shoe_codes import (
    BEYOND,
    COVER_CARD,
    DISCLOSED,
    DOUBLE_FEED,
    DRAWN,
    EMPTY,
    FACE_UP,
    LID,
    PUSHED_BACK,
    SEALED_CODE,
    WHILE_LOCKED,
)
from tests.drivers.broken_steps import Mutant, at_start, lax, never, reports, says
from tests.drivers.virtual_boards import answering

FAULT_RAISED = 4


class AnyPart(SimulatedReader):
    def _state(self, part: int) -> Any:
        return super()._state(0)


class FaultEndsNothing(SimulatedShoe):
    def _raise_fault(self, kind: str, place: str) -> None:
        self._faults.stand(kind, place)
        self._report_fault(kind, place)


class FaultAlwaysTold(SimulatedShoe):
    def _raise_fault(self, kind: str, place: str) -> None:
        was_locked = not self._permitted()
        super()._raise_fault(kind, place)
        if was_locked:
            self._report(SELF_LOCKED, {1: "fault"})


class UnlockedByACard(SimulatedShoe):
    """A card that leaves after `lock` is not the last one that was permitted, and so it goes on."""

    def _has_left(self, draw: int, *, in_order: bool) -> None:
        super()._has_left(draw, in_order=in_order)
        if in_order:
            self._permission.locked = draw >= self._permission.up_to


class KeepsTheMost(SimulatedShoe):
    def _permit(self, payload: Any) -> None:
        if self._permission.locked or payload[1] >= self._permission.up_to:
            super()._permit(payload)


class FewLetters(SimulatedShoe):
    def _permit(self, payload: Any) -> None:
        if len(payload[2]) > 16:
            raise Refuse("bad-value")
        super()._permit(payload)


class FillsUp(SimulatedShoe):
    def _permit(self, payload: Any) -> None:
        super()._permit({**payload, 2: payload[2].rjust(8, payload[2][0])})


class NeverUsedUp(SimulatedShoe):
    def _has_left(self, draw: int, *, in_order: bool) -> None:
        pass


class NothingEnds(SimulatedShoe):
    def _has_left(self, draw: int, *, in_order: bool) -> None:
        super()._has_left(draw, in_order=True)


class HoldsNothing(SimulatedShoe):
    def _holds(self, force: bool) -> bool:
        return False


class GoesOn(SimulatedShoe):
    """A card pushed back and an opened lid end nothing."""

    def push_back(self, now: float) -> bool:
        self._permission, kept = type(self._permission)(), self._permission
        pushed = super().push_back(now)
        self._permission = kept
        return pushed

    def lid(self, open_: bool, now: float) -> None:
        self._permission, kept = type(self._permission)(), self._permission
        super().lid(open_, now)
        self._permission = kept


class JamEndsNothing(SimulatedShoe):
    def _jam(self) -> None:
        self._jam_due = None
        self._faults.stand("jam", self._jam_place)
        self._report_fault("jam", self._jam_place)


class NumbersTheCover(SimulatedShoe):
    def _cover_out(self) -> Any:
        self._last += 1
        return super()._cover_out()


class CoverEnds(SimulatedShoe):
    def _cover_out(self) -> Any:
        self._permission.end()
        return super()._cover_out()


class DisclosesOnce(SimulatedShoe):
    def _order_disclosure(self, payload: Any) -> None:
        super()._order_disclosure(payload)
        self._mouth._identities.pop(payload[1], None)


class RemembersAll(SimulatedShoe):
    def start(self, now: float, reset: str = "power") -> None:
        kept = (self._mouth, self._last)
        super().start(now, reset)
        self._mouth, self._last = kept


class ForgetsInSession(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        super()._begin_session(nonce, host_has)
        self._mouth._identities.clear()


class OtherGateOpen(SimulatedDoubleShoe):
    def _holds(self, force: bool) -> bool:
        return SimulatedShoe._holds(self, force)


class RightGateStaysOpen(SimulatedDoubleShoe):
    def _holds(self, force: bool) -> bool:
        return self._side == 0 and super()._holds(force)


class OneSideAlone(SimulatedDoubleShoe):
    def _permitted_side(self, payload: Any) -> int:
        return number_in(payload, 3, 0, 1, 0)


class NoSideOfDisclosures(SimulatedDoubleShoe):
    def _order_disclosure(self, payload: Any) -> None:
        if 3 in payload:
            raise Refuse("bad-value")
        super()._order_disclosure(payload)


def without(key: int) -> Any:
    """A change that takes that key out."""
    return lambda payload: {one: value for one, value in payload.items() if one != key}


def _flags(change: Any) -> Any:
    """A change of the flags of a draw."""
    return lambda payload: {**payload, 3: change(payload.get(3, 0))}


def _face_up_as_any(payload: Any) -> Any:
    return {**payload, 2: SEALED_CODE} if payload.get(3, 0) & FACE_UP else payload


def keep_numbers(shoe: Any) -> None:
    """Its draw numbers go on."""
    shoe._last = 3


def at_repair(kind: Any) -> Mutant:
    """What is mended stays in `state`."""

    class Stays(kind):  # type: ignore[misc]
        def repair(self, now: float) -> None:
            standing = self._faults.standing()
            super().repair(now)
            for one, place in standing:
                self._faults.stand(one, place)

    return Mutant(Stays)


OF_ALL_ROLES: dict[str, Mutant] = {
    "7.6": Mutant(AnyPart),
    "7.7": reports(SimulatedReader, 1, lambda payload: {**payload, 1: 999}),
    "7.8": reports(SimulatedShoe, FAULT_RAISED, lambda payload: {**payload, 1: "broken"}),
    "7.9": Mutant(FaultEndsNothing),
    "7.10": says(SimulatedShoe, "fault", "busy"),
    "7.11": at_start(SimulatedShoe, lambda shoe: shoe._faults.repair(), before=True),
    "7.12": never(SimulatedShoe, 5),
    "7.139": reports(SimulatedReader, 2, lambda payload: {**payload, 1: 999}),
}
SHOES: dict[str, Mutant] = {
    "7.60": lax(SimulatedShoe, "bad-value"),
    "7.61": Mutant(KeepsTheMost),
    "7.62": Mutant(FewLetters),
    "7.63": reports(SimulatedShoe, DRAWN, lambda payload: {**payload, 2: SEALED_CODE}),
    "7.64": reports(SimulatedShoe, DRAWN, lambda payload: {**payload, 2: payload[2] ^ 1}),
    "7.65": Mutant(FillsUp),
    "7.66": Mutant(NeverUsedUp),
    "7.67": Mutant(HoldsNothing),
    "7.68": reports(SimulatedShoe, DRAWN, without(3)),
    "7.69": reports(SimulatedShoe, DRAWN, _flags(lambda flags: flags & ~BEYOND)),
    "7.70": reports(SimulatedShoe, DRAWN, _flags(lambda flags: flags | BEYOND * (flags & WHILE_LOCKED > 0))),
    "7.71": reports(SimulatedShoe, DRAWN, _face_up_as_any),
    "7.72": Mutant(NothingEnds),
    "7.73": reports(SimulatedShoe, DOUBLE_FEED, lambda payload: {**payload, 1: payload[1] - 1}),
    "7.74": Mutant(NothingEnds),
    "7.75": reports(SimulatedShoe, PUSHED_BACK, lambda payload: {**payload, 1: payload[1] - 1}),
    "7.76": Mutant(GoesOn),
    "7.77": reports(SimulatedShoe, FAULT_RAISED, without(2)),
    "7.78": Mutant(JamEndsNothing),
    "7.79": reports(SimulatedShoe, LID, lambda payload: {**payload, 1: 1 - payload[1]}),
    "7.80": Mutant(GoesOn),
    "7.81": lax(SimulatedShoe, "lid-open"),
    "7.82": Mutant(NumbersTheCover),
    "7.83": never(SimulatedShoe, EMPTY),
    "7.84": at_start(SimulatedShoe, keep_numbers),
    "7.85": Mutant(DisclosesOnce),
    "7.86": lax(SimulatedShoe, "bad-value"),
    "7.87": reports(SimulatedShoe, DRAWN, lambda payload: {**payload, 2: payload[2] or SEALED_CODE}),
    "7.88": reports(SimulatedShoe, DISCLOSED, lambda payload: {**payload, 2: payload[2] or SEALED_CODE}),
    "7.89": Mutant(RemembersAll),
    "7.90": lax(SimulatedShoe, "bad-value"),
    "7.91": reports(SimulatedDoubleShoe, DRAWN, lambda said: {**said, 1: said[1] + 100 * said.get(4, 0)}),
    "7.92": reports(SimulatedDoubleShoe, DRAWN, without(4)),
    "7.93": Mutant(OtherGateOpen),
    "7.94": Mutant(RightGateStaysOpen),
    "7.95": reports(
        SimulatedDoubleShoe, DRAWN, lambda said: {**said, 3: WHILE_LOCKED} if 4 in said else said
    ),
    "7.96": Mutant(OneSideAlone),
    "7.97": reports(SimulatedDoubleShoe, EMPTY, without(4)),
    "7.98": Mutant(NoSideOfDisclosures),
    "7.99": Mutant(ForgetsInSession),
}
MORE: tuple[tuple[str, Mutant], ...] = (
    ("7.9", Mutant(FaultAlwaysTold)),
    ("7.12", at_repair(SimulatedShoe)),
    ("7.60", says(SimulatedShoe, "bad-value", "busy")),
    ("7.68", Mutant(UnlockedByACard)),
    ("7.71", reports(SimulatedShoe, DRAWN, without(3))),
    ("7.73", never(SimulatedShoe, DOUBLE_FEED)),
    ("7.75", never(SimulatedShoe, PUSHED_BACK)),
    ("7.82", Mutant(CoverEnds)),
    ("7.82", never(SimulatedShoe, COVER_CARD)),
    ("7.85", Mutant(SimulatedShoe, wire=answering(lambda payload: payload.setdefault(3, {1: 8})))),
    ("7.88", reports(SimulatedShoe, DISCLOSED, lambda said: {**said, 2: said[2] or 8})),
    ("7.92", reports(SimulatedDoubleShoe, PUSHED_BACK, without(4))),
    ("7.97", reports(SimulatedDoubleShoe, COVER_CARD, without(4))),
)
