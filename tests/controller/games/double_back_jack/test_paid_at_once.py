"""Every 21 that is no Second Chance hand is paid before the hole card is turned, 673a.7(m)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers.cards import SEALED
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, row
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import again, in_error, power_lost, status

PAID = row(1, "blackjack", "win", 1000, 1000, 0)


def is_paid(table: DoubleBackJack) -> None:
    """The first hand of box 1 has 21, has been paid for it, and is out; the dealer's card lies face down."""
    assert table.rows() == [PAID]
    assert set(table.clauses()) == {"673a.7(m)"}
    assert (status(table, 1), table.table.turn) == ("paid", 1)
    assert table.table.dealer.cards[1] == SEALED
    assert all(stack.box != 1 or stack.hand != 1 for stack in table.table.stacks)
    assert again(table) == table.table


@clause("673a.7(m)", "673a.7(k)(1)", "673a.12(a)")
@pytest.mark.parametrize(
    ("first", "second", "drawn"),
    [
        ("TS", "6D", "5S"),
        ("TS", "KD", "AC"),
        ("AS", "5D", "5S"),
        ("AS", "9D", "AC"),
        ("2S", "3D", "6S TC"),
        ("7S", "7D", "7C"),
        ("AS", "AD", "9C"),
    ],
)
def test_a_hard_or_a_soft_21_is_paid_as_it_comes_about(first: str, second: str, drawn: str) -> None:
    table = dealt(f"2C {first} TD 9H {second} 6C TC {drawn} 2H", 1000, 2000)
    for _ in drawn.split():
        assert table.play(1, "hit").refused is None
    is_paid(table)
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order", "complete")
    assert table.prompt() == "decide"


@clause("673a.7(m)", "673a.10(a)")
@pytest.mark.parametrize("amount", [1000, 500])
def test_a_doubled_21_is_paid_for_both_stacks(amount: int) -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 5S 2H", 1000, 2000)
    table.play(1, "double", amount=amount)
    assert table.rows() == [PAID, row(1, "double_down", "win", amount, amount, 0)]
    assert table.clauses() == ["673a.7(m)"] * 2
    assert (status(table, 1), table.table.turn) == ("paid", 1)
    assert table.table.dealer.cards == ("9H", SEALED)


@clause("673a.7(m)", "673a.11(b)")
@pytest.mark.parametrize("drawn", [("KC", ""), ("3C", "7C"), ("AC", "9C")])
def test_a_split_hands_21_is_paid_before_the_other_hand_has_a_card(drawn: tuple[str, str]) -> None:
    table = dealt(f"2C AS 9H AD TC {drawn[0]} {drawn[1]} 2H", 1000)
    table.play(1, "split")
    if drawn[1]:
        table.play(1, "hit")
    assert table.rows() == [PAID]
    assert table.table.hands[1].cards == ("AD", "2H")
    before = [type(event) for _, ruling in table.log[-4:] for event in ruling.events]
    assert before.index(ev.Settled) < len(before) - 1 - before[::-1].index(ev.CardDealt)


@clause("673a.7(m)", "673a.10(c)")
def test_a_split_hand_that_is_doubled_to_21() -> None:
    """8 and 3 and ten: 21; 8 and ten: 18 against 19."""
    table = dealt("2C 8S 9H 8D TC 3C KC QC", 1000)
    table.play(1, "split")
    table.play(1, "double", amount=500)
    assert table.rows() == [PAID, row(1, "double_down", "win", 500, 500, 0)]
    table.play(1, "stand", hand=2)
    assert table.rows()[2:] == [row(2, "blackjack", "lose", 0, 0, 1000)]


@clause("673a.7(m)", "673a.7(n)")
@pytest.mark.parametrize(
    ("up", "hole", "drawn"), [("6H", "TC", "5C"), ("6H", "TC", "6S"), ("9H", "2C", "KS"), ("6H", "TC", "KS")]
)
def test_whatever_the_dealer_makes(up: str, hole: str, drawn: str) -> None:
    """21, 22, 21 and 26: a 21 that was paid is at no risk and wins nothing twice."""
    table = dealt(f"2C TS TD {up} 6D 8C {hole} 5S {drawn}", 1000, 2000)
    table.play(1, "hit")
    assert table.rows() == [PAID]
    table.play(2, "stand")
    assert len(table.rows()) == 2
    assert [one.box for one in table.settlements()] == [1, 2]


@clause("673a.7(m)", "673a.7(p)")
def test_the_dealer_draws_for_no_21() -> None:
    table = dealt("2C TS 6H 6D TC 5S 5C", 1000)
    table.play(1, "hit")
    assert table.rows() == [PAID]
    assert list(table.shoe.inside) == ["5C"], "16 stays 16"
    turned = [event for event in table.events(ev.CardDisclosed) if event.card == "TC"]
    assert len(turned) == 1, "the hole card is turned all the same"


@clause("673a.7(m)", "673a.7(n)")
def test_it_is_settled_before_the_hole_card_is_asked_for() -> None:
    table = dealt("2C TS 6H 6D TC 5S 5C", 1000)
    table.answers = False
    table.ask(c.Decide(1, "hit"))
    ruling = table.draw()
    assert [type(event) for event in ruling.events] == [ev.CardDealt, ev.Settled, ev.Entered]
    assert table.table.phase == "DealerPlay"
    assert table.table.dealer.cards == ("6H", SEALED)


@clause("673a.7(m)")
def test_each_as_it_comes_and_not_from_the_right() -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 5S 5D", 1000, 2000)
    table.play(1, "hit")
    is_paid(table)
    table.play(2, "hit")
    assert table.rows() == [PAID, row(1, "blackjack", "win", 2000, 2000, 0, box=2)]


@clause("673a.7(m)")
def test_20_is_not_paid_before_the_dealers_hand_is_known() -> None:
    table = dealt("2C TS TD 9H KD 6C TC 5S", 1000, 2000)
    table.play(1, "stand")
    assert (table.rows(), status(table, 1)) == ([], "stood")


# ---- when something else goes wrong -------------------------------------------------------------------


@clause("673a.7(m)", "house.2")
def test_what_was_paid_stays_paid_through_a_loss_of_power_and_a_void() -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 5S 2H", 1000, 2000)
    table.play(1, "hit")
    power_lost(table)
    is_paid(table)
    table.lose("shoe")
    table.choose("void_round")
    assert table.rows() == [PAID, row(1, "blackjack", "void", 0, 2000, 0, box=2)]


@clause("673a.7(m)", "673a.13(c)")
def test_an_exposed_card_that_makes_21() -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 5S 2H", 1000, 2000)
    in_error(table)
    table.play(1, "hit")
    is_paid(table)


@clause("673a.7(m)", "house.10")
def test_a_card_that_nobody_could_read_and_that_makes_21() -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 5S? 2H", 1000, 2000)
    table.ask(c.Decide(1, "hit"))
    table.draw()
    assert table.rows() == []
    table.run()
    is_paid(table)
