"""Mutants of the simulators for what the kit proves of the link itself, sections 1 to 6, 8 and 9.

Each breaks one paragraph and is caught by its number. Those of the paragraphs that were numbered first, and
what mutants are made of, stand in test_conformance.py.
"""

import zlib
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from cobs import cobs

from drivers import frame as vocabulary
from drivers.conformance.bench import checked, wrapped
from drivers.conformance.checks import CHECKS
from drivers.frame import (
    ACK,
    BOARD,
    HEARTBEAT,
    HELLO,
    IDENTITY,
    ORDER,
    PROGRESS,
    REPLY,
    REPORT,
    WELCOME,
    Frame,
    encode,
)
from drivers.payload import dump, load
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.firmware import Firmware
from drivers.simulated.reports import Ring
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wager_positions import SimulatedPositions
from drivers.simulated.wire import Payload, distance
from tests.drivers.test_conformance import AnySession, LocksOnRefusal
from tests.drivers.virtual_boards import (
    VirtualWire,
    altered,
    answering,
    keyed,
    payload_as,
    results,
    said,
    taken,
)

Wire = type[VirtualWire]
UNKNOWN = b"\xa1\x18\x63"

# ---- bytes: what comes down the cable, span by span -------------------------------------------------------


def spans(mend: Callable[[bytes], bytes]) -> Wire:
    """A device that takes what stands between two delimiters as if it were `mend` of it."""

    class Changed(VirtualWire):
        def down(self, data: bytes) -> bytes:
            return b"".join(b"\0" + mend(one) + b"\0" for one in data.split(b"\0") if one)

    return Changed


def decoded(span: bytes) -> bytes:
    try:
        return bytes(cobs.decode(span))
    except cobs.DecodeError:
        return b""


def stuffed(body: bytes) -> bytes:
    """A body with its check, as it stands between delimiters."""
    return wrapped(checked(body)).strip(b"\0")


def pads(span: bytes) -> bytes:
    raw = decoded(span)
    sound = 4 < len(raw) < 12 and zlib.crc32(raw[:-4]) == int.from_bytes(raw[-4:], "little")
    return stuffed(raw[:-4].ljust(8, b"\0")) if sound else span


def takes_early_end(span: bytes) -> bytes:
    """COBS whose last code may promise more than there is."""
    raw, at = b"", 0
    while at < len(span):
        code = span[at]
        raw += span[at + 1 : at + code]
        at += code
        raw += b"\0" if at < len(span) and code < 255 else b""
    return bytes(cobs.encode(raw))


def begins_anew_when_full(span: bytes) -> bytes:
    return span[300:] if len(span) > 300 else span


def takes_big_endian(span: bytes) -> bytes:
    raw = decoded(span)
    is_big = len(raw) >= 12 and zlib.crc32(raw[:-4]) == int.from_bytes(raw[-4:], "big")
    return stuffed(raw[:-4]) if is_big else span


def mends(span: bytes) -> bytes:
    """It corrects what has one byte too many."""
    for at in range(len(span)):
        tried = span[:at] + span[at + 1 :]
        if vocabulary.Decoder().feed(b"\0" + tried + b"\0"):
            return tried
    return span


def decodes_with_zeros(span: bytes) -> bytes:
    """The common wrong COBS: a code of 255 brings a zero as every other one does."""
    raw, at = b"", 0
    while at < len(span):
        raw += span[at + 1 : at + span[at]] + b"\0"
        at += span[at]
    return bytes(cobs.encode(raw[:-1])) if decoded(span) else span


class Toggles(VirtualWire):
    """A delimiter begins a frame, the next one ends it; two in a row begin one."""

    inside = False
    kept = b""
    before = 1

    def down(self, data: bytes) -> bytes:
        taken = b""
        for byte in data:
            if byte:
                self.kept += bytes((byte,)) if self.inside else b""
            else:
                taken += b"\0" + self.kept + b"\0" if self.inside else b""
                self.inside, self.kept = not self.inside or not self.before, b""
            self.before = byte
        return taken


class Quadratic(VirtualWire):
    def down(self, data: bytes) -> bytes:
        self._now += (len(data) / 2000) ** 2 * 0.1 if len(data) > 1000 else 0.0
        return data


