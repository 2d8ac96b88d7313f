"""What a draw is, as events: dealt to its step, ahead of it, found face up, needless, in error, missing.

Which of these a draw is, dealing.py finds out. What the floor may answer to an open question is in
controller/table/irregularities.py; where a clause fixes the remedy, it is recorded and play goes on.
"""

from typing import Final

from controller.games.twentyone import determinant
from controller.regulation.marks import clause
from controller.table import draws
from controller.table import events as ev
from controller.table.commands import Reported
from controller.table.draws import gap, of_no_round
from controller.table.events import Event
from controller.table.irregularities import EXPOSED, SHOWN, UNEXPOSED, hold, met
from controller.table.remedies import BETWEEN_ROUNDS as BETWEEN
from controller.table.state import Remedy, Table, is_from_hand
from drivers import messages as m


@clause("topic:face-up-card")
def found_face_up(card: m.CardDrawn, where: str = "the discard rack") -> tuple[Event, ...]:
    """Not used in this round: it goes to the discard rack, or into the segregated area of its side of a
    double shoe, and the next card takes its place."""
    return (
        ev.CardRemoved(card.draw, card.card),
        ev.PermissionEnded(),
        met("face-up-card", "topic:face-up-card", f"{card.card} placed in {where}"),
    )


@clause("topic:dealer-17-card")
def dealer_17(card: m.CardDrawn) -> tuple[Event, ...]:
    """The dealer drew although the own hand is complete: the hand stays as it was."""
    return (
        ev.CardRemoved(card.draw, card.card),
        met("dealer-17-card", "topic:dealer-17-card", "placed in the discard rack"),
    )


AFTER_DEAL: Final = frozenset(("Insurance", "Peeking", "PlayerDecisions", "DealerPlay"))
"""Phases in which everybody has the first two cards."""


def players_have_two(table: Table) -> bool:
    """The dealer alone is due cards of the deal."""
    return all(len(hand.cards) == 2 or hand.status in ("dead", "paid") for hand in table.hands)


@clause("topic:card-in-error-exposed")
def ask_about(table: Table, kind: str, cited: str, words: str, draw: int) -> Event:
    """A card in error that was seen is the next card once everybody has two; between rounds it goes to the
    rack; in the middle of the deal no clause has a place for it."""
    seen: tuple[Remedy, ...] = ()
    if table.phase in AFTER_DEAL or (table.phase == "Dealing" and players_have_two(table)):
        seen = (SHOWN,)
    elif table.phase in BETWEEN:
        seen = (EXPOSED,)
    return hold(table, kind, cited, words, UNEXPOSED, *seen, draw=draw)


def not_in_use(table: Table, given: Reported) -> tuple[Event, ...]:
    """A shoe that waits at a table where cards are dealt from the hand: what leaves it is no card of this
    table. Nothing where the shoe is the one that is dealt from."""
    if not is_from_hand(table):
        return ()
    return (ev.Noted(f"{given.device} is not dealt from at this table: its report counts for nothing"),)


def double_feed(table: Table, given: Reported) -> tuple[Event, ...]:
    """Two cards left at once. The second is a card in error; nobody read it."""
    fed = given.what
    assert isinstance(fed, m.DoubleFeed)
    if unused := not_in_use(table, given):
        return unused
    draw = table.base + fed.draw
    return determinant.left(table, draw, fed.side, _second_of_two(table, given, draw))


def _second_of_two(table: Table, given: Reported, draw: int) -> tuple[Event, ...]:
    if none := of_no_round(table, given, draw):
        return none
    if draw > table.last + 1:
        return (*gap(table, draw), ev.PermissionEnded())
    words = f"two cards left the shoe at once; draw {draw} was not read: was its face exposed?"
    return (
        ev.CardLost(draw),
        ev.PermissionEnded(),
        ask_about(table, "double-feed", "topic:double-feed", words, draw),
    )


def pushed_back(table: Table, given: Reported) -> tuple[Event, ...]:
    """A card was pushed back into the mouth of the shoe that is dealt from."""
    return not_in_use(table, given) or draws.pushed_back(table, given)
