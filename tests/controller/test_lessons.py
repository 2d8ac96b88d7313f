"""Faults that others met in public, as tests of a whole table: memory, outages, many at once, late news.

Each test says what went wrong elsewhere. Those of ports and drivers are in tests/drivers/test_lessons.py.
"""

import gc
import logging
import threading
import tracemalloc
from random import Random
from typing import Any

import pytest

from controller.assembly import begin, recover
from controller.audit import audit
from controller.clock import HandWoundClock
from controller.consoles.telling import tell
from controller.entries import decode_entry
from controller.journal import MemoryJournal
from controller.pump import Pump, Stop
from controller.rehearsal.bench import DEVICES
from controller.table import commands as c
from controller.table.commands import Asked, Input, Reported, TimePassed
from drivers import frame as wire
from drivers.messages import LinkPoor
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Cable, Rates
from tests.bench.script import make_script
from tests.controller.pumping import INPUTS, bench_in
from tests.controller.walking import check_books, undisturbed
from tests.controller.watched import GAME, RULES
from tests.drivers.both_ends import PickyCable

# ---- growth -----------------------------------------------------------------------------------------------


class Forgetful(MemoryJournal):
    """A journal that chains, and keeps nothing."""

    def append(self, body: bytes) -> int:
        number = super().append(body)
        self._entries.clear()
        return number


def test_memory_is_flat_over_ten_thousand_rulings() -> None:
    """Elsewhere chained events were kept for ever. Rounds go through the pump, and leave nothing behind."""
    script = make_script(GAME, 280)
    clock = HandWoundClock()
    journal = Forgetful(clock=clock, table="memory")
    pump = Pump(
        GAME,
        GAME.new_table(script.rules),
        journal,
        clock,
        send=lambda *_: None,
        acknowledge=lambda *_: None,
        publish=lambda *_: None,
    )
    journal.start(pump.durable, pump.handle)
    for given in script.opening:
        pump.take(given)
    sizes = []
    tracemalloc.start()
    try:
        for rounds in (script.rounds[:30], script.rounds[30:]):
            for given in (one for inputs in rounds for one in inputs):
                pump.take(given)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert pump.rulings > 10_000
    assert sizes[1] - sizes[0] < 200_000, "20 bytes a ruling would be more"


def _dead(bench: Any, _: str) -> None:
    for cable in bench.cables.values():
        cable.change(Rates(drop=1.0))


def _unplugged(bench: Any, name: str) -> None:
    bench.unplug(name)


def _silent(bench: Any, name: str) -> None:
    bench.act(name, lambda model, now: model.fault("silence", now))


@pytest.mark.parametrize("outage", [_dead, _unplugged, _silent])
@pytest.mark.parametrize("phase", ["Betting", "PlayerDecisions"])
def test_an_outage_of_an_hour_is_a_few_lines(
    phase: str, outage: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Elsewhere a dead bus filled the log with an error for each attempt. Here journal and log say it once,
    and play goes on when it is over."""
    with caplog.at_level(logging.DEBUG):
        bench, walk = bench_in(phase)
        bench.cables = {name: Cable(Random(1), Rates()) for name in bench.models}
        before = len(bench.entries())
        outage(bench, "shoe")
        bench.run_until(lambda: False, 3600.0)
        made = [one for one in bench.entries()[before:] if not isinstance(one.given.what, TimePassed)]
        assert 0 < len(made) <= 2 * len(bench.models)
        assert len(bench.entries()) - before - len(made) <= 6, "the time is told each ten minutes"
        assert len(caplog.records) <= 2 * len(bench.models)
        for cable in bench.cables.values():
            cable.change(Rates())
        bench.act("shoe", lambda model, now: model.repair(now))
        if not bench.plugged["shoe"]:
            bench.replug("shoe")
        bench.until_rest(10.0)
        walk.walk()
    check_books(bench)


def test_a_device_that_comes_and_goes_for_an_hour_is_left_alone_ever_longer() -> None:
    """It greets, and is not heard again, and greets: that is journaled each time, and not each second."""
    bench, walk = bench_in("Betting")
    mute = (wire.HEARTBEAT, wire.REPORT)
    bench.cables = {"shoe": PickyCable(lambda frame, goes_down: not goes_down and frame.type in mute)}
    before = len(bench.entries())
    bench.run_until(lambda: False, 3600.0)
    assert 10 < len(bench.entries()) - before < 1500
    bench.cables = {}
    bench.until_rest(10.0)
    walk.walk()
    check_books(bench)


def test_a_poor_cable_is_in_the_journal_before_it_fails() -> None:
    """Elsewhere what was sent again had grown for hours before the link was lost, and nobody had been told.
    Here it is one line, and play goes on."""
    bench, walk = bench_in("Betting")
    bench.cables = {"shoe": Cable(Random(1), Rates(drop=0.04))}
    before = len(bench.entries())
    bench.run_until(lambda: False, 300.0)
    told = [one for one in bench.entries()[before:] if not isinstance(one.given.what, TimePassed)]
    assert [type(one.given.what) for one in told] == [LinkPoor]
    assert "link of the shoe is poor" in tell(told[0].events[0])
    assert bench.table.holds == ()
    walk.walk()
    check_books(bench)


# ---- at the same time, and in time ------------------------------------------------------------------------


def test_many_at_once_are_ruled_on_one_after_another() -> None:
    """Elsewhere two callers cancelled each other's transition. Here whatever order they came in, the journal
    has it, and ruling again comes to the same."""
    clock = HandWoundClock()
    journal = MemoryJournal(clock=clock, table="memory")
    rules = RULES
    started = recover(GAME, rules, journal, DEVICES)
    pump = Pump(
        GAME,
        started.table,
        journal,
        clock,
        send=lambda *_: None,
        acknowledge=lambda *_: None,
        publish=lambda *_: None,
    )
    journal.start(pump.durable, pump.handle)
    begin(pump, started, rules, DEVICES, "build", clock)
    given = [one for one in INPUTS if isinstance(one, Asked | Reported)]
    callers = [threading.Thread(target=_put_all, args=(pump, given[start::4])) for start in range(4)]
    loop = threading.Thread(target=pump.run)
    loop.start()
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    pump.inbox.put(Stop())
    loop.join(30.0)
    assert not loop.is_alive()
    times = sum(
        isinstance(decode_entry(one.number, one.body).given.what, TimePassed) for one in journal.entries()
    )
    assert pump.rulings == 1 + len(given) + times
    assert times <= 1, "the gaming day"
    assert pump.sealed == ""
    found = audit(journal.entries())
    assert found.differences == ()
    assert recover(GAME, rules, journal, DEVICES).table == pump.table


def _put_all(pump: Pump, given: list[Input]) -> None:
    for one in given:
        pump.inbox.put(one)


HARD = [(name, kind) for name, model in undisturbed().models.items() for kind in sorted(model.hard_faults)]


@pytest.mark.parametrize(("name", "kind"), HARD)
def test_a_fault_of_a_device_reaches_the_floor_within_a_second(name: str, kind: str) -> None:
    """Elsewhere a device had failed, and those above it went on unaware."""
    bench, _ = bench_in("PlayerDecisions")
    began = bench.clock.monotonic()
    bench.act(name, lambda model, now: model.fault(kind, now))
    assert bench.run_until(lambda: any(hold.device == name for hold in bench.table.holds), 1.0)
    assert bench.clock.monotonic() - began < 1.0
    model: Firmware = bench.models["shoe"]
    bench.until_rest(0.2)
    assert not model.is_permitted()
    refused = bench.ask(Asked("dealer", "", c.Decide(1, "stand", 1))).refused
    assert refused is not None
