"""The faults of one simulated device: which are switched on, due later, or stand reported.

A fault is switched on by a test, a scenario or the control channel. Armed faults wait for the mechanics
to meet them (the next read, the next draw); standing ones have been reported as raised and are told in
`state` until they are repaired. What a fault does is in the roles.
"""

from typing import Final

from msgspec import Struct

COMMON: Final = frozenset(("silence", "reset", "unplug"))
"""Faults that every role knows."""
RESET_STEPS: Final = ("received", "executed", "replied")
"""Where in an order a reset may strike."""


class _Later(Struct, frozen=True):
    at: int
    kind: str
    place: str


class Faults:
    """Bookkeeping only. It survives a reset, because what is broken stays broken."""

    def __init__(self) -> None:
        self.silent = False
        self.reset_at = ""
        self._armed: dict[str, str] = {}
        self._standing: dict[str, str] = {}
        self._later: list[_Later] = []

    def schedule(self, at: int, kind: str, place: str) -> None:
        """Let `kind` come due at occasion number `at` (a draw, an insertion, a placement)."""
        self._later.append(_Later(at, kind, place))

    def come_due(self, count: int) -> list[tuple[str, str]]:
        """The (kind, place) pairs whose occasion is `count`; each is handed out once."""
        due = [later for later in self._later if later.at == count]
        self._later = [later for later in self._later if later.at != count]
        return [(later.kind, later.place) for later in due]

    def arm(self, kind: str, place: str = "") -> None:
        """Switch `kind` on; it waits for the mechanics to meet it."""
        self._armed[kind] = place

    def armed(self, kind: str) -> bool:
        """Whether `kind` is switched on; it stays on."""
        return kind in self._armed

    def spend(self, kind: str) -> str | None:
        """Meet the armed fault once: its place, after which it is off; None when it was not on."""
        return self._armed.pop(kind, None)

    def stand(self, kind: str, place: str) -> bool:
        """Record `kind` as raised; False when it was already."""
        if kind in self._standing:
            return False
        self._standing[kind] = place
        return True

    def standing(self) -> list[tuple[str, str]]:
        """Raised faults as (kind, place), oldest first."""
        return list(self._standing.items())

    def words(self) -> list[str]:
        """The kinds of the raised faults, as `state` tells them."""
        return list(self._standing)

    def repair(self) -> list[str]:
        """Switch everything off that is on; returns the kinds that stood reported."""
        kinds = list(self._standing)
        self._standing.clear()
        self._armed.clear()
        self.silent = False
        self.reset_at = ""
        return kinds
