"""The device's own reading and writing of frames, as docs/link.md sections 1 to 3 say it.

This is the simulators' copy, written from the document apart from the host's, so that an error in
one shows against the other. What a frame means does not live here, only its bytes: delimiters, COBS,
CRC-32, header, and the part of CBOR that the document allows. The reader of CBOR is written out
by hand as a firmware's would be: a general decoder accepts tags, floats and indefinite lengths,
and every one of those would have to be found and thrown out afterwards.
"""

import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

import cbor2
from cobs import cobs
from msgspec import Struct

HELLO: Final = 1
WELCOME: Final = 2
IDENTITY: Final = 3
BOARD: Final = 4
BOOT: Final = 5
ORDER: Final = 6
REPLY: Final = 7
REPORT: Final = 8
ACK: Final = 9
HEARTBEAT: Final = 10
PROGRESS: Final = 11

SHORTEST: Final = 12
LONGEST: Final = 256
BUFFER: Final = 300
"""Bytes a receiver holds between two delimiters; the longest frame takes 258 of them."""
NUMBERS: Final = 65535
"""How many order or report numbers there are; 0 is none of them."""

_HEADER: Final = struct.Struct("<BBHHH")
_DEPTH: Final = 4
_ITEMS: Final = 32
_TEXT: Final = 32

Value = int | str | bytes | Sequence["Value"] | Mapping[int, "Value"] | Mapping[str, "Value"]
Payload = Mapping[int, Value]


class Malformed(Exception):
    """The bytes are no payload that the document allows."""


class Frame(Struct, frozen=True):
    """One decoded frame: the header's fields by name, and the payload as bytes."""

    type: int
    message: int = 0
    session: int = 0
    number: int = 0
    acknowledgement: int = 0
    payload: bytes = b""


def after(number: int) -> int:
    """The number that follows `number` (0: none yet): 1 behind 0 and behind 65535."""
    return number % NUMBERS + 1


def distance(later: int, earlier: int) -> int:
    """How many steps lead from `earlier` to `later`, 0 to 65534, whatever the wrap."""
    return (later - earlier) % NUMBERS


def session_of(boot: int, nonce: int) -> int:
    """The session that this boot id and this HELLO's nonce form; never 0."""
    return zlib.crc32(struct.pack("<II", boot, nonce)) % 65536 or 1


def encode(frame: Frame) -> bytes:
    """`frame` as it goes onto the wire, with both delimiters. ValueError when it is too long."""
    header = _HEADER.pack(frame.type, frame.message, frame.session, frame.number, frame.acknowledgement)
    body = header + frame.payload
    if len(body) + 4 > LONGEST:
        raise ValueError(f"a payload of {len(frame.payload)} bytes does not fit into a frame")
    stuffed: bytes = cobs.encode(body + struct.pack("<I", zlib.crc32(body)))
    return b"\0" + stuffed + b"\0"


def decode(stuffed: bytes) -> Frame | None:
    """The frame that stood between two delimiters, or None where that was none."""
    try:
        raw = cobs.decode(stuffed)
    except cobs.DecodeError:
        return None
    if not SHORTEST <= len(raw) <= LONGEST:
        return None
    body, check = raw[:-4], raw[-4:]
    # Bit 7 of the type is the trailer's, which this version does not know.
    if struct.pack("<I", zlib.crc32(body)) != check or body[0] & 0x80:
        return None
    kind, message, session, number, acknowledgement = _HEADER.unpack_from(body)
    return Frame(kind, message, session, number, acknowledgement, body[_HEADER.size :])


