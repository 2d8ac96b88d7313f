"""Inside the guest machine: the device's end of a cable that leads out to the relay and back as USB.

Plugging in is opening the connection, pulling the plug is closing it. What the bytes mean does not live here.
"""

import contextlib
import os
import socket
from functools import cache
from typing import Final

from drivers.simulated.endpoint import Endpoint
from hil_tests.guest.relay import ECHO, PLUGGED

RELAY: Final = "TABLE_CONTROLLER_GUEST_RELAY"
"""The environment variable that says where the relay is, "host:port"; it is set inside the machine alone."""
_WITHIN: Final = 60.0
_BYTE: Final = b"."
_OUT_WITHIN: Final = 10.0
_CHUNK: Final = 4096


def is_inside() -> bool:
    """Whether this process runs in the guest machine."""
    return bool(os.environ.get(RELAY))


def _connected(first: str) -> socket.socket:
    """A connection to the relay that begins with this line."""
    host, _, port = os.environ[RELAY].rpartition(":")
    made = socket.create_connection((host, int(port)), _WITHIN)
    try:
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.sendall(f"{first}\n".encode("ascii"))
    except BaseException:
        made.close()
        raise
    return made


_echo: Final = cache(lambda: _connected(ECHO))


def relay_answers() -> None:
    """Returns when the relay has answered: when everything outside through which the cables pass has come to
    run since this was called. OSError: it does not."""
    connection = _echo()
    connection.sendall(_BYTE)
    if connection.recv(1) != _BYTE:
        raise ConnectionError("the relay outside the machine has hung up")


class UsbEndpoint(Endpoint):
    """A USB device with that serial number, which is its address while it is plugged in. kind: "serial" for a
    port, "bulk" or "hid"."""

    def __init__(self, serial: str, kind: str = "serial") -> None:
        self._serial = serial
        self._kind = kind
        self._cable: socket.socket | None = None

    def open(self, name: str | None = None) -> None:
        """OSError: the relay does not plug it in; the words are the relay's. name: another serial number."""
        self.close()
        self._serial = name or self._serial
        cable = _connected(f"{self._kind} {self._serial}")
        try:
            with cable.makefile("rb", buffering=0) as lines:
                said = lines.readline()
            if said != PLUGGED:
                raise OSError(f"{self._serial} is not plugged in: {said.decode('ascii', 'replace').strip()}")
        except BaseException:
            cable.close()
            raise
        cable.setblocking(False)
        self._cable = cable
        self.address = self._serial

    def close(self) -> None:
        """Returns when it is out: the relay hangs up then."""
        if self._cable is not None:
            with contextlib.suppress(OSError):
                self._cable.shutdown(socket.SHUT_WR)
                self._cable.settimeout(_OUT_WITHIN)
                while self._cable.recv(_CHUNK):
                    pass
            self._cable.close()
            self._cable = None
        self.address = ""

    def fds(self) -> list[int]:
        return [] if self._cable is None else [self._cable.fileno()]

    def read(self, fd: int) -> bytes:
        if self._cable is None:
            return b""
        try:
            data = self._cable.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self.close()
        return data

    def write(self, data: bytes) -> None:
        if self._cable is not None:
            with contextlib.suppress(OSError):  # what the other side has no room for is lost
                self._cable.send(data)
