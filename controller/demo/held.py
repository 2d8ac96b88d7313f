"""Cards that the demonstration's dealer deals from the hand, and players hold: no simulator knows of them.

The deck is a list in the people's own process, which nobody looks through. What the dealer tells the table is
what a person would: that cards lie there, and a face as soon as it lies face up.
"""

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.consoles.frames import FACE_DOWN, HandShown, PromptShown, Screen
from controller.demo.hands import COVER
from controller.games.twentyone.counting import NEXT
from controller.table import commands as c
from drivers.cards import Card

if TYPE_CHECKING:
    from controller.demo.dealer import TableDealer

SHOWN: Final = frozenset(("double", "split", "surrender"))
"""Decisions for which the two cards are turned over."""


class HeldCards:
    """The cards in the dealer's hand, and those that he has between his fingers and has not told yet."""

    def __init__(self, dealer: "TableDealer") -> None:
        self.dealer = dealer
        self._fingers: list[Card] = []

    def deal(self, asked: PromptShown) -> bool:
        """What the prompt asks for: the whole deal, or one card."""
        dealer = self.dealer
        dealer.take_time(asked.kind)
        self._reconcile(dealer.room.eyes.look())
        asked = dealer.prompt()
        if not asked.kind.startswith("deal"):
            return True
        wanted = asked.amount if asked.kind == "deal_cards" else 1
        while len(self._fingers) < wanted:
            card = dealer.stacks.next_held()
            if card is None:
                return False
            if card == COVER:
                dealer.room.say("the cover card is out: the last round of this deck")
                dealer.ask(c.CoverCardSeen())
            else:
                self._fingers.append(card)
        if not dealer.ask(self._told(asked)):
            return False
        self._reconcile(dealer.room.eyes.screen)
        dealer.look_for_hole(dealer.room.eyes.screen)
        dealer.announce(dealer.room.eyes.screen, asked)
        return True

    def _told(self, asked: PromptShown) -> c.Command:
        if asked.kind == "deal_cards":
            return c.DealCards(self._fingers[asked.draw - self.dealer.last - 1] if asked.draw else "")
        return c.DealCard(self._fingers[0] if asked.kind == "deal_card" else "")

    def _reconcile(self, screen: Screen) -> None:
        """What the table has on record has left the fingers, also where it went away before it answered."""
        dealt = max(0, screen.shoe.last - self.dealer.last)
        for card in self._fingers[:dealt]:
            self.dealer.last += 1
            self.dealer.faces[self.dealer.last] = card
        del self._fingers[:dealt]

    # ---- what players do -----------------------------------------------------------------------------------

    def seen(self, hand: HandShown) -> HandShown:
        """The hand as its player sees it, who holds its cards."""
        if FACE_DOWN not in hand.cards or any(draw not in self.dealer.faces for draw in hand.draws):
            return hand
        cards = tuple(self.dealer.faces[draw] for draw in hand.draws)
        total, soft = 0, False
        for card in cards:
            total, soft = NEXT[card[0]][total * 2 + soft]
        return replace(hand, cards=cards, count=f"soft {total}" if soft and total < 21 else str(total))

    def of_itself(self, box: int, hand: HandShown) -> c.Command | None:
        """What a player does unasked: shows a Blackjack, or a hand over 21; stands on 21."""
        count = int(hand.count.removeprefix("soft ") or 0)
        if count > 21 or (count == 21 and len(hand.cards) == 2):
            return c.TurnHand(box, hand.number)
        return c.Decide(box, "stand", hand.number) if count == 21 else None
