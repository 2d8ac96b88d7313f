"""When a player's cards are turned over where they are dealt from the hand (633a.12(b)(6), (9)).

The player shows them, or the rules turn them; the dealer enters them then, card by card. What an entered card
makes of a hand is in twentyone/hands.py, what a dealer tells about cards in from_hand.py.
"""

from controller.games.blackjack.side_wagers import BY_NAME
from controller.games.twentyone.decisions import due_hand
from controller.games.twentyone.due import NO_FACE
from controller.games.twentyone.hands import index_of
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Decide, Refused, TurnHand
from controller.table.events import Event
from controller.table.phases import When
from controller.table.state import Hand, Table, is_from_hand

OUT = frozenset(("dead", "paid"))
SHOWN = frozenset(("double", "split", "surrender"))
"""Decisions for which the two cards are turned over."""
LEAST_DOWN = 2
"""The least that two cards count that nobody knows: two aces."""


@clause("633a.12(b)(6)(i)", "633a.12(b)(6)(ii)", "topic:even-money")
def turn_hand(table: Table, given: Asked) -> tuple[Event, ...]:
    """The cards of the hand whose turn it is, for a decision that asks for it, a Blackjack, or a hand over
    21; while insurance is offered any player's, to take even money."""
    asked = given.what
    assert isinstance(asked, TurnHand)
    at = index_of(table, asked.box, asked.hand)
    if at >= 0 and not table.hands[at].down:
        raise Refused("the cards of this hand lie face up", "633a.12(b)(6)(i)")
    if at < 0 or table.phase == "PlayerDecisions":
        due_hand(table, asked.box, asked.hand)
    elif table.hands[at].status in OUT:
        raise Refused("this hand is out of the round", "topic:decisions-in-order")
    return (ev.HandTurned(asked.box, asked.hand),)


@clause("633a.12(b)(6)", "633a.12(b)(6)(i)", "633a.12(b)(6)(ii)")
def check_shown(table: Table, hand: Hand, asked: Decide) -> None:
    """Refused where the two cards have to be turned over first, or are turned and not entered yet."""
    if not hand.down:
        if not NO_FACE.isdisjoint(hand.cards):
            raise Refused("enter the cards that were turned over first", "633a.12(b)(6)(i)")
    elif asked.verb in SHOWN:
        raise Refused("turn the player's two cards over first, and enter them", "633a.12(b)(6)(i)")
    elif hard_total(hand) + LEAST_DOWN > 21:
        words = "these cards exceed 21 whatever lies face down: turn the hand over"
        raise Refused(words, "633a.12(b)(6)(ii)")


def hard_total(hand: Hand) -> int:
    """The known cards with every ace as 1."""
    return hand.total - 10 if hand.soft else hand.total


# ---- turned by the rules -------------------------------------------------------------------------------


def _with_side_wager(table: Table) -> tuple[Hand, ...]:
    boxes = {stack.box for stack in table.stacks if stack.wager in BY_NAME}
    return tuple(hand for hand in table.hands if hand.down and hand.box in boxes and hand.status not in OUT)


def are_side_wagers_due(table: Table) -> bool:
    """The deal is over, and a box has an optional wager that is settled before any further card."""
    if not is_from_hand(table) or table.dealt < len(table.plan):
        return False
    return bool(_with_side_wager(table))


@clause("633a.7(g)")
def turn_for_side_wagers(table: Table, _: None) -> tuple[Event, ...]:
    """Such a wager is settled by the player's first two cards, so that these are turned over."""
    return tuple(ev.HandTurned(hand.box, hand.number) for hand in reversed(_with_side_wager(table)))


def _down(table: Table) -> tuple[Hand, ...]:
    return tuple(hand for hand in table.hands if hand.down and hand.status not in OUT)


def are_all_due(dealer_is_done: When) -> When:
    """Whether the dealer takes no further card, and hands still lie face down."""

    def check(table: Table) -> bool:
        return is_from_hand(table) and dealer_is_done(table) and bool(_down(table))

    return check


@clause("633a.12(b)(9)")
def turn_all(table: Table, _: None) -> tuple[Event, ...]:
    """Each player's cards, from the dealer's right, as they are settled."""
    return tuple(ev.HandTurned(hand.box, hand.number) for hand in reversed(_down(table)))
