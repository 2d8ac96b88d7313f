"""Making journals for the tests, copying them as a power cut would leave them, and reading verdicts."""

import shutil
import subprocess
import sys
from pathlib import Path

from controller.clock import Clock, HandWoundClock, SystemClock
from controller.journal import Journal, JournalFailed, chain_check

CHAIN_CHECK = Path(chain_check.__file__)


def opened(path: Path, clock: Clock | None = None) -> Journal:
    """The journal of table T1 at `path`."""
    return Journal.open(path, clock=clock or SystemClock(), table="T1")


def nothing(_: int) -> None:
    """For callers who do not want to know what is durable."""


def failure(error: JournalFailed) -> None:
    """For callers who expect no failure."""
    raise AssertionError(str(error))


def bodies(count: int, size: int = 40) -> list[bytes]:
    """`count` different bodies of about `size` bytes."""
    return [f"entry {number} ".encode().ljust(size, b".") for number in range(1, count + 1)]


def written(path: Path, count: int, size: int = 40, batch: int = 1) -> Path:
    """A closed journal with `count` entries, committed `batch` at a time; the path again."""
    clock = HandWoundClock()
    with opened(path, clock) as journal:
        journal.start(nothing, failure)
        for index, body in enumerate(bodies(count, size), 1):
            clock.advance(0.1)
            journal.append(body)
            if index % batch == 0:
                assert journal.wait_durable(index, 10)
    return path


def copied(path: Path, folder: Path) -> Path:
    """The journal's files as they lie there now, in another folder, without SQLite's shared memory."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ("", "-wal", ".mark"):
        source = path.with_name(path.name + ending)
        if source.exists():
            shutil.copy(source, folder / source.name)
    return folder / path.name


def second_opinion(path: Path, *arguments: str) -> tuple[int, str]:
    """chain_check's exit code and line, run as a program of its own without our packages."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(CHAIN_CHECK), str(path), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    return done.returncode, done.stdout
