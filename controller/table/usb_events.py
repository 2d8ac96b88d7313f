"""What becomes of a Table when a USB device that does not belong to it comes, goes, or was seen to. Pure.

Which device belongs here is decided outside, in controller/usb_belongs.py; what follows, in usb.py.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.table import events as ev
from controller.table.state import Stranger, Table, UsbTrouble

NO_TROUBLE: Final = UsbTrouble()
MOST_GONE: Final = 16
"""So many of those that are out again stay on the Table; the journal has them all."""


def trouble_of(table: Table) -> UsbTrouble:
    """What is to be seen to; NO_TROUBLE for nothing."""
    return table.standing.usb or NO_TROUBLE


def _with(table: Table, trouble: UsbTrouble) -> Table:
    usb = None if trouble == NO_TROUBLE else trouble
    return replace(table, standing=replace(table.standing, usb=usb))


def _came(table: Table, event: ev.UsbCame) -> Table:
    trouble = trouble_of(table)
    known = [one for one in trouble.strangers if not one.gone or not _alike(one, event.what)]
    gone = [one for one in known if one.gone][-MOST_GONE + 1 :]
    there = [one for one in known if not one.gone]
    return _with(table, replace(trouble, strangers=(*gone, *there, event.what)))


def _alike(one: Stranger, other: Stranger) -> bool:
    """What is plugged in again and again at one place is one stranger."""
    return (one.location, one.vid, one.pid, one.serial) == (
        other.location,
        other.vid,
        other.pid,
        other.serial,
    )


def _left(table: Table, event: ev.UsbLeft) -> Table:
    trouble = trouble_of(table)
    strangers = tuple(replace(one, gone=True) if one == event.what else one for one in trouble.strangers)
    return _with(table, replace(trouble, strangers=strangers))


def _unwatched(table: Table, event: ev.UsbUnwatched) -> Table:
    return _with(table, replace(trouble_of(table), unwatched=event.why, accepted=False))


def _cleared(table: Table, _: ev.UsbCleared) -> Table:
    """Where nobody sees what is plugged in, the floorperson's word stands for it until somebody does."""
    trouble = trouble_of(table)
    return _with(table, replace(trouble, strangers=(), accepted=bool(trouble.unwatched)))


USB: Final[dict[type, Callable[[Table, Any], Table]]] = {
    ev.UsbCame: _came,
    ev.UsbLeft: _left,
    ev.UsbUnwatched: _unwatched,
    ev.UsbCleared: _cleared,
}
