"""Checks of reports: section 6 of docs/link.md, and of resuming them (4.5).

How a report is called for is in steps.py; what each one says is the roles' affair.
"""

import itertools
from typing import Final

from drivers.conformance.bench import SLACK, Bench, Check, NotApplicable, need, number_in, permit
from drivers.conformance.board import ANSWER, read
from drivers.conformance.steps import (
    RESEND,
    acknowledge,
    call_for_report,
    call_for_reports,
    is_self_locked,
    is_told,
    numbers_within,
    report_of,
)
from drivers.frame import ACK, HEARTBEAT, ORDER, REPORT, Frame

_OLDEST: Final = -1
_WINDOW: Final = 8
_TRIES: Final = 5
_HEARD: Final = 0.6
"""Seconds in which each report that is not acknowledged comes at least once more."""


def resent(bench: Bench) -> None:
    first = report_of(bench)
    again = [one for one in bench.board.reports(0.8) if one.frame.number == first.frame.number]
    need(len(again) >= 2, "a report that was not acknowledged was not sent again after 250 ms")


def forgotten(bench: Bench) -> None:
    acknowledge(bench.board, report_of(bench).frame.number)
    need(not bench.board.reports(_HEARD), "a report was sent again after it was acknowledged")


def resumes(bench: Bench) -> None:
    number = report_of(bench).frame.number
    bench.board.greet(extra={3: number_in(bench.greeting.welcome, 1), 4: number})
    need(not bench.board.reports(_HEARD), f"HELLO named report {number} as durable, and it was sent again")


def kept_over_hello(bench: Bench) -> None:
    number = report_of(bench).frame.number
    bench.board.greet()
    again = numbers_within(bench.board, _HEARD)
    need(number in again, "a report that was not acknowledged was lost with the session")


def gap(bench: Bench) -> None:
    """The ring of at least 64 is filled until it runs over."""
    limits = bench.greeting.identity.get(6)
    size = limits.get("ring", 64) if isinstance(limits, dict) else 64
    need(isinstance(size, int) and size >= 64, f"IDENTITY says a ring of {size!r}; 64 is the least")
    first = number_in(bench.greeting.welcome, 5)
    call_for_reports(bench, size + 2)
    seen = bench.board.reports(_HEARD)
    need(bool(seen), "no report came")
    need(len({one.frame.number for one in seen}) <= _WINDOW, "more than the first 8 reports were sent")
    last = read(seen[-1].frame)
    need(_OLDEST in last, "the ring ran over and no report says so in key -1")
    oldest = number_in(last, _OLDEST)
    kept = (number_in(bench.board.greet().welcome, 5) - oldest) % 65535
    need(kept >= 64 and oldest != first, f"{kept} reports were kept; 64 is the least")


def oldest_and_next(bench: Bench) -> None:
    board = bench.board
    said = board.greet().welcome
    need(
        said.get(4) == said.get(5),
        f"no report is kept, WELCOME says oldest {said.get(4)}, next {said.get(5)}",
    )
    first, second = report_of(bench).frame.number, report_of(bench).frame.number
    said = board.greet().welcome
    need(
        (said.get(4), said.get(5)) == (first, second % 65535 + 1),
        f"reports {first} and {second} are kept, WELCOME says oldest {said.get(4)}, next {said.get(5)}",
    )


def at_once(bench: Bench) -> None:
    """From the answer to the order that is reported, or from the end of the second of silence."""
    board = bench.board
    told = is_told(bench)
    if told:
        call_for_report(bench)
        due = board.now()
    else:
        permit(bench)
        due = board.now() + 1.0

    def wanted(frame: Frame) -> bool:
        return frame.type == REPORT and (told or is_self_locked(frame))

    board.listen(due + ANSWER - board.now(), wanted)
    came = [one.at for one in board.frames if wanted(one.frame)]
    need(bool(came), "no report came")
    took = came[0] - due
    need(took <= SLACK, f"a report came {took * 1000:.0f} ms after what it tells of, with none before it")


def at_once_behind_an_advance(bench: Bench) -> None:
    """Where the role has an order that is reported at once; no silence is as short as a board's 250 ms."""
    board = bench.board
    if not is_told(bench):
        raise NotApplicable(f"a {bench.role} has no order that is reported at once, each time")
    for _ in range(3):
        board.durable = report_of(bench).frame.number
        board.say(HEARTBEAT)
        began = board.now()
        report_of(bench)
        took = board.now() - began
        need(
            took <= SLACK, f"a report came {took * 1000:.0f} ms behind the acknowledgement of the one before"
        )


def not_sooner(bench: Bench) -> None:
    """Of two reports the first is acknowledged, shortly before both are due again."""
    board = bench.board
    first, second = report_of(bench).frame.number, report_of(bench).frame.number

    def comes_again(seconds: float) -> float:
        seen = board.listen(seconds, lambda frame: frame.type == REPORT and frame.number == second)
        came = [one.at for one in seen if one.frame.number == second]
        need(bool(came), f"report {second} was not acknowledged, and did not come again")
        return came[-1]

    for _ in range(_TRIES):
        last = comes_again(_HEARD)
        board.listen(RESEND * 0.6)
        if board.now() - last < RESEND * 0.8:  # else this machine was busy, and it may be under way
            break
    board.durable = first
    board.say(HEARTBEAT)
    advanced = board.now()
    pause = comes_again(_HEARD) - advanced
    need(
        pause >= RESEND - 0.05,
        f"report {second} came again {pause * 1000:.0f} ms after {first} was acknowledged; 250 it is",
    )


