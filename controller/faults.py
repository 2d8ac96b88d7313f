"""What is wrong with a configuration or scenario file, said so that a person can put it right.

What lives here: the fault, several faults of one file together, and values shown briefly. What does not:
how files are read (yaml12.py, forms.py), and anything that goes wrong at the table itself.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, Final

_SHOWN: Final = 60
_SHOWN_BITS: Final = 512


class ConfigFault(Exception):
    """One fault. str() is one line: file, step and key, what is wrong, what to do.

    place: the file. what: what is wrong, in words that name the value. remedy: what to write instead,
    "" where `what` says it. key: dotted, "" for the whole file. step: number of the step from 1, 0
    where it is none. value: what stood there, None where nothing did.
    """

    def __init__(
        self, place: str, what: str, remedy: str = "", *, key: str = "", step: int = 0, value: Any = None
    ) -> None:
        super().__init__(place, what, remedy, key, step)
        self.place = place
        self.what = what
        self.remedy = remedy
        self.key = key
        self.step = step
        self.value = value

    def __str__(self) -> str:
        at = [f"step {self.step}"] * bool(self.step) + [f"key {self.key!r}"] * bool(self.key)
        where = f"{self.place}: " + (", ".join(at) + ": " if at else "")
        return where + self.what + (f"; {self.remedy}" if self.remedy else "")


class ConfigFaults(Exception):
    """All faults that one file has, in the order of the file. str() has a line each."""

    def __init__(self, faults: Sequence[ConfigFault]) -> None:
        assert faults, "there is nothing to report"
        super().__init__(*faults)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class Faults:
    """Collects the faults of one file, so that a person sees all of them at once."""

    def __init__(self) -> None:
        self._found: list[ConfigFault] = []

    def add(self, fault: ConfigFault) -> None:
        """One more."""
        self._found.append(fault)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keeps the faults that are raised inside; what else is raised goes through."""
        try:
            yield
        except ConfigFault as fault:
            self._found.append(fault)
        except ConfigFaults as several:
            self._found.extend(several.faults)

    def raise_any(self) -> None:
        """ConfigFaults where anything was found."""
        if self._found:
            raise ConfigFaults(self._found)


def shown(value: object) -> str:
    """A value as a person wrote it, on one line and short: 'text', true, 7.505, a list, a mapping."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return "a very large number"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = str(value) if isinstance(value, int | Decimal) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
