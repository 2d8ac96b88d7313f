"""An automated shoe that cannot be used is covered or has a sign on it (671a.13(g)): nothing is dealt."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.state import Equipment
from drivers import messages as m
from tests.controller.games.lunar_poker.playing import ANTE, LunarPoker
from tests.controller.games.lunar_poker.rounds import kinds, records
from tests.controller.games.lunar_poker.stacked import THREE, Stacked, refused, stacks_of
from tests.controller.games.lunar_poker.test_failing_shoe import staked

CITED = ("shoe-out-of-order", "671a.13(g)")


def stacked() -> Stacked:
    return Stacked(stacks_of(*THREE))


@clause("671a.13(g)")
@pytest.mark.parametrize("how", ["covered", "signed"])
def test_no_wager_is_taken_for_a_shoe_that_is_out_of_order(how: str) -> None:
    table = stacked()
    assert table.ask(c.MarkOutOfOrder(how, "shoe")).refused is None
    assert CITED in records(table)
    refused(table.stake(1, ANTE), "671a.13(g)", "out of order")
    refused(table.ask(c.NoMoreBets()), "671a.13(g)", "out of order")
    assert table.open == (), "no position is lit"
    assert [one.who for one in table.game.prompts(table.table)][-1] == "floorperson"


@clause("671a.13(g)")
def test_wagers_that_lie_there_are_not_dealt_for() -> None:
    table = staked()
    assert table.ask(c.MarkOutOfOrder("covered", "shoe")).refused is None
    refused(table.ask(c.NoMoreBets()), "671a.13(g)", "out of order")
    refused(table.stake(4, ANTE), "671a.13(g)", "out of order")
    for stack in table.table.stacks:
        assert table.open, "they can be taken back"
        assert table.report("wagers", m.TakenBack(stack.box, stack.wager, stack.stake)).refused is None
    assert table.table.stacks == ()
    assert table.open == ()
    assert "wager-handled" not in [kind for kind, _ in records(table)]


@clause("671a.13(g)")
def test_in_service_again_it_deals() -> None:
    table = staked()
    refused(
        table.ask(c.ReturnToService("shoe"), "floorperson"), "topic:shuffler-out-of-order", "no automated"
    )
    assert table.ask(c.MarkOutOfOrder("signed", "shoe")).refused is None
    refused(
        table.ask(c.MarkOutOfOrder("covered", "shoe")), "topic:shuffler-out-of-order", "no automated shoe"
    )
    refused(table.ask(c.ReturnToService("shoe")), "topic:role", "floorperson")
    assert table.floor(c.ReturnToService("shoe")).refused is None
    assert table.ask(c.NoMoreBets()).refused is None


@clause("671a.13(f)", "671a.13(g)")
@pytest.mark.parametrize("remedy", ["shoe_covered", "shoe_signed"])
def test_a_jam_may_be_answered_by_it_and_the_table_closes(remedy: str) -> None:
    """The first stack lies in the exit, so that no card is due; but those to come cannot come any more."""
    table = staked()
    table.ask(c.NoMoreBets())
    table.report("shoe", m.FaultRaised("jam", "path"))
    assert kinds(table) == ["jam"]
    assert not table.table.void
    assert table.choose(remedy).refused is None
    assert table.table.void
    assert {CITED, ("shoe-failed", "671a.13(f)")} <= set(records(table))
    assert table.table.stacks == ()
    table.run()
    assert table.floor(c.CloseTable()).refused is None


@clause("671a.13(g)")
def test_the_mark_outlives_a_closing_but_not_other_equipment() -> None:
    table = stacked()
    assert table.ask(c.MarkOutOfOrder("covered", "shoe")).refused is None
    assert table.floor(c.CloseTable()).refused is None
    table.run()
    assert table.ask(c.CollectShoe(52)).refused is None
    assert table.table.phase == "Closed"
    assert table.table.standing.supply.shoe_out == "covered"
    assert table.floor(c.ReturnToService("shoe")).refused is None
    assert table.table.standing.supply.shoe_out == ""


@clause("671a.13(g)")
@pytest.mark.parametrize("equipment", [Equipment(), Equipment("batch", backs=("red", "blue"))])
def test_a_table_with_another_shoe_has_none_to_mark(equipment: Equipment) -> None:
    table = LunarPoker("", equipment=equipment)
    refused(
        table.ask(c.MarkOutOfOrder("covered", "shoe")), "topic:shuffler-out-of-order", "no automated shoe"
    )
