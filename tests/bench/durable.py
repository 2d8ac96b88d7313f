"""Durable entries a second, singly and in bursts, beside a bare append and fdatasync of the same bytes.

The journal is the real one: its writer thread, SQLite, its mark. The bare file lies in the same folder and
takes the same bytes: number, times, body and hash of each entry.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from controller.clock import SystemClock
from controller.entries import encode_ruling
from controller.journal import Journal
from controller.table.ruling import rule_on
from tests.bench.disk import bench_folder, file_system, is_in_memory
from tests.bench.figures import Comparison, Figure, Section, alternately
from tests.bench.rounds import Prepared, prepare

BURST: Final = 1000
MOST_IN_BURSTS: Final = 2.0
BESIDE_A_BODY: Final = 24 + 32
"""Bytes of an entry beside its body: three numbers and a hash."""
_REST: Final = bytes(BESIDE_A_BODY)
_PATIENCE: Final = 60.0


def bodies(made: Prepared) -> tuple[bytes, ...]:
    """The entries of a script as the journal keeps them."""
    table, encoded = made.base, []
    for given in made.inputs:
        ruling = rule_on(made.game, table, given)
        encoded.append(encode_ruling(given, ruling))
        table = ruling.table
    return tuple(encoded)


class Rates:
    """Entries a second into one journal and one bare file in `folder`; each call appends to them."""

    def __init__(self, folder: Path, entries: Sequence[bytes], singly: int, burst: int) -> None:
        self._entries = entries
        self._singly = singly
        self._burst = burst
        self._at = count()
        self._journal = Journal.open(folder / "journal", clock=SystemClock(), table="bench")
        self._journal.start(lambda _: None, lambda _: None)
        self._file = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def close(self) -> None:
        """Let go of both."""
        self._journal.close()
        os.close(self._file)

    def _next(self, many: int) -> list[bytes]:
        return [self._entries[next(self._at) % len(self._entries)] for _ in range(many)]

    def journal_singly(self) -> tuple[float]:
        """Append one, wait until it is durable, then the next."""
        return _rate(self._append_and_wait, ([body] for body in self._next(self._singly)), self._singly)

    def journal_burst(self) -> tuple[float]:
        """Append a burst, then wait until all of it is durable."""
        return _rate(self._append_and_wait, iter([self._next(self._burst)]), self._burst)

    def bare_singly(self) -> tuple[float]:
        """Write one, fdatasync, then the next."""
        return _rate(self._write_and_flush, ([body] for body in self._next(self._singly)), self._singly)

    def bare_burst(self) -> tuple[float]:
        """Write a burst, one write an entry, then one fdatasync."""
        return _rate(self._write_and_flush, iter([self._next(self._burst)]), self._burst)

    def _append_and_wait(self, many: list[bytes]) -> None:
        number = 0
        for body in many:
            number = self._journal.append(body)
        if not self._journal.wait_durable(number, _PATIENCE):
            raise RuntimeError(f"the journal does not commit: {self._journal.failed}")

    def _write_and_flush(self, many: list[bytes]) -> None:
        for body in many:
            os.write(self._file, body + _REST)
        os.fdatasync(self._file)


def _rate(put: Callable[[list[bytes]], None], lots: Iterator[list[bytes]], entries: int) -> tuple[float]:
    ready = list(lots)
    start = time.perf_counter()
    for many in ready:
        put(many)
    return (entries / (time.perf_counter() - start),)


def measure(
    singly: int = 200, burst: int = BURST, repetitions: int = 15, parent: Path | None = None
) -> Section:
    """So many entries singly and so many in a burst, a repetition; in a new folder in `parent`."""
    entries = bodies(prepare(24))
    with bench_folder(parent) as folder:
        rates = Rates(folder, entries, singly, burst)
        try:
            found = alternately(
                repetitions, rates.journal_singly, rates.bare_singly, rates.journal_burst, rates.bare_burst
            )
        finally:
            rates.close()
        remarks = [
            f"an entry has {sum(map(len, entries)) / len(entries):.0f} bytes of body on average, "
            f"made before; bursts of {burst}; the file system is {file_system(folder)}"
        ]
        if is_in_memory(folder):
            remarks.append("THIS FOLDER IS NO DISK: the figures say nothing; name another by --folder")
    (one,), (bare_one,), (many,), (bare_many,) = found
    return Section(
        "Durable entries",
        (
            Comparison(
                Figure("one at a time", "entries/s", one),
                (Figure("append and fdatasync each", "entries/s", bare_one),),
            ),
            Comparison(
                Figure("in bursts", "entries/s", many),
                (Figure("appends and one fdatasync", "entries/s", bare_many),),
                MOST_IN_BURSTS,
            ),
        ),
        tuple(remarks),
    )
