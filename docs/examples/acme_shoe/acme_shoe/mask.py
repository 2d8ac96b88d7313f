"""What of the shoe's lines may stand in a recording: everything but the face of a card.

What lives here: a face in a `C` line replaced by the one that could not be read, and whatever is no line of
PROTOCOL.md filled up, for it may be such a line, disturbed on its way. What does not: files, which are the
controller's.
"""

from typing import Final

from acme_shoe.lines import LONGEST, Line, check_of, parse

FILL: Final = b"\xff"
_UNREAD: Final = "--"
_KEPT: Final = {"B": 1, "I": 4, "S": 3}
"""Kinds of lines that name no card, and how many fields they have: two turned bits that pass the check make
none of these out of a line about a card, which has two."""


class LineMask:
    """See drivers.roles.ByteMask. At most LONGEST bytes are held back."""

    def __init__(self) -> None:
        self._span = b""
        self._is_long = False

    def feed(self, data: bytes) -> tuple[bytes, bool]:
        """See ByteMask."""
        done, masked = b"", False
        *ended, rest = data.split(b"\n")
        for part in ended:
            said, replaced = self._end(self._span + part)
            done, masked = done + said + b"\n", masked or replaced
        self._span += rest
        if len(self._span) >= LONGEST:  # no line is so long
            self._is_long = True
            done, masked = done + FILL * len(self._span), True
            self._span = b""
        return done, masked

    def flush(self) -> tuple[bytes, bool]:
        """See ByteMask."""
        said, self._span = FILL * len(self._span), b""
        return said, bool(said)

    def _end(self, span: bytes) -> tuple[bytes, bool]:
        is_long, self._is_long, self._span = self._is_long, False, b""
        line = None if is_long else parse(span)
        if line is not None and _KEPT.get(line.kind) == len(line.fields):
            return span, False
        if line is not None and line.kind == "C" and len(line.fields) == 2:
            return _without_face(line), True
        return FILL * len(span), bool(span)


def _without_face(line: Line) -> bytes:
    body = f"{line.kind},{line.number:04},{line.fields[0]},{_UNREAD}".encode("ascii")
    return body + f"*{check_of(body):02X}\r".encode("ascii")
