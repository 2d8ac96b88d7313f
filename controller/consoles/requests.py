"""What a console may say: one line in, an Asked or a Subscribe out, or a reason why not. Pure.

Consoles are other processes and may be anybody's work, so that nothing they say is taken on trust: the
role, the person and every word and number in a Command are bounded here, before the inbox. Whether
the Command is allowed is the table's to say.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import astuple, replace

from controller.consoles.frames import MOST_FRAMES, Subscribe, decode_request
from controller.table.commands import Asked, InspectCards, OrderRecut, ReportIncident

ROLES: Final = frozenset(("dealer", "floorperson"))
MOST_LETTERS: Final = 64
MOST_NUMBER: Final = 10**12
"""Bounds of a word and of a number in a Command: far beyond what a table knows, small for the journal."""
MOST_NOTE: Final = 240
"""Letters of what a person says in own words about what happened."""
IN_OWN_WORDS: Final = frozenset((InspectCards, OrderRecut, ReportIncident))


class BadLine(Exception):
    """A line that cannot be used; the message says why, for the person at that console."""


def read(line: bytes) -> Asked | Subscribe:
    """The request in one line, without its end. Raises BadLine. Nobody is authenticated on this socket,
    whatever the line says."""
    try:
        request = decode_request(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLine(f"no command that this table knows: {error}") from None
    if isinstance(request, Subscribe):
        if not 1 <= request.frames_per_second <= MOST_FRAMES:
            raise BadLine(f"frames per second must be 1 to {MOST_FRAMES}")
        return request
    if request.role not in ROLES:
        raise BadLine(f"a console speaks for a dealer or a floorperson, not for {request.role!r}")
    if not request.person:
        raise BadLine("say who asks: the person's name is empty")
    _check(request.person, MOST_LETTERS)
    most = MOST_NOTE if type(request.what) in IN_OWN_WORDS else MOST_LETTERS
    for value in _leaves(astuple(request.what)):
        _check(value, most)
    return replace(request, authenticated=False)


def _leaves(values: tuple[Any, ...]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, msgspec.Struct):
            yield from _leaves(astuple(value))
        elif isinstance(value, tuple):
            yield from _leaves(value)
        else:
            yield value


def _check(value: Any, most: int) -> None:
    if isinstance(value, str):
        if len(value) > most:
            raise BadLine(f"{value[:16]!r}…: at most {most} letters")
        if not value.isprintable():
            raise BadLine(f"{value!r}: only characters that can be printed")
    elif isinstance(value, int) and abs(value) > MOST_NUMBER:
        raise BadLine("a number is too large")
