"""The combinations of a hand: whether the dealer qualifies, whether there is an instant payout, and the
second combination for which a winning hand is paid beside its first (671a.11(f)(2)(ii)).

Pure questions about cards. When they are asked, and what is paid, is the round's affair.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct

from controller.games.pokerhands import (
    ACE_KING,
    FORMED_BY,
    FOUR_OF_A_KIND,
    HEIGHT,
    NOTHING,
    PAIR,
    PLACE,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    Ranked,
    name_of,
    rank_hand,
    strength_of,
)
from controller.regulation.marks import clause
from drivers.cards import Card

INSTANT: Final = (ROYAL_FLUSH, STRAIGHT_FLUSH)
"""What is paid at once, where the first five cards of a player are it."""


@clause("671a.11(f)(1)", "671a.11(f)(2)")
def qualifies(hand: Ranked) -> bool:
    """Whether the dealer plays with this hand: an ace-king or higher."""
    return hand.name != NOTHING


@clause("671a.12(c)")
def is_straight_or_higher(hand: Ranked) -> bool:
    """Whether it is a hand that later editions pay more on its Ante where the dealer does not qualify."""
    return HEIGHT[hand.name] >= HEIGHT[STRAIGHT]


@clause("671a.11(c)(3)", "671a.12(a)")
def instant_of(cards: tuple[Card, ...]) -> str:
    """Which of INSTANT the first five cards of a player are, or ""."""
    name = rank_hand(cards[:5]).name
    return name if name in INSTANT else ""


# ---- the second combination -----------------------------------------------------------------------


class Combination(Struct, frozen=True, gc=False):
    """A combination and the cards that form it, and no other: the two cards of a pair."""

    name: str
    cards: tuple[Card, ...]


_OF_A_KIND: Final = {
    (2,): PAIR,
    (3,): THREE_OF_A_KIND,
    (4,): FOUR_OF_A_KIND,
    (2, 2): TWO_PAIRS,
}
"""What two to four cards form, by how often their ranks are there; an ace-king is told by its ranks."""


@clause("671a.11(f)(2)(ii)")
def second_combination(hand: Ranked, cards: tuple[Card, ...]) -> Combination | None:
    """The highest combination in a hand's five or six `cards` of which a card does not belong to the winning
    combination, `hand.formed_by`; None where there is none.

    It may be of the winning one's kind (a second straight), and need not beat the dealer. The cards beside a
    combination are not part of it: an ace and a king beside two pairs are a second combination; with two aces
    and two kings as the two pairs they are not.
    """
    winning = frozenset(hand.formed_by)
    found = [one for one in _combinations_in(cards) if not winning.issuperset(one.cards)]
    return max(found, key=_height, default=None)


def _combinations_in(cards: tuple[Card, ...]) -> Iterator[Combination]:
    for size in range(2, 6):
        for some in combinations(cards, size):
            name = _formed_by(some)
            if name != NOTHING:
                yield Combination(name, some)


def _formed_by(cards: tuple[Card, ...]) -> str:
    """The combination that takes all of these cards to form, or NOTHING."""
    if len(cards) == 5:
        name = name_of(strength_of(cards))
        return name if FORMED_BY[name] == 5 else NOTHING
    ranks = Counter(card[0] for card in cards)
    if ranks == {"A": 1, "K": 1}:
        return ACE_KING
    return _OF_A_KIND.get(tuple(sorted(ranks.values())), NOTHING)


def _height(combination: Combination) -> tuple[int, tuple[int, ...]]:
    """By what it is compared with others: its kind, then its ranks."""
    cards = combination.cards
    if len(cards) == 5:
        return HEIGHT[combination.name], (strength_of(cards),)
    return HEIGHT[combination.name], tuple(sorted((PLACE[card[0]] for card in cards), reverse=True))
