"""A table of Blackjack that is dealt from the hand (633a.12(b)), for tests of its rules.

What its dealer does is in tests/from_hand.py.
"""

from typing import Any

from controller.table import commands as c
from controller.table.ruling import Ruling
from controller.table.state import Hand
from tests.controller.games.blackjack.playing import Blackjack
from tests.from_hand import EQUIPMENT as EQUIPMENT
from tests.from_hand import FromHand


class HandDealt(FromHand, Blackjack):
    """A table at play: seven boxes, two decks in each of two batches, no shoe. `cards`: in the order in which
    they leave the dealer's hand, the burn card of the first round first."""

    def __init__(self, cards: str = "", **chosen: Any) -> None:
        given = {"variation": "hand_dealt", "decks": 2, "card_change": 4, "equipment": EQUIPMENT, **chosen}
        super().__init__(cards, **given)

    def shows(self, box: int, hand: int = 1) -> Ruling:
        """The player's cards are turned over and entered. The ruling is that on turning them."""
        ruling = self.ask(c.TurnHand(box, hand))
        self.run()
        return ruling

    # ---- what the table knows -----------------------------------------------------------------------------

    def hand(self, box: int, number: int = 1) -> Hand:
        """That hand as it stands; also of a round that is over, as it was before its cards were collected."""
        tables = [self.table, *(ruling.table for _, ruling in reversed(self.log))]
        hands = next(one.hands for one in tables if one.hands)
        return next(hand for hand in hands if (hand.box, hand.number) == (box, number))


def dealt(cards: str, *stakes: int, **chosen: Any) -> HandDealt:
    """The deal is over: boxes 1, 2, … with these stakes. `cards`: the burn card first."""
    table = HandDealt(cards, **chosen)
    for box, stake in enumerate(stakes, 1):
        if stake:
            assert table.wager(box, stake).refused is None
    table.deal()
    return table
