"""What the board tells, as the checks of the roles take it: each report once, in its order, acknowledged.

Checks of the reports themselves (resends, the ring, gaps) look at the frames and have nothing of this.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from drivers.conformance.bench import Bench, need
from drivers.conformance.board import ANSWER, Greeting, OnTheWay, read
from drivers.conformance.hands import reset
from drivers.frame import BOOT, HEARTBEAT, REPORT, Frame
from drivers.payload import Payload

ORDER_DONE: Final = 1
ORDER_FAILED: Final = 2
SELF_LOCKED: Final = 3
FAULT_RAISED: Final = 4
FAULT_CLEARED: Final = 5
SILENT: Final = 2.0
"""Seconds of silence that are more than 1 s, whatever cable and machine make of it."""
QUIET: Final = 0.6
"""Seconds in which a report would have come, and come again."""


class Told(Struct, frozen=True):
    """One report."""

    message: int
    payload: Payload


def tell(bench: Bench, seconds: float, until: Callable[[Told], bool] = lambda _: False) -> list[Told]:
    """The reports that come within `seconds` and were not taken before, up to the one that `until` wants."""
    board = bench.board
    taken: list[Told] = []

    def take(frame: Frame) -> bool:
        if frame.type != REPORT or frame.number != board.expected:
            return False  # no report, taken already, or early: it comes again
        board.expected = frame.number % 65535 + 1
        board.durable = frame.number  # on the next heartbeat: only eight are sent without
        taken.append(Told(frame.message, read(frame)))
        return until(taken[-1])

    board.listen(seconds, take, alive=True)
    if taken:
        board.say(HEARTBEAT)
    return taken


def up_to(bench: Bench, message: int, what: str, seconds: float = 0.0) -> list[Told]:
    """The reports up to the first one of `message`, waited for as long as hands take, or `seconds`. Failed,
    which says `what` was due: it did not come."""
    limit = seconds or bench.patience or ANSWER
    found = tell(bench, limit, lambda one: one.message == message)
    need(bool(found) and found[-1].message == message, f"no report {what} within {limit:.0f} s")
    return found


def report(bench: Bench, message: int, what: str, seconds: float = 0.0) -> Payload:
    """The payload of the report with which `up_to` ends."""
    return up_to(bench, message, what, seconds)[-1].payload


def soon(bench: Bench, message: int, what: str) -> Payload:
    """As `report`, of what follows at once: within a second."""
    return report(bench, message, what, ANSWER)


def no_report(bench: Bench, message: int, text: str, seconds: float = QUIET) -> None:
    """Failed(text) where one of `message` comes within that time."""
    found = tell(bench, seconds, lambda one: one.message == message)
    need(all(one.message != message for one in found), text)


def accepted(bench: Bench, message: int, payload: Payload, what: str) -> None:
    """Order it. Failed: it is refused."""
    answer = bench.board.order(message, payload)
    need(answer.get(1) == 0, f"{what} was refused: {answer.get(2)}")


def refused(bench: Bench, message: int, payload: Payload | bytes, reason: str, what: str) -> None:
    """Order it. Failed: it is accepted, or refused for another reason."""
    answer = bench.board.order(message, payload)
    need(answer.get(1) == 1, f"{what} was accepted; it is to be refused, {reason}")
    need(answer.get(2) == reason, f"{what} was refused as {answer.get(2)!r}; it is to be {reason!r}")


def restart(bench: Bench) -> Greeting:
    """Have the board reset, and greet it again. OnTheWay: no BOOT came."""
    bench.do(reset())
    seen = bench.board.listen(bench.patience, lambda frame: frame.type == BOOT, alive=True)
    if all(one.frame.type != BOOT for one in seen):
        raise OnTheWay(f"no BOOT within {bench.patience:.0f} s of the hands being asked for a reset")
    return bench.board.greet()
