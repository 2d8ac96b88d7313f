"""The numbers of the shoe's messages, flags and cards on the wire, docs/link.md section 7."""

from typing import Final

from drivers.cards import JOKER, RANKS

PERMIT: Final = 16
LOCK: Final = 17
DISCLOSE: Final = 18
DISPENSE: Final = 19

DRAWN: Final = 16
DOUBLE_FEED: Final = 17
PUSHED_BACK: Final = 18
COVER_CARD: Final = 19
EMPTY: Final = 20
LID: Final = 21
DISCLOSED: Final = 22
LOADED: Final = 23
STACK_DISPENSED: Final = 24
STACK_FAILED: Final = 25
STACK_TAKEN: Final = 26

STAGES: Final = ("none", "working", "dispensed", "taken", "failed")
"""Where a shoe that dispenses is in its load, by their code in `state`."""

FACE_UP: Final = 1
WHILE_LOCKED: Final = 2
BEYOND: Final = 4

UNREAD_CODE: Final = 0
SEALED_CODE: Final = 1

_JOKER_CODE: Final = 60
_SUITS: Final = "CDHS"


def code_of(card: str) -> int:
    """A known card's byte on the wire, docs/link.md section 7."""
    if card == JOKER:
        return _JOKER_CODE
    return (RANKS.index(card[0]) + 2) * 4 + _SUITS.index(card[1])
