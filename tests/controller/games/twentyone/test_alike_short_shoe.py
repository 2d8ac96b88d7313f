"""What all chapters say alike of a shoe that runs out in a round: the discards are shuffled and cut, one
card is burned, and the round goes on where it stood."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import (
    TWELVE,
    again,
    cards,
    draws,
    empty,
    power_lost,
    records,
    status,
)
from tests.controller.games.twentyone.alike import Kind, all_games, closed, layout, of_21, twelves
from tests.support import Play

CITED = "topic:too-few-cards"


def short(kind: Kind, verb: str = "hit") -> Play:
    """Box 1 asks for a card, and the shoe is empty."""
    table = empty(twelves(kind, ""))
    assert table.table.phase == "PlayerDecisions", "perhaps no card is needed"
    table.play(1, verb)
    assert table.table.phase == "Refilling"
    return table


@all_games
@clause("topic:too-few-cards")
@pytest.mark.parametrize("drawn", range(1, 7))
def test_in_the_deal_the_round_goes_on_where_it_stood(kind: Kind, drawn: int) -> None:
    deal = TWELVE.split()
    table = empty(draws(closed(kind, " ".join(deal[:drawn]), 1000, 2000), drawn))
    assert (table.table.phase, table.table.came_from) == ("Refilling", "Dealing")
    assert table.table.holds == (), "the clause fixes the remedy"
    assert isinstance(table.table.wanted_shoe, m.Lock)
    table.refill(" ".join(["KC", *deal[drawn:], "5S"]))
    table.run()
    assert layout(table) == [(1, ("TS", "2D"), ""), (2, ("9H", "3D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    assert [(card.draw, card.card) for card in table.table.removed] == [(1, SEALED), (drawn + 1, SEALED)]
    assert records(table) == ["too-few-cards"]
    assert again(table) == table.table


@all_games
@clause("topic:too-few-cards")
def test_the_discards_are_shuffled_then_cut_then_loaded(kind: Kind) -> None:
    table = short(kind)
    for early in (c.CutCards(), c.LoadShoe(), c.Decide(1, "hit")):
        assert table.ask(early).refused is not None
    assert table.ask(c.ShuffleCards()).refused is None
    refused(table.ask(c.ShuffleCards()), CITED)
    refused(table.ask(c.LoadShoe()), CITED)
    table.cut()
    refused(table.ask(c.CutCards()), CITED)
    table.shoe.inside.extend(["KC", "4S", "5S"])
    assert table.ask(c.LoadShoe()).refused is None
    assert table.table.phase == "PlayerDecisions"


@all_games
@clause("topic:too-few-cards", "topic:recut")
def test_the_floorperson_has_a_doubtful_cut_made_again(kind: Kind) -> None:
    table = short(kind)
    table.ask(c.ShuffleCards())
    assert table.floor(c.OrderRecut("too early")).refused is not None, "nothing is cut yet"
    table.cut()
    assert table.ask(c.OrderRecut("a card fell")).refused is not None, "not by the dealer"
    assert table.floor(c.OrderRecut("a card fell")).refused is None
    refused(table.ask(c.LoadShoe()), CITED)
    table.cut()
    table.shoe.inside.extend(["KC", "4S"])
    assert table.ask(c.LoadShoe()).refused is None


@all_games
@clause("topic:too-few-cards")
def test_the_first_card_goes_face_down_to_the_rack(kind: Kind) -> None:
    table = short(kind)
    table.refill("KC 4S 5S")
    assert table.table.wanted_shoe == m.Permit(8, "d"), "that card alone, and face down"
    table.draw()
    assert table.events(ev.CardDealt)[-1] == ev.CardDealt(8, SEALED, BURN)
    assert table.table.wanted_shoe == m.Permit(9, "u"), "then the one that was asked for"
    table.draw()
    assert cards(table, 1) == ("TS", "2D", "4S")
    table.play(1, "stand")
    table.play(2, "hit")
    assert cards(table, 2) == ("9H", "3D", "5S"), "no further card is burned"


@all_games
@clause("topic:too-few-cards", "topic:double-one-card")
def test_at_a_double(kind: Kind) -> None:
    table = short(kind, "double")
    table.refill("KC 9S 6S")
    table.run()
    assert (cards(table, 1), status(table, 1)) == (("TS", "2D", "9S"), of_21(kind, "doubled"))
    table.play(2, "stand")
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 1, "double_down", "win", 1000, 1000, 0),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@all_games
@clause("topic:too-few-cards", "topic:dealer-draws")
def test_in_the_dealers_play(kind: Kind) -> None:
    table = draws(closed(kind, "2C TS 9H 2H 9D 8D TC 3C", 1000, 2000), 7)
    table.play(1, "stand")
    table.ask(c.Decide(2, "stand"))
    table.draw()
    empty(table)
    assert (table.table.phase, table.table.came_from) == ("Refilling", "DealerPlay")
    table.refill("KC 4S 6S")
    table.run()
    assert [event.card for event in table.events(ev.CardDealt) if event.to == -1][2:] == ["3C", "4S"]
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "push", 0, 1000, 0),
    ]


@all_games
@clause("topic:too-few-cards", "topic:reshuffle")
def test_after_the_round_all_cards_are_shuffled(kind: Kind) -> None:
    table = short(kind)
    table.refill("KC 4S 5S")
    table.finish()
    assert table.table.phase == "Shuffling"
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@all_games
@clause("topic:too-few-cards", "topic:no-needless-draw")
def test_a_round_that_needs_no_card_any_more_is_played_out(kind: Kind) -> None:
    table = empty(twelves(kind, ""))
    for box in (1, 2):
        table.play(box, "stand")
    assert records(table) == []
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


@all_games
@clause("topic:too-few-cards", "house.2")
@pytest.mark.parametrize("step", ["shuffle", "cut", "load", "burn"])
def test_a_loss_of_power_in_each_step(kind: Kind, step: str) -> None:
    table = short(kind)
    if step != "shuffle":
        table.ask(c.ShuffleCards())
    if step in ("load", "burn"):
        table.cut()
    if step == "burn":
        table.shoe.inside.extend(["KC", "4S", "5S"])
        table.ask(c.LoadShoe())
    assert table.table.refill == step
    power_lost(table)
    assert table.table.refill == step
    if step == "shuffle":
        table.ask(c.ShuffleCards())
    if step in ("shuffle", "cut"):
        table.cut()
    if step != "burn":
        table.shoe.inside.extend(["KC", "4S", "5S"])
        table.ask(c.LoadShoe())
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert [card.draw for card in table.table.removed] == [1, 8]
