"""Whole stacks of cards in the dealer's hands: out of shoe and shuffler, and into them.

Stacks lie face down and are moved as such: nobody looks at a card of one, and nothing here says what it is.
What the dealer says and asks the table meanwhile is in dealer.py and preparing.py.
"""

from typing import Final

from controller.demo.characters import DICE
from controller.demo.hands import COVER
from controller.demo.room import Room
from drivers.cards import DECK, Card

LEAST_CUT: Final = 10
"""Cards on either side of a cut."""
SHORT: Final = (40, 60)
"""Cards before the cover card at a table with two batches, as with a double shoe, from and to: two or three
rounds, so that one sees them take turns."""
A_QUARTER: Final = 26
"""How many cards more than a quarter at most lie behind the cover card at another table."""


class Stacks:
    """The stacks of one table.

    The shoe's simulator keeps what was left in it until other cards are put in: nobody draws meanwhile.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.size = room.rules.decks * 52
        self._taken: list[Card] = []
        self._back = ""
        self._held: list[Card] = []

    def next_held(self) -> Card | None:
        """The next card of a deck that the dealer holds, the cover card too; None where none is left."""
        return self._held.pop(0) if self._held else None

    def count_shoe(self, side: str = "") -> int:
        """How many cards are really left in the shoe, or in the dealer's hand, without the cover card. side:
        of a double shoe. An automated shoe is opened for it, and they are taken out."""
        if not self.room.has_shoe:
            return sum(card != COVER for card in self._held)
        if self.room.has_stacks:
            return len(self.room.shoe.do("empty_by_hand")["cards"])
        left = self.room.shoe.do("status")["cards_left"]
        return int(left[side] if side else left)

    def feed(self, back: str) -> None:
        """Put the batch of that back into the shuffler's input: what came out of it last, where that is the
        batch; nothing where its cards lie there already."""
        cards = self._taken if back == self._back else []
        inside = int(self.room.shuffler.do("status")["inside"])
        if inside + (len(cards) or self.size) <= self.size:
            decks = 0 if cards else self.room.rules.decks
            self.room.shuffler.do("feed", cards=cards, decks=decks, back=back)
        if back == self._back:
            self.put_away()

    def take(self, back: str) -> bool:
        """Take the stack of that back out of the shuffler's exit; False where that is closed."""
        given: list[Card] | None = self.room.shuffler.do("take")["cards"]
        if given is None:
            return False
        self._taken, self._back = given, back
        return True

    def put_away(self) -> None:
        """What came out of the shuffler is not the stack to be cut any more."""
        self._taken, self._back = [], ""

    def cut(self) -> None:
        """Cut the stack that came out of the shuffler. One that was shuffled by hand is any order."""
        at = DICE.randint(LEAST_CUT, self.size - LEAST_CUT)
        self._taken = [*self._taken[at:], *self._taken[:at]]

    def load(self, side: str = "") -> int:
        """Put the stack into the shoe, or take it into the hand, with the cover card in its place; how many
        cards they are. side: of a double shoe."""
        if self.room.has_stacks:
            return self._load_all()
        behind = self._behind_cover(side)
        if len(self._taken) != self.size and not self.room.has_shoe:
            self._taken = DICE.sample(DECK * self.room.rules.decks, self.size)
        if len(self._taken) != self.size:
            # A real shuffle by hand, from the operating system's generator.
            self.room.shoe.do("load", decks=self.room.rules.decks, behind=behind, side=side)
            return self.size
        place = self.size - behind
        stack = [*self._taken[:place], COVER, *self._taken[place:]]
        if self.room.has_shoe:
            self.room.shoe.do("load", cards=stack)
        else:
            self._held = stack
        self.put_away()
        return self.size

    def _load_all(self) -> int:
        """No cover card goes into an automated shoe; it tells by itself that the cards are in it."""
        cards = self._taken if len(self._taken) == self.size else []
        self.room.shoe.do("load", cards=cards, decks=self.room.rules.decks)
        self.put_away()
        return self.size

    def _behind_cover(self, side: str) -> int:
        if self.room.rules.cut_by == "dealer":
            return 0  # it is carried to the bottom with all that lay above it
        if self.room.has_shuffler or side:
            return max(self.size // 4, self.size - DICE.randint(*SHORT))
        return self.size // 4 + DICE.randrange(A_QUARTER)
