"""Simulated players of Blackjack who hold their cards, where these are dealt from the hand.

They know their cards: who has a Blackjack or is over 21 shows it when the turn comes, who has 21 stands, and
whoever wants to double, split or surrender has the two cards turned over. How the cards came there is in
dealing_by_hand.py.
"""

from typing import TYPE_CHECKING, Final

from controller.games.twentyone.counting import points
from controller.table import commands as c
from controller.table.commands import Asked, Reported
from controller.table.ruling import Ruling, rule_on
from controller.table.state import HAND_DEALT, Hand, Table
from drivers import messages as m
from drivers.cards import DECK, Card

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer

SHOWN: Final = ("double", "split", "surrender")
MOST: Final = 100


class HeldHands:
    """The hands of the players at one bench."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer

    @property
    def table(self) -> Table:
        return self.dealer.table

    def shows(self) -> bool:
        """The player whose turn it is shows a Blackjack or a hand over 21, or stands on 21; False where the
        player has something to decide."""
        what = self.of_itself(self.table)
        return what is not None and self.dealer.ask(what).refused is None

    def of_itself(self, table: Table) -> c.Command | None:
        """What a player does with the hand whose turn it is before anybody asks, None for nothing."""
        if table.rules.variation != HAND_DEALT or table.phase != "PlayerDecisions" or table.holds:
            return None
        if table.turn >= len(table.hands) or table.asked is not None:
            return None
        hand = table.hands[table.turn]
        if not hand.down or len(hand.cards) < 2:
            return None
        count = points(self._faces(hand))
        if count > 21 or (count == 21 and len(hand.cards) == 2):
            return c.TurnHand(hand.box, hand.number)
        return c.Decide(hand.box, "stand", hand.number) if count == 21 else None

    def _faces(self, hand: Hand) -> tuple[Card, ...]:
        return tuple(self.dealer.faces[draw] for draw in hand.draws)

    def before(self, command: c.Command) -> tuple[c.Command, ...]:
        """What has to be done with a hand's cards before this is asked for: turned over, and entered."""
        wanted = isinstance(command, c.TakeEvenMoney) or (
            isinstance(command, c.Decide) and command.verb in SHOWN
        )
        if self.table.rules.variation != HAND_DEALT or not wanted:
            return ()
        assert isinstance(command, c.TakeEvenMoney | c.Decide)
        key = (command.box, command.hand)
        for hand in self.table.hands:
            if (hand.box, hand.number) == key and hand.down:
                entries = zip(hand.draws, self._faces(hand), hand.cards, strict=True)
                told = (c.EnterCard(draw, face) for draw, face, card in entries if card not in DECK)
                return (c.TurnHand(*key), *told)
        return ()

    def refused(self, table: Table, command: c.Command) -> Ruling | None:
        """The refusal that this would meet once the hand is turned over, None where there is none. Nothing is
        asked of the table."""
        for _ in range(MOST):
            what = self.of_itself(table)
            if what is None:
                break
            table = self._after(table, what)
            table = self._entered(table)
        for what in self.before(command):
            table = self._after(table, what)
        ruling = rule_on(self.dealer.bench.game, table, Asked("dealer", "", command))
        return ruling if ruling.refused is not None else None

    def _entered(self, table: Table) -> Table:
        """The table once what lies face up has been entered."""
        for prompt in self.dealer.bench.game.prompts(table):
            if prompt.kind == "enter_card":
                table = self._after(table, c.EnterCard(prompt.draw, self.dealer.faces[prompt.draw]))
        return table

    def _after(self, table: Table, what: c.Command) -> Table:
        return rule_on(self.dealer.bench.game, table, Asked("dealer", "", what)).table

    def without_blackjack(self, table: Table) -> Table:
        """The table when insurance is closed and the dealer has no Blackjack."""
        table = self._after(table, c.CloseInsurance())
        for report in (m.PositionsClosed(), m.ReaderAnswer("no_blackjack")):
            table = rule_on(self.dealer.bench.game, table, Reported("", 0, 0, 0, report)).table
        return table
