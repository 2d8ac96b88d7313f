"""At the end of a shoe dealt, removed and remaining cards are the batch, by draw numbers and a count."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.state import Batch, Equipment
from drivers import messages as m
from tests.controller.table.following import Guided, refusal
from tests.support import Play

SIX_DECKS = 312


def playing(shuffler: str = "none", counts: bool = True) -> Guided:
    table = Guided(shuffler)
    if not counts:
        table.shuffler.able = tuple(word for word in table.shuffler.able if word != "counts")
        table.back("shuffler")
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    return table


def ended(rounds: int = 1, shuffler: str = "none", counts: bool = True) -> Guided:
    """A shoe that is at its end after so many rounds, of which each took five cards and one was burned."""
    table = playing(shuffler, counts)
    for _ in range(rounds - 1):
        table.round()
    table.end_shoe()
    return table


@clause("672a.7(d)(1)")
@settings(max_examples=20, deadline=None)
@given(rounds=st.integers(1, 8))
def test_what_was_dealt_and_removed_and_what_is_left_are_the_batch(rounds: int) -> None:
    table = ended(rounds)
    drawn = table.table.last
    table.say(c.CollectShoe(SIX_DECKS - drawn))
    assert table.table.holds == ()
    assert not supply.in_shoe(table.supply)
    (made,) = table.events(ev.ShoeCollected)
    assert (made.remaining, made.expected, made.person) == (SIX_DECKS - drawn, SIX_DECKS - drawn, "dealer")


@clause("672a.7(d)(1)")
@settings(max_examples=30, deadline=None)
@given(off=st.integers(-300, 300).filter(bool))
def test_any_other_number_is_an_irregularity_and_stops_the_shuffle(off: int) -> None:
    table = ended()
    left = SIX_DECKS - table.table.last
    ruling = table.ask(c.CollectShoe(max(0, left + off)))
    assert ruling.refused is None
    assert [hold.kind for hold in table.table.holds] == ["card-count"]
    assert {way.name for way in table.table.holds[0].remedies} == {"recount", "change_cards"}
    assert table.events(ev.IrregularityMet)[-1].what.kind == "card-count"
    assert supply.in_shoe(table.supply)
    refusal(table, c.ShuffleCards())


@clause("672a.7(d)(1)")
def test_cards_are_counted_once_more_and_the_difference_stays_on_record() -> None:
    table = ended()
    left = SIX_DECKS - table.table.last
    table.say(c.CollectShoe(left - 1))
    table.choose("recount", role="dealer")
    assert table.urgent().kind == "collect_shoe"
    table.say(c.CollectShoe(left - 1))
    table.choose("recount", role="dealer")
    table.say(c.CollectShoe(left))
    assert table.urgent().kind == "shuffle"
    assert [one.what.kind for one in table.events(ev.IrregularityMet)].count("card-count") == 2


@clause("672a.7(d)(1)", "672a.3(c)")
@pytest.mark.parametrize("shuffler", ["none", "batch"])
def test_cards_of_which_one_is_missing_leave_the_table(shuffler: str) -> None:
    table = ended(shuffler=shuffler)
    table.say(c.CollectShoe(SIX_DECKS - table.table.last - 1))
    refusal(table, c.ChooseRemedy(table.table.holds[0].id, "change_cards"))
    table.choose("change_cards")
    table.follow("Inspecting")
    assert all(batch.stage == "received" for batch in table.supply.batches)
    assert table.supply.machine.stage == "empty"
    table.follow()
    assert table.table.phase == "Betting"


@clause("672a.7(d)(1)")
def test_a_change_that_was_ordered_brings_the_cards_that_were_ordered() -> None:
    table = playing()
    preshuffled = Batch("green", 6, "preshuffled", "receipt 30")
    table.say(c.ChangeCards((preshuffled,)), "floorperson")
    table.say(c.CollectShoe(5))
    table.choose("change_cards")
    assert [batch.back for batch in table.supply.batches] == ["green"]


@clause("672a.7(d)(1)")
def test_somebody_counts_where_no_machine_does() -> None:
    for table in (ended(), ended(shuffler="batch", counts=False)):
        assert "count" in table.urgent().words
        assert refusal(table, c.CollectShoe(-1)) == "topic:cards-to-discard-rack"
        assert refusal(table, c.CollectShoe()) == "topic:cards-to-discard-rack"


@clause("672a.7(d)(1)")
def test_a_machine_that_counts_does_it() -> None:
    table = ended(shuffler="batch")
    table.shuffled()
    assert "count" not in table.urgent().words
    table.say(c.CollectShoe())
    table.step()
    table.say(c.FeedShuffler())
    assert table.events(ev.BatchFed)[-1].cards == SIX_DECKS
    table.shuffler.count = 311
    table.shuffled()
    assert table.supply.machine.counted == "bad"


@clause("672a.7(d)(1)")
@pytest.mark.parametrize("why", ["unplugged", "fault", "covered", "change"])
def test_it_does_not_where_the_cards_do_not_go_into_it(why: str) -> None:
    table = playing("batch")
    table.shuffled()
    if why == "covered":
        table.say(c.MarkOutOfOrder("covered"))
    table.end_shoe()
    if why == "change":
        table.say(c.ChangeCards(), "floorperson")
    elif why == "unplugged":
        table.unplug()
        table.choose("covered")
    elif why == "fault":
        table.fault("motor")
        table.choose("signed")
    assert refusal(table, c.CollectShoe()) == "topic:cards-to-discard-rack"


@clause("672a.7(d)(1)", "house.1")
@pytest.mark.parametrize("shuffler", ["none", "batch"])
def test_cards_are_counted_at_closing_too(shuffler: str) -> None:
    table = playing(shuffler)
    table.round()
    table.say(c.CloseTable(), "floorperson")
    assert table.table.phase == "Closing"
    assert table.urgent().kind == "collect_shoe"
    assert refusal(table, c.CollectShoe()) == "topic:cards-to-discard-rack"
    left = SIX_DECKS - table.table.last
    table.say(c.CollectShoe(left + 1))
    assert [hold.kind for hold in table.table.holds] == ["card-count"]
    table.choose("recount", role="dealer")
    table.say(c.CollectShoe(left))
    table.follow()
    assert table.table.phase == "Closed"


@clause("672a.7(s)", "house.1")
def test_a_table_that_closes_waits_until_the_shoe_has_told_its_sealed_cards_and_says_so() -> None:
    table = playing()
    table.round()
    table.answers = False
    table.say(c.CloseTable(), "floorperson")
    table.say(c.CollectShoe(supply.expected_in_shoe(table.table)))
    assert table.table.phase == "Closing"
    assert table.urgent().kind == "wait"
    assert "sealed" in table.urgent().words


@clause("672a.7(d)(1)", "house.1")
def test_a_table_closes_although_a_card_is_missing() -> None:
    table = playing()
    table.say(c.CloseTable(), "floorperson")
    table.say(c.CollectShoe(300))
    table.choose("change_cards")
    assert table.table.phase == "Closed"
    assert table.events(ev.IrregularityMet)[-1].what.kind == "card-count"


@clause("672a.7(d)(1)")
def test_a_card_that_was_pushed_back_is_in_the_shoe_again() -> None:
    table = playing()
    table.round()
    left = SIX_DECKS - table.table.last
    table.report("shoe", m.CardPushedBack(table.shoe.last))
    table.choose("resume")
    table.end_shoe()
    drawn = table.table.last - (SIX_DECKS - left)
    assert supply.expected_in_shoe(table.table) == left + 1 - drawn


@clause("672a.7(d)(1)", "house.3")
def test_a_shoe_that_began_anew_counts_on() -> None:
    table = playing()
    table.round()
    left = SIX_DECKS - table.shoe.last
    table.reset("shoe")
    table.choose("resume")
    table.round()
    assert table.shoe.last == 4, "its draws are numbered from 1 again, and no card is burned any more"
    table.say(c.DirectReshuffle(), "floorperson")
    table.say(c.CollectShoe(left - 4))
    assert table.table.holds == ()


@clause("672a.7(d)(1)", "house.15")
def test_cards_that_left_out_of_order_are_counted_as_drawn() -> None:
    table = playing()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    table.draw()
    table.draw(beyond=True)
    table.choose("unexposed")
    table.run()
    table.finish()
    table.say(c.DirectReshuffle(), "floorperson")
    table.say(c.CollectShoe(SIX_DECKS - table.shoe.last))
    assert table.table.holds == ()


@clause("672a.7(d)(1)")
def test_each_shoe_is_counted_by_its_own_cards() -> None:
    table = ended(3)
    table.follow()
    first = table.table.last
    table.round()
    table.end_shoe()
    table.say(c.CollectShoe(SIX_DECKS - (table.table.last - first)))
    assert table.table.holds == ()


@clause("672a.7(d)(1)")
def test_no_cards_are_collected_from_an_empty_place() -> None:
    table = ended()
    table.step()
    assert refusal(table, c.CollectShoe(0)) == "topic:cards-to-discard-rack"
    refusal(playing(), c.CollectShoe(311))


@clause("672a.7(d)(1)", "672a.7(d)(2)")
@pytest.mark.parametrize("shuffler", ["none", "batch"])
def test_nothing_is_shuffled_before_the_shoe_was_emptied(shuffler: str) -> None:
    table = ended(shuffler=shuffler)
    assert refusal(table, c.ShuffleCards()) == "topic:cards-to-discard-rack"
    refusal(table, c.FeedShuffler())


@clause("672a.7(d)(1)", "672a.5(h)")
def test_a_shoe_that_counts_by_itself_needs_no_count_at_closing() -> None:
    table = Guided("in_shoe", equipment=Equipment("in_shoe", approval="laboratory 2"))
    table.say(c.OpenTable(), "floorperson")
    table.follow()
    table.round()
    table.say(c.CloseTable(), "floorperson")
    table.say(c.CollectShoe())
    assert table.table.phase == "Closed"


# ---- cards that were removed between rounds ------------------------------------------------------------


@clause("672a.7(d)(1)", "672a.12(a)")
@pytest.mark.parametrize("remedy", ["", "exposed"])
def test_a_card_removed_between_rounds_is_among_the_discards_once(remedy: str) -> None:
    """A continuous machine is told how many discards it gets: one that lay in the rack already when the cards
    were shuffled is none of the next round's."""
    table = Play("2C 3C" if remedy else "2C! 3C", shuffler="continuous")
    table.draw()
    if remedy:
        table.choose(remedy)
    table.floor(c.DirectReshuffle())
    table.shuffle("2C TS 7H 9D TC 8C")
    table.wager(1, 1000)
    table.deal().finish()
    assert [event.cards for event in table.events(ev.BatchFed)][-1] == 5, "burn card, two hands"
    assert supply.expected_in_shoe(table.table) == SIX_DECKS


@clause("672a.12(a)")
def test_a_new_day_does_not_begin_with_the_last_ones_irregularities() -> None:
    table = Play("2C! 3C")
    table.draw()
    assert [one.kind for one in table.table.irregularities] == ["face-up-card"]
    table.close_table()
    assert table.table.phase == "Closed"
    table.open_table("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert table.table.irregularities == ()
    assert [card.draw for card in table.table.removed] == [2], "the burn card alone"
