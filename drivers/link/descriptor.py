"""A link over a file descriptor that does not block: what serial ports, sockets and pipes share.

What lives here: waiting, short writes, the many ways in which a port can go (all of them LinkLost),
and closing while another thread reads. What does not: how a port is opened (its own module).
"""

import os
import select
import termios
import threading
import time
from collections.abc import Callable
from typing import Final

from drivers.errors import LinkLost

_AT_ONCE: Final = 4096
_EMPTY_READS: Final = 3
"""Some ports, once unplugged, are readable for ever and give nothing. After so many it is gone."""


class DescriptorLink:
    """See Link. `release` closes what the descriptor belongs to, and is called once."""

    def __init__(self, name: str, descriptor: int, release: Callable[[], None]) -> None:
        self._name = name
        self._descriptor = descriptor
        self._release = release
        self._closed = False
        self._closing = threading.Lock()
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._empty_reads = 0
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(descriptor, False)

    @property
    def name(self) -> str:
        """The port's name, for a person."""
        return self._name

    def fileno(self) -> int:
        """The descriptor; -1 once closed."""
        return -1 if self._closed else self._descriptor

    def read(self, timeout: float = 0.0) -> bytes:
        """See Link."""
        with self._reading:
            if not self._wait(select.POLLIN, timeout):
                return b""
            try:
                data = os.read(self._descriptor, _AT_ONCE)
            except (BlockingIOError, InterruptedError):
                return b""
            except (OSError, ValueError) as error:
                raise self._lost(error) from error
            if data:
                self._empty_reads = 0
                return data
            self._empty_reads += 1
            if self._empty_reads >= _EMPTY_READS:
                raise LinkLost(f"{self._name} is readable and gives nothing: it is gone")
            return b""

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        """See Link."""
        end = time.monotonic() + timeout
        taken = 0
        with self._writing:
            while taken < len(data):
                count = self._write_some(data[taken:])
                taken += count
                left = end - time.monotonic()
                if taken == len(data) or left <= 0:
                    break
                if not count:
                    self._wait(select.POLLOUT, left)
        return taken

    def _write_some(self, data: bytes) -> int:
        if self._closed:
            raise LinkLost(f"{self._name} was closed")
        try:
            return os.write(self._descriptor, data)
        except (BlockingIOError, InterruptedError):
            return 0
        except (OSError, ValueError, TypeError, termios.error) as error:
            raise self._lost(error) from error

    def _wait(self, event: int, timeout: float) -> bool:
        """True when the descriptor is ready (or broken, which reading will tell). LinkLost: closed."""
        if self._closed:
            raise LinkLost(f"{self._name} was closed")
        poll = select.poll()
        poll.register(self._descriptor, event)
        poll.register(self._wake_read, select.POLLIN)
        try:
            ready = dict(poll.poll(max(0.0, timeout) * 1000))
        except OSError as error:
            raise self._lost(error) from error
        if self._wake_read in ready:
            raise LinkLost(f"{self._name} was closed")
        return self._descriptor in ready

    def _lost(self, error: Exception) -> LinkLost:
        return LinkLost(f"{self._name} is gone: {error}")

    def close(self) -> None:
        """See Link. A thread that waits in here is woken first, so that no descriptor is closed under it."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        os.write(self._wake_write, b"\0")
        with self._reading, self._writing:
            try:
                self._release()
            except (OSError, TypeError, ValueError, termios.error):
                pass  # an unplugged port may complain of anything while it is closed
            finally:
                os.close(self._wake_read)
                os.close(self._wake_write)
