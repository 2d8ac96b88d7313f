"""B, 19 to 26 and 29: framing and sequence. Frames that come to harm, answers that are late, poor cables."""

from typing import Any

import pytest
from cobs import cobs

from drivers import device, notices, outgoing
from drivers import frame as wire
from drivers.conformance.board import Board, LinkWire
from drivers.conversation import Conversation
from drivers.frame import Decoder, Frame
from drivers.messages import LinkPoor
from drivers.outgoing import Orders
from tests.faults.table import fault

FRAMES = "tests/drivers/test_frame.py"
FUZZ = "tests/drivers/test_fuzz.py"
LESSONS = "tests/drivers/test_lessons.py"
LIFE = "tests/drivers/test_life_signs.py"
ORDERS = "tests/drivers/test_orders.py"
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
