"""What is plugged in at this computer, whether a table expects it, and how to bind it.

For `table-controller devices` without a table's file to greet. Nothing is opened here but, by the USB
library, a device's own words for its serial number; greeting devices lives in connected.py.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from drivers.errors import PortMissing
from drivers.link.serial_port import holder_of
from drivers.ports import Binding, Port, is_placeholder, plugged_in, usb_plugged_in

if TYPE_CHECKING:
    from controller.installation import InstalledDevice

_NOBODY = "another process"
"""What holder_of says where no process is found."""


class Found(Struct, frozen=True):
    """One port. binding: the line of TOML that names it. held: which process has it, "" for none that can be
    seen. expected: the device of the table's file that it is, by name; "" for none or where no file was
    named, several where the file cannot tell them apart. trust: that device's, where the table is
    commissioned."""

    port: Port
    binding: str
    held: str
    expected: str
    trust: str = ""

    @property
    def shown_as(self) -> str:
        """What it is expected as, for a person."""
        if not self.expected:
            return "not expected"
        return f"{self.expected} ({self.trust})" if self.trust else self.expected


def find_all() -> tuple[Port, ...]:
    """Serial ports, then the vendor and HID interfaces of USB devices; those are left out, and standard
    error says so, where this computer has no libusb."""
    try:
        usb = usb_plugged_in()
    except PortMissing as error:
        print(f"USB devices that are no serial ports are not shown: {error}", file=sys.stderr)
        usb = ()
    return (*plugged_in(), *usb)


def look(ports: Sequence[Port], installed: Sequence["InstalledDevice"] = ()) -> tuple[Found, ...]:
    """Each port with how to bind it, and who has it."""
    return tuple(_found(port, ports, installed) for port in ports)


def _found(port: Port, ports: Sequence[Port], installed: Sequence["InstalledDevice"]) -> Found:
    fitting = [one for one in installed if _means(one.binding, port)]
    names = ", ".join(one.name for one in fitting)
    trust = fitting[0].trust if len(fitting) == 1 else ""
    return Found(port, binding_line(port, ports), _held(port), names, trust)


def with_named(
    found: Sequence[Found], named: Sequence[str], installed: Sequence["InstalledDevice"]
) -> tuple[Found, ...]:
    """These, and the ports that a person names by a path that is in no list: a pseudo-terminal's, say."""
    known = {word for one in found for word in (one.port.path, one.port.location)}
    more = [Port(path) for path in named if path not in known]
    return (*found, *look(more, installed))


def binding_line(port: Port, ports: Sequence[Port]) -> str:
    """The line of TOML that means this port and none of the others that are plugged in."""
    if not port.vid:
        return f"port = {{ path = {json.dumps(port.path)} }}"
    binding = Binding(kind=port.kind, vid=port.vid, pid=port.pid)
    words = [f"vid = 0x{port.vid:04x}", f"pid = 0x{port.pid:04x}"]
    alike = [one for one in ports if binding.fits(one)]
    elsewhere = [one for one in alike if one.location != port.location]
    if is_placeholder(port.serial) or any(one.serial == port.serial for one in elsewhere):
        words.append(f"location = {json.dumps(port.location)}")
    else:
        words.append(f"serial = {json.dumps(port.serial)}")
    if len(alike) - len(elsewhere) > 1:
        words.append(f"interface = {port.interface}")
    if port.kind != "serial":
        words.append(f'kind = "{port.kind}"')
    return f"port = {{ {', '.join(words)} }}"


def _held(port: Port) -> str:
    holder = holder_of(port.path)
    return "" if holder == _NOBODY else holder


def _means(binding: Binding, port: Port) -> bool:
    if binding.tcp is not None:
        return False
    if binding.path is not None:
        return binding.path == port.path
    return bool(port.vid) and binding.fits(port)


def show(found: Sequence[Found], table: bool, console: Console) -> None:
    """As a table on `console`. table: a table's file was named, so that what is expected is known."""
    if not found:
        console.print(
            "No serial port and no USB device is plugged in. Pseudo-terminals are named in a table's file."
        )
        return
    drawn = Table("port", "kind", "USB id", "says it is", "serial", "at", "in use by")
    if table:
        drawn.add_column("expected as")
    for one in found:
        port = one.port
        usb = f"{port.vid:04x}:{port.pid:04x}" if port.vid else ""
        cells = [port.path, port.kind, usb, port.product, port.serial, port.location, one.held]
        if table:
            cells.append(one.shown_as)
        drawn.add_row(*(escape(cell) for cell in cells))
    console.print(drawn)
    console.print("To bind one, write its line into the table's file:")
    for one in found:
        console.print(f"  {one.binding}  # {one.port.path}", markup=False, soft_wrap=True)


def as_json(found: Sequence[Found], unknown: Mapping[str, object] | None = None) -> str:
    """The same as a JSON document. unknown: what does not belong to the table, of usb_shown.as_builtins; None
    where no table is named."""
    more = {} if unknown is None else {"unknown": unknown}
    return json.dumps({"format": 1, "ports": to_builtins(found), **more}, indent=1)
