"""The conformance kit on boards behind a real kernel: a USB serial port, vendor bulk and HID.

What each check proves is shown in virtual time, in tests/drivers; here, that cable, kernel and library do not
make a sound board fail, and that its packets and reports are seen through them.
"""

from typing import Literal

import pytest

from drivers.conformance.board import Board, LinkWire
from drivers.conformance.cables import PacketWire
from drivers.conformance.checks import chosen
from drivers.conformance.kit import Result, examine
from drivers.ports import open_link, open_packets, read_port
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.wager_positions import SimulatedPositions
from hil_tests.guest.endpoint import UsbEndpoint
from hil_tests.guest.function import VID
from hil_tests.guest.relay import FUNCTIONS
from hil_tests.rig import Rig
from hil_tests.test_usb import ports, wait_for
from hil_tests.test_usb_links import there

pytestmark = pytest.mark.needs("kernel-usb")
Kind = Literal["serial", "bulk", "hid"]
CHECKED = (
    "1.1",
    "1.2",
    "1.3",
    "1.4",
    "1.5",
    "1.6",
    "1.7",
    "1.8",
    "1.12",
    "1.13",
    "2.3",
    "2.5",
    "4.2",
    "4.9",
    "6.4",
)
"""None of those that are about a time: an emulated machine keeps none."""
_PATIENCE = 15.0
CABLE: dict[Kind, set[str]] = {"serial": set(), "bulk": {"1.14", "1.17"}, "hid": {"1.15", "1.16", "1.17"}}


def examined(kind: Kind, serial: str) -> list[Result]:
    """What comes of the checks on a sound board behind that cable."""
    numbers = iter(range(1, 1 << 16))
    model = SimulatedPositions(random32=lambda: 0xC0FFEE)
    with ThreadedSimulator(model, UsbEndpoint(serial, kind)):
        wait_for(lambda: bool(there() or ports()))
        binding = read_port(f"usb:{VID:04x}:{FUNCTIONS[kind].PID:04x}:{serial}", kind)
        checks = chosen((*CHECKED, *sorted(CABLE[kind])))
        if kind == "serial":
            link = open_link(binding)
            board = Board(LinkWire(link), lambda: next(numbers), _PATIENCE)
            try:
                return list(examine(board, model.role, None, checks))
            finally:
                link.close()
        pipe = open_packets(binding)
        try:
            board = Board(PacketWire(pipe), lambda: next(numbers), _PATIENCE)
            return list(examine(board, model.role, None, checks, cable=pipe))
        finally:
            pipe.release()


@pytest.mark.parametrize("kind", ["serial", "bulk", "hid"])
def test_a_sound_board_passes_through_a_real_cable(rig: Rig, kind: Kind) -> None:
    assert rig.features >= {"kernel-usb"}
    wait_for(lambda: not there() and not ports())
    found = examined(kind, "KIT")
    wait_for(lambda: not there() and not ports())
    assert [(one.id, one.why) for one in found if one.outcome == "failed"] == [], str(
        [(one.id, one.why) for one in found if one.outcome != "passed"]
    )
    passed = {one.paragraph for one in found if one.outcome == "passed"}
    assert passed == {*CHECKED, *CABLE[kind]}
