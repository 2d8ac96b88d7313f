"""A shuffle that was not completed, or whose cards are not the right ones, is made again; and no round waits
for it."""

from typing import Final

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from tests.controller.table.following import kinds, met, opened, refusal
from tests.controller.table.machines import PHASES, REASONS, at, playing, waiting

# ---- 672a.12(k): jammed, stopped, incomplete: shuffled again --------------------------------------


@clause("672a.12(k)")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("reason", REASONS)
def test_a_shuffle_that_fails_during_a_round_stops_nothing_and_is_made_again(phase: str, reason: str) -> None:
    table = at(phase, finished=False)
    table.report("shuffler", table.shuffler.fail(reason))
    assert table.table.holds == ()
    assert table.table.phase == phase
    if phase == "Betting":
        table.say(c.NoMoreBets())
    table.run()
    table.finish()
    table.end_shoe()
    table.follow("Cutting")
    blue = table.supply.batches[1]
    assert blue.stage == "shuffled"
    assert sum(one.batch == 1 for one in table.events(ev.BatchFed)) == 2, "shuffled once more"


@clause("672a.12(k)")
@pytest.mark.parametrize("reason", REASONS)
def test_a_shuffle_that_fails_while_the_table_waits_asks_what_to_do(reason: str) -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail(reason, "output"))
    assert kinds(table) == ["shuffler-trouble"]
    (hold,) = table.table.holds
    assert hold.clause == "topic:shuffle-incomplete"
    assert [way.name for way in hold.remedies[:3]] == ["reshuffle", "covered", "signed"]
    assert "output" in hold.words
    table.choose("reshuffle", role="dealer")
    assert table.shuffler.stage == "released"
    table.step()
    assert table.table.phase == "Shuffling"
    refusal(table, c.CutCards("player"))
    table.follow("Cutting")
    assert len([one for one in table.events(ev.ShuffleEnded) if one.stage == "done"]) == 2


@clause("672a.12(k)")
@pytest.mark.parametrize("reason", ["jam", "incomplete", "lid"])
@pytest.mark.parametrize("phase", ["Inspecting", "Spreading", "Washing"])
def test_a_first_batch_that_fails_while_the_second_is_opened(phase: str, reason: str) -> None:
    table = opened("batch")
    table.follow("Shuffling")
    table.say(c.FeedShuffler())
    table.follow(phase)
    assert table.supply.current == 1
    table.report("shuffler", table.shuffler.fail(reason))
    assert table.table.holds == ()
    table.follow("Shuffling")
    assert kinds(table) == ["shuffler-trouble"]
    table.follow()
    assert table.table.phase == "Betting"
    assert {batch.where for batch in table.supply.batches} == {"shoe", "shuffler"}


@clause("672a.12(k)")
@pytest.mark.parametrize("phase", ["Cutting", "Loading"])
def test_the_batch_in_the_machine_fails_while_the_other_is_cut(phase: str) -> None:
    table = waiting(finished=True)
    table.follow(phase)
    table.report("shuffler", table.shuffler.fail("jam"))
    assert table.table.holds == ()
    table.follow()
    assert table.table.phase == "Betting"
    assert table.supply.machine.stage == "working"


@clause("672a.12(k)")
def test_a_shuffle_that_fails_is_on_record_with_its_reason_and_place() -> None:
    table = playing(finished=False)
    table.report("shuffler", table.shuffler.fail("jam", "path"))
    assert (table.supply.machine.reason, table.supply.machine.place) == ("jam", "path")
    assert met(table, "shuffler-failed") == 1


@clause("672a.12(k)")
def test_what_jammed_in_a_shuffle_is_shuffled_again_also_where_the_device_says_that_it_is_done() -> None:
    table = playing(finished=False)
    job = table.supply.machine.job
    table.report("shuffler", m.FaultRaised("jam", "path"))
    table.report("shuffler", m.FaultCleared("jam"))
    table.report("shuffler", m.ShuffleDone(job, 312, "good", "good", "good"))
    machine = table.supply.machine
    assert (machine.stage, machine.reason, machine.place) == ("failed", "jam", "path")
    assert met(table, "shuffler-failed") == 1


@clause("672a.12(k)")
def test_a_jam_beside_a_stack_that_is_complete_is_no_reason_to_shuffle_it_again() -> None:
    table = playing()
    table.report("shuffler", m.FaultRaised("jam", "input"))
    assert table.supply.machine.stage == "done"


