"""How a journal lies in an SQLite file: the tables, opening, reading and writing rows.

The rules of the chain are chain.py's, the writing thread is writer.py's. What SQLite raises here goes
through plain_words.py before it leaves the package. docs/journal.md describes the file; who changes
it here changes it there and in chain_check.py.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from controller.journal.chain import HASH_BYTES, BrokenChain, Genesis, Head, Stored, genesis_of
from controller.journal.errors import (
    JournalDamaged,
    JournalDiskError,
    JournalMissing,
    JournalVersion,
    NotAJournal,
)
from controller.journal.seals import Checkpoint

APPLICATION: Final = 0x544A4E4C
"""SQLite's application id of a journal ("TJNL")."""
VERSION: Final = 1
BUSY_SECONDS: Final = 2.0
"""How long a commit waits for another program that has locked the database."""

_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, wall_ms INTEGER NOT NULL, mono_ms INTEGER NOT NULL,
    body BLOB NOT NULL, hash BLOB NOT NULL);
CREATE TABLE checkpoint (
    number INTEGER PRIMARY KEY, entry_hash BLOB NOT NULL, body BLOB NOT NULL,
    fingerprint TEXT NOT NULL, signature BLOB NOT NULL);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
_COLUMNS: Final = "SELECT number, wall_ms, mono_ms, body, hash FROM entry "
_RESTORE: Final = "Keep the file as it is and take the table out of play; verify it, or restore a copy"
_INSERT_ENTRY: Final = "INSERT INTO entry (number, wall_ms, mono_ms, body, hash) VALUES (?, ?, ?, ?, ?)"
_INSERT_CHECKPOINT: Final = (
    "INSERT OR REPLACE INTO checkpoint (number, entry_hash, body, fingerprint, signature)"
    " VALUES (?, ?, ?, ?, ?)"
)


def create(path: Path, genesis: bytes) -> None:
    """Make a journal without entries at `path`, whole or not at all. Nothing must be there."""
    part = path.with_name(path.name + ".part")
    # An interrupted attempt may have left its rollback log too, which must not be played into this one.
    for old in (part, part.with_name(part.name + "-journal")):
        old.unlink(missing_ok=True)
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.executescript(_SCHEMA)
        connection.execute("INSERT INTO meta (name, value) VALUES ('genesis', ?)", (genesis,))
        connection.execute("COMMIT")
    os.rename(part, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def connect_to_write(path: Path) -> sqlite3.Connection:
    """The one connection that writes. It changes nothing yet: see `log_ahead`."""
    return _connect(path, "mode=rw")


def log_ahead(connection: sqlite3.Connection, path: Path) -> None:
    """From now on commit to a log beside the file, each commit flushed to the disk."""
    if connection.execute("PRAGMA journal_mode = WAL").fetchone() != (b"wal",):
        raise JournalDiskError(str(path), "this file system cannot keep a log beside it", "Use a local disk")
    connection.execute("PRAGMA synchronous = FULL")


def must_be_no_folder(path: Path) -> None:
    """Raises NotAJournal where it is one."""
    if path.is_dir():
        raise NotAJournal(str(path), "this is a folder and no journal", "Name the journal's file")


def must_exist(path: Path) -> None:
    """Raises JournalMissing where there is no file at `path`, NotAJournal where it is a folder."""
    must_be_no_folder(path)
    if not path.exists():
        raise JournalMissing(str(path), "there is no journal", "Name the journal's file, or let one be made")


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, beside a running table too, or from a medium that is read-only.

    Raises JournalMissing, sqlite3.Error.
    """
    must_exist(path)
    with closing(_connect(path, "mode=ro")) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            if path.with_name(path.name + "-wal").exists():
                raise
        else:
            yield connection
            return
    with closing(_connect(path, "mode=ro&immutable=1")) as connection:
        yield connection


def _connect(path: Path, how: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(
        address, uri=True, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
    )
    connection.text_factory = bytes
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def read_genesis(connection: sqlite3.Connection, path: Path) -> Genesis:
    """What the journal began with. Raises NotAJournal, JournalVersion, JournalDamaged, sqlite3.Error."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise NotAJournal(str(path), "this is a database of something else", "Name the journal's file")
    if version != VERSION:
        raise JournalVersion(
            str(path),
            f"a journal of version {version}",
            f"Use a program that knows it; this one knows {VERSION}",
        )
    row = connection.execute("SELECT value FROM meta WHERE name = 'genesis'").fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise JournalDamaged(str(path), "the record it began with is missing", _RESTORE)
    try:
        return genesis_of(row[0])
    except ValueError as error:
        raise JournalDamaged(str(path), "the record it began with is not readable", _RESTORE, 1) from error


def read_entries(connection: sqlite3.Connection, start: int | None = None) -> Iterator[Stored]:
    """The rows as they lie in the file, in order of number; not compared with the chain.

    start: the first number wanted; None for every row, whatever its number. Raises BrokenChain for a
    row that has not an entry's form, sqlite3.Error.
    """
    if start is None:
        rows = connection.execute(_COLUMNS + "ORDER BY number")
    else:
        rows = connection.execute(_COLUMNS + "WHERE number >= ? ORDER BY number", (start,))
    for row in rows:
        yield _stored(row)


def read_last(connection: sqlite3.Connection) -> Stored | None:
    """The row with the highest number."""
    row = connection.execute(_COLUMNS + "ORDER BY number DESC LIMIT 1").fetchone()
    return None if row is None else _stored(row)


def read_head(connection: sqlite3.Connection, genesis: Genesis, number: int) -> Head | None:
    """The head that the chain had at `number`; None where there is no such entry."""
    if number == 0:
        return genesis.head
    row = connection.execute(_COLUMNS + "WHERE number = ?", (number,)).fetchone()
    return None if row is None else Head(number, _stored(row).hash)


def read_checkpoints(connection: sqlite3.Connection, before: int | None = None) -> Iterator[Checkpoint]:
    """The checkpoints, the newest first, at entries before `before` where it is given."""
    rows = connection.execute(
        "SELECT number, entry_hash, body, fingerprint, signature FROM checkpoint"
        " WHERE ?1 IS NULL OR number < ?1 ORDER BY number DESC",
        (before,),
    )
    for number, entry_hash, body, fingerprint, signature in rows:
        parts = (entry_hash, body, fingerprint, signature)
        if not all(isinstance(part, bytes) for part in parts):
            raise BrokenChain(number, "form", f"the checkpoint at {number} has not the form of one")
        yield Checkpoint(number, entry_hash, body, fingerprint.decode("ascii", "replace"), signature)


def write(connection: sqlite3.Connection, entries: list[Stored], checkpoints: list[Checkpoint]) -> None:
    """Put these into the file, all or none, and flush. Raises sqlite3.Error; then none is there."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(
            _INSERT_ENTRY, ((e.number, e.wall_ms, e.mono_ms, e.body, e.hash) for e in entries)
        )
        connection.executemany(
            _INSERT_CHECKPOINT,
            ((c.number, c.entry_hash, c.body, c.fingerprint, c.signature) for c in checkpoints),
        )
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _stored(row: tuple[object, ...]) -> Stored:
    number, wall_ms, mono_ms, body, digest = row
    if (
        isinstance(number, int)
        and isinstance(wall_ms, int)
        and isinstance(mono_ms, int)
        and isinstance(body, bytes)
        and isinstance(digest, bytes)
        and len(digest) == HASH_BYTES
    ):
        return Stored(number, wall_ms, mono_ms, body, digest)
    shown = number if isinstance(number, int) else 0
    raise BrokenChain(shown, "form", f"entry {shown} has not the form of an entry")
