"""The lists and the source of this very repository agree: what continuous integration stands on."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from controller.regulation.clauses import load_all
from controller.regulation.matrix import faults, trace
from controller.regulation.scan import CODE, TESTS

ROOT = Path(__file__).parents[3]
LISTS = ROOT / "config" / "regulation"
LAST: Final = {
    "633a": (
        "(h)",
        "(e)(3)",
        "(f)",
        "(h)",
        "(f)",
        "(t)",
        "(e)",
        "(b)",
        "(c)",
        "(d)",
        "(b)(9)",
        "(m)",
        "(m)",
    ),
    "671a": (
        "(d)",
        "(c)(2)",
        "(e)",
        "(g)",
        "(d)(8)",
        "(e)",
        "(c)",
        "(b)",
        "(b)",
        "(h)(2)",
        "(d)",
        "(g)",
    ),
    "672a": ("(e)(2)", "(d)(3)", "(e)", "(h)", "(f)", "(t)", "(e)", "(d)", "(d)", "(c)", "(l)"),
}
"""The last clause of each section of a chapter, from section 2 on. Section 1 has the definitions."""
SECTIONS: Final = [
    (chapter, section, last) for chapter, all_ in LAST.items() for section, last in enumerate(all_, 2)
]
NUMERALS: Final = (
    "i",
    "ii",
    "iii",
    "iv",
    "v",
    "vi",
    "vii",
    "viii",
    "ix",
    "x",
    "xi",
    "xii",
    "xiii",
    "xiv",
    "xv",
)
SERIES: Final = (
    tuple("abcdefghijklmnopqrstuvwxyz"),
    tuple(str(number) for number in range(1, 30)),
    NUMERALS,
    tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)
"""How paragraphs are counted, from the outermost to the innermost."""


def test_the_root_is_the_one_meant() -> None:
    assert all((ROOT / folder).is_dir() for folder in (*CODE, *TESTS))


def test_each_citation_exists_and_each_promise_has_code_and_test() -> None:
    lines = faults(trace(ROOT))
    assert not lines, "\n".join(["", *lines])


def listed(chapter: str, section: int) -> list[str]:
    """The numbers of that section, in the list's order, without what all of them begin with."""
    found = next(clauses for clauses in load_all(LISTS) if clauses.chapter == chapter)
    prefix = f"{chapter}.{section}("
    return [one.number[len(prefix) - 1 :] for one in found.clauses if one.number.startswith(prefix)]


def follows(one: str, other: str) -> bool:
    """Whether `other` is the clause behind `one`: its first paragraph, or the next one of an outer count."""
    was, now = re.findall(r"\((\w+)\)", one), re.findall(r"\((\w+)\)", other)
    deeper = [*was, SERIES[len(was)][0]] if len(was) < len(SERIES) else []
    return now == deeper or any(now == _next_at(was, depth) for depth in range(len(was)))


def _next_at(was: list[str], depth: int) -> list[str]:
    return [*was[:depth], SERIES[depth][SERIES[depth].index(was[depth]) + 1]]


@pytest.mark.parametrize(("chapter", "section", "last"), SECTIONS)
def test_each_section_is_listed_in_order_to_its_end(chapter: str, section: int, last: str) -> None:
    numbers = listed(chapter, section)
    assert (numbers[0], numbers[-1]) == ("(a)", last)
    gaps = [pair for pair in pairwise(numbers) if not follows(*pair)]
    assert gaps == [], "between these, clauses are missing or out of order"


@pytest.mark.parametrize("chapter", LAST)
def test_no_section_is_listed_beyond_the_last(chapter: str) -> None:
    clauses = next(one for one in load_all(LISTS) if one.chapter == chapter)
    sections = {int(clause.number.partition(".")[2].partition("(")[0]) for clause in clauses.clauses}
    assert sections == set(range(1, len(LAST[chapter]) + 2))


@pytest.mark.parametrize(
    ("one", "other", "good"),
    [
        ("(a)", "(b)", True),
        ("(a)", "(a)(1)", True),
        ("(o)(1)(ii)(C)", "(o)(2)", True),
        ("(o)(1)(ii)", "(o)(1)(ii)(A)", True),
        ("(h)", "(i)", True),
        ("(a)", "(c)", False),
        ("(a)", "(a)(2)", False),
        ("(b)(3)", "(d)", False),
        ("(b)(3)", "(b)(3)", False),
        ("(b)(3)", "(b)(2)", False),
    ],
)
def test_a_gap_in_the_numbers_would_be_found(one: str, other: str, good: bool) -> None:
    assert follows(one, other) is good
