"""A controller that is killed, exhaustively and in memory: once at every entry of a day, in every way.

The table stands where it stood, plus the power-loss Hold; the floor resumes; the day ends with the result
that it has without the kill; no report is lost or ruled on twice. Real processes that are killed are in
test_processes.py, torn files in journal/.
"""

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from controller.assembly import recover
from controller.audit import audit
from controller.entries import decode_entry, fold_entries
from controller.journal import AnyJournal, MemoryJournal
from controller.rehearsal.bench import DEVICES
from controller.table.commands import Restarted
from controller.table.state import Table
from tests.controller.walking import Walk, check_books, draws_of, irregularities_of, rounds_of, undisturbed
from tests.controller.watched import DRAWS, GAME, RULES, Killed, WalkedBench, bench_of_a_day

ENTRIES = 72
"""Of a day without an interruption; test_the_day_is_as_long_as_these_tests_think keeps it true."""
EVERY = range(3, ENTRIES + 1)
"""The first two set the table up and tell it the gaming day, while it starts. A journal that is empty, or
ends there, is tried without a bench."""


def bare(table: Table) -> Table:
    """What a restart must not change: all but the Holds, what devices are told, who is connected, and the
    time that the table has counted."""
    supply = replace(table.standing.supply, clock_ms=0)
    blank = GAME.new_table(table.rules)
    return replace(
        table,
        holds=(),
        positions=blank.positions,
        wanted_shoe=blank.wanted_shoe,
        wanted_reader=blank.wanted_reader,
        wanted_positions=blank.wanted_positions,
        wanted_shuffler=blank.wanted_shuffler,
        wanted_face=None,
        standing=replace(table.standing, devices=(), next_hold=0, supply=supply),
    )


def killer(at: int, made: list[WalkedBench]) -> Callable[[int], None]:
    """Raises Killed at entry `at` of the one bench in `made`, the first time that it comes."""

    def watch(number: int) -> None:
        if number == at and made[0].restarts == 0:
            raise Killed

    return watch


def walk_through_kills(bench: WalkedBench, leaks: bool = False) -> Walk:
    """The day to its end, however often the controller is killed; what stood before is compared."""
    walk = Walk(bench)
    while True:
        try:
            walk.walk()
            return walk
        except Killed:
            restart(bench, leaks)


def restart(bench: WalkedBench, leaks: bool) -> None:
    """Start it again, and compare what it says with what stood when the last durable entry was made."""
    count = bench.journal.durable
    stood = bench.tables[-1] if 0 < count == len(bench.tables) else folded(bench.journal, count)
    bench.restart(leaks)
    after = bench.table
    if not count:
        assert (after.phase, after.round) == ("Closed", 0)
        return
    assert bare(after) == bare(stood)
    counted, before = after.standing.supply.clock_ms, stood.standing.supply.clock_ms
    assert counted > before if stood.phase != "Closed" else counted == before
    due = [hold.kind for hold in stood.holds]
    if stood.phase != "Closed" and "power-loss" not in due:
        due.append("power-loss")
    assert [hold.kind for hold in after.holds] == due
    assert not any(device.ready for device in after.standing.devices)


def folded(journal: AnyJournal, count: int) -> Table:
    """The Table after the first `count` entries."""
    entries = [decode_entry(one.number, one.body) for one in journal.entries()][:count]
    return fold_entries(GAME, GAME.new_table(RULES), {}, entries)


def check_day(bench: WalkedBench, kills: int = 1) -> None:
    """It was killed so often, and ended as the undisturbed one does."""
    assert bench.restarts == kills
    assert bench.pump.sealed == ""
    assert rounds_of(bench) == rounds_of(undisturbed())
    check_books(bench)
    assert draws_of(bench.entries()) == list(range(1, DRAWS + 1))
    told = irregularities_of(bench)
    assert [one for one in told if one != ("power-loss", "resume")] == irregularities_of(undisturbed())
    assert len(told) <= len(irregularities_of(undisturbed())) + kills


def test_the_day_is_as_long_as_these_tests_think() -> None:
    assert len(undisturbed().entries()) == ENTRIES
    assert draws_of(undisturbed().entries()) == list(range(1, DRAWS + 1))


@pytest.mark.parametrize("leaks", [False, True], ids=["nothing left", "all left"])
@pytest.mark.parametrize("at", EVERY)
def test_killed_when_an_entry_is_on_disk(at: int, leaks: bool) -> None:
    """What the entry permits is said to the ports; it is lost with the process, or it still arrives."""
    made: list[WalkedBench] = []
    watch = killer(at, made)
    made.append(bench_of_a_day(on_ruling=lambda _, number: watch(number)))
    walk_through_kills(made[0], leaks)
    check_day(made[0])


