"""What a fault is, and the list of them. The faults themselves are in the modules that are named in PARTS."""

import importlib
import re
from collections.abc import Callable
from typing import Final

import pytest
from msgspec import Struct

PARTS: Final = ("transport", "openings", "framing", "reconnecting", "usb_devices")
"""The modules of this package that name faults: two of letter A, two of B, one of C."""
_NAME: Final = re.compile(r"[A-Z]\d+(-[a-z0-9]+)+")

TakeOut = Callable[[pytest.MonkeyPatch], None]


class Fault(Struct, frozen=True):
    """name: letter and number of the fault, and which fix against it is meant ("A1-half-a-frame"). wrong:
    what happens where the fix is missing. tests: the node ids of its tests; without brackets a parametrised
    one fails where one of its cases does. take_out: puts the naive variant in, until the MonkeyPatch is
    undone. It patches the product alone, where it is looked up when it is called (a method of a class)."""

    name: str
    wrong: str
    tests: tuple[str, ...]
    take_out: TakeOut


_FAULTS: dict[str, Fault] = {}


def fault(name: str, *tests: str) -> Callable[[TakeOut], TakeOut]:
    """Enters a fault in the list: decorates its take_out, whose docstring says what goes wrong."""

    def enter(take_out: TakeOut) -> TakeOut:
        assert _NAME.fullmatch(name), f"{name} is no name of a fault"
        assert name not in _FAULTS, f"{name} is there twice"
        _FAULTS[name] = Fault(name, " ".join((take_out.__doc__ or "").split()), tests, take_out)
        return take_out

    return enter


def all_faults() -> dict[str, Fault]:
    """Every fault, by name."""
    for part in PARTS:
        importlib.import_module(f"tests.faults.{part}")
    return dict(_FAULTS)
