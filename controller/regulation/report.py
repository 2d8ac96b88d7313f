"""The matrix on paper: plain rows for a table on screen, text, Markdown and JSON.

Nothing is decided here; matrix.py has what is shown.
"""

from collections import Counter
from typing import Any, Final

import msgspec

from controller.regulation.clauses import STATUSES
from controller.regulation.matrix import Chapter, Matrix, MatrixRow
from controller.regulation.scan import Place

COLUMNS: Final = ("clause", "what it says", "status", "why", "code", "tests")


def cells(row: MatrixRow) -> tuple[str, ...]:
    """One row as texts, in the order of COLUMNS; places are a line each."""
    clause = row.clause
    why = f"{clause.why} (with {clause.covered_by})" if clause.covered_by else clause.why
    return (clause.number, clause.says, clause.status, why, _lines(row.code), _lines(row.tests))


def _lines(places: tuple[Place, ...]) -> str:
    return "\n".join(str(place) for place in places)


def heading(chapter: Chapter) -> str:
    """A chapter's name, edition and how many of its clauses have which status, in one line."""
    count = Counter(row.clause.status for row in chapter.rows)
    statuses = ", ".join(f"{count[status]} {status}" for status in STATUSES if count[status])
    edition = chapter.clauses.edition
    return f"{chapter.clauses.chapter} {chapter.clauses.game}: {edition.name} ({edition.source}); {statuses}"


def as_text(matrix: Matrix) -> str:
    """For a terminal without tables: a paragraph a clause."""
    parts: list[str] = []
    for chapter in matrix.chapters:
        parts.append(heading(chapter))
        parts += [_paragraph(row) for row in chapter.rows]
    return "\n\n".join(parts) + "\n"


def _paragraph(row: MatrixRow) -> str:
    number, says, status, why, *_ = cells(row)
    lines = [f"{number}  {status}", f"    {says}", f"    {why}"]
    lines += [f"    code  {place}" for place in row.code]
    lines += [f"    test  {place}" for place in row.tests]
    return "\n".join(lines)


def as_markdown(matrix: Matrix) -> str:
    """For docs: a section and a table a chapter."""
    lines = ["# Which clause is fulfilled where"]
    for chapter in matrix.chapters:
        lines += ["", f"## {heading(chapter)}", "", _markdown_row(COLUMNS), "| --- " * len(COLUMNS) + "|"]
        lines += [_markdown_row(cells(row)) for row in chapter.rows]
    return "\n".join(lines) + "\n"


def _markdown_row(texts: tuple[str, ...]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|").replace("\n", "<br>") for text in texts) + " |"


def as_json(matrix: Matrix) -> str:
    """For programs: chapters with their edition, clauses and places, and what is cited but unknown."""
    document = {
        "chapters": [_chapter(chapter) for chapter in matrix.chapters],
        "unknown": [{"cited": one.cited, **_place(one.place)} for one in matrix.unknown],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _chapter(chapter: Chapter) -> dict[str, Any]:
    edition = chapter.clauses.edition
    return {
        "chapter": chapter.clauses.chapter,
        "game": chapter.clauses.game,
        "edition": {"name": edition.name, "from": edition.effective.isoformat(), "source": edition.source},
        "topics": chapter.clauses.topics,
        "clauses": [_clause(row) for row in chapter.rows],
    }


def _clause(row: MatrixRow) -> dict[str, Any]:
    clause = row.clause
    return {
        "number": clause.number,
        "says": clause.says,
        "status": clause.status,
        "why": clause.why,
        "with": clause.covered_by or None,
        "code": [_place(place) for place in row.code],
        "tests": [_place(place) for place in row.tests],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "name": place.name}
