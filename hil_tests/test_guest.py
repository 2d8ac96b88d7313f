"""The guest machine's parts, each by itself and without booting: descriptors, usbredir, relay, image.

Whether a kernel takes them for a serial port only a boot can tell: test_usb.py.
"""

import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hil_tests.guest import endpoint, image, inside, machine
from hil_tests.guest.cdc_acm import SerialFunction
from hil_tests.guest.endpoint import RELAY, UsbEndpoint, is_inside
from hil_tests.guest.function import IN, OUT, VID, Stall
from hil_tests.guest.relay import Relay
from hil_tests.guest.usbredir import Redirection

pytestmark = pytest.mark.skipif(is_inside(), reason="it is about the machine, seen from outside")
GET_DESCRIPTOR, SET_CONFIGURATION = 6, 9
HELLO, CONNECT, DISCONNECT, INTERFACE_INFO, ENDPOINT_INFO = 0, 1, 2, 4, 5
CANCEL, DISCONNECT_ACK, CONTROL, BULK = 21, 24, 100, 101
CAPABILITIES = 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6
"""Of QEMU 7.2: connect with version, disconnect acknowledged, packet sizes, 64-bit ids, long bulk."""


# ---- descriptors ---------------------------------------------------------------------------------------


def described(kind: int, index: int = 0) -> bytes:
    return SerialFunction("S-1", lambda _: None).control(0x80, GET_DESCRIPTOR, kind << 8 | index, 0, b"")


def test_the_device_says_who_it_is() -> None:
    said = described(1)
    assert (len(said), said[0], said[1]) == (18, 18, 1)
    assert struct.unpack("<HH", said[8:12]) == (VID, SerialFunction.PID)
    assert described(3, 3)[2:].decode("utf-16-le") == "S-1"
    assert described(3, 0) == b"\x04\x03\x09\x04"


def test_the_configuration_is_a_chain_of_whole_descriptors() -> None:
    said = described(2)
    assert struct.unpack("<H", said[2:4])[0] == len(said)
    kinds, at = [], 0
    while at < len(said):
        kinds.append(said[at + 1])
        at += said[at]
    assert at == len(said)
    assert kinds == [2, 4, 0x24, 0x24, 0x24, 0x24, 5, 4, 5, 5]
    assert said[4] == len(SerialFunction.INTERFACES)


@pytest.mark.parametrize(
    ("kind", "request_", "value"), [(0x80, GET_DESCRIPTOR, 0x0F00), (0xC0, 1, 0), (0x21, 0x55, 0)]
)
def test_what_it_has_not_got_is_stalled(kind: int, request_: int, value: int) -> None:
    with pytest.raises(Stall):
        SerialFunction("S-1", lambda _: None).control(kind, request_, value, 0, b"")


# ---- usbredir --------------------------------------------------------------------------------------------


