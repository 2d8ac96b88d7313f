"""A USB serial port of the class CDC-ACM, as its descriptors and control requests: bytes in, bytes out.

What it says comes from elsewhere (relay.py); how it reaches a computer does not live here (usbredir.py). The
numbers are those of the USB 2.0 specification, chapter 9, and of the class definition CDC 1.2 with PSTN 1.2.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

VID: Final = 0x1209
PID: Final = 0x0010
"""Of pid.codes, for tests that leave no laboratory."""
NOTIFY: Final = 0x82
OUT: Final = 0x01
IN: Final = 0x81
PACKET: Final = 64

_STANDARD, _CLASS = 0x00, 0x20
_KIND_MASK: Final = 0x60
_ENDPOINT: Final = 2
_RECIPIENT_MASK: Final = 0x1F
_GET_STATUS, _CLEAR_FEATURE, _SET_FEATURE = 0, 1, 3
_SET_ADDRESS, _GET_DESCRIPTOR, _GET_CONFIGURATION, _SET_CONFIGURATION = 5, 6, 8, 9
_GET_INTERFACE, _SET_INTERFACE = 10, 11
_SET_LINE_CODING, _GET_LINE_CODING, _SET_CONTROL_LINES, _SEND_BREAK = 0x20, 0x21, 0x22, 0x23
_DEVICE, _CONFIGURATION, _STRING = 1, 2, 3
_ENGLISH: Final = struct.pack("<BBH", 4, _STRING, 0x0409)


class Stall(Exception):
    """The device does not do what it was asked: it answers STALL."""


class Endpoint(Struct, frozen=True):
    """One endpoint: its address, the interface it is of, its kind (2 bulk, 3 interrupt), and its packets."""

    address: int
    interface: int
    kind: int
    interval: int
    packet: int


ENDPOINTS: Final = (
    Endpoint(NOTIFY, 0, 3, 16, 16),
    Endpoint(OUT, 1, 2, 0, PACKET),
    Endpoint(IN, 1, 2, 0, PACKET),
)
INTERFACES: Final = ((0, 2, 2, 1), (1, 10, 0, 0))
"""Number, class, subclass, protocol: control of a modem, and its data."""


def _device() -> bytes:
    return struct.pack("<BBHBBBBHHHBBBB", 18, _DEVICE, 0x0200, 2, 0, 0, 64, VID, PID, 0x0100, 1, 2, 3, 1)


def _interface(number: int, endpoints: int, kind: int, sub: int, protocol: int) -> bytes:
    return struct.pack("9B", 9, 4, number, 0, endpoints, kind, sub, protocol, 0)


def _endpoint(one: Endpoint) -> bytes:
    return struct.pack("<BBBBHB", 7, 5, one.address, one.kind, one.packet, one.interval)


def _configuration() -> bytes:
    functional = bytes((5, 0x24, 0, 0x10, 1, 5, 0x24, 1, 0, 1, 4, 0x24, 2, 2, 5, 0x24, 6, 0, 1))
    control = _interface(0, 1, *INTERFACES[0][1:]) + functional + _endpoint(ENDPOINTS[0])
    data = _interface(1, 2, *INTERFACES[1][1:]) + b"".join(_endpoint(one) for one in ENDPOINTS[1:])
    whole = 9 + len(control) + len(data)
    head = struct.pack("<BBHBBBBB", 9, _CONFIGURATION, whole, len(INTERFACES), 1, 0, 0x80, 50)
    return head + control + data


class SerialFunction:
    """The device. serial: its serial number. said: called with what the computer sends."""

    speed: Final = 1
    """Full speed, as small boards have it."""

    def __init__(self, serial: str, said: Callable[[bytes], None]) -> None:
        self.serial = serial
        self._said = said
        self._coding = struct.pack("<IBBB", 9600, 0, 0, 8)
        self._strings: Mapping[int, str] = {1: "table-controller", 2: "Simulated table device", 3: serial}
        self.configuration = 0
        self.lines = 0
        """The control lines as the computer set them: 1 for DTR, 2 for RTS."""

    def taken(self, data: bytes) -> None:
        """The computer sent these bytes."""
        self._said(data)

    def control(self, kind: int, request: int, value: int, index: int, data: bytes) -> bytes:
        """A control request, `data` being what came with it; the answer, b"" for none. Stall: it has none."""
        if kind & _KIND_MASK == _CLASS:
            return self._of_class(request, value, data)
        if kind & _KIND_MASK != _STANDARD:
            raise Stall
        if request == _GET_DESCRIPTOR:
            return self._descriptor(value >> 8, value & 0xFF)
        if request == _SET_CONFIGURATION:
            self.configuration = value
        answers = {
            _GET_STATUS: b"\0\0",
            _GET_CONFIGURATION: bytes((self.configuration,)),
            _GET_INTERFACE: b"\0",
        }
        if request in (
            *answers,
            _CLEAR_FEATURE,
            _SET_FEATURE,
            _SET_ADDRESS,
            _SET_CONFIGURATION,
            _SET_INTERFACE,
        ):
            return answers.get(request, b"")
        raise Stall

    def _of_class(self, request: int, value: int, data: bytes) -> bytes:
        if request == _SET_LINE_CODING:
            self._coding = data
        elif request == _GET_LINE_CODING:
            return self._coding
        elif request == _SET_CONTROL_LINES:
            self.lines = value
        elif request != _SEND_BREAK:
            raise Stall
        return b""

    def _descriptor(self, kind: int, index: int) -> bytes:
        if kind == _DEVICE:
            return _device()
        if kind == _CONFIGURATION:
            return _configuration()
        if kind == _STRING and index == 0:
            return _ENGLISH
        if kind == _STRING and index in self._strings:
            words = self._strings[index].encode("utf-16-le")
            return bytes((len(words) + 2, _STRING)) + words
        raise Stall
