"""Taking what an order says out of its payload, or refusing it.

Every value is checked for kind and range before a role sees it, so that a firmware model cannot be
made to raise by what a host sends.
"""

from collections.abc import Sequence

from drivers.simulated.wire import Payload, Value


class Refuse(Exception):
    """The order is refused and changes nothing. `reason` is a word of docs/link.md section 5."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def number_in(payload: Payload, key: int, low: int, high: int, default: int | None = None) -> int:
    """The number under `key`, from `low` to `high`; `default` where the key is missing.

    Refuse("bad-value") for anything else, and for a missing key without a default.
    """
    return checked(payload.get(key, default), low, high)


def checked(value: Value | None, low: int, high: int) -> int:
    """`value` if it is a number from `low` to `high`, else Refuse("bad-value")."""
    if not isinstance(value, int) or not low <= value <= high:
        raise Refuse("bad-value")
    return value


def text_of(payload: Payload, key: int, letters: str) -> str:
    """The text under `key`, made of `letters` only, else Refuse("bad-value")."""
    value = payload.get(key)
    if not isinstance(value, str) or not set(value) <= set(letters):
        raise Refuse("bad-value")
    return value


def triples_of(payload: Payload, key: int) -> list[tuple[Value, Value, Value]]:
    """The list of three-item lists under `key`, else Refuse("bad-value")."""
    return [(item[0], item[1], item[2]) for item in _rows_of(payload, key, 3)]


def pairs_of(payload: Payload, key: int) -> list[tuple[Value, Value]]:
    """The list of two-item lists under `key`, else Refuse("bad-value")."""
    return [(item[0], item[1]) for item in _rows_of(payload, key, 2)]


def _rows_of(payload: Payload, key: int, length: int) -> list[Sequence[Value]]:
    value = payload.get(key)
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise Refuse("bad-value")
    found: list[Sequence[Value]] = []
    for item in value:
        if isinstance(item, str | bytes) or not isinstance(item, Sequence) or len(item) != length:
            raise Refuse("bad-value")
        found.append(item)
    return found
