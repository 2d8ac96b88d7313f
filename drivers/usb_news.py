"""The kernel's own news of USB devices: a reason to look at once, and a trace of what is gone again.

The kernel sends them to whoever listens, without any right (netlink, uevents). Whoever listens must look all
the same: news may be lost, and where there are none (a container, another system) looking is all there is.
"""

import contextlib
import select
import socket
from typing import Final

from msgspec import Struct

from drivers.usb_tree import UsbDevice

_UEVENTS: Final = 15
"""NETLINK_KOBJECT_UEVENT."""
_OF_KERNEL: Final = 1
"""The group that the kernel itself sends to; udev has one of its own."""
_MOST: Final = 8192
_AT_ONCE: Final = 64
"""So many are read before somebody looks."""


class News(Struct, frozen=True):
    """came: devices that were plugged in, with what the kernel says of them."""

    came: tuple[UsbDevice, ...] = ()


def device_of(message: bytes) -> UsbDevice | None:
    """The device of which this message says that it was plugged in; None where it says something else."""
    said = dict(part.split("=", 1) for part in message.decode("utf-8", "replace").split("\0") if "=" in part)
    if (said.get("ACTION"), said.get("DEVTYPE")) != ("add", "usb_device"):
        return None
    try:
        vid, pid = (int(part, 16) for part in said.get("PRODUCT", "").split("/")[:2])
        number = int(said.get("DEVNUM", ""))
    except ValueError:
        return None
    return UsbDevice(said.get("DEVPATH", "").rpartition("/")[2], number, vid, pid)


class UsbNews:
    """Waits for news; where this system has none it just waits. `close` it. Its `wait` is for one thread."""

    def __init__(self) -> None:
        self._socket = _listen()
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)

    def wait(self, seconds: float) -> News:
        """News, or none after so many seconds, or after `wake`."""
        ends: list[socket.socket] = [self._wake]
        if self._socket is not None:
            ends.append(self._socket)
        ready, _, _ = select.select(ends, [], [], seconds)
        return self._read() if self._socket in ready else News()

    def wake(self) -> None:
        """End the wait; from any thread."""
        with contextlib.suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        """Nothing is heard any more."""
        for one in (self._socket, self._wake, self._waker):
            if one is not None:
                one.close()

    def _read(self) -> News:
        assert self._socket is not None
        came: list[UsbDevice] = []
        for _ in range(_AT_ONCE):
            try:
                message, (sender, _groups) = self._socket.recvfrom(_MOST)
            except BlockingIOError:
                break
            except OSError:  # some were lost: whoever looks now sees what is there
                continue
            if sender != 0:  # a process, not the kernel
                continue
            one = device_of(message)
            if one is not None:
                came.append(one)
        return News(tuple(came))


def _listen() -> socket.socket | None:
    """None where this system sends no such news."""
    end: socket.socket | None = None
    try:
        end = socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, _UEVENTS)
        end.setblocking(False)
        end.bind((0, _OF_KERNEL))
    except (OSError, AttributeError):  # the second: not on Linux
        if end is not None:
            end.close()
        return None
    return end
