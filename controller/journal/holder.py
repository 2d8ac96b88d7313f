"""Two small files beside a journal: who holds it, and how far it was once durable.

The lock (`….lock`) lets one process alone write a journal and names that process to the next one.
The tide mark (`….mark`) is the number and hash of the last entry that was on disk. SQLite drops a
torn end of its log in silence, which is right for what was never committed; a mark that is ahead of
the journal tells that committed entries are gone.
"""

import fcntl
import os
import sys
from pathlib import Path
from typing import Final

from controller.journal.chain import Head
from controller.journal.errors import JournalBusy

_MARK_LINE: Final = 20 + 1 + 64 + 1
_READS: Final = 100


class Holding:
    """The right to write one journal, until `release`. Raises JournalBusy, OSError."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(beside(path, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            self._take(path)
        except BaseException:
            os.close(self._descriptor)
            raise

    def _take(self, path: Path) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._descriptor, 200, 0).decode(errors="replace").strip() or "another process"
            raise JournalBusy(str(path), f"held by {holder}", "Stop that process first") from None
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"process {os.getpid()} ({Path(sys.argv[0]).name})\n".encode(), 0)

    def release(self) -> None:
        """Give the right back. The file stays: removing it would race with the next holder."""
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)


class TideMark:
    """The last durable head, in a file of one line that is written in place. Raises OSError.

    It is not flushed: what a power cut takes from it only makes it lag behind, which is harmless.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(beside(path, ".mark"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def write(self, head: Head) -> None:
        """Replace the mark."""
        os.pwrite(self._descriptor, mark_line(head), 0)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._descriptor)


def mark_line(head: Head) -> bytes:
    """The mark's one line: the number in 20 digits, a space, the hash in hexadecimal, a line end."""
    return f"{head.number:020d} {head.hash.hex()}\n".encode()


def read_mark(path: Path) -> Head | None:
    """The mark beside the journal at `path`; None where there is none.

    Raises ValueError where the file is there and is not one whole line, OSError where it is unreadable.
    """
    mark = beside(path, ".mark")
    if not mark.exists():
        return None
    line = mark.read_bytes()
    for _ in range(_READS):
        # A running table may write while we read: only two readings that agree are one mark.
        before, line = line, mark.read_bytes()
        if before == line:
            break
    if len(line) != _MARK_LINE:
        raise ValueError(f"the mark has {len(line)} bytes and not {_MARK_LINE}")
    head = Head(int(line[:20]), bytes.fromhex(line[21:85].decode("ascii")))
    if mark_line(head) != line:
        raise ValueError("the mark is not one line of number and hash")
    return head


def beside(path: Path, ending: str) -> Path:
    """The file with the journal's name and one more ending."""
    return path.with_name(path.name + ending)
