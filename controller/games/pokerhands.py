"""Ranking poker hands, for the games that have them: what five cards are, and which of two hands is higher.

What five cards are is decided once for each of the 6,175 ways to have five ranks, suited and not; a hand is
then looked up by its ranks. Which wagers a hand wins, and what may be done with it, is each game's affair.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Final

from msgspec import Struct

from controller.regulation.marks import clause
from drivers.cards import RANKS, SUITS, Card

NOTHING: Final = "nothing"
ACE_KING: Final = "ace-king"
PAIR: Final = "pair"
TWO_PAIRS: Final = "two pairs"
THREE_OF_A_KIND: Final = "three-of-a-kind"
STRAIGHT: Final = "straight"
FLUSH: Final = "flush"
FULL_HOUSE: Final = "full house"
FOUR_OF_A_KIND: Final = "four-of-a-kind"
STRAIGHT_FLUSH: Final = "straight flush"
ROYAL_FLUSH: Final = "royal flush"

COMBINATIONS: Final = (
    NOTHING,
    ACE_KING,
    PAIR,
    TWO_PAIRS,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
)
"""What five cards can be, from the lowest to the highest."""
HEIGHT: Final = {name: at for at, name in enumerate(COMBINATIONS)}
"""Where a combination stands among them."""

FORMED_BY: Final = {
    NOTHING: 0,
    ACE_KING: 2,
    PAIR: 2,
    TWO_PAIRS: 4,
    THREE_OF_A_KIND: 3,
    STRAIGHT: 5,
    FLUSH: 5,
    FULL_HOUSE: 5,
    FOUR_OF_A_KIND: 4,
    STRAIGHT_FLUSH: 5,
    ROYAL_FLUSH: 5,
}
"""How many cards form a combination."""

PLACE: Final = {rank: at for at, rank in enumerate(RANKS, start=2)}
"""What a rank is worth in a comparison: 2 to 14, the ace highest."""
_WHEEL: Final = (14, 5, 4, 3, 2)
"""The one straight in which the ace is low; it is the lowest."""


class Ranked(Struct, frozen=True, gc=False):
    """What a hand is. name: one of COMBINATIONS. strength: the higher, the better; equal in a tie, and
    comparable between all hands. cards: the five that make the hand. formed_by: those of them that form the
    combination: two of a pair, none of nothing."""

    name: str
    strength: int
    cards: tuple[Card, ...]
    formed_by: tuple[Card, ...]


# ---- what five ranks are --------------------------------------------------------------------------


@clause("topic:poker-hands")
def _judge(places: tuple[int, ...], suited: bool) -> tuple[str, tuple[int, ...]]:
    """What five places are, and by what they are compared with others of that name, first things first.

    places: five, 2 to 14. Those that come more often stand before the others: so the combination decides
    before the cards beside it, 6-6-2 against 5-5-A (671a.6(b)(9) before 671a.6(c)).
    """
    count = Counter(places)
    order = tuple(sorted(count, key=lambda place: (count[place], place), reverse=True))
    match tuple(count[place] for place in order):
        case (4, 1):
            return FOUR_OF_A_KIND, order
        case (3, 2):
            return FULL_HOUSE, order
        case (3, 1, 1):
            return THREE_OF_A_KIND, order
        case (2, 2, 1):
            return TWO_PAIRS, order
        case (2, 1, 1, 1):
            return PAIR, order
        case _:
            return _judge_five_ranks(order, suited)


@clause("topic:card-ranks", "topic:compare-poker-hands")
def _judge_five_ranks(order: tuple[int, ...], suited: bool) -> tuple[str, tuple[int, ...]]:
    """The same of five different places, from the highest. An ace stands below a 2 in A-2-3-4-5 alone."""
    is_wheel = order == _WHEEL
    if is_wheel or order[0] - order[4] == 4:
        top = (5,) if is_wheel else order[:1]
        if suited:
            return (ROYAL_FLUSH, top) if top == (14,) else (STRAIGHT_FLUSH, top)
        return STRAIGHT, top
    if suited:
        return FLUSH, order
    return (ACE_KING if order[:2] == (14, 13) else NOTHING), order


def _strength(name: str, order: tuple[int, ...]) -> int:
    """A combination and what it is compared by, as one number: four bits each, the combination first."""
    strength = HEIGHT[name]
    for place in (*order, 0, 0, 0, 0, 0)[:5]:
        strength = strength << 4 | place
    return strength


_WEIGHT: Final = {rank + suit: 5**at for at, rank in enumerate(RANKS) for suit in SUITS}
"""Five cards of one sum have the same ranks: no rank is there five times."""


def _table() -> dict[int, tuple[int, int]]:
    """The strength of each five ranks, unsuited and suited. Suited is meant where all ranks differ."""
    found = {}
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(Counter(ranks).values()) < 5:
            places = tuple(PLACE[rank] for rank in ranks)
            weight = sum(_WEIGHT[rank + "C"] for rank in ranks)
            found[weight] = (_strength(*_judge(places, False)), _strength(*_judge(places, True)))
    return found


_STRENGTHS: Final = _table()


def strength_of(cards: tuple[Card, ...]) -> int:
    """The strength of five different known cards, in any order; see Ranked."""
    one, two, three, four, five = cards
    unsuited, suited = _STRENGTHS[
        _WEIGHT[one] + _WEIGHT[two] + _WEIGHT[three] + _WEIGHT[four] + _WEIGHT[five]
    ]
    return suited if one[1] == two[1] == three[1] == four[1] == five[1] else unsuited


def name_of(strength: int) -> str:
    """The combination that a hand of this strength is."""
    return COMBINATIONS[strength >> 20]


# ---- hands ----------------------------------------------------------------------------------------


@clause("topic:best-five")
def rank_hand(cards: tuple[Card, ...]) -> Ranked:
    """What the best five of five or more different known cards are. Of fives that are equally good it is
    one, always the same for cards in this order. The five are given from the highest, those that form the
    combination first."""
    five = max(combinations(cards, 5), key=strength_of)
    strength = strength_of(five)
    name = name_of(strength)
    count = Counter(card[0] for card in five)
    ordered = tuple(sorted(five, key=lambda card: (count[card[0]], PLACE[card[0]]), reverse=True))
    if name in (STRAIGHT, STRAIGHT_FLUSH) and ordered[1][0] == "5":
        ordered = (*ordered[1:], ordered[0])  # there the ace is the lowest
    return Ranked(name, strength, ordered, ordered[: FORMED_BY[name]])
