"""The wager positions, seen from the host: their rows (docs/link.md, section 7).

What does not live here: which wagers a game has, and what may lie where.
"""

from collections.abc import Sequence
from typing import Final

from drivers.messages import (
    WAGERS,
    AttemptAfterClose,
    ClosePositions,
    OpenPositions,
    Placed,
    PositionsClosed,
    PositionsState,
    Reject,
    TakenBack,
)
from drivers.payload import BadPayload, Payload, Value, number, numbers, optional_text, rows, words
from drivers.roles import OrderRow, ReportRow, Role

_MAX_BOX: Final = 32
_MAX_CENTS: Final = 0xFFFFFFFF


def _code(wager: str) -> int:
    if not wager or wager not in WAGERS:
        raise ValueError(f"no wager is called {wager!r}")
    return WAGERS.index(wager)


def _wager(code: int) -> str:
    if not 1 <= code < len(WAGERS):
        raise BadPayload(f"no wager has the code {code}")
    return WAGERS[code]


def _bits(boxes: tuple[int, ...]) -> int:
    if any(not 1 <= box <= _MAX_BOX for box in boxes):
        raise ValueError(f"boxes are 1 to {_MAX_BOX}, not {boxes}")
    return sum(1 << (box - 1) for box in set(boxes))


def _amount(cents: int) -> int:
    if not 0 <= cents <= _MAX_CENTS:
        raise ValueError(f"no amount of {cents} cents can be said")
    return cents


def _open(order: OpenPositions) -> Payload:
    spots: list[Value] = [[_code(w), _bits(boxes), _amount(up_to)] for w, boxes, up_to in order.spots]
    return {1: spots}


def _reject(order: Reject) -> Payload:
    if not 1 <= order.box <= _MAX_BOX:
        raise ValueError(f"no box {order.box}")
    return {1: order.box, 2: _code(order.wager), 3: _amount(order.stands)}


def _placed(said: Payload) -> Placed:
    pairs = (numbers(row, 2) for row in rows(said, 2))
    chips = tuple((_wager(code), cents) for code, cents in pairs)
    return Placed(number(said, 1, 1, _MAX_BOX), chips, optional_text(said, 3))


def _taken_back(said: Payload) -> TakenBack:
    return TakenBack(number(said, 1, 1, _MAX_BOX), _wager(number(said, 2)), number(said, 3))


def _attempt(said: Payload) -> AttemptAfterClose:
    cents = number(said, 3, -_MAX_CENTS, _MAX_CENTS)
    return AttemptAfterClose(number(said, 1, 1, _MAX_BOX), _wager(number(said, 2)), cents)


def _state(parts: Sequence[Payload]) -> PositionsState:
    chips: list[tuple[int, str, int]] = []
    for part in parts:
        for row in rows(part, 2) if 2 in part else []:
            box, code, cents = numbers(row, 3)
            chips.append((box, _wager(code), cents))
    last = parts[-1]
    return PositionsState(bool(number(last, 1, 0, 1)), tuple(chips), words(last, 11))


ROLE: Final = Role(
    name="wager_positions",
    orders=(
        OrderRow[OpenPositions](OpenPositions, "open", 16, _open),
        OrderRow[ClosePositions](
            ClosePositions, "close", 17, restrictive=True, contradicts=frozenset((OpenPositions,))
        ),
        OrderRow[Reject](
            Reject,
            "reject",
            18,
            _reject,
            restrictive=True,
            same_as=lambda order: (Reject, order.box, order.wager),
        ),
    ),
    reports=(
        ReportRow("placed", 16, _placed),
        ReportRow("taken-back", 17, _taken_back),
        ReportRow("closed", 18, lambda _: PositionsClosed()),
        ReportRow("attempt-after-close", 19, _attempt),
    ),
    decode_state=_state,
)
