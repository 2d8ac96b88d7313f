"""The board under test, as the kit speaks to it: raw frames out, everything that comes back kept.

What lives here: bytes, time and the capture of one check. What does not: any rule (checks.py). Nothing is
repeated or corrected on the way: a check says exactly what goes onto the wire.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from drivers.capture import Passed
from drivers.conformance.watch import Watch
from drivers.errors import LinkLost
from drivers.frame import (
    BOARD,
    HEARTBEAT,
    HELLO,
    IDENTITY,
    ORDER,
    REPLY,
    REPORT,
    WELCOME,
    Decoder,
    Frame,
    encode,
)
from drivers.handshake import session_of
from drivers.link import Link
from drivers.payload import BadPayload, Payload, dump, load

ANSWER: Final = 1.0
"""Seconds within which anything is waited for; what is late all the same is a check of its own."""
STEP: Final = 0.01
MOST_NOTED: Final = 1 << 18
"""Bytes of one check that are kept as its capture: more than any check passes, less than a flood."""
TAKES: Final = 10.0
"""Seconds after which a board that takes no bytes is given up."""
_QUIET: Final = 4
"""Pauses in which none comes of the reports that WELCOME says are kept; then none will."""


class Failed(Exception):
    """The board did not do what the paragraph says. The text is for its maker."""


class OnTheWay(Failed):
    """It failed before the check came to its paragraph: no permission, or no report, to prove it with."""


class NotGreeted(Failed):
    """A HELLO was not answered, or not in full, so that nothing could be examined."""


class Wire(Protocol):
    """Bytes and a clock; real ones, or those of a test."""

    def now(self) -> float:
        """Seconds of a monotonic clock."""

    def write(self, data: bytes) -> None:
        """Say all of it. LinkLost."""

    def read(self, seconds: float) -> bytes:
        """What came, waiting no longer than `seconds`. LinkLost."""


class LinkWire:
    """See Wire. An open link and the clock of this machine."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def now(self) -> float:
        """See Wire."""
        return time.monotonic()

    def write(self, data: bytes) -> None:
        """See Wire. A board that takes nothing any more is a lost link too."""
        end = self.now() + TAKES
        while data:
            taken = self._link.write(data, 1.0)
            data = data[taken:]
            end = self.now() + TAKES if taken else end
            if data and self.now() > end:
                raise LinkLost(f"the board has taken nothing for {TAKES:.0f} s")

    def read(self, seconds: float) -> bytes:
        """See Wire."""
        return self._link.read(seconds)


class Seen(Struct, frozen=True):
    """A frame that came, and when."""

    at: float
    frame: Frame


class Greeting(Struct, frozen=True):
    """What answered a HELLO."""

    nonce: int
    welcome: Payload
    identity: Payload
    boards: tuple[Payload, ...]
    frames: tuple[Frame, ...]


