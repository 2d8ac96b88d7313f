"""What is plugged in by USB, as the kernel has it in sysfs: every device, hubs too, without opening any.

What lives here: reading /sys/bus/usb/devices, and the descriptors that lie there. What does not: which device
is expected (that is for who asks), serial ports and interfaces that can be opened (ports.py), and the news of
the kernel (usb_news.py). A device's words and descriptors come from the device: who shows or keeps its words
cleans them (`clean`), and descriptors that are not whole have no interfaces, and so fit nothing.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from drivers.errors import UsbUnseen

SYSFS: Final = Path("/sys/bus/usb/devices")
_DEVICE, _CONFIGURATION, _INTERFACE = 1, 2, 4
_DEVICE_LENGTH: Final = 18
_INTERFACE_LENGTH: Final = 9
_CONFIGURATION_LENGTH: Final = 9
MOST_WORDS: Final = 40
"""Characters of a device's own words that are shown and kept."""
_HARMLESS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._:/+-")
COMING: Final = 1.0
"""Seconds that a device may be there without its descriptors: the kernel makes its files one after the
other, and takes them away so. One that cannot be read for longer is there, and something is wrong with it."""

Kinds = tuple[str, ...]


class UsbDevice(Struct, frozen=True):
    """One device. location: its USB path, "1-1.2"; "usb1" for a controller of this computer. number: of this
    plugging in, as the kernel counts them on that bus. serial, product: its own words, as it says them.
    interfaces: by interface number, what each may be: class/subclass/protocol in hexadecimal, over all
    configurations and alternate settings. vid, pid: 0 and no interfaces where it could not be read."""

    location: str
    number: int
    vid: int = 0
    pid: int = 0
    serial: str = ""
    product: str = ""
    interfaces: tuple[Kinds, ...] = ()

    @property
    def is_controller(self) -> bool:
        """Whether it is a root hub: a part of this computer that nobody plugs in."""
        return self.location.startswith("usb")


def clean(text: str) -> str:
    """Words of a device, harmless in a journal, a log line and a terminal: short, plain characters only."""
    return "".join(char if char in _HARMLESS else "?" for char in text[:MOST_WORDS])


def parse(raw: bytes) -> tuple[int, int, tuple[Kinds, ...]]:
    """Vendor, product and interfaces of a device's descriptors, as they lie in sysfs: the device's own, then
    those of each configuration. ValueError: they begin with no device."""
    if len(raw) < _DEVICE_LENGTH or raw[1] != _DEVICE:
        raise ValueError("no device descriptor")
    vid, pid = int.from_bytes(raw[8:10], "little"), int.from_bytes(raw[10:12], "little")
    found: dict[int, set[str]] = {}
    at = _DEVICE_LENGTH
    while at < len(raw):
        head = raw[at : at + _CONFIGURATION_LENGTH]
        whole = int.from_bytes(head[2:4], "little")
        if len(head) < _CONFIGURATION_LENGTH or head[1] != _CONFIGURATION or whole < len(head):
            return vid, pid, ()
        if not _walk(raw[at : at + whole], found):
            return vid, pid, ()
        at += whole
    return vid, pid, tuple(tuple(sorted(found[number])) for number in sorted(found))


def _walk(configuration: bytes, found: dict[int, set[str]]) -> bool:
    """Add what the interfaces of a configuration may be; False where its descriptors are no chain."""
    at = 0
    while at < len(configuration):
        piece = configuration[at : at + configuration[at]]
        if len(piece) < 2 or len(piece) < configuration[at]:
            return False
        if piece[1] == _INTERFACE:
            if len(piece) < _INTERFACE_LENGTH:
                return False
            kind = "/".join(f"{byte:02x}" for byte in piece[5:8])
            found.setdefault(piece[2], set()).add(kind)
        at += len(piece)
    return True


class UsbTree:
    """Looks at the devices of this computer. root: the folder that sysfs has them in.

    clock: monotonic seconds. What was read of a device is kept as long as it is plugged in: the kernel does
    not change it without another number, and reading strings waits for whoever works with the device.
    """

    def __init__(self, root: Path = SYSFS, clock: Callable[[], float] = time.monotonic) -> None:
        self._root = root
        self._clock = clock
        self._known: dict[tuple[str, int], UsbDevice] = {}
        self._unread: dict[str, float] = {}

    def look(self) -> tuple[UsbDevice, ...]:
        """What is plugged in, by location. UsbUnseen: that cannot be seen at all."""
        try:
            names = sorted(name for name in os.listdir(self._root) if ":" not in name)
        except OSError as error:
            raise UsbUnseen(f"{self._root} cannot be read ({error.strerror or error})") from error
        seen: dict[tuple[str, int], UsbDevice] = {}
        unread: dict[str, float] = {}
        now = self._clock()
        for name in names:
            one = self._device(name)
            if one is None:
                unread[name] = self._unread.get(name, now)
                if now - unread[name] < COMING:
                    continue
                one = UsbDevice(name, 0)
            seen[one.location, one.number] = one
        self._known, self._unread = seen, unread
        return tuple(seen.values())

    def _device(self, name: str) -> UsbDevice | None:
        """None where it cannot be read: most likely it is just coming or going."""
        folder = self._root / name
        try:
            number = int((folder / "devnum").read_bytes())
            known = self._known.get((name, number))
            if known is not None:
                return known
            vid, pid, interfaces = parse((folder / "descriptors").read_bytes())
            serial, product = _words(folder / "serial"), _words(folder / "product")
        except (OSError, ValueError):
            return None
        return UsbDevice(name, number, vid, pid, serial, product, interfaces)


def _words(path: Path) -> str:
    """A device's string; "" where it has none."""
    try:
        return path.read_bytes().decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return ""
