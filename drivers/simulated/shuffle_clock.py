"""The clock of one shuffle: when it ends, and what goes wrong on the way.

Times are seconds of the device's clock, already divided by the simulation's speed. What a trouble does to
the job is in `shuffler_machine`.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

PLACES: Final = ("input", "path", "output")
"""Where cards are in the course of a shuffle."""

_WINDOWS: Final[Mapping[str, tuple[float, float]]] = {
    "": (0.0, 1.0),
    "input": (0.0, 0.3),
    "path": (0.3, 0.7),
    "output": (0.7, 1.0),
}
"""When they are there, in parts of a job's time."""


def moment_of(place: str, chance: float) -> float:
    """A part of the job's time at which the cards are at `place` ("": anywhere), by a chance of 0 to 1."""
    first, last = _WINDOWS[place]
    return first + (last - first) * chance


def place_at(part: float) -> str:
    """Where the cards are at that part, 0 to 1, of a job's time."""
    return next((place for place in PLACES if part < _WINDOWS[place][1]), PLACES[-1])


class Trouble(Struct, frozen=True):
    """Something that goes wrong at `due`: a fault of that kind and place."""

    due: float
    kind: str
    place: str


class ShuffleClock:
    """Runs from `now` for `seconds`. A jam stops it until it is cleared, or stays."""

    def __init__(self, now: float, seconds: float) -> None:
        self._began = now
        self._seconds = seconds
        self._troubles: list[Trouble] = []
        self._jam: Trouble | None = None
        self._gives_up = 0.0

    def plan(self, part: float, kind: str, place: str) -> None:
        """Let `kind` happen when that part of the time is over; at once, when it is over already."""
        self._troubles.append(Trouble(self._began + part * self._seconds, kind, place))
        self._troubles.sort(key=lambda trouble: trouble.due)

    def due(self) -> float:
        """When something happens next: a trouble, the last try at a jam, or the end."""
        if self._jam is not None:
            return self._gives_up
        end = self._began + self._seconds
        return min(end, self._troubles[0].due) if self._troubles else end

    def next(self) -> Trouble | None:
        """What has fallen due, handed out once: a trouble, or None at the end.

        A jam is handed out twice: when it is met, and after `retry` when the last try was in vain.
        """
        if self._jam is not None:
            jam, self._jam = self._jam, None
            return jam
        return self._troubles.pop(0) if self._troubles else None

    @property
    def jam(self) -> bool:
        """Whether a jam is being retried."""
        return self._jam is not None

    def retry(self, jam: Trouble, seconds: float) -> None:
        """The motors try at `jam` for so long; the clock stands meanwhile."""
        self._jam = jam
        self._gives_up = jam.due + seconds

    def clear(self, now: float) -> None:
        """Nothing goes wrong any more; where a jam stopped the clock, it goes on from there."""
        self._troubles.clear()
        if self._jam is not None:
            self._began += now - self._jam.due
            self._jam = None

    def unmet(self) -> list[Trouble]:
        """What has not come to its end: the jam that is being retried, and what was still to happen."""
        return ([] if self._jam is None else [self._jam]) + self._troubles
