"""What all chapters say alike of a deal that went wrong: the dealer's own cards left out, a box with one
card or none. A person tells which draw lies where."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import DEALER
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.blackjack.playing import Blackjack
from tests.controller.games.double_back_jack.playing import DoubleBackJack
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import again, cards, draws, lie, met, status
from tests.controller.games.twentyone.alike import Kind, all_games, closed, layout, of_21
from tests.support import Play

MISSED = ("dealer-missed-card", "the dealer's cards are dealt after the players' own")
NO_CARD = ("hand-without-cards", "box 2 was dealt no card: the hand is dead, and is in the next deal")
THREE = (1000, 2000, 500)
PASSED_OVER = "2C TS 9H 7H 9D 5C 8D TC 6C 4S"
"""Box 2 gets no first card: 10 and 9, 5, 9 and 8; the dealer a 7 and a 10; box 2's second is the 6."""


# ---- the dealer's own cards ---------------------------------------------------------------------------


@all_games
@clause("topic:dealer-missed-card")
@pytest.mark.parametrize(
    ("drawn", "lies"),
    [(4, [(4, 1)]), (5, [(4, 1), (5, 2)]), (7, [(4, 1), (5, 2), (6, 0)])],
    ids=["at once", "after the players' cards", "when all were dealt"],
)
def test_the_dealers_first_card_comes_after_the_players_two(
    kind: Kind, drawn: int, lies: list[tuple[int, int]]
) -> None:
    table = draws(closed(kind, "2C TS 9H 9D 8D 7H TC 5S", 1000, 2000), drawn)
    assert lie(table, *lies).refused is None
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert layout(table) == [(1, ("TS", "9D"), ""), (2, ("9H", "8D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    assert met(table)[1:] == [MISSED]
    assert list(table.shoe.inside) == ["5S"]
    assert again(table) == table.table
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "push", 0, 2000, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


@all_games
@clause("topic:dealer-missed-card")
def test_the_dealers_cards_are_then_dealt_one_up_and_one_down(kind: Kind) -> None:
    table = draws(closed(kind, "2C TS 9H 9D 8D AH KC 5S", 1000, 2000), 5)
    lie(table, (4, 1), (5, 2))
    assert table.table.wanted_shoe == m.Permit(7, "ud")
    draws(table, 2)
    assert table.table.phase == "Insurance", "against the card that is up now"
    assert table.place(1, ("insurance", 500)).refused is None
    table.close_insurance()
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 1, "insurance", "win", 1000, 500, 0),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@all_games
@clause("topic:dealer-missed-card")
@pytest.mark.parametrize(("drawn", "lies"), [(3, [(3, 1)]), (4, [(3, 1), (4, 0)]), (5, [(3, 1), (4, 0)])])
def test_so_it_is_with_one_box_alone(kind: Kind, drawn: int, lies: list[tuple[int, int]]) -> None:
    table = draws(closed(kind, "2C TS 9D 7H TC 5S", 1000), drawn)
    assert lie(table, *lies).refused is None
    table.run()
    assert layout(table) == [(1, ("TS", "9D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    assert met(table)[1:] == [MISSED]
    table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@all_games
@clause("topic:dealer-missed-card")
def test_nothing_is_decided_before_a_hole_card_that_was_missed_is_dealt(kind: Kind) -> None:
    table = draws(closed(kind, "2C TS 9H 7H 9D 8D TC 5S", 1000, 2000), 6)
    assert len(table.table.dealer.cards) == 1
    assert table.ask(c.Decide(1, "stand")).refused is not None
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert layout(table) == [(1, ("TS", "9D"), ""), (2, ("9H", "8D"), "")]
    assert [(event.draw, event.to) for event in table.events(ev.CardDealt)][-1] == (7, DEALER)


@all_games
@clause("topic:dealer-missed-card")
def test_insurance_against_an_ace_that_is_a_players_goes_back(kind: Kind) -> None:
    table = draws(closed(kind, "2C 9S 9H AD 8D 7H TC 5S", 1000, 2000), 7)
    assert table.place(1, ("insurance", 500)).refused is None
    lie(table, (4, 1), (5, 2), (6, 0))
    assert table.rows() == [(1, 1, "insurance", "void", 0, 500, 0)]
    assert table.table.phase == "PlayerDecisions"
    assert layout(table) == [(1, ("9S", "AD"), ""), (2, ("9H", "8D"), "")]
    table.finish()
    assert sorted(table.rows()[1:]) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (2, 1, "blackjack", "push", 0, 2000, 0),
    ]


@pytest.mark.parametrize("kind", [Blackjack, DoubleBackJack], ids=lambda kind: kind.game.name)
@clause("house.20", "topic:dealer-missed-card")
def test_after_a_surrender_the_floorperson_rules_on_cards_that_lie_elsewhere(kind: Kind) -> None:
    """The wager is settled by then: the hand does not come to life again."""
    table = draws(closed(kind, "2C TS 9H 7H 2D 3D TC 2S", 1000, 2000), 7)
    table.play(1, "surrender")
    lie(table, (2, 2), (3, 1))
    assert kinds(table) == ["misdeal"]
    assert layout(table) == [(1, ("TS", "2D"), "surrendered"), (2, ("9H", "3D"), "")]
    assert table.rows() == [(1, 1, "blackjack", "surrender", 0, 500, 500)]


# ---- a hand with one card -----------------------------------------------------------------------------


def one_card(kind: Kind, cards_: str = PASSED_OVER) -> Play:
    """Box 2 was passed over with its first card, and the dealer says so at once."""
    table = draws(closed(kind, cards_, *THREE), 3)
    assert lie(table, (3, 3)).refused is None
    return table.run()


@all_games
@clause("topic:hand-without-cards")
@pytest.mark.parametrize(
    ("drawn", "lies"),
    [(3, [(3, 3)]), (8, [(3, 3), (4, 0), (5, 1), (6, 2), (7, 3), (8, 0)])],
    ids=["at once", "when all seemed to be dealt"],
)
def test_a_hand_with_one_card_may_have_its_second_after_the_others(
    kind: Kind, drawn: int, lies: list[tuple[int, int]]
) -> None:
    table = draws(closed(kind, PASSED_OVER, *THREE), drawn)
    assert lie(table, *lies).refused is None
    table.run()
    assert layout(table) == [(1, ("TS", "9D"), ""), (2, ("5C",), ""), (3, ("9H", "8D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    (hold,) = table.table.holds
    assert (hold.kind, hold.box, hold.clause) == ("one-card-hand", 2, "topic:hand-without-cards")
    assert [(way.name, way.role) for way in hold.remedies] == [
        ("second_card", "dealer"),
        ("call_dead", "dealer"),
        ("void_round", "floorperson"),
    ]
    assert again(table) == table.table
    table.choose("second_card", role="dealer")
    assert table.table.wanted_shoe == m.Permit(9, "u")
    table.run()
    assert cards(table, 2) == ("5C", "6C")
    table.play(1, "stand")
    table.play(2, "hit")
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (3, 1, "blackjack", "push", 0, 500, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


@all_games
@clause("topic:hand-without-cards", "topic:pay-blackjack")
def test_the_late_second_card_can_make_a_blackjack(kind: Kind) -> None:
    table = one_card(kind, "2C TS 9H 7H 9D AC 8D TC KC 4S")
    table.choose("second_card", role="dealer")
    table.run()
    assert status(table, 2) == of_21(kind, "blackjack")
    table.play(1, "stand")
    paid = 4000 if kind is DoubleBackJack else 3000
    assert table.rows() == [(2, 1, "blackjack", "win", paid, 2000, 0)], "2 to 1, or 3 to 2"


@all_games
@clause("topic:hand-without-cards")
def test_who_does_not_want_the_second_card_has_the_wager_back(kind: Kind) -> None:
    table = one_card(kind)
    table.choose("call_dead", role="dealer")
    assert (table.table.phase, status(table, 2)) == ("PlayerDecisions", "dead")
    assert table.rows() == [(2, 1, "blackjack", "void", 0, 2000, 0)]
    table.play(1, "stand")
    assert table.table.turn == 2, "box 2 has no decision"
    refused(table.ask(c.Decide(2, "hit")), "topic:decisions-in-order")
    table.finish()
    assert table.rows()[1:] == [
        (3, 1, "blackjack", "push", 0, 500, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


# ---- a hand without cards -----------------------------------------------------------------------------


@all_games
@clause("topic:hand-without-cards", "topic:mid-shoe-entry")
def test_a_hand_without_cards_is_dead_and_its_player_is_in_the_next_deal(kind: Kind) -> None:
    names = ("Al", "Bo", "Cy")
    cards_ = "2C TS 9H 7H 9D 8D TC 4S 5S 6S 7S"
    table = draws(closed(kind, cards_, *THREE, players=names, mid_shoe_entry=False), 7)
    lie(table, (3, 3), (4, 0), (5, 1), (6, 3), (7, 0))
    assert table.table.phase == "PlayerDecisions"
    assert layout(table)[1] == (2, (), "dead")
    assert table.rows() == [(2, 1, "blackjack", "void", 0, 2000, 0)]
    assert met(table)[1:] == [NO_CARD]
    table.finish()
    assert table.rows()[1:] == [
        (3, 1, "blackjack", "push", 0, 500, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]
    assert table.wager(4, 1000, player="Di").refused is not None, "who sat out waits for the reshuffle"
    assert table.wager(2, 2000, player="Bo").refused is None
    table.ask(c.NoMoreBets())
    assert [hand.box for hand in table.table.hands] == [2]


@all_games
@clause("topic:hand-without-cards")
def test_boxes_with_one_card_are_asked_one_after_the_other(kind: Kind) -> None:
    table = draws(closed(kind, "2C TS 5C 4C 7H 9D TC 6C 3S 8S", *THREE), 7)
    lie(table, (7, 0))
    assert (kinds(table), table.table.holds[0].box) == (["one-card-hand"], 2)
    table.choose("second_card", role="dealer")
    table.run()
    assert (kinds(table), table.table.holds[0].box) == (["one-card-hand"], 3)
    table.choose("call_dead", role="dealer")
    assert layout(table) == [(1, ("TS", "9D"), ""), (2, ("5C", "6C"), ""), (3, ("4C",), "dead")]
    assert table.rows() == [(3, 1, "blackjack", "void", 0, 500, 0)]
