"""The chain: what an entry is, and how one follows from the one before. Pure but for one random id.

docs/journal.md has the same in prose; chain_check.py is a second writing of it and must stay one.
Nothing here knows a file.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from struct import Struct as Packing
from typing import Final

from msgspec import Struct

FORMAT: Final = "table-journal 1"
HASH_BYTES: Final = 32
_NUMBERS: Final = Packing(">Qqq")


class Stored(Struct, frozen=True, gc=False):
    """One entry. `number` counts 1, 2, …; `wall_ms` and `mono_ms` say when by either clock and order
    nothing; `body` is the caller's bytes; `hash` (32 bytes) joins it to all entries before."""

    number: int
    wall_ms: int
    mono_ms: int
    body: bytes
    hash: bytes


class Head(Struct, frozen=True, gc=False):
    """Where a chain stands: the last entry's number and hash (0 and the genesis hash before entry 1)."""

    number: int
    hash: bytes


class Genesis(Struct, frozen=True):
    """What a journal began with: its random id (32 hex digits), the table's name, and the head before
    entry 1."""

    journal: str
    table: str
    head: Head


class BrokenChain(Exception):
    """An entry does not follow from the one before. `kind` is "gap", "hash" or "form"."""

    def __init__(self, number: int, kind: str, words: str) -> None:
        super().__init__(words)
        self.number = number
        self.kind = kind


def genesis_record(table: str, created_ms: int) -> bytes:
    """The bytes a new journal begins with: format, an id nobody can guess, when, and whose table."""
    record = {"format": FORMAT, "journal": secrets.token_hex(16), "created_ms": created_ms, "table": table}
    return json.dumps(record, ensure_ascii=True, sort_keys=True).encode()


def genesis_of(record: bytes) -> Genesis:
    """What the bytes of a genesis record say. Raises ValueError where they are none."""
    try:
        said = json.loads(record)
        if said["format"] != FORMAT:
            raise ValueError(f"the format is {said['format']!r}")
        journal, table = str(said["journal"]), str(said["table"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"no genesis record: {error}") from error
    return Genesis(journal, table, Head(0, hashlib.sha256(record).digest()))


def follow(head: Head, wall_ms: int, mono_ms: int, body: bytes) -> Stored:
    """The entry that comes behind `head` with this body and these times."""
    number = head.number + 1
    digest = hashlib.sha256(head.hash)
    digest.update(_NUMBERS.pack(number, wall_ms, mono_ms))
    digest.update(body)
    return Stored(number, wall_ms, mono_ms, body, digest.digest())


def checked(head: Head, entries: Iterable[Stored]) -> Iterator[Stored]:
    """The same entries, each compared with what must come behind `head` and the ones before it.

    Raises BrokenChain at the first that does not fit, after having yielded all that do.
    """
    for entry in entries:
        _compare(head, entry)
        yield entry
        head = Head(entry.number, entry.hash)


def _compare(head: Head, entry: Stored) -> None:
    number = head.number + 1
    if entry.number != number:
        raise BrokenChain(
            number, "gap", f"entry {number} is not there; behind {head.number} comes {entry.number}"
        )
    if follow(head, entry.wall_ms, entry.mono_ms, entry.body).hash != entry.hash:
        raise BrokenChain(number, "hash", f"entry {number} is not what was written: its hash does not fit")
