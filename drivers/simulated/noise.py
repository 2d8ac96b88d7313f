"""A bad cable: it drops, doubles, corrupts, splits and delays what is put through it.

It works on chunks of bytes as they were written and knows nothing of frames. The random source is
given, so that a test can repeat what went wrong. Like a cable it never changes the order.
"""

import random
from collections import deque

from msgspec import Struct


class Rates(Struct, frozen=True):
    """How often each harm is done to a chunk, 0 to 1, and the longest delay in seconds."""

    drop: float = 0.0
    duplicate: float = 0.0
    corrupt: float = 0.0
    split: float = 0.0
    delay: float = 0.0


class Noise:
    """One direction of a link. Put chunks in, take out what has arrived."""

    def __init__(self, rng: random.Random, rates: Rates) -> None:
        self._rng = rng
        self._rates = rates
        self._under_way: deque[tuple[float, bytes]] = deque()

    def put(self, data: bytes, now: float) -> None:
        """A chunk goes in at `now`."""
        if not data or self._happens(self._rates.drop):
            return
        for _ in range(1 + self._happens(self._rates.duplicate)):
            chunk = self._corrupted(data) if self._happens(self._rates.corrupt) else data
            for piece in self._pieces(chunk):
                self._send_off(piece, now)

    def take(self, now: float) -> bytes:
        """What has come through by `now`."""
        arrived = bytearray()
        while self._under_way and self._under_way[0][0] <= now:
            arrived += self._under_way.popleft()[1]
        return bytes(arrived)

    def due(self) -> float | None:
        """When the next bytes come out; None when nothing is under way."""
        return self._under_way[0][0] if self._under_way else None

    def clear(self) -> None:
        """The cable is pulled: what was under way is gone."""
        self._under_way.clear()

    def _happens(self, rate: float) -> bool:
        return self._rng.random() < rate

    def _corrupted(self, data: bytes) -> bytes:
        changed = bytearray(data)
        changed[self._rng.randrange(len(changed))] ^= 1 << self._rng.randrange(8)
        return bytes(changed)

    def _pieces(self, data: bytes) -> list[bytes]:
        if len(data) < 2 or not self._happens(self._rates.split):
            return [data]
        cut = self._rng.randrange(1, len(data))
        return [data[:cut], data[cut:]]

    def _send_off(self, data: bytes, now: float) -> None:
        arrives = now + self._rng.random() * self._rates.delay
        if self._under_way:
            arrives = max(arrives, self._under_way[-1][0])
        self._under_way.append((arrives, data))
