"""What players decide (671a.11(b) to (d)): a hand that wins is declared, then fold, bet, buy a sixth card or
exchange cards; and after additional cards once more, fold or bet.

The first decisions come in any order of boxes, until all are locked in; the second ones as the cards are
dealt. Chips follow a decision, and it stands when they lie there. What cards and wagers are worth is in
settlement.py.
"""

from typing import Final

from controller.games.lunar_poker.hands import DRAWS, FIVE, SERVED, index_of, missing
from controller.games.lunar_poker.stacks import is_coming
from controller.games.lunar_poker.wagers import ANTE, BET, OPTIONS
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import (
    Asked,
    Decide,
    DeclareHand,
    LockDecisions,
    Refused,
    Reported,
    WithdrawDecision,
)
from controller.table.events import Event
from controller.table.payouts import row
from controller.table.state import Hand, Stack, Table, stake_on
from drivers import messages as m

VERBS: Final = ("fold", "bet", "buy", "exchange")
FEWEST: Final = 2
MOST: Final = 5
"""How many cards may be exchanged at once."""


def _hand(table: Table, box: int, number: int = 1) -> Hand:
    at = index_of(table, box)
    if at < 0 or number != 1:
        where = f"box {box}" if at < 0 else f"box {box} as its hand {number}: each box has one hand"
        raise Refused(f"no hand lies on {where}", "671a.11(b)")
    return table.hands[at]


def _check_undecided(hand: Hand) -> None:
    if hand.status == "out":
        raise Refused(f"the player of box {hand.box} left: the wagers are lost", "671a.7(b)")
    if hand.status:
        raise Refused(f"the player of box {hand.box} has decided already", "671a.11(b)")


def _check_chips(table: Table) -> None:
    if table.asked is not None:
        box = table.hands[table.turn].box
        raise Refused(
            f"first the chips of box {box} are put down, or the decision is taken back", "671a.11(b)"
        )


@clause("671a.11(b)")
def declare(table: Table, given: Asked) -> tuple[Event, ...]:
    """A player declares a winning hand before deciding. Nobody looks yet."""
    asked = given.what
    assert isinstance(asked, DeclareHand)
    _check_chips(table)
    hand = _hand(table, asked.box)
    _check_undecided(hand)
    if asked.box in table.poker.declared and not asked.instant:
        raise Refused(f"the hand of box {asked.box} is declared already", "671a.11(b)")
    return (ev.HandDeclared(asked.box, asked.instant),)


@clause("671a.11(b)(1)", "671a.11(b)(2)", "671a.11(b)(3)")
def decide(table: Table, given: Asked) -> tuple[Event, ...]:
    """A first decision, in any order of boxes."""
    asked = given.what
    assert isinstance(asked, Decide)
    _check_chips(table)
    hand = _hand(table, asked.box, asked.hand)
    if hand.status == "instant":
        words = "a hand that was declared for the instant payout has no decision due"
        raise Refused(words, "671a.11(b)(2)")
    _check_undecided(hand)
    if asked.amount:
        raise Refused("the amount follows from the Ante Wager: say none", "671a.11(b)")
    ante = stake_on(table, asked.box, 1, ANTE)
    if asked.verb == "fold":
        return (ev.Decided(asked.box, 1, "fold"),)
    if asked.verb == "bet":
        return (ev.Decided(asked.box, 1, "bet", 2 * ante, 2 * ante),)
    if asked.verb == "buy":
        _check_left(table, 1)
        return (ev.Decided(asked.box, 1, "buy", ante, ante),)
    if asked.verb == "exchange":
        draws = _to_exchange(hand, asked.cards)
        _check_left(table, len(draws))
        return (ev.Decided(asked.box, 1, "exchange", ante, ante, draws),)
    raise Refused("no such decision in Lunar Poker", "671a.11(b)")


@clause("671a.11(b)(3)")
def _to_exchange(hand: Hand, places: tuple[int, ...]) -> tuple[int, ...]:
    """The draws of the cards at these places of the hand."""
    if not FEWEST <= len(places) <= MOST:
        raise Refused(f"two to five cards are exchanged, not {len(places)}", "671a.11(b)(3)")
    if len(set(places)) != len(places) or not all(1 <= place <= FIVE for place in places):
        raise Refused("cards that the player does not hold", "671a.11(b)(3)")
    return tuple(hand.draws[place - 1] for place in sorted(places))


