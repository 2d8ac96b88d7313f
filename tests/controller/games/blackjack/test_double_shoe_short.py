"""A side of a double shoe that runs short inside a round, and what holds of the cards whatever happens.

633a.14(f): the discards of that side are shuffled, those in its segregated area too, and not what lies on the
layout or belongs to the other side.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from drivers import messages as m
from drivers.cards import DECK
from tests.controller.games.blackjack.double import LEFT, RIGHT, DoubleTable, cards


def nearly_empty(left: str) -> DoubleTable:
    """These cards are all that the left side still has; the others were dealt in rounds before. The right
    side has a red card first, so that the left one deals."""
    table = DoubleTable("", "2H 3H 4H 5H").opened()
    table.counts = False
    kept = left.split()
    table.two.sides[LEFT].clear()
    table.two.sides[LEFT].extend(kept)
    gone = 52 - sum(card != "CUT" for card in kept)
    table.two.last += gone
    for draw in range(1, gone + 1):
        table.report("shoe", m.CardDrawn(draw, "2C", locked=True))
        table.choose("exposed")
    table.ask(c.NoMoreBets())
    table.counts = True
    table.first_from = RIGHT
    return table


def shorten(table: DoubleTable, stakes: int = 1) -> None:
    for box in range(1, stakes + 1):
        assert table.wager(box, 1000).refused is None
    table.deal()


# ---- the discards of that side ---------------------------------------------------------------------------


@clause("633a.14(f)", "633a.7(d)(2)")
def test_the_discards_of_the_side_are_shuffled_one_is_removed_and_the_round_goes_on() -> None:
    """Three cards are left; the determinant card came from the right side and does not lie in its way."""
    table = nearly_empty("KH 9H 8H")
    shorten(table)
    assert (table.table.phase, table.in_hand()) == ("Refilling", LEFT)
    assert table.double.empty == (True, False)
    assert supply.rack_cards(table.table) == 49, "its batch, less three cards on the layout"
    prompt = table.game.prompts(table.table)[0]
    assert prompt.side == "left"
    assert "the red cards of the discard rack and of its segregated area" in prompt.words
    table.refill("5S 9D 4D")
    assert table.permits()[-1] == m.Permit(table.table.last + 2, "dd", LEFT), (
        "one removed, then the hole card"
    )
    table.run()
    assert cards(table) == ("KH", "8H")
    assert [one.card for one in table.table.removed][-2:] == ["2H", "##"], "determinant card; removed unseen"
    kind, cited, _ = table.irregular()[-1]
    assert (kind, cited) == ("too-few-cards", "topic:too-few-cards")
    table.finish()
    assert (table.double.due, table.table.phase) == ((True, False), "Shuffling"), "all of that side"
    table.take_out()
    assert table.events(ev.ShoeCollected)[-1].expected == 49 - 2


@clause("633a.14(f)", "633a.14(h)")
def test_a_card_of_the_round_from_the_other_side_is_none_of_its_discards_and_none_that_lies() -> None:
    table = nearly_empty("KH 9H 8H")
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    table.draw(side=RIGHT)  # 3H, the first card of box 1
    table.run()
    assert (cards(table), table.table.dealer.cards) == (("3H", "9H"), ("KH", "##"))
    table.play(1, "hit")
    assert table.table.phase == "Refilling"
    assert len(supply.laid_out(table.table)) == 4
    assert supply.rack_cards(table.table) == 49, "of the four that lie three came from the left side"


@clause("633a.14(f)")
def test_a_side_that_is_empty_holds_up_no_round_that_the_other_one_deals() -> None:
    table = DoubleTable("", "KS 9S 8S 8C").opened()
    table.counts = False
    table.two.sides[LEFT].clear()
    table.two.sides[LEFT].append("4C")
    for draw in range(1, 52):
        table.report("shoe", m.CardDrawn(draw, "2C", locked=True))
        table.choose("exposed")
    table.two.last = 51
    table.counts = True
    shorten(table)  # 4C is the last card of the left side, and the right one deals
    assert table.double.empty == (True, False)
    assert table.table.phase == "PlayerDecisions"
    table.finish()
    assert table.double.due == (True, False)
    assert table.irregular() == []


@clause("633a.14(f)", "633a.5(f)")
def test_a_side_that_ran_out_between_rounds_is_shuffled_before_the_next_one() -> None:
    table = DoubleTable("KH 9H 8H 8D").opened().play_round()
    table.wager(1, 1000)
    table.report("shoe", m.ShoeEmpty(4, LEFT))
    assert (table.table.phase, table.in_hand()) == ("Shuffling", LEFT)
    assert len(table.table.stacks) == 1, "the wager waits"


@clause("633a.14(f)", "633a.5(c)(2)")
def test_the_discards_are_cut_as_that_sides_cover_card_has_it() -> None:
    table = nearly_empty("KH CUT 9H 8H")
    shorten(table, 2)
    assert table.table.phase == "Refilling"
    table.ask(c.ShuffleCards())
    assert supply.cut_offers(table.table.standing.supply) == (2,), "it came out on box 2"


# ---- whatever happens ---------------------------------------------------------------------------------


@clause("633a.7(d)(1)", "633a.7(d)(2)", "633a.7(e)(2)", "633a.7(e)(3)", "633a.14(h)")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_dealt_set_apart_and_remaining_are_the_batch_of_each_side(seed: int) -> None:
    """Rounds at random, with cards from the wrong side, face up, and cover cards. Each side is counted after
    every ruling (DoubleTable.take); whichever side is taken out, the count agrees with the draws."""
    random = Random(seed)
    table = DoubleTable(stacked(random), stacked(random), random.choice(("left", "right"))).opened()
    for _ in range(12):
        table.first_from = random.choice((LEFT, RIGHT))
        a_round(table, random)
        assert table.table.holds == ()
        table.stacks = {LEFT: stacked(random), RIGHT: stacked(random)}
        table.prepare()
        assert table.table.phase == "Betting"
    assert all(one.remaining == one.expected for one in table.events(ev.ShoeCollected))
    check_determinants(table)


def stacked(random: Random) -> str:
    """A deck with its cover card, and here and there a card face up."""
    deck = [card + "!" * (random.random() < 0.05) for card in random.sample(DECK, len(DECK))]
    deck.insert(random.randint(0, 40), "CUT")
    return " ".join(deck)


def a_round(table: DoubleTable, random: Random) -> None:
    for box in random.sample(range(1, 8), random.randint(1, 4)):
        assert table.wager(box, 1000).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    for _ in range(300):
        kind = table.prompt()
        if kind == "draw":
            wrong = table.double.designated >= 0 and random.random() < 0.1
            other = 1 - table.double.designated
            takes_wrong = wrong and table.two.left(other) > 0
            table.draw(side=other if takes_wrong else None)
        elif kind == "decide":
            hand = table.table.hands[table.table.turn]
            table.ask(c.Decide(hand.box, random.choice(("hit", "stand")), hand.number))
        elif kind == "insurance":
            table.ask(c.CloseInsurance())
        elif kind == "insert_hole":
            table.insert_hole()
        elif kind == "settle":
            table.ask(c.WagersSettled())
        elif kind == "collect":
            table.ask(c.CardsCollected())
        elif table.table.phase == "Refilling":
            table.refill(" ".join(random.sample(DECK, 30)))
        else:
            return
    raise AssertionError("the round does not end")


def check_determinants(table: DoubleTable) -> None:
    """Each determinant card designated the side of its suit, by the installation's word."""
    red = LEFT if table.table.standing.supply.equipment.red_suits == "left" else RIGHT
    told = table.events(ev.Determined)
    assert len(told) == 12
    assert all(one.designated == (red if one.card[1] in "HD" else 1 - red) for one in told)


@pytest.mark.parametrize("red", ["left", "right"])
def test_which_side_is_which_is_the_installations_word(red: str) -> None:
    table = DoubleTable("KH", "", red).opened()
    assert table.table.standing.supply.equipment.red_suits == red
