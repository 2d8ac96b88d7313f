"""A wall clock that jumps: nothing is timed by it, the order of entries is kept, and the jump is on record.

A clock that stands behind the last entry at a start is in test_recovery.py.
"""

from typing import Any

import pytest

from controller.entries import decode_entry
from controller.table.commands import ClockFault, InspectReader, Reported, TimePassed
from tests.controller.pumping import INPUTS, PHASES, Watched
from tests.controller.walking import Walk, check_books, irregularities_of, rounds_of, undisturbed
from tests.controller.watched import WalkedBench, bench_of_a_day

# ---- the wall clock --------------------------------------------------------------------------------------


def timeline(bench: WalkedBench) -> list[tuple[Any, ...]]:
    """When what was ruled on, by the monotonic clock, but for the jumps of the wall clock themselves, and
    for what a new gaming day asks for."""
    told = []
    for stored in bench.journal.entries():
        entry = decode_entry(stored.number, stored.body)
        if isinstance(entry.given.what, ClockFault | TimePassed | InspectReader):
            continue
        given = entry.given
        name = given.device if isinstance(given, Reported) else ""
        told.append((stored.mono_ms, name, type(given.what).__name__, entry.orders))
    return told


@pytest.mark.parametrize("jump_ms", [86_400_000, -86_400_000, -1_000])
@pytest.mark.parametrize("phase", PHASES)
def test_house_7_a_jump_of_the_wall_clock_moves_no_timer(phase: str, jump_ms: int) -> None:
    """It is recorded; the day goes on at the same moments and comes to the same result. Only the gaming day
    goes by the wall clock, and asks for another inspection of the reader."""
    jumped: list[str] = []

    def jump(bench: WalkedBench, _: int) -> None:
        if not jumped and bench.pump.table.phase == phase:
            jumped.append(phase)
            bench.soon.append(lambda: wind(bench))

    def wind(bench: WalkedBench) -> None:
        bench.clock.set_wall(bench.clock.wall_ms() + jump_ms)
        bench.pump.tick()

    bench = bench_of_a_day(on_ruling=jump)
    Walk(bench).walk()
    faults = [entry.given.what for entry in bench.entries() if isinstance(entry.given.what, ClockFault)]
    (fault,) = faults
    assert abs(fault.jump_ms - jump_ms) <= 1, "the two clocks are read in whole milliseconds"
    assert rounds_of(bench) == rounds_of(undisturbed())
    if phase != "NoMoreBets" or abs(jump_ms) < 3_600_000:
        # With a new gaming day the wagers are opened again until the reader is inspected.
        assert timeline(bench) == timeline(undisturbed())
    times = [entry.given.what for entry in bench.entries() if isinstance(entry.given.what, TimePassed)]
    assert [one.day for one in times] == list(dict.fromkeys(one.day for one in times)), "told once each"
    assert len(times) == (1 if abs(jump_ms) < 3_600_000 else 2)
    assert all(one.ms <= 2_000 for one in times), "what is timed goes by the monotonic clock"
    check_books(bench)
    numbers = [stored.number for stored in bench.journal.entries()]
    assert numbers == list(range(1, len(numbers) + 1))
    if phase in ("Dealing", "Insurance", "Peeking", "PlayerDecisions", "DealerPlay"):
        assert "clock-fault" in {kind for kind, _ in irregularities_of(bench)}


def test_two_clocks_that_run_alike_are_no_fault() -> None:
    watched = Watched(at_once=True)
    for _ in range(1000):
        watched.clock.advance(86.4)
        watched.pump.tick()
    told = [type(given.what) for _, given, _ in watched.shown if given is not None]
    assert set(told) == {TimePassed}, "a gaming day begins"
    assert len(told) == 2


def test_a_jump_is_told_once() -> None:
    watched = Watched(at_once=True)
    watched.take_all(INPUTS[:1])
    watched.clock.set_wall(watched.clock.wall_ms() - 3_600_000)
    for _ in range(3):
        watched.pump.tick()
    told = [type(given.what) for _, given, _ in watched.shown[1:] if given is not None]
    assert told == [ClockFault, TimePassed], "and the gaming day, of which it had not heard yet"