@clause("672a.12(k)")
def test_a_machine_that_is_not_clear_does_not_begin_again() -> None:
    table = waiting()
    table.fault("jam")
    assert refusal(table, c.ChooseRemedy(table.table.holds[0].id, "reshuffle")) == "topic:shuffle-incomplete"
    table.repair()
    table.choose("reshuffle", role="dealer")
    table.follow("Cutting")


@clause("672a.12(k)")
def test_a_failed_stack_that_somebody_takes_out_by_hand_is_shuffled_before_it_is_played() -> None:
    table = playing(finished=False)
    table.report("shuffler", table.shuffler.fail("jam"))
    table.shuffler.stage = "empty"
    table.say(c.TakeStack())
    assert table.urgent().kind == "feed"
    table.end_shoe()
    table.follow("Cutting")
    assert len(table.events(ev.BatchFed)) >= 3


@clause("672a.12(k)")
def test_the_machine_keeps_a_complete_stack_and_nobody_takes_it_out_unasked() -> None:
    table = playing()
    refusal(table, c.TakeStack())
    refusal(table, c.ClearShuffler())
    table.shuffler.stage = "empty"
    table.report("shuffler", m.OutputTaken(table.shuffler.job))
    assert table.supply.batches[1].stage != "shuffled", "nobody knows what happened to it meanwhile"
    assert table.urgent().kind == "feed"


# ---- verdicts: how many, which, and of which back -------------------------------------------------


VERDICTS: Final = [
    (count, identity, back)
    for count in ("good", "bad", "unsupported")
    for identity in ("good", "bad", "unsupported")
    for back in ("good", "bad", "unsupported")
]


@clause("672a.12(k)", "672a.7(d)(1)")
@pytest.mark.parametrize("verdicts", VERDICTS)
def test_a_stack_with_a_bad_verdict_is_never_played(verdicts: tuple[m.Verdict, m.Verdict, m.Verdict]) -> None:
    table = waiting(counts=verdicts[0] != "unsupported")
    table.shuffler.verdicts = verdicts
    table.shuffled()
    if "bad" not in verdicts:
        assert table.table.holds == ()
        assert table.supply.machine.stage == "releasing"
        return
    assert kinds(table) == ["shuffler-trouble"]
    assert [way.name for way in table.table.holds[0].remedies[:2]] == ["recount", "change_cards"]
    assert met(table, "card-count") == 1
    assert table.shuffler.stage == "done", "it is not given out to be played"


@clause("672a.7(d)(1)")
def test_a_machine_that_counts_and_tells_no_count_has_counted_nothing() -> None:
    table = waiting()
    table.shuffler.verdicts = ("unsupported", "good", "good")
    table.shuffled()
    assert kinds(table) == ["shuffler-trouble"]


@clause("672a.7(d)(1)")
@pytest.mark.parametrize(("word", "count"), [("good", 311), ("good", 313), ("unsupported", 311)])
def test_another_number_than_was_put_in_is_bad_whatever_the_machine_makes_of_it(
    word: m.Verdict, count: int
) -> None:
    table = waiting()
    table.shuffler.verdicts, table.shuffler.count = (word, "good", "good"), count
    table.shuffled()
    assert kinds(table) == ["shuffler-trouble"]
    assert str(count) in table.events(ev.IrregularityMet)[-1].what.disposition


@clause("672a.7(d)(1)")
def test_cards_that_were_counted_wrong_are_counted_once_more_by_the_machine() -> None:
    table = waiting()
    table.shuffler.verdicts = ("bad", "good", "good")
    table.shuffled()
    table.shuffler.verdicts = ("good", "good", "good")
    table.choose("recount", role="dealer")
    table.step()
    table.follow("Cutting")
    assert table.table.phase == "Cutting"


@clause("672a.7(d)(1)", "672a.3(b)")
def test_cards_that_are_not_the_right_ones_leave_the_table_whole() -> None:
    table = waiting()
    table.shuffler.verdicts = ("good", "bad", "good")
    table.shuffled()
    table.shuffler.verdicts = ("good", "good", "good")
    table.choose("change_cards")
    table.step()
    assert table.table.phase == "Inspecting"
    assert [batch.stage for batch in table.supply.batches] == ["received", "received"]


@clause("672a.7(d)(1)")
def test_a_bad_verdict_during_a_round_stops_nothing() -> None:
    table = at("PlayerDecisions", finished=False)
    table.shuffler.verdicts = ("good", "good", "bad")
    table.shuffled()
    assert table.table.holds == ()
    table.finish()
    assert table.urgent().kind == "clear_shuffler"
