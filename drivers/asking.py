"""Who is at the other end of a port: one handshake, by a host that wants nothing of the device.

What lives here: HELLO until the answers are complete, whatever role they tell. What does not: a conversation
(conversation.py), which has to know the role, and which ports may be asked at all.
"""

import secrets
import time
from collections.abc import Callable
from typing import Final

from drivers import frame as wire
from drivers.frame import Decoder, Frame, encode
from drivers.handshake import Greeting
from drivers.link import Link
from drivers.messages import Identity
from drivers.payload import BadPayload

_AGAIN: Final = 0.3
_LOOK: Final = 0.05


def ask_who(link: Link, seconds: float, clock: Callable[[], float] = time.monotonic) -> Identity | None:
    """Who the device says it is; None: nothing that speaks the table link answered within `seconds`.

    Nothing is ordered and nothing acknowledged; by a HELLO a device ends what it was permitted. LinkLost.
    """
    greeting = Greeting(secrets.randbelow(0xFFFFFFFF) + 1)
    hello = b"\0" + encode(Frame(wire.HELLO, payload=greeting.hello(0, 0)))
    decoder, end, again = Decoder(), clock() + seconds, clock()
    while (now := clock()) < end:
        if now >= again:
            link.write(hello, _LOOK)
            again = now + _AGAIN
        for frame in decoder.feed(link.read(_LOOK)):
            _take(greeting, frame)
        who = greeting.identity()
        if greeting.welcome is not None and who is not None:
            return who
    return None


def _take(greeting: Greeting, frame: Frame) -> None:
    if frame.type in (wire.WELCOME, wire.IDENTITY, wire.BOARD):
        try:
            greeting.take(frame)
        except BadPayload:
            pass  # it is said again, or it is no such device
