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
    CardsLoaded,
    CoverCardOut,
    Disclose,
    Disclosed,
    Dispense,
    DoubleFeed,
    LidMoved,
    Lock,
    Permit,
    ShoeEmpty,
    ShoeState,
    StackDispensed,
    StackFailed,
    StackState,
    StackTaken,
)
from drivers.payload import BadPayload, Payload, number, optional_number, optional_text, text, words
from drivers.roles import OrderRow, ReportRow, Role
from drivers.shoe.watch import FaceWatch

_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "CDHS"
_FACE_UP: Final = 1
_LOCKED: Final = 2
_BEYOND: Final = 4
_MOST: Final = 0xFFFFFFFF
_MOST_IN_STACK: Final = 32
_STAGES: Final = ("none", "working", "dispensed", "taken", "failed")
_OF_A_STACK: Final = frozenset(("working", "dispensed"))
"""Stages that only a stack of the load can have."""
_REASONS: Final = frozenset(("jam", "stopped", "no-card", "empty", "lid", "locked", "power"))
_PLACES: Final = frozenset(("", "entry", "path", "exit"))

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


def code_of(card: Card) -> int:
    """The code that stands for a card. ValueError: it is none."""
    code = next((code for code, known in _CARDS.items() if known == card), None)
    if code is None:
        raise ValueError(f"{card!r} is no card")
    return code


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


def _dispense(order: Dispense) -> Payload:
    if not 1 <= order.count <= _MOST_IN_STACK:
        raise ValueError(f"a stack has 1 to {_MOST_IN_STACK} cards, not {order.count}")
    if not 1 <= order.stack <= _MOST or not order.count <= order.up_to <= _MOST:
        raise ValueError(f"no stack {order.stack} of {order.count} cards ends with draw {order.up_to}")
    if len(order.faces) > order.count or set(order.faces) - {UP, DOWN}:
        raise ValueError(f"faces are u and d, one for each of {order.count} cards, not {order.faces!r}")
    return {1: order.stack, 2: order.count, 3: order.up_to, 4: order.faces}


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


def _one_of(allowed: frozenset[str], word: str) -> str:
    if word not in allowed:
        raise BadPayload("a word that the document does not have there")
    return word


def _dispensed(said: Payload) -> StackDispensed:
    return StackDispensed(number(said, 1, 1), number(said, 2, 1), number(said, 3, 1))


def _failed(said: Payload) -> StackFailed:
    """BadPayload: of no stack, and yet cards are counted."""
    stack, first, count = number(said, 1), number(said, 2), number(said, 3)
    if bool(stack) != bool(first) or (count and not stack):
        raise BadPayload(f"{count} cards from draw {first} on, of stack {stack}")
    reason, place = _one_of(_REASONS, text(said, 5)), _one_of(_PLACES, optional_text(said, 6))
    return StackFailed(stack, reason, first, count, place)


def _stack_state(said: Payload) -> StackState | None:
    """None: the shoe does not dispense. BadPayload: no stack, and yet it is under way or out."""
    if 5 not in said:
        return None
    stack, stage = number(said, 6), _STAGES[number(said, 7, 0, len(_STAGES) - 1)]
    if not stack and stage in _OF_A_STACK:
        raise BadPayload(f"no stack, and yet it is {stage}")
    return StackState(number(said, 5), stack, stage, number(said, 8))


def _state(parts: Sequence[Payload]) -> ShoeState:
    said = parts[0]
    return ShoeState(
        bool(number(said, 1, 0, 1)),
        number(said, 2),
        number(said, 3),
        bool(number(said, 4, 0, 1)),
        words(said, 11),
        _stack_state(said),
    )


ROLE: Final = Role(
    name="shoe",
    orders=(
        OrderRow[Permit](Permit, "permit", 16, _permit),
        OrderRow[Lock](Lock, "lock", 17, restrictive=True, contradicts=frozenset((Permit, Dispense))),
        OrderRow[Disclose](
            Disclose, "disclose", 18, _disclose, same_as=lambda order: (Disclose, order.draw, order.side)
        ),
        # By its number: two stacks that wait to be said are both said, in their order.
        OrderRow[Dispense](
            Dispense, "dispense", 19, _dispense, same_as=lambda order: (Dispense, order.stack, order.up_to)
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
        ReportRow("loaded", 23, lambda p: CardsLoaded(number(p, 1, 1), number(p, 2))),
        ReportRow("stack-dispensed", 24, _dispensed),
        ReportRow("stack-failed", 25, _failed),
        ReportRow("stack-taken", 26, lambda p: StackTaken(number(p, 1))),
    ),
    decode_state=_state,
    watch=FaceWatch,
)
