"""What the journal on disk and the one in memory have in common, and what the latter can do for tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.clock import HandWoundClock
from controller.journal import AnyJournal, Journal, JournalFailed, MemoryJournal
from controller.journal.seals import seal_is_signed
from tests.controller.journal.making import bodies, failure, nothing


@pytest.fixture(params=["disk", "memory", "memory by hand"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyJournal]:
    clock = HandWoundClock()
    made: AnyJournal
    if request.param == "disk":
        made = Journal.open(tmp_path / "j", clock=clock, table="T1")
    else:
        made = MemoryJournal(clock=clock, table="T1", at_once=request.param == "memory")
    yield made
    made.close()


def settle(journal: AnyJournal, number: int) -> None:
    if isinstance(journal, MemoryJournal):
        journal.commit()
    assert journal.wait_durable(number, 10)


def test_appending_and_reading(journal: AnyJournal) -> None:
    told: list[int] = []
    journal.start(told.append, failure)
    assert (journal.durable, journal.head.number, journal.last()) == (0, 0, None)
    assert list(journal.entries()) == []
    numbers = [journal.append(body) for body in bodies(5)]
    assert numbers == [1, 2, 3, 4, 5]
    settle(journal, 5)
    assert [entry.body for entry in journal.entries()] == bodies(5)
    assert [entry.number for entry in journal.entries(4)] == [4, 5]
    assert list(journal.entries(6)) == list(journal.entries(9)) == []
    with pytest.raises(ValueError, match="numbered from 1"):
        journal.entries(0)
    last = journal.last()
    assert last is not None
    assert (last.number, last.hash) == (journal.head.number, journal.head.hash)
    journal.close()
    assert told == sorted(set(told))
    assert told[-1] == 5
    with pytest.raises(JournalFailed, match="closed"):
        journal.append(b"late")


def test_checkpoints_and_seals(journal: AnyJournal) -> None:
    journal.start(nothing, failure)
    assert journal.latest_checkpoint() is None
    journal.append(b"one")
    journal.checkpoint(1, b"after one")
    journal.append(b"two")
    settle(journal, 2)
    newest = journal.latest_checkpoint()
    assert newest is not None
    assert (newest.number, newest.body) == (1, b"after one")
    assert journal.latest_checkpoint(before=1) is None
    with pytest.raises(ValueError, match="no durable entry"):
        journal.checkpoint(3, b"of the future")
    assert (journal.seal().number, journal.seal().hash) == (2, journal.head.hash)


def test_both_chain_alike(tmp_path: Path) -> None:
    clock = HandWoundClock()
    memory = MemoryJournal(clock=clock, table="T1")
    with Journal.open(tmp_path / "j", clock=clock, table="T1") as disk:
        for body in bodies(5):
            clock.advance(1.5)
            assert memory.append(body) == disk.append(body)
    with Journal.open(tmp_path / "j", clock=clock, table="T1") as disk:
        pairs = list(zip(memory.entries(), disk.entries(), strict=True))
    assert all((m.wall_ms, m.mono_ms, m.body) == (d.wall_ms, d.mono_ms, d.body) for m, d in pairs)
    assert memory.id != disk.id
    assert all(m.hash != d.hash for m, d in pairs), "each journal has a beginning of its own"


def test_memory_by_hand_is_durable_when_told() -> None:
    told: list[int] = []
    journal = MemoryJournal(clock=HandWoundClock(), table="T1", at_once=False)
    journal.start(told.append, failure)
    journal.append(b"one")
    journal.append(b"two")
    journal.checkpoint(2, b"after two")
    assert (journal.durable, told, list(journal.entries())) == (0, [], [])
    assert (journal.last(), journal.latest_checkpoint(), journal.wait_durable(1, 0)) == (None, None, False)
    assert journal.seal().number == 0
    assert journal.commit() == 2
    assert journal.commit() == 2
    assert (told, journal.wait_durable(2, 0)) == ([2], True)
    assert journal.latest_checkpoint() is not None
    assert seal_is_signed(journal.key, journal.seal())


def test_memory_fails_when_told() -> None:
    told: list[int] = []
    failures: list[JournalFailed] = []
    journal = MemoryJournal(clock=HandWoundClock(), table="T1", at_once=False)
    journal.start(told.append, failures.append)
    journal.append(b"one")
    journal.commit()
    journal.append(b"two")
    journal.fail("the disk is full")
    journal.fail("the disk is full")
    assert journal.commit() == 1
    with pytest.raises(JournalFailed, match="the disk is full") as raised:
        journal.append(b"three")
    with pytest.raises(JournalFailed):
        journal.checkpoint(1, b"state")
    assert (raised.value.durable, journal.failed, len(failures), told) == (1, failures[0], 1, [1])
    assert [entry.body for entry in journal.entries()] == [b"one"]
    journal.close()


def test_memory_at_once_tells_within_append() -> None:
    told: list[int] = []
    journal = MemoryJournal(clock=HandWoundClock(), table="T1")
    journal.append(b"before start")
    journal.start(told.append, failure)
    journal.append(b"two")
    assert told == [2]
