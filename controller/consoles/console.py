"""One connected console, as the feed's thread sees it: bytes in, lines out; what is still to be sent.

Sockets never block here, and what is kept for a console is bounded: a console that does not read gets
older screens left out, and is dropped when it takes nothing for too long. Which screens there are
is feed.py's affair.
"""

import socket
from typing import Final

from controller.consoles.frames import MAX_ASKED

FRAMES_PER_SECOND: Final = 30
PATIENCE: Final = 5.0
"""Seconds after which a console that takes nothing of what waits for it is dropped."""
MOST_WAITING: Final = 256 * 1024
"""Bytes that may wait for one console: several screens, or very many answers."""
TOO_LONG: Final = b""
"""Stands among the lines for one that was longer than MAX_ASKED and was thrown away."""


class Gone(Exception):
    """This console is no longer there, or has to go; the message says why."""


class Console:
    """seen: the ruling of the last screen handed over. due: when it may get the next one. interval:
    seconds between two."""

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        self.seen = -1
        self.due = 0.0
        self.interval = 1 / FRAMES_PER_SECOND
        self._in = bytearray()
        self._skipping = False
        self._out = bytearray()
        self._stuck_since: float | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether bytes wait until this console reads."""
        return bool(self._out)

    @property
    def gives_up(self) -> float | None:
        """When this console has to go if it takes nothing by then."""
        return None if self._stuck_since is None else self._stuck_since + PATIENCE

    def receive(self) -> list[bytes]:
        """The lines that are complete now, TOO_LONG for each that was too long. Raises Gone."""
        try:
            given = self.link.recv(MAX_ASKED)
        except BlockingIOError:
            return []
        except OSError as error:
            raise Gone(f"connection lost: {error.strerror}") from None
        if not given:
            raise Gone("closed by the console")
        return self._split(given)

    def _split(self, given: bytes) -> list[bytes]:
        lines: list[bytes] = []
        *ended, rest = given.split(b"\n")
        for part in ended:
            line = bytes(self._in) + part
            self._in.clear()
            if self._skipping:
                self._skipping = False
            elif len(line) > MAX_ASKED:
                lines.append(TOO_LONG)
            elif line.strip():
                lines.append(line)
        if not self._skipping:
            self._in += rest
            if len(self._in) > MAX_ASKED:
                self._in.clear()
                self._skipping = True
                lines.append(TOO_LONG)
        return lines

    def send(self, line: bytes, now: float) -> None:
        """Hand over one line; what the console does not take at once waits. Raises Gone."""
        if len(self._out) + len(line) >= MOST_WAITING:
            raise Gone("it does not read what it is sent")
        self._out += line
        self._out += b"\n"
        self.flush(now)

    def flush(self, now: float) -> None:
        """Send what waits, as far as the console takes it. Raises Gone."""
        if not self._out:
            return
        try:
            taken = self.link.send(self._out)
        except BlockingIOError:
            taken = 0
        except OSError as error:
            raise Gone(f"connection lost: {error.strerror}") from None
        del self._out[:taken]
        if not self._out:
            self._stuck_since = None
        elif taken or self._stuck_since is None:
            self._stuck_since = now
        elif now - self._stuck_since >= PATIENCE:
            raise Gone(f"it took nothing for {PATIENCE:.0f} s")
