"""A hand that was passed over and called dead, 672a.12(h), and the hands that were split from it."""

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import stake_on
from tests.controller.games.free_bet_blackjack.rounds import hands
from tests.controller.games.free_bet_blackjack.slips import (
    boxes,
    cards,
    draws,
    forgotten,
    late,
    sorted_rows,
    status,
    twelve,
)
from tests.support import Play

CITED = "topic:missed-draw"
WAYS = [("late_card", "dealer"), ("call_dead", "dealer"), ("void_round", "floorperson")]


# ---- the hand is dead ------------------------------------------------------------------------------------


@clause("672a.12(h)")
def test_a_dead_hand_has_its_wager_back() -> None:
    table = forgotten(twelve("4S 5S"))
    table.choose("call_dead", role="dealer")
    assert table.rows() == [(1, 1, "blackjack", "void", 0, 1000, 0)]
    assert [row.clause for row in table.settlements()] == [CITED]
    assert (status(table, 1), table.table.turn, table.table.asked) == ("dead", 1, None)
    table.play(2, "hit")
    assert cards(table, 2) == ("9H", "3D", "4S"), "the card that it did not get"
    table.finish()
    assert table.rows()[1:] == [(2, 1, "blackjack", "lose", 0, 0, 2000)]


@clause("672a.12(h)", "672a.9(a)(2)")
def test_a_dead_hand_has_the_chips_of_its_double_and_push_22_back() -> None:
    table = twelve("4S 5S", push_22=300)
    table.ask(c.Decide(1, "double", 1, 500))
    table.place(1, ("double_down", 500))
    forgotten(table)
    table.choose("call_dead")
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (1, 1, "double_down", "void", 0, 500, 0),
        (1, 1, "push_22", "void", 0, 300, 0),
    ]
    assert all(stack.box == 2 for stack in table.table.stacks)


@clause("672a.12(h)", "672a.9(a)(1)")
def test_the_lammer_of_a_dead_hand_is_collected() -> None:
    table = draws(boxes("2C 5S 9H 7H 6D 3D TC 4S", 1000, 2000), 7)
    table.ask(c.Decide(1, "double"))
    forgotten(table)
    table.choose("call_dead")
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (1, 1, "free_bet", "void", 0, 0, 0),
    ]


@clause("672a.12(h)", "672a.7(m)")
def test_when_all_hands_are_dead_the_dealer_takes_no_card() -> None:
    table = draws(boxes("2C TS 6H 2D TC 5S", 1000, push_22=300), 5)
    forgotten(table)
    table.choose("call_dead")
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (1, 1, "push_22", "void", 0, 300, 0),
    ]
    assert table.table.phase == "Settling"
    assert table.table.dealer.cards == ("6H", "TC")
    assert list(table.shoe.inside) == ["5S"]


# ---- split hands -----------------------------------------------------------------------------------------


def split(rest: str) -> Play:
    """Box 1 has split eights; hand 1 is eight and two."""
    table = draws(boxes(f"2C 8S 9H 7H 8D 9D TC 2S {rest}", 1000, 2000, push_22=300), 7)
    table.play(1, "split")
    return table


@clause("672a.12(h)", "672a.10(b)(2)(ii)")
def test_the_other_split_hand_its_lammer_and_push_22_live_on() -> None:
    table = forgotten(split("TD 5S"))
    table.choose("call_dead")
    assert table.rows() == [(1, 1, "blackjack", "void", 0, 1000, 0)]
    assert [(s.box, s.hand, s.wager, s.stake) for s in table.table.stacks] == [
        (1, 1, "push_22", 300),
        (2, 1, "blackjack", 2000),
        (1, 2, "free_bet", 0),
    ]
    table.run()
    assert hands(table)[:2] == [(1, 1, ("8S", "2S"), "dead"), (1, 2, ("8D", "TD"), "")]
    table.finish()  # 18 against 17: the lammer pays what the original wager stood at
    assert table.rows()[1:] == [
        (1, 1, "push_22", "lose", 0, 0, 300),
        (2, 1, "blackjack", "win", 2000, 2000, 0),
        (1, 2, "free_bet", "win", 1000, 0, 0),
    ]


@clause("672a.12(h)", "672a.10(b)(2)(ii)")
def test_a_dead_split_hand_with_a_lammer_costs_nobody_anything() -> None:
    table = split("3D 5S")
    table.play(1, "stand")
    forgotten(table, 1, 2)
    table.choose("call_dead")
    assert table.rows() == [(1, 2, "free_bet", "void", 0, 0, 0)]
    table.finish()  # 10 and 18 against 17
    assert table.rows()[1:] == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 1, "push_22", "lose", 0, 0, 300),
        (2, 1, "blackjack", "win", 2000, 2000, 0),
    ]


@clause("672a.12(h)", "672a.10(c)(1)", "672a.10(c)(2)")
def test_a_tucked_bust_is_collected_when_the_other_hand_is_dead() -> None:
    table = draws(boxes("2C 8S 9H 7H 8D 9D TC 6S KS 3D 5S", 1000, 2000), 7)
    table.play(1, "split")
    table.play(1, "hit")  # eight, six, king: tucked
    assert table.rows() == []
    forgotten(table, 1, 2)
    table.choose("call_dead")
    assert table.rows() == [
        (1, 2, "free_bet", "void", 0, 0, 0),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]
    assert table.table.turn == 2


@clause("672a.12(h)", "672a.10(c)(2)")
def test_a_tucked_bust_waits_for_the_late_card_of_the_other_hand() -> None:
    table = draws(boxes("2C 8S 9H 7H 8D 9D TC 6S KS 3D TD 5S", 1000, 2000), 7)
    table.play(1, "split")
    table.play(1, "hit")
    late(table, 1, 2)
    assert stake_on(table.table, 1, 1, "blackjack") == 1000
    table.play(2, "stand")  # hand 2 is eight, three, ten
    table.finish()  # bust, and 21, against 17
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 2, "free_bet", "win", 1000, 0, 0),
        (2, 1, "blackjack", "win", 2000, 2000, 0),
    ]


@clause("672a.12(h)", "672a.10(c)")
def test_a_late_split_hand_and_the_next_one() -> None:
    table = late(split("TD 5S 4S"))
    assert cards(table, 1, 2) == ("8D",)
    table.run()
    assert cards(table, 1, 2) == ("8D", "TD"), "it is completed before the late card"
    table.play(1, "stand", 2)
    table.play(2, "stand")
    assert cards(table, 1) == ("8S", "2S", "5S")
