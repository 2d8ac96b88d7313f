"""The chapter's dealing and completion of a round: surrender, doubles, splits, the dealer's play.

What the family shares (the deal, insurance, the peek, turn order) is in twentyone/. Here stands what
633a.7(i)-(n), .9, .10 and .11 say.
"""

from typing import Final

from controller.games.blackjack.progressives.settling import is_live
from controller.games.blackjack.switch import is_switch, switch
from controller.games.blackjack.turned_hands import check_shown
from controller.games.blackjack.wagers import spots
from controller.games.twentyone import offers
from controller.games.twentyone.counting import LIVE, VALUES
from controller.games.twentyone.dealing import Dealing
from controller.games.twentyone.decisions import (
    Verb,
    decide_by,
    double_for_chips,
    due_hand,
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
from controller.table.state import Hand, Table, is_from_hand

FIRST_HANDS: Final = 2
"""Hands that one split makes; `resplits` further ones may follow."""


@clause("633a.11(a)", "633a.11(c)")
def split(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """Two cards of one value, aces among them, for a wager equal to the original one; as often as the
    submission says."""
    most = table.rules.resplits + FIRST_HANDS
    return split_for_chips(table, hand, asked, most)


@clause("633a.9(a)", "633a.9(a)(1)", "633a.9(a)(2)", "633a.9(b)")
def surrender(table: Table, hand: Hand, asked: Decide) -> tuple[Event, ...]:
    """As the first decision about the first two cards. Half the wager is collected at once, or at the
    reveal where the dealer shows an ace or a ten-value card; insurance is settled by itself."""
    if is_switch(table):
        raise Refused("players do not surrender in Blackjack Switch", "633a.12(a)(4)")
    made = gives_up(hand, asked, "633a.9(a)")
    if up_value(table) >= VALUES["T"]:
        return (made,)
    return (made, ev.Settled((surrendered_row(table, hand, "633a.9(a)(1)"),)))


@clause("633a.14(j)", "633a.14(j)(1)", "633a.14(j)(2)")
def reader_not_due(table: Table, given: Reported) -> tuple[Event, ...]:
    """Where no Blackjack is possible and a player could have learnt the hole card from the reader in use, all
    hands are dead: the round can only be void. Else play goes on once the floorperson knows of it."""
    shows = table.standing.supply.equipment.reader_shows
    if not shows or offers.why_not_due(table) != "topic:reader-not-due":
        return offers.inserted_disarmed(table, given)
    then = "a player could learn it there, and all hands are dead"
    return offers.reader_not_due(table, given, "633a.14(j)(1)", then)


VERBS: Final[dict[str, Verb]] = {
    "hit": hit,
    "stand": stand,
    "double": double_for_chips,
    "split": split,
    "surrender": surrender,
}
_decide = decide_by(VERBS, ("no such decision in Blackjack", "633a.7(i)(2)"))


def decide(table: Table, given: Asked) -> tuple[Event, ...]:
    """A decision of the hand whose turn it is, or the switch, which is the box's."""
    asked = given.what
    assert isinstance(asked, Decide)
    if asked.verb == "switch":
        return switch(table, asked)
    if is_from_hand(table):
        check_shown(table, due_hand(table, asked.box, asked.hand), asked)
    return _decide(table, given)


@clause("633a.7(m)", "633a.7(n)")
def dealer_draws(table: Table) -> bool:
    """Below 17 the dealer draws as long as a hand's outcome depends on it. A Blackjack that waits for the
    reveal does not, once the reader has shown none, and neither does a surrendered hand. In Blackjack Switch
    what a Blackjack is paid depends on the dealer's hand (633a.12(a)(5)(i), (v)). Progressive wagers depend
    on it too."""
    if table.dealer.total >= 17:
        return False
    waiting = LIVE | {"announced"} if is_switch(table) else LIVE
    if any(hand.status in waiting for hand in table.hands):
        return True
    return bool(table.rules.progressives) and is_live(table)


DEALING: Final = Dealing(dealer_draws, spots)
