"""A cable of each kind with somebody at its far end: a pty, TCP, a null modem, USB bulk and HID.

The far ends are those of the simulators, spoken to byte by byte. What a device says does not live here
(fake_device.py), and what goes wrong with a cable is in test_every_link.py.
"""

import errno
import queue
import select
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import pytest

from drivers import messages as m
from drivers.errors import LinkLost, PortMissing
from drivers.link import Link, LoopLink, SerialLink, TcpLink, UsbBus
from drivers.simulated.endpoint import Endpoint, PtyEndpoint, TcpEndpoint
from drivers.simulated.usb_backend import SimulatedUsb
from drivers.simulated.usb_device import Bus, UsbEndpoint
from tests.drivers.fake_device import FarEnd
from tests.drivers.test_device import Inbox

Kind = Literal["pty", "tcp", "loop", "bulk", "hid"]
KINDS: Final[tuple[Kind, ...]] = ("pty", "tcp", "loop", "bulk", "hid")
USB: Final = ("bulk", "hid")
SOON = 5.0
AT_ONCE: Final = 0.05
"""Seconds; what a loop may lag where nothing is allowed to wait."""
_SLICE: Final = 0.002
COMPLAINTS: Final = (
    OSError(errno.EIO, "Input/output error"),
    termios.error(errno.EIO, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
    ValueError("Invalid file descriptor: -1"),
)
"""What a port raises, once it is unplugged."""


class LoopEndpoint(Endpoint):
    """A socket for null modems: each opening is a new one."""

    def __init__(self) -> None:
        self._far: LoopLink | None = None

    def open(self, name: str | None = None) -> None:
        self.address = name or "loop"

    def near(self) -> Link:
        self._drop()
        near, self._far = LoopLink.pair()
        return near

    def close(self) -> None:
        self.address = ""
        self._drop()

    def _drop(self) -> None:
        far, self._far = self._far, None
        if far is not None:
            far.close()

    def fds(self) -> list[int]:
        return [] if self._far is None else [self._far.fileno()]

    def read(self, fd: int) -> bytes:
        try:
            return b"" if self._far is None else self._far.read()
        except LinkLost:
            self._drop()
            return b""

    def write(self, data: bytes) -> None:
        if self._far is not None:
            self._far.write(data, 1.0)


class FarLink:
    """The device's end as a Link, for whoever speaks there. Closing it pulls the plug."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = "far end"
        self._endpoint = endpoint
        self._lock = threading.Lock()

    def fileno(self) -> int:
        return self._endpoint.fds()[0]

    def read(self, timeout: float = 0.0) -> bytes:
        """See Link. A host that closed its end is no loss; the next one may come."""
        end = time.monotonic() + timeout
        while True:
            with self._lock:
                self._there()
                data = b"".join(self._endpoint.read(fd) for fd in self._readable())
            if data or time.monotonic() >= end:
                return data
            time.sleep(_SLICE)  # without the lock, so that others have their turn

    def _there(self) -> None:
        if not self._endpoint.address:
            raise LinkLost("the plug is out")

    def _readable(self) -> list[int]:
        poll = select.poll()
        for fd in self._endpoint.fds():
            poll.register(fd, select.POLLIN)
        return [fd for fd, _ in poll.poll(0)]

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        with self._lock:
            self._there()
            self._endpoint.write(data)
        return len(data)

    def close(self) -> None:
        with self._lock:
            self._endpoint.close()


class Cable:
    """One socket of that kind. `plug` a device in, `open` it from the host's side; as often as wanted."""

    def __init__(self, kind: Kind, folder: Path) -> None:
        self.kind = kind
        self.bus = Bus()
        self.usb = SimulatedUsb(self.bus)
        self.endpoint = self._endpoint(folder)
        self.far = FarLink(self.endpoint)

    def _endpoint(self, folder: Path) -> Endpoint:
        if self.kind == "pty":
            return PtyEndpoint(str(folder / "port"))
        if self.kind == "tcp":
            return TcpEndpoint("127.0.0.1", 0)
        return LoopEndpoint() if self.kind == "loop" else UsbEndpoint(self.bus, self.kind)

    def plug(self) -> FarLink:
        self.endpoint.open()
        return self.far

    def hang(self) -> None:
        """The device takes nothing more, and its port stays. Whoever reads at the far end has to stop."""
        if isinstance(self.endpoint, UsbEndpoint):
            self.endpoint.deaf = True

    def wake(self) -> None:
        """It takes bytes again."""
        if isinstance(self.endpoint, UsbEndpoint):
            with self.bus.changed:
                self.endpoint.deaf = False
                self.bus.changed.notify_all()

    def open(self) -> Link:
        """The host's end. What an earlier host said and nobody read is gone. PortMissing."""
        if not self.endpoint.address:
            raise PortMissing("nothing is plugged in")
        if isinstance(self.endpoint, LoopEndpoint):
            with self.far._lock:
                return self.endpoint.near()
        while self.far.read():
            pass
        if self.kind == "pty":
            return SerialLink(self.endpoint.address)
        if self.kind == "tcp":
            link = TcpLink(self.endpoint.address)
            self.far.read(_SLICE)  # takes it up
            return link
        host = UsbBus(self.usb)
        (found,) = host.interfaces()
        return host.open(found)


@contextmanager
def cable_of(kind: Kind, folder: Path) -> Iterator[Cable]:
    """A cable that is pulled in the end, and of which nothing is left."""
    cable = Cable(kind, folder)
    try:
        yield cable
    finally:
        cable.far.close()
    assert cable.usb.open_handles == 0, "a USB device is still open"


def ends(act: Callable[[], object], within: float = 2.0) -> str:
    """Why the link is lost. It must become so."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            act()
        except LinkLost as error:
            return str(error)
    raise AssertionError("the link is not lost")


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.002)


def fill(link: Link) -> int:
    """Write until not a byte more is taken for a while; how much was."""
    taken = 0
    for data in (b"\0" * 65536, b"\0"):
        while count := link.write(data, 0.05):
            taken += count
    return taken


def told_by(inbox: Inbox, kind: type[m.Report]) -> m.Report:
    """The next report, which must be of that kind."""
    try:
        report = inbox.reports.get(timeout=SOON)
    except queue.Empty:
        report = None
    assert isinstance(report, kind), f"{report}, and no {kind.__name__}"
    return report


class Calls:
    """Counts the calls of one method: who spins calls it thousands of times, however busy the machine is."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        self.count = 0
        whole = getattr(owner, name)

        def counted(*given: object, **more: object) -> object:
            self.count += 1
            return whole(*given, **more)

        patch.setattr(owner, name, counted)

    def while_(self, seconds: float) -> int:
        """How many there are in that time."""
        before = self.count
        time.sleep(seconds)
        return self.count - before


class Socket:
    """A cable with a scripted device at its far end, plugged in again and again; the host's side of it.

    left_open: earlier links that were not closed when the next was to be opened."""

    def __init__(self, cable: Cable, device: type[FarEnd] = FarEnd) -> None:
        self.cable = cable
        self.inbox = Inbox()
        self.near: list[Link] = []
        self.left_open: list[Link] = []
        self.far: FarEnd
        self._device = device
        self.plug()

    def plug(self) -> None:
        self.far = self._device(self.cable.plug())

    def open(self) -> Link:
        self.left_open += [link for link in self.near if link.fileno() != -1]
        self.near.append(self.cable.open())
        return self.near[-1]

    def told(self, kind: type[m.Report]) -> m.Report:
        """See told_by."""
        return told_by(self.inbox, kind)

    def nothing_more(self) -> None:
        assert self.inbox.reports.empty()
