"""B, 27 to 39 but 29: devices that start anew, are lost and come back; readers that end; news of trouble."""

import time
from typing import Any

import pytest
from msgspec.structs import replace

from drivers import conversation, device, incoming, notices, payload
from drivers.conversation import Conversation
from drivers.device import Device
from drivers.frame import Frame
from drivers.messages import DeviceReady
from drivers.outgoing import Orders
from tests.faults.table import fault

ANEW = "tests/drivers/test_starting_anew.py"
FUZZ = "tests/drivers/test_fuzz.py"
LESSONS = "tests/drivers/test_lessons.py"
LIFE = "tests/drivers/test_life_signs.py"
OF_DEVICES = "tests/drivers/test_device.py"
PAUSES = "tests/drivers/test_pauses.py"
PHASES = "tests/controller/test_every_phase.py"
TABLE = "tests/controller/test_lessons.py"

# ---- 27, 28: devices that start anew --------------------------------------------------------------------


@fault(
    "B27-old-orders-go-on",
    f"{ANEW}::test_after_a_reset_at_any_step_of_any_order_nothing_old_is_executed[shoe-executed]",
    f"{ANEW}::test_after_a_reset_at_any_step_of_any_order_nothing_old_is_executed[wager_positions-received]",
)
def _keeps_the_queue(patch: pytest.MonkeyPatch) -> None:
    """What was ordered before the device started anew is said to it again behind its new session."""

    def begin(self: Any) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None and waiting.order is not None:
            self._queue.appendleft(waiting)
        self._last_number = 0

    patch.setattr(Orders, "begin", begin)


@fault(
    "B27-reset-unnoticed",
    f"{ANEW}::test_a_device_that_starts_anew_while_it_says_any_frame_of_its_start_up[shoe-its frame arrives]",
    f"{PHASES}::test_started_anew_in_any_phase_the_session_ends_as_it_should"
    "[blackjack/hand-dealt-wagers-that-need-a-look-reader]",
)
def _the_same_boot(patch: pytest.MonkeyPatch) -> None:
    """A device that comes back is taken for the one that it was before, whatever its boot id."""
    whole = Conversation._become_ready

    def become_ready(self: Any, known: Any, state: Any) -> None:
        whole(self, known, state)
        for place, one in enumerate(self._heard):
            if isinstance(one.report, DeviceReady) and self._first:
                said = replace(one.report, boot=self._first, reset="power", resumed=True)
                self._heard[place] = type(one)(self._first, 0, 0, said)
        self._first = self._first or known.welcome.boot

    patch.setattr(Conversation, "_first", 0, raising=False)
    patch.setattr(Conversation, "_become_ready", become_ready)


@fault(
    "B28-only-while-it-is-dealt",
    f"{PHASES}::test_started_anew_in_any_phase_the_session_ends_as_it_should"
    "[double-back-jack/blackjacks-are-paid-first-wagers]",
    f"{PHASES}::test_started_anew_in_any_phase_the_session_ends_as_it_should"
    "[lunar-poker/decisions-that-are-refused-wagers]",
)
def _some_phases(patch: pytest.MonkeyPatch) -> None:
    """A device that started anew is a question in the phases that somebody thought of, and in no other."""
    from controller.table import devices

    whole = devices._back

    def back(table: Any, one: Any, why: str, offset: int) -> Any:
        return whole(table, one, why if table.phase == "PlayerDecisions" else "", offset)

    patch.setattr(devices, "_back", back)


# ---- 31: a round that is broken off ---------------------------------------------------------------------


def _unplugged(session: str) -> str:
    return f"{PHASES}::test_unplugged_in_any_phase_the_round_is_suspended_once[{session}]"


