"""A card that was seen after a player had asked for one, 672a.12(c): taken or refused all the same."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import hands, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    asked,
    boxes,
    cards,
    draws,
    in_error,
    status,
    two,
)
from tests.support import GAME, Play

CITED = "topic:card-in-error-exposed"
REFUSED = ("exposed-card-refused", "box 1: refused; no further card for this player in the round")
UNUSED = ("exposed-card-unused", "taken by no player and of no use to the dealer: discard rack")


# ---- a card was asked for --------------------------------------------------------------------------------


@clause("672a.12(c)")
@pytest.mark.parametrize("takes", [True, False])
def test_who_asked_before_it_was_seen_is_asked_whether_he_takes_it(takes: bool) -> None:
    table = asked(two(), "hit")
    assert table.prompt() == "offer_card"
    assert cards(table, 1) == ("2S", "3D")
    refused(table.ask(c.Decide(1, "stand")), "topic:decisions-in-order", "comes first")
    if takes:
        assert table.ask(c.AcceptCard(1)).refused is None
        assert cards(table, 1) == ("2S", "3D", "4S")
        assert table.prompt() == "decide", "the hand plays on"
    else:
        assert table.ask(c.RefuseCard(1)).refused is None
        assert (cards(table, 1), status(table, 1)) == (("2S", "3D"), "stood")
        assert table.table.turn == 1
    assert again(table) == table.table


@clause("672a.12(c)", "672a.9(c)")
@pytest.mark.parametrize("takes", [True, False])
def test_a_free_double_that_was_asked_before_it_was_seen(takes: bool) -> None:
    table = asked(draws(boxes("2C 5S 2H 7H 6D 4D TC 8S 5S", 1000, 2000), 7), "double")
    assert table.prompt() == "offer_card"
    if takes:
        table.ask(c.AcceptCard(1))
        assert (cards(table, 1), status(table, 1)) == (("5S", "6D", "8S"), "doubled")
    else:
        table.ask(c.RefuseCard(1))
        assert (cards(table, 1), status(table, 1)) == (("5S", "6D"), "stood")
    assert [event.verb for event in table.events(ev.Decided)] == ["double", *(["accept"] if takes else [])]
    table.finish()
    outcome = "win" if takes else "lose"  # 19 or 11 against 17
    paid, back, lost = (1000, 1000, 0) if takes else (0, 0, 1000)
    assert sorted(row for row in table.rows() if row[0] == 1) == [
        (1, 1, "blackjack", outcome, paid, back, lost),
        (1, 1, "free_bet", outcome, paid, 0, 0),
    ]


@clause("672a.12(c)", "672a.9(a)(2)")
def test_a_double_whose_chips_are_awaited() -> None:
    table = two()
    table.answers = False
    table.ask(c.Decide(1, "double", 1, 500))
    table.draw()
    table.choose("exposed")
    table.answers = True
    refused(table.ask(c.RefuseCard(1)), CITED, "the chips for the double come first")
    refused(table.ask(c.AcceptCard(1)), CITED, "the chips for the double come first")
    assert cards(table, 1) == ("2S", "3D")
    table.place(1, ("double_down", 500))
    assert (cards(table, 1), status(table, 1)) == (("2S", "3D", "4S"), "doubled"), "who pays takes it"


@clause("672a.12(c)", "672a.9(a)(2)")
def test_a_double_whose_chips_were_awaited_can_be_withdrawn_and_the_card_refused() -> None:
    table = two()
    table.ask(c.Decide(1, "double", 1, 500))
    in_error(table)
    assert table.ask(c.WithdrawDecision()).refused is None
    assert table.ask(c.RefuseCard(1)).refused is None
    assert table.table.turn == 1
    table.finish()
    assert [row for row in table.rows() if row[0] == 1] == [(1, 1, "blackjack", "lose", 0, 0, 1000)]


@clause("672a.12(c)", "672a.9(a)(2)")
def test_a_double_whose_chips_lie_there_stays_doubled_when_the_card_is_refused() -> None:
    table = two()
    table.ask(c.Decide(1, "double", 1, 500))
    table.answers = False
    table.place(1, ("double_down", 500))  # the positions have not confirmed that they are closed
    table.draw()
    table.choose("exposed")
    table.answers = True
    table.report("wagers", m.PositionsClosed())
    assert table.prompt() == "offer_card"
    assert table.ask(c.RefuseCard(1)).refused is None
    table.finish()
    assert [row for row in table.rows() if row[0] == 1] == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 1, "double_down", "lose", 0, 0, 500),
    ]


@clause("672a.12(c)")
def test_who_doubles_when_it_is_seen_has_taken_it() -> None:
    table = two()
    in_error(table)
    table.play(1, "double", amount=1000)
    assert (cards(table, 1), status(table, 1)) == (("2S", "3D", "4S"), "doubled")


# ---- split hands -----------------------------------------------------------------------------------------


def split(rest: str) -> Play:
    """Box 1 splits eights while the shoe is locked; a card leaves, and is seen."""
    table = draws(boxes(f"2C 8S 2H 7H 8D 4D TC {rest}", 1000, 2000), 7)
    return asked(table, "split")


@clause("672a.12(c)", "672a.10(c)")
def test_a_split_hand_that_waits_for_its_second_card_may_take_it() -> None:
    table = split("3S 9S 5S TD")
    assert hands(table)[:2] == [(1, 1, ("8S",), ""), (1, 2, ("8D",), "")]
    assert table.prompt() == "offer_card"
    assert "as the second card" in GAME.prompts(table.table)[0].words
    refused(table.ask(c.Decide(1, "stand")), "topic:decisions-in-order")
    table.ask(c.AcceptCard(1))
    assert cards(table, 1) == ("8S", "3S")
    table.play(1, "stand")
    assert cards(table, 1, 2) == ("8D", "9S"), "the second hand is dealt from the shoe"


@clause("672a.12(c)", "672a.10(c)")
def test_who_refuses_it_for_one_split_hand_has_refused_it_for_all() -> None:
    table = split("3S 9S 5S TD")
    table.ask(c.RefuseCard(1))
    assert hands(table) == [
        (1, 1, ("8S",), "stood"),
        (1, 2, ("8D",), "stood"),
        (2, 1, ("2H", "4D"), ""),
    ]
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "3S")
    table.finish()
    assert sorted(row for row in table.rows() if row[0] == 1) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 2, "free_bet", "lose", 0, 0, 0),
    ]


@clause("672a.12(c)", "672a.10(c)(2)")
def test_refused_for_the_second_split_hand_leaves_the_first_as_it_was() -> None:
    table = draws(boxes("2C 8S 2H 7H 8D 4D TC TD 9S 3S", 1000, 2000), 7)
    table.play(1, "split")
    table.play(1, "stand")
    assert cards(table, 1, 2) == ("8D", "9S")
    in_error(table)
    table.ask(c.RefuseCard(1, 2))
    assert hands(table)[:2] == [(1, 1, ("8S", "TD"), "stood"), (1, 2, ("8D", "9S"), "stood")]
    table.finish()  # 18 and 17 against 17
    assert sorted(row for row in table.rows() if row[0] == 1) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 2, "free_bet", "push", 0, 0, 0),
    ]
