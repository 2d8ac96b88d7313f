"""What is plugged in by USB, read from sysfs; and the kernel's news of it."""

import errno
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import usb_news
from drivers.errors import UsbUnseen
from drivers.usb_news import News, UsbNews, device_of
from drivers.usb_tree import COMING, UsbDevice, UsbTree, clean, parse
from tests.drivers.fake_sysfs import ACM, KEYBOARD, FakeSysfs, configuration, device, interface


@pytest.fixture
def bus(tmp_path: Path) -> FakeSysfs:
    return FakeSysfs(tmp_path / "devices")


def seen(bus: FakeSysfs) -> list[UsbDevice]:
    """What is plugged in, without the computer's own controller."""
    return [one for one in UsbTree(bus.root).look() if not one.is_controller]


def test_a_device_is_told_with_all_its_interfaces(bus: FakeSysfs) -> None:
    number = bus.plug("1-1.2", 0x1209, 0x0010, "SHOE0001", (*ACM, KEYBOARD), product="Shoe")
    assert seen(bus) == [
        UsbDevice(
            "1-1.2",
            number,
            0x1209,
            0x0010,
            "SHOE0001",
            "Shoe",
            (("02/02/01",), ("0a/00/00",), ("03/01/01",)),
        )
    ]


def test_alternate_settings_and_other_configurations_count_too() -> None:
    """A device may be a harmless one in the first configuration and a keyboard in the second."""
    raw = device(1, 2) + configuration(
        interface(0, (8, 6, 80)), b"\x07\x05\x81\x02\x40\x00\x00", interface(0, (255, 0, 0), alternate=1)
    )
    raw += configuration(interface(0, KEYBOARD), number=2)
    assert parse(raw) == (1, 2, (("03/01/01", "08/06/50", "ff/00/00"),))


@pytest.mark.parametrize(
    "tail",
    [
        b"\x00\x04" + bytes(20),
        b"\x01",
        b"\x09\x04\x00",
        b"\x05\x04\x00\x00\x00",
        b"\xff\x24\x00",
    ],
)
def test_descriptors_that_are_no_chain_fit_nothing(tail: bytes) -> None:
    assert parse(device(1, 2) + configuration(interface(0, (255, 0, 0)), tail)) == (1, 2, ())


def test_a_configuration_that_is_cut_short_fits_nothing() -> None:
    whole = device(1, 2) + configuration(interface(0, (255, 0, 0)))
    for length in range(19, len(whole)):
        assert parse(whole[:length]) == (1, 2, ())


@pytest.mark.parametrize("whole", [0, 1, 8])
def test_a_configuration_that_says_it_is_shorter_than_its_head_fits_nothing(whole: int) -> None:
    raw = bytearray(configuration(interface(0, (255, 0, 0))))
    raw[2] = whole
    assert parse(device(1, 2) + bytes(raw)) == (1, 2, ())


@given(st.binary(max_size=200))
def test_whatever_a_device_says_is_walked_to_its_end(body: bytes) -> None:
    vid, pid, _ = parse(device(3, 4) + body)
    assert (vid, pid) == (3, 4)


def test_words_of_a_device_are_harmless() -> None:
    assert clean("\x1b[31mred\x1b[0m\n[bold]Sho\u202ee é") == "??31mred??0m??bold?Sho?e ?"
    assert clean("A" * 500) == "A" * 40


def test_one_that_is_coming_or_going_is_not_there_yet_or_any_more(bus: FakeSysfs) -> None:
    """The kernel makes the files of a device one after the other; news may cause many looks in that time."""
    now = [0.0]
    tree = UsbTree(bus.root, lambda: now[0])
    bus.plug("1-1", 1, 2, raw=b"")
    for _ in range(5):
        assert len(tree.look()) == 1
    now[0] = COMING - 0.01
    assert len(tree.look()) == 1
    bus.unplug("1-1")
    bus.plug("1-1", 1, 2)
    assert [one.vid for one in tree.look()] == [1, 0x1D6B]


def test_one_that_stays_and_cannot_be_read_is_there_all_the_same(bus: FakeSysfs) -> None:
    now = [0.0]
    tree = UsbTree(bus.root, lambda: now[0])
    bus.plug("1-1", 1, 2, raw=b"nonsense")
    tree.look()
    now[0] = COMING
    assert UsbDevice("1-1", 0) in tree.look()


def test_another_one_at_the_same_place_is_read_anew(bus: FakeSysfs) -> None:
    tree = UsbTree(bus.root)
    bus.plug("1-1", 1, 2, "A")
    assert next(one.serial for one in tree.look()) == "A"
    bus.unplug("1-1")
    bus.plug("1-1", 1, 2, "B")
    assert next(one.serial for one in tree.look()) == "B"


