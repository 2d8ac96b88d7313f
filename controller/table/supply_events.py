"""How events change the cards of a table and what shuffles them. Pure; no guards, no doubt.

Part of what every game's evolve starts from (evolve.py). What the events mean is in events.py.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.table import events as ev
from controller.table import side_events as sides
from controller.table.double_shoe import is_double
from controller.table.state import (
    AUTOMATED,
    STOP,
    Batch,
    DeviceStanding,
    DoubleShoe,
    Equipment,
    Machine,
    Supply,
    Table,
    face_down,
)
from controller.table.supply import LEFT_INSIDE, batch_size, current, fresh_batches

_OPENING: Final = {"inspected": "inspected", "verified": "verified", "spread": "spread", "washed": "washed"}


def with_supply(table: Table, supply: Supply) -> Table:
    """The Table with this supply."""
    return replace(table, standing=replace(table.standing, supply=supply))


def with_batch(supply: Supply, at: int, batch: Batch) -> Supply:
    """The Supply with that batch in place `at`."""
    return replace(supply, batches=(*supply.batches[:at], batch, *supply.batches[at + 1 :]))


def on_current(supply: Supply, **changes: Any) -> Supply:
    """The Supply whose current batch has these changes; as it is where there is none."""
    batch = current(supply)
    return supply if batch is None else with_batch(supply, supply.current, replace(batch, **changes))


def as_counted(supply: Supply, at: int) -> Supply:
    """The Supply whose batch in place `at` was counted, and has all its cards."""
    return replace(with_batch(supply, at, replace(supply.batches[at], uncounted=0)), uncounted=0)


def step_done(table: Table, step: str) -> Supply:
    """What a step of opening, shuffling or closing does to the cards. What people shuffle, or wash, is not
    shuffled by a machine any more."""
    supply = table.standing.supply
    if step == "opened":
        return _opened(supply, table.rules.decks)
    if step in _OPENING:
        return on_current(supply, stage=_OPENING[step], by_machine=False)
    if step == "shuffled":
        return on_current(supply, stage="shuffled")
    if step == "cut":
        return on_current(supply, stage="cut")
    if step == "loaded":
        return _loaded(table, supply)
    if step == "idle":  # who played before is gone: whoever comes now is the first player
        return replace(supply, last_boxes=(), first_player="", cut_why="first", cut_refused=0)
    return supply


def _opened(supply: Supply, decks: int) -> Supply:
    """Fresh cards, as far as the opening alone tells: what was received follows, but in journals of the first
    build, which say nothing more of the cards."""
    fresh = tuple(replace(batch, opened_ms=supply.clock_ms) for batch in fresh_batches(supply, decks))
    return replace(supply, batches=fresh, current=0)


def _loaded(table: Table, supply: Supply) -> Supply:
    batch = current(supply)
    if batch is None:
        return supply
    loaded = replace(batch, where="shoe", stage="cut", loaded=batch_size(batch), first=table.last)
    supply = with_batch(supply, supply.current, loaded)
    if table.double is not None and any(one.where == "table" for one in supply.batches):
        return replace(supply, cut_refused=0)  # the other side comes next, and is offered to the same people
    return replace(
        supply,
        rack=0,
        cut_why="rotate",
        cover_at=-1,
        cut_refused=0,
        respread=False,
        kept=-1,
    )


def cards_looked_at(table: Table, event: ev.CardsLookedAt) -> Table:
    """Who came first will be offered the cut. On an idle table both sides of a double shoe lie spread."""
    supply = on_current(table.standing.supply, stage="seen")
    if table.double is not None and table.phase == "Idle":
        supply = replace(supply, batches=tuple(replace(one, stage="seen") for one in supply.batches))
    return with_supply(
        table,
        replace(
            supply,
            first_player=event.player or supply.first_player,
            cut_why="first",
            cut_refused=0,
            respread=supply.respread or event.respread,
            kept=1 - supply.current if event.respread and len(supply.batches) == 2 else supply.kept,
        ),
    )


def cards_received(table: Table, event: ev.CardsReceived) -> Table:
    """Cards come to the table. The time that they may be used counts from now, for no later moment is
    safer; what came shuffled is a stack already. Cards that replace others during play come by a
    floorperson's word, and the first player who looks at them is offered the cut."""
    before = table.standing.supply
    clock = before.clock_ms
    batches = tuple(
        replace(b, opened_ms=clock, stage="shuffled" if b.source == "preshuffled" else "received")
        for b in event.batches
    )
    supply = replace(
        before,
        batches=batches,
        current=0,
        machine=_without_batch(before.machine),
        change=(),
        doubted=False,
        rack=0,
        first_player="",
        cut_why="rotate" if before.last_boxes else "first",
        cover_at=-1,
        cut_refused=0,
        respread=False,
        cut_by=table.rules.cut_by,
        uncounted=0,
        kept=-1,
    )
    return replace(with_supply(table, supply), double=DoubleShoe() if is_double(supply) else None)


