"""B: framing, sequence, reconnect. Frames that come to harm, late answers, devices that start anew."""

import time
from typing import Any

import pytest
from cobs import cobs

from drivers import conversation, device, incoming, notices, outgoing, payload
from drivers import frame as wire
from drivers.conformance.board import Board, LinkWire
from drivers.conversation import Conversation
from drivers.device import Device
from drivers.frame import Decoder, Frame
from drivers.messages import LinkPoor
from drivers.outgoing import Orders
from tests.faults.table import fault

ANEW = "tests/drivers/test_starting_anew.py"
FRAMES = "tests/drivers/test_frame.py"
FUZZ = "tests/drivers/test_fuzz.py"
LESSONS = "tests/drivers/test_lessons.py"
LIFE = "tests/drivers/test_life_signs.py"
OF_DEVICES = "tests/drivers/test_device.py"
ORDERS = "tests/drivers/test_orders.py"
PAUSES = "tests/drivers/test_pauses.py"
PHASES = "tests/controller/test_every_phase.py"
POOR = "tests/drivers/test_poor_link.py"
TABLE = "tests/controller/test_lessons.py"

# ---- 19: a line full of noise ---------------------------------------------------------------------------


@fault("B19-waits-for-silence", f"{LESSONS}::test_a_board_that_babbles_keeps_no_tool_waiting")
def _listens_until_it_is_quiet(patch: pytest.MonkeyPatch) -> None:
    """A call ends some time after the last byte that came; a neighbour babbles, and it never ends."""

    def listen(self: Any, seconds: float, until: Any = None, *, alive: bool = False) -> list[Any]:
        quiet = self.now()
        while self.now() < quiet + seconds:
            if self._wire.read(0.01):
                quiet = self.now()
        return []

    patch.setattr(Board, "listen", listen)


@fault("B19-writes-for-ever", f"{LESSONS}::test_a_board_that_is_deaf_keeps_no_tool_waiting")
def _writes_until_it_is_taken(patch: pytest.MonkeyPatch) -> None:
    """What a board does not take is offered to it for ever."""

    def write(self: Any, data: bytes) -> None:
        while data:
            data = data[self._link.write(data, 0.5) :]

    patch.setattr(LinkWire, "write", write)


# ---- 20, 21: resynchronisation --------------------------------------------------------------------------


@fault("B20-stays-in-the-buffer", f"{FRAMES}::test_a_frame_cut_anywhere_costs_nothing_but_itself")
def _keeps_what_failed(patch: pytest.MonkeyPatch) -> None:
    """What was no frame stays in the buffer, and spoils each frame behind it."""

    def end_span(self: Any, found: list[Frame]) -> None:
        frame = self._parse(bytes(self._span)) if self._span else None
        if frame is not None:
            found.append(frame)
            self.reset()

    patch.setattr(Decoder, "_end_span", end_span)


@fault("B21-looks-at-all-of-it-again", f"{FRAMES}::test_the_work_is_linear_in_the_noise[U]")
def _scans_from_the_beginning(patch: pytest.MonkeyPatch) -> None:
    """With each piece that comes the whole buffer is looked through for a frame."""

    def feed(self: Any, data: bytes) -> list[Frame]:
        self._span += data
        for start in range(0, len(self._span), 4096):
            bytes(self._span[start:])
        return []

    patch.setattr(Decoder, "feed", feed)


@fault(
    "B21-keeps-all-of-it",
    f"{FRAMES}::test_what_exceeds_the_buffer_is_not_kept",
    f"{FRAMES}::test_64_kib_of_garbage_take_no_time_and_no_memory",
)
def _no_bound(patch: pytest.MonkeyPatch) -> None:
    """All that comes without a delimiter is kept."""
    patch.setattr(wire, "BUFFER", 2**31)


@fault("B21-a-line-for-each", f"{LESSONS}::test_garbage_costs_little_time_and_memory_and_no_lines")
def _warns_each_time(patch: pytest.MonkeyPatch) -> None:
    """Each stretch that is no frame is a warning."""
    whole = Decoder._parse

    def parse(self: Any, span: bytes) -> Frame | None:
        frame = whole(self, span)
        if frame is None:
            device._LOG.warning("no frame: %d bytes", len(span))
        return frame

    patch.setattr(Decoder, "_parse", parse)


# ---- 22, 23: answers that come late, or twice -----------------------------------------------------------


@fault(
    "B22-first-come",
    f"{ORDERS}::test_both_replies_to_an_order_that_was_sent_twice_are_late_and_the_next_one_has_neither",
    f"{ORDERS}::test_a_repeated_reply_answers_nothing_else",
)
def _takes_any_reply(patch: pytest.MonkeyPatch) -> None:
    """An answer is taken for that of the order which waits, whichever it answers."""

    def replied(self: Any, number: int, message: int, now: float) -> Any:
        item, self._waiting = self._waiting, None
        return item

    patch.setattr(Orders, "replied", replied)


