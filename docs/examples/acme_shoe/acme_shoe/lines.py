"""Bytes to lines, with no port and no clock: PROTOCOL.md, "Lines".

What lives here: the line's grammar and check, and a reader that may be fed anything. What does not: what a
line means (talk.py).
"""

import re
from functools import reduce
from operator import xor
from typing import Final

from msgspec import Struct

LONGEST: Final = 64
"""Bytes of a line with CR and LF; what goes on longer is thrown away up to the next LF."""
_LINE: Final = re.compile(rb"([A-Z]),(\d{4})((?:,[ -)+\--~]+)*)\*([0-9A-F]{2})\r")


class Line(Struct, frozen=True):
    """One whole line: its kind, its number 1 to 9999, its fields."""

    kind: str
    number: int
    fields: tuple[str, ...]


def check_of(body: bytes) -> int:
    """The check of a line: the exclusive or of what stands before the asterisk."""
    return reduce(xor, body, 0)


class Lines:
    """Takes bytes as they come, in any pieces, and gives the whole lines among them.

    It never raises, and keeps at most LONGEST bytes. good, dropped: lines, and stretches that were none.
    """

    def __init__(self) -> None:
        self.good = 0
        self.dropped = 0
        self._span = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[Line]:
        """The lines that `data` completes, in order."""
        found: list[Line] = []
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._gather(part)
            self._end(found)
        self._gather(rest)
        return found

    def reset(self) -> None:
        """Forget a half-received line; the port is a new one."""
        self._span.clear()
        self._too_long = False

    def _gather(self, part: bytes) -> None:
        if self._too_long or len(self._span) + len(part) >= LONGEST:
            self._too_long = True
            self._span.clear()
        else:
            self._span += part

    def _end(self, found: list[Line]) -> None:
        line = None if self._too_long else parse(bytes(self._span))
        self.reset()
        if line is None:
            self.dropped += 1
        else:
            self.good += 1
            found.append(line)


def parse(span: bytes) -> Line | None:
    """The line that these bytes are, CR last and without its LF; None: they are none."""
    said = _LINE.fullmatch(span)
    if said is None or int(said[4], 16) != check_of(span[: said.start(4) - 1]):
        return None
    number = int(said[2])
    fields = said[3].decode("ascii").split(",")[1:]
    return Line(said[1].decode("ascii"), number, tuple(fields)) if number else None
