"""What the rest of the controller relies on when it says "journal": one on disk, or one in memory.

The two that fulfil it are `Journal` (journal.py) and `MemoryJournal` (memory.py).
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from controller.journal.chain import Head, Stored
from controller.journal.errors import JournalFailed
from controller.journal.seals import Checkpoint, Seal

OnDurable = Callable[[int], None]
"""Called with the number of the last entry that is on disk now, after each commit."""
OnFailed = Callable[[JournalFailed], None]
"""Called once, when the journal stops for good."""


class AnyJournal(Protocol):
    """A journal that can be appended to. One thread appends; it is the same one throughout."""

    @property
    def head(self) -> Head:
        """The last entry appended, durable or not."""

    @property
    def durable(self) -> int:
        """The number of the last entry that is on disk."""

    @property
    def failed(self) -> JournalFailed | None:
        """Why the journal has stopped for good, or None while it has not."""

    def start(self, on_durable: OnDurable, on_failed: OnFailed) -> None:
        """Begin to commit what is appended.

        The callbacks come from another thread, or from within `append`, and possibly before `append`
        has returned: they may only pass on what they are told.
        """

    def append(self, body: bytes) -> int:
        """Chain an entry behind the head, hand it over to be written, and return its number.

        Raises JournalFailed once the journal has stopped.
        """

    def wait_durable(self, number: int, timeout: float) -> bool:
        """Wait up to `timeout` seconds until entry `number` is on disk; False if it is not."""

    def entries(self, start: int = 1) -> Iterator[Stored]:
        """The durable entries from `start` on, each checked against the chain.

        Raises JournalDamaged at the first that does not fit, after all that do.
        """

    def last(self) -> Stored | None:
        """The last durable entry."""

    def checkpoint(self, number: int, body: bytes) -> None:
        """Keep `body`, the state after entry `number`, signed and chained to that entry.

        `number` is the head's or a durable entry's, else ValueError. It becomes durable behind the
        entries appended before. Raises JournalFailed, KeyUnusable.
        """

    def latest_checkpoint(self, before: int | None = None) -> Checkpoint | None:
        """The newest checkpoint (at an entry before `before`, if given), compared with chain and key.

        Raises CheckpointBad when it is not what was signed.
        """

    def seal(self) -> Seal:
        """A signed statement of the durable head, to be shown or kept where the table cannot reach it."""

    def close(self) -> None:
        """Write what is queued, then stop and let go of everything. May be called again."""
