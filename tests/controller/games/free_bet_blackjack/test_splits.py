"""Splitting pairs, 672a.10, and what becomes of split hands that bust."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import dealt, hands, refused
from tests.support import Play


@clause("672a.10(a)")
@pytest.mark.parametrize(
    ("first", "second", "may"),
    [("7", "7", True), ("K", "T", True), ("A", "A", True), ("9", "8", False), ("A", "2", False)],
)
def test_two_cards_of_one_value_may_be_split(first: str, second: str, may: bool) -> None:
    table = dealt(f"2C {first}S 7H {second}D TC")
    ruling = table.ask(c.Decide(1, "split"))
    assert (ruling.refused is None) is may
    if not may:
        refused(ruling, "672a.10(a)")


@clause("672a.10(a)")
def test_three_cards_are_no_pair() -> None:
    table = dealt("2C 2S 7H 3D TC 2H")
    table.play(1, "hit")
    refused(table.ask(c.Decide(1, "split")), "672a.10(a)")


@clause("672a.10(b)(2)", "672a.10(b)(2)(i)", "672a.10(b)(2)(ii)")
def test_a_free_split_moves_the_wager_to_the_first_hand_and_a_lammer_to_the_second() -> None:
    table = dealt("2C 8S 6H 8D TC TS TD 5H")
    ruling = table.play(1, "split")
    assert ruling.events[:3] == (
        ev.Decided(1, 1, "split"),
        ev.LammerPlaced(1, 2),
        ev.HandSplit(1, 1, 2),
    )
    assert [(s.hand, s.wager, s.stake) for s in table.table.stacks] == [
        (1, "blackjack", 1000),
        (2, "free_bet", 0),
    ]
    table.finish()  # 18 and 18 against 21
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 2, "free_bet", "lose", 0, 0, 0),
    ]


@clause("672a.10(b)(1)")
def test_tens_are_split_for_an_equal_wager() -> None:
    table = dealt("2C KS 6H TD TC 9S 8D 5H")
    refused(table.ask(c.Decide(1, "split", amount=1000)), "672a.10(b)")
    table.ask(c.Decide(1, "split"))
    assert table.open == (("split", (1,), 1000),)
    for cents in (500, 950, 1050):
        refused(table.place(1, ("split", cents)), "672a.10(b)(1)")
        assert table.rejected[-1] == m.Reject(1, "split", 0)
    assert table.place(1, ("split", 1000)).refused is None
    table.run()
    assert [(s.hand, s.wager, s.stake) for s in table.table.stacks] == [
        (1, "blackjack", 1000),
        (2, "blackjack", 1000),
    ]
    assert hands(table) == [(1, 1, ("KS", "9S"), ""), (1, 2, ("TD",), "")]


@clause("672a.10(c)")
def test_the_first_split_hand_is_completed_before_the_second_gets_a_card() -> None:
    table = dealt("2C 8S 6H 8D TC 2S 3S 4S TS TD")
    table.play(1, "split")
    assert hands(table) == [(1, 1, ("8S", "2S"), ""), (1, 2, ("8D",), "")]
    table.play(1, "hit")
    refused(table.ask(c.Decide(1, "stand", 2)), "topic:decisions-in-order")
    table.play(1, "stand")
    assert hands(table) == [(1, 1, ("8S", "2S", "3S"), "stood"), (1, 2, ("8D", "4S"), "")]


@clause("672a.10(d)")
def test_resplits_up_to_four_hands_that_lie_behind_the_one_they_come_from() -> None:
    table = dealt("2C 8S 6H 8D TC 8C 8H 8S 2S 3S 4S 5S")
    table.play(1, "split")  # hand 1: 8 8
    table.play(1, "split")  # hand 1: 8 8 again, behind it 3, then 2
    table.play(1, "split")
    assert [hand[1] for hand in hands(table)] == [1, 4, 3, 2]
    assert hands(table)[0][2] == ("8S", "8S")
    refused(table.ask(c.Decide(1, "split")), "672a.10(d)")
    for number in (1, 4, 3, 2):
        assert table.play(1, "stand", number).refused is None
    assert table.table.phase == "Betting"


@clause("672a.10(d)")
def test_split_aces_draw_double_and_resplit_like_any_pair() -> None:
    table = dealt("2C AS 6H AD TC AC 2S 3S 4S 9S 5H")
    table.play(1, "split")  # ace and ace
    assert table.play(1, "split").refused is None  # hand 1: ace and 2
    assert hands(table)[0] == (1, 1, ("AS", "2S"), "")
    assert table.play(1, "hit").refused is None  # ace, 2, 3
    assert table.play(1, "stand").refused is None
    assert table.play(1, "double", 3, 500).refused is None  # ace and 4: soft 15, chips
    assert [h.number for h in table.table.hands] == [1, 3, 2]


@clause("672a.1(blackjack)", "672a.11(a)", "672a.10(d)")
def test_a_split_ace_and_ten_is_a_21_and_no_blackjack() -> None:
    table = dealt("2C AS 6H AD TC KS QS 5H")
    table.play(1, "split")  # 21 and 21 against 21
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "push", 0, 1000, 0),
        (1, 2, "free_bet", "push", 0, 0, 0),
    ]


@clause("672a.11(a)")
def test_a_split_21_wins_even_money() -> None:
    table = dealt("2C AS 7H AD TC KS QS")
    table.play(1, "split")  # 21 and 21 against 17
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 2, "free_bet", "win", 1000, 0, 0),
    ]


@clause("672a.10(c)(1)")
def test_a_busted_hand_of_a_paid_split_is_collected_at_once() -> None:
    table = dealt("2C KS 6H TD TC 5S 9S 8D 5H")
    table.play(1, "split")
    table.play(1, "hit")  # ten, 5, 9: 24
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)]
    assert table.settlements()[0].clause == "672a.10(c)(1)"
    assert hands(table)[1] == (1, 2, ("TD", "8D"), ""), "the second hand plays on"


@clause("672a.10(c)(1)", "672a.9(a)(2)")
def test_a_doubled_hand_that_busts_loses_both_stacks() -> None:
    table = dealt("2C KS 6H TD TC 5S 9S 8D 5H")
    table.play(1, "split")
    table.play(1, "double", amount=500)
    assert table.rows() == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 1, "double_down", "lose", 0, 0, 500),
    ]


@clause("672a.10(c)(1)", "672a.10(b)(1)")
def test_the_second_split_still_costs_the_original_wager_when_the_first_hand_is_gone() -> None:
    table = dealt("2C KS 6H TD TC 5S 9S JD 7S 8D 5H")
    table.play(1, "split")
    table.play(1, "hit")  # 24, collected
    table.ask(c.Decide(1, "split", 2))  # ten and jack
    assert table.table.asked is not None
    assert table.table.asked.chips == 1000


@clause("672a.10(c)(2)")
def test_a_busted_hand_of_a_free_split_is_tucked_until_the_settlement() -> None:
    table = dealt("2C 8S 6H 8D TC 6C KC TD 6D")
    table.play(1, "split")
    table.play(1, "hit")  # 8, 6, king: 24
    assert table.rows() == []
    assert stake_on(table.table, 1, 1, "blackjack") == 1000
    table.play(1, "stand", 2)  # 18 against 22
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (1, 2, "free_bet", "push", 0, 0, 0),
    ]


@clause("672a.10(c)(2)", "672a.7(m)")
def test_tucked_hands_are_collected_when_the_last_of_the_box_is_bust_as_well() -> None:
    table = Play("2C 8S 9S 6H 8D 9D TC 6C KC 5D TD")
    table.wager(1, 1000)
    table.wager(2, 1000)
    table.deal()
    table.play(1, "split")
    table.play(1, "hit")
    assert table.rows() == []
    table.play(1, "hit", 2)  # 8, 5, ten: 23
    assert table.rows() == [
        (1, 2, "free_bet", "lose", 0, 0, 0),
        (1, 1, "blackjack", "lose", 0, 0, 1000),
    ]
    assert set(table.clauses()) == {"672a.10(c)(2)"}
    assert table.table.phase == "PlayerDecisions", "box 2 has still to decide"


@clause("672a.7(q)(1)", "672a.8(e)")
def test_a_bust_before_a_hand_that_took_even_money_is_collected_at_once() -> None:
    table = Play("2C TS AS AH 6D KD 6C KS 9S 9C")
    table.wager(1, 1000)
    table.wager(2, 1000)
    table.deal()
    table.ask(c.TakeEvenMoney(2))
    table.close_insurance()
    ruling = table.ask(c.Decide(1, "hit"))
    assert ruling.refused is None
    table.answers = False
    table.draw()  # 26
    assert table.rows()[-1] == (1, 1, "blackjack", "lose", 0, 0, 1000)
    assert table.table.phase == "DealerPlay", "collected before the hole card is turned"


@clause("672a.9(d)", "672a.7(i)")
def test_after_a_double_the_next_hand_has_its_turn() -> None:
    table = Play("2C 5S 9S 7H 6D 9D TC 2S")
    table.wager(1, 1000)
    table.wager(2, 1000)
    table.deal()
    table.play(1, "double")
    assert table.table.turn == 1
    assert table.prompt() == "decide"
