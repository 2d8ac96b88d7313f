"""A card drawn in error and seen, 672a.12(c): it is the next card, for who takes it.

Who asked for a card before it was seen is in test_exposed_card_asked.py, how it ends in
test_exposed_card_used.py.
"""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import hands, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    boxes,
    cards,
    draws,
    in_error,
    met,
    records,
    seen,
    status,
    two,
)
from tests.support import GAME

CITED = "topic:card-in-error-exposed"
REFUSED = ("exposed-card-refused", "box 1: refused; no further card for this player in the round")
UNUSED = ("exposed-card-unused", "taken by no player and of no use to the dealer: discard rack")


# ---- after the initial two cards have been dealt to each player ------------------------------------------


@clause("672a.12(c)")
@pytest.mark.parametrize(("phase", "up"), [("Insurance", "AH"), ("Peeking", "KH"), ("PlayerDecisions", "7H")])
def test_in_every_phase_after_the_deal_it_waits_for_the_first_hand_that_draws(phase: str, up: str) -> None:
    table = boxes(f"2C 2S 2H {up} 3D 4D 6C 4S 5S 6S", 1000, 2000)
    draws(table, 7)
    assert table.table.phase == phase
    table.draw()
    (hold,) = table.table.holds
    assert [way.name for way in hold.remedies] == ["unexposed", "exposed", "void_round"]
    assert table.choose("exposed", role="dealer").refused is not None, "the floorperson says what was seen"
    table.choose("exposed")
    assert [card.draw for card in table.table.ahead] == [8]
    if phase == "Insurance":
        table.close_insurance()
    table.run()
    assert seen(table) == [(8, "4S")]
    assert table.shoe.locked, "no other card is permitted before it is used"
    assert "the next card is the exposed 4S" in GAME.prompts(table.table)[0].words
    table.play(1, "hit")
    assert cards(table, 1) == ("2S", "3D", "4S")
    assert again(table) == table.table


@clause("672a.12(c)")
@pytest.mark.parametrize("drawn", range(1, 6))
def test_before_every_player_has_two_cards_it_is_no_card_of_this_clause(drawn: int) -> None:
    table = draws(boxes("2C 2S 2H 7H 3D 4D TC 4S", 1000, 2000), drawn)
    table.report("reader", m.FaultRaised("reader"))
    table.draw()
    ways = [way.name for way in table.table.holds[-1].remedies]
    assert ways == ["unexposed", "void_round"]


@clause("672a.12(c)")
def test_when_the_dealer_alone_is_due_a_card_it_is_the_dealers() -> None:
    table = draws(boxes("2C TS 9H 7H 9D 8D TC 4S", 1000, 2000), 6)
    table.report("reader", m.FaultRaised("reader"))
    table.draw()
    table.choose("exposed", "card-in-error")
    table.report("reader", m.FaultCleared("reader"))
    table.choose("repaired")
    assert table.table.phase == "PlayerDecisions"
    assert table.table.dealer.cards == ("7H", SEALED), "it lies face down, though it was seen"
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "push", 0, 2000, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


# ---- a decision is open ----------------------------------------------------------------------------------


@clause("672a.12(c)")
def test_who_refuses_gets_no_further_card_and_the_next_hand_that_draws_takes_it() -> None:
    table = two()
    in_error(table)
    assert table.prompt() == "decide"
    assert table.ask(c.RefuseCard(1)).refused is None
    assert met(table)[-1] == REFUSED
    assert status(table, 1) == "stood"
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order")
    assert table.table.turn == 1
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "4S")
    table.finish()  # 5 and 10 against 17
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


@clause("672a.12(c)")
def test_who_asks_for_a_card_has_taken_it_by_that() -> None:
    table = two()
    in_error(table)
    refused(table.ask(c.AcceptCard(1)), CITED, "asks for a card, or doubles")
    table.ask(c.Decide(1, "hit"))
    assert cards(table, 1) == ("2S", "3D", "4S")
    assert seen(table) == []
    assert records(table) == ["card-in-error-exposed", "card-in-error"], "nothing was refused"


