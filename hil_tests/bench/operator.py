"""The operator at the terminal: what he is told, what he is asked, and how long he is waited for.

The terminal is the process's own (/dev/tty), whatever pytest does with standard input and output. What is
asked of him, and when, lives elsewhere.
"""

import os
import select
import termios
import time
from collections.abc import Callable
from typing import Final

TERMINAL: Final = "/dev/tty"
_LOOK: Final = 0.02
_BEHIND: Final = 2.0
"""Seconds in which a device tells what a person says is done."""


class OperatorAway(Exception):
    """The operator did not do, in time, what he was asked to; the text says what it was."""


class Operator:
    """A person at a terminal. `close` it. OSError: there is no terminal."""

    def __init__(self, patience: float, path: str = TERMINAL) -> None:
        self._patience = patience
        self._terminal = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        self._typed = b""

    def tell(self, text: str) -> None:
        """Print it."""
        os.write(self._terminal, text.encode() + b"\n")

    def answer(self, question: str) -> str:
        """What he types, without blanks around. OperatorAway: nothing."""
        self._question(question)
        return self._line(question, lambda: False) or ""

    def does(self, what: str, done: Callable[[], bool]) -> bool:
        """Ask for it and wait until a device tells that it is done, or he presses Enter, when the device
        has two more seconds. Whether it was told. OperatorAway: neither."""
        self._question(what)
        if self._line(what, done) is None:
            return True
        end = time.monotonic() + _BEHIND
        while not done() and time.monotonic() < end:
            time.sleep(_LOOK)
        return done()

    def did(self, what: str) -> None:
        """Ask for what no device tells, and wait for Enter. OperatorAway: he did not press it."""
        self._question(f"{what} Then press Enter.")
        self._line(what, lambda: False)

    def _question(self, text: str) -> None:
        """What he typed before he could read it is no answer to it: a device may have told first, and his
        Enter have come behind."""
        termios.tcflush(self._terminal, termios.TCIFLUSH)
        self._typed = b""
        self.tell(f"\n>> {text}")

    def _line(self, what: str, done: Callable[[], bool]) -> str | None:
        """What he types next; None where `done` comes true before."""
        end = time.monotonic() + self._patience
        while not done():
            line, newline, rest = self._typed.partition(b"\n")
            if newline:
                self._typed = rest
                return line.decode(errors="replace").strip()
            if time.monotonic() > end:
                raise OperatorAway(f"not done within {self._patience:g} s: {what}")
            if select.select([self._terminal], [], [], _LOOK)[0]:
                self._typed += os.read(self._terminal, 1024)
        return None

    def close(self) -> None:
        """Let go of the terminal."""
        os.close(self._terminal)
