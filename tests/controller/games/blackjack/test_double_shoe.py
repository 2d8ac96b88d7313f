"""A round from a double shoe: the determinant card, the side that deals, what goes astray. 633a.7(d),
633a.14."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, DETERMINANT
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.blackjack.double import LEFT, RIGHT, DoubleTable, cards, dealt

# ---- the determinant card -------------------------------------------------------------------------------


@clause("633a.7(d)(1)", "633a.7(d)(2)")
@pytest.mark.parametrize("first", [LEFT, RIGHT])
@pytest.mark.parametrize("red", ["left", "right"])
@pytest.mark.parametrize("card", ["KH", "4D", "KS", "4C"])
def test_the_suit_names_the_side_that_deals_the_round(first: int, red: str, card: str) -> None:
    """Of its own side it is the first player's first card; else it lies apart, and that side deals all."""
    stacks = ["9S 8S 7S 6S", "9S 8S 7S 6S"]
    stacks[first] = f"{card} 9H 8H 7H 6H"
    stacks[1 - first] = "TS 9S 8S 7S 6S"
    table = dealt(*stacks, 1000, red=red, first=first)
    red_side = LEFT if red == "left" else RIGHT
    deals = red_side if card[1] in "HD" else 1 - red_side
    own = "H" if deals == first else "S"
    expected = (card, f"8{own}") if deals == first else ("TS", "8S")
    assert cards(table) == expected
    assert [one.card for one in table.table.removed] == ([] if deals == first else [card])
    assert table.double.designated == deals
    assert table.table.dealer.cards == (f"9{own}", SEALED)


@clause("633a.7(d)(1)", "633a.1(double-shoe)")
def test_one_card_may_leave_either_side_and_then_only_the_designated_one() -> None:
    table = dealt("KH 9H 8H 7H", "TS", 1000, 1000)
    first, *others = table.permits()
    assert first == m.Permit(1, "u", m.EITHER)
    assert {one.side for one in others} == {LEFT}
    assert others[0] == m.Permit(6, "uuuud", LEFT), "box 2, the dealer, both boxes, the hole card"
    table.play(1, "hit")
    assert table.permits()[-1] == m.Permit(7, "u", LEFT)


@clause("633a.7(d)", "633a.7(d)(1)")
def test_each_round_has_a_determinant_card_and_burns_none() -> None:
    table = DoubleTable("KH 9H 8H TH KS", "TS 9C 8C TC").opened()
    table.ask(c.NewDealer("Ben"))
    table.play_round()
    assert table.events(ev.Determined)[-1] == ev.Determined(1, "KH", LEFT, LEFT)
    table.ask(c.NewDealer("Ann"))
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    assert table.table.plan[0].to == DETERMINANT
    assert all(step.to != BURN for step in table.table.plan)
    table.run()
    assert table.events(ev.Determined)[-1] == ev.Determined(5, "KS", LEFT, RIGHT)
    assert table.table.standing.burns == 0
    assert [card.card for card in table.table.removed] == ["KS"]


@clause("633a.7(d)(1)")
def test_the_dealer_is_told_both_sides_by_the_colour_of_their_backs() -> None:
    table = DoubleTable("KH", "TS", "right").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.kind, prompt.side) == ("draw", "either")
    assert "Hearts and diamonds: the right side (blue) deals this round" in prompt.words
    assert "spades and clubs: the left side (red)." in prompt.words
    table.draw()
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.side, prompt.words) == ("right", "Draw a card for box 1. From the right side (blue).")


@clause("633a.7(d)(1)", "633a.14(b)")
def test_a_card_drawn_before_the_round_and_not_seen_is_its_determinant_card() -> None:
    table = DoubleTable("9S 9H 8H 7H", "KH TS 9S").opened()
    table.draw(side=RIGHT)  # while nothing is permitted
    table.choose("unexposed")
    table.wager(1, 1000)
    ruling = table.ask(c.NoMoreBets())
    assert ruling.refused is None
    assert table.events(ev.Determined) == [ev.Determined(1, "KH", RIGHT, LEFT)], "disclosed, and red: left"
    table.run()
    assert cards(table) == ("9S", "8H")
    assert [one.card for one in table.table.removed] == ["KH"]


@clause("633a.7(d)(1)")
def test_a_determinant_card_that_nobody_could_read_is_entered_from_sight_and_decides() -> None:
    table = DoubleTable("KS? 9H", "TS 9S 8S 7S").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    assert table.permits()[-1].up_to == table.table.last, "nobody knows which side deals: no card may leave"
    assert (table.double.designated, table.prompt()) == (-1, "enter_card")
    table.run()
    assert (table.double.designated, cards(table)) == (RIGHT, ("TS", "8S"))


@clause("633a.7(d)(2)", "633a.12(a)(3)")
def test_in_blackjack_switch_it_is_the_first_card_of_the_first_players_first_hand() -> None:
    table = DoubleTable("KH 9H 8H 7H 6H 5H", variation="switch").opened()
    table.place(3, ("blackjack", 1000), ("second_blackjack", 1000))
    table.deal()
    assert (cards(table, 3, 1), cards(table, 3, 2)) == (("KH", "7H"), ("9H", "6H"))


