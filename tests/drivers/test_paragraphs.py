"""Section 10 of docs/link.md against the conformance kit: each numbered rule has a check and a mutant."""

import re
from pathlib import Path

from drivers.conformance.checks import CHECKS
from tests.drivers.test_conformance import MUTANTS
from tests.drivers.test_conformance_roles import MUTANTS as OF_ROLES

TEXT = (Path(__file__).parents[2] / "docs/link.md").read_text(encoding="utf-8")
RULES, LIST = TEXT.split("## 10. ")
NUMBERED = re.findall(r"^\| (\d+\.\d+) \|", LIST, re.M)
NOT_SEEN = re.findall(r"^\| (.+?) \| .+ \|$", LIST.split("| sentence |")[1], re.M)[1:]


def test_each_numbered_rule_has_one_check() -> None:
    assert sorted(NUMBERED) == sorted(check.paragraph for check in CHECKS)


def test_each_check_has_a_name_of_its_own() -> None:
    assert len({check.id for check in CHECKS}) == len(CHECKS)


def test_each_numbered_rule_is_broken_by_a_mutant() -> None:
    broken = {paragraph for paragraph, _, _ in MUTANTS.values()} | {paragraph for paragraph, _ in OF_ROLES}
    assert broken == set(NUMBERED)


def test_the_numbers_stand_in_their_order() -> None:
    order = [tuple(map(int, number.split("."))) for number in NUMBERED]
    assert order == sorted(order)


def test_what_is_not_examined_quotes_the_document() -> None:
    plain = re.sub(r"\s+", " ", RULES)
    assert NOT_SEEN
    assert [quoted for quoted in NOT_SEEN if quoted not in plain] == []
