"""Cards, opening, shuffle and idle time at a table of this chapter: 673a.2 to 673a.5, 673a.13(k) and (l).
That the procedures hold at every point is tested in tests/controller/table; here it is this chapter's table
that goes through them."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Batch, Equipment
from tests.controller.games.double_back_jack.guided import (
    GuidedDoubleBackJack,
    at,
    opened,
    playing,
    waiting,
    where,
)
from tests.controller.table.following import BLUE, RED, Guided, kinds, refusal
from tests.controller.table.machines import PHASES, REASONS

# ---- the table and its cards --------------------------------------------------------------------------


@clause("673a.2(a)", "673a.2(d)", "673a.2(e)(1)")
def test_the_floorperson_confirms_six_boxes_and_inspects_the_reader_before_the_first_round() -> None:
    table = opened()
    table.follow("Betting")
    assert table.wager(7, 1000).refused is not None
    table.wager(6, 1000)
    assert refusal(table, c.ConfirmTable(7, "height", 6, True)) == "topic:box-count"
    assert refusal(table, c.ConfirmTable(6, "height", 8, True)) == "topic:rack-height"
    table.say(c.ConfirmTable(6, "height", 6, True), "floorperson")
    assert refusal(table, c.NoMoreBets()) == "topic:reader-inspection"
    table.say(c.InspectReader(), "floorperson")
    table.say(c.NoMoreBets())


@clause("673a.2(d)")
def test_the_reader_is_inspected_anew_in_each_gaming_day() -> None:
    table = GuidedDoubleBackJack("none")
    table.pass_time(0, "2030-01-01")
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    table.round()
    table.pass_time(1, "2030-01-02")
    table.wager(1, 1000)
    assert refusal(table, c.NoMoreBets()) == "topic:reader-inspection"
    table.say(c.InspectReader(), "floorperson")
    table.say(c.NoMoreBets())


@clause("673a.3(a)", "673a.3(b)(1)")
@pytest.mark.parametrize("shuffler", ["none", "batch"])
@pytest.mark.parametrize("decks", range(1, 9))
def test_cards_of_as_many_decks_as_the_house_submitted(decks: int, shuffler: str) -> None:
    table = opened(shuffler, decks=decks)
    assert {batch.decks for batch in table.supply.batches} == {decks}
    other = GuidedDoubleBackJack(shuffler, decks=decks)
    backs = ("red", "blue") if shuffler == "batch" else ("red",)
    wrong = tuple(Batch(back, decks % 8 + 1) for back in backs)
    assert refusal(other, c.OpenTable(wrong)) == "topic:equal-batches"


@clause("673a.3(b)", "673a.3(b)(1)", "673a.3(b)(2)")
@pytest.mark.parametrize(
    ("batches", "cited"),
    [
        ((RED,), "topic:two-batches"),
        ((RED, Batch("blue", 5)), "topic:equal-batches"),
        ((RED, RED), "topic:two-backs"),
    ],
)
def test_two_batches_of_equal_decks_and_different_backs(batches: tuple[Batch, ...], cited: str) -> None:
    assert refusal(GuidedDoubleBackJack("batch"), c.OpenTable(batches)) == cited
    assert where(opened("batch", None, RED, BLUE)) == {"red": "table", "blue": "table"}


@clause("673a.3(b)(3)", "673a.3(b)(4)", "673a.3(b)(5)")
def test_the_batches_are_played_in_turn_while_the_other_one_is_in_the_machine() -> None:
    table = playing()
    played = []
    for _ in range(4):
        here = table.supply.batches[table.supply.current].back
        played.append(here)
        assert where(table) == {here: "shoe", "blue" if here == "red" else "red": "shuffler"}
        table.end_shoe()
        table.follow()
    assert played == ["red", "blue", "red", "blue"]


@clause("673a.3(b)(4)", "673a.3(b)(5)")
def test_the_played_batch_goes_into_the_machine_before_the_other_one_is_cut() -> None:
    table = playing()
    table.end_shoe()
    assert table.urgent().kind == "collect_shoe"
    for _ in range(2):
        table.step()
    assert table.urgent().kind == "feed"
    assert refusal(table, c.FeedShuffler("blue")) == "topic:alternate-batches"
    for early in (c.CutCards("player"), c.ShuffleCards(), c.LoadShoe()):
        refusal(table, early)
    table.say(c.FeedShuffler("red"))
    assert where(table) == {"red": "shuffler", "blue": "table"}


@clause("673a.3(c)")
@pytest.mark.parametrize(("hours", "due"), [(23, False), (24, True), (30, True)])
def test_cards_that_are_a_day_old_bar_the_next_round(hours: int, due: bool) -> None:
    table = opened()
    table.follow()
    table.round()
    table.pass_time(hours)
    table.wager(1, 1000)
    if due:
        assert refusal(table, c.NoMoreBets()) == "topic:card-change"
    else:
        table.say(c.NoMoreBets())


# ---- opening ------------------------------------------------------------------------------------------


@clause("673a.4(a)", "673a.4(b)", "673a.4(c)", "673a.5(a)")
def test_cards_are_inspected_verified_spread_looked_at_washed_shuffled_cut() -> None:
    table = opened()
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    steps = [kind for kind in asked if kind not in ("confirm_table", "inspect_reader")]
    assert steps == ["inspect", "verify", "spread", "look", "wash", "shuffle", "cut", "cut", "load"]


@clause("673a.4(d)")
def test_each_batch_is_inspected_spread_washed_and_shuffled_by_itself() -> None:
    table = opened("batch")
    steps: list[tuple[str, str]] = []
    while table.table.phase != "Cutting":
        steps.append((table.supply.batches[table.supply.current].back, table.urgent().kind))
        table.step()
    procedure = ["inspect", "verify", "spread", "look", "wash", "feed"]
    named = [step for step in steps if step[1] in procedure]
    assert named == [("red", kind) for kind in procedure] + [("blue", kind) for kind in procedure]


@clause("673a.4(e)")
def test_preshuffled_cards_are_cut_at_once() -> None:
    table = opened("none", None, Batch("red", 6, "preshuffled", "receipt 17"))
    assert table.table.phase == "Cutting"
    table.follow()
    assert [one.step for one in table.events(ev.StepDone)] == ["opened", "shuffled", "cut", "loaded"]


# ---- shuffle, cut, an idle table ----------------------------------------------------------------------


@clause("673a.5(f)", "673a.7(d)")
def test_after_the_cover_card_the_round_is_finished_and_the_shoe_is_shuffled() -> None:
    table = opened()
    table.follow()
    table.end_shoe()
    for early in (c.NoMoreBets(), c.ShuffleCards(), c.CutCards()):
        refusal(table, early)
    table.follow()
    assert table.table.phase == "Betting"


@clause("673a.5(e)")
def test_the_floorperson_has_a_doubtful_cut_made_again_before_the_shoe_is_filled() -> None:
    table = opened()
    table.follow("Loading")
    table.say(c.OrderRecut("a card fell"), "floorperson")
    assert table.table.phase == "Cutting"
    assert refusal(table, c.LoadShoe())
    table.follow()
    refusal(table, c.OrderRecut("too late"))


def idle(shuffler: str, asks: bool = False) -> list[str]:
    """What is asked for once the cards lie spread and nobody plays, until wagers open again."""
    table: Guided = opened(shuffler)
    table.follow()
    if shuffler == "batch":
        table.shuffled()
    table.round()
    table.say(c.LeaveIdle())
    table.step()
    table.say(c.SpreadCards("down"))
    for early in (c.WashCards(), c.ShuffleCards(), c.CutCards(), c.LoadShoe()):
        refusal(table, early)
    asked = []
    table.say(c.CardsSeen("Ann", asks))
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    return asked


@clause("673a.5(g)", "673a.5(g)(1)")
def test_without_a_machine_idle_cards_are_washed_shuffled_and_cut_once_somebody_looked() -> None:
    assert idle("none") == ["wash", "shuffle", "cut", "cut", "load"], "offered to Ann, then the dealer's"


@clause("673a.5(g)", "673a.5(g)(2)", "673a.3(b)(4)")
@pytest.mark.parametrize("asks", [False, True])
def test_with_one_they_go_into_it_and_what_it_kept_is_played(asks: bool) -> None:
    again = ["spread", "look", "wash", "shuffle"] if asks else []
    assert idle("batch", asks) == ["take_stack", "feed", *again, "cut", "cut", "load"]


@clause("673a.5(h)")
def test_a_device_that_shuffles_by_itself_needs_no_cut() -> None:
    table = opened("in_shoe", Equipment("in_shoe", approval="laboratory 1"))
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    assert asked[:5] == ["inspect", "verify", "spread", "look", "wash"]
    assert "cut" not in asked


# ---- what a machine shuffled only in part -------------------------------------------------------------


@clause("673a.13(k)")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("reason", REASONS)
def test_a_shuffle_that_fails_during_a_round_stops_nothing_and_is_made_again(phase: str, reason: str) -> None:
    table = at(phase, finished=False)
    table.report("shuffler", table.shuffler.fail(reason))
    assert (table.table.holds, table.table.phase) == ((), phase)
    if phase == "Betting":
        table.say(c.NoMoreBets())
    table.run()
    table.finish()
    table.end_shoe()
    table.follow("Cutting")
    assert sum(one.batch == 1 for one in table.events(ev.BatchFed)) == 2, "shuffled once more"


@clause("673a.13(k)")
@pytest.mark.parametrize("reason", REASONS)
def test_one_that_fails_while_the_table_waits_is_made_again_before_the_cut(reason: str) -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail(reason, "output"))
    (hold,) = table.table.holds
    assert (hold.kind, hold.clause) == ("shuffler-trouble", "topic:shuffle-incomplete")
    table.choose("reshuffle", role="dealer")
    table.step()
    for early in (c.CutCards("player"), c.LoadShoe()):
        refusal(table, early)
    table.follow("Cutting")
    assert len([one for one in table.events(ev.ShuffleEnded) if one.stage == "done"]) == 2


@clause("673a.13(l)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_cards_are_shuffled_by_hand_once_the_machine_is_covered_or_signed(how: str) -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail("jam", "path"))
    refusal(table, c.ShuffleCards())
    assert kinds(table) == ["shuffler-trouble"]
    table.choose(how)
    table.follow()
    assert table.supply.batches[table.supply.current].where == "shoe"
