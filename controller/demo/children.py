"""Child processes with one owner: started, watched, ended in order, never left behind.

Only this file starts or reaps them. A child dies with the demonstration even where that is killed (the
kernel's parent-death signal), and stands in a process group of its own, so that Ctrl-C reaches the
demonstration alone and it ends them in order. Which children there are is run.py's affair.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

GRACE: Final = 5.0
"""Seconds that a child has to end when it is asked to."""
TAIL: Final = 4096
_PR_SET_PDEATHSIG: Final = 1


class Ended(Struct, frozen=True):
    """A child that has ended. status: its exit status, negative the signal that killed it. words: the last
    line that it said."""

    name: str
    status: int
    words: str

    def __str__(self) -> str:
        how = f"exit status {self.status}"
        if self.status < 0:
            how = f"killed by {signal.Signals(-self.status).name}"
        return f"the {self.name} process has ended ({how})" + (f": {self.words}" if self.words else "")


class Children:
    """The children of this process. folder: where their logs are, a file a child."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._prepare = _dies_with(os.getpid(), signal.SIGKILL)
        self._prepare_drawing = _dies_with(os.getpid(), signal.SIGTERM)

    def start(self, name: str, line: Sequence[str], *, speaks: bool = False, draws: bool = False) -> int:
        """Start `python line…` under that name; its process id. speaks: its standard output is ours, else all
        goes to its log. draws: it holds the terminal, which it gives back when it is asked to end."""
        with self.log(name).open("ab") as log:
            child = subprocess.Popen(
                [sys.executable, *line],
                stdin=subprocess.DEVNULL,
                stdout=None if speaks or draws else log,
                stderr=log,
                preexec_fn=self._prepare_drawing if draws else self._prepare,
                process_group=None if draws else 0,
            )
        self._running[name] = child
        return child.pid

    def log(self, name: str) -> Path:
        """The log of that child: what it says on standard error, and on standard output too unless that is on
        the screen."""
        return self.folder / f"{name}.log"

    def is_running(self, name: str) -> bool:
        """Whether that child was started and has not been seen to end."""
        return name in self._running

    def ended(self) -> list[Ended]:
        """The children that have ended since the last question; each is told once."""
        found = []
        for name, child in list(self._running.items()):
            if child.poll() is not None:
                del self._running[name]
                found.append(Ended(name, child.returncode, last_line(self.log(name))))
        return found

    def end(self, names: Sequence[str] = ()) -> None:
        """End these children (all where none is named), in this order; who does not listen is killed."""
        for name in names or tuple(self._running):
            child = self._running.pop(name, None)
            if child is None:
                continue
            with contextlib.suppress(ProcessLookupError):
                child.terminate()
            try:
                child.wait(GRACE)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


class Signals:
    """SIGINT, SIGTERM and SIGHUP as something to be asked about, and a sleep that they and SIGCHLD end.

    A context manager, for the main thread. `caught`: the first of them, 0 while none came.
    """

    def __init__(self) -> None:
        self.caught = 0
        self._out, self._in = -1, -1
        self._before: dict[int, object] = {}
        self._wake_before = -1

    def __enter__(self) -> "Signals":
        self._out, self._in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._wake_before = signal.set_wakeup_fd(self._in, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, self._note)
        self._before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        return self

    def _note(self, number: int, _: object) -> None:
        self.caught = self.caught or number

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(self._wake_before)
        os.close(self._in)
        os.close(self._out)

    def sleep(self, seconds: float) -> None:
        """Sleep until something happened, `seconds` at the most."""
        if select.select([self._out], [], [], seconds)[0]:
            with contextlib.suppress(BlockingIOError):
                os.read(self._out, 4096)


def last_line(log: Path) -> str:
    """The last line of a log that says something, "" where none does."""
    with contextlib.suppress(OSError), log.open("rb") as file:
        return _tail(file)
    return ""


def _tail(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - TAIL))
    lines = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
    return next((line for line in reversed(lines) if line), "")


def wait_for(done: Callable[[], bool], signals: Signals, seconds: float) -> bool:
    """Wait until `done`; False where a signal came first or `seconds` passed."""
    until = time.monotonic() + seconds
    while not done():
        if signals.caught or time.monotonic() > until:
            return False
        signals.sleep(0.02)
    return True


def _dies_with(parent: int, number: int) -> Callable[[], None]:
    """What a child does before it becomes its program: it asks for a signal when its parent dies. Where
    the kernel has no such wish (it is Linux's) nothing is done."""
    if not sys.platform.startswith("linux"):
        return lambda: None
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)  # it died in between

    return prepare
