"""The device's end of a serial port, played by the bench: as little as a session needs, and a stopwatch.

It answers HELLO, `state` and every order, and reports chips set down after the close. What is timed is
from before the report's frame is written until the bytes that complete the order's frame were read.
"""

import os
import select
import time
from typing import Final

from drivers import frame as wire
from drivers.frame import Decoder, Frame, encode
from drivers.payload import Payload, dump
from tests.drivers.fake_device import Speaker

REJECT: Final = 18
ATTEMPT: Final = 19
_STATE: Final[Payload] = {1: 0, 2: [], 9: 0, 10: 0, 11: [], 12: 1}
_ATTEMPT: Final[Payload] = {0: 100_000, 1: 1, 2: 1, 3: 500}
"""Chips for five dollars on box 1's Blackjack spot."""
_PATIENCE: Final = 10.0


class NoAnswer(Exception):
    """The table did not do what it was waited for."""


class FarEnd:
    """Speaks as wager positions on `descriptor`, the controlling side of a pty."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._decoder = Decoder()
        self._speaker = Speaker("wager_positions")
        self._reports = 0
        self.acknowledged = 0
        self.is_ready = False
        self.sizes = (0, 0)
        """Bytes of the last report's frame and of the order's frame that answered it."""

    def settle(self, seconds: float) -> None:
        """Answer whatever comes for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._descriptor], [], [], left)[0]:
                self._answer(self._decoder.feed(os.read(self._descriptor, 4096)))

    def connect(self) -> None:
        """Answer until the session stands and the state was told. NoAnswer."""
        end = time.monotonic() + _PATIENCE
        while not self.is_ready:
            if time.monotonic() > end:
                raise NoAnswer("the table does not say HELLO, or does not ask for the state")
            self.settle(0.01)

    def time_one(self) -> float:
        """Report chips set down after the close; the seconds until the order to reject them was read.

        Returns once the report was acknowledged too: its entry is on disk, nothing is left to do.
        """
        self._reports = self._reports % 65535 + 1
        report = encode(self._speaker.frame(wire.REPORT, ATTEMPT, self._reports, {**_ATTEMPT}))
        size, took = 0, 0.0
        deadline = time.monotonic() + _PATIENCE
        start = time.perf_counter()
        os.write(self._descriptor, report)
        while not took or self.acknowledged != self._reports:
            data = self._read(deadline)
            now = time.perf_counter()
            frames = self._decoder.feed(data)
            if any(one.type == wire.ORDER and one.message == REJECT for one in frames):
                took, size = now - start, next(len(encode(f)) for f in frames if f.message == REJECT)
            self._answer(frames)
        self.sizes = (len(report), size)
        return took

    def _read(self, deadline: float) -> bytes:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self._descriptor], [], [], left)[0]:
            raise NoAnswer("the table does not answer a report")
        return os.read(self._descriptor, 4096)

    def _answer(self, frames: list[Frame]) -> None:
        for frame in frames:
            if frame.session == self._speaker.session and frame.session:
                self.acknowledged = frame.acknowledgement
            if frame.type == wire.HELLO:
                self._say(*self._speaker.welcome(frame))
            elif frame.type == wire.ORDER and frame.message == 1:
                self._say(self._speaker.reply(frame, {1: 0, 3: _STATE}))
                self.is_ready = True
            elif frame.type == wire.ORDER:
                self._say(self._speaker.reply(frame))
            elif frame.type == wire.HEARTBEAT:
                self._say(Frame(wire.HEARTBEAT, 0, frame.session, 0, 0, dump({})))

    def _say(self, *frames: Frame) -> None:
        os.write(self._descriptor, b"".join(map(encode, frames)))
