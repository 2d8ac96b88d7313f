"""A: ports. Bytes that are lost, readers that spin or hang, ports that come back, ports that others have."""

import logging
import os
import select
import time
from typing import Any

import pytest
import serial
import usb.util

from drivers import frame as wire
from drivers import ports
from drivers.conversation import Conversation
from drivers.device import Device
from drivers.errors import LinkLost, PortBusy, PortMissing
from drivers.frame import Decoder
from drivers.link import DescriptorLink, SerialLink, descriptor
from drivers.link.usb_pipe import UsbPipe
from drivers.notices import Notices
from drivers.outgoing import Orders
from tests.faults.table import fault

LINKS = "tests/drivers/test_links.py"
EVERY = "tests/drivers/test_every_link.py"
DEVICES = "tests/drivers/test_devices_on_every_link.py"
LESSONS = "tests/drivers/test_lessons.py"
OF_DEVICES = "tests/drivers/test_device.py"
LIFE = "tests/drivers/test_life_signs.py"
OUTAGES = "tests/drivers/test_outages.py"
PORTS = "tests/drivers/test_ports.py"
USB_TESTS = "tests/drivers/test_usb.py"
IN_USE = "tests/controller/cli/test_ports_in_use.py"

# ---- 1: unplugged in the middle of a frame --------------------------------------------------------------


@fault("A1-readable-for-ever", f"{LINKS}::test_a_port_that_is_readable_for_ever_and_gives_nothing_is_lost")
def _empty_reads(patch: pytest.MonkeyPatch) -> None:
    """A port that is gone is readable for ever and gives nothing: the reader spins, and nobody is told."""
    whole = DescriptorLink.read

    def read(self: Any, timeout: float = 0.0) -> bytes:
        self._empty_reads = 0
        return whole(self, timeout)

    patch.setattr(DescriptorLink, "read", read)


@fault(
    "A1-many-exceptions", f"{EVERY}::test_an_unplug_in_the_middle_of_a_frame_is_a_loss_and_nothing_else[pty]"
)
def _errors_as_nothing(patch: pytest.MonkeyPatch) -> None:
    """What the system raises of a port that is gone is taken for silence, and the loss is never told."""

    def read(self: Any, timeout: float = 0.0) -> bytes:
        if self._wait(select.POLLIN, timeout):
            try:
                return os.read(self._descriptor, 4096)
            except OSError:
                pass
        return b""

    patch.setattr(DescriptorLink, "read", read)


@fault(
    "A1-half-a-frame", f"{DEVICES}::test_half_a_frame_before_an_unplug_is_no_frame_with_what_follows[loop]"
)
def _keeps_the_half(patch: pytest.MonkeyPatch) -> None:
    """Half a frame from before an unplug and what comes after it are taken for one frame."""
    patch.setattr(Decoder, "reset", lambda self: None)
    end = Decoder._end_span

    def end_span(self: Any, found: Any) -> None:
        end(self, found)
        self._span.clear()
        self._overflowed = False

    patch.setattr(Decoder, "_end_span", end_span)


@fault(
    "A1-told-again",
    f"{DEVICES}::test_half_a_frame_before_an_unplug_is_no_frame_with_what_follows[pty]",
    f"{OF_DEVICES}::test_a_dead_port_is_told_and_logged_once",
)
def _told_each_time(patch: pytest.MonkeyPatch) -> None:
    """One unplug is a loss each time that somebody meets it."""
    whole = Notices.lost

    def lost(self: Any, reason: str) -> Any:
        self.has_told_loss = False
        return whole(self, reason)

    patch.setattr(Notices, "lost", lost)


@fault("A1-busy-loop", f"{DEVICES}::test_half_a_frame_before_an_unplug_is_no_frame_with_what_follows[pty]")
def _reads_on(patch: pytest.MonkeyPatch) -> None:
    """The reader of a port that is gone asks it again and again, as fast as it can."""

    def read(self: Any) -> None:
        try:
            data = self._link.read()
        except LinkLost:
            return
        self._conversation.received(data, time.monotonic())
        self._tell()

    whole = Device._lose_link

    def lose_link(self: Any, reason: str, told: str = "unplugged") -> None:
        if told != "unplugged":
            whole(self, reason, told)

    patch.setattr(Device, "_read", read)
    patch.setattr(Device, "_lose_link", lose_link)


# ---- 2: closing while another thread reads --------------------------------------------------------------


