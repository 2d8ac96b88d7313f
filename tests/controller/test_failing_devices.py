"""Devices that start anew or lose their cable, exhaustively and in memory: at every order, in every phase.

Each case ends the day with the settlements that it has without: never with an exception, never with a sealed
table. What a single device does then is tested with the simulators and the drivers.
"""

from collections.abc import Callable

import pytest

from controller.rehearsal.bench import DEVICES
from controller.table.irregularities import IN_ROUND
from controller.table.state import find_device
from tests.controller.walking import Walk, check_books, irregularities_of, rounds_of, undisturbed
from tests.controller.watched import GAME, WalkedBench, bench_of_a_day

NAMES = tuple(name for name, _ in DEVICES)
ROLES = {role: name for name, role in DEVICES}
ORDERS = 34
"""Orders of a day without a failure; the first test keeps it true."""
STEPS = ("received", "executed", "replied")
PHASES = tuple(dict.fromkeys(table.phase for table in undisturbed().tables))


def end_of(bench: WalkedBench) -> dict[str, object]:
    """The one round of a day that ended well, whatever came in between."""
    assert bench.table.phase == "Closed"
    assert bench.pump.sealed == ""
    check_books(bench)
    (only,) = rounds_of(bench)
    return only


def struck_in(phase: str, strike: Callable[[WalkedBench], None]) -> tuple[WalkedBench, Walk]:
    """The day up to where it first comes into that phase, in the moment when `strike` has happened there."""
    hit: list[str] = []

    def watch(bench: WalkedBench, _: int) -> None:
        if not hit and bench.pump.table.phase == phase:
            hit.append(phase)
            bench.soon.append(lambda: strike(bench))

    bench = bench_of_a_day(on_ruling=watch)
    walk = Walk(bench)
    while not hit or bench.soon:
        if bench.soon:
            bench.carry()
        else:
            walk.step()
    assert bench.table.phase == phase, "what struck came too late for this phase"
    return bench, walk


def walk_to(walk: Walk, phase: str, spare: int = 0) -> None:
    """Up to where a step ends in that phase, and `spare` steps farther."""
    while walk.table.phase != phase:
        assert not walk.is_over()
        walk.step()
    for _ in range(spare):
        walk.step()


def held(bench: WalkedBench, name: str) -> list[str]:
    return [hold.kind for hold in bench.table.holds if hold.device == name]


def test_the_day_has_as_many_orders_and_phases_as_these_tests_think() -> None:
    assert undisturbed().ordered == ORDERS
    assert set(PHASES) == set(GAME.phases.phases) - {"Idle", "Refilling"}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("at", range(1, ORDERS + 1))
