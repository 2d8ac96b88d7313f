"""What a check is, what it works with, and the steps that many of them share.

No rule of the link is proved here.
"""

import struct
import zlib
from collections.abc import Callable
from typing import Final, Protocol

from cobs import cobs
from msgspec import Struct

from drivers.conformance.board import Board, Failed, Greeting, OnTheWay
from drivers.conformance.hands import Act, CannotBeDone, Hands
from drivers.conformance.rules import Probe
from drivers.frame import REPLY, Frame
from drivers.link import UsbKind
from drivers.payload import Payload

STATE: Final = 1
SELF_LOCKED: Final = 3
DRAWN: Final = 16
DISCLOSE: Final = 18
DISCLOSED: Final = 22
SLACK: Final = 0.15
"""Seconds that the cable and this machine may take of a time."""


def nobody(_: str) -> None:
    """Nobody looks at how far a check has come."""


class Cable(Protocol):
    """A board's USB interface, as drivers.link.PacketPipe has it. kind: "bulk" or "hid"."""

    kind: UsbKind
    packet: int
    came: list[bytes]

    def raw(self, data: bytes) -> None:
        """One transfer, or report, as it is. LinkLost."""

    def halt(self) -> None:
        """Have it halt its endpoints. LinkLost."""


class Bench(Struct, frozen=True):
    """What a check works with. hands: None where nobody is there. tell: how far a long check has come.
    cable: packet by packet, where the board is behind vendor bulk or HID."""

    board: Board
    greeting: Greeting
    role: str
    probe: Probe
    hands: Hands | None
    tell: Callable[[str], None] = nobody
    cable: Cable | None = None

    def do(self, act: Act) -> None:
        """Have the hands do it; the check waits for what the board says of it. CannotBeDone."""
        if self.hands is None:
            raise CannotBeDone("it needs a hand on the board, and nobody is there (--unattended)")
        # A person takes his time, and the board is not to fall silent of that.
        self.hands.do(act, lambda: self.board.listen(0.5, alive=True))

    def has(self, word: str) -> bool:
        """Whether IDENTITY names that capability."""
        words = self.greeting.identity.get(5)
        return isinstance(words, list) and word in words

    @property
    def patience(self) -> float:
        """Seconds within which the board has told of what the hands were asked."""
        return self.hands.patience if self.hands is not None else 0.0


class Check(Struct, frozen=True):
    """A row: `run` raises Failed. permits: it needs a device that can be permitted something.
    hand: it asks something of the hands. words: the capabilities without which it does not apply, lacks:
    those with which it does not. role: the only one to which it applies, "" for all. after: what hands put
    right behind it, however it ended. secret: faces pass, so that its capture is not kept."""

    id: str
    paragraph: str
    does: str
    expects: str
    run: Callable[[Bench], None]
    permits: bool = False
    hand: bool = False
    words: frozenset[str] = frozenset()
    role: str = ""
    lacks: frozenset[str] = frozenset()
    after: tuple[Act, ...] = ()
    secret: bool = False


class NotApplicable(Exception):
    """The board does not have what the paragraph is about; the text says what."""


def need(true: bool, text: str) -> None:
    """Failed(text) unless `true`."""
    if not true:
        raise Failed(text)


def need_on_the_way(true: bool, text: str) -> None:
    """OnTheWay(text) unless `true`."""
    if not true:
        raise OnTheWay(text)


def number_in(payload: Payload, key: int) -> int:
    """The number under `key`. Failed: there is none, or none that fits 32 bits; what else the payload says is
    not in the text, for it may be a face."""
    value = payload.get(key)
    if not isinstance(value, int) or not 0 <= value < 2**32:
        raise Failed(f"key {key} is {'no number of at most 32 bits' if key in payload else 'left out'}")
    return value


def make_ready(bench: Bench) -> None:
    """Have cards put in where the device can be permitted nothing without. CannotBeDone."""
    probe = bench.probe
    if probe.ready is not None and probe.ready(bench.board, bench.do):
        bench.board.acknowledge_all()


def permit(bench: Bench) -> Payload:
    """Permit something; the state before it. OnTheWay: it was refused."""
    probe = bench.probe
    make_ready(bench)
    before = bench.board.state()
    answer = bench.board.order(probe.permit, probe.payload(before))
    need_on_the_way(answer.get(1) == 0, f"order {probe.permit} was answered with {answer}, not accepted")
    return before


def is_permitted(bench: Bench) -> bool:
    """Whether the board says that something is permitted."""
    return bench.probe.permitted(bench.board.state())


def body(frame: Frame) -> bytes:
    """Header and payload, without the length that frame.encode insists on."""
    head = struct.pack(
        "<BBHHH", frame.type, frame.message, frame.session, frame.number, frame.acknowledgement
    )
    return head + frame.payload


def wrapped(data: bytes) -> bytes:
    """COBS between delimiters."""
    return b"\0" + bytes(cobs.encode(data)) + b"\0"


def checked(data: bytes) -> bytes:
    """With a right CRC behind it."""
    return data + struct.pack("<I", zlib.crc32(data))


def silent(board: Board, data: bytes, what: str) -> None:
    """`data` is said as order number last + 1; no REPLY may come."""
    board.raw(data)
    seen = [one.frame for one in board.listen(0.3) if one.frame.type == REPLY]
    need(not seen, f"{what} was answered")


def alive(board: Board) -> None:
    """It still answers."""
    board.state()
