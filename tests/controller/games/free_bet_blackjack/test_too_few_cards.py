"""The shoe runs short in a round, 672a.12(f): it goes on where it stood, once the discards are in the shoe.

What is shuffled and cut, and how, is in test_discards_shuffled.py.
"""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import kinds
from tests.controller.games.free_bet_blackjack.slips import (
    TWELVE,
    again,
    boxes,
    cards,
    draws,
    empty,
    in_error,
    lie,
    records,
    short_at_hit,
    status,
)
from tests.support import GAME

CITED = "topic:too-few-cards"
BATCH = 6 * 52


# ---- where it runs short ---------------------------------------------------------------------------------


@clause("672a.12(f)")
@pytest.mark.parametrize("drawn", range(1, 7))
def test_in_the_deal_the_round_goes_on_where_it_stood(drawn: int) -> None:
    deal = TWELVE.split()
    table = draws(boxes(" ".join(deal[:drawn]), 1000, 2000), drawn)
    empty(table)
    assert (table.table.phase, table.table.came_from) == ("Refilling", "Dealing")
    assert table.table.holds == (), "the clause fixes the remedy"
    assert isinstance(table.table.wanted_shoe, m.Lock)
    table.refill(" ".join(["KC", *deal[drawn:], "5S"]))
    assert table.table.phase == "Dealing"
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert (cards(table, 1), cards(table, 2)) == (("TS", "2D"), ("9H", "3D"))
    assert table.table.dealer.cards == ("7H", SEALED)
    assert [(card.draw, card.card) for card in table.table.removed] == [(1, SEALED), (drawn + 1, SEALED)]
    assert records(table) == ["too-few-cards"]
    assert again(table) == table.table


@clause("672a.12(f)")
def test_the_first_card_is_drawn_face_down_and_goes_to_the_rack() -> None:
    table = short_at_hit()
    table.refill("KC 4S 5S")
    assert GAME.prompts(table.table)[0].words.startswith("Burn the first card")
    assert table.table.wanted_shoe == m.Permit(8, "d"), "that card alone, and face down"
    table.draw()
    assert table.events(ev.CardDealt)[-1] == ev.CardDealt(8, SEALED, BURN)
    assert table.table.wanted_shoe == m.Permit(9, "u"), "then the one that was asked for"
    table.draw()
    assert cards(table, 1) == ("TS", "2D", "4S")
    table.play(1, "hit")
    assert cards(table, 1) == ("TS", "2D", "4S", "5S"), "no further card is removed"


@clause("672a.12(f)", "672a.9(c)")
def test_at_a_double() -> None:
    table = empty(draws(boxes("2C 5S 9H 7H 6D 3D TC", 1000, 2000), 7))
    table.ask(c.Decide(1, "double"))
    assert table.table.phase == "Refilling"
    table.refill("KC 8S 6S")
    table.run()
    assert (cards(table, 1), status(table, 1)) == (("5S", "6D", "8S"), "doubled")


@clause("672a.12(f)", "672a.10(c)")
def test_at_a_split() -> None:
    table = empty(draws(boxes("2C 8S 9H 7H 8D 3D TC", 1000, 2000), 7))
    table.ask(c.Decide(1, "split"))
    assert table.table.phase == "Refilling", "the first split hand is due its second card"
    table.refill("KC 2S TD")
    table.run()
    assert cards(table, 1) == ("8S", "2S")
    table.play(1, "stand")
    assert cards(table, 1, 2) == ("8D", "TD")


@clause("672a.12(f)", "672a.7(l)")
def test_in_the_dealers_play() -> None:
    table = draws(boxes("2C TS 9H 2H 9D 8D TC 3C", 1000, 2000), 7)
    table.play(1, "stand")
    table.answers = False
    table.ask(c.Decide(2, "stand"))
    table.report("shoe", m.Disclosed(7, "TC"))
    table.draw()
    empty(table)
    assert (table.table.phase, table.table.came_from) == ("Refilling", "DealerPlay")
    table.answers = True
    table.refill("KC 4S 6S")
    table.run()
    assert [event.card for event in table.events(ev.CardDealt) if event.to == -1][2:] == ["3C", "4S"]
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "push", 0, 1000, 0),
    ]


@clause("672a.12(f)", "672a.12(h)")
def test_at_a_late_card() -> None:
    table = draws(boxes(f"{TWELVE} 4S", 1000, 2000), 7)
    table.ask(c.Decide(1, "hit"))
    table.ask(c.ReportPassedOver(1))
    table.choose("late_card")
    table.play(2, "hit")
    empty(table)
    table.ask(c.Decide(2, "stand"))
    assert table.table.phase == "Refilling"
    table.refill("KC 5S")
    table.run()
    assert cards(table, 1) == ("TS", "2D", "5S")


@clause("672a.12(f)")
def test_a_round_that_needs_no_card_any_more_is_not_interrupted() -> None:
    table = empty(draws(boxes(TWELVE, 1000, 2000), 7))
    table.play(1, "stand")
    table.play(2, "stand")
    assert "too-few-cards" not in records(table)
    assert table.events(ev.RefillBegan) == []
    assert table.table.phase == "Shuffling"


@clause("672a.12(f)", "672a.12(b)")
def test_a_card_that_left_before_is_dealt_first() -> None:
    table = draws(boxes(f"{TWELVE} 4S", 1000, 2000), 7)
    in_error(table, "unexposed")
    empty(table)
    table.ask(c.Decide(1, "hit"))
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert table.table.phase == "PlayerDecisions"
    table.ask(c.Decide(1, "hit"))
    assert table.table.phase == "Refilling"


@clause("672a.12(f)", "house.10")
def test_a_card_that_nobody_read_is_dealt_before_the_discards_are_shuffled() -> None:
    table = draws(boxes("2C TS 9H?", 1000, 2000), 3)
    empty(table)
    assert (table.table.phase, table.prompt()) == ("Dealing", "enter_card")
    table.floor(c.EnterCard(3, "9H"))
    assert table.table.phase == "Refilling"
    table.refill("KC 7H 2D 3D TC 5S")
    table.run()
    assert (cards(table, 1), cards(table, 2)) == (("TS", "2D"), ("9H", "3D"))


@clause("672a.12(f)", "672a.12(c)")
def test_an_exposed_card_that_is_refused_and_the_shoe_is_empty() -> None:
    table = draws(boxes(f"{TWELVE} 4S", 1000, 2000), 7)
    in_error(table)
    empty(table)
    table.ask(c.RefuseCard(1))
    table.play(2, "hit")
    assert (cards(table, 2), table.table.phase) == (("9H", "3D", "4S"), "PlayerDecisions")
    table.ask(c.Decide(2, "hit"))
    assert table.table.phase == "Refilling"


@clause("672a.12(f)", "672a.12(g)")
def test_for_a_second_card_that_was_missed() -> None:
    table = draws(boxes("2C TS 9H 7H 2D TC", 1000, 2000), 6)
    lie(table, (6, 0))
    empty(table)
    assert kinds(table) == ["one-card-hand"]
    table.choose("second_card")
    assert (table.table.phase, table.table.came_from) == ("Refilling", "Dealing")
    table.refill("KC 6C 5S")
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert cards(table, 2) == ("9H", "6C")


@clause("672a.12(f)")
def test_twice_in_one_round() -> None:
    table = short_at_hit()
    table.refill("KC")
    table.draw()
    empty(table)
    assert (table.table.phase, table.table.refill) == ("Refilling", "shuffle")
    table.refill("KD 4S 5S")
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert [card.draw for card in table.table.removed] == [1, 8, 9]
