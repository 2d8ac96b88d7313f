"""Doubles and splits: 673a.10 and 673a.11. What becomes of a hand that goes over 21 by them is in
test_second_chance.py."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, row
from tests.controller.games.free_bet_blackjack.rounds import hands, refused

# ---- doubles ------------------------------------------------------------------------------------------


@clause("673a.10(a)", "673a.7(k)(2)")
@pytest.mark.parametrize("amount", [50, 500, 1000])
def test_a_double_takes_up_to_the_original_wager_and_one_card(amount: int) -> None:
    """11 and 9 are 20, and win against 17."""
    table = dealt("2C 6S 7H 5D TC 9S 2S", 1000)
    assert table.play(1, "double", amount=amount).refused is None
    assert table.rows() == [
        row(1, "blackjack", "win", 1000, 1000, 0),
        row(1, "double_down", "win", amount, amount, 0),
    ]
    assert list(table.shoe.inside) == ["2S"]


@clause("673a.10(a)")
def test_more_than_the_original_wager_is_refused() -> None:
    table = dealt("2C 6S 7H 5D TC 9S 2S", 1000)
    refused(table.ask(c.Decide(1, "double", 1, 1050)), "673a.10(a)", "more than the original")
    refused(table.ask(c.Decide(1, "double", 1, 25)), "topic:smallest-chip")
    table.ask(c.Decide(1, "double", 1, 500))
    refused(table.place(1, ("double_down", 550)), "673a.10(a)")
    refused(table.place(1, ("second_chance", 500)), "topic:wagers-before-first-card")
    assert table.place(1, ("double_down", 500)).refused is None


@clause("673a.10(a)")
def test_only_the_first_two_cards_are_doubled() -> None:
    table = dealt("2C 2S 7H 3D TC 4S 5S", 1000)
    table.play(1, "hit")
    refused(table.ask(c.Decide(1, "double")), "673a.10(a)", "first two cards")


@clause("673a.10(b)", "673a.7(k)(2)")
def test_the_card_of_a_double_comes_face_up_and_is_laid_across() -> None:
    table = dealt("2C 6S 7H 5D TC 9S 2S", 1000)
    table.ask(c.Decide(1, "double"))
    ruling = table.place(1, ("double_down", 1000))
    assert m.Permit(6, "u") not in ruling.orders, "not before the positions are closed"
    assert table.table.wanted_shoe == m.Permit(6, "u")
    assert "lay it across" in table.game.prompts(table.table)[0].words


# ---- one split, into two ------------------------------------------------------------------------------


def split(cards: str, *stakes: int) -> DoubleBackJack:
    """Box 1 is split, and its first hand has its second card."""
    table = dealt(cards, *stakes or (1000,))
    assert table.play(1, "split").refused is None
    return table


@clause("673a.11(a)", "673a.11(b)", "673a.11(c)")
def test_a_pair_is_split_into_two_hands_and_the_left_one_is_completed_first() -> None:
    """8 and 3 (11) and 9: 20; 8 and ten: 18; the dealer has 19."""
    table = split("2C 8S 9H 8D TC 3C 9C KC")
    assert hands(table) == [(1, 1, ("8S", "3C"), ""), (1, 2, ("8D",), "")]
    assert table.shoe.locked, "no card for the second hand yet"
    refused(table.ask(c.Decide(1, "stand", 2)), "topic:decisions-in-order", "hand 1 decides first")
    table.play(1, "hit")
    assert hands(table) == [(1, 1, ("8S", "3C", "9C"), ""), (1, 2, ("8D",), "")]
    table.play(1, "stand")
    assert hands(table)[1] == (1, 2, ("8D", "KC"), "")
    table.play(1, "stand", hand=2)
    assert table.rows() == [
        row(2, "blackjack", "lose", 0, 0, 1000),
        row(1, "blackjack", "win", 1000, 1000, 0),
    ]


@clause("673a.11(a)")
@pytest.mark.parametrize(("first", "second"), [("KS", "TD"), ("JS", "QD"), ("7S", "7D"), ("AS", "AD")])
def test_two_cards_of_one_value_are_a_pair(first: str, second: str) -> None:
    table = split(f"2C {first} 9H {second} TC 3C 4C")
    assert [hand[2] for hand in hands(table)] == [(first, "3C"), (second,)]
    assert stake_on(table.table, 1, 2, "blackjack") == 1000


@clause("673a.11(a)")
@pytest.mark.parametrize(("first", "second"), [("9S", "TD"), ("AS", "9D"), ("2S", "3D")])
def test_two_of_different_value_are_none(first: str, second: str) -> None:
    table = dealt(f"2C {first} 9H {second} TC 3C 4C", 1000)
    refused(table.ask(c.Decide(1, "split")), "673a.11(a)", "not a pair")


@clause("673a.11(a)", "673a.11(c)")
def test_a_hand_that_was_split_is_not_split_again() -> None:
    table = split("2C 8S 9H 8D TC 8C 8H")
    refused(table.ask(c.Decide(1, "split")), "673a.11(a)", "2 hands at the most")
    table.play(1, "stand")
    refused(table.ask(c.Decide(1, "split", 2)), "673a.11(a)", "2 hands at the most")
    assert len(table.table.hands) == 2


@clause("673a.11(a)")
def test_a_split_costs_the_original_wager_no_less_and_no_more() -> None:
    table = dealt("2C 8S 9H 8D TC 3C 4C", 1000)
    refused(table.ask(c.Decide(1, "split", 1, 1000)), "673a.11(a)", "takes no amount")
    table.ask(c.Decide(1, "split"))
    assert table.open == (("split", (1,), 1000),)
    for amount in (500, 950, 1050):
        refused(table.place(1, ("split", amount)), "673a.11(a)")
    assert len(table.table.hands) == 1
    assert table.place(1, ("split", 1000)).refused is None
    assert len(table.table.hands) == 2


@clause("673a.11(a)")
def test_without_its_chips_there_is_no_split() -> None:
    table = dealt("2C 8S 9H 8D TC 3C 4C", 1000)
    table.ask(c.Decide(1, "split"))
    assert table.ask(c.WithdrawDecision()).refused is None
    assert table.play(1, "stand").refused is None
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, 1000)]


# ---- a split hand's 21 --------------------------------------------------------------------------------


@clause("673a.11(b)", "673a.12(a)", "673a.1(blackjack)")
@pytest.mark.parametrize(
    ("pair", "card"), [("AS AD", "KC"), ("AS AD", "TC"), ("KS TD", "AC"), ("JS JD", "AC")]
)
def test_ace_and_ten_of_a_split_hand_are_paid_as_a_21(pair: str, card: str) -> None:
    first, second = pair.split()
    table = split(f"2C {first} 9H {second} TC {card} 3C")
    assert table.rows() == [row(1, "blackjack", "win", 1000, 1000, 0)], "1 to 1, at once"
    assert table.clauses() == ["673a.7(m)"]
    assert hands(table)[1] == (1, 2, (second, "3C"), "")


@clause("673a.7(k)(1)", "673a.10(a)")
@pytest.mark.parametrize("verb", ["double", "hit", "split", "surrender", "second_chance"])
def test_a_split_hands_21_gets_no_card_and_is_not_doubled(verb: str) -> None:
    table = split("2C AS 9H AD TC KC 3C 4C")
    refused(table.ask(c.Decide(1, verb)), "topic:decisions-in-order", "complete")


@clause("673a.10(c)", "673a.10(a)", "673a.11(c)")
def test_each_split_hand_may_be_doubled() -> None:
    """8 and 3 and 9: 20, doubled in full; 8 and 2 and 8: 18, doubled for half; the dealer has 19."""
    table = split("2C 8S 9H 8D TC 3C 9C 2S 8C")
    assert table.play(1, "double").refused is None
    assert table.play(1, "double", hand=2, amount=500).refused is None
    assert table.rows() == [
        row(2, "blackjack", "lose", 0, 0, 1000),
        row(2, "double_down", "lose", 0, 0, 500),
        row(1, "blackjack", "win", 1000, 1000, 0),
        row(1, "double_down", "win", 1000, 1000, 0),
    ]
    assert [event.amount for event in table.events(ev.Decided)] == [1000, 1000, 500]


@clause("673a.10(a)", "673a.10(c)")
def test_a_split_hand_is_doubled_for_no_more_than_the_original_wager() -> None:
    table = split("2C 8S 9H 8D TC 3C 9C 2S 8C")
    refused(table.ask(c.Decide(1, "double", 1, 1050)), "673a.10(a)")
