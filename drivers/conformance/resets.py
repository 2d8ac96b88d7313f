"""Checks that want the board reset: BOOT, and what a reset ends (sections 2 to 5 of docs/link.md).

A person resets it some time; a control socket (--hands) in the middle of an order too.
"""

from typing import Final

from drivers.conformance.bench import (
    STATE,
    Bench,
    Check,
    NotApplicable,
    is_permitted,
    make_ready,
    need,
    number_in,
    permit,
)
from drivers.conformance.board import Greeting, read
from drivers.conformance.hands import CannotBeDone, reset, reset_in_order
from drivers.conformance.roles_common import SELF_TEST
from drivers.conformance.steps import OTHER_ORDERS, empty, is_end, is_self_locked, order_frame, replies
from drivers.conformance.watch import RESETS
from drivers.frame import ACK, BOOT, HEARTBEAT, ORDER, REPLY, Frame, encode
from drivers.payload import Payload, dump

_ALONE: Final = 1.5
_STEPS: Final = ("received", "executed", "replied")


def _boot_after_reset(bench: Bench) -> Frame:
    bench.do(reset())
    return _boot(bench)


def _boot(bench: Bench) -> Frame:
    """The BOOT that comes now. Failed: none, or not as it should be."""
    old = number_in(bench.greeting.welcome, 1)
    seen = bench.board.listen(bench.patience, lambda frame: frame.type == BOOT)
    found = [one.frame for one in seen if one.frame.type == BOOT]
    need(bool(found), f"no BOOT within {bench.patience:.0f} s of the reset")
    need(number_in(read(found[0]), 1) not in (0, old), "BOOT says the boot id of before the reset, or 0")
    return found[0]


def numbers_from_one(bench: Bench) -> None:
    _boot_after_reset(bench)
    said = bench.board.greet().welcome
    need(said.get(4) == 1, f"after a reset the oldest report is {said.get(4)}; numbers begin at 1")


def welcome_as_boot(bench: Bench) -> None:
    told = read(_boot_after_reset(bench))
    need(told.get(2) in RESETS, f"BOOT says the reset word {told.get(2)!r}")
    said = bench.board.greet().welcome
    need(
        (said.get(1), said.get(2)) == (told.get(1), told.get(2)),
        f"BOOT says {told.get(1)}, {told.get(2)}; WELCOME {said.get(1)}, {said.get(2)}",
    )


def nothing_but_boot(bench: Bench) -> None:
    board = bench.board
    _boot_after_reset(bench)
    for kind in (HEARTBEAT, ACK, ORDER):
        board.say(kind, message=STATE if kind == ORDER else 0, number=1 if kind == ORDER else 0)
    types = {one.frame.type for one in board.listen(2.2)} - {BOOT}
    need(not types, f"without a session it said frames of type {', '.join(map(str, sorted(types)))}")


def among_orders(bench: Bench) -> None:
    """Orders are said one behind another, and in the middle of them it is reset."""
    board = bench.board
    permits = bench.probe.payload(permit(bench))
    bench.do(reset())
    end = board.now() + bench.patience
    while not any(one.frame.type == BOOT for one in board.frames) and board.now() < end:
        said = _next_order(bench, permits)
        board.listen(0.02, lambda frame: frame.type == BOOT)
    need(any(one.frame.type == BOOT for one in board.frames), f"no BOOT within {bench.patience:.0f} s")
    _nothing_of_before(bench, said)


def _next_order(bench: Bench, permits: Payload) -> Frame:
    """What permits and what ends it in turn."""
    board, probe = bench.board, bench.probe
    number = board.next()
    message, payload = (probe.permit, dump(permits)) if number % 2 else (probe.lock, b"")
    board.say(ORDER, message=message, number=number, payload=payload)
    return board.frame(ORDER, message=message, number=number, payload=payload)


def in_an_order(bench: Bench) -> None:
    """Each order of the role, and each place in it."""
    probe = bench.probe
    for message, payload in ((STATE, {}), (probe.permit, None), (probe.lock, {}), *OTHER_ORDERS[bench.role]):
        for step in _STEPS:
            _reset_within(_anew(bench), message, payload, step)


def _reset_within(bench: Bench, message: int, payload: Payload | None, step: str) -> None:
    """payload: None is what permits something, made for the present state."""
    board = bench.board
    if payload is None:
        make_ready(bench)
        payload = bench.probe.payload(board.state())
    bench.do(reset_in_order(step))
    order = order_frame(board, message, payload)
    board.raw(encode(order))
    _boot(bench)
    _nothing_of_before(bench, order)


