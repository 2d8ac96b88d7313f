"""What is known of a stack is lost with lid, power, link and boot. A shuffler that cannot be reached stops no
round."""

from collections.abc import Callable
from typing import Final

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from tests.controller.table.following import Guided, kinds, refusal
from tests.controller.table.machines import (
    PHASES,
    at,
    fault,
    lose_power,
    playing,
    refuse_device,
    waiting,
)

# ---- what is known of a stack is lost with lid, power, link and boot ------------------------------


def lose_link(table: Guided) -> None:
    table.unplug()
    table.plug_in()


def another_device(table: Guided) -> None:
    table.unplug()
    table.plugged = True
    table.back("shuffler", serial="another")


def boot_unheard(table: Guided) -> None:
    table.shuffler.reset()
    table.back("shuffler")


def lose_reports(table: Guided) -> None:
    table.report("shuffler", m.Gap(3, 5))


def restart(table: Guided) -> None:
    table.restart()
    table.choose("resume", "power-loss")


def violate(table: Guided) -> None:
    table.report("shuffler", m.FaultRaised("violation"))


def fail_order(table: Guided) -> None:
    table.report("shuffler", m.OrderFailed(1, "fault"))


LOSSES: Final = (
    Guided.open_lid,
    lose_link,
    lose_power,
    refuse_device,
    another_device,
    boot_unheard,
    lose_reports,
    restart,
    violate,
    fail_order,
)


@clause("672a.12(k)", "house.3")
@pytest.mark.parametrize("lose", LOSSES)
def test_what_is_known_of_a_complete_stack_perishes_and_it_is_shuffled_again(
    lose: Callable[[Guided], None],
) -> None:
    table = playing()
    lose(table)
    assert table.supply.machine.stage != "done"
    assert table.supply.machine.counted == "unsupported"
    fed = len(table.events(ev.BatchFed))
    table.end_shoe()
    table.follow("Cutting")
    assert [one.batch for one in table.events(ev.BatchFed)][fed] == 1


@clause("672a.12(k)", "house.3")
@pytest.mark.parametrize("lose", LOSSES)
def test_and_so_it_does_while_the_machine_works(lose: Callable[[Guided], None]) -> None:
    table = playing(finished=False)
    lose(table)
    assert table.supply.machine.stage == "failed"
    table.report("shuffler", m.ShuffleDone(table.supply.machine.job, 312, "good", "good", "good"))
    assert table.supply.machine.stage == "failed", "what is told of it afterwards is of no use"


@clause("672a.12(k)", "house.3")
@pytest.mark.parametrize("lose", LOSSES)
def test_and_while_its_stack_is_given_out(lose: Callable[[Guided], None]) -> None:
    table = waiting(finished=True)
    assert table.shuffler.stage == "released"
    lose(table)
    while table.table.holds:
        table.choose("reshuffle")
    table.shuffler.stage = "empty"
    table.report("shuffler", m.OutputTaken(table.shuffler.job))
    assert table.supply.batches[1].stage != "shuffled"
    table.follow("Cutting")


@clause("672a.12(k)")
def test_a_stack_that_is_taken_out_by_another_way_than_the_exit_is_shuffled_again() -> None:
    table = waiting(finished=True)
    table.shuffler.stage = "empty"
    table.say(c.TakeStack())
    assert table.supply.batches[1].stage != "shuffled"


@clause("672a.12(k)", "house.3")
def test_what_another_machine_gives_out_is_told_by_its_own_job() -> None:
    """It was used elsewhere, has counted fewer jobs, and has cards inside: whatever it is comes out."""
    table = playing()
    table.unplug()
    table.plugged = True
    table.shuffler.reset()
    table.shuffler.job = 1
    table.back("shuffler", serial="another")
    assert table.supply.machine.stage == "failed"
    assert table.shuffler.job < table.supply.machine.job
    table.say(c.ClearShuffler())
    assert table.shuffler.stage == "released"
    table.take_stack()
    assert table.supply.machine.stage == "empty"
    assert table.supply.batches[1].stage == "unshuffled"
    assert table.urgent().kind == "feed"


@clause("house.3")
def test_a_fault_over_and_a_closed_lid_are_no_loss() -> None:
    table = playing()
    table.report("shuffler", m.LidMoved(False))
    table.report("shuffler", m.FaultCleared("sensor"))
    assert table.supply.machine.stage == "done"


# ---- the device that cannot be reached, or is at fault --------------------------------------------


@clause("672a.12(k)", "house.3")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("trouble", [Guided.unplug, fault, lose_power, refuse_device])
def test_no_round_waits_for_the_shuffler(phase: str, trouble: Callable[[Guided], None]) -> None:
    table = at(phase)
    trouble(table)
    assert table.table.holds == ()
    if phase == "Betting":
        table.say(c.NoMoreBets())
    table.run()
    table.finish()
    assert table.table.phase == "Betting"
    assert table.urgent().kind in ("no_more_bets", "clear_shuffler", "feed")
    table.wager(1, 1000)
    table.say(c.NoMoreBets())


@clause("672a.12(k)", "house.2")
@pytest.mark.parametrize("phase", PHASES)
def test_a_round_goes_on_after_a_power_loss_although_the_shuffler_stays_away(phase: str) -> None:
    table = at(phase)
    table.unplug()
    table.restart()
    table.choose("resume")
    assert table.table.phase == phase
    assert table.table.holds == ()


@clause("672a.12(l)", "house.3")
@pytest.mark.parametrize("trouble", [Guided.unplug, fault])
@pytest.mark.parametrize("finished", [False, True])
def test_when_cards_are_to_be_shuffled_its_trouble_becomes_a_question(
    trouble: Callable[[Guided], None], finished: bool
) -> None:
    table = playing(finished)
    trouble(table)
    table.end_shoe()
    assert kinds(table) == ["shuffler-trouble"]
    refusal(table, c.ShuffleCards())
    refusal(table, c.ChooseRemedy(table.table.holds[0].id, "reshuffle"))


@clause("672a.12(l)")
@pytest.mark.parametrize("phase", ["Idle", "Washing", "Cutting", "Loading", "Inspecting"])
def test_nobody_is_asked_about_it_while_nothing_is_to_be_shuffled(phase: str) -> None:
    table = playing()
    if phase == "Idle":
        table.say(c.LeaveIdle())
    elif phase in ("Cutting", "Loading"):
        table.end_shoe()
        table.follow(phase)
    else:
        table.say(c.ChangeCards(), "floorperson")
        table.follow(phase)
    table.unplug()
    assert table.table.holds == ()
    assert table.table.phase == phase