def sent_again_the_same(bench: Bench) -> None:
    board = bench.board
    first = report_of(bench)
    again = [one for one in board.reports(1.2) if one.frame.number == first.frame.number]
    said = {(one.frame.message, one.frame.payload) for one in (first, *again)}
    need(len(said) == 1, "a report that was sent again says something else")
    pauses = [two.at - one.at for one, two in itertools.pairwise(again)]
    need(bool(pauses), "a report that was not acknowledged was not sent again and again")
    need(
        all(RESEND - 0.05 <= pause <= RESEND + SLACK for pause in pauses),
        f"it was sent again after {', '.join(f'{pause * 1000:.0f}' for pause in pauses)} ms; 250 it is",
    )


def on_every_frame(bench: Bench) -> None:
    for kind, name in ((ACK, "ACK"), (ORDER, "ORDER"), (HEARTBEAT, "HEARTBEAT")):
        acknowledge(bench.board, report_of(bench).frame.number, kind)
        need(not bench.board.reports(0.4), f"the acknowledgement on {name} was not taken")


def in_part(bench: Bench) -> None:
    first, second = report_of(bench).frame.number, report_of(bench).frame.number
    acknowledge(bench.board, first)
    came = numbers_within(bench.board, _HEARD)
    need(came == {second}, f"of reports {first} and {second} the first was acknowledged, and {came} came")
    acknowledge(bench.board, 0)
    came = numbers_within(bench.board, _HEARD)
    need(came == {second}, f"acknowledgement 0 was said behind {first}, and {came} came; {second} is kept")


def never_sent(bench: Bench) -> None:
    number = report_of(bench).frame.number
    for ahead in (1, 100, 30000):
        acknowledge(bench.board, (number + ahead - 1) % 65535 + 1)
        came = numbers_within(bench.board, 0.4)
        need(
            number in came,
            f"report {number} is gone; what was acknowledged is one that was not sent, {ahead} later",
        )


def mark_only_when_due(bench: Bench) -> None:
    """The host names all that there was, so that the next report is the one that it waits for."""
    board = bench.board
    following = number_in(bench.greeting.welcome, 5)
    boot = number_in(bench.greeting.welcome, 1)
    board.greet(extra={3: boot, 4: (following - 2) % 65535 + 1} if following != 1 else {3: boot})
    for _ in range(2):
        one = report_of(bench)
        need(
            _OLDEST not in read(one.frame),
            f"report {one.frame.number} has key -1, and is the one that the host waits for",
        )
        acknowledge(board, one.frame.number)


def mark_until_acknowledged(bench: Bench) -> None:
    board = bench.board
    if number_in(bench.greeting.welcome, 5) == 1:
        acknowledge(board, report_of(bench).frame.number)
    board.greet()
    first = report_of(bench)
    for one in (first, *board.reports(_HEARD)):
        said = read(one.frame).get(_OLDEST)
        need(
            said == first.frame.number,
            f"HELLO named nothing of this boot, the oldest kept is {first.frame.number}, key -1 says {said}",
        )
    acknowledge(board, first.frame.number)
    following = report_of(bench)
    need(_OLDEST not in read(following.frame), "key -1 came again, though the oldest was acknowledged")


def window(bench: Bench) -> None:
    board = bench.board
    first = number_in(bench.greeting.welcome, 5)
    kept = [(first + ahead - 1) % 65535 + 1 for ahead in range(_WINDOW + 2)]
    call_for_reports(bench, len(kept))
    told = number_in(board.greet().welcome, 5)
    need(told == kept[-1] % 65535 + 1, f"report {kept[-1]} was made, WELCOME says {told} is the next")
    came = numbers_within(board, _HEARD)
    need(came == set(kept[:_WINDOW]), f"reports {kept[0]} to {kept[-1]} are kept, and {sorted(came)} came")
    acknowledge(board, kept[2])
    came = numbers_within(board, _HEARD)
    need(came == set(kept[3:]), f"up to {kept[2]} they were acknowledged, and {sorted(came)} came")


CHECKS: Final = (
    Check("resume", "4.5", "names a report in HELLO", "it does not come again", resumes),
    Check("resent", "6.1", "does not acknowledge a report", "it comes again, same number", resent),
    Check("acknowledged", "6.2", "acknowledges a report", "it does not come again", forgotten),
    Check("kept", "6.3", "says a new HELLO before acknowledging", "the report is kept", kept_over_hello),
    Check("gap", "6.4", "lets the ring run over", "key -1; 64 kept; 8 sent", gap),
    Check(
        "oldest-and-next", "6.5", "says HELLO with reports kept", "WELCOME's keys 4 and 5", oldest_and_next
    ),
    Check("at-once", "6.6", "has a report made", "it comes at once", at_once, True),
    Check(
        "at-once-again",
        "6.6",
        "acknowledges one, has one made",
        "it comes at once",
        at_once_behind_an_advance,
    ),
    Check("not-sooner", "6.7", "acknowledges one of two", "the other after 250 ms", not_sooner),
    Check("the-same", "6.7", "does not acknowledge a report", "the same each 250 ms", sent_again_the_same),
    Check("on-every-frame", "6.8", "acknowledges on ACK, ORDER, HEARTBEAT", "taken", on_every_frame),
    Check("in-part", "6.9", "acknowledges the first of two", "the second comes", in_part),
    Check("never-sent", "6.10", "acknowledges what was not sent", "nothing is forgotten", never_sent),
    Check("unmarked", "6.11", "waits for the report that comes", "no key -1", mark_only_when_due),
    Check(
        "marked", "6.12", "names nothing of this boot", "key -1 until acknowledged", mark_until_acknowledged
    ),
    Check("window", "6.13", "has ten reports made", "8 come, and the next behind them", window),
)