def _without_batch(machine: Machine) -> Machine:
    """The shuffler when its batch leaves the table: what is still inside is no batch of those that come."""
    left = Machine(machine.job, out_of_order=machine.out_of_order)
    return left if machine.stage == "empty" else replace(left, stage="failed", reason=LEFT_INSIDE)


def batch_exchanged(table: Table, _: ev.BatchExchanged) -> Table:
    supply = table.standing.supply
    return with_supply(table, on_current(supply, stage="received", opened_ms=supply.clock_ms))


def batch_turned(table: Table, event: ev.BatchTurned) -> Table:
    return with_supply(table, replace(table.standing.supply, current=event.current))


# ---- the shoe, the cut, the clock --------------------------------------------------------------------


def shoe_collected(table: Table, event: ev.ShoeCollected) -> Table:
    """The batch lies in the rack, whole, with what was removed from it since its last round; what of that is
    sealed is owed to the journal. The shoe is empty, and calls for no reshuffle by that. Of a double shoe all
    this is about one side."""
    out = on_current(table.standing.supply, where="table", stage="collected", by_machine=False)
    supply = replace(out, rack=0)
    down = face_down(table)
    owed = tuple(card.draw for card in table.removed if card.card == down)
    standing = replace(table.standing, sealed=table.standing.sealed + owed, supply=supply)
    after = replace(table, removed=(), standing=standing)
    return after if table.double is None else sides.collected(after, table.removed, event)


def card_returned(table: Table, event: ev.CardReturned) -> Table:
    if table.double is not None:
        return replace(table, double=sides.card_returned(table.double, event))
    supply = table.standing.supply
    batch = current(supply)
    return table if batch is None else with_supply(table, on_current(supply, first=batch.first + 1))


def shoe_refilled(table: Table, event: ev.ShoeRefilled) -> Table:
    supply = on_current(table.standing.supply, loaded=event.cards, first=table.last)
    standing = replace(table.standing, supply=replace(supply, cut_refused=0, rack=0), shoe_empty=False)
    after = replace(table, standing=standing, refill="burn")
    return after if table.double is None else sides.refilled(after)


def change_begun(table: Table, event: ev.ChangeBegun) -> Table:
    return with_supply(table, replace(table.standing.supply, change=event.batches))


def cut_refused(table: Table, _: ev.CutRefused) -> Table:
    supply = table.standing.supply
    return with_supply(table, replace(supply, cut_refused=supply.cut_refused + 1))


def recut_ordered(table: Table, _: ev.RecutOrdered) -> Table:
    """It is cut again by who cut last, to whom the offer stands, or by the next one entitled."""
    return with_supply(table, on_current(table.standing.supply, stage="shuffled"))


def table_confirmed(table: Table, _: ev.TableConfirmed) -> Table:
    return with_supply(table, replace(table.standing.supply, confirmed=True))


def time_counted(table: Table, event: ev.TimeCounted) -> Table:
    """A new gaming day asks for a new inspection of the reader."""
    supply = table.standing.supply
    standing = table.standing
    if event.day and event.day != supply.day:
        inspected = standing.reader_inspected and supply.day == ""
        inspected_day = event.day if inspected else supply.inspected_day
        supply = replace(supply, day=event.day, inspected_day=inspected_day)
        standing = replace(standing, reader_inspected=inspected)
    supply = replace(supply, clock_ms=supply.clock_ms + event.ms)
    return replace(table, standing=replace(standing, supply=supply))


def deck_counted(table: Table, event: ev.DeckCounted) -> Table:
    """A deck that is not whole stays uncounted, and leaves the table."""
    supply = table.standing.supply
    batch = current(supply)
    if batch is None or event.cards != batch_size(batch):
        return table
    return with_supply(table, as_counted(supply, supply.current))


def doubt(supply: Supply) -> Supply:
    """Nobody can say any more how long the cards have been in use."""
    return replace(supply, doubted=True, inspected_day="")


