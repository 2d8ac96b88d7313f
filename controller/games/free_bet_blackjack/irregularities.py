"""The chapter's "Irregularities" (672a.12), as far as they are this chapter's own.

Found face up (a), drawn in error unexposed (b), the dealer's needless card (d) and the reader (j) are
shared by the family and cite topics that this chapter's list maps to 672a.12. What a round without
enough cards needs (f) is not built yet: the floor voids such a round.
"""

from controller.games.free_bet_blackjack.play import DEALING
from controller.table import events as ev
from controller.table.commands import Reported
from controller.table.events import Event
from controller.table.irregularities import hold
from controller.table.state import Table
from drivers import messages as m


def shoe_empty(_: Table, given: Reported) -> tuple[Event, ...]:
    """No card is left. A round that needs none any more is played out."""
    empty = given.what
    assert isinstance(empty, m.ShoeEmpty)
    return (ev.ShoeRanOut(empty.after),)


def is_shoe_short(table: Table) -> bool:
    """A card is due, and none can come."""
    return table.standing.shoe_empty and len(DEALING.due(table)) > len(table.ahead)


def hold_shoe_short(table: Table, _: None) -> tuple[Event, ...]:
    """The floor has to act; the remedy is to void the round."""
    words = "the shoe is empty before the round is complete"
    return (hold(table, "too-few-cards", "672a.12(f)", words),)
