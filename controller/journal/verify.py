"""Is this journal what was written? Reads all of it, changes nothing, and says where it goes wrong.

The chain is walked from its first entry; then whatever stands outside the chain is held against it:
seals, checkpoints, the tide mark. chain_check.py does the same without any of our code, and a test
sees that the two agree.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from controller.journal.chain import BrokenChain, Genesis, Head, checked
from controller.journal.errors import JournalDamaged
from controller.journal.holder import read_mark
from controller.journal.keys import PublicKey
from controller.journal.plain_words import in_plain_words, plainly
from controller.journal.seals import Checker, Checkpoint, Seal, checkpoint_is_signed, seal_is_signed
from controller.journal.storage import read_checkpoints, read_entries, read_genesis, read_head, reading

Why = Literal["", "gap", "hash", "form", "torn tail", "missing tail", "seal", "checkpoint"]


_WHY: Final[dict[str, Why]] = {"gap": "gap", "hash": "hash", "form": "form"}


class Verdict(Struct, frozen=True):
    """What a journal is worth.

    good: nothing is wrong with it. entries: so many from 1 on fit together. first_bad: the first entry
    that is missing or cannot be trusted, 0 where there is none or none can be named. why: "gap" (a
    number is missing or too many), "hash" (an entry was changed), "form" (it is no entry), "torn tail"
    (the end was on disk once and is not readable now), "missing tail" (a seal or checkpoint stands
    behind the last entry), "seal", "checkpoint" (it says something else than the chain, or its
    signature is wrong). words: the same for a person.
    """

    good: bool
    entries: int
    first_bad: int
    why: Why
    words: str


class _Bad(Exception):
    def __init__(self, first_bad: int, why: Why, words: str) -> None:
        super().__init__(words)
        self.first_bad = first_bad
        self.why: Why = why


def verify(
    source: Path | sqlite3.Connection, *, seals: Iterable[Seal] = (), public_key: Path | None = None
) -> Verdict:
    """Verify the journal at `source`, beside a running table too.

    seals: what was printed or sent; public_key: the table's .pub file, to check signatures with. Raises
    JournalError where there is nothing to give a verdict on (no journal, another version, no access).
    """
    path = source if isinstance(source, Path) else Path("the database given")
    try:
        return _verified(source, path, list(seals), public_key)
    except JournalDamaged as damaged:
        return Verdict(False, 0, 1, "form", damaged.value)


def _verified(
    source: Path | sqlite3.Connection, path: Path, seals: list[Seal], public_key: Path | None
) -> Verdict:
    with plainly(path):
        checker = PublicKey(public_key) if public_key is not None else None
        # The mark is read first: a running table may go on meanwhile, and then is ahead of it.
        mark = _Mark(path) if isinstance(source, Path) else None
        with _connection(source) as connection:
            return _Examination(connection, path, checker).verdict(seals, mark)


class _Mark:
    """The tide mark beside a journal, and what is wrong with it if it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.head: Head | None = None
        self.trouble = ""
        try:
            self.head = read_mark(path)
        except ValueError as error:
            self.trouble = str(error)


@contextmanager
def _connection(source: Path | sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    if isinstance(source, Path):
        with reading(source) as connection:
            yield connection
        return
    kept = source.text_factory
    source.text_factory = bytes
    try:
        yield source
    finally:
        source.text_factory = kept


class _Examination:
    """One walk through one journal. `entries`: how many fitted so far; `walked`: the walk is over."""

    def __init__(self, connection: sqlite3.Connection, path: Path, checker: Checker | None) -> None:
        self.connection = connection
        self.path = path
        self.checker = checker
        self.entries = 0
        self.walked = False

    def verdict(self, seals: list[Seal], mark: _Mark | None) -> Verdict:
        try:
            return self._examine(seals, mark)
        except _Bad as bad:
            return Verdict(False, self.entries, bad.first_bad, bad.why, str(bad))
        except BrokenChain as broken:
            return Verdict(False, self.entries, self.entries + 1, _WHY[broken.kind], str(broken))
        except sqlite3.Error as error:
            said = in_plain_words(self.path, error)
            if not isinstance(said, JournalDamaged):
                raise
            if self.walked:
                return Verdict(
                    False, self.entries, 0, "checkpoint", f"the entries are whole, but {said.value}"
                )
            words = f"behind entry {self.entries} {said.value}"
            return Verdict(False, self.entries, self.entries + 1, "torn tail", words)

    def _examine(self, seals: list[Seal], mark: _Mark | None) -> Verdict:
        genesis = read_genesis(self.connection, self.path)
        for entry in checked(genesis.head, read_entries(self.connection)):
            self.entries = entry.number
        self.walked = True
        self._hold_mark(genesis, mark)
        checkpoints = self._hold_checkpoints(genesis)
        self._hold_seals(genesis, seals)
        signed = "checked" if self.checker is not None else "not checked, for no public key was given"
        held = f"{len(seals)} seal(s) and {checkpoints} checkpoint(s) fit, their signatures {signed}"
        return Verdict(True, self.entries, 0, "", f"{self.entries} entries, the chain is whole; {held}")

    def _hold_mark(self, genesis: Genesis, mark: _Mark | None) -> None:
        last = self.entries
        if mark is None:
            return
        if mark.trouble:
            words = f"{mark.trouble}, so nobody can say whether entry {last} was the last"
            raise _Bad(last + 1, "torn tail", words)
        if mark.head is None:
            return
        number = mark.head.number
        if number > last:
            words = f"entries to {number} were on disk once, and {last} is the last one now"
            raise _Bad(last + 1, "torn tail", words)
        if read_head(self.connection, genesis, number) != mark.head:
            words = f"entry {number} is not the one that was written: the mark has another hash"
            raise _Bad(number, "hash", words)

    def _hold_checkpoints(self, genesis: Genesis) -> int:
        count = 0
        for checkpoint in self._checkpoints():
            count += 1
            number = checkpoint.number
            if number > self.entries:
                words = f"there is a checkpoint at {number}, and {self.entries} is the last entry"
                raise _Bad(self.entries + 1, "missing tail", words)
            if read_head(self.connection, genesis, number) != Head(number, checkpoint.entry_hash):
                raise _Bad(number, "checkpoint", f"the checkpoint at {number} was made of another chain")
            if self.checker is not None and not checkpoint_is_signed(self.checker, checkpoint):
                raise _Bad(number, "checkpoint", f"the checkpoint at {number} is not what this key signed")
        return count

    def _checkpoints(self) -> Iterator[Checkpoint]:
        try:
            yield from read_checkpoints(self.connection)
        except BrokenChain as error:
            raise _Bad(0, "checkpoint", str(error)) from error

    def _hold_seals(self, genesis: Genesis, seals: list[Seal]) -> None:
        for seal in sorted(seals, key=lambda seal: seal.number):
            if seal.journal != genesis.journal:
                raise _Bad(0, "seal", f"the seal is of another journal ({seal.journal})")
            if self.checker is not None and not seal_is_signed(self.checker, seal):
                raise _Bad(0, "seal", f"the seal of entry {seal.number} was not signed with this key")
            if seal.number > self.entries:
                words = f"entry {seal.number} was sealed, and {self.entries} is the last one now"
                raise _Bad(self.entries + 1, "missing tail", words)
            if read_head(self.connection, genesis, seal.number) != Head(seal.number, seal.hash):
                raise _Bad(seal.number, "seal", f"entry {seal.number} is not the one that was sealed")
