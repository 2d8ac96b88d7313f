"""The shuffler as it tells of itself when it is connected, compared with the record; a table that closes."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from drivers import messages as m
from tests.controller.table.following import Guided, kinds, met, refusal
from tests.controller.table.machines import (
    playing,
    waiting,
)

# ---- a machine and its record, compared when it is connected --------------------------------------


@clause("672a.12(k)", "672a.3(b)")
@pytest.mark.parametrize("opened", [False, True])
def test_cards_that_nobody_knows_of_come_out_before_others_go_in(opened: bool) -> None:
    table = Guided("batch")
    if opened:
        table.say(c.OpenTable(), "floorperson")
        table.follow("Shuffling")
    table.unplug()
    table.shuffler.job, table.shuffler.stage = 7, "done"
    table.plug_in()
    if not opened:
        table.say(c.OpenTable(), "floorperson")
        table.follow("Shuffling")
    assert kinds(table) == ["shuffler-trouble"]
    if table.ask(c.ChooseRemedy(table.table.holds[0].id, "reshuffle")).refused is None:
        table.step()
    assert table.shuffler.stage == "empty"
    table.say(c.FeedShuffler())
    assert table.shuffler.job == 8, "a later shuffle has a higher number"


@clause("672a.12(k)")
def test_a_closed_tables_cards_that_stayed_in_the_machine_are_not_forgotten() -> None:
    table = playing()
    table.fault("jam")
    table.say(c.CloseTable(), "floorperson")
    table.step()
    assert table.table.phase == "Closed"
    table.repair()
    table.say(c.OpenTable(), "floorperson")
    table.follow("Shuffling")
    refusal(table, c.FeedShuffler())
    table.follow()
    assert [batch.where for batch in table.supply.batches] == ["shoe", "shuffler"]


@clause("672a.12(k)")
def test_a_machine_that_was_emptied_while_nobody_heard_it_is_empty() -> None:
    table = playing()
    table.unplug()
    table.shuffler.stage = "empty"
    table.plug_in()
    assert table.urgent().kind == "feed"
    assert table.supply.batches[1].stage != "shuffled"


@clause("672a.12(k)")
def test_a_machine_with_nothing_to_give_out_is_not_waited_for() -> None:
    table = playing(finished=False)
    table.report("shuffler", table.shuffler.fail("jam"))
    table.shuffler.stage = "empty"
    table.say(c.ClearShuffler())
    assert table.supply.machine.stage == "empty"
    assert table.urgent().kind == "feed"


@clause("672a.12(k)")
def test_what_is_told_late_of_an_earlier_stack_is_not_taken_for_the_present_one() -> None:
    table = playing(finished=False)
    table.report("shuffler", m.OutputTaken(1))
    table.report("shuffler", m.ShuffleFailed(1, "jam"))
    table.report("shuffler", m.ShuffleDone(1, 312, "good", "good", "good"))
    assert table.supply.machine.stage == "working"


@clause("672a.12(k)", "house.3")
@pytest.mark.parametrize("stage", ["empty", "failed", "working"])
def test_a_stack_that_the_machine_does_not_keep_as_the_record_has_it_is_none(stage: str) -> None:
    for table in (playing(), waiting(finished=True)):
        table.shuffler.stage = stage
        table.back("shuffler")
        assert table.supply.batches[1].stage != "shuffled"
        assert table.supply.machine.stage in ("failed", "empty")


@clause("672a.12(k)", "house.3")
def test_a_machine_that_keeps_the_stack_of_another_shuffle_does_not_keep_ours() -> None:
    table = playing()
    table.shuffler.job += 5
    table.back("shuffler")
    assert table.supply.machine.stage == "failed"
    assert table.supply.batches[1].stage != "shuffled"


@clause("672a.12(k)")
def test_a_stack_that_the_machine_does_not_know_is_not_given_out_as_the_one_it_shuffled() -> None:
    table = waiting(finished=True)
    table.report("shuffler", m.OrderRefused("release", "bad-value"))
    assert table.supply.machine.stage == "failed"
    assert kinds(table) == ["shuffler-trouble"]
    assert table.supply.batches[1].stage != "shuffled"


@clause("672a.12(k)")
@pytest.mark.parametrize("loses_link", [False, True])
def test_a_machine_in_place_of_another_is_given_higher_numbers_than_it_has_had(loses_link: bool) -> None:
    table = playing(finished=False)
    if loses_link:
        table.unplug()
    table.plugged = True
    table.shuffler.job, table.shuffler.stage = 57, "empty"
    table.back("shuffler", serial="another")
    table.say(c.FeedShuffler())
    assert table.shuffler.job == 58


@clause("672a.12(k)", "house.1")
def test_an_order_that_the_machine_never_took_does_not_keep_the_table_open() -> None:
    """To stop overtakes the order to shuffle, and then there is nothing that could fail."""
    table = playing(finished=False)
    table.shuffler.stage = "empty"
    table.say(c.CloseTable(), "floorperson")
    table.step()
    assert table.supply.machine.stage == "cancelling"
    assert "by hand" in table.urgent().words
    table.say(c.TakeStack())
    assert table.table.phase == "Closed"


@clause("house.1")
@pytest.mark.parametrize("finished", [False, True])
def test_a_table_that_closes_stops_the_machine_and_takes_its_cards_out(finished: bool) -> None:
    table = playing(finished)
    table.say(c.CloseTable(), "floorperson")
    table.step()
    assert table.table.phase == "Closing"
    assert table.shuffler.stage == "released"
    table.step()
    assert table.table.phase == "Closed"
    assert met(table, "shuffler-failed") == 0, "it was stopped, and did not fail"
