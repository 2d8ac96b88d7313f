"""The device's thread: opening, reopening, handing on, and ending in time, over real descriptors."""

import logging
import os
import pty
import queue
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from drivers.conversation import LOST_AFTER
from drivers.device import Device
from drivers.errors import AmbiguousDevice, PortMissing
from drivers.frame import HEARTBEAT
from drivers.link import DescriptorLink, Link, LoopLink, Meddler
from drivers.messages import (
    Arm,
    CoverCardOut,
    DeviceLost,
    DeviceReady,
    DeviceRefused,
    Disclose,
    Lock,
    Permit,
    Report,
)
from drivers.ports import Binding, open_link
from drivers.roles import find_role
from tests.drivers.fake_device import BOOT, FarEnd

SOON = 10.0


class Inbox:
    """A sink that keeps what it is told, and fails as often as it is asked to."""

    def __init__(self) -> None:
        self.reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self.failures = 0

    def __call__(self, name: str, heard: object) -> None:
        if self.failures:
            self.failures -= 1
            raise queue.Full
        assert name == "shoe"
        self.reports.put(heard.report)  # type: ignore[attr-defined]

    def wait_for(self, kind: type) -> Report:
        """The next report of that kind, passing over others."""
        while True:
            try:
                report = self.reports.get(timeout=SOON)
            except queue.Empty:
                raise AssertionError(f"no {kind.__name__} in {SOON:.0f} s") from None
            if type(report) is kind:
                return report


class Ports:
    """Null modems made as they are opened, each with a device at its far end."""

    def __init__(self, meddlers: Callable[[], Meddler | None] = lambda: None) -> None:
        self.far_ends: list[FarEnd] = []
        self._meddlers = meddlers

    def open(self) -> Link:
        near, far = LoopLink.pair(self._meddlers(), self._meddlers())
        if self.far_ends:
            self.far_ends[-1].close()
        self.far_ends.append(FarEnd(far))
        return near


@contextmanager
def running(
    open_: Callable[[], Link],
    sink: Inbox,
    alive: Callable[[], bool] = lambda: True,
    monotonic: Callable[[], float] = time.monotonic,
) -> Iterator[Device]:
    device = Device("shoe", find_role("shoe"), open_, sink, alive, random=Random(1), monotonic=monotonic)
    try:
        yield device
    finally:
        start = time.monotonic()
        device.close()
        assert time.monotonic() - start < 1.0
        assert not any(t.name == "device shoe" for t in threading.enumerate())


@pytest.fixture
def ports() -> Iterator[Ports]:
    made = Ports()
    yield made
    for far in made.far_ends:
        far.close()


def test_a_device_becomes_ready_takes_orders_and_reports(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox) as device:
        inbox.wait_for(DeviceReady)
        device.order(Permit(1, "u"))
        far = ports.far_ends[0]
        assert far.orders.get(timeout=SOON).message == 16
        far.say(far.report(1, 19, payload={1: 0}))
        assert inbox.wait_for(CoverCardOut) == CoverCardOut(0)
        device.durable(BOOT, 1)
        _until(lambda: far.acknowledged == 1)


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_device_that_goes_is_lost_once_and_comes_back(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox):
        inbox.wait_for(DeviceReady)
        ports.far_ends[0].close()
        inbox.wait_for(DeviceLost)
        again = inbox.reports.get(timeout=SOON)
        assert isinstance(again, DeviceReady)
        assert again.resumed


