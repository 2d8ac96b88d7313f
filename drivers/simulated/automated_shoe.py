"""An automated dealing shoe: it dispenses stacks of cards into an exit, as they are ordered, each once.

`SimulatedAutomatedShoe` is the shoe of shoe.py with rollers in place of a mouth at which a hand draws; here
stands what that adds: loads, stacks, the exit, and what goes wrong in the middle of a stack. The cards
inside are the mechanics' secret as they are there.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from drivers.simulated.payloads import Refuse, number_in, text_of
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.shoe_codes import (
    DISPENSE,
    LOADED,
    LOCK,
    PERMIT,
    STACK_DISPENSED,
    STACK_FAILED,
    STACK_TAKEN,
    STAGES,
)
from drivers.simulated.wire import Payload, Value

CARD_TIME: Final = 0.25
"""Seconds from one card of a stack to the next."""

_MOST: Final = 1 << 31
_MOST_IN_STACK: Final = 32
_Ordered = tuple[int, int, int, str]
"""A stack as it was ordered: its number, how many cards, the last draw, a letter for each card."""
_NOTHING: Final[_Ordered] = (0, 0, 0, "")


class SimulatedAutomatedShoe(SimulatedShoe):
    """Firmware and mechanics of one automated shoe; cards as a SimulatedShoe has them, without a cover card.

    counts: it counts what is put in. sees_exit: it sees whether a stack lies in its exit. Faults, met by the
    next card that is dispensed: "misread", "face-up", "double-feed" (the stack goes on, and both count),
    "jam" (place "entry", "path" or "exit"; three tries), "no-feed" (no card comes; three tries), "stop" (the
    motors stand still). "short": the last card of a stack stays inside, and the stack is told as it is.
    "sensor", "motor", "power" stand until repaired. Occasions are draw numbers.
    """

    model: ClassVar[str] = "sim-automated-shoe"
    hard_faults: ClassVar[frozenset[str]] = frozenset(("sensor", "motor", "power"))
    fault_kinds: ClassVar[frozenset[str]] = hard_faults | {
        *("misread", "double-feed", "face-up", "jam", "no-feed", "stop", "short"),
    }
    fault_places: ClassVar[Mapping[str, tuple[str, ...]]] = {"jam": ("", "entry", "path", "exit")}

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        speed: float = 1.0,
        serial: str = "SIM-AUTOMATED-SHOE-1",
        ring: int = 64,
        lid: bool = True,
        counts: bool = True,
        sees_exit: bool = True,
    ) -> None:
        self._counts = counts
        self._sees_exit = sees_exit
        self._exit: list[PhysicalCard] = []
        self._untouched = False
        self._counted = 0
        super().__init__(random32=random32, speed=speed, serial=serial, ring=ring, gate=False, lid=lid)

    # ---- hands on the shoe ------------------------------------------------------------------------

    def load(self, cards: Sequence[str], now: float) -> None:
        """Put `cards` in, in place of what is inside: a new load. Draw numbers go on.

        ValueError, and nothing is loaded, for what is no card or the cover card, in the middle of a stack,
        and while cards lie in the exit.
        """
        self._check(cards, cover=False)
        self.tick(now)
        if self._stage == "working" or self._exit:
            raise ValueError("cards are being dispensed, or lie in the exit: take them first")
        super().load(cards, now)
        self._untouched, self._counted = bool(cards), len(cards)
        if self.boot:
            self._begin_load()

    def add(self, cards: Sequence[str], now: float) -> None:
        """ValueError: nothing comes in from behind."""
        raise ValueError("an automated shoe is loaded, and nothing comes in from behind")

    def draw(self, now: float, *, force: bool = False) -> PhysicalCard | None:
        """None: no card can be pulled out of this shoe."""
        self.tick(now)
        return None

    def push_back(self, now: float) -> bool:
        """False: no card can be pushed back into this shoe."""
        self.tick(now)
        return False

    def take(self, now: float) -> list[PhysicalCard] | None:
        """Take the cards out of the exit, in the order in which they came; None: none lie there, or more are
        still to come."""
        self.tick(now)
        if self._stage == "working" or not self._exit:
            return None
        return self._take_out()

    def in_exit(self) -> int:
        """How many cards lie in the exit."""
        return len(self._exit)

    def empty_by_hand(self, now: float) -> list[str]:
        """Somebody opens it, takes all cards out, of the exit too, and closes it again. A fault that stands
        is not repaired by this."""
        self.tick(now)
        if self._has_lid:
            self.lid(True, now)
        self._fail("stopped")
        cards = [card.card for card in self._take_out()] if self._exit else []
        cards += [card.removesuffix("!") for card in self._cards]
        self._cards.clear()
        self._untouched, self._counted = False, 0
        if self._has_lid:
            self.lid(False, now)
        return cards

    def waiting(self, now: float) -> bool:
        """Whether a stack is being dispensed, or a card still being read."""
        return super().waiting(now) or self._stage == "working"

    def lid(self, open_: bool, now: float) -> None:
        """As the base says; a stack that is being dispensed ends there."""
        super().lid(open_, now)
        if open_:
            self._fail("lid")

    # ---- mechanics ----------------------------------------------------------------------------------

    def start(self, now: float, reset: str = "power") -> None:
        """As the base says. A load of which nothing was dispensed is a load still; of any other cards that
        are inside, or in the exit, the device knows nothing, and says so."""
        super().start(now, reset)
        if self._untouched:
            self._begin_load()
        elif self._cards or self._exit:
            self._stage = "failed"
            self._mouth.take(STACK_FAILED, {1: 0, 2: 0, 3: 0, 5: "power"}, self._now)

    def _booted(self) -> None:
        super()._booted()
        self._load = 0
        self._begin_counting()

    def _begin_counting(self) -> None:
        self._asked = _NOTHING
        self._first = 0
        self._stage = "none"
        self._next_due: float | None = None
        self._retried = "jam"

    def _begin_load(self) -> None:
        self._begin_counting()
        self._load += 1
        self._mouth.take(LOADED, {1: self._load, 2: self._counted if self._counts else 0}, self._now)

    def _take_out(self) -> list[PhysicalCard]:
        cards, self._exit = self._exit, []
        if self._sees_exit:
            self._mouth.take(STACK_TAKEN, {1: self._asked[0]}, self._now)
        if self._stage == "dispensed" and self._sees_exit:
            self._stage = "taken"
        return cards

    def _work(self) -> None:
        super()._work()
        while self._next_due is not None and self._jam_due is None and self._next_due <= self._now:
            self._next_due = self._now + CARD_TIME / self.speed
            self._feed()

    def _work_due(self) -> float | None:
        others = super()._work_due()
        if self._next_due is None or self._jam_due is not None:
            return others
        return self._next_due if others is None else min(others, self._next_due)

    def _feed(self) -> None:
        """The rollers turn for one card of the stack."""
        self._occasion(self._last + 1)
        if self._stage != "working":
            return  # what came due there ended it
        if self._fails_to_feed():
            return
        if self._is_last() and self._faults.spend("short") is not None:
            self._complete()
            return
        out = self._cards_out()
        self._exit += [out] if out.also is None else [PhysicalCard(out.card, out.face_up), out.also]
        self._counted = max(0, self._counted - 1 - (out.also is not None))
        if self._last >= self._asked[2]:
            self._complete()

    def _fails_to_feed(self) -> bool:
        """Whether no card comes now: a jam, motors that stand still, rollers that take none, none left."""
        if self._faults.spend("stop") is not None:
            self._fail("stopped")
        elif not self._cards:
            self._fail("empty")
        elif (place := self._faults.spend("jam")) is not None:
            self._retry("jam", place or "path")
        elif self._faults.spend("no-feed") is not None:
            self._retry("no-card", "")
        else:
            return False
        return True

    def _retry(self, what: str, place: str) -> None:
        self._retried = what
        self._begin_jam(place)

    def _is_last(self) -> bool:
        """Whether the stack is complete with the next card; of a stack of one card it is never said."""
        return self._first <= self._last == self._asked[2] - 1

    def _jam(self) -> None:
        """It was tried often enough. Only a jam is a fault that stands."""
        what, self._retried = self._retried, "jam"
        self._fail(what, self._jam_place)
        if what == "jam":
            super()._jam()

    def _has_left(self, draw: int, *, in_order: bool) -> None:
        """A card that lies face up, and the second of two, are cards of the stack: it goes on."""
        self._permission.used(draw)

    def _complete(self) -> None:
        self._stage = "dispensed"
        self._next_due = None
        self._permission.end()
        said: Payload = {1: self._asked[0], 2: self._first, 3: self._last - self._first + 1}
        self._mouth.take(STACK_DISPENSED, said, self._now)

    def _fail(self, reason: str, place: str = "") -> None:
        """The stack that is being dispensed ends here; nothing where there is none. Told behind its draws."""
        if self._stage != "working":
            return
        self._stage = "failed"
        self._next_due = self._jam_due = None
        self._permission.end()
        said: Payload = {1: self._asked[0], 2: self._first, 3: self._last - self._first + 1, 5: reason}
        self._mouth.take(STACK_FAILED, {**said, 6: place} if place else said, self._now)

    # ---- firmware -----------------------------------------------------------------------------------

    def _capabilities(self) -> tuple[str, ...]:
        words = {"counts": self._counts, "exit": self._sees_exit, "lid": self._has_lid}
        return ("dispenses", "reads", *(word for word, has in words.items() if has))

    def _order(self, message: int, payload: Payload) -> None:
        if message == DISPENSE:
            self._order_stack(payload)
        elif message == PERMIT:
            raise Refuse("unsupported")
        elif message == LOCK:
            self._stop("locked")
        else:
            super()._order(message, payload)

    def _order_stack(self, payload: Payload) -> None:
        stack, count = number_in(payload, 1, 1, _MOST), number_in(payload, 2, 1, _MOST_IN_STACK)
        up_to, faces = number_in(payload, 3, count, _MOST), text_of(payload, 4, "ud")
        if len(faces) > count:
            raise Refuse("bad-value")
        ordered = (stack, count, up_to, faces.rjust(count, "d"))
        if ordered == self._asked:
            return  # it was dispensed, or is being; or it failed, and that was told
        if stack != self._asked[0] + 1:
            raise Refuse("bad-value")
        self._refuse_unready()
        if up_to != self._last + count or (self._counts and count > self._counted):
            raise Refuse("bad-value")
        self._begin_stack(ordered)

    def _refuse_unready(self) -> None:
        if self._stage == "working" or (self._sees_exit and self._exit):
            raise Refuse("busy")
        if self._lid_open:
            raise Refuse("lid-open")
        if self.faults():
            raise Refuse("fault")
        if self._stage == "failed":
            raise Refuse("not-permitted")

    def _begin_stack(self, ordered: _Ordered) -> None:
        self._asked, self._first = ordered, self._last + 1
        self._permission.grant(ordered[2], ordered[3], self._last)
        self._stage, self._untouched = "working", False
        self._next_due = self._now + CARD_TIME / self.speed

    def _make_safe(self) -> None:
        self._stop("stopped")

    def _stop(self, reason: str) -> None:
        """No card more. What was being retried is what it was being retried for."""
        if self._jam_due is not None:
            self._jam()
        self._fail(reason)
        self._permission.end()

    def _state_parts(self) -> list[dict[int, Value]]:
        stage = STAGES.index(self._stage)
        (common,) = super()._state_parts()
        return [{**common, 5: self._load, 6: self._asked[0], 7: stage, 8: self._first}]
