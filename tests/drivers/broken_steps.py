"""How a firmware model is broken in one place: what it reports, refuses or says of its state.

Which rule each mutant breaks stands in the files of the roles.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from drivers.simulated.firmware import Firmware
from drivers.simulated.payloads import Refuse
from tests.drivers.virtual_boards import VirtualWire

Payload = dict[int, Any]


class Mutant(Struct, frozen=True):
    """A firmware, what its constructor is given, and the cable that it is at the end of."""

    kind: type[Firmware]
    parts: Mapping[str, Any] = {}
    wire: type[VirtualWire] = VirtualWire


def reports(
    kind: type[Firmware], message: int, change: Callable[[Payload], Payload | None], **parts: Any
) -> Mutant:
    """It reports `message` so changed; not at all where that is None."""

    class Reports(kind):  # type: ignore[misc, valid-type]
        def _report(self, number: int, payload: Any) -> None:
            changed = change(dict(payload)) if number == message else payload
            if changed is not None:
                super()._report(number, changed)

    return Mutant(Reports, parts)


def never(kind: type[Firmware], message: int, **parts: Any) -> Mutant:
    """It does not report `message`."""
    return reports(kind, message, lambda payload: None, **parts)


def lax(kind: type[Firmware], reason: str, **parts: Any) -> Mutant:
    """It accepts what it ought to refuse for that reason, and does nothing."""

    class Lax(kind):  # type: ignore[misc, valid-type]
        def _order(self, message: int, payload: Any) -> None:
            try:
                super()._order(message, payload)
            except Refuse as refused:
                if refused.reason != reason:
                    raise

    return Mutant(Lax, parts)


def says(kind: type[Firmware], reason: str, other: str, **parts: Any) -> Mutant:
    """It gives another reason."""

    class Says(kind):  # type: ignore[misc, valid-type]
        def _order(self, message: int, payload: Any) -> None:
            try:
                super()._order(message, payload)
            except Refuse as refused:
                raise Refuse(other if refused.reason == reason else refused.reason) from None

    return Mutant(Says, parts)


def states(kind: type[Firmware], change: Callable[[Payload], Payload], **parts: Any) -> Mutant:
    """Each part of its state is so changed."""

    class States(kind):  # type: ignore[misc, valid-type]
        def _state_parts(self) -> Any:
            return [change(dict(part)) for part in super()._state_parts()]

    return Mutant(States, parts)


def ignores(kind: type[Firmware], message: int, **parts: Any) -> Mutant:
    """It accepts that order and does nothing."""

    class Ignores(kind):  # type: ignore[misc, valid-type]
        def _order(self, number: int, payload: Any) -> None:
            if number != message:
                super()._order(number, payload)

    return Mutant(Ignores, parts)


def never_alone(kind: type[Firmware], **parts: Any) -> Mutant:
    """Silence does nothing to it."""

    class NeverAlone(kind):  # type: ignore[misc, valid-type]
        def tick(self, now: float) -> None:
            self._heard_at = now
            super().tick(now)

    return Mutant(NeverAlone, parts)


def heedless(kind: type[Firmware], **parts: Any) -> Mutant:
    """A new HELLO does nothing to what it is permitted."""

    class Heedless(kind):  # type: ignore[misc, valid-type]
        beginning = False

        def _begin_session(self, nonce: int, host_has: int) -> None:
            self.beginning = True
            super()._begin_session(nonce, host_has)
            self.beginning = False

        def _make_safe(self) -> None:
            if not self.beginning:
                super()._make_safe()

    return Mutant(Heedless, parts)


def at_start(
    kind: type[Firmware], change: Callable[[Any], None], *, before: bool = False, **parts: Any
) -> Mutant:
    """It is so changed by each reset, before it or behind it; not when it is switched on first."""

    class AtStart(kind):  # type: ignore[misc, valid-type]
        def start(self, now: float, reset: str = "power") -> None:
            again = self.boot != 0
            if again and before:
                change(self)
            super().start(now, reset)
            if again and not before:
                change(self)

    return Mutant(AtStart, parts)
