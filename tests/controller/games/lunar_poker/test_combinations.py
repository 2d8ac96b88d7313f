"""Who qualifies, who is paid at once, and for which second combination a winning hand is paid."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.lunar_poker.combinations import (
    instant_of,
    is_straight_or_higher,
    qualifies,
    second_combination,
)
from controller.games.pokerhands import COMBINATIONS, rank_hand
from controller.regulation.marks import clause
from drivers.cards import DECK

Hand = tuple[str, ...]


def second(text: str) -> tuple[str, str]:
    """What a hand is, and its second combination."""
    cards = tuple(text.split())
    hand = rank_hand(cards)
    found = second_combination(hand, cards)
    return hand.name, found.name if found else ""


@clause("671a.11(f)(2)(ii)")
@pytest.mark.parametrize(
    ("hand", "name", "also"),
    [
        # an ace-king beside what wins, as in the clause's example
        ("AC AD KH 8S 9C", "pair", "ace-king"),
        ("9S 9D KC AH 5S", "pair", "ace-king"),
        ("KC KD AH 8S 9C", "pair", "ace-king"),
        ("AC AD AH KS QC", "three-of-a-kind", "ace-king"),
        ("7C 7D 7H KS AC", "three-of-a-kind", "ace-king"),
        ("AC AD QH QS KC", "two pairs", "ace-king"),
        ("KC KD KH KS AC", "four-of-a-kind", "ace-king"),
        # all of it lies inside what wins
        ("AS AD KC KH 5S", "two pairs", ""),
        ("AC AD AH KS KC", "full house", ""),
        ("AC KC QC JC 9C", "flush", ""),
        ("AC KD QH JS TC", "straight", ""),
        ("AC KD 8H 4S 2C", "ace-king", ""),
        ("9C 9D 8H 8S 2C", "two pairs", ""),
        ("9C 9D 9H 8S 2C", "three-of-a-kind", ""),
        ("9C 7D 5H 4S 2C", "nothing", ""),
        # a sixth card: the same kind again
        ("5S 6D 7S 8H 9D TD", "straight", "straight"),
        ("5S 6D 7S 8H 9D 9C", "straight", "straight"),
        ("2C 4C 6C 8C TC QC", "flush", "flush"),
        ("5C 6C 7C 8C 9C TC", "straight flush", "straight flush"),
        ("9C TC JC QC KC AC", "royal flush", "straight flush"),
        ("AC KD QH JS TC 9D", "straight", "straight"),
        ("AC AD AH KS KC KD", "full house", "full house"),
        # the highest that there is
        ("9C 9D 8H 8S 7C 7D", "two pairs", "two pairs"),
        ("7C 7D 7H 7S 8C 8D", "four-of-a-kind", "full house"),
        ("2C 4C 6C 8C TC TD", "flush", "pair"),
        ("5C 6C 7C 8C TC 9D", "flush", "straight"),
        ("2C 4C 6C KC TC AD", "flush", "ace-king"),
        ("5C 6C 7C 8C 9C TD", "straight flush", "straight"),
        ("AC AD KH KS 5C 5D", "two pairs", "two pairs"),
        ("AC KD QH JS TC KH", "straight", "straight"),
        ("7C 7D 7H KS AC 2C", "three-of-a-kind", "ace-king"),
        ("7C 7D 7H 7S 8C 9D", "four-of-a-kind", ""),
    ],
)
def test_second_combination(hand: str, name: str, also: str) -> None:
    assert second(hand) == (name, also)


@clause("671a.11(f)(2)(ii)")
def test_the_cards_of_the_second_combination_are_named() -> None:
    cards = ("AC", "AD", "KH", "8S", "9C")
    found = second_combination(rank_hand(cards), cards)
    assert found is not None
    assert found.cards in (("AC", "KH"), ("AD", "KH"))


CLOSE = (*(card for card in DECK if card[0] in "9TJQKA" and card[1] in "CD"), "AH", "KH", "9H", "AS")
"""Of these few cards nearly all hands are something, and many are two things."""
SIXES = st.sampled_from((DECK, CLOSE)).flatmap(st.permutations).map(lambda cards: tuple(cards[:6]))


def formed_by(cards: Hand) -> str:
    """What it takes all of two to five cards to form, by what a reader of the clause looks for; or ""."""
    places = sorted("23456789TJQKA".index(card[0]) for card in cards)
    times = sorted(Counter(places).values())
    if times == [1] * 5:
        in_a_row = places[4] - places[0] == 4 or places == [0, 1, 2, 3, 12]
        if len({card[1] for card in cards}) > 1:
            return "straight" if in_a_row else ""
        if not in_a_row:
            return "flush"
        return "royal flush" if places[0] == 8 else "straight flush"
    if times == [1, 1]:
        return "ace-king" if places == [11, 12] else ""
    alike = {(2,): "pair", (3,): "three-of-a-kind", (4,): "four-of-a-kind"}
    return {(2, 2): "two pairs", (2, 3): "full house", **alike}.get(tuple(times), "")


@clause("671a.11(f)(2)(ii)")
@given(SIXES, st.sampled_from((5, 6)))
def test_it_is_the_highest_that_has_a_card_of_its_own(cards: Hand, size: int) -> None:
    cards = cards[:size]
    hand = rank_hand(cards)
    winning = set(hand.formed_by)
    assert formed_by(hand.formed_by) == hand.name or (hand.name, winning) == ("nothing", set())
    found = second_combination(hand, cards)
    if found:
        assert formed_by(found.cards) == found.name
        assert set(found.cards) <= set(cards)
        assert not set(found.cards) <= winning
    others = (some for n in range(2, 6) for some in combinations(cards, n) if not set(some) <= winning)
    names = {formed_by(some) for some in others} - {""}
    assert (found.name if found else None) == max(names, key=COMBINATIONS.index, default=None)


@clause("671a.11(f)(2)(ii)")
@given(SIXES)
def test_five_cards_have_no_second_combination_but_an_ace_king(cards: Hand) -> None:
    found = second_combination(rank_hand(cards[:5]), cards[:5])
    assert found is None or found.name == "ace-king"


@clause("671a.11(f)(1)", "671a.11(f)(2)")
@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("AC QD JH TS 9C", False),
        ("KC QD JH TS 8C", False),
        ("AC KD 4H 3S 2C", True),
        ("2C 2D 3H 4S 5C", True),
    ],
)
def test_the_dealer_qualifies_with_an_ace_king_or_better(hand: str, plays: bool) -> None:
    assert qualifies(rank_hand(tuple(hand.split()))) is plays


@clause("671a.11(c)(3)", "671a.12(a)")
@pytest.mark.parametrize(
    ("hand", "instant"),
    [
        ("TC JC QC KC AC", "royal flush"),
        ("AC 2C 3C 4C 5C", "straight flush"),
        ("9C TC JC QC KC AC", "straight flush"),  # the first five cards count
        ("TC JC QC KC 9D 9C", ""),
        ("2C 2D 2H 2S AC", ""),
    ],
)
def test_instant_payout(hand: str, instant: str) -> None:
    assert instant_of(tuple(hand.split())) == instant


@clause("671a.12(c)")
@pytest.mark.parametrize(
    ("hand", "higher"),
    [
        ("AC AD AH KS QC", False),
        ("AC 2D 3H 4S 5C", True),
        ("2C 4C 6C 8C TC", True),
        ("AC KD 4H 3S 2C", False),
    ],
)
def test_a_straight_or_higher(hand: str, higher: bool) -> None:
    assert is_straight_or_higher(rank_hand(tuple(hand.split()))) is higher
