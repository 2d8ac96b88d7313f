"""The matrix on paper: nothing is lost on the way to text, Markdown and JSON."""

import json
from pathlib import Path

import pytest

from controller.regulation.matrix import Matrix, trace
from controller.regulation.report import COLUMNS, as_json, as_markdown, as_text, cells, heading
from tests.controller.regulation.trees import CHAPTER, whole


@pytest.fixture
def matrix(tmp_path: Path) -> Matrix:
    piped = CHAPTER.replace("Cards are dealt.", "Cards | are dealt.")
    unknown = 'X = "900a.9"\n'
    return trace(whole(tmp_path, config__regulation__900a_DOT_toml=piped, controller__x_DOT_py=unknown))


def test_the_cells_of_a_row_stand_under_their_columns(matrix: Matrix) -> None:
    row = next(row for row in matrix.rows() if row.clause.number == "900a.7(e)(1)")
    assert dict(zip(COLUMNS, cells(row), strict=True)) == {
        "clause": "900a.7(e)(1)",
        "what it says": "First one each.",
        "status": "enforced",
        "why": "One plan. (with 900a.7(e))",
        "code": "controller/deal.py:3 deal",
        "tests": "tests/test_deal.py:3 test_deals_what_is_due",
    }


def test_the_heading_counts_the_statuses(matrix: Matrix) -> None:
    assert heading(matrix.chapters[0]) == "900a Beggar My Neighbour: first (1 Pa.B. 1); 2 enforced, 1 to-come"


def test_the_text_has_a_paragraph_a_clause(matrix: Matrix) -> None:
    paragraphs = as_text(matrix).split("\n\n")
    assert len(paragraphs) == 2 + 3 + 2
    assert paragraphs[3].splitlines() == [
        "900a.7(f)  to-come",
        "    Then the table rests.",
        "    With the closing.",
    ]
    assert "    code  controller/deal.py:3 deal" in paragraphs[1].splitlines()


def test_the_markdown_is_one_well_formed_table_a_chapter(matrix: Matrix) -> None:
    lines = [line for line in as_markdown(matrix).splitlines() if line.startswith("|")]
    assert len(lines) == 2 * 2 + 3 + 2
    assert all(line.replace("\\|", "").count("|") == len(COLUMNS) + 1 for line in lines)
    assert "Cards \\| are dealt." in lines[2]


def test_the_json_holds_everything(matrix: Matrix) -> None:
    document = json.loads(as_json(matrix))
    chapter, house = document["chapters"]
    assert chapter["edition"] == {"name": "first", "from": "2020-02-03", "source": "1 Pa.B. 1"}
    assert chapter["topics"]["deal"] == "900a.7(e)"
    assert [clause["with"] for clause in chapter["clauses"]] == [None, "900a.7(e)", None]
    assert chapter["clauses"][0]["code"] == [{"file": "controller/deal.py", "line": 3, "name": "deal"}]
    assert [clause["number"] for clause in house["clauses"]] == ["house.1", "house.2"]
    assert document["unknown"] == [{"cited": "900a.9", "file": "controller/x.py", "line": 1, "name": "X"}]
