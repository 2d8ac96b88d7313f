"""Looks at what is plugged in by USB, in a thread of its own, and tells the table what does not belong there.

The kernel's news wake it; where there are none it looks four times a second all the same. It tells what
changed, and it tells when it cannot look any more: an error, or a look that does not come to an end. The
second is noticed from outside, by whoever calls `check`; the pump does at its ticks. Who belongs here is
decided in usb_belongs.py.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from controller.table.commands import UsbSeen
from controller.usb_belongs import Belongings
from drivers.errors import UsbUnseen
from drivers.usb_news import News
from drivers.usb_tree import UsbDevice

log = logging.getLogger(__name__)
EACH: Final = 0.25
"""Seconds between two looks without news."""
PATIENCE: Final = 5.0
"""Seconds after which a look that has not ended counts as none."""
_CLOSED_WITHIN: Final = 2.0
AT_ONCE: Final = 8
"""So many changes in a row are told at once; each one after that is followed by a pause of PAUSE seconds,
until nothing has changed for QUIET seconds. What comes and goes without end is told once a second, all that
is there then, and fills neither the journal nor the table's time."""
PAUSE: Final = 1.0
QUIET: Final = 10.0
NOTHING: Final = UsbSeen(())
NO_NEWS: Final = News()


class Looking(Protocol):
    """Sees what is plugged in now."""

    def look(self) -> tuple[UsbDevice, ...]:
        """UsbUnseen: that cannot be seen."""


class Waiting(Protocol):
    """Waits for the kernel's news."""

    def wait(self, seconds: float) -> News:
        """None after so many seconds, or after `wake`."""

    def wake(self) -> None:
        """End the wait."""

    def close(self) -> None:
        """Let go of it."""


class UsbWatcher:
    """One table's. tell: called with all that is unknown whenever that changed, from the watcher's thread or
    from `check`'s. clock: monotonic seconds."""

    def __init__(
        self,
        tree: Looking,
        belongings: Belongings,
        tell: Callable[[UsbSeen], None],
        news: Waiting,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tree = tree
        self._belongings = belongings
        self._tell = tell
        self._news = news
        self._clock = clock
        self._lock = threading.Lock()
        self._said = NOTHING
        self._looked = clock()
        self._told = clock()
        self._in_a_row = 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="usb-watch", daemon=True)

    def start(self, *, anyway: bool = False) -> None:
        """Look from now on, the first time before this returns. anyway: tell of the first look also where
        nothing is unknown, for something was when the table was asked last."""
        if anyway:
            self._tell(self.look())
        self.step()
        self._thread.start()

    def close(self) -> None:
        """Look no more. A look that does not end is left to itself."""
        self._closing.set()
        self._news.wake()
        if self._thread.is_alive():
            self._thread.join(_CLOSED_WITHIN)
        if not self._thread.is_alive():
            self._news.close()

    def look(self, news: News = NO_NEWS) -> UsbSeen:
        """What is unknown now, and among the news."""
        try:
            there = self._tree.look()
        except UsbUnseen as error:
            return UsbSeen((), (), str(error))
        return UsbSeen(self._belongings.strangers(there), self._belongings.passed(news.came, there))

    def step(self, news: News = NO_NEWS) -> None:
        """One look, told where something changed since the last one."""
        seen = self.look(news)
        self._looked = self._clock()
        self._say(seen)

    def check(self) -> None:
        """Tell where nobody has looked for too long."""
        if self._clock() - self._looked >= PATIENCE:
            self._say(UsbSeen((), (), f"the watcher has not looked for {PATIENCE:g} s"))

    def _say(self, seen: UsbSeen) -> None:
        with self._lock:
            if self._closing.is_set() or (seen == self._said and not seen.passed):
                return
            if seen.unwatched and self._said.unwatched:
                return  # the first reason stands
            self._said = seen
            self._in_a_row = self._in_a_row + 1 if self._clock() - self._told < QUIET else 1
            self._told = self._clock()
            self._tell(seen)
        if seen.unwatched:
            log.error("nobody sees what is plugged in by USB: %s", seen.unwatched)

    def _pause(self) -> float:
        """Seconds to wait before the next look, whatever the kernel says meanwhile: it is not lost."""
        if self._in_a_row <= AT_ONCE or self._clock() - self._told >= QUIET:
            return 0.0
        return PAUSE

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self.step(self._news.wait(EACH))
                self._closing.wait(self._pause())
        except Exception as error:
            log.exception("the watcher of USB devices has ended")
            self._say(UsbSeen((), (), f"the watcher has ended ({type(error).__name__})"))
