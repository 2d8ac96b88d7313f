"""The conformance kit on the project's own simulators, and on ones with one paragraph of docs/link.md broken.

In virtual time: the wire moves the clock. A mutant is a firmware with one rule taken out, or a cable that
changes what passes as a firmware without the rule would have.
"""

from typing import Any

import pytest

from drivers import frame as vocabulary
from drivers.conformance.checks import CHECKS
from drivers.frame import Frame, encode
from drivers.payload import dump
from drivers.simulated.firmware import Firmware
from drivers.simulated.payloads import Refuse
from drivers.simulated.reports import Ring
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shoe_codes import LOCK
from tests.drivers.virtual_boards import (
    VirtualWire,
    altered,
    answering,
    is_no_cbor,
    keyed,
    lenient,
    payload_as,
    results,
    said,
    taken,
)

OF_THE_LINK = tuple(check for check in CHECKS if not check.paragraph.startswith("7."))


# ---- mutants: cables --------------------------------------------------------------------------------------


def order_before_is_always_good(payload: dict[int, Any]) -> None:
    if isinstance(payload.get(3), dict):
        payload[3] = {**payload[3], 10: 0}


def says_unsupported(payload: dict[int, Any]) -> None:
    if payload.get(2) == "unknown-message":
        payload[2] = "unsupported"


def says_busy(payload: dict[int, Any]) -> None:
    if payload.get(2) == "unsupported":
        payload[2] = "busy"


def of_the_greeting(frame: Frame) -> Frame:
    is_greeting = frame.type in (vocabulary.WELCOME, vocabulary.IDENTITY, vocabulary.BOARD)
    return altered(frame, session=frame.session ^ 1) if is_greeting else frame


class OneDelimiter(VirtualWire):
    def up(self, data: bytes) -> bytes:
        return data.replace(b"\0\0", b"\0")


class DeafAfterProbe(VirtualWire):
    deaf = False

    def down(self, data: bytes) -> bytes:
        self.deaf = self.deaf or data.startswith(b"AT")
        return b"" if self.deaf else data


class AnySession(VirtualWire):
    def down(self, data: bytes) -> bytes:
        frames = vocabulary.Decoder().feed(data)
        mended = (
            altered(frame, session=self.model.session or 0) if frame.session else frame for frame in frames
        )
        return b"".join(encode(frame) for frame in mended) if frames else data


class Slow(VirtualWire):
    def up(self, data: bytes) -> bytes:
        if any(frame.type == vocabulary.REPLY for frame in vocabulary.Decoder().feed(data)):
            self._now += 0.3
        return data


class SaysOnce(VirtualWire):
    def __init__(self, model: Firmware) -> None:
        self.seen: set[tuple[int, int]] = set()
        super().__init__(model)

    def up(self, data: bytes) -> bytes:
        kept = b""
        for frame in vocabulary.Decoder().feed(data):
            key = (frame.session, frame.number)
            if frame.type != vocabulary.REPORT or key not in self.seen:
                kept += encode(frame)
            if frame.type == vocabulary.REPORT:
                self.seen.add(key)
        return kept


# ---- mutants: firmware ------------------------------------------------------------------------------------


class ForgetsOnRepeat(SimulatedShoe):
    def _hello(self, frame: Any) -> None:
        self._nonce = 0
        super()._hello(frame)


