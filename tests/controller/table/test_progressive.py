"""A progressive system around a round: lock-out before the first card, chips that are compared, meters.

Played at a table of Blackjack, whose chapter has such wagers. What they win is in
tests/controller/games/blackjack/test_progressives.py.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.progressive import shares
from controller.table.ruling import fold, rule_on
from controller.table.state import METER_UNIT, Progressive
from drivers import messages as m
from tests.controller.games.blackjack.playing import Blackjack
from tests.controller.games.blackjack.progressive import OFFERED
from tests.controller.table.test_every_input import inputs

DEAL = "2C TS 9H TC KD"


def table(cards: str = DEAL, **chosen: Any) -> Blackjack:
    """A table that offers both, with ten dollars on box 1."""
    made = Blackjack(cards, **{**OFFERED, **chosen})
    assert made.wager(1, 10_00).refused is None
    return made


def amounts(at: Blackjack) -> dict[str, int]:
    """The meters, in parts of a cent."""
    return {meter.wager: meter.amount for meter in at.table.standing.meters}


# ---- the lock-out -------------------------------------------------------------------------------------


@clause("633a.2(c)")
@clause("633a.2(d)(2)")
def test_no_card_is_permitted_before_the_devices_have_said_that_they_are_locked_out() -> None:
    at = table()
    at.system.silent = True
    assert at.ask(c.NoMoreBets()).refused is None
    assert at.table.phase == "NoMoreBets"
    assert at.shoe.locked
    at.report("system", m.LockedOut(()))
    assert at.table.phase == "Dealing"
    assert not at.shoe.locked


@clause("633a.2(c)")
@clause("633a.2(d)(2)")
def test_what_is_attempted_after_the_lock_out_is_refused() -> None:
    at = table()
    at.deal()
    refused = at.wager_there(1, "bad_beat", 1_00).refused
    assert refused is not None
    assert refused.clause == "topic:wagers-before-first-card"
    assert [stack.wager for stack in at.table.stacks] == ["blackjack"]


@clause("633a.2(d)(1)")
def test_what_the_devices_accept_is_wagered_and_can_be_taken_back_before_the_lock_out() -> None:
    at = table()
    at.wager_there(1, "hit_and_run", 2_00)
    at.wager_there(1, "hit_and_run", 1_00)
    at.report("system", m.ProgressiveTakenBack(1, "hit_and_run", 50))
    assert [(stack.wager, stack.stake) for stack in at.table.stacks] == [
        ("blackjack", 10_00),
        ("hit_and_run", 2_50),
    ]


@clause("633a.2(d)")
def test_a_wager_that_came_before_the_lock_out_was_carried_out_counts() -> None:
    """The dealer has announced no more bets, and the device had accepted it already."""
    at = table()
    at.system.silent = True
    at.ask(c.NoMoreBets())
    at.report("system", m.ProgressivePlaced(1, "bad_beat", 1_00))
    at.report("system", m.LockedOut(((1, "bad_beat", 1_00),)))
    assert [(stack.wager, stack.stake) for stack in at.table.stacks] == [
        ("blackjack", 10_00),
        ("bad_beat", 1_00),
    ]
    assert not at.table.irregularities


@clause("house.23")
@clause("633a.2(d)(1)")
def test_the_list_of_the_lock_out_counts_where_reports_said_otherwise() -> None:
    at = table()
    at.system.silent = True
    at.wager_there(1, "bad_beat", 1_00)
    at.ask(c.NoMoreBets())
    said = m.LockedOut(((1, "bad_beat", 2_00), (3, "bad_beat", 5_00)))
    assert m.LockOut() in at.report("system", said).orders
    assert at.table.phase == "NoMoreBets"
    # Asked once more, they say so again: what reports were lost is of no account. What no hand has goes back.
    assert m.RejectProgressive(3, "bad_beat", 0) in at.report("system", said).orders
    # Box 3 has no Blackjack Wager, and so no hand.
    assert [(s.box, s.wager, s.stake) for s in at.table.stacks] == [
        (1, "blackjack", 10_00),
        (1, "bad_beat", 2_00),
    ]
    assert [one.kind for one in at.table.irregularities] == ["progressive-count"]


def test_a_lock_out_over_an_open_question_keeps_what_was_accepted() -> None:
    """Between the rounds a device is lost: everything is locked, and goes on from where it was."""
    at = table()
    at.wager_there(1, "bad_beat", 1_00)
    at.lose("reader")
    assert at.system.open is None
    at.back("reader")
    assert at.system.open is not None
    assert at.system.accepted == {(1, "bad_beat"): 1_00}
    at.deal()
    assert [stack.wager for stack in at.table.stacks] == ["blackjack", "bad_beat"]


def test_a_system_that_is_lost_bars_the_round_and_comes_back() -> None:
    at = table()
    at.lose("system")
    refused = at.ask(c.NoMoreBets()).refused
    assert refused is not None
    assert "system" in refused.why
    at.back("system")
    assert at.system.shown == {"bad_beat": 5_000_00, "hit_and_run": 1_000_00}
    assert at.ask(c.NoMoreBets()).refused is None


# ---- chips --------------------------------------------------------------------------------------------


@clause("house.23")
def test_chips_are_compared_with_what_was_accepted_before_the_first_card() -> None:
    at = table()
    at.wager_there(1, "hit_and_run", 2_00)
    at.wager_there(1, "bad_beat", 1_00)  # from an account: no chips
    at.ask(c.NoMoreBets())
    assert at.prompt() == "count_progressive"
    assert at.shoe.locked
    other = at.ask(c.CountProgressive("bad_beat", 1_00)).refused
    assert other is not None
    assert at.ask(c.CountProgressive("hit_and_run", 2_00)).refused is None
    assert at.table.phase == "Dealing"


@clause("house.23")
@pytest.mark.parametrize("remedy", ["recount", "as_accepted"])
def test_a_difference_is_settled_before_the_first_card(remedy: str) -> None:
    at = table()
    at.wager_there(1, "hit_and_run", 2_00)
    at.ask(c.NoMoreBets())
    at.ask(c.CountProgressive("hit_and_run", 1_00))
    assert [one.kind for one in at.table.holds] == ["progressive-count"]
    assert "$2.00 of Hit and Run wagers, and $1.00 lie there" in at.table.holds[0].words
    assert at.shoe.locked
    at.choose(remedy)
    if remedy == "recount":
        assert at.prompt() == "count_progressive"
        assert at.ask(c.CountProgressive("hit_and_run", 2_00)).refused is None
    assert at.table.phase == "Dealing"
    assert [one.kind for one in at.table.irregularities] == ["progressive-count", "progressive-count"]


def test_without_chips_nothing_is_counted() -> None:
    at = table()
    at.wager_there(1, "bad_beat", 1_00)
    at.ask(c.NoMoreBets())
    assert at.table.phase == "Dealing"


# ---- meters -------------------------------------------------------------------------------------------


@clause("633a.13(j)(2)")
@clause("633a.13(l)(2)")
def test_meters_begin_with_the_initial_amount_and_rise_by_the_rate_to_the_part_of_a_cent() -> None:
    """12.34% of 0.50 are 6.17 cents; a screen shows whole ones."""
    at = table()
    assert amounts(at) == {"bad_beat": 5_000_00 * METER_UNIT, "hit_and_run": 1_000_00 * METER_UNIT}
    at.wager_there(1, "bad_beat", 50)
    assert at.system.shown["bad_beat"] == 5_000_00
    at.deal()
    assert amounts(at)["bad_beat"] == 5_000_06 * METER_UNIT + METER_UNIT * 17 // 100
    assert at.system.shown["bad_beat"] == 5_000_06
    assert amounts(at)["hit_and_run"] == 1_000_00 * METER_UNIT


@clause("633a.13(j)(2)")
def test_a_void_round_gives_the_wager_back_and_lets_the_meter_fall_again() -> None:
    at = table()
    at.wager_there(1, "bad_beat", 1_00)
    at.wager_there(1, "hit_and_run", 2_00)
    before = amounts(at)
    at.deal()
    assert amounts(at) != before
    at.lose("shoe")
    at.choose("void_round", "device-lost")
    assert amounts(at) == before
    assert [(one.box, one.wager, one.cents) for one in at.system.credits] == [(1, "bad_beat", 1_00)]
    assert [(row.wager, row.outcome, row.returned) for row in at.settlements()] == [
        ("blackjack", "void", 10_00),
        ("bad_beat", "void", 1_00),
        ("hit_and_run", "void", 2_00),
    ]


def test_wagers_on_accounts_go_back_where_a_table_goes_out_of_play_before_the_deal() -> None:
    at = table()
    at.wager_there(1, "bad_beat", 1_00)
    at.lose("reader")
    at.choose("out_of_play")
    assert not at.table.stacks
    assert [(one.box, one.wager, one.cents) for one in at.system.credits] == [(1, "bad_beat", 1_00)]
    # The system counts from nothing when wagers are placed again.
    before = at.system.round
    at.close_table()
    at.back("reader")
    at.open_table(DEAL)
    assert at.system.round == before + 1
    assert at.system.accepted == {}


def test_an_award_is_credited_once_however_often_the_system_comes_back() -> None:
    at = table("2C TS 9H TC 5D 7C")
    at.wager_there(1, "bad_beat", 1_00)
    at.system.silent = True
    at.ask(c.NoMoreBets())
    at.report("system", m.LockedOut(((1, "bad_beat", 1_00),)))
    at.finish()
    assert len(at.system.credits) == 1
    at.back("system")
    at.back("system")
    assert len(at.system.credits) == 1, "the number is the same"
    at.report("system", m.AwardCredited(1))
    at.report("system", m.AwardCredited(1))
    assert [event.award for event in at.events(ev.AwardDone)] == [1]


def test_a_meter_outlives_a_closing_and_another_submission() -> None:
    """What a meter stands at is the players': other rules change its rate, and a wager that is offered anew
    begins with its initial amount."""
    at = table()
    at.wager_there(1, "bad_beat", 1_00)
    at.deal()
    at.finish()
    stands = amounts(at)["bad_beat"]
    at.close_table()
    changed = (Progressive("bad_beat", 5_00, 7_000_00, 7_000_00, True),)
    rules = Blackjack(opened=False, **{**OFFERED, "progressives": changed}).table.rules
    at.take(c.Told(c.Restarted("build", rules, 0)))
    assert amounts(at) == {"bad_beat": stands}


def test_every_input_is_ruled_on_at_a_table_with_a_progressive_system() -> None:
    """In each phase of a day with wagers, a count and awards: no input is a fault of ours, and what the
    journal would fold is what was ruled."""
    at = table("2C TS 2H TC 2D 4C 3C TD")
    at.wager_there(1, "bad_beat", 1_00)
    at.wager_there(1, "hit_and_run", 1_00)
    at.deal()
    at.finish()
    at.close_table()
    met = {ruling.table.phase: ruling.table for _, ruling in at.log}
    met |= {f"award in {t.phase}": t for _, r in at.log if (t := r.table).progressives.awards}
    assert {"NoMoreBets", "Settling", "Collecting", "award in Settling", "Closed"} <= set(met)
    for stands in met.values():
        for one in inputs():
            ruling = rule_on(at.game, stands, one)
            assert fold(at.game, stands, ruling.events) == ruling.table
            if ruling.refused is not None:
                assert ruling.table == stands


@clause("house.24")
def test_a_table_without_progressive_wagers_takes_none() -> None:
    at = Blackjack(DEAL)
    at.wager(1, 10_00)
    refused = at.take(c.Reported("wagers", 1, 1, 0, m.ProgressivePlaced(1, "bad_beat", 1_00))).refused
    assert refused is not None
    at.deal()
    assert not at.table.standing.meters
    assert not at.events(ev.MetersMoved)


@settings(deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(1, 10**6), min_size=1, max_size=7))
def test_shares_are_no_more_than_the_whole_and_leave_less_than_a_cent_each(
    cents: int, weights: list[int]
) -> None:
    each = shares(cents, weights)
    assert 0 <= cents - sum(each) < len(weights)
    for one, weight in zip(each, weights, strict=True):
        assert one * sum(weights) <= cents * weight < (one + 1) * sum(weights)
