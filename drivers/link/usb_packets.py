"""One packet or report at a time, as it is on the bus: for examining a device's own framing.

A link of a table has nothing of this; its bytes are a stream (usb_link.py).
"""

from typing import Any, Final

import usb.core

from drivers.errors import LinkLost
from drivers.link.usb_pipe import UsbKind, UsbPipe

_TO_ENDPOINT: Final = 0x02
_SET_FEATURE: Final = 3
_HALT: Final = 0
_READ_MS: Final = 1000
"""Longer than a device is silent: nothing waits behind a read here, and what was never broken off cannot lose
what comes at that moment, as it does on an emulated bus."""


class PacketPipe(UsbPipe):
    """See UsbPipe; its user is one thread. kind, packet: the cable, and the most bytes of a packet on it.

    came: what the device sent since somebody emptied it, packet by packet of a bulk endpoint (an empty one is
    the end of a transfer), report by report of a HID one; the time-outs between them are not told.
    """

    def __init__(
        self, device: Any, interface: int, kind: UsbKind, name: str, node: str, *, reset: bool = False
    ) -> None:
        super().__init__(device, interface, kind, name, node, reset=reset)
        self.kind = kind
        self.packet: int = self._in.wMaxPacketSize
        self.came: list[bytes] = []
        self._read_ms = _READ_MS
        if kind == "bulk":
            self._read_size = self.packet

    def receive(self) -> bytes:
        """See UsbPipe."""
        data = self._read()
        if data is None:
            return b""
        self.came.append(data)
        return self._stream(data)

    def raw(self, data: bytes) -> None:
        """Send this as it is, as one transfer or one report. LinkLost: the device does not take it."""
        if self._write(data) != len(data):
            raise LinkLost(f"{self._name} did not take {len(data)} bytes")

    def halt(self) -> None:
        """Have the device halt its endpoints, as USB lets every host. LinkLost: it does not."""
        endpoints = [one for one in (self._in, self._out) if one is not None]
        for endpoint in endpoints:
            try:
                self._device.ctrl_transfer(_TO_ENDPOINT, _SET_FEATURE, _HALT, endpoint.bEndpointAddress)
            except usb.core.USBError as error:
                raise LinkLost(f"{self._name} does not halt an endpoint: {error}") from error
