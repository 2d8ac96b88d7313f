"""The card reader that peeks at the hole card, seen from the host: its rows (docs/link.md, section 7).

It answers one of three words; no message of this role has a place for a card.
"""

from collections.abc import Sequence
from typing import Final

from drivers.messages import Answer, Arm, Disarm, InsertedWhileDisarmed, ReaderAnswer, ReaderState
from drivers.payload import Payload, number, words
from drivers.roles import OrderRow, ReportRow, Role

_UP_CARDS: Final = ("A", "T")
_ARMED: Final = ("", *_UP_CARDS)
_ANSWERS: Final[tuple[Answer, ...]] = ("no_read", "no_blackjack", "blackjack")


def _arm(order: Arm) -> Payload:
    if order.up not in _UP_CARDS:
        raise ValueError(f"a reader is armed for A or T, not {order.up!r}")
    return {1: _UP_CARDS.index(order.up)}


def _state(parts: Sequence[Payload]) -> ReaderState:
    return ReaderState(_ARMED[number(parts[0], 1, 0, 2)], words(parts[0], 11))


ROLE: Final = Role(
    name="card_reader",
    orders=(
        OrderRow[Arm](Arm, "arm", 16, _arm),
        OrderRow[Disarm](Disarm, "disarm", 17, restrictive=True, contradicts=frozenset((Arm,))),
    ),
    reports=(
        ReportRow("answer", 16, lambda said: ReaderAnswer(_ANSWERS[number(said, 1, 0, 2)])),
        ReportRow("inserted-while-disarmed", 17, lambda _: InsertedWhileDisarmed()),
    ),
    decode_state=_state,
)
