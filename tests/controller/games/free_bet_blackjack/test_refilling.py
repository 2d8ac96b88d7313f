"""In the middle of filling the shoe, 672a.12(f): loss of power, a void round, cards that come in between."""

import pytest
from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.state import BURN, Table
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import one_box
from tests.controller.games.free_bet_blackjack.slips import (
    cards,
    empty,
    in_error,
    power_lost,
    short_at_hit,
    sorted_rows,
)
from tests.support import Play

CITED = "topic:too-few-cards"
BATCH = 6 * 52


# ---- in the middle of it ---------------------------------------------------------------------------------

STEPS = ("shuffle", "cut", "load", "burn")


def at_step(step: str) -> Play:
    """The shoe ran short at a hit, and this step of filling it is due."""
    table = short_at_hit()
    if step != "shuffle":
        table.ask(c.ShuffleCards())
    if step in ("load", "burn"):
        table.cut()
    if step == "burn":
        table.shoe.inside.extend(["KC", "4S", "5S"])
        table.ask(c.LoadShoe())
    assert table.table.refill == step
    return table


@clause("672a.12(f)", "house.2")
@pytest.mark.parametrize("step", STEPS)
def test_loss_of_power_in_each_step(step: str) -> None:
    table = at_step(step)
    power_lost(table)
    assert table.table.refill == step
    if step == "shuffle":
        table.ask(c.ShuffleCards())
    if step in ("shuffle", "cut"):
        table.cut()
    if step != "burn":
        table.shoe.inside.extend(["KC", "4S", "5S"])
        table.ask(c.LoadShoe())
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert [card.draw for card in table.table.removed] == [1, 8]
    table.finish()
    assert sorted_rows(table) == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
    ]


@clause("672a.12(f)", "house.9")
@pytest.mark.parametrize("step", STEPS)
def test_the_floorperson_voids_the_round_in_each_step(step: str) -> None:
    table = at_step(step)
    table.report("reader", m.FaultRaised("reader"))
    assert "void_round" in [way.name for way in table.table.holds[0].remedies]
    table.choose("void_round")
    assert (table.table.phase, table.table.refill) == ("Collecting", "")
    assert table.rows() == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (2, 1, "blackjack", "void", 0, 2000, 0),
    ]
    table.report("reader", m.FaultCleared("reader"))
    table.run()
    assert table.table.phase == "Shuffling"
    table.shuffle("3C 8S 7H 9D TC")
    table.floor(c.InspectReader())
    table.wager(1, 1000)
    table.deal()
    assert cards(table, 1) == ("8S", "9D")


@clause("672a.12(f)", "672a.12(b)")
def test_a_card_in_error_before_the_first_is_removed_is_the_one_that_goes() -> None:
    table = at_step("burn")
    table.report("reader", m.FaultRaised("reader"))
    in_error(table, "unexposed")
    table.report("reader", m.FaultCleared("reader"))
    table.choose("repaired")
    assert table.events(ev.CardDealt)[-1] == ev.CardDealt(8, SEALED, BURN)
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")


@clause("672a.12(f)", "672a.12(a)")
def test_a_first_card_that_lies_face_up_is_discarded_and_the_next_one_removed() -> None:
    table = short_at_hit()
    table.refill("5D! KC 4S 5S")
    table.run()
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert [card.card for card in table.table.removed] == [SEALED, "5D", SEALED]


@clause("672a.12(f)")
def test_what_leaves_the_shoe_while_it_is_filled_is_no_card_of_the_round() -> None:
    table = at_step("cut")
    table.shoe.inside.append("9C")
    table.draw()
    assert table.table.holds == ()
    assert (table.table.ahead, table.table.phase) == ((), "Refilling")


@clause("672a.12(f)")
def test_without_any_discards_the_floorperson_voids_the_round() -> None:
    table = one_box("2C TS 7H 2D TC")
    batch = supply.current(table.table.standing.supply)
    assert batch is not None
    table.table = _with_decks(table, 0)
    empty(table)
    table.ask(c.Decide(1, "hit"))
    (hold,) = table.table.holds
    assert (hold.kind, [way.name for way in hold.remedies]) == ("too-few-cards", ["void_round"])
    table.choose("void_round")
    assert table.rows() == [(1, 1, "blackjack", "void", 0, 1000, 0)]


def _with_decks(table: Play, decks: int) -> Table:
    """As if the batch had so many decks: a rack without discards."""
    standing = table.table.standing
    batches = tuple(replace(batch, decks=decks) for batch in standing.supply.batches)
    return replace(table.table, standing=replace(standing, supply=replace(standing.supply, batches=batches)))
