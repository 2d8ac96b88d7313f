"""Shoes that prove who they are, each with one of the rules of that broken (7.40 to 7.48 of docs/link.md)."""

from typing import Any, Final

from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.vault import Vault
from tests.drivers.broken_steps import Mutant


class SigningShoe(SimulatedShoe):
    def __init__(self, **options: Any) -> None:
        self.vault = Vault()
        super().__init__(**options)


class SignsForNobody(SimulatedShoe):
    def _make_key(self) -> Any:
        return {1: bytes(32)}


class SignsTheLastSession(SigningShoe):
    before = 0

    def _begin_session(self, nonce: int, host_has: int) -> None:
        self.before = self.session or 0
        super()._begin_session(nonce, host_has)

    def _prove(self, challenge: Any) -> Any:
        now, self.session = self.session, self.before or self.session
        try:
            return super()._prove(challenge)
        finally:
            self.session = now


class SignsAnything(SigningShoe):
    def _prove(self, challenge: Any) -> Any:
        return super()._prove(bytes(32) if isinstance(challenge, bytes) else challenge)


class HasManyKeys(SigningShoe):
    def _make_key(self) -> Any:
        assert self.vault is not None
        self.vault.pressed = not self._permitted()
        return super()._make_key()


class MakesKeysAnyTime(SigningShoe):
    def _permitted(self) -> bool:
        return self._under_way_message != 2 and super()._permitted()

    _under_way_message = 0

    def _ordered(self, frame: Any) -> Any:
        self._under_way_message = frame.message
        try:
            return super()._ordered(frame)
        finally:
            self._under_way_message = 0


class ForgetsItsKey(SigningShoe):
    def _booted(self) -> None:
        super()._booted()
        self.vault = Vault()


class KeyForEver(SigningShoe):
    def _make_key(self) -> Any:
        assert self.vault is not None
        if self.vault.pressed:
            return {1: self.vault.public()}
        return super()._make_key()


class ProvesWithoutKey(SigningShoe):
    def _prove(self, challenge: Any) -> Any:
        assert self.vault is not None
        if not self.vault.has_key():
            return {1: bytes(64), 2: bytes(32)}
        return super()._prove(challenge)


class RemembersThePress(SigningShoe):
    def _booted(self) -> None:
        assert self.vault is not None
        was, _ = self.vault.pressed, super()._booted()
        self.vault.pressed = was


class TakesAnyChallenge(SigningShoe):
    def _prove(self, challenge: Any) -> Any:
        return super()._prove(challenge.encode() if isinstance(challenge, str) else challenge)


PROOFS: Final = {
    "7.40": Mutant(SignsForNobody),
    "7.41": Mutant(SignsTheLastSession),
    "7.42": Mutant(SignsAnything),
    "7.43": Mutant(HasManyKeys),
    "7.44": Mutant(MakesKeysAnyTime),
    "7.45": Mutant(ForgetsItsKey),
    "7.46": Mutant(KeyForEver),
    "7.47": Mutant(ProvesWithoutKey),
    "7.48": Mutant(RemembersThePress),
}
MORE: Final = (("7.42", Mutant(TakesAnyChallenge)),)
