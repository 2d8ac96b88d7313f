"""What all chapters say alike of the players' decisions and the dealer's own cards.

Hands that may be doubled or split free of charge in one of them are left out: what those cost is each
chapter's own.
"""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import cards, dealt_to, status
from tests.controller.games.twentyone.alike import Kind, all_games, dealt, declined, layout, of_21, twelves

VERBS = ("hit", "stand", "double")
NO_SUCH = {
    "free-bet-blackjack": "672a.7(h)(2)",
    "blackjack": "633a.7(i)(2)",
    "double-back-jack": "673a.7(i)",
}
"""The clause by which a decision that the chapter does not know is refused."""


# ---- one after the other ------------------------------------------------------------------------------


@all_games
@clause("topic:decisions-in-order", "topic:decision-verbs")
def test_players_decide_from_the_dealers_left_and_each_once(kind: Kind) -> None:
    table = dealt(kind, "2C TS 9H 2H 7H 2D 3D 2S TC 4S 5S 6S", 1000, 2000, 500)
    for box in (2, 3):
        for verb in VERBS:
            refused(table.ask(c.Decide(box, verb)), "topic:decisions-in-order", "box 1 hand 1 decides first")
    table.play(1, "stand")
    for verb in VERBS:
        refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order", "complete")
    table.play(2, "hit")
    table.play(2, "stand")
    table.play(3, "stand")
    assert [event.box for event in table.events(ev.Decided)] == [1, 2, 2, 3]
    assert table.rows() == [
        (3, 1, "blackjack", "lose", 0, 0, 500),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]


@all_games
@clause("topic:decision-verbs")
def test_a_hand_stands_draws_or_is_doubled_and_nothing_that_has_no_name(kind: Kind) -> None:
    table = twelves(kind, "4S 5S 6S")
    refused(table.ask(c.Decide(1, "fold")), NO_SUCH[table.game.name])
    for verb in ("hit", "stand"):
        refused(table.ask(c.Decide(1, verb, 1, 500)), "topic:draw-below-21", "takes no amount")
    assert table.play(1, "hit").refused is None
    assert table.play(1, "stand").refused is None
    assert table.play(2, "double").refused is None
    assert layout(table) == [], "the cards are in the rack"
    assert table.rows() == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "push", 0, 2000, 0),
        (2, 1, "double_down", "push", 0, 2000, 0),
    ]


@all_games
@clause("topic:decision-cards-face-up")
def test_the_card_comes_face_up_as_the_decision_is_made_and_before_the_next_one(kind: Kind) -> None:
    table = twelves(kind, "4S 5S 6S")
    assert table.ask(c.Decide(1, "hit")).orders == (m.Permit(8, "u"),)
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order", "comes first")
    refused(table.ask(c.Decide(1, "stand")), "topic:decisions-in-order", "comes first")
    table.draw()
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert table.table.dealer.cards == ("7H", SEALED)


# ---- how long a hand may draw -------------------------------------------------------------------------


@all_games
@clause("topic:draw-below-21", "topic:ace-counts", "topic:card-values")
def test_a_hand_draws_for_as_long_as_it_is_below_21(kind: Kind) -> None:
    """An ace counts 11 until that is too much: 5, 16 with it at 11, 16 and 17 with it at 1, 20 and 21."""
    table = dealt(kind, "2C 2S 7H 3D TC AS TD AD 3S AC KS", 1000)
    for total in (16, 16, 17, 20):
        assert table.play(1, "hit").refused is None
        assert table.table.hands[0].total == total
    table.play(1, "hit")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)], "21 against 17"
    assert list(table.shoe.inside) == ["KS"], "a 21 gets no further card, and nobody is asked"


@all_games
@clause("topic:draw-below-21", "topic:stands-on-21", "topic:ace-counts")
@pytest.mark.parametrize(
    ("hand", "drawn"), [("AS 5D", "5S"), ("TS 6D", "5S"), ("5S 5D", "AS"), ("AS 9D", "AD")]
)
def test_a_soft_or_a_hard_21_is_complete(kind: Kind, hand: str, drawn: str) -> None:
    first, second = hand.split()
    table = dealt(kind, f"2C {first} 9H 7H {second} 8D TC {drawn} 3S", 1000, 2000)
    table.play(1, "hit")
    assert (status(table, 1), table.table.turn) == (of_21(kind, "21"), 1)
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order")


