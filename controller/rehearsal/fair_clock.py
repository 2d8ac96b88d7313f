"""The clock of a rehearsal in real time: it stands still while this computer does not run the rehearsal.

At a table the times of the link are those of the world: who hears nothing for 850 ms has lost the other one.
In a rehearsal both ends of each cable are threads of one process, on a computer that may have other things to
do; were both held up for a second each would miss the other. So all of them go by this clock, which moves on
only as often as a thread of its own comes to run, and a witness has seen that everything else on the way of
the bytes does: on a busy Linux poll() of a pseudo-terminal may wait for half a second for the kernel's own
worker that carries its bytes.
"""

import threading
import time
from collections.abc import Callable
from typing import Final

BEAT: Final = 0.02
"""Seconds from one beat to the next."""
MOST: Final = 4 * BEAT
"""Seconds that the clock goes on behind a beat; then it stands until the next one."""


class FairClock:
    """Seconds and wall time, from now on. Runs until `close`. Any thread may ask it.

    witness: called before each beat, in a thread of its own; the clock stands until it returns.
    """

    def __init__(self, witness: Callable[[], None] | None = None) -> None:
        self._witness = witness
        self._lock = threading.Lock()
        self._began = self._at = self._beaten = time.monotonic()
        self._wall = time.time_ns() // 1_000_000
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fair clock", daemon=True)
        self._thread.start()

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        with self._lock:
            return self._at + min(time.monotonic() - self._beaten, MOST)

    def wall_ms(self) -> int:
        """The wall time at the beginning, and what has passed since: no stop makes it jump."""
        return self._wall + int((self.monotonic() - self._began) * 1000)

    def close(self) -> None:
        """End the thread; from now on the clock stands."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(BEAT):
            if self._witness is not None:
                self._witness()
            with self._lock:
                now = time.monotonic()
                self._at += min(now - self._beaten, MOST)
                self._beaten = now
