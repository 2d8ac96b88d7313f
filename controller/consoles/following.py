"""A view follows a table: it waits until there is one, gets every frame, and is told when the table goes.

Drawing is the view's affair (terminal.py); the connection itself is client.py's.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.frames import Shown

PULSE: Final = 0.5
"""Seconds without a frame after which a view is called all the same (a terminal may have another size)."""

Show = Callable[[Shown | None], None]
Say = Callable[[str], None]


def connect(path: str | Path, wait: float, frames_per_second: int = 30) -> FeedClient:
    """The table's feed as soon as it is there. Raises FeedDown where it is not within `wait` seconds."""
    until = time.monotonic() + wait
    while True:
        try:
            return FeedClient(path, frames_per_second=frames_per_second)
        except FeedDown:
            if time.monotonic() >= until:
                raise
        time.sleep(0.1)


def follow(
    path: str | Path, wait: float, reconnect: bool, show: Show, say: Say, frames_per_second: int = 30
) -> int:
    """Give every frame to `show`, None where nothing came for half a second; tell `say` when the table is not
    there. Returns 0 after a table that was seen has ended, 1 where none came within `wait` seconds;
    never where `reconnect` is set."""
    status = 1
    while True:
        try:
            with connect(path, wait, frames_per_second) as client:
                while True:
                    show(client.next(PULSE))
                    status = 0
        except FeedDown as gone:
            say(str(gone))
        if not reconnect:
            return status
        time.sleep(PULSE)
