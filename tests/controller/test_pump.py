"""The pump: what it sends at once, what waits for the disk, how it fails closed, and that it is alive.

Defects of a game's rules are in test_defects.py, the wall clock in test_wall_clock.py.
"""

import threading
from functools import partial
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.entries import report_of
from controller.journal import KeyUnusable, MemoryJournal
from controller.pump import SAFE, Durable, Pump, Stop
from controller.rehearsal.bench import BUILD, DEVICES
from controller.table import commands as c
from controller.table.commands import Asked, Reported, Told
from drivers import messages as m
from drivers.messages import ROLE_OF
from tests.controller.pumping import (
    EVERY,
    INPUTS,
    ORDERS,
    PHASES,
    Watched,
    bench_in,
    check_sealed,
    is_restrictive,
)
from tests.controller.walking import undisturbed
from tests.controller.watched import GAME, RULES

# ---- restrictive at once, permissive when durable --------------------------------------------------


def test_what_permits_waits_for_the_disk_and_what_restricts_does_not() -> None:
    watched = Watched()
    for given, orders in zip(INPUTS, ORDERS, strict=True):
        report = report_of(given)
        now = watched.take_since(partial(watched.pump.take, given))
        assert now == ([order for order in orders if is_restrictive(order)], [], 0)
        later = watched.take_since(watched.journal.commit)
        assert later == (
            [order for order in orders if not is_restrictive(order)],
            [report] if report else [],
            1,
        )


def test_nothing_that_permits_leaves_while_the_disk_is_busy_all_day() -> None:
    watched = Watched()
    watched.take_all(INPUTS)
    assert watched.sent == [order for orders in ORDERS for order in orders if is_restrictive(order)]
    assert (watched.acknowledged, watched.shown) == ([], [])


def test_what_a_newer_restriction_overtook_is_not_sent_when_its_entry_is_durable() -> None:
    """Only disclosing a card goes out in any case: it permits nothing, and is owed to the journal."""
    watched = Watched()
    watched.take_all(INPUTS)
    at = len(watched.sent)
    watched.journal.commit()
    due = []
    for number, orders in enumerate(ORDERS):
        for order in orders:
            role = ROLE_OF[type(order)]
            overtaken = any(
                is_restrictive(other) and ROLE_OF[type(other)] == role
                for later in ORDERS[number + 1 :]
                for other in later
            )
            if not is_restrictive(order) and (not overtaken or isinstance(order, m.Disclose)):
                due.append(order)
    assert watched.sent[at:] == due
    assert {type(order) for order in due} == {m.Disclose}
    assert watched.acknowledged == [report for given in INPUTS if (report := report_of(given))]


def test_a_lock_cancels_the_permission_that_waits_for_the_disk() -> None:
    """A device is lost between the ruling that permits a card and its commit."""
    watched = Watched()
    at = next(n for n, orders in enumerate(ORDERS) if any(isinstance(one, m.Permit) for one in orders))
    watched.take_all(INPUTS[:at])
    watched.journal.commit()
    watched.take_all([INPUTS[at]])
    lost = Reported("wagers", 0, 0, 0, m.DeviceLost("unplugged"))
    sent, _, _ = watched.take_since(lambda: watched.pump.take(lost))
    assert m.Lock() in sent
    later, _, _ = watched.take_since(watched.journal.commit)
    assert not any(isinstance(order, m.Permit) for order in later)


def test_a_rejection_of_chips_cancels_nothing() -> None:
    """Positions that take wagers go on taking them when one set of chips was refused."""
    watched = Watched()
    at = next(n for n, orders in enumerate(ORDERS) if any(isinstance(o, m.OpenPositions) for o in orders))
    watched.take_all(INPUTS[:at])
    watched.journal.commit()
    watched.take_all([INPUTS[at]])
    small = Reported("wagers", 1, 999, 0, m.Placed(1, (("blackjack", 1),)))
    sent, _, _ = watched.take_since(lambda: watched.pump.take(small))
    assert sent == [m.Reject(1, "blackjack", 0)]
    later, _, _ = watched.take_since(watched.journal.commit)
    assert any(isinstance(order, m.OpenPositions) for order in later)


def test_a_commit_of_some_entries_lets_out_what_they_justify_and_no_more() -> None:
    watched = Watched()
    watched.take_all(INPUTS)
    for number in range(1, len(INPUTS) + 1):
        watched.pump.durable(number)
        reports = [report for given in INPUTS[:number] if (report := report_of(given))]
        assert watched.acknowledged == reports
        assert len(watched.shown) == number
    assert [table for table, _, _ in watched.shown] == undisturbed().tables


def test_whoever_wants_to_be_called_at_the_ticks_is_called() -> None:
    watched = Watched()
    called: list[int] = []
    watched.pump.on_tick = lambda: called.append(1)
    watched.pump.tick()
    watched.pump.tick()
    assert called == [1, 1]


# ---- a journal that fails ------------------------------------------------------------------------------


@pytest.mark.parametrize("at", EVERY)
def test_a_journal_that_takes_no_entry_seals_the_table(at: int) -> None:
    """The input behind which the disk is full: what it restricts was said, what it permits never is."""
    watched = Watched()
    watched.take_all(INPUTS[:at])
    watched.journal.commit()
    watched.journal._on_failed = lambda _: None  # it is told by the append itself
    watched.journal.fail("the disk is full")
    sent, acknowledged, shown = watched.take_since(lambda: watched.pump.take(INPUTS[at]))
    assert all(is_restrictive(order) for order in sent)
    assert (acknowledged, shown) == ([], 1)
    assert watched.shown[-1][0] == (undisturbed().tables[at - 1] if at else GAME.new_table(RULES))
    check_sealed(watched, "the disk is full")


