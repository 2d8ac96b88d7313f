"""The cut at a table of this chapter, 673a.5(b)-(d); posted odds, 673a.2(b)(5); and who touches cards,
673a.7(v). What holds for every chapter's table is tested at every point in tests/controller/table."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from tests.controller.games.double_back_jack.guided import opened
from tests.controller.games.double_back_jack.playing import offered
from tests.controller.table.following import Guided, refusal


def cutting(decks: int = 6) -> Guided:
    """A table that was just opened, its cards shuffled; Ann came first."""
    table = opened("none", None, decks=decks)
    table.follow("Spreading")
    table.say(c.SpreadCards())
    table.say(c.CardsSeen("Ann"))
    table.follow("Cutting")
    return table


def wagered(*boxes: int) -> Guided:
    """The table is open, with wagers on these boxes."""
    table = opened()
    table.follow()
    for box in boxes:
        table.wager(box, 1000)
    return table


def offers(table: Guided) -> list[int]:
    """The boxes to which the cut is offered, one refusing after the other, until the dealer cuts."""
    table.follow("Cutting")
    found = []
    while (box := table.urgent().box) > 0:
        found.append(box)
        assert refusal(table, c.CutCards("dealer")) == "topic:cut-order"
        table.say(c.RefuseCut())
    table.say(c.CutCards("dealer"))
    return found


@clause("673a.5(b)", "673a.5(c)", "673a.5(c)(1)")
def test_at_the_beginning_the_first_player_is_offered_the_cut_and_else_the_dealer_cuts() -> None:
    table = cutting()
    assert (table.urgent().kind, "Ann" in table.urgent().words) == ("cut", True)
    assert refusal(table, c.CutCards("dealer")) == "topic:cut-order"
    refusal(table, c.LoadShoe())
    table.say(c.RefuseCut())
    assert refusal(table, c.CutCards("player")) == "topic:cut-order"
    table.say(c.CutCards("dealer"))
    assert table.table.phase == "Loading"


@clause("673a.5(c)", "673a.5(c)(2)", "673a.5(c)(3)")
@pytest.mark.parametrize(
    ("draw", "boxes"),
    [(2, [2]), (3, [3]), (4, [5]), (5, [5, 3, 2]), (6, [2]), (7, [3]), (8, [5]), (9, [5, 3, 2])],
)
def test_the_player_of_the_cover_cards_box_or_after_the_dealers_from_the_far_right(
    draw: int, boxes: list[int]
) -> None:
    """Draw 1 is burned; then one card to each of the boxes 2, 3 and 5, one to the dealer, and once more."""
    table = wagered(2, 3, 5)
    table.say(c.NoMoreBets())
    while table.urgent().kind == "draw":
        if table.shoe.last + 1 == draw and not table.table.standing.cover_out:
            table.report("shoe", m.CoverCardOut(table.shoe.last))
        table.draw()
    table.finish()
    assert offers(table) == boxes


@clause("673a.5(c)(2)", "673a.7(l)")
def test_the_cover_card_before_a_second_chance_card_came_out_on_that_box() -> None:
    table = offered("CUT 5C", 1000, 1000)
    table.play(1, "second_chance")
    assert [event.at for event in table.events(ev.CoverCardCame)] == [1]
    table.finish()
    assert table.table.phase == "Shuffling"


@clause("673a.5(c)", "673a.5(c)(4)")
def test_after_a_floorpersons_word_from_the_far_right_counterclockwise() -> None:
    table = wagered(1, 4, 6)
    table.deal()
    table.finish()
    table.say(c.DirectReshuffle(), "floorperson")
    assert offers(table) == [6, 4, 1]


@clause("673a.5(d)")
@pytest.mark.parametrize(
    ("depth", "cover", "fine"),
    [
        (9, 100, False),
        (303, 100, False),
        (10, 100, True),
        (302, 100, True),
        (50, 77, False),
        (50, 78, True),
    ],
)
def test_ten_cards_from_either_end_and_a_quarter_from_the_bottom(depth: int, cover: int, fine: bool) -> None:
    """Of 312 cards a quarter is 78."""
    table = cutting()
    if fine:
        table.say(c.CutCards("player", depth, cover))
    else:
        assert refusal(table, c.CutCards("player", depth, cover)) == "topic:cut-depth"


@clause("673a.2(b)(5)")
def test_no_round_begins_before_the_floorperson_has_seen_the_odds_posted() -> None:
    table = opened()
    table.follow("Betting")
    table.wager(1, 1000)
    assert refusal(table, c.ConfirmTable(6, "height", 6, False)) == "topic:posted-odds"
    assert refusal(table, c.NoMoreBets()) == "topic:posted-odds"
    table.say(c.ConfirmTable(6, "height", 6, True), "floorperson")
    table.say(c.InspectReader(), "floorperson")
    table.say(c.NoMoreBets())


@clause("673a.7(v)")
def test_a_player_who_touches_the_cards_is_on_record() -> None:
    table = offered("5C")
    assert table.ask(c.ReportIncident("cards_handled", 1, "the nine")).refused is None
    (one,) = table.table.irregularities
    assert (one.kind, one.clause) == ("cards-handled", "topic:cards-handled")
    assert table.prompt() == "second_chance", "and changes nothing else"