def test_a_device_is_read_once_as_long_as_it_is_plugged_in(bus: FakeSysfs) -> None:
    """Reading its strings waits for whoever works with it."""
    tree = UsbTree(bus.root)
    bus.plug("1-1", 1, 2, "A")
    first = tree.look()
    (bus.root / "1-1" / "serial").unlink()
    (bus.root / "1-1" / "descriptors").unlink()
    assert tree.look() == first


def test_where_there_is_no_sysfs_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsbUnseen, match=r"nothing-there cannot be read \(No such file or directory\)"):
        UsbTree(tmp_path / "nothing-there").look()


def test_a_look_costs_next_to_nothing(bus: FakeSysfs) -> None:
    """Four times a second, with more devices than a table has."""
    for port in range(12):
        bus.plug(f"1-{port}", 1, port)
    tree = UsbTree(bus.root)
    tree.look()
    began = time.process_time()
    for _ in range(50):
        tree.look()
    assert (time.process_time() - began) / 50 < 0.010, "four in a second are 4 % of a processor at the most"


# ---- news -----------------------------------------------------------------------------------------------

ADDED = (
    b"add@/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1.2\0ACTION=add\0"
    b"DEVPATH=/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1.2\0SUBSYSTEM=usb\0MAJOR=189\0MINOR=6\0"
    b"DEVNAME=bus/usb/001/007\0DEVTYPE=usb_device\0PRODUCT=46d/c31c/4920\0TYPE=0/0/0\0BUSNUM=001\0"
    b"DEVNUM=007\0SEQNUM=2711\0"
)


def test_the_news_of_an_arrival_say_who_came() -> None:
    assert device_of(ADDED) == UsbDevice("1-1.2", 7, 0x046D, 0xC31C)


@pytest.mark.parametrize(
    "other",
    [
        ADDED.replace(b"ACTION=add", b"ACTION=remove"),
        ADDED.replace(b"usb_device", b"usb_interface"),
        ADDED.replace(b"46d/c31c", b"what"),
        ADDED.replace(b"DEVNUM=007", b"DEVNUM="),
        b"\xff\xfe\0",
        b"",
    ],
)
def test_other_news_are_no_arrival(other: bytes) -> None:
    assert device_of(other) is None


def test_a_wait_ends_by_time_and_by_waking() -> None:
    news = UsbNews()
    before = len(os.listdir("/proc/self/fd"))
    try:
        assert news.wait(0.0).came == ()
        news.wake()
        began = time.monotonic()
        news.wait(30.0)
        assert time.monotonic() - began < 10.0
    finally:
        news.close()
    assert len(os.listdir("/proc/self/fd")) <= before - 2
    news.wake()


class Kernel:
    """The end of a netlink socket: what is heard, and from which process; 0 is the kernel."""

    def __init__(self, *heard: tuple[bytes, int] | OSError) -> None:
        self.heard = list(heard)
        self._readable, self._other = os.pipe()
        os.write(self._other, b"!")

    def fileno(self) -> int:
        return self._readable

    def recvfrom(self, _: int) -> tuple[bytes, tuple[int, int]]:
        if not self.heard:
            raise BlockingIOError
        one = self.heard.pop(0)
        if isinstance(one, OSError):
            raise one
        return one[0], (one[1], 1)

    def close(self) -> None:
        os.close(self._readable)
        os.close(self._other)


def heard(monkeypatch: pytest.MonkeyPatch, *messages: tuple[bytes, int] | OSError) -> News:
    monkeypatch.setattr(usb_news, "_listen", lambda: Kernel(*messages))
    news = UsbNews()
    try:
        return news.wait(10.0)
    finally:
        news.close()


def test_the_kernel_is_heard_and_a_process_that_says_the_same_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(monkeypatch, (ADDED, 0), (ADDED, 4711)).came == (UsbDevice("1-1.2", 7, 0x046D, 0xC31C),)
    assert heard(monkeypatch, (ADDED, 4711)).came == ()


def test_news_that_were_lost_end_the_wait_and_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many at once: whoever looks now sees what is there."""
    came = heard(monkeypatch, OSError(errno.ENOBUFS, "no buffer space"), (ADDED, 0)).came
    assert came == (UsbDevice("1-1.2", 7, 0x046D, 0xC31C),)


def test_where_there_are_no_news_it_just_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb_news, "_listen", lambda: None)
    news = UsbNews()
    assert news.wait(0.0).came == ()
    news.close()
