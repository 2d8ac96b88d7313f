"""The upper half of every device's firmware: the session, orders executed once, faults.

A `Firmware` is a model of a device's program and of the mechanics it drives. The base of the
simulated roles; what a role's orders do is in `shoe`, `card_reader` and `wager_positions`, ptys,
sockets and threads are in `server`. Section numbers in comments are those of docs/link.md.
"""

import hashlib
from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec import Struct

from drivers.simulated import wire
from drivers.simulated.core import FAULT_CLEARED, U32, Core
from drivers.simulated.faults import COMMON, RESET_STEPS
from drivers.simulated.payloads import Refuse, number_in
from drivers.simulated.vault import CHALLENGE, FAULTS, MAKE_KEY, PROVE, SIGNS, Vault, what_is_signed
from drivers.simulated.wire import Frame, Malformed, Payload, Value

VERSION: Final = 1
STATE: Final = 1
ORDER_DONE: Final = 1
ORDER_FAILED: Final = 2


class _Stored(Struct, frozen=True):
    """The reply to the order that was executed last, kept for its repeats."""

    number: int
    message: int
    payload: bytes


class Firmware(Core):
    """A device on the table link.

    `unplug_wanted` is raised by the fault "unplug"; whoever serves the model pulls the cable then. vault: of
    a board that can sign, set before it starts; None: it cannot.
    """

    fault_kinds: ClassVar[frozenset[str]] = frozenset()
    hard_faults: ClassVar[frozenset[str]] = frozenset()
    fault_places: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    unplug_wanted = False
    vault: Vault | None = None
    _stored: _Stored | None = None
    _last_refused = False
    _under_way = 0

    # ---- faults ---------------------------------------------------------------------------------

    def fault(self, kind: str, now: float, *, place: str = "", at: int = 0) -> None:
        """Switch a fault on, at once, or when occasion `at` comes (draw, insertion, placement).

        Every role: "silence" (sends and hears nothing), "unplug", "reset" (place "" at once, or in
        the middle of the next order: "received", "executed" before the reply is sent, "replied").
        One that signs: those of vault.FAULTS. Further ones by role. ValueError for a kind or place that the
        device does not have.
        """
        kinds = COMMON | self.fault_kinds | (FAULTS if self.vault is not None else frozenset())
        if kind not in kinds:
            known = ", ".join(sorted(kinds))
            raise ValueError(f"a {self.role} has no fault {kind!r}; it knows {known}")
        places = {"reset": RESET_STEPS, **self.fault_places}.get(kind)
        if place and places is not None and place not in places:
            raise ValueError(f"fault {kind!r} has no place {place!r}; it knows {', '.join(places)}")
        self.tick(now)
        if at:
            self._faults.schedule(at, kind, place)
        else:
            self._begin_fault(kind, place)

    def repair(self, now: float) -> None:
        """End every fault that is on; what was reported as raised is reported as cleared."""
        self.tick(now)
        for kind in self._faults.repair():
            self._report(FAULT_CLEARED, {1: kind})

    def faults(self) -> list[str]:
        """The words of the faults that stand reported, oldest first."""
        return self._faults.words()

    def _occasion(self, count: int) -> None:
        for kind, place in self._faults.come_due(count):
            self._begin_fault(kind, place)

    def _begin_fault(self, kind: str, place: str) -> None:
        if kind == "silence":
            self._faults.silent = True
        elif kind == "unplug":
            self.unplug_wanted = True
        elif kind == "reset" and not place:
            self.start(self._now, "watchdog")
        elif kind == "reset":
            self._faults.reset_at = place
        elif kind in self.hard_faults:
            self._raise_fault(kind, place)
        else:
            self._faults.arm(kind, place)

    # ---- session (section 4) ------------------------------------------------------------------------

    def _frame(self, frame: Frame) -> None:
        if frame.type == wire.HELLO:
            self._hello(frame)
            return
        if self.session is None or frame.session != self.session:
            return  # section 2: void, whatever it says
        self._heard_at = self._now
        self._ring.acknowledge(frame.acknowledgement, self._now)
        if frame.type == wire.ORDER:
            self._order_frame(frame)

    def _hello(self, frame: Frame) -> None:
        try:
            said = wire.unpack(frame.payload)
            nonce = number_in(said, 1, 1, U32)
            versions = said.get(2)
            known = number_in(said, 3, 0, U32, 0)
            has = number_in(said, 4, 0, wire.NUMBERS, 0)
        except (Malformed, Refuse):
            return
        if frame.session or min(said) < 0 or not isinstance(versions, list) or VERSION not in versions:
            return
        if self.session is None or nonce != self._nonce:
            self._begin_session(nonce, has if known == self.boot else 0)
        self._introduce()

    def _begin_session(self, nonce: int, host_has: int) -> None:
        self._make_safe()  # a HELLO ends every permission, without a report
        self._nonce = nonce
        self.session = wire.session_of(self.boot, nonce)
        self._last_order = 0
        self._last_refused = False
        self._stored = None
        self._heard_at = self._now
        self._ring.resume(host_has)
        self._session_began()

    def _introduce(self) -> None:
        welcome: Payload = {
            1: self.boot,
            2: self._reset,
            3: VERSION,
            4: self._ring.oldest,
            5: self._ring.next,
            6: self._nonce,
        }
        self._send(wire.WELCOME, welcome)
        self._send(wire.IDENTITY, self._identity())
        self._send(wire.BOARD, self._board(self.digest()))

    def _identity(self) -> Payload:
        return {
            1: "Simulated",
            2: self.model,
            3: self.serial,
            4: self.role,
            5: [*self._capabilities(), *([SIGNS] if self.vault is not None else [])],
            6: self._limits(),
            7: 1,
        }

    def _board(self, digest: bytes) -> Payload:
        return {1: 0, 2: self.model, 3: self.release, 4: digest}

    @classmethod
    def digest(cls) -> bytes:
        """The SHA-256 that BOARD says; the same for every device of this model and release."""
        return hashlib.sha256(f"{cls.model} {cls.release}".encode()).digest()

    # ---- orders: once each, the reply stored (section 5) ----------------------------------------

    def _order_frame(self, frame: Frame) -> None:
        if self._stored is not None and frame.number == self._stored.number:
            self._send_reply(self._stored)
            return
        if not frame.number or self._is_old(frame.number) or self._resets("received"):
            return
        stored = self._execute(frame)
        if self._resets("executed"):
            return
        self._stored = stored
        self._send_reply(stored)
        self._resets("replied")

    def _is_old(self, number: int) -> bool:
        return self._last_order != 0 and wire.distance(number, self._last_order) > wire.NUMBERS // 2

    def _resets(self, step: str) -> bool:
        if self._faults.reset_at != step:
            return False
        self._faults.reset_at = ""
        self.start(self._now, "watchdog")
        return True

    def _execute(self, frame: Frame) -> _Stored:
        answer: dict[int, Value] = {1: 0}
        self._under_way = frame.number
        try:
            found = self._ordered(frame)
            if found is not None:
                answer[3] = found
        except Refuse as refused:
            answer = {1: 1, 2: refused.reason}
        self._last_order = frame.number
        self._last_refused = answer[1] == 1
        return _Stored(frame.number, frame.message, wire.pack(answer))

    def _ordered(self, frame: Frame) -> Payload | None:
        try:
            payload = wire.unpack(frame.payload)
        except Malformed:
            raise Refuse("bad-value") from None
        if payload and min(payload) < 0:
            raise Refuse("unknown-key")
        if frame.message == STATE:
            return self._state(number_in(payload, 1, 0, 255, 0))
        if frame.message == MAKE_KEY:
            return self._make_key()
        if frame.message == PROVE:
            return self._prove(payload.get(1))
        self._order(frame.message, payload)
        return None

    def _state(self, part: int) -> Payload:
        parts = self._state_parts()
        if part >= len(parts):
            raise Refuse("bad-value")
        last: Payload = {9: self._last_order, 10: int(self._last_refused)}
        return {**parts[part], **last, 11: self.faults(), 12: len(parts)}

    def _make_key(self) -> Payload:
        if self.vault is None:
            raise Refuse("unsupported")
        if self._permitted():
            raise Refuse("busy")
        if self.vault.has_key() and not self.vault.pressed:
            raise Refuse("not-permitted")
        return {1: self.vault.make()}

    def _prove(self, challenge: Value | None) -> Payload:
        if self.vault is None:
            raise Refuse("unsupported")
        if not isinstance(challenge, bytes) or len(challenge) != CHALLENGE:
            raise Refuse("bad-value")
        if not self.vault.has_key():
            raise Refuse("not-permitted")
        fault = next((kind for kind in sorted(FAULTS) if self._faults.armed(kind)), "")
        runs = self.digest() if fault != "other-firmware" else hashlib.sha256(b"altered").digest()
        stated = (wire.pack(self._identity()), wire.pack(self._board(runs)))
        said = what_is_signed(challenge, self.boot, self.session or 0, stated)
        return {1: self.vault.sign(said, fault), 2: self.vault.public()}

    def _send_reply(self, stored: _Stored) -> None:
        self._send_bytes(wire.REPLY, stored.message, stored.number, stored.payload)

    # ---- memory ---------------------------------------------------------------------------------

    def _booted(self) -> None:
        """As the core says; a role adds its own."""
        self._stored = None
        self._last_refused = False
        self._under_way = 0
        if self.vault is not None:
            self.vault.booted()

    def _session_began(self) -> None:
        """Forget what belonged to the orders of the session before; a role adds its own."""
        self._under_way = 0
