"""USB devices that are no serial port: a vendor's interface with bulk endpoints, and a HID one with reports.

How the bytes of the link lie in a report is docs/link.md's; the numbers are those of HID 1.11. What every
device has is in function.py.
"""

import struct
from typing import ClassVar, Final

from hil_tests.guest.function import BULK, IN, INTERRUPT, OUT, Endpoint, Function, Interface, Stall

_HID, _REPORT = 0x21, 0x22
_GET_REPORT, _SET_IDLE = 0x01, 0x0A
_ID: Final = 1
_SIZE: Final = 64
_MOST: Final = _SIZE - 2
_DESCRIPTION: Final = bytes.fromhex("0600ff 0901 a101 8501 150026ff00 7508 953f 0902 8102 0903 9102 c0")
"""A page of the vendor's own; report 1 of 63 bytes each way."""
_HEAD: Final = struct.pack("<BBHBBBH", 9, _HID, 0x0111, 0, 1, _REPORT, len(_DESCRIPTION))


class BulkFunction(Function):
    """An interface of the vendor's own class."""

    PID: ClassVar[int] = 0x0001
    INTERFACES: ClassVar[tuple[Interface, ...]] = (Interface(0, 0xFF),)
    ENDPOINTS: ClassVar[tuple[Endpoint, ...]] = (Endpoint(OUT, 0, BULK, 0, 64), Endpoint(IN, 0, BULK, 0, 64))

    def of_class(self, request: int, value: int, data: bytes) -> bytes:
        raise Stall


class HidFunction(Function):
    """An interface with reports: an id, a count and up to 62 bytes, filled with zeros."""

    PID: ClassVar[int] = 0x0002
    INTERFACES: ClassVar[tuple[Interface, ...]] = (Interface(0, 3, extra=_HEAD),)
    ENDPOINTS: ClassVar[tuple[Endpoint, ...]] = (
        Endpoint(OUT, 0, INTERRUPT, 1, _SIZE),
        Endpoint(IN, 0, INTERRUPT, 1, _SIZE),
    )

    def taken(self, data: bytes) -> None:
        if len(data) == _SIZE and data[0] == _ID and data[1] <= _MOST:
            self.said(data[2 : 2 + data[1]])

    def pieces(self, data: bytes) -> list[bytes]:
        parts = [data[at : at + _MOST] for at in range(0, len(data), _MOST)]
        return [(bytes((_ID, len(part))) + part).ljust(_SIZE, b"\0") for part in parts]

    def of_class(self, request: int, value: int, data: bytes) -> bytes:
        if request == _SET_IDLE:
            return b""
        if request == _GET_REPORT:
            return bytes((_ID,)).ljust(_SIZE, b"\0")
        raise Stall

    def of_interface(self, kind: int) -> bytes:
        if kind == _REPORT:
            return _DESCRIPTION
        if kind == _HID:
            return _HEAD
        raise Stall
