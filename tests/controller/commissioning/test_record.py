"""The commissioning record on disk: signed, and no other record is ever taken for it."""

import errno
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.commissioning import Record, read_record, write_record
from controller.faults import ConfigFault
from controller.journal import KeyUnusable
from controller.journal.keys import KeyFile
from drivers.messages import Board
from drivers.proof import Commissioned
from tests.controller.commissioning.records import KEY, device, record


@pytest.fixture
def key(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "t1.journal.key")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t1.commissioned"


def fault_of(path: Path, key: KeyFile, table: str = "t1") -> str:
    with pytest.raises(ConfigFault) as caught:
        read_record(path, table, key)
    assert caught.value.place == str(path)
    assert caught.value.remedy
    return str(caught.value)


def test_what_is_written_is_read(path: Path, key: KeyFile) -> None:
    said = record(device(), device("reader", trust="listed", key=""))
    assert write_record(path, said, key) is None
    assert read_record(path, "t1", key) == said
    told = json.loads(path.read_text())
    assert told["record"]["devices"][0]["seals"] == "4711, 4712", "a person can read it"
    assert [one.name for one in path.parent.glob("*.part")] == []


def test_the_public_key_alone_checks_it(path: Path, key: KeyFile, tmp_path: Path) -> None:
    write_record(path, record(), key)
    (tmp_path / "t1.journal.key").unlink()
    assert read_record(path, "t1", KeyFile(tmp_path / "t1.journal.key")) == record()


def test_how_the_file_is_laid_out_does_not_matter(path: Path, key: KeyFile) -> None:
    write_record(path, record(), key)
    path.write_text(json.dumps(json.loads(path.read_text()), indent=4, sort_keys=True))
    assert read_record(path, "t1", key) == record()


def test_the_one_before_is_kept(path: Path, key: KeyFile) -> None:
    write_record(path, record(number=1), key)
    old = path.read_bytes()
    kept = write_record(path, record(number=2), key)
    assert kept is not None
    assert kept.read_bytes() == old
    assert read_record(path, "t1", key).number == 2
    assert write_record(path, record(number=3), key) != kept


def test_a_write_that_fails_leaves_the_one_before(path: Path, key: KeyFile, tmp_path: Path) -> None:
    write_record(path, record(number=1), key)
    path.with_name(path.name + ".part").mkdir()
    with pytest.raises(OSError, match="part"):
        write_record(path, record(number=2), key)
    assert read_record(path, "t1", key).number == 1


# ---- what is not taken --------------------------------------------------------------------------------


@given(at=st.integers(0), to=st.integers(0, 255))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_changed_byte_makes_no_other_record(path: Path, key: KeyFile, at: int, to: int) -> None:
    if not path.exists():
        write_record(path, record(), key)
        path.with_name("good").write_bytes(path.read_bytes())
    data = bytearray(path.with_name("good").read_bytes())
    data[at % len(data)] = to
    path.write_bytes(data)
    try:
        found: Record | None = read_record(path, "t1", key)
    except ConfigFault:
        found = None
    assert found in (None, record())


def test_a_forged_record_is_named(path: Path, key: KeyFile) -> None:
    write_record(path, record(), key)
    path.write_text(path.read_text().replace(KEY, "cd" * 32))
    assert "was changed" in fault_of(path, key)


def test_one_that_another_key_has_signed_is_named(path: Path, key: KeyFile, tmp_path: Path) -> None:
    key.ready()
    write_record(path, record(), KeyFile(tmp_path / "other.key"))
    said = fault_of(path, key)
    assert "another key" in said
    assert key.fingerprint in said


def test_without_the_tables_key_nothing_can_be_checked(path: Path, tmp_path: Path) -> None:
    write_record(path, record(), KeyFile(tmp_path / "other.key"))
    with pytest.raises(KeyUnusable):
        read_record(path, "t1", KeyFile(tmp_path / "t1.journal.key"))


def test_another_tables_record_is_named(path: Path, key: KeyFile) -> None:
    write_record(path, record(), key)
    assert "the table t1, not of t2" in fault_of(path, key, "t2")


def test_none_there_is_named_with_the_command(path: Path, key: KeyFile) -> None:
    assert "table-controller commission" in fault_of(path, key)


@pytest.mark.parametrize("text", ["", "{}", "[1]", "\udcff", '{"format": "table-commissioning 1"}', "x" * 10])
def test_what_is_no_record_is_named(path: Path, key: KeyFile, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert "no commissioning record" in fault_of(path, key)


def test_a_later_format_is_named(path: Path, key: KeyFile) -> None:
    write_record(path, record(), key)
    path.write_text(path.read_text().replace("table-commissioning 1", "table-commissioning 2"))
    assert "table-commissioning 2" in fault_of(path, key)


@pytest.mark.parametrize(
    "wrong",
    [
        device(key=""),
        device(key="ab"),
        device(key="xy"),
        device(trust="listed"),
        device(trust="unauthenticated"),
    ],
)
def test_a_key_that_does_not_go_with_the_trust_is_named(path: Path, key: KeyFile, wrong: object) -> None:
    write_record(path, record(wrong), key)  # type: ignore[arg-type]
    assert "record.devices.shoe.key" in fault_of(path, key)


def test_a_device_that_stands_there_twice_is_named(path: Path, key: KeyFile) -> None:
    write_record(path, record(device(), device()), key)
    assert "twice" in fault_of(path, key)


def test_one_key_in_two_devices_is_named(path: Path, key: KeyFile) -> None:
    write_record(path, record(device(), device("reader")), key)
    assert "shoe and reader have one key" in fault_of(path, key)


def test_a_link_in_the_place_of_the_new_file_is_not_written_through(
    path: Path, key: KeyFile, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_text("not ours")
    path.with_name(path.name + ".part").symlink_to(other)
    write_record(path, record(), key)
    assert other.read_text() == "not ours"
    assert read_record(path, "t1", key) == record()
    assert not path.is_symlink()


def test_what_a_cut_of_power_left_is_written_over(path: Path, key: KeyFile) -> None:
    path.with_name(path.name + ".part").write_text("half")
    write_record(path, record(), key)
    assert read_record(path, "t1", key) == record()


def test_a_folder_that_may_not_be_read_is_named(path: Path, key: KeyFile) -> None:
    path.mkdir()
    assert "cannot be read" in fault_of(path, key)


def test_a_pipe_in_its_place_is_named_and_holds_nobody_up(path: Path, key: KeyFile) -> None:
    os.mkfifo(path)
    assert "is no file" in fault_of(path, key)
    assert write_record(path, record(), key) is None, "there is nothing to keep"
    assert read_record(path, "t1", key) == record()


def test_the_one_before_is_kept_where_a_file_has_one_name_only(
    path: Path, key: KeyFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT has no second names. The key lies elsewhere."""
    key.ready()

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    write_record(path, record(number=1), key)
    old = path.read_bytes()
    kept = write_record(path, record(number=2), key)
    assert kept is not None
    assert kept.read_bytes() == old
    assert read_record(path, "t1", key).number == 2


def test_the_digest_is_of_what_is_said() -> None:
    assert record().digest == record().digest
    assert record().digest != record(device(seals="1")).digest


def test_what_a_device_is_held_to() -> None:
    words = ("Acme", "Shoe 9", "A-0003", ("manual", "reads", "signs"), (Board("main", "1.4.2", "ab" * 32),))
    assert device().commissioned() == Commissioned(*words, bytes(range(32)))
    assert device(trust="listed", key="").commissioned() == Commissioned(*words)
    assert device(trust="unauthenticated", key="").commissioned() is None
