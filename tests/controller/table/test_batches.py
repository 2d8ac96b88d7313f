"""Two batches that take turns in a shuffler and in the shoe."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Batch, Equipment
from tests.controller.table.following import BLUE, RED, Guided, opened, refusal


def playing(shuffler: str = "batch") -> Guided:
    table = opened(shuffler)
    table.follow()
    return table


def where(table: Guided) -> dict[str, str]:
    return {batch.back: batch.where for batch in table.supply.batches}


# ---- 672a.3(a), (b): how many, and which ----------------------------------------------------------


@clause("672a.3(a)")
@pytest.mark.parametrize("shuffler", ["none", "continuous"])
def test_without_a_batch_machine_one_shoe_of_cards_is_enough(shuffler: str) -> None:
    table = Guided(shuffler)
    refusal(table, c.OpenTable((RED, BLUE)))
    table.say(c.OpenTable((RED,)), "floorperson")


@clause("672a.3(a)")
@pytest.mark.parametrize("decks", [5, 7, 8, 0, -6])
def test_the_decks_are_as_many_as_the_house_submitted(decks: int) -> None:
    assert refusal(Guided("none"), c.OpenTable((Batch("red", decks),))) == "topic:equal-batches"


@clause("672a.3(b)", "672a.3(b)(1)", "672a.3(b)(2)")
@pytest.mark.parametrize(
    ("batches", "cited"),
    [
        ((RED,), "topic:two-batches"),
        ((RED, BLUE, Batch("green", 6)), "topic:two-batches"),
        ((RED, Batch("blue", 8)), "topic:equal-batches"),
        ((Batch("red", 3), Batch("blue", 3)), "topic:equal-batches"),
        ((RED, RED), "topic:two-backs"),
        ((RED, Batch("", 6)), "topic:two-backs"),
    ],
)
def test_two_batches_of_equal_decks_and_different_backs(batches: tuple[Batch, ...], cited: str) -> None:
    assert refusal(Guided("batch"), c.OpenTable(batches)) == cited
    table = playing()
    assert refusal(table, c.ChangeCards(batches)) == cited


@clause("672a.3(b)")
def test_what_comes_is_two_batches_where_nobody_says_otherwise() -> None:
    table = opened("batch", equipment=Equipment("batch", backs=("green", "black")))
    assert [(batch.back, batch.decks) for batch in table.supply.batches] == [("green", 6), ("black", 6)]


# ---- 672a.3(b)(3)-(5): one is played while the other is in the machine ----------------------------


@clause("672a.3(b)(3)")
def test_play_begins_when_one_batch_is_in_the_machine() -> None:
    table = opened("batch")
    table.follow("Cutting")
    assert where(table) == {"red": "table", "blue": "shuffler"}
    table.follow()
    assert where(table) == {"red": "shoe", "blue": "shuffler"}


@clause("672a.3(b)(3)", "672a.5(a)")
def test_the_batch_in_the_machine_is_shuffled_while_the_other_one_is_played() -> None:
    table = playing()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.shuffled()
    assert table.supply.machine.stage == "done"
    table.run()
    table.finish()
    assert table.table.phase == "Betting"
    assert table.shuffler.stage == "done", "it keeps the stack until it is wanted"


@clause("672a.3(b)(4)")
def test_the_batches_are_played_in_turn() -> None:
    table = playing()
    played = []
    for _ in range(5):
        played.append(table.supply.batches[table.supply.current].back)
        table.end_shoe()
        table.follow()
    assert played == ["red", "blue", "red", "blue", "red"]


@clause("672a.3(b)(4)", "672a.7(d)(1)")
def test_the_machine_is_told_which_batch_it_gets_and_how_many_cards_that_are() -> None:
    table = playing()
    assert (table.shuffler.batch, table.shuffler.told) == (2, 312)
    table.end_shoe()
    table.follow()
    assert (table.shuffler.batch, table.shuffler.told) == (1, 312)


@clause("672a.3(b)(4)")
def test_no_other_batch_goes_into_the_machine_than_the_one_that_was_played() -> None:
    table = playing()
    table.end_shoe()
    table.shuffled()
    table.step()  # the shoe is emptied
    table.step()  # the blue stack is taken out
    assert table.urgent().kind == "feed"
    assert refusal(table, c.FeedShuffler("blue")) == "topic:alternate-batches"
    table.say(c.FeedShuffler("red"))


@clause("672a.3(b)(5)", "672a.7(d)(1)")
def test_the_stack_comes_out_after_the_shoe_was_emptied_into_the_rack() -> None:
    table = playing()
    table.shuffled()
    table.end_shoe()
    assert table.urgent().kind == "collect_shoe"
    assert table.shuffler.stage == "done"
    refusal(table, c.FeedShuffler())
    refusal(table, c.TakeStack())
    table.step()
    assert table.shuffler.stage == "released"


@clause("672a.3(b)(5)", "672a.3(b)(3)")
def test_no_cut_before_the_played_batch_left_the_rack_for_the_machine() -> None:
    table = playing()
    table.shuffled()
    table.end_shoe()
    table.step()
    table.take_stack()
    assert table.table.phase == "Shuffling"
    refusal(table, c.CutCards("player"))
    refusal(table, c.ShuffleCards())
    table.say(c.FeedShuffler())
    assert table.table.phase == "Cutting"
    assert table.supply.batches[table.supply.current].back == "blue"


@clause("672a.3(b)(3)")
def test_a_machine_that_still_works_is_waited_for() -> None:
    table = playing()
    table.end_shoe()
    table.step()
    assert table.urgent().kind == "wait"
    assert refusal(table, c.FeedShuffler()) == "topic:batch-in-shuffler"
    assert refusal(table, c.ShuffleCards()) == "topic:batch-in-shuffler"
    table.shuffled()
    assert table.urgent().kind == "take_stack"


@clause("672a.3(b)(3)", "672a.5(a)")
def test_a_second_batch_that_fails_during_the_first_shoe_is_shuffled_again_meanwhile() -> None:
    table = playing()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.report("shuffler", table.shuffler.fail("jam", "path"))
    assert table.table.holds == ()
    table.run()
    while table.urgent().kind == "decide":
        table.say(c.Decide(1, "stand"))
        table.run()
    assert table.urgent().kind == "clear_shuffler"
    table.follow()
    assert table.table.phase == "Betting"
    assert where(table) == {"red": "shoe", "blue": "shuffler"}
    assert table.supply.machine.stage == "working"
