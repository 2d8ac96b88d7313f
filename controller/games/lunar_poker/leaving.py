"""A player who leaves the table during a round (671a.7(b)).

Nothing happens by itself: an incident may be recorded, and the hand waits for its decision. The floor may
have the wagers treated as lost, which is here.
"""

from controller.games.lunar_poker.hands import index_of
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import AbandonWagers, Asked, Refused
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.payouts import row
from controller.table.state import Table


@clause("671a.7(b)")
def abandon(table: Table, given: Asked) -> tuple[Event, ...]:
    """Whatever lies on that box is lost and collected at once, and the hand is out of the round. Super Wagers
    of other players on it stay; they are settled as on any other hand."""
    asked = given.what
    assert isinstance(asked, AbandonWagers)
    if index_of(table, asked.box) < 0:
        raise Refused(f"no hand lies on box {asked.box}", "671a.7(b)")
    lying = tuple(stack for stack in table.stacks if stack.box == asked.box)
    if not lying:
        raise Refused(f"no wager lies on box {asked.box} any more", "671a.7(b)")
    words = f"box {asked.box}: the player left, and the wagers are treated as lost"
    return (
        met("wagers-abandoned", "671a.7(b)", words),
        ev.WagersAbandoned(asked.box, given.role, given.person),
        ev.Settled(tuple(row(stack, "lose", "671a.7(b)") for stack in lying)),
    )
