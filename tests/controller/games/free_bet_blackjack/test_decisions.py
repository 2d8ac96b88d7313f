"""Whose turn it is, drawing and doubling: 672a.7(h) to (j), 672a.9."""

from itertools import combinations_with_replacement

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from drivers.cards import RANKS
from tests.controller.games.free_bet_blackjack.rounds import dealt, hands, refused
from tests.support import Play, points

# ---- whose turn ---------------------------------------------------------------------------------------


@clause("672a.7(h)")
def test_players_are_served_from_the_dealers_left() -> None:
    table = Play("2C TS 9S 7H 9D 8D TC")
    table.wager(5, 1000)
    table.wager(2, 1000)
    table.deal()
    refused(table.ask(c.Decide(5, "stand")), "topic:decisions-in-order")
    assert table.ask(c.Decide(2, "stand")).refused is None
    refused(table.ask(c.Decide(2, "hit")), "topic:decisions-in-order")
    assert table.ask(c.Decide(5, "stand")).refused is None


@clause("672a.7(h)")
@pytest.mark.parametrize(("box", "hand"), [(1, 2), (3, 1), (0, 1), (9, 1), (1, 0)])
def test_a_hand_that_is_not_there_decides_nothing(box: int, hand: int) -> None:
    refused(dealt("2C TS 7H 9D TC").ask(c.Decide(box, "stand", hand)), "topic:decisions-in-order")


@clause("672a.7(h)(1)", "672a.11(a)")
def test_a_blackjack_is_paid_three_to_two_when_its_turn_comes() -> None:
    table = Play("2C TS AS 7H 9D KD TC")
    table.wager(1, 1000)
    table.wager(2, 1250)
    table.deal()
    assert table.rows() == [], "box 1 decides first"
    table.ask(c.Decide(1, "stand"))
    assert table.rows()[0] == (2, 1, "blackjack", "win", 1875, 1250, 0)
    assert table.settlements()[0].clause == "672a.7(h)(1)"


@clause("672a.7(h)(1)", "672a.7(g)")
@pytest.mark.parametrize("up", ["2H", "9H", "TH", "AH"])
def test_a_blackjack_is_paid_once_a_dealers_blackjack_is_ruled_out(up: str) -> None:
    table = dealt(f"2C AS {up} KD 6C TC TD")
    if up == "AH":
        table.close_insurance()
    assert table.rows()[0] == (1, 1, "blackjack", "win", 1500, 1000, 0)


@clause("672a.7(h)(2)")
def test_there_is_no_surrender() -> None:
    table = dealt("2C TS 7H 6D TC")
    before = table.table
    refused(table.ask(c.Decide(1, "surrender")), "672a.7(h)(2)")
    refused(table.ask(c.Decide(1, "dance")), "672a.7(h)(2)")
    assert table.table == before


@clause("672a.7(h)(2)")
def test_a_blackjack_has_no_decision() -> None:
    table = Play("2C AS 9S 7H KD 8D TC")
    table.wager(1, 1000)
    table.wager(2, 1000)
    table.deal()
    for verb in ("hit", "double", "split", "stand"):
        refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order")


# ---- drawing ------------------------------------------------------------------------------------------


@clause("672a.7(i)", "672a.7(j)")
def test_a_decision_permits_the_shoe_one_card_face_up() -> None:
    table = dealt("2C 2S 7H 3D TC 4S 5S 6S")
    ruling = table.ask(c.Decide(1, "hit"))
    assert ruling.orders == (m.Permit(6, "u"),)
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order")
    table.draw()
    assert hands(table) == [(1, 1, ("2S", "3D", "4S"), "")]
    assert table.shoe.locked


@clause("672a.7(j)", "672a.7(j)(1)")
@pytest.mark.parametrize(("drawn", "status"), [("8S", ""), ("9S", "21"), ("TS", "bust")])  # 12 and 8, 9 or 10
def test_a_hand_draws_below_21_and_not_from_21_on(drawn: str, status: str) -> None:
    table = dealt(f"2C TS 7H 2D TC {drawn} 2S")
    table.play(1, "hit")
    if status:
        assert table.table.phase == "Betting", "no decision is due any more"
        assert list(table.shoe.inside) == ["2S"]
    else:
        assert hands(table)[0][3] == ""
        assert table.play(1, "hit").refused is None


@clause("672a.7(j)(1)")
def test_a_soft_21_may_not_draw() -> None:
    table = dealt("2C AS 7H 5D TC 5S 2S")
    table.play(1, "hit")  # ace, 5, 5
    assert table.table.phase == "Betting"
    assert list(table.shoe.inside) == ["2S"]


@clause("672a.7(j)(1)", "672a.9(a)")
def test_a_split_21_may_neither_draw_nor_double() -> None:
    table = dealt("2C AS 7H AD TC KS 9S 2S")
    table.play(1, "split")
    assert hands(table)[0] == (1, 1, ("AS", "KS"), "21")
    for verb in ("hit", "double", "stand"):
        refused(table.ask(c.Decide(1, verb, 1)), "topic:decisions-in-order")


# ---- doubling -----------------------------------------------------------------------------------------

PAIRS = [
    (first, second)
    for first, second in combinations_with_replacement(RANKS, 2)
    if points((first + "S", second + "D")) < 21
]


