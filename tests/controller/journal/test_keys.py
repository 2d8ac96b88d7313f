"""The signing key: made at first use, private, refused when it cannot be trusted, loaded only when needed."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from controller.clock import HandWoundClock
from controller.journal import Journal, KeyUnusable
from controller.journal.keys import KeyFile
from tests.controller.journal.making import opened


def test_the_key_is_made_at_first_use_and_private(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with opened(path) as journal:
        assert not (tmp_path / "j.key").exists()
        first = journal.seal()
    private, public = tmp_path / "j.key", tmp_path / "j.key.pub"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert b"PRIVATE" in private.read_bytes()
    assert b"PUBLIC" in public.read_bytes()
    with opened(path) as journal:
        assert journal.seal().fingerprint == first.fingerprint
    public.unlink()
    with opened(path) as journal:
        assert journal.seal().fingerprint == first.fingerprint
    assert public.exists()
    assert sorted(file.name for file in tmp_path.iterdir() if "part" in file.name) == []


def test_a_key_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    where = tmp_path / "keys" / "table"
    with Journal.open(tmp_path / "j", clock=HandWoundClock(), table="T1", key=where) as journal:
        journal.seal()
    assert where.exists()
    assert not (tmp_path / "j.key").exists()


def test_keys_that_cannot_be_used(tmp_path: Path) -> None:
    good, other = KeyFile(tmp_path / "good"), KeyFile(tmp_path / "other")
    good.ready()
    other.ready()
    (tmp_path / "open").write_bytes((tmp_path / "good").read_bytes())
    (tmp_path / "open").chmod(0o640)
    (tmp_path / "text").write_bytes(b"no key")
    (tmp_path / "text").chmod(0o600)
    (tmp_path / "good.pub").write_bytes((tmp_path / "other.pub").read_bytes())
    for name, said in (("open", "other users"), ("text", "not a PEM"), ("good", "another private key")):
        with pytest.raises(KeyUnusable, match=said) as unusable:
            KeyFile(tmp_path / name).sign(b"")
        assert unusable.value.remedy
    with pytest.raises(KeyUnusable, match="cannot be written"):
        KeyFile(tmp_path / "none" / "key").sign(b"")
    with pytest.raises(KeyUnusable, match="cannot be read"):
        KeyFile(tmp_path / "none" / "key").accepts(b"", b"")
    (tmp_path / "good.pub").write_bytes(b"no key")
    with pytest.raises(KeyUnusable, match="not a PEM public key"):
        KeyFile(tmp_path / "good").accepts(b"", b"")


def test_opening_and_appending_do_not_load_the_cryptography(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib\n"
        "from controller.clock import SystemClock\n"
        "from controller.journal import Journal, verify\n"
        "with Journal.open(pathlib.Path(sys.argv[1]), clock=SystemClock(), table='T1') as journal:\n"
        "    journal.append(b'one')\n"
        "    assert journal.latest_checkpoint() is None\n"
        "assert verify(pathlib.Path(sys.argv[1])).good\n"
        "print('cryptography' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "j")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "False\n"
