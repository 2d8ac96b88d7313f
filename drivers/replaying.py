"""A recording that plays the device: to whatever host opens the port, in the recorded order and pace.

A live host has another nonce than the recorded one, and so another session: the frames are said again under
the live session. What does not live here: the port (the command line makes a pty), and any thinking: an order
that was not given then is answered by what was said then, or by nothing.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from drivers import frame as wire
from drivers.capture import Passed
from drivers.cards import UNREAD, Card
from drivers.frame import Decoder, encode
from drivers.handshake import session_of
from drivers.masking import CARD_KEY
from drivers.messages import CardDrawn, Disclosed
from drivers.payload import BadPayload, dump, load, number, optional_number
from drivers.roles import Role
from drivers.shoe.rows import code_of

NO_FACES: Final[Mapping[int, Card]] = {}
_BEAT: Final = 0.25
_COUNTED: Final = frozenset((wire.HELLO, wire.ORDER))
"""What a host says of its own accord; how often it acknowledges and beats depends on the moment."""


class _Step(Struct, frozen=True):
    """What the device said `wait` seconds after the step before, once the host had said `heard` things.
    masked: a face in it was replaced."""

    heard: int
    wait: float
    data: bytes
    masked: bool = False


class ReplayDevice:
    """The device of a recording. Bytes of the host and the time (seconds, monotonic) go in.

    A step comes once the host has said as many different HELLOs and orders as it had then, and once the
    recorded time has passed. `is_over`: everything was said. role: of the device, None for any that speaks
    the table link; one that does not says its bytes as they were, once the host has said as many bytes as it
    had then. faces: by draw, what a shoe of the table link tells where a face was replaced; a recording has
    none. is_patient: while it waits for the host, and at its end, it beats, so that a host that thinks longer
    than the recorded one keeps it; a silence that was recorded is none then.
    """

    def __init__(
        self,
        entries: Iterable[Passed],
        role: Role | None = None,
        faces: Mapping[int, Card] = NO_FACES,
        *,
        is_patient: bool = False,
    ) -> None:
        self._is_foreign = role is not None and role.converse is not None
        self._rows = {} if role is None else role.reports_by_code()
        self._faces = faces
        self._beats_at = 0.0
        self._is_patient = is_patient and not self._is_foreign
        self._steps: deque[_Step] = deque(_as_it_was(entries) if self._is_foreign else _steps(entries))
        self._bytes = 0
        self._boot = 0
        self._session = 0
        self._nonce = 0
        self._hears = Decoder()
        self._said: set[tuple[int, int, int]] = set()
        self._since = 0.0
        self._opened = False

    @property
    def is_over(self) -> bool:
        """Whether everything was said."""
        return not self._steps

    def received(self, data: bytes, now: float) -> None:
        """What the host says: its nonce counts, and how much it has asked for."""
        if self._is_foreign:
            self._bytes += len(data)
            self._since = now if data else self._since
            return
        for frame in self._hears.feed(data):
            if frame.type == wire.HELLO:
                self._hello(frame.payload)
            if frame.type in _COUNTED:
                key = (frame.type, self._nonce, frame.number)
                if key not in self._said:
                    self._said.add(key)
                    self._since = now

    def _hello(self, payload: bytes) -> None:
        try:
            self._nonce = number(load(payload), 1, 1)
        except BadPayload:
            return  # no host that this could answer

    def due(self, now: float) -> bytes:
        """What the device says by `now`."""
        out = b""
        heard = self._bytes if self._is_foreign else len(self._said)
        while self._steps and heard >= self._steps[0].heard:
            step = self._steps[0]
            if now < self._since + step.wait:
                break
            self._steps.popleft()
            self._since = now
            out += step.data if self._is_foreign else self._anew(step)
        waits = not self._steps or heard < self._steps[0].heard
        if out:
            self._beats_at = now + _BEAT
        elif self._is_patient and waits and self._boot and now >= self._beats_at:
            self._beats_at = now + _BEAT
            out = encode(wire.Frame(wire.HEARTBEAT, session=session_of(self._boot, self._nonce)))
        return out

    def _anew(self, step: _Step) -> bytes:
        """The recorded bytes under the live session. What is no frame is said as it was."""
        out = bytearray()
        for at, span in enumerate(step.data.split(b"\0")):
            if at:
                out += b"\0"
            found = Decoder().feed(b"\0" + span + b"\0")
            if not found:
                out += span
                continue
            frame = self._with_face(found[0]) if step.masked else found[0]
            out += encode(self._live(frame))[1:-1]
        return bytes(out)

    def _with_face(self, frame: wire.Frame) -> wire.Frame:
        row = self._rows.get(frame.message) if frame.type == wire.REPORT else None
        try:
            said = load(frame.payload)
            report = row.decode(said) if row is not None else None
        except BadPayload:
            return frame  # as it was
        if not isinstance(report, CardDrawn | Disclosed) or report.card != UNREAD:
            return frame
        if report.draw not in self._faces:
            return frame
        said[CARD_KEY] = code_of(self._faces[report.draw])
        return replace(frame, payload=dump(said))

    def _live(self, frame: wire.Frame) -> wire.Frame:
        if frame.type == wire.BOOT or not self._nonce:
            return frame
        if frame.type == wire.WELCOME:
            try:
                said = load(frame.payload)
                self._boot = number(said, 1, 1)
            except BadPayload:
                return frame  # the fault that was recorded, as it was
            said[6] = self._nonce
            frame = replace(frame, payload=dump(said))
        session = session_of(self._boot, self._nonce) if self._boot else frame.session
        return replace(frame, session=session)


def _as_it_was(entries: Iterable[Passed]) -> Iterable[_Step]:
    """The device's sayings, with how many bytes the host had said before each."""
    heard, last_ms = 0, 0
    for entry in entries:
        if entry.dir == "out":
            heard += len(bytes.fromhex(entry.hex))
        elif entry.dir == "in":
            yield _Step(heard, max(0, entry.ms - last_ms) / 1000, bytes.fromhex(entry.hex))
        last_ms = entry.ms


def _steps(entries: Iterable[Passed]) -> Iterable[_Step]:
    """The device's sayings as whole spans, with how much the host had asked for before each."""
    heard: set[tuple[int, int, int]] = set()
    nonce, last_ms, hears, held, masked = 0, 0, Decoder(), b"", False
    for entry in entries:
        data = bytes.fromhex(entry.hex)
        if entry.dir == "out":
            for frame in hears.feed(data):
                if frame.type == wire.HELLO:
                    nonce = optional_number(load(frame.payload), 1)
                if frame.type in _COUNTED:
                    heard.add((frame.type, nonce, frame.number))
                    last_ms = entry.ms
        elif entry.dir == "in":
            whole, ended, rest = (held + data).rpartition(b"\0")
            held, masked = rest, masked or entry.masked
            if ended:
                yield _Step(len(heard), max(0, entry.ms - last_ms) / 1000, whole + ended, masked)
                last_ms, masked = entry.ms, False