def round_ended(table: Table) -> Supply:
    """The round's cards are discards, and nobody has counted them. A shoe that reshuffles by itself takes
    them back at once."""
    supply = table.standing.supply
    batch = current(supply)
    if batch is not None:
        supply = on_current(supply, uncounted=batch.uncounted + 1)
    dealt = sum(len(hand.cards) for hand in (*table.hands, table.dealer))
    dealt += len(table.removed) + len(table.poker.given)
    boxes = tuple(dict.fromkeys(hand.box for hand in table.hands))
    supply = replace(supply, last_boxes=boxes, rack=supply.rack + dealt, uncounted=supply.uncounted + 1)
    batch = current(supply)
    if batch is not None and supply.equipment.shuffler == "in_shoe":
        return replace(on_current(supply, first=batch.first + dealt), rack=0)
    return supply


def cover_came(supply: Supply, at: int) -> Supply:
    return replace(supply, cut_why="cover" if at > 0 else "rotate", cover_at=at, cut_refused=0)


def directed(table: Table) -> Supply:
    """After a floorperson's word the cut is offered from the far right, also to who has just placed a wager;
    not where the cover card came out on a player's box all the same."""
    supply = table.standing.supply
    if supply.cut_why == "cover":
        return supply
    boxes = (*supply.last_boxes, *(stack.box for stack in table.stacks))
    return replace(supply, cut_why="rotate", cut_refused=0, last_boxes=tuple(dict.fromkeys(boxes)))


# ---- what is installed --------------------------------------------------------------------------------


def installation_changed(table: Table, event: ev.InstallationChanged) -> Table:
    """Other devices count from the next opening, and at once on a closed table. One of a role that nobody
    had is heard from now on, for it will not say a second time that it is ready; nothing is asked of it."""
    supply = replace(table.standing.supply, next_installed=(event.devices, event.equipment))
    there = table.standing.devices
    roles = {device.role for device in there}
    new = tuple(DeviceStanding(name, role) for name, role in event.devices if role not in roles)
    table = replace(table, standing=replace(table.standing, supply=supply, devices=(*there, *new)))
    return closed(table) if table.phase == "Closed" else table


def closed(table: Table) -> Table:
    """The table is closed: its cards are gone, and what is to be installed is. What nobody took out of the
    shuffler has to come out of it before other cards go in."""
    supply = table.standing.supply
    standing = table.standing
    machine = _without_batch(supply.machine)
    equipment = supply.equipment
    if supply.next_installed is not None:
        devices, equipment = supply.next_installed
        known = {device.name: device for device in standing.devices}
        standing = replace(standing, devices=tuple(_standing(known, name, role) for name, role in devices))
    cleared = Supply(
        equipment=equipment,
        machine=machine,
        clock_ms=supply.clock_ms,
        day=supply.day,
        inspected_day=supply.inspected_day,
        shoe_out=supply.shoe_out if equipment.shoe == AUTOMATED else "",
    )
    return replace(table, standing=replace(standing, supply=cleared), wanted_shuffler=STOP, double=None)


def _standing(known: dict[str, DeviceStanding], name: str, role: str) -> DeviceStanding:
    there = known.get(name)
    return there if there is not None and there.role == role else DeviceStanding(name, role)


def equipped(supply: Supply, equipment: Equipment) -> Supply:
    return replace(supply, equipment=equipment)


def refill_began(table: Table, event: ev.RefillBegan) -> Table:
    """The discards will be cut by those who are in this round: by who had the cover card, if it came out on a
    box, else as after a floorperson's word."""
    boxes = tuple(dict.fromkeys(hand.box for hand in table.hands))
    supply = replace(table.standing.supply, cut_refused=0, last_boxes=boxes)
    if table.double is not None:
        supply = sides.cut_by(supply, table.double.covers[supply.current])
    return replace(with_supply(table, supply), came_from=event.phase, refill="shuffle")


SUPPLY: Final[dict[type, Callable[[Table, Any], Table]]] = {
    ev.CardsReceived: cards_received,
    ev.CardsLookedAt: cards_looked_at,
    ev.BatchExchanged: batch_exchanged,
    ev.BatchTurned: batch_turned,
    ev.ShoeCollected: shoe_collected,
    ev.CardReturned: card_returned,
    ev.ShoeRefilled: shoe_refilled,
    ev.ChangeBegun: change_begun,
    ev.DeckCounted: deck_counted,
    ev.CutRefused: cut_refused,
    ev.RecutOrdered: recut_ordered,
    ev.TableConfirmed: table_confirmed,
    ev.TimeCounted: time_counted,
    ev.InstallationChanged: installation_changed,
    ev.RefillBegan: refill_began,
}
"""Merged into evolve.COMMON."""
