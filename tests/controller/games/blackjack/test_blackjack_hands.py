"""A player's Blackjack (633a.7(h), (i)): paid at once against a 2 to 9, after the reveal against an ace or
ten."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from tests.controller.games.blackjack.playing import dealt, row

TEN_DOLLARS = 1000


@clause("633a.7(i)(1)(i)", "633a.13(a)")
@pytest.mark.parametrize("up", ["2", "5", "9"])
def test_against_a_low_card_it_is_paid_three_to_two_at_once(up: str) -> None:
    table = dealt(f"2C AS TD {up}H KD 6C TC 4S 5S", TEN_DOLLARS, TEN_DOLLARS)
    assert table.rows()[0] == row(1, "blackjack", "win", 1500, 1000, 0)
    assert table.clauses()[0] == "633a.7(i)(1)(i)"
    assert table.prompt() == "decide", "the other player has not played yet"
    assert table.table.hands[0].status == "paid"


@clause("633a.7(i)(1)(ii)", "633a.7(n)", "633a.13(a)")
@pytest.mark.parametrize("up", ["TH", "QH"])
def test_against_a_ten_it_waits_for_the_hole_card_and_the_dealer_draws_for_nobody(up: str) -> None:
    table = dealt(f"2C AS {up} KD 6C 5S", TEN_DOLLARS)
    assert table.rows() == [row(1, "blackjack", "win", 1500, 1000, 0)]
    assert table.clauses() == ["633a.7(i)(1)(ii)"]
    assert len(table.table.dealer.cards) == 2 or table.table.phase == "Betting"


@clause("633a.7(i)(1)(ii)")
def test_it_is_not_paid_before_the_others_have_played() -> None:
    table = dealt("2C AS TD TH KD 6C 7C 4S", TEN_DOLLARS, TEN_DOLLARS)
    assert table.table.hands[0].status == "announced"
    assert table.rows() == []
    table.play(2, "stand")
    assert set(table.rows()) == {
        row(1, "blackjack", "win", 1500, 1000, 0),
        row(1, "blackjack", "lose", 0, 0, 1000, box=2),
    }


@clause("633a.7(h)", "633a.7(q)")
def test_a_dealers_blackjack_ties_with_it_and_beats_everything_else() -> None:
    table = dealt("2C AS TD TH KD 6C AC", TEN_DOLLARS, TEN_DOLLARS)
    assert set(table.rows()) == {
        row(1, "blackjack", "push", 0, 1000, 0),
        row(1, "blackjack", "lose", 0, 0, 1000, box=2),
    }


@clause("633a.7(p)(3)")
def test_it_beats_a_dealers_twenty_one_in_three_cards() -> None:
    table = dealt("2C AS 9D TH KD 8C 5C 6S", TEN_DOLLARS, TEN_DOLLARS)
    table.play(2, "stand")
    assert row(1, "blackjack", "win", 1500, 1000, 0) in table.rows()
    assert row(1, "blackjack", "lose", 0, 0, 1000, box=2) in table.rows()
    assert "633a.7(p)(3)" in table.clauses()


@clause("633a.8(e)", "633a.7(n)")
def test_even_money_is_paid_instead_of_insurance() -> None:
    table = dealt("2C AS AH KD 5D 2D", 2000)
    assert table.ask(c.TakeEvenMoney(1)).refused is None
    table.close_insurance()
    assert table.rows() == [row(1, "blackjack", "win", 2000, 2000, 0)]


@clause("633a.8(a)", "633a.8(b)", "633a.8(c)", "633a.8(d)", "633a.13(b)")
@pytest.mark.parametrize(("hole", "expected"), [("KC", ("win", 1000, 500, 0)), ("9C", ("lose", 0, 0, 500))])
def test_insurance_pays_two_to_one_against_a_blackjack(
    hole: str, expected: tuple[str, int, int, int]
) -> None:
    table = dealt(f"2C TS AH 8D {hole} 5D", TEN_DOLLARS)
    assert table.place(1, ("insurance", 550)).refused is not None, "more than half"
    assert table.place(1, ("insurance", 500)).refused is None
    table.close_insurance()
    assert row(1, "insurance", *expected) in table.rows()


@clause("633a.8(a)")
def test_against_a_ten_no_insurance_is_offered() -> None:
    table = dealt("2C TS KH 8D 9C 5D", TEN_DOLLARS)
    refused = table.place(1, ("insurance", 500)).refused
    assert refused is not None
