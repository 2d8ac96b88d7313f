"""Even money, 672a.8(e)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from tests.controller.games.free_bet_blackjack.rounds import dealt, refused

ACE_UP = "2C TS AH 9D 6C KD"
"""19 against ace and 6."""
BLACKJACK = "2C AS AH KD 6C"
"""A player's Blackjack against ace and 6."""


@clause("672a.8(e)")
@pytest.mark.parametrize("hole", ["6C", "KC"])
def test_even_money_is_paid_at_once_whatever_the_hole_card_is(hole: str) -> None:
    table = dealt(f"2C AS AH KD {hole}")
    assert table.ask(c.TakeEvenMoney(1)).refused is None
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]
    assert table.table.hands[0].status == "paid"
    table.close_insurance()
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]
    assert table.table.phase == "Betting"


@clause("672a.8(e)")
def test_push_22_stays_with_the_tucked_cards_after_even_money() -> None:
    table = dealt("2C AS AH KD AC TD TH", push_22=500)
    table.ask(c.TakeEvenMoney(1))
    assert [row[2] for row in table.rows()] == ["blackjack"]
    table.close_insurance()  # ace, ace, ten, ten: 22
    assert table.rows()[1] == (1, 1, "push_22", "win", 4000, 500, 0)
    table = dealt("2C AS AH KD QC", push_22=500)
    table.ask(c.TakeEvenMoney(1))
    table.close_insurance()  # Blackjack
    assert table.rows()[1] == (1, 1, "push_22", "lose", 0, 0, 500)


@clause("672a.8(e)")
def test_even_money_is_instead_of_insurance() -> None:
    table = dealt(BLACKJACK)
    table.place(1, ("insurance", 500))
    refused(table.ask(c.TakeEvenMoney(1)), "topic:even-money")
    other = dealt(BLACKJACK)
    other.ask(c.TakeEvenMoney(1))
    refused(other.place(1, ("insurance", 500)), "topic:even-money")
    refused(other.ask(c.TakeEvenMoney(1)), "topic:even-money")
    assert other.open == ()


@clause("672a.8(e)")
def test_even_money_only_where_it_is_offered_and_with_a_blackjack() -> None:
    refused(dealt(BLACKJACK, even_money=False).ask(c.TakeEvenMoney(1)), "topic:even-money")
    refused(dealt(ACE_UP).ask(c.TakeEvenMoney(1)), "topic:even-money")
    refused(dealt(BLACKJACK).ask(c.TakeEvenMoney(2)), "topic:even-money")
    refused(dealt("2C AS KH KD 6C").ask(c.TakeEvenMoney(1)), "topic:insurance-offer")


@clause("672a.8(e)", "672a.7(g)")
def test_when_all_took_even_money_nothing_is_open_and_the_round_ends() -> None:
    table = dealt(BLACKJACK)
    table.ask(c.TakeEvenMoney(1))
    assert table.open == ()
    table.close_insurance()
    assert table.table.phase == "Betting"
    assert table.events(ev.RoundEnded) == [ev.RoundEnded(1)]
