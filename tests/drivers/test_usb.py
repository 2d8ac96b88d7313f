"""USB devices behind the real pyusb: transfers, time-outs, stalls, unplugging, and who has the device."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Literal

import pytest
import usb.core

from drivers import messages as m
from drivers.device import Device
from drivers.errors import AmbiguousDevice, LinkLost, PortBusy, PortMissing
from drivers.link import Link, UsbBus
from drivers.link.usb_pipe import READ_MS
from drivers.ports import Binding, is_placeholder, open_link
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.decks import a_shoe
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.usb_backend import SimulatedUsb
from drivers.simulated.usb_device import IN, OUT, Bus, Plug, UsbEndpoint
from tests.drivers.every_link import ends
from tests.drivers.test_device import SOON, Inbox, running

Kind = Literal["bulk", "hid"]
KINDS: tuple[Kind, ...] = ("bulk", "hid")
WAYS: tuple[tuple[Kind, bool], ...] = (("bulk", True), ("hid", True), ("hid", False))
"""Kinds of devices, and whether they have an endpoint out: of HID devices many have none."""


class Plugged:
    """One device on a bus of its own, and the host's side of it."""

    def __init__(self, kind: Kind = "bulk", **said: object) -> None:
        self.bus = Bus()
        self.device = UsbEndpoint(self.bus, kind, **said)  # type: ignore[arg-type]
        self.backend = SimulatedUsb(self.bus)
        self.host = UsbBus(self.backend)
        self.device.open()

    def open(self) -> Link:
        (found,) = self.host.interfaces()
        return self.host.open(found)

    def heard(self, count: int) -> bytes:
        """What the device was given, at least so many bytes."""
        data, end = b"", time.monotonic() + SOON
        while len(data) < count:
            assert time.monotonic() < end, f"{len(data)} of {count} bytes"
            data += self.device.read(self.device.fds()[0])
            time.sleep(0.001)
        return data


def read(link: Link, count: int) -> bytes:
    data, end = b"", time.monotonic() + SOON
    while len(data) < count:
        assert time.monotonic() < end, f"{len(data)} of {count} bytes"
        data += link.read(0.1)
    return data


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No thread and no descriptor outlives a test."""
    before = len(os.listdir("/proc/self/fd"))
    yield
    assert not [one.name for one in threading.enumerate() if one.name.startswith("usb ")]
    assert len(os.listdir("/proc/self/fd")) <= before


@contextmanager
def plugged(kind: Kind = "bulk", **said: object) -> Iterator[Plugged]:
    one = Plugged(kind, **said)
    try:
        yield one
    finally:
        one.device.close()
        assert one.backend.open_handles == 0, "a handle was left open"
        assert one.backend.resets == 0, "nothing asked for a reset"


# ---- transfers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "out"), WAYS)
@pytest.mark.parametrize("packet", [8, 64, 512])
@pytest.mark.parametrize("count", [1, 61, 62, 63, 64, 65, 127, 128, 512])
def test_frames_of_every_length_are_complete_both_ways(
    kind: Kind, out: bool, packet: int, count: int
) -> None:
    """PyLabRobot 827: a length that is a multiple of the packet left the device waiting for more."""
    if kind == "hid" and packet == 512:
        packet = 64  # a full-speed report
    data = Random(count).randbytes(count)
    with plugged(kind, packet=packet, out=out) as one:
        link = one.open()
        assert link.write(data, 1.0) == count
        assert one.heard(count) == data
        one.device.write(data)
        assert read(link, count) == data
        link.close()


@pytest.mark.parametrize(("kind", "out"), WAYS)
def test_a_write_waits_for_no_read(kind: Kind, out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock is said while the device says nothing: a read that waits for it holds nothing up."""
    monkeypatch.setitem(READ_MS, kind, 60_000)
    with plugged(kind, out=out) as one:
        link = one.open()
        time.sleep(0.02)
        began = time.monotonic()
        link.write(b"lock")
        assert one.heard(4) == b"lock"
        assert time.monotonic() - began < 1.0
        one.device.close()
        ends(lambda: link.read(0.05), SOON)
        link.close()


