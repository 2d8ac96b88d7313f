"""The journal on disk: one owner, one thread that appends, one that writes.

It keeps bytes and knows nothing of tables, events or inputs. What is promised is in interface.py;
this file chains, ties the writer to its thread, and closes. How a journal is found when it is opened
is opening.py's affair.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from controller.clock import Clock
from controller.journal.chain import BrokenChain, Genesis, Head, Stored, checked, follow
from controller.journal.errors import CheckpointBad, JournalFailed
from controller.journal.holder import Holding, TideMark, beside
from controller.journal.interface import OnDurable, OnFailed
from controller.journal.keys import KeyFile
from controller.journal.opening import Opening, ensure_file, look
from controller.journal.plain_words import plainly
from controller.journal.seals import Checkpoint, Seal, checkpoint_is_signed, sign_checkpoint, sign_seal
from controller.journal.storage import (
    connect_to_write,
    log_ahead,
    must_exist,
    read_checkpoints,
    read_entries,
    read_genesis,
    read_head,
    read_last,
    reading,
)
from controller.journal.writer import Writer


class Journal:
    """An AnyJournal in a file. `opening` says how it was found; `id` is its random name."""

    def __init__(
        self, path: Path, clock: Clock, key: KeyFile, genesis: Genesis, opening: Opening, writer: Writer
    ) -> None:
        """Use `open`."""
        self.path = path
        self.id = genesis.journal
        self.opening = opening
        self.key = key
        self._clock = clock
        self._genesis = genesis
        self._writer = writer
        self._head = writer.durable
        self._thread: threading.Thread | None = None
        self._appender: int | None = None
        self._closed = False
        self._held = ExitStack()

    @classmethod
    def open(
        cls, path: Path, *, clock: Clock, table: str, create: bool = True, key: Path | None = None
    ) -> "Journal":
        """Take hold of the journal at `path`, or make one where there is none and `create` allows it.

        table: whose journal it is; a file of another table is refused. key: the signing key's file,
        `path` with ".key" behind it unless given; it is not touched before something is signed. Look at
        `opening` before appending: where entries are lost, the first entry has to say so. Only what
        lies at the end is compared with the chain; `entries` checks what it yields. Raises JournalError.
        """
        if not create:
            must_exist(path)
        with plainly(path), ExitStack() as held:
            holding = Holding(path)
            held.callback(holding.release)
            created = ensure_file(path, table, clock.wall_ms())
            connection = connect_to_write(path)
            held.callback(connection.close)
            genesis, head, opening = look(connection, path, table, created=created)
            log_ahead(connection, path)
            mark = TideMark(path)
            held.callback(mark.close)
            if not opening.lost:
                mark.write(head)
            signer = KeyFile(key or beside(path, ".key"))
            journal = cls(path, clock, signer, genesis, opening, Writer(path, connection, mark, head))
            journal._held = held.pop_all()
            return journal

    @property
    def head(self) -> Head:
        """See `AnyJournal.head`."""
        return self._head

    @property
    def durable(self) -> int:
        """See `AnyJournal.durable`."""
        return self._writer.durable.number

    @property
    def failed(self) -> JournalFailed | None:
        """See `AnyJournal.failed`."""
        return self._writer.failed

    def start(self, on_durable: OnDurable, on_failed: OnFailed) -> None:
        """See `AnyJournal.start`. Raises RuntimeError when called twice."""
        if self._thread is not None:
            raise RuntimeError("the journal's writer runs already")
        # Ending the process without `close` must not hang on a disk that does not answer: hence daemon.
        self._thread = threading.Thread(
            target=self._writer.run, args=(on_durable, on_failed), name="journal", daemon=True
        )
        self._thread.start()

    def append(self, body: bytes) -> int:
        """See `AnyJournal.append`. Raises RuntimeError when another thread appends than did before."""
        self._may_write()
        me = threading.get_ident()
        if me != self._appender:
            if self._appender is not None:
                raise RuntimeError("only one thread may append to a journal")
            self._appender = me
        clock = self._clock
        entry = follow(self._head, clock.wall_ms(), int(clock.monotonic() * 1000), body)
        self._head = Head(entry.number, entry.hash)
        self._writer.put(entry)
        return entry.number

    def wait_durable(self, number: int, timeout: float) -> bool:
        """See `AnyJournal.wait_durable`."""
        return self._writer.wait(number, timeout)

    def entries(self, start: int = 1) -> Iterator[Stored]:
        """See `AnyJournal.entries`. Raises ValueError for a start below 1."""
        return read_journal(self.path, start)

    def last(self) -> Stored | None:
        """See `AnyJournal.last`."""
        with plainly(self.path), reading(self.path) as connection:
            return read_last(connection)

    def checkpoint(self, number: int, body: bytes) -> None:
        """See `AnyJournal.checkpoint`."""
        self._may_write()
        head = self._head
        if number != head.number:
            with plainly(self.path), reading(self.path) as connection:
                found = read_head(connection, self._genesis, number)
            if found is None:
                raise ValueError(f"no durable entry {number} to keep a checkpoint at")
            head = found
        self._writer.put(sign_checkpoint(self.key, number, head.hash, body))

    def latest_checkpoint(self, before: int | None = None) -> Checkpoint | None:
        """See `AnyJournal.latest_checkpoint`."""
        with plainly(self.path), reading(self.path) as connection:
            try:
                newest = next(read_checkpoints(connection, before), None)
            except BrokenChain as error:
                raise self._bad_checkpoint(error.number) from error
            if newest is None:
                return None
            head = read_head(connection, self._genesis, newest.number)
        if head is None or head.hash != newest.entry_hash or not checkpoint_is_signed(self.key, newest):
            raise self._bad_checkpoint(newest.number)
        return newest

    def seal(self) -> Seal:
        """See `AnyJournal.seal`."""
        head = self._writer.durable
        return sign_seal(self.key, self.id, head.number, head.hash, self._clock.wall_ms())

    def close(self) -> None:
        """See `AnyJournal.close`. Where `start` was never called what is queued is written here, and a
        failure is raised here; else it was told to `on_failed`."""
        if self._closed:
            return
        self._closed = True
        self._writer.end()
        if self._thread is None:
            self._writer.run(_tell_nobody, _tell_nobody)
        else:
            self._thread.join()
        with plainly(self.path):
            self._held.close()
        if self._thread is None and self._writer.failed is not None:
            raise self._writer.failed

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _may_write(self) -> None:
        if self._writer.failed is not None:
            raise self._writer.failed.again()
        if self._closed:
            raise JournalFailed(str(self.path), "the journal is closed", "Open it again", self.durable)

    def _bad_checkpoint(self, number: int) -> CheckpointBad:
        return CheckpointBad(
            str(self.path),
            f"the checkpoint at entry {number} is not what was signed",
            "Verify the journal; its entries can be folded from the checkpoint before, or from the first",
            number,
        )


def read_journal(path: Path, start: int = 1) -> Iterator[Stored]:
    """The entries of the journal at `path` from `start` on, each checked against the chain, without
    taking hold of it: for an auditor, beside a running table too. Raises JournalError, ValueError."""
    if start < 1:
        raise ValueError(f"entries are numbered from 1; there is no {start}")
    return _read(path, start)


def _read(path: Path, start: int) -> Iterator[Stored]:
    with plainly(path), reading(path) as connection:
        genesis = read_genesis(connection, path)
        before = read_head(connection, genesis, start - 1)
        rows = read_entries(connection, start)
        if before is not None:
            yield from checked(before, rows)
        elif next(rows, None) is not None:
            raise BrokenChain(start - 1, "gap", f"entry {start - 1} is not there")


def _tell_nobody(_: object) -> None:
    """For the callbacks of a writer that was never started."""