def _close_under_it(self: Any) -> None:
    """As a plain close is: nobody is woken, nobody waited for."""
    if not self._closed:
        self._closed = True
        self._release()


@fault(
    "A2-reader-hangs",
    f"{EVERY}::test_closing_while_another_thread_reads_ends_it_200_times[pty]",
)
def _nobody_is_woken(patch: pytest.MonkeyPatch) -> None:
    """Closing a port does not end a read of it in another thread."""
    patch.setattr(DescriptorLink, "close", _close_under_it)


@fault(
    "A2-descriptor-of-a-stranger",
    f"{EVERY}::test_a_descriptor_is_not_given_to_a_stranger_while_a_reader_is_about_to_read",
)
def _nobody_is_waited_for(patch: pytest.MonkeyPatch) -> None:
    """A port is closed under its reader, who then reads whatever file got its number."""
    patch.setattr(DescriptorLink, "close", _close_under_it)


# ---- 4: a device that takes nothing ---------------------------------------------------------------------


@fault(
    "A4-spins",
    f"{EVERY}::test_a_device_that_stops_reading_takes_a_true_number_of_bytes_and_the_rest_later[pty]",
)
def _asks_again_at_once(patch: pytest.MonkeyPatch) -> None:
    """A write without room asks again and again until its time is over."""
    whole = DescriptorLink._wait

    def wait(self: Any, event: int, timeout: float) -> bool:
        return whole(self, event, 0.0 if event == select.POLLOUT else timeout)

    patch.setattr(DescriptorLink, "_wait", wait)


@fault(
    "A4-false-count",
    f"{EVERY}::test_a_device_that_stops_reading_takes_a_true_number_of_bytes_and_the_rest_later[bulk]",
)
def _counts_all(patch: pytest.MonkeyPatch) -> None:
    """A short write counts as whole, and what was not written is lost."""
    whole = DescriptorLink._write_some

    def write_some(self: Any, data: bytes) -> int:
        return len(data) if whole(self, data) else 0

    patch.setattr(DescriptorLink, "_write_some", write_some)


@fault("A4-rest-is-lost", f"{LESSONS}::test_a_port_that_takes_a_few_bytes_at_a_time_loses_none")
def _forgets_the_rest(patch: pytest.MonkeyPatch) -> None:
    """The rest of a frame that the port had no room for is never sent."""
    whole = Device._write

    def write(self: Any) -> None:
        whole(self)
        self._unwritten = b""

    patch.setattr(Device, "_write", write)


@fault(
    "A4-full-port", f"{DEVICES}::test_a_device_that_lives_and_takes_nothing_is_lost_and_costs_nothing[pty]"
)
def _looks_all_the_time(patch: pytest.MonkeyPatch) -> None:
    """Something is due to be said, the port has no room, and the thread looks for room all the time."""
    patch.setattr("drivers.device._FULL_WAIT", 0.0)


@fault(
    "A4-never-told", f"{DEVICES}::test_a_device_that_lives_and_takes_nothing_is_lost_and_costs_nothing[tcp]"
)
def _waits_for_ever(patch: pytest.MonkeyPatch) -> None:
    """A device says that it lives and takes no order, and nobody is told."""

    whole = Device._write

    def write(self: Any) -> None:
        self._full_since = time.monotonic()
        whole(self)

    patch.setattr(Device, "_write", write)


# ---- 5: a write that ran out of time --------------------------------------------------------------------


@fault("A5-runs-twice", f"{LIFE}::test_an_order_that_nobody_answered_is_said_again_and_runs_once[shoe]")
def _under_another_number(patch: pytest.MonkeyPatch) -> None:
    """An order of which nobody knows whether it arrived is said again as another order, and runs twice."""
    whole = Orders._resend

    def resend(self: Any, item: Any, now: float) -> Any:
        self._last_number += 1
        item.number = self._last_number
        return whole(self, item, now)

    patch.setattr(Orders, "_resend", resend)


@fault(
    "A5-behind-its-own-half", f"{OUTAGES}::test_a_write_that_ran_out_of_time_is_ended_and_its_order_runs_once"
)
def _from_its_beginning(patch: pytest.MonkeyPatch) -> None:
    """A frame that was written in part is written again from its beginning."""
    whole = Device._write

    def write(self: Any) -> None:
        before = self._unwritten
        said: list[bytes] = []
        to_send = self._conversation.to_send

        def noting() -> bytes:
            said.append(to_send())
            return said[-1]

        self._conversation.to_send = noting
        whole(self)
        del self._conversation.to_send
        if self._unwritten:
            self._unwritten = said[0] if said else before

    patch.setattr(Device, "_write", write)