def test_what_came_while_the_thread_stood_still_is_heard_before_silence_is_judged(ports: Ports) -> None:
    """Each time that the driver looks at the clock it has been held up for almost too long, and the device
    has said something meanwhile."""
    later, held_up, stalls = 0.0, 0, threading.Semaphore(0)

    def clock() -> float:
        nonlocal later, held_up
        if threading.current_thread().name == "device shoe" and stalls.acquire(blocking=False):
            far = ports.far_ends[0]
            far.say(far.frame(HEARTBEAT))
            later += LOST_AFTER
            held_up += 1
        return time.monotonic() + later

    inbox = Inbox()
    with running(ports.open, inbox, monotonic=clock):
        inbox.wait_for(DeviceReady)
        stalls.release(20)
        _until(lambda: held_up == 20)
        ports.far_ends[0].say(ports.far_ends[0].report(1, 19, payload={1: 0}))
        assert inbox.reports.get(timeout=SOON) == CoverCardOut(0), "it was never lost"


def test_a_handler_that_fails_loses_nothing(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox):
        inbox.wait_for(DeviceReady)
        far = ports.far_ends[0]
        inbox.failures = 3
        far.say(far.report(1, 19, payload={1: 0}))
        inbox.wait_for(DeviceLost)
        inbox.wait_for(DeviceReady)
        far = ports.far_ends[-1]
        far.say(far.report(1, 19, payload={1: 0}), far.report(2, 19, payload={1: 1}))
        assert [inbox.wait_for(CoverCardOut), inbox.wait_for(CoverCardOut)] == [
            CoverCardOut(0),
            CoverCardOut(1),
        ]


def test_a_full_queue_does_not_keep_it_from_ending(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox):
        inbox.wait_for(DeviceReady)
        inbox.failures = 1_000_000
        far = ports.far_ends[0]
        far.say(far.report(1, 19, payload={1: 0}))
        _until(lambda: inbox.failures < 999_998)


def test_orders_are_judged_where_they_are_given(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox) as device:
        with pytest.raises(ValueError, match="Arm"):
            device.order(Arm("A"))
        with pytest.raises(ValueError, match="faces"):
            device.order(Permit(1, "uu"))
    device.order(Lock())  # closed: nobody is left to hear it, and that is no error


def test_a_dead_port_is_told_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    inbox, tries = Inbox(), []

    def missing() -> Link:
        tries.append(1)
        raise PortMissing("there is no port")

    with caplog.at_level(logging.WARNING), running(missing, inbox):
        _until(lambda: len(tries) >= 4)
    assert inbox.reports.get(timeout=SOON) == DeviceLost("there is no port")
    assert inbox.reports.empty()
    assert len(caplog.records) == 1


def test_two_candidates_are_refused() -> None:
    inbox = Inbox()

    def ambiguous() -> Link:
        raise AmbiguousDevice("a and b")

    with running(ambiguous, inbox):
        assert inbox.reports.get(timeout=SOON) == DeviceRefused("a and b")


def test_a_defect_in_the_driver_is_a_loss_and_no_dead_thread(ports: Ports) -> None:
    inbox, beats = Inbox(), iter((True, True))

    def alive() -> bool:
        if next(beats, True):
            return True
        raise AssertionError

    with running(ports.open, inbox, alive):
        inbox.wait_for(DeviceReady)
        beats = iter((False,))
        inbox.wait_for(DeviceLost)
        inbox.wait_for(DeviceReady)


def test_a_link_that_is_closed_at_once_is_a_loss_and_no_dead_thread(ports: Ports) -> None:
    inbox = Inbox()
    stillborn = iter((True, True))

    def open_() -> Link:
        link = ports.open()
        if next(stillborn, False):
            link.close()
        return link

    with running(open_, inbox):
        inbox.wait_for(DeviceLost)
        inbox.wait_for(DeviceReady)


def test_the_last_lock_is_said_before_the_port_is_closed(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox) as device:
        inbox.wait_for(DeviceReady)
        device.order(Lock())
    assert ports.far_ends[0].orders.get(timeout=SOON).message == 17


def test_a_lock_waits_neither_for_a_reply_nor_for_a_queue(ports: Ports) -> None:
    inbox = Inbox()
    with running(ports.open, inbox) as device:
        inbox.wait_for(DeviceReady)
        far = ports.far_ends[0]
        far.replies = False
        for draw in range(1, 10):
            device.order(Disclose(draw))
        device.order(Lock())
        before = set()
        while (order := far.orders.get(timeout=SOON)).message != 17:
            before.add(order.number)
        assert len(before) <= 1  # the one that was on the wire already


