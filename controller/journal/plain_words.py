"""What SQLite or the operating system raised, said as a JournalError that a person can act on."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.journal.chain import BrokenChain
from controller.journal.errors import (
    JournalBusy,
    JournalDamaged,
    JournalDiskError,
    JournalDiskFull,
    JournalError,
    JournalMissing,
    JournalReadOnly,
    NotAJournal,
)

KEEP: Final = "Keep the file as it is and take the table out of play; verify the journal"
_ROOM: Final = "Make room on the disk, then start again"
_RIGHTS: Final = "Give the table's user the right to write the file and its folder"
_DISK: Final = "Check the disk and its cable; take the table out of play"
_FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
_FORBIDDEN: Final = frozenset((errno.EACCES, errno.EPERM, errno.EROFS))
_GENERAL_ERROR: Final = 1


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """Errors of SQLite, of the operating system and of the chain inside become JournalErrors about `path`."""
    try:
        yield
    except (sqlite3.Error, OSError, BrokenChain, UnicodeDecodeError) as error:
        raise in_plain_words(path, error) from error


def in_plain_words(
    path: Path, error: sqlite3.Error | OSError | BrokenChain | UnicodeDecodeError
) -> JournalError:
    """The JournalError that says the same as `error`."""
    if isinstance(error, UnicodeDecodeError):
        # Python's module could not even read SQLite's complaint, since that quotes what is in the file.
        return JournalDamaged(str(path), f"the file contradicts itself ({error.reason})", KEEP)
    if isinstance(error, BrokenChain):
        return JournalDamaged(str(path), str(error), KEEP, error.number)
    if isinstance(error, OSError):
        return _of_system(str(path), error)
    return _of_sqlite(str(path), code_of(error), str(error))


def code_of(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 1, the general one, where Python's module itself complained."""
    try:
        return error.sqlite_errorcode & 0xFF
    except AttributeError:
        return _GENERAL_ERROR


def _of_system(place: str, error: OSError) -> JournalError:
    said = error.strerror or str(error)
    if error.errno in _FULL:
        return JournalDiskFull(place, f"no space is left ({said})", _ROOM)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return JournalMissing(
            place, f"its folder is not there ({said})", "Make the folder, or correct the name"
        )
    if error.errno in _FORBIDDEN:
        return JournalReadOnly(place, f"cannot be written ({said})", _RIGHTS)
    return JournalDiskError(place, f"the disk does not do its work ({said})", _DISK)


def _of_sqlite(place: str, code: int, said: str) -> JournalError:
    if code == sqlite3.SQLITE_FULL:
        return JournalDiskFull(place, f"no space is left ({said})", _ROOM)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return JournalReadOnly(place, f"cannot be written ({said})", _RIGHTS)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalBusy(
            place, f"another program has locked the database ({said})", "Close whatever has the file open"
        )
    if code == sqlite3.SQLITE_NOTADB:
        return NotAJournal(
            place,
            "this is no journal, or its beginning is damaged",
            "Name the journal's file, or restore a copy",
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return JournalDamaged(place, f"another program has written into it ({said})", KEEP)
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        return JournalDiskError(place, f"the disk does not do its work ({said})", _DISK)
    return JournalDamaged(place, f"the file contradicts itself ({said})", KEEP)
