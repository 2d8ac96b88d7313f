"""A, 8 and 11 to 18: opening ports. Dead ones, what was in them before, other names, others who have them."""

import logging
from typing import Any

import pytest
import serial
import usb.util

from drivers import frame as wire
from drivers import ports
from drivers.conversation import Conversation
from drivers.device import Device
from drivers.errors import PortBusy, PortMissing
from drivers.link import SerialLink
from tests.faults.table import fault
from tests.faults.transport import told_each_time

LINKS = "tests/drivers/test_links.py"
EVERY = "tests/drivers/test_every_link.py"
DEVICES = "tests/drivers/test_devices_on_every_link.py"
OF_DEVICES = "tests/drivers/test_device.py"
OUTAGES = "tests/drivers/test_outages.py"
PORTS = "tests/drivers/test_ports.py"
USB_TESTS = "tests/drivers/test_usb.py"
IN_USE = "tests/controller/cli/test_ports_in_use.py"

# ---- 8 and 18: dead ports, and dead for long ------------------------------------------------------------

HOUR = f"{OUTAGES}::test_a_port_in_trouble_for_an_hour_is_a_few_lines_and_comes_back"


@fault("A8-logged-each-time", f"{HOUR}[missing]", f"{OF_DEVICES}::test_a_dead_port_is_told_and_logged_once")
def _logged_each_time(patch: pytest.MonkeyPatch) -> None:
    """A dead port is a line in the log for each attempt."""

    def log(self: Any, reason: str, level: int = logging.WARNING) -> None:
        logging.getLogger("drivers.device").log(level, reason)

    patch.setattr(Device, "_log", log)


@fault("A8-told-each-time", f"{HOUR}[dies_by_ever_another_name]", f"{HOUR}[missing]")
def _journaled_each_time(patch: pytest.MonkeyPatch) -> None:
    """A dead port is an entry in the journal for each attempt."""
    told_each_time(patch)


@fault("A18-ever-other-lines", f"{HOUR}[dies_by_ever_another_name]")
def _logged_when_it_changes(patch: pytest.MonkeyPatch) -> None:
    """Only the same line twice in a row is left out of the log, and a dead port has many names for itself."""

    def log(self: Any, reason: str, level: int = logging.WARNING) -> None:
        if self._logged != {reason}:
            self._logged = {reason}
            logging.getLogger("drivers.device").log(level, reason)

    patch.setattr(Device, "_log", log)


@fault("A18-ever-other-refusals", f"{HOUR}[held_by_ever_another]")
def _told_when_it_changes(patch: pytest.MonkeyPatch) -> None:
    """A port that ever another process has is an entry in the journal for each of them."""
    patch.setattr("drivers.notices.MOST_REFUSALS", 1_000_000)


@fault("A18-no-pause", f"{HOUR}[missing]")
def _at_once_again(patch: pytest.MonkeyPatch) -> None:
    """A port that cannot be opened is tried again at once, an hour long."""

    def back_off(self: Any, now: float) -> None:
        self._reopen_at = now + 0.05

    patch.setattr(Device, "_back_off", back_off)


# ---- 11: a board that starts anew when it is opened -----------------------------------------------------


@fault(
    "A11-older-session",
    f"{DEVICES}::test_a_board_that_resets_itself_on_opening_and_a_modem_probe_are_noise[loop]",
)
def _any_session(patch: pytest.MonkeyPatch) -> None:
    """What was left in a port from before is taken for news of this session."""
    whole = Conversation._take

    def take(self: Any, frame: Any) -> None:
        if frame.type != wire.REPORT:
            whole(self, frame)
        else:
            self._take_report(frame)

    patch.setattr(Conversation, "_take", take)


@fault("A11-keeps-what-was-there", f"{LINKS}::test_what_came_before_the_opening_is_thrown_away")
def _keeps_what_was_there(patch: pytest.MonkeyPatch) -> None:
    """What had come into a port before it was opened is taken for an answer."""
    patch.setattr(serial.Serial, "_reset_input_buffer", lambda self: None)


@fault("A11-edge-at-opening", f"{LINKS}::test_the_control_lines_are_as_wanted_before_the_port_is_opened")
def _lines_afterwards(patch: pytest.MonkeyPatch) -> None:
    """The control lines get their state after the opening, and the board sees an edge and starts anew."""
    whole = SerialLink.__init__

    def init(self: Any, path: str, *how: Any, dtr: bool = True, rts: bool = True) -> None:
        whole(self, path, *how)

    patch.setattr(SerialLink, "__init__", init)


# ---- 12: another name -----------------------------------------------------------------------------------


