"""Where a card that was seen goes in the end, 672a.12(c), and what is known of it on its way."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.games.free_bet_blackjack.rounds import kinds
from tests.controller.games.free_bet_blackjack.slips import (
    asked,
    boxes,
    cards,
    draws,
    in_error,
    met,
    power_lost,
    seen,
    status,
    two,
)

CITED = "topic:card-in-error-exposed"
REFUSED = ("exposed-card-refused", "box 1: refused; no further card for this player in the round")
UNUSED = ("exposed-card-unused", "taken by no player and of no use to the dealer: discard rack")


# ---- the dealer, the rack --------------------------------------------------------------------------------


@clause("672a.12(c)", "672a.7(l)")
def test_refused_by_the_players_it_is_the_dealers() -> None:
    table = draws(boxes("2C TS TH 6H 9D 8D TC 4S 9C", 1000, 2000), 7)
    in_error(table)
    table.ask(c.RefuseCard(1))
    table.ask(c.RefuseCard(2))
    table.run()
    assert [event.to for event in table.events(ev.CardDealt)][-1] == -1
    assert table.events(ev.CardDealt)[-1].card == "4S"
    assert list(table.shoe.inside) == ["9C"], "20: the dealer takes no further card"
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


@clause("672a.12(c)")
def test_refused_by_the_players_and_of_no_use_to_the_dealer_it_is_discarded() -> None:
    table = draws(boxes("2C TS TH 7H 9D 8D TC 4S 9C", 1000, 2000), 7)
    in_error(table)
    table.ask(c.RefuseCard(1))
    ruling = table.ask(c.RefuseCard(2))
    assert ruling.refused is None
    assert table.table.phase == "Settling"
    assert [(card.draw, card.card) for card in table.table.removed] == [(1, SEALED), (8, "4S")]
    assert met(table)[-1] == UNUSED
    assert table.rows() == [
        (2, 1, "blackjack", "win", 2000, 2000, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


@clause("672a.12(c)", "672a.7(g)")
def test_after_the_dealers_blackjack_nobody_can_use_it() -> None:
    table = draws(boxes("2C TS TH KH 9D 8D AC 4S 9C", 1000, 2000), 7)
    in_error(table)
    table.insert_hole()
    assert table.table.phase == "Settling"
    assert met(table)[-1] == UNUSED
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


@clause("672a.12(b)", "672a.12(c)")
def test_a_seen_card_never_goes_into_the_next_round_and_an_unseen_one_does() -> None:
    table = draws(boxes("2C TS TH 7H 9D 8D TC 4S 5C 6S 3H 7D 8C", 1000, 2000), 7)
    in_error(table, "unexposed")
    in_error(table)
    table.play(1, "stand")
    table.play(2, "stand")
    assert [card.draw for card in table.table.ahead] == [8]
    assert [one.draw for one in table.events(ev.CardRemoved)] == [9]
    table.wager(1, 1000)
    table.deal()
    assert cards(table, 1) == ("4S", "3H")


@clause("672a.12(c)", "672a.7(l)")
def test_in_the_dealers_play_it_is_the_dealers_next() -> None:
    table = draws(boxes("2C TS TH 5H 9D 8D TC 6S 9C", 1000, 2000), 7)
    table.answers = False
    table.ask(c.Decide(1, "stand"))
    table.ask(c.Decide(2, "stand"))
    table.draw()  # before the hole card was turned
    table.choose("exposed")
    table.answers = True
    table.report("shoe", m.Disclosed(7, "TC"))
    table.run()
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


# ---- what is known of it ---------------------------------------------------------------------------------


@clause("672a.12(c)", "house.10")
def test_an_exposed_card_that_nobody_read_is_entered_at_once() -> None:
    table = two("7H", "4S 5S 6S")
    table.shoe.inside.popleft()
    table.faces[8] = "4S"
    table.shoe.last = 8
    table.report("shoe", m.DoubleFeed(8))
    table.choose("exposed")
    assert seen(table) == [(8, UNREAD)]
    assert table.prompt() == "enter_card", "everybody sees it"
    assert table.floor(c.EnterCard(8, "4S")).refused is None
    assert table.ask(c.RefuseCard(1)).refused is None
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "4S")


@clause("672a.12(c)")
def test_an_exposed_card_that_the_shoe_kept_sealed_is_told() -> None:
    table = two()
    table.answers = False
    table.draw()
    ruling = table.choose("exposed")
    assert m.Disclose(8) in ruling.orders
    assert seen(table) == [(8, SEALED)]
    table.report("shoe", m.Disclosed(8, "4S"))
    assert seen(table) == [(8, "4S")]


@clause("672a.12(c)", "house.2")
@pytest.mark.parametrize("at", ["held", "offered", "asked", "refused"])
def test_loss_of_power_in_the_middle(at: str) -> None:
    table = two()
    if at == "held":
        table.draw()
        power_lost(table)
        assert kinds(table) == ["card-in-error"]
        table.choose("exposed", "card-in-error")
    elif at == "asked":
        asked(table, "hit")
        power_lost(table)
        assert table.prompt() == "offer_card"
    else:
        in_error(table)
    if at == "offered":
        power_lost(table)
    table.ask(c.RefuseCard(1))
    if at == "refused":
        power_lost(table)
    assert status(table, 1) == "stood"
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "4S")
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


@clause("672a.12(c)", "house.2")
def test_a_shoe_that_forgot_the_exposed_card_has_it_entered_from_sight() -> None:
    table = two()
    table.answers = False
    table.draw()
    table.choose("exposed")
    table.answers = True
    table.reset("shoe")
    table.choose("resume")
    assert seen(table) == [(8, UNREAD)]
    assert table.prompt() == "enter_card"
    table.floor(c.EnterCard(8, "4S"))
    table.play(1, "hit")
    assert cards(table, 1) == ("2S", "3D", "4S")


@clause("672a.12(c)", "house.9")
def test_a_void_round_takes_the_exposed_card_with_it() -> None:
    table = two()
    in_error(table)
    table.draw()
    table.choose("void_round")
    assert table.table.ahead == ()
    assert "4S" in [card.card for card in table.table.removed]
    assert table.rows() == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (2, 1, "blackjack", "void", 0, 2000, 0),
    ]
