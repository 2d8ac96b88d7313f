"""A device's thread in virtual time, so that hours of trouble with its port are over at once.

The thread is the real one; its clock goes on when it waits and nothing has come. The device at the far end is
one of the simulators' models, without a port: what it says is readable when it has said it.
"""

import os
import selectors
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import pytest

from drivers import messages as m
from drivers.device import Device
from drivers.errors import LinkLost
from drivers.link import Link
from drivers.roles import find_role
from drivers.simulated.firmware import Firmware
from drivers.talk import Heard
from tests.drivers.recorded import RecordedShoe

BEGIN: Final = 1000.0
_PATIENCE: Final = 30.0


class ModelLink:
    """See Link. A firmware model in the place of a port, in the time of `hours`."""

    name = "model"

    def __init__(self, hours: "Hours", model: Firmware) -> None:
        self._hours = hours
        self.model = model
        self._out, self._into = os.pipe()
        self._coming = b""
        self._closed = False

    def fileno(self) -> int:
        return -1 if self._closed else self._out

    def is_ready(self) -> bool:
        self.model.tick(self._hours.now)
        self._coming += self.model.to_send()
        return bool(self._coming)

    def due(self) -> float | None:
        return self.model.deadline()

    def read(self, timeout: float = 0.0) -> bytes:
        data, self._coming = self._coming[:4096], self._coming[4096:]
        return data

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        self.model.received(data, self._hours.now)
        return len(data)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            os.close(self._out)
            os.close(self._into)


class Broken(ModelLink):
    """A port that opens, and fails at the first read with what `complaint` says."""

    def __init__(self, hours: "Hours", model: Firmware, complaint: str) -> None:
        super().__init__(hours, model)
        self._complaint = complaint

    def is_ready(self) -> bool:
        return True

    def read(self, timeout: float = 0.0) -> bytes:
        raise LinkLost(self._complaint)


class _Waiting:
    """In the place of a selector: it lets time pass where nothing has come."""

    def __init__(self, hours: "Hours") -> None:
        self._hours = hours
        self._links: dict[Any, int] = {}

    def register(self, what: Any, events: int) -> None:
        self._links[what] = events

    modify = register

    def unregister(self, what: Any) -> None:
        del self._links[what]

    def close(self) -> None:
        self._links.clear()

    def select(self, wait: float) -> list[tuple[Any, int]]:
        hours, end = self._hours, self._hours.now + wait
        wake = next(what for what in self._links if isinstance(what, int))
        links = [what for what in self._links if not isinstance(what, int)]
        while True:
            hours.hold_on()
            if self._is_readable(wake):
                return [(SimpleNamespace(fd=wake, fileobj=wake), selectors.EVENT_READ)]
            for link in links:
                if link.is_ready():
                    return [(SimpleNamespace(fd=link.fileno(), fileobj=link), selectors.EVENT_READ)]
            dues = [due for link in links if (due := link.due()) is not None]
            if hours.now >= end:
                return []
            hours.now = min(end, *(max(due, hours.now + 1e-4) for due in dues), hours.until)

    def _is_readable(self, fd: int) -> bool:
        with selectors.DefaultSelector() as real:
            real.register(fd, selectors.EVENT_READ)
            return bool(real.select(0))


class Hours:
    """The clock of drivers.device, and what a device's thread has told. It stands still at `until`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = self.until = BEGIN
        self.told: list[m.Report] = []
        self.attempts: list[float] = []
        self.model = RecordedShoe(random32=lambda: 77)
        self.model.start(self.now)
        self._moved = threading.Condition()
        self._ending = False
        waiting = SimpleNamespace(
            DefaultSelector=lambda: _Waiting(self),
            EVENT_READ=selectors.EVENT_READ,
            EVENT_WRITE=selectors.EVENT_WRITE,
        )
        patch.setattr("drivers.device.time", SimpleNamespace(monotonic=lambda: self.now))
        patch.setattr("drivers.device.selectors", waiting)

    def begin(self, open_: Callable[[], Link]) -> Device:
        def noting() -> Link:
            self.attempts.append(self.now)
            return open_()

        def sink(_: str, heard: Heard) -> None:
            self.told.append(heard.report)

        self.device = Device("shoe", find_role("shoe"), noting, sink, lambda: True)
        return self.device

    def run(self, seconds: float) -> None:
        """Let so much time pass for the thread."""
        with self._moved:
            self.until = self.now + seconds
            self._moved.notify_all()
            end = time.monotonic() + _PATIENCE
            while self.now < self.until:
                assert time.monotonic() < end, f"it is {self.until - self.now} s behind"
                self._moved.wait(0.05)

    def end(self) -> None:
        with self._moved:
            self._ending = True
            self._moved.notify_all()
        self.device.close()

    def hold_on(self) -> None:
        """Wait, in real time, where the clock stands still."""
        with self._moved:
            self._moved.notify_all()
            while self.now >= self.until and not self._ending:
                self._moved.wait(0.05)