@clause("672a.9(a)", "672a.9(a)(1)", "672a.9(a)(2)", "672a.1(hard-total)", "672a.1(soft-total)")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_two_cards_double_free_on_a_hard_9_10_or_11_and_for_chips_else(first: str, second: str) -> None:
    table = dealt(f"2C {first}S 7H {second}D TC 2S")
    free = "A" not in (first, second) and points((first + "S", second + "D")) in (9, 10, 11)
    ruling = table.ask(c.Decide(1, "double"))
    assert ruling.refused is None
    if free:
        assert ev.LammerPlaced(1, 1) in ruling.events
        assert ruling.orders == (m.Permit(6, "u"),)
    else:
        assert ruling.orders == (m.Lock(), m.OpenPositions((("double_down", (1,), 1000),)))
        assert table.place(1, ("double_down", 1000)).refused is None
        assert stake_on(table.table, 1, 1, "double_down") == 1000
    table.draw()
    assert table.table.hands[0].status in ("doubled", "bust")


@clause("672a.9(a)(1)")
def test_a_free_double_takes_no_chips() -> None:
    table = dealt("2C 5S 7H 6D TC TD")
    refused(table.ask(c.Decide(1, "double", amount=1000)), "672a.9(a)(1)")
    table.ask(c.Decide(1, "double"))
    refused(table.place(1, ("double_down", 1000)), "topic:wagers-before-first-card")


@clause("672a.9(a)(2)")
def test_soft_19_is_no_hard_9_and_may_be_doubled_for_less() -> None:
    table = dealt("2C AS TH 8D TC 2S 3C")
    assert table.play(1, "double", amount=500).refused is None
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),  # 21 against 20
        (1, 1, "double_down", "win", 500, 500, 0),
    ]


@clause("672a.9(a)(2)")
@pytest.mark.parametrize(
    ("amount", "cited"),
    [(1050, "672a.9(a)(2)"), (-50, "672a.9(a)(2)"), (-1000, "672a.9(a)(2)"), (525, "topic:smallest-chip")],
)
def test_a_paid_double_is_at_most_the_original_wager(amount: int, cited: str) -> None:
    table = dealt("2C TS 7H 2D TC")
    before = table.table
    refused(table.ask(c.Decide(1, "double", amount=amount)), cited)
    assert table.table == before


@clause("672a.9(a)(2)", "672a.6(c)")
def test_the_card_of_a_paid_double_waits_until_the_positions_are_closed_again() -> None:
    table = dealt("2C TS 7H 2D TC 9S")
    table.ask(c.Decide(1, "double"))
    assert table.open == (("double_down", (1,), 1000),)
    assert table.shoe.locked
    table.answers = False
    table.place(1, ("double_down", 1000))
    assert type(table.table.wanted_shoe) is m.Lock
    ruling = table.report("wagers", m.PositionsClosed())
    assert ruling.table.wanted_shoe == m.Permit(6, "u")


@clause("672a.9(a)(2)")
@pytest.mark.parametrize(
    "chips", [("double_down", 1050), ("double_down", 25), ("split", 1000), ("blackjack", 1000)]
)
def test_other_chips_than_the_doubles_are_refused(chips: tuple[str, int]) -> None:
    table = dealt("2C TS 7H 2D TC 9S")
    table.ask(c.Decide(1, "double"))
    assert table.place(1, chips).refused is not None
    assert table.place(2, ("double_down", 1000)).refused is not None
    assert table.place(1, ("double_down", 500), ("double_down", 500)).refused is not None
    assert stake_on(table.table, 1, 1, "double_down") == 0
    assert table.table.asked is not None


def test_a_decision_whose_chips_do_not_come_is_open_again() -> None:
    table = dealt("2C TS 7H 2D TC 9S")
    refused(table.ask(c.WithdrawDecision()), "topic:out-of-turn")
    table.ask(c.Decide(1, "double"))
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order")
    assert table.ask(c.WithdrawDecision()).refused is None
    assert table.play(1, "hit").refused is None


@clause("672a.7(j)(2)", "672a.9(c)")
@pytest.mark.parametrize("verb_cards", ["2C 5S 7H 6D TC 2S 3S", "2C 5S 7H 7D TC 2S 3S"])
def test_a_doubled_hand_gets_one_card_face_up_and_no_more(verb_cards: str) -> None:
    table = dealt(verb_cards)
    table.play(1, "double")
    assert list(table.shoe.inside) == ["3S"]
    assert table.table.phase == "Betting"


@clause("672a.9(a)")
def test_three_cards_may_not_be_doubled() -> None:
    table = dealt("2C 2S 7H 3D TC 4S")
    table.play(1, "hit")  # a hard 9 of three cards
    refused(table.ask(c.Decide(1, "double")), "672a.9(a)")


@clause("672a.9(b)", "672a.9(a)(1)", "672a.9(a)(2)")
def test_split_hands_double_free_or_for_chips_by_their_own_two_cards() -> None:
    table = dealt("2C 8S 6H 8D TC 3S KC 5H 9S 4D")
    table.play(1, "split")
    ruling = table.play(1, "double")  # 8 and 3: free
    assert ev.LammerPlaced(1, 1) in ruling.events
    assert table.play(1, "double", 2).refused is None  # 8 and 5: chips
    # 21 and 22 against 16 and 4: 20.
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 1, "free_bet", "win", 1000, 0, 0),
        (1, 2, "double_down", "lose", 0, 0, 1000),
        (1, 2, "free_bet", "lose", 0, 0, 0),
    ]
