"""A table that is dealt from the hand, for tests of the rules of any game that may be.

The deck is the list of cards that a test gives, in the dealer's hand; what he tells of them is the truth, and
told when it is asked for. Players do nothing by themselves: tests say who shows what.
"""

from typing import Final

from controller.table import commands as c
from controller.table import events as ev
from controller.table.ruling import Ruling
from controller.table.state import Equipment
from drivers.cards import DECK
from tests.support import STOPS, Play

EQUIPMENT: Final = Equipment("batch", backs=("red", "blue"), shoe="hand")


class FromHand(Play):
    """A dealer who holds the cards, to stand before a game's own table among a class's bases."""

    def pull(self, number: int = 1) -> list[str]:
        """The next cards of the deck, remembered as the draws that they will be."""
        pulled = [self.shoe.inside.popleft() for _ in range(number)]
        self.faces.update(enumerate(pulled, self.table.last + 1))
        return pulled

    def deal_cards(self) -> Ruling:
        """The whole initial deal, as it is prompted."""
        prompt = self.game.prompts(self.table)[0]
        pulled = self.pull(prompt.amount)
        return self.ask(c.DealCards(pulled[prompt.draw - self.table.last - 1] if prompt.draw else ""))

    def deal_card(self, down: bool = False) -> Ruling:
        """The next card, told with its face unless it lies down."""
        (card,) = self.pull()
        return self.ask(c.DealCard("" if down else card))

    def enter(self) -> Ruling:
        """The card that is asked for, told by the dealer."""
        draw = next(one.draw for one in self.game.prompts(self.table) if one.kind == "enter_card")
        return self.ask(c.EnterCard(draw, self.faces[draw]))

    def run(self) -> Play:
        """Do what is prompted until a player or the floor has to say something."""
        hands = {
            "deal_cards": self.deal_cards,
            "deal_card": self.deal_card,
            "deal_down": lambda: self.deal_card(down=True),
            "enter_card": self.enter,
            "insert_hole": self.insert_hole,
            "settle": lambda: self.ask(c.WagersSettled()),
            "collect": lambda: self.ask(c.CardsCollected()),
        }
        for _ in range(400):
            prompts = self.game.prompts(self.table)
            kind = prompts[0].kind if prompts else ""
            if kind in hands:
                ruling = hands[kind]()
                assert ruling.refused is None, ruling.refused
            elif kind in ("feed", "take_stack"):
                self.at_shuffler(kind)
            else:
                assert kind in STOPS, kind
                return self
        raise AssertionError(f"the dealer goes round in circles in {self.table.phase}")

    def known(self) -> set[str]:
        """Every card that the table's events have named so far."""
        told = (event for _, ruling in self.log for event in ruling.events)
        kinds = ev.CardDealt | ev.CardEntered | ev.CardAhead | ev.CardRemoved | ev.CardCorrected
        return {one.card for one in told if isinstance(one, kinds)} & set(DECK)
