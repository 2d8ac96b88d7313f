"""A day with a batch shuffler, interrupted anywhere: the controller killed at its entries, the shuffler
started anew, unplugged, jammed, opened in every phase.

The round comes to the result that it has without: a round does not depend on the machine beside it. What
the table makes of the shuffler's reports is tested with the rules, the machine itself with the simulators.
"""

from collections.abc import Callable
from functools import cache

import pytest

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.state import Equipment
from drivers import messages as m
from tests.controller.walking import Walk, check_books, draws_of, irregularities_of, rounds_of
from tests.controller.watched import DRAWS, Killed, WalkedBench, bench_of_a_day

BATCH = Equipment("batch")
ENTRIES = 85
"""Of a day with two batches and without an interruption; the first test keeps it true."""


@cache
def day() -> WalkedBench:
    """The day without an interruption."""
    bench = bench_of_a_day(equipment=BATCH)
    Walk(bench).walk()
    check_books(bench)
    return bench


PHASES = tuple(dict.fromkeys(table.phase for table in day().tables))


def check_end(bench: WalkedBench) -> None:
    """It ended closed and sound, with the round and the cards of the day without an interruption."""
    assert bench.table.phase == "Closed"
    assert bench.pump.sealed == ""
    check_books(bench)
    assert rounds_of(bench) == rounds_of(day())
    assert draws_of(bench.entries()) == list(range(1, DRAWS + 1))
    told = irregularities_of(bench)
    extra = {one[0] for one in told if one not in irregularities_of(day())}
    assert extra <= {"power-loss", "shuffler-failed", "shuffler-trouble", "card-count"}


def events_of(bench: WalkedBench, kind: type) -> list[ev.Event]:
    return [event for entry in bench.entries() for event in entry.events if type(event) is kind]


def test_the_day_is_as_long_as_these_tests_think() -> None:
    assert len(day().entries()) == ENTRIES
    assert {"Shuffling", "Cutting", "Betting", "Closing"} <= set(PHASES)


@pytest.mark.parametrize("leaks", [False, True], ids=["nothing left", "all left"])
@pytest.mark.parametrize("at", range(3, ENTRIES + 1, 3))
def test_killed_when_an_entry_is_on_disk(at: int, leaks: bool) -> None:
    def watch(bench: WalkedBench, number: int) -> None:
        if number == at and bench.restarts == 0:
            raise Killed

    bench = bench_of_a_day(on_ruling=watch, equipment=BATCH)
    _walk_on(bench, leaks)
    assert bench.restarts == 1
    check_end(bench)


@pytest.mark.parametrize("at", range(4, ENTRIES + 1, 3))
def test_killed_with_entries_that_were_never_committed(at: int) -> None:
    """The last entries are lost; the shuffler tells again from the last that was durable."""
    made: list[WalkedBench] = []

    def watch(number: int) -> None:
        if made and number == at and made[0].restarts == 0:
            raise Killed

    made.append(bench_of_a_day(after=watch, lagging=True, equipment=BATCH))
    _walk_on(made[0], leaks=True)
    check_end(made[0])


def _walk_on(bench: WalkedBench, leaks: bool) -> None:
    walk = Walk(bench)
    while True:
        try:
            walk.walk()
            return
        except Killed:
            bench.restart(leaks)


def _power(bench: WalkedBench) -> None:
    bench.power_cycle("shuffler")


def _cable(bench: WalkedBench) -> None:
    bench.unplug("shuffler")


def _jam(bench: WalkedBench) -> None:
    bench.act("shuffler", lambda model, now: model.fault("jam", now, place="path"))


def _bad_count(bench: WalkedBench) -> None:
    bench.act("shuffler", lambda model, now: model.fault("count-short", now))


def _lid(bench: WalkedBench) -> None:
    bench.act("shuffler", lambda model, now: model.lid(True, now))
    bench.act("shuffler", lambda model, now: model.lid(False, now))


@clause("672a.12(k)")
@pytest.mark.parametrize("strike", [_power, _cable, _jam, _bad_count, _lid])
@pytest.mark.parametrize("phase", PHASES)
def test_the_shuffler_in_trouble_in_every_phase(phase: str, strike: Callable[[WalkedBench], None]) -> None:
    """The round is played as without it, and what was not shuffled completely is never cut."""
    hit: list[str] = []

    def watch(bench: WalkedBench, _: int) -> None:
        if not hit and bench.pump.table.phase == phase:
            hit.append(phase)
            bench.soon.append(lambda: strike(bench))

    bench = bench_of_a_day(on_ruling=watch, equipment=BATCH)
    walk = Walk(bench)
    while not hit or bench.soon:
        if bench.soon:
            bench.carry()
        else:
            walk.step()
    walk.walk()
    check_end(bench)
    _check_cuts(bench)


def _check_cuts(bench: WalkedBench) -> None:
    """A batch that came out of the machine was complete when it did; else somebody shuffled it by hand."""
    complete: set[int] = set()
    fed = -1
    for number, entry in enumerate(bench.entries()):
        what, supply = entry.given.what, bench.tables[number].standing.supply
        for event in entry.events:
            if isinstance(event, ev.BatchFed):
                fed = event.batch
                complete.discard(fed)
            elif isinstance(event, ev.ShuffleEnded) and event.stage != "done":
                complete.discard(fed)
            elif isinstance(event, ev.ShuffleEnded):
                assert isinstance(what, m.ShuffleDone)
                assert "bad" not in (what.counted, what.identity, what.back)
                complete.add(fed)
            elif event == ev.StepDone("shuffled", "dealer", "the simulated dealer"):
                complete.add(supply.current)
            elif event == ev.Entered("Cutting"):
                assert supply.current in complete
