"""Surrender (633a.9): the first decision about the first two cards; half at once, or at the reveal."""

import pytest

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.state import DEALER
from tests.controller.games.blackjack.playing import dealt, row


@clause("633a.9(a)", "633a.9(a)(1)")
def test_against_a_low_card_half_is_collected_at_once() -> None:
    table = dealt("2C TS TD 7H 6D 8C TC 5S", 1000, 1000)
    table.play(1, "surrender")
    assert table.rows() == [row(1, "blackjack", "surrender", 0, 500, 500)]
    assert table.prompt() == "decide"


@clause("633a.9(a)(2)")
@pytest.mark.parametrize("up", ["KH", "AH"])
def test_against_an_ace_or_ten_it_is_settled_at_the_reveal(up: str) -> None:
    table = dealt(f"2C TS TD {up} 6D 8C 7C 5S", 1000, 1000)
    if table.table.phase == "Insurance":
        table.close_insurance()
    table.play(1, "surrender")
    assert table.rows() == []
    table.play(2, "stand")
    assert row(1, "blackjack", "surrender", 0, 500, 500) in table.rows()
    assert "633a.9(a)(2)" in table.clauses()


@clause("633a.9(b)")
def test_insurance_is_settled_by_itself() -> None:
    table = dealt("2C TS AH 6D 7C", 1000)
    table.place(1, ("insurance", 500))
    table.close_insurance()
    table.play(1, "surrender")
    assert table.rows() == [
        row(1, "insurance", "lose", 0, 0, 500),
        row(1, "blackjack", "surrender", 0, 500, 500),
    ]


@clause("633a.7(n)", "633a.9(a)")
def test_the_dealer_draws_for_nobody_who_surrendered() -> None:
    table = dealt("2C TS 7H 6D 8C 5S", 1000)
    table.play(1, "surrender")
    assert table.rows() == [row(1, "blackjack", "surrender", 0, 500, 500)]
    assert table.shoe.last == 5, "no card was drawn to the dealer's 15"


@clause("633a.9(a)")
@pytest.mark.parametrize("first", ["hit", "split", "double"])
def test_after_any_other_decision_it_is_too_late(first: str) -> None:
    table = dealt("2C 8S 7H 8D TC 2H 3H 4H 5H", 1000)
    table.play(1, first)
    refused = table.play(1, "surrender").refused
    assert refused is not None
    if first != "double":
        assert refused.clause == "633a.9(a)"


@clause("633a.9(a)")
def test_an_odd_cent_stays_with_the_house() -> None:
    table = dealt("2C TS 7H 6D 8C 5S", 1001, smallest_chip=1)
    table.play(1, "surrender")
    assert table.rows() == [row(1, "blackjack", "surrender", 0, 500, 501)]


@clause("633a.9(a)(2)")
def test_at_the_reveal_it_is_settled_before_the_dealer_draws() -> None:
    """The other player's 18 loses and is collected last, though losing wagers are collected first."""
    table = dealt("2C TS TD KH 6D 8C 6C 5S", 1000, 1000)
    table.play(1, "surrender")
    table.play(2, "stand")
    assert table.rows() == [
        row(1, "blackjack", "surrender", 0, 500, 500),
        row(1, "blackjack", "lose", 0, 0, 1000, box=2),
    ]
    events = [event for _, ruling in table.log for event in ruling.events]
    given_up = next(at for at, event in enumerate(events) if isinstance(event, ev.Settled))
    drawn = [at for at, event in enumerate(events) if isinstance(event, ev.CardDealt) and event.to == DEALER]
    assert drawn[-2] < given_up < drawn[-1]
