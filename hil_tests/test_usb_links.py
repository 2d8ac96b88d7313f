"""Bulk and HID links by libusb on a real kernel: its node, its driver for HID, its errors, a pulled cable.

Serial ports are in test_usb.py; the same links on a simulated bus, with every fault, in tests/drivers.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

import pytest

from drivers.errors import AmbiguousDevice, LinkLost, PortBusy, PortMissing
from drivers.ports import Binding, open_link, usb_plugged_in
from hil_tests.guest.endpoint import UsbEndpoint
from hil_tests.guest.function import VID
from hil_tests.guest.relay import FUNCTIONS
from hil_tests.rig import Rig
from hil_tests.test_usb import exchange, open_files, wait_for

pytestmark = pytest.mark.needs("kernel-usb")
Kind = Literal["bulk", "hid"]
KINDS: Final[tuple[Kind, ...]] = ("bulk", "hid")


def bound(kind: Kind, serial: str = "ONE", location: str | None = None) -> Binding:
    return Binding(kind=kind, vid=VID, pid=FUNCTIONS[kind].PID, serial=serial, location=location)


def there() -> int:
    """How many of our devices libusb sees."""
    return sum(one.vid == VID for one in usb_plugged_in())


@pytest.fixture
def plug(rig: Rig) -> Iterator[Callable[[Kind, str], UsbEndpoint]]:
    """Plugs such a device in, and waits until libusb sees it."""
    assert rig.features >= {"kernel-usb"}
    ends: list[UsbEndpoint] = []

    def one(kind: Kind, serial: str = "ONE") -> UsbEndpoint:
        before = there()
        end = UsbEndpoint(serial, kind)
        ends.append(end)
        end.open()
        wait_for(lambda: there() > before)
        return end

    wait_for(lambda: not there())
    yield one
    for end in ends:
        end.close()
    wait_for(lambda: not there())


SIZES: Final = (1, 61, 62, 63, 64, 65, 128, 512)
LONG: Final = 1500
"""For bulk alone: the machine's emulated bus cannot say of a report that came too late whether it came."""


@pytest.mark.parametrize(
    ("kind", "size"), [*((kind, size) for kind in KINDS for size in SIZES), ("bulk", LONG)]
)
def test_writes_of_every_size_arrive(plug: Callable[[Kind], UsbEndpoint], kind: Kind, size: int) -> None:
    """Also those that fill a packet, or a report."""
    end = plug(kind)
    link = open_link(bound(kind))
    exchange(link, end, bytes(number % 251 for number in range(size)))
    link.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_pulled_cable_is_a_lost_link_and_the_next_plug_is_found(
    plug: Callable[[Kind], UsbEndpoint], kind: Kind
) -> None:
    end = plug(kind)
    link = open_link(bound(kind))
    exchange(link, end, b"before")
    end.close()
    with pytest.raises(LinkLost):
        read_on(link.read)
    with pytest.raises(LinkLost):
        link.write(b"more")
    link.close()
    wait_for(lambda: not there())
    with pytest.raises(PortMissing):
        open_link(bound(kind))
    end.open()
    wait_for(lambda: there() == 1)
    link = open_link(bound(kind))
    exchange(link, end, b"behind")
    link.close()


def read_on(read: Callable[[float], bytes]) -> None:
    while True:
        read(5.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_opener_is_told_that_it_is_in_use(plug: Callable[[Kind], UsbEndpoint], kind: Kind) -> None:
    plug(kind)
    link = open_link(bound(kind))
    with pytest.raises(PortBusy):
        open_link(bound(kind))
    link.close()
    open_link(bound(kind)).close()


def test_two_devices_with_one_number_are_both_refused_until_bound_by_place(
    plug: Callable[[Kind, str], UsbEndpoint],
) -> None:
    ends = [plug("bulk", "SAME"), plug("bulk", "SAME")]
    with pytest.raises(AmbiguousDevice):
        open_link(bound("bulk", "SAME"))
    for one in usb_plugged_in():
        link = open_link(bound("bulk", "SAME", one.location))
        link.write(one.location.encode(), 5.0)
        wait_for(lambda: any(end.read(0) for end in ends))
        link.close()


def test_the_kernel_gets_its_hid_device_back(plug: Callable[[Kind], UsbEndpoint]) -> None:
    """Its driver has the interface until it is opened here, and again afterwards."""
    plug("hid")
    nodes = Path("/sys/bus/hid/devices")
    wait_for(lambda: any(nodes.iterdir()))
    link = open_link(bound("hid"))
    assert not any(nodes.iterdir()), "while we have it the kernel has not"
    link.close()
    wait_for(lambda: any(nodes.iterdir()))


@pytest.mark.parametrize("kind", KINDS)
def test_plugged_in_again_and_again_nothing_is_left_behind(
    plug: Callable[[Kind], UsbEndpoint], kind: Kind
) -> None:
    end = plug(kind)
    open_link(bound(kind)).close()
    threads, files = threading.active_count(), open_files()
    for turn in range(10):
        link = open_link(bound(kind))
        exchange(link, end, f"turn {turn}".encode())
        end.close()
        with pytest.raises(LinkLost):
            read_on(link.read)
        link.close()
        wait_for(lambda: not there())
        end.open()
        wait_for(lambda: there() == 1)
    wait_for(lambda: threading.active_count() == threads)
    assert open_files() == files


def test_udev_lets_the_group_of_the_controller_have_it(plug: Callable[[Kind, str], UsbEndpoint]) -> None:
    """By the rule of config/udev that is written for this vendor's device."""
    plug("bulk", "SHOE0001")
    (found,) = [one for one in usb_plugged_in() if one.vid == VID]
    node = Path(found.path)
    wait_for(lambda: node.stat().st_mode & 0o777 == 0o660)
    assert node.group() == "dialout"
    steady = Path("/dev/table/usb-SHOE0001")
    wait_for(steady.exists)
    assert steady.resolve() == node.resolve()
