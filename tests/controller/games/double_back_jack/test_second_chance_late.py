"""A card that was asked for and not dealt, and a Second Chance before or behind it, 673a.13(h): late, with
another hand, or the hand is dead and has all its stacks back."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Decision, Lie
from drivers.cards import SEALED
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, offered, row, wagered
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    forgotten,
    in_error,
    late,
    status,
)

LOST = row(1, "blackjack", "lose", 0, 0, 1000)
BACK_AND_PAID = [row(1, "blackjack", "push", 0, 1000, 0), row(1, "second_chance", "win", 1000, 1000, 0)]


# ---- forgotten, (h) -----------------------------------------------------------------------------------


@clause("673a.13(h)", "673a.7(l)")
def test_a_second_chance_card_that_was_forgotten_comes_late_and_is_subtracted() -> None:
    table = late(wagered("2D 4C 2C", 1000, 1000))
    assert (status(table, 1), table.table.turn) == ("late", 1)
    assert [(one.box, one.verb) for one in table.table.late] == [(1, "second_chance")]
    table.play(2, "hit")
    table.ask(c.Decide(2, "stand"))
    assert (table.table.turn, table.table.asked) == (0, Decision("second_chance", 1000))
    assert table.table.dealer.cards == ("9H", SEALED)
    table.draw()
    assert table.rows()[:2] == BACK_AND_PAID, "25 less 4"
    assert again(table) == table.table


@clause("673a.13(h)", "673a.7(l)")
def test_before_the_chips_nothing_was_forgotten() -> None:
    table = offered("5C", 1000, 1000)
    refused(table.ask(c.ReportPassedOver(1)), "topic:missed-draw", "has asked for no card")
    table.ask(c.Decide(1, "second_chance"))
    refused(table.ask(c.ReportPassedOver(1)), "topic:missed-draw", "has asked for no card")


@clause("673a.13(h)")
@pytest.mark.parametrize("double", [0, 500])
def test_a_hand_that_is_called_dead_has_its_second_chance_back_too(double: int) -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 9C 5C", 1000, 1000)
    table.play(1, "double" if double else "hit", amount=double)
    table.ask(c.Decide(1, "second_chance"))
    table.place(1, ("second_chance", 1000 + double))
    forgotten(table)
    table.choose("call_dead", role="dealer")
    void = [row(1, "blackjack", "void", 0, 1000, 0)]
    void += [row(1, "double_down", "void", 0, double, 0)] if double else []
    assert sorted(table.rows()) == [*void, row(1, "second_chance", "void", 0, 1000 + double, 0)]
    assert (status(table, 1), table.table.turn, table.table.asked) == ("dead", 1, None)
    assert [stack.box for stack in table.table.stacks] == [2]


@clause("673a.13(h)", "673a.7(l)")
def test_a_late_card_that_takes_the_hand_over_21_is_followed_by_the_offer() -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 9C 4C", 1000, 1000)
    late(table)
    table.play(2, "stand")
    assert (table.prompt(), table.table.turn) == ("second_chance", 0)
    assert table.table.dealer.cards == ("9H", SEALED), "the hole card waits for the answer"
    assert table.play(1, "second_chance").refused is None
    assert table.rows()[:2] == BACK_AND_PAID


@clause("673a.13(h)", "673a.7(m)")
def test_a_late_card_that_makes_21_is_paid_before_the_hole_card_is_turned() -> None:
    table = dealt("2C TS TD 9H 6D 6C TC 5S", 1000, 1000)
    late(table)
    table.answers = False
    table.ask(c.Decide(2, "stand"))
    table.draw()
    assert table.rows() == [row(1, "blackjack", "win", 1000, 1000, 0)]
    assert table.table.dealer.cards == ("9H", SEALED)


@clause("673a.13(c)", "673a.13(h)", "673a.7(l)(1)")
def test_who_waits_for_a_late_second_chance_card_and_refuses_one_elsewhere_is_lost() -> None:
    """Ann has boxes 1 and 2. On box 2 she refuses a card, so she gets none any more on either."""
    table = DoubleBackJack("2C TS 5D TH 9H 6D 6C 6H TC 9C 4C 5C")
    for box, player in ((1, "Ann"), (2, "Ann"), (3, "Bob")):
        table.wager(box, 1000, player=player)
    table.deal()
    table.play(1, "hit")
    table.ask(c.Decide(1, "second_chance"))
    table.place(1, ("second_chance", 1000))
    late(table)
    in_error(table)
    table.ask(c.RefuseCard(2))
    assert table.table.late == ()
    assert [status(table, box) for box in (1, 2, 3)] == ["bust", "stood", ""]
    assert table.rows() == [LOST, row(1, "second_chance", "lose", 0, 0, 1000)]
    assert again(table) == table.table


@clause("673a.13(h)", "673a.7(l)", "673a.7(k)(1)")
@pytest.mark.parametrize(("card", "over"), [("KS", True), ("9S", False)])
def test_a_hand_that_is_owed_two_cards_gets_no_second_one_over_20(card: str, over: bool) -> None:
    """Box 1 asked twice: the first card lies with box 2, the second was forgotten. The first that comes late
    makes 12 a 22, or a 21."""
    table = dealt(f"2C TS 9D 9H 2D 3D TC 2S {card} 4S", 1000, 2000)
    table.play(1, "hit")
    late(table)
    table.ask(c.CardWent(Lie(8, 2, 1)))
    table.choose("late_card", role="dealer")
    assert [one.box for one in table.table.late] == [1, 1]
    table.play(2, "stand")
    if over:
        assert (table.prompt(), table.table.late) == ("second_chance", ())
        table.decline(1)
    assert table.rows()[0] == (LOST if over else row(1, "blackjack", "win", 1000, 1000, 0))
    assert list(table.shoe.inside) == ["4S"]
    assert table.table.phase == "Betting"


# ---- the card lies with another hand ------------------------------------------------------------------


@clause("673a.13(h)", "673a.7(l)")
def test_a_card_that_went_to_a_later_hand_and_takes_it_over_21_is_followed_by_its_offer() -> None:
    """The nine of box 1 lies with box 2, which has 25 by it."""
    table = offered("4C 5C", 1000, 1000)
    assert table.ask(c.CardWent(Lie(8, 2, 1))).refused is None
    assert kinds(table) == ["forgotten-card"]
    table.choose("late_card", role="dealer")
    assert (table.rows(), status(table, 2)) == ([], "")
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.kind, prompt.box, prompt.amount) == ("second_chance", 2, 1000)
    table.play(2, "second_chance")
    assert table.rows() == [
        row(1, "blackjack", "push", 0, 1000, 0, box=2),
        row(1, "second_chance", "win", 1000, 1000, 0, box=2),
        row(1, "blackjack", "win", 1000, 1000, 0),
    ], "25 less 4 is 21, and so are box 1's 16 and five"
    assert again(table) == table.table


@clause("673a.13(h)", "673a.7(l)")
def test_a_second_chance_card_that_went_to_a_later_hand_is_owed_still() -> None:
    """Box 1's 25 less 5 was 20; the five lies with box 2, whose 16 it makes 21. The next card is a six."""
    table = wagered("5C 6C 2C", 1000, 1000)
    table.run()
    assert (status(table, 1), table.table.hands[0].total) == ("stood", 20)
    assert table.ask(c.CardWent(Lie(9, 2, 1))).refused is None
    table.choose("late_card", role="dealer")
    assert table.rows() == [row(1, "blackjack", "win", 1000, 1000, 0, box=2)]
    table.run()
    assert table.rows()[1:] == [
        row(1, "blackjack", "push", 0, 1000, 0),
        row(1, "second_chance", "push", 0, 1000, 0),
    ], "19 and 19"
    assert again(table) == table.table


@clause("673a.13(h)", "house.20")
def test_a_card_by_which_a_wager_was_settled_is_for_the_floorperson() -> None:
    table = wagered("4C 6C 2C", 1000, 1000)
    table.run()
    assert table.ask(c.CardWent(Lie(9, 2, 1))).refused is None
    assert kinds(table) == ["misdeal"]
    table.choose("resume")
    assert table.table.turn == 1
