"""The shuffler, seen from the host: its rows (docs/link.md, section 7, "shuffler").

It tells that a stack is shuffled and what it found of it as a whole, and no message of this role has a
place for a card: reasons, places, stages and verdicts are read from closed lists, so that no free word
of the device that knows an order of cards goes any further.

What does not live here: which stack may go into play, and what happens to one that may not.
"""

from collections.abc import Sequence
from typing import Final

from drivers.messages import (
    CancelShuffle,
    LidMoved,
    OutputTaken,
    Release,
    Shuffle,
    ShuffleDone,
    ShuffleFailed,
    ShufflerState,
    ShuffleStarted,
    Verdict,
)
from drivers.payload import BadPayload, Payload, number, text, words
from drivers.roles import OrderRow, ReportRow, Role

_MOST: Final = 0xFFFFFFFF
_VERDICTS: Final[tuple[Verdict, ...]] = ("unsupported", "good", "bad")
_STAGES: Final = ("empty", "working", "done", "failed", "released")
_OF_A_JOB: Final = frozenset(("working", "done"))
"""Stages that only a job which was ordered since the boot can have."""
_REASONS: Final = frozenset(("jam", "stopped", "incomplete", "lid", "power", "cancelled"))
_PLACES: Final = frozenset(("input", "path", "output"))


def _whole(what: str, value: int, low: int) -> int:
    if not low <= value <= _MOST:
        raise ValueError(f"a {what} is {low} to {_MOST}, not {value}")
    return value


def _shuffle(order: Shuffle) -> Payload:
    job, batch = _whole("job", order.job, 1), _whole("batch", order.batch, 1)
    return {1: job, 2: batch, 3: _whole("count of cards", order.count, 1)}


def _release(order: Release) -> Payload:
    return {1: _whole("job, or 0 for any,", order.job, 0)}


def _verdict(said: Payload, key: int) -> Verdict:
    return _VERDICTS[number(said, key, 0, len(_VERDICTS) - 1)]


def _count(said: Payload, key: int, counted: Verdict) -> int:
    """How many cards there are. BadPayload: a device that does not count and tells a number, or that finds
    the number of no cards at all a good one."""
    count = number(said, key)
    if (counted == "unsupported" and count) or (counted == "good" and not count):
        raise BadPayload(f"a count of {count} that is {counted}")
    return count


def _done(said: Payload) -> ShuffleDone:
    counted = _verdict(said, 3)
    return ShuffleDone(
        number(said, 1, 1), _count(said, 2, counted), counted, _verdict(said, 4), _verdict(said, 5)
    )


def _one_of(allowed: frozenset[str], word: str) -> str:
    if word not in allowed:
        raise BadPayload("a word that the document does not have there")
    return word


def _failed(said: Payload) -> ShuffleFailed:
    place = _one_of(_PLACES, text(said, 3)) if 3 in said else ""
    return ShuffleFailed(number(said, 1), _one_of(_REASONS, text(said, 2)), place)


def _state(parts: Sequence[Payload]) -> ShufflerState:
    said = parts[0]
    job, stage = number(said, 1), _STAGES[number(said, 2, 0, len(_STAGES) - 1)]
    if not job and stage in _OF_A_JOB:
        raise BadPayload(f"no job, and yet it is {stage}")
    counted = _verdict(said, 4)
    # Only of a stack that is done does a verdict hold; of any other the number is what it is.
    count = _count(said, 3, counted) if stage == "done" else number(said, 3)
    return ShufflerState(
        job,
        stage,
        count,
        counted,
        _verdict(said, 5),
        _verdict(said, 6),
        bool(number(said, 7, 0, 1)),
        words(said, 11),
    )


ROLE: Final = Role(
    name="shuffler",
    orders=(
        # Of two jobs that wait to be said the later one counts: there is one stack inside at a time.
        OrderRow[Shuffle](Shuffle, "shuffle", 16, _shuffle),
        OrderRow[CancelShuffle](
            CancelShuffle, "cancel", 17, restrictive=True, contradicts=frozenset((Shuffle, Release))
        ),
        # By its job: the release of one stack, a shuffle and the release of the next keep their order.
        OrderRow[Release](Release, "release", 18, _release, same_as=lambda order: (Release, order.job)),
    ),
    reports=(
        ReportRow("started", 16, lambda said: ShuffleStarted(number(said, 1, 1))),
        ReportRow("done", 17, _done),
        ReportRow("failed", 18, _failed),
        ReportRow("taken", 19, lambda said: OutputTaken(number(said, 1))),
        ReportRow("lid", 20, lambda said: LidMoved(bool(number(said, 1, 0, 1)))),
    ),
    decode_state=_state,
)
