"""The determinant card of a double shoe, and the side of each draw: what follows from them, as events.

The first card of a round tells by its suit from which side the round is dealt; that stands in the plan of the
deal as a step of its own. What such a draw is otherwise (in error, face up, beyond) is found out in
dealing.py; which side is meant by a suit, or due, is in controller/table/double_shoe.py.
"""

from typing import Final

from controller.games.twentyone.due import NO_FACE
from controller.regulation.marks import clause
from controller.table import double_shoe as ds
from controller.table import events as ev
from controller.table.events import Event
from controller.table.irregularities import NOT_IN_PLAY, met
from controller.table.state import DETERMINANT, DealStep, Table
from drivers import messages as m
from drivers.cards import SEALED, Card

WRONG_SIDE: Final = "wrong-side"


def left(table: Table, draw: int, side: int, made: tuple[Event, ...]) -> tuple[Event, ...]:
    """What follows from a draw, with the side that it left. A draw that is reported again left before; a shoe
    without sides has nothing to say."""
    if table.double is None or draw <= table.last:
        return made
    return (ev.CardLeft(draw, side), *made)


def set_apart(table: Table, side: int) -> str:
    """Where a card goes that is not used in this round, in words."""
    if table.double is None:
        return "the discard rack"
    return f"the segregated area of {ds.in_words(table.standing.supply, side)}"


@clause("topic:determinant-card", "topic:determinant-used")
def determined(table: Table, draw: int, card: Card, side: int) -> tuple[Event, ...]:
    """The determinant card is known: it designates a side, be it the own one or the other."""
    return (ev.Determined(draw, card, side, ds.designated_by(table.standing.supply, card)),)


def is_told(step: DealStep, card: m.CardDrawn) -> bool:
    """This card is the determinant card, and its face is known."""
    return step.to == DETERMINANT and card.card not in NO_FACE


def dealt_ahead(table: Table, step: DealStep, draw: int, card: Card) -> tuple[Event, ...]:
    """A card that left the shoe before its step was due goes to it now."""
    assert table.double is not None
    side = ds.side_of(table.double, draw)
    if step.to == DETERMINANT:
        return determined(table, draw, card, side)
    return (ev.CardDealt(draw, card, step.to), *wrong_side(table, side))


@clause("topic:wrong-side")
def wrong_side(table: Table, side: int) -> tuple[Event, ...]:
    """A card of the round that came from the other side counts as if it came from the designated one, and the
    round is concluded. That is on record once a round; the further cards are permitted from the designated
    side as before."""
    double = table.double
    if double is None or double.designated in (-1, side):
        return ()
    if any(one.kind == WRONG_SIDE for one in table.irregularities):
        return ()
    supply = table.standing.supply
    words = f"from {ds.in_words(supply, side)}: treated as if from {ds.in_words(supply, double.designated)}"
    return (met(WRONG_SIDE, "topic:wrong-side", words),)


@clause("topic:card-in-error-unexposed")
def out_of_play(table: Table, card: m.CardDrawn) -> tuple[Event, ...]:
    """While one side is shuffled the other one stays in play: a card that leaves it then is set apart. ()
    where the card is another matter."""
    double, supply = table.double, table.standing.supply
    if double is None or table.phase not in NOT_IN_PLAY or card.draw != table.last + 1:
        return ()
    stays = card.side < len(supply.batches) and supply.batches[card.side].where == "shoe"
    if not stays or double.due[card.side] or table.phase in ("Idle", "Closing") or supply.change:
        return ()
    words = f"placed in {set_apart(table, card.side)}"
    face = card.card if card.face_up else SEALED
    return (
        ev.CardRemoved(card.draw, face),
        met("card-in-error-unexposed", "topic:card-in-error-unexposed", words),
    )