@pytest.mark.parametrize("leaks", [False, True], ids=["nothing left", "all left"])
@pytest.mark.parametrize("at", EVERY)
def test_killed_before_an_entry_is_written(at: int, leaks: bool) -> None:
    """What restricts is said already; the input is ruled on when it comes again."""
    made: list[WalkedBench] = []
    made.append(bench_of_a_day(before=killer(at, made)))
    walk_through_kills(made[0], leaks)
    check_day(made[0])


@pytest.mark.parametrize("at", EVERY)
def test_killed_with_entries_that_were_never_committed(at: int) -> None:
    """The last entries are lost; the devices tell again from the last that was durable."""
    made: list[WalkedBench] = []
    made.append(bench_of_a_day(after=killer(at, made), lagging=True))
    walk_through_kills(made[0], leaks=True)
    check_day(made[0])


@pytest.mark.parametrize("at", EVERY)
def test_killed_between_a_commit_and_what_it_permits(at: int) -> None:
    """Several entries were committed together, and what some of them permit was said, of others not."""
    made: list[WalkedBench] = []
    watch = killer(at, made)
    made.append(bench_of_a_day(on_ruling=lambda _, number: watch(number), lagging=True))
    walk_through_kills(made[0], leaks=True)
    check_day(made[0])


@pytest.mark.parametrize("seed", range(12))
def test_killed_again_and_again(seed: int) -> None:
    """Also while it starts, while it waits for the floor, and with entries not committed."""
    chance = random.Random(seed)
    made: list[WalkedBench] = []

    def watch(number: int) -> None:
        if made and made[0].restarts < 8 and chance.random() < 0.15:
            raise Killed

    made.append(bench_of_a_day(after=watch, lagging=bool(seed % 2)))
    bench = made[0]
    walk = Walk(bench)
    while not walk.is_over():
        try:
            walk.walk()
        except Killed:
            while True:
                try:
                    bench.restart(leaks=bool(seed % 3))
                    break
                except Killed:
                    continue
    check_day(bench, bench.restarts)
    assert bench.restarts > 0


def test_a_journal_cut_at_every_entry_folds_to_the_table_that_was_live_there() -> None:
    bench = undisturbed()
    table = GAME.new_table(RULES)
    heard: dict[str, tuple[int, int]] = {}
    for number, entry in enumerate(bench.entries(), 1):
        table = fold_entries(GAME, table, heard, (entry,))
        assert table == bench.tables[number - 1]
        cut = MemoryJournal(clock=bench.clock, table="cut")
        for stored in list(bench.journal.entries())[:number]:
            cut.append(stored.body)
        started = recover(GAME, RULES, cut, DEVICES)
        assert (started.table, started.heard, started.is_new) == (table, heard, False)
        assert audit(cut.entries()).is_clean


def test_a_checkpoint_folds_to_the_same_table_as_the_whole_journal() -> None:
    bench = undisturbed()
    checkpoint = bench.journal.latest_checkpoint()
    assert checkpoint is not None
    assert bench.tables[checkpoint.number - 1].phase == "Closed"
    started = recover(GAME, RULES, bench.journal, DEVICES)
    assert started.table == folded(bench.journal, ENTRIES) == bench.table


def test_an_empty_journal_is_a_new_table() -> None:
    """Killed before the first entry: nothing stands, and nothing has to."""
    bench = undisturbed()
    started = recover(GAME, RULES, MemoryJournal(clock=bench.clock, table="new"), DEVICES)
    assert (started.table, started.is_new, started.heard) == (GAME.new_table(RULES), True, {})


@pytest.mark.parametrize("gap_ms", [-86_400_000, -1_000])
def test_a_clock_that_stands_behind_the_last_entry_is_recorded(gap_ms: int) -> None:
    bench = bench_of_a_day()
    walk = Walk(bench)
    while bench.table.phase != "PlayerDecisions":
        walk.step()
    bench.clock.set_wall(bench.clock.wall_ms() + gap_ms)
    bench.restart()
    (start,) = (one.given.what for one in bench.entries() if isinstance(one.given.what, Restarted))
    assert start.gap_ms < 0
    walk.walk()
    assert ("clock-fault", "what the clock times counts as due") in irregularities_of(bench)
    assert rounds_of(bench) == rounds_of(undisturbed())
    check_books(bench)