class StaysPermitted(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        permission = self._permission
        self._permission = type(permission)()
        super()._begin_session(nonce, host_has)
        self._permission = permission


class GoesOnCounting(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        last = self._last_order
        super()._begin_session(nonce, host_has)
        self._last_order = last

    def _is_old(self, number: int) -> bool:
        return False


class ResumesNothing(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        super()._begin_session(nonce, 0)


class ExecutesAgain(SimulatedShoe):
    def _order_frame(self, frame: Any) -> None:
        self._stored = None
        super()._order_frame(frame)


class TakesOlder(SimulatedShoe):
    def _is_old(self, number: int) -> bool:
        return False


class TakesOvertaken(SimulatedShoe):
    def _is_old(self, number: int) -> bool:
        return number != self._last_order - 1 and super()._is_old(number)


class LocksOnRefusal(SimulatedShoe):
    def _order(self, message: int, payload: Any) -> None:
        try:
            super()._order(message, payload)
        except Refuse:
            self._make_safe()
            raise


class LosesReports(SimulatedShoe):
    def _begin_session(self, nonce: int, host_has: int) -> None:
        self._ring = Ring(self._ring_size)
        super()._begin_session(nonce, host_has)


class LockDoesNothing(SimulatedShoe):
    def _order(self, message: int, payload: Any) -> None:
        if message != LOCK:
            super()._order(message, payload)


class KeepsItsBoot(SimulatedShoe):
    def start(self, now: float, reset: str = "power") -> None:
        first = self.boot
        super().start(now, reset)
        self._out.clear()
        self.boot = first or self.boot
        self._say_boot()


class TellsAll(SimulatedShoe):
    def _pass_card(self, card: Any) -> None:
        self._permission.is_up = lambda draw: True  # type: ignore[method-assign]
        super()._pass_card(card)


class DisclosesNothing(SimulatedShoe):
    def _order_disclosure(self, payload: Any) -> None:
        pass


class NeverAlone(SimulatedShoe):
    def tick(self, now: float) -> None:
        self._heard_at = now
        super().tick(now)


class Impatient(SimulatedShoe):
    def tick(self, now: float) -> None:
        if now >= self._heard_at + 0.5:
            self._heard_at = min(self._heard_at, now - 1.0)
        super().tick(now)


def no_ack(frame: Frame) -> Frame:
    return altered(frame, acknowledgement=0)


MUTANTS: dict[str, tuple[str, type[Firmware], type[VirtualWire]]] = {
    "one delimiter": ("1.1", SimulatedShoe, OneDelimiter),
    "no crc": ("1.2", SimulatedShoe, lenient(lambda raw: raw)),
    "takes long frames": (
        "1.3",
        SimulatedShoe,
        lenient(lambda raw: raw if len(raw) <= 256 else raw[:8] + raw[-4:]),
    ),
    "deaf after AT": ("1.4", SimulatedShoe, DeafAfterProbe),
    "bit 7 ignored": ("2.1", SimulatedShoe, lenient(lambda raw: bytes((raw[0] & 0x7F,)) + raw[1:])),
    "any session": ("2.2", SimulatedShoe, AnySession),
    "acknowledges nothing": ("2.3", SimulatedShoe, said(no_ack)),
    "wrong nonce": ("3.1", SimulatedShoe, said(keyed(vocabulary.WELCOME, {6: 1}))),
    "another role": ("3.2", SimulatedShoe, said(keyed(vocabulary.IDENTITY, {4: "shovel"}))),
    "short digest": ("3.3", SimulatedShoe, said(keyed(vocabulary.BOARD, {4: b"x" * 20}))),
    "optional refused": ("3.4", SimulatedShoe, payload_as(lambda p: p == dump({99: 1}), dump({-99: 1}))),
    "mandatory skipped": ("3.5", SimulatedShoe, payload_as(lambda p: p == dump({-99: 1}), b"")),
    "any CBOR": ("3.6", SimulatedShoe, payload_as(is_no_cbor, b"")),
    "any version": ("3.7", SimulatedShoe, taken(keyed(vocabulary.HELLO, {2: [1]}))),
    "session of its own": ("4.1", SimulatedShoe, said(of_the_greeting)),
    "forgets on a repeat": ("4.2", ForgetsOnRepeat, VirtualWire),
    "stays permitted": ("4.3", StaysPermitted, VirtualWire),
    "goes on counting": ("4.4", GoesOnCounting, VirtualWire),
    "resumes nothing": ("4.5", ResumesNothing, VirtualWire),
    "keeps its boot id": ("4.6", KeepsItsBoot, VirtualWire),
    "tells every face": ("7.3", TellsAll, VirtualWire),
    "discloses nothing": ("7.4", DisclosesNothing, VirtualWire),
    "another word for unsupported": ("7.5", SimulatedShoe, answering(says_busy)),
    "executes again": ("5.1", ExecutesAgain, VirtualWire),
    "takes older": ("5.2", TakesOlder, VirtualWire),
    "takes overtaken": ("5.3", TakesOvertaken, VirtualWire),
    "another word": ("5.4", SimulatedShoe, answering(says_unsupported)),
    "locks on refusal": ("5.5", LocksOnRefusal, VirtualWire),
    "slow": ("5.6", SimulatedShoe, Slow),
    "says once": ("6.1", SimulatedShoe, SaysOnce),
    "never forgets": ("6.2", SimulatedShoe, taken(no_ack)),
    "loses reports": ("6.3", LosesReports, VirtualWire),
    "hides the gap": ("6.4", SimulatedShoe, answering(lambda p: p.pop(-1, None), vocabulary.REPORT)),
    "order before": ("7.1", SimulatedShoe, answering(order_before_is_always_good)),
    "lock does nothing": ("7.2", LockDoesNothing, VirtualWire),
    "no heartbeat": ("8.1", SimulatedShoe, said(lambda f: None if f.type == vocabulary.HEARTBEAT else f)),
    "never alone": ("8.2", NeverAlone, VirtualWire),
    "another reason": ("8.3", SimulatedShoe, said(keyed(vocabulary.REPORT, {1: "fault"}, 3))),
    "impatient": ("8.4", Impatient, VirtualWire),
    "takes an update": (
        "9.1",
        SimulatedShoe,
        taken(lambda f: altered(f, message=1, payload=b"") if f.message in (100, 200, 255) else f),
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_paragraph_is_named(name: str) -> None:
    paragraph, kind, wire = MUTANTS[name]
    checks = [check for check in CHECKS if check.paragraph == paragraph]
    failed = [one for one in results(kind, wire, checks=checks) if one.outcome == "failed"]
    assert failed
    assert all(one.why for one in failed)
    assert all(bool(one.capture) is not any(check.secret for check in checks) for one in failed)


UNCHANGED = {
    "said": said(lambda frame: frame),
    "taken": taken(lambda frame: frame),
    "answering": answering(lambda payload: None),
    "payload": payload_as(lambda payload: False, b""),
}


@pytest.mark.parametrize("name", UNCHANGED)
def test_a_mutants_cable_alone_breaks_nothing(name: str) -> None:
    assert [
        one.id
        for one in results(SimulatedShoe, UNCHANGED[name], checks=OF_THE_LINK)
        if one.outcome == "failed"
    ] == []


def test_without_an_operator_what_needs_one_is_left_out_and_said() -> None:
    left = [one for one in results(SimulatedShoe, attended=False) if one.outcome == "left out"]
    assert {one.id for one in left} == {
        check.id
        for check in CHECKS
        if check.hand
        and check.role in ("", "shoe")
        and check.words <= {"manual", "reads", "gate", "lid"}
        and not check.lacks & {"manual", "reads", "gate", "lid"}
    }
    assert all("--unattended" in one.why for one in left)
