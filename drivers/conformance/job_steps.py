"""Steps of the checks of a shuffler: its codes, jobs, what is told of them.

A job begins with an empty machine, into which the hands put what the check says. A deck takes its time: a
real machine some twenty seconds, and a job is waited for four minutes at most.
"""

from collections.abc import Sequence
from typing import Final

from drivers.cards import DECK
from drivers.conformance.bench import Bench, need, number_in
from drivers.conformance.hands import (
    EMPTY,
    Act,
    fault,
    feed,
    feed_decks,
)
from drivers.conformance.rows import Rows
from drivers.conformance.told import (
    Told,
    accepted,
    report,
    tell,
    up_to,
)
from drivers.payload import Payload

SHUFFLE: Final = 16
CANCEL: Final = 17
RELEASE: Final = 18
STARTED: Final = 16
DONE_TOLD: Final = 17
FAILED_TOLD: Final = 18
TAKEN: Final = 19
LID: Final = 20
UNSUPPORTED, GOOD, BAD = range(3)
A_JOB: Final = 240.0
"""Seconds within which a job of one deck has ended."""
AT_ONCE: Final = 5.0
"""Seconds within which motors that are stopped are told of."""
FEW: Final = DECK[:6]

JAM: Final = fault("jam", "see to it that cards jam in the path", "path")
LEAVE_ONE: Final = fault("incomplete", "see to it that a card is left behind inside")
STOP: Final = fault("stop", "see to it that the motors stand still in the middle of the job", "path")


def next_job(bench: Bench) -> int:
    """A job number above the last one."""
    return number_in(bench.board.state(), 1) + 1


def job_of(bench: Bench, expected: int, number: int = 0) -> Payload:
    """A job with that number, the next one where none is said."""
    return {1: number or next_job(bench), 2: 1, 3: expected}


def begin(bench: Bench, act: Act, expected: int) -> int:
    """An empty machine, cards put in, a job: its number."""
    bench.do(EMPTY)
    bench.do(act)
    return again(bench, expected)


def again(bench: Bench, expected: int) -> int:
    """The next job, with what is in the machine."""
    tell(bench, 0.3)
    payload = job_of(bench, expected)
    accepted(bench, SHUFFLE, payload, f"job {payload[1]!r}")
    return number_in(payload, 1)


def begin_deck(bench: Bench) -> int:
    """A job of one deck, under way."""
    return begin(bench, feed_decks(1), len(DECK))


def few_done(bench: Bench) -> int:
    """A job of a few cards that is done; its number. A continuous machine has opened its exit."""
    job = begin(bench, feed(FEW), len(FEW))
    up_to(bench, DONE_TOLD, "done", A_JOB)
    return job


def judged(bench: Bench, cards: Sequence[str], odd_back: bool = False) -> Payload:
    """A job of these cards, where one deck is expected: the report `done`. odd_back: the last one is blue."""
    bench.do(EMPTY)
    whole = cards[:-1] if odd_back else cards
    for at in range(0, len(whole), 26):
        bench.do(feed(whole[at : at + 26]))
    if odd_back:
        bench.do(feed(cards[-1:], "blue"))
    again(bench, len(DECK))
    return report(bench, DONE_TOLD, "done", A_JOB)


def failure(bench: Bench, seconds: float = A_JOB) -> list[Told]:
    """The reports up to the next `failed`."""
    return up_to(bench, FAILED_TOLD, "failed", seconds)


def need_failed(told: Payload, job: int, reason: str) -> None:
    """Failed: it names another job or reason."""
    need(told.get(1) == job, f"failed names job {told.get(1)}; it was job {job}")
    need(told.get(2) == reason, f"its reason is {told.get(2)!r}, not {reason!r}")


def need_stage(bench: Bench, wanted: int, when: str) -> None:
    """Failed: key 2 of `state` is another."""
    found = bench.board.state().get(2)
    need(found == wanted, f"`state` says stage {found} {when}; it is {wanted}")


row: Final = Rows("shuffler").row
