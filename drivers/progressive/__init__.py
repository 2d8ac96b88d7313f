"""The progressive table game system, seen from the host: its rows (docs/link.md, section 7).

What does not live here: who may wager, what a meter stands at, and what an award comes to.
"""

from collections.abc import Sequence
from typing import Final

from drivers.cards import DECK
from drivers.messages import (
    WAGERS,
    AttemptAfterLockOut,
    AwardCredited,
    CreditAccount,
    LockedOut,
    LockOut,
    OpenProgressive,
    ProgressivePlaced,
    ProgressiveState,
    ProgressiveTakenBack,
    RejectProgressive,
    ShowMeters,
)
from drivers.payload import BadPayload, Payload, Value, number, numbers, optional_text, rows, words
from drivers.roles import OrderRow, ReportRow, Role

_MAX_BOX: Final = 32
_MAX_SPOTS: Final = 24
"""So many spots at most are open: what is accepted on them has to fit into one report."""
_MAX: Final = 0xFFFFFFFF


# ---- orders ---------------------------------------------------------------------------------------


def _code(wager: str) -> int:
    if not wager or wager not in WAGERS:
        raise ValueError(f"no wager is called {wager!r}")
    return WAGERS.index(wager)


def _bits(boxes: tuple[int, ...]) -> int:
    return sum(1 << (_box(box) - 1) for box in set(boxes))


def _box(box: int) -> int:
    if not 1 <= box <= _MAX_BOX:
        raise ValueError(f"boxes are 1 to {_MAX_BOX}, not {box}")
    return box


def _within(value: int, what: str, low: int = 0) -> int:
    if not low <= value <= _MAX:
        raise ValueError(f"{what} is {low} to {_MAX}, not {value}")
    return value


def _open(order: OpenProgressive) -> Payload:
    spots: list[Value] = [
        [_code(wager), _bits(boxes), _within(up_to, "an amount in cents")]
        for wager, boxes, up_to in order.spots
    ]
    named = {(box, wager) for wager, boxes, _ in order.spots for box in boxes}
    if len(named) > _MAX_SPOTS:
        raise ValueError(f"{len(named)} spots: {_MAX_SPOTS} at most can be open")
    said: Payload = {1: spots, 2: _within(order.round, "the number of a round")}
    if order.magic:
        said[3] = 1
    if order.lucky:
        said[4] = 1
    return said


def _reject(order: RejectProgressive) -> Payload:
    return {1: _box(order.box), 2: _code(order.wager), 3: _within(order.stands, "an amount in cents")}


def _meters(order: ShowMeters) -> Payload:
    shown: list[Value] = [[_code(wager), _within(cents, "a meter in cents")] for wager, cents in order.meters]
    if len({wager for wager, _ in order.meters}) != len(shown):
        raise ValueError(f"a wager has one meter: {order.meters}")
    return {1: shown}


def _credit(order: CreditAccount) -> Payload:
    return {
        1: _within(order.award, "the number of an award", 1),
        2: _box(order.box),
        3: _code(order.wager),
        4: _within(order.cents, "an award in cents", 1),
    }


# ---- reports and state ----------------------------------------------------------------------------


def _wager(code: int) -> str:
    if not 1 <= code < len(WAGERS):
        raise BadPayload(f"no wager has the code {code}")
    return WAGERS[code]


def _spot(said: Payload) -> tuple[int, str, int]:
    """The box, wager and cents under keys 1 to 3."""
    return number(said, 1, 1, _MAX_BOX), _wager(number(said, 2)), number(said, 3, 1)


def _accepted(listed: Sequence[Value]) -> tuple[tuple[int, str, int], ...]:
    found: dict[tuple[int, str], int] = {}
    for row in listed:
        box, code, cents = numbers(row, 3, 1)
        spot = (box, _wager(code))
        if box > _MAX_BOX or spot in found:
            raise BadPayload(f"box {box} is no box, or is said twice")
        found[spot] = cents
    return tuple((box, wager, cents) for (box, wager), cents in found.items())


def _placed(said: Payload) -> ProgressivePlaced:
    return ProgressivePlaced(*_spot(said), optional_text(said, 4))


def _locked_out(said: Payload) -> LockedOut:
    magic = optional_text(said, 2)
    if 2 in said and magic not in DECK:
        raise BadPayload("key 2 names no card of a deck")
    lucky = number(said, 3, 1, _MAX_BOX) if 3 in said else 0
    return LockedOut(_accepted(rows(said, 1)), magic, lucky)


def _state(parts: Sequence[Payload]) -> ProgressiveState:
    listed = [row for part in parts if 2 in part for row in rows(part, 2)]
    last = parts[-1]
    return ProgressiveState(bool(number(last, 1, 0, 1)), _accepted(listed), number(last, 3), words(last, 11))


ROLE: Final = Role(
    name="progressive",
    orders=(
        OrderRow[OpenProgressive](OpenProgressive, "open", 16, _open),
        OrderRow[LockOut](
            LockOut, "lock-out", 17, restrictive=True, contradicts=frozenset((OpenProgressive,))
        ),
        OrderRow[RejectProgressive](
            RejectProgressive,
            "reject",
            18,
            _reject,
            restrictive=True,
            same_as=lambda order: (RejectProgressive, order.box, order.wager),
        ),
        OrderRow[ShowMeters](ShowMeters, "show-meters", 19, _meters),
        OrderRow[CreditAccount](
            CreditAccount, "credit", 20, _credit, same_as=lambda order: (CreditAccount, order.award)
        ),
    ),
    reports=(
        ReportRow("placed", 16, _placed),
        ReportRow("taken-back", 17, lambda said: ProgressiveTakenBack(*_spot(said))),
        ReportRow("locked-out", 18, _locked_out),
        ReportRow("attempt-after-lock-out", 19, lambda said: AttemptAfterLockOut(*_spot(said))),
        ReportRow("credited", 20, lambda said: AwardCredited(number(said, 1, 1))),
    ),
    decode_state=_state,
)
