"""What a draw is, as events: dealt to its step, ahead of it, found face up, needless, in error, missing.

Which of these a draw is, dealing.py finds out. What the floor may answer to an open question is in
controller/table/irregularities.py; where a clause fixes the remedy, it is recorded and play goes on.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.irregularities import EXPOSED, RESUME, UNEXPOSED, hold, met
from controller.table.state import DealStep, Table
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from drivers.messages import DOWN

BETWEEN: Final = frozenset(("Betting", "NoMoreBets", "Settling", "Collecting"))
"""Phases in which a card may leave a shoe that stands ready, and no hand can be dealt it."""


def dealt(step: DealStep, card: m.CardDrawn) -> tuple[Event, ...]:
    """The lawful next card."""
    if step.face == DOWN:
        return (ev.CardDealt(card.draw, SEALED, step.to),)
    if card.card in (UNREAD, SEALED):
        return ahead_of(step, card)
    return (ev.CardDealt(card.draw, card.card, step.to),)


def ahead_of(step: DealStep, card: m.CardDrawn) -> tuple[Event, ...]:
    """The card waits for its step: a question is open, it is to be told first, or nobody could read it."""
    waits = ev.CardAhead(card.draw, card.card)
    if card.card != UNREAD or step.face == DOWN:
        return (waits,)
    return (waits, met("unread-card", "topic:unread-card", "entered from sight by the floorperson"))


@clause("topic:face-up-card")
def found_face_up(card: m.CardDrawn) -> tuple[Event, ...]:
    """Not used in this round: it goes to the discard rack, and the next card takes its place."""
    return (
        ev.CardRemoved(card.draw, card.card),
        ev.PermissionEnded(),
        met("face-up-card", "topic:face-up-card", f"{card.card} placed in the discard rack"),
    )


@clause("topic:dealer-17-card")
def dealer_17(card: m.CardDrawn) -> tuple[Event, ...]:
    """The dealer drew although the own hand is complete: the hand stays as it was."""
    return (
        ev.CardRemoved(card.draw, card.card),
        met("dealer-17-card", "topic:dealer-17-card", "placed in the discard rack"),
    )


@clause("topic:gap")
def gap(table: Table, draw: int) -> tuple[Event, ...]:
    """Draws before this one were never reported. What they were nobody can say: nothing is guessed. Only
    between rounds, where none of them was dealt, the floor may go on."""
    words = f"draws {table.last + 1} to {draw} are not on record"
    ways = (RESUME,) if table.phase in BETWEEN else ()
    return (ev.CardLost(draw), hold(table, "gap", "topic:gap", words, *ways, draw=draw))


def ask_about(table: Table, kind: str, cited: str, words: str, draw: int) -> Event:
    """A card in error that was seen has a place only where nobody can be dealt it any more, or yet."""
    seen = (EXPOSED,) if table.phase in BETWEEN else ()
    return hold(table, kind, cited, words, UNEXPOSED, *seen, draw=draw)
