"""What all chapters say alike of a card that was asked for and not dealt: late, or the hand is dead."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Decision, Late, Lie
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import hands, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    cards,
    dealt_to,
    forgotten,
    late,
    power_lost,
    status,
)
from tests.controller.games.twentyone.alike import Kind, all_games, dealt, declined, layout, twelves

CITED = "topic:missed-draw"
WAYS = [("late_card", "dealer"), ("call_dead", "dealer"), ("void_round", "floorperson")]


@all_games
@clause("topic:missed-draw")
def test_the_player_is_asked_and_no_card_comes_meanwhile(kind: Kind) -> None:
    table = twelves(kind, "4S 5S")
    table.ask(c.Decide(1, "hit"))
    assert m.Lock() in table.ask(c.ReportPassedOver(1)).orders
    (hold,) = table.table.holds
    assert (hold.kind, hold.clause, hold.box, hold.hand) == ("forgotten-card", CITED, 1, 1)
    assert [(way.name, way.role) for way in hold.remedies] == WAYS
    refused(table.ask(c.Decide(2, "hit")), CITED, "first decide")


@all_games
@clause("topic:missed-draw", "topic:turn-hole-card")
def test_the_late_card_comes_after_all_others_and_before_the_hole_card_is_turned(kind: Kind) -> None:
    table = late(twelves(kind, "4S 5S 6S 3C"))
    assert (status(table, 1), table.table.turn) == ("late", 1)
    table.play(2, "hit")
    assert cards(table, 2) == ("9H", "3D", "4S")
    table.ask(c.Decide(2, "stand"))
    assert table.table.phase == "PlayerDecisions"
    assert (table.table.turn, table.table.asked) == (0, Decision("hit"))
    assert table.table.dealer.cards == ("7H", SEALED)
    table.run()
    assert layout(table) == [(1, ("TS", "2D", "5S"), ""), (2, ("9H", "3D", "4S"), "stood")]
    table.play(1, "stand")
    assert again(table) == table.table
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "push", 0, 1000, 0),
    ]


@all_games
@clause("topic:missed-draw", "topic:draw-below-21")
def test_the_player_decides_on_after_the_late_card(kind: Kind) -> None:
    table = late(twelves(kind, "3S 5S 6S 3C"))
    table.play(2, "stand")
    assert cards(table, 1) == ("TS", "2D", "3S")
    table.play(1, "hit")
    assert cards(table, 1) == ("TS", "2D", "3S", "5S")
    table.finish()
    assert table.rows()[-1] == (1, 1, "blackjack", "win", 1000, 1000, 0)


@all_games
@clause("topic:missed-draw", "topic:bust-at-once")
def test_a_hand_that_busts_by_its_late_card_is_collected_at_once(kind: Kind) -> None:
    table = late(twelves(kind, "KS 5S"))
    table.ask(c.Decide(2, "stand"))
    table.answers = False
    table.draw()
    declined(table)
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)]
    assert (table.table.phase, table.table.dealer.cards) == ("DealerPlay", ("7H", SEALED))


@all_games
@clause("topic:missed-draw", "topic:double-one-card")
def test_a_double_that_was_passed_over_keeps_its_chips_and_gets_one_card(kind: Kind) -> None:
    table = twelves(kind, "5S 8S")
    table.ask(c.Decide(1, "double", 1, 500))
    refused(table.ask(c.ReportPassedOver(1)), CITED, "has asked for no card")
    table.place(1, ("double_down", 500))
    late(table)
    assert table.table.late == (Late(1, 1, "double", 500),)
    table.play(2, "stand")
    assert dealt_to(table, 0) == ["TS", "2D", "5S"]
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "push", 0, 1000, 0),
        (1, 1, "double_down", "push", 0, 500, 0),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@all_games
@clause("topic:missed-draw")
def test_two_hands_that_were_passed_over_get_their_cards_in_turn(kind: Kind) -> None:
    table = late(late(twelves(kind, "4S 5S 6S")), 2)
    assert [one.box for one in table.events(ev.CardPostponed)] == [1, 2]
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")
    table.play(1, "stand")
    assert cards(table, 2) == ("9H", "3D", "5S")
    assert table.table.dealer.cards == ("7H", SEALED)
    table.finish()
    assert table.rows() == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "push", 0, 2000, 0),
    ]


@all_games
@clause("topic:missed-draw", "topic:draw-below-21")
@pytest.mark.parametrize(("card", "total"), [("KS", 22), ("9S", 21)])
def test_a_hand_that_is_owed_two_cards_gets_no_second_one_with_21_or_more(
    kind: Kind, card: str, total: int
) -> None:
    """Box 1 asked twice: the first card lies with box 2, the second was forgotten."""
    table = dealt(kind, f"2C TS 9D 9H 2D 3D TC 2S {card} 4S", 1000, 2000)
    table.play(1, "hit")
    late(table)
    table.ask(c.CardWent(Lie(8, 2, 1)))
    table.choose("late_card", role="dealer")
    assert [one.box for one in table.table.late] == [1, 1]
    table.ask(c.Decide(2, "stand"))
    table.draw()
    declined(table)
    assert (table.table.hands[0].total, table.table.late) == (total, ())
    table.run()
    assert list(table.shoe.inside) == ["4S"]
    assert table.table.phase == "Betting"


# ---- the hand is dead ---------------------------------------------------------------------------------


@all_games
@clause("topic:missed-draw")
def test_a_hand_that_is_called_dead_has_its_wager_back(kind: Kind) -> None:
    table = forgotten(twelves(kind, "4S 5S"))
    table.choose("call_dead", role="dealer")
    assert table.rows() == [(1, 1, "blackjack", "void", 0, 1000, 0)]
    assert [row.clause for row in table.settlements()] == [CITED]
    assert (status(table, 1), table.table.turn, table.table.asked) == ("dead", 1, None)
    table.play(2, "hit")
    assert cards(table, 2) == ("9H", "3D", "4S"), "the card that it did not get"
    table.finish()
    assert table.rows()[1:] == [(2, 1, "blackjack", "lose", 0, 0, 2000)]


@all_games
@clause("topic:missed-draw")
def test_a_dead_hand_has_the_chips_of_its_double_back(kind: Kind) -> None:
    table = twelves(kind, "4S 5S")
    table.ask(c.Decide(1, "double", 1, 500))
    table.place(1, ("double_down", 500))
    forgotten(table)
    table.choose("call_dead", role="dealer")
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (1, 1, "double_down", "void", 0, 500, 0),
    ]
    assert all(stack.box == 2 for stack in table.table.stacks)


@all_games
@clause("topic:missed-draw", "topic:no-needless-draw")
def test_for_dead_hands_alone_the_dealer_takes_no_card(kind: Kind) -> None:
    table = dealt(kind, "2C TS 6H 2D TC 5S", 1000)
    forgotten(table)
    table.choose("call_dead", role="dealer")
    assert table.table.phase == "Settling"
    assert table.rows() == [(1, 1, "blackjack", "void", 0, 1000, 0)]
    assert table.table.dealer.cards == ("6H", "TC")
    assert list(table.shoe.inside) == ["5S"]


# ---- the card went to another hand --------------------------------------------------------------------


@all_games
@clause("topic:missed-draw")
@pytest.mark.parametrize("remedy", ["late_card", "call_dead"])
def test_the_card_that_went_to_a_later_hand_stays_there(kind: Kind, remedy: str) -> None:
    table = twelves(kind, "4S 5S 6S")
    table.play(1, "hit")
    assert table.ask(c.CardWent(Lie(8, 2, 1))).refused is None
    assert hands(table) == [(1, 1, ("TS", "2D"), ""), (2, 1, ("9H", "3D", "4S"), "")]
    table.choose(remedy, role="dealer")
    assert again(table) == table.table
    table.play(2, "stand")
    if remedy == "late_card":
        assert cards(table, 1) == ("TS", "2D", "5S")
    table.finish()
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", *(("push", 0, 1000, 0) if remedy == "late_card" else ("void", 0, 1000, 0))),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@all_games
@clause("topic:missed-draw", "house.2")
@pytest.mark.parametrize("at", ["asked", "held", "late"])
def test_a_late_card_outlives_a_loss_of_power(kind: Kind, at: str) -> None:
    table = twelves(kind, "4S 5S")
    table.ask(c.Decide(1, "hit"))
    if at == "asked":
        power_lost(table)
    forgotten(table)
    if at == "held":
        power_lost(table)
    table.choose("late_card", "forgotten-card")
    if at == "late":
        power_lost(table)
    table.play(2, "stand")
    assert cards(table, 1) == ("TS", "2D", "4S")
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]
