"""Decks: complete, unbiased, and repeatable only where that was asked for."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from drivers.cards import DECK
from drivers.simulated.decks import COVER, a_shoe, shuffled, with_cover_card


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_every_card_is_there_once_a_deck(decks: int) -> None:
    assert Counter(shuffled(decks)) == dict.fromkeys(DECK, decks)


def test_no_card_prefers_a_place() -> None:
    """Chi-square over place by card of one deck, 51 * 51 degrees of freedom.

    The bound is ten standard deviations above the mean: chance alone does not reach it, while the
    usual faulty shuffles (swapping with any place, leaving the last card) exceed it many times.
    """
    rounds = 5200
    counts: Counter[tuple[int, str]] = Counter()
    for _ in range(rounds):
        counts.update(enumerate(shuffled(1)))
    expected = rounds / 52
    chi_square = sum((counts[place, card] - expected) ** 2 / expected for place in range(52) for card in DECK)
    degrees = 51 * 51
    assert chi_square < degrees + 10 * (2 * degrees) ** 0.5


def test_neighbours_are_not_kept() -> None:
    """How often two cards that were neighbours still are: once in 52 pairs, on the average about one."""
    rounds = 2000
    kept = 0
    for _ in range(rounds):
        cards = shuffled(1)
        place = {card: index for index, card in enumerate(cards)}
        kept += sum(place[second] == place[first] + 1 for first, second in pairwise(DECK))
    assert 0.75 < kept / rounds < 1.25


def test_a_seed_repeats_a_shoe_and_nothing_else_does() -> None:
    assert a_shoe(6, 52, seed=5) == a_shoe(6, 52, seed=5)
    assert a_shoe(6, 52, seed=5) != a_shoe(6, 52, seed=6)
    assert a_shoe(6, 52) != a_shoe(6, 52)
    assert shuffled(1, random.Random(5)) == shuffled(1, random.Random(5))


@pytest.mark.parametrize("behind", [0, 1, 52, 104])
def test_the_cover_card_has_so_many_behind_it(behind: int) -> None:
    cards = with_cover_card(shuffled(2), behind)
    assert len(cards) == 105
    assert len(cards) - 1 - cards.index(COVER) == behind


def test_places_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="no place"):
        with_cover_card(["AS"], 2)
    with pytest.raises(ValueError, match="no place"):
        with_cover_card(["AS", COVER], 1)
    with pytest.raises(ValueError, match="at least one"):
        shuffled(0)
