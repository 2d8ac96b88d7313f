"""A, 1 to 7 and 10: bytes on an open port, and closing it. What is lost, readers that spin or hang."""

import os
import select
import time
from typing import Any

import pytest

from drivers.device import Device
from drivers.errors import LinkLost
from drivers.frame import Decoder
from drivers.link import DescriptorLink, descriptor
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
def told_each_time(patch: pytest.MonkeyPatch) -> None:
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
