"""How figures are printed: an aligned table for people, a document for machines. Measures nothing."""

import platform
import sys
from collections.abc import Iterator
from typing import Any, Final

from tests.bench.figures import Comparison, Figure, Section

_NAME: Final = 52
_HEADS: Final = f"{'':{_NAME}} {'min':>10} {'median':>10} {'max':>10}  {'unit':<9} {'× peer':>8}  design"


def as_text(section: Section) -> str:
    """One section as lines: each figure, below it its peers, and how many times the peer it takes."""
    lines = [section.title, _HEADS]
    for comparison in section.comparisons:
        lines += _rows(comparison)
    return "\n".join([*lines, *(f"  · {remark}" for remark in section.remarks), ""])


def _rows(comparison: Comparison) -> Iterator[str]:
    yield _row("  " + comparison.figure.name, comparison.figure, "", _design(comparison))
    for peer in comparison.peers:
        yield _row("      beside " + peer.name, peer, f"{comparison.figure.times(peer):,.2f}", "")


def _row(name: str, figure: Figure, times: str, design: str) -> str:
    least, middle, most = (_number(n) for n in (min(figure.samples), figure.median, max(figure.samples)))
    row = f"{name:{_NAME}} {least:>10} {middle:>10} {most:>10}  {figure.unit:<9} {times:>8}  {design}"
    return row.rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2f}"


def _design(comparison: Comparison) -> str:
    reached = comparison.reached
    if reached is None:
        return ""
    if comparison.most is not None:
        asked = f"at most {comparison.most:g} × peer"
    else:
        goal = comparison.figure.goal or 0.0
        asked = f"{'at least' if comparison.figure.is_rate else 'at most'} {_number(goal)}"
    return f"{asked}: {'reached' if reached else 'NOT reached'}"


def as_data(section: Section) -> dict[str, Any]:
    """One section for machines. Samples are in the unit named; times_peer is by the medians."""
    return {
        "title": section.title,
        "remarks": list(section.remarks),
        "figures": [
            {
                **_figure(one.figure),
                "goal": one.figure.goal,
                "most_times_peer": one.most,
                "reached": one.reached,
                "peers": [{**_figure(peer), "times_peer": one.figure.times(peer)} for peer in one.peers],
            }
            for one in section.comparisons
        ],
    }


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "unit": figure.unit,
        "min": min(figure.samples),
        "median": figure.median,
        "max": max(figure.samples),
        "samples": list(figure.samples),
    }


def about() -> dict[str, str]:
    """What was measured on: the interpreter and the kind of machine, no names."""
    return {
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
