"""Whether a device is the one that was commissioned: what it is held to, and its proof (docs/link.md, 7).

What lives here: what a proof is a signature of, and the two things that a host may want at the end of an
opening: a proof by a key that it knows, or the key itself. What does not: frames and orders on their way
(conversation.py, outgoing.py), and the record that says what was commissioned, which is the controller's.

`cryptography` is imported only when a signature is checked: a table must be ready soon after power comes
back, and most have nothing to check.
"""

import hashlib
import secrets
import struct
from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from drivers.errors import NotAccepted
from drivers.messages import Board, Identity
from drivers.payload import BadPayload, Payload, dump

MAKE_KEY: Final = 2
PROVE: Final = 3
"""Message codes of the two orders, the same in every role."""
SIGNS: Final = "signs"
"""The capability of a device that takes them."""
KEY_BYTES: Final = 32
CHALLENGE_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
_LABEL: Final = b"table-link proof 1\n"


class Claims(Struct, frozen=True):
    """What a device says it is in one session. stated: the payloads of IDENTITY and of each BOARD by index,
    as they were sent, one behind the other."""

    boot: int
    session: int
    stated: bytes

    def signed(self, challenge: bytes) -> bytes:
        """The bytes of which a proof is the signature."""
        digest = hashlib.sha256(self.stated).digest()
        return _LABEL + challenge + struct.pack("<IH", self.boot, self.session) + digest


class Ask(Struct, frozen=True):
    """An order that the opening of a session needs answered."""

    message: int
    payload: bytes


class Proving(Protocol):
    """What the host wants to know of a device before it is told as ready. One object a device; each session
    begins anew."""

    def refusal(self, identity: Identity) -> str:
        """Why what the device says it is will not do, for a person; "" where it does."""

    def begin(self, identity: Identity, claims: Claims) -> Ask | None:
        """The state is told. What to ask first; None: nothing, the device may be told as ready."""

    def take(self, accepted: bool, reason: str, answer: Payload) -> Ask | None:
        """The reply to what was asked last (its outcome, and the map under key 3). What to ask next; None:
        nothing more. NotAccepted, and BadPayload where the answer has not the form it must have."""


class Commissioned(Struct, frozen=True):
    """What a device was when it was commissioned. key: its public key, 32 bytes; b"": it is known by its
    words alone."""

    vendor: str
    model: str
    serial: str
    capabilities: tuple[str, ...]
    boards: tuple[Board, ...]
    key: bytes = b""

    def difference(self, identity: Identity) -> str:
        """In what a device differs from what was commissioned, for a person; "" where in nothing."""
        if self.key and SIGNS not in identity.capabilities:
            return "does not say any more that it signs"
        pairs = (
            ("vendor", identity.vendor, self.vendor),
            ("model", identity.model, self.model),
            ("serial", identity.serial, self.serial),
            ("capabilities", _listed(identity.capabilities), _listed(self.capabilities)),
        )
        for what, is_now, was in pairs:
            if is_now != was:
                return f"has the {what} {is_now or 'none'}, and {was or 'none'} was commissioned"
        return self._other_firmware(identity)

    def _other_firmware(self, identity: Identity) -> str:
        if len(identity.boards) != len(self.boards):
            return f"has {len(identity.boards)} boards, and {len(self.boards)} were commissioned"
        for is_now, was in zip(identity.boards, self.boards, strict=True):
            if is_now != was:
                return f"runs {_firmware(is_now)}, and {_firmware(was)} was commissioned"
        return ""


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(sorted(words))


def _firmware(board: Board) -> str:
    return f"{board.name} {board.version} ({board.sha256[:12]})"


def _called(identity: Identity) -> str:
    return f"{identity.vendor} {identity.model} {identity.serial}"


def random_challenge() -> bytes:
    """32 bytes of the system's generator."""
    return secrets.token_bytes(CHALLENGE_BYTES)


