"""Cards that leave the dealer's hand, on the dealer's word in place of a shoe's reports; we number the draws.

When one may leave it, and that all that are due lie there, or one of them. Where they go each game says (its
dealing.py), and what a told face may be told_cards.py.
"""

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Asked, Refused
from controller.table.events import Event
from controller.table.state import CLOSED_WORD, DealStep, Table, is_from_hand
from controller.table.supply import expected_in_shoe
from controller.table.told_cards import check_face
from drivers.cards import UNREAD, Card
from drivers.messages import UP


@clause("topic:dealing-from-hand")
def check_from_hand(table: Table, _: Asked) -> None:
    """Refused at a table that has a shoe: it reports its cards itself."""
    if not is_from_hand(table):
        words = "cards are dealt from a shoe at this table, which reports them itself"
        raise Refused(words, "topic:dealing-from-hand")


@clause("topic:wagers-before-first-card")
def check_next(table: Table) -> None:
    """Refused where no card may leave the deck just now, whatever it is for."""
    if table.positions != CLOSED_WORD:
        raise Refused("the wager positions are not closed yet: a moment", "topic:wagers-before-first-card")
    if table.ahead:
        raise Refused("a card that left the deck already is used first", "topic:card-in-error-unexposed")


@clause("topic:too-few-cards")
def check_left(table: Table) -> None:
    """Refused where by the draws the deck is at its end."""
    if expected_in_shoe(table) < 1:
        raise Refused("by the draws no card is left in the deck", "topic:too-few-cards")


def ran_out(table: Table, drawn: int) -> tuple[Event, ...]:
    """The event of an empty deck, where these further draws are the last cards of it."""
    return (ev.ShoeRanOut(table.last + drawn),) if drawn >= expected_in_shoe(table) else ()


@clause("topic:dealing-from-hand")
def all_dealt(
    table: Table, steps: tuple[DealStep, ...], up: DealStep, face: Card, cited: str
) -> tuple[Event, ...]:
    """All these cards lie there: face down, but that of step `up`, whose face is told. A deck that runs out
    on the way gives what it has."""
    check_next(table)
    steps = steps[: expected_in_shoe(table)]
    if not steps:
        raise Refused("the cards of the deal lie there already", cited)
    if up in steps:
        check_face(table, face, "one of your cards lies face up")
    elif face:
        raise Refused("the cards that are dealt now lie face down: no face is told", cited)
    dealt = tuple(
        ev.CardDealt(draw, face if step == up else UNREAD, step.to)
        for draw, step in enumerate(steps, table.last + 1)
    )
    return (*dealt, *ran_out(table, len(dealt)))


@clause("topic:dealing-from-hand")
def one_dealt(table: Table, step: DealStep | None, face: Card, cited: str) -> tuple[Event, ...]:
    """One card lies where it is due: its face is told where it lies face up. step: None where none is due."""
    if step is None:
        raise Refused("no card is due now", "topic:card-in-error-unexposed")
    check_next(table)
    check_left(table)
    if step.face == UP:
        check_face(table, face, "this card lies face up")
    elif face:
        raise Refused("this card lies face down: no face is told", cited)
    return (ev.CardDealt(table.last + 1, face or UNREAD, step.to), *ran_out(table, 1))
