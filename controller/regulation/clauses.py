"""The clause lists: what a chapter says, in our words, and what is done about it, as frozen Structs.

A list is a TOML file in config/regulation, one an edition of a chapter and one (house.toml) for what no
chapter says; 672a.toml explains the form at its head. Here they are read, checked and asked what a citation
means. Which code and which tests cite them is the matrix's affair (scan.py, matrix.py).

A citation is a clause number or a topic: "672a.7(g)(1)", "house.3", "topic:insurance-limit". Code
that all games share cites topics; each chapter says which of its clauses a topic is, and what a
chapter does not have is looked up in the house list.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

STATUSES: Final = ("enforced", "detected", "prompted", "recorded", "not-ours", "to-come")
HOUSE: Final = "house"
TOPIC: Final = "topic:"
NUMBER: Final = re.compile(r"\d{3}[a-z]\.\d+(\(([a-z0-9-]+|[A-Z])\))*|house\.\d+")
"""A clause number, whole: "672a.7(g)(1)", "672a.1(hole-card)", "633a.7(o)(1)(ii)(A)", "house.3"."""
CITATION: Final = re.compile(rf"({NUMBER.pattern})|topic:[a-z0-9-]+")
_TOPIC_WORD: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ClauseListError(Exception):
    """A clause list cannot be used; the message names file, key, value and remedy."""


class UnknownCitation(Exception):
    """A citation that no list resolves; the message names it and the lists that were asked."""


class Clause(Struct, frozen=True):
    """One clause. `says`: its content in our words. `status`: one of STATUSES, `why` its reason.
    `covered_by` ("with" in the file): the clause whose code and tests fulfil this one too, or ""."""

    number: str
    says: str
    status: str
    why: str
    covered_by: str = ""


class Edition(Struct, frozen=True):
    """Which text the list follows: its name, the day from which it counts, where it was published."""

    name: str
    effective: date
    source: str


class ClauseList(Struct, frozen=True):
    """One chapter's clauses in the chapter's order, and its topics as word → clause number."""

    chapter: str
    game: str
    edition: Edition
    clauses: tuple[Clause, ...]
    topics: dict[str, str]

    def numbers(self) -> frozenset[str]:
        """The numbers of all its clauses."""
        return frozenset(clause.number for clause in self.clauses)


def citations(chapter: ClauseList, house: ClauseList) -> dict[str, str]:
    """Everything that may be cited at a table of this chapter → the clause number that it means.

    Numbers mean themselves; a topic is the chapter's clause, else the house's. It is a plain dict, so
    that startup can hand it to the table, which knows nothing of lists.
    """
    meaning = {number: number for number in chapter.numbers() | house.numbers()}
    for topics in (house.topics, chapter.topics):
        meaning.update((TOPIC + word, number) for word, number in topics.items())
    return meaning


def resolve(citation: str, chapter: ClauseList, house: ClauseList) -> str:
    """The clause number that a citation means: "topic:insurance-limit" → "672a.8(b)".

    Raises UnknownCitation for a number or topic that neither list has.
    """
    for clauses in (chapter, house):
        number = clauses.topics.get(citation.removeprefix(TOPIC)) if citation.startswith(TOPIC) else citation
        if number is not None and number in clauses.numbers():
            return number
    raise UnknownCitation(f'"{citation}" is in neither the {chapter.chapter} nor the {house.chapter} list')


# ---- reading ------------------------------------------------------------------------------------


def load(path: Path) -> ClauseList:
    """Reads and checks one list. Raises ClauseListError with file, key, value and remedy."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ClauseListError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClauseListError(f"{path}: is no TOML: {error}") from error
    return _clause_list(_Reader(path), data)


def load_all(folder: Path, on: date | None = None) -> tuple[ClauseList, ...]:
    """One list a chapter: the edition that counted on that day, or the latest that is there; chapters in
    order and the house list last. A chapter that had no edition yet on that day is left out.

    Raises ClauseListError also when the house list is missing, or two files are of one chapter and one day.
    """
    lists = load_editions(folder)
    chosen: dict[str, ClauseList] = {}
    for clauses in lists:  # the earlier edition comes first, and the later one takes its place
        if on is None or clauses.chapter == HOUSE or clauses.edition.effective <= on:
            chosen[clauses.chapter] = clauses
    return tuple(sorted(chosen.values(), key=lambda clauses: (clauses.chapter == HOUSE, clauses.chapter)))


