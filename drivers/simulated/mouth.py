"""The reading mouth of a simulated shoe: what it is busy with, and what it has read.

It takes what passes, knows it a reading time later, and keeps the identity of each draw in memory
until the shoe resets. Permission and numbering are the shoe's; a new boot has a new mouth.
"""

from collections import deque
from typing import Final

from msgspec import Struct

from drivers.simulated.shoe_codes import DISCLOSED, UNREAD_CODE
from drivers.simulated.wire import Payload

_REMEMBERED: Final = 1024
"""Identities kept, more than the cards of any shoe: a device's memory is finite."""

Said = tuple[int, Payload]
"""A report that has fallen due: its message code and payload."""


class _Passing(Struct, frozen=True):
    due: float
    message: int
    payload: Payload
    draw: int
    known: int


class Mouth:
    """Reads one thing after another, each `reading` seconds after it passed."""

    def __init__(self, reading: float) -> None:
        self._reading = reading
        self._passing: deque[_Passing] = deque()
        self._identities: dict[int, int] = {}
        self._asked: set[int] = set()

    def take(
        self, message: int, payload: Payload, now: float, draw: int = 0, known: int = UNREAD_CODE
    ) -> None:
        """Something passes at `now`. draw: its number, 0 for what has none. known: what will be read."""
        self._passing.append(_Passing(now + self._reading, message, payload, draw, known))

    def due(self) -> float | None:
        """When the next reading is finished; None when nothing is being read."""
        return self._passing[0].due if self._passing else None

    def finished(self, now: float) -> list[Said]:
        """The reports of what has been read by `now`, with the disclosures that waited for it."""
        said: list[Said] = []
        while self._passing and self._passing[0].due <= now:
            passed = self._passing.popleft()
            said.append((passed.message, passed.payload))
            if passed.draw:
                self._identities[passed.draw] = passed.known
                self._identities.pop(passed.draw - _REMEMBERED, None)
            if passed.draw in self._asked:
                self._asked.discard(passed.draw)
                said += self.disclose(passed.draw)
        return said

    def disclose(self, draw: int) -> list[Said]:
        """The report that tells draw `draw`; none yet while it is still being read (it follows then)."""
        if any(passing.draw == draw for passing in self._passing):
            self._asked.add(draw)
            return []
        return [(DISCLOSED, {1: draw, 2: self._identities.get(draw, UNREAD_CODE)})]
