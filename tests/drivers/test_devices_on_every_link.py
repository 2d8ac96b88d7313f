"""A device's thread on a port of every kind, and what happens to the port: unplugged, full, not ready, noisy.

The ports by themselves are in test_every_link.py.
"""

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import usb.core

from drivers import device as device_module
from drivers import frame as wire
from drivers import messages as m
from drivers.conversation import Conversation
from drivers.device import Device
from drivers.errors import LinkLost
from drivers.frame import Frame, encode
from drivers.link import DescriptorLink, Link
from drivers.payload import dump
from drivers.simulated.usb_device import UsbEndpoint
from tests.drivers.every_link import (
    AT_ONCE,
    COMPLAINTS,
    KINDS,
    SOON,
    USB,
    Cable,
    Calls,
    Kind,
    Socket,
    cable_of,
    fill,
    until,
)
from tests.drivers.fake_device import FarEnd
from tests.drivers.test_device import running


@pytest.fixture(params=KINDS)
def cable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cable]:
    with cable_of(request.param, tmp_path) as one:
        yield one


@pytest.fixture
def socket(cable: Cable) -> Iterator[Socket]:
    one = Socket(cable)
    yield one
    one.far.close()


def test_an_unplug_with_bytes_still_to_drain_is_one_loss_and_it_comes_back(socket: Socket) -> None:
    """Elsewhere closing the port failed for the bytes that were still to go, nobody was told, and nothing
    opened it again."""
    with running(socket.open, socket.inbox) as device:
        socket.told(m.DeviceReady)
        socket.far.stop_reading()
        socket.cable.hang()
        fill(socket.near[0])
        device.order(m.Disclose(1))
        until(lambda: device._unwritten)
        socket.far.close()
        socket.told(m.DeviceLost)
        socket.cable.wake()
        socket.plug()
        socket.told(m.DeviceReady)
        socket.nothing_more()
        assert socket.left_open == [], "the old port is let go before the next is looked for"


class Deaf(FarEnd):
    """From some time on it says that it lives, and takes nothing."""

    deaf = False

    def __init__(self, link: Link) -> None:
        self._reads_no_more = threading.Event()
        super().__init__(link)

    def _run(self) -> None:
        super()._run()
        self._reads_no_more.set()
        while self.deaf:
            try:
                self.say(self.frame(wire.HEARTBEAT))
            except LinkLost:
                return
            time.sleep(0.1)

    def go_deaf(self) -> None:
        """It reads no more, from when this has returned."""
        self.deaf = self._ended = True
        assert self._reads_no_more.wait(SOON)


