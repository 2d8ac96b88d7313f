"""A table of Blackjack with a double shoe for tests of its rules: a fake shoe with two sides, and hands on
it.

After every ruling what the table takes to be in each side is compared with what really is. No tests here.
"""

from collections import deque
from typing import Any, Final

from controller.table import commands as c
from controller.table import supply
from controller.table.commands import Input
from controller.table.ruling import Ruling
from controller.table.state import DoubleShoe, Equipment
from drivers import messages as m
from tests import fake_devices
from tests.controller.games.blackjack.playing import Blackjack

LEFT: Final = 0
RIGHT: Final = 1
FILLER: Final = ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C")


def a_side(cards: str, decks: int) -> deque[str]:
    """So many cards as the decks have; what is not named is of no matter."""
    named = cards.split()
    missing = 52 * decks - sum(card != "CUT" for card in named)
    return deque([*named, *(FILLER[at % len(FILLER)] for at in range(missing))])


class DoubleTable(Blackjack):
    """A table at play; `left`, `right`: how the cards lie. first_from: the side from which the dealer draws
    the determinant card. counts: whether both sides are counted after every ruling."""

    def __init__(self, left: str = "", right: str = "", red: str = "left", **chosen: Any) -> None:
        self.counts = False
        self.first_from = LEFT
        equipment = Equipment(shoe="double", red_suits=red, backs=("red", "blue"))
        super().__init__(opened=False, equipment=equipment, **{"decks": 1, **chosen})
        self.two = fake_devices.DoubleShoe()
        self.shoe = self.two
        self.counts = True
        self.stacks = {LEFT: left, RIGHT: right}

    @property
    def double(self) -> DoubleShoe:
        found = self.table.double
        assert found is not None
        return found

    def take(self, given: Input) -> Ruling:
        ruling = super().take(given)
        if self.counts and self.table.double is not None and not self.table.double.unknown:
            for side, batch in enumerate(self.table.standing.supply.batches):
                if batch.where == "shoe":
                    should = batch.loaded - self.table.double.drawn[side]
                    assert should == self.two.left(side), f"side {side} holds {self.two.left(side)} cards"
        return ruling

    # ---- cards ----------------------------------------------------------------------------------------

    def side(self) -> int:
        """From where the next card is to come."""
        told = self.table.wanted_shoe
        if isinstance(told, m.Permit) and told.side != m.EITHER:
            return told.side
        return self.first_from

    def draw(self, beyond: bool = False, side: int | None = None) -> Ruling:
        at = self.side() if side is None else side
        card = self.two.sides[at][0][:2]
        was_last = not any(one != "CUT" for one in list(self.two.sides[at])[1:])
        report = self.two.draw_from(at, beyond)
        if isinstance(report, m.CardDrawn):
            self.faces[self.table.base + report.draw] = card
        ruling = self.report("shoe", report)
        if was_last and isinstance(report, m.CardDrawn) and not self.two.sides[at]:
            self.report("shoe", m.ShoeEmpty(self.two.last, at))
        return ruling

    # ---- between rounds ---------------------------------------------------------------------------------

    def in_hand(self) -> int:
        """The side that is being opened, taken out or shuffled."""
        return self.table.standing.supply.current

    def where(self) -> tuple[str, ...]:
        """Where the batches of both sides are."""
        return tuple(batch.where for batch in self.table.standing.supply.batches)

    def opened(self, *batches: Any) -> "DoubleTable":
        """The table is open, both sides are loaded."""
        assert self.floor(c.OpenTable(batches)).refused is None
        self.confirm()
        self.floor(c.InspectReader())
        self.prepare()
        assert self.table.phase == "Betting"
        return self

    def prepare(self) -> None:
        """Whatever is due with the sides, one after the other, until wagers are open."""
        for _ in range(60):
            kind = self.prompt()
            if self.table.phase in ("Betting", "Closed", "Idle") or self.table.holds:
                return
            if kind == "collect_shoe":
                self.take_out()
            elif kind == "inspect":
                self.open_batch()
            elif kind == "wash":
                self.ask(c.WashCards())
            elif kind == "shuffle":
                self.ask(c.ShuffleCards())
            elif kind == "cut":
                self.cut()
            else:
                assert kind == "load", kind
                self.load()
        raise AssertionError(f"the sides are not ready: {self.table.phase}")

    def load(self) -> None:
        at = self.in_hand()
        self.two.sides[at].clear()
        self.two.sides[at].extend(a_side(self.stacks[at], self.table.rules.decks))
        self.stacks[at] = ""
        assert self.ask(c.LoadShoe()).refused is None

    def take_out(self) -> Ruling:
        """The side in hand is taken out, counted as it is."""
        return self.ask(c.CollectShoe(self.two.left(self.in_hand())))

    def refill(self, cards: str) -> None:
        """Inside a round: the discards of a side are shuffled, cut and put into it, as these cards."""
        assert self.ask(c.ShuffleCards()).refused is None
        self.cut()
        at, number = self.in_hand(), supply.rack_cards(self.table)
        named = cards.split()
        self.two.sides[at].extend([*named, *("2C",) * (number - len(named))])
        assert self.ask(c.LoadShoe()).refused is None

    def play_round(self, *stakes: int) -> "DoubleTable":
        """A whole round on boxes 1, 2, …, everybody standing."""
        for box, stake in enumerate(stakes or (1000,), 1):
            assert self.wager(box, stake).refused is None
        self.deal()
        self.finish()
        return self

    def permits(self) -> list[m.Permit]:
        """All permissions so far, as they were ordered."""
        return [order for _, ruling in self.log for order in ruling.orders if isinstance(order, m.Permit)]

    def irregular(self) -> list[tuple[str, str, str]]:
        """What was irregular in this round: kind, citation, disposition."""
        return [(one.kind, one.clause, one.disposition) for one in self.table.irregularities]


def dealt(
    left: str, right: str, *stakes: int, red: str = "left", first: int = LEFT, **chosen: Any
) -> DoubleTable:
    """The deal is over: boxes 1, 2, … with these stakes. first: the side of the determinant card."""
    table = DoubleTable(left, right, red, **chosen).opened()
    table.first_from = first
    for box, stake in enumerate(stakes, 1):
        assert table.wager(box, stake).refused is None
    table.deal()
    return table


def cards(table: DoubleTable, box: int = 1, hand: int = 1) -> tuple[str, ...]:
    """The cards of that hand."""
    return next(one.cards for one in table.table.hands if (one.box, one.number) == (box, hand))
