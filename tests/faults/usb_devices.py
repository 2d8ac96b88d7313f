"""C: USB devices. Bytes that a time-out throws away, transfers without an end, handles, claims and resets."""

from typing import Any

import pytest
import usb.util

from drivers.link.usb_bus import UsbBus
from drivers.link.usb_pipe import UsbPipe
from tests.faults.table import fault

USB = "tests/drivers/test_usb.py"

# ---- 41: time-outs ----------------------------------------------------------------------------------------


@fault("C41-part-thrown-away", f"{USB}::test_a_part_before_a_time_out_is_not_lost")
def _all_or_nothing(patch: pytest.MonkeyPatch) -> None:
    """A read that timed out before it was full has brought nothing."""
    whole = UsbPipe.receive

    def receive(self: Any) -> bytes:
        data = whole(self)
        return data if len(data) == self._read_size else b""

    patch.setattr(UsbPipe, "receive", receive)


@fault("C41-part-sent-again", f"{USB}::test_what_was_taken_before_a_time_out_is_not_sent_again")
def _from_the_beginning(patch: pytest.MonkeyPatch) -> None:
    """A write that timed out is made again as a whole, with what the device had taken."""
    whole = UsbPipe._write

    def write(self: Any, data: bytes) -> int:
        taken = whole(self, data)
        return taken if taken == len(data) else 0

    patch.setattr(UsbPipe, "_write", write)


# ---- 42: full packets -------------------------------------------------------------------------------------


@fault("C42-no-end", f"{USB}::test_frames_of_every_length_are_complete_both_ways[64-64-bulk-True]")
def _no_empty_packet(patch: pytest.MonkeyPatch) -> None:
    """A message as long as its packets has no end for the device, which waits for more."""

    def end(self: Any) -> bool:
        self._owes_zero = False
        return True

    patch.setattr(UsbPipe, "_end_transfer", end)


@fault("C42-reports-too-long", f"{USB}::test_frames_of_every_length_are_complete_both_ways[63-64-hid-True]")
def _one_report(patch: pytest.MonkeyPatch) -> None:
    """What does not fit into one HID report is cut off."""
    whole = UsbPipe._send_report
    patch.setattr(UsbPipe, "_send_report", lambda self, data: len(data) if whole(self, data) else 0)
    send = UsbPipe.send
    patch.setattr(
        UsbPipe,
        "send",
        lambda self, data: (send(self, data) and len(data)) if self._kind == "hid" else send(self, data),
    )


# ---- 43, 45: handles and claims ---------------------------------------------------------------------------


def _keep_handles(patch: pytest.MonkeyPatch) -> None:
    """A pipe that is closed lets go of nothing."""
    kept: list[Any] = []
    patch.setattr(UsbPipe, "release", lambda self: kept.append(self._device))


@fault("C43-handles-kept", f"{USB}::test_a_hundred_replugs_leave_nothing_behind[bulk]")
def _not_disposed(patch: pytest.MonkeyPatch) -> None:
    """Each plug leaves a handle open, until there are none left."""
    _keep_handles(patch)


@fault("C43-looking-keeps-them", f"{USB}::test_what_is_plugged_in_is_told_without_keeping_it_open")
def _looking_opens(patch: pytest.MonkeyPatch) -> None:
    """Who looks what is plugged in opens it to ask its name, and leaves it open."""
    patch.setattr(usb.util, "dispose_resources", lambda device: None)


@fault(
    "C45-kept-claimed",
    f"{USB}::test_a_table_and_a_tool_take_turns_at_one_device",
    f"{USB}::test_a_device_that_another_has_is_busy_and_nothing_stays_open",
)
def _claimed_for_good(patch: pytest.MonkeyPatch) -> None:
    """Whoever had a device keeps its claim after closing it, and the next one finds it busy."""
    _keep_handles(patch)


# ---- 47: resets -------------------------------------------------------------------------------------------


@fault(
    "C47-reset-each-time",
    f"{USB}::test_a_device_is_reset_where_its_port_says_so_and_nowhere_else[bulk]",
)
def _always(patch: pytest.MonkeyPatch) -> None:
    """Each device is reset when it is opened, and on some computers is gone by that."""
    whole = UsbPipe._claim

    def claim(self: Any) -> None:
        self._device.reset()
        whole(self)

    patch.setattr(UsbPipe, "_claim", claim)


@fault("C47-reset-never", f"{USB}::test_a_device_is_reset_where_its_port_says_so_and_nowhere_else[hid]")
def _never(patch: pytest.MonkeyPatch) -> None:
    """No device is ever reset, and one that comes up only so never does."""
    whole = UsbBus.open
    patch.setattr(UsbBus, "open", lambda self, wanted, *, reset=False: whole(self, wanted))


@fault("C47-gone-with-it", f"{USB}::test_a_device_that_goes_with_its_reset_is_lost_and_nothing_stays_open")
def _left_open(patch: pytest.MonkeyPatch) -> None:
    """A device that goes with its reset leaves its handle behind."""
    _keep_handles(patch)
