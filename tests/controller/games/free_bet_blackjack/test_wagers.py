"""The chapter's "Wagers", 672a.6, and what the house adds: limits and the smallest chip."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.support import Play

ROUND = "2C TS 7H 9D TC 3S"
"""Burn, then one box: 19 against 17, without a decision but to stand."""


@clause("672a.6(a)", "672a.6(d)")
def test_a_wager_lies_where_it_was_put() -> None:
    table = Play(ROUND)
    table.wager(3, 1000, 500)
    table.wager(3, 250)
    assert stake_on(table.table, 3, 1, "blackjack") == 1250
    assert stake_on(table.table, 3, 1, "push_22") == 500


@clause("672a.6(d)")
def test_no_round_without_a_blackjack_wager() -> None:
    refused(Play(ROUND).ask(c.NoMoreBets()), "topic:blackjack-wager")


@clause("672a.6(d)", "672a.7(e)(1)")
def test_only_boxes_with_a_blackjack_wager_get_cards() -> None:
    table = Play("2C TS 9S 7H 9D 9C TC")
    table.wager(2, 1000)
    table.wager(5, 1000)
    table.deal()
    assert [(hand.box, hand.cards) for hand in table.table.hands] == [(2, ("TS", "9D")), (5, ("9S", "9C"))]


@clause("672a.6(d)", "672a.6(e)")
def test_a_side_wager_left_alone_bars_the_deal() -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    table.wager(2, 1000, 500)
    table.report("wagers", m.TakenBack(2, "blackjack", 1000))
    refused(table.ask(c.NoMoreBets()), "topic:side-wager", "box 2")


@clause("672a.6(e)")
def test_push_22_only_where_the_submission_has_it() -> None:
    table = Play(ROUND, push_22="off")
    refused(table.wager(1, 1000, 500), "topic:side-wager", "not offered")
    assert table.table.stacks == (), "chips set down together are taken together or not at all"
    assert table.rejected[-2:] == [m.Reject(1, "blackjack", 0), m.Reject(1, "push_22", 0)]


@clause("672a.6(e)")
def test_push_22_only_beside_a_blackjack_wager() -> None:
    table = Play(ROUND)
    refused(table.wager(1, 0, 500), "topic:side-wager")
    assert table.wager(1, 1000).refused is None
    assert table.wager(1, 0, 500).refused is None


@clause("672a.8(a)", "672a.6(c)")
def test_insurance_cannot_be_placed_before_the_deal() -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    refused(table.place(1, ("insurance", 500)), "topic:insurance-offer")
    assert stake_on(table.table, 1, 1, "insurance") == 0


@pytest.mark.parametrize("wager", ["double_down", "split", "nonsense"])
def test_other_wagers_cannot_be_placed_before_the_deal(wager: str) -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    refused(table.place(1, (wager, 1000)), "topic:side-wager")


# ---- when ---------------------------------------------------------------------------------------------


@clause("672a.6(c)", "672a.7(e)")
def test_the_shoe_opens_only_when_the_positions_have_confirmed_that_they_are_closed() -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    table.answers = False
    table.ask(c.NoMoreBets())
    assert table.table.phase == "NoMoreBets"
    assert table.shoe.locked
    assert table.open == ()
    table.report("wagers", m.PositionsClosed())
    assert table.table.phase == "Dealing"
    assert not table.shoe.locked


@clause("672a.6(c)")
def test_chips_between_the_announcement_and_the_close_are_refused_and_rejected() -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    table.answers = False
    table.ask(c.NoMoreBets())
    refused(table.wager(1, 500), "topic:wagers-before-first-card")
    assert table.rejected == [m.Reject(1, "blackjack", 1000)]
    assert stake_on(table.table, 1, 1, "blackjack") == 1000


@clause("672a.6(c)", "house.14")
def test_chips_set_down_on_a_closed_spot_go_back_and_are_on_record() -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    table.deal()
    before = table.table
    refused(
        table.report("wagers", m.AttemptAfterClose(1, "blackjack", 500)), "topic:wagers-before-first-card"
    )
    assert table.table == before
    assert table.rejected == [m.Reject(1, "blackjack", 1000)]


@clause("672a.6(c)", "house.14")
@pytest.mark.parametrize(
    "report", [m.AttemptAfterClose(1, "blackjack", -1000), m.TakenBack(1, "blackjack", 1000)]
)
def test_a_wager_cannot_be_lifted_in_the_round(report: m.AttemptAfterClose | m.TakenBack) -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    table.deal()
    table.report("wagers", report)
    assert stake_on(table.table, 1, 1, "blackjack") == 1000
    assert table.events(ev.AttemptMade) == [ev.AttemptMade(1, "blackjack", -1000)]
    assert [one.kind for one in table.table.irregularities] == ["wager-handled"]


@clause("672a.6(c)")
def test_insurance_stands_once_it_was_made() -> None:
    table = Play("2C TS AH 9D 6C")
    table.wager(1, 1000)
    table.deal()
    table.place(1, ("insurance", 500))
    table.report("wagers", m.TakenBack(1, "insurance", 500))
    assert stake_on(table.table, 1, 1, "insurance") == 500
    assert [one.kind for one in table.table.irregularities] == ["wager-handled"]


@clause("672a.6(c)")
def test_what_was_settled_is_the_players_to_take() -> None:
    table = Play("2C AS AH KD 6C")
    table.wager(1, 1000)
    table.deal()
    table.ask(c.TakeEvenMoney(1))
    table.report("wagers", m.AttemptAfterClose(1, "blackjack", -2000))
    assert table.table.irregularities == ()


def test_chips_may_be_taken_back_while_wagers_are_open() -> None:
    table = Play(ROUND)
    table.wager(1, 1500, 500)
    table.report("wagers", m.TakenBack(1, "blackjack", 500))
    table.report("wagers", m.TakenBack(1, "push_22", 500))
    assert [(s.wager, s.stake) for s in table.table.stacks] == [("blackjack", 1000)]


@clause("672a.6(c)")
def test_a_rejected_double_leaves_the_doubles_of_the_boxs_other_hands() -> None:
    table = Play("2C 8S 7H 8D TC 4S 5S 5D 6D KD")
    table.wager(1, 1000)
    table.deal()
    table.play(1, "split")
    assert table.play(1, "double", amount=600).refused is None  # 8 and 4: chips
    refused(table.place(1, ("double_down", 400)), "topic:wagers-before-first-card")
    assert table.rejected == [m.Reject(1, "double_down", 600)]
    table.ask(c.Decide(1, "double", 2, 400))  # 8 and 5: chips, on the same spot
    assert table.open == (("double_down", (1,), 1000),)


# ---- how much -----------------------------------------------------------------------------------------


@clause("house.5")
@pytest.mark.parametrize(("cents", "good"), [(450, False), (500, True), (100_000, True), (100_050, False)])
def test_the_limits_of_the_table(cents: int, good: bool) -> None:
    ruling = Play(ROUND).wager(1, cents)
    assert (ruling.refused is None) is good
    if not good:
        refused(ruling, "topic:table-limits")


@clause("house.5")
def test_the_limit_binds_the_sum_on_the_spot() -> None:
    table = Play(ROUND)
    table.wager(1, 60_000)
    refused(table.wager(1, 40_050), "topic:table-limits")
    assert table.wager(1, 40_000).refused is None


@clause("house.5")
def test_the_limit_binds_two_stacks_set_down_together() -> None:
    table = Play(ROUND)
    refused(table.place(1, ("blackjack", 60_000), ("blackjack", 60_000)), "topic:table-limits")


@clause("house.5")
def test_a_wager_lowered_below_the_minimum_bars_the_deal() -> None:
    table = Play(ROUND)
    table.wager(1, 1000)
    table.report("wagers", m.TakenBack(1, "blackjack", 600))
    refused(table.ask(c.NoMoreBets()), "topic:table-limits")


def test_side_wagers_are_not_bound_by_the_limits() -> None:
    assert Play(ROUND).wager(1, 1000, 50).refused is None
    assert Play(ROUND).wager(1, 1000, 200_000).refused is None


@clause("house.6")
@pytest.mark.parametrize("cents", [1, 49, 1025, -500, 0])
def test_every_wager_is_a_multiple_of_the_smallest_chip(cents: int) -> None:
    table = Play(ROUND)
    refused(table.place(1, ("blackjack", cents)), "topic:smallest-chip")
    table.wager(1, 1000)
    refused(table.place(1, ("push_22", cents)), "topic:smallest-chip")


@clause("house.6")
def test_nothing_set_down_is_no_wager() -> None:
    table = Play(ROUND)
    refused(table.place(1, player="Ann"), "topic:smallest-chip")
    assert table.table.standing.players == ("",) * 6
