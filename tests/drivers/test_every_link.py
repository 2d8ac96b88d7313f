"""What must hold for a port of any kind by itself: a pty, TCP, a null modem, USB bulk and HID.

A device's thread on each of them is in test_devices_on_every_link.py. What is special to one kind is in
test_links.py, test_ports.py and test_usb.py.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from drivers.errors import LinkLost, PortBusy
from drivers.link import DescriptorLink, Link, UsbBus, usb_link
from tests.drivers.every_link import (
    AT_ONCE,
    COMPLAINTS,
    KINDS,
    SOON,
    USB,
    Cable,
    Calls,
    Kind,
    cable_of,
    ends,
    fill,
    until,
)


@pytest.fixture(params=KINDS)
def cable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cable]:
    with cable_of(request.param, tmp_path) as one:
        yield one


def read(link: Link, length: int) -> bytes:
    """So many bytes, or what came in time."""
    data, end = b"", time.monotonic() + SOON
    while len(data) < length and time.monotonic() < end:
        data += link.read(0.05)
    return data


def test_an_unplug_in_the_middle_of_a_frame_is_a_loss_and_nothing_else(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere the reader spun on a port that was readable and gave nothing, or was told by five kinds of
    exception."""
    far, link = cable.plug(), cable.open()
    far.write(b"\0\x05half")
    assert read(link, 6) == b"\0\x05half"
    waits = Calls(monkeypatch, DescriptorLink, "_wait")
    far.close()
    ends(lambda: link.read(0.2))
    ends(lambda: link.write(b"x", 0.05))
    assert waits.count < 20, "it spins"
    link.close()
    with pytest.raises(LinkLost, match="closed"):
        link.read()


def test_closing_while_another_thread_reads_ends_it_200_times(cable: Cable) -> None:
    """Elsewhere the reader hung, fell over a descriptor that was none any more, or read a stranger's."""
    cable.plug()
    threads = threading.active_count()
    for _ in range(200):
        link, ended = cable.open(), []

        def reads(link: Link = link, ended: list[str] = ended) -> None:
            try:
                link.read(10.0)
            except LinkLost:
                ended.append("lost")
            except BaseException as error:
                ended.append(repr(error))

        reader = threading.Thread(target=reads)
        reader.start()
        link.close()
        reader.join(1.0)
        assert ended == ["lost"]
        assert threading.active_count() == threads


