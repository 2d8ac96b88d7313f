"""A shoe whose cards are chosen as they leave it, so that what is rare at a table comes up often.

What lives here: `StackedShoe`, which is drawn from by the oracle's table and remembers its order for the
script, and the themes that it knows. What the players do is in generate.py.
"""

from collections import Counter
from random import Random

from tests.oracle.free_bet_blackjack import TableOnPaper
from tests.oracle.paper import Box, count, value

RANKS = "23456789TJQKA"
SUITS = "CDHS"
TAIL = 60
THEMES = (
    "22",
    "suited 22",
    "pairs",
    "tens",
    "blackjacks",
    "dealer blackjack",
    "busts",
    "hards",
    "ace up",
    "any",
)


class StackedShoe:
    """A shoe whose cards are chosen as they leave it. `left` gives the whole order afterwards."""

    def __init__(self, rng: Random, decks: int) -> None:
        self.rng = rng
        self.decks = decks
        self.order: list[str] = []
        self.dealt: Counter[str] = Counter()
        self.table: TableOnPaper | None = None
        self.theme = "any"
        self.pair = 8
        self.odd_cards = rng.choice((0.0, 0.0, 0.04, 0.15))
        self.cover = rng.choice((0.0, 0.02, 0.08, 0.3))

    def pop(self, _: int) -> str:
        """The next entry of the shoe: a card, a card that lies face up, or the cover card."""
        if "CUT" not in self.order and self.rng.random() < self.cover:
            return self.lay("CUT")
        card = self.card(self.wanted())
        return self.lay(card + "!" if self.rng.random() < self.odd_cards else card)

    def lay(self, entry: str) -> str:
        self.order.append(entry)
        return entry

    def left(self) -> list[str]:
        """The order as a script writes it, tail included."""
        return self.order + [self.card(None) for _ in range(TAIL)]

    def card(self, points: int | None) -> str:
        """A card of that value (1 is an ace), or any, that the decks still have."""
        ranks = [rank for rank in RANKS if points is None or value(rank) == (11 if points == 1 else points)]
        suits = self.suits()
        for _ in range(100):
            card = self.rng.choice(ranks) + self.rng.choice(suits)
            if self.dealt[card] < self.decks:
                self.dealt[card] += 1
                return card
            ranks, suits = list(RANKS), SUITS
        raise AssertionError("the decks have run out")

    def suits(self) -> str:
        """The dealer's suit or color for a 22 that pays more."""
        table = self.table
        if table is None or self.theme != "suited 22" or table.drawing_for[0] not in ("hole", "dealer"):
            return SUITS
        suit = table.dealer[0][1]
        return suit if self.rng.random() < 0.6 else ("DH" if suit in "DH" else "CS")

    # ---- which card the theme wants ---------------------------------------------------------------

    def wanted(self) -> int | None:
        """The value for the next card, or None for any."""
        if self.table is None or self.theme == "any" or self.rng.random() < 0.15:
            return None
        whom, box = self.table.drawing_for
        if whom in ("up", "hole", "dealer"):
            return self.for_dealer(whom, self.table.dealer)
        return self.for_player(whom, self.table.boxes.get(box))

    def for_dealer(self, whom: str, cards: list[str]) -> int | None:
        choose = self.rng.choice
        if whom == "up":
            aces = self.theme in ("ace up", "blackjacks", "dealer blackjack") and self.rng.random() < 0.6
            if aces:
                return 1
            return 10 if self.theme == "dealer blackjack" else choose((2, 3, 4, 5, 6, 6, 7, 10))
        if whom == "hole":
            if self.theme in ("dealer blackjack", "blackjacks") and value(cards[0]) >= 10:
                return 1 if value(cards[0]) == 10 else 10
            return choose((2, 6, 10)) if "22" in self.theme else choose((None, 10, 6))
        need = 22 - count(cards)
        return need if ("22" in self.theme or self.rng.random() < 0.4) and 1 <= need <= 10 else None

    def for_player(self, whom: str, box: Box | None) -> int | None:
        choose = self.rng.choice
        if self.theme in ("pairs", "tens") and whom in ("first", "second", "split"):
            if whom == "first":
                self.pair = 10 if self.theme == "tens" else choose((1, 2, 3, 4, 5, 6, 7, 8, 9))
                return self.pair
            assert box is not None
            same = 1 if (same := value(box.hands[0].cards[0])) == 11 else same
            return same if self.rng.random() < 0.75 else choose((None, 1, 10, 2, 3))
        if self.theme == "blackjacks" and whom in ("first", "second"):
            if whom == "first" or box is None:
                return choose((1, 10))
            return 10 if value(box.hands[0].cards[0]) == 11 else 1
        if self.theme == "hards" and whom in ("first", "second", "split"):
            return choose((3, 4, 5, 6, 7))
        if self.theme in ("busts", "22") and whom in ("first", "second", "hit", "split"):
            return choose((10, 6, 6, 8) if whom != "hit" else (10, 10, 9, None))
        return None
