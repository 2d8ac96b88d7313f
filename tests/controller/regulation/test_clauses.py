"""Reading a clause list: what it becomes, what a citation means, and each error with its remedy."""

import tomllib
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from textwrap import dedent

import pytest

from controller.regulation.clauses import (
    CITATION,
    ClauseList,
    ClauseListError,
    UnknownCitation,
    citations,
    load,
    load_all,
    load_editions,
    resolve,
)
from tests.controller.regulation.trees import CHAPTER, HOUSE, write

Write = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    def write_list(text: str) -> Path:
        path = tmp_path / "900a.toml"
        path.write_text(dedent(text), encoding="utf-8")
        return path

    return write_list


@pytest.fixture
def chapter(written: Write) -> ClauseList:
    return load(written(CHAPTER))


@pytest.fixture
def house(written: Write) -> ClauseList:
    return load(written(HOUSE))


def test_a_list_keeps_the_order_of_its_clauses_and_all_that_they_say(chapter: ClauseList) -> None:
    assert (chapter.chapter, chapter.game) == ("900a", "Beggar My Neighbour")
    assert (chapter.edition.effective, chapter.edition.source) == (date(2020, 2, 3), "1 Pa.B. 1")
    assert [clause.number for clause in chapter.clauses] == ["900a.7(e)", "900a.7(e)(1)", "900a.7(f)"]
    first, covered, _ = chapter.clauses
    assert (first.says, first.status, first.covered_by) == ("Cards are dealt.", "enforced", "")
    assert (covered.why, covered.covered_by) == ("One plan.", "900a.7(e)")


@pytest.mark.parametrize(
    ("citation", "number"),
    [
        ("900a.7(e)(1)", "900a.7(e)(1)"),
        ("topic:deal", "900a.7(e)"),
        ("topic:jam", "house.2"),
        ("house.1", "house.1"),
        ("topic:closing", "900a.7(f)"),
    ],
)
def test_a_citation_means_the_chapters_clause_else_the_houses(
    chapter: ClauseList, house: ClauseList, citation: str, number: str
) -> None:
    assert resolve(citation, chapter, house) == number
    assert citations(chapter, house)[citation] == number


@pytest.mark.parametrize("number", ["900a.7(o)(1)(ii)(A)", "900a.7(o)(2)(ii)(C)", "900a.7(A)"])
def test_a_number_may_have_a_capital_letter(written: Write, number: str) -> None:
    listed = load(written(CHAPTER.replace("900a.7(f)", number)))
    assert listed.clauses[-1].number == number
    assert CITATION.fullmatch(number)
    assert resolve(number, listed, load(written(HOUSE))) == number


@pytest.mark.parametrize("number", ["900a.7(AB)", "900a.7(Ab)", "900A.7(a)", "900a.7(o)(A"])
def test_a_capital_letter_stands_alone_and_in_paragraphs_only(written: Write, number: str) -> None:
    with pytest.raises(ClauseListError, match=r'"900a\.7"'):
        load(written(CHAPTER.replace("900a.7(f)", number)))


