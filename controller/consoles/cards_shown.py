"""Table → what a screen shows of the table's cards: batches, shuffler, whom the cut is offered. Pure.

Nothing here knows a card: a batch is a colour and a number of decks. What is due with them is said by the
prompts, the rest of a screen is in screens.py.
"""

from controller.consoles import frames as f
from controller.table import supply as sp
from controller.table.double_shoe import NOT_OUT, SIDES
from controller.table.state import HAND, SHUFFLERS, Batch, Table, is_automated, is_from_hand
from drivers.messages import Dispense

MINUTE_MS = 60_000
SIDE_WORDS = (*SIDES, "either")
"""Sides as a permission names them."""


def batches(table: Table) -> tuple[f.BatchShown, ...]:
    """The batches that are at the table, in their order."""
    sides = SIDES if table.double is not None else ("", "")
    return tuple(
        f.BatchShown(one.back, one.decks, _where(table, one), one.stage, minutes_left(table, one), side)
        for one, side in zip(table.standing.supply.batches, sides, strict=False)
    )


def _where(table: Table, batch: Batch) -> str:
    """Where a batch is; what is dealt is in the shoe, or in the dealer's hand."""
    return HAND if batch.where == "shoe" and is_from_hand(table) else batch.where


def covers_out(table: Table) -> tuple[str, ...]:
    """The sides of a double shoe whose cover card is out."""
    covers = table.double.covers if table.double is not None else ()
    return tuple(side for side, cover in zip(SIDES, covers, strict=False) if cover != NOT_OUT)


def stack(table: Table) -> str:
    """What becomes of a stack of an automated shoe: "coming", "exit", else "none"; "" of another shoe."""
    if not is_automated(table):
        return ""
    told = table.wanted_shoe
    if table.poker.exit:
        return "exit"
    return "coming" if type(told) is Dispense and told.stack > table.poker.stacks else "none"


def minutes_left(table: Table, batch: Batch) -> int:
    """Whole minutes until this batch must be changed; 0 where that is due or nobody can say; -1 before it
    was opened."""
    supply = table.standing.supply
    if batch.opened_ms < 0:
        return -1
    if supply.doubted:
        return 0
    left = batch.opened_ms + sp.hours_in_use(table) * sp.HOUR_MS - supply.clock_ms
    return max(0, left // MINUTE_MS)


def shuffler(table: Table) -> f.ShufflerShown | None:
    """The automated shuffler, or None where none is installed."""
    device, supply = sp.shuffler_of(table), table.standing.supply
    if device is None or supply.equipment.shuffler not in SHUFFLERS:
        return None
    inside = supply.machine
    back = supply.batches[inside.batch].back if 0 <= inside.batch < len(supply.batches) else ""
    return f.ShufflerShown(
        device.name,
        supply.equipment.shuffler,
        inside.stage,
        back,
        inside.cards,
        inside.count,
        inside.counted,
        inside.identity,
        inside.back,
        inside.reason,
        inside.place,
        inside.out_of_order,
    )


def cut(table: Table) -> f.CutShown | None:
    """To whom the cut is offered now; None where no cut is due."""
    if table.phase != "Cutting" and not (table.phase == "Refilling" and table.refill == "cut"):
        return None
    supply = table.standing.supply
    box = sp.offered(supply)
    return f.CutShown("the dealer" if box < 0 else sp.owner(supply, box), box)
