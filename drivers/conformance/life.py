"""Checks of reports, state, cards and silence: sections 6 to 9 of docs/link.md, and BOOT.

Which paragraph each one proves is in checks.py.
"""

import itertools

from drivers.conformance.bench import (
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
from drivers.frame import BOOT, REPORT

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
