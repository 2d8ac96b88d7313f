"""What only a real kernel shows of a USB serial port: it comes and goes, its name moves, its number lies.

The bench of these tests is the port itself, with no controller: a driver's link at one end, bytes at the
other. What a table makes of an unplugged device is in test_devices.py.
"""

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.errors import AmbiguousDevice, LinkLost, PortBusy, PortMissing
from drivers.link import Link, SerialLink
from drivers.ports import Binding, Port, open_link, plugged_in, resolve
from hil_tests.guest.cdc_acm import SerialFunction
from hil_tests.guest.endpoint import UsbEndpoint
from hil_tests.guest.function import VID
from hil_tests.rig import Rig

pytestmark = pytest.mark.needs("kernel-usb")
SECONDS = 20.0
"""A machine under load may be slow; nothing here asks how fast it is."""


def bound(serial: str, location: str | None = None) -> Binding:
    return Binding(vid=VID, pid=SerialFunction.PID, serial=serial, location=location)


def ports() -> list[Port]:
    """The USB serial ports that are plugged in."""
    return [port for port in plugged_in() if port.vid == VID]


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < end, f"not in {SECONDS} s; plugged in are {ports()}"
        time.sleep(0.01)


def exchange(link: Link, end: UsbEndpoint, data: bytes) -> None:
    """These bytes arrive, whole, in both directions."""
    link.write(data, 5.0)
    heard = b""
    until = time.monotonic() + SECONDS
    while len(heard) < len(data) and time.monotonic() < until:
        heard += end.read(0)
        time.sleep(0.001)
    assert heard == data
    end.write(data)
    back = b""
    while len(back) < len(data) and time.monotonic() < until:
        back += link.read(0.5)
    assert back == data


@pytest.fixture
def plug(rig: Rig) -> Iterator[Callable[[str], UsbEndpoint]]:
    """Plugs a device with that serial number in, and waits until its port is there."""
    assert rig.features >= {"kernel-usb"}
    ends: list[UsbEndpoint] = []

    def one(serial: str) -> UsbEndpoint:
        there = len(ports())
        end = UsbEndpoint(serial)
        ends.append(end)
        end.open()
        wait_for(lambda: len(ports()) > there)
        return end

    wait_for(lambda: not ports())
    yield one
    for end in ends:
        end.close()
    wait_for(lambda: not ports())


def test_a_port_is_found_by_what_usb_says_of_it(plug: Callable[[str], UsbEndpoint]) -> None:
    plug("ONE")
    plug("TWO")
    (found,) = [port for port in ports() if port.serial == "TWO"]
    assert resolve(bound("TWO")) == found.path
    assert (found.vid, found.pid, found.interface) == (VID, SerialFunction.PID, 0)
    with pytest.raises(PortMissing, match="serial THREE"):
        resolve(bound("THREE"))


@pytest.mark.parametrize("size", [1, 63, 64, 65, 127, 128, 512, 1500])
def test_writes_of_every_size_arrive(plug: Callable[[str], UsbEndpoint], size: int) -> None:
    """Also those that fill the last packet."""
    end = plug("ONE")
    link = open_link(bound("ONE"))
    exchange(link, end, bytes(number % 251 for number in range(size)))
    link.close()


def test_two_devices_with_one_number_are_both_refused_until_bound_by_place(
    plug: Callable[[str], UsbEndpoint],
) -> None:
    ends = [plug("SAME"), plug("SAME")]
    with pytest.raises(AmbiguousDevice, match="bind the device to one of them by port path") as caught:
        open_link(bound("SAME"))
    for port in ports():
        assert port.path in str(caught.value)
    for port in ports():
        link = open_link(bound("SAME", port.location))
        link.write(port.path.encode())
        wait_for(lambda: any(end.read(0) for end in ends))
        link.close()