class Receiver:
    """Cuts a stream of bytes into frames, in 300 bytes of buffer.

    dropped counts what stood between two delimiters and was no frame.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._buffer = bytearray()
        self._overrun = False

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes, in their order."""
        frames = []
        *complete, rest = data.split(b"\0")
        for piece in complete:
            self._keep(piece)
            frame = self._cut()
            if frame is not None:
                frames.append(frame)
        self._keep(rest)
        return frames

    def _keep(self, piece: bytes) -> None:
        if self._overrun or len(self._buffer) + len(piece) > BUFFER:
            self._overrun = True
            self._buffer.clear()
        else:
            self._buffer += piece

    def _cut(self) -> Frame | None:
        stuffed, overrun = bytes(self._buffer), self._overrun
        self._buffer.clear()
        self._overrun = False
        if not stuffed and not overrun:
            return None  # two delimiters in a row are the ordinary case, not noise
        frame = None if overrun else decode(stuffed)
        self.dropped += frame is None
        return frame


# ---- payloads -------------------------------------------------------------------------------


def pack(payload: Payload) -> bytes:
    """`payload` as deterministic CBOR: shortest numbers, keys sorted by their bytes."""
    return cbor2.dumps(_sorted(payload)) if payload else b""


def _sorted(value: Value) -> object:
    if isinstance(value, Mapping):
        items = sorted(value.items(), key=lambda item: cbor2.dumps(item[0]))
        return {key: _sorted(inner) for key, inner in items}
    if isinstance(value, str | bytes | int):
        return value
    return [_sorted(item) for item in value]


def unpack(payload: bytes) -> dict[int, Value]:
    """The map that `payload` holds; nothing is the empty map. Malformed for all else."""
    if not payload:
        return {}
    value, end = _item(payload, 0, 1)
    if not isinstance(value, dict) or end != len(payload) or not all(isinstance(key, int) for key in value):
        raise Malformed("not one map with numbers as keys")
    return value


def _item(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    kind, count, at = _head(data, at)
    if kind == 0:
        return count, at
    if kind == 1:
        return -1 - count, at
    if kind in (2, 3):
        return _string(data, at, count, kind == 3)
    if kind not in (4, 5) or depth > _DEPTH or count > _ITEMS:
        raise Malformed("tag, simple value, or nested too deep, or too many items")
    return _array(data, at, count, depth) if kind == 4 else _map(data, at, count, depth)


def _head(data: bytes, at: int) -> tuple[int, int, int]:
    """Kind, count and where it goes on; a count not in its shortest form is Malformed."""
    if at >= len(data):
        raise Malformed("ends early")
    kind, low = data[at] >> 5, data[at] & 31
    at += 1
    if low < 24:
        return kind, low, at
    size = {24: 1, 25: 2, 26: 4, 27: 8}.get(low, 0)
    if not size or at + size > len(data):
        raise Malformed("indefinite, or ends early")
    count = int.from_bytes(data[at : at + size], "big")
    if count < (24 if size == 1 else 1 << (4 * size)):
        raise Malformed("not the shortest form")
    return kind, count, at + size


def _string(data: bytes, at: int, count: int, text: bool) -> tuple[Value, int]:
    raw = data[at : at + count]
    if len(raw) < count:
        raise Malformed("ends early")
    if not text:
        return raw, at + count
    if count > _TEXT or any(not 0x20 <= byte <= 0x7E for byte in raw):
        raise Malformed("text too long or not printable")
    return raw.decode("ascii"), at + count


def _array(data: bytes, at: int, count: int, depth: int) -> tuple[Value, int]:
    items = []
    for _ in range(count):
        item, at = _item(data, at, depth + 1)
        items.append(item)
    return items, at


def _map(data: bytes, at: int, count: int, depth: int) -> tuple[Value, int]:
    numbered: dict[int, Value] = {}
    worded: dict[str, Value] = {}
    last = b""
    for _ in range(count):
        start = at
        key, at = _item(data, at, depth + 1)
        # Ascending keys also mean that none stands twice.
        if data[start:at] <= last:
            raise Malformed("keys not in order")
        last = data[start:at]
        value, at = _item(data, at, depth + 1)
        if isinstance(key, int):
            numbered[key] = value
        elif isinstance(key, str):
            worded[key] = value
    if len(numbered) + len(worded) < count or (numbered and worded):
        raise Malformed("keys neither all numbers nor all words")
    return worded or numbered, at