class Qemu:
    """QEMU's end of a redirection."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        connection.settimeout(5.0)
        self.wide = False
        assert self.next() is not None
        self.say(HELLO, b"fake".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES))
        self.wide = True

    def say(self, kind: int, payload: bytes, number: int = 0) -> None:
        head = struct.pack("<IIQ" if self.wide else "<III", kind, len(payload), number)
        self.connection.sendall(head + payload)

    def next(self) -> tuple[int, int, bytes]:
        head = self._read(16 if self.wide else 12)
        kind, length, number = struct.unpack("<IIQ" if self.wide else "<III", head)
        return kind, number, self._read(length)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            piece = self.connection.recv(count - len(data))
            assert piece, "hung up"
            data += piece
        return data

    def ask_for(self, number: int, count: int = 512) -> None:
        self.say(BULK, struct.pack("<BBHIH", IN, 0, count, 0, 0), number)

    def write(self, number: int, data: bytes) -> None:
        self.say(BULK, struct.pack("<BBHIH", OUT, 0, len(data), 0, 0) + data, number)


@pytest.fixture
def ends() -> Iterator[tuple[Qemu, Redirection]]:
    near, far = socket.socketpair()
    redirection = Redirection(near)
    qemu = Qemu(far)
    yield qemu, redirection
    far.close()
    assert redirection.gone.wait(5.0)


def plugged(ends: tuple[Qemu, Redirection]) -> tuple[Qemu, Redirection, list[bytes]]:
    qemu, redirection = ends
    heard: list[bytes] = []
    assert redirection.plug(SerialFunction("S-1", heard.append), 5.0)
    kinds = [qemu.next() for _ in range(3)]
    assert [kind for kind, _, _ in kinds] == [ENDPOINT_INFO, INTERFACE_INFO, CONNECT]
    assert struct.unpack("<HH", kinds[2][2][4:8]) == (VID, SerialFunction.PID)
    return qemu, redirection, heard


def test_plugged_in_it_tells_what_it_is(ends: tuple[Qemu, Redirection]) -> None:
    qemu, _, _ = plugged(ends)
    qemu.say(CONTROL, struct.pack("<BBBBHHH", 0x80, GET_DESCRIPTOR, 0x80, 0, 1 << 8, 0, 18), 7)
    kind, number, payload = qemu.next()
    assert (kind, number, payload[3]) == (CONTROL, 7, 0)
    assert payload[10:] == described(1)


def test_bytes_go_both_ways_and_a_read_waits_for_them(ends: tuple[Qemu, Redirection]) -> None:
    qemu, redirection, heard = plugged(ends)
    qemu.write(1, b"hello")
    assert qemu.next()[:2] == (BULK, 1)
    assert heard == [b"hello"]
    qemu.ask_for(2)
    redirection.give(b"well met")
    kind, number, payload = qemu.next()
    assert (kind, number, payload[10:]) == (BULK, 2, b"well met")
    redirection.give(b"0123456789")
    qemu.ask_for(3, 4)
    assert qemu.next()[2][10:] == b"0123"
    qemu.ask_for(4)
    assert qemu.next()[2][10:] == b"456789", "what did not fit comes with the next one"


def test_a_cancelled_read_gets_nothing_and_loses_nothing(ends: tuple[Qemu, Redirection]) -> None:
    qemu, redirection, _ = plugged(ends)
    qemu.ask_for(5)
    qemu.say(CANCEL, b"", 5)
    kind, number, payload = qemu.next()
    assert (kind, number, payload[1], payload[10:]) == (BULK, 5, 1, b"")
    redirection.give(b"kept")
    qemu.ask_for(6)
    assert qemu.next()[2][10:] == b"kept"


def test_an_answer_that_crosses_the_cancelling_of_its_read_is_given_again(
    ends: tuple[Qemu, Redirection],
) -> None:
    """QEMU throws it away; on a bus the bytes would have come."""
    qemu, redirection, _ = plugged(ends)
    qemu.ask_for(21)
    redirection.give(b"crossed")
    assert qemu.next()[1] == 21
    qemu.say(CANCEL, b"", 21)
    qemu.ask_for(22)
    _, number, payload = qemu.next()
    assert (number, payload[10:]) == (22, b"crossed")


def test_what_fills_a_read_is_ended_by_an_empty_one(ends: tuple[Qemu, Redirection]) -> None:
    qemu, redirection, _ = plugged(ends)
    qemu.ask_for(31, 64)
    redirection.give(bytes(64))
    assert len(qemu.next()[2]) == 10 + 64
    qemu.ask_for(32, 64)
    _, number, payload = qemu.next()
    assert (number, payload[10:]) == (32, b"")


def test_what_nobody_reads_is_lost_and_does_not_grow(ends: tuple[Qemu, Redirection]) -> None:
    qemu, redirection, _ = plugged(ends)
    for _ in range(100):
        redirection.give(b"x" * 512)
    qemu.ask_for(1, 65535)
    assert 4096 <= len(qemu.next()[2]) - 10 < 8192


def test_it_is_out_when_qemu_says_so(ends: tuple[Qemu, Redirection]) -> None:
    qemu, redirection, _ = plugged(ends)
    assert not redirection.unplug(0.05), "nobody has confirmed it"
    assert qemu.next()[0] == DISCONNECT
    waiting = threading.Thread(target=lambda: qemu.say(DISCONNECT_ACK, b""))
    waiting.start()
    assert redirection.unplug(5.0)
    waiting.join()
    qemu.say(CONTROL, struct.pack("<BBBBHHH", 0x80, GET_DESCRIPTOR, 0x80, 0, 1 << 8, 0, 18), 7)
    assert qemu.next()[0] == DISCONNECT
    assert qemu.next()[2][3] == 4, "what is out stalls"


# ---- relay and endpoint ----------------------------------------------------------------------------------


def test_a_connection_is_a_device_as_long_as_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay = Relay(tmp_path, 1)
    monkeypatch.setenv(RELAY, f"127.0.0.1:{relay.port}")
    slot = socket.socket(socket.AF_UNIX)
    slot.connect(str(tmp_path / "slot0"))
    qemu = Qemu(slot)
    end = UsbEndpoint("S-1")
    end.open()
    assert end.address == "S-1"
    assert [qemu.next()[0] for _ in range(3)] == [ENDPOINT_INFO, INTERFACE_INFO, CONNECT]
    with pytest.raises(OSError, match="S-2 is not plugged in: no socket is free"):
        UsbEndpoint("S-2").open()
    end.write(b"from the device")
    qemu.ask_for(1)
    assert qemu.next()[2][10:] == b"from the device"
    closing = threading.Thread(target=end.close)
    closing.start()
    assert qemu.next()[0] == DISCONNECT
    assert closing.is_alive(), "it is not out yet"
    qemu.say(DISCONNECT_ACK, b"")
    closing.join(5.0)
    assert not closing.is_alive()
    assert end.address == ""
    slot.close()
    relay.close()


def test_the_relay_answers_as_long_as_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a rig in there goes on only then."""
    relay = Relay(tmp_path, 0)
    monkeypatch.setenv(RELAY, f"127.0.0.1:{relay.port}")
    endpoint._echo.cache_clear()
    for _ in range(3):
        endpoint.relay_answers()
    endpoint._echo().shutdown(socket.SHUT_WR)
    with pytest.raises(OSError):
        endpoint.relay_answers()
    endpoint._echo().close()
    endpoint._echo.cache_clear()
    relay.close()