def test_a_pulled_cable_is_one_lost_link(plug: Callable[[str], UsbEndpoint]) -> None:
    """Half a frame has come, and a reader waits."""
    end = plug("ONE")
    link = open_link(bound("ONE"))
    end.write(b"half a fra")
    heard: list[bytes] = []
    lost: list[LinkLost] = []

    def read() -> None:
        try:
            while True:
                heard.append(link.read(5.0))
        except LinkLost as error:
            lost.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    wait_for(lambda: b"".join(heard) == b"half a fra")
    end.close()
    reader.join(SECONDS)
    assert not reader.is_alive()
    assert len(lost) == 1
    with pytest.raises(LinkLost):
        link.write(b"more")
    link.close()
    with pytest.raises((PortMissing, LinkLost)):
        open_link(bound("ONE"))


def test_a_name_that_moves_is_no_other_device(plug: Callable[[str], UsbEndpoint]) -> None:
    """As long as somebody has the old port open the kernel gives another name to what comes back."""
    end = plug("ONE")
    before = resolve(bound("ONE"))
    held = os.open(before, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        end.close()
        wait_for(lambda: not ports())
        end.open()
        wait_for(lambda: bool(ports()))
        assert resolve(bound("ONE")) != before
        link = open_link(bound("ONE"))
        exchange(link, end, b"the same one")
        link.close()
    finally:
        os.close(held)


def test_a_second_opener_is_told_who_has_it(plug: Callable[[str], UsbEndpoint]) -> None:
    plug("ONE")
    link = open_link(bound("ONE"))
    with pytest.raises(PortBusy, match=rf"process {os.getpid()}"):
        SerialLink(resolve(bound("ONE")))
    link.close()


def test_a_program_that_asks_for_no_lock_cannot_open_it_beside_us(plug: Callable[[str], UsbEndpoint]) -> None:
    """One that may open it, and is not root: nothing else would keep it from taking a part of the bytes."""
    plug("ONE")
    path = resolve(bound("ONE"))
    wait_for(lambda: Path(path).stat().st_mode & 0o060 == 0o060)  # udev has given it to its group
    group = Path(path).stat().st_gid

    def opens() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ("sh", "-c", f"exec 3<>{path}"),
            user=65534,
            group=group,
            capture_output=True,
            text=True,
            check=False,
        )

    link = open_link(bound("ONE"))
    told = opens()
    assert told.returncode != 0
    assert "busy" in told.stderr
    link.close()
    assert opens().returncode == 0, "it is open to whoever comes when we have gone"


def test_plugged_in_again_and_again_nothing_is_left_behind(plug: Callable[[str], UsbEndpoint]) -> None:
    def read_on(link: Link) -> None:
        while True:
            link.read(5.0)

    end = plug("ONE")
    threads, files = threading.active_count(), open_files()
    for turn in range(20):
        link = open_link(bound("ONE"))
        exchange(link, end, f"turn {turn}".encode())
        end.close()
        with pytest.raises(LinkLost):
            read_on(link)
        link.close()
        wait_for(lambda: not ports())
        end.open()
        wait_for(lambda: bool(ports()))
    assert threading.active_count() == threads
    assert open_files() == files


def open_files() -> int:
    """How many descriptors this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def properties(path: str) -> set[str]:
    """What udev knows of the device with that node: "NAME=value", and its links."""
    done = subprocess.run(
        ("udevadm", "info", "--query=property", path), capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_udev_gives_a_port_a_steady_name_and_keeps_modem_probes_away(
    plug: Callable[[str], UsbEndpoint],
) -> None:
    """By the rules of config/udev, which are installed in there."""
    end = plug("SHOE0001")
    steady = Path("/dev/table/SHOE0001-00")
    wait_for(steady.exists)
    assert str(steady.resolve()) == resolve(bound("SHOE0001"))
    assert properties(str(steady)) >= {"ID_MM_DEVICE_IGNORE=1", "ID_MM_PORT_IGNORE=1"}
    assert steady.stat().st_mode & 0o777 == 0o660
    assert steady.group() == "dialout"
    link = open_link(Binding(path=str(steady)))
    exchange(link, end, b"by its steady name")
    end.close()
    wait_for(lambda: not steady.is_symlink())
    link.close()
