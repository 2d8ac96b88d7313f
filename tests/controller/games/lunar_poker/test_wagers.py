"""What may be wagered before the cards are dealt, and what is refused: 671a.7."""

from typing import Any

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    NOTHING,
    LunarPoker,
    deal,
    dealt,
    refused,
    staked,
)

ON = ("super_on_dealer", "super_on_2")


def no_more_bets(table: LunarPoker) -> Any:
    return table.ask(c.NoMoreBets())


# ---- which wagers there are ---------------------------


@clause("671a.7(a)", "671a.7(c)")
def test_chips_on_an_area_that_the_layout_has_not_are_refused_and_given_back() -> None:
    table = LunarPoker()
    refused(table.place(1, ("blackjack", ANTE)), "671a.7(c)")
    refused(table.place(1, ("ante", ANTE), ("super_on_6", ANTE)), "671a.7(c)")
    assert table.table.stacks == ()
    given_back = {(one.box, one.wager, one.stands) for one in table.rejected}
    assert given_back == {(1, "blackjack", 0), (1, "ante", 0), (1, "super_on_6", 0)}


@clause("671a.7(a)", "671a.7(c)")
def test_the_positions_are_opened_for_the_wagers_of_the_chapter_and_no_others() -> None:
    table = LunarPoker(boxes=3)
    assert [wager for wager, _, _ in table.open] == [
        "ante",
        "super",
        "super_on_dealer",
        "super_on_1",
        "super_on_2",
        "super_on_3",
    ]
    assert {boxes for _, boxes, _ in table.open} == {(1, 2, 3)}


@clause("671a.7(a)")
@pytest.mark.parametrize("amount", [0, -500, 510, 525])
def test_an_amount_that_chips_in_use_cannot_make(amount: int) -> None:
    refused(LunarPoker().place(1, ("ante", amount)), "topic:smallest-chip")


@clause("671a.7(a)")
def test_a_spoken_wager_is_on_record_and_does_not_count() -> None:
    table = LunarPoker()
    assert table.ask(c.ReportIncident("verbal_wager", 2, "100 dollars")).refused is None
    assert table.table.stacks == ()
    refused(no_more_bets(table), "671a.7(c)(1)")


@clause("671a.7(c)(1)")
def test_without_an_ante_nothing_is_dealt() -> None:
    refused(no_more_bets(LunarPoker()), "671a.7(c)(1)", "no Ante Wager")
    table = staked(deal(NOTHING, ACE_KING), 0, ANTE)
    table.deal()
    assert [hand.box for hand in table.table.hands] == [2]


@clause("671a.7(c)(1)")
@pytest.mark.parametrize(("ante", "fine"), [(450, False), (500, True), (100_000, True), (100_050, False)])
def test_an_ante_is_within_the_table_limits(ante: int, fine: bool) -> None:
    ruling = LunarPoker().stake(1, ante)
    if fine:
        assert ruling.refused is None
    else:
        refused(ruling, "topic:table-limits")


@clause("671a.7(c)(1)", "671a.7(d)")
@pytest.mark.parametrize("wager", ["bet", "options"])
def test_bet_and_options_fee_come_after_the_cards(wager: str) -> None:
    refused(LunarPoker().place(1, ("ante", ANTE), ("super", ANTE), (wager, ANTE)), "671a.11(b)")


# ---- the Super Wager on the own hand ---------------------------


@clause("671a.7(c)(2)")
@pytest.mark.parametrize(("own", "fine"), [(950, False), (1000, True), (5000, True)])
def test_it_is_equal_to_or_greater_than_the_ante(own: int, fine: bool) -> None:
    ruling = LunarPoker().stake(1, 1000, own)
    if fine:
        assert ruling.refused is None
    else:
        refused(ruling, "671a.7(c)(2)", "less than the Ante")


@clause("671a.7(c)(2)")
def test_it_is_not_left_out() -> None:
    table = staked(deal(NOTHING, "3C 5D 7H 9S JC", ACE_KING), ANTE)
    assert table.place(2, ("ante", ANTE)).refused is None
    refused(no_more_bets(table), "671a.7(c)(2)", "box 2")
    assert table.table.phase == "Betting"
    assert table.place(2, ("super", ANTE)).refused is None
    assert no_more_bets(table).refused is None


@clause("671a.7(c)(2)")
def test_it_needs_an_ante_and_an_ante_that_grows_needs_more_of_it() -> None:
    table = LunarPoker(deal(NOTHING, ACE_KING))
    refused(table.place(1, ("super", ANTE)), "671a.7(c)(2)")
    table.stake(1)
    assert table.place(1, ("ante", 500)).refused is None
    refused(no_more_bets(table), "671a.7(c)(2)")
    assert table.place(1, ("super", 500)).refused is None
    assert no_more_bets(table).refused is None


@clause("671a.7(c)(2)")
def test_an_ante_that_is_taken_back_leaves_no_super_wager_alone() -> None:
    table = staked(deal(NOTHING, ACE_KING), ANTE, ANTE)
    table.report("wagers", m.TakenBack(2, "ante", ANTE))
    refused(no_more_bets(table), "671a.7(c)(2)", "box 2")
    table.report("wagers", m.TakenBack(2, "super", ANTE))
    assert no_more_bets(table).refused is None
    assert [hand.box for hand in table.table.hands] == [1]