@clause("671a.11(d)(1)(ii)")
def _check_left(table: Table, wanted: int) -> None:
    """The deck has the cards for it, with what others before were promised: five players cannot exchange all
    of their cards. Nothing is taken for what cannot be dealt. A card that was drawn in error is dealt too."""
    there = sp.expected_in_shoe(table) + len(table.ahead)
    left = there - sum(promised(table, hand) for hand in table.hands)
    if wanted > left:
        words = f"the deck has {max(left, 0)} cards left for this: exchange fewer, buy one, bet or fold"
        raise Refused(words, "671a.11(d)(1)(ii)")


def promised(table: Table, hand: Hand) -> int:
    """How many cards this hand has still to get for its Options fee."""
    if hand.status not in DRAWS:
        return 0
    if hand.status == "exchange" and len(hand.cards) == FIVE:
        return next(len(one.draws) for one in table.poker.exchanges if one.box == hand.box)
    return missing(hand)


@clause("671a.11(d)(3)", "671a.11(d)(4)")
def decide_again(table: Table, given: Asked) -> tuple[Event, ...]:
    """The second decision: a Bet Wager, or the Ante is forfeited and collected at once."""
    asked = given.what
    assert isinstance(asked, Decide)
    _check_chips(table)
    hand = _hand(table, asked.box, asked.hand)
    if table.turn >= len(table.hands) or table.hands[table.turn].box != asked.box:
        known = hand.status in SERVED
        words = (
            f"box {asked.box} decides when its cards are dealt" if known else "all decisions are locked in"
        )
        raise Refused(words, "671a.11(d)" if known else "671a.11(c)")
    if hand.status != "drawn" or is_coming(table):
        raise Refused(f"the additional cards of box {asked.box} come first", "671a.11(d)(3)")
    ante = stake_on(table, asked.box, 1, ANTE)
    if asked.verb == "fold":
        lost = row(Stack(asked.box, 1, ANTE, ante), "lose", "671a.11(d)(4)")
        return (ev.Decided(asked.box, 1, "fold"), ev.Settled((lost,)))
    if asked.verb == "bet":
        return (ev.Decided(asked.box, 1, "bet", 2 * ante, 2 * ante),)
    raise Refused("after additional cards a player bets or folds", "671a.11(d)(3)")


@clause("671a.11(b)(2)", "671a.11(b)(3)", "671a.11(d)(3)")
def chips_for_decision(table: Table, given: Reported) -> tuple[Event, ...]:
    """The chips of a decision: exactly what it costs, on its own area."""
    placed = given.what
    assert isinstance(placed, m.Placed)
    asked = table.asked
    if asked is None:
        raise Refused("say the decision first", "671a.11(b)")
    box, wager = table.hands[table.turn].box, spot_of(asked.verb)
    if placed.box != box or [name for name, _ in placed.chips] != [wager]:
        raise Refused(f"the chips of box {box} are awaited", "671a.11(b)")
    if placed.chips[0][1] != asked.chips:
        due = "twice the Ante Wager" if wager == BET else "equal to the Ante Wager"
        cited = "671a.11(b)(2)" if wager == BET else "671a.11(b)(3)"
        raise Refused(f"it is {due}: ${asked.chips / 100:.2f}", cited)
    return (ev.WagersPlaced(box, placed.chips),)


def spot_of(verb: str) -> str:
    """The area of the layout on which the chips of that decision lie."""
    return BET if verb == "bet" else OPTIONS


def withdraw(table: Table, given: Asked) -> tuple[Event, ...]:
    """The chips are not put down: it is as if not decided."""
    assert isinstance(given.what, WithdrawDecision)
    if table.asked is None:
        raise Refused("no chips are awaited", "671a.11(b)")
    return (ev.DecisionWithdrawn(table.hands[table.turn].box, 1, table.asked.verb),)


@clause("671a.11(a)(3)", "671a.11(c)")
def check_lock(table: Table, given: Asked) -> None:
    """All decisions are locked in when everybody has one."""
    assert isinstance(given.what, LockDecisions)
    _check_chips(table)
    for hand in table.hands:
        if not hand.status:
            raise Refused(f"the player of box {hand.box} has not decided yet", "671a.11(c)")