def test_a_part_before_a_time_out_is_not_lost() -> None:
    """python-libusb1 42, gousb 23, qdl 67: the exception of a time-out took the bytes with it.

    The device never ends its transfers, so that each read of full packets runs into its time-out."""
    with plugged(ends=False) as one:
        link = one.open()
        sent = b""
        for turn in range(30):
            data = Random(turn).randbytes(64)
            one.device.write(data)
            sent += data
            time.sleep(0.002)
        assert read(link, len(sent)) == sent
        link.close()


@pytest.mark.parametrize(("kind", "out"), WAYS)
def test_a_device_that_takes_nothing_for_a_while_gets_every_byte_once(kind: Kind, out: bool) -> None:
    data = Random(4).randbytes(3000)
    with plugged(kind, out=out) as one:
        link = one.open()
        one.device.deaf = True
        taken = link.write(data[:1500], 0.05)
        assert 0 < taken <= 1500
        waker = threading.Timer(0.2, lambda: setattr(one.device, "deaf", False))
        waker.start()
        while taken < len(data):
            taken += link.write(data[taken:], 1.0)
        assert one.heard(len(data)) == data
        waker.join()
        link.close()


class Halting(UsbEndpoint):
    """Takes three packets of a transfer, and no more until the host has waited for it in vain."""

    packets = 0

    def took(self, plug: Plug, packet: bytes) -> None:
        super().took(plug, packet)
        self.packets += 1
        if self.packets % 3 == 0:
            self.deaf = True


def test_what_was_taken_before_a_time_out_is_not_sent_again() -> None:
    """The same on the way out: a time-out counts what the device has taken, and the rest follows once."""
    bus = Bus()
    device = Halting(bus)
    device.open()
    host = UsbBus(SimulatedUsb(bus))
    link = host.open(host.interfaces()[0])
    data = Random(6).randbytes(1000)
    taken, end, heard = 0, time.monotonic() + SOON, b""
    while len(heard) < len(data) and time.monotonic() < end:
        taken += link.write(data[taken:], 0.0)
        heard += device.read(device.fds()[0])
        if device.deaf:
            time.sleep(0.06)  # longer than a write of the host's waits
            device.deaf = False
    time.sleep(0.06)
    heard += device.read(device.fds()[0])
    link.close()
    device.close()
    assert heard == data


def test_a_device_that_takes_nothing_holds_the_writer_up_and_is_left_in_time() -> None:
    with plugged() as one:
        one.device.deaf = True
        link = one.open()
        count = sum(link.write(b"x" * 1024) for _ in range(64))
        assert count < 16384, "what no device took must not pile up here"
        began = time.monotonic()
        link.close()
        assert time.monotonic() - began < 1.0


@pytest.mark.parametrize(("kind", "out"), WAYS)
def test_what_was_written_before_closing_still_goes_out(kind: Kind, out: bool) -> None:
    """A lock is most likely the last that is said."""
    with plugged(kind, out=out) as one:
        link = one.open()
        one.device.write(b"nobody reads this")
        time.sleep(0.05)
        assert link.write(b"lock") == 4
        link.close()
        assert one.heard(4) == b"lock"


def test_a_report_of_another_id_or_with_a_false_count_brings_nothing() -> None:
    with plugged("hid") as one:
        link = one.open()
        assert one.device.plug is not None
        with one.bus.changed:
            for head in (b"\x02\x04", b"\x01\x3f", b"\x01\xff"):
                one.device.plug.to_host.append(head.ljust(64, b"x"))
        one.device.write(b"good")
        assert read(link, 4) == b"good"
        link.close()


# ---- stalls --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("endpoint", [IN, OUT])
def test_a_stall_is_cleared_once(endpoint: int) -> None:
    with plugged() as one:
        link = one.open()
        one.device.stalls[endpoint] = 1
        link.write(b"there")
        assert one.heard(5) == b"there"
        one.device.write(b"back")
        assert read(link, 4) == b"back"
        link.close()


@pytest.mark.parametrize("endpoint", [IN, OUT])
def test_a_device_that_stalls_again_at_once_is_lost(endpoint: int) -> None:
    with plugged() as one:
        link = one.open()
        one.device.stalls[endpoint] = 2
        link.write(b"there")
        assert "Pipe error" in ends(lambda: link.read(0.05), SOON)
        link.close()


