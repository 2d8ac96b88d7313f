"""Checks that want the board reset: BOOT, and what a reset ends (sections 2 to 5 of docs/link.md).

A person resets it some time; a control socket (--hands) in the middle of an order too.
"""

from collections.abc import Mapping
from typing import Final

from drivers.conformance.bench import DISCLOSE, STATE, Bench, Check, is_permitted, need, number_in, probe_of
from drivers.conformance.board import Greeting, read
from drivers.conformance.hands import REPAIR, CannotBeDone, fault, reset, reset_in_order
from drivers.conformance.roles_shoe import READING, drawn
from drivers.conformance.steps import replies, reports_until
from drivers.conformance.watch import RESETS
from drivers.frame import ACK, BOOT, HEARTBEAT, ORDER, REPORT, Frame
from drivers.payload import Payload, dump

_STEPS: Final = ("received", "executed", "replied")
_DONE: Final = (1, 2)
_SELF_TEST: Final = {"card_reader": 18, "shuffler": 19}
_FAULT_RAISED: Final = 4
_FAULT_CLEARED: Final = 5
_FAULTS: Final = {
    "shoe": "motor",
    "card_reader": "reader",
    "wager_positions": "sensor",
    "progressive": "sensor",
    "shuffler": "motor",
}
"""A fault of each role that stands until it is repaired."""
_ORDERS: Final[Mapping[str, tuple[tuple[int, Payload], ...]]] = {
    "shoe": ((18, {1: 1}),),
    "card_reader": ((18, {}),),
    "wager_positions": ((18, {1: 1, 2: 1, 3: 0}),),
    "progressive": ((18, {1: 1, 2: 14, 3: 0}), (19, {1: []})),
    "shuffler": ((16, {1: 1, 2: 1, 3: 52}), (17, {}), (18, {1: 0}), (19, {})),
}
"""The orders of a role beside `state` and those of its probe. Not `credit`, whose numbers are the house's."""


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
    bench.do(reset())
    end = board.now() + bench.patience
    while not any(one.frame.type == BOOT for one in board.frames) and board.now() < end:
        said = _next_order(bench)
        board.listen(0.02, lambda frame: frame.type == BOOT)
    need(any(one.frame.type == BOOT for one in board.frames), f"no BOOT within {bench.patience:.0f} s")
    _nothing_of_before(bench, said)


def _next_order(bench: Bench) -> Frame:
    """What permits and what ends it in turn; where nothing can be permitted, `state`."""
    board, probe = bench.board, bench.probe
    number = board.next()
    message, payload = STATE, b""
    if probe is not None:
        message, payload = (probe.permit, dump(probe.payload({}))) if number % 2 else (probe.lock, b"")
    board.say(ORDER, message=message, number=number, payload=payload)
    return board.frame(ORDER, message=message, number=number, payload=payload)


def in_an_order(bench: Bench) -> None:
    """Each order of the role, and each place in it."""
    for message, payload in _orders(bench):
        for step in _STEPS:
            board = bench.board
            bench_now = _anew(bench)
            bench.do(reset_in_order(step))
            order = board.frame(ORDER, message=message, number=board.next(), payload=dump(payload))
            board.say(ORDER, message=message, number=order.number, payload=order.payload)
            _boot(bench_now)
            _nothing_of_before(bench_now, order)


def _anew(bench: Bench) -> Bench:
    """The same bench, its board greeted anew."""
    greeting: Greeting = bench.board.greet()
    bench.board.acknowledge_all()
    return Bench(bench.board, greeting, bench.role, bench.probe, bench.hands)


def _orders(bench: Bench) -> list[tuple[int, Payload]]:
    found: list[tuple[int, Payload]] = [(STATE, {})]
    probe = bench.probe
    if probe is not None:
        found += [(probe.permit, probe.payload(bench.board.state())), (probe.lock, {})]
    return found + list(_ORDERS[bench.role])


def _nothing_of_before(bench: Bench, order: Frame) -> None:
    """The order said again, as a host that missed the BOOT would, and what `state` says of it."""
    board = bench.board
    what = f"order {order.message}, reset in the middle of it and said again in the old session,"
    board.say(ORDER, message=order.message, number=order.number, payload=order.payload)
    need(not replies(board), f"{what} was answered")
    board.greet()
    told = board.state()
    need(told.get(9) == 0, f"{what} is told as order {told.get(9)} of the new session")
    if bench.probe is not None:
        need(not bench.probe.permitted(told), f"{what} left something permitted")


