"""A bench in memory that disturbs the session that is played on it, once, and has the floor let it go on.

What lives here: the controller killed, a device unplugged or started anew, where the journal stands or in a
phase; and a floor that finds that cards and chips agree with the record. What comes of it the tests judge.
"""

from collections.abc import Callable
from typing import Any

from controller.games import find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.scenario import Scenario, installed
from controller.table import commands as c
from controller.table.commands import Asked, Input, Told
from controller.table.ruling import Ruling
from controller.table.state import Table

PATIENCE = 12.0
GOES_ON = ("resume", "repaired", "cleared", "unexposed", "reshuffle")


class DisturbedBench(MemoryBench):
    """Disturbed by "kill", "unplug DEVICE" or "reset DEVICE": when the journal has `at` entries and somebody
    acts or waits; or, a device alone, with the first ruling that is in `phase`, before anything else moves.

    disturbed: it has happened. struck: the table as it stood then.
    """

    def __init__(self, scenario: Scenario, disturbance: str, *, at: int = 0, phase: str = "") -> None:
        self.at = at
        self.disturbance = disturbance
        self.disturbed = False
        self.is_busy = False
        self.struck: Table | None = None
        self._phase = phase
        self._is_there = self._has_struck = False
        super().__init__(find_game(scenario.game), scenario.rules, 50.0, equipment=installed(scenario))

    # ---- when -------------------------------------------------------------------------------------------

    def ask(self, given: Asked) -> Ruling:
        self._disturb_if_due()
        ruling = super().ask(given)
        self._end_what_struck()
        self._have_reshuffled()
        return ruling

    def act(self, device: str, action: Callable[[Any, float], Any]) -> Any:
        self._end_what_struck()
        return super().act(device, action)

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        self._disturb_if_due()
        came = super().run_until(lambda: done() or self._is_due(), seconds)
        if not self._is_due():
            return came
        self._disturb_if_due()
        return super().run_until(done, seconds)

    def _note(self, table: Table, given: Input | None, ruling: Ruling | None, seal: str) -> None:
        super()._note(table, given, ruling, seal)
        if table.phase == self._phase and ruling is not None:
            self._is_there = True

    def _exchange_one(self, name: str) -> bool:
        if self._is_there and not self._has_struck:
            self._has_struck = True
            self._strike()
        return super()._exchange_one(name)

    def _end_what_struck(self) -> None:
        """Before anybody looks at the table, who would see a question that the script does not know."""
        if self._has_struck:
            self._disturb_if_due()

    def _is_due(self) -> bool:
        if self.disturbed or self.is_busy:
            return False
        return self._has_struck if self._phase else self.journal.head.number >= self.at

    # ---- what -------------------------------------------------------------------------------------------

    def _strike(self) -> None:
        self.struck = self.table
        what, _, device = self.disturbance.partition(" ")
        if what == "kill":
            self.restart()
        elif what == "reset":
            self.power_cycle(device)
        else:
            self.unplug(device)

    def _disturb_if_due(self) -> None:
        if not self._is_due():
            return
        self.is_busy = self.disturbed = True
        start = len(self.rulings)
        if not self._has_struck:
            self._strike()
        what, _, device = self.disturbance.partition(" ")
        if what == "kill":
            self._wait(lambda: any(type(given) is Told for given, _ in self.rulings[start:]))
        elif what == "unplug":
            self._wait(lambda: bool(self.table.holds))
            self.replug(device)
        self._wait(lambda: False, 1.0)
        self._wait(lambda: all(one.ready for one in self.table.standing.devices))
        self._answer()
        self.is_busy = False

    def _wait(self, done: Callable[[], bool], seconds: float = PATIENCE) -> None:
        super().run_until(done, seconds)

    def _answer(self) -> None:
        """The floor has the round go on."""
        for _ in range(10):
            ways = [
                (one.id, way.name) for one in self.table.holds for way in one.remedies if way.name in GOES_ON
            ]
            if not ways:
                return
            number, way = ways[0]
            super().ask(Asked("floorperson", "the floor", c.ChooseRemedy(number, way)))

    def _have_reshuffled(self) -> None:
        """A shuffle that was disturbed becomes a question when its cards are wanted, and no sooner."""
        asked = [one for one in self.table.holds if one.kind == "shuffler-trouble"]
        if asked and self.disturbed and not self.is_busy:
            super().ask(Asked("dealer", "the dealer", c.ChooseRemedy(asked[0].id, "reshuffle")))