class Board:
    """One board on one wire. `last` is the order number said last, `durable` the report acknowledged last,
    `expected` the number of the report that is due next where all are taken in order."""

    def __init__(self, wire: Wire, random32: Callable[[], int], answer: float = ANSWER) -> None:
        """answer: seconds within which anything is waited for; more where this machine keeps no time."""
        self._answer = answer
        self._wire = wire
        self._random32 = random32
        self._decoder = Decoder()
        self.session = 0
        self.last = 0
        self.durable = 0
        self.expected = 1
        self.capture: list[Passed] = []
        self.frames: list[Seen] = []
        self.watch = Watch()
        self.greeting: Greeting | None = None
        self.began()

    def began(self) -> None:
        """A check begins: its capture and its `frames`, all that came in it, are empty."""
        self._began = self._wire.now()
        self.capture = []
        self.frames = []
        self._noted = 0

    def now(self) -> float:
        """Seconds of the wire's clock."""
        return self._wire.now()

    # ---- saying -----------------------------------------------------------------------------------

    def raw(self, data: bytes) -> None:
        """These bytes, whatever they are."""
        self._note("out", data)
        self._wire.write(data)

    def say(self, kind: int, **fields: int | bytes) -> None:
        """One frame of the present session, unless `session` says another."""
        self.raw(encode(self.frame(kind, **fields)))

    def frame(self, kind: int, **fields: int | bytes) -> Frame:
        """The frame that `say` would say."""
        said: dict[str, int | bytes] = {"session": self.session, "acknowledgement": self.durable, **fields}
        return Frame(kind, **said)  # type: ignore[arg-type]

    def next(self) -> int:
        """The next order number."""
        self.last = self.last % 65535 + 1
        return self.last

    # ---- hearing ----------------------------------------------------------------------------------

    def listen(
        self, seconds: float, until: Callable[[Frame], bool] | None = None, *, alive: bool = False
    ) -> list[Seen]:
        """What comes within `seconds`, or up to the frame that `until` wants. alive: heartbeats are said."""
        seen: list[Seen] = []
        end = self.now() + seconds
        beat = self.now() + 0.2
        while self.now() < end:
            if alive and self.now() >= beat:
                self.say(HEARTBEAT)
                beat = self.now() + 0.2
            data = self._wire.read(min(STEP, max(0.0, end - self.now())))
            self._note("in", data)
            came = self._taken(data)
            seen += came
            if until is not None and any(until(one.frame) for one in came):
                break
        return seen

    def _taken(self, data: bytes) -> list[Seen]:
        came = [Seen(self.now(), frame) for frame in self._decoder.feed(data)]
        for one in came:
            self.watch.take(one.frame)
        self.frames += came
        return came

    def flush(self) -> None:
        """Hear what is still under way, so that it is not taken for an answer."""
        self.listen(0.05)

    def heard(self) -> bytes:
        """All that came in this check."""
        return b"".join(bytes.fromhex(one.hex) for one in self.capture if one.dir == "in")

    def _note(self, direction: str, data: bytes) -> None:
        self._noted += len(data)
        if data and self._noted <= MOST_NOTED:
            ms = int((self.now() - self._began) * 1000)
            self.capture.append(Passed(ms, "in" if direction == "in" else "out", data.hex()))

    # ---- what most checks begin with ----------------------------------------------------------------

    def fresh(self) -> int:
        """A nonce that was not said before."""
        return self._random32() & 0xFFFFFFFF or 1

    def greet(self, nonce: int | None = None, extra: Payload | None = None) -> Greeting:
        """HELLO, and the whole answer. NotGreeted: it is not whole within a second."""
        nonce = nonce or self.fresh()
        self.say(HELLO, session=0, acknowledgement=0, payload=dump({1: nonce, 2: [1], **(extra or {})}))
        found: dict[int, list[Payload]] = {WELCOME: [], IDENTITY: [], BOARD: []}
        frames: list[Frame] = []

        def whole(frame: Frame) -> bool:
            if frame.type in found and frame not in frames:
                frames.append(frame)
                found[frame.type].append(read(frame))
            return bool(found[IDENTITY]) and len(found[BOARD]) == found[IDENTITY][0].get(7)

        self.listen(self._answer, whole)
        for kind, name in ((WELCOME, "WELCOME"), (IDENTITY, "IDENTITY"), (BOARD, "BOARD")):
            if not found[kind]:
                raise NotGreeted(f"no {name} within {self._answer:.0f} s of a HELLO")
        boot = found[WELCOME][0].get(1)
        self.session = session_of(boot, nonce) if isinstance(boot, int) and 0 <= boot < 2**32 else 0
        self.last = self.durable = 0
        oldest = found[WELCOME][0].get(4)
        self.expected = oldest if isinstance(oldest, int) else 1
        self.greeting = Greeting(
            nonce, found[WELCOME][0], found[IDENTITY][0], tuple(found[BOARD]), tuple(frames)
        )
        return self.greeting

    def order(self, message: int, payload: Payload | bytes = b"", number: int | None = None) -> Payload:
        """One order and its REPLY's payload. Failed: none came within a second."""
        number = number or self.next()
        reply = self.reply(message, payload if isinstance(payload, bytes) else dump(payload), number)
        if reply is None:
            raise Failed(f"no REPLY to order {message}, number {number}, within {self._answer:.0f} s")
        return read(reply)

    def reply(self, message: int, payload: bytes, number: int, wait: float = 0.0) -> Frame | None:
        """The REPLY with this number; None where none came within `wait`, 0 for as long as for anything."""
        self.say(ORDER, message=message, number=number, payload=payload)

        def mine(frame: Frame) -> bool:
            return frame.type == REPLY and frame.number == number

        return next((one.frame for one in self.listen(wait or self._answer, mine) if mine(one.frame)), None)

    def state(self) -> Payload:
        """The answer to `state`. Failed: it is refused or has none."""
        answer = self.order(1)
        told = answer.get(3)
        if answer.get(1) != 0 or not isinstance(told, dict):
            raise Failed(f"`state` was answered with {answer}")
        return {key: value for key, value in told.items() if isinstance(key, int)}

    def reports(self, seconds: float) -> list[Seen]:
        """The REPORTs that come within `seconds`, the board being kept alive; not acknowledged."""
        return [one for one in self.listen(seconds, alive=True) if one.frame.type == REPORT]

    def acknowledge_all(self, last: int = 0) -> None:
        """Take all reports that are kept, so that a check begins with none. last: the last of them, where
        it is known: a machine that is busy hears late of one that came with the greeting, and comes again."""
        quiet = 0
        for _ in range(40):
            seen = self.reports(0.3)
            quiet = 0 if seen else quiet + 1
            if quiet and (self.durable == last or not last or quiet == _QUIET):
                return
            if not seen:
                continue
            self.durable = seen[-1].frame.number
            self.expected = self.durable % 65535 + 1
            self.say(HEARTBEAT)


def read(frame: Frame) -> Payload:
    """The payload of a frame. Failed: it is none."""
    try:
        return load(frame.payload)
    except BadPayload as error:
        raise Failed(f"a frame of type {frame.type} has a payload that is {error}") from error
