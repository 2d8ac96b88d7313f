"""Checks of the session: section 4 of docs/link.md.

The first ones are in talk.py; what needs a reset is in resets.py.
"""

import itertools
import struct
import zlib
from typing import Final

from drivers.conformance.bench import Bench, Check, is_permitted, need, number_in, permit
from drivers.conformance.board import Board
from drivers.conformance.framing import session_of_all
from drivers.conformance.steps import is_self_locked, numbers_within, report_of

_HEARD: Final = 0.6
"""Seconds in which each report that is not acknowledged comes at least once more."""


def repeat_keeps(bench: Bench) -> None:
    permit(bench)
    again = bench.board.greet(bench.greeting.nonce)
    bench.board.last = 100  # the session goes on, and so do its numbers
    need(
        again.welcome.get(1) == bench.greeting.welcome.get(1), "the same HELLO again brought another boot id"
    )
    need(is_permitted(bench), "the same HELLO again ended what was permitted")


def not_reported(bench: Bench) -> None:
    permit(bench)
    bench.board.greet()
    seen = [one for one in bench.board.reports(_HEARD) if is_self_locked(one.frame)]
    need(not seen, "that a new HELLO ended what was permitted was reported")


def never_zero(bench: Bench) -> None:
    """A nonce for which the CRC ends in 0000."""
    boot = number_in(bench.greeting.welcome, 1)
    start = bench.board.fresh()
    nonce = next(one for one in map(_u32, itertools.count(start)) if one and _crc16(boot, one) == 0)
    bench.board.greet(nonce)
    carried = {frame.session for frame in bench.board.greet(nonce).frames}
    need(carried == {1}, f"the CRC of boot id and nonce ends in 0000, the session is {carried}; it is 1 then")
    bench.board.state()


def _u32(number: int) -> int:
    return number & 0xFFFFFFFF


def _crc16(boot: int, nonce: int) -> int:
    """What the session is before "or 1 where that is 0"."""
    return zlib.crc32(struct.pack("<II", boot, nonce)) % 65536


def _two_reports(bench: Bench) -> tuple[int, int]:
    """Two reports that are not acknowledged, the older one first."""
    return report_of(bench).frame.number, report_of(bench).frame.number


def _resumed(board: Board, boot: int, number: int) -> set[int]:
    """What comes after a HELLO that names this boot id and report."""
    board.greet(extra={3: boot, 4: number})
    return numbers_within(board, _HEARD)


def from_the_next(bench: Bench) -> None:
    first, second = _two_reports(bench)
    came = _resumed(bench.board, number_in(bench.greeting.welcome, 1), first)
    need(came == {second}, f"HELLO named report {first} as durable, {second} was kept too, and {came} came")


def other_boot(bench: Bench) -> None:
    first, second = _two_reports(bench)
    other = number_in(bench.greeting.welcome, 1) ^ 1 or 2
    came = _resumed(bench.board, other, second)
    need(
        came == {first, second},
        f"HELLO named another boot, reports {first} and {second} were kept, and {came} came",
    )


def no_boot(bench: Bench) -> None:
    first, second = _two_reports(bench)
    bench.board.greet(extra={4: second})
    came = numbers_within(bench.board, _HEARD)
    need(came == {first, second}, f"HELLO named no boot, {first} and {second} were kept, and {came} came")


def beyond(bench: Bench) -> None:
    first, second = _two_reports(bench)
    boot = number_in(bench.greeting.welcome, 1)
    for number in (second % 65535 + 1, (second + 1000) % 65535 + 1):
        came = _resumed(bench.board, boot, number)
        need(
            came == {first, second},
            f"HELLO named report {number}, not there; {first} and {second} are, and {came} came",
        )


CHECKS: Final = (
    Check(
        "repeat-keeps", "4.7", "permits, and says the same HELLO again", "still permitted", repeat_keeps, True
    ),
    Check("hello-is-silent", "4.8", "permits, and says a new HELLO", "no self-locked", not_reported, True),
    Check("never-zero", "4.9", "says a nonce whose CRC ends in 0000", "session 1", never_zero),
    Check("from-the-next", "4.10", "names the first of two reports", "the second comes", from_the_next),
    Check("other-boot", "4.11", "names a report of another boot", "all come", other_boot),
    Check("no-boot", "4.11", "names a report and no boot", "all come", no_boot),
    Check("not-given", "4.13", "names a report that there is not", "all come", beyond),
    Check(
        "old-frames",
        "4.12",
        "says an order and HELLO at once",
        "no older session behind WELCOME",
        session_of_all,
    ),
)
