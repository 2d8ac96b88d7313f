"""What the tests of the command line share: calling it in this process, and a journal on disk."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli.app import app
from controller.clock import SystemClock
from controller.journal import Journal
from tests.controller.walking import undisturbed

Cli = Callable[..., Result]


@pytest.fixture
def cli() -> Cli:
    """Call `table-controller` with these arguments; what it says is in `stdout` and `stderr`."""

    def call(*line: object) -> Result:
        return CliRunner().invoke(app, [str(part) for part in line], terminal_width=250)

    return call


@pytest.fixture
def day(tmp_path: Path) -> Path:
    """The journal, on disk, of a whole day with one round."""
    path = tmp_path / "day.journal"
    write_journal(path, [stored.body for stored in undisturbed().journal.entries()])
    return path


def write_journal(path: Path, bodies: Sequence[bytes]) -> None:
    """A journal on disk with these entries, soundly chained."""
    journal = Journal.open(path, clock=SystemClock(), table="t1")
    journal.start(lambda _: None, lambda _: None)
    for body in bodies:
        number = journal.append(body)
    assert journal.wait_durable(number, 30)
    journal.close()
