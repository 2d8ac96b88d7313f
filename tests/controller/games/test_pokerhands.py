"""Poker hands: each kind, each comparison, and all 2,598,960 hands against a second judge, written apart.

The second judge shares nothing with the product: it lists what it knows of straights, counts ranks one by one
and compares tuples. How many hands of each kind there are is known besides, in closed form.
"""

import random
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.pokerhands import COMBINATIONS, FORMED_BY, name_of, rank_hand, strength_of
from controller.regulation.marks import clause
from drivers.cards import DECK, Card

Hand = tuple[Card, ...]

FIVES = st.permutations(DECK).map(lambda cards: tuple(cards[:5]))
SIXES = st.permutations(DECK).map(lambda cards: tuple(cards[:6]))


def cards(text: str) -> Hand:
    return tuple(text.split())


def strength(text: str) -> int:
    return strength_of(cards(text))


# ---- each kind ----------------------------------------------------------------------------------------

LADDER = (
    "7C 5D 4H 3S 2C",
    "KC QD JH TS 8C",
    "AC QD JH TS 9C",
    "AC KD 4H 3S 2C",
    "AC KD QH JS 9C",
    "2C 2D 3H 4S 5C",
    "2C 2D AH KS QC",
    "5C 5D AH KS QC",
    "6C 6D 2H 3S 4C",
    "AC AD KH QS JC",
    "3C 3D 2H 2S 4C",
    "3C 3D 2H 2S AC",
    "KC KD QH QS AC",
    "AC AD 2H 2S 3C",
    "AC AD KH KS 2C",
    "2C 2D 2H 3S 4C",
    "AC AD AH KS QC",
    "AC 2D 3H 4S 5C",
    "2C 3D 4H 5S 6C",
    "TC JD QH KS AC",
    "2C 3C 4C 5C 7C",
    "AC KC QC JC 9C",
    "2C 2D 2H 3S 3C",
    "2C 2D 2H AS AC",
    "3C 3D 3H 2S 2C",
    "AC AD AH KS KC",
    "2C 2D 2H 2S 3C",
    "AC AD AH AS KC",
    "AC 2C 3C 4C 5C",
    "2C 3C 4C 5C 6C",
    "9C TC JC QC KC",
    "TC JC QC KC AC",
)
"""From the lowest hand of all to the highest, each kind by the lowest and the highest of it."""


@clause("671a.6(a)", "671a.6(b)", "671a.6(c)")
def test_hands_stand_in_this_order() -> None:
    strengths = [strength(hand) for hand in LADDER]
    assert strengths == sorted(set(strengths))
    assert strengths[0] == min(map(strength_of, combinations(DECK[:26], 5)))


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("royal flush", ("TC JC QC KC AC", "AH TH QH JH KH")),
        ("straight flush", ("9C TC JC QC KC", "AC 2C 3C 4C 5C")),
        ("four-of-a-kind", ("AC AD AH AS KC", "2C 2D 2H 2S 3C")),
        ("full house", ("AC AD AH KS KC", "2C 2D 2H 3S 3C")),
        ("flush", ("AC KC QC JC 9C", "2C 3C 4C 5C 7C", "KC AC 2C 3C 4C")),
        ("straight", ("AC KD QC JC TC", "AC 2D 3C 4C 5C")),
        ("three-of-a-kind", ("AC AD AH KS QC", "2C 2D 2H 3S 4C")),
        ("two pairs", ("AC AD KH KS QC", "3C 3D 2H 2S 4C")),
        ("pair", ("AC AD KH QS JC", "2C 2D 3H 4S 5C")),
        ("ace-king", ("AC KD QH JS 9C", "AC KD 2H 3S 4C")),
        ("nothing", ("AC QD JH TS 9C", "7C 5D 4H 3S 2C")),
    ],
)
@clause(
    "671a.6(b)(1)",
    "671a.6(b)(2)",
    "671a.6(b)(3)",
    "671a.6(b)(4)",
    "671a.6(b)(5)",
    "671a.6(b)(6)",
    "671a.6(b)(7)",
    "671a.6(b)(8)",
    "671a.6(b)(9)",
    "671a.6(b)(10)",
)
def test_each_kind(name: str, hands: tuple[str, ...]) -> None:
    for hand in hands:
        assert rank_hand(cards(hand)).name == name == name_of(strength(hand))


@clause("671a.6(a)")
@pytest.mark.parametrize("hand", ["KC AD 2H 3S 4C", "QC KD AH 2S 3C", "JC QD KH AS 2C"])
def test_a_straight_goes_round_no_corner(hand: str) -> None:
    assert rank_hand(cards(hand)).name in ("ace-king", "nothing")


@clause("671a.6(b)(9)", "671a.6(c)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("6C 6D 2H 3S 4C", "5C 5D AH KS QC"),
        ("5C 5D AH 3S 2C", "5H 5S KH QS JC"),
        ("KC KD 2H 2S 3C", "QC QD JH JS AC"),
        ("KC KD 3H 3S 2C", "KH KS 2H 2D AC"),
        ("3C 3D 3H 2S 2C", "2C 2D 2H AS AC"),
        ("AC KD QH 3S 2C", "AD KC JH TS 9C"),
        ("AC KC QC 4C 2C", "AD KD QD 3D 2D"),
    ],
)
def test_what_forms_a_hand_is_compared_first_then_the_highest_card(higher: str, lower: str) -> None:
    assert strength(higher) > strength(lower)


