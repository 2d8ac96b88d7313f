"""Checks of reports, state, cards and silence: sections 6 to 9 of docs/link.md, and BOOT.

Which paragraph each one proves is in checks.py.
"""

import itertools

from drivers.conformance.bench import (
    DISCLOSE,
    DISCLOSED,
    DRAWN,
    HAND,
    SELF_LOCKED,
    SLACK,
    Bench,
    body,
    checked,
    is_permitted,
    need,
    number_in,
    permit,
    probe_of,
    silent,
    wrapped,
)
from drivers.conformance.board import ANSWER, read
from drivers.frame import BOOT, HEARTBEAT, REPORT, Frame
from drivers.payload import Payload, dump

# ---- 6 reports, 7 state, 8 silence, 9 not on this link --------------------------------------------------


def fail_silent(bench: Bench) -> None:
    """Permit something and say nothing for 1 s: what the checks of reports have their report from."""
    permit(bench)
    bench.board.listen(1.0 + SLACK)


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
        fail_silent(bench)
    seen = bench.board.reports(0.6)
    need(bool(seen), "no report came")
    need(len({one.frame.number for one in seen}) <= 8, "more than the first 8 reports were sent")
    last = read(seen[-1].frame)
    need(-1 in last, "the ring ran over and no report says so in key -1")
    oldest = number_in(last, -1)
    kept = (number_in(bench.board.greet().welcome, 5) - oldest) % 65535
    need(kept >= 64 and oldest != first, f"{kept} reports were kept; 64 is the least")


def state_form(bench: Bench) -> None:
    board = bench.board
    board.order(250)
    before = board.last
    told = board.state()
    need(told.get(9) == before, f"key 9 names {told.get(9)}, the order before was {before}")
    need(told.get(10) == 1, "key 10 does not say that the order before was refused")
    need(isinstance(told.get(11), list) and isinstance(told.get(12), int), f"`state` says {told}")


def heartbeat(bench: Bench) -> None:
    board = bench.board
    board.acknowledge_all()
    times = [one.at for one in board.listen(1.5)]
    pauses = [two - one for one, two in itertools.pairwise(times)]
    need(bool(pauses) and max(pauses) <= 0.25 + SLACK, "it said nothing for longer than 250 ms")


def permission_ends(bench: Bench) -> None:
    permit(bench)
    need(is_permitted(bench), "what was permitted does not show in `state`")
    answer = bench.board.order(probe_of(bench).lock)
    need(answer.get(1) == 0 and not is_permitted(bench), "the restrictive order did not end the permission")


def other_way(bench: Bench) -> None:
    words = bench.greeting.identity.get(5)
    dispenses = isinstance(words, list) and "dispenses" in words
    permit_one: Payload = {1: 1, 2: "d"}
    dispense_one: Payload = {1: 1, 2: 1, 3: 1, 4: "d"}
    message, payload = (16, permit_one) if dispenses else (19, dispense_one)
    answer = bench.board.order(message, dump(payload))
    need(answer.get(1) == 1 and answer.get(2) == "unsupported", f"order {message} was answered with {answer}")


def boots(bench: Bench) -> None:
    old = number_in(bench.greeting.welcome, 1)
    bench.ask("reset the board (its reset button, or the power of the board but not of its cable)")
    seen = bench.board.listen(HAND, lambda frame: frame.type == BOOT, alive=True)
    found = [one.frame for one in seen if one.frame.type == BOOT]
    need(bool(found), f"no BOOT within {HAND:.0f} s of the operator being asked to reset the board")
    need(found[0].session == 0, f"BOOT carries session {found[0].session}")
    boot = number_in(read(found[0]), 1)
    need(boot not in (0, old), f"the boot id after the reset is {boot}, before it was {old}")


def drawn(bench: Bench) -> Payload:
    """Permit one draw face down, and have it drawn: the report."""
    permit(bench)
    bench.ask("draw one card that lies face down, and no more")

    def is_drawn(frame: Frame) -> bool:
        return frame.type == REPORT and frame.message == DRAWN

    seen = bench.board.listen(HAND, is_drawn, alive=True)
    found = [one.frame for one in seen if is_drawn(one.frame)]
    need(bool(found), f"no report of a draw within {HAND:.0f} s of the operator being asked for one")
    return read(found[0])


def sealed(bench: Bench) -> None:
    told = drawn(bench)
    # The value itself goes nowhere, not into the reason either.
    need(told.get(2) in (0, 1), "a draw that was permitted face down was told with a face")


def disclosed(bench: Bench) -> None:
    draw = number_in(drawn(bench), 1)
    need(bench.board.order(DISCLOSE, {1: draw}).get(1) == 0, "a disclosure was refused")
    seen = bench.board.listen(ANSWER, alive=True)
    told = [read(one.frame) for one in seen if one.frame.type == REPORT and one.frame.message == DISCLOSED]
    need(bool(told), "a disclosure that was accepted brought no report `disclosed`")
    need(told[0].get(1) == draw and told[0].get(2) != 1, "it names another draw, or is sealed still")


def no_update(bench: Bench) -> None:
    for kind in (12, 64, 127):
        board = bench.board
        silent(board, wrapped(checked(body(board.frame(kind, message=1)))), f"a frame of type {kind}")
    for message in (100, 200, 255):
        answer = bench.board.order(message, {1: b"\x7fELF"})
        need(answer.get(1) == 1, f"order {message}, which version 1 does not have, was accepted")