@fault("A12-old-name", f"{PORTS}::test_a_device_that_comes_back_under_another_name_is_found_by_its_number")
def _looks_under_the_old_name(patch: pytest.MonkeyPatch) -> None:
    """A device that comes back under another name is looked for under the old one."""
    whole, names = ports.resolve, {}

    def resolve(binding: Any, *rest: Any) -> str:
        return str(names.setdefault(binding, whole(binding, *rest)))

    patch.setattr(ports, "resolve", resolve)


@fault(
    "A12-old-port-kept",
    f"{DEVICES}::test_an_unplug_with_bytes_still_to_drain_is_one_loss_and_it_comes_back[pty]",
)
def _keeps_it_open(patch: pytest.MonkeyPatch) -> None:
    """The port that went is kept open, so that its name is not free when the device comes back."""

    def drop_link(self: Any) -> None:
        link, self._link = self._link, None
        self._unwritten = b""
        self._waits_to_write = False
        if link is not None:
            self._selector.unregister(link)

    patch.setattr(Device, "_drop_link", drop_link)


# ---- 13: two that are alike -----------------------------------------------------------------------------


@fault(
    "A13-one-by-chance",
    f"{PORTS}::test_two_devices_of_one_number_are_both_refused_and_then_taken_by_their_place",
    f"{PORTS}::test_two_candidates_are_both_named_and_neither_taken",
    f"{USB_TESTS}::test_two_devices_of_one_serial_number_are_both_refused_until_bound_by_location",
)
def _the_first_that_fits(patch: pytest.MonkeyPatch) -> None:
    """Of two devices with one serial number the first that is found is taken."""
    patch.setattr(ports, "_the_one", lambda binding, there: next(one for one in there if binding.fits(one)))


# ---- 14: two openers ------------------------------------------------------------------------------------


@fault(
    "A14-both-open",
    f"{LINKS}::test_a_second_opener_is_told_who_has_the_port",
    f"{EVERY}::test_a_second_opener_of_a_serial_port_is_told_who_has_it",
    f"{IN_USE}::test_the_conformance_kit_does_not_examine_what_another_has",
    f"{IN_USE}::test_the_list_of_devices_says_who_has_one",
)
def _not_exclusive(patch: pytest.MonkeyPatch) -> None:
    """Two processes open one port, and each gets a part of the bytes."""
    patch.setattr(serial.Serial, "exclusive", property(lambda self: None, lambda self, exclusive: None))


@fault("A14-usb-both-open", f"{EVERY}::test_a_second_opener_of_a_usb_device_is_told_who_has_it")
def _not_claimed(patch: pytest.MonkeyPatch) -> None:
    """A USB device is used without being claimed, beside whoever has it."""
    patch.setattr(usb.util, "claim_interface", lambda device, interface: None)


@fault("A14-lock-not-asked", f"{LINKS}::test_a_pseudo_terminal_is_not_shut_to_those_who_ask_for_no_lock")
def _a_lock_alone(patch: pytest.MonkeyPatch) -> None:
    """A program that asks for no lock opens the port beside us, and takes a part of the bytes."""
    patch.setattr("drivers.link.serial_port._keep_others_out", lambda descriptor: None)


@fault("A14-nobody-named", f"{LINKS}::test_a_second_opener_is_told_who_has_the_port")
def _somebody(patch: pytest.MonkeyPatch) -> None:
    """Whoever may not open a port is not told which process has it."""
    patch.setattr("drivers.link.serial_port.holder_of", lambda path: "another process")


@fault("A14-second-table", f"{IN_USE}::test_a_second_table_does_not_start")
def _starts_anyway(patch: pytest.MonkeyPatch) -> None:
    """A second table starts at ports that another one has."""
    patch.setattr("controller.startup.PortMissing", (PortMissing, PortBusy))


# ---- 15: modem managers ---------------------------------------------------------------------------------


@fault(
    "A15-given-up",
    f"{OUTAGES}::test_a_port_that_is_busy_for_ten_seconds_after_the_plug_is_waited_for",
    f"{DEVICES}::test_a_port_that_another_has_after_the_plug_is_waited_for[pty]",
    f"{DEVICES}::test_a_port_that_another_has_after_the_plug_is_waited_for[hid]",
)
def _gives_up(patch: pytest.MonkeyPatch) -> None:
    """A port that somebody has is not tried again."""
    whole = Conversation.refuse

    def refuse(self: Any, now: float, reason: str) -> None:
        whole(self, now, reason)
        self._retry_at = now + 1e9

    patch.setattr(Conversation, "refuse", refuse)
