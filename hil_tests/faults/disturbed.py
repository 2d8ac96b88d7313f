"""A bench that is disturbed once, at a given step of the round that is played at it.

Whoever plays there knows nothing of it: what is broken is repaired, and what the table asks is answered,
before he comes to act again. What is done to a device stands in kinds.py.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from controller.entries import Entry
from controller.journal import AnyJournal
from controller.rehearsal.bench import Bench
from controller.rehearsal.dealer import PATIENCE
from controller.table import commands as c
from controller.table.commands import Asked, Input
from controller.table.ruling import Ruling
from controller.table.state import Hold, Table
from drivers.notices import Counters
from drivers.simulated.noise import Cable
from hil_tests.faults.rounds import is_step

T = TypeVar("T")
GOES_ON: Final = ("resume", "repaired", "cleared", "reshuffle", "unexposed", "as_accepted")
"""Remedies after which a round goes on as it was, the first that a Hold has."""
MOST: Final = 12
SOON: Final = 3.0
"""Seconds in which there is a sign of what was done; who waits for something else looks up then."""


class DisturbedBench:
    """Another bench; see Bench. strike: what is done to it, and asserted of it, when the round has come to
    step `at`. Whatever the table asks from then on is answered by the floor at once, and is kept in `asked`.

    before: the Table as it was struck. Set by whoever strikes: missed, a card left the shoe while nobody
    heard it; forgotten, the shoe will never tell of a card that lies on the layout, and so no record of it
    will be right.
    """

    def __init__(self, bench: Bench, at: int, strike: "Callable[[DisturbedBench], None]") -> None:
        self._bench = bench
        self._at = at
        self._strike = strike
        self._counted = 0
        self._steps = -1
        self._busy = False
        self.before: Table | None = None
        self.missed = False
        self.forgotten = False
        self.asked: list[Hold] = []
        self.game = bench.game
        self.rulings: list[tuple[Input, Ruling]] = bench.rulings

    # ---- when ---------------------------------------------------------------------------------------

    @property
    def struck(self) -> bool:
        """Whether it was disturbed."""
        return self.before is not None

    def _is_due(self) -> bool:
        """Whether the round has come to that step. Steps count from where wagers may be placed."""
        while self._counted < len(self.rulings):
            given, ruling = self.rulings[self._counted]
            self._counted += 1
            if is_step(given) and (self._steps >= 0 or ruling.table.phase == "Betting"):
                self._steps += 1
        return not self.struck and self._steps >= self._at

    def _see_to_it(self) -> bool:
        """Disturb it where that is due, and answer what the table asks since; whether there was anything."""
        if not self._wants_somebody():
            return False
        self._busy = True
        try:
            if not self.struck:
                self.before = self.table
                self._strike(self)
            self._answer()
        finally:
            self._busy = False
        return True

    # ---- what the floor does ------------------------------------------------------------------------

    def _answer(self) -> None:
        """The floor has the round go on, and declares it void where that is all that is left."""
        for _ in range(MOST):
            if not self.table.holds:
                return
            hold = self.table.holds[0]
            self._bring_back(hold.device)
            if hold not in self.table.holds:
                continue  # the device's return was all that it waited for
            self.asked.append(hold)
            if not any(self.choose(hold, way) for way in self._ways(hold)):
                raise AssertionError(f"no remedy of {hold.kind} is taken")
        raise AssertionError(f"the table does not stop asking: {[one.kind for one in self.table.holds]}")

    def choose(self, hold: Hold, way: str) -> bool:
        """Whether that remedy is taken."""
        choice = c.ChooseRemedy(hold.id, way)
        return self._bench.ask(Asked("floorperson", "the floor", choice)).refused is None

    def _ways(self, hold: Hold) -> list[str]:
        """The remedies, in the order in which this floor would choose them: who finds a card that is not on
        record does not have the round go on."""
        there = [way.name for way in hold.remedies]
        wanted = ("void_round",) if self.forgotten else GOES_ON
        return [*(way for way in wanted if way in there), *there]

    def _bring_back(self, device: str) -> None:
        """What is broken is repaired, what is away is plugged in."""
        if device not in self.devices():
            return
        if self.act(device, lambda model, _: bool(model.faults())):
            self.act(device, lambda model, now: model.repair(now))
            self.until(lambda: not self.standing(device).faults)
        if not self.standing(device).ready:
            self.until(lambda: self.standing(device).ready)

    # ---- for those who strike -------------------------------------------------------------------------

    def standing(self, device: str) -> Any:
        """What the Table knows of that device."""
        return next(one for one in self.table.standing.devices if one.name == device)

    def permitted(self, device: str) -> bool:
        """Whether that device permits anything now."""
        return bool(self.act(device, lambda model, _: model.is_permitted()))

    def until(self, done: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Let time pass until then; whether it came in so many seconds."""
        return self._bench.run_until(done, seconds)

    # ---- Bench ------------------------------------------------------------------------------------------

    @property
    def journal(self) -> AnyJournal:
        return self._bench.journal

    @property
    def table(self) -> Table:
        return self._bench.table

    def devices(self) -> tuple[str, ...]:
        return self._bench.devices()

    def ask(self, given: Asked) -> Ruling:
        self._see_to_it()
        return self._bench.ask(given)

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        return self._bench.act(device, action)

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        came = False

        def is_over() -> bool:
            nonlocal came
            came = done()  # it may be true for a moment, and is not asked again
            return came or self._wants_somebody()

        for _ in range(MOST):
            if self._see_to_it():
                seconds = min(seconds, SOON)
            self._bench.run_until(is_over, seconds)
            if not self._wants_somebody():
                return came
        raise AssertionError("the table does not stop asking")

    def _wants_somebody(self) -> bool:
        return not self._busy and (self._is_due() or (self.struck and bool(self.table.holds)))

    def unplug(self, device: str) -> None:
        self._bench.unplug(device)

    def replug(self, device: str) -> None:
        self._bench.replug(device)

    def power_cycle(self, device: str) -> None:
        self._bench.power_cycle(device)

    def meddle(self, device: str, action: Callable[[Cable, float], T]) -> T:
        return self._bench.meddle(device, action)

    def counters(self, device: str) -> Counters:
        return self._bench.counters(device)

    def restart(self) -> None:
        self._bench.restart()

    def entries(self) -> list[Entry]:
        return self._bench.entries()

    def skip(self, seconds: float) -> None:
        self._bench.skip(seconds)

    def close(self) -> None:
        self._bench.close()
