"""What the dealer and the floorperson read in a round. Which prompt is due when is tested with the rules."""

import pytest

from controller.games.free_bet_blackjack.game import GAME
from controller.table import commands as c
from drivers import messages as m
from drivers.cards import UNREAD
from tests.controller.games.free_bet_blackjack.rounds import dealt, one_box
from tests.support import Play


def words(table: Play) -> str:
    return GAME.prompts(table.table)[0].words


def test_a_hand_has_a_number_only_where_its_box_has_several() -> None:
    table = dealt("2C 8S 7H 8D TC 3S 4S")
    assert words(table) == "Box 1 has 16: the player decides."
    table.ask(c.Decide(1, "split"))
    assert words(table).startswith("Draw a card for box 1, hand 1.")
    table.draw()
    assert words(table) == "Box 1, hand 1 has 11: the player decides."


def test_chips_that_are_waited_for_are_named() -> None:
    table = dealt("2C TS 7H TD TC")
    table.ask(c.Decide(1, "split"))
    assert words(table) == "Box 1: the player puts down $10.00 for the split."


@pytest.mark.parametrize(("drawn", "where"), [(1, "box 1"), (2, "the dealer's"), (3, "box 1")])
def test_a_card_that_nobody_could_read_is_named_by_its_place(drawn: int, where: str) -> None:
    table = one_box("2C TS 7H 9D TC", drawn)
    table.report("shoe", m.CardDrawn(drawn + 1, UNREAD))
    assert words(table) == f"Enter the card of draw {drawn + 1} ({where}) from sight."


def test_a_hole_card_that_was_not_read_is_asked_for_once_more() -> None:
    table = one_box("2C TS KH 9D TC")
    assert words(table) == "Put the hole card, face down, into the card reader."
    table.report("reader", m.ReaderAnswer("no_read"))
    assert words(table) == "It was not read: put the hole card, face down, into the card reader."