@pytest.mark.parametrize("at", EVERY)
def test_a_journal_that_loses_an_entry_seals_the_table(at: int) -> None:
    """The entry was taken and never reached the disk; nothing that waited for it goes out."""
    watched = Watched()
    watched.take_all(INPUTS[:at])
    watched.journal.commit()
    watched.take_all([INPUTS[at]])
    sent, acknowledged, shown = watched.take_since(lambda: watched.journal.fail("the disk is gone"))
    assert (sent, acknowledged, shown) == (list(SAFE), [], 1)
    assert watched.shown[-1][0] == (undisturbed().tables[at - 1] if at else GAME.new_table(RULES)), (
        "what is shown is what is on disk"
    )
    check_sealed(watched, "the disk is gone")


def test_house_8_a_sealed_table_is_sealed_once_and_says_the_first_reason() -> None:
    watched = Watched(at_once=True)
    watched.take_all(INPUTS[:20])
    watched.journal.fail("the disk is full")
    watched.pump.seal("something else")
    assert "the disk is full" in watched.pump.sealed
    assert sum(1 for _, _, seal in watched.shown if seal) == 1


@pytest.mark.parametrize("phase", [one for one in PHASES if one != "Closed"])
def test_a_journal_that_fails_in_any_phase_leaves_every_device_safe(phase: str) -> None:
    """Over the real link: shoe locked, positions closed, reader disarmed."""
    bench, _ = bench_in(phase)
    bench.journal.fail("the disk is full")
    bench.until_rest(0.5)
    assert "the disk is full" in bench.pump.sealed
    assert not any(model.is_permitted() for model in bench.models.values())
    with pytest.raises(RuntimeError, match="sealed"):
        bench.ask(Asked("dealer", "dealer", c.NoMoreBets()))


# ---- liveness, keeping ---------------------------------------------------------------------------------


def test_the_pump_is_alive_while_its_loop_turns() -> None:
    watched = Watched()
    assert watched.pump.is_alive()
    watched.clock.advance(1.99)
    assert watched.pump.is_alive()
    watched.clock.advance(0.02)
    assert not watched.pump.is_alive(), "no heartbeat may speak for a loop that stands still"
    watched.pump.tick()
    assert watched.pump.is_alive()


def test_a_loop_that_stands_still_takes_the_permission_from_every_device() -> None:
    """The conversations stop their heartbeats, and the devices lock themselves."""
    bench, _ = bench_in("Dealing")
    bench.until_rest(0.3)
    assert bench.models["shoe"].is_permitted()
    for _ in range(40):
        bench.clock.advance(0.05)
        for name, conversation in bench.conversations.items():
            conversation.tick(bench.clock.monotonic(), False)
            bench.models[name].received(conversation.to_send(), bench.clock.monotonic())
            bench.models[name].tick(bench.clock.monotonic())
            conversation.received(bench.models[name].to_send(), bench.clock.monotonic())
    assert not any(model.is_permitted() for model in bench.models.values())


def test_the_loop_turns_without_an_input_and_ends_with_stop() -> None:
    clock = SystemClock()
    ticks: list[float] = []
    turned = threading.Event()
    journal = MemoryJournal(clock=clock, table="loop")

    class Counted(Pump):
        def tick(self) -> None:
            super().tick()
            ticks.append(self.last_tick)
            if len(ticks) == 2:
                turned.set()

    pump = Counted(
        GAME,
        GAME.new_table(RULES),
        journal,
        clock,
        send=lambda *_: None,
        acknowledge=lambda *_: None,
        publish=lambda *_: None,
    )
    journal.start(lambda n: pump.inbox.put(Durable(n)), pump.inbox.put)
    loop = threading.Thread(target=pump.run)
    loop.start()
    assert turned.wait(30)
    assert pump.is_alive()
    pump.inbox.put(Told(c.Installed(RULES, DEVICES, BUILD)))
    pump.ask(Asked("floorperson", "floor", c.OpenTable()))
    pump.inbox.put(Stop())
    loop.join(30)
    assert not loop.is_alive()
    assert pump.table.phase == "Inspecting"
    assert ticks[1] > ticks[0]


def test_a_closed_table_is_kept_and_its_head_is_sealed() -> None:
    watched = Watched()
    watched.take_all(INPUTS)
    assert watched.pump.last_seal == ""
    watched.journal.commit()
    assert watched.pump.last_seal.startswith("TABLE-SEAL")
    checkpoint = watched.journal.latest_checkpoint()
    assert checkpoint is not None
    assert undisturbed().tables[checkpoint.number - 1].phase == "Closed"


def test_a_key_that_cannot_be_used_bars_neither_play_nor_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    def unusable(*_: Any) -> Any:
        raise KeyUnusable("key", "others can read it", "chmod 600 it")

    watched = Watched(at_once=True)
    monkeypatch.setattr(MemoryJournal, "checkpoint", unusable)
    monkeypatch.setattr(MemoryJournal, "seal", unusable)
    watched.take_all(INPUTS)
    assert watched.pump.sealed == ""
    assert watched.pump.last_seal == ""
    assert watched.pump.table == undisturbed().table
