"""The cards in the hand of a simulated dealer, in place of a shoe's model: nothing tells the table of them.

Loaded, drawn from and counted like a simulated shoe, so that hands on cards need not know which it is. What a
dealer says of them is in dealing_by_hand.py.
"""

from collections.abc import Sequence

from msgspec import Struct

from controller.rehearsal.cards import COVER, FACE_UP


class HeldCard(Struct, frozen=True):
    """A card that left the hand: its face as the dealer can see it, and whether it lay face up before.
    also: a shoe's second card of two, which a hand has not."""

    card: str
    face_up: bool = False
    also: None = None


class HeldDeck:
    """Cards in somebody's hand, the next one first; the cover card among them."""

    def __init__(self) -> None:
        self._cards: list[str] = []

    def load(self, cards: Sequence[str], _: float) -> None:
        """These cards are taken up, whatever was held before."""
        self._cards = list(cards)

    def add(self, cards: Sequence[str], _: float) -> None:
        """These come behind those that are held."""
        self._cards += cards

    def draw(self, _: float) -> HeldCard | None:
        """Take the next card; None where none is left."""
        if not self._cards:
            return None
        said = self._cards.pop(0)
        return HeldCard(said.removesuffix(FACE_UP), said.endswith(FACE_UP))

    def cards_left(self) -> int:
        """How many cards a count finds, without the cover card."""
        return len([card for card in self._cards if card != COVER])

    def lose(self, _: float) -> str | None:
        """The last card disappears."""
        at = next((i for i in range(len(self._cards) - 1, -1, -1) if self._cards[i] != COVER), -1)
        return self._cards.pop(at).removesuffix(FACE_UP) if at >= 0 else None

    def is_permitted(self) -> bool:
        """Nobody permits a hand anything, and nothing waits for its being locked."""
        return False
