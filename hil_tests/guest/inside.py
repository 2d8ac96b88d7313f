"""The tests of a rig in a guest machine: the command line that was given here is run in there.

What a machine is and how it boots is in machine.py. Its console, and what its kernel said, is kept in a file.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from hil_tests.guest.image import CannotMake, make
from hil_tests.guest.machine import OUTSIDE, UP, NoResult, run

CACHE_VARIABLE: Final = "TABLE_CONTROLLER_GUEST"
WITHIN: Final = 3000.0
"""Seconds that everything in there may take."""
_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|c)")
_OF_KERNEL: Final = re.compile(r"^\[ *\d+\.\d+\] ")
_QUIETLY: Final = ("-p", "no:cacheprovider", "--color=no")
_REPORT: Final = "report.json"
_FAILED: Final = 3
"""pytest's own exit status for an internal error."""


def cache() -> Path:
    """Where the machine's image is kept: what the environment says, else the user's cache."""
    said = os.environ.get(CACHE_VARIABLE)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(said) if said else Path(base) / "table-controller" / "guest"


def run_pytest(line: Sequence[str], say: Callable[[str], None], report: Path | None = None) -> int:
    """Run pytest with these arguments inside: its exit status. What it prints is said as it comes. report:
    where its option --report is to write, which it can only do through the shared folder."""
    with tempfile.TemporaryDirectory(prefix="guest-") as folder:
        console = Path(folder) / "console.log"
        try:
            with console.open("w", encoding="utf-8") as kept:
                heard = _Console(say, kept.write)
                command = [sys.executable, "-m", "pytest", *line, *_QUIETLY]
                if report is not None:
                    command += ["--report", f"{OUTSIDE}/{_REPORT}"]
                status = run(make(cache()), Path(folder), command, WITHIN, heard.line)
            if report is not None:
                shutil.copy(Path(folder) / _REPORT, report)
            return status
        except (CannotMake, NoResult) as error:
            say(f"{error}")
            if console.exists():
                say(console.read_text(encoding="utf-8"))
            return _FAILED


class _Console:
    """Tells what the command prints from what the machine says of itself."""

    def __init__(self, say: Callable[[str], None], keep: Callable[[str], object]) -> None:
        self._say = say
        self._keep = keep
        self._is_up = False

    def line(self, text: str) -> None:
        """One line of the console."""
        text = _ESCAPES.sub("", text)
        self._keep(f"{text}\n")
        if UP in text:
            self._is_up = True
            text = text[text.index(UP) :]
        if self._is_up and not _OF_KERNEL.match(text):
            self._say(text)
