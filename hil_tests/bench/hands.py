"""Hands on real devices: what a simulated device's model is to a test, told to the operator and done by him.

Each hand has the methods of its model that tests and dealers use, under the same names. What a device
reports ends the wait; what none reports is confirmed with Enter. Faces are those of the stack that the
operator was told to load: a shoe that tells another one stops the test.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from controller.rehearsal.cards import COVER
from controller.rehearsal.held_deck import HeldCard, HeldDeck
from controller.table.commands import Reported
from drivers import messages as m
from drivers.cards import is_known
from hil_tests.bench.operator import Operator
from hil_tests.bench.overhears import Overhears

_SHOWN: Final = 12
"""Cards of a stack that are told in words; the whole of it is in a file."""
_DRAWN: Final = (m.CardDrawn, m.CoverCardOut, m.DoubleFeed)
_READ: Final = (m.ReaderAnswer, m.FaultRaised, m.InsertedWhileDisarmed)


class OtherStack(Exception):
    """The shoe told another card than the one that was to come: it was not loaded as it was asked for."""


class Seen(Protocol):
    """What hands need of their bench."""

    folder: Path

    def reported(self, device: str, kinds: tuple[type, ...], start: int) -> list[Reported]:
        """The device's reports of these kinds that were ruled on since ruling `start`, in order."""

    def now(self) -> int:
        """How many rulings there are."""

    def boot(self, device: str) -> int:
        """The boot id by which the table knows the device."""


class Hand:
    """On any device. name: the tests' name of it."""

    def __init__(self, name: str, bench: Seen, operator: Operator, lamp: Overhears) -> None:
        self.name = name
        self._bench = bench
        self._operator = operator
        self._lamp = lamp

    @property
    def boot(self) -> int:
        """A real device is not asked beside the table."""
        return self._bench.boot(self.name)

    def is_permitted(self) -> bool:
        """Whether the device has accepted an order that permits something, and none that ends it."""
        return self._lamp.is_permitted

    def waiting(self, _: float) -> bool:
        """Nobody sees from outside that it is at work; whoever waits, waits for its report."""
        return False

    def fault(self, kind: str, _: float, *, place: str = "", at: int = 0) -> None:
        """The operator makes it fail, and it says so."""
        where = f" at {place}" if place else ""
        when = f", at draw {at}" if at else ""
        if not self._does(f"Make the {self.name} fail: {kind}{where}{when}.", (m.FaultRaised,)) and not at:
            raise AssertionError(f"the {self.name} did not report the fault {kind}")

    def repair(self, _: float) -> None:
        """The operator ends whatever fault there is."""
        self._operator.did(f"See that the {self.name} has no fault any more, and is plugged in.")

    def _does(
        self, what: str, kinds: tuple[type, ...], enough: Callable[[list[Reported]], bool] = bool
    ) -> bool:
        start = self._bench.now()
        return self._operator.does(what, lambda: enough(self._bench.reported(self.name, kinds, start)))


class ShoeHand(Hand):
    """On a manual shoe. What is inside is what the operator was told to put in."""

    def __init__(self, name: str, bench: Seen, operator: Operator, lamp: Overhears) -> None:
        super().__init__(name, bench, operator, lamp)
        self._stack = HeldDeck()
        self._due: HeldCard | None = None

    def load(self, cards: Sequence[str], now: float) -> None:
        """Empty the shoe, and put these in."""
        self._stack.load(cards, now)
        self._due = None
        if not cards:
            self._operator.did("Take all cards out of the shoe.")
            return
        order = self._bench.folder / "stack.txt"
        order.write_text("\n".join(cards) + "\n", encoding="utf-8")
        first = " ".join(cards[:_SHOWN])
        self._operator.did(
            f"Load the shoe with {len(cards)} cards, the first to be dealt first: {first} … (all of them, in "
            f"order, are in {order}; what no hand of the test will reach may lie in any order)."
        )

    def draw(self, now: float, *, force: bool = False) -> HeldCard | None:
        """One card, or None where the gate holds it back."""
        due = self._due if self._due is not None else self._stack.draw(now)
        self._due = due
        if due is None:
            return None
        what = "the cover card" if due.card == COVER else "the next card"
        way = " (it is half out already: pull it whatever the gate does)" if force else ""
        start = self._bench.now()
        if not self._does(f"Draw {what} from the shoe{way}; press Enter if the gate holds it.", _DRAWN):
            return None
        self._due = None
        self._compare(due, self._bench.reported(self.name, _DRAWN, start)[0].what)
        return due

    def _compare(self, due: HeldCard, told: object) -> None:
        if isinstance(told, m.CoverCardOut) != (due.card == COVER):
            raise OtherStack(f"the shoe told {type(told).__name__} where {due.card} was to come")
        if isinstance(told, m.CardDrawn) and is_known(told.card) and told.card != due.card:
            raise OtherStack(
                f"the shoe told {told.card} where {due.card} was to come: load the stack in order"
            )

    def coming(self) -> str:
        """The face that is next in the stack."""
        if self._due is None:
            self._due = self._stack.draw(0.0)
        return "" if self._due is None else self._due.card

    def cards_left(self) -> int:
        """As a count of the stack would find it."""
        held = self._due is not None and self._due.card != COVER
        return self._stack.cards_left() + held

    def lose(self, now: float) -> str | None:
        """The last card goes away."""
        self._operator.did("Take the last card out at the back of the shoe, and lay it aside.")
        return self._stack.lose(now)

    def lid(self, is_open: bool, _: float) -> None:
        """Open the lid, or close it."""
        self._does(f"{'Open' if is_open else 'Close'} the lid of the shoe.", (m.LidMoved,))


class ReaderHand(Hand):
    """On a card reader."""

    def insert(self, card: str, _: float) -> bool:
        """The hole card goes in, face down, and comes out again."""
        return self._does("Put the hole card, face down, into the reader.", _READ)


class PositionsHand(Hand):
    """On wager positions."""

    def place(self, box: int, chips: Mapping[str, int], _: float, player: str = "") -> None:
        """Chips are set down together."""
        said = ", ".join(f"{cents / 100:.2f} on {wager}" for wager, cents in chips.items())
        who = f" (the player is {player})" if player else ""
        kinds = (m.Placed, m.AttemptAfterClose)
        self._does(f"Set down at box {box}: {said}{who}.", kinds)

    def take_back(self, box: int, wager: str, amount: int, _: float) -> None:
        """A patron lifts chips."""
        kinds = (m.TakenBack, m.AttemptAfterClose)
        self._does(f"Take back at box {box}: {amount / 100:.2f} from {wager}.", kinds)

    def settle(self, chips: Mapping[tuple[int, str], int], _: float) -> None:
        """The dealer leaves exactly these."""
        left = [
            f"{cents / 100:.2f} on {wager} at box {box}" for (box, wager), cents in chips.items() if cents
        ]
        self._operator.did(f"Clear the felt; what is left on it: {', '.join(left) or 'nothing'}.")

    def clear(self, now: float) -> None:
        """Nothing is left on the felt."""
        self.settle({}, now)

    def is_open(self, box: int, wager: str) -> bool:
        """Whether the device has accepted an order to take chips on that spot."""
        return self._lamp.is_permitted and (box, wager) in self._lamp.spots


HANDS: Final = {"shoe": ShoeHand, "reader": ReaderHand, "wagers": PositionsHand}
