"""The table's signing key: an Ed25519 key in a file of its own, made at first use.

`cryptography` is imported only when something is signed or checked, since a table must be ready
soon after power comes back. What is signed lives in seals.py.
"""

import hashlib
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from controller.journal.errors import KeyUnusable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class KeyFile:
    """A Signer whose private key is in `path` (PEM, mode 0600) and whose public key is beside it (.pub).

    Nothing is read or made before it is needed. Signing makes the pair where there is none; checking
    never does, and needs the public file alone. Raises KeyUnusable.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._private: Ed25519PrivateKey | None = None
        self._public: Ed25519PublicKey | None = None

    @property
    def public_path(self) -> Path:
        """The file with the public key (PEM), which may be given to anybody."""
        return self._path.with_name(self._path.name + ".pub")

    @property
    def fingerprint(self) -> str:
        """See `Checker.fingerprint`."""
        return fingerprint_of(self._verifying())

    def sign(self, message: bytes) -> bytes:
        """See `Signer.sign`."""
        return self._signing().sign(message)

    def accepts(self, message: bytes, signature: bytes) -> bool:
        """See `Checker.accepts`."""
        return accepted_by(self._verifying(), message, signature)

    def ready(self) -> str:
        """See `Signer.ready`."""
        return fingerprint_of(self._signing().public_key())

    def _signing(self) -> "Ed25519PrivateKey":
        if self._private is None:
            if not self._path.exists():
                _make(self._path)
            self._private = _read_private(self._path)
            self._public = self._matching_public(self._private)
        return self._private

    def _verifying(self) -> "Ed25519PublicKey":
        if self._public is None:
            self._public = read_public(self.public_path)
        return self._public

    def _matching_public(self, private: "Ed25519PrivateKey") -> "Ed25519PublicKey":
        public = private.public_key()
        if not self.public_path.exists():
            _write_new(self.public_path, _public_pem(public), 0o644)
        if fingerprint_of(read_public(self.public_path)) != fingerprint_of(public):
            raise KeyUnusable(
                str(self.public_path),
                "this public key belongs to another private key",
                f"Find out who replaced one of the two; remove it only if {self._path} is the right one",
            )
        return public


class PublicKey:
    """Checks signatures with a public key file (PEM) alone; it cannot sign. Raises KeyUnusable."""

    def __init__(self, path: Path) -> None:
        self._key = read_public(path)
        self.fingerprint = fingerprint_of(self._key)

    def accepts(self, message: bytes, signature: bytes) -> bool:
        """See `Checker.accepts`."""
        return accepted_by(self._key, message, signature)


class PassingKey:
    """A Signer whose key lives in memory alone and ends with it. For rehearsals and tests."""

    def __init__(self) -> None:
        self._private: Ed25519PrivateKey | None = None

    @property
    def fingerprint(self) -> str:
        """See `Checker.fingerprint`."""
        return fingerprint_of(self._key().public_key())

    def ready(self) -> str:
        """See `Signer.ready`."""
        return self.fingerprint

    def sign(self, message: bytes) -> bytes:
        """See `Signer.sign`."""
        return self._key().sign(message)

    def accepts(self, message: bytes, signature: bytes) -> bool:
        """See `Checker.accepts`."""
        return accepted_by(self._key().public_key(), message, signature)

    def _key(self) -> "Ed25519PrivateKey":
        if self._private is None:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

            self._private = Ed25519PrivateKey.generate()
        return self._private


def fingerprint_of(key: "Ed25519PublicKey") -> str:
    """32 hexadecimal digits that name a public key to a person."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:32]


def accepted_by(key: "Ed25519PublicKey", message: bytes, signature: bytes) -> bool:
    """True where `signature` is that key's signature of `message`."""
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def read_public(path: Path) -> "Ed25519PublicKey":
    """The public key in a PEM file. Raises KeyUnusable."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(path.read_bytes())
    except OSError as error:
        raise KeyUnusable(
            str(path), f"cannot be read ({error.strerror})", "Restore it, or let the table sign once"
        ) from error
    except ValueError as error:
        raise KeyUnusable(str(path), "is not a PEM public key", "Restore the file from its copy") from error
    if not isinstance(key, Ed25519PublicKey):
        raise KeyUnusable(str(path), "is not an Ed25519 key", "Restore the file from its copy")
    return key


def _read_private(path: Path) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        others = stat.S_IMODE(path.stat().st_mode) & 0o077
        pem = path.read_bytes()
    except OSError as error:
        raise KeyUnusable(
            str(path), f"cannot be read ({error.strerror})", "Give the table's user the right to read it"
        ) from error
    if others:
        raise KeyUnusable(
            str(path),
            "other users may read or write this private key",
            f"Find out who did, then: chmod 600 {path}",
        )
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError) as error:
        raise KeyUnusable(str(path), "is not a PEM private key", "Restore the file from its copy") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(str(path), "is not an Ed25519 key", "Restore the file from its copy")
    return key


def _make(path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    private = Ed25519PrivateKey.generate()
    _write_new(path, private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)


def _public_pem(public: "Ed25519PublicKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def _write_new(path: Path, content: bytes, mode: int) -> None:
    """Write a file that must not exist yet, whole or not at all, and see it to the disk."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            os.write(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.link(part, path)
        part.unlink()
    except OSError as error:
        raise KeyUnusable(
            str(path),
            f"the key cannot be written ({error.strerror})",
            "Make room, or give the table's user the right to write in this folder",
        ) from error
