"""A demonstration as a process for these tests, and what its journal and the process table say afterwards."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from controller.audit import Findings, audit
from controller.entries import Entry, decode_entry, fold_entry
from controller.games import find_game
from controller.journal import read_journal, verify
from controller.submission import default_rules
from controller.table.commands import Reported
from controller.table.events import StepDone
from controller.table.supply import current
from drivers import messages as m

SPEED = "250"
FREE_BET = "free-bet-blackjack"


def line_of(
    folder: Path,
    rounds: int,
    faults: Sequence[str] = (),
    speed: str = SPEED,
    shuffler: str = "none",
    game: str = FREE_BET,
    variation: str = "none",
    shoe: str = "single",
) -> list[str]:
    """The command line of a demonstration in that folder."""
    line = [sys.executable, "-m", "controller", "demo", game, "--plain", "--keep", str(folder)]
    line += ["--speed", speed, "--rounds", str(rounds), "--shuffler", shuffler]
    line += ["--variation", variation, "--shoe", shoe]
    return line + [part for fault in faults for part in ("--fault", fault)]


@contextlib.contextmanager
def demonstration(
    folder: Path, rounds: int, speed: str = SPEED, shuffler: str = "none", game: str = FREE_BET
) -> Iterator[subprocess.Popen[str]]:
    """A demonstration that runs meanwhile; nothing of it is left afterwards."""
    with subprocess.Popen(
        line_of(folder, rounds, speed=speed, shuffler=shuffler, game=game),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def journal_of(folder: Path) -> Path:
    """Where the demonstration's table keeps its journal."""
    return folder / "demo.journal"


def audited(folder: Path) -> Findings:
    """The findings of the audit, after the chain was found whole."""
    verdict = verify(journal_of(folder))
    assert verdict.good, verdict.words
    return audit(read_journal(journal_of(folder)))


def entries_of(folder: Path) -> list[Entry]:
    """All that the journal says."""
    return [decode_entry(one.number, one.body) for one in read_journal(journal_of(folder))]


def batches_played(entries: Sequence[Entry], name: str = FREE_BET) -> list[str]:
    """The backs of the batches that were put into the shoe, in order, at a table of that game."""
    game = find_game(name)
    table = game.new_table(default_rules(game.name))
    played = []
    for number, entry in enumerate(entries, 1):
        table = fold_entry(game, table, number, entry)
        if any(isinstance(one, StepDone) and one.step == "loaded" for one in entry.events):
            batch = current(table.standing.supply)
            assert batch is not None
            played.append(batch.back)
    return played


def draws_of(entries: Sequence[Entry]) -> list[int]:
    """The numbers of the cards that the shoe reported, in the order in which they were ruled on."""
    reports = [one.given.what for one in entries if isinstance(one.given, Reported)]
    return [one.draw for one in reports if isinstance(one, m.CardDrawn | m.DoubleFeed)]


def left_over(folder: Path) -> list[str]:
    """The command lines of processes that still run in that folder."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and int(place.name) != os.getpid():
            with contextlib.suppress(OSError):
                words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if str(folder) in words:
                    found.append(words)
    return found
