"""Loss of power, the clock, a changed submission or build, inner faults."""

import pytest
from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.commands import Asked, Told
from controller.table.phases import in_words
from drivers import messages as m
from drivers.cards import UNREAD
from tests.controller.table.standing import NAMES, ONE, OPEN, ROUND, at_phase, is_safe, kinds, may_draw
from tests.support import BUILD, Play, rules


def restart(table: Play, build: str = BUILD, gap: int = 1000, **chosen: object) -> None:
    now = rules(**chosen) if chosen else table.table.rules  # type: ignore[arg-type]
    table.take(Told(c.Restarted(build, now, gap)))


@clause("house.2")
@pytest.mark.parametrize("phase", OPEN)
def test_a_restart_opens_the_power_loss_hold_in_every_phase_and_nothing_moves(phase: str) -> None:
    table = at_phase(phase)
    before = table.table
    restart(table)
    assert kinds(table) == ["power-loss"]
    assert f"during {in_words(phase)}:" in table.table.holds[0].words
    assert is_safe(table)
    ways = [way.name for way in table.table.holds[0].remedies]
    assert ways == (["resume", "void_round"] if phase in ROUND else ["resume"])
    assert table.choose("resume").refused is not None, "no device was heard yet"
    for name in NAMES:
        table.back(name)
    assert kinds(table) == ["power-loss"]
    assert table.ask(c.ChooseRemedy(table.table.holds[0].id, "resume")).refused is not None
    table.choose("resume")
    after = table.table
    assert after.holds == ()
    assert may_draw(after) == may_draw(before)
    same = {"positions": "", "irregularities": (), "standing": before.standing, "wanted_shoe": m.Lock()}
    assert replace(after, **same) == replace(before, **same)
    table.answers = True
    if table.table.positions == "closing":
        table.report("wagers", m.PositionsClosed())
    if table.table.wanted_face is not None:
        table.report("shoe", m.Disclosed(5, "6C"))
    table.finish()
    assert table.table.phase == "Betting"


@clause("house.2")
def test_a_second_restart_asks_once() -> None:
    table = at_phase("PlayerDecisions")
    restart(table)
    restart(table)
    assert kinds(table) == ["power-loss"]


@clause("house.2", "house.3")
def test_when_the_devices_lost_power_too_one_question_is_asked() -> None:
    table = at_phase("PlayerDecisions")
    restart(table)
    table.shoe.reset()
    for name in NAMES:
        table.boots[name] = 9
        table.back(name)
    assert kinds(table) == ["power-loss"]
    assert table.table.dealer.cards == ("7H", UNREAD)
    table.choose("resume")
    table.play(1, "hit")
    assert table.table.phase == "Betting"


@clause("house.2")
def test_a_closed_table_starts_without_a_question() -> None:
    table = Play(opened=False)
    restart(table)
    assert table.table.holds == ()
    assert not any(device.ready for device in table.table.standing.devices)


@clause("house.7")
def test_a_wall_clock_behind_the_last_entry_is_a_fault() -> None:
    table = at_phase("PlayerDecisions")
    restart(table, gap=-1)
    assert "clock-fault" in [one.kind for one in table.table.irregularities]
    ruling = table.take(Told(c.ClockFault(-86_400_000)))
    assert ruling.orders == ()
    assert ruling.table.wanted_shoe == table.table.wanted_shoe


# ---- a changed submission ----------------------------------------------------------------------------------


@clause("house.19")
@pytest.mark.parametrize("phase", OPEN)
def test_changed_rules_count_from_the_next_opening(phase: str) -> None:
    table = at_phase(phase)
    old = table.table.rules
    restart(table, minimum=1000)
    assert kinds(table) == ["power-loss", "submission-changed"]
    assert table.table.rules == old
    for name in NAMES:
        table.back(name)
    table.choose("resume", "power-loss")
    assert kinds(table) == ["submission-changed"]
    table.choose("accept")
    assert table.table.rules == old
    table.answers = True
    if table.table.positions == "closing":
        table.report("wagers", m.PositionsClosed())
    if table.table.wanted_face is not None:
        table.report("shoe", m.Disclosed(5, "6C"))
    table.finish()
    for stack in table.table.stacks:
        table.report("wagers", m.TakenBack(stack.box, stack.wager, stack.stake))
    table.close_table()
    assert table.table.phase == "Closed"
    assert table.table.rules.minimum == 1000
    table.open_table(ONE)
    assert table.wager(1, 500).refused is not None


