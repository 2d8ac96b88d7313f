"""The Super Wager: what the first five cards of a hand win (671a.6(d)). Odds stand in paytables.toml.

The list has no straight flush. It is no flush there, for its cards are in consecutive order, and no straight,
for they are of one suit: it wins as five cards of one color, and a royal flush as an ace-king-queen.
Whose hand it is, when it is declared and settled, is the round's affair.
"""

from typing import Final

from controller.games import pokerhands
from controller.games.pokerhands import name_of, strength_of
from controller.regulation.marks import clause
from drivers.cards import Card

FIVE_PICTURE_CARDS: Final = "five picture cards"
ACE_KING_QUEEN: Final = "ace-king-queen"
SAME_COLORED_FIVE: Final = "same colored five"

LINES: Final = (
    pokerhands.FOUR_OF_A_KIND,
    FIVE_PICTURE_CARDS,
    pokerhands.FULL_HOUSE,
    pokerhands.FLUSH,
    pokerhands.STRAIGHT,
    pokerhands.THREE_OF_A_KIND,
    ACE_KING_QUEEN,
    SAME_COLORED_FIVE,
)
"""What is paid, from the best down. In every edition an earlier line pays more."""

_RANKED: Final = frozenset(LINES)
_PICTURES: Final = frozenset("KQJ")
_ACE_KING_QUEEN: Final = frozenset("AKQ")
_COLORS: Final = (frozenset("DH"), frozenset("CS"))


@clause(
    "671a.6(d)",
    "671a.6(d)(1)",
    "671a.6(d)(2)",
    "671a.6(d)(3)",
    "671a.6(d)(4)",
    "671a.6(d)(5)",
    "671a.6(d)(6)",
    "671a.6(d)(7)",
    "671a.6(d)(8)",
)
def line_of(cards: tuple[Card, ...]) -> str:
    """The best of LINES that five known cards are, or "" where they win nothing. One line is paid: five
    pictures are paid as that though they are a full house or a three-of-a-kind too."""
    name = name_of(strength_of(cards))
    if name == pokerhands.FOUR_OF_A_KIND:
        return name
    ranks = {card[0] for card in cards}
    if ranks <= _PICTURES:
        return FIVE_PICTURE_CARDS
    if name in _RANKED:
        return name
    if ranks >= _ACE_KING_QUEEN:
        return ACE_KING_QUEEN
    suits = {card[1] for card in cards}
    return SAME_COLORED_FIVE if any(suits <= color for color in _COLORS) else ""
