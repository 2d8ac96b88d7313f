"""The lists and the source of this very repository agree: what continuous integration stands on."""

from pathlib import Path

import pytest

from controller.regulation.clauses import load_all
from controller.regulation.matrix import faults, trace
from controller.regulation.scan import CODE, TESTS

ROOT = Path(__file__).parents[3]
LISTS = ROOT / "config" / "regulation"
LAST_OF_672A = {
    2: "(e)(2)",
    3: "(d)(3)",
    4: "(e)",
    5: "(h)",
    6: "(f)",
    7: "(t)",
    8: "(e)",
    9: "(d)",
    10: "(d)",
    11: "(c)",
    12: "(l)",
}


def test_the_root_is_the_one_meant() -> None:
    assert all((ROOT / folder).is_dir() for folder in (*CODE, *TESTS))


def test_each_citation_exists_and_each_promise_has_code_and_test() -> None:
    lines = faults(trace(ROOT))
    assert not lines, "\n".join(["", *lines])


@pytest.mark.parametrize(("section", "last"), LAST_OF_672A.items())
def test_each_section_of_672a_is_listed_in_order_to_its_end(section: int, last: str) -> None:
    chapter = next(clauses for clauses in load_all(LISTS) if clauses.chapter == "672a")
    prefix = f"672a.{section}("
    listed = [clause.number for clause in chapter.clauses if clause.number.startswith(prefix)]
    assert listed[0] == f"672a.{section}(a)"
    assert listed[-1] == f"672a.{section}{last}"
    letters = list(dict.fromkeys(number[len(prefix)] for number in listed))
    assert letters == [chr(ord("a") + place) for place in range(len(letters))]
