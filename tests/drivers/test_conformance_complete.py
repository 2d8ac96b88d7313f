"""Every numbered paragraph of docs/link.md has a check and a mutant, or says why it cannot be seen."""

import re
from collections import Counter
from pathlib import Path

from drivers.conformance.checks import CHECKS
from drivers.conformance.paragraphs import in_document, paragraphs
from tests.drivers import (
    test_conformance,
    test_conformance_link,
    test_conformance_roles,
    test_conformance_usb,
)

LINK = (Path(__file__).parents[2] / "docs/link.md").read_text(encoding="utf-8")
SECTION = LINK[LINK.index("\n## 10.") :]
PROVED, _, NOT_SEEN = SECTION.partition("\n### Not observable")
ROW = re.compile(r"^\| (\d\.\d+) \| (.+?) \|(?: (.+) \|)?$", re.M)
BROKEN = {
    *(paragraph for paragraph, *_ in test_conformance.MUTANTS.values()),
    *(paragraph for paragraph, *_ in test_conformance_link.MUTANTS.values()),
    *(paragraph for paragraph, *_ in test_conformance_usb.MUTANTS.values()),
    *(paragraph for paragraph, _ in test_conformance_roles.MUTANTS),
}


def numbers(table: str) -> list[str]:
    return [number for number, _, _ in ROW.findall(table)]


def test_every_paragraph_has_a_check_and_a_mutant() -> None:
    assert set(numbers(PROVED)) == {check.paragraph for check in CHECKS}
    assert set(numbers(PROVED)) == BROKEN


def test_the_reports_words_are_those_of_the_document() -> None:
    """Else: python -m drivers.conformance.paragraphs docs/link.md"""
    assert dict(paragraphs()) == in_document(LINK)


def test_no_number_is_given_twice_or_left_out() -> None:
    given = Counter((*numbers(PROVED), *numbers(NOT_SEEN)))
    assert [number for number, count in given.items() if count > 1] == []
    for section in "12345689":  # in section 7 each role has a range of its own
        in_it = sorted(int(number[2:]) for number in given if number[0] == section)
        assert in_it == list(range(1, len(in_it) + 1)), f"section {section}"


def test_both_tables_are_sorted() -> None:
    for table in (PROVED, NOT_SEEN):
        in_it = [tuple(map(int, number.split("."))) for number in numbers(table)]
        assert in_it == sorted(in_it)


def test_what_is_not_seen_says_why() -> None:
    rows = ROW.findall(NOT_SEEN)
    assert rows
    assert all(len(why) > 10 for _, _, why in rows)


def test_checks_have_names_of_their_own() -> None:
    names = Counter(check.id for check in CHECKS)
    assert [name for name, count in names.items() if count > 1] == []