@fault(
    "B31-some-phases-only",
    _unplugged("free-bet-blackjack/insurance-to-the-next-chip-wagers"),
    _unplugged("lunar-poker/stacks-from-an-automated-shoe-wagers"),
)
def _lost_in_some_phases(patch: pytest.MonkeyPatch) -> None:
    """A loss breaks off a round in one of its phases, and in the others nothing is on record."""
    from controller.table import devices

    phases = ("Inspecting", "Insurance", "Peeking", "DealerPlay", "LockedIn", "Options", "Reveal", "Settling")
    patch.setattr(devices, "RESTED", frozenset(("Closed", *phases)))


@fault("B31-once-for-each-flap", _unplugged("blackjack/insurance-is-lost-reader"))
def _twice(patch: pytest.MonkeyPatch) -> None:
    """One loss is on record as often as it is met."""
    from controller.table import devices

    whole = devices._gone

    def gone(table: Any, one: Any, note: str, words: str) -> Any:
        made = whole(table, one, note, words)
        again = devices.hold(table, "device-lost", "topic:device-lost", words, devices.RESUME, offset=1)
        return (*made, again) if len(made) > 1 else made

    patch.setattr(devices, "_gone", gone)


# ---- 32, 33: ends in time, never ends by itself ---------------------------------------------------------


