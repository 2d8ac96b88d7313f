"""Stacks from an automated shoe through every layer, where the controller or the shoe starts again between
two cards.

The rules are tested in tests/controller/games/lunar_poker, whole rounds in tests/scenarios, also over bad
cables."""

from pathlib import Path

import pytest

from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal.dealer import Dealer
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.scenario import installed, load_scenario
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Reported
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.scenarios import FOLDER

FILE: Path = FOLDER / "lunar-poker" / "stacks-from-an-automated-shoe.yaml"
CARDS = ["2C", "4D", "6H", "8S", "TC", "AS", "KH", "9D", "7C", "4S"]


def at_draw(draw: int) -> tuple[MemoryBench, Dealer]:
    """Box 1 has its wagers, and so many cards of the round have come out of the shoe."""
    scenario = load_scenario(FILE)
    bench = MemoryBench(find_game(scenario.game), scenario.rules, equipment=installed(scenario))
    dealer = Dealer(bench)
    rest = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS" if rank + suit not in CARDS]
    dealer.open_table(lambda: [*CARDS, *rest])
    dealer.await_lights()
    bench.act("wagers", lambda model, now: model.place(1, {"ante": 1000, "super": 1000}, now))
    bench.run_until(lambda: len(bench.table.stacks) == 2, 5.0)
    assert dealer.ask(c.NoMoreBets()).refused is None
    while bench.table.last < draw:
        bench.run_until(lambda: bench.table.last >= draw or dealer.prompt().kind == "deliver_stack", 9.0)
        if bench.table.last < draw:
            assert dealer.stacks.deliver()
    return bench, dealer


def void_events(bench: MemoryBench) -> list[ev.RoundVoided]:
    events = [event for _, ruling in bench.rulings for event in ruling.events]
    return [event for event in events if isinstance(event, ev.RoundVoided)]


@clause("671a.13(f)", "house.2")
@pytest.mark.parametrize("who", ["controller", "shoe"])
@pytest.mark.parametrize("draw", [1, 3, 6, 9])
def test_what_starts_again_in_the_middle_of_a_stack_leaves_a_void_round(draw: int, who: str) -> None:
    bench, dealer = at_draw(draw)
    if who == "controller":
        bench.restart()
    else:
        bench.power_cycle("shoe")
    assert bench.run_until(lambda: void_events(bench) != [], 20.0)
    bench.run_until(lambda: False, 3.0)
    (void,) = void_events(bench)
    assert [(row.wager, row.returned) for row in void.rows] == [("ante", 1000), ("super", 1000)]
    for hold in bench.table.holds:
        assert dealer.ask(c.ChooseRemedy(hold.id, hold.remedies[0].name), "floorperson").refused is None
    dealer.go_on()
    assert bench.table.phase == "Shuffling"
    assert bench.table.stacks == ()


@clause("671a.10(b)")
def test_no_card_is_told_before_it_is_turned_up() -> None:
    """Whatever a journal keeps was reported first: of the deal that is the dealer's last card alone."""
    bench, dealer = at_draw(10)
    dealer.go_on()
    assert bench.table.phase == "PlayerDecisions"
    reports = [given.what for given, _ in bench.rulings if isinstance(given, Reported)]
    assert {one.card for one in reports if isinstance(one, m.CardDrawn)} <= {SEALED, UNREAD}
    assert [one for one in reports if isinstance(one, m.Disclosed)] == [m.Disclosed(10, "4S")]
