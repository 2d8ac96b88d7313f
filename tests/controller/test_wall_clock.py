"""A wall clock that jumps: nothing is timed by it, the order of entries is kept, and the jump is on record.

A clock that stands behind the last entry at a start is in test_recovery.py.
"""

from typing import Any

import pytest

from controller.entries import decode_entry
from controller.table.commands import ClockFault, Reported
from tests.controller.pumping import INPUTS, PHASES, Watched
from tests.controller.walking import Walk, check_books, irregularities_of, rounds_of, undisturbed
from tests.controller.watched import WalkedBench, bench_of_a_day

# ---- the wall clock --------------------------------------------------------------------------------------


def timeline(bench: WalkedBench) -> list[tuple[Any, ...]]:
    """When what was ruled on, by the monotonic clock, but for the jumps of the wall clock themselves."""
    told = []
    for stored in bench.journal.entries():
        entry = decode_entry(stored.number, stored.body)
        if isinstance(entry.given.what, ClockFault):
            continue
        given = entry.given
        name = given.device if isinstance(given, Reported) else ""
        told.append((stored.mono_ms, name, type(given.what).__name__, entry.orders))
    return told


@pytest.mark.parametrize("jump_ms", [86_400_000, -86_400_000, -1_000])
@pytest.mark.parametrize("phase", PHASES)
def test_house_7_a_jump_of_the_wall_clock_moves_no_timer(phase: str, jump_ms: int) -> None:
    """It is recorded; the day goes on at the same moments and comes to the same result."""
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
    assert timeline(bench) == timeline(undisturbed())
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
    assert watched.pump.rulings == 0


def test_a_jump_is_told_once() -> None:
    watched = Watched(at_once=True)
    watched.take_all(INPUTS[:1])
    watched.clock.set_wall(watched.clock.wall_ms() - 3_600_000)
    for _ in range(3):
        watched.pump.tick()
    assert [type(given.what) for _, given, _ in watched.shown[1:] if given is not None] == [ClockFault]
