"""One USB device, said to QEMU: the host's side of the usbredir protocol, version 0.7, over one socket.

QEMU's device `usb-redir` asks; here the answers of a function (function.py) are given. The layouts and
numbers are those of the protocol's own document (usb-redirection-protocol.md of the usbredir project). Which
function is plugged in when does not live here (relay.py).
"""

import contextlib
import socket
import struct
import threading
from collections import deque
from typing import Final

from hil_tests.guest.function import FULL_SPEED, IN, INPUT_BIT, INTERRUPT, VID, Function, Stall

_HELLO, _CONNECT, _DISCONNECT, _RESET, _INTERFACES, _ENDPOINTS = 0, 1, 2, 3, 4, 5
_SET_CONFIGURATION, _GET_CONFIGURATION, _CONFIGURATION_STATUS = 6, 7, 8
_SET_ALTERNATE, _GET_ALTERNATE, _ALTERNATE_STATUS = 9, 10, 11
_START_INTERRUPT, _STOP_INTERRUPT, _INTERRUPT_STATUS = 15, 16, 17
_CANCEL, _DISCONNECT_DONE = 21, 24
_CONTROL, _BULK, _INTERRUPT = 100, 101, 103
_DONE, _CANCELLED, _STALLED = 0, 1, 4

_SAYS_VERSION, _ACKNOWLEDGES, _SAYS_PACKETS, _WIDE_IDS, _LONG_BULK = 1 << 1, 1 << 3, 1 << 4, 1 << 5, 1 << 6
_CAPABILITIES: Final = _SAYS_VERSION | _ACKNOWLEDGES | _SAYS_PACKETS | _WIDE_IDS | _LONG_BULK
_VERSION_WORDS: Final = b"table-controller rig"
_SLOTS: Final = 32
_NO_ENDPOINT: Final = 255
_UNREAD_AT_MOST: Final = 4096
"""Bytes that wait for a reader; beyond it nobody listens and they are lost, as at a UART."""
_NONE: Final = (-1, b"")
"""No transfer was answered yet."""
_REPORTS_AT_MOST: Final = 64
"""And reports likewise."""


