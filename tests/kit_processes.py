"""The conformance kit on simulators that are processes, over ptys, with control sockets for hands.

`python -m tests.kit_processes` (`make conformance`) does all of it, in real time, some boards beside one
another: a quarter of an hour. The tests do a few paragraphs of each.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COMMAND: Final = (sys.executable, "-m", "controller")
THERE: Final = 30.0
"""Seconds after which a simulator that is not there has not merely been slow."""
LONGEST: Final = 1800.0
BESIDE: Final = 4
"""Boards that are examined beside one another."""

BOARDS: Final[Mapping[str, tuple[str, str]]] = {
    "shoe": ("shoe", ""),
    "shoe --no-gate": ("shoe", ""),
    "shoe --shuffles": ("shoe", ""),
    "shoe --double": ("shoe", "7.75 7.84 7.95"),
    "shoe --automated --speed 2": ("shoe", "7.103 7.131"),
    "card_reader": ("card_reader", "7.11 7.142 7.148"),
    "wager_positions": ("wager_positions", "7.151 7.155 7.162"),
    "progressive": ("progressive", "7.14 7.37"),
    "shuffler --speed 5": ("shuffler", "7.172 7.197"),
    "shuffler --continuous --speed 5": ("shuffler", ""),
}
"""Each as it is simulated: its role, and the paragraphs that the tests examine, "" for none."""
SOME: Final = tuple(line for line, (_, paragraphs) in BOARDS.items() if paragraphs)


@contextmanager
def board(line: str, folder: Path) -> Iterator[tuple[Path, Path]]:
    """A simulator as a process: its port and its control socket."""
    port, control = folder / "port", folder / "hands"
    command = [*COMMAND, "simulate", *line.split(), "--port", str(port), "--control", str(control)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            end = time.monotonic() + THERE
            while not control.exists():
                if process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"no simulator: {' '.join(command)}")
                time.sleep(0.05)
            yield port, control
        finally:
            process.terminate()


def examine(lines: Sequence[str], folder: Path, *, some: bool) -> dict[str, str]:
    """What the kit printed of each of these boards, beside one another; some: the few paragraphs alone."""
    running: dict[str, subprocess.Popen[str]] = {}
    with ExitStack() as stack:
        for number, line in enumerate(lines):
            role, paragraphs = BOARDS[line]
            place = folder / str(number)
            place.mkdir()
            port, control = stack.enter_context(board(line, place))
            command = [*COMMAND, "conformance", str(port), "--role", role, "--hands", str(control)]
            command += ["--report", str(place / "report")]
            for paragraph in paragraphs.split() if some else ():
                command += ["--only", paragraph]
            running[line] = stack.enter_context(
                subprocess.Popen(
                    command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
                )
            )
        return {line: process.communicate(timeout=LONGEST)[0] for line, process in running.items()}


def _all(folder: Path) -> Iterator[tuple[str, str]]:
    """All checks of all boards, a few boards at a time: a machine that is too busy fails sound ones."""
    lines = tuple(BOARDS)
    for at in range(0, len(lines), BESIDE):
        place = folder / f"from{at}"
        place.mkdir()
        yield from examine(lines[at : at + BESIDE], place, some=False).items()


def main() -> int:
    """All boards, all checks. 1: something failed, or was left out."""
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        for line, printed in _all(Path(folder)):
            rows = printed.splitlines()
            print(f"{line}: {rows[-1] if rows else 'nothing was printed'}")
            bad = [row for row in rows if " failed: " in row or " left out: " in row]
            print("\n".join(f"    {row}" for row in bad), end="\n" if bad else "")
            wrong = wrong or bool(bad) or " 0 failed" not in printed
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