def test_a_request_that_is_refused_once_is_made_again_and_twice_is_a_loss() -> None:
    """A HID device without an endpoint out stalls the request itself; there is nothing to clear."""
    with plugged("hid", out=False) as one:
        link = one.open()
        one.device.stalls[0] = 1
        link.write(b"there")
        assert one.heard(5) == b"there"
        one.device.stalls[0] = 2
        link.write(b"again")
        assert "Pipe error" in ends(lambda: link.read(0.05), SOON)
        link.close()


def test_a_bulk_interface_without_an_endpoint_out_is_no_link() -> None:
    with plugged("bulk", out=False) as one, pytest.raises(PortMissing, match="no bulk endpoint out"):
        one.open()


@pytest.mark.parametrize("kind", ["bulk", "hid"])
def test_an_endpoint_for_packets_of_no_bytes_is_none(kind: Kind) -> None:
    """Descriptors are the device's own words; nonsense in them is no defect of the driver."""
    with plugged(kind, packet=0) as one, pytest.raises(PortMissing, match=f"no {kind} endpoint in"):
        one.open()


# ---- plugging ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_unplug_in_the_middle_of_a_frame_is_one_loss(kind: Kind) -> None:
    """pyserial 341 at a USB device: what came is given, then the link is lost, and stays so."""
    with plugged(kind) as one:
        link = one.open()
        one.device.write(b"\0half a fr")
        assert read(link, 10) == b"\0half a fr"
        one.device.close()
        assert "No such device" in ends(lambda: link.read(0.05), SOON)
        assert "No such device" in ends(lambda: link.write(b"x", 0.01), SOON)
        link.close()
        with pytest.raises(LinkLost, match="closed"):
            link.read()


@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_replugs_leave_nothing_behind(kind: Kind) -> None:
    """pyusb 220: the 33rd plug hung; handles that nobody gave back were suspected."""
    with plugged(kind) as one:
        counts = []
        for turn in range(100):
            link = one.open()
            link.write(b"hello")
            assert one.heard(5) == b"hello"
            if turn % 2:
                link.close()
                one.device.close()
            else:
                one.device.close()
                ends(link.read, SOON)
                link.close()
            one.device.open()
            counts.append(
                (one.backend.open_handles, threading.active_count(), len(os.listdir("/proc/self/fd")))
            )
        assert set(counts) == {counts[0]}
        assert counts[0][0] == 0


def test_closing_while_another_thread_reads_ends_it() -> None:
    """pyserial 712, 713 at a USB device."""
    with plugged() as one:
        for _ in range(50):
            link = one.open()
            ended: list[str] = []

            def reads(link: Link = link, ended: list[str] = ended) -> None:
                try:
                    link.read(10.0)
                except LinkLost:
                    ended.append("lost")

            reader = threading.Thread(target=reads)
            reader.start()
            link.close()
            reader.join(1.0)
            assert ended == ["lost"]


# ---- who has it ----------------------------------------------------------------------------------------


def test_a_device_that_another_has_is_busy_and_nothing_stays_open() -> None:
    """labgrid 7ab62401: two tools alternate on one device."""
    with plugged() as one:
        one.device.busy = True
        for _ in range(20):
            with pytest.raises(PortBusy, match="in use by"):
                one.open()
            assert one.backend.open_handles == 0
        one.device.busy = False
        first = one.open()
        with pytest.raises(PortBusy):
            one.open()
        first.close()
        one.open().close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_and_a_tool_take_turns_at_one_device(kind: Kind) -> None:
    """Elsewhere a tool kept what it had claimed, and whoever came next found it busy. Here who has closed it
    has given it back: the next one may open it at once, and while one has it the other is told so."""
    with plugged(kind) as one:
        table, tool = UsbBus(one.backend), UsbBus(one.backend)
        for turn in range(10):
            has, waits = (table, tool) if turn % 2 else (tool, table)
            link = has.open(has.interfaces()[0])
            with pytest.raises(PortBusy, match="in use by"):
                waits.open(waits.interfaces()[0])
            link.write(b"order")
            assert one.heard(5) == b"order"
            link.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_device_is_reset_where_its_port_says_so_and_nowhere_else(kind: Kind) -> None:
    """crazyflie acdcfd0, 4f3525e: a reset at each opening broke some computers, and none broke one dongle."""
    bus = Bus()
    device = UsbEndpoint(bus, kind)
    device.open()
    backend = SimulatedUsb(bus)
    for reset, count in ((False, 0), (True, 1), (False, 1), (True, 2)):
        link = open_link(Binding(kind=kind, vid=0x1209, reset=reset), bus=UsbBus(backend))
        assert backend.resets == count
        link.close()
    device.close()
    assert backend.open_handles == 0
    assert not Binding().reset


