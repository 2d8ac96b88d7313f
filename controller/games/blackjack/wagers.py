"""The chapter's "Wagers": the Blackjack Wager, and the optional ones beside it. What each of these wins is in
side_wagers/, the checks that all games of the family share in twentyone/wagers.py.
"""

from controller.games.blackjack import progressives
from controller.games.blackjack.side_wagers import NAMES
from controller.games.blackjack.switch import check_equal, is_switch
from controller.games.twentyone.wagers import areas, check_no_more_bets, place
from controller.regulation.marks import clause
from controller.table.commands import Asked, Reported
from controller.table.events import Event
from controller.table.progressive import is_progressive
from controller.table.state import Table


@clause("633a.6(a)", "633a.6(c)", "633a.6(d)", "633a.6(e)")
def place_wager(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips on the areas of the layout, before the first card of the round."""
    return place(table, given)


@clause("633a.6(d)", "633a.12(a)(1)")
def check_bets(table: Table, given: Asked) -> None:
    """Refused where the wagers on the table open no round: in Blackjack Switch also unequal ones."""
    check_no_more_bets(table, given)
    if is_switch(table):
        check_equal(table)


def spots(table: Table) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Where chips may be set down before the round: every box, each wager that the game knows, but what has
    wagering devices of its own."""
    rules = table.rules
    boxes = tuple(range(1, rules.boxes + 1))
    others = tuple(name for name in progressives.NAMES if not is_progressive(rules, name))
    return tuple((wager, boxes, rules.maximum) for wager in (*areas(rules), *NAMES, *others))