@clause("672a.12(c)")
def test_who_stands_has_not_refused() -> None:
    table = two(players=("Ann", "Ann"))
    in_error(table)
    table.play(1, "stand")
    assert "exposed-card-refused" not in records(table)
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "4S"), "the other hand of the same player takes it"
    assert table.play(2, "hit").refused is None
    assert cards(table, 2) == ("2H", "4D", "4S", "5S")


@clause("672a.12(c)")
def test_a_player_who_refuses_gets_none_on_the_other_boxes_either() -> None:
    table = boxes("2C 2S 2H 3H 7H 3D 4D 5D TC 4S 5S 6S", 1000, 2000, 500, players=("Ann", "Ann", "Bob"))
    draws(table, 9)
    in_error(table)
    ruling = table.ask(c.RefuseCard(1))
    assert ruling.events[0] == ev.CardRefused(((1, 1), (2, 1)))
    assert [hand[3] for hand in hands(table)] == ["stood", "stood", ""]
    assert table.table.turn == 2, "box 2 has no decision any more"
    table.play(3, "hit")
    assert cards(table, 3) == ("3H", "5D", "4S")


@clause("672a.12(c)")
def test_players_whose_names_are_unknown_are_not_one_player() -> None:
    table = two()
    in_error(table)
    assert table.ask(c.RefuseCard(1)).events[0] == ev.CardRefused(((1, 1),))


@clause("672a.12(c)", "672a.7(h)(1)")
def test_the_blackjack_of_a_player_who_refused_is_paid() -> None:
    table = boxes("2C 2S AH 7H 3D KD TC 4S", 1000, 2000, players=("Ann", "Ann"))
    draws(table, 7)
    in_error(table)
    assert table.ask(c.RefuseCard(1)).events[0] == ev.CardRefused(((1, 1),))
    assert table.rows()[0] == (2, 1, "blackjack", "win", 3000, 2000, 0)


@clause("672a.12(c)")
def test_it_is_offered_to_the_hand_whose_turn_it_is_only() -> None:
    table = two()
    refused(table.ask(c.RefuseCard(1)), CITED, "no exposed card")
    refused(table.ask(c.AcceptCard(1)), CITED, "no exposed card")
    in_error(table)
    refused(table.ask(c.RefuseCard(2)), "topic:decisions-in-order", "box 1 hand 1 decides first")
    refused(table.ask(c.RefuseCard(5)), "topic:decisions-in-order", "no hand")
    other = two()
    in_error(other, "unexposed")
    refused(other.ask(c.RefuseCard(1)), CITED, "no exposed card")


@clause("672a.12(c)")
def test_a_seen_card_that_waits_behind_an_unseen_one_is_offered_after_it() -> None:
    table = two()
    table.draw()
    table.draw()
    first, second = table.table.holds
    table.floor(c.ChooseRemedy(second.id, "exposed"))
    table.floor(c.ChooseRemedy(first.id, "unexposed"))
    refused(table.ask(c.RefuseCard(1)), CITED, "no exposed card")
    table.play(1, "hit")
    assert cards(table, 1) == ("2S", "3D", "4S")
    assert table.ask(c.RefuseCard(1)).refused is None, "the second one is offered now"
    assert table.table.turn == 1


@clause("672a.12(c)")
def test_two_seen_cards_one_after_the_other_are_offered_one_after_the_other() -> None:
    table = two()
    in_error(table)
    in_error(table)
    assert seen(table) == [(8, "4S"), (9, SEALED)]
    table.ask(c.RefuseCard(1))
    table.play(2, "hit")
    assert cards(table, 2) == ("2H", "4D", "4S")
    assert seen(table) == [(9, "5S")]
    assert table.ask(c.RefuseCard(2)).refused is None
    assert records(table)[-1] == "exposed-card-unused"
    removed = table.events(ev.CardRemoved)
    assert [(one.draw, one.card) for one in removed] == [(9, "5S")], "17: the dealer cannot use it"
