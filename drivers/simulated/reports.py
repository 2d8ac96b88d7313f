"""The ring in which a device keeps its reports until the host has them on disk.

Section 6 of docs/link.md: numbers since boot, a window of 8, everything unacknowledged again after
250 ms without an advance, the oldest overwritten when the ring is full. What a report says, and when
there is a session to send it in, is the firmware's affair.
"""

from collections import deque
from typing import Final

from msgspec import Struct

from drivers.simulated.wire import Payload, after, distance

WINDOW: Final = 8
RESEND: Final = 0.250
"""Seconds; like all times of the link it does not scale with a simulation's speed."""
SMALLEST: Final = 64
OLDEST_KEPT: Final = -1
"""The key that tells the host where the ring begins when that is not where the host is."""


class Kept(Struct, frozen=True):
    """A report in the ring. `payload` is as it was when the thing happened."""

    number: int
    message: int
    payload: Payload


class Ring:
    """Kept reports and how far the host has got with them. Times are seconds of one clock."""

    def __init__(self, size: int = SMALLEST) -> None:
        """`size`: how many it keeps, 64 at least (ValueError)."""
        if size < SMALLEST:
            raise ValueError(f"a ring of {size} reports; the document asks for {SMALLEST}")
        self._kept: deque[Kept] = deque()
        self._size = size
        self._next = 1
        self._host_has = 0
        self._sent = 0  # how many of the first in the ring went out in this session
        self._since: float | None = None  # from when on no acknowledgement advanced

    @property
    def next(self) -> int:
        """The number that the next report will have."""
        return self._next

    @property
    def oldest(self) -> int:
        """The oldest number kept; `next` when nothing is."""
        return self._kept[0].number if self._kept else self._next

    def add(self, message: int, payload: Payload) -> None:
        """Keep one report more, at the price of the oldest when the ring is full."""
        if len(self._kept) == self._size:
            self._kept.popleft()
            self._sent = max(0, self._sent - 1)
        self._kept.append(Kept(self._next, message, payload))
        self._next = after(self._next)

    def acknowledge(self, number: int, now: float) -> None:
        """All up to `number` are durable at the host. A number that was not sent is passed over."""
        if number and self._release(number, self._sent):
            self._since = now if self._sent else None

    def resume(self, host_has: int) -> None:
        """A session begins with a host that has all up to `host_has` (0: it has nothing of this boot)."""
        if host_has:
            self._release(host_has, len(self._kept))
        self._host_has = host_has
        self._sent = 0
        self._since = None

    def _release(self, number: int, among: int) -> bool:
        index = distance(number, self.oldest)
        if index >= among:
            return False
        for _ in range(index + 1):
            self._kept.popleft()
        self._sent = max(0, self._sent - index - 1)
        self._host_has = number
        return True

    def due(self, now: float) -> list[Kept]:
        """What is to be sent at this moment; it counts as sent."""
        deadline = self.deadline()
        if deadline is not None and now >= deadline:
            self._sent = 0
        last = min(WINDOW, len(self._kept))
        fresh = [self._marked(self._kept[index]) for index in range(self._sent, last)]
        if fresh and self._sent == 0:
            self._since = now
        self._sent = max(self._sent, last)
        return fresh

    def _marked(self, kept: Kept) -> Kept:
        if self.oldest == after(self._host_has):
            return kept
        return Kept(kept.number, kept.message, {**kept.payload, OLDEST_KEPT: self.oldest})

    def deadline(self) -> float | None:
        """When what was sent is to be sent again; None while nothing is outstanding."""
        if not self._sent or self._since is None:
            return None
        return self._since + RESEND
