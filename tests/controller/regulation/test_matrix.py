"""The matrix joins lists and citations, and finds what is missing on either side."""

from pathlib import Path

import pytest

from controller.regulation.matrix import Matrix, MatrixRow, faults, trace
from controller.regulation.scan import Place
from tests.controller.regulation.trees import CHAPTER, DEAL, TEST_DEAL, whole


def row(matrix: Matrix, number: str) -> MatrixRow:
    return next(row for row in matrix.rows() if row.clause.number == number)


def test_a_sound_tree_has_no_faults(tmp_path: Path) -> None:
    assert faults(trace(whole(tmp_path))) == []


def test_topics_and_numbers_lead_to_the_same_row(tmp_path: Path) -> None:
    matrix = trace(whole(tmp_path))
    dealt = row(matrix, "900a.7(e)")
    assert dealt.code == (Place("controller/deal.py", 3, "deal"),)
    assert dealt.tests == (Place("tests/test_deal.py", 3, "test_deals_what_is_due"),)
    assert row(matrix, "house.2").code == (Place("controller/deal.py", 5, "JAM"),)


def test_a_covered_clause_has_the_places_of_its_cover_behind_its_own(tmp_path: Path) -> None:
    own = DEAL + '\n    FIRST = "900a.7(e)(1)"\n'
    matrix = trace(whole(tmp_path, controller__deal_DOT_py=own))
    assert [place.name for place in row(matrix, "900a.7(e)(1)").code] == ["FIRST", "deal"]
    assert [place.name for place in row(matrix, "900a.7(e)").code] == ["deal"]


def test_a_paragraph_is_not_covered_by_its_heading_unless_the_list_says_so(tmp_path: Path) -> None:
    alone = CHAPTER.replace('with = "900a.7(e)"', "")
    lines = faults(trace(whole(tmp_path, config__regulation__900a_DOT_toml=alone)))
    assert len(lines) == 2
    assert all(line.startswith("900a.7(e)(1) is enforced, but no ") for line in lines)


def test_a_topic_counts_in_each_list_that_has_it(tmp_path: Path) -> None:
    matrix = trace(whole(tmp_path, controller__close_DOT_py='CLOSE = "topic:closing"\n'))
    assert (
        row(matrix, "900a.7(f)").code
        == row(matrix, "house.1").code
        == (Place("controller/close.py", 1, "CLOSE"),)
    )


def test_two_citations_at_one_place_are_one_place(tmp_path: Path) -> None:
    twice = '    X = ("900a.7(e)", "topic:deal")\n'
    matrix = trace(whole(tmp_path, controller__deal_DOT_py=twice))
    assert row(matrix, "900a.7(e)").code == (Place("controller/deal.py", 1, "X"),)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("controller__more_DOT_py", 'X = "900a.7(g)"\n'),
        ("controller__more_DOT_py", 'X = "topic:wash"\n'),
        ("controller__more_DOT_toml", 'clause = "900a.7(g)"\n'),
        ("drivers__more_DOT_py", 'X = "house.9"\n'),
        ("tests__test_more_DOT_py", '@clause("900a.7(g)")\ndef test_more(): ...\n'),
        ("hil_tests__test_more_DOT_py", "def test_900a_7_g_more(): ...\n"),
    ],
)
def test_a_citation_that_no_list_has_is_a_fault_with_its_place(tmp_path: Path, file: str, text: str) -> None:
    (line,) = faults(trace(whole(tmp_path, **{file: text})))
    assert line.startswith(file.replace("__", "/").replace("_DOT_", ".") + ":")
    assert "which no list has" in line


@pytest.mark.parametrize(
    ("file", "cut", "missing"),
    [
        (
            "controller__deal_DOT_py",
            'clause="topic:deal"',
            "900a.7(e) is enforced, but no code cites 900a.7(e)",
        ),
        ("controller__deal_DOT_py", 'clause="topic:jam"', "house.2 is detected, but no code cites house.2"),
        (
            "tests__test_deal_DOT_py",
            '@clause("900a.7(e)")',
            "900a.7(e) is enforced, but no test cites 900a.7(e)",
        ),
        ("tests__test_deal_DOT_py", "_house_2", "house.2 is detected, but no test cites house.2"),
    ],
)
def test_an_enforced_or_detected_clause_needs_code_and_test(
    tmp_path: Path, file: str, cut: str, missing: str
) -> None:
    text = DEAL if "deal_DOT_py" in file and "controller" in file else TEST_DEAL
    assert cut in text
    (line,) = faults(trace(whole(tmp_path, **{file: text.replace(cut, "")})))
    assert line.startswith(missing)
    assert "change its status" in line


@pytest.mark.parametrize("status", ["prompted", "recorded", "not-ours", "to-come"])
def test_the_other_statuses_need_neither(tmp_path: Path, status: str) -> None:
    listed = CHAPTER.replace('status = "to-come"', f'status = "{status}"')
    assert faults(trace(whole(tmp_path, config__regulation__900a_DOT_toml=listed))) == []


def test_a_clause_covered_by_one_that_promises_nothing_needs_its_own(tmp_path: Path) -> None:
    listed = CHAPTER.replace('with = "900a.7(e)"', 'with = "900a.7(f)"')
    lines = faults(trace(whole(tmp_path, config__regulation__900a_DOT_toml=listed)))
    assert [line.partition(" (")[0] for line in lines] == [
        "900a.7(e)(1) is enforced, but no code cites 900a.7(e)(1) or 900a.7(f)",
        "900a.7(e)(1) is enforced, but no test cites 900a.7(e)(1) or 900a.7(f)",
    ]


def test_the_lists_may_lie_elsewhere(tmp_path: Path) -> None:
    root = whole(tmp_path)
    elsewhere = (root / "config" / "regulation").rename(root / "lists")
    assert faults(trace(root, elsewhere)) == []