def test_it_works_over_a_bad_cable() -> None:
    inbox, source = Inbox(), Random(11)
    ports = Ports(lambda: Meddler(source, drop=0.05, duplicate=0.1, corrupt=0.05, split=0.3, delay=0.1))
    try:
        with running(ports.open, inbox) as device:
            inbox.wait_for(DeviceReady)
            for draw in range(1, 15):
                device.order(Disclose(draw))
            seen: set[bytes] = set()
            end = time.monotonic() + 60
            while len(seen) < 14 and time.monotonic() < end:
                _take_orders(ports, seen, device)
            assert len(seen) == 14
    finally:
        for far in ports.far_ends:
            far.close()


def _take_orders(ports: Ports, seen: set[bytes], device: Device) -> None:
    try:
        seen.add(ports.far_ends[-1].orders.get(timeout=1.0).payload)
    except queue.Empty:
        for draw in range(1, 15):  # after a loss, whoever still wants it orders it again
            device.order(Disclose(draw))


# ---- a real port ------------------------------------------------------------------------------------


class Terminal:
    """A pty with a device behind it, found by a link in the file system as udev would make it."""

    def __init__(self, link: Path) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(self._slave))
        self.far = FarEnd(DescriptorLink("master", self._master, lambda: os.close(self._master)))

    def unplug(self) -> None:
        """Take it away in the middle of whatever is said."""
        self.far.close()
        os.close(self._slave)


def test_a_device_that_comes_back_under_another_name_is_found(tmp_path: Path) -> None:
    inbox, path = Inbox(), tmp_path / "shoe"
    first = Terminal(path)
    binding = Binding(path=str(path))
    with running(lambda: open_link(binding), inbox):
        inbox.wait_for(DeviceReady)
        keep, slave = pty.openpty()  # takes the name that the first one frees
        first.unplug()
        inbox.wait_for(DeviceLost)
        second = Terminal(path)
        inbox.wait_for(DeviceReady)
        second.unplug()
    os.close(keep)
    os.close(slave)


def test_a_device_that_stops_reading_is_lost_and_nothing_blocks(tmp_path: Path) -> None:
    inbox, path = Inbox(), tmp_path / "shoe"
    terminal = Terminal(path)
    binding = Binding(path=str(path))
    with running(lambda: open_link(binding), inbox) as device:
        inbox.wait_for(DeviceReady)
        terminal.far.mute = True
        device.order(Lock())
        inbox.wait_for(DeviceLost)
    terminal.unplug()


def test_a_lock_is_written_by_whoever_orders_it(ports: Ports) -> None:
    """While the device's thread only waits, a lock goes out before `order` has returned."""
    inbox = Inbox()
    with running(ports.open, inbox) as device:
        inbox.wait_for(DeviceReady)
        far = ports.far_ends[0]
        for _ in range(20):
            device.order(Lock())
            assert far.orders.get(timeout=SOON).message == 17


def test_locks_from_many_threads_while_the_cable_is_pulled(ports: Ports) -> None:
    """Nothing escapes, nothing hangs, and the device is there again afterwards."""
    inbox, failures = Inbox(), []
    ending = threading.Event()

    def order(device: Device) -> None:
        while not ending.is_set():
            try:
                device.order(Lock())
            except Exception as error:
                failures.append(error)
                return

    with running(ports.open, inbox) as device:
        inbox.wait_for(DeviceReady)
        threads = [threading.Thread(target=order, args=(device,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(5):
            ports.far_ends[-1].close()
            inbox.wait_for(DeviceReady)
        ending.set()
        for thread in threads:
            thread.join(SOON)
            assert not thread.is_alive()
    assert not failures