def test_a_device_that_somebody_else_has_is_not_reset() -> None:
    """Asking it who it is, or a second controller, would end the session of the table that plays."""
    with plugged() as one:
        link = one.open()
        with pytest.raises(PortBusy):
            open_link(Binding(kind="bulk", vid=0x1209, reset=True), bus=UsbBus(one.backend))
        assert one.backend.resets == 0
        link.close()


def test_a_device_that_goes_with_its_reset_is_lost_and_nothing_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = Bus()
    device = UsbEndpoint(bus)
    device.open()
    backend = SimulatedUsb(bus)
    monkeypatch.setattr(backend, "reset_device", lambda handle: device.close() or backend._alive(handle))
    with pytest.raises(LinkLost, match="could not be opened"):
        open_link(Binding(kind="bulk", vid=0x1209, reset=True), bus=UsbBus(backend))
    assert backend.open_handles == 0


def test_a_device_without_the_right_to_it_names_the_rules() -> None:
    with plugged() as one:
        (found,) = one.host.interfaces()
        one.device.denied = True
        with pytest.raises(PortMissing, match="udev"):
            one.host.open(found)


@pytest.mark.parametrize("how", ["close", "unplug", "refuse"])
def test_the_kernels_driver_is_given_back(how: str) -> None:
    with plugged("hid") as one:
        plug = one.device.plug
        assert plug is not None
        assert plug.driver, "the kernel takes every HID device"
        if how == "refuse":
            one.device.busy = True
            with pytest.raises(PortBusy):
                one.open()
            assert plug.driver
            return
        link = one.open()
        assert not plug.driver
        if how == "unplug":
            one.device.close()
            ends(lambda: link.read(0.05), SOON)
        link.close()
        assert plug.driver is (how == "close")


def test_an_interface_that_is_not_there_is_missing() -> None:
    from msgspec.structs import replace

    with plugged() as one:
        (found,) = one.host.interfaces()
        for wrong in (replace(found, interface=3), replace(found, kind="hid")):
            with pytest.raises(PortMissing, match="bind"):
                one.host.open(wrong)
        with pytest.raises(LinkLost, match="went"):
            one.host.open(replace(found, location="1-7"))


def test_what_is_plugged_in_is_told_without_keeping_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[object] = []  # as by a traceback: what is kept must not keep the handle
    find = usb.core.find

    def keeping(**said: object) -> list[object]:
        kept.append(found := list(find(**said)))
        return found

    monkeypatch.setattr(usb.core, "find", keeping)
    with plugged(serial="AC-1", port="1.2") as one:
        (found,) = one.host.interfaces()
        assert one.backend.open_handles == 0
        assert (found.kind, found.vid, found.pid, found.serial) == ("bulk", 0x1209, 1, "AC-1")
        assert (found.location, found.interface) == ("1-1.2", 0)
        one.device.denied = True
        (found,) = one.host.interfaces()
        assert found.serial == ""


def test_errors_of_the_simulated_bus_are_those_of_libusb() -> None:
    """errno, libusb's number and the class, as pyusb's own table has them."""
    from usb.backend import libusb1

    from drivers.simulated import usb_backend

    for number, (code, text) in usb_backend._TEXTS.items():
        error = usb_backend._error(number)
        assert (error.errno, error.backend_error_code) == (libusb1._libusb_errno[code], code)
        assert isinstance(error, usb.core.USBError)
        assert text in str(error)


# ---- which of all ----------------------------------------------------------------------------------------


@contextmanager
def two(
    *serials: str, kinds: tuple[Kind, Kind] = ("bulk", "bulk")
) -> Iterator[tuple[UsbBus, list[UsbEndpoint]]]:
    """Two devices at sockets 1 and 2 of one bus."""
    bus = Bus()
    both = [
        UsbEndpoint(bus, kind, serial=serial, port=port)
        for kind, serial, port in zip(kinds, serials, "12", strict=True)
    ]
    for one in both:
        one.open()
    yield UsbBus(SimulatedUsb(bus)), both
    for one in both:
        one.close()