class DeafBehindNoise(VirtualWire):
    def down(self, data: bytes) -> bytes:
        return data if data.startswith(b"\0") else b""


class WholeWrites(VirtualWire):
    def down(self, data: bytes) -> bytes:
        return data if vocabulary.Decoder().feed(data) else b""


class OneAWrite(VirtualWire):
    def down(self, data: bytes) -> bytes:
        frames = vocabulary.Decoder().feed(data)
        return encode(frames[0]) if frames else data


def dropped(test: Callable[[Frame], bool]) -> Wire:
    """A device that does not hear such frames."""

    class Changed(VirtualWire):
        def down(self, data: bytes) -> bytes:
            frames = vocabulary.Decoder().feed(data)
            return b"".join(encode(one) for one in frames if not test(one)) if frames else data

    return Changed


def when(test: Callable[[Frame], bool], **fields: Any) -> Callable[[Frame], Frame]:
    return lambda frame: altered(frame, **fields) if test(frame) else frame


def of(kind: int) -> Callable[[Frame], bool]:
    return lambda frame: frame.type == kind


def payload_of(kind: int, change: Callable[[dict[int, Any]], None]) -> Wire:
    """What such a frame that it hears says, changed."""

    def changed(frame: Frame) -> Frame:
        try:
            payload: dict[int, Any] = dict(load(frame.payload))
        except ValueError:
            return frame
        if frame.type != kind:
            return frame
        change(payload)
        return altered(frame, payload=dump(payload))

    return taken(changed)


class AddsProgress(VirtualWire):
    payload: ClassVar[Payload] = {1: "reading", 2: 1, 3: 2}

    def up(self, data: bytes) -> bytes:
        if not data or not self.model.session:
            return data
        return data + encode(Frame(PROGRESS, session=self.model.session, payload=dump(dict(self.payload))))


class AddsBadProgress(AddsProgress):
    payload: ClassVar[Payload] = {1: 7}


class SlowToLock(VirtualWire):
    def up(self, data: bytes) -> bytes:
        frames = vocabulary.Decoder().feed(data)
        self._now += 0.3 * any(frame.type == REPLY and frame.message == 17 for frame in frames)
        return data


class RepliesLast(VirtualWire):
    def up(self, data: bytes) -> bytes:
        frames = sorted(vocabulary.Decoder().feed(data), key=lambda frame: frame.type == REPLY)
        return b"".join(encode(frame) for frame in frames)


class LateReports(VirtualWire):
    def __init__(self, model: Firmware) -> None:
        self.held: deque[tuple[float, bytes]] = deque()
        super().__init__(model)

    def up(self, data: bytes) -> bytes:
        now = b""
        for frame in vocabulary.Decoder().feed(data):
            if frame.type == REPORT:
                self.held.append((self._now + 0.2, encode(frame)))
            else:
                now += encode(frame)
        while self.held and self.held[0][0] <= self._now:
            now += self.held.popleft()[1]
        return now


class NewTimes(VirtualWire):
    sent = 0

    def up(self, data: bytes) -> bytes:
        out = b""
        for frame in vocabulary.Decoder().feed(data):
            self.sent += 1
            out += encode(keyed(REPORT, {0: self.sent})(frame))
        return out


# ---- firmware ---------------------------------------------------------------------------------------------


class CountsOn(SimulatedShoe):
    def _is_old(self, number: int) -> bool:
        return number < self._last_order


class TakesZero(SimulatedShoe):
    def _order_frame(self, frame: Any) -> None:
        if frame.number:
            super()._order_frame(frame)
        else:
            self._send_reply(self._execute(frame))


class NumbersReportsOn(SimulatedShoe):
    def start(self, now: float, reset: str = "power") -> None:
        again = bool(self.boot)
        super().start(now, reset)
        self._ring._next = 9 if again else 1


class EndsOnRepeat(SimulatedShoe):
    def _hello(self, frame: Any) -> None:
        self._make_safe()
        super()._hello(frame)