class Redirection:
    """What one `usb-redir` device of QEMU is plugged into. Methods may be called from any thread."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._sending = threading.Lock()
        self._state = threading.Lock()
        self._theirs = 0
        self._greeted = threading.Event()
        self._unplugged = threading.Event()
        self._function: Function | None = None
        self._waiting: deque[tuple[int, int]] = deque()
        self._coming = bytearray()
        self._answered = _NONE
        self._owes_end = False
        self._polled = False
        self._reports: deque[bytes] = deque()
        self._number = 0
        self.gone = threading.Event()
        self._say(_HELLO, _VERSION_WORDS.ljust(64, b"\0") + struct.pack("<I", _CAPABILITIES))
        threading.Thread(target=self._run, name="usbredir", daemon=True).start()

    # ---- plugging in and out --------------------------------------------------------------------------

    def plug(self, function: Function, within: float) -> bool:
        """The device is plugged in; False where QEMU has not said hello within so many seconds."""
        if not self._greeted.wait(within):
            return False
        with self._state:
            self._function = function
            self._coming.clear()
            self._answered = _NONE
            self._owes_end = False
            self._waiting.clear()
            self._reports.clear()
            self._polled = False
        self._unplugged.clear()
        self._say(_ENDPOINTS, _endpoint_table(function))
        self._say(_INTERFACES, _interface_table(function))
        named = struct.pack("<BBBBHHH", FULL_SPEED, function.CLASS, 0, 0, VID, function.PID, 0x0100)
        self._say(_CONNECT, named)
        return True

    def unplug(self, within: float) -> bool:
        """The device is pulled; whether QEMU confirmed it within so many seconds."""
        with self._state:
            self._function = None
            self._waiting.clear()
        self._say(_DISCONNECT, b"")
        return self._unplugged.wait(within)

    def give(self, data: bytes) -> None:
        """The device says this; what nobody reads is lost."""
        with self._state:
            function = self._function
            if function is None:
                return
            if any(one.address == IN and one.kind == INTERRUPT for one in function.ENDPOINTS):
                if len(self._reports) < _REPORTS_AT_MOST:
                    self._reports += function.pieces(data)
            elif len(self._coming) < _UNREAD_AT_MOST:
                self._coming += data
        self._answer_reads()
        self._send_reports()

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(OSError):  # it was hung up already
            self._connection.shutdown(socket.SHUT_RDWR)

    # ---- the socket -------------------------------------------------------------------------------------

    def _say(self, kind: int, payload: bytes, number: int = 0) -> None:
        wide = kind != _HELLO and self._both(_WIDE_IDS)
        head = struct.pack("<IIQ" if wide else "<III", kind, len(payload), number)
        with self._sending, contextlib.suppress(OSError):  # its reader meets the same, and ends
            self._connection.sendall(head + payload)

    def _both(self, capability: int) -> bool:
        return bool(self._theirs & _CAPABILITIES & capability)

    def _run(self) -> None:
        try:
            while True:
                wide = self._both(_WIDE_IDS)
                head = self._read(16 if wide else 12)
                kind, length, number = struct.unpack("<IIQ" if wide else "<III", head)
                self._handle(kind, number, self._read(length))
        except (EOFError, OSError):
            pass
        finally:
            self.gone.set()
            self._connection.close()

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            piece = self._connection.recv(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    # ---- what QEMU asks -----------------------------------------------------------------------------------

    def _handle(self, kind: int, number: int, payload: bytes) -> None:
        if kind == _HELLO:
            self._theirs = struct.unpack("<I", payload[64:68])[0] if len(payload) >= 68 else 0
            self._greeted.set()
        elif kind == _DISCONNECT_DONE:
            self._unplugged.set()
        elif kind == _RESET:
            with self._state:
                self._waiting.clear()
        elif kind == _CONTROL:
            self._control(number, payload)
        elif kind == _BULK:
            self._bulk(number, payload)
        elif kind == _INTERRUPT:
            self._interrupt(number, payload)
        elif kind == _CANCEL:
            self._cancel(number)
        else:
            self._acknowledge(kind, number, payload)

    def _acknowledge(self, kind: int, number: int, payload: bytes) -> None:
        """What a function with one configuration and no alternate settings just confirms."""
        first = payload[:1]
        done = bytes((_DONE,))
        if kind == _SET_CONFIGURATION and self._function is not None:
            self._function.configuration = first[0]
        if kind in (_SET_CONFIGURATION, _GET_CONFIGURATION):
            at = self._function.configuration if self._function is not None else 0
            self._say(_CONFIGURATION_STATUS, done + bytes((at,)), number)
        elif kind in (_SET_ALTERNATE, _GET_ALTERNATE):
            self._say(_ALTERNATE_STATUS, done + first + b"\0", number)
        elif kind in (_START_INTERRUPT, _STOP_INTERRUPT):
            self._say(_INTERRUPT_STATUS, done + first, number)
            if first[0] == IN:
                with self._state:
                    self._polled = kind == _START_INTERRUPT
                self._send_reports()

    def _control(self, number: int, payload: bytes) -> None:
        endpoint, request, kind, _, value, index, length = struct.unpack("<BBBBHHH", payload[:10])
        status, answer = _DONE, b""
        try:
            if self._function is None:
                raise Stall
            answer = self._function.control(kind, request, value, index, payload[10:])[:length]
        except Stall:
            status = _STALLED
        answer = answer if kind & INPUT_BIT else b""
        count = len(answer) if kind & INPUT_BIT else length
        head = struct.pack("<BBBBHHH", endpoint, request, kind, status, value, index, count)
        self._say(_CONTROL, head + answer, number)

    def _bulk(self, number: int, payload: bytes) -> None:
        long = self._both(_LONG_BULK)
        endpoint, _, low = struct.unpack("<BBH", payload[:4])
        length = low | (struct.unpack("<H", payload[8:10])[0] << 16 if long else 0)
        if endpoint & INPUT_BIT:
            with self._state:
                self._waiting.append((number, length))
            self._answer_reads()
            return
        data = payload[10 if long else 8 :]
        if self._function is not None:
            self._function.taken(data)
        self._say_bulk(endpoint, _DONE, b"", number, len(data))

    def _interrupt(self, number: int, payload: bytes) -> None:
        """A report for the device."""
        if self._function is not None:
            self._function.taken(payload[4:])
        head = struct.pack("<BBH", payload[0], _DONE, len(payload) - 4)
        self._say(_INTERRUPT, head, number)

    def _send_reports(self) -> None:
        """Reports of the device, as long as they are asked for."""
        while True:
            with self._state:
                if not self._polled or not self._reports:
                    return
                report, number = self._reports.popleft(), self._number
                self._number += 1
            self._say(_INTERRUPT, struct.pack("<BBH", IN, _DONE, len(report)) + report, number)

    def _say_bulk(self, endpoint: int, status: int, data: bytes, number: int, count: int) -> None:
        head = struct.pack("<BBHI", endpoint, status, count & 0xFFFF, 0)
        if self._both(_LONG_BULK):
            head += struct.pack("<H", count >> 16)
        self._say(_BULK, head + data, number)

    def _answer_reads(self) -> None:
        """What the device said goes into the transfers that wait for it."""
        while True:
            with self._state:
                if not self._waiting or not (self._coming or self._owes_end):
                    return
                number, length = self._waiting.popleft()
                data = bytes(self._coming[:length])
                del self._coming[:length]
                self._answered = (number, data)
                # What fills a transfer, and is all, is ended by an empty packet in the next one.
                self._owes_end = not self._coming and bool(data) and len(data) == length
            self._say_bulk(IN, _DONE, data, number, len(data))

    def _cancel(self, number: int) -> None:
        with self._state:
            found = next((one for one in self._waiting if one[0] == number), None)
            if found is None:
                if number == self._answered[0]:
                    # The two crossed: QEMU throws the answer to a cancelled transfer away.
                    self._coming[:0] = self._answered[1]
                    self._answered = _NONE
                return
            self._waiting.remove(found)
        self._say_bulk(IN, _CANCELLED, b"", number, 0)


def _endpoint_table(function: Function) -> bytes:
    """Kind, interval, interface and packet size of each endpoint, outputs first."""
    kinds, intervals, interfaces = bytearray([_NO_ENDPOINT] * _SLOTS), bytearray(_SLOTS), bytearray(_SLOTS)
    packets = [0] * _SLOTS
    half = _SLOTS // 2
    for at in (0, half):
        kinds[at], packets[at] = 0, 64
    for one in function.ENDPOINTS:
        at = (one.address & 0x0F) + (half if one.address & INPUT_BIT else 0)
        kinds[at], intervals[at], interfaces[at] = one.kind, one.interval, one.interface
        packets[at] = one.packet
    return bytes(kinds + intervals + interfaces) + struct.pack(f"<{_SLOTS}H", *packets)


def _interface_table(function: Function) -> bytes:
    rows = [(one.number, one.kind, one.sub, one.protocol) for one in function.INTERFACES]
    columns = zip(*rows, strict=True)
    return struct.pack("<I", len(rows)) + b"".join(bytes(each).ljust(_SLOTS, b"\0") for each in columns)
