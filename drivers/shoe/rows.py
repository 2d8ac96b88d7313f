"""The shoe's orders and reports as rows of bytes (docs/link.md, section 7, "shoe").

What does not live here: whether a draw may show its face (watch.py), and what a draw means.
"""

from collections.abc import Sequence
from typing import Final

from drivers.cards import JOKER, SEALED, UNREAD, Card
from drivers.messages import (
    DOWN,
    EITHER,
    UP,
    CardDrawn,
    CardPushedBack,
    CoverCardOut,
    Disclose,
    Disclosed,
    DoubleFeed,
    LidMoved,
    Lock,
    Permit,
    ShoeEmpty,
    ShoeState,
)
from drivers.payload import BadPayload, Payload, number, optional_number, words
from drivers.roles import OrderRow, ReportRow, Role
from drivers.shoe.watch import FaceWatch

_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "CDHS"
_FACE_UP: Final = 1
_LOCKED: Final = 2
_BEYOND: Final = 4

_CARDS: Final[dict[int, Card]] = {
    0: UNREAD,
    1: SEALED,
    60: JOKER,
    **{(low + 2) * 4 + suit: r + s for low, r in enumerate(_RANKS) for suit, s in enumerate(_SUITS)},
}


def card_of(code: int) -> Card:
    """The card that a code stands for. BadPayload: none."""
    if code not in _CARDS:
        raise BadPayload("no card has that code")
    return _CARDS[code]


def _side(side: int, most: int = 1) -> Payload:
    if not 0 <= side <= most:
        raise ValueError(f"a shoe has no side {side}")
    return {3: side} if side else {}


def _permit(order: Permit) -> Payload:
    if len(order.faces) > 32 or set(order.faces) - {UP, DOWN}:
        raise ValueError(f"faces are at most 32 of u and d, not {order.faces!r}")
    if not len(order.faces) <= order.up_to <= 0xFFFFFFFF:
        raise ValueError(f"{len(order.faces)} faces for draws up to {order.up_to}")
    return {1: order.up_to, 2: order.faces, **_side(order.side, EITHER)}


def _disclose(order: Disclose) -> Payload:
    if order.draw < 1:
        raise ValueError(f"no draw has the number {order.draw}")
    return {1: order.draw, **_side(order.side)}


def _drawn(said: Payload) -> CardDrawn:
    flags = optional_number(said, 3, 0, 0xFF)
    return CardDrawn(
        number(said, 1, 1),
        card_of(number(said, 2, 0, 0xFF)),
        bool(flags & _FACE_UP),
        bool(flags & _LOCKED),
        bool(flags & _BEYOND),
        optional_number(said, 4, 0, 1),
    )


def _disclosed(said: Payload) -> Disclosed:
    card = card_of(number(said, 2, 0, 0xFF))
    if card == SEALED:
        raise BadPayload("a disclosure that discloses nothing")
    return Disclosed(number(said, 1, 1), card, optional_number(said, 4, 0, 1))


def _state(parts: Sequence[Payload]) -> ShoeState:
    said = parts[0]
    return ShoeState(
        bool(number(said, 1, 0, 1)),
        number(said, 2),
        number(said, 3),
        bool(number(said, 4, 0, 1)),
        words(said, 11),
    )


ROLE: Final = Role(
    name="shoe",
    orders=(
        OrderRow[Permit](Permit, "permit", 16, _permit),
        OrderRow[Lock](Lock, "lock", 17, restrictive=True, contradicts=frozenset((Permit,))),
        OrderRow[Disclose](
            Disclose, "disclose", 18, _disclose, same_as=lambda order: (Disclose, order.draw, order.side)
        ),
    ),
    reports=(
        ReportRow("drawn", 16, _drawn),
        ReportRow("double-feed", 17, lambda p: DoubleFeed(number(p, 1, 1), optional_number(p, 4, 0, 1))),
        ReportRow("pushed-back", 18, lambda p: CardPushedBack(number(p, 1, 1), optional_number(p, 4, 0, 1))),
        ReportRow("cover-card", 19, lambda p: CoverCardOut(number(p, 1), optional_number(p, 4, 0, 1))),
        ReportRow("empty", 20, lambda p: ShoeEmpty(number(p, 1), optional_number(p, 4, 0, 1))),
        ReportRow("lid", 21, lambda p: LidMoved(bool(number(p, 1, 0, 1)))),
        ReportRow("disclosed", 22, _disclosed),
    ),
    decode_state=_state,
    watch=FaceWatch,
)
