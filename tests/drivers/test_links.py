"""Links: every way in which a port can go, short writes, and the meddler of the null modem."""

import os
import pty
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from drivers.errors import LinkLost, PortBusy, PortMissing
from drivers.link import DescriptorLink, LoopLink, Meddler, SerialLink, TcpLink
from drivers.link.serial_port import holder_of

Pty = tuple[int, str]


@pytest.fixture
def terminal() -> Iterator[Pty]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    path = os.ttyname(slave)
    os.close(slave)
    yield master, path
    try:
        os.close(master)
    except OSError:
        pass


def is_lost(link: DescriptorLink) -> bool:
    """True where reading ends with LinkLost, within a few reads."""
    try:
        for _ in range(5):
            link.read(0.2)
    except LinkLost:
        return True
    return False


def test_a_serial_link_passes_bytes_both_ways(terminal: Pty) -> None:
    master, path = terminal
    link = SerialLink(path)
    assert link.read() == b""
    os.write(master, b"\0\x01\x11\x13\xff")
    assert link.read(1.0) == b"\0\x01\x11\x13\xff"
    assert link.write(b"\0\r\n\x03") == 4
    assert os.read(master, 10) == b"\0\r\n\x03"
    link.close()


def test_a_port_that_is_readable_for_ever_and_gives_nothing_is_lost(tmp_path: Path) -> None:
    file = (tmp_path / "gone").open("w+b", buffering=0)
    link = DescriptorLink("gone", file.fileno(), file.close)
    assert [link.read(), link.read()] == [b"", b""]
    with pytest.raises(LinkLost, match="gives nothing"):
        link.read()
    link.close()


HOLD = """
import sys, serial
port = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
port.close()
"""


def test_a_second_opener_is_told_who_has_the_port(terminal: Pty) -> None:
    _, path = terminal
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(PortBusy) as told:
            SerialLink(path)
        assert f"process {holder.pid} " in str(told.value)
        holder.communicate(b"")
    SerialLink(path).close()


def test_a_missing_port_is_missing() -> None:
    with pytest.raises(PortMissing, match="/dev/no-such-port"):
        SerialLink("/dev/no-such-port")


def test_what_is_no_terminal_cannot_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(LinkLost):
        SerialLink(str(path))


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:", "127.0.0.1:1", "127.0.0.1:99999"])
def test_nobody_at_an_address_is_missing(address: str) -> None:
    with pytest.raises(PortMissing):
        TcpLink(address)


def test_a_tcp_link_passes_bytes_and_is_lost_with_its_far_end() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        link = TcpLink(f"127.0.0.1:{server.getsockname()[1]}")
        far, _ = server.accept()
        far.sendall(b"hello")
        assert link.read(1.0) == b"hello"
        assert link.write(b"world") == 5
        assert far.recv(10) == b"world"
        far.close()
        assert is_lost(link)
        link.close()


# ---- the null modem -------------------------------------------------------------------------------


def test_an_honest_null_modem_passes_everything() -> None:
    near, far = LoopLink.pair()
    assert near.write(b"abc") == 3
    assert far.read(1.0) == b"abc"
    far.close()
    assert is_lost(near)
    near.close()


@pytest.mark.parametrize(
    ("meddler", "expected"),
    [
        (Meddler(Random(1), drop=1.0), []),
        (Meddler(Random(1), duplicate=1.0), [b"abcd", b"abcd"]),
        (Meddler(Random(1)), [b"abcd"]),
        (Meddler(Random(1), delay=1.0), []),
    ],
)
def test_what_a_meddler_does(meddler: Meddler, expected: list[bytes]) -> None:
    assert meddler.meddle(b"abcd") == expected


def test_a_corrupted_write_differs_in_one_bit() -> None:
    (spoilt,) = Meddler(Random(1), corrupt=1.0).meddle(b"abcd")
    difference = int.from_bytes(spoilt, "big") ^ int.from_bytes(b"abcd", "big")
    assert difference.bit_count() == 1


def test_a_split_write_comes_in_two_pieces() -> None:
    pieces = Meddler(Random(1), split=1.0).meddle(b"abcd")
    assert (len(pieces), b"".join(pieces)) == (2, b"abcd")


def test_what_was_held_back_comes_first() -> None:
    meddler = Meddler(Random(8), delay=0.5)
    came = [piece for n in range(50) for piece in meddler.meddle(bytes((n,)))]
    assert came == [bytes((n,)) for n in range(len(came))]
    assert len(came) > 40


def test_a_meddled_link_loses_what_its_meddler_drops() -> None:
    make: Callable[[], Meddler] = lambda: Meddler(Random(3), drop=0.5)  # noqa: E731
    near, far = LoopLink.pair(make())
    written = [bytes((n,)) for n in range(40)]
    for piece in written:
        assert near.write(piece) == 1
    same = make()
    assert far.read(1.0) == b"".join(p for piece in written for p in same.meddle(piece))
    near.close()
    far.close()


def test_the_holder_of_a_pty_is_who_locked_it_not_its_other_end() -> None:
    """A simulator has its own pty open too; the one to stop is the one that holds the lock."""
    main, far = os.openpty()
    path = os.ttyname(far)
    code = (
        "import fcntl, os, sys\n"
        "port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)\n"
        "fcntl.flock(port, fcntl.LOCK_EX)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            assert f"process {holder.pid} " in holder_of(path)
        finally:
            holder.communicate(timeout=10)
            os.close(far)
            os.close(main)