@all_games
@clause("topic:draw-below-21", "topic:bust-at-once")
def test_a_hand_that_exceeds_21_is_collected_at_once(kind: Kind) -> None:
    table = twelves(kind, "KS 5S")
    table.play(1, "hit")
    declined(table)
    assert status(table, 1) == "bust"
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)]
    assert table.table.dealer.cards == ("7H", SEALED)


@all_games
@clause("topic:double-one-card", "topic:double-down", "topic:double-stake")
@pytest.mark.parametrize(("card", "total"), [("2S", 14), ("9S", 21), ("KS", 22)])
def test_a_doubled_hand_gets_one_card(kind: Kind, card: str, total: int) -> None:
    table = twelves(kind, f"{card} 5S 6S")
    assert table.play(1, "double").refused is None
    assert dealt_to(table, 0) == ["TS", "2D", card]
    declined(table)
    assert (table.table.hands[0].total, table.table.turn) == (total, 1)
    for verb in VERBS:
        refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order", "complete")
    table.play(2, "stand")
    won = ("win", 1000, 1000, 0) if total == 21 else ("lose", 0, 0, 1000)
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", *won),
        (1, 1, "double_down", *won),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@all_games
@clause("topic:double-one-card")
def test_without_its_chips_a_double_has_no_card_and_may_be_withdrawn(kind: Kind) -> None:
    table = twelves(kind, "9S 5S")
    ruling = table.ask(c.Decide(1, "double"))
    assert ruling.orders == (m.Lock(), m.OpenPositions((("double_down", (1,), 1000),)))
    assert table.shoe.locked
    refused(table.place(2, ("double_down", 1000)), "topic:wagers-before-first-card", "box 1")
    assert table.ask(c.WithdrawDecision()).refused is None
    assert table.play(1, "hit").refused is None
    assert cards(table, 1) == ("TS", "2D", "9S")


# ---- the dealer ---------------------------------------------------------------------------------------


@all_games
@clause("topic:turn-hole-card", "topic:dealer-draws", "topic:ace-counts")
@pytest.mark.parametrize(
    ("up", "hole", "drawn", "total"),
    [
        ("6H", "AC", "", 17),
        ("2H", "AC", "4S", 17),
        ("5H", "AC", "KS AD", 17),
        ("6H", "TC", "5S", 21),
        ("2H", "2C", "AS 2S", 17),
    ],
)
def test_the_dealer_draws_to_a_hard_or_a_soft_17(
    kind: Kind, up: str, hole: str, drawn: str, total: int
) -> None:
    table = dealt(kind, f"2C TS {up} 9D {hole} {drawn} 3S", 1000)
    assert table.table.dealer.cards == (up, SEALED)
    table.ask(c.Decide(1, "stand"))
    while table.prompt() == "draw":
        table.draw()
    assert table.table.phase == "Settling"
    assert (table.table.dealer.cards, table.table.dealer.total) == ((up, hole, *drawn.split()), total)
    assert list(table.shoe.inside) == ["3S"]
    outcome = ("win", 1000, 1000, 0) if total < 19 else ("lose", 0, 0, 1000)
    assert table.rows() == [(1, 1, "blackjack", *outcome)]


@all_games
@clause("topic:no-needless-draw")
def test_the_dealer_draws_for_nobody_whose_hand_is_lost(kind: Kind) -> None:
    table = dealt(kind, "2C TS 9H 6H 6D 7D TC KS QS 5S", 1000, 2000)
    table.play(1, "hit")
    declined(table)
    table.ask(c.Decide(2, "hit"))
    table.draw()
    declined(table)
    assert table.table.phase == "Settling"
    assert table.table.dealer.cards == ("6H", "TC"), "turned, and left at 16"
    assert table.rows() == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]