def test_a_device_that_lives_and_takes_nothing_is_lost_and_costs_nothing(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere the writer spun, for something was due to be said and there was no room. And an order that
    nobody takes is not on its way: it has to be told."""
    monkeypatch.setattr(device_module, "_TAKES_WITHIN", 1.0)
    socket = Socket(cable, Deaf)
    with running(socket.open, socket.inbox) as device:
        socket.told(m.DeviceReady)
        cable.hang()
        assert isinstance(socket.far, Deaf)
        socket.far.go_deaf()
        fill(socket.near[0])
        device.order(m.Disclose(1))
        time.sleep(0.3)  # now a sign of life is due as well
        turns = Calls(monkeypatch, Device, "_turn")
        assert turns.while_(0.4) < 60, "it has to wait for room, and not to look for it all the time"
        assert socket.told(m.DeviceLost) == m.DeviceLost("the device takes nothing")
        cable.wake()
        socket.far.deaf = False
        socket.far.close()
        socket.plug()
        socket.told(m.DeviceReady)
        socket.nothing_more()
        socket.far.close()


class SaysTheRest(FarEnd):
    """It goes on with the frame in the middle of which it was unplugged, and then answers."""

    rest = b""

    def _answer(self, frame: Frame) -> None:
        self.link.write(type(self).rest)
        type(self).rest = b""
        super()._answer(frame)


def test_half_a_frame_before_an_unplug_is_no_frame_with_what_follows(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    boots: list[Frame] = []
    take_boot = Conversation._take_boot

    def noting(self: Conversation, frame: Frame) -> None:
        boots.append(frame)
        take_boot(self, frame)

    monkeypatch.setattr(Conversation, "_take_boot", noting)
    socket = Socket(cable, SaysTheRest)
    with running(socket.open, socket.inbox) as device:
        socket.told(m.DeviceReady)
        frame = encode(socket.far.boot_frame(4711))
        socket.far.stop_reading()
        socket.far.link.write(frame[:9])
        until(lambda: bytes(device._conversation._decoder._span).endswith(frame[1:9]))  # type: ignore[attr-defined]
        SaysTheRest.rest = frame[9:]
        socket.far.close()
        socket.told(m.DeviceLost)
        turns = Calls(monkeypatch, Device, "_turn")
        assert turns.while_(0.2) < 60, "nobody spins on what is unplugged"
        socket.plug()
        socket.told(m.DeviceReady)
        socket.nothing_more()
        socket.far.close()
    assert boots == []


def each_third(act: Callable[..., Any], fails: Callable[[], Exception]) -> Callable[..., Any]:
    turns = count(1)

    def balky(*arguments: Any) -> Any:
        if next(turns) % 3 == 0:
            raise fails()
        return act(*arguments)

    return balky


def make_balky(cable: Cable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each third read and each third write of a link finds the port not ready after all."""
    if cable.kind in USB:
        for name in ("bulk_read", "bulk_write", "intr_read", "intr_write"):
            late = lambda: usb.core.USBTimeoutError("Operation timed out", -7, errno.ETIMEDOUT)  # noqa: E731
            monkeypatch.setattr(cable.usb, name, each_third(getattr(cable.usb, name), late), raising=False)
        return

    class Balky:
        """The module os, as descriptor.py sees it."""

        def __getattr__(self, name: str) -> Any:
            return getattr(os, name)

        read = staticmethod(each_third(os.read, lambda: BlockingIOError(errno.EAGAIN, "not now")))
        write = staticmethod(each_third(_write_to_ports, lambda: BlockingIOError(errno.EAGAIN, "not now")))

    monkeypatch.setattr("drivers.link.descriptor.os", Balky())


def _write_to_ports(fd: int, data: bytes) -> int:
    return os.write(fd, data)


def test_a_port_that_is_not_ready_now_and_then_loses_no_order(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere EAGAIN, which USB serial ports give under load, lost the frame or the port."""
    make_balky(cable, monkeypatch)
    socket = Socket(cable)
    with running(socket.open, socket.inbox) as device:
        socket.told(m.DeviceReady)
        for draw in range(1, 30):
            device.order(m.Disclose(draw))
        until(lambda: socket.far.orders.qsize() >= 29)
        seen = [socket.far.orders.get().payload for _ in range(29)]
        assert seen == [dump({1: draw}) for draw in range(1, 30)]
        socket.nothing_more()
        assert len(socket.near) == 1
        monkeypatch.undo()
    socket.far.close()


class ResetsOnOpening(FarEnd):
    """Its host's opening of the port resets the board: half a frame, the boot loader, a modem manager."""

    def noise(self) -> bytes:
        self.session = 4711
        stale = encode(self.drawn(1, 1, 42))
        self.session = 0  # it has none, and beats no heart
        half = stale[len(stale) // 2 :]
        return half + b"ets Jun  8 2016 00:22:57\r\nAT\r\nATI\r\nAT+GCAP\r\n" + stale + stale[:7]


def test_a_board_that_resets_itself_on_opening_and_a_modem_probe_are_noise(cable: Cable) -> None:
    """Half a frame, boot messages, AT commands, and a sound report of an older session: it comes up all the
    same, and nothing of that is taken."""
    socket = Socket(cable, ResetsOnOpening)

    def open_() -> Link:
        link = socket.open()
        assert isinstance(socket.far, ResetsOnOpening)
        noise = socket.far.noise()
        socket.far.link.write(noise)
        socket.far.say(socket.far.boot_frame())
        socket.far.link.write(noise)
        return link

    with running(open_, socket.inbox) as device:
        socket.told(m.DeviceReady)
        socket.far.say(socket.far.report(1, 19, payload={1: 0}))
        assert socket.told(m.CoverCardOut) == m.CoverCardOut(0)
        counted = device.counters()
        assert (counted.taken, counted.early, counted.repeats) == (1, 0, 0)
        assert counted.void >= 1, "the report of an older session"
        assert counted.dropped >= 2
    socket.far.close()


class Held:
    """Somebody else has the port: another opener of a pty, another program at a USB device."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._other = cable.open() if cable.kind == "pty" else None
        self._set(True)

    def _set(self, busy: bool) -> None:
        if isinstance(self._cable.endpoint, UsbEndpoint):
            self._cable.endpoint.busy = busy

    def say(self, data: bytes) -> None:
        if self._other is not None:
            self._other.write(data, 1.0)

    def let_go(self) -> None:
        self._set(False)
        if self._other is not None:
            self._other.close()


@pytest.mark.parametrize("kind", ["pty", *USB])
def test_a_port_that_another_has_after_the_plug_is_waited_for(kind: Kind, tmp_path: Path) -> None:
    """Elsewhere a modem manager took each new port for a while, spoke AT to it, and left half a line."""
    with cable_of(kind, tmp_path) as cable:
        socket = Socket(cable)
        other = Held(cable)
        other.say(b"AT+CGMI\r\nAT")
        with running(socket.open, socket.inbox) as device:
            refused = socket.told(m.DeviceRefused)
            assert isinstance(refused, m.DeviceRefused)
            assert "is in use by" in refused.reason
            if kind == "pty":
                assert f"process {os.getpid()}" in refused.reason
            other.let_go()
            socket.told(m.DeviceReady)
            socket.nothing_more()
            assert device.counters().malformed == 0
        socket.far.close()


def test_an_order_is_handed_over_at_once_while_the_port_is_closed(
    socket: Socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pump orders and goes on, also while a device's thread closes what does not want to be closed."""
    closing, close = threading.Event(), DescriptorLink.close

    def slowly(self: DescriptorLink) -> None:
        closing.set()
        time.sleep(0.3)
        close(self)

    monkeypatch.setattr(DescriptorLink, "close", slowly)
    with running(socket.open, socket.inbox) as device:
        socket.told(m.DeviceReady)
        socket.cable.far.close()
        assert closing.wait(SOON)
        began = time.monotonic()
        device.order(m.Lock())
        device.durable(1, 1)
        assert time.monotonic() - began < AT_ONCE * 3, "it was not handed over, it waited"
        socket.told(m.DeviceLost)
        monkeypatch.undo()


class Complains:
    """A link that breaks its contract: it raises what it likes from writing and from closing."""

    def __init__(self, link: Link, complaint: Exception) -> None:
        self._link = link
        self._complaint = complaint
        self.name = link.name
        self.fileno, self.read = link.fileno, link.read
        self.broken = False

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        if self.broken:
            raise self._complaint
        return self._link.write(data, timeout)

    def close(self) -> None:
        self._link.close()
        if self.broken:
            raise self._complaint


def test_a_link_that_breaks_its_contract_is_one_loss_and_is_opened_again(tmp_path: Path) -> None:
    for complaint in COMPLAINTS:
        with cable_of("loop", tmp_path) as cable:
            socket, links = Socket(cable), []

            def open_(socket: Socket = socket, links: list[Complains] = links) -> Link:
                links.append(Complains(socket.open(), complaint))  # noqa: B023
                return links[-1]

            with running(open_, socket.inbox) as device:
                socket.told(m.DeviceReady)
                links[0].broken = True
                device.order(m.Disclose(1))
                socket.told(m.DeviceLost)
                socket.told(m.DeviceReady)
                socket.nothing_more()
            socket.far.close()
