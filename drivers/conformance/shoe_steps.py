"""Steps of the checks of a shoe that is drawn from by hand: its codes, what is put in, permitted, drawn.

A face goes into no reason and no capture: what is said of one is that it is another than was put in.
"""

from collections.abc import Sequence
from typing import Final

from drivers.cards import JOKER, RANKS, SUITS
from drivers.conformance.bench import DISCLOSE, DISCLOSED, DRAWN, Bench, need, number_in
from drivers.conformance.hands import (
    draw,
    fault,
    load,
)
from drivers.conformance.rows import Rows
from drivers.conformance.told import (
    accepted,
    report,
    soon,
)
from drivers.payload import Payload

PERMIT: Final = 16
LOCK: Final = 17
DISPENSE: Final = 19
DOUBLE_FEED: Final = 17
PUSHED_BACK: Final = 18
COVER_CARD: Final = 19
EMPTY: Final = 20
LID: Final = 21
FACE_UP: Final = 1
WHILE_LOCKED: Final = 2
BEYOND: Final = 4
UNREAD: Final = 0
SEALED: Final = 1
CARDS: Final = ("9C", "8D", "7H", "6S", "5C")
"""What is put in where nothing else is said."""

JAM: Final = fault("jam", "see to it that the next card jams in the path", "path")
STICK: Final = fault("double-feed", "see to it that the next draw brings two cards at once")
BLANK: Final = fault("misread", "see to it that the next card cannot be read (paste a blank over its face)")


def code_of(card: str) -> int:
    """The byte of a card."""
    return 60 if card == JOKER else (RANKS.index(card[0]) + 2) * 4 + SUITS.index(card[1])


def side_word(bench: Bench, side: int = 0) -> str:
    """How hands know that side; "" of a shoe that has one."""
    return ("left", "right")[side] if bench.has("double") else ""


def put_in(bench: Bench, cards: Sequence[str] = CARDS, side: int = 0) -> int:
    """Have these cards put in: the last draw until now."""
    bench.do(load(cards, side_word(bench, side)))
    return last_draw(bench)


def last_draw(bench: Bench) -> int:
    """Key 3 of `state`."""
    return number_in(bench.board.state(), 3)


def permit_faces(bench: Bench, faces: str, more: Payload | None = None, draws: int = 0) -> int:
    """Permit `draws` draws with these faces (0: one a letter): the last draw until now."""
    last = last_draw(bench)
    accepted(
        bench, PERMIT, {1: last + (draws or len(faces)), 2: faces, **(more or {})}, f"a permit of {faces!r}"
    )
    return last


def is_locked(bench: Bench) -> bool:
    """Key 1 of `state`."""
    return bench.board.state().get(1) == 1


def one_drawn(bench: Bench, side: int = 0, *, half_out: bool = False) -> Payload:
    """Have a card drawn: the report."""
    bench.do(draw(side_word(bench, side), half_out=half_out))
    return report(bench, DRAWN, "of a draw")


def need_card(bench: Bench, told: Payload, card: str) -> None:
    """Failed: another card is told than was put in, or none. A shoe that shuffles has its own order."""
    right = [code_of(one) for one in CARDS] if bench.has("shuffles") else [code_of(card)]
    need(told.get(2) in right, f"draw {told.get(1)} is not told with the card that was put in")


def need_sealed(told: Payload, what: str) -> None:
    """Failed: it is told with a face."""
    need(told.get(2) in (UNREAD, SEALED), f"{what} was told with a face")


def flags_of(told: Payload) -> int:
    """Key 3 of a draw, 0 where it is missing."""
    return number_in(told, 3) if 3 in told else 0


def disclosed_payload(bench: Bench, number: int) -> Payload:
    """Order that draw disclosed: the report."""
    answer = bench.board.order(DISCLOSE, {1: number})
    need(answer.get(1) == 0, f"the disclosure of draw {number} was refused: {answer.get(2)}")
    need(3 not in answer, "a disclosure is a report; the REPLY tells something")
    told = soon(bench, DISCLOSED, "disclosed")
    need(told.get(1) == number, f"draw {number} was to be disclosed, the report names {told.get(1)}")
    return told


def need_ended(bench: Bench, what: str) -> None:
    """Failed: it is permitted still."""
    need(is_locked(bench), f"{what} did not end the permission")


row: Final = Rows("shoe", "manual", secret=True).row
