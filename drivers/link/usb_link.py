"""A link to a USB device that is no serial port: vendor bulk, or HID.

What lives here: the two threads that own the handle, one a direction, and the pair of sockets by which the
device's thread waits for them as for any other port. What does not: transfers and libusb's errors
(usb_pipe.py).
"""

import logging
import select
import socket
import threading
import time
from typing import Final

from drivers.errors import LinkLost
from drivers.link.descriptor import DescriptorLink
from drivers.link.usb_pipe import UsbPipe

_LOG: Final = logging.getLogger(__name__)
_AT_ONCE: Final = 4096
_QUEUE: Final = 4096
"""Bytes that may wait for a device that takes none: a restrictive order stands behind no more than these."""
_LAST_WORDS: Final = 0.25
"""Seconds in which what was written before closing is still sent (a lock, most likely)."""
_ENDS_WITHIN: Final = 1.0
_LOOK: Final = 0.1
"""Seconds after which a writer with nothing to write looks whether it is to end."""


class UsbLink(DescriptorLink):
    """See Link. Takes over `pipe`, which its own threads give back when the link is closed or lost."""

    def __init__(self, name: str, pipe: UsbPipe) -> None:
        near, self._far = socket.socketpair()
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _QUEUE)
        self._far.setblocking(False)
        self._pipe = pipe
        self._why = ""
        self._close_at = 0.0
        self._said_all = False
        self._to_device = b""
        self._to_host = b""
        super().__init__(name, near.fileno(), near.close)
        self._done = threading.Event()
        self._writer = threading.Thread(target=self._write_on, name=f"usb {name} out", daemon=True)
        self._thread = threading.Thread(target=self._run, name=f"usb {name}", daemon=True)
        self._thread.start()

    def read(self, timeout: float = 0.0) -> bytes:
        """See Link. What came before the device went is given first."""
        why = self._why
        data = super().read(timeout)
        if not data and why:
            raise LinkLost(why)
        return data

    def _lost(self, error: Exception) -> LinkLost:
        return LinkLost(self._why) if self._why else super()._lost(error)

    def close(self) -> None:
        """See Link. Returns when the handle is given back; within a second where the library hangs."""
        self._close_at = self._close_at or time.monotonic() + _LAST_WORDS
        super().close()
        self._thread.join(_ENDS_WITHIN)
        if self._thread.is_alive():
            _LOG.error("%s: the USB library does not return; its handle stays open", self.name)

    # ---- the threads that own the handle --------------------------------------------------------------

    def _run(self) -> None:
        """Read, until the other thread is done or the device is lost; then give the handle back."""
        self._writer.start()
        try:
            while not self._done.is_set():
                if self._close_at:
                    self._done.wait(_LAST_WORDS)
                elif self._hand_on():
                    self._to_host = self._pipe.receive()
        except Exception as error:
            self._lose(error)
        finally:
            self._done.set()
            self._writer.join()
            self._pipe.release()
            self._hand_on()
            self._far.close()

    def _write_on(self) -> None:
        """Write what comes, at once: an order does not wait for a read that waits for the device."""
        try:
            while not self._done.is_set() and not self._ended():
                self._send()
        except Exception as error:
            self._lose(error)
        finally:
            self._done.set()

    def _lose(self, error: Exception) -> None:
        """The first reason counts. What is no LinkLost is a defect, here or in the library: whoever reads has
        to hear of it."""
        defect = f"{self.name} failed: {type(error).__name__}: {error}"
        self._why = self._why or (str(error) if isinstance(error, LinkLost) else defect)

    def _ended(self) -> bool:
        if not self._close_at:
            return False
        unsaid = self._to_device or self._pipe.owes or not self._said_all
        return not unsaid or time.monotonic() > self._close_at

    def _send(self) -> None:
        if not self._to_device and not self._pipe.owes:
            select.select([self._far], [], [], _LOOK)
        if not self._to_device:
            self._to_device = self._take()
        if self._to_device or self._pipe.owes:
            self._to_device = self._to_device[self._pipe.send(self._to_device) :]

    def _take(self) -> bytes:
        """What was written to the link. The end of it is noted: the link was closed."""
        try:
            data = self._far.recv(_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return b""
        except ConnectionResetError:
            return self._take()  # closed with bytes unread; what was written still follows
        self._said_all = not data
        return data

    def _hand_on(self) -> bool:
        """Hand on what has come; False while the reader is behind. Then the device has to wait."""
        if not self._to_host:
            return True
        try:
            self._to_host = self._to_host[self._far.send(self._to_host) :]
        except (BlockingIOError, InterruptedError):
            time.sleep(0.001)
        except OSError:
            self._to_host = b""  # nobody reads any more
        return not self._to_host
