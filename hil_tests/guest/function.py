"""A USB device as a computer sees it: descriptors, and the requests that every device answers.

What a device is beyond that stands in cdc_acm.py and vendor.py; how it reaches a computer, in usbredir.py.
The numbers are those of the USB 2.0 specification, chapter 9.
"""

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from msgspec import Struct

VID: Final = 0x1209
"""Of pid.codes, with product numbers for tests that leave no laboratory."""
BULK: Final = 2
INTERRUPT: Final = 3
OUT: Final = 0x01
IN: Final = 0x81
INPUT_BIT: Final = 0x80
FULL_SPEED: Final = 1

_KIND_MASK: Final = 0x60
_GET_STATUS, _CLEAR_FEATURE, _SET_FEATURE = 0, 1, 3
_SET_ADDRESS, _GET_DESCRIPTOR, _GET_CONFIGURATION, _SET_CONFIGURATION = 5, 6, 8, 9
_GET_INTERFACE, _SET_INTERFACE = 10, 11
_DEVICE, _CONFIGURATION, _STRING = 1, 2, 3
_ENGLISH: Final = struct.pack("<BBH", 4, _STRING, 0x0409)
_CONFIRMED: Final = frozenset(
    (_CLEAR_FEATURE, _SET_FEATURE, _SET_ADDRESS, _SET_CONFIGURATION, _SET_INTERFACE)
)


class Stall(Exception):
    """The device does not do what it was asked: it answers STALL."""


class Endpoint(Struct, frozen=True):
    """One endpoint: its address, the interface it is of, its kind, and its packets."""

    address: int
    interface: int
    kind: int
    interval: int
    packet: int

    def descriptor(self) -> bytes:
        """As a computer reads it."""
        return struct.pack("<BBBBHB", 7, 5, self.address, self.kind, self.packet, self.interval)


class Interface(Struct, frozen=True):
    """One interface: number, class, subclass and protocol; extra: descriptors of its class."""

    number: int
    kind: int
    sub: int = 0
    protocol: int = 0
    extra: bytes = b""


class Function(ABC):
    """One device. serial: its serial number. said: called with what the computer sends, as a stream."""

    PID: ClassVar[int]
    CLASS: ClassVar[int] = 0
    INTERFACES: ClassVar[tuple[Interface, ...]]
    ENDPOINTS: ClassVar[tuple[Endpoint, ...]]

    def __init__(self, serial: str, said: Callable[[bytes], None]) -> None:
        self.serial = serial
        self.said = said
        self._strings: Mapping[int, str] = {1: "table-controller", 2: "Simulated table device", 3: serial}
        self.configuration = 0

    def taken(self, data: bytes) -> None:
        """The computer sent these bytes to an output of it."""
        self.said(data)

    def pieces(self, data: bytes) -> list[bytes]:
        """What it says, as transfers of its input: of a stream as it comes."""
        return [data]

    @abstractmethod
    def of_class(self, request: int, value: int, data: bytes) -> bytes:
        """A request of its class; the answer. Stall: it has none."""

    def of_interface(self, kind: int) -> bytes:
        """A descriptor that an interface of it has. Stall: none."""
        raise Stall

    def control(self, kind: int, request: int, value: int, index: int, data: bytes) -> bytes:
        """A control request, `data` being what came with it; the answer, b"" for none. Stall: it has none."""
        if kind & _KIND_MASK:
            return self.of_class(request, value, data)
        if request == _GET_DESCRIPTOR:
            return self._descriptor(value >> 8, value & 0xFF)
        if request == _SET_CONFIGURATION:
            self.configuration = value
        answers = {
            _GET_STATUS: b"\0\0",
            _GET_CONFIGURATION: bytes((self.configuration,)),
            _GET_INTERFACE: b"\0",
        }
        if request in answers or request in _CONFIRMED:
            return answers.get(request, b"")
        raise Stall

    def _descriptor(self, kind: int, index: int) -> bytes:
        if kind == _DEVICE:
            head = (18, _DEVICE, 0x0200, self.CLASS, 0, 0, 64, VID, self.PID, 0x0100, 1, 2, 3, 1)
            return struct.pack("<BBHBBBBHHHBBBB", *head)
        if kind == _CONFIGURATION:
            return self._configuration()
        if kind == _STRING and index == 0:
            return _ENGLISH
        if kind == _STRING and index in self._strings:
            words = self._strings[index].encode("utf-16-le")
            return bytes((len(words) + 2, _STRING)) + words
        return self.of_interface(kind)

    def _configuration(self) -> bytes:
        """All interfaces, each with what is its own behind it."""
        parts = b"".join(self._interface(one) for one in self.INTERFACES)
        count, whole = len(self.INTERFACES), 9 + len(parts)
        return struct.pack("<BBHBBBBB", 9, _CONFIGURATION, whole, count, 1, 0, 0x80, 50) + parts

    def _interface(self, one: Interface) -> bytes:
        mine = [end for end in self.ENDPOINTS if end.interface == one.number]
        head = struct.pack("9B", 9, 4, one.number, 0, len(mine), one.kind, one.sub, one.protocol, 0)
        return head + one.extra + b"".join(end.descriptor() for end in mine)