# ---- Super Wagers on other hands ---------------------------


@clause("671a.7(c)(3)")
@pytest.mark.parametrize("wager", ON)
@pytest.mark.parametrize(("amount", "fine"), [(450, False), (500, True), (90_000, True)])
def test_from_the_table_minimum_on_whatever_the_ante(wager: str, amount: int, fine: bool) -> None:
    table = staked("", ANTE, ANTE)
    ruling = table.place(1, (wager, amount))
    if fine:
        assert ruling.refused is None
    else:
        refused(ruling, "671a.7(c)(3)", "minimum")


@clause("671a.7(c)(3)")
@pytest.mark.parametrize("wager", ON)
def test_where_the_submission_has_them_not_they_are_refused(wager: str) -> None:
    refused(staked("", ANTE, ANTE, super_on_others=False).place(1, (wager, ANTE)), "671a.7(c)(3)")


@clause("671a.7(c)(3)")
@pytest.mark.parametrize("wager", ON)
def test_only_who_has_an_ante_may_place_one(wager: str) -> None:
    table = staked("", 0, ANTE)
    refused(table.place(1, (wager, ANTE)), "671a.7(c)(3)", "box 1")
    assert table.place(1, ("ante", ANTE), ("super", ANTE), (wager, ANTE)).refused is None


@clause("671a.7(c)(3)")
def test_on_a_hand_that_is_another_players_and_in_play() -> None:
    table = staked("", ANTE, ANTE, boxes=4)
    refused(table.place(1, ("super_on_1", ANTE)), "671a.7(c)(3)", "another player's")
    refused(table.place(1, ("super_on_3", ANTE)), "671a.7(c)(3)", "box 3")
    refused(table.place(1, ("super_on_5", ANTE)), "topic:box-count")


@clause("671a.7(c)(3)")
def test_a_hand_that_left_before_the_deal_bars_it_until_the_wager_on_it_is_taken_back() -> None:
    table = staked(deal(NOTHING, ACE_KING), ANTE, ANTE)
    table.place(1, ("super_on_2", ANTE))
    for wager in ("ante", "super"):
        table.report("wagers", m.TakenBack(2, wager, ANTE))
    refused(no_more_bets(table), "671a.7(c)(3)", "box 2")
    table.report("wagers", m.TakenBack(1, "super_on_2", ANTE))
    assert no_more_bets(table).refused is None


@clause("671a.7(c)(3)")
def test_one_that_shrank_below_the_minimum_bars_the_deal() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.place(1, ("super_on_dealer", 600))
    table.report("wagers", m.TakenBack(1, "super_on_dealer", 200))
    refused(no_more_bets(table), "671a.7(c)(3)", "minimum")


# ---- closed ---------------------------


@clause("671a.7(d)")
@pytest.mark.parametrize("wager", ["ante", "super", "super_on_dealer", "bet"])
def test_after_no_more_bets_nothing_is_made_increased_or_withdrawn(wager: str) -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.place(1, ("super_on_dealer", ANTE))
    table.ask(c.NoMoreBets())
    before = table.table.stacks
    refused(table.place(1, (wager, 500)), "671a.7(d)")
    refused(table.report("wagers", m.AttemptAfterClose(1, wager, 500)), "topic:wagers-before-first-card")
    table.report("wagers", m.AttemptAfterClose(1, wager, -500))
    assert table.table.stacks == before


@clause("671a.7(d)")
def test_chips_lifted_from_a_wager_that_stands_are_to_be_put_back_and_that_is_on_record() -> None:
    table = dealt(NOTHING, ACE_KING)
    table.report("wagers", m.AttemptAfterClose(1, "super", -500))
    assert [(one.kind, one.clause) for one in table.table.irregularities] == [
        ("wager-handled", "topic:wager-is-final")
    ]
    assert stake_on(table.table, 1, 1, "super") == ANTE


@clause("671a.7(d)")
def test_chips_on_an_area_that_is_open_for_a_bet_do_not_raise_another_wager() -> None:
    table = dealt(NOTHING, ACE_KING)
    table.decide(1, "bet")
    refused(table.place(1, ("ante", 2000)), "671a.11(b)")
    table.report("wagers", m.TakenBack(1, "ante", 500))
    assert stake_on(table.table, 1, 1, "ante") == ANTE


# ---- one position a player ---------------------------


@clause("671a.7(e)")
def test_a_player_wagers_on_one_position_only() -> None:
    table = LunarPoker()
    chips = (("ante", ANTE), ("super", ANTE))
    assert table.place(1, *chips, player="Ann").refused is None
    refused(table.place(3, *chips, player="Ann"), "671a.7(e)")
    assert table.place(1, ("ante", 500), player="Ann").refused is None
    assert table.place(3, *chips, player="Ben").refused is None
    refused(table.place(3, ("ante", 500), player="Ann"), "671a.7(e)", "another player")
