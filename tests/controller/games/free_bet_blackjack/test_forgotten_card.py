"""A card that was asked for and not dealt, 672a.12(h): it comes late, as its player chooses.

The other choice is in test_dead_hand.py, a card that another hand got in test_card_went.py.
"""

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Decision, Late
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    boxes,
    cards,
    dealt_to,
    draws,
    forgotten,
    late,
    sorted_rows,
    status,
    twelve,
)

CITED = "topic:missed-draw"
WAYS = [("late_card", "dealer"), ("call_dead", "dealer"), ("void_round", "floorperson")]


# ---- told before the card went to another hand -----------------------------------------------------------


@clause("672a.12(h)")
def test_who_was_passed_over_is_asked_and_no_card_comes_meanwhile() -> None:
    table = twelve("4S 5S")
    table.ask(c.Decide(1, "hit"))
    ruling = table.ask(c.ReportPassedOver(1))
    assert m.Lock() in ruling.orders
    (hold,) = table.table.holds
    assert (hold.kind, hold.clause, hold.box, hold.hand) == ("forgotten-card", CITED, 1, 1)
    assert [(way.name, way.role) for way in hold.remedies] == WAYS
    refused(table.ask(c.Decide(2, "hit")), CITED, "first decide")


@clause("672a.12(h)", "672a.7(k)")
def test_the_late_card_comes_after_all_others_and_before_the_hole_card_is_turned() -> None:
    table = late(twelve("4S 5S 6S 3C"))
    assert (status(table, 1), table.table.turn) == ("late", 1)
    table.play(2, "hit")
    assert cards(table, 2) == ("9H", "3D", "4S")
    table.ask(c.Decide(2, "stand"))
    assert table.table.phase == "PlayerDecisions"
    assert (table.table.turn, table.table.asked) == (0, Decision("hit"))
    assert table.table.dealer.cards == ("7H", SEALED)
    table.run()
    assert cards(table, 1) == ("TS", "2D", "5S")
    assert table.table.phase == "PlayerDecisions", "17: the player decides on"
    table.play(1, "stand")
    assert again(table) == table.table
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "push", 0, 1000, 0),
    ]


@clause("672a.12(h)")
def test_decisions_go_on_after_the_late_card() -> None:
    table = late(twelve("3S 5S 6S 3C"))
    table.play(2, "stand")
    assert cards(table, 1) == ("TS", "2D", "3S")
    table.play(1, "hit")
    assert cards(table, 1) == ("TS", "2D", "3S", "5S")
    table.finish()
    assert table.rows()[-1] == (1, 1, "blackjack", "win", 1000, 1000, 0)


@clause("672a.12(h)", "672a.7(q)(1)")
def test_a_hand_that_busts_by_its_late_card_is_collected_before_the_hole_card_is_turned() -> None:
    table = late(twelve("KS 5S"))
    table.ask(c.Decide(2, "stand"))
    table.answers = False
    table.draw()
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)]
    assert table.clauses() == ["672a.7(q)(1)"]
    assert (table.table.phase, table.table.dealer.cards) == ("DealerPlay", ("7H", SEALED))


@clause("672a.12(h)", "672a.7(q)(1)")
def test_busts_around_a_late_card_are_all_collected() -> None:
    table = late(twelve("KC KS 5S"))
    table.answers = False
    table.ask(c.Decide(2, "hit"))
    table.draw()
    assert table.rows() == [(2, 1, "blackjack", "lose", 0, 0, 2000)]
    table.draw()
    assert table.table.phase == "DealerPlay", "the hole card is not turned yet"
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(h)", "672a.9(c)", "672a.9(a)(1)")
def test_a_free_double_that_was_passed_over_gets_one_card() -> None:
    table = draws(boxes("2C 5S 9H 7H 6D 3D TC 4S 8S 2S", 1000, 2000), 7)
    table.ask(c.Decide(1, "double"))
    late(table)
    assert table.table.late == (Late(1, 1, "double", 0),)
    table.play(2, "hit")
    table.play(2, "stand")
    assert dealt_to(table, 0) == ["5S", "6D", "8S"]
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 1, "free_bet", "win", 1000, 0, 0),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(h)", "672a.9(c)", "672a.9(a)(2)")
def test_a_paid_double_that_was_passed_over_keeps_its_chips() -> None:
    table = twelve("5S 8S")
    table.ask(c.Decide(1, "double", 1, 500))
    refused(table.ask(c.ReportPassedOver(1)), CITED, "has asked for no card")
    table.place(1, ("double_down", 500))
    late(table)
    table.play(2, "stand")
    assert [event.card for event in table.events(ev.CardDealt) if event.to == 0][-1] == "5S"
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "push", 0, 1000, 0),
        (1, 1, "double_down", "push", 0, 500, 0),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(h)")
def test_two_hands_that_were_passed_over_get_their_cards_in_turn() -> None:
    table = late(late(twelve("4S 5S 6S")), 2)
    assert [one.box for one in table.events(ev.CardPostponed)] == [1, 2]
    assert (table.table.turn, table.table.late) == (0, (Late(2, 1, "hit"),))
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


@clause("672a.12(h)")
def test_a_hand_that_is_passed_over_once_more_is_asked_once_more() -> None:
    table = late(twelve("4S 5S"))
    table.ask(c.Decide(2, "stand"))
    forgotten(table)
    table.choose("call_dead")
    assert table.rows()[0] == (1, 1, "blackjack", "void", 0, 1000, 0)
    assert table.table.phase == "Settling"
