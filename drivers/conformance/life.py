"""Checks of reports, state, cards and silence: sections 6 to 9 of docs/link.md, and BOOT.

Which paragraph each one proves is in checks.py.
"""

import itertools

from drivers.conformance.bench import (
    DISCLOSE,
    SELF_LOCKED,
    SLACK,
    Bench,
    body,
    checked,
    is_permitted,
    need,
    number_in,
    permit,
    silent,
    wrapped,
)
from drivers.conformance.board import read
from drivers.conformance.hands import reset
from drivers.frame import BOOT, HEARTBEAT, REPORT

# ---- 6 reports, 7 state, 8 silence, 9 not on this link --------------------------------------------------


def fail_silent(bench: Bench) -> None:
    """Permit something and say nothing for 1 s: what the checks of reports have their report from."""
    permit(bench)
    bench.board.listen(1.0 + SLACK)


def one_report_more(bench: Bench) -> None:
    """As fail_silent; of a shoe that dispenses, which needs new cards for that, a disclosure again."""
    drawn = bench.board.state().get(3) if bench.has("dispenses") else 0
    if drawn:
        answer = bench.board.order(DISCLOSE, {1: drawn})
        need(answer.get(1) == 0, f"the disclosure of draw {drawn} was answered with {answer}")
    else:
        fail_silent(bench)


def locks_itself(bench: Bench) -> None:
    fail_silent(bench)
    need(not is_permitted(bench), "1 s of silence did not end what was permitted")


def says_silence(bench: Bench) -> None:
    permit(bench)
    seen = [one.frame for one in bench.board.listen(1.4) if one.frame.type == REPORT]
    told = [read(frame).get(1) for frame in seen if frame.message == SELF_LOCKED]
    need(bool(told) and told[0] == "silence", 'no report self-locked "silence" after 1 s of silence')


def not_too_soon(bench: Bench) -> None:
    permit(bench)
    bench.board.listen(0.7)
    need(is_permitted(bench), "0.7 s of silence ended what was permitted; 1 s may")


def resent(bench: Bench) -> None:
    fail_silent(bench)
    seen = [one for one in bench.board.reports(0.8) if one.frame.message == SELF_LOCKED]
    need(len(seen) >= 2, "a report that was not acknowledged was not sent again after 250 ms")
    need(len({one.frame.number for one in seen}) == 1, "a report sent again has another number")


def forgotten(bench: Bench) -> None:
    fail_silent(bench)
    seen = bench.board.reports(0.4)
    need(bool(seen), "no report came")
    bench.board.durable = seen[-1].frame.number
    bench.board.say(HEARTBEAT)
    bench.board.flush()
    need(not bench.board.reports(0.6), "a report was sent again after it was acknowledged")


def resumes(bench: Bench) -> None:
    fail_silent(bench)
    seen = bench.board.reports(0.4)
    need(bool(seen), "no report came")
    number = seen[-1].frame.number
    bench.board.greet(extra={3: number_in(bench.greeting.welcome, 1), 4: number})
    need(not bench.board.reports(0.5), f"HELLO named report {number} as durable, and it was sent again")


def kept_over_hello(bench: Bench) -> None:
    fail_silent(bench)
    seen = bench.board.reports(0.4)
    need(bool(seen), "no report came")
    bench.board.greet()
    again = {one.frame.number for one in bench.board.reports(0.5)}
    need(seen[-1].frame.number in again, "a report that was not acknowledged was lost with the session")


def gap(bench: Bench) -> None:
    """The ring of at least 64 is filled until it runs over."""
    limits = bench.greeting.identity.get(6)
    size = limits.get("ring", 64) if isinstance(limits, dict) else 64
    need(isinstance(size, int) and size >= 64, f"IDENTITY says a ring of {size!r}; 64 is the least")
    first = number_in(bench.greeting.welcome, 5)
    for _ in range(size + 1):
        one_report_more(bench)
    seen = bench.board.reports(0.6)
    need(bool(seen), "no report came")
    need(len({one.frame.number for one in seen}) <= 8, "more than the first 8 reports were sent")
    last = read(seen[-1].frame)
    need(-1 in last, "the ring ran over and no report says so in key -1")
    oldest = number_in(last, -1)
    kept = (number_in(bench.board.greet().welcome, 5) - oldest) % 65535
    need(kept >= 64 and oldest != first, f"{kept} reports were kept; 64 is the least")


def heartbeat(bench: Bench) -> None:
    board = bench.board
    board.acknowledge_all()
    times = [one.at for one in board.listen(1.5)]
    pauses = [two - one for one, two in itertools.pairwise(times)]
    need(bool(pauses) and max(pauses) <= 0.25 + SLACK, "it said nothing for longer than 250 ms")


def boots(bench: Bench) -> None:
    old = number_in(bench.greeting.welcome, 1)
    bench.do(reset())
    seen = bench.board.listen(bench.patience, lambda frame: frame.type == BOOT, alive=True)
    found = [one.frame for one in seen if one.frame.type == BOOT]
    need(bool(found), f"no BOOT within {bench.patience:.0f} s of the hands being asked for a reset")
    need(found[0].session == 0, f"BOOT carries session {found[0].session}")
    boot = number_in(read(found[0]), 1)
    need(boot not in (0, old), f"the boot id after the reset is {boot}, before it was {old}")


def no_update(bench: Bench) -> None:
    for kind in (12, 64, 127):
        board = bench.board
        silent(board, wrapped(checked(body(board.frame(kind, message=1)))), f"a frame of type {kind}")
    for message in (100, 200, 255):
        answer = bench.board.order(message, {1: b"\x7fELF"})
        need(answer.get(1) == 1, f"order {message}, which version 1 does not have, was accepted")
