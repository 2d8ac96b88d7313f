"""Seals and checkpoints: what is signed, and what becomes of a journal that was cut or rewritten."""

import base64
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.clock import HandWoundClock
from controller.journal import (
    CheckpointBad,
    Journal,
    JournalFailed,
    read_journal,
    read_seal,
    verify,
)
from controller.journal.chain import Head, follow
from controller.journal.keys import PassingKey
from controller.journal.seals import seal_is_signed, sign_seal
from tests.controller.journal.making import bodies, failure, nothing, opened, second_opinion, written

KEY = PassingKey()


def sealed(path: Path, count: int = 8, at: int = 6) -> str:
    """A journal of `count` entries that was sealed at entry `at`: the seal's text."""
    text = ""
    with opened(path, HandWoundClock(wall=1_700_000_000_000)) as journal:
        journal.start(nothing, failure)
        for body in bodies(count):
            number = journal.append(body)
            assert journal.wait_durable(number, 10)
            if number == at:
                text = journal.seal().text()
    return text


def sql(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def test_a_seal_says_what_was_durable(tmp_path: Path) -> None:
    with opened(tmp_path / "j", HandWoundClock(wall=77)) as journal:
        journal.append(b"not on disk yet")
        assert journal.seal().number == 0, "what a power cut may still take is not sealed"
        journal.start(nothing, failure)
        assert journal.wait_durable(1, 10)
        seal = journal.seal()
        assert (seal.journal, seal.number, seal.hash) == (journal.id, 1, journal.head.hash)
        assert (seal.wall_ms, seal.fingerprint) == (77, journal.key.fingerprint)
        assert read_seal(seal.text()) == seal
        assert seal_is_signed(journal.key, seal)
    text = seal.text()
    assert text.isascii()
    assert "\n" not in text
    assert len(text) < 320


@settings(deadline=None)
@given(st.integers(0, 2**63 - 1), st.binary(min_size=32, max_size=32), st.integers(-(2**63), 2**63 - 1))
def test_a_seal_survives_printing(number: int, digest: bytes, wall_ms: int) -> None:
    seal = sign_seal(KEY, "ab" * 16, number, digest, wall_ms)
    broken_into_lines = seal.text().replace(" ", "\n  ")
    assert read_seal(broken_into_lines) == seal
    assert seal_is_signed(KEY, seal)


@settings(deadline=None)
@given(st.data())
def test_a_seal_with_another_letter_is_no_seal_of_ours(data: st.DataObject) -> None:
    text = sign_seal(KEY, "ab" * 16, 12345, b"\7" * 32, 1_700_000_000_000).text()
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("0123456789abcdefXYZ -_="))
    if text[at] == letter:
        return
    try:
        other = read_seal(text[:at] + letter + text[at + 1 :])
    except ValueError:
        return
    assert not seal_is_signed(KEY, other)


@pytest.mark.parametrize("text", ["", "TABLE-SEAL", "TABLE-SEAL 2 a 1 b 2 c d", "TABLE-SEAL 1 a x b 2 c d"])
def test_what_is_no_seal(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="seal"):
        read_seal(text)
    path = written(tmp_path / "j", 1)
    assert second_opinion(path, "--seal", text)[0] == 2


def test_a_good_journal_fits_its_seal(tmp_path: Path) -> None:
    path = tmp_path / "j"
    text = sealed(path)
    public = path.with_name("j.key.pub")
    assert verify(path, seals=[read_seal(text)]).good
    verdict = verify(path, seals=[read_seal(text)], public_key=public)
    assert verdict.good
    assert "signatures checked" in verdict.words
    code, line = second_opinion(path, "--seal", text)
    assert code == 0
    assert "1 seal(s)" in line
    assert "not checked" in line


@pytest.mark.parametrize("left", [0, 3, 5])
def test_a_tail_cut_off_behind_a_seal_is_noticed(tmp_path: Path, left: int) -> None:
    path = tmp_path / "j"
    text = sealed(path)
    sql(path, "DELETE FROM entry WHERE number > ?", left)
    path.with_name("j.mark").unlink()
    assert verify(path).good, "the chain alone cannot tell"
    verdict = verify(path, seals=[read_seal(text)])
    assert (verdict.good, verdict.first_bad, verdict.why) == (False, left + 1, "missing tail")
    code, line = second_opinion(path, "--seal", text)
    assert code == 1
    assert f"entry {left + 1} is missing" in line