class Pinned:
    """See Proving. The device has to be what was commissioned and, where that has a key, to prove it."""

    def __init__(self, commissioned: Commissioned, challenge: Callable[[], bytes] = random_challenge) -> None:
        self._commissioned = commissioned
        self._fresh = challenge
        self._who = ""
        self._wanted = b""

    def refusal(self, identity: Identity) -> str:
        """See Proving."""
        difference = self._commissioned.difference(identity)
        if not difference:
            return ""
        return f"{_called(identity)} {difference}; connect the right device, or commission this one"

    def begin(self, identity: Identity, claims: Claims) -> Ask | None:
        """See Proving."""
        if not self._commissioned.key:
            return None
        self._who = _called(identity)
        challenge = self._fresh()
        self._wanted = claims.signed(challenge)
        return Ask(PROVE, dump({1: challenge}))

    def take(self, accepted: bool, reason: str, answer: Payload) -> Ask | None:
        """See Proving."""
        if not accepted:
            raise NotAccepted(
                f"{self._who} does not prove that it is what was commissioned ({reason}); "
                "connect the right device, or commission this one"
            )
        if not is_signed(self._commissioned.key, self._wanted, _bytes(answer, 1, SIGNATURE_BYTES)):
            raise NotAccepted(self._why_wrong(answer))
        return None

    def _why_wrong(self, answer: Payload) -> str:
        """Its own word about its key is good for nothing but for telling a person where to look."""
        told = answer.get(2)
        key = self._commissioned.key
        what = "a wrong signature" if told in (None, key) else "the signature of another key"
        return (
            f"{self._who} answers the challenge with {what}: it is not the device that was commissioned, or "
            "not as it was; take it out of service and look at its seals"
        )


class Enrolment:
    """See Proving. For commissioning alone: learns which key a device has, and lets it make one where it has
    none. new: let it make another one. `key`: what it proved itself with, b"" before that. `needs_switch`:
    it was refused last because the device's service switch was not pressed."""

    def __init__(self, new: bool = False, challenge: Callable[[], bytes] = random_challenge) -> None:
        self.key = b""
        self.needs_switch = False
        self._make = new
        self._fresh = challenge
        self._who = ""
        self._claims: Claims | None = None
        self._asked = 0
        self._made = b""
        self._wanted = b""

    def refusal(self, identity: Identity) -> str:
        """See Proving."""
        if SIGNS in identity.capabilities:
            return ""
        return f"{_called(identity)} cannot sign; give it another trust in the table's file"

    def begin(self, identity: Identity, claims: Claims) -> Ask | None:
        """See Proving."""
        self.key = b""
        self.needs_switch = False
        self._who, self._claims = _called(identity), claims
        return self._ask_key() if self._make and not self._made else self._ask_proof()

    def _ask_key(self) -> Ask:
        self._asked = MAKE_KEY
        return Ask(MAKE_KEY, b"")

    def _ask_proof(self) -> Ask:
        assert self._claims is not None
        self._asked = PROVE
        challenge = self._fresh()
        self._wanted = self._claims.signed(challenge)
        return Ask(PROVE, dump({1: challenge}))

    def take(self, accepted: bool, reason: str, answer: Payload) -> Ask | None:
        """See Proving."""
        if self._asked == MAKE_KEY:
            return self._take_key(accepted, reason, answer)
        if not accepted and reason == "not-permitted" and not self._made:
            return self._ask_key()
        if not accepted:
            raise NotAccepted(f"{self._who} does not sign ({reason}); have its maker look at it")
        told, signature = _bytes(answer, 2, KEY_BYTES), _bytes(answer, 1, SIGNATURE_BYTES)
        if self._made and told != self._made:
            raise NotAccepted(f"{self._who} made one key and signs with another; have its maker look at it")
        if not is_signed(told, self._wanted, signature):
            raise NotAccepted(f"{self._who} signs wrongly; have its maker look at it")
        self.key = told
        return None

    def _take_key(self, accepted: bool, reason: str, answer: Payload) -> Ask:
        if not accepted and reason == "not-permitted":
            self.needs_switch = True
            raise NotAccepted(
                f"{self._who} has a key, and makes another one only when its service switch was pressed "
                "since it was switched on; press it, and begin again"
            )
        if not accepted:
            raise NotAccepted(f"{self._who} makes no key ({reason}); take out its cards, and begin again")
        self._made = _bytes(answer, 1, KEY_BYTES)
        return self._ask_proof()


def _bytes(said: Payload, key: int, length: int) -> bytes:
    value = said.get(key)
    if not isinstance(value, bytes) or len(value) != length:
        raise BadPayload(f"key {key} is not {length} bytes")
    return value


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` (64 bytes) is that of `message` by the owner of the Ed25519 public key `key`."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
