"""Table, cards, opening, shuffle, cut and idle time: 671a.2 to 671a.5, with one deck, shuffled by hand.
That the procedures hold at every point is tested in tests/controller/table; here it is this chapter's table
that goes through them."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Batch
from tests.controller.games.lunar_poker.guided import GuidedLunarPoker, opened
from tests.controller.games.lunar_poker.playing import ANTE
from tests.controller.table.following import RED, refusal

DECK = Batch("red", 1)
OPENING = ["inspect", "verify", "spread", "look", "wash", "shuffle", "cut", "load"]


def playing() -> GuidedLunarPoker:
    """Wagers are open for the first round."""
    table = opened()
    table.follow()
    return table


def asked(table: GuidedLunarPoker, until: str = "Betting") -> list[str]:
    """What people are asked for, step by step, up to that phase."""
    kinds = []
    while table.table.phase != until:
        kinds.append(table.urgent().kind)
        table.step()
    return [kind for kind in kinds if kind != "confirm_table"]


# ---- table and cards ---------------------------


@clause("671a.2(a)", "671a.2(b)(5)", "671a.2(b)(7)", "671a.2(d)", "house.25")
def test_no_round_begins_before_the_floorperson_confirmed_boxes_odds_and_rack() -> None:
    table = opened()
    table.follow("Betting")
    assert table.stake(6).refused is not None
    assert table.stake(5).refused is None
    assert refusal(table, c.NoMoreBets()) == "topic:posted-odds"
    assert refusal(table, c.ConfirmTable(6, "height", 1, True)) == "topic:box-count"
    assert refusal(table, c.ConfirmTable(5, "height", 1, False)) == "topic:posted-odds"
    assert refusal(table, c.ConfirmTable(5, "mark", 1, True)) == "topic:discard-rack"
    assert refusal(table, c.ConfirmTable(5, "height", 2, True)) == "topic:rack-height"
    refusal(table, c.ConfirmTable(5, "height", 1, True), "dealer")
    table.say(c.ConfirmTable(5, "height", 1, True), "floorperson")
    table.say(c.NoMoreBets())


@clause("671a.3(a)")
def test_one_deck_is_taken_and_no_other_number() -> None:
    assert [batch.decks for batch in opened().supply.batches] == [1]
    assert [batch.decks for batch in opened(DECK).supply.batches] == [1]
    table = GuidedLunarPoker("none")
    assert refusal(table, c.OpenTable((RED,))) == "topic:equal-batches"
    assert refusal(table, c.OpenTable((DECK, Batch("blue", 1)))) == "topic:two-batches"


@clause("671a.3(c)", "671a.3(c)(2)")
@pytest.mark.parametrize(("hours", "due"), [(7, False), (8, True), (20, True)])
def test_a_deck_that_was_in_use_for_eight_hours_bars_the_next_round(hours: int, due: bool) -> None:
    table = playing()
    table.round()
    table.follow()
    table.pass_time(hours)
    table.stake(1)
    if due:
        assert refusal(table, c.NoMoreBets()) == "topic:card-change"
    else:
        table.say(c.NoMoreBets())


@clause("671a.3(c)(2)")
def test_one_that_falls_due_in_a_round_does_not_bar_that_round() -> None:
    table = playing()
    table.stake(1)
    table.deal()
    table.pass_time(9)
    table.finish()
    assert len(table.events(ev.RoundEnded)) == 1


# ---- opening ---------------------------


@clause("671a.4(a)", "671a.4(b)", "671a.4(c)", "671a.5(a)", "671a.5(c)", "671a.5(c)(2)", "671a.8(a)")
def test_a_deck_is_inspected_verified_spread_looked_at_washed_shuffled_cut_and_put_into_the_shoe() -> None:
    assert asked(opened()) == OPENING


@clause("671a.4(a)")
def test_nothing_is_spread_before_the_floorperson_has_verified_the_inspection() -> None:
    table = opened()
    refusal(table, c.VerifyInspection())
    table.say(c.InspectCards())
    refusal(table, c.SpreadCards())
    refusal(table, c.VerifyInspection(), "dealer")
    table.say(c.VerifyInspection(), "floorperson")
    assert refusal(table, c.SpreadCards("down")) == "topic:spread-cards"
    table.say(c.SpreadCards())
    refusal(table, c.WashCards())


@clause("671a.4(a)")
def test_a_deck_with_a_defect_is_exchanged_and_the_new_one_inspected() -> None:
    table = opened()
    table.say(c.InspectCards("a bent ace"))
    assert [one.what.kind for one in table.events(ev.IrregularityMet)] == ["card-defect"]
    assert asked(table) == OPENING


@clause("671a.4(e)", "671a.5(c)(2)")
def test_a_preshuffled_deck_is_cut_at_once() -> None:
    assert asked(opened(Batch("red", 1, "preshuffled", "receipt 17"))) == ["cut", "load"]


# ---- shuffle and cut ---------------------------


@clause("671a.5(a)", "671a.11(g)")
def test_after_each_round_the_deck_is_shuffled_and_cut_before_wagers_open() -> None:
    table = playing()
    for _ in range(2):
        table.round()
        for early in (c.NoMoreBets(), c.ShuffleCards(), c.CutCards("dealer"), c.LoadShoe()):
            refusal(table, early)
        assert table.stake(1).refused is not None
        assert asked(table) == ["collect_shoe", "shuffle", "cut", "load"]


@clause("671a.5(a)")
def test_after_a_void_round_it_is_shuffled_too() -> None:
    table = playing()
    table.stake(1)
    table.deal()
    table.say(c.ReportMisdeal("wrong_number"))
    table.run()
    assert asked(table) == ["collect_shoe", "shuffle", "cut", "load"]


@clause("671a.5(a)")
def test_when_the_floorperson_directs_it_before_the_deal_the_wagers_wait() -> None:
    table = playing()
    table.stake(1)
    refusal(table, c.DirectReshuffle(), "dealer")
    table.say(c.DirectReshuffle(), "floorperson")
    assert asked(table) == ["collect_shoe", "shuffle", "cut", "load"]
    assert sum(one.stake for one in table.table.stacks) == 2 * ANTE


@clause("671a.11(g)")
@pytest.mark.parametrize(("left", "fine"), [(-1, True), (41, False), (42, True), (43, False)])
def test_what_is_left_in_the_shoe_need_not_be_counted_and_is_compared_where_it_was(
    left: int, fine: bool
) -> None:
    """Ten cards of 52 were dealt."""
    table = playing()
    table.round()
    assert table.ask(c.CollectShoe(left)).refused is None
    assert [hold.kind for hold in table.table.holds] == ([] if fine else ["card-count"])


@clause("671a.5(c)(2)", "671a.5(d)")
def test_the_dealer_cuts_and_nobody_is_offered_the_cut() -> None:
    table = opened()
    table.follow("Spreading")
    table.say(c.SpreadCards())
    table.say(c.CardsSeen("Ann"))
    table.follow("Cutting")
    assert table.urgent().box <= 0
    refusal(table, c.RefuseCut())
    assert refusal(table, c.CutCards("player")) == "topic:cut-order"
    refusal(table, c.LoadShoe())
    table.say(c.CutCards("dealer"))
    assert table.table.phase == "Loading"


@clause("671a.5(d)")
@pytest.mark.parametrize(
    ("depth", "fine"), [(1, False), (9, False), (10, True), (26, True), (51, True), (52, False)]
)
def test_at_least_ten_cards_from_the_top_and_all_above_and_the_cover_card_to_the_bottom(
    depth: int, fine: bool
) -> None:
    table = opened()
    table.follow("Cutting")
    assert refusal(table, c.CutCards("dealer", 20, 13)) == "topic:cut-depth"
    if fine:
        table.say(c.CutCards("dealer", depth))
    else:
        assert refusal(table, c.CutCards("dealer", depth)) == "topic:cut-depth"


@clause("671a.5(e)")
def test_the_floorperson_has_a_doubtful_cut_made_again_before_a_card_is_dealt() -> None:
    table = opened()
    table.follow("Loading")
    refusal(table, c.OrderRecut("a card fell"), "dealer")
    table.say(c.OrderRecut("a card fell"), "floorperson")
    assert table.table.phase == "Cutting"
    refusal(table, c.LoadShoe())
    table.follow()
    table.stake(1)
    table.deal()
    refusal(table, c.OrderRecut("too late"))


@clause("671a.5(f)", "671a.4(c)")
@pytest.mark.parametrize("face", ["down", "up"])
def test_idle_cards_lie_spread_until_a_player_has_looked_and_are_washed_shuffled_and_cut(face: str) -> None:
    table = playing()
    table.say(c.LeaveIdle())
    assert refusal(table, c.SpreadCards(face)) == "topic:idle-table"
    table.step()
    table.say(c.SpreadCards(face))
    for early in (c.WashCards(), c.ShuffleCards(), c.CutCards("dealer"), c.LoadShoe()):
        refusal(table, early)
    table.say(c.CardsSeen("Ann"))
    assert asked(table) == ["wash", "shuffle", "cut", "load"]


# ---- what no device sees ---------------------------


@clause("671a.11(a)(1)", "671a.11(a)(2)")
@pytest.mark.parametrize("role", ["dealer", "floorperson"])
def test_who_touches_cards_or_takes_them_out_of_sight_is_on_record_and_changes_nothing(role: c.Role) -> None:
    table = playing()
    table.stake(1)
    table.deal()
    table.say(c.ReportIncident("cards_handled", 1, "held below the edge of the table"), role)
    (one,) = table.table.irregularities
    assert (one.kind, one.clause) == ("cards-handled", "topic:cards-handled")
    assert table.urgent().kind == "decide"
