"""The host's end of the table link as a machine without a port or a clock (docs/link.md).

Bytes and the time go in; bytes to write, and what was heard, come out. What lives here: the
session's life (closed, greeting, ready, failed), and who hears which frame. What does not: how a
session opens (opening.py), orders on their way (outgoing.py), reports on theirs (incoming.py), what
is written when (sender.py), and the thread that owns a port (device.py). Nothing here raises on what a
device sends.

    closed ──opened──▶ greeting ──state answered, proof given──▶ ready ──silence, BOOT──▶ greeting
    any ──closed()──▶ closed        greeting, ready ──five tries, refused──▶ failed ──pause──▶ closed
    ready ──silence, BOOT, again and again──▶ failed
"""

from collections.abc import Callable, Sequence
from typing import Final

from drivers import frame as wire
from drivers.errors import NotAccepted
from drivers.frame import Decoder, Frame
from drivers.handshake import read_boot
from drivers.incoming import Reports, read_outcome
from drivers.messages import DeviceReady, HostReport, Order, OrderRefused, State
from drivers.notices import STEADY_AFTER, Counters, Flapping, Notices, Pause, Quality
from drivers.opening import Known, NoState, Opening
from drivers.outgoing import TRIES, Orders
from drivers.payload import BadPayload, Payload, know_mandatory, load, submap
from drivers.proof import Ask, Proving
from drivers.roles import STATE, Role
from drivers.sender import Sender
from drivers.talk import Heard, Resume, Talk, TalkState
from drivers.vetted import Vetted

__all__ = ["Conversation", "begin"]

LOST_AFTER: Final = 0.85
"""Three heartbeats missed, and time for the third to be on its way: two are not to be taken for three."""
SAID_ABSENT_AFTER: Final = 2.0
"""How long a device that never answered is waited for before a person is told."""
_LOOK_AGAIN: Final = 0.05
_MOST_HELD: Final = 16
_HANDSHAKE: Final = frozenset((wire.WELCOME, wire.IDENTITY, wire.BOARD))


def begin(
    role: Role,
    *,
    nonce: Callable[[], int],
    resume: Resume | None = None,
    accepted_firmware: frozenset[str] | None = None,
    proving: Proving | None = None,
) -> Talk:
    """A conversation with a device of that role: the one that the role names, or the table link's."""
    if role.converse is None:
        return Conversation(
            role, nonce=nonce, resume=resume, accepted_firmware=accepted_firmware, proving=proving
        )
    talk = role.converse(nonce=nonce, resume=resume, accepted_firmware=accepted_firmware)
    return talk if proving is None else Vetted(talk, proving)


