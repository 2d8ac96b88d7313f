"""The options, 671a.11(d): the fee is collected, additional cards are dealt, and the player folds or bets."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    NOTHING,
    LunarPoker,
    back,
    dealt,
    lost,
    refused,
    row,
    won,
)

TWO = "3C 5D 7H 9S JC"
THREE = "2D 4C 6S 8H TD"
REST = "2H 3H 4H 5C 5H 6C 6D 7S 7D"


def options(*decisions: str, rest: str = REST, **chosen: bool) -> LunarPoker:
    """Boxes 1, 2, … have decided so; "exchange" is of the first three cards. Settled is what comes before,
    and no additional card was drawn yet."""
    table = dealt(*(NOTHING, TWO, THREE)[: len(decisions)], ACE_KING, rest=rest, **chosen)
    for box, verb in enumerate(decisions, 1):
        places = (1, 2, 3) if verb == "exchange" else ()
        assert table.act(box, verb, *places).refused is None
    table.ask(c.LockDecisions())
    assert table.ask(c.WagersSettled()).refused is None
    return table


def fee(box: int, stake: int = ANTE) -> tuple[int, int, str, str, int, int, int]:
    return row(box, "options", "fee", 0, 0, stake)


def fees(table: LunarPoker) -> list[int]:
    """The boxes whose fee was collected."""
    return [one[0] for one in table.rows() if one[2] == "options"]


# ---- whose turn it is ---------------------------


@clause("671a.11(d)", "671a.11(d)(1)")
def test_clockwise_each_fee_is_collected_when_its_player_is_served_and_not_before() -> None:
    table = options("buy", "bet", "exchange")
    assert fees(table) == [1]
    table.run()
    assert table.prompt() == "decide"
    assert fees(table) == [1], "box 3 waits until box 1 has decided"
    table.again(1, "bet")
    assert fees(table) == [1, 3]
    assert table.rows()[-1] == fee(3)
    assert table.clauses()[-1] == "671a.11(d)(1)"
    assert table.events(ev.CardDealt)[-1].to == 2


@clause("671a.1(options-fee)", "671a.11(d)(1)")
def test_a_fee_is_collected_whatever_becomes_of_the_hand() -> None:
    table = dealt("AC AD AH 2C 3C", "KS QH 9D 7C 4S", rest=REST)
    table.act(1, "buy")
    table.lock()
    table.again(1, "bet")
    assert fee(1) in table.rows()
    assert row(1, "ante", "win", ANTE, ANTE, 0) in table.rows(), "the dealer does not qualify"


# ---- a sixth card ---------------------------


@clause("671a.1(draw)", "671a.11(d)(1)(i)")
def test_who_bought_a_card_gets_one_face_down() -> None:
    table = options("buy", "bet")
    assert (table.shoe.up_to - table.shoe.last, table.shoe.faces) == (1, "d")
    table.run()
    assert table.cards(1) == (SEALED,) * 6
    assert (table.status(1), table.shoe.locked) == ("drawn", True)


@clause("671a.11(d)(2)")
def test_the_best_five_of_six_cards_count() -> None:
    """2, 4, 6, 8, ten with the 2 of hearts is a pair, and beats an ace-king."""
    table = options("buy")
    table.run()
    table.again(1, "bet")
    assert table.rows()[-2:] == [back(1, "ante"), won(1, "bet", 2000, 2000)]


# ---- an exchange ---------------------------


@clause("671a.1(draw)", "671a.11(d)(1)(ii)")
@pytest.mark.parametrize("places", [(1, 2), (2, 4, 5), (1, 3, 4, 5), (1, 2, 3, 4, 5)])
def test_the_cards_are_given_up_first_and_as_many_come_from_the_deck(places: tuple[int, ...]) -> None:
    """Box 1 has draws 1, 3, 5, 7, 9; the additional cards are 11 and those behind it."""
    table = dealt(NOTHING, ACE_KING, rest=REST)
    table.act(1, "exchange", *places)
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    given = [2 * place - 1 for place in places]
    assert [one.draw for one in table.table.poker.given] == given
    assert table.shoe.up_to - table.shoe.last == len(places)
    table.run()
    (hand,) = table.table.hands
    kept = [draw for draw in (1, 3, 5, 7, 9) if draw not in given]
    assert list(hand.draws) == kept + [11 + n for n in range(len(places))]
    assert hand.cards == (SEALED,) * 5


@clause("671a.11(d)(1)(ii)", "671a.11(d)(2)")
def test_what_came_in_counts_and_what_was_given_up_does_not() -> None:
    """For 2, 4 and 6 come 2, 3 and 4: with 8 and ten that is nothing, and a pair of 2s it was never."""
    table = options("exchange")
    table.run()
    table.again(1, "bet")
    assert table.rows()[-2:] == [lost(1, "ante"), lost(1, "bet", 2000)]


# ---- the second decision ---------------------------


@clause("671a.11(d)(3)", "671a.1(bet-wager)")
def test_a_bet_is_twice_the_ante_on_the_area_that_opens_for_it_then() -> None:
    table = options("buy", "buy")
    table.run()
    assert table.open == ()
    assert table.decide(1, "bet").refused is None
    assert table.open == (("bet", (1,), 2000),)
    refused(table.place(1, ("bet", 1000)), "671a.11(b)(2)")
    assert table.ask(c.WithdrawDecision()).refused is None
    assert (table.open, table.status(1)) == ((), "drawn")
    assert table.act(1, "bet").refused is None
    assert stake_on(table.table, 1, 1, "bet") == 2000
    assert not table.shoe.locked, "box 2 is served"


@clause("671a.11(d)(3)", "671a.11(d)(4)")
def test_who_does_not_bet_forfeits_the_ante_at_once_and_is_out() -> None:
    table = options("exchange", "buy")
    table.run()
    table.again(1, "fold")
    assert (table.status(1), table.rows()[-2:]) == ("out", [lost(1, "ante"), fee(2)])
    assert table.clauses()[-2] == "671a.11(d)(4)"


@clause("671a.11(d)(3)")
def test_nobody_decides_again_before_the_cards_have_come_or_out_of_turn() -> None:
    table = options("exchange", "bet", "buy")
    for _ in range(3):
        refused(table.decide(1, "bet"), "671a.11(d)(3)", "come first")
        refused(table.decide(3, "bet"), "671a.11(d)", "box 3")
        refused(table.decide(2, "fold"), "671a.11(c)", "locked in")
        table.draw()
    for verb in ("buy", "exchange", "stand"):
        refused(table.decide(1, verb), "671a.11(d)(3)")
    assert table.decide(1, "bet").refused is None
    refused(table.decide(1, "fold"), "671a.11(b)", "chips of box 1")


@clause("671a.11(a)(3)", "671a.11(d)")
def test_chips_of_a_second_decision_are_closed_in_before_the_next_card_or_the_dealers_hand() -> None:
    table = options("buy", "buy")
    table.run()
    table.decide(1, "bet")
    table.answers = False
    table.place(1, ("bet", 2000))
    assert table.shoe.locked
    assert table.prompt() == "wait"
    table.answers = True
    table.report("wagers", m.PositionsClosed())
    table.run()
    table.decide(2, "bet")
    table.answers = False
    table.place(2, ("bet", 2000))
    assert (table.table.phase, table.events(ev.CardDisclosed)) == ("Options", [])
    table.answers = True
    table.report("wagers", m.PositionsClosed())
    assert table.table.phase == "Settling"


@clause("671a.11(d)", "671a.11(e)")
def test_the_dealers_cards_are_turned_when_the_last_of_them_has_decided() -> None:
    table = options("buy", "bet", "buy")
    table.run()
    table.again(1, "fold")
    assert table.cards(0)[:4] == (SEALED,) * 4
    table.again(3, "bet")
    assert [one.phase for one in table.events(ev.Entered)].count("Reveal") == 1
    assert [one[0] for one in table.rows()[-4:]] == [3, 3, 2, 2]
    assert table.clauses()[-4:] == ["671a.11(f)(2)(i)"] * 4


@clause("671a.11(d)(1)(i)", "671a.11(f)(2)")
@pytest.mark.parametrize("verb", ["fold", "bet"])
def test_a_hand_that_was_verified_and_draws_is_held_again_until_it_is_compared(verb: str) -> None:
    """Its sixth card lies face down like any other: it is told when the hand is turned, behind the dealer's
    cards, and the card of one that folds is told to the journal at the end."""
    table = dealt("2S 5S 9S JS QS", ACE_KING, rest="3H")
    table.declare(1)
    table.act(1, "buy")
    table.lock()
    assert table.cards(1) == ("2S", "5S", "9S", "JS", "QS", SEALED)
    table.again(1, verb)
    kinds = (ev.CardDisclosed, ev.RoundEnded)
    made = [one for _, ruling in table.log for one in ruling.events if isinstance(one, kinds)]
    told = [one.draw if isinstance(one, ev.CardDisclosed) else 0 for one in made]
    assert told == [1, 3, 5, 7, 9, 2, 4, 6, 8, *((11, 0) if verb == "bet" else (0, 11))]
