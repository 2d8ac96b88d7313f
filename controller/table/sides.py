"""The two sides of a double shoe between rounds: one after the other is opened, taken out, shuffled, loaded.

Rows for the spine: passages by which the side in hand, which is the current batch, changes; a table with one
compartment takes only the last of them. Each side's own procedures are those of every batch (opening.py,
shuffling.py, cutting.py). Which side is due is in double_shoe.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import double_shoe as ds
from controller.table import events as ev
from controller.table import phases as ph
from controller.table import supply as sp
from controller.table.commands import Asked, DirectReshuffle, Refused
from controller.table.events import Event
from controller.table.phases import Row
from controller.table.state import Table

OPENED_IN: Final = {"received": "Inspecting", "seen": "Washing"}
"""The phase in which what is still to be done with a side begins, by its stage; else it is shuffled."""


def check_side(table: Table, given: Asked) -> None:
    """Refused where a reshuffle is directed of a side that the shoe has not."""
    asked = given.what
    assert isinstance(asked, DirectReshuffle)
    if asked.side not in ("", *(ds.SIDES if table.double is not None else ())):
        raise Refused(f"this shoe has no side {asked.side!r}", "topic:reshuffle-directed")


# ---- out of the shoe ------------------------------------------------------------------------------------


def is_other_taken_out(table: Table) -> bool:
    """The side that leaves the shoe next is not the one in hand."""
    if table.double is None:
        return False
    side = ds.to_take_out(table)
    return side >= 0 and side != table.standing.supply.current


def turn_to_taken_out(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.BatchTurned(ds.to_take_out(table)),)


@clause("topic:idle-table", "topic:sides-opened-apart")
def is_other_unspread(table: Table) -> bool:
    """On an idle table the sides are spread one after the other, by themselves."""
    stages = _stages(table)
    return "collected" in stages and stages.index("collected") != table.standing.supply.current


def turn_to_unspread(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.BatchTurned(_stages(table).index("collected")),)


def is_seen(table: Table) -> bool:
    """Somebody looked at both sides of an idle table; the left one is washed first."""
    return _stages(table) == ("seen", "seen") and table.standing.supply.current != 0


def turn_to_left(_: Table, __: None) -> tuple[Event, ...]:
    return (ev.BatchTurned(0),)


def _stages(table: Table) -> tuple[str, ...]:
    """The stages of the sides that lie on the table; () where there is no double shoe, or one is in it."""
    batches = table.standing.supply.batches if table.double is not None else ()
    return tuple(one.stage for one in batches) if all(one.where == "table" for one in batches) else ()


# ---- into the shoe --------------------------------------------------------------------------------------


def is_loaded(table: Table) -> bool:
    """The stack is in the shoe, and of a double shoe nothing else is to be done with the other side."""
    return sp.in_shoe(table.standing.supply) and other_side(table) < 0


def _goes_on_in(phase: str) -> ph.When:
    """Whether the side in hand is loaded, and the other one goes on in that phase."""

    def check(table: Table) -> bool:
        if table.double is None or not sp.in_shoe(table.standing.supply):
            return False
        at = other_side(table)
        stage = table.standing.supply.batches[at].stage
        return at >= 0 and OPENED_IN.get(stage, "Shuffling") == phase

    return check


@clause("topic:sides-opened-apart", "topic:shuffle-one-side")
def other_side(table: Table) -> int:
    """The other side, where it is not in the shoe yet, or is to be taken out of it; else -1."""
    double, supply = table.double, table.standing.supply
    if double is None:
        return -1
    at = 1 - supply.current
    return at if supply.batches[at].where != "shoe" or double.due[at] else -1


def turn_to_other(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.BatchTurned(other_side(table)),)


TURNING: Final = (
    Row(
        None,
        ("Shuffling", "Idle", "Closing"),
        None,
        "topic:side-of-cover-card",
        turn_to_taken_out,
        when=is_other_taken_out,
    ),
    Row(None, ("Idle",), None, "topic:sides-opened-apart", turn_to_unspread, when=is_other_unspread),
    Row(None, ("Idle",), None, "topic:idle-shuffle-by-hand", turn_to_left, when=is_seen),
)
"""Before anything else is due: the side that is to be seen to is the one in hand."""
LOADED: Final = (
    *(
        Row(None, ("Loading",), phase, "topic:sides-opened-apart", turn_to_other, when=_goes_on_in(phase))
        for phase in ("Inspecting", "Washing", "Shuffling")
    ),
    Row(None, ("Loading",), "Betting", "topic:load-shoe", when=is_loaded),
)
"""What follows once a stack is in the shoe."""
