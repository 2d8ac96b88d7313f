"""The kit on boards behind vendor bulk and HID, on the simulated bus: packets and reports.

In real time, for the bus has no other; so only the checks of the cable, and a few to show that all else is as
behind any port.
"""

from typing import Literal

import pytest

from drivers.conformance.board import Board
from drivers.conformance.cables import PacketWire
from drivers.conformance.checks import CHECKS
from drivers.conformance.kit import Result, examine
from drivers.link import UsbBus
from drivers.ports import open_packets, read_port
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.usb_backend import SimulatedUsb
from drivers.simulated.usb_device import IN, Bus, Plug, UsbEndpoint

Kind = Literal["bulk", "hid"]
CABLE = ("1.14", "1.15", "1.16", "1.17")
FEW = ("1.12", "1.13", "4.2")


class FillsWithOnes(UsbEndpoint):
    def _reports(self, data: bytes) -> list[bytes]:
        return [one[: 2 + one[1]].ljust(len(one), b"\xff") for one in super()._reports(data)]


class TakesAnyReport(UsbEndpoint):
    def took(self, plug: Plug, packet: bytes) -> None:
        super().took(plug, b"\x01" + bytes((min(packet[1], 62),)) + packet[2:])


class StallsAgain(UsbEndpoint):
    def halt(self, plug: Plug, endpoint: int) -> None:
        super().halt(plug, endpoint)
        self.stalls[IN] = 9


class NeverEnds(UsbEndpoint):
    def __init__(self, bus: Bus, kind: Kind) -> None:
        super().__init__(bus, kind, ends=False)


class WantsShortPackets(UsbEndpoint):
    """It forgets a transfer of which the last packet is empty."""

    def took(self, plug: Plug, packet: bytes) -> None:
        if not packet:
            plug.transfer.clear()
        super().took(plug, packet)


MUTANTS: dict[str, tuple[str, Kind, type[UsbEndpoint]]] = {
    "a full packet ends its transfers": ("1.14", "bulk", NeverEnds),
    "an empty packet ends nothing": ("1.14", "bulk", WantsShortPackets),
    "ones in place of zeros": ("1.15", "hid", FillsWithOnes),
    "any id and count": ("1.16", "hid", TakesAnyReport),
    "does not go on": ("1.17", "bulk", StallsAgain),
}


def results(kind: Kind, paragraphs: tuple[str, ...], make: type[UsbEndpoint] = UsbEndpoint) -> list[Result]:
    numbers = iter(range(1, 1 << 16))
    bus = Bus()
    host = UsbBus(SimulatedUsb(bus))
    checks = tuple(check for check in CHECKS if check.paragraph in paragraphs)
    with ThreadedSimulator(SimulatedReader(random32=lambda: 0xC0FFEE), make(bus, kind)):
        pipe = open_packets(read_port("usb:1209:0001:SIM-1@1-1", kind), host)
        try:
            board = Board(PacketWire(pipe), lambda: next(numbers))
            return list(examine(board, "card_reader", None, checks, cable=pipe))
        finally:
            pipe.release()


@pytest.mark.parametrize("kind", ["bulk", "hid"])
def test_a_board_behind_usb_passes(kind: Kind) -> None:
    found = results(kind, (*FEW, *CABLE))
    assert [(one.id, one.why) for one in found if one.outcome not in ("passed", "not applicable")] == []
    proved = {one.paragraph for one in found if one.outcome == "passed"}
    assert proved == {*FEW, "1.17", *(("1.14",) if kind == "bulk" else ("1.15", "1.16"))}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_paragraph_is_named(name: str) -> None:
    paragraph, kind, make = MUTANTS[name]
    found = results(kind, (paragraph,), make)
    assert any(one.outcome == "failed" and one.why for one in found), found


def test_a_serial_port_has_no_packets() -> None:
    from tests.drivers.virtual_boards import results as behind_a_port

    checks = tuple(check for check in CHECKS if check.paragraph in CABLE)
    assert {one.outcome for one in behind_a_port(SimulatedReader, checks=checks)} == {"not applicable"}


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("usb:1209", "bulk", "usb:VID:PID"),
        ("usb:xyzw:0001", "hid", "in hex"),
        ("/dev/ttyACM0", "hid", "no hid port"),
        ("192.0.2.7:4000", "bulk", "no bulk port"),
    ],
)
def test_what_is_no_such_port_is_told(text: str, kind: Kind, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_port(text, kind)


def test_ports_as_a_person_writes_them() -> None:
    assert read_port("/dev/ttyACM0").path == "/dev/ttyACM0"
    assert read_port("192.0.2.7:4000").tcp == "192.0.2.7:4000"
    one = read_port("usb:1209:00aF:S:1@1-1.2", "hid")
    assert (one.vid, one.pid, one.serial, one.location, one.kind) == (0x1209, 0xAF, "S:1", "1-1.2", "hid")
    assert read_port("usb:1209:0001").serial is None