def load_editions(folder: Path) -> tuple[ClauseList, ...]:
    """Every list of a folder, a chapter's editions from the earliest to the latest. ClauseListError as
    load_all."""
    lists = sorted(
        (load(path) for path in sorted(folder.glob("*.toml"))),
        key=lambda clauses: (clauses.chapter, clauses.edition.effective),
    )
    for one, other in pairwise(lists):
        if (one.chapter, one.edition.effective) == (other.chapter, other.edition.effective):
            raise ClauseListError(
                f'{folder}: chapter = "{one.chapter}" from {one.edition.effective} stands in two files; '
                "keep one of them, or give the other edition its own date"
            )
    if all(clauses.chapter != HOUSE for clauses in lists):
        raise ClauseListError(f'{folder}: there is no list with chapter = "{HOUSE}"; add house.toml')
    return tuple(lists)


class _Reader:
    """Takes typed values out of one file's tables; its errors name the file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def error(self, key: str, value: object, remedy: str) -> ClauseListError:
        return ClauseListError(f"{self.path}: {key} = {value!r}: {remedy}")

    def text(self, table: Mapping[str, Any], where: str, key: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"{where}{key}", value, "give it a text that is not empty")
        return value

    def only(self, table: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        for key, value in table.items():
            if key not in known:
                raise self.error(f"{where}{key}", value, f"unknown key; known are {', '.join(known)}")

    def table(self, data: Mapping[str, Any], key: str) -> dict[str, Any]:
        value = data.get(key)
        if not isinstance(value, dict):
            raise self.error(key, value, f"add a table [{key}]")
        return value


def _clause_list(read: _Reader, data: dict[str, Any]) -> ClauseList:
    read.only(data, "", ("chapter", "game", "edition", "topics", "clause"))
    chapter = read.text(data, "", "chapter")
    clauses = _clauses(read, data.get("clause"), chapter)
    numbers = frozenset(clause.number for clause in clauses)
    return ClauseList(
        chapter=chapter,
        game=read.text(data, "", "game"),
        edition=_edition(read, read.table(data, "edition")),
        clauses=clauses,
        topics=_topics(read, read.table(data, "topics"), numbers),
    )


def _edition(read: _Reader, table: dict[str, Any]) -> Edition:
    read.only(table, "edition.", ("name", "from", "source"))
    effective = table.get("from")
    if type(effective) is not date:
        raise read.error("edition.from", effective, "give a date, such as 2015-08-01, without quotes")
    return Edition(read.text(table, "edition.", "name"), effective, read.text(table, "edition.", "source"))


def _clauses(read: _Reader, tables: object, chapter: str) -> tuple[Clause, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise read.error("clause", tables, "list the clauses as [[clause]] tables")
    clauses: dict[str, Clause] = {}
    for place, table in enumerate(tables, start=1):
        clause = _clause(read, table, chapter, place)
        if clause.number in clauses:
            raise read.error("number", clause.number, "is listed twice; remove or renumber one of them")
        clauses[clause.number] = clause
    for clause in clauses.values():
        _check_cover(read, clause, clauses)
    return tuple(clauses.values())


def _clause(read: _Reader, table: dict[str, Any], chapter: str, place: int) -> Clause:
    number = read.text(table, f"clause no. {place}: ", "number")
    where = f"{number}: "
    read.only(table, where, ("number", "says", "status", "why", "with"))
    if not NUMBER.fullmatch(number) or not number.startswith(chapter + "."):
        raise read.error("number", number, f'write it as "{chapter}.7" and paragraphs such as "(g)(1)"')
    status = read.text(table, where, "status")
    if status not in STATUSES:
        raise read.error(f"{where}status", status, f"must be one of {', '.join(STATUSES)}")
    covered_by = read.text(table, where, "with") if "with" in table else ""
    return Clause(number, read.text(table, where, "says"), status, read.text(table, where, "why"), covered_by)


def _check_cover(read: _Reader, clause: Clause, clauses: Mapping[str, Clause]) -> None:
    """`with` leads to another listed clause in one step, so that nobody follows a chain."""
    if not clause.covered_by:
        return
    cover = clauses.get(clause.covered_by)
    if cover is None:
        raise read.error(f"{clause.number}: with", clause.covered_by, "names no clause of this list")
    if cover.covered_by or cover is clause:
        raise read.error(
            f"{clause.number}: with", clause.covered_by, "must name another clause that has no `with` itself"
        )


def _topics(read: _Reader, table: dict[str, Any], numbers: frozenset[str]) -> dict[str, str]:
    for word, number in table.items():
        if not _TOPIC_WORD.fullmatch(word):
            raise read.error(f"topics.{word}", number, "a topic is words in small letters with hyphens")
        if not isinstance(number, str) or number not in numbers:
            raise read.error(f"topics.{word}", number, "names no clause of this list; list it or correct it")
    return dict(table)
