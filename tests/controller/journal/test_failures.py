"""The journal in bad times: a full disk, a read-only file, a locked database, a defect. It stops once,
says so once, and keeps what it said was durable."""

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal import (
    JournalBusy,
    JournalDamaged,
    JournalDiskError,
    JournalDiskFull,
    JournalFailed,
    JournalReadOnly,
    read_journal,
    storage,
    verify,
)
from controller.journal import (
    journal as journal_module,
)
from tests.controller.journal.making import bodies, failure, nothing, opened, written

NOBODY = 65534


class Told:
    """What the writer tells, and when it told of a failure."""

    def __init__(self) -> None:
        self.durable = 0
        self.failures: list[JournalFailed] = []
        self.failed = threading.Event()

    def on_durable(self, number: int) -> None:
        self.durable = number

    def on_failed(self, error: JournalFailed) -> None:
        self.failures.append(error)
        self.failed.set()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite finds no room beyond 20 pages."""

    def connect(path: Path) -> sqlite3.Connection:
        connection = storage.connect_to_write(path)
        connection.execute("PRAGMA max_page_count = 20")
        return connection

    monkeypatch.setattr(journal_module, "connect_to_write", connect)


def test_a_full_disk_is_said_once_and_ends_it(tmp_path: Path, small: None) -> None:
    told = Told()
    journal = opened(tmp_path / "j")
    journal.start(told.on_durable, told.on_failed)
    appended = 0
    while not told.failed.is_set():
        appended = journal.append(b"x" * 3000)
        assert journal.wait_durable(appended, 10) or told.failed.wait(10)
    with pytest.raises(JournalFailed) as raised:
        journal.append(b"one more")
    assert told.durable == journal.durable == raised.value.durable < appended
    assert "no space is left" in raised.value.value
    assert "Make room" in raised.value.remedy
    assert isinstance(raised.value.__cause__, JournalDiskFull)
    for _ in range(3):
        with pytest.raises(JournalFailed):
            journal.append(b"more")
        with pytest.raises(JournalFailed):
            journal.checkpoint(0, b"state")
    assert journal.failed is told.failures[0]
    assert not journal.wait_durable(appended, 10), "it does not wait for what never comes"
    journal.close()
    assert len(told.failures) == 1
    assert [entry.number for entry in read_journal(tmp_path / "j")] == list(range(1, told.durable + 1))
    assert verify(tmp_path / "j").good


def test_a_failure_of_many_queued_entries_is_one_failure(tmp_path: Path, small: None) -> None:
    told = Told()
    journal = opened(tmp_path / "j")
    for body in bodies(100, 3000):
        journal.append(body)
    journal.start(told.on_durable, told.on_failed)
    assert told.failed.wait(10)
    journal.close()
    assert (len(told.failures), told.durable) == (1, 0)
    assert list(read_journal(tmp_path / "j")) == []


def test_a_failure_nobody_listens_for_comes_out_of_close(tmp_path: Path, small: None) -> None:
    journal = opened(tmp_path / "j")
    for body in bodies(100, 3000):
        journal.append(body)
    with pytest.raises(JournalFailed, match="no space"):
        journal.close()
    opened(tmp_path / "j").close()


LIMITED = """
import pathlib, resource, sys, threading
from controller.clock import SystemClock
from controller.journal import Journal, JournalFailed
journal = Journal.open(pathlib.Path(sys.argv[1]), clock=SystemClock(), table="T1")
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
told, failed = [], threading.Event()
failures = []
def on_failed(error):
    failures.append(error)
    failed.set()
journal.start(told.append, on_failed)
try:
    for number in range(1, 2000):
        journal.append(b"x" * 5000)
        while not journal.wait_durable(number, 0.1) and not failed.is_set():
            pass
except JournalFailed as error:
    journal.close()
    print(len(failures), told[-1], error.durable, type(error.__cause__).__name__)
"""


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    path = tmp_path / "j"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    failures, durable, said, cause = done.stdout.split()
    assert failures == "1"
    assert cause in {"JournalDiskFull", "JournalDiskError"}
    assert int(durable) == int(said) > 5
    entries = [entry.number for entry in read_journal(path)]
    assert entries[: int(durable)] == list(range(1, int(durable) + 1))
    assert verify(path).good


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that any user may enter, since the tests' own is closed to others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


READ_ONLY = """
import os, pathlib, sys
from controller.clock import SystemClock
from controller.journal import Journal, JournalError, read_journal, verify
from controller.journal import chain_check
path = pathlib.Path(sys.argv[1])
if os.geteuid() == 0:
    os.setuid(int(sys.argv[2]))