class ReportsHello(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        permitted = self._permitted()
        super()._begin_session(nonce, host_has)
        if permitted:
            self._report(3, {1: "reset"})


class ResumesFromTheLast(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        super()._begin_session(nonce, self._ring.next - 1 if host_has else 0)


class TakesAnyNumber(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        beyond = host_has and distance(host_has, self._ring.oldest) >= distance(
            self._ring.next, self._ring.oldest
        )
        super()._begin_session(nonce, self._ring.next - 1 if beyond else host_has)


class BeatsWithoutSession(SimulatedShoe):
    beat = 0.0

    def tick(self, now: float) -> None:
        super().tick(now)
        if self.boot and self.session is None and now > self.beat + 0.25:
            self.beat = now
            self._send(HEARTBEAT)


class RestoresPermission(SimulatedShoe):
    kept: Any = None

    def start(self, now: float, reset: str = "power") -> None:
        self.kept = self._permission if self.boot else None
        super().start(now, reset)

    def _begin_session(self, nonce: int, host_has: int) -> None:
        super()._begin_session(nonce, host_has)
        self._permission, self.kept = self.kept or self._permission, None


class OpenUntilHello(SimulatedPositions):
    """What was open before a reset takes chips until the host comes."""

    def _booted(self) -> None:
        was = self._open if self.boot else {}
        super()._booted()
        self._open = was


class GoesOnBehindBoot(SimulatedShoe):
    """The order in which it was reset is executed by what started anew."""

    def _resets(self, step: str) -> bool:
        super()._resets(step)
        return False


class KeepsItsSession(SimulatedShoe):
    def start(self, now: float, reset: str = "power") -> None:
        session = self.session
        super().start(now, reset)
        self.session = session


class TakesOtherPayload(SimulatedShoe):
    payload = b""

    def _order_frame(self, frame: Any) -> None:
        if frame.payload != self.payload:
            self._stored, self.payload = None, frame.payload
        super()._order_frame(frame)


class AnswersTwice(SimulatedShoe):
    said = (0, 0)

    def _send_reply(self, stored: Any) -> None:
        number, times = self.said
        self.said = (stored.number, times + 1 if stored.number == number else 1)
        if self.said[1] < 3:
            super()._send_reply(stored)

    def _session_began(self) -> None:
        self.said = (0, 0)
        super()._session_began()


class WantsTheNext(SimulatedShoe):
    def _is_old(self, number: int) -> bool:
        return self._last_order != 0 and number != self._last_order + 1


class ForgetsRefusals(SimulatedShoe):
    def _order_frame(self, frame: Any) -> None:
        super()._order_frame(frame)
        if self._last_refused:
            self._stored = None


class StoresAllReplies(SimulatedShoe):
    def __init__(self, **said: Any) -> None:
        self.all: dict[int, Any] = {}
        super().__init__(**said)

    def _order_frame(self, frame: Any) -> None:
        if frame.number in self.all and self._last_order > frame.number:
            self._send_reply(self.all[frame.number])
            return
        super()._order_frame(frame)
        self.all[frame.number] = self._stored


class GoesOnTesting(SimulatedReader):
    def start(self, now: float, reset: str = "power") -> None:
        due, number = self._test_due, self._under_way
        super().start(now, reset)
        self._test_due, self._test_order = due, number

    def _session_began(self) -> None:
        due = self._test_due
        super()._session_began()
        self._test_due = due


def with_ring(kind: type[Ring], of_kind: Any = SimulatedShoe) -> type[Firmware]:
    class Changed(of_kind):  # type: ignore[misc]
        def _forget(self, reset: str) -> None:
            super()._forget(reset)
            self._ring = kind(self._ring_size)

    return Changed


class ForgetsAll(Ring):
    def acknowledge(self, number: int, now: float) -> None:
        before = len(self._kept)
        super().acknowledge(number, now)
        if len(self._kept) < before:
            self._kept.clear()


class WaitsBehindAnAdvance(Ring):
    """What was sent before the acknowledgement counts as sent of what is kept behind it."""

    def acknowledge(self, number: int, now: float) -> None:
        sent = self._sent
        super().acknowledge(number, now)
        self._sent = sent


class KnowsNoAdvance(Ring):
    def acknowledge(self, number: int, now: float) -> None:
        since = self._since
        super().acknowledge(number, now)
        self._since = since if self._sent else None


class BelievesAnyNumber(Ring):
    def acknowledge(self, number: int, now: float) -> None:
        if number and self._kept and distance(number, self.oldest) < 32768:
            self._kept.clear()
            self._sent = 0


class SendsFive(Ring):
    def due(self, now: float) -> list[Any]:
        return super().due(now)[:5]


class OnlyHeartbeats(SimulatedShoe):
    def _frame(self, frame: Any) -> None:
        heard = self._heard_at
        super()._frame(frame)
        if frame.type == ACK:
            self._heard_at = heard


class HelloKeepsAlive(SimulatedShoe):
    def _hello(self, frame: Any) -> None:
        self._heard_at = self._now
        super()._hello(frame)


class BytesKeepAlive(SimulatedShoe):
    def received(self, data: bytes, now: float) -> None:
        self._heard_at = now
        super().received(data, now)


class TellsIdleSilence(SimulatedShoe):
    told = -1.0

    def tick(self, now: float) -> None:
        idle = not self._permitted()
        super().tick(now)
        if self.session and idle and now >= self._heard_at + 1.0 and self.told != self._heard_at:
            self.told = self._heard_at
            self._report(3, {1: "silence"})


class TellsSilenceAgain(SimulatedShoe):
    again = 0.0

    def tick(self, now: float) -> None:
        was = self._permitted()
        super().tick(now)
        if was and not self._permitted():
            self.again = now + 1.0
        elif self.again and now >= self.again:
            self.again = 0.0
            self._report(3, {1: "silence"})


def oldest_is_next(payload: dict[int, Any]) -> None:
    payload[4] = payload[5]


def in_seconds(payload: dict[int, Any]) -> None:
    payload[0] //= 1000


def another_reason(payload: dict[int, Any]) -> None:
    if payload.get(2) == "unknown-message":
        payload[2] = "what?"


def marked(frame: Frame) -> Frame:
    return keyed(REPORT, {-1: frame.number})(frame) if frame.type == REPORT else frame


def forget_mandatory(payload: dict[int, Any]) -> None:
    payload.pop(-99, None)


def first_version(payload: dict[int, Any]) -> None:
    payload[2] = payload[2][:1] if isinstance(payload.get(2), list) else payload.get(2)


def lenient_to(*payloads: bytes) -> Wire:
    return payload_as(lambda payload: payload in payloads, b"")


def strict_to(*payloads: bytes) -> Wire:
    return payload_as(lambda payload: payload in payloads, b"\xff")


def knows_any_boot(model_boot: Callable[[VirtualWire], int]) -> Wire:
    class Changed(VirtualWire):
        def down(self, data: bytes) -> bytes:
            frames = [keyed(HELLO, {3: model_boot(self)})(one) for one in vocabulary.Decoder().feed(data)]
            return b"".join(encode(frame) for frame in frames) if frames else data

    return Changed


def not_reset_word(frame: Frame) -> Frame:
    return keyed(WELCOME, {2: "unknown"})(frame)


SHOE = SimulatedShoe
MUTANTS: dict[str, tuple[str, type[Firmware], Wire]] = {
    "pads what is too short": ("1.5", SHOE, spans(pads)),
    "takes codes beyond the end": ("1.6", SHOE, spans(takes_early_end)),
    "begins anew when its buffer is full": ("1.7", SHOE, spans(begins_anew_when_full)),
    "takes delimiters in pairs": ("1.8", SHOE, Toggles),
    "works more than linearly": ("1.9", SHOE, Quadratic),
    "takes a big-endian CRC": ("1.10", SHOE, spans(takes_big_endian)),
    "mends frames": ("1.11", SHOE, spans(mends)),
    "deaf behind noise": ("1.11", SHOE, DeafBehindNoise),
    "wants a frame in one write": ("1.12", SHOE, WholeWrites),
    "has no room for 256 bytes": ("1.13", SHOE, dropped(lambda frame: len(frame.payload) > 200)),
    "heartbeats acknowledge nothing": ("2.3", SHOE, said(when(of(HEARTBEAT), acknowledgement=0))),
    "takes HELLO in any session": ("2.4", SHOE, taken(when(of(HELLO), session=0))),
    "order numbers do not wrap": ("2.5", CountsOn, VirtualWire),
    "numbers heartbeats": ("2.6", SHOE, said(when(of(HEARTBEAT), number=7))),
    "executes number 0": ("2.7", TakesZero, VirtualWire),
    "every other number": (
        "2.8",
        SHOE,
        said(lambda frame: altered(frame, number=frame.number * 2) if frame.type == REPORT else frame),
    ),
    "reports are numbered on after a reset": ("2.9", NumbersReportsOn, VirtualWire),
    "takes 5 levels": ("3.8", SHOE, lenient_to(UNKNOWN + b"\x81\x81\x81\x81\x00")),
    "takes 3 levels": ("3.8", SHOE, strict_to(UNKNOWN + b"\x81\x81\x81\x00")),
    "takes 33 items": ("3.9", SHOE, lenient_to(UNKNOWN + b"\x98\x21" + bytes(33))),
    "takes 31 items": ("3.9", SHOE, strict_to(UNKNOWN + b"\x98\x20" + bytes(32))),
    "takes long texts": ("3.10", SHOE, lenient_to(UNKNOWN + b"\x78\x21" + b"x" * 33)),
    "takes UTF-8": ("3.10", SHOE, lenient_to(UNKNOWN + b"\x62\xc3\xa9")),
    "takes long numbers": ("3.11", SHOE, lenient_to(UNKNOWN + b"\x18\x05")),
    "takes keys as they come": ("3.11", SHOE, lenient_to(b"\xa2\x18\x63\x00\x18\x62\x00")),
    "takes tags": ("3.12", SHOE, lenient_to(UNKNOWN + b"\xc1\x00")),
    "wants no empty map": ("3.13", SHOE, strict_to(b"\xa0")),
    "skips what HELLO insists on": ("3.14", SHOE, payload_of(HELLO, forget_mandatory)),
    "looks at the first version": ("3.15", SHOE, payload_of(HELLO, first_version)),
    "replies with one message": ("3.16", SHOE, said(when(of(REPLY), message=1))),
    "time in seconds": ("3.17", SHOE, answering(in_seconds, REPORT)),
    "unknown capability": ("3.18", SHOE, said(keyed(IDENTITY, {5: ["manual", "reads", "flies"]}))),
    "unknown limit": ("3.18", SHOE, said(keyed(IDENTITY, {6: {"wings": 2}}))),
    "a zero behind each code": ("1.20", SHOE, spans(decodes_with_zeros)),
    "a firmware without a name": ("3.3", SHOE, said(keyed(BOARD, {2: 7}))),
    "knows the key -1": (
        "3.5",
        SHOE,
        taken(when(lambda frame: frame.payload == b"\xa1\x20\x01", payload=b"")),
    ),
    "says two boards": ("3.19", SHOE, said(keyed(IDENTITY, {7: 2}))),
    "says a type of its own": ("3.20", SHOE, said(when(of(HEARTBEAT), type=12))),
    "heartbeats say something": ("3.21", SHOE, said(keyed(HEARTBEAT, {1: 1}))),
    "insists on a key of its own": ("3.22", SHOE, said(keyed(REPLY, {-5: 0}))),
    "progress without numbers": ("3.23", SHOE, AddsBadProgress),
    "takes a type for an order": ("3.24", SHOE, taken(when(of(12), type=ORDER))),
    "the same HELLO locks": ("4.7", EndsOnRepeat, VirtualWire),
    "reports the HELLO": ("4.8", ReportsHello, VirtualWire),
    "session 0": ("4.9", SHOE, said(when(lambda frame: frame.session == 1, session=0))),
    "resumes behind the last": ("4.10", ResumesFromTheLast, VirtualWire),
    "resumes whatever the boot": ("4.11", SHOE, knows_any_boot(lambda wire: wire.model.boot)),
    "replies behind WELCOME": ("4.12", SHOE, RepliesLast),
    "believes in reports to come": ("4.13", TakesAnyNumber, VirtualWire),
    "another reset word": ("4.14", SHOE, said(not_reset_word)),
    "heartbeats without a session": ("4.15", BeatsWithoutSession, VirtualWire),
    "restores what was permitted": ("4.16", RestoresPermission, VirtualWire),
    "permitted until the next HELLO": ("4.16", OpenUntilHello, VirtualWire),
    "executes what was said before a reset": ("4.17", GoesOnBehindBoot, VirtualWire),
    "its session outlasts a reset": ("4.17", KeepsItsSession, VirtualWire),
    "executes another payload": ("5.1", TakesOtherPayload, VirtualWire),
    "answers a number twice": ("5.1", AnswersTwice, VirtualWire),
    "stores all replies": ("5.3", StoresAllReplies, VirtualWire),
    "slow to lock": ("5.6", SHOE, SlowToLock),
    "wants each number": ("5.7", WantsTheNext, VirtualWire),
    "forgets what it refused": ("5.8", ForgetsRefusals, VirtualWire),
    "one order a write": ("5.9", SHOE, OneAWrite),
    "a reason of its own": ("5.10", SHOE, answering(another_reason)),
    "ends what a reset ended": ("5.11", GoesOnTesting, VirtualWire),
    "ends what a HELLO ended": ("5.13", GoesOnTesting, VirtualWire),
    "keeps nothing, it says": ("6.5", SHOE, answering(oldest_is_next, WELCOME)),
    "reports late": ("6.6", SHOE, LateReports),
    "reports late behind an acknowledgement": (
        "6.6",
        with_ring(WaitsBehindAnAdvance, SimulatedPositions),
        VirtualWire,
    ),
    "an advance puts nothing off": ("6.7", with_ring(KnowsNoAdvance), VirtualWire),
    "tells the time of sending": ("6.7", SHOE, NewTimes),
    "no acknowledgement on ACK": ("6.8", SHOE, taken(when(of(ACK), acknowledgement=0))),
    "forgets all at once": ("6.9", with_ring(ForgetsAll), VirtualWire),
    "believes any acknowledgement": ("6.10", with_ring(BelievesAnyNumber), VirtualWire),
    "marks every report": ("6.11", SHOE, said(marked)),
    "marks none": ("6.12", SHOE, answering(lambda payload: payload.pop(-1, None), REPORT)),
    "sends five": ("6.13", with_ring(SendsFive), VirtualWire),
    "ACK does not keep alive": ("8.5", OnlyHeartbeats, VirtualWire),
    "any session keeps alive": ("8.6", SHOE, AnySession),
    "any HELLO keeps alive": ("8.6", HelloKeepsAlive, VirtualWire),
    "bytes keep alive": ("8.7", BytesKeepAlive, VirtualWire),
    "tells of idle silence": ("8.8", TellsIdleSilence, VirtualWire),
    "tells of silence again": ("8.9", TellsSilenceAgain, VirtualWire),
    "an update locks": ("9.1", LocksOnRefusal, VirtualWire),
}
CONTROL = tuple(check for check in CHECKS if check.id in ("optional-key", "other-way", "acknowledges"))
"""Checks that most mutants pass: what is caught is no board that says nothing."""


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_paragraph_is_named(name: str) -> None:
    paragraph, kind, wire = MUTANTS[name]
    proving = tuple(check for check in CHECKS if check.paragraph == paragraph)
    found = results(kind, wire, checks=(*proving, *CONTROL))
    assert any(one.outcome == "failed" for one in found[: len(proving)]), found
    assert all(one.why for one in found if one.outcome == "failed")
    assert not any(one.why.startswith("no WELCOME") for one in found), "it is not greeted"
    assert any(one.outcome == "passed" for one in found[len(proving) :]), "it is dead"


def test_progress_is_no_wrong() -> None:
    """A simulator says none, and the rule does not apply then."""
    proving = tuple(check for check in CHECKS if check.paragraph == "3.23")
    assert [one.outcome for one in results(SHOE, AddsProgress, checks=proving)] == ["passed"]
    assert [one.outcome for one in results(SHOE, checks=proving)] == ["not applicable"]
