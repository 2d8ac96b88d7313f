"""Numbers as they stand in a file: their value, their spelling, and what is money of it."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticCustomError

from controller.faults import shown
from controller.forms import cents_of
from controller.numerals import digits_of, exact_number, whole_number
from controller.yaml12 import parse_yaml


@pytest.mark.parametrize(("text", "value"), [("+5", 5), ("0x1F", 31), ("0o17", 15), ("-7", -7), ("010", 10)])
def test_a_whole_number_is_worth_what_it_says(text: str, value: int) -> None:
    assert whole_number(text) == value


@pytest.mark.parametrize("text", ["1e1", "1.0e1", "5e0", "50e-1", "+5.0", "+5", "0x10", "0o17", "1E3"])
def test_an_odd_spelling_is_kept_and_is_no_money(text: str) -> None:
    for source in (text, f"[{text}]"):
        value: Any = parse_yaml(source, "f")
        number = value[0] if isinstance(value, list) else value
        assert shown(number) == text
        with pytest.raises(PydanticCustomError, match="is no amount of money"):
            cents_of(number)


def test_json_keeps_the_spelling_too() -> None:
    number = parse_yaml('{"a": 1.0e1}', "f")["a"]
    assert (number, shown(number)) == (Decimal(10), "1.0e1")


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("5.", 500),
        ("5.0", 500),
        ("7.50", 750),
        (".5", 50),
        ("010", 1000),
        ("99999999999", 9999999999900),
    ],
)
def test_money_is_taken_as_it_stands(text: str, cents: int) -> None:
    assert cents_of(parse_yaml(text, "f")) == cents_of(text) == cents


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=0, max_value=10**12))
def test_plain_digits_are_written_out_again(amount: Decimal) -> None:
    number = exact_number(f"{amount:f}")
    assert number is not None
    assert digits_of(number) == f"{amount:f}"