try:
    Journal.open(path, clock=SystemClock(), table="T1")
except JournalError as error:
    print(type(error).__name__, error.remedy, sep="|", end="|")
print(verify(path).good, sum(1 for _ in read_journal(path)), chain_check.check(path).split()[0], sep="|")
"""


@pytest.mark.parametrize("also", ["", ".lock", ".lock .mark"])
def test_a_read_only_file_is_said_and_can_still_be_read(public_folder: Path, also: str) -> None:
    path = written(public_folder / "j", 5)
    for file in public_folder.iterdir():
        file.chmod(0o444)
    for ending in also.split():
        path.with_name("j" + ending).chmod(0o666)
    public_folder.chmod(0o555)
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(path), str(NOBODY)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    name, remedy, good, entries, checked = done.stdout.strip().split("|")
    assert name == "JournalReadOnly"
    assert "right to write" in remedy
    assert (good, entries, checked) == ("True", "5", "5")


def test_a_database_locked_by_another_program_at_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "BUSY_SECONDS", 0.1)
    path = written(tmp_path / "j", 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalBusy, match="another program has locked"):
            opened(path)
    opened(path).close()


def test_a_database_locked_by_another_program_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "BUSY_SECONDS", 0.1)
    told = Told()
    journal = opened(tmp_path / "j")
    journal.start(told.on_durable, told.on_failed)
    assert journal.wait_durable(journal.append(b"one"), 10)
    with closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        journal.append(b"two")
        assert told.failed.wait(10)
    journal.close()
    assert [type(error.__cause__) for error in told.failures] == [JournalBusy]
    assert [entry.body for entry in read_journal(tmp_path / "j")] == [b"one"]


def test_a_short_lock_is_waited_for(tmp_path: Path) -> None:
    """The second writer reads, then writes, as a transaction that begins by reading would not survive."""
    with opened(tmp_path / "j") as journal:
        journal.start(nothing, failure)
        assert journal.wait_durable(journal.append(b"one"), 10)
        with closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("SELECT count(*) FROM entry").fetchone()
            number = journal.append(b"two")
            assert not journal.wait_durable(number, 0.2)
            other.execute("UPDATE meta SET value = value")
            other.execute("COMMIT")
            assert journal.wait_durable(number, 10)


def test_another_writer_in_our_place_is_noticed(tmp_path: Path) -> None:
    told = Told()
    journal = opened(tmp_path / "j")
    journal.start(told.on_durable, told.on_failed)
    with closing(sqlite3.connect(tmp_path / "j", isolation_level=None)) as other:
        other.execute("INSERT INTO entry VALUES (1, 0, 0, X'', zeroblob(32))")
    journal.append(b"one")
    assert told.failed.wait(10)
    journal.close()
    assert [type(error.__cause__) for error in told.failures] == [JournalDamaged]
    assert "another program has written" in told.failures[0].value


def test_a_defect_in_the_listener_stops_the_journal(tmp_path: Path) -> None:
    told = Told()
    journal = opened(tmp_path / "j")

    def broken(number: int) -> None:
        raise ZeroDivisionError(f"at {number}")

    journal.start(broken, told.on_failed)
    journal.append(b"one")
    assert told.failed.wait(10)
    with pytest.raises(JournalFailed, match="at 1"):
        journal.append(b"two")
    journal.close()
    assert len(told.failures) == 1
    assert [entry.body for entry in read_journal(tmp_path / "j")] == [b"one"]


def test_a_mark_that_cannot_be_written_stops_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    journal = opened(tmp_path / "j")

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("controller.journal.holder.TideMark.write", broken)
    journal.start(told.on_durable, told.on_failed)
    journal.append(b"one")
    assert told.failed.wait(10)
    journal.close()
    assert (told.durable, [type(e.__cause__) for e in told.failures]) == (0, [JournalDiskError])


def test_no_descriptor_stays_open_behind_a_failed_opening(tmp_path: Path) -> None:
    path = written(tmp_path / "j", 1)
    path.write_bytes(b"not a database" * 100)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(50):
        with pytest.raises(Exception, match="no journal"):
            opened(path)
    assert len(os.listdir("/proc/self/fd")) <= before + 1


def test_errors_say_place_value_and_remedy() -> None:
    error = JournalReadOnly("/var/j", "cannot be written", "Give the right")
    assert str(error) == "/var/j: cannot be written. Give the right"
    assert (error.place, error.value, error.remedy) == ("/var/j", "cannot be written", "Give the right")
