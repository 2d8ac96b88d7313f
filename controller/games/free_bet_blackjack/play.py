"""The chapter's dealing and completion of a round: free and paid doubles and splits, the dealer's play.

What the family shares (the deal, insurance, the peek, turn order) is in twentyone/. Here stands what
672a.7(h)-(m), .9 and .10 say.
"""

from typing import Final

from controller.games.free_bet_blackjack.wagers import spots
from controller.games.twentyone.dealing import Dealing
from controller.games.twentyone.decisions import (
    Verb,
    can_split_more,
    check_first_two,
    decide_by,
    double_for_chips,
    hit,
    next_number,
    stand,
)
from controller.games.twentyone.hands import LIVE, VALUES, is_pair
from controller.games.twentyone.settling import original_stake
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Decide, Refused
from controller.table.events import Event
from controller.table.state import Hand, Table

MOST_HANDS: Final = 4
FREE_DOUBLE: Final = frozenset((9, 10, 11))


@clause("672a.9(a)", "672a.9(a)(1)", "672a.9(a)(2)", "672a.9(b)")
def double(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """On the first two cards of a hand, split or not: free on a hard 9, 10 or 11, with chips otherwise."""
    check_first_two(hand)
    if not hand.soft and hand.total in FREE_DOUBLE:
        if asked.amount:
            raise Refused(f"a hard {hand.total} is doubled free: no chips are taken", "672a.9(a)(1)")
        return (
            ev.Decided(hand.box, hand.number, "double"),
            ev.LammerPlaced(hand.box, hand.number),
        )
    return double_for_chips(table, hand, asked)


@clause("672a.10(a)", "672a.10(b)(1)", "672a.10(b)(2)", "672a.10(b)(2)(i)", "672a.10(b)(2)(ii)", "672a.10(d)")
def split(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """A pair into two hands, up to four in a box: ten-value cards for chips, any other pair free."""
    if asked.amount:
        raise Refused("a split takes no amount: it is free or costs the original wager", "672a.10(b)")
    if not is_pair(hand):
        raise Refused("not a pair of identical value", "672a.10(a)")
    if not can_split_more(table, hand, MOST_HANDS):
        raise Refused(f"a box may be split into {MOST_HANDS} hands at the most", "672a.10(d)")
    if VALUES[hand.cards[0][0]] == 10:
        original = original_stake(table, hand.box)
        return (ev.Decided(hand.box, hand.number, "split", original, original),)
    new = next_number(table, hand.box)
    return (
        ev.Decided(hand.box, hand.number, "split"),
        ev.LammerPlaced(hand.box, new),
        ev.HandSplit(hand.box, hand.number, new),
    )


VERBS: Final[dict[str, Verb]] = {"hit": hit, "stand": stand, "double": double, "split": split}
decide = decide_by(VERBS, ("players may not surrender in Free Bet Blackjack", "672a.7(h)(2)"))


@clause("672a.7(l)", "672a.7(m)")
def dealer_draws(table: Table) -> bool:
    """Below 17 the dealer draws while a Push 22 Wager is on the table or a hand's outcome depends on it."""
    if table.dealer.total >= 17:
        return False
    if any(stack.wager == "push_22" for stack in table.stacks):
        return True
    return any(hand.status in LIVE for hand in table.hands)


DEALING: Final = Dealing(dealer_draws, spots)
