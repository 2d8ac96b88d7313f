"""One handshake: what a device answers to HELLO, gathered until it is complete (docs/link.md, section 4).

What lives here: the session number; WELCOME, IDENTITY and the BOARD frames as a set; whether the
device is one that the host accepts. What does not: when to say what (conversation.py), and the state
that is asked for next (opening.py).
"""

import struct
import zlib
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from drivers import frame as wire
from drivers.frame import Frame
from drivers.messages import Board, Identity
from drivers.payload import BadPayload, Payload, dump, know_mandatory, load, number, text, words

VERSION: Final = 1
_MAX_BOARDS: Final = 16
_OF_IDENTITY: Final = -1
_RESETS: Final = ("power", "watchdog", "software", "unknown")


def session_of(boot: int, nonce: int) -> int:
    """The session that a boot id and a nonce make, 1 to 65535."""
    return zlib.crc32(struct.pack("<II", boot, nonce)) % 65536 or 1


class Booted(Struct, frozen=True):
    """What BOOT says: the boot id, and why the device started."""

    boot: int
    reset: str


class Welcome(Struct, frozen=True):
    """What WELCOME says. `oldest` and `next` are report numbers, 1 to 65535."""

    boot: int
    reset: str
    version: int
    oldest: int
    next: int


def read_boot(frame: Frame) -> Booted:
    """What a BOOT frame says. BadPayload: it says something else."""
    said = load(frame.payload)
    know_mandatory(said)
    return Booted(number(said, 1, 1), _reset(said))


def _reset(said: Payload) -> str:
    word = text(said, 2)
    return word if word in _RESETS else "unknown"


def _read_identity(said: Payload) -> Identity:
    limits = said.get(6, {})
    if not isinstance(limits, Mapping):
        raise BadPayload("key 6 is no map")
    pairs = tuple((str(name), value) for name, value in limits.items() if isinstance(value, int))
    return Identity(text(said, 1), text(said, 2), text(said, 3), text(said, 4), words(said, 5), pairs, ())


def _read_board(said: Payload) -> tuple[int, Board]:
    digest = said.get(4)
    if not isinstance(digest, bytes) or len(digest) != 32:
        raise BadPayload("key 4 is no SHA-256")
    return number(said, 1, 0, _MAX_BOARDS - 1), Board(text(said, 2), text(said, 3), digest.hex())


class Greeting:
    """One nonce and what was answered to it."""

    def __init__(self, nonce: int) -> None:
        self.nonce = nonce
        self.welcome: Welcome | None = None
        self.session = 0
        self._identity: Identity | None = None
        self._boards: dict[int, Board] = {}
        self._count = 0
        self._stated: dict[int, bytes] = {}

    def hello(self, boot: int, durable: int) -> bytes:
        """The payload of HELLO. boot: the known boot id or 0; durable: its last durable report or 0."""
        said: Payload = {1: self.nonce, 2: [VERSION]}
        if boot:
            said[3] = boot
        if boot and durable:
            said[4] = durable
        return dump(said)

    def take(self, frame: Frame) -> bool:
        """Add an answer. False: it belongs to another handshake. BadPayload: it is malformed."""
        said = load(frame.payload)
        know_mandatory(said)
        if frame.type == wire.WELCOME:
            return self._take_welcome(frame.session, said)
        if not self.session or frame.session != self.session:
            return False
        if frame.type == wire.IDENTITY:
            self._identity, self._count = _read_identity(said), number(said, 7, 0, _MAX_BOARDS)
            self._stated[_OF_IDENTITY] = frame.payload
        else:
            index, board = _read_board(said)
            self._boards[index] = board
            self._stated[index] = frame.payload
        return True

    def _take_welcome(self, session: int, said: Payload) -> bool:
        boot = number(said, 1, 1)
        if number(said, 6) != self.nonce or session != session_of(boot, self.nonce):
            return False
        welcome = Welcome(
            boot, _reset(said), number(said, 3), number(said, 4, 1, 0xFFFF), number(said, 5, 1, 0xFFFF)
        )
        if session != self.session:
            # It started anew between two HELLOs: what the old boot said of itself does not count.
            self._identity = None
            self._boards.clear()
            self._stated.clear()
        self.session = session
        self.welcome = welcome
        return True

    def stated(self) -> bytes:
        """The payloads of IDENTITY and of each BOARD it counts, as they were sent: what a proof covers."""
        return b"".join(self._stated[index] for index in range(_OF_IDENTITY, self._count))

    def identity(self) -> Identity | None:
        """Who the device is, boards in order; None while something is missing."""
        known = self._identity
        if known is None or any(index not in self._boards for index in range(self._count)):
            return None
        boards = tuple(self._boards[index] for index in range(self._count))
        return Identity(
            known.vendor,
            known.model,
            known.serial,
            known.role,
            known.capabilities,
            known.limits,
            boards,
        )


def refusal(welcome: Welcome, identity: Identity, role: str, accepted: frozenset[str] | None) -> str:
    """Why the host does not accept this device, for a person; "" where it does.

    role: the one wanted. accepted: the digests that boards may have, None for any.
    """
    who = f"{identity.vendor} {identity.model} {identity.serial}"
    if welcome.version != VERSION:
        return f"{who} speaks no version of the link that this host does; update one of them"
    if identity.role != role:
        return f"{who} is a {identity.role}, not a {role}; connect the right device"
    if accepted is None:
        return ""
    if not identity.boards:
        return f"{who} names no firmware; only listed firmware is accepted"
    for board in identity.boards:
        if board.sha256 not in accepted:
            return f"{who} runs {board.name} {board.version}, which is not listed; list or replace it"
    return ""
