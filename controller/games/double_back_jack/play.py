"""The chapter's dealing and completion of a round: surrender, doubles, splits, the Second Chance Wager, the
dealer's play.

What the family shares (the deal, insurance, the peek, turn order) is in twentyone/. Here stands what
673a.7(i)-(p), .9, .10 and .11 say.
"""

from typing import Final

from controller.games.double_back_jack import second_chance, settlement
from controller.games.double_back_jack.wagers import spots
from controller.games.twentyone.counting import LIVE
from controller.games.twentyone.dealing import Dealing
from controller.games.twentyone.decisions import (
    Verb,
    chips_set_down,
    decide_by,
    double_for_chips,
    gives_up,
    hit,
    split_for_chips,
    stand,
)
from controller.games.twentyone.due import up_value
from controller.games.twentyone.settling import surrendered_row
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Decide, Refused, Reported
from controller.table.events import Event
from controller.table.state import Hand, Table

MOST_HANDS: Final = 2


@clause("673a.11(a)", "673a.11(b)", "673a.11(c)")
def split(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """Two cards of one value, once, for a wager equal to the original one."""
    return split_for_chips(table, hand, asked, MOST_HANDS)


@clause("673a.9(a)", "673a.9(a)(1)", "673a.9(a)(2)", "673a.9(b)")
def surrender(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """As the first decision about the first two cards. Half the wager is collected at once: where the dealer
    shows an ace or a ten-value card, the reader was used before. Insurance is settled by itself."""
    made = gives_up(hand, asked, "673a.9(a)")
    cited = "673a.9(a)(2)" if up_value(table) >= 10 else "673a.9(a)(1)"
    return (made, ev.Settled((surrendered_row(table, hand, cited),)))


def chips_for_decision(table: Table, given: Reported) -> tuple[Event, ...]:
    """The chips of a double, of a split, or of a second chance."""
    if table.asked is not None and table.asked.verb == second_chance.VERB:
        return second_chance.chips_for_it(table, given)
    return chips_set_down(table, given)


VERBS: Final[dict[str, Verb]] = {
    "hit": hit,
    "stand": stand,
    "double": double_for_chips,
    "split": split,
    "surrender": surrender,
    second_chance.VERB: second_chance.take,
}
_decide = decide_by(VERBS, ("no such decision in Double Back Jack", "673a.7(i)"))


@clause("673a.7(k)", "673a.7(l)")
def decide(table: Table, given: Asked) -> tuple[Event, ...]:
    """A decision of the hand whose turn it is. A hand over 21 decides about its second chance only; who
    goes on with a later hand has declined it for that one."""
    asked = given.what
    assert isinstance(asked, Decide)
    hand = second_chance.offered_to(table)
    if hand is None or table.asked is not None:
        return _decide(table, given)
    if (asked.box, asked.hand) == (hand.box, hand.number):
        if asked.verb != second_chance.VERB:
            raise Refused("this hand is over 21: only a second chance is left to it", "673a.7(l)")
        return _decide(table, given)
    declined = second_chance.declined(hand)
    bust = second_chance.decided(table, declined)
    collected = ev.Settled(settlement.due_now(bust))
    return (declined, collected, *_decide(second_chance.settled(bust, collected), given))


@clause("673a.7(o)", "673a.7(p)")
def dealer_draws(table: Table) -> bool:
    """Below 17 the dealer draws as long as a hand's outcome depends on it."""
    return table.dealer.total < 17 and any(hand.status in LIVE for hand in table.hands)


DEALING: Final = Dealing(dealer_draws, spots)