def test_a_device_starts_anew_at_every_step_of_every_order(at: int, step: str) -> None:
    """With a shoe that forgot its sealed cards the result is the same, for they are entered from sight."""
    struck: list[str] = []

    def strike(bench: WalkedBench, number: int, role: str) -> None:
        if number == at:
            name = ROLES[role]
            struck.append(name)
            bench.models[name].fault("reset", bench.clock.monotonic(), place=step)

    bench = bench_of_a_day(on_order=strike)
    boots = {name: model.boot for name, model in bench.models.items()}
    Walk(bench).walk()
    (name,) = struck
    # An order that a newer one replaced before it was sent strikes with the next one, and the last with none.
    if bench.models[name].boot == boots[name]:
        assert at >= ORDERS - 3
    only = end_of(bench)
    (wanted,) = rounds_of(undisturbed())
    assert only["settlements"] == wanted["settlements"]
    assert only["hands"] == wanted["hands"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("phase", PHASES)
def test_a_device_starts_anew_in_every_phase(phase: str, name: str) -> None:
    """One question to the floor where the table is open, none where it is closed."""
    bench, walk = struck_in(phase, lambda bench: bench.power_cycle(name))
    bench.until_rest(1.5)
    device = find_device(bench.table, name)
    assert device is not None
    assert device.ready
    assert device.boot == bench.models[name].boot
    if phase == "Closed":
        assert held(bench, name) == []
    elif bench.table.phase != "Closed":
        assert held(bench, name) == ["device-changed"]
    walk.walk()
    only = end_of(bench)
    (wanted,) = rounds_of(undisturbed())
    assert only["settlements"] == wanted["settlements"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("phase", PHASES)
def test_a_device_is_unplugged_and_plugged_in_again_in_every_phase(phase: str, name: str) -> None:
    """Exactly one question, which answers itself when the same boot comes back; and nothing else changes."""
    bench, walk = struck_in(phase, lambda bench: bench.unplug(name))
    bench.until_rest(3.0)
    lost = ["device-lost"] if phase != "Closed" else []
    assert held(bench, name) == lost
    assert all(hold.device == name for hold in bench.table.holds)
    bench.replug(name)
    bench.until_rest(1.5)
    assert held(bench, name) == []
    walk.walk()
    assert end_of(bench) == rounds_of(undisturbed())[0]
    told = [one for one in irregularities_of(bench) if one not in irregularities_of(undisturbed())]
    in_round = phase in IN_ROUND or phase in ("Betting", "NoMoreBets")
    assert told == ([("device-lost", "resumed")] if in_round else told)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("phase", PHASES)
def test_a_device_comes_back_as_another_one_in_every_phase(phase: str, name: str) -> None:
    """The cable is out, and the power too: the loss ends, and the floor is asked once."""
    bench, walk = struck_in(phase, lambda bench: bench.unplug(name))
    bench.until_rest(1.0)
    bench.power_cycle(name)
    bench.until_rest(1.0)
    bench.replug(name)
    bench.until_rest(1.5)
    assert held(bench, name) == (["device-changed"] if phase != "Closed" else [])
    walk.walk()
    assert end_of(bench)["settlements"] == rounds_of(undisturbed())[0]["settlements"]


@pytest.mark.parametrize("at", range(2, len(undisturbed().tables), 3))
def test_all_cables_are_pulled_at_any_moment(at: int) -> None:
    """Three devices, three questions, and all of them answer themselves."""
    bench = bench_of_a_day()
    walk = Walk(bench)
    while len(bench.tables) < at and not walk.is_over():
        walk.step()
    open_ = bench.table.phase != "Closed"
    before = len(bench.table.holds)
    for name in NAMES:
        bench.unplug(name)
    bench.until_rest(1.0)
    assert sum(hold.kind == "device-lost" for hold in bench.table.holds) == (3 if open_ else 0)
    for name in NAMES:
        bench.replug(name)
    bench.until_rest(2.0)
    assert len(bench.table.holds) == before
    walk.walk()
    assert end_of(bench) == rounds_of(undisturbed())[0]


def test_a_card_drawn_while_the_shoe_was_away_is_asked_about() -> None:
    """It is on record once the shoe is back, and does not go into a hand by itself."""
    bench = bench_of_a_day()
    walk = Walk(bench)
    walk_to(walk, "PlayerDecisions")
    last = bench.table.last
    bench.unplug("shoe")
    bench.until_rest(1.0)
    assert bench.act("shoe", lambda model, now: model.draw(now, force=True)) is not None
    bench.until_rest(1.0)
    bench.replug("shoe")
    bench.until_rest(1.5)
    assert sorted(held(bench, "shoe") + held(bench, "")) == ["card-in-error", "device-changed"]
    assert bench.table.last == last + 1
    hands = bench.table.hands
    for hold in tuple(bench.table.holds):
        walk._choose(hold)
    assert bench.table.hands == hands
    walk.walk()
    end_of(bench)


def test_a_silent_device_is_lost_and_comes_back() -> None:
    """It neither sends nor hears: permitted something, it locks itself, and says so when it can."""
    bench = bench_of_a_day()
    walk = Walk(bench)
    walk_to(walk, "Betting", spare=2)
    bench.act("wagers", lambda model, now: model.fault("silence", now))
    bench.until_rest(1.0)
    assert held(bench, "wagers") == ["device-lost"]
    bench.act("wagers", lambda model, now: model.repair(now))
    bench.until_rest(3.0)
    assert bench.table.holds == ()
    walk.walk()
    assert end_of(bench) == rounds_of(undisturbed())[0]
