"""Reading a mapping by a pydantic model, and telling what is wrong with it as ConfigFaults.

What lives here: the strict base of all models at the rim, money in dollars, TOML, and the words for
pydantic's errors. What does not: any model. Importing this module imports pydantic, so only what
reads configuration does.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from controller.faults import ConfigFault, ConfigFaults, shown
from controller.numerals import digits_of
from controller.text_files import read_text

MOST_CENTS: Final = 1_000_000_000
"""Ten million dollars: more in a table's rules is a slip of the pen, and no device could say it."""
MONEY_REMEDY: Final = "write dollars with at most two decimals, such as 7.50"
_DOLLARS: Final = re.compile(r"([0-9]{1,15})(?:\.([0-9]{0,2}))?|\.([0-9]{1,2})")
_WRONG: Final = "wrong"

ModelT = TypeVar("ModelT", bound=BaseModel)


class Form(BaseModel):
    """The base of every model at the rim: nothing is converted silently, an extra key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


def wrong(what: str, remedy: str) -> PydanticCustomError:
    """What a validator raises: what is wrong, in words that name the value, and what to write."""
    return PydanticCustomError(_WRONG, "{what}; {remedy}", {"what": what, "remedy": remedy})


def cents_of(value: object) -> int:
    """Dollars as they stand in a file, in cents. Never through a float. PydanticCustomError (`wrong`)
    where they are no amount: negative, more than two decimals, an exponent, more than 15 digits."""
    found = _DOLLARS.fullmatch(_money_text(value))
    if found is None:
        raise wrong(f"{shown(value)} is no amount of money", MONEY_REMEDY)
    dollars, cents, only_cents = found.groups()
    return int(dollars or 0) * 100 + int((cents or only_cents or "").ljust(2, "0"))


def hundredths_of(value: object) -> int:
    """Percent as they stand in a file, in hundredths. PydanticCustomError (`wrong`) where they are none."""
    found = _DOLLARS.fullmatch(_money_text(value))
    if found is None:
        remedy = "write percent with at most two decimals, such as 12.50"
        raise wrong(f"{shown(value)} is no percentage", remedy)
    return cents_of(value)


def _money_text(value: object) -> str:
    """An amount as it stood in the file, "" where it cannot be one."""
    if isinstance(value, Decimal):
        return digits_of(value) if value.as_tuple().exponent in (0, -1, -2) else ""
    if isinstance(value, int) and not isinstance(value, bool):
        return digits_of(value) if value.bit_length() <= 64 else ""
    return value if isinstance(value, str) else ""


def _held(amount: int) -> int:
    if amount > MOST_CENTS:
        raise wrong(f"{Decimal(amount).scaleb(-2)} is more money than a table holds", MONEY_REMEDY)
    return amount


def _some(amount: int) -> int:
    if amount == 0:
        raise wrong("0 is no amount of chips", "write an amount above 0, or leave it out")
    return amount


Money = Annotated[int, BeforeValidator(cents_of), AfterValidator(_held)]
"""Dollars in the file, cents in the model; 0 is allowed, more than MOST_CENTS is not."""
Amount = Annotated[int, BeforeValidator(cents_of), AfterValidator(_some)]
"""Dollars in the file, cents in the model; more than 0. Whether it is too much is for the table to say."""

Percent = Annotated[int, BeforeValidator(hundredths_of)]
"""Percent with at most two decimals in the file, hundredths of a percent in the model."""


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; numbers with a point stay exact. ConfigFaults where it cannot be read."""
    text = read_text(path)
    try:
        return tomllib.loads(text, parse_float=_exact)
    except (ValueError, ArithmeticError, RecursionError) as error:
        why = str(error) if isinstance(error, ValueError) else "a number or a nesting is too large"
        fault = ConfigFault(str(path), f"is no TOML: {why}", "correct the text there")
        raise ConfigFaults((fault,)) from error


def _exact(text: str) -> Decimal:
    return Decimal(text.replace("_", ""))


def read_form(
    model: type[ModelT],
    data: object,
    place: str,
    *,
    prefix: str = "",
    step: int = 0,
    context: object = None,
) -> ModelT:
    """`data` as `model`. ConfigFaults with everything that is wrong; `prefix` stands before each key."""
    if not isinstance(data, Mapping):
        what = "is empty" if data is None else f"{shown(data)} stands here"
        fault = ConfigFault(place, what, "write a mapping of keys", key=prefix, step=step, value=data)
        raise ConfigFaults((fault,))
    try:
        return model.model_validate(dict(data), context=context)
    except ValidationError as error:
        faults = [_fault(each, model, place, prefix, step) for each in error.errors(include_url=False)]
        raise ConfigFaults(faults) from error


def one_of(words: Iterable[str], value: object = None) -> str:
    """A remedy that lists what there is, the nearest to `value` first where one is near."""
    known = sorted(set(words))
    near = difflib.get_close_matches(value, known, 1) if isinstance(value, str) else []
    meant = f"did you mean {near[0]}? " if near else ""
    return f"{meant}choose from {', '.join(known)}" if known else "leave it out"


def _fault(error: ErrorDetails, model: type[BaseModel], place: str, prefix: str, step: int) -> ConfigFault:
    parts = [str(part) for part in error["loc"] if part != "[key]"]
    key = ".".join([prefix, *parts] if prefix else parts)
    value = error["input"]
    what, remedy = _in_words(error, model, value)
    return ConfigFault(place, what, remedy, key=key, step=step, value=value)


def _in_words(error: ErrorDetails, model: type[BaseModel], value: object) -> tuple[str, str]:
    kind, details = error["type"], error.get("ctx", {})
    if kind == _WRONG:
        return str(details["what"]), str(details["remedy"])
    if kind == "missing":
        return "is missing", "add it"
    if kind == "extra_forbidden":
        names = _names(model, error["loc"][:-1])
        return "there is no such key here", one_of(names, error["loc"][-1])
    if kind == "literal_error":
        return f"{shown(value)} is not known here", f"write {details['expected']}"
    if kind in _EXPECTED:
        remedy = f"write a {_EXPECTED[kind]}"
        if kind != "string_type" or isinstance(value, int | Decimal):
            remedy = _REMEDY.get(kind, remedy)
        return f"{shown(value)} is no {_EXPECTED[kind]}", remedy
    if kind in ("greater_than_equal", "less_than_equal"):
        least = details.get("ge", details.get("le"))
        return f"{shown(value)} is out of range", f"at {'least' if 'ge' in details else 'most'} {least}"
    return f"{shown(value)} is not allowed: {error['msg']}", "correct it"


_EXPECTED: Final = {
    "int_type": "whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "list_type": "list",
    "tuple_type": "list",
    "dict_type": "mapping of keys",
    "model_type": "mapping of keys",
    "invalid_key": "key",
}
_REMEDY: Final = {
    "bool_type": "write true or false, without quotes",
    "string_type": "write it in quotes",
    "invalid_key": "write a word",
}


def _names(model: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """The keys that the form at `place` inside `model` has."""
    at: type[BaseModel] | None = model
    for part in place:
        at = _form_in(at, part)
    return [] if at is None else [field.alias or name for name, field in at.model_fields.items()]


def _form_in(model: type[BaseModel] | None, part: int | str) -> type[BaseModel] | None:
    """The form of field `part`; a name inside a container leads nowhere further."""
    field = model.model_fields.get(str(part)) if model is not None else None
    if field is None:
        return model
    for kind in (field.annotation, *get_args(field.annotation)):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind
    return None
