"""The reader is inspected once a gaming day; a day that begins inside a round bars the next one."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from drivers import messages as m
from tests.controller.table.following import Guided, refusal
from tests.support import BUILD

MONDAY, TUESDAY = "2026-01-05", "2026-01-06"


def opened(day: str = MONDAY) -> Guided:
    """A table that was opened on that gaming day, its reader inspected."""
    table = Guided("none")
    table.pass_time(0, day)
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    return table


def is_barred(table: Guided) -> bool:
    """Whether a round is barred because the reader was not inspected."""
    table.wager(1, 1000)
    before = table.table
    ruling = table.ask(c.NoMoreBets())
    if ruling.refused is None:
        table.run()
        table.finish()
        return False
    assert ruling.refused.clause == "topic:reader-inspection"
    assert table.table is before
    table.report("wagers", m.TakenBack(1, "blackjack", 1000))
    return True


@clause("672a.2(d)")
def test_a_new_gaming_day_asks_for_an_inspection() -> None:
    table = opened()
    assert not is_barred(table)
    table.pass_time(0, TUESDAY)
    prompt = table.urgent()
    assert (prompt.kind, prompt.who) == ("inspect_reader", "floorperson")
    assert is_barred(table)
    table.say(c.InspectReader(), "floorperson")
    assert not is_barred(table)


@clause("672a.2(d)")
def test_the_same_day_told_again_asks_for_nothing() -> None:
    table = opened()
    for _ in range(5):
        table.pass_time(1, MONDAY)
    assert not is_barred(table)


@clause("672a.2(d)")
def test_a_day_that_begins_inside_a_round_bars_the_next_one_and_not_this_one() -> None:
    table = opened()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.pass_time(0, TUESDAY)
    assert table.table.holds == ()
    table.run()
    assert table.table.phase == "PlayerDecisions"
    table.finish()
    assert table.table.phase == "Betting"
    assert is_barred(table)


@clause("672a.2(d)")
def test_one_inspection_holds_for_its_day_however_often_the_table_is_opened() -> None:
    table = opened()
    for _ in range(2):
        table.say(c.CloseTable(), "floorperson")
        table.follow()
        table.say(c.OpenTable(), "floorperson")
        table.follow()
    assert not is_barred(table)
    assert len(table.events(ev.ReaderInspected)) == 1


@clause("672a.2(d)")
def test_a_day_that_begins_on_a_closed_table_asks_for_one_at_the_opening() -> None:
    table = opened()
    table.say(c.CloseTable(), "floorperson")
    table.follow()
    table.pass_time(0, TUESDAY)
    table.say(c.OpenTable(), "floorperson")
    while table.urgent().kind not in ("inspect_reader", "no_more_bets"):
        table.step()
    assert table.urgent().kind == "inspect_reader"
    assert is_barred(table)


@clause("672a.2(d)")
def test_an_inspection_on_a_closed_table_counts_for_the_day() -> None:
    table = Guided("none")
    table.pass_time(0, MONDAY)
    table.say(c.InspectReader(), "floorperson")
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    assert not is_barred(table)
    assert len(table.events(ev.ReaderInspected)) == 1


@clause("672a.2(d)")
def test_where_nobody_knows_the_day_each_opening_asks_for_an_inspection() -> None:
    table = Guided("none")
    for count in (1, 2):
        table.say(c.OpenTable(), "floorperson")
        table.follow()
        assert len(table.events(ev.ReaderInspected)) == count
        table.say(c.CloseTable(), "floorperson")
        table.follow()


@clause("672a.2(d)", "house.2")
def test_an_inspection_outlives_a_restart_on_its_day() -> None:
    table = opened()
    table.restart()
    table.choose("resume")
    table.pass_time(0, MONDAY)
    assert not is_barred(table)


@clause("672a.2(d)", "house.2")
def test_and_ends_with_it_where_another_day_began_meanwhile() -> None:
    table = opened()
    table.restart(20 * 3_600_000)
    table.choose("resume")
    table.pass_time(0, TUESDAY)
    assert is_barred(table)


@clause("672a.2(d)", "house.7")
def test_a_clock_in_doubt_asks_for_an_inspection_from_the_next_round_on() -> None:
    table = opened()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.restart(-1)
    table.choose("resume")
    table.pass_time(0, MONDAY)
    assert table.table.phase == "Dealing"
    table.run()
    table.finish()
    assert is_barred(table)


@clause("672a.2(d)", "house.7")
def test_a_clock_in_doubt_on_a_closed_table_asks_for_one_at_the_opening() -> None:
    table = opened()
    table.say(c.CloseTable(), "floorperson")
    table.follow()
    table.take(Told(c.Restarted(BUILD, table.table.rules, -1)))
    for name, _ in table.devices:
        table.back(name)
    table.pass_time(0, MONDAY)
    table.say(c.OpenTable(), "floorperson")
    while table.urgent().kind not in ("inspect_reader", "no_more_bets"):
        table.step()
    assert is_barred(table)


@clause("672a.2(d)", "672a.12(j)")
def test_another_reader_is_inspected_before_anybody_is_dealt_a_card() -> None:
    table = opened()
    table.lose("reader")
    table.back("reader", serial="another")
    (hold,) = table.table.holds
    assert hold.remedies[0].name == "repaired"
    table.choose("repaired")
    assert table.events(ev.ReaderInspected)[-1] is not None
    assert not is_barred(table)


# ---- what falls due between the wagers and the first card ---------------------------------------------


@clause("672a.2(d)", "672a.3(c)")
@pytest.mark.parametrize(
    ("hours", "day", "asked"), [(1, TUESDAY, "inspect_reader"), (24, MONDAY, "change_cards")]
)
def test_what_falls_due_while_the_positions_close_bars_the_round(hours: int, day: str, asked: str) -> None:
    """They may take long to confirm it: a cable is out, or the power. The wagers are open again meanwhile."""
    table = opened()
    table.wager(1, 1000)
    table.answers = False
    assert table.ask(c.NoMoreBets()).refused is None
    table.lose("wagers")
    table.pass_time(hours, day)
    table.answers = True
    table.back("wagers")
    assert (table.table.phase, table.urgent().kind) == ("Betting", asked)
    assert [stack.stake for stack in table.table.stacks] == [1000]
    assert table.table.round == 0
    assert table.open, "who does not want to wait takes the chips back"


@clause("672a.2(d)")
def test_and_so_it_is_after_a_night_without_power() -> None:
    table = opened()
    table.wager(1, 1000)
    table.answers = False
    table.ask(c.NoMoreBets())
    table.answers = True
    table.take(Told(c.Restarted(BUILD, table.table.rules, 60_000)))
    for name, _ in table.devices:
        table.back(name)
    table.pass_time(0, TUESDAY)
    table.choose("resume", "power-loss")
    assert (table.table.phase, table.urgent().kind) == ("Betting", "inspect_reader")
    table.say(c.InspectReader(), "floorperson")
    assert table.ask(c.NoMoreBets()).refused is None
    assert table.table.phase == "Dealing"


# ---- another reader than the one that was inspected -----------------------------------------------------


@clause("672a.2(d)", "672a.12(j)")
@pytest.mark.parametrize("what", ["replaced", "repaired", "unplugged"])
def test_a_reader_that_was_changed_while_the_table_was_closed_is_inspected(what: str) -> None:
    table = opened()
    table.close_table()
    if what == "repaired":
        table.report("reader", m.FaultRaised("lamp"))
        table.report("reader", m.FaultCleared("lamp"))
    else:
        table.lose("reader")
        table.back("reader", "another one" if what == "replaced" else "")
    table.say(c.OpenTable(), "floorperson")
    asked = set()
    while table.table.phase != "Betting" or table.urgent().kind in ("confirm_table", "inspect_reader"):
        asked.add(table.urgent().kind)
        table.step()
    assert ("inspect_reader" in asked) == (what != "unplugged")
    assert not is_barred(table)


@clause("672a.2(d)")
@pytest.mark.parametrize("trouble", ["away", "at fault"])
def test_a_reader_that_is_not_in_working_order_is_not_found_to_be_so(trouble: str) -> None:
    table = opened()
    table.close_table()
    if trouble == "away":
        table.lose("reader")
    else:
        table.report("reader", m.FaultRaised("lamp"))
    table.pass_time(0, TUESDAY)
    assert refusal(table, c.InspectReader()) == "topic:reader-inspection"
    if trouble == "away":
        table.back("reader")
    else:
        table.report("reader", m.FaultCleared("lamp"))
    table.say(c.InspectReader(), "floorperson")