def _anew(bench: Bench) -> Bench:
    """The same bench, its board greeted anew."""
    greeting: Greeting = bench.board.greet()
    bench.board.acknowledge_all()
    return Bench(bench.board, greeting, bench.role, bench.probe, bench.hands, bench.tell)


def _nothing_of_before(bench: Bench, order: Frame) -> None:
    """The order said again, as a host that missed the BOOT would, and what `state` says of it."""
    board = bench.board
    what = f"order {order.message}, reset in the middle of it and said again in the old session,"
    types = [one.frame.type for one in board.frames]
    behind = types[len(types) - types[::-1].index(BOOT) :] if BOOT in types else []
    need(REPLY not in behind, f"order {order.message}, reset in the middle of it, was answered behind BOOT")
    board.say(ORDER, message=order.message, number=order.number, payload=order.payload)
    need(not replies(board), f"{what} was answered")
    board.greet()
    told = board.state()
    need(told.get(9) == 0, f"{what} is told as order {told.get(9)} of the new session")
    need(not bench.probe.permitted(told), f"{what} left something permitted")


def under_way(bench: Bench) -> None:
    """A self-test, and a reset before it ends."""
    board = bench.board
    if bench.role not in SELF_TEST:
        raise NotApplicable("the role has no self-test")
    message = SELF_TEST[bench.role]
    empty(bench)
    need(board.order(message).get(1) == 0, f"order {message} was not accepted")
    bench.do(reset())
    before = [one.frame for one in board.listen(bench.patience, lambda frame: frame.type == BOOT)]
    if any(is_end(frame) for frame in before):
        raise CannotBeDone("the self-test ended before the reset")
    need(any(frame.type == BOOT for frame in before), f"no BOOT within {bench.patience:.0f} s of the reset")
    board.greet()
    ends = [one for one in board.reports(2.0) if is_end(one.frame)]
    need(not ends, "what was under way at the reset was reported as ended")


def safe_after_reset(bench: Bench) -> None:
    """What was permitted is not permitted any more."""
    board = bench.board
    permit(bench)
    bench.do(reset())
    seen = board.listen(bench.patience, lambda frame: frame.type == BOOT, alive=True)
    need(any(one.frame.type == BOOT for one in seen), f"no BOOT within {bench.patience:.0f} s of the reset")
    board.greet()
    need(not is_permitted(bench), "what was permitted before a reset is permitted after it")


def safe_before_hello(bench: Bench) -> None:
    """A HELLO would end it anyhow. Without one silence ends what is permitted, and that is reported."""
    board = bench.board
    permit(bench)
    bench.do(reset())
    seen = board.listen(bench.patience, lambda frame: frame.type == BOOT, alive=True)
    need(any(one.frame.type == BOOT for one in seen), f"no BOOT within {bench.patience:.0f} s of the reset")
    board.listen(_ALONE)
    board.greet()
    ended = [one for one in board.reports(0.6) if is_self_locked(one.frame)]
    need(
        all(read(one.frame).get(1) != "silence" for one in ended),
        "after a reset silence ended something: it was permitted still, until a HELLO",
    )


CHECKS: Final = (
    Check("reports-from-1", "2.9", "has it reset", "report numbers from 1", numbers_from_one, hand=True),
    Check(
        "welcome-as-boot",
        "4.14",
        "has it reset, says HELLO",
        "WELCOME says what BOOT said",
        welcome_as_boot,
        hand=True,
    ),
    Check(
        "only-boot", "4.15", "has it reset, says no HELLO", "nothing but BOOT", nothing_but_boot, hand=True
    ),
    Check("reset-locks", "4.16", "permits, has it reset", "locked", safe_after_reset, True, hand=True),
    Check(
        "reset-alone",
        "4.16",
        "permits, has it reset, says no HELLO for 1.5 s",
        "nothing that silence ends",
        safe_before_hello,
        True,
        hand=True,
    ),
    Check(
        "reset-among",
        "4.17",
        "has it reset while it is ordered",
        "nothing of before",
        among_orders,
        hand=True,
    ),
    Check(
        "reset-within", "4.17", "has it reset within each order", "nothing of before", in_an_order, hand=True
    ),
    Check(
        "reset-under-way", "5.11", "has it reset in a self-test", "no end is reported", under_way, hand=True
    ),
)
