"""How a deal goes on after cards were laid elsewhere than they were drawn for, 672a.7(e), 672a.12(e), (g).

Orders are written as digits for boxes, from 1, and D for the dealer; U and H are the dealer's own first card,
face up, and the hole card.
"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.games.twentyone.hands import plan_of
from controller.games.twentyone.misdeals import laid, progress_of, rest_of
from controller.regulation.marks import clause
from controller.table.state import DEALER, DealStep
from drivers.messages import DOWN


def order_of(text: str) -> tuple[int, ...]:
    return tuple(DEALER if mark == "D" else int(mark) - 1 for mark in text)


def written(steps: tuple[DealStep, ...]) -> str:
    own = {DOWN: "H"}
    return "".join(own.get(step.face, "U") if step.to == DEALER else str(step.to + 1) for step in steps)


def steps_of(order: str, hands: int) -> str:
    return written(rest_of(hands, order_of(order)))


@clause("672a.12(e)", "672a.7(e)")
@pytest.mark.parametrize("hands", [1, 2, 3, 6])
def test_a_deal_in_its_order_goes_on_in_its_order(hands: int) -> None:
    plan = plan_of(hands, 0)
    order = tuple(step.to for step in plan)
    for done in range(1, len(plan) + 1):
        assert laid(order[:done]) + rest_of(hands, order[:done]) == plan, written(plan[:done])
        assert not progress_of(order[:done]).missed


@clause("672a.12(e)")
@pytest.mark.parametrize(
    ("order", "hands", "rest"),
    [
        ("121", 2, "2UH"),
        ("1212", 2, "UH"),
        ("1212D", 2, "H"),
        ("121D", 2, "2H"),
        ("1231", 3, "23UH"),
        ("11", 1, "UH"),
        ("11D", 1, "H"),
        ("131", 3, "23UH"),
    ],
)
def test_the_dealer_who_missed_the_own_card_takes_it_behind_the_players(
    order: str, hands: int, rest: str
) -> None:
    assert steps_of(order, hands) == rest


@clause("672a.12(e)")
@pytest.mark.parametrize(
    ("order", "missed"), [("12D1", False), ("121", True), ("1212DD", True), ("13D1", False)]
)
def test_it_was_missed_when_second_cards_came_before_it(order: str, missed: bool) -> None:
    assert progress_of(order_of(order)).missed is missed


@clause("672a.12(g)")
@pytest.mark.parametrize(
    ("order", "hands", "rest"),
    [
        ("13", 3, "U123H"),  # skipped in the first pass
        ("13D", 3, "123H"),
        ("13D1", 3, "23H"),
        ("1D", 2, "12H"),
        ("23D", 3, "123H"),
        ("123D13", 3, "H"),  # in the second
        ("123D13D", 3, ""),
        ("123D2", 3, "3H"),
        ("13D13", 3, "H"),  # in both
        ("13D13D", 3, ""),
        ("13D", 4, "1234H"),  # the last one
        ("123D12D", 3, ""),
    ],
)
def test_who_was_passed_over_is_not_dealt_to_in_between(order: str, hands: int, rest: str) -> None:
    assert steps_of(order, hands) == rest


@clause("672a.7(e)", "672a.12(e)")
@pytest.mark.parametrize(
    ("order", "hands", "rest"),
    [
        ("11", 2, "2U2H"),  # two cards to one box in the first pass
        ("122", 3, "3U13H"),
        ("D", 2, "1212H"),  # the dealer's own first of all
        ("D1", 2, "212H"),
        ("12DD", 2, "12"),  # the hole card before the players' second cards
        ("12DD1", 2, "2"),
        ("13DD", 3, "13"),  # 672a.12(g): who has no card by then gets none
        ("DD", 2, "1212"),
    ],
)
def test_what_came_too_early_is_not_dealt_again(order: str, hands: int, rest: str) -> None:
    assert steps_of(order, hands) == rest


@st.composite
def misdeals(draw: st.DrawFn) -> tuple[int, tuple[int, ...]]:
    """Some boxes, and an order of cards in which nobody has more than two."""
    hands = draw(st.integers(1, 6))
    pool = [at for at in (*range(hands), DEALER) for _ in range(2)]
    order = draw(st.permutations(pool))
    return hands, tuple(order[: draw(st.integers(1, len(order)))])


@clause("672a.12(e)", "672a.12(g)")
@given(misdeals())
def test_nobody_gets_a_third_card_and_the_dealer_has_two_in_the_end(
    deal: tuple[int, tuple[int, ...]],
) -> None:
    hands, order = deal
    rest = rest_of(hands, order)
    ends = [*order, *(step.to for step in rest)]
    assert all(ends.count(at) <= 2 for at in range(hands))
    assert ends.count(DEALER) == 2
    dealer = [step.face for step in laid(order) + rest if step.to == DEALER]
    assert dealer == ["u", "d"], "one up, then one face down"
    if order.count(DEALER) < 2:
        assert rest[-1] == DealStep(DEALER, DOWN), "the hole card is the last of the deal"


@clause("672a.12(e)", "672a.12(g)")
@given(misdeals())
def test_a_corrected_deal_goes_on_without_a_turn_back(deal: tuple[int, tuple[int, ...]]) -> None:
    """Told once more after each further card that is dealt as planned, the plan stays what it was. Where
    the dealer's own card came first of all, the two passes cannot be told apart."""
    hands, order = deal
    assume(order[0] != DEALER)
    rest = rest_of(hands, order)
    for done in range(1, len(rest) + 1):
        further = (*order, *(step.to for step in rest[:done]))
        assert rest_of(hands, further) == rest[done:]
