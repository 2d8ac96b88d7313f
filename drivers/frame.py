"""Frames: bytes to frames and back, with no port and no clock (docs/link.md, sections 1 and 2).

What lives here: COBS between zeros, the check, the eight bytes of header, and a decoder that may
be fed anything. What does not: what a payload means (payload.py), and whose session it is.
"""

import struct
import zlib
from typing import Final

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

MAX_PAYLOAD: Final = 244
BUFFER: Final = 300
"""The most that is kept without a delimiter; the rest is thrown away up to the next one."""

_HEADER: Final = struct.Struct("<BBHHH")
_CHECK: Final = struct.Struct("<I")
_MIN: Final = _HEADER.size + _CHECK.size
_MAX: Final = _MIN + MAX_PAYLOAD
_DELIMITER: Final = b"\0"
_RESERVED: Final = 0x80


class Frame(Struct, frozen=True, gc=False):
    """One frame. `payload` is CBOR, not yet looked into; `acknowledgement` is the peer's."""

    type: int
    message: int = 0
    session: int = 0
    number: int = 0
    acknowledgement: int = 0
    payload: bytes = b""


def encode(frame: Frame) -> bytes:
    """The bytes of a frame, a delimiter before and behind. ValueError: it does not fit."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload of {len(frame.payload)} bytes; {MAX_PAYLOAD} fit")
    try:
        header = _HEADER.pack(frame.type, frame.message, frame.session, frame.number, frame.acknowledgement)
    except struct.error as error:
        raise ValueError(f"a header field is out of range: {error}") from error
    body = header + frame.payload
    stuffed: bytes = cobs.encode(body + _CHECK.pack(zlib.crc32(body)))
    return _DELIMITER + stuffed + _DELIMITER


class Dropped(Struct):
    """What a decoder threw away, by reason, since it was made."""

    too_long: int = 0
    too_short: int = 0
    not_cobs: int = 0
    wrong_check: int = 0
    reserved_bit: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.too_long + self.too_short + self.not_cobs + self.wrong_check + self.reserved_bit


class Decoder:
    """Takes bytes as they come, in any pieces, and gives the whole frames among them.

    It never raises, keeps at most BUFFER bytes, and works in time linear in what it is fed.
    """

    def __init__(self) -> None:
        self.dropped = Dropped()
        self.frames = 0
        self._span = bytearray()
        self._overflowed = False

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes, in order."""
        found: list[Frame] = []
        first, *others = data.split(_DELIMITER)
        self._gather(first)
        for part in others:
            if self._span or self._overflowed:
                self._end_span(found)
            if part:
                self._gather(part)
        return found

    def reset(self) -> None:
        """Forget a half-received span; the port is a new one."""
        self._span.clear()
        self._overflowed = False

    def _gather(self, part: bytes) -> None:
        if self._overflowed or len(self._span) + len(part) > BUFFER:
            self._overflowed = True
            self._span.clear()
        else:
            self._span += part

    def _end_span(self, found: list[Frame]) -> None:
        if self._overflowed:
            self.dropped.too_long += 1
        else:
            frame = self._parse(bytes(self._span))
            if frame is not None:
                self.frames += 1
                found.append(frame)
        self.reset()

    def _parse(self, span: bytes) -> Frame | None:
        try:
            raw: bytes = cobs.decode(span)
        except cobs.DecodeError:
            self.dropped.not_cobs += 1
            return None
        if len(raw) < _MIN:
            self.dropped.too_short += 1
        elif len(raw) > _MAX:
            self.dropped.too_long += 1
        elif _CHECK.unpack_from(raw, len(raw) - 4)[0] != zlib.crc32(raw[:-4]):
            self.dropped.wrong_check += 1
        elif raw[0] & _RESERVED:
            self.dropped.reserved_bit += 1
        else:
            kind, message, session, number, acknowledgement = _HEADER.unpack_from(raw)
            return Frame(kind, message, session, number, acknowledgement, raw[_HEADER.size : -4])
        return None