def test_a_chain_written_anew_does_not_fit_the_seal(tmp_path: Path) -> None:
    path = tmp_path / "j"
    text = sealed(path)
    entries = list(read_journal(path))
    head = Head(3, entries[2].hash)
    for old in entries[3:]:
        new = follow(head, old.wall_ms, old.mono_ms, b"never happened")
        sql(path, "UPDATE entry SET body = ?, hash = ? WHERE number = ?", new.body, new.hash, new.number)
        head = Head(new.number, new.hash)
    path.with_name("j.mark").unlink()
    assert verify(path).good, "the chain alone cannot tell"
    verdict = verify(path, seals=[read_seal(text)])
    assert (verdict.good, verdict.first_bad, verdict.why) == (False, 6, "seal")
    assert second_opinion(path, "--seal", text)[0] == 1


def test_another_journals_seal_does_not_fit(tmp_path: Path) -> None:
    text = sealed(tmp_path / "one")
    path = written(tmp_path / "two", 8)
    assert verify(path, seals=[read_seal(text)]).why == "seal"
    assert second_opinion(path, "--seal", text)[0] == 1


def test_a_seal_of_another_key_is_noticed_with_the_public_key(tmp_path: Path) -> None:
    path = tmp_path / "j"
    seal = read_seal(sealed(path))
    forged = sign_seal(KEY, seal.journal, seal.number, seal.hash, seal.wall_ms)
    claimed = msgspec.structs.replace(seal, signature=forged.signature)
    public = path.with_name("j.key.pub")
    for wrong in (forged, claimed):
        assert verify(path, seals=[wrong]).good, "without the key nobody can tell"
        assert verify(path, seals=[wrong], public_key=public).why == "seal"


def test_the_bytes_that_are_signed_are_the_documents(tmp_path: Path) -> None:
    """Checked with the library and the line of text alone, as docs/journal.md says."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    words = sealed(tmp_path / "j").split(" ")
    key = load_pem_public_key((tmp_path / "j.key.pub").read_bytes())
    assert isinstance(key, Ed25519PublicKey)
    assert hashlib.sha256(key.public_bytes_raw()).hexdigest()[:32] == words[6]
    signature = base64.urlsafe_b64decode(words[7] + "==")
    key.verify(signature, " ".join(words[:7]).encode())
    with pytest.raises(InvalidSignature):
        key.verify(signature, " ".join(words[:6]).encode())


def checkpointed(path: Path) -> Journal:
    journal = opened(path)
    journal.start(nothing, failure)
    for number, body in enumerate(bodies(9), 1):
        journal.append(body)
        if number in (3, 6):
            journal.checkpoint(number, b"state %d" % number)
    assert journal.wait_durable(9, 10)
    return journal


def test_checkpoints_come_back(tmp_path: Path) -> None:
    with checkpointed(tmp_path / "j") as journal:
        newest = journal.latest_checkpoint()
        assert newest is not None
        assert (newest.number, newest.body) == (6, b"state 6")
        assert newest.entry_hash == next(journal.entries(6)).hash
        before = journal.latest_checkpoint(before=6)
        assert before is not None
        assert (before.number, before.body) == (3, b"state 3")
        assert journal.latest_checkpoint(before=3) is None
        journal.checkpoint(7, b"state 7, later")
        for unknown in (-1, 10):
            with pytest.raises(ValueError, match="no durable entry"):
                journal.checkpoint(unknown, b"state")
    with opened(tmp_path / "j") as journal:
        newest = journal.latest_checkpoint()
        assert newest is not None
        assert newest.body == b"state 7, later"
    verdict = verify(tmp_path / "j", public_key=tmp_path / "j.key.pub")
    assert verdict.good
    assert "3 checkpoint(s)" in verdict.words
    assert second_opinion(tmp_path / "j")[0] == 0


@pytest.mark.parametrize(
    "change",
    [
        "body = X'00'",
        "entry_hash = zeroblob(32)",
        "signature = zeroblob(64)",
        "fingerprint = 'somebody'",
        "number = 7",
        "number = 12",
        "body = 5",
    ],
)
def test_a_changed_checkpoint_is_noticed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "j"
    checkpointed(path).close()
    sql(path, f"UPDATE checkpoint SET {change} WHERE number = 6")
    with opened(path) as journal:
        with pytest.raises(CheckpointBad) as bad:
            journal.latest_checkpoint()
        kept = journal.latest_checkpoint(before=bad.value.number)
        assert kept is not None
        assert kept.body == b"state 3"
    verdict = verify(path, public_key=path.with_name("j.key.pub"))
    assert not verdict.good
    assert verdict.why in {"checkpoint", "missing tail"}


def test_a_closed_journal_takes_no_checkpoint(tmp_path: Path) -> None:
    journal = checkpointed(tmp_path / "j")
    journal.close()
    with pytest.raises(JournalFailed, match="closed"):
        journal.checkpoint(9, b"late")
