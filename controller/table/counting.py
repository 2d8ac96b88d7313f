"""The dealer counts the deck, where the chapter asks for it and no shuffler does. Pure; a game has the row.

How often is in the Rules (count_after). What a shuffler counts is in machine.py, what is left in a shoe in
shuffling.py.
"""

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Asked, CountDeck, Refused
from controller.table.events import Event
from controller.table.irregularities import CHANGE, hold, met
from controller.table.state import Table


@clause("topic:deck-count")
def is_count_due(table: Table) -> bool:
    """Before the deck is shuffled it is counted, where that has fallen due."""
    supply = table.standing.supply
    batch = sp.current(supply)
    if batch is None or table.phase != "Shuffling" or supply.change:
        return False
    return batch.where == "table" and has_fallen_due(table)


@clause("topic:deck-count")
def has_fallen_due(table: Table) -> bool:
    """So many rounds were played since the last count, at this table or with this deck, and no shuffler that
    counts is in use."""
    supply, after = table.standing.supply, table.rules.count_after
    batch = sp.current(supply)
    if not after or batch is None or sp.is_counted_by_machine(table):
        return False
    return max(supply.uncounted, batch.uncounted) >= after


def check_counted(table: Table) -> None:
    """Refused where the deck is to be counted first."""
    if is_count_due(table):
        raise Refused("first count the deck, face down on the layout", "topic:deck-count")


@clause("topic:deck-count", "topic:deck-whole", "topic:deck-not-whole")
def count_deck(table: Table, given: Asked) -> tuple[Event, ...]:
    """A whole deck goes on, one that is not leaves the table. It may be counted sooner than it has to be."""
    asked = given.what
    assert isinstance(asked, CountDeck)
    supply = table.standing.supply
    batch = sp.current(supply)
    if sp.in_shoe(supply):
        raise Refused("first remove the cards that are left in the shoe", "topic:deck-count")
    if batch is None or batch.where != "table" or supply.change:
        raise Refused("there is no deck on the table to be counted", "topic:deck-count")
    if asked.cards < 0:
        raise Refused(f"{asked.cards} is no number of cards", "topic:deck-count")
    counted = ev.DeckCounted(asked.cards, given.role, given.person)
    if asked.cards == sp.batch_size(batch):
        return (counted,)
    words = f"the {batch.back} deck has {asked.cards} cards, not {sp.batch_size(batch)}"
    found = met("deck-count", "topic:deck-not-whole", f"{words}: it leaves the table")
    return (counted, found, hold(table, "deck-count", "topic:deck-not-whole", words, CHANGE))
