"""Seals and checkpoints: signed statements about where the chain stood.

A chain shows a changed entry but not a tail that was cut off. A Seal is one line of text that says
"entry N has this hash", signed with the table's Ed25519 key; whoever keeps it elsewhere can hold it
against the journal. A Checkpoint is a snapshot of the state, signed in the same way. The key's file
is keys.py's affair. docs/journal.md has the exact bytes.
"""

import base64
import binascii
import hashlib
from typing import Final, Protocol

from msgspec import Struct

_WORD: Final = "TABLE-SEAL"
_VERSION: Final = "1"
_CHECKPOINT: Final = b"table-journal checkpoint 1\n"


class Checker(Protocol):
    """Whoever can tell the table's signature from another."""

    @property
    def fingerprint(self) -> str:
        """32 hexadecimal digits: the beginning of the SHA-256 of the public key's 32 bytes."""

    def accepts(self, message: bytes, signature: bytes) -> bool:
        """True where `signature` is this key's signature of `message`."""


class Signer(Checker, Protocol):
    """Whoever can sign for the table."""

    def ready(self) -> str:
        """Make the key where there is none yet; its fingerprint."""

    def sign(self, message: bytes) -> bytes:
        """The 64 bytes of the Ed25519 signature of `message`."""


class Checkpoint(Struct, frozen=True):
    """A snapshot `body` of the state after entry `number`, whose hash is `entry_hash`; `fingerprint`
    names the key of `signature`."""

    number: int
    entry_hash: bytes
    body: bytes
    fingerprint: str
    signature: bytes


class Seal(Struct, frozen=True):
    """The chain's head as it was at `wall_ms`, signed. `journal`: the journal's id (32 hex digits);
    `number` and `hash` (32 bytes): the entry; `fingerprint`: the key; `signature`: 64 bytes."""

    journal: str
    number: int
    hash: bytes
    wall_ms: int
    fingerprint: str
    signature: bytes

    def text(self) -> str:
        """One line of ASCII words, to be printed or sent."""
        signature = base64.urlsafe_b64encode(self.signature).decode().rstrip("=")
        return f"{_statement(self)} {signature}"


def sign_seal(signer: Signer, journal: str, number: int, digest: bytes, wall_ms: int) -> Seal:
    """A Seal of entry `number` with hash `digest` of the journal with that id."""
    fingerprint = signer.ready()
    unsigned = Seal(journal, number, digest, wall_ms, fingerprint, b"")
    signature = signer.sign(_statement(unsigned).encode())
    return Seal(journal, number, digest, wall_ms, fingerprint, signature)


def read_seal(text: str) -> Seal:
    """The Seal in a line that `Seal.text` made; white space around it and line breaks do no harm.

    Raises ValueError, in words for a person, for anything else. The signature is not checked here.
    """
    words = text.split()
    if len(words) != 8 or words[:2] != [_WORD, _VERSION]:
        raise ValueError(f"not a seal: {text.strip()[:60]!r} (it is one line that begins {_WORD} {_VERSION})")
    _, _, journal, number, digest, wall_ms, fingerprint, signature = words
    try:
        seal = Seal(
            journal, int(number), bytes.fromhex(digest), int(wall_ms), fingerprint, _unpadded(signature)
        )
    except (ValueError, binascii.Error) as error:
        raise ValueError(f"a seal that was copied wrongly: {error}") from error
    if seal.number < 0 or len(seal.hash) != 32 or seal.text().split() != words:
        raise ValueError("a seal that was copied wrongly: its words do not have the form they should")
    return seal


def seal_is_signed(checker: Checker, seal: Seal) -> bool:
    """True where `seal` was signed with this key."""
    return seal.fingerprint == checker.fingerprint and checker.accepts(
        _statement(seal).encode(), seal.signature
    )


def sign_checkpoint(signer: Signer, number: int, entry_hash: bytes, body: bytes) -> Checkpoint:
    """A Checkpoint of `body` at that entry."""
    fingerprint = signer.ready()
    signature = signer.sign(_checkpoint_message(number, entry_hash, body))
    return Checkpoint(number, entry_hash, body, fingerprint, signature)


def checkpoint_is_signed(checker: Checker, checkpoint: Checkpoint) -> bool:
    """True where `checkpoint` was signed with this key and nothing in it was changed since."""
    message = _checkpoint_message(checkpoint.number, checkpoint.entry_hash, checkpoint.body)
    return checkpoint.fingerprint == checker.fingerprint and checker.accepts(message, checkpoint.signature)


def _statement(seal: Seal) -> str:
    return (
        f"{_WORD} {_VERSION} {seal.journal} {seal.number} {seal.hash.hex()} {seal.wall_ms} {seal.fingerprint}"
    )


def _checkpoint_message(number: int, entry_hash: bytes, body: bytes) -> bytes:
    return _CHECKPOINT + number.to_bytes(8, "big") + entry_hash + hashlib.sha256(body).digest()


def _unpadded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