def under_way(bench: Bench) -> None:
    """A self-test, and a reset before it ends."""
    board = bench.board
    message = _SELF_TEST[bench.role]
    need(board.order(message).get(1) == 0, f"order {message} was not accepted")
    bench.do(reset())
    before = [one.frame for one in board.listen(bench.patience, lambda frame: frame.type == BOOT)]
    if any(frame.type == REPORT and frame.message in _DONE for frame in before):
        raise CannotBeDone("the self-test ended before the reset")
    need(any(frame.type == BOOT for frame in before), f"no BOOT within {bench.patience:.0f} s of the reset")
    board.greet()
    ends = [one for one in board.reports(2.0) if one.frame.message in _DONE]
    need(not ends, "what was under way at the reset was reported as ended")


def fault_stands(bench: Bench) -> None:
    board = bench.board
    kind = _FAULTS[bench.role]
    try:
        bench.do(fault(kind, f"bring about a fault of the {kind} that stands (pull its plug inside, say)"))
        seen = reports_until(board, lambda frame: frame.message == _FAULT_RAISED, bench.patience)
        raised = [read(one.frame).get(1) for one in seen if one.frame.message == _FAULT_RAISED]
        need(bool(raised), "a fault was brought about, and no fault-raised came")
        _bars(bench, raised[-1], "")
        board.durable = seen[-1].frame.number
        _boot_after_reset(bench)
        board.greet()
        _bars(bench, raised[-1], " after a reset")
    finally:
        bench.do(REPAIR)
    seen = reports_until(board, lambda frame: frame.message == _FAULT_CLEARED, bench.patience)
    cleared = [read(one.frame).get(1) for one in seen if one.frame.message == _FAULT_CLEARED]
    need(
        bool(cleared) and cleared[-1] == raised[-1], f"a fault was repaired, and fault-cleared says {cleared}"
    )
    need(board.state().get(11) == [], "a fault was repaired, and `state` tells one")


def _bars(bench: Bench, kind: object, when: str) -> None:
    told = bench.board.state().get(11)
    need(isinstance(told, list) and kind in told, f"the fault {kind!r} is not in key 11 of `state`{when}")
    if bench.probe is None:
        return
    answer = bench.board.order(bench.probe.permit, bench.probe.payload(bench.board.state()))
    need(
        answer.get(2) == "fault", f"with a fault{when} order {bench.probe.permit} was answered with {answer}"
    )


def safe_after_reset(bench: Bench) -> None:
    """What was permitted is not permitted any more."""
    board, probe = bench.board, probe_of(bench)
    need(board.order(probe.permit, probe.payload(board.state())).get(1) == 0, "nothing could be permitted")
    bench.do(reset())
    seen = board.listen(bench.patience, lambda frame: frame.type == BOOT, alive=True)
    need(any(one.frame.type == BOOT for one in seen), f"no BOOT within {bench.patience:.0f} s of the reset")
    board.greet()
    need(not is_permitted(bench), "what was permitted before a reset is permitted after it")


def draws_from_one(bench: Bench) -> None:
    """A card is drawn; behind the reset it was not, and what it was is not known."""
    board = bench.board
    draw = number_in(drawn(bench), 1)
    _boot_after_reset(bench)
    board.greet()
    told = board.state().get(3)
    need(told == 0, f"a reset, and `state` says {told} as the last draw; the numbers begin at 1 again")
    answer = board.order(DISCLOSE, {1: draw})
    need(answer.get(2) == "bad-value", f"a draw of before the reset was disclosed, or: {answer}")


CHECKS: Final = (
    Check(
        "draws-from-1",
        "4.18",
        "has a card drawn, and it reset",
        "no draw",
        draws_from_one,
        True,
        True,
        READING,
    ),
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
    *(
        Check(
            f"reset-{role}",
            "5.12",
            "has it reset in a self-test",
            "no end is reported",
            under_way,
            hand=True,
            role=role,
        )
        for role in _SELF_TEST
    ),
    Check(
        "fault-stands",
        "5.13",
        "has it faulty, and reset",
        "the fault stands, and bars",
        fault_stands,
        hand=True,
    ),
)
