"""A null modem in this process, and the one who meddles with what passes through it.

For tests and demonstrations: two links, each the other's far end. What does not live here: any
knowledge of frames; the meddler sees writes.
"""

import socket
from random import Random

from drivers.errors import LinkLost
from drivers.link.descriptor import DescriptorLink


class Meddler:
    """Spoils writes, each kind with its own probability, by the random source that it is given.

    drop: the write is lost. duplicate: it comes twice. corrupt: one bit of it is turned. split: it
    comes in two pieces. delay: it is held back and comes before the next one.
    """

    def __init__(
        self,
        random: Random,
        *,
        drop: float = 0.0,
        duplicate: float = 0.0,
        corrupt: float = 0.0,
        split: float = 0.0,
        delay: float = 0.0,
    ) -> None:
        self._random = random
        self._drop = drop
        self._duplicate = duplicate
        self._corrupt = corrupt
        self._split = split
        self._delay = delay
        self._held: list[bytes] = []

    def meddle(self, data: bytes) -> list[bytes]:
        """The pieces that come out for `data`, in order; what is held back comes with a later call."""
        chance = self._random.random
        if chance() < self._drop:
            return []
        if data and chance() < self._corrupt:
            data = self._flip(data)
        pieces = self._cut(data) if len(data) > 1 and chance() < self._split else [data]
        if chance() < self._duplicate:
            pieces = pieces * 2
        if chance() < self._delay:
            self._held += pieces
            return []
        held, self._held = self._held, []
        return held + pieces

    def _flip(self, data: bytes) -> bytes:
        place = self._random.randrange(len(data))
        return data[:place] + bytes((data[place] ^ 1 << self._random.randrange(8),)) + data[place + 1 :]

    def _cut(self, data: bytes) -> list[bytes]:
        place = self._random.randrange(1, len(data))
        return [data[:place], data[place:]]


class LoopLink(DescriptorLink):
    """See Link. One end of a null modem; `meddler` spoils what this end writes."""

    def __init__(self, name: str, end: socket.socket, meddler: Meddler | None = None) -> None:
        self._meddler = meddler
        super().__init__(name, end.fileno(), end.close)

    @classmethod
    def pair(
        cls, meddler: Meddler | None = None, far_meddler: Meddler | None = None
    ) -> tuple["LoopLink", "LoopLink"]:
        """Two ends. meddler: of what the first one writes, far_meddler: of what the second one does."""
        near, far = socket.socketpair()
        return cls("loop", near, meddler), cls("loop (far end)", far, far_meddler)

    def write(self, data: bytes, timeout: float = 0.0) -> int:
        """See Link. A meddled write always counts as whole: the far end cannot tell what was lost."""
        if self._meddler is None:
            return super().write(data, timeout)
        for piece in self._meddler.meddle(data):
            if super().write(piece, max(timeout, 1.0)) < len(piece):
                raise LinkLost(f"{self.name} is full: the far end does not read")
        return len(data)
