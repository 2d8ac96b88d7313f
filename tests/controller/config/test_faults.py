"""A fault is one clear line; several faults are told together."""

from decimal import Decimal

import pytest

from controller.faults import ConfigFault, ConfigFaults, Faults, shown


def test_a_fault_is_one_line_with_file_step_and_key() -> None:
    fault = ConfigFault("f.yaml", "'1o' is no amount", "write 10", key="wager.blackjack", step=3, value="1o")
    assert str(fault) == "f.yaml: step 3, key 'wager.blackjack': '1o' is no amount; write 10"
    assert str(ConfigFault("f.yaml", "is empty")) == "f.yaml: is empty"


def test_faults_are_kept_and_told_together() -> None:
    faults = Faults()
    with faults.kept():
        raise ConfigFault("f", "one")
    with faults.kept():
        raise ConfigFaults((ConfigFault("f", "two"), ConfigFault("f", "three")))
    with pytest.raises(ConfigFaults) as caught:
        faults.raise_any()
    assert str(caught.value) == "f: one\nf: two\nf: three"


def test_nothing_found_raises_nothing_and_defects_go_through() -> None:
    faults = Faults()
    with pytest.raises(ZeroDivisionError), faults.kept():
        raise ZeroDivisionError
    faults.raise_any()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "true"),
        ("a\nb", "'a\\nb'"),
        (Decimal("7.505"), "7.505"),
        ([1], "a list"),
        ({}, "a mapping"),
        ("x" * 100, "'" + "x" * 59 + "…"),
    ],
)
def test_a_value_is_shown_on_one_short_line(value: object, words: str) -> None:
    assert shown(value) == words
