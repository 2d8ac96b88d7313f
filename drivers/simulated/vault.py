"""The part of a simulated board that keeps its key: memory that outlasts power, a generator, a switch.

What lives here: the key pair, the service switch, and what a proof is a signature of, written from
docs/link.md (section 7) apart from the host's. What does not: orders and replies (firmware.py).
"""

import hashlib
import os
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MAKE_KEY: Final = 2
PROVE: Final = 3
SIGNS: Final = "signs"
CHALLENGE: Final = 32
FAULTS: Final = frozenset(("another-key", "old-signature", "other-firmware"))
"""Faults of a board that signs: with a key that it was not commissioned with, a signature that it gave
before, or for a firmware other than the one that it tells."""
_LABEL: Final = b"table-link proof 1\n"


class Vault:
    """One board's. memory: a file that the key is kept in, so that it outlasts the process; None: it lasts as
    long as this object, which is longer than any reset. random: bytes for a new key."""

    def __init__(self, memory: Path | None = None, random: Callable[[int], bytes] = os.urandom) -> None:
        self.pressed = False
        self._memory = memory
        self._random = random
        self._seed = memory.read_bytes() if memory is not None and memory.exists() else b""
        self._last = b""

    def has_key(self) -> bool:
        """Whether a key was made, ever."""
        return bool(self._seed)

    def booted(self) -> None:
        """The board starts: what was pressed before does not count, what is in memory stays."""
        self.pressed = False

    def make(self) -> bytes:
        """Make a key pair in place of the one before; the public half."""
        self._seed = self._random(32)
        self.pressed = False
        if self._memory is not None:
            part = self._memory.with_name(self._memory.name + ".part")
            part.write_bytes(self._seed)
            part.chmod(0o600)
            part.replace(self._memory)
        return self.public()

    def public(self) -> bytes:
        """The public half."""
        return self._key().public_key().public_bytes_raw()

    def sign(self, said: bytes, fault: str = "") -> bytes:
        """The signature of `said`; a wrong one where a fault of FAULTS says which."""
        if fault == "another-key":
            return _private(hashlib.sha256(self._seed).digest()).sign(said)
        if fault == "old-signature" and self._last:
            return self._last
        self._last = self._key().sign(said)
        return self._last

    def _key(self) -> "Ed25519PrivateKey":
        return _private(self._seed)


def _private(seed: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed)


def what_is_signed(challenge: bytes, boot: int, session: int, stated: Sequence[bytes]) -> bytes:
    """stated: the payloads of IDENTITY and of each BOARD, in that order."""
    digest = hashlib.sha256()
    for payload in stated:
        digest.update(payload)
    return _LABEL + challenge + struct.pack("<IH", boot, session) + digest.digest()
