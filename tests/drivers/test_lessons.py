"""Faults that others met at their serial ports, as tests of ours: ports in trouble, and the threads at them.

Each test says what went wrong elsewhere. What is the same on ports of every kind is in test_every_link.py and
test_devices_on_every_link.py; where both ends of a link are needed, test_both_ends.py and
test_life_signs.py have it.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from drivers import messages as m
from drivers import notices
from drivers.conformance.board import TAKES, Board, Failed, LinkWire
from drivers.errors import LinkLost
from drivers.frame import Frame
from drivers.link import Link, LoopLink
from drivers.payload import dump
from tests.drivers.fake_device import BOOT, FarEnd
from tests.drivers.test_device import SOON, Inbox, Ports, running


@pytest.fixture
def ports() -> Iterator[Ports]:
    made = Ports()
    yield made
    for far in made.far_ends:
        far.close()


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


# ---- ports that take little, or nothing, or too much ----------------------------------------------------


class Reluctant:
    """A link that takes what `takes` says, and nothing each other time (EAGAIN)."""

    def __init__(self, link: Link, takes: Callable[[], int]) -> None:
        self._link = link
        self._takes = takes
        self.name = link.name
        self.fileno, self.read, self.close = link.fileno, link.read, link.close

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        return self._link.write(data[: self._takes()], timeout)


def test_a_port_that_takes_a_few_bytes_at_a_time_loses_none(ports: Ports) -> None:
    """Elsewhere the rest of a short write was lost, or the whole was sent again."""
    inbox, chance, reluctant = Inbox(), Random(3), threading.Event()

    def takes() -> int:
        return chance.choice((0, 0, 1, 5, 9)) if reluctant.is_set() else 256

    with running(lambda: Reluctant(ports.open(), takes), inbox) as device:
        inbox.wait_for(m.DeviceReady)
        reluctant.set()
        for draw in range(1, 30):
            device.order(m.Disclose(draw))
        orders = ports.far_ends[0].orders
        until(lambda: orders.qsize() == 29 or len(ports.far_ends) > 1)
        assert len(ports.far_ends) == 1
        assert [orders.get().payload for _ in range(29)] == [dump({1: draw}) for draw in range(1, 30)]


class Babbling(FarEnd):
    """A far end that fills the line with noise, and answers nothing."""

    def _answer(self, frame: Frame) -> None:
        try:
            while not self._ended:
                self.link.write(bytes(range(256)) * 16, 0.1)
        except LinkLost:
            pass


def test_a_line_full_of_noise_keeps_nobody_from_telling_or_from_ending() -> None:
    """Elsewhere a babbling neighbour made a call last for ever."""
    inbox, far_ends = Inbox(), []

    def open_() -> Link:
        near, far = LoopLink.pair()
        far_ends.append(Babbling(far))
        return near

    try:
        with running(open_, inbox) as device:
            assert inbox.wait_for(m.DeviceLost) == m.DeviceLost("the device does not answer")
            device.order(m.Lock())
            until(lambda: device.counters().dropped > 1000)
    finally:
        for far in far_ends:
            far.close()


class BabblingWire:
    """See Wire: a board that fills the line with noise, by a clock of its own."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def write(self, data: bytes) -> None:
        pass

    def read(self, seconds: float) -> bytes:
        self.time += 0.001
        assert self.time < 10.0, "it listens for ever"
        return bytes(range(256))


class DeafLink:
    """A port that takes nothing, and time while it does not."""

    time = 0.0

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        self.time += timeout
        assert self.time < 20.0, "it writes for ever"
        return 0


def test_a_board_that_babbles_keeps_no_tool_waiting() -> None:
    """The same for whoever examines a board from a PC: each call has one deadline, whatever comes."""
    wire = BabblingWire()
    with pytest.raises(Failed, match="no WELCOME within 1 s"):
        Board(wire, lambda: 77).greet()
    assert wire.time < 1.1


