"""How events change the automated shuffler and the batch that is in it. Pure; no guards, no doubt.

Part of what every game's evolve starts from (evolve.py). What the events mean is in events.py.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.table import events as ev
from controller.table.state import STOP, Machine, Supply, Table
from controller.table.supply import current, in_shoe, is_respread, to_play
from controller.table.supply_events import as_counted, with_batch, with_supply
from drivers.messages import Release, Shuffle

_UNOPENED: Final = frozenset(("received", "inspected", "verified", "spread", "seen"))
"""Stages of a batch that was not washed yet: what is missing is still to be done."""


def batch_fed(table: Table, event: ev.BatchFed) -> Table:
    """A job begins; what the machine found before does not hold any more. Cards of a batch in play
    (a continuous machine's) stay with their batch. One that was spread again is shuffled again by this."""
    supply = table.standing.supply
    batch = supply.batches[event.batch]
    where = "shuffler" if batch.where == "table" else batch.where
    again = is_respread(supply) and event.batch == supply.kept
    supply = replace(supply, respread=supply.respread and not again)
    supply = with_batch(supply, event.batch, replace(batch, where=where, by_machine=False))
    machine = Machine(event.job, event.batch, event.cards, "working")
    supply = replace(supply, machine=machine, rack=0 if where == "shoe" else supply.rack)
    order = Shuffle(event.job, event.batch + 1, event.cards)
    return replace(with_supply(table, supply), wanted_shuffler=order)


def shuffle_ended(table: Table, event: ev.ShuffleEnded) -> Table:
    """A stack is complete, or has to be shuffled again: then it is none any more. A continuous machine opens
    its exit by itself for a complete one, and an order to stop would close it again. job: never less than a
    device has had, for the next one has a higher number."""
    supply = table.standing.supply
    continuous = supply.equipment.shuffler == "continuous"
    gives = continuous and event.stage == "done" and supply.machine.stage == "working"
    machine = replace(
        supply.machine,
        job=max(supply.machine.job, event.job),
        stage="releasing" if gives else event.stage,
        count=event.count,
        counted=event.counted,
        identity=event.identity,
        back=event.back,
        reason=event.reason,
        place=event.place,
    )
    if event.stage != "cancelling" and 0 <= machine.batch < len(supply.batches):
        batch = supply.batches[machine.batch]
        if batch.where == "shuffler":
            stage = "shuffled" if event.stage == "done" else "unshuffled"
            supply = with_batch(supply, machine.batch, replace(batch, stage=stage))
        if event.stage == "done" and event.counted == "good":
            supply = as_counted(supply, machine.batch)
    table = with_supply(table, replace(supply, machine=machine))
    return table if gives else replace(table, wanted_shuffler=STOP)


def release_ordered(table: Table, event: ev.ReleaseOrdered) -> Table:
    supply = table.standing.supply
    machine = replace(supply.machine, stage="releasing")
    table = with_supply(table, replace(supply, machine=machine))
    return replace(table, wanted_shuffler=Release(event.job))


def stack_taken(table: Table, _: ev.StackTaken) -> Table:
    """The machine is empty; what was inside lies on the table, shuffled only where the shuffle was complete
    and the machine gave it out. What a continuous one gives out while its shoe is in play goes into the
    shoe."""
    supply = table.standing.supply
    machine = supply.machine
    complete = machine.stage == "releasing" and not machine.reason
    if 0 <= machine.batch < len(supply.batches):
        batch = supply.batches[machine.batch]
        if batch.where == "shuffler":
            stage = batch.stage if complete else "unshuffled"
            out = replace(batch, where="table", stage=stage, by_machine=complete)
            supply = with_batch(supply, machine.batch, out)
            if complete and machine.batch == supply.current:
                supply = replace(supply, respread=False)  # it was seen, and is itself the one to be played
        elif batch.where == "shoe" and complete:
            given = replace(batch, first=batch.first + machine.cards)
            supply = with_batch(supply, machine.batch, given)
        elif batch.where == "shoe":
            supply = replace(supply, rack=supply.rack + machine.cards)
    emptied = Machine(machine.job, out_of_order=machine.out_of_order)
    return replace(with_supply(table, replace(supply, machine=emptied)), wanted_shuffler=STOP)


def marked_out_of_order(table: Table, event: ev.MarkedOutOfOrder) -> Table:
    """Without a machine one batch is played: the one in the shoe or in the dealer's hands, else one that is
    shuffled already. What was in the machine is taken out by hand; it waits aside, and so does another batch
    that was opened. One that was not stays what it is."""
    supply = table.standing.supply
    if event.device == "shoe":
        return with_supply(table, replace(supply, shoe_out=event.how))
    out = tuple(
        replace(b, where="table", stage="unshuffled") if b.where == "shuffler" else b for b in supply.batches
    )
    at = _played_by_hand(supply)
    batches = tuple(
        replace(b, stage="aside", by_machine=False) if n != at and b.stage not in _UNOPENED else b
        for n, b in enumerate(out)
    )
    machine = Machine(supply.machine.job, out_of_order=event.how)
    supply = replace(supply, batches=batches, current=at, machine=machine)
    standing = replace(table.standing, supply=supply)
    if supply.equipment.shuffler == "continuous" and in_shoe(supply):
        # What it gave back to the shoe was never cut: all the cards are shuffled by hand before a further
        # round.
        standing = replace(standing, reshuffle_directed=True)
    return replace(table, standing=standing, wanted_shuffler=STOP)


def _played_by_hand(supply: Supply) -> int:
    """The batch that goes on without the machine."""
    batch = current(supply)
    if batch is None or batch.where == "shoe" or batch.stage in _UNOPENED or batch.stage == "washed":
        return supply.current
    play = to_play(supply)
    if play >= 0:
        return play
    if batch.where == "table":
        return supply.current
    return next((at for at, b in enumerate(supply.batches) if b.where == "table"), supply.current)


def returned_to_service(table: Table, event: ev.ReturnedToService) -> Table:
    supply = table.standing.supply
    if event.device == "shoe":
        return with_supply(table, replace(supply, shoe_out=""))
    return with_supply(table, replace(supply, machine=replace(supply.machine, out_of_order="")))


MACHINE: Final[dict[type, Callable[[Table, Any], Table]]] = {
    ev.BatchFed: batch_fed,
    ev.ShuffleEnded: shuffle_ended,
    ev.ReleaseOrdered: release_ordered,
    ev.StackTaken: stack_taken,
    ev.MarkedOutOfOrder: marked_out_of_order,
    ev.ReturnedToService: returned_to_service,
}
"""Merged into evolve.COMMON."""
