"""Links: every way in which a port can go, short writes, and the meddler of the null modem."""

import fcntl
import os
import pty
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import serial

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


def test_what_came_before_the_opening_is_thrown_away(terminal: Pty) -> None:
    """A board that was reset by it, or had talked to somebody else, has left half a line in the port."""
    master, path = terminal
    held = os.open(path, os.O_RDWR | os.O_NOCTTY)
    os.write(master, b"ets Jun  8 2016 00:22:57\r\nAT+CG")
    link = SerialLink(path)
    assert link.read(0.05) == b""
    os.write(master, b"fresh")
    assert link.read(1.0) == b"fresh"
    link.close()
    os.close(held)


def test_the_control_lines_are_as_wanted_before_the_port_is_opened(
    terminal: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere they were set afterwards, and the edge reset the board at each opening."""
    _, path = terminal
    seen: list[tuple[bool, bool]] = []
    open_ = serial.Serial.open

    def noting(port: serial.Serial) -> None:
        seen.append((port.dtr, port.rts))
        open_(port)

    monkeypatch.setattr(serial.Serial, "open", noting)
    for dtr, rts in ((True, True), (False, False), (True, False)):
        SerialLink(path, dtr=dtr, rts=rts).close()
        assert seen.pop() == (dtr, rts)


def test_a_port_whose_device_takes_no_last_words_holds_nobody_up(
    terminal: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel waits up to 30 s, within the closing, for what a device does not take."""
    _, path = terminal
    close, drained = serial.Serial.close, threading.Event()

    def waits_for_its_device(port: serial.Serial) -> None:
        drained.wait(3.0)
        close(port)

    monkeypatch.setattr(serial.Serial, "close", waits_for_its_device)
    link = SerialLink(path)
    began = time.monotonic()
    link.close()
    took = time.monotonic() - began
    drained.set()
    for thread in threading.enumerate():
        if thread.name == f"closing {path}":
            thread.join(5.0)
    assert took < 1.0
    monkeypatch.undo()
    SerialLink(path).close()


def test_a_pseudo_terminal_is_not_shut_to_those_who_ask_for_no_lock(
    terminal: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A simulator keeps it open when the table is killed, and the next table has to have it. Any other port
    is shut; hil_tests has that of a real one."""
    _, path = terminal
    asked: list[int] = []
    ioctl = fcntl.ioctl

    def noting(descriptor: int, request: int, *rest: object) -> object:
        asked.append(request)
        return ioctl(descriptor, request, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr("drivers.link.serial_port.fcntl.ioctl", noting)
    SerialLink(path).close()
    assert termios.TIOCEXCL not in asked
    monkeypatch.setattr("drivers.link.serial_port._PSEUDO", "/no such folder/")
    link = SerialLink(path)
    assert termios.TIOCEXCL in asked
    ioctl(link.fileno(), termios.TIOCNXCL)
    link.close()


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


# ---- data bits, parity, stop bits ------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["8N1", "7E1", "8E1", "7O2", "8N2"])
def test_a_serial_port_is_asked_for_its_line(
    terminal: Pty, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """A pseudo-terminal has none, and stands here for a port that has."""
    master, path = terminal
    monkeypatch.setattr("drivers.link.serial_port.is_pseudo", lambda _: False)
    monkeypatch.setattr("drivers.link.serial_port.takes", lambda _, __: True)
    asked: list[tuple[int, str, float]] = []
    opens = serial.Serial.open

    def noting(port: serial.Serial) -> None:
        asked.append((port.bytesize, port.parity, port.stopbits))
        opens(port)

    monkeypatch.setattr(serial.Serial, "open", noting)
    link = SerialLink(path, 9600, line)
    link.write(b"KH*6E")
    assert os.read(master, 10) == b"KH*6E"
    link.close()
    assert asked == [(int(line[0]), line[1], int(line[2]))]


def test_a_port_that_cannot_do_its_line_is_refused_by_name(
    terminal: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pty's driver drops parity and 7 bits without a word, as some adapters' do: seen as one of those."""
    _, path = terminal
    monkeypatch.setattr("drivers.link.serial_port.is_pseudo", lambda _: False)
    for _ in range(2):  # the kernel says so at the second time, and nothing at the first
        with pytest.raises(PortMissing, match=f"{path} cannot do 7E1; use a port or an adapter that can"):
            SerialLink(path, line="7E1")
    SerialLink(path).close()


def test_a_port_that_goes_between_opening_and_looking_at_its_line_is_lost(
    terminal: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not an exception that no caller knows, and the port is not kept."""
    _, path = terminal

    def gone(descriptor: int, line: str) -> bool:
        raise termios.error(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("drivers.link.serial_port.takes", gone)
        with pytest.raises(LinkLost, match="could not be opened"):
            SerialLink(path)
    SerialLink(path).close()


def test_at_a_pseudo_terminal_a_line_means_nothing(terminal: Pty) -> None:
    master, path = terminal
    for _ in range(3):
        link = SerialLink(path, line="7E1")
        os.write(master, b"\xff\x80")
        assert link.read(1.0) == b"\xff\x80"
        link.close()
