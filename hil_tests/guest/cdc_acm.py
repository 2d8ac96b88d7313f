"""A USB serial port of the class CDC-ACM, which a kernel makes a port of: /dev/ttyACM0.

The numbers are those of the class definition CDC 1.2 with PSTN 1.2. What every device has is in function.py.
"""

import struct
from collections.abc import Callable
from typing import ClassVar, Final

from hil_tests.guest.function import BULK, IN, INTERRUPT, OUT, Endpoint, Function, Interface, Stall

_SET_LINE_CODING, _GET_LINE_CODING, _SET_CONTROL_LINES, _SEND_BREAK = 0x20, 0x21, 0x22, 0x23
_FUNCTIONAL: Final = bytes((5, 0x24, 0, 0x10, 1, 5, 0x24, 1, 0, 1, 4, 0x24, 2, 2, 5, 0x24, 6, 0, 1))


class SerialFunction(Function):
    """A modem's control, and its data."""

    PID: ClassVar[int] = 0x0010
    CLASS: ClassVar[int] = 2
    INTERFACES: ClassVar[tuple[Interface, ...]] = (Interface(0, 2, 2, 1, _FUNCTIONAL), Interface(1, 10))
    ENDPOINTS: ClassVar[tuple[Endpoint, ...]] = (
        Endpoint(0x82, 0, INTERRUPT, 16, 16),
        Endpoint(OUT, 1, BULK, 0, 64),
        Endpoint(IN, 1, BULK, 0, 64),
    )

    def __init__(self, serial: str, said: Callable[[bytes], None]) -> None:
        super().__init__(serial, said)
        self._coding = struct.pack("<IBBB", 9600, 0, 0, 8)
        self.lines = 0
        """The control lines as the computer set them: 1 for DTR, 2 for RTS."""

    def of_class(self, request: int, value: int, data: bytes) -> bytes:
        if request == _SET_LINE_CODING:
            self._coding = data
        elif request == _GET_LINE_CODING:
            return self._coding
        elif request == _SET_CONTROL_LINES:
            self.lines = value
        elif request != _SEND_BREAK:
            raise Stall
        return b""