# ---- 6: not ready now and then --------------------------------------------------------------------------


@fault("A6-port-not-ready", f"{DEVICES}::test_a_port_that_is_not_ready_now_and_then_loses_no_order[pty]")
def _not_ready_is_an_error(patch: pytest.MonkeyPatch) -> None:
    """A serial port that is not ready for a moment (EAGAIN) is taken for lost."""

    def write_some(self: Any, data: bytes) -> int:
        try:
            return descriptor.os.write(self._descriptor, data)
        except OSError as error:
            raise self._lost(error) from error

    patch.setattr(DescriptorLink, "_write_some", write_some)


@fault("A6-usb-not-ready", f"{DEVICES}::test_a_port_that_is_not_ready_now_and_then_loses_no_order[bulk]")
def _late_is_an_error(patch: pytest.MonkeyPatch) -> None:
    """A USB device that takes nothing for a moment (a time-out) is taken for lost."""

    def write(self: Any, data: bytes) -> int:
        try:
            return int(self._device.write(self._out.bEndpointAddress, data, 50)) if data else 0
        except OSError as error:
            raise LinkLost(str(error)) from error

    patch.setattr(UsbPipe, "_write", write)


# ---- 7: unplugged with bytes still to drain -------------------------------------------------------------


@fault("A7-complaint-escapes", f"{EVERY}::test_a_port_may_complain_of_anything_while_it_is_closed")
def _complaints_escape(patch: pytest.MonkeyPatch) -> None:
    """What an unplugged port raises while it is closed or drained goes to whoever closes it."""
    whole = DescriptorLink.close

    def close(self: Any) -> None:
        if not self._closed:
            release, self._release = self._release, lambda: None
            whole(self)
            release()

    patch.setattr(DescriptorLink, "close", close)


@fault(
    "A7-nobody-is-told", f"{DEVICES}::test_a_link_that_breaks_its_contract_is_one_loss_and_is_opened_again"
)
def _drop_raises(patch: pytest.MonkeyPatch) -> None:
    """What closing raises ends the thread before the loss is told, and nobody opens the port again."""

    def drop_link(self: Any) -> None:
        link, self._link = self._link, None
        if link is not None:
            self._selector.unregister(link)
            link.close()

    patch.setattr(Device, "_drop_link", drop_link)


@fault(
    "A7-unplugged-and-full",
    f"{DEVICES}::test_an_unplug_with_bytes_still_to_drain_is_one_loss_and_it_comes_back[loop]",
)
def _drains_first(patch: pytest.MonkeyPatch) -> None:
    """A port with bytes still to drain is let go only when they have gone, which they never do."""
    whole = Device._let_go

    def let_go(self: Any, told: str) -> None:
        if not self._unwritten:
            whole(self, told)

    patch.setattr(Device, "_let_go", let_go)


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
    _told_each_time(patch)


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


# ---- 10: closing in no time -----------------------------------------------------------------------------


@fault("A10-sleeps", f"{EVERY}::test_nobody_waits_while_a_port_is_closed[pty]")
def _sleeps(patch: pytest.MonkeyPatch) -> None:
    """Closing sleeps in the loop so that the last bytes may still go."""
    whole = DescriptorLink.close

    def close(self: Any) -> None:
        time.sleep(0.1)
        whole(self)

    patch.setattr(DescriptorLink, "close", close)


@fault("A10-kernel-drains", f"{LINKS}::test_a_port_whose_device_takes_no_last_words_holds_nobody_up")
def _waits_for_the_kernel(patch: pytest.MonkeyPatch) -> None:
    """Closing a serial port takes as long as the kernel waits for a device that takes nothing."""
    patch.setattr("drivers.link.serial_port._close", lambda path, port: port.close())


@fault("A10-pump-waits", f"{DEVICES}::test_an_order_is_handed_over_at_once_while_the_port_is_closed[pty]")
def _orders_wait(patch: pytest.MonkeyPatch) -> None:
    """Who orders waits until the device's thread has closed its port."""
    patch.setattr("drivers.device._DIRECT_WAIT", 5.0)


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
