"""A journal in memory, without a thread: for rehearsals and tests. It chains as the one on disk does.

What is promised is in interface.py.
"""

from collections.abc import Iterator

from controller.clock import Clock
from controller.journal.chain import Head, Stored, checked, follow, genesis_of, genesis_record
from controller.journal.errors import CheckpointBad, JournalFailed
from controller.journal.interface import OnDurable, OnFailed
from controller.journal.keys import PassingKey
from controller.journal.seals import (
    Checkpoint,
    Seal,
    Signer,
    checkpoint_is_signed,
    sign_checkpoint,
    sign_seal,
)

_PLACE = "the journal in memory"


class MemoryJournal:
    """An AnyJournal that ends with the process.

    at_once: each entry is durable before `append` returns (and `on_durable` is called within it); else
    nothing is until `commit`. `fail` makes it stop as a full disk would.
    """

    def __init__(
        self, *, clock: Clock, table: str, at_once: bool = True, signer: Signer | None = None
    ) -> None:
        genesis = genesis_of(genesis_record(table, clock.wall_ms()))
        self.id = genesis.journal
        self.key: Signer = PassingKey() if signer is None else signer
        self._clock = clock
        self._at_once = at_once
        self._start = genesis.head
        self._head = self._start
        self._entries: list[Stored] = []
        self._durable = 0
        self._checkpoints: dict[int, Checkpoint] = {}
        self._waiting: list[Checkpoint] = []
        self._on_durable: OnDurable = _tell_nobody
        self._on_failed: OnFailed = _tell_nobody
        self._failed: JournalFailed | None = None
        self._closed = False

    @property
    def head(self) -> Head:
        """See `AnyJournal.head`."""
        return self._head

    @property
    def durable(self) -> int:
        """See `AnyJournal.durable`."""
        return self._durable

    @property
    def failed(self) -> JournalFailed | None:
        """See `AnyJournal.failed`."""
        return self._failed

    def start(self, on_durable: OnDurable, on_failed: OnFailed) -> None:
        """See `AnyJournal.start`."""
        self._on_durable = on_durable
        self._on_failed = on_failed
        if self._at_once:
            self.commit()

    def append(self, body: bytes) -> int:
        """See `AnyJournal.append`."""
        self._may_write()
        clock = self._clock
        entry = follow(self._head, clock.wall_ms(), int(clock.monotonic() * 1000), body)
        self._head = Head(entry.number, entry.hash)
        self._entries.append(entry)
        if self._at_once:
            self.commit()
        return entry.number

    def commit(self) -> int:
        """Make everything appended durable and tell `on_durable`; the number of the last such entry.

        Does nothing after `fail`.
        """
        if self._failed is not None:
            return self._durable
        self._checkpoints.update((c.number, c) for c in self._waiting)
        self._waiting.clear()
        if self._durable < self._head.number:
            self._durable = self._head.number
            self._on_durable(self._durable)
        return self._durable

    def fail(self, why: str = "no space is left (as a test wants it)") -> None:
        """Stop for good: tell `on_failed` once; what is not durable now never will be."""
        if self._failed is None:
            self._failed = JournalFailed(
                _PLACE,
                f"nothing behind entry {self._durable} can be kept: {why}",
                "Start again",
                self._durable,
            )
            self._on_failed(self._failed)

    def wait_durable(self, number: int, timeout: float) -> bool:
        """See `AnyJournal.wait_durable`; it does not wait, since nobody else would commit meanwhile."""
        return self._durable >= number

    def entries(self, start: int = 1) -> Iterator[Stored]:
        """See `AnyJournal.entries`."""
        if start < 1:
            raise ValueError(f"entries are numbered from 1; there is no {start}")
        kept = self._entries[start - 1 : self._durable]
        before = (
            self._start if start == 1 else Head(start - 1, self._entries[start - 2].hash) if kept else None
        )
        return checked(before, kept) if before is not None else iter(())

    def last(self) -> Stored | None:
        """See `AnyJournal.last`."""
        return self._entries[self._durable - 1] if self._durable else None

    def checkpoint(self, number: int, body: bytes) -> None:
        """See `AnyJournal.checkpoint`."""
        self._may_write()
        if number != self._head.number and not 0 <= number <= self._durable:
            raise ValueError(f"no durable entry {number} to keep a checkpoint at")
        self._waiting.append(sign_checkpoint(self.key, number, self._hash_at(number), body))
        if self._at_once:
            self.commit()

    def latest_checkpoint(self, before: int | None = None) -> Checkpoint | None:
        """See `AnyJournal.latest_checkpoint`."""
        numbers = [number for number in self._checkpoints if before is None or number < before]
        if not numbers:
            return None
        newest = self._checkpoints[max(numbers)]
        if newest.entry_hash != self._hash_at(newest.number) or not checkpoint_is_signed(self.key, newest):
            raise CheckpointBad(
                _PLACE, f"the checkpoint at {newest.number} is not what was signed", "", newest.number
            )
        return newest

    def seal(self) -> Seal:
        """See `AnyJournal.seal`."""
        digest = self._hash_at(self._durable)
        return sign_seal(self.key, self.id, self._durable, digest, self._clock.wall_ms())

    def close(self) -> None:
        """See `AnyJournal.close`."""
        if not self._closed:
            self.commit()
            self._closed = True

    def _hash_at(self, number: int) -> bytes:
        return self._entries[number - 1].hash if number else self._start.hash

    def _may_write(self) -> None:
        if self._failed is not None:
            raise self._failed.again()
        if self._closed:
            raise JournalFailed(_PLACE, "the journal is closed", "Make another", self._durable)


def _tell_nobody(_: object) -> None:
    """Until `start` says who wants to know."""
