"""The clocks: the machine's, and the one that tests wind."""

import time

import pytest

from controller.clock import Clock, HandWoundClock, SystemClock


def test_the_systems_clock_is_the_machines() -> None:
    clock: Clock = SystemClock()
    before, wall_before = time.monotonic(), time.time_ns() // 1_000_000
    assert before <= clock.monotonic() <= time.monotonic()
    assert wall_before <= clock.wall_ms() <= time.time_ns() // 1_000_000


def test_a_hand_wound_clock_stands_still() -> None:
    clock: Clock = HandWoundClock(start=5.0, wall=1000)
    assert (clock.monotonic(), clock.monotonic(), clock.wall_ms()) == (5.0, 5.0, 1000)


def test_advance_moves_both() -> None:
    clock = HandWoundClock(start=0.0, wall=1000)
    clock.advance(0.25)
    clock.advance(0.0005)
    clock.advance(0.0005)
    assert clock.monotonic() == pytest.approx(0.251)
    assert clock.wall_ms() == 1251


def test_the_wall_clock_jumps_alone() -> None:
    clock = HandWoundClock(start=7.0, wall=1000)
    for wall in (86_400_000, 0, 999):
        clock.set_wall(wall)
        assert (clock.monotonic(), clock.wall_ms()) == (7.0, wall)


def test_monotonic_never_goes_back() -> None:
    clock = HandWoundClock()
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-1)
    assert clock.monotonic() == 0.0
