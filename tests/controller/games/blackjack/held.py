"""A table of Blackjack that is dealt from the hand (633a.12(b)), for tests of its rules.

The deck is the list of cards that a test gives, in the dealer's hand; what he tells of them is the truth, and
told when it is asked for. Players do nothing by themselves: tests say who shows what.
"""

from typing import Any

from controller.table import commands as c
from controller.table import events as ev
from controller.table.ruling import Ruling
from controller.table.state import Equipment, Hand
from drivers.cards import DECK
from tests.controller.games.blackjack.playing import Blackjack
from tests.support import STOPS

EQUIPMENT = Equipment("batch", backs=("red", "blue"), shoe="hand")


class HandDealt(Blackjack):
    """A table at play: seven boxes, two decks in each of two batches, no shoe. `cards`: in the order in which
    they leave the dealer's hand, the burn card of the first round first."""

    def __init__(self, cards: str = "", **chosen: Any) -> None:
        given = {"variation": "hand_dealt", "decks": 2, "card_change": 4, "equipment": EQUIPMENT, **chosen}
        super().__init__(cards, **given)

    # ---- the dealer's hands ----------------------------------------------------------------------------

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

    def shows(self, box: int, hand: int = 1) -> Ruling:
        """The player's cards are turned over and entered. The ruling is that on turning them."""
        ruling = self.ask(c.TurnHand(box, hand))
        self.run()
        return ruling

    def run(self) -> "HandDealt":
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

    # ---- what the table knows -----------------------------------------------------------------------------

    def hand(self, box: int, number: int = 1) -> Hand:
        """That hand as it stands; also of a round that is over, as it was before its cards were collected."""
        tables = [self.table, *(ruling.table for _, ruling in reversed(self.log))]
        hands = next(one.hands for one in tables if one.hands)
        return next(hand for hand in hands if (hand.box, hand.number) == (box, number))

    def known(self) -> set[str]:
        """Every card that the table's events have named so far."""
        told = (event for _, ruling in self.log for event in ruling.events)
        kinds = ev.CardDealt | ev.CardEntered | ev.CardAhead | ev.CardRemoved | ev.CardCorrected
        return {one.card for one in told if isinstance(one, kinds)} & set(DECK)


def dealt(cards: str, *stakes: int, **chosen: Any) -> HandDealt:
    """The deal is over: boxes 1, 2, … with these stakes. `cards`: the burn card first."""
    table = HandDealt(cards, **chosen)
    for box, stake in enumerate(stakes, 1):
        if stake:
            assert table.wager(box, stake).refused is None
    table.deal()
    return table
