"""A table without players, and cards that are changed. Rows for the spine.

How an idle table's cards are spread and looked at is in opening.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Asked, ChangeCards, LeaveIdle, Refused
from controller.table.events import Event
from controller.table.opening import done, received
from controller.table.phases import Row
from controller.table.state import Table


@clause("topic:idle-table", "topic:self-shuffling-shoe")
def check_idle(table: Table, _: Asked) -> None:
    """Without wagers; an approved device that reshuffles and counts makes it needless."""
    if table.stacks:
        raise Refused("wagers lie on the table", "topic:idle-table")
    if sp.is_exempt(table.standing.supply):
        words = "the approved device reshuffles and counts: the cards stay in it"
        raise Refused(words, "topic:self-shuffling-shoe")


def leave_idle(_: Table, given: Asked) -> tuple[Event, ...]:
    return (done("idle", given),)


@clause("topic:idle-shuffle-by-hand")
def idle_goes_to_wash(table: Table) -> bool:
    """The first player has looked, and no machine is in use: wash, shuffle, cut."""
    return is_seen(table) and not sp.uses_machine(table.standing.supply)


@clause("topic:idle-with-shuffler")
def idle_goes_to_shuffler(table: Table) -> bool:
    """The first player has looked: the cards go into the machine, and what is kept there is played."""
    return is_seen(table) and sp.uses_machine(table.standing.supply)


def is_seen(table: Table) -> bool:
    """The first player who came has looked at the cards that were spread."""
    batch = sp.current(table.standing.supply)
    return batch is not None and batch.stage == "seen"


@clause("topic:card-change")
def change_cards(table: Table, given: Asked) -> tuple[Event, ...]:
    """Other cards come as soon as these are collected."""
    asked = given.what
    assert isinstance(asked, ChangeCards)
    return (ev.ChangeBegun(received(table, asked.batches), f"the floorperson {given.person} directed it"),)


@clause("topic:card-change")
def is_exchange_ready(table: Table) -> bool:
    """The old cards are out of shoe and machine, and the shoe has told what it kept sealed."""
    supply = table.standing.supply
    emptied = not sp.in_shoe(supply) and sp.is_machine_emptied(table)
    return bool(supply.change) and emptied and sp.all_told(table)


def exchange(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.CardsReceived(table.standing.supply.change),)


CHANGEABLE: Final = ("Spreading", "Washing", "Shuffling", "Cutting", "Loading", "Betting", "Idle")
"""Phases between rounds in which cards may be changed: whoever looks at them may find a defect. What is still
being inspected is exchanged by that (opening.py)."""
CHANGES: Final = (
    Row(None, ("Shuffling",), "Inspecting", "topic:card-change", exchange, when=is_exchange_ready),
)
"""The passage by which other cards come: before anything else that is due with the old ones."""
IDLE: Final = (
    Row(LeaveIdle, ("Betting",), "Idle", "topic:idle-table", leave_idle, check_idle),
    Row(None, ("Idle",), "Washing", "topic:idle-shuffle-by-hand", when=idle_goes_to_wash),
    Row(None, ("Idle",), "Shuffling", "topic:idle-with-shuffler", when=idle_goes_to_shuffler),
    Row(ChangeCards, CHANGEABLE, "Shuffling", "topic:card-change", change_cards),
)
"""A table without players, and the word that its cards are to be changed."""