def test_a_board_that_is_deaf_keeps_no_tool_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    link = DeafLink()
    monkeypatch.setattr(LinkWire, "now", lambda self: link.time)
    with pytest.raises(LinkLost, match="the board has taken nothing for 10 s"):
        LinkWire(link).write(b"hello")  # type: ignore[arg-type]
    assert link.time <= TAKES + 1.0


def test_garbage_costs_little_time_and_memory_and_no_lines(
    ports: Ports, caplog: pytest.LogCaptureFixture
) -> None:
    """Elsewhere 64 KiB of it took 35 seconds, each byte with a warning."""
    inbox, garbage = Inbox(), Random(1).randbytes(65536).replace(b"\0", b"\1")
    with caplog.at_level(logging.DEBUG), running(ports.open, inbox) as device:
        inbox.wait_for(m.DeviceReady)
        far = ports.far_ends[0]
        for unit in (garbage, garbage[:40] + b"\0"):
            far.link.write((unit * (len(garbage) // len(unit)))[:65535] + b"\0", 1.0)
        far.say(far.report(1, 19, payload={1: 0}))
        assert inbox.wait_for(m.CoverCardOut) == m.CoverCardOut(0)
        assert device.counters().dropped > 1000
    assert len(caplog.records) <= 1


def test_it_ends_in_time_with_a_full_queue_and_a_device_that_is_deaf(ports: Ports) -> None:
    """Elsewhere a sender stayed blocked on its queue after the port was closed. `running` has the clock."""
    inbox = Inbox()
    with running(ports.open, inbox) as device:
        inbox.wait_for(m.DeviceReady)
        ports.far_ends[0].replies = False
        for draw in range(1, 8 * 52 + 1):  # every card of the largest shoe
            device.order(m.Disclose(draw))


# ---- opening and closing ----------------------------------------------------------------------------------


def _wrong_role(ports: Ports) -> Link:
    link = ports.open()
    ports.far_ends[-1].role = "card_reader"
    return link


def _hangs_up(_: Ports) -> Link:
    near, far = LoopLink.pair()
    far.close()
    return near


@pytest.mark.parametrize("open_", [_wrong_role, _hangs_up])
def test_a_hundred_failed_handshakes_leave_nothing_behind(
    open_: Callable[[Ports], Link], ports: Ports, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere each attempt left a port or a thread open, until there were none left."""
    for name in ("drivers.device._REOPEN_LEAST", "drivers.device._REOPEN_MOST"):
        monkeypatch.setattr(name, 0.001)
    for name in ("PAUSE_LEAST", "PAUSE_MOST"):  # over as soon as it began
        monkeypatch.setattr(notices, name, 0.0)
    inbox, attempts, counted = Inbox(), 0, []

    def counting() -> Link:
        nonlocal attempts
        attempts += 1
        if attempts in (20, 120):
            counted.append((len(os.listdir("/proc/self/fd")), threading.active_count()))
        return open_(ports)

    with running(counting, inbox):
        until(lambda: len(counted) == 2)
    early, late = counted
    # The far end of the attempt before may still be ending; a leak would be a hundred.
    assert all(after - before < 10 for before, after in zip(early, late, strict=True)), counted
    assert inbox.reports.qsize() == 1, "a person is told once"


def test_an_order_is_handed_over_at_once_whatever_the_port_does(ports: Ports) -> None:
    """The pump orders and goes on: a device that is lost, opened and closed meanwhile does not hold it up."""
    inbox, slowest = Inbox(), 0.0
    with running(ports.open, inbox) as device:
        inbox.wait_for(m.DeviceReady)
        for turn in range(40):
            if turn % 10 == 5:
                ports.far_ends[-1].close()
            began = time.monotonic()
            device.order(m.Lock())
            device.durable(BOOT, 1)
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.01)
        inbox.wait_for(m.DeviceReady)
    assert slowest < 0.25
