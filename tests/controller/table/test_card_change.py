"""The cards of a table are changed at least once every 24 hours."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from drivers import messages as m
from tests.controller.table.following import Guided, opened, refusal
from tests.support import BUILD

HOUR = 3_600_000


def playing(shuffler: str = "batch") -> Guided:
    table = opened(shuffler)
    table.follow()
    return table


def where(table: Guided) -> dict[str, str]:
    return {batch.back: batch.where for batch in table.supply.batches}


# ---- 672a.3(c): changed at least once every 24 hours ----------------------------------------------


def bars_a_round(table: Guided) -> bool:
    """Whether a round is barred because the cards have to be changed."""
    if not table.table.stacks:
        table.wager(1, 1000)
    before = table.table
    ruling = table.ask(c.NoMoreBets())
    if ruling.refused is None:
        return False
    assert ruling.refused.clause == "topic:card-change"
    assert table.table is before
    table.report("wagers", m.TakenBack(1, "blackjack", 1000))
    return True


@clause("672a.3(c)")
def test_no_round_begins_with_cards_that_were_opened_24_hours_ago() -> None:
    table = playing("none")
    table.pass_time(23)
    assert not bars_a_round(table)
    table.run()
    table.finish()
    table.pass_time(1)
    assert table.urgent().kind == "change_cards"
    assert bars_a_round(table)


@clause("672a.3(c)")
def test_the_house_may_change_them_sooner() -> None:
    table = opened("none", None, card_change=8)
    table.follow()
    table.pass_time(8)
    assert bars_a_round(table)


@clause("672a.3(c)")
def test_a_change_that_falls_due_inside_a_round_bars_the_next_one() -> None:
    table = playing("none")
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.pass_time(24)
    assert table.table.phase == "Dealing"
    assert table.table.holds == ()
    table.run()
    table.finish()
    assert table.table.phase == "Betting"
    assert bars_a_round(table)


@clause("672a.3(c)")
@pytest.mark.parametrize("shuffler", ["none", "batch"])
def test_after_the_change_other_cards_are_played_for_24_hours_more(shuffler: str) -> None:
    table = playing(shuffler)
    table.pass_time(24)
    table.follow()
    assert table.table.phase == "Betting"
    assert {batch.opened_ms for batch in table.supply.batches} == {24 * HOUR}
    table.pass_time(23)
    assert not bars_a_round(table)


@clause("672a.3(c)", "672a.4(a)", "672a.7(d)(1)")
def test_the_old_cards_are_counted_out_and_the_new_ones_inspected() -> None:
    table = playing("none")
    table.round()
    table.say(c.ChangeCards(), "floorperson")
    kinds = []
    while table.table.phase != "Cutting":
        kinds.append(table.urgent().kind)
        table.step()
    assert kinds == ["collect_shoe", "inspect", "verify", "spread", "look", "wash", "shuffle"]


@clause("672a.3(c)")
def test_the_floorperson_changes_cards_between_rounds_only_and_wagers_wait() -> None:
    table = playing("none")
    assert refusal(table, c.ChangeCards(), "dealer") == "topic:role"
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    refusal(table, c.ChangeCards())
    table.run()
    table.finish()
    table.wager(1, 1500)
    table.say(c.ChangeCards(), "floorperson")
    table.follow()
    assert [(stack.box, stack.stake) for stack in table.table.stacks] == [(1, 1500)]
    table.say(c.NoMoreBets())


@clause("672a.3(c)")
def test_cards_that_are_being_changed_are_not_shuffled_any_more() -> None:
    table = playing("none")
    table.end_shoe()
    table.say(c.ChangeCards(), "floorperson")
    refusal(table, c.ShuffleCards())
    table.say(c.CollectShoe(table.supply.batches[0].loaded - table.table.last), "dealer")
    assert table.table.phase == "Inspecting"


@clause("672a.3(c)", "672a.3(b)")
@pytest.mark.parametrize("finished", [False, True])
def test_a_change_while_the_machine_works_takes_its_cards_out_first(finished: bool) -> None:
    table = playing()
    if finished:
        table.shuffled()
    table.say(c.ChangeCards(), "floorperson")
    assert table.table.phase == "Shuffling"
    assert table.shuffler.stage == "released", "stopped, and the exit opened"
    table.step()
    assert table.table.phase == "Shuffling", "the machine is not empty yet"
    table.take_stack()
    assert table.table.phase == "Inspecting"
    assert table.supply.machine.stage == "empty"
    table.follow()
    assert where(table) == {"red": "shoe", "blue": "shuffler"}


@clause("672a.3(c)", "672a.12(k)")
def test_old_cards_in_a_machine_that_cannot_be_reached_come_out_before_new_ones_go_in() -> None:
    table = playing()
    table.shuffled()
    table.unplug()
    table.say(c.ChangeCards(), "floorperson")
    table.step()
    assert table.table.phase == "Inspecting"
    table.plug_in()
    table.follow("Shuffling")
    refusal(table, c.FeedShuffler())
    assert [hold.kind for hold in table.table.holds] == ["shuffler-trouble"]
    table.choose("reshuffle")
    assert table.shuffler.stage == "released"
    table.step()
    table.say(c.FeedShuffler())


@clause("672a.3(c)", "house.2")
def test_a_restart_counts_the_time_between() -> None:
    table = playing("none")
    table.pass_time(20)
    table.restart(4 * HOUR)
    table.choose("resume")
    assert bars_a_round(table)


@clause("672a.3(c)", "house.2")
def test_a_restart_never_gives_the_cards_more_time() -> None:
    table = playing("none")
    table.pass_time(23)
    for _ in range(6):
        table.restart(0)
        table.choose("resume")
    assert bars_a_round(table), "what passed before each restart was not told, and counts as ten minutes"


@clause("672a.3(c)", "house.7")
def test_a_clock_in_doubt_makes_the_change_due_from_the_next_round_on() -> None:
    table = playing("none")
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.restart(-1)
    table.choose("resume")
    assert table.table.phase == "Dealing"
    table.run()
    table.finish()
    table.say(c.InspectReader(), "floorperson")
    assert bars_a_round(table)
    table.follow()
    assert not bars_a_round(table)


@clause("672a.3(c)", "house.7")
def test_a_clock_in_doubt_on_a_closed_table_is_no_matter_for_the_cards_that_come() -> None:
    table = Guided("none")
    table.take(Told(c.Restarted(BUILD, table.table.rules, -1)))
    for name, _ in table.devices:
        table.back(name)
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    assert not bars_a_round(table)


@clause("672a.3(c)")
def test_other_cards_come_at_each_opening() -> None:
    table = playing("none")
    table.pass_time(20)
    table.say(c.CloseTable(), "floorperson")
    table.follow()
    assert table.table.phase == "Closed"
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    table.pass_time(23)
    assert not bars_a_round(table)
    assert len(table.events(ev.CardsReceived)) == 2


@clause("672a.4(b)", "672a.4(c)")
@pytest.mark.parametrize("phase", ["Spreading", "Washing", "Cutting", "Loading"])
@pytest.mark.parametrize("shuffler", ["none", "batch", "continuous"])
def test_cards_that_turn_out_bad_before_they_are_in_the_shoe_are_changed(shuffler: str, phase: str) -> None:
    """The first player looks at them to find what is wrong with them; a stack may be dropped at the cut."""
    table = opened(shuffler)
    table.follow(phase)
    assert table.table.phase == phase
    table.say(c.ChangeCards(), "floorperson")
    table.follow("Inspecting")
    assert len(table.events(ev.CardsReceived)) == 2
    table.follow()
    assert table.table.phase == "Betting"
    table.round()
