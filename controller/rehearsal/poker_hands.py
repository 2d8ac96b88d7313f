"""What simulated players do in a poker game: they look at their cards, declare what wins, and bet.

The players know the cards that they were dealt, as people do; the table is told no face of them. What a
script says of a decision is in play.py.
"""

from typing import TYPE_CHECKING

from controller.games.lunar_poker.combinations import instant_of
from controller.games.lunar_poker.decisions import VERBS, spot_of
from controller.games.lunar_poker.super_wager import line_of
from controller.rehearsal.prompted import PATIENCE
from controller.table import commands as c
from controller.table.commands import Asked
from controller.table.ruling import Ruling, rule_on
from controller.table.state import Hand, Prompt, spot_before_deal
from drivers.cards import Card

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer


class PokerHands:
    """The hands of the players at one bench.

    silent: boxes whose player does not declare a hand for the instant payout as soon as it is dealt.
    """

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self.silent: frozenset[int] = frozenset()

    def is_played(self) -> bool:
        """Whether the game of this bench is one."""
        return self.dealer.bench.game.verbs == VERBS

    def cards_of(self, hand: Hand) -> tuple[Card, ...]:
        """The cards of a hand, as its player sees them: those that lie before him."""
        faces = self.dealer.faces
        return tuple(faces[draw] for draw in hand.draws if draw in faces)

    def declare(self) -> None:
        """Who was dealt a hand for the instant payout declares it at once, and has nothing to decide."""
        if not self._is_asked():
            return
        for hand in self.dealer.table.hands:
            if self._is_instant(hand) and hand.box not in self.silent:
                self.dealer.ask(c.DeclareHand(hand.box, instant=True))

    def _is_asked(self) -> bool:
        table = self.dealer.table
        return self.is_played() and table.phase == "PlayerDecisions" and not table.holds

    def _is_instant(self, hand: Hand) -> bool:
        return not hand.status and bool(instant_of(self.cards_of(hand)))

    def declaration(self, box: int) -> c.DeclareHand | None:
        """What the player of that box, who decides now, has to declare first, if anything."""
        table = self.dealer.table
        hand = next((hand for hand in table.hands if hand.box == box), None)
        if not self._is_asked() or hand is None or hand.status or box in table.poker.declared:
            return None
        if self._is_instant(hand):
            return c.DeclareHand(box, instant=True)
        return c.DeclareHand(box) if line_of(self.cards_of(hand)) else None

    def declare_before(self, command: c.Decide) -> Ruling | None:
        """A player who decides declares a winning hand first. Where the decision will not be accepted behind
        that, the table's refusal, and nothing is said."""
        declares = self.declaration(command.box)
        if declares is None:
            return None
        game, table = self.dealer.bench.game, self.dealer.table
        after = rule_on(game, table, Asked("dealer", "", declares)).table
        refused = rule_on(game, after, Asked("dealer", "", command))
        if refused.refused is not None:
            return refused
        self.dealer.ask(declares)
        return None

    def places(self, box: int, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """Where these cards are in the hand of that box, from 1; 0 for one that the player does not hold."""
        hand = next((hand for hand in self.dealer.table.hands if hand.box == box), None)
        held = () if hand is None else self.cards_of(hand)
        return tuple(held.index(card) + 1 if card in held else 0 for card in cards)

    def bet(self, prompt: Prompt) -> bool:
        """The quiet decision: a Bet Wager, and none for a hand that is paid at once."""
        declares = self.declaration(prompt.box)
        if declares is not None:
            self.dealer.ask(declares)
            if declares.instant:
                return True
        asked = self.dealer.ask(c.Decide(prompt.box, "bet", prompt.hand))
        return asked.refused is None and self.pay("bet", prompt.box)

    def pay(self, verb: str, box: int) -> bool:
        """Put down the chips that a decision costs, and wait until the table has heard of them."""
        spot, bench, dealer = spot_of(verb), self.dealer.bench, self.dealer
        asked = dealer.table.asked
        if asked is None:
            return True
        cents = asked.chips

        def is_lit() -> bool:
            return bool(bench.act("wagers", lambda model, now: model.is_open(box, spot)))

        bench.run_until(lambda: is_lit() or bool(dealer.table.holds), PATIENCE)
        bench.act("wagers", lambda model, now: model.place(box, {spot: cents}, now))
        return bench.run_until(lambda: dealer.table.asked is None or bool(dealer.table.holds), PATIENCE)

    def abandon(self, box: int) -> Ruling:
        """The floorperson has the wagers of a player who left treated as lost; the dealer collects them."""
        ruling = self.dealer.ask(c.AbandonWagers(box), "floorperson")
        if ruling.refused is None:
            felt = self.leave_on_felt()
            self.dealer.bench.act("wagers", lambda model, now: model.settle(felt, now))
        return ruling

    def leave_on_felt(self) -> dict[tuple[int, str], int]:
        """What lies on the felt when the dealer has settled: the wagers that are not settled yet."""
        return {(stack.box, spot_before_deal(stack)): stack.stake for stack in self.dealer.table.stacks}
