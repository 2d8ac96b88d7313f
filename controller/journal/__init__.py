"""The journal: one chained entry a ruling, durable before anything is permitted by it.

Bodies are bytes; what they mean is the caller's affair. `sqlite3` is imported in this package alone.
The format is in docs/journal.md, and chain_check.py verifies it with nothing of ours.
"""

from controller.journal.chain import Head, Stored
from controller.journal.errors import (
    CheckpointBad,
    JournalBusy,
    JournalDamaged,
    JournalDiskError,
    JournalDiskFull,
    JournalError,
    JournalFailed,
    JournalMissing,
    JournalReadOnly,
    JournalVersion,
    KeyUnusable,
    NotAJournal,
)
from controller.journal.interface import AnyJournal, OnDurable, OnFailed
from controller.journal.journal import Journal, read_journal
from controller.journal.memory import MemoryJournal
from controller.journal.opening import Opening
from controller.journal.seals import Checkpoint, Seal, read_seal
from controller.journal.verify import Verdict, verify

__all__ = [
    "AnyJournal",
    "Checkpoint",
    "CheckpointBad",
    "Head",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalDiskError",
    "JournalDiskFull",
    "JournalError",
    "JournalFailed",
    "JournalMissing",
    "JournalReadOnly",
    "JournalVersion",
    "KeyUnusable",
    "MemoryJournal",
    "NotAJournal",
    "OnDurable",
    "OnFailed",
    "Opening",
    "Seal",
    "Stored",
    "Verdict",
    "read_journal",
    "read_seal",
    "verify",
]
