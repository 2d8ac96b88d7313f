"""What somebody changes in the file afterwards is noticed, by `verify` and by chain_check alike."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from controller.journal import JournalDamaged, JournalError, chain_check, read_journal, verify
from tests.controller.journal.making import bodies, opened, second_opinion, written

COUNT = 12


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("good") / "j", COUNT)


@pytest.fixture
def path(good: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(good, tmp_path / "j"))


def change(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, values)


def chain_check_says(path: Path) -> bool:
    try:
        chain_check.check(path)
    except (chain_check.Bad, chain_check.Unchecked, sqlite3.Error):
        return False
    return True


def is_bad(path: Path, first: int, why: str) -> None:
    """Both verifiers, the reader and the opening (where it is at the end) notice it at that entry."""
    verdict = verify(path)
    assert (verdict.good, verdict.first_bad, verdict.why, verdict.entries) == (False, first, why, first - 1)
    code, line = second_opinion(path)
    assert code == 1
    assert f"entry {first} " in line
    read = []
    with pytest.raises(JournalDamaged) as damaged:
        read.extend(read_journal(path))
    assert damaged.value.number == first
    assert damaged.value.remedy
    assert [entry.body for entry in read] == bodies(COUNT)[: first - 1]


def test_a_good_journal_is_good(good: Path) -> None:
    assert verify(good).entries == COUNT
    code, line = second_opinion(good)
    assert (code, line.startswith(f"GOOD: {COUNT} entries of table 'T1'")) == (0, True)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["wall_ms", "mono_ms", "body", "hash"]), st.integers(1, COUNT), st.integers(0, 2**20))
def test_a_flipped_bit_in_any_column_is_noticed(
    path: Path, good: Path, column: str, number: int, at: int
) -> None:
    shutil.copy(good, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        (value,) = connection.execute(f"SELECT {column} FROM entry WHERE number = ?", (number,)).fetchone()
        if isinstance(value, int):
            changed: int | bytes = int.from_bytes(
                flipped(value.to_bytes(8, "big", signed=True), at), "big", signed=True
            )
        else:
            changed = flipped(value, at)
        connection.execute(f"UPDATE entry SET {column} = ? WHERE number = ?", (changed, number))
    verdict = verify(path)
    assert (verdict.good, verdict.first_bad, verdict.why) == (False, number, "hash")
    assert not chain_check_says(path)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, COUNT), st.integers(0, 63))
def test_a_flipped_bit_in_a_number_is_noticed(path: Path, good: Path, number: int, at: int) -> None:
    shutil.copy(good, path)
    changed = int.from_bytes(flipped(number.to_bytes(8, "big"), at), "big", signed=True)
    change(path, "DELETE FROM entry WHERE number = ?", changed)
    change(path, "UPDATE entry SET number = ? WHERE number = ?", changed, number)
    assert not verify(path).good
    assert not chain_check_says(path)


def flipped(value: bytes, at: int) -> bytes:
    changed = bytearray(value)
    changed[at // 8 % len(value)] ^= 1 << at % 8
    return bytes(changed)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 2**20))
@example(at=0)
@example(at=8 * 8196 + 2)  # the page says that it has four rows fewer: only the mark can tell
def test_a_flipped_bit_anywhere_in_the_file_changes_nothing_unnoticed(
    path: Path, good: Path, at: int
) -> None:
    """Where the verdict is still good, every entry must be the same to the byte (free space was hit)."""
    path.write_bytes(flipped(good.read_bytes(), at))
    shutil.copy(good.with_name("j.mark"), path.with_name("j.mark"))
    try:
        says = verify(path).good
        if says:
            assert [entry.body for entry in read_journal(path)] == bodies(COUNT)
    except JournalError:
        says = False
    assert chain_check_says(path) == says


def test_a_removed_entry_is_noticed(path: Path) -> None:
    change(path, "DELETE FROM entry WHERE number = 5")
    is_bad(path, 5, "gap")


def test_a_removed_entry_is_noticed_when_the_rest_moves_up(path: Path) -> None:
    change(path, "DELETE FROM entry WHERE number = 5")
    for number in range(6, COUNT + 1):
        change(path, "UPDATE entry SET number = ? WHERE number = ?", number - 1, number)
    is_bad(path, 5, "hash")


def test_two_entries_that_change_places_are_noticed(path: Path) -> None:
    for old, new in ((4, -1), (7, 4), (-1, 7)):
        change(path, "UPDATE entry SET number = ? WHERE number = ?", new, old)
    is_bad(path, 4, "hash")


@pytest.mark.parametrize("number", [0, -3, COUNT + 2, 10**12])
def test_an_inserted_entry_is_noticed(path: Path, number: int) -> None:
    change(path, "INSERT INTO entry VALUES (?, 0, 0, X'00', zeroblob(32))", number)
    verdict = verify(path)
    assert (verdict.good, verdict.why) == (False, "gap")
    assert second_opinion(path)[0] == 1


def test_an_entry_forged_at_the_end_is_noticed(path: Path) -> None:
    change(path, "INSERT INTO entry VALUES (?, 0, 0, X'00', zeroblob(32))", COUNT + 1)
    is_bad(path, COUNT + 1, "hash")
    with pytest.raises(JournalDamaged, match=f"entry {COUNT + 1} "):
        opened(path)


@pytest.mark.parametrize(
    ("column", "value"),
    [("body", 5), ("body", 1.5), ("hash", b"short"), ("hash", 7), ("wall_ms", "noon"), ("mono_ms", 0.5)],
)
def test_a_value_of_another_type_is_noticed(path: Path, column: str, value: object) -> None:
    change(path, f"UPDATE entry SET {column} = ? WHERE number = 3", value)
    verdict = verify(path)
    assert (verdict.good, verdict.first_bad) == (False, 3)
    assert second_opinion(path)[0] == 1


def test_a_changed_beginning_is_noticed(path: Path) -> None:
    change(path, "UPDATE meta SET value = CAST(replace(CAST(value AS TEXT), 'T1', 'T9') AS BLOB)")
    is_bad(path, 1, "hash")


def _rewrite(path: Path, start: int) -> None:
    """What somebody with the whole machine can do: change an entry and chain all that follow anew."""
    from controller.journal.chain import Head, follow

    entries = list(read_journal(path))
    head = Head(start - 1, entries[start - 2].hash)
    for old in entries[start - 1 :]:
        new = follow(head, old.wall_ms, old.mono_ms, old.body + b"!")
        change(path, "UPDATE entry SET body = ?, hash = ? WHERE number = ?", new.body, new.hash, new.number)
        head = Head(new.number, new.hash)


def test_a_chain_written_anew_does_not_fit_the_mark(good: Path, path: Path) -> None:
    _rewrite(path, 6)
    assert verify(path).good, "the chain alone cannot tell"
    shutil.copy(good.with_name("j.mark"), path.with_name("j.mark"))
    verdict = verify(path)
    assert (verdict.good, verdict.first_bad, verdict.why) == (False, COUNT, "hash")
    assert second_opinion(path)[0] == 1
    with pytest.raises(JournalDamaged, match=f"entry {COUNT} is not the one that was written"):
        opened(path)


def _mutations() -> Iterator[tuple[str, Callable[[random.Random], tuple[object, ...]]]]:
    yield "DELETE FROM entry WHERE number = ?", lambda r: (r.randint(1, COUNT),)
    yield "UPDATE entry SET body = ? WHERE number = ?", lambda r: (r.randbytes(9), r.randint(1, COUNT))
    yield (
        "UPDATE entry SET wall_ms = wall_ms + ? WHERE number = ?",
        lambda r: (r.randint(-1, 1), r.randint(1, COUNT)),
    )
    yield "UPDATE entry SET hash = ? WHERE number = ?", lambda r: (r.randbytes(32), r.randint(1, COUNT))
    yield "UPDATE meta SET value = ?", lambda r: (r.randbytes(30),)
    yield "DROP TABLE checkpoint", lambda r: ()
    yield "DROP TABLE entry", lambda r: ()
    yield "UPDATE entry SET number = number + ?", lambda r: (r.choice((0, 100)),)


@pytest.mark.parametrize("seed", range(40))
def test_both_verifiers_agree(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    sql, values = chance.choice(list(_mutations()))
    change(path, sql, *values(chance))
    assert chain_check_says(path) == verify(path).good
