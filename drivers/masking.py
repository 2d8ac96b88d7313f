"""What of a device's bytes may be written down: everything but the face of a card.

What lives here: the table link's frames looked into, a face in them replaced, and what cannot be looked into
filled up; and the use of the mask that a driver of another protocol brings. What does not: files
(capture.py). The host says no face to a device, so that what goes out is written as it is.
"""

import logging
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from drivers.cards import SEALED, is_known
from drivers.frame import BUFFER, REPLY, REPORT, Decoder, Frame, encode
from drivers.messages import CardDrawn, Disclosed
from drivers.payload import BadPayload, dump, load
from drivers.proof import MAKE_KEY, PROVE
from drivers.roles import STATE, ByteMask, Role

FILL: Final = 0xFF
"""Stands for each byte that may not be written and belongs to no frame; it makes no frame either."""
_LOG: Final = logging.getLogger(__name__)
_WITH_CARDS: Final = "shoe"
CARD_KEY: Final = 2
"""Where a shoe's reports have the card."""
_UNREAD_CODE: Final = 0
_ANSWER_KEY: Final = 3
_ANSWERED: Final = frozenset((STATE, MAKE_KEY, PROVE))
"""The orders whose REPLY has an answer. What a shoe discloses in any other one is not written down."""
_SAID: Final = frozenset(range(-1, 7))
"""Keys of a shoe's reports. Another one is skipped by every host, and nobody knows what stands in it."""


def mask_of(role: Role) -> ByteMask:
    """The mask for one opening of the port of such a device."""
    return Mask(role) if role.converse is None else ForeignMask(role)


class ForeignMask:
    """Of a device that does not speak the table link: by its driver's own mask, and filled up altogether
    where it has none, for nobody here knows where a face stands in what it says. A mask that fails, or that
    gives more than it was fed, is used no more: what it held back, and all that follows, is filled up."""

    def __init__(self, role: Role) -> None:
        self._mask = _begun(role)
        self._held = 0

    def feed(self, data: bytes) -> tuple[bytes, bool]:
        """See ByteMask."""
        self._held += len(data)
        return self._give(lambda mask: mask.feed(data))

    def flush(self) -> tuple[bytes, bool]:
        """See ByteMask."""
        return self._give(lambda mask: mask.flush())

    def _give(self, act: Callable[[ByteMask], tuple[bytes, bool]]) -> tuple[bytes, bool]:
        if self._mask is not None:
            try:
                said, masked = act(self._mask)
                if len(said) <= self._held:
                    self._held -= len(said)
                    return said, masked
                why = "it gave more than it was fed"
            except Exception as error:  # another's code may raise anything, and its words may name a face
                why = type(error).__name__
            self._mask = None
            _log_failed(why)
        filled, self._held = bytes((FILL,)) * self._held, 0
        return filled, bool(filled)


def _begun(role: Role) -> ByteMask | None:
    """The driver's own mask; None where it has none, or none that can be used."""
    try:
        return role.mask() if role.mask is not None else None
    except Exception as error:  # as in _give; no recording keeps a port from being opened
        _log_failed(type(error).__name__)
        return None


def _log_failed(why: str) -> None:
    _LOG.warning("a driver's mask for recordings has failed (%s): its bytes are filled up", why)


class Mask:
    """Takes what a device says, in any pieces, and gives what may be written of it, span by span.

    A span that is not ended yet is held back, BUFFER bytes at the most. Of a shoe, a span that is no frame is
    filled up, for it may be a frame with a face that was disturbed on its way; of any other device it is
    kept.
    """

    def __init__(self, role: Role) -> None:
        self._role = role
        self._rows = role.reports_by_code()
        self._has_cards = role.name == _WITH_CARDS
        self._span = bytearray()
        self._overflowed = False

    def feed(self, data: bytes) -> tuple[bytes, bool]:
        """What may be written by now, and whether anything in it was replaced."""
        done, masked = bytearray(), False
        first, *others = data.split(b"\0")
        masked |= self._gather(first, done)
        for part in others:
            masked |= self._end(done)
            done += b"\0"
            masked |= self._gather(part, done)
        return bytes(done), masked

    def flush(self) -> tuple[bytes, bool]:
        """The span that never ended."""
        done = bytearray()
        masked = self._end(done)
        return bytes(done), masked

    def _gather(self, part: bytes, done: bytearray) -> bool:
        self._span += part
        if len(self._span) <= BUFFER and not self._overflowed:
            return False
        self._overflowed = True  # no frame is so long; what is written of it keeps no one waiting
        return self._pass_noise(done)

    def _end(self, done: bytearray) -> bool:
        span, overflowed = bytes(self._span), self._overflowed
        self._overflowed = False
        if not overflowed and span:
            found = Decoder().feed(b"\0" + span + b"\0")
            if found:
                self._span.clear()
                kept = self._masked(found[0])
                done += span if kept is None else kept
                return kept is not None
        return self._pass_noise(done)

    def _pass_noise(self, done: bytearray) -> bool:
        length = len(self._span)
        done += bytes((FILL,)) * length if self._has_cards else self._span
        self._span.clear()
        return self._has_cards and bool(length)

    def _masked(self, frame: Frame) -> bytes | None:
        """The bytes of the frame without a face; None: it says none, and stays as it is."""
        if not self._has_cards:
            return None
        try:
            said = load(frame.payload)
            if frame.type == REPLY and frame.message not in _ANSWERED and said.get(_ANSWER_KEY):
                raise BadPayload("nobody knows what it answers")
            if frame.type != REPORT:
                return None
            kept = {key: value for key, value in said.items() if key in _SAID}
            row = self._rows.get(frame.message)
            report = row.decode(said) if row is not None else None
            if isinstance(report, CardDrawn) and report.card != SEALED:
                kept[CARD_KEY] = _UNREAD_CODE if is_known(report.card) else said[CARD_KEY]
            elif isinstance(report, Disclosed):
                kept[CARD_KEY] = _UNREAD_CODE
            elif row is None:
                raise BadPayload("nobody knows what it says")
            if kept == said:
                return None
            whole = replace(frame, payload=dump(kept))
            again = row.decode(load(whole.payload)) if row is not None else None
            if isinstance(again, CardDrawn | Disclosed) and is_known(again.card):
                raise BadPayload("its face stands elsewhere")  # another maker's rows
        except (BadPayload, KeyError):
            return bytes((FILL,)) * max(1, len(encode(frame)) - 2)
        return encode(whole)[1:-1]
