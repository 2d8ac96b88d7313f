"""USB devices that belong at no table: a keyboard, and a serial port that has a keyboard too.

The keyboard is that of HID 1.11, appendices B.1 and E: what a computer types by without asking anybody. What
every device has is in function.py.
"""

import struct
from typing import ClassVar, Final

from hil_tests.guest.cdc_acm import SerialFunction
from hil_tests.guest.function import INTERRUPT, Endpoint, Function, Interface, Stall

_HID, _REPORT = 0x21, 0x22
_GET_REPORT, _SET_REPORT, _SET_IDLE, _SET_PROTOCOL = 0x01, 0x09, 0x0A, 0x0B
_TAKEN: Final = frozenset((_SET_REPORT, _SET_IDLE, _SET_PROTOCOL))
_SIZE: Final = 8
_DESCRIPTION: Final = bytes.fromhex(
    "0501 0906 a101 0507 19e0 29e7 1500 2501 7501 9508 8102 9501 7508 8101 9505 7501 0508 1901 2905"
    "9102 9501 7503 9101 9506 7508 1500 2565 0507 1900 2965 8100 c0"
)
_HEAD: Final = struct.pack("<BBHBBBH", 9, _HID, 0x0111, 0, 1, _REPORT, len(_DESCRIPTION))
_BOOT: Final = (3, 1, 1)


class KeyboardFunction(Function):
    """A keyboard, and nothing else. What it says are its reports: eight bytes, keys that are down."""

    PID: ClassVar[int] = 0x0F01
    INTERFACES: ClassVar[tuple[Interface, ...]] = (Interface(0, *_BOOT, extra=_HEAD),)
    ENDPOINTS: ClassVar[tuple[Endpoint, ...]] = (Endpoint(0x81, 0, INTERRUPT, 10, _SIZE),)

    def pieces(self, data: bytes) -> list[bytes]:
        return [data[at : at + _SIZE].ljust(_SIZE, b"\0") for at in range(0, len(data), _SIZE)]

    def of_class(self, request: int, value: int, data: bytes) -> bytes:
        return keyboard_request(request)

    def of_interface(self, kind: int) -> bytes:
        return keyboard_descriptor(kind)


class SerialWithKeyboard(SerialFunction):
    """It says that it is a serial port of ours, by vendor, product and serial number, and it can type."""

    INTERFACES: ClassVar[tuple[Interface, ...]] = (
        *SerialFunction.INTERFACES,
        Interface(2, *_BOOT, extra=_HEAD),
    )
    ENDPOINTS: ClassVar[tuple[Endpoint, ...]] = (
        *SerialFunction.ENDPOINTS,
        Endpoint(0x83, 2, INTERRUPT, 10, _SIZE),
    )

    def of_class(self, request: int, value: int, data: bytes) -> bytes:
        try:
            return super().of_class(request, value, data)
        except Stall:
            return keyboard_request(request)

    def of_interface(self, kind: int) -> bytes:
        return keyboard_descriptor(kind)


def keyboard_request(request: int) -> bytes:
    """The answer of a keyboard to a request of its class. Stall: it has none."""
    if request == _GET_REPORT:
        return bytes(_SIZE)
    if request in _TAKEN:
        return b""
    raise Stall


def keyboard_descriptor(kind: int) -> bytes:
    """A descriptor that a keyboard's interface has. Stall: none."""
    if kind == _REPORT:
        return _DESCRIPTION
    if kind == _HID:
        return _HEAD
    raise Stall
