"""A shuffler that cannot be used is covered or signed before anybody shuffles otherwise; and a continuous
one, which gives the cards back to the shoe."""

from collections.abc import Callable

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.state import Equipment
from drivers import messages as m
from tests.controller.table.following import DECK, Guided, kinds, met, opened, refusal
from tests.controller.table.machines import (
    REASONS,
    at,
    fault,
    playing,
    waiting,
)

# ---- 672a.12(l): covered or signed before any other method ----------------------------------------


@clause("672a.12(l)")
def test_nobody_shuffles_by_hand_before_the_machine_is_covered_or_signed() -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail("jam"))
    refusal(table, c.ShuffleCards())
    table.choose("reshuffle")
    assert refusal(table, c.ShuffleCards()) == "topic:batch-in-shuffler"


@clause("672a.12(l)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_then_the_cards_are_shuffled_by_hand(how: str) -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail("jam"))
    table.choose(how)
    assert table.supply.machine.out_of_order == how
    assert met(table, "shuffler-out-of-order") == 1
    assert table.urgent().kind == "shuffle"
    refusal(table, c.FeedShuffler())
    table.say(c.ShuffleCards())
    table.follow()
    assert table.table.phase == "Betting"


@clause("672a.12(l)")
def test_covering_it_is_the_floorpersons_word_as_a_remedy() -> None:
    table = waiting()
    table.report("shuffler", table.shuffler.fail("jam"))
    assert refusal(table, c.ChooseRemedy(table.table.holds[0].id, "covered"), "dealer") == "topic:role"


@clause("672a.12(l)")
def test_it_is_covered_or_signed_and_not_otherwise() -> None:
    table = playing()
    assert refusal(table, c.MarkOutOfOrder("switched off")) == "topic:shuffler-out-of-order"
    refusal(Guided("none"), c.MarkOutOfOrder("covered"))
    table.say(c.MarkOutOfOrder("covered"))
    assert refusal(table, c.MarkOutOfOrder("signed")) == "topic:shuffler-out-of-order"


@clause("672a.12(l)", "672a.3(a)")
def test_without_the_machine_one_batch_is_played_and_the_other_waits_aside() -> None:
    table = playing()
    table.say(c.MarkOutOfOrder("signed"))
    backs = []
    for _ in range(2):
        table.end_shoe()
        table.follow()
        backs.append(table.supply.batches[table.supply.current].back)
    assert backs == ["red", "red"]
    assert table.supply.batches[1].stage == "aside"


@clause("672a.12(l)", "672a.5(f)", "672a.6(b)(2)")
def test_what_it_gave_out_before_it_was_marked_is_a_new_shoe_and_shuffled_once() -> None:
    """A card that left the old shoe too early is none of the new one's; nobody who sat out waits longer."""
    table = playing()
    table.round()
    table.draw()
    table.choose("unexposed")
    table.say(c.DirectReshuffle(), "floorperson")
    while table.urgent().kind != "feed":
        table.step()
    assert [batch.where for batch in table.supply.batches] == ["table", "table"]
    table.say(c.MarkOutOfOrder("covered"))
    asked = []
    while table.table.phase != "Betting" or table.urgent().kind != "no_more_bets":
        asked.append(table.urgent().kind)
        table.step()
    assert set(asked) == {"cut", "load"}, "the floorperson's word was kept by this shuffle"
    standing = table.table.standing
    assert (standing.shoe_rounds, standing.bettors, standing.burns, table.table.ahead) == (0, (), 1, ())


@clause("672a.12(l)", "672a.3(b)(4)")
def test_back_in_service_the_batches_take_turns_again() -> None:
    table = playing()
    table.say(c.MarkOutOfOrder("signed"))
    table.shuffler.stage = "empty"  # emptied by hand
    table.end_shoe()
    table.follow()
    assert refusal(table, c.ReturnToService(), "dealer") == "topic:role"
    table.say(c.ReturnToService(), "floorperson")
    assert table.urgent().kind == "feed"
    table.follow()
    assert [batch.where for batch in table.supply.batches] == ["shoe", "shuffler"]
    table.end_shoe()
    table.follow("Cutting")
    assert table.supply.batches[table.supply.current].back == "blue"
    refusal(table, c.ReturnToService())


@clause("672a.12(l)")
@pytest.mark.parametrize("trouble", [Guided.unplug, fault])
def test_a_machine_that_is_not_in_order_does_not_return(trouble: Callable[[Guided], None]) -> None:
    table = playing()
    table.say(c.MarkOutOfOrder("signed"))
    trouble(table)
    refusal(table, c.ReturnToService())
    table.plug_in()
    table.repair()
    table.say(c.ReturnToService(), "floorperson")


@clause("672a.12(l)")
def test_a_mark_outlives_closing_and_restart() -> None:
    table = playing()
    table.say(c.MarkOutOfOrder("signed"))
    table.say(c.CloseTable(), "floorperson")
    table.follow()
    table.restart()
    table.say(c.OpenTable(), "floorperson")
    table.follow("Shuffling")
    assert table.supply.machine.out_of_order == "signed"
    assert table.urgent().kind == "shuffle"


@clause("672a.12(l)", "672a.4(d)")
@pytest.mark.parametrize("phase", ["Inspecting", "Spreading", "Washing", "Shuffling", "Cutting", "Loading"])
def test_out_of_order_in_the_middle_of_the_opening(phase: str) -> None:
    table = opened("batch")
    table.follow(phase)
    table.say(c.MarkOutOfOrder("covered"))
    table.shuffler.stage = "empty"
    table.follow()
    assert table.table.phase == "Betting"
    assert [batch.where for batch in table.supply.batches] == ["shoe", "table"]


# ---- a continuous machine -------------------------------------------------------------------------


def continuous() -> Guided:
    table = opened("continuous", equipment=Equipment("continuous", approval="laboratory 1"))
    table.follow()
    return table


@clause("672a.5(h)", "672a.7(d)(1)")
def test_discards_go_back_to_the_shoe_after_each_round() -> None:
    table = continuous()
    before = supply.expected_in_shoe(table.table)
    table.round()
    assert table.urgent().kind == "no_more_bets"
    assert table.supply.rack == 0
    assert table.events(ev.BatchFed)[-1].cards == 5
    assert supply.expected_in_shoe(table.table) == before - 5
    table.shuffled()
    assert supply.expected_in_shoe(table.table) == before


@clause("672a.12(k)")
@pytest.mark.parametrize("reason", REASONS)
def test_discards_that_were_not_shuffled_completely_do_not_go_back(reason: str) -> None:
    table = continuous()
    table.round()
    before = supply.expected_in_shoe(table.table)
    table.report("shuffler", table.shuffler.fail(reason))
    assert kinds(table) == ["shuffler-trouble"]
    table.choose("reshuffle", role="dealer")
    table.step()
    assert supply.expected_in_shoe(table.table) == before
    assert table.supply.rack == 5
    table.say(c.FeedShuffler())
    table.shuffled()
    assert supply.expected_in_shoe(table.table) == before + 5


@clause("672a.12(l)", "672a.5(b)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_out_of_order_all_its_cards_are_shuffled_by_hand_and_cut(how: str) -> None:
    table = continuous()
    table.round()
    table.report("shuffler", table.shuffler.fail("jam"))
    table.choose(how)
    assert table.table.phase == "Shuffling"
    asked = []
    while table.table.phase != "Betting":
        asked.append(table.urgent().kind)
        table.step()
    # The cut is offered to box 1, and then the dealer makes it.
    assert asked == ["collect_shoe", "shuffle", "cut", "cut", "load"]


@clause("672a.12(l)")
def test_no_round_is_dealt_from_cards_that_a_machine_out_of_order_gave_back() -> None:
    table = continuous()
    table.wager(1, 1000)
    table.say(c.MarkOutOfOrder("signed"))
    refusal(table, c.NoMoreBets())
    assert table.table.phase == "Shuffling"
    table.follow()
    table.say(c.NoMoreBets())


@clause("672a.12(l)")
@pytest.mark.parametrize("trouble", [Guided.unplug, fault])
def test_a_continuous_machine_in_trouble_is_asked_about_before_the_next_round(
    trouble: Callable[[Guided], None],
) -> None:
    table = continuous()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    trouble(table)
    assert table.table.holds == ()
    table.run()
    table.finish()
    assert kinds(table) == ["shuffler-trouble"]


@clause("672a.5(a)", "672a.12(k)")
def test_part_of_the_cards_in_a_continuous_machine_are_never_taken_for_the_whole_stack() -> None:
    table = continuous()
    table.round()
    assert table.supply.machine.stage == "working"
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.report("shoe", m.CoverCardOut(table.shoe.last))
    table.run()
    table.finish()
    table.step()
    assert table.table.phase == "Shuffling"
    table.shuffled()
    assert table.table.phase == "Shuffling", "five cards are shuffled, not the batch"
    refusal(table, c.LoadShoe())
    table.follow("Loading")
    assert table.events(ev.BatchFed)[-1].cards == 312


# ---- the discards of a round that ran short --------------------------------------------------------------


def short(table: Guided) -> None:
    """The shoe is empty while a card is due in the deal."""
    table.say(c.NoMoreBets())
    table.report("shoe", m.ShoeEmpty(table.table.last))
    assert table.table.phase == "Refilling"


@clause("672a.12(l)", "672a.12(f)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_beside_a_dead_shuffler_the_discards_are_shuffled_once_it_is_marked(how: str) -> None:
    table = at("Betting")
    table.report("shuffler", m.FaultRaised("motor"))
    short(table)
    assert kinds(table) == ["shuffler-trouble"]
    assert refusal(table, c.ShuffleCards()) == "topic:shuffler-out-of-order"
    table.choose(how)
    assert table.table.holds == ()
    assert table.ask(c.ShuffleCards()).refused is None


@clause("672a.12(l)", "672a.12(f)")
def test_a_shuffler_that_works_bars_no_shuffle_of_the_discards() -> None:
    """It keeps the other batch; the discards are shuffled by hand beside it, 672a.5(a)."""
    table = at("Betting")
    short(table)
    assert table.table.holds == ()
    assert table.ask(c.ShuffleCards()).refused is None


@clause("672a.12(f)", "672a.5(h)")
def test_what_a_continuous_machine_has_is_no_discard_that_is_shuffled_by_hand() -> None:
    """It is at work on the five discards of the round before, and gives them to the shoe afterwards."""
    table = continuous()
    table.round()
    assert (table.supply.machine.stage, table.supply.machine.cards) == ("working", 5)
    table.wager(1, 1000)
    short(table)
    table.refill(DECK)
    assert supply.expected_in_shoe(table.table) == 312 - 5
    table.shuffled()
    assert supply.expected_in_shoe(table.table) == 312
