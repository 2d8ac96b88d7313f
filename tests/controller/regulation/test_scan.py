"""What counts as a citation in code and in tests, and what does not."""

from pathlib import Path
from textwrap import dedent

import pytest

from controller.regulation.scan import Citation, Place, ScanError, scan
from tests.controller.regulation.trees import write

DEEP = "900a.7(o)(1)(ii)(A)"
NUMBERS = frozenset(
    ("900a.7(e)", "900a.7(e)(1)", "900a.7(a)", "900a.7(o)(1)(ii)", DEEP, "900a.1(hole-card)", "house.2")
)


def in_code(root: Path, text: str) -> list[Citation]:
    return list(scan(write(root, controller__a_DOT_py=text), NUMBERS).code)


def in_tests(root: Path, text: str) -> list[str]:
    write(root, controller__a_DOT_py="", tests__test_a_DOT_py=text)
    return [citation.cited for citation in scan(root, NUMBERS).tests]


def test_a_string_that_is_a_citation_counts_with_file_line_and_definition(tmp_path: Path) -> None:
    found = in_code(
        tmp_path,
        """
        class Round:
            def deal(self):
                raise Refused("not now", "topic:deal")

        ROWS = (Row(clause="900a.7(e)"),)
        LIMIT: str = "house.2"
        check("900a.1(hole-card)")
        """,
    )
    assert found == [
        Citation("topic:deal", Place("controller/a.py", 4, "Round.deal")),
        Citation("900a.7(e)", Place("controller/a.py", 6, "ROWS")),
        Citation("house.2", Place("controller/a.py", 7, "LIMIT")),
        Citation("900a.1(hole-card)", Place("controller/a.py", 8, "")),
    ]
    assert str(found[0].place) == "controller/a.py:4 Round.deal"
    assert str(found[3].place) == "controller/a.py:8"


def test_a_mark_belongs_to_what_it_marks(tmp_path: Path) -> None:
    (found,) = in_code(tmp_path, '@clause("900a.7(e)")\ndef deal(): ...\n')
    assert found.place.name == "deal"


@pytest.mark.parametrize(
    "text",
    [
        '"900a.7(e)"\n',
        'def deal():\n    "900a.7(e)"\n',
        'x = "as 900a.7(e) says"\n',
        "# 900a.7(e)\n",
        'x = "900a.toml"\n',
        'x = "topic:"\n',
        'x = b"900a.7(e)"\n',
        'x = "house"\n',
    ],
)
def test_prose_and_other_strings_are_no_citations(tmp_path: Path, text: str) -> None:
    assert in_code(tmp_path, text) == []


@pytest.mark.parametrize("mistyped", ["900a.7(e", "900a.7(E)", "topic:Deal", "house.2a", "900a.7(e),"])
def test_a_mistyped_citation_is_found_as_it_stands(tmp_path: Path, mistyped: str) -> None:
    assert [citation.cited for citation in in_code(tmp_path, f"x = {mistyped!r}\n")] == [mistyped]


def test_drivers_and_paytables_are_code_too(tmp_path: Path) -> None:
    write(
        tmp_path,
        drivers__shoe__a_DOT_py='x = "house.2"\n',
        controller__games__paytables_DOT_toml='# "900a.7(a)"\n[a]\nclause = "900a.7(e)" # "900a.7(a)"\n',
    )
    assert scan(tmp_path, NUMBERS).code == (
        Citation("900a.7(e)", Place("controller/games/paytables.toml", 3, "")),
        Citation("house.2", Place("drivers/shoe/a.py", 1, "x")),
    )


def test_marks_count_in_tests_on_functions_and_classes(tmp_path: Path) -> None:
    found = in_tests(
        tmp_path,
        """
        @clause("900a.7(e)", "topic:deal")
        @pytest.mark.parametrize("x", [1])
        def test_deal(x): ...

        @marks.clause("house.2")
        class TestJam:
            @clause("900a.7(a)")
            def test_jam(self): ...
        """,
    )
    assert found == ["900a.7(e)", "topic:deal", "house.2", "900a.7(a)"]


