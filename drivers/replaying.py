"""A recording that plays the device: to whatever host opens the port, in the recorded order and pace.

A live host has another nonce than the recorded one, and so another session: the frames are said again under
the live session. What does not live here: the port (the command line makes a pty), and any thinking: an order
that was not given then is answered by what was said then, or by nothing.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from drivers import frame as wire
from drivers.capture import Passed
from drivers.frame import Decoder, encode
from drivers.handshake import session_of
from drivers.payload import BadPayload, dump, load, number, optional_number

_COUNTED: Final = frozenset((wire.HELLO, wire.ORDER))
"""What a host says of its own accord; how often it acknowledges and beats depends on the moment."""


class _Step(Struct, frozen=True):
    """What the device said `wait` seconds after the step before, once the host had said `heard` things."""

    heard: int
    wait: float
    data: bytes


class ReplayDevice:
    """The device of a recording. Bytes of the host and the time (seconds, monotonic) go in.

    A step comes once the host has said as many different HELLOs and orders as it had then, and once the
    recorded time has passed. `is_over`: everything was said.
    """

    def __init__(self, entries: Iterable[Passed]) -> None:
        self._steps: deque[_Step] = deque(_steps(entries))
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
        while self._steps and len(self._said) >= self._steps[0].heard:
            step = self._steps[0]
            if now < self._since + step.wait:
                break
            self._steps.popleft()
            self._since = now
            out += self._anew(step.data)
        return out

    def _anew(self, data: bytes) -> bytes:
        """The recorded bytes under the live session. What is no frame is said as it was."""
        out = bytearray()
        for at, span in enumerate(data.split(b"\0")):
            if at:
                out += b"\0"
            found = Decoder().feed(b"\0" + span + b"\0")
            out += encode(self._live(found[0]))[1:-1] if found else span
        return bytes(out)

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


def _steps(entries: Iterable[Passed]) -> Iterable[_Step]:
    """The device's sayings as whole spans, with how much the host had asked for before each."""
    heard: set[tuple[int, int, int]] = set()
    nonce, last_ms, hears, held = 0, 0, Decoder(), b""
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
            held = rest
            if ended:
                yield _Step(len(heard), max(0, entry.ms - last_ms) / 1000, whole + ended)
                last_ms = entry.ms
