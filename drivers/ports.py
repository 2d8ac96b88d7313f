"""What is plugged in, and which of it is the device that a binding means.

What lives here: the list of serial ports, bindings, and opening what a binding names. What does
not: whether the device behind the port is the right one; it says so itself in the handshake.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from serial.tools import list_ports

from drivers.errors import AmbiguousDevice, PortMissing
from drivers.link import Link, SerialLink, TcpLink

_TRIES: Final = 3


class Port(Struct, frozen=True):
    """One serial port. vid, pid: 0 where it is not USB. interface: the USB interface number, -1 where
    there is none. location: the USB path ("1-1.2")."""

    path: str
    vid: int = 0
    pid: int = 0
    serial: str = ""
    interface: int = -1
    location: str = ""

    def __str__(self) -> str:
        if not self.vid:
            return self.path
        return (
            f"{self.path} ({self.vid:04x}:{self.pid:04x} serial {self.serial or 'none'} at {self.location})"
        )


class Binding(Struct, frozen=True, forbid_unknown_fields=True):
    """Which port a device is on: a path (a pty's too), or a TCP address "host:port", or what USB says of
    it, of which what is None does not matter."""

    path: str | None = None
    tcp: str | None = None
    vid: int | None = None
    pid: int | None = None
    serial: str | None = None
    interface: int | None = None
    location: str | None = None
    baud: int = 115200

    def fits(self, port: Port) -> bool:
        """True where `port` may be the one, by what USB says."""
        wanted = (self.vid, self.pid, self.serial, self.interface, self.location)
        found = (port.vid, port.pid, port.serial, port.interface, port.location)
        return all(want is None or want == have for want, have in zip(wanted, found, strict=True))

    def __str__(self) -> str:
        said = ((name, value) for name, value in self._by_usb() if value is not None)
        return self.path or self.tcp or ", ".join(f"{name} {value}" for name, value in said) or "nothing"

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
            )
            for info in found
        )
        return tuple(sorted(ports, key=lambda port: port.path))
    return ()


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
    if not any(value is not None for _, value in binding._by_usb()):
        raise PortMissing("the device is bound to nothing; name its port in the installation")
    found = [port for port in ports() if port.vid and binding.fits(port)]
    if not found:
        raise PortMissing(f"nothing plugged in is {binding}; plug the device in, or bind it anew")
    if len(found) > 1:
        named = " and ".join(str(port) for port in found)
        raise AmbiguousDevice(f"{named} are all {binding}; bind the device to one of them by port path")
    return found[0].path


def open_link(binding: Binding, ports: Callable[[], Sequence[Port]] = plugged_in) -> Link:
    """Open what `binding` means. PortMissing, AmbiguousDevice, PortBusy, LinkLost."""
    if binding.tcp is not None:
        return TcpLink(binding.tcp)
    return SerialLink(resolve(binding, ports), binding.baud)
