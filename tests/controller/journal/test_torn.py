"""Files cut off at any byte: earlier entries are kept, and what is gone is said."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal import JournalDamaged, JournalError, Opening, read_journal, verify
from tests.controller.journal.making import (
    bodies,
    copied,
    failure,
    nothing,
    opened,
    second_opinion,
    written,
)

COUNT = 10
SIZE = 700
FRAME = 4096 + 24


@pytest.fixture(scope="module")
def with_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal as a power cut leaves it: every entry committed, most of them in the log alone."""
    folder = tmp_path_factory.mktemp("log")
    with opened(folder / "j") as journal:
        journal.start(nothing, failure)
        for number, body in enumerate(bodies(COUNT, SIZE), 1):
            journal.append(body)
            assert journal.wait_durable(number, 10)
        path = copied(folder / "j", folder / "cut")
    assert path.with_name("j-wal").stat().st_size > COUNT * FRAME
    return path


@pytest.fixture(scope="module")
def without_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal that was closed in good order, all in one file."""
    return copied(
        written(tmp_path_factory.mktemp("whole") / "j", COUNT, SIZE), tmp_path_factory.mktemp("one")
    )


def positions(size: int, unit: int, coarse: int) -> Iterator[int]:
    """The beginning, every unit's edge and both sides of it, and every `coarse` bytes."""
    edges = {edge + by for edge in range(0, size, unit) for by in (-1, 0, 1)}
    log_edges = {32 + edge + by for edge in range(0, size, unit) for by in (-1, 0, 1)}
    yield from sorted(at for at in edges | log_edges | set(range(0, size, coarse)) if 0 <= at < size)


def found(path: Path) -> tuple[list[bytes], Opening | None, str]:
    """What a start finds: the bodies that can be read, the opening, and the error in words, if any."""
    read: list[bytes] = []
    opening = None
    try:
        with opened(path) as journal:
            opening = journal.opening
            for entry in journal.entries():
                read.append(entry.body)
    except JournalError as error:
        return read, opening, str(error)
    return read, opening, ""


def never_silent(path: Path, mark: bool) -> int:
    """Open what was cut: a true beginning is left, and whatever is missing is said. How many are left."""
    read, opening, error = found(path)
    assert read == bodies(COUNT, SIZE)[: len(read)]
    if error:
        assert str(path) in error
        return -1
    assert opening is not None
    if len(read) < COUNT and mark:
        assert (opening.lost_from, opening.lost_to) == (len(read) + 1, COUNT)
        assert "once on disk" in opening.remark
    elif not mark:
        assert "no mark" in opening.remark
    else:
        assert not opening.lost
    return len(read)


@pytest.mark.parametrize("mark", [True, False])
def test_a_log_cut_anywhere(with_log: Path, tmp_path: Path, mark: bool) -> None:
    log = with_log.with_name("j-wal").read_bytes()
    left = set()
    for at in positions(len(log), FRAME, 997):
        path = copied(with_log, tmp_path / "here")
        path.with_name("j-wal").write_bytes(log[:at])
        if not mark:
            path.with_name("j.mark").unlink()
        left.add(never_silent(path, mark))
        shutil.rmtree(tmp_path / "here")
    assert left == set(range(COUNT))  # each number of entries was met, and none of these cuts was fatal


def test_a_log_cut_at_every_byte_of_its_last_entry(with_log: Path, tmp_path: Path) -> None:
    log = with_log.with_name("j-wal").read_bytes()
    for at in range(len(log) - FRAME, len(log), 23):
        path = copied(with_log, tmp_path / "here")
        path.with_name("j-wal").write_bytes(log[:at])
        assert never_silent(path, mark=True) == COUNT - 1
        shutil.rmtree(tmp_path / "here")


def test_a_file_cut_anywhere(without_log: Path, tmp_path: Path) -> None:
    content = without_log.read_bytes()
    for at in positions(len(content), 4096, 501):
        path = copied(without_log, tmp_path / "here")
        path.write_bytes(content[:at])
        assert never_silent(path, mark=True) == -1, f"a file cut at {at} was not noticed"
        shutil.rmtree(tmp_path / "here")


def test_a_file_cut_under_a_whole_log(with_log: Path, tmp_path: Path) -> None:
    content = with_log.read_bytes()
    for at in positions(len(content), 4096, 997):
        path = copied(with_log, tmp_path / "here")
        path.write_bytes(content[:at])
        assert never_silent(path, mark=True) in (-1, COUNT)
        shutil.rmtree(tmp_path / "here")


def test_after_a_loss_the_journal_goes_on_cleanly(with_log: Path, tmp_path: Path) -> None:
    path = copied(with_log, tmp_path)
    log = path.with_name("j-wal")
    log.write_bytes(log.read_bytes()[: -FRAME - 5])
    kept = len(bodies(COUNT, SIZE)) - 2
    before = verify(path)
    assert (before.good, before.first_bad, before.why) == (False, kept + 1, "torn tail")
    assert second_opinion(path)[0] == 1
    for _ in range(2):
        with opened(path) as journal:
            assert (journal.opening.lost_from, journal.opening.lost_to) == (kept + 1, COUNT)
            assert journal.opening.lost, "it is said again until something is committed"
    with opened(path) as journal:
        journal.start(nothing, failure)
        journal.append(b"entries 9 to 10 are lost")
    with opened(path) as journal:
        assert not journal.opening.lost
    assert [entry.body for entry in read_journal(path)] == [
        *bodies(COUNT, SIZE)[:kept],
        b"entries 9 to 10 are lost",
    ]
    assert verify(path).good
    assert second_opinion(path)[0] == 0


@pytest.mark.parametrize("mark", [b"", b"12", b"x" * 86, b"0" * 20 + b" " + b"zz" * 32 + b"\n"])
def test_a_torn_mark_is_said(without_log: Path, tmp_path: Path, mark: bytes) -> None:
    path = copied(without_log, tmp_path)
    path.with_name("j.mark").write_bytes(mark)
    assert verify(path).why == "torn tail"
    assert second_opinion(path)[0] == 1
    with opened(path) as journal:
        assert "could not be noticed" in journal.opening.remark
    assert verify(path).good, "the mark was set anew"


def test_a_journal_that_vanished_is_not_made_anew(without_log: Path, tmp_path: Path) -> None:
    path = copied(without_log, tmp_path)
    path.unlink()
    for empty in (False, True):
        if empty:
            path.touch()
        with pytest.raises(JournalDamaged, match="empty or gone"):
            opened(path)
    path.with_name("j.mark").unlink()
    with pytest.raises(JournalDamaged, match="the file is empty"):
        opened(path)
    assert path.stat().st_size == 0
