"""What can go wrong with a journal, by kind, each in words for the person who has to act.

Every error names the place (a file), what was found there, and what to do about it. How SQLite's
and the operating system's own errors become these lives in storage.py.
"""


class JournalError(Exception):
    """The base of all. `place`: which file. `value`: what was found. `remedy`: what to do now."""

    def __init__(self, place: str, value: str, remedy: str) -> None:
        super().__init__(place, value, remedy)
        self.place = place
        self.value = value
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.place}: {self.value}. {self.remedy}"


class JournalMissing(JournalError):
    """There is no such journal and none was to be created."""


class JournalBusy(JournalError):
    """Another process holds the journal, or the lock on its database; `value` says who, if known."""


class JournalReadOnly(JournalError):
    """The file or its folder cannot be written."""


class JournalDiskFull(JournalError):
    """No space is left for another entry."""


class JournalDiskError(JournalError):
    """The operating system failed to read, write or flush."""


class NotAJournal(JournalError):
    """The file is something else."""


class JournalVersion(JournalError):
    """It is a journal of a version that this program does not know."""


class JournalDamaged(JournalError):
    """The file contradicts itself. `number`: the first entry that cannot be trusted, 0 if unknown."""

    def __init__(self, place: str, value: str, remedy: str, number: int = 0) -> None:
        super().__init__(place, value, remedy)
        self.number = number


class CheckpointBad(JournalDamaged):
    """A checkpoint is not what was signed. `number`: the entry it stands at.

    The entries are not affected; the one before it may be asked for, or all may be folded.
    """


class KeyUnusable(JournalError):
    """The signing key cannot be read, is not a key, or may be read by others."""


class JournalFailed(JournalError):
    """The journal has stopped for good: nothing queued or appended from now on becomes durable.

    `durable`: the last entry known to be on disk. `__cause__` is the reason where there is one.
    """

    def __init__(self, place: str, value: str, remedy: str, durable: int) -> None:
        super().__init__(place, value, remedy)
        self.durable = durable

    def again(self) -> "JournalFailed":
        """The same failure as a fresh exception, for raising once more."""
        fresh = JournalFailed(self.place, self.value, self.remedy, self.durable)
        fresh.__cause__ = self.__cause__
        return fresh
