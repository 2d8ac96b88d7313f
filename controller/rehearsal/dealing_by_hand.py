"""A simulated dealer who holds the cards: confirms the deal, and tells each face as it lies there.

Nothing is told before the rules turn it up. What players do who hold theirs is in held_hands.py and
poker_hands.py.
"""

from typing import TYPE_CHECKING, Any

from controller.rehearsal.cards import COVER
from controller.table import commands as c
from controller.table.ruling import Ruling
from controller.table.state import DEALER, Prompt, Table
from drivers.cards import Card

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer


class ByHand:
    """What the dealer at one bench does with cards that are dealt from the hand."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self._pulled: list[Card] = []

    @property
    def table(self) -> Table:
        return self.dealer.table

    def deal_cards(self, prompt: Prompt) -> bool:
        """The whole initial deal. A dealer who errs deals card by card, and tells what lies elsewhere."""
        if self.dealer.errs.is_one_by_one():
            return self._deal_erring(prompt)
        while len(self._pulled) < self.dealer.prompt().amount:
            if not self._pull():
                return False
        if self._is_over(prompt):
            return True
        prompt = self.dealer.prompt()
        up = self._pulled[prompt.draw - self.table.last - 1] if prompt.draw else ""
        return self._confirm(c.DealCards(up))

    def _deal_erring(self, prompt: Prompt) -> bool:
        self.dealer.errs.look()
        while not self._pulled:
            if not self._pull():
                return False
            if self._is_over(prompt):
                return True
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
            if self._is_over(prompt):
                return True
        face = self._pulled[0] if prompt.kind == "deal_card" else ""
        return self._confirm(c.DealCard(face))

    def _is_over(self, prompt: Prompt) -> bool:
        """Whether what was pulled made the round void: the table asks for another thing."""
        return self.dealer.prompt().kind != prompt.kind

    def _pull(self) -> bool:
        """Take one card off the deck: to be dealt, or put aside as what it is."""
        card: Any = self.dealer.bench.act("shoe", lambda model, now: model.draw(now))
        if card is None:
            return False
        if card.card == COVER:
            if c.CoverCardSeen not in self.dealer.bench.game.phases.steps[self.table.phase]:
                return True  # it lies at the bottom, and means nothing
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