class Conversation:
    """See Talk. One device's conversation in the table link, over all its sessions. All times: seconds,
    monotonic.

    nonce gives random 32-bit numbers other than 0. resume: where an earlier process stopped.
    accepted_firmware: the SHA-256 digests (lower-case hexadecimal) that boards may have; None: any.
    proving: what the device has to be and to prove before it is told as ready; None: nothing.
    """

    def __init__(
        self,
        role: Role,
        *,
        nonce: Callable[[], int],
        resume: Resume | None = None,
        accepted_firmware: frozenset[str] | None = None,
        proving: Proving | None = None,
    ) -> None:
        self.state: TalkState = "closed"
        self.wants_port = True
        self._role = role
        self._nonce = nonce
        self._accepted_firmware = accepted_firmware
        self._proving = proving
        self._decoder = Decoder()
        self._quality = Quality()
        self._orders = Orders(role, self._quality)
        self._reports = Reports(role, resume)
        self._sender = Sender(self._orders, self._reports)
        self._heard: list[Heard] = []
        self._held: list[Frame] = []
        self._opening: Opening | None = None
        self._known: Known | None = None
        self._told_state: State | None = None
        self._now = 0.0
        self._alive = True
        self._since = 0.0
        self._last_heard = 0.0
        self._retry_at = 0.0
        self._pause = Pause()
        self._flapping = Flapping()
        self._notices = Notices()
        self._void = 0
        self._malformed = 0

    # ---- the port ---------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        """The port was opened, or opened again, and its input discarded: begin the handshake."""
        self._decoder.reset()
        self._sender.new_port()
        self._quality.begin()
        self.wants_port = True
        self._greet(now)

    def closed(self, now: float, reason: str) -> None:
        """The port went away; `reason` for a person. Nothing changes where the conversation FAILED."""
        self._now = now
        if self.state == "failed":
            return
        self._end_session()
        self.state = "closed"
        self._lose(reason)

    def refuse(self, now: float, reason: str) -> None:
        """This device is not accepted (or its port is not to be had): say so once, and pause."""
        self._now = now
        self._say(self._notices.refused(reason))
        self._rest()

    def _fail(self, reason: str) -> None:
        self._lose(reason)
        self._rest()

    def _rest(self, pause: float | None = None) -> None:
        if pause is None:
            pause = self._pause.take(self.state == "ready" and self._now - self._since >= STEADY_AFTER)
        self._end_session()
        self.state = "failed"
        self.wants_port = False
        self._retry_at = self._now + pause

    def _begin_again(self, reason: str) -> None:
        """Lost while it was ready: greet it at once, or after a pause where it keeps coming and going."""
        self._lose(reason)
        pause = self._flapping.pause(self._now - self._since)
        if pause:
            self._rest(pause)
        else:
            self._greet(self._now)

    def _lose(self, reason: str) -> None:
        self._say(self._notices.lost(reason))

    def _end_session(self) -> None:
        self._orders.begin()
        self._held.clear()
        self._opening = self._known = self._told_state = None
        self._sender.acknowledge = False

    def _say(self, reports: Sequence[HostReport]) -> None:
        self._heard += [Heard(self._reports.boot, 0, 0, report) for report in reports]

    # ---- what the host wants ------------------------------------------------------------------

    def check(self, order: Order) -> bool:
        """See Talk."""
        return self._orders.check(order)

    def order(self, order: Order, now: float) -> None:
        """Queue an order; without a session it is dropped, for whoever wants it orders after DeviceReady.

        A newer order of the same kind replaces a queued one. A restrictive one goes out before
        all else, voids the order that waits and drops what it contradicts; of what it voided, the
        rest is said again. ValueError: the role does not take it, or it cannot be said.
        """
        self._now = now
        if self.state == "ready":
            self._orders.submit(order)

    def durable(self, boot: int, number: int) -> None:
        """Every report of `boot` up to `number` is on disk, and may be acknowledged."""
        if self._reports.is_durable(boot, number) and self.state == "ready":
            self._sender.acknowledge = True

    def rewind(self, number: int) -> None:
        """Nobody took over report `number` and what followed; let them come again with the next session."""
        self._reports.rewind(number)

    def take_reports(self) -> list[Heard]:
        """What was heard since the last call, in order, each once."""
        heard, self._heard = self._heard, []
        return heard

    # ---- time -------------------------------------------------------------------------------

    def tick(self, now: float, host_alive: bool) -> None:
        """Let the time be `now`. host_alive: the controller's own loop is young; while it is not,
        nothing goes out but restrictive orders, and the device locks itself."""
        self._now = now
        self._alive = host_alive
        if self.state == "failed" and now >= self._retry_at:
            self.state = "closed"
            self.wants_port = True
        elif self.state == "greeting" and self._known is None:
            if now >= self._since + SAID_ABSENT_AFTER:
                self._lose("the device does not answer")
        elif self._known is not None and self._orders.exhausted(now):
            self._fail(f"the device did not answer an order sent {TRIES} times")
        if self.state == "ready" and now >= self._last_heard + LOST_AFTER:
            self._begin_again("nothing was heard of the device for 850 ms")

    def deadline(self) -> float | None:
        """When `tick` is due, in the clock of `now`; None: not before something happens."""
        if self.state == "closed":
            return None
        if self.state == "failed":
            return self._retry_at
        waits = [self._sender.due(self._known, self._now) if self._alive else self._now + _LOOK_AGAIN]
        if self.state == "ready":
            waits.append(self._last_heard + LOST_AFTER)
        elif self._known is None and not self._notices.has_told_loss:
            waits.append(self._since + SAID_ABSENT_AFTER)
        return min(waits)

    def to_send(self) -> bytes:
        """What to write now, whole frames; b"" for nothing. It counts as sent."""
        if self._known is not None:
            said = self._sender.session(self._known, self._now, self._alive)
            self._say(self._quality.poor(self._now))
            return said
        if self._opening is not None:
            return self._sender.hello(self._opening, self._now, self._alive)
        return b""

    # ---- receiving --------------------------------------------------------------------------

    def received(self, data: bytes, now: float) -> None:
        """Bytes came in, in any pieces."""
        self._now = now
        if self.state in ("closed", "failed"):
            return
        for frame in self._decoder.feed(data):
            if self.state == "failed":
                return
            try:
                self._take(frame)
            except BadPayload:
                self._malformed += 1

    def _take(self, frame: Frame) -> None:
        if frame.type == wire.BOOT:
            self._take_boot(frame)
        elif frame.type in _HANDSHAKE:
            self._take_handshake(self._opening, frame)
        elif self._known is None or frame.session != self._known.session:
            self._void += 1
        else:
            # A device that signs may be silent meanwhile.
            self._quality.heard(self._now - self._last_heard if self.state == "ready" else 0.0)
            self._last_heard = self._now
            if frame.type == wire.REPLY:
                self._take_reply(frame)
            elif frame.type == wire.REPORT:
                self._take_report(frame)

    def _take_boot(self, frame: Frame) -> None:
        booted = read_boot(frame)
        if frame.session:
            self._void += 1
            return
        if self.state == "ready":
            self._begin_again(f"the device started anew ({booted.reset})")
        else:
            self._greet(self._now)

    def _greet(self, now: float) -> None:
        self._end_session()
        self._opening = Opening(self._nonce(), self._role, self._accepted_firmware, self._proving)
        if self.state != "greeting":
            self.state, self._since = "greeting", now
        self._now = now
        self._sender.greet(now)

    def _take_handshake(self, opening: Opening | None, frame: Frame) -> None:
        try:
            if opening is None or not opening.take(frame):
                self._void += 1
                return
        except NotAccepted as error:
            self.refuse(self._now, str(error))
            return
        self._last_heard = self._now
        if opening.known is not None:
            self._known = opening.known
            self._orders.ask_state(0)

    def _take_reply(self, frame: Frame) -> None:
        said = load(frame.payload)
        know_mandatory(said)
        accepted, reason = read_outcome(said)
        item = self._orders.replied(frame.number, frame.message, self._now)
        if item is None:
            return
        if item.row is None:
            take = self._take_state if item.message == STATE else self._take_proof
            take(accepted, reason, said)
            return
        self._pause.reset()
        if not accepted and item.row is not None:
            self._say([OrderRefused(item.row.name, reason)])

    def _take_state(self, accepted: bool, reason: str, said: Payload) -> None:
        if self._opening is None or self._known is None:
            return
        try:
            if not accepted:
                raise NoState(f"the device does not tell its state: {reason}")
            state = self._opening.take_state(said)
        except NoState as error:
            self._fail(str(error))
            return
        if isinstance(state, int):
            self._orders.ask_state(state)
            return
        self._told_state = state
        known = self._known
        self._prove(self._proving.begin(known.identity, known.claims) if self._proving is not None else None)

    def _prove(self, ask: Ask | None) -> None:
        """Go on with the opening: what is still to be asked, or it is done."""
        if ask is not None:
            self._orders.ask(ask.message, ask.payload)
        elif self._known is not None and self._told_state is not None:
            self._become_ready(self._known, self._told_state)

    def _take_proof(self, accepted: bool, reason: str, said: Payload) -> None:
        if self._proving is None or self._told_state is None:
            return
        try:
            self._prove(self._proving.take(accepted, reason, submap(said, 3)))
        except NotAccepted as error:
            self.refuse(self._now, str(error))
        except BadPayload:
            self.refuse(self._now, "what it answers is no key and no proof; have its maker look at it")

    def _become_ready(self, known: Known, state: State) -> None:
        welcome = known.welcome
        begun = self._reports.begin(welcome)
        if begun.broken:
            self.refuse(self._now, "its report numbers went back under one boot id; switch it off and on")
            return
        self._reports.began(state)
        self.state = "ready"
        self._since = self._now
        resumed = begun.known and begun.gap is None
        self._say(
            self._notices.ready(DeviceReady(welcome.boot, welcome.reset, resumed, known.identity, state))
        )
        if begun.gap is not None:
            self._say([begun.gap])
        held, self._held = self._held, []
        for frame in held:
            self._take_report(frame)

    def _take_report(self, frame: Frame) -> None:
        if self.state != "ready":
            # It may come before the state is answered; which reports are missing is said first.
            if len(self._held) < _MOST_HELD:
                self._held.append(frame)
            return
        repeats = self._reports.repeats
        self._heard += self._reports.take(frame)
        if self._reports.repeats != repeats:
            self._sender.acknowledge = True

    # ---- counting ---------------------------------------------------------------------------

    def counters(self) -> Counters:
        """How the link has fared since this object was made."""
        orders, reports = self._orders, self._reports
        return Counters(
            orders.sent,
            orders.resent,
            self._decoder.frames,
            self._decoder.dropped.total,
            self._void,
            self._malformed,
            reports.taken_count,
            reports.repeats,
            reports.early,
            reports.violations,
        )
