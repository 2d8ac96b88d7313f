"""Blackjack Switch (633a.12(a)): two equal wagers, two hands, and the switch of their second cards.

What a hand is paid in this variation is in settlement.py, the Super Match Wager in side_wagers/. The two
hands of a box are dealt and played as any others.
"""

from typing import Final

from controller.games.twentyone.decisions import takes_no_chips
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Decide, Refused
from controller.table.events import Event
from controller.table.state import Hand, Table, stake_on

UNDECIDED: Final = ("", "blackjack", "announced")
"""What a hand of two cards is before its first decision."""


def is_switch(table: Table) -> bool:
    """The house offers Blackjack Switch at this table."""
    return table.rules.variation == "switch"


@clause("633a.12(a)(1)")
def check_equal(table: Table) -> None:
    """Refused where a box has not put the same on both of its betting areas."""
    for box in sorted({stack.box for stack in table.stacks}):
        if stake_on(table, box, 1, "blackjack") != stake_on(table, box, 2, "blackjack"):
            raise Refused(f"the two Blackjack Wagers of box {box} must be equal", "633a.12(a)(1)")


@clause("633a.12(a)(3)", "633a.12(a)(4)")
def switch(table: Table, asked: Decide) -> tuple[Event, ...]:
    """The second cards of a box's two hands change places: once, before either hand has a decision."""
    if not is_switch(table):
        raise Refused("second cards are switched in Blackjack Switch only", "633a.12(a)")
    takes_no_chips(asked)
    hands = [hand for hand in table.hands if hand.box == asked.box]
    if not hands:
        raise Refused(f"box {asked.box} has no hand", "topic:decisions-in-order")
    if not all(_is_as_dealt(hand) for hand in hands) or table.asked is not None or len(hands) > 2:
        raise Refused("second cards are switched before any other decision on the box", "633a.12(a)(4)")
    if table.turn >= len(table.hands) or table.hands[table.turn].box != asked.box:
        raise Refused(f"it is not the turn of box {asked.box}", "topic:decisions-in-order")
    if any(hand.switched for hand in hands):
        raise Refused("the second cards of this box have been switched", "633a.12(a)(4)")
    return (ev.HandsSwitched(asked.box),)


def _is_as_dealt(hand: Hand) -> bool:
    """Two cards, and nothing has been decided about them."""
    return len(hand.cards) == 2 and not hand.split and hand.status in UNDECIDED


@clause("633a.12(a)(5)(iii)", "633a.12(a)(5)(iv)")
def is_switched_blackjack(hand: Hand) -> bool:
    """Ace and ten that the switch brought together: 21, and no Blackjack, for they were not dealt so."""
    return len(hand.cards) == 2 and hand.total == 21 and not hand.split and hand.status == "21"
