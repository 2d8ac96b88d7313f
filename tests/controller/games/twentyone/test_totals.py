"""What cards count: 672a.3(d), against the definition by brute force."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.twentyone.hands import NEXT, is_pair, points, take
from controller.regulation.marks import clause
from controller.table.state import Hand
from drivers.cards import RANKS, SEALED, UNREAD

FACE = {**{str(pips): pips for pips in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def by_definition(ranks: str) -> tuple[int, bool]:
    """The count and whether it is soft: every ace tried as 11 and as 1, the best that is not above 21."""
    hard = sum(FACE.get(rank, 0) for rank in ranks)
    aces = ranks.count("A")
    counts = [hard + 11 * high + (aces - high) for high in range(aces + 1)]
    fit = [count for count in counts if count <= 21]
    best = max(fit) if fit else min(counts)
    return best, best != hard + aces


def hand_of(ranks: str) -> Hand:
    hand = Hand(1)
    for draw, rank in enumerate(ranks, 1):
        hand = take(hand, draw, rank + "C")
    return hand


@clause("672a.3(d)(1)", "672a.3(d)(2)")
@pytest.mark.parametrize(
    ("rank", "counts"),
    [*((str(pips), pips) for pips in range(2, 10)), ("T", 10), ("J", 10), ("Q", 10), ("K", 10)],
)
def test_a_card_counts_its_number_and_a_picture_ten(rank: str, counts: int) -> None:
    assert points((rank + "H",)) == counts


@clause("672a.3(d)(3)")
@pytest.mark.parametrize("aces", range(1, 22))
def test_up_to_21_aces(aces: int) -> None:
    # 1 ace 11, 2 aces 12, …, 11 aces 21; from 12 aces on all count 1.
    expected = 10 + aces if aces <= 11 else aces
    assert points(("AS",) * aces) == expected == by_definition("A" * aces)[0]


@clause("672a.3(d)(3)", "672a.1(soft-total)", "672a.1(hard-total)")
def test_every_hand_of_up_to_five_cards_against_the_definition() -> None:
    for size in range(1, 6):
        for ranks in product("23456789TA", repeat=size):
            text = "".join(ranks)
            if by_definition(text[:-1])[0] <= 21:  # nobody draws to a hand above 21
                hand = hand_of(text)
                assert (hand.total, hand.soft) == by_definition(text), text


@clause("672a.3(d)(3)")
@given(st.text("AA23T", min_size=1, max_size=21).filter(lambda ranks: by_definition(ranks)[0] <= 21))
def test_the_order_of_cards_does_not_matter(ranks: str) -> None:
    total = points(tuple(rank + "D" for rank in ranks))
    assert total == by_definition(ranks)[0]
    assert points(tuple(rank + "D" for rank in reversed(ranks))) == total


def test_the_table_of_counts_covers_all_that_can_be_reached() -> None:
    assert set(NEXT) == set(RANKS)
    # A hand that its player holds takes cards up to 19 and one more by what lies face up, and 20 face down.
    assert all(len(row) > 2 * (19 + 11 + 20) + 1 for row in NEXT.values())


@pytest.mark.parametrize("card", [SEALED, UNREAD])
def test_a_card_without_a_face_counts_nothing(card: str) -> None:
    hand = take(hand_of("9"), 2, card)
    assert (hand.total, hand.cards, hand.draws) == (9, ("9C", card), (1, 2))


@clause("672a.10(a)")
@pytest.mark.parametrize(
    ("ranks", "pair"), [("KT", True), ("JQ", True), ("77", True), ("AA", True), ("98", False)]
)
def test_a_pair_is_two_cards_of_one_value(ranks: str, pair: bool) -> None:
    assert is_pair(hand_of(ranks)) is pair


def test_three_cards_are_no_pair() -> None:
    assert not is_pair(hand_of("222"))