@pytest.mark.parametrize("citation", ["900a.7(g)", "topic:wash", "deal", "house.9", "topic:", ""])
def test_a_citation_that_no_list_has_is_named(chapter: ClauseList, house: ClauseList, citation: str) -> None:
    with pytest.raises(UnknownCitation) as error:
        resolve(citation, chapter, house)
    assert f'"{citation}"' in str(error.value)
    assert "900a" in str(error.value)
    assert citation not in citations(chapter, house)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        (
            'status = "to-come"',
            'status = "later"',
            ["900a.7(f): status", "'later'", "must be one of enforced"],
        ),
        ('why = "One plan."', "", ["900a.7(e)(1): why", "None", "text"]),
        ('why = "One plan."', 'why = "  "', ["900a.7(e)(1): why", "text"]),
        ('says = "First one each."', "says = 5", ["900a.7(e)(1): says", "5", "text"]),
        ('number = "900a.7(f)"', 'number = "900a.7(e)"', ["number = '900a.7(e)'", "twice", "renumber"]),
        ('number = "900a.7(f)"', 'number = "672a.7(f)"', ["number = '672a.7(f)'", '"900a.7"']),
        ('number = "900a.7(f)"', 'number = "900a.7 (f)"', ["number = '900a.7 (f)'"]),
        ('number = "900a.7(f)"', "", ["clause no. 3: number", "None"]),
        ('deal = "900a.7(e)"', 'deal = "900a.9(e)"', ["topics.deal", "'900a.9(e)'", "correct"]),
        ('deal = "900a.7(e)"', "deal = 7", ["topics.deal", "7"]),
        ('deal = "900a.7(e)"', '"The deal" = "900a.7(e)"', ["topics.The deal", "hyphens"]),
        ('with = "900a.7(e)"', 'with = "900a.7(z)"', ["900a.7(e)(1): with", "'900a.7(z)'", "no clause"]),
        ('with = "900a.7(e)"', 'with = "900a.7(e)(1)"', ["900a.7(e)(1): with", "another clause"]),
        ('with = "900a.7(e)"', "width = 5", ["900a.7(e)(1): width", "unknown key", "with"]),
        ("from = 2020-02-03", 'from = "2020-02-03"', ["edition.from", "2015-08-01", "without quotes"]),
        ("from = 2020-02-03", "from = 2020-02-03T00:00:00", ["edition.from", "date"]),
        ("[edition]", "[editions]", ["editions", "unknown key", "edition"]),
        ("[topics]", "[[topics]]", ["topics", "add a table [topics]"]),
        ('chapter = "900a"', "", ["chapter", "None"]),
        ("[[clause]]", "[[clauses]]", ["clauses", "unknown key"]),
        ("[[clause]]", "[[clause", ["is no TOML"]),
    ],
)
def test_each_error_names_file_key_value_and_remedy(
    written: Write, old: str, new: str, named: list[str]
) -> None:
    assert old in CHAPTER
    path = written(CHAPTER.replace(old, new))
    with pytest.raises(ClauseListError) as error:
        load(path)
    for word in (str(path), *named):
        assert word in str(error.value)


def test_covering_goes_one_step_only(written: Write) -> None:
    chain = CHAPTER.replace('status = "to-come"', 'status = "enforced"\n    with = "900a.7(e)(1)"')
    with pytest.raises(ClauseListError, match=r"900a\.7\(f\): with = '900a\.7\(e\)\(1\)'"):
        load(written(chain))


def test_a_missing_file_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(ClauseListError, match=r"nothing\.toml: cannot be read"):
        load(tmp_path / "nothing.toml")


def test_a_folder_gives_chapters_in_order_and_the_house_last(tmp_path: Path) -> None:
    other = CHAPTER.replace("900a", "100a")
    write(tmp_path, z_DOT_toml=other, a_DOT_toml=HOUSE, b_DOT_toml=CHAPTER)
    assert [clauses.chapter for clauses in load_all(tmp_path)] == ["100a", "900a", "house"]


def test_a_folder_without_a_house_list_is_refused(tmp_path: Path) -> None:
    write(tmp_path, a_DOT_toml=CHAPTER)
    with pytest.raises(ClauseListError, match=r"add house\.toml"):
        load_all(tmp_path)


def test_two_files_of_one_edition_are_refused(tmp_path: Path) -> None:
    write(tmp_path, a_DOT_toml=CHAPTER, b_DOT_toml=CHAPTER, house_DOT_toml=HOUSE)
    with pytest.raises(ClauseListError, match=r'chapter = "900a" from .* stands in two files'):
        load_all(tmp_path)


def test_the_edition_is_that_of_the_day_and_else_the_latest(tmp_path: Path) -> None:
    first = tomllib.loads(CHAPTER)["edition"]["from"]
    later = first.replace(year=first.year + 3)
    other = CHAPTER.replace(f"from = {first}", f"from = {later}")
    write(tmp_path, a_DOT_toml=other, z_DOT_toml=CHAPTER, house_DOT_toml=HOUSE)
    assert load_all(tmp_path)[0].edition.effective == later
    assert load_all(tmp_path, later)[0].edition.effective == later
    assert load_all(tmp_path, later - timedelta(days=1))[0].edition.effective == first
    assert [one.chapter for one in load_all(tmp_path, first - timedelta(days=1))] == ["house"]
    assert [one.edition.effective for one in load_editions(tmp_path)][:2] == [first, later]
