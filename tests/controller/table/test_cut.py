"""The cut: to whom it is offered, and in which order."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Batch
from drivers import messages as m
from tests.controller.table.following import Guided, opened, refusal


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


def offers(table: Guided) -> list[int]:
    """The boxes to which the cut is offered, one refusing after the other, until the dealer cuts."""
    table.follow("Cutting")
    found = []
    while (box := table.urgent().box) > 0:
        found.append(box)
        assert refusal(table, c.CutCards("dealer")) == "topic:cut-order"
        table.say(c.RefuseCut())
    assert refusal(table, c.CutCards("player")) == "topic:cut-order"
    assert refusal(table, c.RefuseCut()) == "topic:cut"
    table.say(c.CutCards("dealer"))
    return found


def finish_with_cover(table: Guided, before_draw: int) -> None:
    """The round is played, and the cover card comes out where that draw of the shoe was due."""
    table.say(c.NoMoreBets())
    for _ in range(60):
        if table.shoe.last + 1 == before_draw and not table.table.standing.cover_out:
            table.report("shoe", m.CoverCardOut(table.shoe.last))
        if table.urgent().kind != "draw":
            break
        table.draw()
    table.finish()
    assert table.table.phase == "Shuffling"


# ---- 672a.5(b): offered to a player, else made by the dealer --------------------------------------


@clause("672a.5(b)")
def test_the_cut_is_offered_with_the_backs_away_from_the_dealer() -> None:
    prompt = cutting().urgent()
    assert prompt.kind == "cut"
    assert "backs away from you" in prompt.words
    assert "Ann" in prompt.words


@clause("672a.5(b)", "672a.5(c)(1)")
def test_the_dealer_cuts_only_when_nobody_takes_the_cut() -> None:
    table = cutting()
    assert refusal(table, c.CutCards("dealer")) == "topic:cut-order"
    table.say(c.RefuseCut())
    assert refusal(table, c.CutCards("player")) == "topic:cut-order"
    table.say(c.CutCards("dealer"))
    assert table.table.phase == "Loading"


@clause("672a.5(b)")
def test_somebody_else_does_not_cut() -> None:
    assert refusal(cutting(), c.CutCards("spectator")) == "topic:cut"


@clause("672a.5(b)", "672a.5(c)(1)")
def test_a_first_player_whose_name_nobody_asked_is_offered_the_cut_all_the_same() -> None:
    table = cutting("")
    assert "the first player" in table.urgent().words
    table.say(c.CutCards("player"))
    table = cutting("")
    table.say(c.CutCards("dealer"))


@clause("672a.5(b)")
def test_uncut_cards_do_not_go_into_the_shoe() -> None:
    table = cutting()
    refusal(table, c.LoadShoe())
    table.say(c.RefuseCut())
    refusal(table, c.LoadShoe())


# ---- 672a.5(c): the order of the offers -----------------------------------------------------------


@clause("672a.5(c)(1)")
def test_at_the_beginning_it_is_offered_to_the_first_player_who_came() -> None:
    table = cutting("Ann")
    table.say(c.CutCards("player"))
    assert [one.note for one in table.events(ev.StepDone) if one.step == "cut"] == ["the first player, Ann"]


@clause("672a.5(c)(2)")
@pytest.mark.parametrize(("draw", "box"), [(2, 2), (3, 3), (4, 5), (6, 2), (7, 3), (8, 5)])
def test_the_player_on_whose_box_the_cover_card_came_out(draw: int, box: int) -> None:
    """Draw 1 is burned; then one card to each of the boxes 2, 3 and 5, one to the dealer, and once more."""
    table = playing(2, 3, 5)
    finish_with_cover(table, draw)
    assert offers(table) == [box]


@clause("672a.5(c)(3)")
@pytest.mark.parametrize("draw", [5, 9])
def test_after_the_cover_card_on_the_dealers_hand_from_the_far_right_counterclockwise(draw: int) -> None:
    table = playing(2, 3, 5)
    finish_with_cover(table, draw)
    assert offers(table) == [5, 3, 2]


@clause("672a.5(c)(4)")
def test_after_a_floorpersons_word_from_the_far_right_counterclockwise() -> None:
    table = playing(1, 4, 6)
    table.deal()
    table.finish()
    table.say(c.DirectReshuffle(), "floorperson")
    assert offers(table) == [6, 4, 1]


@clause("672a.5(c)(4)")
def test_a_reshuffle_directed_while_the_round_is_settled() -> None:
    table = playing(1, 4)
    table.deal()
    while table.urgent().kind == "decide":
        table.say(c.Decide(table.urgent().box, "stand"))
        while table.urgent().kind == "draw":
            table.draw()
    assert table.table.phase == "Settling"
    table.say(c.DirectReshuffle(), "floorperson")
    table.finish()
    assert table.table.phase == "Shuffling"
    assert offers(table) == [4, 1]


@clause("672a.5(c)(2)", "672a.5(c)(4)")
def test_a_floorpersons_word_does_not_take_the_cut_from_the_box_of_the_cover_card() -> None:
    """The reshuffle was due by the cover card before anybody directed it."""
    table = playing(2, 3)
    table.say(c.NoMoreBets())
    table.draw()
    table.report("shoe", m.CoverCardOut(table.shoe.last))
    table.run()
    while table.urgent().kind == "decide":
        table.say(c.Decide(table.urgent().box, "stand"))
        while table.urgent().kind == "draw":
            table.draw()
    table.say(c.DirectReshuffle(), "floorperson")
    table.finish()
    assert offers(table) == [2]


@clause("672a.5(c)(3)", "672a.5(c)(4)")
def test_the_offer_goes_on_as_it_is_refused_and_stops_where_it_is_taken() -> None:
    table = playing(2, 3, 5)
    table.deal()
    table.finish()
    table.say(c.DirectReshuffle(), "floorperson")
    table.follow("Cutting")
    table.say(c.RefuseCut())
    assert table.urgent().box == 3
    table.say(c.CutCards("player"))
    assert [one.note for one in table.events(ev.StepDone) if one.step == "cut"][-1] == "the player of box 3"
    assert [one.box for one in table.events(ev.CutRefused)][-1] == 5


@clause("672a.5(c)")
def test_each_shoe_is_offered_by_its_own_last_round() -> None:
    table = playing(2, 3)
    finish_with_cover(table, 2)
    assert offers(table) == [2]
    table.follow()
    table.wager(4, 1000)
    table.deal()
    table.finish()
    table.say(c.DirectReshuffle(), "floorperson")
    assert offers(table) == [4]


@clause("672a.5(c)(4)")
def test_preshuffled_cards_that_the_floorperson_brings_during_play() -> None:
    table = playing(1, 4)
    table.deal()
    table.finish()
    preshuffled = Batch("red", 6, "preshuffled", "receipt 20")
    table.say(c.ChangeCards((preshuffled,)), "floorperson")
    assert offers(table) == [4, 1]


@clause("672a.5(c)(1)")
def test_after_an_idle_time_it_is_offered_to_the_first_player_who_comes() -> None:
    table = playing(1, 4)
    table.deal()
    table.finish()
    table.say(c.LeaveIdle())
    table.step()
    table.say(c.SpreadCards("down"))
    table.say(c.CardsSeen("Bob"))
    table.follow("Cutting")
    assert "Bob" in table.urgent().words


@clause("672a.5(c)(4)")
def test_who_has_just_placed_the_first_wager_of_all_is_offered_the_cut() -> None:
    table = playing(2, 5)
    assert table.table.round == 0
    table.say(c.DirectReshuffle(), "floorperson")
    assert offers(table) == [5, 2]


@clause("672a.5(c)(4)")
def test_and_so_is_who_has_come_since_the_last_round() -> None:
    table = playing(1)
    table.deal().finish()
    table.wager(6, 1000)
    table.say(c.DirectReshuffle(), "floorperson")
    assert offers(table) == [6, 1]


@clause("672a.5(c)(2)")
def test_a_card_that_left_before_the_cover_card_was_due_where_it_was_due() -> None:
    """Draw 2 waits for box 1 while a question is open; the cover card came where box 3's card was due."""
    table = playing(1, 3)
    table.say(c.NoMoreBets())
    table.draw()
    table.report("reader", m.FaultRaised("lamp"))
    table.draw()
    table.choose("unexposed", "card-in-error")
    assert [card.draw for card in table.table.ahead] == [2]
    table.report("shoe", m.CoverCardOut(2))
    assert table.supply.cover_at == 3
