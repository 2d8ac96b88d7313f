"""A simulated device's USB side: descriptors, packets, HID reports, and what goes wrong on a bus.

It is an Endpoint like the pty, so that the same loop serves the same model behind it. Who asks for packets
is the backend (usb_backend.py). What the bytes mean does not live here.
"""

import os
import threading
from collections import deque
from typing import Final, Literal

from drivers.simulated.endpoint import Endpoint

IN: Final = 0x81
OUT: Final = 0x01
LANGUAGE: Final = b"\x04\x03\x09\x04"
_UNREAD_AT_MOST: Final = 4096
_ID: Final = 1
_REPORT: Final = 64


class Bus:
    """What is plugged in. Each plug gets a number that was never used before, as Linux gives them."""

    def __init__(self) -> None:
        self.changed = threading.Condition(threading.RLock())
        self.plugs: list[Plug] = []
        self._address = 1

    def plug(self, device: "UsbEndpoint") -> "Plug":
        with self.changed:
            self._address += 1
            plug = Plug(device, self._address)
            self.plugs.append(plug)
            self.changed.notify_all()
            return plug

    def pull(self, plug: "Plug") -> None:
        with self.changed:
            plug.alive = False
            self.plugs.remove(plug)
            self.changed.notify_all()


class Plug:
    """A device from one plugging in to the next pulling out. All of it under the bus's `changed`.

    claims: who has which interface. driver: the kernel's is bound. to_host: packets. halted: endpoints.
    """

    def __init__(self, device: "UsbEndpoint", address: int) -> None:
        self.device = device
        self.address = address
        self.alive = True
        self.claims: dict[int, object] = {}
        self.driver = device.kind == "hid"
        self.halted: set[int] = set()
        self.to_host: deque[bytes] = deque()
        self.from_host = bytearray()
        self.transfer = bytearray()


class UsbEndpoint(Endpoint):
    """A vendor interface with bulk endpoints, or a HID one with interrupt endpoints.

    packet: wMaxPacketSize. port: where on bus 1 it is plugged in ("1", "1.2"). whole: it hands a transfer to
    its firmware only when that has ended (with a short packet), as many do. ends: what it sends ends with an
    empty packet where the last is full; without it a reader has to time out to get the last packet. out: a
    HID interface has an endpoint for reports of the host; without it they come by SET_REPORT.

    busy, denied: another program has it, or this user has no right to it. deaf: it takes no packets (NAK).
    stalls: how often it halts an endpoint again on the next transfers, by the endpoint's address; 0 for
    requests, of which each ends the stall of the one before.
    """

    def __init__(
        self,
        bus: Bus,
        kind: Literal["bulk", "hid"] = "bulk",
        *,
        vid: int = 0x1209,
        pid: int = 0x0001,
        serial: str = "SIM-1",
        port: str = "1",
        packet: int = 64,
        whole: bool = True,
        ends: bool = True,
        out: bool = True,
    ) -> None:
        self.bus = bus
        self.kind = kind
        self.vid = vid
        self.pid = pid
        self.serial = serial
        self.port = port
        self.packet = packet
        self.whole = whole
        self.ends = ends
        self.out = out
        self.busy = False
        self.denied = False
        self.deaf = False
        self.stalls: dict[int, int] = {}
        self.plug: Plug | None = None
        self._wake_out = self._wake_in = -1

    # ---- what the serving loop asks -------------------------------------------------------------------

    def open(self, name: str | None = None) -> None:
        """Plug in; `name` is another socket of bus 1 ("1-3"), None the same again."""
        self.close()
        if name is not None:
            self.port = name.partition("-")[2]
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        os.set_blocking(self._wake_in, False)
        self.plug = self.bus.plug(self)
        self.address = f"1-{self.port}"

    def close(self) -> None:
        with self.bus.changed:
            plug, self.plug = self.plug, None
            if plug is None:
                return
            self.bus.pull(plug)
            os.close(self._wake_out)
            os.close(self._wake_in)
            self._wake_out = self._wake_in = -1
        self.address = ""

    def fds(self) -> list[int]:
        return [self._wake_out] if self.plug is not None else []

    def read(self, fd: int) -> bytes:
        with self.bus.changed:
            if self.plug is None:
                return b""
            try:
                os.read(fd, 4096)
            except BlockingIOError:
                pass
            data = bytes(self.plug.from_host)
            self.plug.from_host.clear()
            return data

    def write(self, data: bytes) -> None:
        with self.bus.changed:
            plug = self.plug
            if plug is None or sum(map(len, plug.to_host)) > _UNREAD_AT_MOST:
                return
            plug.to_host += self._reports(data) if self.kind == "hid" else self._packets(data)
            self.bus.changed.notify_all()

    def _packets(self, data: bytes) -> list[bytes]:
        cut = [data[at : at + self.packet] for at in range(0, len(data), self.packet)]
        return [*cut, b""] if cut and self.ends and len(cut[-1]) == self.packet else cut

    def _reports(self, data: bytes) -> list[bytes]:
        parts = [data[at : at + _REPORT - 2] for at in range(0, len(data), _REPORT - 2)]
        whole = [(bytes((_ID, len(part))) + part).ljust(_REPORT, b"\0") for part in parts]
        return [one[at : at + self.packet] for one in whole for at in range(0, _REPORT, self.packet)]

    # ---- what the host sends, under the bus's lock ------------------------------------------------------

    def took(self, plug: Plug, packet: bytes) -> None:
        """One packet of the host's."""
        plug.transfer += packet
        if self.kind == "hid":
            if len(plug.transfer) < _REPORT:
                return
            report, plug.transfer = plug.transfer[:_REPORT], plug.transfer[_REPORT:]
            if report[0] == _ID and report[1] <= _REPORT - 2:
                plug.from_host += report[2 : 2 + report[1]]
        elif not self.whole or len(packet) < self.packet:
            plug.from_host += plug.transfer
            plug.transfer.clear()
        if plug.from_host:
            try:
                os.write(self._wake_in, b"\0")
            except BlockingIOError:
                pass  # it is awake already

    def took_request(self, plug: Plug, kind: int, request: int, value: int, index: int, data: bytes) -> bool:
        """A request with data of the host's. False: it knows none such, and stalls."""
        if self.stalls.get(0, 0) > 0:
            self.stalls[0] -= 1
            return False
        known = self.kind == "hid" and (kind, request, value, index) == (0x21, 0x09, 0x0200 | _ID, 0)
        if known:
            plug.transfer.clear()  # a request is whole
            self.took(plug, data[:_REPORT])
        return known

    def stalls_now(self, plug: Plug, endpoint: int) -> bool:
        """Whether this transfer meets a halted endpoint, or halts it."""
        if endpoint not in plug.halted and self.stalls.get(endpoint, 0) > 0:
            self.stalls[endpoint] -= 1
            plug.halted.add(endpoint)
        return endpoint in plug.halted

    def halt(self, plug: Plug, endpoint: int) -> None:
        """The host has it halt an endpoint."""
        plug.halted.add(endpoint)

    def text(self, index: int) -> bytes:
        """String descriptor `index`."""
        if index == 0:
            return LANGUAGE
        words = {1: "SIM", 2: f"simulated {self.kind}", 3: self.serial}[index].encode("utf-16-le")
        return bytes((len(words) + 2, 3)) + words
