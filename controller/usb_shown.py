"""What is plugged in by USB that does not belong to a table, and the lines of its file that would allow it.

For `table-controller devices --table FILE`. Ports that can be bound are in plugged.py; here is all the rest:
hubs, keyboards, whatever has no port.
"""

import json
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict
from rich.console import Console

from controller.table.state import Stranger
from controller.table.usb import MORE, described
from controller.usb_belongs import Belongings
from drivers.errors import UsbUnseen
from drivers.ports import is_placeholder
from drivers.usb_tree import MOST_WORDS, UsbTree


class Unknown(Struct, frozen=True):
    """strangers: what does not belong there. unseen: why that cannot be told, "" where it can."""

    strangers: tuple[Stranger, ...]
    unseen: str = ""


def look(tree: UsbTree, belongings: Belongings) -> Unknown:
    """What is there now."""
    try:
        return Unknown(belongings.strangers(tree.look()))
    except UsbUnseen as error:
        return Unknown((), str(error))


def as_builtins(found: Unknown) -> dict[str, object]:
    """For a program: each unknown device with the entry that would allow it ("" where none can), and why what
    is plugged in cannot be seen, "" where it can."""
    devices = [{**asdict(one), "entry": entry(one)} for one in found.strangers]
    return {"unseen": found.unseen, "devices": devices}


def entry(one: Stranger) -> str:
    """The entry of the table's file that means this device and no more; "" where none can: it is several
    kinds of thing on one interface."""
    interfaces = [_common(kinds.split("|")) for kinds in one.interfaces]
    if not interfaces or not all(interfaces) or MORE in one.interfaces:
        return ""
    whole = len(one.serial) < MOST_WORDS and "?" not in one.serial
    by_serial = one.serial and whole and not is_placeholder(one.serial)
    which = f"serial = {json.dumps(one.serial)}" if by_serial else f"location = {json.dumps(one.location)}"
    lines = ("[[usb_allowed]]", f"vid = 0x{one.vid:04x}", f"pid = 0x{one.pid:04x}", which)
    return "\n".join((*lines, f"interfaces = {json.dumps(interfaces)}", 'why = "say why it is there"'))


def _common(kinds: Sequence[str]) -> str:
    """What these kinds of interface have in common, from the class on."""
    parts = [kind.split("/") for kind in kinds]
    alike = 0
    while alike < 3 and len({tuple(part[: alike + 1]) for part in parts}) == 1:
        alike += 1
    return "/".join(parts[0][:alike])


def show(found: Unknown, console: Console) -> None:
    """On `console`, with what to write into the table's file for those that belong there."""
    if found.unseen:
        console.print(f"What else is plugged in by USB cannot be seen: {found.unseen}", markup=False)
        return
    if not found.strangers:
        console.print("By USB nothing is plugged in that does not belong to this table.")
        return
    console.print("Plugged in by USB, and unknown to this table; no round begins beside it:")
    for one in found.strangers:
        console.print(f"  {described(one)}; {one.why}", markup=False, soft_wrap=True)
    console.print("What does belong there is written into the table's file:")
    for one in found.strangers:
        console.print(entry(one) or f"# none for {one.location}", markup=False, soft_wrap=True)
