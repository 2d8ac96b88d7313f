"""Verifies a table's journal with nothing but this one file and Python's standard library.

    python chain_check.py JOURNAL [--seal "TABLE-SEAL 1 ..."]...

It walks the chain from the first entry, holds the seals, the checkpoints and the mark beside the
journal against it, prints one line, and ends with 0 (good), 1 (bad: the line names the first bad
entry) or 2 (nothing could be checked). It changes nothing. It cannot check Ed25519 signatures: the
standard library has no such thing. Use the public key and another tool for those; docs/journal.md
says what bytes were signed.

This is a second writing of the format in docs/journal.md. It must not import anything of ours.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sqlite3
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

APPLICATION = 0x544A4E4C
GOOD, BAD, UNCHECKED = 0, 1, 2
Claim = tuple[int, bytes, str]


class Bad(Exception):
    """The journal is not what was written."""


class Unchecked(Exception):
    """There is nothing that could be verified."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check what the command line names; the exit code."""
    parser = argparse.ArgumentParser(description="Verify a table's journal.")
    parser.add_argument("journal", help="the journal's file")
    parser.add_argument(
        "--seal", action="append", default=[], help="a seal, the whole line (may be repeated)"
    )
    asked = parser.parse_args(arguments)
    try:
        print("GOOD:", check(Path(asked.journal), asked.seal))
    except Bad as bad:
        print("BAD:", bad)
        return BAD
    except (Unchecked, OSError, sqlite3.Error) as error:
        print("NOT CHECKED:", error)
        return UNCHECKED
    return GOOD


def check(path: Path, seals: Sequence[str] = ()) -> str:
    """One line about a good journal. Raises Bad, Unchecked, OSError, sqlite3.Error."""
    stated = [read_seal(text) for text in seals]
    if not path.is_file():
        raise Unchecked(f"{path}: no such file")
    marked = read_mark(path.with_name(path.name + ".mark"))
    connection = connect(path)
    try:
        journal, table, first_hash = genesis(connection)
        wanted = claims(connection, journal, stated, marked)
        last = walk(connection, first_hash, wanted)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # Another program's lock, or a disk that cannot be read, is no damage of the journal.
        if any(words in str(error) for words in ("locked", "disk I/O", "unable to open")):
            raise
        raise Bad(f"{path}: the file contradicts itself ({error})") from error
    finally:
        connection.close()
    beyond = [claim for claim in wanted if claim[0] > last]
    if beyond:
        number, _, what = max(beyond)
        raise Bad(f"entry {last + 1} is missing: {what} says {number} entries, the last one is {last}")
    signature = " (their signatures were not checked)" if seals else ""
    return f"{last} entries of table {table!r}, journal {journal}, {len(seals)} seal(s) fit{signature}"


def connect(path: Path) -> sqlite3.Connection:
    """A connection that only reads; from a medium that cannot be written to, too."""
    address = path.absolute().as_uri()
    connection = sqlite3.connect(address + "?mode=ro", uri=True)
    try:
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if os.path.exists(str(path) + "-wal"):
            raise
        connection = sqlite3.connect(address + "?mode=ro&immutable=1", uri=True)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        connection.close()
        if "not a database" in str(error):
            raise Unchecked(f"{path}: this is no journal, or its beginning is damaged") from error
        raise Bad(f"{path}: the file contradicts itself ({error})") from error
    connection.text_factory = bytes
    return connection


def genesis(connection: sqlite3.Connection) -> tuple[str, str, bytes]:
    """The journal's id, its table's name, and the hash that stands before entry 1."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Unchecked("this is a database of something else")
    if version != 1:
        raise Unchecked(f"this is a journal of version {version}; this program knows version 1")
    row = connection.execute("SELECT value FROM meta WHERE name = 'genesis'").fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise Bad("the record that the journal began with is missing")
    try:
        record = json.loads(row[0])
        if record["format"] != "table-journal 1":
            raise ValueError("another format")
        return record["journal"], record["table"], hashlib.sha256(row[0]).digest()
    except (ValueError, KeyError, TypeError) as error:
        raise Bad(f"the record that the journal began with cannot be read ({error})") from error


def walk(connection: sqlite3.Connection, before: bytes, wanted: list[Claim]) -> int:
    """The number of the last entry, where every entry follows from the one before it."""
    known: dict[int, list[tuple[bytes, str]]] = {}
    for number, digest, what in wanted:
        known.setdefault(number, []).append((digest, what))
    last = 0
    compare(known, 0, before)
    rows = connection.execute("SELECT number, wall_ms, mono_ms, body, hash FROM entry ORDER BY number")
    for number, wall_ms, mono_ms, body, digest in rows:
        if number != last + 1:
            raise Bad(f"entry {last + 1} is not there; behind {last} comes {number}")
        if not (isinstance(wall_ms, int) and isinstance(mono_ms, int) and isinstance(body, bytes)):
            raise Bad(f"entry {number} has not the form of an entry")
        content = before + struct.pack(">Qqq", number, wall_ms, mono_ms) + body
        before = hashlib.sha256(content).digest()
        if digest != before:
            raise Bad(f"entry {number} is not what was written: its hash does not fit")
        compare(known, number, before)
        last = number
    return last


def compare(known: dict[int, list[tuple[bytes, str]]], number: int, digest: bytes) -> None:
    """Hold what is said about entry `number` against its hash."""
    for said, what in known.get(number, ()):
        if said != digest:
            raise Bad(f"entry {number} is not the one that {what} names")


def claims(
    connection: sqlite3.Connection,
    journal: str,
    seals: list[tuple[str, int, bytes]],
    marked: list[tuple[int, bytes]],
) -> list[Claim]:
    """What stands outside the chain and says of an entry that it has a hash: (number, hash, who)."""
    found = [(number, digest, "the mark") for number, digest in marked]
    rows = connection.execute(
        "SELECT number, entry_hash, body, fingerprint, signature FROM checkpoint ORDER BY number DESC"
    )
    for number, digest, *rest in rows:
        if not all(isinstance(part, bytes) for part in (digest, *rest)):
            raise Bad(f"the checkpoint at {number} has not the form of one")
        found.append((number, digest, f"the checkpoint at {number}"))
    for of, number, digest in seals:
        if of != journal:
            raise Bad(f"the seal is of another journal ({of})")
        found.append((number, digest, f"the seal of entry {number}"))
    return found


def read_seal(text: str) -> tuple[str, int, bytes]:
    """A seal's journal id, number and hash."""
    words = text.split()
    try:
        if len(words) != 8 or words[:2] != ["TABLE-SEAL", "1"] or len(words[4]) != 64:
            raise ValueError("it is one line of eight words that begins TABLE-SEAL 1")
        return words[2], int(words[3]), bytes.fromhex(words[4])
    except ValueError as error:
        raise Unchecked(f"this is no seal: {error}") from error


def read_mark(path: Path) -> list[tuple[int, bytes]]:
    """The mark's number and hash, as a list of one; an empty list where there is no mark."""
    if not path.is_file():
        return []
    before, line = b"", path.read_bytes()
    while before != line:  # a running table may write meanwhile: two readings that agree are one mark
        before, line = line, path.read_bytes()
    try:
        number, digest = line.decode("ascii").split()
        if line != f"{int(number):020d} {bytes.fromhex(digest).hex()}\n".encode() or len(line) != 86:
            raise ValueError("not one whole line")
        return [(int(number), bytes.fromhex(digest))]
    except ValueError as error:
        raise Bad(f"{path}: the mark cannot be read ({error})") from error


if __name__ == "__main__":
    sys.exit(main())
