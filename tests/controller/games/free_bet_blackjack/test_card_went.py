"""A card that was asked for and went to another hand, 672a.12(h); and what else may happen meanwhile."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Late, Lie
from tests.controller.games.free_bet_blackjack.rounds import hands, kinds, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    boxes,
    cards,
    draws,
    forgotten,
    in_error,
    late,
    power_lost,
    records,
    sorted_rows,
    status,
    twelve,
)
from tests.support import Play, Row

CITED = "topic:missed-draw"
WAYS = [("late_card", "dealer"), ("call_dead", "dealer"), ("void_round", "floorperson")]


# ---- told after the card went to another hand ------------------------------------------------------------


def went(table: Play, box: int, hand: int = 1, draw: int = 8) -> Play:
    assert table.ask(c.CardWent(Lie(draw, box, hand))).refused is None
    return table


@clause("672a.12(h)")
@pytest.mark.parametrize("remedy", ["late_card", "call_dead"])
def test_the_card_that_went_to_a_later_hand_is_that_hands(remedy: str) -> None:
    table = twelve("4S 5S 6S")
    table.play(1, "hit")
    went(table, 2)
    assert hands(table) == [(1, 1, ("TS", "2D"), ""), (2, 1, ("9H", "3D", "4S"), "")]
    (hold,) = table.table.holds
    assert (hold.kind, hold.box, [(way.name, way.role) for way in hold.remedies]) == (
        "forgotten-card",
        1,
        WAYS,
    )
    table.choose(remedy, role="dealer")
    assert again(table) == table.table
    table.play(2, "stand")
    if remedy == "late_card":
        assert cards(table, 1) == ("TS", "2D", "5S")
    table.finish()
    assert sorted_rows(table) == [
        (1, 1, "blackjack", *(("push", 0, 1000, 0) if remedy == "late_card" else ("void", 0, 1000, 0))),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(h)", "672a.7(j)(1)", "672a.7(q)(1)")
@pytest.mark.parametrize(("card", "ends"), [("9S", "21"), ("TC", "bust")])
def test_what_the_card_makes_of_the_other_hand_counts(card: str, ends: str) -> None:
    table = draws(boxes(f"2C 2S TH 7H 2D 2C TC {card} 5S 6S", 1000, 2000), 7)
    table.play(1, "hit")
    went(table, 2)
    table.choose("late_card")
    assert status(table, 2) == ends
    assert table.rows() == ([(2, 1, "blackjack", "lose", 0, 0, 2000)] if ends == "bust" else [])
    assert table.table.turn == 0, "nobody else decides: the late card is due"
    table.run()
    assert cards(table, 1) == ("2S", "2D", "5S")


@clause("672a.12(h)")
def test_told_when_the_player_had_stood_since() -> None:
    table = twelve("4S 5S 6S")
    table.play(1, "hit")
    table.play(1, "stand")
    went(table, 2)
    table.choose("late_card")
    table.play(2, "stand")
    assert cards(table, 1) == ("TS", "2D", "5S")


@clause("672a.12(h)", "672a.9(c)")
@pytest.mark.parametrize("paid", [True, False])
def test_the_card_of_a_double_that_went_elsewhere(paid: bool) -> None:
    first = ("TS", "2D") if paid else ("5S", "6D")
    table = draws(boxes(f"2C {first[0]} 9H 7H {first[1]} 3D TC 4S 8S 6S", 1000, 2000), 7)
    table.play(1, "double", amount=500 if paid else 0)
    went(table, 2)
    table.choose("late_card")
    assert table.table.late == (Late(1, 1, "double", 0),)
    table.play(2, "stand")
    assert table.table.phase == "Betting", "one card, and no decision after it"
    stack: Row = (1, 1, "double_down", "win", 500, 500, 0) if paid else (1, 1, "free_bet", "win", 1000, 0, 0)
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        stack,
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(h)", "672a.10(c)")
def test_the_card_that_went_to_the_next_split_hand_is_its_second() -> None:
    table = draws(boxes("2C 8S 9H 7H 8D 9D TC 2S 5S 4S 6S", 1000, 2000), 7)
    table.play(1, "split")
    table.play(1, "hit")
    went(table, 1, 2, draw=9)
    table.choose("late_card")
    assert hands(table)[:2] == [(1, 1, ("8S", "2S"), "late"), (1, 2, ("8D", "5S"), "")]
    table.play(1, "stand", 2)
    table.play(2, "stand")
    assert cards(table, 1) == ("8S", "2S", "4S")


@clause("672a.12(h)")
@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (Lie(2, 2), "not the last card that a hand asked for"),
        (Lie(5, 2), "not the last card that a hand asked for"),
        (Lie(9, 2), "not the last card that a hand asked for"),
        (Lie(8, 5), "has no hand"),
        (Lie(8, 1), "on record there"),
    ],
)
def test_what_does_not_fit_the_record_is_refused(lie: Lie, words: str) -> None:
    table = twelve("4S 5S 6S")
    table.play(1, "hit")
    before = table.table
    refused(table.ask(c.CardWent(lie)), CITED, words)
    assert table.table == before


@clause("672a.12(h)")
def test_a_card_that_was_asked_for_since_comes_first() -> None:
    table = twelve("4S 5S 6S")
    table.play(1, "hit")
    table.ask(c.Decide(1, "hit"))
    refused(table.ask(c.CardWent(Lie(8, 2))), CITED, "comes first")


@clause("house.20")
@pytest.mark.parametrize("case", ["settled", "earlier", "dealer"])
def test_where_no_clause_helps_the_floorperson_rules_on_it(case: str) -> None:
    table = twelve("KS 5S" if case == "settled" else "4S 5S")
    if case == "earlier":
        table.play(1, "stand")
    turn = 2 if case == "earlier" else 1
    table.play(turn, "hit")
    table.ask(c.CardWent(Lie(8, {"settled": 2, "earlier": 1, "dealer": 0}[case])))
    assert kinds(table) == ["misdeal"]
    assert [way.name for way in table.table.holds[0].remedies] == ["resume", "void_round"]
    before = hands(table)
    table.choose("resume")
    assert hands(table) == before, "the record stands"


@clause("672a.12(h)")
def test_only_a_hand_that_asked_can_have_been_passed_over() -> None:
    table = twelve("4S 5S")
    refused(table.ask(c.ReportPassedOver(1)), CITED, "has asked for no card")
    table.ask(c.Decide(1, "hit"))
    refused(table.ask(c.ReportPassedOver(2)), CITED, "not due")
    refused(table.ask(c.ReportPassedOver(5)), CITED, "not due")


# ---- together with an exposed card, and in the middle of things ------------------------------------------


@clause("672a.12(c)", "672a.12(h)")
def test_a_late_card_that_everybody_saw_is_offered() -> None:
    table = late(twelve("4S 5S 6S"))
    in_error(table)
    table.play(2, "stand")
    assert table.prompt() == "offer_card"
    assert cards(table, 1) == ("TS", "2D")
    table.ask(c.AcceptCard(1))
    assert cards(table, 1) == ("TS", "2D", "4S")


@clause("672a.12(c)", "672a.12(h)")
def test_a_player_who_refused_gets_no_late_card_either() -> None:
    table = late(twelve("4S 5S 6S", players=("Ann", "Ann")))
    in_error(table)
    ruling = table.ask(c.RefuseCard(2))
    assert ruling.events[0] == ev.CardRefused(((1, 1), (2, 1)))
    assert table.table.late == ()
    assert table.table.phase == "Settling"
    assert [len(hand.cards) for hand in table.table.hands] == [2, 2]
    assert "exposed-card-unused" in records(table)


@clause("672a.12(h)", "house.2")
@pytest.mark.parametrize("at", ["asked", "held", "late", "due", "dead"])
def test_loss_of_power_in_the_middle(at: str) -> None:
    table = twelve("4S 5S")
    table.ask(c.Decide(1, "hit"))
    if at == "asked":
        power_lost(table)
    forgotten(table)
    if at == "held":
        power_lost(table)
    table.choose("call_dead" if at == "dead" else "late_card", "forgotten-card")
    if at in ("late", "dead"):
        power_lost(table)
    table.ask(c.Decide(2, "stand"))
    if at == "due":
        power_lost(table)
    table.run()
    if at == "dead":
        assert table.rows()[0] == (1, 1, "blackjack", "void", 0, 1000, 0)
    else:
        assert cards(table, 1) == ("TS", "2D", "4S")
        table.finish()
        assert table.rows() == [
            (2, 1, "blackjack", "lose", 0, 0, 2000),
            (1, 1, "blackjack", "lose", 0, 0, 1000),
        ]


@clause("672a.12(h)", "house.9")
def test_a_round_that_is_void_owes_no_late_card() -> None:
    table = late(twelve("4S 5S"))
    table.draw()
    table.choose("void_round")
    assert (table.table.late, table.table.phase) == ((), "Collecting")
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (2, 1, "blackjack", "void", 0, 2000, 0),
    ]
