"""A simulated dealer who holds the cards, and simulated players who hold theirs.

The dealer confirms the deal, and tells each face as it lies there. Players know their cards: who has a
Blackjack or is over 21 shows it when the turn comes, who has 21 stands, and whoever wants to double, split or
surrender has the two cards turned over. Nothing is told before the rules turn it up.
"""

from typing import TYPE_CHECKING, Any, Final

from controller.games.twentyone.counting import points
from controller.rehearsal.cards import COVER
from controller.table import commands as c
from controller.table.commands import Asked, Reported
from controller.table.ruling import Ruling, rule_on
from controller.table.state import DEALER, Hand, Prompt, Table, is_from_hand
from drivers import messages as m
from drivers.cards import DECK, Card

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer

SHOWN: Final = ("double", "split", "surrender")
MOST: Final = 100


class ByHand:
    """What the dealer at one bench does with cards that are dealt from the hand."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self._pulled: list[Card] = []

    @property
    def table(self) -> Table:
        return self.dealer.table

    # ---- dealing -------------------------------------------------------------------------------------------

    def deal_cards(self, prompt: Prompt) -> bool:
        """The whole initial deal. A dealer who errs deals card by card, and tells what lies elsewhere."""
        if self.dealer.errs.skips:
            return self._deal_erring(prompt)
        while len(self._pulled) < self.dealer.prompt().amount:
            if not self._pull():
                return False
        prompt = self.dealer.prompt()
        up = self._pulled[prompt.draw - self.table.last - 1] if prompt.draw else ""
        return self._confirm(c.DealCards(up))

    def _deal_erring(self, prompt: Prompt) -> bool:
        self.dealer.errs.look()
        while not self._pulled:
            if not self._pull():
                return False
        if not self._lay_one(prompt):
            return False
        self.dealer.errs.lay()
        return True

    def _lay_one(self, prompt: Prompt) -> bool:
        """The first of the cards in the dealer's fingers, where the deal is due it."""
        face_up = prompt.draw == self.table.last + 1
        return self._confirm(c.DealCard(self._pulled[0] if face_up else ""))

    def deal_card(self, prompt: Prompt) -> bool:
        """One card, face up; face down where the prompt says so."""
        if self.dealer.errs.passes_over(prompt):
            return True
        while not self._pulled:
            if not self._pull():
                return False
        face = self._pulled[0] if prompt.kind == "deal_card" else ""
        return self._confirm(c.DealCard(face))

    def _pull(self) -> bool:
        """Take one card off the deck: to be dealt, or put aside as what it is."""
        card: Any = self.dealer.bench.act("shoe", lambda model, now: model.draw(now))
        if card is None:
            return False
        if card.card == COVER:
            return self.dealer.ask(c.CoverCardSeen(self._where_due())).refused is None
        if card.face_up:
            while self._pulled:  # they left the deck before it
                if not self._lay_one(self.dealer.prompt()):
                    return False
            self.dealer.faces[self.table.last + 1] = card.card
            return self.dealer.ask(c.FaceUpCard(card.card)).refused is None
        self._pulled.append(card.card)
        return True

    def _where_due(self) -> int:
        """The box to which the card behind those in the dealer's fingers is due, in the middle of a deal."""
        table = self.table
        at = table.dealt + len(self._pulled)
        if table.phase != "Dealing" or table.refill or at >= len(table.plan):
            return -1
        to = table.plan[at].to
        return 0 if to == DEALER else table.hands[to].box if to >= 0 else -1

    def _confirm(self, what: c.Command) -> bool:
        first = self.table.last + 1
        if self.dealer.ask(what).refused is not None:
            return False
        dealt = self.table.last - first + 1
        self.dealer.faces.update(enumerate(self._pulled[:dealt], first))
        del self._pulled[:dealt]
        return True

    def in_error(self, exposed: bool = False) -> Ruling | None:
        """A card leaves the deck although none is due. None where none is left. Where the table would not
        hear of it now, none leaves."""
        unseen = c.CardInError()
        if self.dealer.would_be_refused(unseen):
            return self.dealer.ask(unseen)
        while not self._pulled:
            if not self._pull():
                return None
        draw, card = self.table.last + 1, self._pulled.pop()
        self.dealer.faces[draw] = card
        return self.dealer.ask(c.CardInError(card if exposed else ""))

    # ---- what players do with their cards ----------------------------------------------------------

    def shows(self) -> bool:
        """The player whose turn it is shows a Blackjack or a hand over 21, or stands on 21; False where the
        player has something to decide."""
        what = self.of_itself(self.table)
        return what is not None and self.dealer.ask(what).refused is None

    def of_itself(self, table: Table) -> c.Command | None:
        """What a player does with the hand whose turn it is before anybody asks, None for nothing."""
        if not is_from_hand(table) or table.phase != "PlayerDecisions" or table.holds:
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
        if not is_from_hand(self.table) or not wanted:
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