def test_a_device_that_stops_reading_takes_a_true_number_of_bytes_and_the_rest_later(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere a write without room spun, or said that all was written, and the rest was lost."""
    far, link = cable.plug(), cable.open()
    cable.hang()
    data = Random(7).randbytes(8_000_000 if cable.kind == "tcp" else 300_000)
    tries, began = Calls(monkeypatch, DescriptorLink, "_write_some"), time.monotonic()
    taken = link.write(data, 0.3)
    assert 0.3 <= time.monotonic() - began < 2.0, "neither sooner than it must nor later"
    assert tries.count < 200, "it has to wait, and not to spin"
    assert 0 < taken < len(data)
    assert fill(link) < len(data), "in the end it takes nothing"
    cable.wake()
    arrived = bytearray()
    while len(arrived) < taken:
        arrived += (some := far.read(1.0))
        assert some, "what was counted as taken was lost"
    assert arrived[:taken] == data[:taken]
    link.close()


def test_what_a_slow_device_takes_bit_by_bit_arrives_whole(cable: Cable) -> None:
    far, link = cable.plug(), cable.open()
    data, arrived = Random(5).randbytes(20_000), bytearray()
    ended = threading.Event()

    def drain() -> None:
        while len(arrived) < len(data) and not ended.is_set():
            arrived.extend(far.read(0.05))
            time.sleep(0.001)

    reader = threading.Thread(target=drain)
    reader.start()
    try:
        written = 0
        while written < len(data):
            written += (took := link.write(data[written : written + 5000], SOON))
            assert took, "the device reads, and nothing is taken"
        until(lambda: len(arrived) == len(data))
    finally:
        ended.set()
        reader.join()
    assert arrived == data
    link.close()


def test_nobody_waits_while_a_port_is_closed(cable: Cable) -> None:
    """Elsewhere closing slept for 0.3 s within the loop, so that the last bytes might still go out."""
    far, took = cable.plug(), []
    for _ in range(5):
        link = cable.open()
        link.write(b"lock")
        reader = threading.Thread(target=ends, args=(lambda link=link: link.read(10.0),))
        reader.start()
        began = time.monotonic()
        link.close()
        took.append(time.monotonic() - began)
        reader.join(SOON)
        assert far.read(0.1) or cable.kind == "pty"  # a pty's last bytes may go with it
    assert min(took) < AT_ONCE, took


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=lambda one: type(one).__name__)
def test_a_port_may_complain_of_anything_while_it_is_closed(complaint: Exception) -> None:
    """Elsewhere what the port raised kept its reader from hearing of the loss."""
    out, into = os.pipe()

    def release() -> None:
        os.close(out)
        raise complaint

    link = DescriptorLink("pipe", out, release)
    os.close(into)
    ends(lambda: link.read(0.05))
    escaped = None
    try:
        link.close()
        link.close()
    except Exception as error:
        escaped = error
    assert escaped is None


def test_a_descriptor_is_not_given_to_a_stranger_while_a_reader_is_about_to_read(tmp_path: Path) -> None:
    """Elsewhere the number of a port that was closed went to another file, and the reader read that one."""
    out, into = os.pipe()
    inside, go_on = threading.Event(), threading.Event()

    class Slow(DescriptorLink):
        def _wait(self, event: int, timeout: float) -> bool:
            ready = super()._wait(event, timeout)
            inside.set()
            go_on.wait(1.0)
            return ready

    link = Slow("pipe", out, lambda: os.close(out))
    os.write(into, b"mine")
    came: list[bytes] = []
    reader = threading.Thread(target=lambda: came.append(link.read(1.0)))
    reader.start()
    assert inside.wait(SOON)
    closer = threading.Thread(target=link.close)
    closer.start()
    closer.join(0.05)
    stranger = tmp_path / "stranger"
    stranger.write_bytes(b"the stranger's")
    file = os.open(stranger, os.O_RDONLY)
    go_on.set()
    reader.join(SOON)
    closer.join(SOON)
    os.close(file)
    os.close(into)
    assert came == [b"mine"]


def test_the_usb_thread_gives_up_a_device_that_hangs(tmp_path: Path) -> None:
    """Closing takes no longer than the last words may, whatever the device takes."""
    for kind in USB:
        with cable_of(kind, tmp_path) as cable:
            cable.plug()
            link = cable.open()
            cable.hang()
            link.write(b"lock")
            began = time.monotonic()
            link.close()
            assert time.monotonic() - began < usb_link._ENDS_WITHIN


HOLD = """
import sys
held = open(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_opener_of_a_serial_port_is_told_who_has_it(tmp_path: Path) -> None:
    """Elsewhere two openers each got a part of the bytes."""
    with cable_of("pty", tmp_path) as cable:
        cable.plug()
        link = cable.open()
        with pytest.raises(PortBusy, match=f"process {os.getpid()} "):
            cable.open()
        link.close()
        cable.open().close()


@pytest.mark.parametrize("kind", USB)
def test_a_second_opener_of_a_usb_device_is_told_who_has_it(kind: Kind, tmp_path: Path) -> None:
    """libusb says that it is busy; who has its file open is found in /proc."""
    node = tmp_path / "002"
    node.touch()
    with (
        cable_of(kind, tmp_path) as cable,
        subprocess.Popen(
            [sys.executable, "-c", HOLD, str(node)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder,
    ):
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        cable.plug()
        link, host = cable.open(), UsbBus(cable.usb)
        (found,) = host.interfaces()
        with pytest.raises(PortBusy, match=f"process {holder.pid} "):
            host.open(replace(found, node=str(node)))
        link.close()
        host.open(found).close()
        holder.communicate(b"")