@clause("house.19")
def test_the_same_rules_are_asked_about_once() -> None:
    table = at_phase("PlayerDecisions")
    restart(table, minimum=1000)
    for name in NAMES:
        table.back(name)
    table.choose("resume", "power-loss")
    table.choose("accept")
    restart(table, minimum=1000)
    assert kinds(table) == ["power-loss"]


@clause("house.19")
def test_rules_that_are_changed_back_are_the_old_ones() -> None:
    table = at_phase("PlayerDecisions")
    restart(table, minimum=1000)
    restart(table)
    for name in NAMES:
        table.back(name)
    table.choose("resume", "power-loss")
    while table.table.holds:
        table.choose("accept")
    table.finish()
    table.floor(c.CloseTable())
    assert table.table.rules.minimum == 500


@clause("house.19")
@pytest.mark.parametrize("boxes", [2, 6])
def test_rules_with_another_number_of_boxes(boxes: int) -> None:
    table = Play(opened=False, boxes=8 - boxes)
    restart(table, boxes=boxes)
    for name in NAMES:
        table.back(name)
    table.open_table("2C TS 7H 9D TC")
    assert table.wager(boxes, 1000).refused is None
    assert table.wager(boxes + 1, 1000).refused is not None


@clause("house.19")
def test_another_build_is_asked_about() -> None:
    table = at_phase("PlayerDecisions")
    restart(table, build="other")
    assert kinds(table) == ["power-loss", "submission-changed"]
    closed = Play(opened=False)
    restart(closed, build="other")
    assert closed.table.holds == ()
    assert closed.table.standing.build == "other"


# ---- inner faults ------------------------------------------------------------------------------------------


@clause("house.4")
@pytest.mark.parametrize("phase", OPEN)
def test_a_defect_seals_the_table_until_the_floor_has_voided_and_opened_anew(phase: str) -> None:
    table = at_phase(phase)
    chips = sum(stack.stake for stack in table.table.stacks)
    table.take(Told(c.DefectMet("ZeroDivisionError")))
    assert kinds(table) == ["defect"]
    assert table.table.standing.seal == "the controller met a fault of its own (ZeroDivisionError)"
    assert is_safe(table)
    ways = [way.name for way in table.table.holds[0].remedies]
    assert ways == (["void_round"] if phase in ROUND else ["acknowledge"])
    table.answers = True
    table.choose(ways[0])
    if table.table.positions == "closing":
        table.report("wagers", m.PositionsClosed())
    table.run()
    assert table.table.phase == "Closed"
    assert table.table.stacks == ()
    returned = [row[5] for row in table.rows() if row[3] == "void"]
    assert sum(returned) == (chips if phase in ROUND else 0)
    table.open_table("2C TS 7H 9D TC")
    assert table.table.standing.seal == ""
    assert table.wager(1, 1000).refused is None


@clause("house.4")
@pytest.mark.parametrize("steps", range(7))
def test_a_defect_while_the_table_is_opened_takes_it_out_of_play(steps: int) -> None:
    table = Play(opened=False)
    opening = (c.InspectCards(), c.SpreadCards(), c.WashCards(), c.ShuffleCards(), c.CutCards())
    if steps:
        table.floor(c.OpenTable())
    for step in opening[: max(0, steps - 1)]:
        table.ask(step)
    table.take(Told(c.DefectMet("bug")))
    assert table.ask(c.OpenTable(), "floorperson").refused is not None
    table.choose("acknowledge")
    assert table.table.phase == "Closed"


def test_a_table_is_set_up_once() -> None:
    table = Play(ONE)
    before = table.table
    assert table.take(Told(c.Installed(rules(minimum=100), (), "x"))).refused is not None
    assert table.table == before


def test_every_command_names_who_asked() -> None:
    asked = Asked("dealer", "Kim", c.NoMoreBets())
    assert (asked.role, asked.person, asked.authenticated) == ("dealer", "Kim", False)
