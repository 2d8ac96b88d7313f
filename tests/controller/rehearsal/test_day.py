"""A day at a table as one script, and the same day with a controller that is killed and started again.

The table opens, plays, alternates its batches through a jam, a short count and a broken reader, changes its
cards, idles and closes (tests/scenarios/free-bet-blackjack/a-day-at-the-table.yaml). Wherever the
controller is killed, the day comes to the same end: the same cards, the same money, the same refusals.
"""

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from controller.audit import audit
from controller.citations import resolver
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, load_scenario
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Asked, Input
from controller.table.ruling import Ruling
from controller.table.state import Table
from tests.scenarios import FOLDER, expected

DAY: Final = FOLDER / "free-bet-blackjack" / "a-day-at-the-table.yaml"
SCENARIO: Final = load_scenario(DAY)
GAME: Final = find_game(SCENARIO.game)
KILLS: Final = int(os.environ.get("TABLE_DAY_KILLS", "100"))
DAYS: Final = 10
"""Into how many days the kills are divided: each is killed so many times that its parts lie close."""
PATIENCE: Final = 20.0


class Killed(Exception):
    """The controller is gone."""


class MortalBench(MemoryBench):
    """A bench whose controller is killed at these rulings, counted from the first, and started again at once;
    the floor compares cards and chips and resumes. kills: how often it happened so far."""

    def __init__(self, moments: frozenset[int]) -> None:
        self.moments = sorted(moments, reverse=True)
        self.count = 0
        self.kills = 0
        self.phases: list[str] = []
        self._reviving = False
        super().__init__(GAME, SCENARIO.rules, 50.0, equipment=installed(SCENARIO))

    def _note(self, table: Table, given: Input | None, ruling: Ruling | None, seal: str) -> None:
        super()._note(table, given, ruling, seal)
        if ruling is None:
            return
        self.count += 1
        if self.moments and self.count >= self.moments[-1] and not self._reviving:
            self.moments.pop()
            self.phases.append(table.phase)
            raise Killed

    def ask(self, given: Asked) -> Ruling:
        try:
            ruling = super().ask(given)
        except Killed:
            self._revive()
            ruling = next(ruling for asked, ruling in reversed(self.rulings) if asked is given)
        self._see_to_shuffler()
        return ruling

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        while True:
            try:
                came = super().run_until(done, seconds)
            except Killed:
                self._revive()
                continue
            self._see_to_shuffler()
            return came

    def skip(self, seconds: float) -> None:
        try:
            super().skip(seconds)
        except Killed:
            self._revive()

    def _see_to_shuffler(self) -> None:
        """What a shuffler had when its link was lost counts as not shuffled: it is shuffled again. As this
        makes shuffles that the script does not know of, its faults may strike in those; so all its trouble
        is seen to here, in the day without a kill as well."""
        for _ in range(20):
            hold = next((one for one in self.table.holds if one.kind == "shuffler-trouble"), None)
            if hold is None:
                return
            way = "recount" if any(one.name == "recount" for one in hold.remedies) else "reshuffle"
            try:
                self.act("shuffler", lambda model, now: model.repair(now))
                super().run_until(lambda: False, 1.0)
                super().ask(Asked("floorperson", "the floor", c.ChooseRemedy(hold.id, way)))
            except Killed:
                self._revive()
        raise AssertionError("the shuffler does not come to rest")

    def _revive(self) -> None:
        self.kills += 1
        self._reviving = True
        self.restart()
        ready = super().run_until(lambda: all(d.ready for d in self.table.standing.devices), PATIENCE)
        assert ready or self.away(), "the devices are not back"
        for hold in self.table.holds:
            if hold.kind == "power-loss":
                asked = Asked("floorperson", "the floor", c.ChooseRemedy(hold.id, "resume"))
                assert super().ask(asked).refused is None
        self._reviving = False

    def away(self) -> bool:
        """Whether the script has taken a device away."""
        return not all(self.plugged.values())


def play(moments: frozenset[int] = frozenset()) -> tuple[MortalBench, dict[str, Any]]:
    """The day, with a controller killed at these rulings."""
    bench = MortalBench(moments)
    document = Script(SCENARIO, GAME, bench, resolver(GAME.chapter)).run()
    return bench, document


def end_of(document: dict[str, Any]) -> list[Any]:
    """What a kill must not change: cards, money, what was refused. That power was lost is on record
    beside."""
    rounds = [{key: one[key] for key in one if key != "irregularities"} for one in document["rounds"]]
    return [rounds, [(one["step"], one["clause"]) for one in document["refusals"]]]


@clause("672a.3(b)(3)", "672a.3(b)(4)", "672a.3(b)(5)")
def test_through_the_day_the_batches_take_turns() -> None:
    """What is dealt from is never what was dealt from before, but for the new cards of the second day."""
    bench = MemoryBench(GAME, SCENARIO.rules, 50.0, equipment=installed(SCENARIO))
    document = Script(SCENARIO, GAME, bench, resolver(GAME.chapter)).run()
    assert document["rounds"] == expected(DAY)["rounds"]
    backs: list[str] = []
    for entry_table in tables_of(bench):
        supply = entry_table.standing.supply
        in_rack = [batch for batch in supply.batches if batch.where == "table" and batch.stage == "collected"]
        assert len(in_rack) <= 1, "cards of both batches in the rack"
        playing = [batch.back for batch in supply.batches if batch.where == "shoe"]
        assert len(playing) <= 1
        if playing and (not backs or backs[-1] != playing[0]):
            backs.append(playing[0])
    assert backs == ["red", "blue", "red", "blue", "red", "blue"]


def tables_of(bench: MemoryBench) -> list[Table]:
    """The Table after each entry of the journal."""
    table = bench.game.new_table(bench.rules)
    found = []
    for entry in bench.entries():
        for event in entry.events:
            table = bench.game.evolve[type(event)](table, event)
            found.append(table)
    return found


@clause("house.2")
@pytest.mark.parametrize("day", range(DAYS))
def test_a_day_that_is_killed_and_resumed_comes_to_the_same_end(day: int) -> None:
    whole, document = undisturbed()
    chosen = random.Random(f"a day {day}").sample(range(20, whole.count), KILLS // DAYS)
    bench, killed = play(frozenset(chosen))
    assert bench.kills == len(chosen), "the day was killed less often than it should be"
    assert end_of(killed) == end_of(document)
    assert bench.table.phase == "Closed"
    assert audit(bench.journal.entries()).is_clean
    money = [
        event.rows for entry in bench.entries() for event in entry.events if isinstance(event, ev.Settled)
    ]
    assert money == [
        event.rows for entry in whole.entries() for event in entry.events if isinstance(event, ev.Settled)
    ]


_WHOLE: list[tuple[MortalBench, dict[str, Any]]] = []


def undisturbed() -> tuple[MortalBench, dict[str, Any]]:
    """The day without a kill, played once."""
    if not _WHOLE:
        _WHOLE.append(play())
    return _WHOLE[0]


def test_the_day_is_the_one_beside_the_other_scenarios() -> None:
    assert Path(DAY).exists()
