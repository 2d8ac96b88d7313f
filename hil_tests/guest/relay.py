"""Outside the guest machine: each connection from inside is a USB device that is plugged in while it lasts.

The first line of a connection is what the device is, and its serial number; from then on its bytes are what
the device says and hears. A line comes back once the device is plugged in, or a line that says why it is not.
"""

import contextlib
import socket
import threading
from pathlib import Path
from typing import Final

from hil_tests.guest.cdc_acm import SerialFunction
from hil_tests.guest.function import Function
from hil_tests.guest.keyboard import KeyboardFunction, SerialWithKeyboard
from hil_tests.guest.usbredir import Redirection
from hil_tests.guest.vendor import BulkFunction, HidFunction

HOST: Final = "127.0.0.1"
FUNCTIONS: Final[dict[str, type[Function]]] = {
    "serial": SerialFunction,
    "bulk": BulkFunction,
    "hid": HidFunction,
    "keyboard": KeyboardFunction,
    "serial-keyboard": SerialWithKeyboard,
}
"""What a device may be: as a Binding has it, and what belongs at no table."""
PLUGGED: Final = b"plugged in\n"
ECHO: Final = "echo"
"""In place of a device: whatever comes behind this line is sent back, to show that somebody is there."""
_HELLO_WITHIN: Final = 20.0
_UNPLUG_WITHIN: Final = 5.0
_CHUNK: Final = 4096
_LONGEST_LINE: Final = 128


class Slot:
    """One socket of the machine's USB controller. Whatever comes and goes, one device at a time is in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.taken = False
        self._found = threading.Event()
        self._redirection: Redirection | None = None
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        threading.Thread(target=self._accept, name=f"slot {path.name}", daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                connection, _ = self._listener.accept()
                self._redirection = Redirection(connection)
                self._found.set()

    def redirection(self) -> Redirection | None:
        """The machine's end; None where the machine does not come for it."""
        return self._redirection if self._found.wait(_HELLO_WITHIN) else None

    def close(self) -> None:
        self._listener.close()
        if self._redirection is not None:
            self._redirection.close()


class Relay:
    """Slots for so many devices, and the port at which they are asked for."""

    def __init__(self, folder: Path, slots: int) -> None:
        self.slots = [Slot(folder / f"slot{number}") for number in range(slots)]
        self._lock = threading.Lock()
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, name="relay", daemon=True).start()

    def close(self) -> None:
        self._listener.close()
        for slot in self.slots:
            slot.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            kind, _, serial = _line(connection).partition(" ")
            if kind == ECHO:
                _send_back(connection)
                return
            slot = self._take_slot()
            if slot is None:
                connection.sendall(b"no socket is free\n")
                return
            try:
                self._carry(connection, kind, serial, slot)
            finally:
                slot.taken = False

    def _take_slot(self) -> Slot | None:
        with self._lock:
            slot = next((one for one in self.slots if not one.taken), None)
            if slot is not None:
                slot.taken = True
            return slot

    def _carry(self, connection: socket.socket, kind: str, serial: str, slot: Slot) -> None:
        redirection = slot.redirection()
        function = FUNCTIONS[kind](serial, lambda data: _send(connection, data))
        if redirection is None or not redirection.plug(function, _HELLO_WITHIN):
            connection.sendall(b"the machine does not ask for it\n")
            return
        connection.sendall(PLUGGED)
        with contextlib.suppress(OSError):
            while data := connection.recv(_CHUNK):
                redirection.give(data)
        redirection.unplug(_UNPLUG_WITHIN)


def _send_back(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := connection.recv(_CHUNK):
            connection.sendall(data)


def _send(connection: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):  # it was unplugged meanwhile
        connection.sendall(data)


def _line(connection: socket.socket) -> str:
    said = b""
    while not said.endswith(b"\n") and len(said) < _LONGEST_LINE:
        piece = connection.recv(1)
        if not piece:
            break
        said += piece
    return said.decode("ascii", "replace").strip()
