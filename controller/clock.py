"""Monotonic and wall time, and a clock that tests wind by hand.

Whatever measures how long something took, or when something is due, asks `monotonic`. The wall
clock is told to people and written down beside entries; it may jump either way and orders nothing.
"""

import time
from datetime import datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the controller asks for the time."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment before the process began; never goes back."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970-01-01 00:00 UTC as the machine believes; may jump either way."""


class SystemClock:
    """The machine's own clocks."""

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return time.monotonic()

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`."""
        return time.time_ns() // 1_000_000


class HandWoundClock:
    """Stands still until it is told. For tests and rehearsals.

    `monotonic` begins at `start` seconds, the wall clock at `wall` milliseconds.
    """

    def __init__(self, start: float = 0.0, wall: int = 1_700_000_000_000) -> None:
        self._monotonic = start
        self._wall = float(wall)

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return self._monotonic

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`."""
        return int(self._wall)

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass on both clocks. Raises ValueError for a step back in time."""
        if seconds < 0:
            raise ValueError(
                f"a monotonic clock cannot go back {-seconds} s; use set_wall for the wall clock"
            )
        self._monotonic += seconds
        self._wall += seconds * 1000

    def set_wall(self, ms: int) -> None:
        """Set the wall clock alone, as a person or a time server would; `monotonic` does not move."""
        self._wall = float(ms)


class ShiftedClock:
    """Another clock, so much later: for rehearsals in which hours pass at once. wall: what its wall clock
    shows at first, in milliseconds; what the other one shows where it is left out."""

    def __init__(self, clock: Clock, wall: int | None = None) -> None:
        self._clock = clock
        self._later = 0.0
        self._wall = 0 if wall is None else wall - clock.wall_ms()

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return self._clock.monotonic() + self._later

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`."""
        return self._clock.wall_ms() + self._wall + int(self._later * 1000)

    def skip(self, seconds: float) -> None:
        """Let `seconds` pass at once on both clocks."""
        self._later += seconds


def gaming_day(wall_ms: int, start: int) -> str:
    """The gaming day at that wall time, as the date on which it began: "2026-11-29". start: minutes after
    midnight, local time, at which a gaming day begins."""
    moment = datetime.fromtimestamp(wall_ms / 1000) - timedelta(minutes=start)
    return moment.date().isoformat()
