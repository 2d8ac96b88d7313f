"""The traceability matrix: each clause with what is done about it, and where code and tests say so.

It joins the clause lists (clauses.py) with the citations in the source (scan.py), and finds what is
wrong in either. How it looks on paper is report.py's affair.

Who covers whom. A citation counts for the clause that it names, and for no other: a paragraph is not
fulfilled because its heading is cited, nor the other way round. Where the same code and tests really
fulfil several clauses, the list says so with `with`: these clauses count the citations of the clause named
there beside their own. A topic counts in each list that has it.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.regulation.clauses import TOPIC, Clause, ClauseList, load_all
from controller.regulation.scan import Citation, Place, scan

MUST_BE_SHOWN: Final = frozenset(("enforced", "detected"))
"""Statuses that promise something of the software itself: code and a test have to say where."""


class MatrixRow(Struct, frozen=True):
    """One clause, and the places that cite it (or the clause that covers it)."""

    clause: Clause
    code: tuple[Place, ...]
    tests: tuple[Place, ...]


class Chapter(Struct, frozen=True):
    """One list's rows, in the list's order."""

    clauses: ClauseList
    rows: tuple[MatrixRow, ...]


class Matrix(Struct, frozen=True):
    """All chapters, and the citations that no list knows."""

    chapters: tuple[Chapter, ...]
    unknown: tuple[Citation, ...]

    def rows(self) -> Iterator[MatrixRow]:
        """The rows of all chapters."""
        for chapter in self.chapters:
            yield from chapter.rows


def trace(root: Path, lists_in: Path | None = None, on: date | None = None) -> Matrix:
    """The matrix of the source tree at `root`, by the lists of root/config/regulation or another folder. on:
    the day whose editions count, the latest where it is left out.

    Raises ClauseListError or ScanError.
    """
    return build(load_all(lists_in or root / "config" / "regulation", on), root)


def build(lists: tuple[ClauseList, ...], root: Path) -> Matrix:
    """The matrix of these lists and the source tree at `root`. Raises ScanError."""
    found = scan(root, frozenset().union(*(clauses.numbers() for clauses in lists)))
    meanings = _meanings(lists)
    code, tests = _by_number(found.code, meanings), _by_number(found.tests, meanings)
    return Matrix(
        chapters=tuple(
            Chapter(clauses, tuple(_row(clause, code, tests) for clause in clauses.clauses))
            for clauses in lists
        ),
        unknown=tuple(one for one in (*found.code, *found.tests) if one.cited not in meanings),
    )


def _meanings(lists: tuple[ClauseList, ...]) -> dict[str, tuple[str, ...]]:
    """Citation → the clauses that it counts for: a number itself, a topic one in each list that has it."""
    meanings: dict[str, tuple[str, ...]] = {}
    for clauses in lists:
        for number in clauses.numbers():
            meanings[number] = (number,)
        for word, number in clauses.topics.items():
            meanings[TOPIC + word] = (*meanings.get(TOPIC + word, ()), number)
    return meanings


def _by_number(
    found: tuple[Citation, ...], meanings: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[Place, ...]]:
    places: dict[str, dict[Place, None]] = {}
    for citation in found:
        for number in meanings.get(citation.cited, ()):
            places.setdefault(number, {})[citation.place] = None
    return {number: tuple(there) for number, there in places.items()}


def _row(
    clause: Clause, code: Mapping[str, tuple[Place, ...]], tests: Mapping[str, tuple[Place, ...]]
) -> MatrixRow:
    return MatrixRow(clause, _places(clause, code), _places(clause, tests))


def _places(clause: Clause, places: Mapping[str, tuple[Place, ...]]) -> tuple[Place, ...]:
    own, covering = places.get(clause.number, ()), places.get(clause.covered_by, ())
    return tuple(dict.fromkeys((*own, *covering)))


def faults(matrix: Matrix) -> list[str]:
    """What is wrong, a line each, naming place or clause and the remedy; an empty list when nothing is.

    A citation that no list knows; an enforced or detected clause that no code, or no test, cites. A clause
    that another one covers is not named beside that one.
    """
    lines = [
        f'{citation.place}: cites "{citation.cited}", which no list has; correct it, or list it'
        for citation in matrix.unknown
    ]
    shown = {row.clause.number for row in matrix.rows() if row.clause.status in MUST_BE_SHOWN}
    for row in matrix.rows():
        if row.clause.number in shown and row.clause.covered_by not in shown:
            lines += _missing(row)
    return lines


def _missing(row: MatrixRow) -> Iterator[str]:
    for places, kind in ((row.code, "code"), (row.tests, "test")):
        if not places:
            cited = row.clause.number
            if row.clause.covered_by:
                cited += f" or {row.clause.covered_by}"
            yield (
                f"{row.clause.number} is {row.clause.status}, but no {kind} cites {cited}"
                f' ("{row.clause.says}"); cite it where it is done, or change its status'
            )