# ---- image and boot ----------------------------------------------------------------------------------------


def test_what_is_not_installed_is_named_with_its_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        image, "find", lambda program: None if program in ("cpio", image.QEMU) else "/bin/true"
    )
    assert image.missing() == "install qemu-system-x86 cpio (apt-get install)"
    with pytest.raises(
        image.CannotMake, match="needs more than is installed here: install qemu-system-x86 cpio"
    ):
        image.make(tmp_path)


def test_a_failing_step_is_told_with_its_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = tmp_path / "apt-cache"
    tool.write_text("#!/bin/sh\necho 'no cache of packages' >&2\nexit 100\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setattr(image, "find", lambda program: str(tool))
    with pytest.raises(
        image.CannotMake, match="apt-cache depends linux-image-amd64 failed: no cache of packages"
    ):
        image.make(tmp_path / "folder")


def test_a_machine_that_ends_without_a_result_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It printed something, and never came to the command's end; that is not taken for a pass."""
    monkeypatch.setattr(machine, "find", lambda _: "/bin/echo")
    said: list[str] = []
    with pytest.raises(machine.NoResult, match="ended without a result"):
        machine.run(image.Image(tmp_path, tmp_path), tmp_path, ("true",), 10.0, said.append)
    assert said


def test_a_rig_that_does_not_come_up_fails_the_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(inside.CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setattr(image, "find", lambda _: None)
    said: list[str] = []
    assert inside.run_pytest(("hil_tests",), said.append) != 0
    assert "a guest machine needs more than is installed here" in said[0]


@pytest.mark.parametrize("line", [("--rig", "config/rigs/guest.toml", "--rig", "config/rigs/memory.toml")])
def test_a_guest_rig_runs_alone(line: tuple[str, ...]) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "hil_tests", *line),
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "name it alone" in done.stderr
