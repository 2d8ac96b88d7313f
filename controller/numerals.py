"""Numbers as they stand in a file: exact, and with their spelling where it is an odd one.

Money is taken from the text as it stands (forms.py). Most numbers can be written out again from their
value; one with an exponent, a plus or another base cannot, and keeps its text. Which texts are numbers is
for the readers of the formats (yaml12.py) to say.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Final

_MOST_DIGITS: Final = 100
_PLAIN: Final = re.compile(r"-?[0-9]+(\.[0-9]*)?|-?\.[0-9]+")


class OddInt(int):
    """A whole number in an odd spelling, shown as it is written."""

    text: str

    def __new__(cls, value: int, text: str) -> "OddInt":
        """`value`, which is written as `text`."""
        made = super().__new__(cls, value)
        made.text = text
        return made

    def __str__(self) -> str:
        return self.text


class OddDecimal(Decimal):
    """A number with a point or an exponent in an odd spelling, shown as it is written."""

    text: str

    def __new__(cls, value: Decimal, text: str) -> "OddDecimal":
        """`value`, which is written as `text`."""
        made = super().__new__(cls, value)
        made.text = text
        return made

    def __str__(self) -> str:
        return self.text


def whole_number(text: str) -> int | None:
    """The whole number of that text, in base 16 behind 0x and 8 behind 0o; None where it is too long."""
    if len(text) > _MOST_DIGITS:
        return None
    value = int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    return value if _PLAIN.fullmatch(text) else OddInt(value, text)


def exact_number(text: str) -> Decimal | None:
    """The number of that text, never through a float; None where it is too long or too large."""
    if len(text) > _MOST_DIGITS:
        return None
    try:
        value = Decimal(text.replace(".inf", "inf").replace(".nan", "nan") if text[-1].isalpha() else text)
    except InvalidOperation:
        return None
    return value if _PLAIN.fullmatch(text) else OddDecimal(value, text)


def digits_of(value: int | Decimal) -> str:
    """Its digits as they stand in the file, "" where it is not written in plain digits and a point."""
    if isinstance(value, OddInt | OddDecimal):
        return ""
    return format(value, "f") if isinstance(value, Decimal) else str(value)
