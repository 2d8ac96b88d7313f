"""How deep the cut is, and when it is made again."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from drivers import messages as m
from tests.controller.table.following import RED, Guided, opened, refusal


def cutting(player: str = "Ann", decks: int = 6) -> Guided:
    """A table that was just opened, its cards shuffled; that player came first."""
    table = opened("none", None, decks=decks)
    table.follow("Spreading")
    table.say(c.SpreadCards())
    table.say(c.CardsSeen(player))
    table.follow("Cutting")
    return table


def playing(*boxes: int) -> Guided:
    """A round was played on these boxes, and wagers lie there for the next one."""
    table = opened("none")
    table.follow()
    for box in boxes:
        table.wager(box, 1000)
    return table


# ---- 672a.5(d): how deep --------------------------------------------------------------------------


@clause("672a.5(d)")
@pytest.mark.parametrize("depth", [1, 9, 303, 311, 312, 400, -1, -10])
def test_a_cut_nearer_than_ten_cards_to_an_end_is_refused(depth: int) -> None:
    assert refusal(cutting(), c.CutCards("player", depth, 100)) == "topic:cut-depth"


@clause("672a.5(d)")
@pytest.mark.parametrize("depth", [10, 150, 302])
def test_a_cut_ten_cards_or_more_from_either_end(depth: int) -> None:
    cutting().say(c.CutCards("player", depth, 100))


@clause("672a.5(d)")
@pytest.mark.parametrize(("decks", "cover"), [(6, 77), (6, 1), (6, 313), (6, -78), (8, 103), (8, 417)])
def test_a_cover_card_less_than_a_quarter_from_the_bottom_is_refused(decks: int, cover: int) -> None:
    assert refusal(cutting(decks=decks), c.CutCards("player", 50, cover)) == "topic:cut-depth"


@clause("672a.5(d)")
@pytest.mark.parametrize(("decks", "cover"), [(6, 78), (6, 200), (8, 104)])
def test_a_cover_card_a_quarter_or_more_from_the_bottom(decks: int, cover: int) -> None:
    table = cutting(decks=decks)
    table.say(c.CutCards("player", 50, cover))
    note = table.events(ev.StepDone)[-1].note
    assert str(cover) in note
    assert "50" in note


@clause("672a.5(d)")
def test_what_nobody_measured_is_asked_of_the_dealer() -> None:
    table = cutting()
    words = table.urgent().words
    assert "ten cards" in words
    assert "quarter" in words
    table.say(c.CutCards("player"))


@clause("672a.5(d)", "672a.12(f)")
def test_discards_that_are_cut_inside_a_round_are_measured_by_their_own_number() -> None:
    """Two cards lie on the layout: of 310 at most 300 are cut off."""
    table = opened("none")
    table.follow()
    table.wager(1, 1000)
    table.say(c.NoMoreBets())
    for _ in range(3):
        table.draw()
    table.report("shoe", m.ShoeEmpty(table.shoe.last))
    assert table.table.phase == "Refilling"
    table.say(c.ShuffleCards())
    assert refusal(table, c.CutCards("player", 301)) == "topic:cut-depth"
    table.say(c.CutCards("player", 300))


@clause("672a.5(d)")
def test_after_the_cut_the_stack_goes_into_the_shoe() -> None:
    table = cutting()
    table.say(c.CutCards("player"))
    assert table.urgent().kind == "load"
    refusal(table, c.CutCards("player"))
    table.say(c.LoadShoe())
    assert supply.in_shoe(table.supply)
    assert table.table.standing.burns == 1


# ---- 672a.5(e): cut again -------------------------------------------------------------------------


@clause("672a.5(e)")
def test_the_floorperson_has_a_cut_made_again_by_who_cut_last() -> None:
    table = cutting()
    table.say(c.CutCards("player"))
    assert refusal(table, c.OrderRecut("too shallow"), "dealer") == "topic:role"
    table.say(c.OrderRecut("too shallow"), "floorperson")
    assert table.table.phase == "Cutting"
    refusal(table, c.LoadShoe())
    assert "Ann" in table.urgent().words
    table.say(c.CutCards("player"))
    assert [(one.why, one.person) for one in table.events(ev.RecutOrdered)] == [
        ("too shallow", "floorperson")
    ]


@clause("672a.5(e)")
def test_or_by_the_next_one_entitled() -> None:
    table = playing(2, 3, 5)
    table.deal()
    table.finish()
    table.say(c.DirectReshuffle(), "floorperson")
    table.follow("Cutting")
    table.say(c.RefuseCut())
    table.say(c.CutCards("player"))
    table.say(c.OrderRecut("not straight"), "floorperson")
    assert table.urgent().box == 3
    table.say(c.RefuseCut())
    assert table.urgent().box == 2
    table.say(c.CutCards("player"))


@clause("672a.5(e)")
def test_a_cut_may_be_ordered_again_and_again_and_the_dealer_cuts_where_the_dealer_cut() -> None:
    table = cutting()
    table.say(c.RefuseCut())
    table.say(c.CutCards("dealer"))
    for _ in range(2):
        table.say(c.OrderRecut("once more"), "floorperson")
        assert refusal(table, c.CutCards("player")) == "topic:cut-order"
        table.say(c.CutCards("dealer"))
    table.say(c.LoadShoe())
    assert table.table.phase == "Betting"


@clause("672a.5(e)")
def test_no_cut_is_made_again_once_the_cards_are_in_the_shoe_or_before_they_were_cut() -> None:
    table = cutting()
    refusal(table, c.OrderRecut("early"))
    table.follow("Betting")
    refusal(table, c.OrderRecut("late"))
    assert table.supply.batches[0].back == RED.back


@clause("672a.5(e)", "672a.5(d)")
def test_a_cut_that_is_made_again_is_as_deep_as_any() -> None:
    table = cutting()
    table.say(c.CutCards("player"))
    table.say(c.OrderRecut("too shallow"), "floorperson")
    assert refusal(table, c.CutCards("player", 3)) == "topic:cut-depth"
