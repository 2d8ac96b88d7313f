"""The writer: takes what is queued and commits it, one transaction at a time, in a thread of its own.

It decides nothing. The first thing that goes wrong ends it for good: what it had in hand and
whatever is queued behind stays undone, and that is said once. The thread itself is journal.py's.
"""

import sqlite3
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from controller.journal.chain import Head, Stored
from controller.journal.errors import JournalError, JournalFailed
from controller.journal.holder import TideMark
from controller.journal.interface import OnDurable, OnFailed
from controller.journal.plain_words import in_plain_words
from controller.journal.seals import Checkpoint
from controller.journal.storage import write

_END: Final = None


class Writer:
    """Commits what `put` hands it. `put` and `end` belong to the appending thread, `run` to another."""

    def __init__(self, path: Path, connection: sqlite3.Connection, mark: TideMark, durable: Head) -> None:
        self._path = path
        self._connection = connection
        self._mark = mark
        self._queue: SimpleQueue[Stored | Checkpoint | None] = SimpleQueue()
        self._changed = threading.Condition()
        self.put = self._queue.put
        self.durable = durable
        """The last entry that is on disk."""
        self.failed: JournalFailed | None = None
        """Why the writer has ended before its time."""

    def end(self) -> None:
        """Let `run` return once everything put before is committed."""
        self._queue.put(_END)

    def wait(self, number: int, timeout: float) -> bool:
        """Wait until entry `number` is on disk, the writer has failed, or `timeout` seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self.durable.number >= number or self.failed is not None, timeout)
        return self.durable.number >= number

    def run(self, on_durable: OnDurable, on_failed: OnFailed) -> None:
        """Commit until `end`, or until something goes wrong; that is told to `on_failed`, once."""
        try:
            going_on = True
            while going_on:
                entries, checkpoints, going_on = self._take()
                self._commit(entries, checkpoints, on_durable)
        except Exception as error:
            on_failed(self._fail(error))

    def _take(self) -> tuple[list[Stored], list[Checkpoint], bool]:
        """Wait for something, then take all that was queued by then; the last value: go on after it."""
        items = [self._queue.get()]
        items += [self._queue.get() for _ in range(self._queue.qsize())]
        entries = [item for item in items if isinstance(item, Stored)]
        checkpoints = [item for item in items if isinstance(item, Checkpoint)]
        return entries, checkpoints, items[-1] is not _END

    def _commit(self, entries: list[Stored], checkpoints: list[Checkpoint], on_durable: OnDurable) -> None:
        if not entries and not checkpoints:
            return
        write(self._connection, entries, checkpoints)
        if not entries:
            return
        head = Head(entries[-1].number, entries[-1].hash)
        self._mark.write(head)
        with self._changed:
            self.durable = head
            self._changed.notify_all()
        on_durable(head.number)

    def _fail(self, error: Exception) -> JournalFailed:
        cause = error
        if isinstance(error, (sqlite3.Error, OSError)):
            cause = in_plain_words(self._path, error)
        why, remedy = str(cause), "Take the table out of play and call for service"
        if isinstance(cause, JournalError):
            why, remedy = cause.value, cause.remedy
        failure = JournalFailed(
            str(self._path),
            f"nothing behind entry {self.durable.number} can be kept: {why}",
            remedy,
            self.durable.number,
        )
        failure.__cause__ = cause
        with self._changed:
            self.failed = failure
            self._changed.notify_all()
        return failure