@fault(
    "B22-of-an-older-session",
    f"{ORDERS}::test_a_reply_that_comes_after_its_last_try_is_not_taken_for_the_next_order",
)
def _any_session(patch: pytest.MonkeyPatch) -> None:
    """Numbers begin anew, and an answer of the session before is taken for the order of the same number."""
    whole = Conversation._take

    def take(self: Any, frame: Frame) -> None:
        if self._known is not None and frame.type == wire.REPLY:
            frame = Frame(
                frame.type, frame.message, self._known.session, frame.number, 0, payload=frame.payload
            )
        whole(self, frame)

    patch.setattr(Conversation, "_take", take)


@fault("B23-says-it-once", f"{LIFE}::test_with_five_per_cent_lost_no_order_is_reported_failed[0-card_reader]")
def _never_again(patch: pytest.MonkeyPatch) -> None:
    """One lost frame is a failed order."""
    patch.setattr(outgoing, "TRIES", 1)


@fault(
    "B23-not-if-it-was-sent-twice",
    f"{LIFE}::test_with_five_per_cent_lost_no_order_is_reported_failed[0-card_reader]",
)
def _only_to_the_first(patch: pytest.MonkeyPatch) -> None:
    """The answer to an order that was sent again is not believed, and the order is said to have failed."""
    whole = Orders.replied

    def replied(self: Any, number: int, message: int, now: float) -> Any:
        if self._waiting is not None and self._waiting.tries > 1:
            return None
        return whole(self, number, message, now)

    patch.setattr(Orders, "replied", replied)


# ---- 25, 26: slow devices, poor cables ------------------------------------------------------------------


@fault("B25-does-not-wait", f"{POOR}::test_a_slow_device_with_a_port_of_64_bytes_is_never_overrun")
def _no_window(patch: pytest.MonkeyPatch) -> None:
    """Orders are sent as they come, whatever the device has room for."""
    whole = Orders.next_to_send

    def next_to_send(self: Any, now: float, urgent_only: bool = False) -> Any:
        if self._queue and not urgent_only:
            self._waiting = None
        return whole(self, now, urgent_only)

    def submit(self: Any, order: Any) -> None:
        row = self._row(order)
        queue = self._urgent if row.restrictive else self._queue
        queue += [outgoing.Outgoing(row.code, outgoing.dump(row.encode(order)), order, row)] * 4

    patch.setattr(Orders, "next_to_send", next_to_send)
    patch.setattr(Orders, "submit", submit)


@fault(
    "B26-nobody-is-told",
    f"{POOR}::test_a_cable_that_grows_worse_is_told_before_it_fails[card_reader]",
    f"{TABLE}::test_a_poor_cable_is_in_the_journal_before_it_fails",
)
def _no_alarm(patch: pytest.MonkeyPatch) -> None:
    """A cable grows worse for hours, and the first that anybody hears of it is that the device is lost."""
    patch.setattr(notices.Quality, "poor", lambda _, now: [])


@fault("B26-told-of-the-first-frame", f"{POOR}::test_fewer_frames_than_a_hundred_tell_nothing_of_a_cable")
def _alarm_at_once(patch: pytest.MonkeyPatch) -> None:
    """The ratio is taken of a few frames: a device that was greeted twice has a cable that is half lost."""

    def poor(self: Any, now: float) -> list[LinkPoor]:
        missed, of = sum(self._missed), len(self._missed)
        return [LinkPoor(missed, of)] if missed * notices.WATCHED > notices.POOR_FROM * of else []

    patch.setattr(notices.Quality, "poor", poor)


@fault("B26-told-each-time", f"{POOR}::test_a_cable_that_stays_poor_is_told_each_ten_minutes")
def _alarm_again(patch: pytest.MonkeyPatch) -> None:
    """A cable that stays poor is told with each frame."""
    patch.setattr(notices, "TOLD_AGAIN_AFTER", 0.0)


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
            if hasattr(one.report, "resumed") and self._first:
                said = type(one.report)(self._first, "power", True, one.report.identity, one.report.state)
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


# ---- 29: the check --------------------------------------------------------------------------------------


@fault("B29-answers-without-a-check", f"{FUZZ}::test_an_answer_with_any_bit_turned_answers_nothing")
def _no_check(patch: pytest.MonkeyPatch) -> None:
    """What a device says is taken as it comes, with whatever happened to it on the wire."""

    def parse(self: Any, span: bytes) -> Frame | None:
        try:
            raw = cobs.decode(span)
        except cobs.DecodeError:
            return None
        return Frame(*wire._HEADER.unpack_from(raw), raw[8:-4]) if len(raw) >= 12 else None

    patch.setattr(Decoder, "_parse", parse)


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
