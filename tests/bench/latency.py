"""From a report's frame to the restrictive order that answers it, over a pty: p50 and p99, in µs.

The table is a process of its own (table_side.py), as it is at a table; the bench is its wager positions
(far_end.py). Beside it a process that merely echoes as many bytes (echo.py). Idle, and while a console
draws the live view on a terminal of its own.
"""

import contextlib
import os
import pty
import select
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.bench.disk import bench_folder
from tests.bench.echo import echo
from tests.bench.far_end import FarEnd, NoAnswer
from tests.bench.figures import Comparison, Figure, Section, percentile
from tests.bench.table_side import SOCKET

GOAL_IDLE: Final = 100.0
GOAL_VIEW: Final = 5_000.0
PAUSE: Final = 0.001
"""Seconds of rest between one report's end and the next report."""
_SETTLE: Final = 0.3
_PATIENCE: Final = 10.0
_VIEW: Final = "import sys; from controller.consoles.terminal import view; view(sys.argv[1])"


def measure(samples: int = 500, repetitions: int = 7, parent: Path | None = None) -> Section:
    """So many reports a repetition, idle, beside an echo, and with the live view running."""
    with bench_folder(parent) as folder, contextlib.ExitStack() as stack:
        far = stack.enter_context(table_process(folder))
        _turns(1, min(samples, 100), far.time_one)
        echoes = (
            stack.enter_context(echo_process(*far.sizes)),
            stack.enter_context(echo_thread(*far.sizes)),
        )
        _turns(1, min(samples, 100), far.time_one, *echoes)
        idle = _turns(repetitions, samples, far.time_one, *echoes)
        with view_process(folder / SOCKET) as drawn:
            before = _wait_for_picture(far, drawn)
            busy = _turns(repetitions, samples, far.time_one, *echoes)
            after = _wait_for_picture(far, drawn, before)
        sizes = far.sizes
    return Section(
        "A report's frame to the restrictive order that answers it, over a pty",
        (
            *_compared("idle", idle, GOAL_IDLE),
            *_compared("live view running", busy, GOAL_VIEW),
        ),
        (
            f"a report of {sizes[0]} bytes (chips set down after the close), an order of {sizes[1]} "
            f"(reject); {repetitions} × {samples} reports each, p50 and p99 of each {samples}",
            f"the live view wrote {(after - before) / 1000:.0f} kB to its terminal meanwhile",
        ),
    )


def _wait_for_picture(far: FarEnd, drawn: Callable[[], int], beyond: int = 0) -> int:
    """Wait until the live view has drawn more than `beyond` bytes, and rests; the bytes. NoAnswer."""
    end = time.monotonic() + _PATIENCE
    while drawn() <= beyond:
        if time.monotonic() > end:
            raise NoAnswer("the live view draws nothing")
        far.settle(0.1)
    far.settle(_SETTLE)
    return drawn()


def _turns(
    repetitions: int, samples: int, *ones: Callable[[], float]
) -> tuple[list[tuple[float, float]], ...]:
    """For each measure (p50, p99) in µs of each repetition. They take turns sample by sample: the table's
    port may not fall silent, and what else this machine does meets all alike."""
    found: tuple[list[tuple[float, float]], ...] = tuple([] for _ in ones)
    for _ in range(repetitions):
        took: list[list[float]] = [[] for _ in ones]
        for _ in range(samples):
            for kept, one in zip(took, ones, strict=True):
                kept.append(one() * 1e6)
                time.sleep(PAUSE)
        for pairs, kept in zip(found, took, strict=True):
            pairs.append((percentile(kept, 50), percentile(kept, 99)))
    return found


def _compared(when: str, found: tuple[list[tuple[float, float]], ...], goal: float) -> tuple[Comparison, ...]:
    """The table's p50 and p99, each beside those of the two echoes."""

    def compared(which: int, percent: str, goal: float | None) -> Comparison:
        ours, *echoes = (
            Figure(f"{percent}, {name}", "µs", tuple(pair[which] for pair in pairs))
            for name, pairs in zip((when, "bare echo, a process", "bare echo, a thread"), found, strict=True)
        )
        return Comparison(Figure(ours.name, ours.unit, ours.samples, goal), tuple(echoes))

    return compared(0, "p50", None), compared(1, "p99", goal)


# ---- processes -------------------------------------------------------------------------------------


@contextlib.contextmanager
def _raw_pty() -> Iterator[tuple[int, str]]:
    """A pty: the controlling side's descriptor, and the path of the other. The other side stays open
    here, so that the port outlives whoever opens it."""
    controller, device = pty.openpty()
    tty.setraw(device)
    try:
        yield controller, os.ttyname(device)
    finally:
        os.close(device)
        os.close(controller)


@contextlib.contextmanager
def _process(*module: str) -> Iterator[None]:
    """A Python process of this checkout that has said "ready". It ends with its standard input."""
    process = subprocess.Popen(
        [sys.executable, "-m", *module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if process.stdout.readline().strip() != "ready":
            raise NoAnswer(f"{module[0]} does not start")
        yield
    finally:
        process.stdin.close()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextlib.contextmanager
def table_process(folder: Path) -> Iterator[FarEnd]:
    """A table that plays, and its wager positions, which the caller is."""
    with _raw_pty() as (descriptor, path), _process("tests.bench.table_side", path, str(folder)):
        far = FarEnd(descriptor)
        far.connect()
        far.settle(_SETTLE)
        yield far


@contextlib.contextmanager
def echo_thread(size: int, answer: int) -> Iterator[Callable[[], float]]:
    """The same as echo_process with a thread of this process at the other end."""
    controller, device = pty.openpty()
    tty.setraw(device)

    def serve() -> None:
        with contextlib.suppress(OSError):  # the hang-up
            echo(device, size, answer)

    thread = threading.Thread(target=serve, name="echo", daemon=True)
    thread.start()
    try:
        yield lambda: _exchange(controller, bytes(range(1, size + 1)), answer)
    finally:
        os.close(controller)
        thread.join(_PATIENCE)
        os.close(device)


@contextlib.contextmanager
def echo_process(size: int, answer: int) -> Iterator[Callable[[], float]]:
    """Gives what times one exchange of so many bytes for so many, in seconds."""
    with _raw_pty() as (descriptor, path):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.echo", path, str(size), str(answer)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield lambda: _exchange(descriptor, bytes(range(1, size + 1)), answer)
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def _exchange(descriptor: int, sent: bytes, answer: int) -> float:
    left, start = answer, time.perf_counter()
    os.write(descriptor, sent)
    while left:
        if not select.select([descriptor], [], [], _PATIENCE)[0]:
            raise NoAnswer("the echo does not answer")
        left -= len(os.read(descriptor, left))
    return time.perf_counter() - start


@contextlib.contextmanager
def view_process(socket: Path) -> Iterator[Callable[[], int]]:
    """A console that draws the table of this feed on a terminal of its own, of 100 by 30. Gives what tells
    how many bytes it has drawn; another process reads them, for a terminal is one."""
    drawn = socket.with_name("drawn")
    with _raw_pty() as (screen, path), drawn.open("wb") as kept, open(path, "wb") as out:
        termios.tcsetwinsize(out, (30, 100))
        view = subprocess.Popen(
            [sys.executable, "-c", _VIEW, str(socket)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"},
        )
        reader = subprocess.Popen(["cat"], stdin=screen, stdout=kept, stderr=subprocess.DEVNULL)
        try:
            yield lambda: drawn.stat().st_size
        finally:
            for process in (view, reader):
                process.terminate()
                process.wait()
