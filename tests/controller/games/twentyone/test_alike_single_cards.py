"""What all chapters say alike of single cards that go wrong: found face up, drawn in error unseen or seen,
drawn by the dealer on 17."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, DEALER
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    cards,
    draws,
    in_error,
    met,
    records,
    seen,
    status,
)
from tests.controller.games.twentyone.alike import Kind, all_games, closed, dealt, layout
from tests.support import Play

REFUSED = ("exposed-card-refused", "box 1: refused; no further card for this player in the round")
UNUSED = ("exposed-card-unused", "taken by no player and of no use to the dealer: discard rack")


# ---- found face up ------------------------------------------------------------------------------------


@all_games
@clause("topic:face-up-card")
@pytest.mark.parametrize("at", range(7))
def test_a_card_lying_face_up_is_not_played(kind: Kind, at: int) -> None:
    """As the burn card, in the deal, for a hit, for the dealer: it goes to the rack, the next one is used."""
    deal = ["2C", "TS", "6H", "2D", "TC", "7S", "4H"]
    table = dealt(kind, " ".join([*deal[:at], "5D!", *deal[at:], "3S"]), 1000)
    table.ask(c.Decide(1, "hit"))
    if at <= 5:
        table.run()
        assert [card.card for card in table.events(ev.CardRemoved)] == ["5D"]
        assert table.table.holds == (), "the clause fixes the remedy"
    else:
        table.draw()
    table.ask(c.Decide(1, "stand"))
    while table.prompt() == "draw":
        table.draw()
    assert table.table.hands[0].cards == ("TS", "2D", "7S")
    assert table.table.dealer.cards == ("6H", "TC", "4H")
    assert met(table) == [("face-up-card", "5D placed in the discard rack")]
    assert sorted(card.card for card in table.table.removed) == sorted(["5D", SEALED])
    assert list(table.shoe.inside) == ["3S"]
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)], "19 against 20"
    assert again(table) == table.table


@all_games
@clause("topic:face-up-card")
def test_one_after_the_other_and_for_a_double(kind: Kind) -> None:
    table = dealt(kind, "2C! 3C! 4C TS 7H 2D TC 5D! 6D! 9S 3S", 1000)
    assert table.play(1, "double").refused is None
    assert [card.card for card in table.events(ev.CardRemoved)] == ["2C", "3C", "5D", "6D"]
    assert table.rows() == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 1, "double_down", "win", 1000, 1000, 0),
    ]


# ---- drawn in error, unseen ---------------------------------------------------------------------------


@all_games
@clause("topic:card-in-error-unexposed")
@pytest.mark.parametrize(("up", "phase"), [("AH", "Insurance"), ("TH", "Peeking"), ("7H", "PlayerDecisions")])
def test_a_card_that_nobody_saw_is_the_next_card(kind: Kind, up: str, phase: str) -> None:
    table = draws(closed(kind, f"2C TS {up} 2D 6C 9S 4S TD", 1000), 5)
    assert table.table.phase == phase
    table.draw()
    assert kinds(table) == ["card-in-error"]
    assert table.choose("unexposed", role="dealer").refused is not None, "the floorperson says so"
    table.choose("unexposed")
    assert [(card.draw, card.card) for card in table.table.ahead] == [(6, SEALED)]
    if phase == "Insurance":
        table.close_insurance()
    table.run()
    assert table.shoe.locked
    assert table.ask(c.Decide(1, "hit")).orders == (m.Disclose(6),), "no other card is permitted"
    assert cards(table, 1) == ("TS", "2D", "9S")
    assert again(table) == table.table


@all_games
@clause("topic:card-in-error-unexposed")
@pytest.mark.parametrize(("drawn", "to"), [(0, BURN), (1, 0), (2, DEALER), (3, 0), (4, DEALER)])
def test_in_the_deal_it_goes_where_the_next_card_was_due(kind: Kind, drawn: int, to: int) -> None:
    table = draws(closed(kind, "2C TS 7H 9D TC 9S", 1000), drawn)
    table.report("reader", m.FaultRaised("reader"))
    in_error(table, "unexposed")
    table.report("reader", m.FaultCleared("reader"))
    table.choose("repaired")
    assert [event.to for event in table.events(ev.CardDealt)][drawn] == to
    table.run()
    assert layout(table) == [(1, ("TS", "9D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@all_games
@clause("topic:card-in-error-unexposed")
def test_after_the_players_it_is_the_dealers_next_card(kind: Kind) -> None:
    table = dealt(kind, "2C TS 6H 9D TC 5S", 1000)
    table.answers = False
    table.ask(c.Decide(1, "stand"))
    in_error(table, "unexposed")
    table.answers = True
    table.report("shoe", m.Disclosed(5, "TC"))
    table.run()
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)], "19 against 21"


@all_games
@clause("topic:card-in-error-unexposed")
def test_between_rounds_it_is_the_first_card_of_the_next(kind: Kind) -> None:
    table = dealt(kind, "2C TS 7H 9D TC 8S 7H 9D TC", 1000)
    table.play(1, "stand")
    in_error(table, "unexposed")
    table.wager(1, 1000)
    table.deal()
    assert layout(table) == [(1, ("8S", "9D"), "")]
    table.play(1, "stand")
    assert table.rows()[1:] == [(1, 1, "blackjack", "push", 0, 1000, 0)]


# ---- drawn in error, and seen -------------------------------------------------------------------------


def exposed(kind: Kind, rest: str, players: tuple[str, ...] = ()) -> Play:
    """Box 1 has a five, box 2 a six, the dealer 17; the first card of `rest` was seen by everybody."""
    table = dealt(kind, f"2C 2S 2H 7H 3D 4D TC {rest}", 1000, 2000, players=players)
    in_error(table)
    return table


@all_games
@clause("topic:card-in-error-exposed")
def test_a_card_that_was_seen_is_for_the_first_hand_that_draws(kind: Kind) -> None:
    table = exposed(kind, "4S 5S 6S")
    assert seen(table) == [(8, "4S")]
    assert table.shoe.locked, "no other card is permitted before it is used"
    table.play(1, "stand")
    assert "exposed-card-refused" not in records(table), "who stands has refused nothing"
    table.play(2, "hit")
    assert layout(table) == [(1, ("2S", "3D"), "stood"), (2, ("2H", "4D", "4S"), "")]
    assert table.play(2, "hit").refused is None
    assert cards(table, 2) == ("2H", "4D", "4S", "5S")
    assert again(table) == table.table


@all_games
@clause("topic:card-in-error-exposed")
def test_who_refuses_it_gets_no_further_card_in_this_round_on_any_box(kind: Kind) -> None:
    table = exposed(kind, "4S 5S 6S", players=("Ann", "Ann"))
    assert table.ask(c.RefuseCard(1)).events[0] == ev.CardRefused(((1, 1), (2, 1)))
    table.run()
    assert table.table.phase == "Betting", "neither hand is asked any more"
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]
    assert list(table.shoe.inside) == ["5S", "6S"]


@all_games
@clause("topic:card-in-error-exposed")
def test_what_one_refuses_the_next_one_may_take(kind: Kind) -> None:
    table = exposed(kind, "4S 5S 6S")
    assert table.ask(c.RefuseCard(1)).refused is None
    assert met(table)[-1] == REFUSED
    assert (status(table, 1), table.table.turn) == ("stood", 1)
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order")
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "4S")


@all_games
@clause("topic:card-in-error-exposed")
def test_a_card_that_no_player_takes_is_the_dealers(kind: Kind) -> None:
    table = dealt(kind, "2C TS 9H 6H 9D 9S TC 5S 4S", 1000, 2000)
    in_error(table)
    table.play(1, "stand")
    table.play(2, "stand")
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ], "16 and the five are 21"
    assert list(table.shoe.inside) == ["4S"]


@all_games
@clause("topic:card-in-error-exposed")
def test_a_card_that_nobody_can_use_is_discarded(kind: Kind) -> None:
    table = exposed(kind, "4S 5S 6S")
    table.ask(c.RefuseCard(1))
    table.ask(c.RefuseCard(2))
    assert table.table.phase == "Settling"
    assert met(table)[-1] == UNUSED
    assert [(one.draw, one.card) for one in table.events(ev.CardRemoved)] == [(8, "4S")]
    assert table.table.dealer.cards == ("7H", "TC"), "17"


@all_games
@clause("topic:card-in-error-exposed")
@pytest.mark.parametrize("drawn", range(1, 6))
def test_in_the_deal_no_clause_has_a_place_for_a_card_that_was_seen(kind: Kind, drawn: int) -> None:
    table = draws(closed(kind, "2C 2S 2H 7H 3D 4D TC 4S", 1000, 2000), drawn)
    table.report("reader", m.FaultRaised("reader"))
    table.draw()
    assert [way.name for way in table.table.holds[-1].remedies] == ["unexposed", "void_round"]


# ---- the dealer's needless card -----------------------------------------------------------------------


@all_games
@clause("topic:dealer-17-card")
@pytest.mark.parametrize(("hole", "total"), [("TC", 17), ("AC", 18)])
def test_a_card_that_the_dealer_draws_on_17_or_more_is_discarded(kind: Kind, hole: str, total: int) -> None:
    table = dealt(kind, f"2C TS 7H 9D {hole} 5S", 1000)
    table.ask(c.Decide(1, "stand"))
    table.draw()
    assert table.table.holds == ()
    assert (table.table.dealer.cards, table.table.dealer.total) == (("7H", hole), total)
    assert [card.draw for card in table.table.removed] == [1, 6]
    assert met(table) == [("dealer-17-card", "placed in the discard rack")]
    table.run()
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@all_games
@clause("topic:dealer-17-card")
def test_a_card_drawn_on_16_is_none_of_these(kind: Kind) -> None:
    table = dealt(kind, "2C TS 6H 6D TC KS 5S", 1000)
    table.ask(c.Decide(1, "hit"))
    draws(table, 2)  # bust; the dealer's 16 stays as it is
    assert kinds(table) == ["card-in-error"]
