"""What all chapters say alike of insurance: against an ace alone, half of the wager, before the reader, and
paid 2 to 1.

Hands with a Blackjack are left out: what becomes of them is each chapter's own.
"""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.twentyone.alike import Kind, all_games, dealt

ACE_UP = "2C TS AH 9D 6C KD"
"""19 against ace and 6: a soft 17 on which the dealer stands."""
TWO = "2C TS 9S AH 9D 8D 6C KD"


@all_games
@clause("topic:insurance-offer", "topic:insurance-on-ace")
@pytest.mark.parametrize("up", [f"{rank}H" for rank in "23456789TJQKA"])
def test_it_is_offered_against_an_ace_and_nothing_else(kind: Kind, up: str) -> None:
    table = dealt(kind, f"2C TS {up} 9D 7C 7D 7S", 1000)
    offered = up == "AH"
    assert (table.table.phase == "Insurance") is offered
    assert (table.place(1, ("insurance", 500)).refused is None) is offered
    assert table.open == ((("insurance", (1,), 500),) if offered else ())


@all_games
@clause("topic:insurance-offer")
def test_it_is_offered_to_boxes_with_a_hand(kind: Kind) -> None:
    table = dealt(kind, TWO, 1000, 2000)
    assert table.open == (("insurance", (1,), 500), ("insurance", (2,), 1000))
    refused(table.place(3, ("insurance", 500)), "topic:insurance-offer", "no hand to insure")
    refused(table.place(1, ("insurance", 500), ("blackjack", 500)), "topic:wagers-before-first-card")


@all_games
@clause("topic:insurance-limit")
@pytest.mark.parametrize(
    ("chip", "stake", "most"),
    [
        (50, 1000, 500),
        (50, 1250, 650),
        (50, 550, 300),
        (1, 1250, 625),
        (500, 1500, 1000),
        (50, 100_000, 50_000),
    ],
)
def test_at_most_half_of_the_wager_up_to_the_next_chip(kind: Kind, chip: int, stake: int, most: int) -> None:
    table = dealt(kind, ACE_UP, stake, smallest_chip=chip)
    refused(table.place(1, ("insurance", most + chip)), "topic:insurance-limit")
    assert table.rejected == [m.Reject(1, "insurance", 0)]
    assert table.place(1, ("insurance", most)).refused is None
    refused(table.place(1, ("insurance", chip)), "topic:insurance-limit")
    assert stake_on(table.table, 1, 1, "insurance") == most


@all_games
@clause("topic:insurance-limit")
def test_it_may_be_set_down_in_pieces_and_is_no_more_than_half_in_all(kind: Kind) -> None:
    table = dealt(kind, ACE_UP, 1000)
    assert table.place(1, ("insurance", 200)).refused is None
    assert table.place(1, ("insurance", 300)).refused is None
    refused(table.place(1, ("insurance", 50)), "topic:insurance-limit")


@all_games
@clause("topic:insurance-before-reader", "topic:peek")
def test_the_reader_is_used_only_when_insurance_is_closed(kind: Kind) -> None:
    table = dealt(kind, ACE_UP, 1000)
    assert table.armed == ""
    table.answers = False
    table.ask(c.CloseInsurance())
    assert (table.open, table.armed) == ((), ""), "the positions have not confirmed yet"
    refused(table.place(1, ("insurance", 500)), "topic:wagers-before-first-card")
    table.report("reader", m.ReaderAnswer("no_blackjack"))
    assert table.table.reader == "", "an answer that was not due"
    table.report("wagers", m.PositionsClosed())
    assert (table.armed, table.shoe.locked) == ("A", True)


@all_games
@clause("topic:insurance-lose")
def test_lost_insurance_is_collected_from_the_right_before_another_card(kind: Kind) -> None:
    table = dealt(kind, TWO, 1000, 2000)
    table.place(1, ("insurance", 500))
    table.place(2, ("insurance", 1000))
    table.close_insurance()
    assert table.table.phase == "PlayerDecisions"
    assert table.rows() == [(2, 1, "insurance", "lose", 0, 0, 1000), (1, 1, "insurance", "lose", 0, 0, 500)]
    assert table.shoe.locked
    assert [stack.wager for stack in table.table.stacks] == ["blackjack", "blackjack"]


@all_games
@clause(
    "topic:insurance-win", "topic:insurance-odds", "topic:insurance-on-ace", "topic:dealer-blackjack-wins"
)
@pytest.mark.parametrize("hole", ["TC", "JC", "QC", "KC"])
def test_won_insurance_is_paid_two_to_one(kind: Kind, hole: str) -> None:
    table = dealt(kind, f"2C TS AH 9D {hole}", 1000)
    table.place(1, ("insurance", 450))
    table.close_insurance()
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 1, "insurance", "win", 900, 450, 0),
    ]


@all_games
@clause("topic:insurance-offer")
def test_nobody_has_to_make_it(kind: Kind) -> None:
    table = dealt(kind, ACE_UP, 1000)
    table.close_insurance()
    table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]
