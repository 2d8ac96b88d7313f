"""What a draw is in every game, as events: dealt to its step, waiting for it, or missing on record.

What the rules make of a card that is not the lawful next one is each game's affair.
"""

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Reported
from controller.table.events import Event
from controller.table.irregularities import NOT_IN_PLAY, RESUME, hold, met
from controller.table.remedies import BETWEEN_ROUNDS as BETWEEN
from controller.table.state import DealStep, Table
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from drivers.messages import DOWN


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


@clause("topic:gap")
def gap(table: Table, draw: int) -> tuple[Event, ...]:
    """Draws before this one were never reported. What they were nobody can say: nothing is guessed. Only
    between rounds, where none of them was dealt, the floor may go on."""
    words = f"draws {table.last + 1} to {draw} are not on record"
    ways = (RESUME,) if table.phase in BETWEEN else ()
    return (ev.CardLost(draw), hold(table, "gap", "topic:gap", words, *ways, draw=draw))


def of_no_round(table: Table, given: Reported, draw: int) -> tuple[Event, ...]:
    """A draw that is no card of a round: one that was reported before, or that left a shoe out of play.
    Nothing where it may be one."""
    if draw <= table.last:
        return (ev.Noted(f"{given.device} reported draw {draw} again"),)
    if table.phase in NOT_IN_PLAY:
        return (ev.CardLost(draw), ev.Noted(f"draw {draw} left the shoe out of play"))
    return ()


def pushed_back(table: Table, given: Reported) -> tuple[Event, ...]:
    """A card was pushed back into the mouth: the floor has to look before anything moves."""
    pushed = given.what
    assert isinstance(pushed, m.CardPushedBack)
    draw = table.base + pushed.draw
    words = f"draw {draw} was pushed back into the shoe"
    return (
        ev.CardReturned(draw, pushed.side),
        ev.PermissionEnded(),
        hold(table, "card-pushed-back", "topic:card-pushed-back", words, RESUME, draw=draw),
    )


@clause("topic:turn-hole-card")
def disclosed(table: Table, given: Reported) -> tuple[Event, ...]:
    """The face of a sealed card, told when the rules turn it up or when it leaves play. One that is told
    unasked goes nowhere: a shoe may be asked for it again."""
    told = given.what
    assert isinstance(told, m.Disclosed)
    draw = table.base + told.draw
    if table.wanted_face is None or table.wanted_face.draw != draw:
        return (ev.Noted(f"{given.device} told a card that it was not asked for; it is not used"),)
    return (ev.CardDisclosed(draw, told.card),)
