"""The opening of one session: from a nonce to a device that is known, accepted, and has told its state.

What lives here: the handshake's set followed by the parts of the state, and what makes the host turn
away. What does not: the set itself (handshake.py), and what is sent when (conversation.py).
"""

from typing import Final

from msgspec import Struct

from drivers.errors import DriverError, NotAccepted
from drivers.frame import Frame
from drivers.handshake import Greeting, Welcome, refusal
from drivers.messages import Identity, State
from drivers.payload import BadPayload, Payload, know_mandatory, optional_number, submap
from drivers.proof import Claims, Proving
from drivers.roles import Role

_MAX_PARTS: Final = 32


class NoState(DriverError):
    """The device does not tell its state, or tells what cannot be understood."""


class Known(Struct, frozen=True):
    """A device whose answers to HELLO are complete, and which is accepted. stated: see Claims."""

    session: int
    welcome: Welcome
    identity: Identity
    stated: bytes

    @property
    def claims(self) -> Claims:
        """What it says it is, for a proof."""
        return Claims(self.welcome.boot, self.session, self.stated)


class Opening:
    """One nonce, and how far its session has come. `known` is None until the answers are complete."""

    def __init__(
        self, nonce: int, role: Role, accepted_firmware: frozenset[str] | None, proving: Proving | None
    ) -> None:
        self.known: Known | None = None
        self._greeting = Greeting(nonce)
        self._role = role
        self._accepted_firmware = accepted_firmware
        self._proving = proving
        self._parts: list[Payload] = []

    def hello(self, boot: int, durable: int) -> bytes:
        """See Greeting.hello."""
        return self._greeting.hello(boot, durable)

    def take(self, frame: Frame) -> bool:
        """Take an answer to HELLO. False: it belongs to another handshake. BadPayload: it is malformed.

        NotAccepted: the answers are complete, and they are not those of a device that is wanted.
        """
        if self.known is not None or not self._greeting.take(frame):
            return False
        welcome, identity = self._greeting.welcome, self._greeting.identity()
        if welcome is not None and identity is not None:
            reason = refusal(welcome, identity, self._role.name, self._accepted_firmware)
            if not reason and self._proving is not None:
                reason = self._proving.refusal(identity)
            if reason:
                raise NotAccepted(reason)
            self.known = Known(self._greeting.session, welcome, identity, self._greeting.stated())
        return True

    def take_state(self, said: Payload) -> State | int:
        """Take an answer to `state`: the state where it is complete, else the part to ask for. NoState."""
        try:
            answer = submap(said, 3)
            know_mandatory(answer)
            self._parts.append(answer)
            if len(self._parts) < optional_number(answer, 12, 0, _MAX_PARTS):
                return len(self._parts)
            return self._role.decode_state(self._parts)
        except BadPayload as error:
            raise NoState(f"the device's state cannot be understood: {error}") from error
