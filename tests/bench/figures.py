"""A figure: what was measured, over some repetitions, and the peers that it stands beside.

What lives here: samples, their summary, and the one way in which two figures are compared. What does
not: how anything is measured, and how it is printed (report.py).
"""

from collections.abc import Callable, Sequence
from math import ceil
from statistics import median
from typing import Final

from msgspec import Struct

RATES: Final = frozenset(("rounds/s", "entries/s"))
"""Units of which more is better. Of every other unit less is."""


class Figure(Struct, frozen=True):
    """One value a repetition, in `unit`. goal: what the design asks for, in the same unit, or None."""

    name: str
    unit: str
    samples: tuple[float, ...]
    goal: float | None = None

    @property
    def median(self) -> float:
        """The middle one of the samples."""
        return median(self.samples)

    @property
    def is_rate(self) -> bool:
        """True where more is better."""
        return self.unit in RATES

    @property
    def reached(self) -> bool | None:
        """Whether the median reaches the goal; None where there is none."""
        if self.goal is None:
            return None
        return self.median >= self.goal if self.is_rate else self.median <= self.goal

    def times(self, peer: "Figure") -> float:
        """How many times as much this takes as `peer` does: 1 is equal, 2 is half as fast or twice the
        time or memory. By the medians."""
        return peer.median / self.median if self.is_rate else self.median / peer.median


class Comparison(Struct, frozen=True):
    """A figure and its peers, all of one unit. most: how many times the first peer it may take by the
    design, or None."""

    figure: Figure
    peers: tuple[Figure, ...] = ()
    most: float | None = None

    @property
    def reached(self) -> bool | None:
        """Whether what the design asks for is reached; None where it asks nothing."""
        if self.most is not None and self.peers:
            return self.figure.times(self.peers[0]) <= self.most
        return self.figure.reached


class Section(Struct, frozen=True):
    """What is printed under one heading. remarks: how it was counted, as this run found it."""

    title: str
    comparisons: tuple[Comparison, ...]
    remarks: tuple[str, ...] = ()


def alternately(
    repetitions: int, *measures: Callable[[], Sequence[float]]
) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """Measure all in turn, so often, after one turn that does not count. A machine that slows down or
    speeds up meanwhile then does so for all of them.

    Each measure gives one value or several. The answer has, for each measure, the samples of each of
    its values.
    """
    for measure in measures:
        measure()
    turns = [[tuple(measure()) for measure in measures] for _ in range(repetitions)]
    return tuple(tuple(zip(*(turn[which] for turn in turns), strict=True)) for which in range(len(measures)))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of `values` that at least `percent` in a hundred of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]