# ---- every hand ---------------------------------------------------------------------------------------

ORDER = "23456789TJQKA"
STRAIGHTS = {frozenset(ORDER[at : at + 5]): at + 5 for at in range(9)} | {frozenset("A2345"): 4}


def judged_apart(hand: Hand) -> tuple[int, ...]:
    """A hand as a tuple that compares as hands do: where its kind stands in COMBINATIONS, then the rest."""
    ranks = sorted((ORDER.index(card[0]) for card in hand), reverse=True)
    differing = set(ranks)
    if len(differing) == 5:
        flush = len({card[1] for card in hand}) == 1
        top = STRAIGHTS.get(frozenset(card[0] for card in hand))
        if top:
            return ((10 if top == 13 else 9) if flush else 5, top)
        if flush:
            return (6, *ranks)
        return (1 if ranks[:2] == [12, 11] else 0, *ranks)
    groups = [[rank for rank in differing if ranks.count(rank) == times] for times in (4, 3, 2, 1)]
    fours, threes, twos, ones = (sorted(group, reverse=True) for group in groups)
    if fours:
        kind = 8
    elif threes:
        kind = 7 if twos else 4
    else:
        kind = len(twos) + 1
    return (kind, *fours, *threes, *twos, *ones)


COUNTS = {
    "royal flush": 4,
    "straight flush": 4 * 9,
    "four-of-a-kind": 13 * 48,
    "full house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": 4 * (comb(13, 5) - 10),
    "straight": 10 * (4**5 - 4),
    "three-of-a-kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
    "two pairs": comb(13, 2) * comb(4, 2) ** 2 * 44,
    "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
    "ace-king": (comb(11, 3) - 1) * (4**5 - 4),
    "nothing": (comb(13, 5) - 10 - comb(11, 3) + 1) * (4**5 - 4),
}
"""Ten straights; of 165 ways to have three ranks beside an ace and a king, one is a straight."""


@clause("671a.6(a)", "671a.6(b)", "671a.6(c)")
def test_all_hands_against_the_second_judge() -> None:
    """Each hand that there is. Two hands are higher, lower or tied for one judge as they are for the other:
    their strengths go one to one, and in the same order."""
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for hand in combinations(DECK, 5):
        both = strength_of(hand), judged_apart(hand)
        found[both] = found.get(both, 0) + 1
    pairs = sorted(found)
    assert len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) == len(pairs) == 7462
    assert [theirs for _, theirs in pairs] == sorted(theirs for _, theirs in pairs)
    assert all(name_of(ours) == COMBINATIONS[theirs[0]] for ours, theirs in pairs)
    counted = dict.fromkeys(COMBINATIONS, 0)
    for (ours, _), hands in found.items():
        counted[name_of(ours)] += hands
    assert counted == COUNTS
    assert sum(counted.values()) == comb(52, 5) == 2_598_960


# ---- properties ---------------------------------------------------------------------------------------


@clause("671a.6(a)")
@given(FIVES, st.permutations("CDHS"), st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_suits_count(hand: Hand, suits: list[str], chance: random.Random) -> None:
    renamed = [card[0] + suits["CDHS".index(card[1])] for card in hand]
    chance.shuffle(renamed)
    assert strength_of(tuple(renamed)) == strength_of(hand)


@clause("671a.11(d)(2)")
@given(SIXES)
def test_of_six_cards_the_best_five_count(six: Hand) -> None:
    best = rank_hand(six)
    assert best.strength == strength_of(best.cards) == max(map(strength_of, combinations(six, 5)))
    assert set(best.cards) <= set(six)
    assert len(set(best.cards)) == 5


@given(SIXES)
def test_what_forms_the_combination_stands_first(six: Hand) -> None:
    best = rank_hand(six)
    assert best.formed_by == best.cards[: FORMED_BY[best.name]]
    ranks = "".join(card[0] for card in best.formed_by)
    kinds = sorted(ranks.count(rank) for rank in set(ranks))
    expected = {
        "nothing": [],
        "ace-king": [1, 1],
        "pair": [2],
        "two pairs": [2, 2],
        "three-of-a-kind": [3],
        "full house": [2, 3],
        "four-of-a-kind": [4],
    }
    assert kinds == expected.get(best.name, [1] * 5)
    assert best.name != "ace-king" or ranks == "AK"


def test_six_cards_by_hand() -> None:
    assert rank_hand(cards("9D 5S 8H 6D TD 7S")).cards == cards("TD 9D 8H 7S 6D")
    assert rank_hand(cards("5D AS 4H 3D KD 2S")).cards == cards("5D 4H 3D 2S AS")
    assert rank_hand(cards("9D 9S 8H 8D 7D 7S")).formed_by == cards("9D 9S 8H 8D")
    assert rank_hand(cards("AC AD AH KS KC KD")).name == "full house"
    assert rank_hand(cards("2C 4C 6C 8C TC QC")).cards == cards("QC TC 8C 6C 4C")
