"""Checks of orders: section 5 of docs/link.md.

The first ones are in talk.py; a reset in the middle of an order is in resets.py.
"""

from typing import Final

from drivers.conformance.bench import (
    STATE,
    Bench,
    Check,
    is_permitted,
    make_ready,
    need,
    permit,
)
from drivers.conformance.board import ANSWER, Board
from drivers.conformance.hands import CannotBeDone
from drivers.conformance.roles_common import SELF_TEST, ready_for_test
from drivers.conformance.steps import NO_ANSWER, OTHER_ORDERS, is_end, order_frame
from drivers.conformance.watch import WORDS
from drivers.frame import ORDER, REPLY, encode
from drivers.payload import dump

_FIRST_TIME_OUT: Final = 0.2
_LONG_TEST: Final = 4.0
"""Seconds in which a self-test that goes on is likely to end."""


def other_payload(bench: Bench) -> None:
    """The number of the order that permits, with a payload that is refused."""
    board, probe = bench.board, bench.probe
    permit(bench)
    answer = board.order(probe.permit, {-99: 1}, board.last)
    need(answer.get(1) == 0, f"an order number said again, with another payload, was answered with {answer}")


def refused_again(bench: Bench) -> None:
    board = bench.board
    first = board.order(250)
    answer = board.order(STATE, number=board.last)
    need(answer == first, f"a refused order was answered with {first}, its number said again with {answer}")
    need(board.state().get(10) == 1, "`state` does not tell that the order before was refused")


def gaps(bench: Bench) -> None:
    board = bench.board
    for number in (1, 7, 8, 1000, 20000):
        board.last = number
        need(
            board.reply(STATE, b"", number) is not None,
            f"order {number}, behind a smaller one, was not executed",
        )
        need(
            board.reply(STATE, b"", number - 1 or 65535, NO_ANSWER) is None,
            f"order {number - 1 or 65535} was answered behind order {number}",
        )


def two_at_once(bench: Bench) -> None:
    """What permits, and the restrictive order before its REPLY."""
    board, probe = bench.board, bench.probe
    make_ready(bench)
    payload = probe.payload(board.state())
    first, second = order_frame(board, probe.permit, payload), order_frame(board, probe.lock)
    board.raw(encode(first) + encode(second))
    seen = board.listen(ANSWER, lambda frame: frame.type == REPLY and frame.number == second.number)
    need(
        any(one.frame.type == REPLY and one.frame.number == second.number for one in seen),
        "a restrictive order that did not wait for the REPLY of the order before was not answered",
    )
    need(not is_permitted(bench), "a restrictive order that did not wait for a REPLY was not executed")


def old_reply(bench: Bench) -> None:
    """Once a newer number is executed the older one is dropped, though its REPLY was stored before."""
    board, probe = bench.board, bench.probe
    payload = dump(probe.payload(permit(bench)))
    permitted = board.last
    board.order(probe.lock)
    number = board.last
    again = board.reply(probe.permit, payload, permitted, NO_ANSWER)
    need(again is None, "an order was answered behind the restrictive one that followed it")
    reply = board.reply(probe.lock, b"", number)
    need(reply is not None, "the order executed last was not answered again, behind an older one")


def words(bench: Bench) -> None:
    board = bench.board
    for message, payload in ((250, b""), (STATE, b"\xff"), (STATE, dump({-99: 1}))):
        board.order(message, payload)
    need(WORDS not in board.watch.wrongs, board.watch.wrongs.get(WORDS, ""))


def in_time(bench: Bench) -> None:
    """Each order of the role, those that take longer to do too."""
    board, probe = bench.board, bench.probe
    make_ready(bench)
    orders = ((probe.permit, probe.payload(board.state())), (probe.lock, {}), *OTHER_ORDERS[bench.role])
    for message, payload in orders:
        began = board.now()
        board.order(message, payload)
        took = board.now() - began
        need(
            took <= _FIRST_TIME_OUT,
            f"order {message} was answered after {took * 1000:.0f} ms; 200 are the most",
        )


def _replied(board: Board, number: int, count: int) -> None:
    came = 0
    end = board.now() + ANSWER
    while came < count and board.now() < end:
        seen = board.listen(0.05, lambda frame: frame.type == REPLY)
        came += sum(one.frame.type == REPLY and one.frame.number == number for one in seen)
    need(came == count, f"an order that was said {count} times was answered {came} times")


def repeats_answered(bench: Bench) -> None:
    board = bench.board
    board.say(ORDER, message=STATE, number=board.next())
    _replied(board, board.last, 1)
    for _ in range(3):
        board.say(ORDER, message=STATE, number=board.last)
        _replied(board, board.last, 1)


def ends_with_its_session(bench: Bench) -> None:
    """A self-test, and a HELLO before it ends."""
    board = bench.board
    ready_for_test(bench)
    message = SELF_TEST[bench.role]
    need(board.order(message).get(1) == 0, f"order {message} was not accepted")
    early = [one.frame for one in board.frames if is_end(one.frame)]
    board.greet()
    if early:
        raise CannotBeDone("the self-test ended before the HELLO")
    ends = [one for one in board.reports(_LONG_TEST) if is_end(one.frame)]
    need(not ends, "a self-test of the session before was reported as ended")


CHECKS: Final = (
    Check("in-time-all", "5.6", "says each order of the role", "answered within 200 ms", in_time, True),
    Check(
        "once-payload",
        "5.1",
        "says an order number with another payload",
        "the stored REPLY",
        other_payload,
        True,
    ),
    Check("repeats", "5.1", "says an order four times", "four times the REPLY", repeats_answered),
    Check("gaps", "5.7", "leaves order numbers out", "executed; what was left out is dropped", gaps),
    Check("refused-again", "5.8", "says a refused order's number again", "the same refusal", refused_again),
    Check("two-at-once", "5.9", "permits and locks without waiting", "locked", two_at_once, True),
    Check("old-reply", "5.3", "says what permits again, behind the lock", "dropped", old_reply, True),
    Check(
        "end-of-session",
        "5.13",
        "says HELLO in a self-test",
        "no end is reported",
        ends_with_its_session,
    ),
    Check("words", "5.10", "looks at all REPLYs", "0, or 1 and a reason word", words),
)
