"""Power, devices and voids in the middle of a Second Chance: what was settled stays, what lies goes back, and
the offer is still open afterwards."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.commands import Told
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.double_back_jack.playing import DoubleBackJack, dealt, offered, row
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import again, power_lost
from tests.support import BUILD

BACK_AND_PAID = [row(1, "blackjack", "push", 0, 1000, 0), row(1, "second_chance", "win", 1000, 1000, 0)]
STEPS = ("offered", "asked", "wagered", "dealt")


def at(step: str, rest: str = "5C 2H") -> DoubleBackJack:
    """Box 1 with 25, at that step of its Second Chance; box 2 waits."""
    table = offered(rest, 1000, 2000)
    if step != "offered":
        table.ask(c.Decide(1, "second_chance"))
    if step in ("wagered", "dealt"):
        table.place(1, ("second_chance", 1000))
    if step == "dealt":
        table.run()
    return table


def on(table: DoubleBackJack, step: str) -> None:
    """From there to the end: box 1's 20 wins, and box 2 has surrendered."""
    if step == "offered":
        table.ask(c.Decide(1, "second_chance"))
    if step in ("offered", "asked"):
        assert table.place(1, ("second_chance", 1000)).refused is None
    table.run()
    table.play(2, "surrender")
    assert table.rows() == [row(1, "blackjack", "surrender", 0, 1000, 1000, box=2), *BACK_AND_PAID]
    assert again(table) == table.table


@clause("house.2", "673a.7(l)")
@pytest.mark.parametrize("step", STEPS)
def test_a_loss_of_power(step: str) -> None:
    table = at(step)
    stacks = table.table.stacks
    power_lost(table)
    assert table.table.stacks == stacks
    on(table, step)


@clause("house.2", "673a.7(l)")
@pytest.mark.parametrize("step", STEPS)
def test_meanwhile_nothing_is_decided_and_nothing_is_dealt(step: str) -> None:
    table = at(step)
    table.take(Told(c.Restarted(BUILD, table.table.rules, 1000)))
    for name in dict(table.devices):
        table.back(name)
    assert kinds(table) == ["power-loss"]
    assert (table.shoe.locked, table.open) == (True, ())
    for what in (c.Decide(1, "second_chance"), c.DeclineSecondChance(1), c.WithdrawDecision()):
        assert table.ask(what).refused is not None
    table.choose("resume", "power-loss")
    on(table, step)


@clause("house.3", "673a.7(l)")
@pytest.mark.parametrize("device", ["shoe", "wagers", "reader"])
@pytest.mark.parametrize("step", STEPS)
def test_a_device_that_is_lost_and_comes_back(step: str, device: str) -> None:
    table = at(step)
    table.lose(device)
    assert table.shoe.locked
    assert table.ask(c.DeclineSecondChance(1)).refused is not None
    table.back(device)
    while table.table.holds:
        way = table.table.holds[0].remedies[0]
        assert way.name != "void_round"
        assert table.choose(way.name).refused is None
    on(table, step)


@clause("house.1", "673a.7(l)", "673a.7(m)")
@pytest.mark.parametrize("step", STEPS)
def test_a_round_that_is_void_gives_back_what_lies(step: str) -> None:
    table = at(step)
    table.lose("shoe")
    assert table.choose("void_round").refused is None
    void = [row(1, "blackjack", "void", 0, 1000, 0), row(1, "blackjack", "void", 0, 2000, 0, box=2)]
    if step in ("wagered", "dealt"):
        void.append(row(1, "second_chance", "void", 0, 1000, 0))
    assert sorted(table.rows()) == sorted(void)
    assert table.table.stacks == ()
    assert table.table.asked is None


@clause("house.1", "673a.7(f)", "673a.7(l)(1)", "673a.7(l)(2)", "673a.7(m)", "673a.9(a)(1)")
def test_what_was_settled_before_stays_settled() -> None:
    """A Blackjack, a 21, a surrender, a lost and a won Second Chance; then box 6 is void."""
    table = dealt(
        "2C AS TS TD KS JS QS 8H KD 6D 5D 6C 6H 6S TC 5S 9S AC 9C 4C 9H",
        *(1000, 2000, 500, 1500, 3000, 4000),
    )
    table.play(2, "hit")
    table.play(3, "surrender")
    for box in (4, 5):
        table.play(box, "hit")
        table.play(box, "second_chance")
    table.play(6, "hit")
    before = table.rows()
    assert before == [
        row(1, "blackjack", "win", 2000, 1000, 0),
        row(1, "blackjack", "win", 2000, 2000, 0, box=2),
        row(1, "blackjack", "surrender", 0, 250, 250, box=3),
        row(1, "blackjack", "lose", 0, 0, 1500, box=4),
        row(1, "second_chance", "lose", 0, 0, 1500, box=4),
        row(1, "blackjack", "push", 0, 3000, 0, box=5),
        row(1, "second_chance", "win", 3000, 3000, 0, box=5),
    ]
    table.ask(c.Decide(6, "second_chance"))
    table.place(6, ("second_chance", 4000))
    table.lose("shoe")
    table.choose("void_round")
    assert table.rows()[: len(before)] == before
    assert sorted(table.rows()[len(before) :]) == [
        row(1, "blackjack", "void", 0, 4000, 0, box=6),
        row(1, "second_chance", "void", 0, 4000, 0, box=6),
    ]


@clause("house.3", "673a.7(l)")
def test_positions_that_were_lost_ask_for_the_same_chips_again() -> None:
    table = at("asked")
    table.lose("wagers")
    table.back("wagers")
    while table.table.holds:
        assert table.choose(table.table.holds[0].remedies[0].name).refused is None
    assert table.open == (("second_chance", (1,), 1000),)
    refused(table.place(1, ("second_chance", 950)), "673a.7(l)")
    on(table, "asked")


@clause("house.17", "673a.7(l)")
def test_a_jam_before_the_second_chance_card() -> None:
    table = at("wagered")
    table.report("shoe", m.FaultRaised("jam"))
    assert table.shoe.locked
    assert stake_on(table.table, 1, 1, "second_chance") == 1000
    table.report("shoe", m.FaultCleared("jam"))
    while table.table.holds:
        assert table.choose(table.table.holds[0].remedies[0].name).refused is None
    on(table, "wagered")
