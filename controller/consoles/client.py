"""The consoles' end of the feed: frames in, Commands out. Used by the terminal, the console of keys,
the simulated dealer and tests. No thread: it reads when it is asked to. The table's end is feed.py.
"""

import os
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.consoles.frames import Shown, Subscribe, Wrong, decode_frame, encode
from controller.table.commands import Asked, Command, Role

CHUNK: Final = 65536
SEND_TIMEOUT: Final = 5.0


class FeedDown(Exception):
    """The table is not running, or has ended; the message names the path."""


class FeedClient:
    """A connection to the table that serves `path`. Raises FeedDown where none does.

    frames_per_second: the most it gets (1 to 1000). complaints: what the table could not use of what was
    asked, oldest first. One thread may read while another asks. `close` it, or use it as a context manager.
    """

    def __init__(self, path: str | Path, *, frames_per_second: int = 30) -> None:
        self.path = Path(path)
        self.complaints: deque[str] = deque(maxlen=32)
        self._in = bytearray()
        self._ready: deque[Shown] = deque()
        self._last: Shown | None = None
        self._is_down = False
        self._sending = threading.Lock()
        self._link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._link.settimeout(SEND_TIMEOUT)
            self._link.connect(os.fspath(self.path))
        except OSError as error:
            self._link.close()
            raise FeedDown(f"no table is running at {self.path} ({_reason(error)})") from None
        if frames_per_second != 30:
            self._send(encode(Subscribe(frames_per_second)))

    def __enter__(self) -> "FeedClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fileno(self) -> int:
        """For select: readable when something has come. Read on until `next(0)` gives None."""
        return self._link.fileno()

    def ask(self, role: Role, person: str, command: Command) -> None:
        """Send a Command. What became of it is seen in a later frame, or in `complaints`. Raises
        FeedDown."""
        self._send(encode(Asked(role, person, command)))

    def next(self, timeout: float | None = None) -> Shown | None:
        """The next frame in order; None when `timeout` seconds pass without one. Raises FeedDown when the
        table has ended."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._ready:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._receive(left):
                return None
        self._last = self._ready.popleft()
        return self._last

    def latest(self, timeout: float | None = None) -> Shown:
        """The newest frame that has come, waiting up to `timeout` seconds only where none ever has.
        Raises FeedDown, also when none comes in time."""
        while self._receive(0.0) and not self._is_down:
            pass
        if self._ready:
            self._last = self._ready[-1]
            self._ready.clear()
        if self._last is None and self.next(timeout) is None:
            raise FeedDown(f"the table at {self.path} shows nothing yet")
        assert self._last is not None
        return self._last

    def frames(self) -> Iterator[Shown]:
        """Frames as they come, until the table ends."""
        while True:
            try:
                frame = self.next()
            except FeedDown:
                return
            assert frame is not None
            yield frame

    def close(self) -> None:
        """Let go of the connection. May be called again."""
        self._is_down = True
        self._link.close()

    def _send(self, line: bytes) -> None:
        try:
            with self._sending:
                self._link.sendall(line + b"\n")
        except OSError as error:
            raise FeedDown(f"the table at {self.path} does not listen ({_reason(error)})") from None

    def _receive(self, timeout: float | None) -> bool:
        """Take in what has come; False where nothing came in time. Raises FeedDown at the end."""
        if self._is_down:
            if self._ready:
                return False
            raise FeedDown(f"the table at {self.path} has ended")
        try:
            if not select.select([self._link], [], [], timeout)[0]:
                return False
            given = self._link.recv(CHUNK)
        except OSError:
            given = b""
        if not given:
            self._is_down = True
            if self._ready:
                return False
            raise FeedDown(f"the table at {self.path} has ended")
        *lines, rest = (bytes(self._in) + given).split(b"\n")
        self._in = bytearray(rest)
        for line in lines:
            self._take(line)
        return True

    def _take(self, line: bytes) -> None:
        try:
            frame = decode_frame(line)
        except msgspec.DecodeError as error:
            raise FeedDown(f"the table at {self.path} is of another version: {error}") from None
        if isinstance(frame, Wrong):
            self.complaints.append(frame.why)
        else:
            self._ready.append(frame)


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
