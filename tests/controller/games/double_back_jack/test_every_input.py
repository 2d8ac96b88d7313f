"""Every kind of input at every point of a day with a Second Chance: ruled on, folded alike, without effect
where it is refused. Which input is right when is tested by clause."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.commands import Asked, Input
from controller.table.ruling import fold, rule_on
from controller.table.state import Lie, Table
from drivers import messages as m
from tests.controller.games.double_back_jack.playing import DoubleBackJack, offered
from tests.controller.games.free_bet_blackjack.slips import in_error
from tests.controller.table.test_every_input import inputs

OWN: tuple[Input, ...] = (
    *(Asked("dealer", "dealer", c.Decide(box, "second_chance")) for box in (1, 2)),
    *(Asked("dealer", "dealer", c.DeclineSecondChance(box)) for box in (1, 2)),
    Asked("floorperson", "floorperson", c.DeclineSecondChance(1)),
    *(c.Reported("wagers", 1, 9, 0, m.Placed(1, (("second_chance", cents),))) for cents in (0, 500, 1000)),
    c.Reported("wagers", 1, 9, 0, m.TakenBack(1, "second_chance", 1000)),
    c.Reported("wagers", 1, 9, 0, m.AttemptAfterClose(1, "second_chance", 1000)),
    c.Reported("wagers", 1, 9, 0, m.AttemptAfterClose(1, "second_chance", -1000)),
    Asked("dealer", "dealer", c.CardWent(Lie(8, 2, 1))),
    Asked("dealer", "dealer", c.CardWent(Lie(9, 2, 1))),
)


def day() -> DoubleBackJack:
    """From the opening of a table to its closing: one Second Chance waits, another is declined."""
    table = offered("5C 9S 6S KH", 1000, 1000)
    table.ask(c.Decide(1, "second_chance"))
    table.place(1, ("second_chance", 1000))
    table.run()
    table.play(2, "hit")
    table.decline(2)
    table.finish()
    table.close_table()
    return table


def astray() -> DoubleBackJack:
    """The same with a card that was seen, a card that was forgotten, and the power lost in between."""
    table = offered("5C 9S 6S", 1000, 1000)
    in_error(table)
    table.ask(c.Decide(1, "second_chance"))
    table.place(1, ("second_chance", 1000))
    table.ask(c.CardWent(Lie(9, 2, 1)))
    table.choose("late_card")
    table.ask(c.Decide(2, "second_chance"))
    table.lose("shoe")
    table.choose("void_round")
    return table


def stands(table: DoubleBackJack) -> list[Table]:
    """The Tables that were met, one of each phase and thing that is waited for."""
    met = {}
    for _, ruling in table.log:
        now = ruling.table
        hand = now.hands[now.turn] if now.turn < len(now.hands) else None
        over = hand is not None and hand.total > 21
        asked = (now.asked.verb, bool(now.asked.chips)) if now.asked is not None else ("", False)
        met[now.phase, over, asked, tuple(hold.kind for hold in now.holds), bool(now.ahead)] = now
    assert {"Betting", "Dealing", "PlayerDecisions"} <= {key[0] for key in met}
    assert {("second_chance", True), ("second_chance", False)} & {key[2] for key in met}
    return list(met.values())


@clause("673a.7(l)", "house.1")
@pytest.mark.parametrize("made", [day, astray], ids=["as it should", "astray"])
def test_every_input_is_ruled_on_in_every_phase_of_a_day_with_an_offer(made: object) -> None:
    assert callable(made)
    table: DoubleBackJack = made()
    for now in stands(table):
        for one in (*inputs(), *OWN):
            ruling = rule_on(table.game, now, one)
            assert fold(table.game, now, ruling.events) == ruling.table
            if ruling.refused is not None:
                assert ruling.table == now


@clause("673a.7(l)")
@pytest.mark.parametrize("phase", ["Betting", "Dealing", "Insurance", "Peeking", "DealerPlay", "Settling"])
def test_outside_the_decisions_nothing_is_offered_and_nothing_declined(phase: str) -> None:
    table = DoubleBackJack("2C TS AH 6D 5C 5D KC")
    table.wager(1, 1000)
    met = {"Betting": table.table}
    table.deal()
    table.place(1, ("insurance", 500))
    table.close_insurance()
    table.play(1, "stand")
    for _, ruling in table.log:
        met.setdefault(ruling.table.phase, ruling.table)
    for what in (c.Decide(1, "second_chance"), c.DeclineSecondChance(1)):
        ruling = rule_on(table.game, met[phase], Asked("dealer", "dealer", what))
        assert ruling.refused is not None
        assert ruling.table == met[phase]
