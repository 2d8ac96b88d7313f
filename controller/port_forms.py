"""How a table's file writes a port: its keys, what each may be, and which of them go together.

What lives here: the form (pydantic) and the words for what is wrong. Which device hangs on the port is in
installation.py; which port of this computer is meant, in drivers/ports.py.
"""

import re
from typing import Annotated, Final, get_args

from pydantic import AfterValidator

from controller.faults import shown
from controller.forms import Form, one_of, wrong
from drivers.link.serial_port import LINE, is_line
from drivers.ports import Binding, PortKind, is_placeholder

RUN: Final = "{run}"
"""What a path may begin with: the table's runtime directory."""
PORT_KINDS: Final = get_args(PortKind)
_TCP: Final = re.compile(r"[^\s:]+:[0-9]{1,5}|\[[0-9a-fA-F:]+\]:[0-9]{1,5}")
_USB_REMEDY: Final = "write four hexadecimal digits, such as 0x1209"


def _a_path(path: str) -> str:
    if not path or "\0" in path:
        raise wrong(f"{shown(path)} is no path", "write a path")
    if "{" in path.replace(RUN, "") or "}" in path.replace(RUN, ""):
        raise wrong(f"{shown(path)} has braces", f"only {RUN} is replaced; write the path itself")
    return path


def _an_address(tcp: str) -> str:
    if not _TCP.fullmatch(tcp) or not 0 < int(tcp.rpartition(":")[2]) < 65536:
        raise wrong(f"{shown(tcp)} is no address", "write host:port")
    return tcp


def _sixteen_bits(number: int) -> int:
    if not 0 <= number < 1 << 16:
        raise wrong(f"{shown(number)} is no USB id", _USB_REMEDY)
    return number


def _not_nothing(number: int) -> int:
    if number == 0:
        raise wrong("0 is no USB id", _USB_REMEDY)
    return number


def _an_interface(number: int) -> int:
    if not 0 <= number < 256:
        raise wrong(f"{shown(number)} is no USB interface", "write 0 to 255")
    return number


def _a_speed(baud: int) -> int:
    if not 1200 <= baud <= 4_000_000:
        raise wrong(f"{shown(baud)} is no speed of a serial port", "write 1200 to 4000000, such as 115200")
    return baud


def _a_line(line: str) -> str:
    if not is_line(line):
        remedy = "write data bits 7 or 8, parity N, E or O, and stop bits 1 or 2, such as 8N1 or 7E1"
        raise wrong(f"{shown(line)} is no line of a serial port", remedy)
    return line


def _a_kind(kind: str) -> str:
    if kind not in PORT_KINDS:
        raise wrong(f"{shown(kind)} is no kind of port", one_of(PORT_KINDS, kind))
    return kind


PathText = Annotated[str, AfterValidator(_a_path)]
UsbNumber = Annotated[int, AfterValidator(_sixteen_bits)]
"""A vendor or product id that a device may tell, 0 too."""
UsbId = Annotated[UsbNumber, AfterValidator(_not_nothing)]
"""One that a device is bound by."""


class PortForm(Form):
    """The key `port` of a device; what is written becomes a drivers.ports.Binding."""

    kind: Annotated[str, AfterValidator(_a_kind)] = "serial"
    path: PathText | None = None
    tcp: Annotated[str, AfterValidator(_an_address)] | None = None
    vid: UsbId | None = None
    pid: UsbId | None = None
    serial: str | None = None
    interface: Annotated[int, AfterValidator(_an_interface)] | None = None
    location: str | None = None
    baud: Annotated[int, AfterValidator(_a_speed)] = 115200
    line: Annotated[str, AfterValidator(_a_line)] = LINE
    reset: bool = False


def port_problem(binding: Binding) -> tuple[str, str] | None:
    """What is wrong with how it names a port, and the remedy; None where it names one."""
    usb = (binding.vid, binding.pid, binding.serial, binding.interface, binding.location)
    ways = [binding.path is not None, binding.tcp is not None, any(part is not None for part in usb)]
    if sum(ways) != 1:
        what = "names no port" if not any(ways) else "names a port in more than one way"
        return what, "write either path, or tcp, or what USB says (vid, pid, serial, interface, location)"
    if binding.kind != "serial" and not ways[2]:
        return (
            f"is {binding.kind}, and named as a serial port",
            "write what USB says (vid, pid, serial, location)",
        )
    if binding.reset and binding.kind == "serial":
        return "is a serial port, which cannot be reset", "leave reset out, or name a bulk or hid device"
    if binding.serial is not None and binding.location is None and is_placeholder(binding.serial):
        what = f"{shown(binding.serial)} is what many devices tell as their serial number"
        return what, "add location, the USB path that `table-controller devices` shows"
    if binding.pid is not None and binding.vid is None:
        return "has a pid and no vid", "write both"
    if ways[2] and binding.vid is None and binding.serial is None and binding.location is None:
        return "fits every device", "add vid and pid, serial or location"
    return None


def line_problem(binding: Binding, is_own: bool) -> tuple[str, str] | None:
    """What is wrong with its line, and the remedy. is_own: the role's own driver, that of the table link."""
    if binding.line == LINE:
        return None
    if binding.tcp is not None or binding.kind != "serial":
        what = f"has the line {binding.line}, and is no serial port of this computer"
        return what, "leave line out; a serial server has its own settings for it"
    if binding.line.startswith("7") and is_own:
        what = f"has the line {binding.line}, and the table link needs all 8 data bits"
        return what, "write 8N1, 8E1 or 8O1, or name the driver of a device that speaks in 7 bits"
    return None
