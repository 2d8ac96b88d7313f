"""The chapter's "Wagers": the Blackjack Wager, and Push 22 where the house offers it.

The checks that all games of the family share are in twentyone/wagers.py. Push 22 wins when the dealer's
hand counts 22; what it pays depends on the suits of that hand.
"""

from typing import Final

from controller.games.twentyone.wagers import place
from controller.regulation.marks import clause
from controller.table.commands import Reported
from controller.table.events import Event
from controller.table.state import Odds, Table, paytable_of
from drivers.cards import Card, is_red

WAGERS: Final = ("blackjack", "push_22")


@clause("672a.6(a)", "672a.6(c)", "672a.6(e)")
def place_wager(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips on the areas of the layout, before the first card of the round."""
    return place(table, given)


def spots(table: Table) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Where chips may be set down before the round: every box, each wager that the game knows. One that
    the house does not offer is refused by its rule, together with what was set down beside it."""
    boxes = tuple(range(1, table.rules.boxes + 1))
    return tuple((wager, boxes, table.rules.maximum) for wager in WAGERS)


@clause("672a.11(c)")
def push_22_odds(table: Table, cards: tuple[Card, ...]) -> Odds:
    """The odds for a dealer's hand that counts 22: all of one suit, all of one color, or any other."""
    paytable = paytable_of(table.rules, "push_22")
    assert paytable is not None
    if len({card[1] for card in cards}) == 1:
        name = "same suit"
    elif len({is_red(card) for card in cards}) == 1:
        name = "same color"
    else:
        name = "other"
    return next(odds for odds in paytable.odds if odds.name == name)
