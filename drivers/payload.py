"""Payloads: deterministic CBOR maps with integer keys (docs/link.md, section 3).

What lives here: bytes to maps and back, and the bounds that keep a hostile or broken device
harmless. What does not: which keys a message has (the role packages' rows, roles.py).
"""

from collections.abc import Mapping, Sequence
from typing import Final

import cbor2

Value = int | str | bytes | Sequence["Value"] | Mapping[int, "Value"] | Mapping[str, "Value"]
"""What may stand in a payload."""
Payload = dict[int, Value]

MAX_DEPTH: Final = 4
MAX_ITEMS: Final = 32
MAX_TEXT: Final = 32
_MAX_INT: Final = 2**64
_EMPTY: Final[Payload] = {}


class BadPayload(ValueError):
    """The payload is no deterministic map within the bounds, or says what its message may not."""


def dump(payload: Payload) -> bytes:
    """The deterministic bytes of a payload; an empty map is no bytes at all.

    BadPayload: it is outside the bounds that a receiver keeps.
    """
    _check(payload, 1)
    return cbor2.dumps(_sorted(payload)) if payload else b""


def load(data: bytes) -> Payload:
    """The map in `data`. BadPayload: anything but a deterministic map within the bounds."""
    if not data:
        return _EMPTY.copy()
    try:
        value = cbor2.loads(data)
    except Exception as error:  # the tags' decoders may raise anything
        raise BadPayload("no CBOR") from error
    if type(value) is not dict or any(type(key) is not int for key in value):
        raise BadPayload("no map with integer keys")
    _check(value, 1)
    _check_order(value)
    # The encoder knows shortest numbers and definite lengths only; so whatever was said another
    # way, twice, with a tag, or followed by something, does not come out as it went in.
    if cbor2.dumps(value) != data:
        raise BadPayload("not deterministic")
    return value


def _check(value: object, depth: int) -> None:
    kind = type(value)
    if kind is int:
        if not -_MAX_INT <= value < _MAX_INT:  # type: ignore[operator]
            raise BadPayload("a number too large")
    elif kind is str:
        if len(value) > MAX_TEXT or not (value.isascii() and value.isprintable()):  # type: ignore[arg-type,attr-defined]
            raise BadPayload("a text that is too long or not printable ASCII")
    elif kind is not bytes:
        _check_container(value, depth)


def _check_container(value: object, depth: int) -> None:
    if not isinstance(value, dict | list | tuple):
        raise BadPayload(f"a {type(value).__name__} in a payload")
    if depth > MAX_DEPTH:
        raise BadPayload("nested too deep")
    if len(value) > MAX_ITEMS:
        raise BadPayload("too many items")
    if isinstance(value, dict):
        for key in value:
            if type(key) is not int and type(key) is not str:
                raise BadPayload("a key that is no number and no word")
            _check(key, depth)
        for item in value.values():
            _check(item, depth + 1)
    else:
        for item in value:
            _check(item, depth + 1)


def _rank(key: object) -> tuple[int, int, str]:
    """Where a key stands: the bytewise order of deterministic encodings."""
    if isinstance(key, int):
        return (0, key, "") if key >= 0 else (1, -key, "")
    text = str(key)
    return (2, len(text), text)


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value, key=_rank)}
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    return value


def _check_order(value: object) -> None:
    if isinstance(value, dict):
        if len(value) > 1 and list(value) != sorted(value, key=_rank):
            raise BadPayload("keys out of order")
        for item in value.values():
            _check_order(item)
    elif isinstance(value, list):
        for item in value:
            _check_order(item)


# ---- reading a map ----------------------------------------------------------------------------


def know_mandatory(payload: Payload, known: frozenset[int] = frozenset()) -> None:
    """Refuse (BadPayload) a map with a negative key that is not among `known`."""
    for key in payload:
        if key < 0 and key not in known:
            raise BadPayload(f"unknown mandatory key {key}")


def number(payload: Payload, key: int, low: int = 0, high: int = 0xFFFFFFFF) -> int:
    """The number under `key`, within low..high. BadPayload: missing or another kind."""
    value = payload.get(key)
    if type(value) is not int or not low <= value <= high:
        raise BadPayload(f"key {key} is no number from {low} to {high}")
    return value


def optional_number(payload: Payload, key: int, low: int = 0, high: int = 0xFFFFFFFF) -> int:
    """As `number`, or 0 where the key is missing."""
    return number(payload, key, low, high) if key in payload else 0


def text(payload: Payload, key: int) -> str:
    """The text under `key`. BadPayload: missing or another kind."""
    value = payload.get(key)
    if type(value) is not str:
        raise BadPayload(f"key {key} is no text")
    return value


def optional_text(payload: Payload, key: int) -> str:
    """As `text`, or "" where the key is missing."""
    return text(payload, key) if key in payload else ""


def rows(payload: Payload, key: int) -> list[Value]:
    """The array under `key`. BadPayload: missing or another kind."""
    value = payload.get(key)
    if not isinstance(value, list):
        raise BadPayload(f"key {key} is no array")
    return value


def words(payload: Payload, key: int) -> tuple[str, ...]:
    """The array of text under `key`, () where it is missing. BadPayload: another kind."""
    if key not in payload:
        return ()
    found = tuple(word for word in rows(payload, key) if isinstance(word, str))
    if len(found) != len(rows(payload, key)):
        raise BadPayload(f"key {key} is no array of words")
    return found


def numbers(row: Value, count: int, low: int = 0, high: int = 0xFFFFFFFF) -> tuple[int, ...]:
    """A row of exactly `count` numbers within low..high. BadPayload: anything else."""
    if not isinstance(row, list) or len(row) != count:
        raise BadPayload(f"a row that is not {count} long")
    found = tuple(item for item in row if type(item) is int and low <= item <= high)
    if len(found) != count:
        raise BadPayload(f"a row that is not {count} numbers from {low} to {high}")
    return found


def submap(payload: Payload, key: int) -> Payload:
    """The map with integer keys under `key`, empty where it is missing. BadPayload: another kind."""
    value = payload.get(key, _EMPTY)
    if not isinstance(value, dict):
        raise BadPayload(f"key {key} is no map")
    found: Payload = {}
    for name, item in value.items():
        if type(name) is not int:
            raise BadPayload(f"key {key} is no map with integer keys")
        found[name] = item
    return found
