"""Blackjacks are paid before anything else, and who is left is insured and waits for the reader:
673a.7(f)-(h), 673a.12(a). What all chapters say alike of insurance is in tests/controller/games/twentyone."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, row
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import draws, status

PAID = row(1, "blackjack", "win", 2000, 1000, 0)


def closed(cards: str, *stakes: int) -> DoubleBackJack:
    """Boxes 1, 2, … with these stakes, and the wagers closed; no card is drawn yet."""
    table = DoubleBackJack(cards)
    for box, stake in enumerate(stakes, 1):
        assert table.wager(box, stake).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    return table


# ---- paid 2 to 1, at once -----------------------------------------------------------------------------


@clause("673a.7(f)", "673a.12(a)")
@pytest.mark.parametrize("hole", ["AC", "9C"])
def test_blackjacks_are_paid_from_the_right_as_the_last_card_of_the_deal_comes(hole: str) -> None:
    table = closed(f"2C AS 9S AD KH KS 9D KD {hole}", 1000, 2000, 500)
    draws(table, 8)
    assert table.rows() == [], "the dealer has one card"
    table.draw()
    assert table.rows() == [
        row(1, "blackjack", "win", 1000, 500, 0, box=3),
        row(1, "blackjack", "win", 2000, 1000, 0, box=1),
    ]
    assert table.clauses() == ["673a.7(f)"] * 2
    assert (table.table.phase, table.table.reader) == ("Peeking", ""), "before the reader is used"
    assert [status(table, box) for box in (1, 2, 3)] == ["paid", "", "paid"], "their cards go"


@clause("673a.7(f)", "673a.7(h)")
def test_a_blackjack_wins_against_a_dealers_blackjack() -> None:
    table = dealt("2C AS 9S KH KS 9D AC", 1000, 2000)
    assert table.rows() == [PAID, row(1, "blackjack", "lose", 0, 0, 2000, box=2)]
    assert table.clauses() == ["673a.7(f)", "673a.7(h)"]


@clause("673a.7(f)")
@pytest.mark.parametrize("up", [f"{rank}H" for rank in "23456789TJQKA"])
def test_whatever_the_dealer_shows(up: str) -> None:
    table = closed(f"2C AS {up} TS 6C 9C", 1000)
    draws(table, 5)
    assert table.rows() == [PAID]


@clause("673a.12(a)")
@pytest.mark.parametrize(("stake", "paid"), [(1001, 2002), (550, 1100), (100_000, 200_000)])
def test_two_to_one_to_the_cent(stake: int, paid: int) -> None:
    table = dealt("2C AS 7H TS TC", stake, smallest_chip=1)
    assert table.rows() == [row(1, "blackjack", "win", paid, stake, 0)]


@clause("673a.7(f)", "673a.7(p)")
def test_the_dealer_turns_the_hole_card_and_draws_for_nobody_who_was_paid() -> None:
    table = closed("2C AS 6H TS TC 5C", 1000)
    draws(table, 5)
    assert table.table.dealer.cards == ("6H", "TC")
    assert (table.table.phase, list(table.shoe.inside)) == ("Settling", ["5C"])
    table.run()
    assert table.rows() == [PAID]


@clause("673a.7(f)", "673a.10(a)")
@pytest.mark.parametrize("verb", ["hit", "stand", "double", "surrender", "second_chance"])
def test_whose_blackjack_was_paid_decides_nothing_any_more(verb: str) -> None:
    table = dealt("2C AS 9S 7H KS 9D TC", 1000, 1000)
    refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order", "complete")


@clause("673a.7(f)")
def test_chips_of_a_wager_that_was_paid_are_their_owners() -> None:
    table = dealt("2C AS 9S 7H KS 9D TC", 1000, 1000)
    table.report("wagers", m.AttemptAfterClose(1, "blackjack", -1000))
    assert table.table.irregularities == ()


@clause("673a.1(blackjack)")
@pytest.mark.parametrize(("first", "second"), [("5S", "6D"), ("9S", "2D")])
def test_21_of_three_cards_is_none(first: str, second: str) -> None:
    table = dealt(f"2C {first} 9S 7H {second} 9D TC KS", 1000, 1000)
    assert table.play(1, "hit").refused is None
    assert table.rows() == [row(1, "blackjack", "win", 1000, 1000, 0)]


# ---- insurance for who is left ------------------------------------------------------------------------


@clause("673a.7(g)", "673a.8(a)")
def test_insurance_is_for_hands_that_were_not_paid() -> None:
    table = dealt("2C AS 9S AD AH KS 9D KD 6C", 1000, 2000, 1000)
    assert table.table.phase == "Insurance"
    assert table.open == (("insurance", (2,), 1000),)
    for box in (1, 3):
        refused(table.place(box, ("insurance", 500)), "topic:insurance-offer", "was paid before")
    assert table.place(2, ("insurance", 1000)).refused is None
    table.close_insurance()
    assert table.rows()[2:] == [row(1, "insurance", "lose", 0, 0, 1000, box=2)]


@clause("673a.7(g)")
@pytest.mark.parametrize("hole", ["TC", "9C"])
def test_where_nobody_is_left_to_insure_it_is_not_offered(hole: str) -> None:
    table = closed(f"2C AS AD AH KS KD {hole}", 1000, 500)
    draws(table, 7)
    assert (table.table.phase, table.armed) == ("Peeking", "A"), "the reader is used all the same"
    orders = [order for _, ruling in table.log for order in ruling.orders]
    opened = [order.spots for order in orders if isinstance(order, m.OpenPositions)]
    assert all(wager == "blackjack" for spots in opened for wager, *_ in spots)
    refused(table.place(1, ("insurance", 500)), "topic:wagers-before-first-card")
    refused(table.ask(c.CloseInsurance()), "topic:insurance-offer")
    table.finish()
    assert table.rows() == [row(1, "blackjack", "win", 1000, 500, 0, box=2), PAID]
    assert table.table.phase == "Betting"


@clause("673a.7(g)")
def test_there_is_no_even_money() -> None:
    table = dealt("2C AS 9S AH KS 9D TC", 1000, 1000)
    assert table.ask(c.TakeEvenMoney(1)).refused is not None
    assert table.table.rules.even_money is False


@clause("673a.7(f)", "673a.7(g)", "673a.8(c)", "673a.12(c)")
def test_paid_insured_and_beaten() -> None:
    table = dealt("2C AS 9S AH KS 9D TC", 1000, 1000)
    table.place(2, ("insurance", 450))
    table.close_insurance()
    assert table.rows() == [
        PAID,
        row(1, "blackjack", "lose", 0, 0, 1000, box=2),
        row(1, "insurance", "win", 900, 450, 0, box=2),
    ]


# ---- the peek -----------------------------------------------------------------------------------------


@clause("673a.7(h)", "673a.1(card-reader-device)")
@pytest.mark.parametrize(("up", "hole"), [("AH", "TC"), ("AH", "KC"), ("TH", "AC"), ("QH", "AC")])
def test_a_dealers_blackjack_takes_every_wager_and_no_card_is_dealt(up: str, hole: str) -> None:
    table = dealt(f"2C TS 9S {up} 9D 9C {hole} 5C", 1000, 2000)
    if up == "AH":
        table.close_insurance()
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, 2000, box=2),
        row(1, "blackjack", "lose", 0, 0, 1000),
    ]
    assert table.clauses() == ["673a.7(h)"] * 2
    assert table.events(ev.Decided) == []
    assert list(table.shoe.inside) == ["5C"]


@clause("673a.7(h)", "673a.7(i)")
@pytest.mark.parametrize("up", [f"{pips}H" for pips in range(2, 10)])
def test_against_any_other_card_the_reader_is_not_used(up: str) -> None:
    table = dealt(f"2C TS {up} 9D TC 5C 6C", 1000)
    assert (table.table.phase, table.table.reader, table.armed) == ("PlayerDecisions", "", "")
    assert table.table.dealer.cards == (up, SEALED)
    assert all(not isinstance(order, m.Arm) for _, ruling in table.log for order in ruling.orders)


@clause("673a.7(h)")
def test_nobody_decides_before_the_reader_has_answered() -> None:
    table = closed("2C TS 9S KH 9D 9C TC", 1000, 2000)
    draws(table, 7)
    for verb in ("hit", "stand", "surrender"):
        refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order")
    table.insert_hole()
    assert table.play(1, "stand").refused is None