@fault(
    "B32-blocked-after-close", f"{LESSONS}::test_it_ends_in_time_with_a_full_queue_and_a_device_that_is_deaf"
)
def _waits_on(patch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a queue is not woken when the port is closed."""
    whole = Device._turn

    def turn(self: Any) -> None:
        whole(self)
        end = time.monotonic() + 3.0
        while self._closing and self._conversation._orders._queue and time.monotonic() < end:
            time.sleep(0.01)

    patch.setattr(Device, "_turn", turn)


@fault("B33-a-frame-kills-it", f"{FUZZ}::test_no_frame_of_any_type_ends_the_reader[shoe]")
def _bad_frame(patch: pytest.MonkeyPatch) -> None:
    """A frame that says nothing lawful ends whoever reads it."""

    def received(self: Any, data: bytes, now: float) -> None:
        self._now = now
        if self.state not in ("closed", "failed"):
            for one in self._decoder.feed(data):
                self._take(one)

    patch.setattr(Conversation, "received", received)


@fault("B33-comes-again-for-ever", f"{FUZZ}::test_no_report_of_any_role_ends_the_reader[shoe]")
def _bad_report(patch: pytest.MonkeyPatch) -> None:
    """A report that cannot be understood is dropped without its number, and comes again for ever."""
    whole = incoming.Reports.take

    def take(self: Any, one: Frame) -> Any:
        row = self._rows.get(one.message)
        try:
            said = incoming.load(one.payload)
            assert row is not None
            row.decode(said)
        except (AssertionError, payload.BadPayload):
            return []
        return whole(self, one)

    patch.setattr(incoming.Reports, "take", take)


# ---- 35, 36: coming up ----------------------------------------------------------------------------------


@fault(
    "B35-ports-left-open", f"{LESSONS}::test_a_hundred_failed_handshakes_leave_nothing_behind[_wrong_role]"
)
def _leaves_it_open(patch: pytest.MonkeyPatch) -> None:
    """A handshake that fails leaves its port open, and the next attempt opens another."""
    kept: list[Any] = []

    def drop(self: Any) -> None:
        link, self._link = self._link, None
        self._unwritten, self._waits_to_write = b"", False
        if link is not None:
            self._selector.unregister(link)
            kept.append(link)

    patch.setattr(Device, "_drop_link", drop)


@fault("B35-all-at-once", f"{PAUSES}::test_attempts_grow_rarer_by_chance")
def _no_chance(patch: pytest.MonkeyPatch) -> None:
    """All devices of a house come back at one time after a loss that they had together."""

    def back_off(self: Any, now: float) -> None:
        self._reopen_at = now + self._reopen_pause
        self._reopen_pause = min(device._REOPEN_MOST, self._reopen_pause * 2)

    patch.setattr(Device, "_back_off", back_off)
    patch.setattr(Device, "_rest", lambda self, now: None)


@fault("B35-as-often-as-it-can", f"{PAUSES}::test_attempts_grow_rarer_by_chance")
def _no_growth(patch: pytest.MonkeyPatch) -> None:
    """The pause never grows: a board that is slow to come up is greeted until it falls over."""
    patch.setattr(notices.Pause, "take", lambda self, steady: notices.PAUSE_LEAST)
    patch.setattr(device, "_REOPEN_MOST", device._REOPEN_LEAST)


@fault(
    "B36-too-early-to-be-heard",
    f"{ANEW}::test_a_boot_behind_any_byte_of_the_start_up_is_answered",
    f"{ANEW}::test_a_device_that_starts_anew_while_it_says_any_frame_of_its_start_up"
    "[shuffler-its frame arrives]",
)
def _boot_while_greeting(patch: pytest.MonkeyPatch) -> None:
    """A BOOT that comes before the session is ready closes it for ever."""
    whole = Conversation._take_boot

    def take_boot(self: Any, one: Frame) -> None:
        if self.state == "ready":
            whole(self, one)
        else:
            self._end_session()
            self._retry_at = float("inf")
            self.state = "failed"

    patch.setattr(Conversation, "_take_boot", take_boot)


@fault("B36-half-of-each", f"{ANEW}::test_a_boot_behind_any_byte_of_the_start_up_is_answered[anew]")
def _greeting_goes_on(patch: pytest.MonkeyPatch) -> None:
    """What the old boot had told of itself is put together with what the new one tells."""
    patch.setattr(Conversation, "_take_boot", lambda self, one: None)


# ---- 37, 38, 39: news of trouble ------------------------------------------------------------------------


@fault(
    "B37-upper-layers-unaware",
    f"{TABLE}::test_a_fault_of_a_device_reaches_the_floor_within_a_second",
    f"{PHASES}::test_what_a_device_says_of_itself_is_on_the_screen_within_a_second"
    "[blackjack/a-bad-beat-progressive-Betting]",
)
def _fault_unsaid(patch: pytest.MonkeyPatch) -> None:
    """A device says that it is at fault, its driver knows, and nobody above it."""
    from drivers.messages import FaultRaised

    whole = incoming.Reports.take

    def take(self: Any, one: Frame) -> Any:
        return [heard for heard in whole(self, one) if not isinstance(heard.report, FaultRaised)]

    patch.setattr(incoming.Reports, "take", take)


HEARTBEATS = f"{LIFE}::test_a_missed_heartbeat_or_two_is_no_loss_and_three_always_are[0.12-card_reader]"


@fault("B38-the-first-miss", HEARTBEATS)
def _first_miss(patch: pytest.MonkeyPatch) -> None:
    """The first heartbeat that does not come breaks off a round."""
    patch.setattr(conversation, "LOST_AFTER", 0.3)


@fault("B38-the-third-is-late", HEARTBEATS)
def _third_late(patch: pytest.MonkeyPatch) -> None:
    """Two misses are taken for three, for the third beat comes a moment after its time."""
    patch.setattr(conversation, "LOST_AFTER", 0.75)


@fault("B38-never", HEARTBEATS)
def _never_lost(patch: pytest.MonkeyPatch) -> None:
    """The misses are counted wrongly, and a device that is gone is waited for."""
    patch.setattr(conversation, "LOST_AFTER", 30.0)


@fault("B39-reader-stops", f"{OF_DEVICES}::test_a_handler_that_fails_loses_nothing")
def _handler_error_is_kept(patch: pytest.MonkeyPatch) -> None:
    """A handler raises once: what it was given is gone, the reader says nothing of it, and nobody is told."""

    def tell(self: Any) -> None:
        for heard in self._conversation.take_reports():
            try:
                self._sink(self.name, heard)
            except Exception:
                pass

    patch.setattr(Device, "_tell", tell)
