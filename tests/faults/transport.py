"""A: ports. Bytes that are lost, readers that spin or hang, ports that come back, ports that others have."""

import os
import select
import time
from typing import Any

import pytest

from drivers import frame as wire
from drivers.conversation import Conversation
from drivers.device import Device
from drivers.errors import LinkLost
from drivers.frame import Decoder
from drivers.link import DescriptorLink, descriptor
from drivers.notices import Notices
from tests.faults.table import fault

LINKS = "tests/drivers/test_links.py"
EVERY = "tests/drivers/test_every_link.py"
DEVICES = "tests/drivers/test_devices_on_every_link.py"
LESSONS = "tests/drivers/test_lessons.py"
OF_DEVICES = "tests/drivers/test_device.py"

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


# ---- 10: closing in no time -----------------------------------------------------------------------------


@fault("A10-sleeps", f"{EVERY}::test_nobody_waits_while_a_port_is_closed[pty]")
def _sleeps(patch: pytest.MonkeyPatch) -> None:
    """Closing sleeps in the loop so that the last bytes may still go."""
    whole = DescriptorLink.close

    def close(self: Any) -> None:
        time.sleep(0.1)
        whole(self)

    patch.setattr(DescriptorLink, "close", close)


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
