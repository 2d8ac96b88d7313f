"""How a journal is found when it is opened: made, whole, or with its end missing.

Three witnesses are compared: the file itself, the chain at its end, and the tide mark beside it.
Nothing is repaired here, and nothing that is missing goes unsaid.
"""

import sqlite3
from pathlib import Path

from msgspec import Struct

from controller.journal.chain import Genesis, Head, checked, genesis_of, genesis_record
from controller.journal.errors import JournalDamaged, NotAJournal
from controller.journal.holder import TideMark, beside, read_mark
from controller.journal.plain_words import KEEP
from controller.journal.storage import create, must_be_no_folder, read_genesis, read_head, read_last


class Opening(Struct, frozen=True):
    """How a journal was found. `created`: it did not exist. `last`: the last entry that is there.

    lost_from, lost_to: entries that were on disk once and are gone, 0 and 0 where none is known to be.
    The numbers will be given again; the loss is said at each opening until an entry is committed.
    remark: what else a person should know, "" where all is well.
    """

    created: bool
    last: int
    lost_from: int = 0
    lost_to: int = 0
    remark: str = ""

    @property
    def lost(self) -> bool:
        """True where entries that were durable are gone."""
        return self.lost_to > 0


def ensure_file(path: Path, table: str, created_ms: int) -> bool:
    """Make the journal where there is none; True if it was made. Its holder calls this, nobody else.

    A journal of which only the log or the mark is left is not made anew: raises JournalDamaged. A folder
    is none: raises NotAJournal.
    """
    must_be_no_folder(path)
    if path.exists() and path.stat().st_size > 0:
        return False
    found = "the file is empty" if path.exists() else ""
    if any(beside(path, ending).exists() for ending in ("-wal", ".mark")):
        found = "the journal is empty or gone, and its companions are still there"
    if found:
        remedy = "Find out what emptied or removed it; keep what is left, and restore a copy"
        raise JournalDamaged(str(path), found, remedy, 1)
    genesis = genesis_record(table, created_ms)
    create(path, genesis)
    mark = TideMark(path)
    mark.write(genesis_of(genesis).head)
    mark.close()
    return True


def look(
    connection: sqlite3.Connection, path: Path, table: str, *, created: bool
) -> tuple[Genesis, Head, Opening]:
    """What the journal began with, where its chain ends, and how it was found.

    Raises NotAJournal, JournalVersion, JournalDamaged, sqlite3.Error, OSError, BrokenChain.
    """
    genesis = read_genesis(connection, path)
    if genesis.table != table:
        raise NotAJournal(
            str(path),
            f"this is the journal of table {genesis.table!r} and not of {table!r}",
            "Name the file of this table",
        )
    head = _end_of_chain(connection, genesis)
    try:
        marked = read_mark(path)
    except ValueError as error:
        return (
            genesis,
            head,
            Opening(created, head.number, remark=f"a lost end could not be noticed: {error}"),
        )
    if marked is None:
        return genesis, head, Opening(created, head.number, remark="a lost end could not be noticed: no mark")
    return genesis, head, _compared(connection, path, genesis, head, marked, created=created)


def _end_of_chain(connection: sqlite3.Connection, genesis: Genesis) -> Head:
    last = read_last(connection)
    if last is None:
        return genesis.head
    before = read_head(connection, genesis, last.number - 1)
    for entry in checked(before or Head(last.number - 2, b""), [last]):
        return Head(entry.number, entry.hash)
    return genesis.head


def _compared(
    connection: sqlite3.Connection, path: Path, genesis: Genesis, head: Head, marked: Head, *, created: bool
) -> Opening:
    if marked.number > head.number:
        first, last = head.number + 1, marked.number
        which = f"entry {first}" if first == last else f"entries {first} to {last}"
        return Opening(created, head.number, first, last, f"{which}, once on disk, cannot be found any more")
    there = read_head(connection, genesis, marked.number)
    if there is None or there.hash != marked.hash:
        raise JournalDamaged(
            str(path), f"entry {marked.number} is not the one that was written", KEEP, marked.number
        )
    return Opening(created, head.number)