def test_two_devices_of_one_serial_number_are_both_refused_until_bound_by_location() -> None:
    """node-serialport 329, systemd 30574 at USB devices: never one of the two by chance."""
    with two("A1", "A1") as (bus, both):
        with pytest.raises(AmbiguousDevice) as told:
            open_link(Binding(kind="bulk", serial="A1"), bus=bus)
        assert "at 1-1" in str(told.value)
        assert "at 1-2" in str(told.value)
        link = open_link(Binding(kind="bulk", serial="A1", location="1-2"), bus=bus)
        link.write(b"you")
        end = time.monotonic() + SOON
        while not (came := both[1].read(both[1].fds()[0])) and time.monotonic() < end:
            time.sleep(0.001)
        assert came == b"you"
        link.close()


def test_the_kind_is_part_of_a_binding_and_a_replug_elsewhere_is_found_by_serial_number() -> None:
    """pyserial 36, Klipper 22: it comes back at another place; nobody has to do anything."""
    with two("A1", "A1", kinds=("bulk", "hid")) as (bus, both):
        binding = Binding(kind="hid", vid=0x1209, pid=1, serial="A1")
        open_link(binding, bus=bus).close()
        both[1].close()
        with pytest.raises(PortMissing, match="hid vid 1209"):
            open_link(binding, bus=bus)
        both[1].open("1-4.2")
        link = open_link(binding, bus=bus)
        assert link.name.endswith("1-4.2")
        link.close()


def test_a_device_whose_serial_number_may_not_be_asked_names_the_rules() -> None:
    with two("A1", "B1") as (bus, both):
        both[0].denied = True
        with pytest.raises(PortMissing, match="udev"):
            open_link(Binding(kind="bulk", serial="A1"), bus=bus)


def test_a_computer_without_libusb_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "libusb_package", None)
    with pytest.raises(PortMissing, match="install libusb-package"):
        open_link(Binding(kind="bulk", serial="A1"), bus=UsbBus())


@pytest.mark.parametrize("serial", ["", "0000000000", "0123456789ABCDEF", " None ", "FFFF"])
def test_what_many_devices_tell_is_no_serial_number(serial: str) -> None:
    assert is_placeholder(serial)
    assert not is_placeholder("AC-0042")


# ---- a conversation --------------------------------------------------------------------------------------


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize(("kind", "out"), WAYS)
def test_a_whole_conversation_and_a_replug_under_another_name(kind: Kind, out: bool) -> None:
    """The host's end and a firmware model, over the real pyusb: handshake, order, reports, unplug in the
    middle, another socket, and on from there without a lost or repeated card."""
    shoe = SimulatedShoe(random32=lambda: 77, speed=1000.0, serial="S-1", ring=64, gate=True, lid=True)
    shoe.load(a_shoe(6, 52, 1), 0.0)
    bus = Bus()
    backend = SimulatedUsb(bus)
    host = UsbBus(backend)

    def open_() -> Link:
        found = host.interfaces()
        if not found:
            raise PortMissing("nothing is plugged in")
        return host.open(found[0])

    inbox = Inbox()
    with (
        ThreadedSimulator(shoe, UsbEndpoint(bus, kind, out=out)) as simulator,
        running(open_, inbox) as device,
    ):
        assert isinstance(inbox.wait_for(m.DeviceReady), m.DeviceReady)
        device.order(m.Permit(4, "uuuu"))
        draws = _draw(simulator, shoe, device, inbox, 2)
        simulator.unplug()
        inbox.wait_for(m.DeviceLost)
        simulator.replug("1-4")
        inbox.wait_for(m.DeviceReady)
        device.order(m.Permit(4, "uu"))
        draws += _draw(simulator, shoe, device, inbox, 2)
        assert draws == [1, 2, 3, 4]
    assert backend.open_handles == 0


def _draw(
    simulator: ThreadedSimulator, shoe: SimulatedShoe, device: Device, inbox: Inbox, count: int
) -> list[int]:
    """Draw so many, each as soon as the gate lets it."""
    drawn = []
    for _ in range(count):
        _until(lambda: simulator.do(shoe.draw) is not None)
        report = inbox.wait_for(m.CardDrawn)
        assert isinstance(report, m.CardDrawn)
        drawn.append(report.draw)
    return drawn
