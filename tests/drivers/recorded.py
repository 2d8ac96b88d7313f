"""The firmware models of all roles, with a memory of what each has done since it was made.

both_ends.py puts one of them at the far end of its link; what is recorded here is judged in judging.py.
"""

from collections.abc import Callable
from typing import Any

from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.firmware import Firmware
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.shuffling import seeded
from drivers.simulated.wager_positions import SimulatedPositions


class Recorded(Firmware):
    """A firmware model that keeps what it did: `boots`, `made` (its reports by boot) and `executed` (its
    orders)."""

    def __init__(self, **options: Any) -> None:
        self.made: dict[int, list[tuple[int, int, dict[int, Any]]]] = {}
        self.executed: list[tuple[int, int, int, int, bytes]] = []
        self.boots: list[int] = []
        super().__init__(**options)

    def start(self, now: float, reset: str = "power") -> None:
        super().start(now, reset)
        self.boots.append(self.boot)

    def _report(self, message: int, payload: dict[int, Any]) -> None:
        self.made.setdefault(self.boot, []).append((self._ring.next, message, dict(payload)))
        super()._report(message, payload)

    def _execute(self, frame: Any) -> Any:
        self.executed.append((self.boot, frame.session, frame.number, frame.message, frame.payload))
        return super()._execute(frame)


class RecordedShoe(Recorded, SimulatedShoe):
    """A shoe that is recorded."""


class RecordedDoubleShoe(Recorded, SimulatedDoubleShoe):
    """A shoe with two sides that is recorded."""


class RecordedAutomatedShoe(Recorded, SimulatedAutomatedShoe):
    """A shoe that dispenses stacks and is recorded."""


class RecordedReader(Recorded, SimulatedReader):
    """A card reader that is recorded."""


class RecordedPositions(Recorded, SimulatedPositions):
    """Wager positions that are recorded."""


class RecordedProgressive(Recorded, SimulatedProgressive):
    """A progressive system that is recorded."""


class RecordedShuffler(Recorded, SimulatedShuffler):
    """A quick shuffler that is recorded: a quarter of a second a deck."""

    def __init__(self, *, random32: Callable[[], int]) -> None:
        super().__init__(
            random32=random32, seconds_a_deck=1.0, speed=4.0, order=seeded(1), chance=lambda: 0.5
        )


KINDS: dict[str, type[Recorded]] = {
    "shoe": RecordedShoe,
    "double_shoe": RecordedDoubleShoe,
    "automated_shoe": RecordedAutomatedShoe,
    "card_reader": RecordedReader,
    "wager_positions": RecordedPositions,
    "shuffler": RecordedShuffler,
    "progressive": RecordedProgressive,
}