def test_other_strings_in_tests_do_not_count(tmp_path: Path) -> None:
    assert in_tests(tmp_path, 'def test_deal():\n    assert refused.clause == "900a.7(e)"\n') == []


@pytest.mark.parametrize(
    "mark", ["pytest.mark.skip", 'pytest.mark.skip("why")', "pytest.mark.xfail(strict=True)"]
)
def test_a_test_that_is_not_run_or_may_fail_does_not_count(tmp_path: Path, mark: str) -> None:
    assert in_tests(tmp_path, f'@{mark}\n@clause("900a.7(e)")\ndef test_900a_7_e_deal(): ...\n') == []


@pytest.mark.parametrize("argument", ["*CLAUSES", "CLAUSE", "5"])
def test_a_mark_that_cannot_be_read_is_given_as_it_stands(tmp_path: Path, argument: str) -> None:
    assert in_tests(tmp_path, f"@clause({argument})\ndef test_deal(): ...\n") == [argument]


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("test_900a_7_e_1_one_card_each", ["900a.7(e)(1)"]),
        ("test_900a_7_e_a_card_each", ["900a.7(e)"]),
        ("test_900a_7_e", ["900a.7(e)"]),
        ("test_900a_7_o_1_ii_a_the_hand_is_verified", [DEEP]),
        ("test_900a_7_o_1_ii_a", [DEEP]),
        ("test_900a_7_o_1_ii_and_its_payment", ["900a.7(o)(1)(ii)"]),
        ("test_900a_7_o_1_ii_b_is_not_listed", ["900a.7(o)(1)(ii)"]),
        ("test_900a_1_hole_card_lies_face_down", ["900a.1(hole-card)"]),
        ("test_house_2_a_jam", ["house.2"]),
        ("test_900a_7_z_nothing", ["900a.7(z)"]),
        ("test_900a_7_xii_nothing", ["900a.7(xii)"]),
        ("test_house_7_nothing", ["house.7"]),
        ("test_900a_7_as_a_whole", []),
        ("test_900a_7", []),
        ("test_house_wins", []),
        ("test_deal_900a_7_e", []),
        ("check_900a_7_e", []),
    ],
)
def test_a_tests_name_cites_the_longest_clause_that_it_begins_with(
    tmp_path: Path, name: str, cited: list[str]
) -> None:
    assert in_tests(tmp_path, f"def {name}(): ...\n") == cited


def test_a_scenario_with_its_expectation_is_a_test(tmp_path: Path) -> None:
    scenario = "# 900a.7(e): one each; 900a.7(a)\ntitle: 900a.7(e)(1)\n"
    write(tmp_path, controller__a_DOT_py="", hil_tests__one_DOT_yaml=scenario, tests__two_DOT_yaml=scenario)
    (tmp_path / "hil_tests" / "one.expect.json").write_text("{}", encoding="utf-8")
    place = Place("hil_tests/one.yaml", 1, "")
    assert scan(tmp_path, NUMBERS).tests == (Citation("900a.7(a)", place), Citation("900a.7(e)", place))


def test_a_number_with_a_capital_letter_is_a_citation_everywhere(tmp_path: Path) -> None:
    write(tmp_path, controller__a_DOT_py=f'x = "{DEEP}"\n', tests__one_DOT_yaml=f"# {DEEP}: verified\n")
    (tmp_path / "tests" / "one.expect.json").write_text("{}", encoding="utf-8")
    write(tmp_path, tests__test_a_DOT_py=f'@clause("{DEEP}")\ndef test_verified(): ...\n')
    found = scan(tmp_path, NUMBERS)
    assert [one.cited for one in (*found.code, *found.tests)] == [DEEP] * 3


def test_a_folder_without_sources_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match="name the root of the sources"):
        scan(tmp_path, NUMBERS)


def test_a_file_that_is_no_python_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match=r"a\.py:2: cannot be parsed"):
        in_code(tmp_path, dedent("x = 1\ndef :\n"))
