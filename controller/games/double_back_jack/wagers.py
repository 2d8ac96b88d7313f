"""The chapter's "Wagers": the Blackjack Wager before the deal. What follows later (the Second Chance Wager,
doubles, splits, insurance) has its own time; the checks that all games of the family share are in
twentyone/wagers.py.
"""

from controller.games.twentyone.wagers import place
from controller.regulation.marks import clause
from controller.table.commands import Reported
from controller.table.events import Event
from controller.table.state import Table


@clause("673a.6(a)", "673a.6(c)", "673a.6(d)")
def place_wager(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips on the areas of the layout, before the first card of the round."""
    return place(table, given)


def spots(table: Table) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Where chips may be set down before the round: every box."""
    return (("blackjack", tuple(range(1, table.rules.boxes + 1)), table.rules.maximum),)
