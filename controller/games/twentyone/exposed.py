"""A card that was drawn in error and seen: it is the next card, for who takes it.

It waits with the cards that left the shoe ahead of their step. A player who does not take it gets no
further card in the round; one that nobody takes and the dealer cannot use goes to the discard rack. Which
step takes it, and when, is in dealing.py.
"""

from collections.abc import Callable
from typing import Final

from controller.games.twentyone.counting import FINISHED, index_of
from controller.games.twentyone.decisions import due_hand
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import AcceptCard, Asked, RefuseCard, Refused
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.state import Hand, Table, spoken

CITED = "topic:card-in-error-exposed"
GETS_NONE: Final = FINISHED - {"late"} | {"blackjack"}
"""A hand of this status gets no further card anyway; one that waits for its late card would."""


def is_waiting(table: Table) -> bool:
    """The next card that is to be used was seen by everybody."""
    return bool(table.ahead) and table.ahead[0].exposed


@clause("topic:card-in-error-exposed")
def is_offered(table: Table) -> bool:
    """Whether the hand whose turn it is may refuse the next card: it was seen, and the player has not taken
    it. Who asked for a card before it was seen has not; who asks for one, or doubles, afterwards has."""
    if not table.ahead or not table.ahead[0].exposed or table.phase != "PlayerDecisions":
        return False
    if table.turn >= len(table.hands):
        return False
    return table.asked is None or not table.asked.taken


@clause("topic:card-in-error-exposed")
def accept(table: Table, given: Asked) -> tuple[Event, ...]:
    """A hand that is due a card takes it: a split hand's second, or one that was asked for before."""
    asked = given.what
    assert isinstance(asked, AcceptCard)
    hand = _owner(table, asked.box, asked.hand)
    if table.asked is None and len(hand.cards) != 1:
        raise Refused("who asks for a card, or doubles, takes it by that", CITED)
    return (ev.Decided(hand.box, hand.number, "accept"),)


@clause("topic:card-in-error-exposed")
def refuse(table: Table, given: Asked) -> tuple[Event, ...]:
    """Its player gets no further card in this round: the own hands are complete as they lie, a doubled one
    too, and one that waits for a late card."""
    asked = given.what
    assert isinstance(asked, RefuseCard)
    hand = _owner(table, asked.box, asked.hand)
    keys = tuple(
        (other.box, other.number)
        for other in table.hands
        if _is_same_player(table, hand, other) and other.status not in GETS_NONE
    )
    words = f"box {hand.box}: refused; no further card for this player in the round"
    return (ev.CardRefused(keys), met("exposed-card-refused", CITED, words))


def _owner(table: Table, box: int, number: int) -> Hand:
    """The hand to which the card is offered: the one whose turn it is."""
    if not is_waiting(table):
        raise Refused("no exposed card is offered", CITED)
    at = index_of(table, box, number)
    if at < 0 or at != table.turn:
        # Says whose turn it is, in the words of any other decision.
        due_hand(table, box, number)
        raise Refused("the card is offered to the hand whose turn it is", CITED)
    if table.asked is not None and table.asked.chips:
        verb = spoken(table.asked.verb)
        raise Refused(f"the chips for the {verb} come first, or it is withdrawn", CITED)
    if not is_offered(table):
        raise Refused("the hand has taken the card", CITED)
    return table.hands[at]


def _is_same_player(table: Table, hand: Hand, other: Hand) -> bool:
    if hand.box == other.box:
        return True
    players = table.standing.players
    return players[hand.box - 1] != "" and players[hand.box - 1] == players[other.box - 1]


def is_useless(dealer_done: Callable[[Table], bool]) -> Callable[[Table], bool]:
    """Whether an exposed card goes to the rack: no player took it, and the dealer draws no card. One that
    was not seen stays the next card, of the next round."""

    def check(table: Table) -> bool:
        return bool(table.ahead) and any(card.exposed for card in table.ahead) and dealer_done(table)

    return check


@clause("topic:card-in-error-exposed")
def discard(table: Table, _: None) -> tuple[Event, ...]:
    first = next(card for card in table.ahead if card.exposed)
    return (
        ev.CardRemoved(first.draw, first.card),
        met("exposed-card-unused", CITED, "taken by no player and of no use to the dealer: discard rack"),
    )