# ---- cards that lie face up -------------------------------------------------------------------------------


@clause("633a.14(a)", "633a.7(d)(1)")
def test_a_determinant_card_that_lies_face_up_tells_nothing_and_another_one_is_drawn() -> None:
    table = DoubleTable("KS! KH 9H 8H 7H").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    assert table.double.designated == -1
    words = "KS placed in the segregated area of the left side (red)"
    assert table.irregular() == [("face-up-card", "topic:face-up-card", words)]
    assert table.permits()[-1] == m.Permit(2, "u", m.EITHER)
    table.run()
    assert cards(table) == ("KH", "8H")
    assert [one.card for one in table.table.removed] == ["KS"]


@clause("633a.14(a)")
def test_a_card_face_up_in_the_side_that_deals_lies_apart_and_the_next_one_takes_its_place() -> None:
    table = dealt("KS", "9S 8S! 7S 6S 5S", 1000)
    assert cards(table) == ("9S", "6S")
    words = "8S placed in the segregated area of the right side (blue)"
    assert table.irregular() == [("face-up-card", "topic:face-up-card", words)]
    assert [one.card for one in table.table.removed] == ["KS", "8S"]


# ---- the wrong side -----------------------------------------------------------------------------------


@clause("633a.14(h)")
def test_a_card_from_the_other_side_counts_as_if_it_came_from_the_right_one() -> None:
    table = DoubleTable("KH 9H 8H 7H 6H", "TS 5S").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    table.draw(side=RIGHT)
    table.draw(side=RIGHT)
    table.run()
    assert cards(table) == ("KH", "5S")
    assert table.table.dealer.cards[0] == "TS"
    words = "from the right side (blue): treated as if from the left side (red)"
    assert table.irregular() == [("wrong-side", "topic:wrong-side", words)], "once a round"
    assert table.table.holds == ()
    assert {one.side for one in table.permits()[1:]} == {LEFT}, "the further cards come from the left side"
    table.finish()
    assert table.table.phase == "Betting"


@clause("633a.14(h)")
def test_the_next_round_begins_without_that_and_has_its_own() -> None:
    table = DoubleTable("KH 9H 8H 7H KD 9D 8D 7D", "TS TC").opened()
    for _ in range(2):
        table.wager(1, 1000)
        table.ask(c.NoMoreBets())
        table.draw()
        assert table.irregular() == []
        table.draw(side=RIGHT)
        assert [kind for kind, _, _ in table.irregular()] == ["wrong-side"]
        table.finish()
    assert table.double.drawn == (6, 2)


@clause("633a.14(h)")
def test_a_card_of_the_wrong_side_lies_face_down_where_it_is_dealt_so() -> None:
    table = DoubleTable("KH 9H 8H", "TS").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    for _ in range(3):
        table.draw()
    ruling = table.draw(side=RIGHT)
    assert ev.CardDealt(4, SEALED, -1) in ruling.events
    table.finish()
    assert table.table.phase == "Betting"


# ---- where cards came from -------------------------------------------------------------------------------


@clause("633a.7(e)(2)")
def test_a_card_that_was_pushed_back_is_among_the_cards_of_its_side() -> None:
    table = dealt("KS", "9S 8S 7S 6S 5S", 1000)
    assert table.double.drawn == (1, 4)
    table.two.sides[RIGHT].appendleft("6S")
    table.report("shoe", m.CardPushedBack(5, RIGHT))
    assert table.double.drawn == (1, 3)


@clause("house.15", "633a.7(e)(2)")
def test_the_second_of_two_cards_counts_for_the_side_that_fed_both() -> None:
    table = DoubleTable("KH 9H 8H 7H 6H", "TS").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    table.counts = False
    table.two.sides[LEFT].popleft()
    table.two.sides[LEFT].popleft()
    table.two.last += 2
    table.report("shoe", m.CardDrawn(2, "9H"))
    table.report("shoe", m.DoubleFeed(3))
    table.counts = True
    table.choose("unexposed")
    assert table.double.drawn == (3, 0)


@clause("house.9")
def test_a_draw_that_is_reported_again_leaves_its_side_once() -> None:
    table = dealt("KS", "9S 8S 7S 6S 5S", 1000)
    before = table.double
    table.report("shoe", m.CardDrawn(5, SEALED, side=RIGHT))
    assert table.double == before


@clause("633a.14(b)")
def test_a_card_that_leaves_the_side_in_play_while_the_other_is_shuffled_is_set_apart() -> None:
    table = DoubleTable("KH CUT 9H 8H 8D").opened().play_round()
    assert (table.table.phase, table.where()) == ("Shuffling", ("shoe", "shoe"))
    table.take_out()
    table.draw(side=RIGHT)
    assert (table.where(), table.double.drawn[RIGHT]) == (("table", "shoe"), 1)
    kind, _, words = table.irregular()[-1]
    assert (kind, words) == (
        "card-in-error-unexposed",
        "placed in the segregated area of the right side (blue)",
    )
    table.prepare()
    assert [one.draw for one in table.table.removed] == [5], "part of the next round's record"
