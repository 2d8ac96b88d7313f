"""Eyes on the table: the newest Screen, waiting until it shows something, and asking for something.

People know the table only through its feed. When it goes away in the middle of a sentence, `TableGone`
ends whatever they were doing; they look again once it is back, and go on from what they see.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.consoles.client import FeedClient, FeedDown
from controller.consoles.frames import MOST_FRAMES, RefusalShown, Screen
from controller.table.commands import Command, Role

ANSWER: Final = 2.0
"""Seconds within which a table answers what it is asked; later it is asked again."""
PULSE: Final = 0.05

Seen = Callable[[Screen], bool]


class TableGone(Exception):
    """The table's process has ended, or its feed; look again."""


class TableStaysAway(Exception):
    """No table came back in time; the message is for a person."""


class Eyes:
    """One pair of eyes. speed: how much faster than life people are."""

    def __init__(self, path: Path, speed: float) -> None:
        self.path = path
        self.speed = speed
        self.screen = Screen("", "", "", "")
        self.ruling = -1
        self._client: FeedClient | None = None

    def open(self, patience: float) -> None:
        """Find the table, again where it was lost, and see its first screen. Raises TableStaysAway."""
        self.close()
        until = time.monotonic() + patience
        while True:
            try:
                self._client = FeedClient(self.path, frames_per_second=MOST_FRAMES)
                self.ruling = -1
                self._take(max(0.1, until - time.monotonic()))
                if self.ruling >= 0:
                    return
            except (FeedDown, TableGone) as down:
                why = str(down)
            else:
                why = f"the table at {self.path} shows nothing"
            self.close()
            if time.monotonic() > until:
                raise TableStaysAway(why)
            time.sleep(PULSE)

    def close(self) -> None:
        """Look away."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _take(self, timeout: float) -> bool:
        """Take in the next frame; False where none comes in time. Raises TableGone."""
        if self._client is None:
            raise TableGone("nobody looks at the table")
        try:
            shown = self._client.next(timeout)
        except FeedDown as down:
            self.close()
            raise TableGone(str(down)) from None
        if shown is None:
            return False
        self.ruling, self.screen = shown.ruling, shown.screen
        return True

    def look(self) -> Screen:
        """The newest screen, without waiting. Raises TableGone."""
        while self._take(0.0):
            pass
        return self.screen

    def wait(self, seen: Seen, seconds: float) -> bool:
        """Look on until the screen shows it; False where it does not within `seconds` (real ones)."""
        until = time.monotonic() + seconds
        self.look()
        while not seen(self.screen):
            left = until - time.monotonic()
            if left <= 0:
                return False
            self._take(min(left, PULSE * 2))
        return True

    def pause(self, seconds: float) -> None:
        """Let time pass as a person does, `seconds` at life's speed, and keep looking."""
        self.wait(lambda _: False, seconds / self.speed)

    def ask(self, role: Role, person: str, what: Command) -> RefusalShown | None:
        """Ask the table for something; how it was refused, or None. Raises TableGone."""
        before, ruling = face_of(self.look()), self.ruling
        if self._client is None:
            raise TableGone("nobody looks at the table")
        try:
            self._client.ask(role, person, what)
        except FeedDown as down:
            self.close()
            raise TableGone(str(down)) from None
        self.wait(
            lambda screen: face_of(screen) != before or _new_refusal(screen, ruling) is not None, ANSWER
        )
        return _new_refusal(self.screen, ruling)


def _new_refusal(screen: Screen, ruling: int) -> RefusalShown | None:
    one = screen.refusal
    return one if one is not None and one.ruling > ruling else None


def face_of(screen: Screen) -> tuple[Any, ...]:
    """What a command can change of a screen, to see whether it did."""
    people = (screen.phase, screen.prompts, screen.holds, screen.boxes, screen.dealer, screen.dealer_name)
    cards = (screen.cut, screen.confirmed, screen.changing)
    return (*people, screen.reader, screen.round, screen.void, *cards)
