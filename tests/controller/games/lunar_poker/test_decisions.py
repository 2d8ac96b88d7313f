"""The first decisions, 671a.11(a) and (b): declarations, fold, bet, buy, exchange, in any order of boxes,
until all are locked in."""

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
    deal,
    dealt,
    refused,
    staked,
)

TWO = "3C 5D 7H 9S JC"
FLUSH = "2S 5S 7S 9S JS"
STRAIGHT_FLUSH = "8H 9H TH JH QH"
FIVE = (NOTHING, TWO, "2D 4C 6S 8H TD", "2H 4H 6C 8D TS", "3D 5S 7S 9H JD")


def two(**chosen: bool) -> LunarPoker:
    """Boxes 1 and 2 hold nothing; their Antes are 10 and 20 dollars."""
    return dealt(NOTHING, TWO, ACE_KING, antes=(1000, 2000), **chosen)


# ---- what a player may elect ---------------------------


@clause("671a.1(fold)", "671a.11(b)(1)")
def test_to_fold_needs_no_chips() -> None:
    table = two()
    assert table.decide(1, "fold").refused is None
    assert (table.status(1), table.table.asked, table.open) == ("fold", None, ())


@clause("671a.1(bet-wager)", "671a.11(b)(2)")
@pytest.mark.parametrize(("box", "bet"), [(1, 2000), (2, 4000)])
def test_to_bet_is_exactly_twice_the_ante_on_the_area_that_opens_for_it(box: int, bet: int) -> None:
    table = two()
    assert table.decide(box, "bet").refused is None
    assert table.open == (("bet", (box,), bet),)
    assert table.status(box) == "", "it stands when the chips lie there"
    for wrong in (bet - 50, bet + 50, bet // 2):
        refused(table.place(box, ("bet", wrong)), "671a.11(b)(2)", "twice the Ante")
    assert table.place(box, ("bet", bet)).refused is None
    assert (table.status(box), stake_on(table.table, box, 1, "bet"), table.open) == ("bet", bet, ())


@clause("671a.1(options-fee)", "671a.1(draw)", "671a.11(b)(3)")
@pytest.mark.parametrize(("verb", "places"), [("buy", ()), ("exchange", (1, 2))])
def test_a_draw_costs_exactly_the_ante(verb: str, places: tuple[int, ...]) -> None:
    table = two()
    assert table.decide(2, verb, *places).refused is None
    assert table.open == (("options", (2,), 2000),)
    for wrong in (1950, 2050, 4000):
        refused(table.place(2, ("options", wrong)), "671a.11(b)(3)", "equal to the Ante")
    assert table.place(2, ("options", 2000)).refused is None
    assert table.status(2) == verb
    assert table.shoe.locked, "no card before all decisions are locked in"


@clause("671a.11(b)")
def test_chips_of_another_box_or_on_another_area_are_not_those_of_the_decision() -> None:
    table = two()
    refused(table.place(1, ("bet", 2000)), "671a.11(b)", "say the decision first")
    table.decide(1, "bet")
    refused(table.place(2, ("bet", 2000)), "671a.11(b)", "box 1")
    refused(table.place(1, ("options", 2000)), "671a.11(b)", "box 1")
    refused(table.place(1, ("bet", 2000), ("super", 500)), "671a.11(b)", "box 1")
    refused(table.decide(2, "fold"), "671a.11(b)", "box 1")
    refused(table.declare(2), "671a.11(b)", "box 1")


@clause("671a.11(b)")
def test_a_decision_whose_chips_are_not_put_down_is_as_if_not_made() -> None:
    table = two()
    refused(table.ask(c.WithdrawDecision()), "671a.11(b)")
    table.decide(1, "exchange", 1, 2)
    assert table.ask(c.WithdrawDecision()).refused is None
    assert (table.open, table.status(1)) == ((), "")
    assert table.act(1, "exchange", 3, 4, 5).refused is None
    table.act(2, "fold")
    table.lock()
    assert [one.draw for one in table.table.poker.given] == [7, 10, 13], "the last choice counts"


@clause("671a.11(b)")
@pytest.mark.parametrize("verb", ["hit", "stand", "double", "draw", ""])
def test_other_verbs_are_no_decisions_here(verb: str) -> None:
    refused(two().decide(1, verb), "671a.11(b)")


@clause("671a.11(b)")
def test_the_amount_follows_from_the_ante_and_an_empty_box_decides_nothing() -> None:
    table = two()
    refused(table.ask(c.Decide(1, "bet", 1, 2000)), "671a.11(b)")
    refused(table.decide(3, "bet"), "671a.11(b)", "box 3")
    refused(table.declare(3), "671a.11(b)", "box 3")


@clause("671a.11(b)")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_the_boxes_decide_in_any_order_and_each_once(order: tuple[int, ...]) -> None:
    table = dealt(*FIVE[:3], ACE_KING)
    for box in order:
        assert table.act(box, "buy").refused is None
        refused(table.act(box, "fold"), "671a.11(b)", "decided already")
        refused(table.declare(box), "671a.11(b)", "decided already")
    assert table.lock().refused is None


# ---- which cards ---------------------------


@clause("671a.11(b)(3)", "671a.1(draw)")
@pytest.mark.parametrize("places", [(), (1,), (1, 2, 3, 4, 5, 1), (1, 1), (2, 3, 2), (0, 1), (5, 6), (-1, 2)])
def test_two_to_five_cards_that_the_player_holds(places: tuple[int, ...]) -> None:
    table = two()
    refused(table.decide(1, "exchange", *places), "671a.11(b)(3)")
    assert table.table.asked is None


@clause("671a.11(b)(3)", "671a.1(draw)")
@pytest.mark.parametrize("places", [(1, 2), (5, 3), (2, 3, 4), (1, 2, 4, 5), (1, 2, 3, 4, 5)])
def test_any_two_to_five_of_them(places: tuple[int, ...]) -> None:
    assert two().act(1, "exchange", *places).refused is None


@clause("671a.11(d)(1)(ii)")
def test_five_players_cannot_exchange_all_their_cards_and_are_told_before_a_fee_is_taken() -> None:
    """Of 52 cards 30 are dealt. 22 are left: four times five, and two for the last one."""
    table = dealt(*FIVE, ACE_KING)
    for box in (5, 4, 3, 2):
        assert table.act(box, "exchange", 1, 2, 3, 4, 5).refused is None
    refused(table.decide(1, "exchange", 1, 2, 3), "671a.11(d)(1)(ii)", "2 cards left")
    assert (table.table.asked, stake_on(table.table, 1, 1, "options")) == (None, 0)
    assert table.act(1, "exchange", 1, 2).refused is None
    table.lock()
    for box in (1, 2, 3, 4, 5):
        assert table.again(box, "bet").refused is None
    assert table.shoe.last == 52
    assert table.table.phase == "Shuffling"


@clause("671a.11(d)(1)(ii)", "671a.13(a)")
def test_a_card_that_was_found_face_up_is_not_counted_on() -> None:
    """Of 52 cards 31 have left the shoe: for the fifth player one is left."""
    marks = deal(*FIVE, ACE_KING).split()
    table = staked(" ".join((*marks[:7], f"{marks[-1]}!", *marks[7:-1])), *(ANTE,) * 5)
    table.deal()
    for box in (1, 2, 3, 4):
        assert table.act(box, "exchange", 1, 2, 3, 4, 5).refused is None
    refused(table.decide(5, "exchange", 1, 2), "671a.11(d)(1)(ii)", "1 cards left")
    assert table.act(5, "buy").refused is None


@clause("671a.11(d)(1)(ii)", "671a.13(b)")
def test_a_card_that_was_drawn_in_error_is_counted_on() -> None:
    """21 cards are in the shoe and one waits to be the next: for the fifth player two are left."""
    table = dealt(*FIVE, ACE_KING)
    table.draw()
    table.choose("unexposed")
    for box in (1, 2, 3, 4):
        assert table.act(box, "exchange", 1, 2, 3, 4, 5).refused is None
    refused(table.decide(5, "exchange", 1, 2, 3), "671a.11(d)(1)(ii)", "2 cards left")
    assert table.act(5, "exchange", 1, 2).refused is None
    table.lock()
    for box in range(1, 6):
        assert table.again(box, "bet").refused is None
    assert (table.shoe.last, table.dealt_to(0)[5]) == (52, 31)
    assert not table.events(ev.RoundVoided)


# ---- declarations ---------------------------


@clause("671a.11(b)")
def test_a_winning_hand_is_declared_before_the_decision_and_nobody_looks_yet() -> None:
    table = dealt(FLUSH, NOTHING, ACE_KING)
    assert table.declare(1).refused is None
    assert table.table.poker.declared == (1,)
    assert table.cards(1) == (SEALED,) * 5
    refused(table.declare(1), "671a.11(b)", "declared already")
    assert table.act(1, "bet").refused is None
    assert table.table.poker.declared == (1,)


@clause("671a.11(b)(2)")
@pytest.mark.parametrize("verb", ["bet", "buy", "fold"])
def test_a_hand_that_is_paid_at_once_has_no_bet(verb: str) -> None:
    table = dealt(STRAIGHT_FLUSH, TWO, ACE_KING)
    assert table.declare(1, instant=True).refused is None
    refused(table.decide(1, verb), "671a.11(b)(2)")
    refused(table.declare(1), "671a.11(b)", "decided already")


@clause("671a.11(b)")
def test_a_declared_hand_may_still_be_declared_for_the_instant_payout() -> None:
    table = dealt(STRAIGHT_FLUSH, TWO, ACE_KING)
    table.declare(1)
    assert table.declare(1, instant=True).refused is None
    assert (table.table.poker.declared, table.table.poker.instant) == ((1,), (1,))


# ---- locked in ---------------------------


@clause("671a.11(c)", "671a.11(a)(3)")
def test_decisions_are_locked_in_when_everybody_has_one_and_its_chips_lie_there() -> None:
    table = two()
    refused(table.ask(c.LockDecisions()), "671a.11(c)", "box 1")
    table.act(1, "bet")
    refused(table.ask(c.LockDecisions()), "671a.11(c)", "box 2")
    table.decide(2, "bet")
    refused(table.ask(c.LockDecisions()), "671a.11(b)", "box 2")
    table.place(2, ("bet", 4000))
    assert table.prompt() == "lock_decisions"
    assert table.ask(c.LockDecisions()).refused is None


@clause("671a.11(a)(3)", "671a.11(c)", "671a.7(d)")
def test_once_locked_in_no_decision_and_no_chip_changes() -> None:
    table = two()
    table.act(1, "bet")
    table.act(2, "fold")
    table.ask(c.LockDecisions())
    for verb in ("fold", "bet", "buy"):
        refused(table.decide(1, verb), "671a.11(c)")
        refused(table.decide(2, verb), "671a.11(c)")
    refused(table.declare(1), "671a.11(c)")
    refused(table.place(2, ("bet", 4000)), "671a.7(d)")
    table.report("wagers", m.AttemptAfterClose(1, "bet", -2000))
    assert stake_on(table.table, 1, 1, "bet") == 2000
    assert [one.kind for one in table.table.irregularities] == ["wager-handled"]


@clause("671a.11(c)", "671a.7(d)")
@pytest.mark.parametrize("declares", [True, False])
def test_after_the_lock_nothing_is_turned_or_settled_before_the_positions_are_closed(declares: bool) -> None:
    """The second lock-out: chips of the last decision may have been accepted, and these not closed."""
    table = dealt(FLUSH, ACE_KING)
    if declares:
        table.declare(1)
    table.decide(1, "bet")
    table.answers = False
    table.place(1, ("bet", 2000))
    assert table.ask(c.LockDecisions()).refused is None
    assert (table.cards(1), table.rows()) == ((SEALED,) * 5, [])
    refused(table.ask(c.WagersSettled()), "671a.11(c)(2)")
    table.answers = True
    table.report("wagers", m.PositionsClosed())
    assert table.cards(1) == (tuple(FLUSH.split()) if declares else (SEALED,) * 5)
    assert [one[2:4] for one in table.rows()] == [("super", "win" if declares else "lose")]
