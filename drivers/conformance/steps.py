"""Steps that several of the checks of the link itself share: frames that may have no effect, and reports.

A check needs reports that it can call for. Where the role has an order that is reported each time,
that is the quickest way; else the device is permitted something and the host falls silent, for a second each
time. What is proved with them does not live here.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import SELF_LOCKED, SLACK, STATE, Bench, need, need_on_the_way, permit
from drivers.conformance.board import Board, Seen
from drivers.conformance.hands import EMPTY, REPAIR, Act, CannotBeDone, load
from drivers.conformance.roles_common import fault_of
from drivers.conformance.told import ORDER_DONE, ORDER_FAILED
from drivers.frame import HEARTBEAT, ORDER, REPLY, REPORT, Frame
from drivers.payload import Payload, dump

NO_ANSWER: Final = 0.3
"""Seconds in which an answer that must not come is waited for."""
RESEND: Final = 0.25
_TOLD: Final[Mapping[str, int]] = {
    "wager_positions": 17,  # close, reported as `closed`
    "progressive": 17,  # lock-out, reported as `locked-out`
    "shuffler": 19,  # self-test, and order-done
}
"""The order of each role that is reported whenever it is ordered, and needs nothing else."""
_AT_ONCE: Final = frozenset(("wager_positions", "progressive"))
"""Where the report is not of what takes its time."""
_LOAD: Final = Act("", load(DECK).asks)
"""What a shoe that dispenses reports. No person is asked for it so often."""
_STAGE: Final = {"shoe": 7, "shuffler": 2}
_FAULTS_KEY: Final = 11
_AT_MOST: Final = 15.0
"""Seconds that a self-test may take."""


OTHER_ORDERS: Final[Mapping[str, tuple[tuple[int, Payload], ...]]] = {
    "shoe": ((18, {1: 1}),),
    "card_reader": ((18, {}),),
    "wager_positions": ((18, {1: 1, 2: 1, 3: 0}),),
    "progressive": ((18, {1: 1, 2: 14, 3: 0}), (19, {1: []})),
    "shuffler": ((16, {1: 1, 2: 1, 3: 52}), (17, {}), (18, {1: 0}), (19, {})),
}
"""The orders of a role beside `state` and those of its probe. Not `credit`, whose numbers are the house's."""


def no_reply(board: Board, spans: Iterable[bytes], what: str) -> None:
    """Say these bytes as they are; none may bring a REPLY, and the device answers afterwards."""
    board.raw(b"".join(spans))
    seen = [one.frame for one in board.listen(NO_ANSWER) if one.frame.type == REPLY]
    need(not seen, f"{what} was answered")
    board.state()


def replies(board: Board, seconds: float = NO_ANSWER) -> list[Frame]:
    """The REPLYs that come within that time."""
    return [one.frame for one in board.listen(seconds) if one.frame.type == REPLY]


def order_frame(board: Board, message: int = STATE, payload: Payload | None = None) -> Frame:
    """The order with the next number, not said yet."""
    return board.frame(ORDER, message=message, number=board.next(), payload=dump(payload or {}))


def is_told(bench: Bench) -> bool:
    """Whether the role has an order that is reported at once, each time."""
    return bench.role in _AT_ONCE


def call_for_report(bench: Bench) -> None:
    """Bring one report about, and leave it to be heard. CannotBeDone: this device has none without a hand."""
    if bench.role in _TOLD:
        message = _TOLD[bench.role]
        answer = bench.board.order(message)
        need_on_the_way(answer.get(1) == 0, f"order {message} was answered with {answer}, not accepted")
    elif bench.has("dispenses"):
        bench.do(_LOAD)
    else:
        permit(bench)
        bench.board.listen(1.0 + SLACK)


def call_for_reports(bench: Bench, count: int) -> None:
    """Bring so many reports about, an even number: those of a fault that comes and goes, where hands can do
    that so often; no person can. CannotBeDone: they cannot, and what else is reported takes too long."""
    call = _turn_fault
    if is_told(bench) or not _can_turn_fault(bench):
        if bench.probe.ready is not None:
            raise CannotBeDone(f"{count} reports of this device take hands that are quick; use --hands")
        call = call_for_report
    try:
        for number in range(1, count + 1):
            call(bench)
            bench.tell(f"report {number} of {count}")
    finally:
        if call is _turn_fault and bench.board.state().get(_FAULTS_KEY):
            _turn_fault(bench)


def _can_turn_fault(bench: Bench) -> bool:
    """Whether these hands mend what is asked of them without a word; they mend nothing here."""
    try:
        bench.do(Act("", REPAIR.asks))
    except CannotBeDone:
        return False
    return True


def empty(bench: Bench) -> None:
    """What a check before has left inside is in the way of a self-test, and of a load: hands take it out."""
    stage = _STAGE.get(bench.role) if bench.role == "shuffler" or bench.has("dispenses") else None
    if stage is not None and bench.hands is not None and bench.board.state().get(stage) != 0:
        bench.do(EMPTY)
        bench.board.acknowledge_all()


def _turn_fault(bench: Bench) -> None:
    """Have a fault brought about, or the one that stands mended: either is reported at once."""
    act = REPAIR if bench.board.state().get(_FAULTS_KEY) else fault_of(bench.role)
    bench.do(Act("", act.asks))
    bench.board.flush()


def report_of(bench: Bench) -> Seen:
    """Bring a report about, and hear it. It is not acknowledged. OnTheWay: none comes."""
    board = bench.board
    empty(bench)
    known = {one.frame.number for one in board.frames if one.frame.type == REPORT}
    before = len(board.frames)
    call_for_report(bench)

    def is_new(frame: Frame) -> bool:
        return frame.type == REPORT and frame.number not in known

    seen = [one for one in board.frames[before:] if is_new(one.frame)]
    if not seen:
        seen = [one for one in board.listen(_AT_MOST, is_new, alive=True) if is_new(one.frame)]
    need_on_the_way(bool(seen), "what is reported each time was not reported")
    return seen[-1]


def numbers_within(board: Board, seconds: float) -> set[int]:
    """The numbers of the REPORTs that come within that time, the device being kept alive."""
    return {one.frame.number for one in board.reports(seconds)}


def acknowledge(board: Board, number: int, kind: int = HEARTBEAT) -> None:
    """Say that all up to `number` are durable, on a frame of this type, and let what is under way pass."""
    board.durable = number
    if kind == ORDER:
        board.state()
    else:
        board.say(kind)
    board.flush()


def is_end(frame: Frame) -> bool:
    """Whether it is a report `order-done` or `order-failed`."""
    return frame.type == REPORT and frame.message in (ORDER_DONE, ORDER_FAILED)


def is_self_locked(frame: Frame) -> bool:
    """Whether it is a report `self-locked`."""
    return frame.type == REPORT and frame.message == SELF_LOCKED
