"""Cards at a table with a batch shuffler: two batches that take turns, 633a.3(b), opened apart, 633a.4(e),
and what was shuffled only in part, 633a.14(l) and (m). How a machine fails in every way is tested in
tests/controller/table."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Batch
from tests.controller.games.blackjack.guided import GuidedBlackjack, at, opened, playing, waiting, where
from tests.controller.table.following import BLUE, RED, kinds, refusal
from tests.controller.table.machines import PHASES, REASONS

# ---- how many, and which ------------------------------------------------------------------------------


@clause("633a.3(b)", "633a.3(b)(1)", "633a.3(b)(2)")
@pytest.mark.parametrize(
    ("batches", "cited"),
    [
        ((RED,), "topic:two-batches"),
        ((RED, Batch("blue", 5)), "topic:equal-batches"),
        ((Batch("red", 3), Batch("blue", 3)), "topic:equal-batches"),
        ((RED, RED), "topic:two-backs"),
    ],
)
def test_two_batches_of_equal_decks_and_different_backs(batches: tuple[Batch, ...], cited: str) -> None:
    assert refusal(GuidedBlackjack("batch"), c.OpenTable(batches)) == cited
    assert where(opened("batch", None, RED, BLUE)) == {"red": "table", "blue": "table"}


@clause("633a.3(a)", "633a.3(b)(1)")
@pytest.mark.parametrize("decks", range(1, 9))
def test_each_batch_has_the_decks_that_the_house_submitted(decks: int) -> None:
    """One deck each is two decks in all, the fewest that the clause allows."""
    table = opened("batch", decks=decks)
    assert [batch.decks for batch in table.supply.batches] == [decks, decks]
    table.follow()
    assert (table.table.phase, table.shuffler.told) == ("Betting", 52 * decks)


# ---- one is played while the other one is in the machine ----------------------------------------------


@clause("633a.3(b)(3)")
def test_one_batch_is_shuffled_and_kept_in_the_machine_while_the_other_is_played() -> None:
    table = playing(finished=False)
    assert where(table) == {"red": "shoe", "blue": "shuffler"}
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.shuffled()
    table.run()
    table.finish()
    assert (table.table.phase, table.shuffler.stage) == ("Betting", "done")
    assert refusal(table, c.TakeStack()), "it keeps the stack until it is wanted"


@clause("633a.3(b)(3)")
def test_a_machine_that_still_works_is_waited_for() -> None:
    table = waiting()
    assert table.urgent().kind == "wait"
    assert refusal(table, c.ShuffleCards()) == "topic:batch-in-shuffler"
    table.shuffled()
    assert table.urgent().kind == "take_stack"


@clause("633a.3(b)(4)")
def test_the_batches_are_played_in_turn() -> None:
    table = playing()
    played = []
    for _ in range(4):
        played.append(table.supply.batches[table.supply.current].back)
        table.end_shoe()
        table.follow()
    assert played == ["red", "blue", "red", "blue"]
    assert [one.batch for one in table.events(ev.BatchFed)] == [0, 1, 0, 1, 0, 1]


@clause("633a.3(b)(4)", "633a.5(f)")
def test_the_floorpersons_word_brings_the_other_batch_too() -> None:
    table = playing()
    table.round()
    table.say(c.DirectReshuffle(), "floorperson")
    table.follow()
    assert where(table) == {"red": "shuffler", "blue": "shoe"}


@clause("633a.3(b)(4)", "633a.3(b)(5)")
def test_the_played_batch_goes_into_the_machine_before_the_other_one_is_cut() -> None:
    table = playing()
    table.end_shoe()
    assert table.urgent().kind == "collect_shoe"
    assert table.shuffler.stage == "done", "the blue stack comes out when the shoe was emptied into the rack"
    refusal(table, c.TakeStack())
    table.step()
    table.step()
    assert table.urgent().kind == "feed"
    assert refusal(table, c.FeedShuffler("blue")) == "topic:alternate-batches"
    for early in (c.CutCards("player"), c.ShuffleCards(), c.LoadShoe()):
        refusal(table, early)
    table.say(c.FeedShuffler("red"))
    assert table.table.phase == "Cutting"
    assert where(table) == {"red": "shuffler", "blue": "table"}


# ---- opened apart -------------------------------------------------------------------------------------


@clause("633a.4(e)", "633a.4(a)", "633a.4(b)", "633a.4(c)")
def test_each_batch_is_inspected_spread_washed_and_shuffled_by_itself() -> None:
    table = opened("batch")
    steps: list[tuple[str, str]] = []
    while table.table.phase != "Cutting":
        steps.append((table.supply.batches[table.supply.current].back, table.urgent().kind))
        table.step()
    procedure = ["inspect", "verify", "spread", "look", "wash", "feed"]
    named = [step for step in steps if step[1] in procedure]
    one_by_one = [("red", kind) for kind in procedure] + [("blue", kind) for kind in procedure]
    assert named == one_by_one


@clause("633a.4(e)", "633a.3(b)(3)")
def test_play_does_not_begin_with_the_second_batch_unopened() -> None:
    table = opened("batch")
    table.follow("Shuffling")
    table.say(c.FeedShuffler())
    table.shuffled()
    assert table.table.phase == "Inspecting"
    for early in (c.CutCards(), c.LoadShoe(), c.ShuffleCards(), c.SpreadCards()):
        refusal(table, early)


@clause("633a.4(f)", "633a.4(e)")
@pytest.mark.parametrize(
    ("sources", "opened_here", "played"),
    [
        (("preshuffled", "preshuffled"), [], "red"),
        (("preshuffled", "fresh"), ["blue"], "red"),
        (("fresh", "preshuffled"), ["red"], "blue"),
    ],
)
def test_of_two_batches_only_those_that_came_unshuffled_are_opened_here(
    sources: tuple[str, str], opened_here: list[str], played: str
) -> None:
    batches = (Batch("red", 6, sources[0], "receipt 1"), Batch("blue", 6, sources[1], "receipt 2"))
    table = opened("batch", None, *batches)
    inspected = []
    for _ in range(60):
        if table.urgent().kind == "inspect":
            inspected.append(table.supply.batches[table.supply.current].back)
        if not table.step():
            break
    assert table.table.phase == "Betting"
    assert inspected == opened_here
    assert where(table)[played] == "shoe"


# ---- shuffled only in part ----------------------------------------------------------------------------


@clause("633a.14(l)")
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
    assert table.supply.batches[1].stage == "shuffled"
    assert sum(one.batch == 1 for one in table.events(ev.BatchFed)) == 2, "shuffled once more"


@clause("633a.14(l)")
@pytest.mark.parametrize("reason", REASONS)
def test_a_shuffle_that_fails_while_the_table_waits_is_made_again_before_the_cut(reason: str) -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail(reason, "output"))
    (hold,) = table.table.holds
    assert (hold.kind, hold.clause) == ("shuffler-trouble", "topic:shuffle-incomplete")
    assert [way.name for way in hold.remedies[:3]] == ["reshuffle", "covered", "signed"]
    table.choose("reshuffle", role="dealer")
    table.step()
    for early in (c.CutCards("player"), c.LoadShoe()):
        refusal(table, early)
    table.follow("Cutting")
    assert len([one for one in table.events(ev.ShuffleEnded) if one.stage == "done"]) == 2


@clause("633a.14(m)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_cards_are_shuffled_by_hand_once_the_machine_is_covered_or_signed(how: str) -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail("jam", "path"))
    refusal(table, c.ShuffleCards())
    assert kinds(table) == ["shuffler-trouble"]
    table.choose(how)
    table.follow()
    assert table.table.phase == "Betting"
    assert table.supply.batches[table.supply.current].where == "shoe"
