"""A bad cable: it drops, doubles, corrupts, splits and delays what is put through it.

It works on chunks of bytes as they were written and knows nothing of frames. The random source is
given, so that a test can repeat what went wrong. Like a cable it never changes the order.
"""

import random
from collections import deque
from typing import Final

from msgspec import Struct

LONGEST_DELAY: Final = 60.0


class Rates(Struct, frozen=True):
    """How often each harm is done to a chunk, 0 to 1, and the longest delay, 0 to 60 seconds.

    ValueError for any other number. Without arguments the cable is a good one.
    """

    drop: float = 0.0
    duplicate: float = 0.0
    corrupt: float = 0.0
    split: float = 0.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        harms = {"drop": self.drop, "duplicate": self.duplicate, "corrupt": self.corrupt, "split": self.split}
        for name, rate in harms.items():
            if not 0.0 <= rate <= 1.0:
                raise ValueError(f"noise {name} {rate}: a rate is 0 to 1")
        if not 0.0 <= self.delay <= LONGEST_DELAY:
            raise ValueError(f"noise delay {self.delay}: 0 to {LONGEST_DELAY:.0f} seconds")


def parse_noise(text: str) -> Rates:
    """ "drop=0.02,delay=0.01" as rates. ValueError for anything else."""
    said: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = part.partition("=")
        if name not in Rates.__struct_fields__ or not equals or name in said:
            known = ", ".join(Rates.__struct_fields__)
            raise ValueError(f"{text!r} is no noise: write drop=0.02,delay=0.01; there are {known}")
        try:
            said[name] = float(number)
        except ValueError:
            raise ValueError(f"{text!r} is no noise: {number!r} is no number") from None
    return Rates(**said)


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

    def change(self, rates: Rates) -> None:
        """Be as bad as this from now on; what is under way arrives as it would have."""
        self._rates = rates

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


class Cable:
    """Both directions of one link, where device and host are in one process."""

    def __init__(self, rng: random.Random, rates: Rates) -> None:
        self.to_device = Noise(rng, rates)
        self.to_host = Noise(rng, rates)

    def carry(self, up: bytes, down: bytes, now: float) -> tuple[bytes, bytes]:
        """What the device and the host say now goes in; what has arrived for the host and the device."""
        self.to_host.put(up, now)
        self.to_device.put(down, now)
        return self.to_host.take(now), self.to_device.take(now)

    def due(self) -> float | None:
        """When the next bytes come out at either end; None when nothing is under way."""
        dues = (self.to_device.due(), self.to_host.due())
        return min((due for due in dues if due is not None), default=None)

    def change(self, rates: Rates) -> None:
        """Be as bad as this from now on, both ways."""
        self.to_device.change(rates)
        self.to_host.change(rates)

    def babble(self, data: bytes, now: float) -> None:
        """These bytes are on it, both ways, and neither end has said them."""
        self.to_device.put(data, now)
        self.to_host.put(data, now)

    def clear(self) -> None:
        """It is pulled: what was under way is gone."""
        self.to_device.clear()
        self.to_host.clear()


def good_cable() -> Cable:
    """One that does no harm, until it is changed."""
    return Cable(random.Random(), Rates())  # noqa: S311 - noise of a cable, no card depends on it
