"""What is plugged in, and which of it is the device that a binding means.

What lives here: the list of serial ports and of USB interfaces, bindings, and opening what a binding
names. What does not: whether the device behind the port is the right one; it says so itself in the
handshake.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from serial.tools import list_ports

from drivers.errors import AmbiguousDevice, PortMissing
from drivers.link import Link, PacketPipe, SerialLink, TcpLink, UsbBus, UsbInterface
from drivers.link.serial_port import LINE

_TRIES: Final = 3
_BUS: Final = UsbBus()
PortKind = Literal["serial", "bulk", "hid"]
_NO_NUMBERS: Final = frozenset(
    ("0123456789", "0123456789abcdef", "1234567890", "12345678", "123456", "1234", "0001", "00000001")
) | {"serial", "serialnumber", "none", "n/a", "default"}
"""What chips and boards tell as a serial number before anybody gave them one, in small letters."""


def is_placeholder(serial: str) -> bool:
    """True where this is no serial number of one device: many devices tell the same."""
    said = serial.strip().lower()
    return len(set(said)) < 2 or said in _NO_NUMBERS


class Port(Struct, frozen=True):
    """One serial port, or one vendor or HID interface of a USB device. path: of the port, or of the file
    that stands for the USB device. vid, pid: 0 where it is not USB. interface: the USB interface number,
    -1 where there is none. location: the USB path ("1-1.2"). product: what it calls itself to USB."""

    path: str
    vid: int = 0
    pid: int = 0
    serial: str = ""
    interface: int = -1
    location: str = ""
    kind: PortKind = "serial"
    product: str = ""

    def __str__(self) -> str:
        if not self.vid:
            return self.path
        kind = "" if self.kind == "serial" else f"{self.kind} "
        who = f"{self.vid:04x}:{self.pid:04x} serial {self.serial or 'none'}"
        return f"{self.path} ({kind}{who} at {self.location})"


class Binding(Struct, frozen=True, forbid_unknown_fields=True):
    """Which port a device is on: a path (a pty's too), or a TCP address "host:port", or what USB says of
    it, of which what is None does not matter. kind: of a USB device; one that is no serial port (a CDC
    device is one) is vendor bulk or HID, and is named by what USB says alone. baud: of a serial port. line:
    its data bits, parity and stop bits, such as "7E1". reset: it is reset before each opening, for one that
    comes up only so; some computers lose a device by that, so none is the rule."""

    path: str | None = None
    tcp: str | None = None
    vid: int | None = None
    pid: int | None = None
    serial: str | None = None
    interface: int | None = None
    location: str | None = None
    baud: int = 115200
    line: str = LINE
    kind: PortKind = "serial"
    reset: bool = False

    def fits(self, port: Port) -> bool:
        """True where `port` may be the one, by what USB says."""
        wanted = (self.kind, self.vid, self.pid, self.serial, self.interface, self.location)
        found = (port.kind, port.vid, port.pid, port.serial, port.interface, port.location)
        return all(want is None or want == have for want, have in zip(wanted, found, strict=True))

    def __str__(self) -> str:
        said = ((name, value) for name, value in self._by_usb() if value is not None)
        usb = ", ".join(f"{name} {value}" for name, value in said)
        kind = "" if self.kind == "serial" else f"{self.kind} "
        return self.path or self.tcp or (kind + usb if usb else "nothing")

    def _by_usb(self) -> tuple[tuple[str, str | int | None], ...]:
        vid = None if self.vid is None else f"{self.vid:04x}"
        pid = None if self.pid is None else f"{self.pid:04x}"
        usb = (("vid", vid), ("pid", pid), ("serial", self.serial))
        return (*usb, ("interface", self.interface), ("location", self.location))


def plugged_in() -> tuple[Port, ...]:
    """The serial ports of this computer, by path.

    The kernel removes an unplugged port's entries while they are read; then it is read again.
    """
    for _ in range(_TRIES):
        try:
            found = list(list_ports.comports())
        except (OSError, ValueError, TypeError):
            continue
        ports = (
            Port(
                str(info.device),
                info.vid or 0,
                info.pid or 0,
                info.serial_number or "",
                *_place(info.location or ""),
                product=_printable(info.product or ""),
            )
            for info in found
        )
        return tuple(sorted(ports, key=lambda port: port.path))
    return ()


def _printable(text: str) -> str:
    """A device's own words, harmless at a terminal."""
    return "".join(char for char in text if char.isprintable())[:64]


def usb_plugged_in(bus: UsbBus = _BUS) -> tuple[Port, ...]:
    """The vendor and HID interfaces of this computer's USB devices, by location.

    PortMissing: this computer has no libusb."""
    return tuple(
        Port(one.node, one.vid, one.pid, one.serial, one.interface, one.location, one.kind, one.product)
        for one in bus.interfaces()
    )


def _place(location: str) -> tuple[int, str]:
    """Interface number and USB path of pyserial's location, "1-1.2:1.0"."""
    path, _, interface = location.partition(":")
    number = interface.rpartition(".")[2]
    return (int(number) if number.isdigit() else -1), path


def resolve(binding: Binding, ports: Callable[[], Sequence[Port]] = plugged_in) -> str:
    """The path of the port that `binding` means.

    PortMissing: none is there. AmbiguousDevice: more than one may be meant; all are named, and none
    is taken, until the device is bound by port path.
    """
    if binding.path is not None:
        if not Path(binding.path).exists():
            raise PortMissing(f"there is no port {binding.path}; plug the device in, or bind it anew")
        return binding.path
    return _the_one(binding, ports()).path


def _the_one(binding: Binding, ports: Sequence[Port]) -> Port:
    """The port that fits, and is the only one."""
    if not any(value is not None for _, value in binding._by_usb()):
        raise PortMissing("the device is bound to nothing; name its port in the installation")
    found = [port for port in ports if port.vid and binding.fits(port)]
    if not found:
        silent = replace(binding, serial="")
        if binding.serial is not None and any(silent.fits(port) for port in ports):
            raise PortMissing(
                f"what is plugged in tells no serial number, and may be {binding}; give this user the right "
                "to ask it (the project's udev rules), or bind it by location"
            )
        raise PortMissing(f"nothing plugged in is {binding}; plug the device in, or bind it anew")
    if len(found) > 1:
        named = " and ".join(str(port) for port in found)
        raise AmbiguousDevice(f"{named} are all {binding}; bind the device to one of them by port path")
    return found[0]


def open_link(binding: Binding, ports: Callable[[], Sequence[Port]] = plugged_in, bus: UsbBus = _BUS) -> Link:
    """Open what `binding` means. PortMissing, AmbiguousDevice, PortBusy, LinkLost."""
    if binding.tcp is not None:
        return TcpLink(binding.tcp)
    if binding.kind == "serial":
        return SerialLink(resolve(binding, ports), binding.baud, binding.line)
    return bus.open(_interface_of(binding, bus), reset=binding.reset)


def open_packets(binding: Binding, bus: UsbBus = _BUS) -> PacketPipe:
    """What `binding` means, vendor bulk or HID, packet by packet: to examine it. As open_link."""
    return bus.open_packets(_interface_of(binding, bus))


def _interface_of(binding: Binding, bus: UsbBus) -> UsbInterface:
    """The interface of a binding that is no serial port."""
    if binding.kind == "serial":
        raise PortMissing(f"{binding} is a serial port, and has no packets; open it as one")
    port = _the_one(binding, usb_plugged_in(bus))
    return UsbInterface(
        binding.kind, port.vid, port.pid, port.serial, port.interface, port.location, node=port.path
    )


_USB: Final = re.compile(r"usb:([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?::([^@]*))?(?:@(.+))?")


def read_kind(word: str) -> PortKind:
    """A kind of port by its word. ValueError: it is none."""
    for kind in get_args(PortKind):
        if kind == word:
            return kind  # type: ignore[no-any-return]
    raise ValueError(f"{word!r} is no kind of port; there are {', '.join(get_args(PortKind))}")


def read_port(text: str, kind: PortKind = "serial") -> Binding:
    """A port as a person writes it on a command line: a path (a pty's too), host:port, or
    usb:VID:PID[:SERIAL][@LOCATION], "usb:1209:0001:S1@1-1.2". ValueError: it is none, or `kind` is not one of
    that port; the text says what to write."""
    found = _USB.fullmatch(text)
    if found is not None:
        vid, pid, serial, location = found.groups()
        return Binding(
            vid=int(vid, 16), pid=int(pid, 16), serial=serial or None, location=location or None, kind=kind
        )
    if text.startswith("usb:"):
        raise ValueError(
            f"{text!r} is no USB port; write usb:VID:PID[:SERIAL][@LOCATION], VID and PID in hex"
        )
    if kind != "serial":
        raise ValueError(f"{text!r} is no {kind} port; write usb:VID:PID[:SERIAL][@LOCATION]")
    return Binding(path=text) if "/" in text or ":" not in text else Binding(tcp=text)
