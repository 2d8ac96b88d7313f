"""The one loop that serves a firmware model: bytes in and out, time, and what others ask of it.

Whoever calls `run` owns the endpoint and the model for that time; other threads act on the model by
`do`, which runs under the loop. Reading a pseudo-terminal in one thread and closing it in another hangs
up nothing, therefore there is only the one. The control socket is a `Service`, in `control`.
"""

import contextlib
import math
import os
import queue
import random
import select
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Protocol, TypeVar

from drivers.simulated.endpoint import Endpoint
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Noise, Rates

T = TypeVar("T")

_PATIENCE: Final = 10.0
"""Seconds in which the loop must take up what another thread asks, else something hangs."""


class Service(Protocol):
    """Something else that the loop waits on."""

    def fds(self) -> list[int]:
        """What to wait on for reading."""

    def ready(self, fd: int) -> None:
        """One of `fds` can be read."""


class SimulatorServer:
    """Serves `firmware` at `endpoint`, through noise of either direction, none where none is given.
    monotonic: the board's seconds.

    The endpoint is opened and the model started (unless it runs already) on construction, so that
    `endpoint.address` is known. Close it when `run` has returned.
    """

    def __init__(
        self,
        firmware: Firmware,
        endpoint: Endpoint,
        *,
        to_device: Noise | None = None,
        to_host: Noise | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.firmware = firmware
        self.endpoint = endpoint
        self._monotonic = monotonic
        self._to_device = to_device or _good_cable()
        self._to_host = to_host or _good_cable()
        self._services: list[Service] = []
        self._asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._owner: int | None = None
        self._stopping = False
        endpoint.open()
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        os.set_blocking(self._wake_in, False)
        if not firmware.boot:
            firmware.start(self._monotonic())

    def add(self, service: Service) -> None:
        """Serve `service` as well. Before `run` only."""
        self._services.append(service)

    # ---- the loop -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until `stop`. An error of the model ends it and is raised here."""
        self._owner = threading.get_ident()
        try:
            self._turn()
            while not self._stopping:
                self._step()
        finally:
            self._owner = None
            self._stopping = True
            self._answer_asked()

    def stop(self) -> None:
        """Let `run` return. May be called from any thread and from a signal handler."""
        self._stopping = True
        self._wake()

    def close(self) -> None:
        """Unplug and give everything back. `run` must have returned, or never have been called."""
        self._stopping = True
        self._answer_asked()
        self.endpoint.close()
        for fd in (self._wake_out, self._wake_in):
            if fd >= 0:
                os.close(fd)
        self._wake_out = self._wake_in = -1

    def _step(self) -> None:
        for fd in self._wait():
            if fd == self._wake_out:
                with contextlib.suppress(BlockingIOError):
                    os.read(fd, 4096)
            elif fd in self.endpoint.fds():
                self._read(fd)
            else:
                self._serve(fd)
        self._answer_asked()
        self._turn()

    def _wait(self) -> list[int]:
        poller = select.poll()
        poller.register(self._wake_out, select.POLLIN)
        for fd in self.endpoint.fds():
            poller.register(fd, select.POLLIN)
        for service in self._services:
            for fd in service.fds():
                poller.register(fd, select.POLLIN)
        return [fd for fd, _ in poller.poll(self._milliseconds())]

    def _milliseconds(self) -> int:
        due = [self.firmware.deadline(), self._to_device.due(), self._to_host.due()]
        first = min((each for each in due if each is not None), default=math.inf)
        wait = first - self._monotonic()
        return max(0, math.ceil(min(wait, 1.0) * 1000))

    def _read(self, fd: int) -> None:
        self._to_device.put(self.endpoint.read(fd), self._monotonic())

    def _serve(self, fd: int) -> None:
        for service in self._services:
            if fd in service.fds():
                service.ready(fd)
                return

    def _turn(self) -> None:
        """Let time pass for the model, and send what it has to say."""
        now = self._monotonic()
        data = self._to_device.take(now)
        if data:
            self.firmware.received(data, now)
        self.firmware.tick(now)
        if self.firmware.unplug_wanted:
            self.firmware.unplug_wanted = False
            self.unplug()
        self._to_host.put(self.firmware.to_send(), now)
        data = self._to_host.take(now)
        if data:
            self.endpoint.write(data)

    # ---- what others ask ----------------------------------------------------------------------------

    def do(self, action: Callable[[float], T]) -> T:
        """Run `action(now)` under the loop and return what it returns, or raise what it raises.

        RuntimeError when the loop has ended. Before `run` it waits for it, ten seconds at most.
        """
        if threading.get_ident() == self._owner:
            return action(self._monotonic())
        if self._stopping:
            raise RuntimeError("the simulator has stopped")
        future: Future[T] = Future()
        self._asked.put(lambda: _fulfil(future, action, self._monotonic, self._stopping))
        self._wake()
        return future.result(_PATIENCE)

    def unplug(self) -> None:
        """Pull the cable. The device goes on by itself. Under the loop, or through `do`."""
        self.endpoint.close()
        self._to_device.clear()
        self._to_host.clear()

    def replug(self, name: str | None = None) -> str:
        """Plug in again, under the same name or another; returns the address."""
        self.unplug()
        self.endpoint.open(name)
        return self.endpoint.address

    def noise(self, rates: Rates) -> None:
        """Let the cable be as bad as this, both ways; `Rates()` is a good one. As `unplug`."""
        self._to_device.change(rates)
        self._to_host.change(rates)

    def _answer_asked(self) -> None:
        while True:
            try:
                asked = self._asked.get_nowait()
            except queue.Empty:
                return
            asked()

    def _wake(self) -> None:
        # A full pipe wakes just as well.
        with contextlib.suppress(OSError):
            os.write(self._wake_in, b"\0")


def _good_cable() -> Noise:
    return Noise(random.Random(), Rates())  # noqa: S311 - noise of a cable, no card depends on it


def _fulfil(
    future: "Future[T]", action: Callable[[float], T], monotonic: Callable[[], float], stopped: bool
) -> None:
    if stopped:
        future.set_exception(RuntimeError("the simulator has stopped"))
        return
    try:
        future.set_result(action(monotonic()))
    except Exception as error:
        future.set_exception(error)
