"""What the devices of a rig must do for a table, told by the Table and seen at the device."""

from collections.abc import Iterator

import pytest

from controller.games import find_game
from controller.rehearsal.bench import Bench
from controller.rehearsal.cards import fill
from controller.rehearsal.dealer import Dealer
from controller.submission import default_rules
from controller.table import commands as c
from controller.table.state import find_device
from hil_tests.rig import Rig

GAME = find_game("free-bet-blackjack")
RULES = default_rules(GAME.name)
CARDS = ("2C", "TS", "7H", "2D", "TC", "8S")
SECONDS = 15.0


@pytest.fixture
def bench(rig: Rig) -> Iterator[Bench]:
    bench = rig.bench(GAME, RULES)
    yield bench
    bench.close()


@pytest.fixture
def dealer(bench: Bench) -> Dealer:
    """A dealer at an open table, with a wager of 10 on box 1."""
    dealer = Dealer(bench)
    dealer.open_table(lambda: fill(CARDS, RULES.decks, seed=1))
    assert bench.run_until(lambda: is_open(bench), SECONDS)
    bench.act("wagers", lambda model, now: model.place(1, {"blackjack": 1000}, now))
    assert bench.run_until(lambda: bool(bench.table.stacks), SECONDS)
    return dealer


def is_open(bench: Bench) -> bool:
    return bool(bench.act("wagers", lambda model, now: model.is_open(1, "blackjack")))


def gives(bench: Bench) -> bool:
    return bool(bench.act("shoe", lambda model, now: model.is_permitted()))


def deal(dealer: Dealer) -> None:
    assert dealer.ask(c.NoMoreBets()).refused is None
    dealer.go_on()
    assert dealer.prompt().kind == "decide"


def finish(dealer: Dealer) -> None:
    """To the end of the round, and of the day."""
    dealer.finish_round()
    assert dealer.table.phase == "Betting"
    dealer.close_table()
    assert dealer.table.phase == "Closed"


def holds(bench: Bench) -> list[tuple[str, str]]:
    return [(one.kind, one.device) for one in bench.table.holds]


def test_every_device_says_who_it_is(bench: Bench) -> None:
    Dealer(bench).connect()
    for name in bench.devices():
        device = find_device(bench.table, name)
        assert device is not None
        assert device.ready
        assert device.serial
        assert not device.faults


@pytest.mark.needs("hands", "gate")
def test_no_card_leaves_while_wagers_are_open(dealer: Dealer, bench: Bench) -> None:
    assert not gives(bench)
    assert bench.act("shoe", lambda model, now: model.draw(now)) is None
    deal(dealer)
    assert not is_open(bench)
    assert not gives(bench), "nobody has asked for a card"
    finish(dealer)


@pytest.mark.needs("hands", "unplug")
@pytest.mark.parametrize("name", ["shoe", "reader", "wagers"])
def test_a_cable_that_is_plugged_in_again_goes_on_by_itself(dealer: Dealer, bench: Bench, name: str) -> None:
    deal(dealer)
    bench.unplug(name)
    assert bench.run_until(lambda: holds(bench) == [("device-lost", name)], SECONDS)
    assert not gives(bench)
    bench.replug(name)
    assert bench.run_until(lambda: not bench.table.holds, SECONDS)
    finish(dealer)


@pytest.mark.needs("hands", "power-cycle")
@pytest.mark.parametrize("name", ["shoe", "reader", "wagers"])
def test_a_device_that_lost_its_power_waits_for_the_floor(dealer: Dealer, bench: Bench, name: str) -> None:
    deal(dealer)
    bench.power_cycle(name)
    assert bench.run_until(lambda: holds(bench) == [("device-changed", name)], SECONDS)
    assert not gives(bench)
    hold = bench.table.holds[0]
    assert (
        dealer.ask(
            c.ChooseRemedy(hold.id, "repaired" if name == "reader" else "resume"), "floorperson"
        ).refused
        is None
    )
    finish(dealer)


@pytest.mark.needs("hands", "restart")
def test_a_controller_that_was_killed_stands_where_it_stood(dealer: Dealer, bench: Bench) -> None:
    deal(dealer)
    before = bench.table
    bench.restart()
    dealer.connect()
    assert (bench.table.hands, bench.table.dealer, bench.table.stacks) == (
        before.hands,
        before.dealer,
        before.stacks,
    )
    assert holds(bench) == [("power-loss", "")]
    hold = bench.table.holds[0]
    assert dealer.ask(c.ChooseRemedy(hold.id, "resume"), "floorperson").refused is None
    finish(dealer)


@pytest.mark.needs("hands", "faults")
def test_a_dead_reader_bars_the_deal(dealer: Dealer, bench: Bench) -> None:
    bench.act("reader", lambda model, now: model.fault("reader", now))
    assert bench.run_until(lambda: holds(bench) == [("reader-malfunction", "reader")], SECONDS)
    assert dealer.ask(c.NoMoreBets()).refused is not None
    assert bench.run_until(lambda: not is_open(bench), SECONDS), "no wager is taken meanwhile"
