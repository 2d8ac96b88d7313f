"""Checks of a double shoe: what its two sides add to roles_shoe.py. Section 7 of docs/link.md.

Side 0 is the left one, 1 the right one; hands know them by those words.
"""

from typing import Final

from drivers.conformance.bench import DISCLOSE, DISCLOSED, DRAWN, Bench, need, number_in
from drivers.conformance.hands import PUSH_BACK, draw, pull
from drivers.conformance.rows import Rows
from drivers.conformance.shoe_steps import (
    CARDS,
    COVER_CARD,
    EMPTY,
    PERMIT,
    PUSHED_BACK,
    flags_of,
    is_locked,
    need_card,
    need_sealed,
    one_drawn,
    permit_faces,
    put_in,
    side_word,
)
from drivers.conformance.told import accepted, no_report, refused, report, soon

LEFT: Final = 0
RIGHT: Final = 1
EITHER: Final = 2
OTHERS: Final = ("4C", "3D", "2H")
"""What is put into the right side, CARDS into the left one."""


def both_loaded(bench: Bench) -> int:
    """Cards in both sides: the last draw until now."""
    put_in(bench, CARDS, LEFT)
    return put_in(bench, OTHERS, RIGHT)


def one_counter(bench: Bench) -> None:
    last = both_loaded(bench)
    permit_faces(bench, "ddd", {3: EITHER})
    for step, side in enumerate((LEFT, RIGHT, LEFT), 1):
        number = one_drawn(bench, side).get(1)
        need(number == last + step, f"draw {last + step}, from side {side}, has the number {number}")


def side_is_told(bench: Bench) -> None:
    both_loaded(bench)
    permit_faces(bench, "dd", {3: EITHER})
    for side in (RIGHT, LEFT):
        told = one_drawn(bench, side).get(4, LEFT)
        need(told == side, f"a draw from side {side} is told as one from side {told}")
    permit_faces(bench, "dd", {3: EITHER})
    one_drawn(bench, RIGHT)
    bench.do(PUSH_BACK)
    pushed = report(bench, PUSHED_BACK, "pushed-back").get(4)
    need(pushed == RIGHT, f"a card pushed back into the right side is told with side {pushed}")


def other_gate(bench: Bench) -> None:
    for side, other in ((LEFT, RIGHT), (RIGHT, LEFT)):
        both_loaded(bench)
        permit_faces(bench, "d", {3: side})
        bench.do(pull(side_word(bench, other)))
        no_report(bench, DRAWN, f"a card left side {other} while side {side} was permitted", 1.0)


def both_gates(bench: Bench) -> None:
    both_loaded(bench)
    permit_faces(bench, "d", {3: EITHER})
    one_drawn(bench, RIGHT)
    for side in (LEFT, RIGHT):
        bench.do(pull(side_word(bench, side)))
        no_report(bench, DRAWN, f"a card left side {side} after the permitted draw", 1.0)


def counts_as_permitted(bench: Bench) -> None:
    both_loaded(bench)
    permit_faces(bench, "u", {3: LEFT})
    told = one_drawn(bench, RIGHT, half_out=True)
    need_card(bench, told, OTHERS[0])
    need(flags_of(told) == 0, f"a permitted draw that left the other side has the flags {flags_of(told)}")
    need(told.get(4) == RIGHT, "the report does not say the side that the card left")
    need(is_locked(bench), "it did not use the permission up")


def either_side(bench: Bench) -> None:
    for side in (LEFT, RIGHT):
        both_loaded(bench)
        permit_faces(bench, "d", {3: EITHER})
        told = one_drawn(bench, side)
        need(
            flags_of(told) == 0, f"a draw from side {side}, permitted for either, has flags {flags_of(told)}"
        )
        need_sealed(told, "a draw that was permitted face down")
    last = number_in(bench.board.state(), 3)
    refused(bench, PERMIT, {1: last + 1, 2: "d", 3: 3}, "bad-value", "a permit for side 3")


def empty_side(bench: Bench) -> None:
    put_in(bench, CARDS, LEFT)
    put_in(bench, ("CUT", *OTHERS[:1]), RIGHT)
    permit_faces(bench, "dd", {3: EITHER})
    bench.do(draw(side_word(bench, RIGHT)))
    told = report(bench, COVER_CARD, "cover-card of the right side").get(4)
    need(told == RIGHT, f"cover-card names side {told}; it was the right one, 1")
    bench.do(draw(side_word(bench, RIGHT)))
    told = report(bench, EMPTY, "empty of the right side").get(4)
    need(told == RIGHT, f"empty names side {told}; it was the right one, 1")


def disclosed_side(bench: Bench) -> None:
    both_loaded(bench)
    permit_faces(bench, "d", {3: RIGHT})
    number = number_in(one_drawn(bench, RIGHT), 1)
    for more in ({}, {3: RIGHT}):
        accepted(bench, DISCLOSE, {1: number, **more}, "a disclosure, with its side or without")
        need_card(bench, soon(bench, DISCLOSED, "disclosed"), OTHERS[0])


_row: Final = Rows("shoe", "manual double", secret=True).row

CHECKS: Final = (
    _row("one-counter", "7.91", "has cards drawn from both sides", "one counter", one_counter),
    _row("side-told", "7.92", "the same", "each report says its side", side_is_told),
    _row("other-gate", "7.93", "has one pulled from the other side", "none comes", other_gate, "gate"),
    _row("both-gates", "7.94", "has them pulled past the permission", "none comes", both_gates, "gate"),
    _row(
        "other-side", "7.95", "has one leave the other side", "a permitted draw", counts_as_permitted, "reads"
    ),
    _row("either-side", "7.96", "permits either side; side 3", "no flag; bad-value", either_side),
    _row("empty-side", "7.97", "has the right side run out", "its side", empty_side),
    _row("side-left-out", "7.98", "discloses with a side and without", "its card", disclosed_side, "reads"),
)
