"""Surrender (673a.9): the first decision about the first two cards, and half of the wager at once, whatever
the dealer shows, for the reader was used before."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from tests.controller.games.double_back_jack.playing import dealt, row
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import status

HALF = row(1, "blackjack", "surrender", 0, 500, 500)


@clause("673a.9(a)", "673a.9(a)(1)")
@pytest.mark.parametrize("up", [f"{pips}H" for pips in range(2, 10)])
def test_against_a_low_card_half_is_collected_at_once(up: str) -> None:
    table = dealt(f"2C TS TD {up} 6D 8C TC 5S", 1000, 1000)
    table.play(1, "surrender")
    assert (table.rows(), table.clauses()) == ([HALF], ["673a.9(a)(1)"])
    assert (status(table, 1), table.table.turn, table.prompt()) == ("surrendered", 1, "decide")


@clause("673a.9(a)(2)")
@pytest.mark.parametrize("up", ["AH", "TH", "JH", "QH", "KH"])
def test_against_an_ace_or_ten_it_is_settled_at_once_as_well(up: str) -> None:
    """The reader has ruled out a Blackjack before anybody decides."""
    table = dealt(f"2C TS TD {up} 6D 8C 7C 5S", 1000, 1000)
    if up == "AH":
        refused(table.ask(c.Decide(1, "surrender")), "topic:insurance-before-reader")
        table.close_insurance()
    assert table.table.reader == "no_blackjack"
    table.play(1, "surrender")
    assert (table.rows(), table.clauses()) == ([HALF], ["673a.9(a)(2)"])
    assert table.prompt() == "decide"


@clause("673a.9(a)(2)", "673a.7(h)")
def test_with_a_dealers_blackjack_the_whole_wager_is_lost() -> None:
    table = dealt("2C TS TD KH 6D 8C AC", 1000, 1000)
    refused(table.ask(c.Decide(1, "surrender")), "topic:decisions-in-order")
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, 1000, box=2),
        row(1, "blackjack", "lose", 0, 0, 1000),
    ]


@clause("673a.9(b)", "673a.8(d)")
def test_insurance_is_settled_by_itself() -> None:
    table = dealt("2C TS AH 6D 7C", 1000)
    table.place(1, ("insurance", 500))
    table.close_insurance()
    assert table.rows() == [row(1, "insurance", "lose", 0, 0, 500)]
    table.play(1, "surrender")
    assert table.rows() == [row(1, "insurance", "lose", 0, 0, 500), HALF]


@clause("673a.9(b)", "673a.8(c)")
def test_insurance_against_a_blackjack_is_paid_though_nobody_may_surrender() -> None:
    table = dealt("2C TS AH 6D KC", 1000)
    table.place(1, ("insurance", 500))
    table.close_insurance()
    assert sorted(table.rows()) == [
        row(1, "blackjack", "lose", 0, 0, 1000),
        row(1, "insurance", "win", 1000, 500, 0),
    ]


@clause("673a.7(p)", "673a.9(a)")
def test_the_dealer_draws_for_nobody_who_surrendered() -> None:
    table = dealt("2C TS 7H 6D 8C 5S", 1000)
    table.play(1, "surrender")
    assert table.rows() == [HALF]
    assert list(table.shoe.inside) == ["5S"], "15 stays 15"


@clause("673a.9(a)", "673a.11(c)")
@pytest.mark.parametrize("first", ["hit", "split"])
def test_after_any_other_decision_it_is_too_late(first: str) -> None:
    table = dealt("2C 8S 7H 8D TC 2H 3H 4H 5H", 1000)
    table.play(1, first)
    refused(table.ask(c.Decide(1, "surrender")), "673a.9(a)", "before any other decision")
    assert table.play(1, "stand").refused is None


@clause("673a.9(a)")
def test_a_hand_over_21_cannot_be_surrendered() -> None:
    table = dealt("2C TS 9H 6D TC KS", 1000)
    table.play(1, "hit")
    refused(table.ask(c.Decide(1, "surrender")), "673a.7(l)")


@clause("673a.9(a)")
def test_after_a_decision_that_was_withdrawn_it_still_is_the_first() -> None:
    table = dealt("2C 8S 7H 8D TC 2H", 1000)
    table.ask(c.Decide(1, "split"))
    table.ask(c.WithdrawDecision())
    assert table.play(1, "surrender").refused is None
    assert table.rows() == [HALF]


@clause("673a.9(a)", "673a.9(a)(1)")
def test_an_odd_cent_stays_with_the_house() -> None:
    table = dealt("2C TS 7H 6D 8C 5S", 1001, smallest_chip=1)
    table.play(1, "surrender")
    assert table.rows() == [row(1, "blackjack", "surrender", 0, 500, 501)]


@clause("673a.9(a)")
def test_it_takes_no_amount() -> None:
    table = dealt("2C TS 7H 6D 8C 5S", 1000)
    refused(table.ask(c.Decide(1, "surrender", 1, 500)), "topic:draw-below-21", "takes no amount")
