"""Every input at a table with a double shoe, in every phase, with and without an open question: never an
exception; what is refused changes nothing; what a journal folds is what was ruled."""

from collections.abc import Iterator

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import supply
from controller.table.commands import Asked, Input, Reported, Told
from controller.table.ruling import Ruling, fold, rule_on
from controller.table.state import Batch, Table
from drivers import messages as m
from tests.controller.games.blackjack.double import RIGHT, DoubleTable
from tests.controller.games.blackjack.playing import GAME
from tests.controller.table.test_every_input import COMMANDS, NOTICES, REPORTS

OF_SIDES: tuple[m.Report, ...] = (
    *(m.CardDrawn(draw, card, side=RIGHT) for draw in (1, 6, 99) for card in ("AS", "##", "??")),
    m.CardDrawn(6, "##", locked=True, side=RIGHT),
    m.CardDrawn(6, "AS", face_up=True, side=RIGHT),
    m.DoubleFeed(6, RIGHT),
    m.CardPushedBack(5, RIGHT),
    m.CoverCardOut(5, RIGHT),
    m.ShoeEmpty(5, RIGHT),
    m.Disclosed(5, "??", RIGHT),
)
ASKED: tuple[c.Command, ...] = (
    *(c.DirectReshuffle(side) for side in ("left", "right", "middle")),
    c.OpenTable((Batch("red", 1), Batch("blue", 1, "preshuffled"))),
    c.ChangeCards((Batch("red", 1), Batch("blue", 1))),
)


def inputs() -> Iterator[Input]:
    for command in (*COMMANDS, *ASKED):
        for role in ("dealer", "floorperson"):
            yield Asked("dealer" if role == "dealer" else "floorperson", "somebody", command)
    for report in (*REPORTS, *OF_SIDES):
        yield Reported("shoe", 1, 1, 0, report)
    for notice in NOTICES:
        yield Told(notice)


def day() -> Iterator[Table]:
    """Every Table of a day: an ace up, a wrong card, both cover cards, a side that runs short, an idle
    time."""
    table = Trusting("KH CUT AH 9H 8H", "2D CUT 9S 8S 7S").opened()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    for side in (None, None, None, RIGHT):
        table.draw(side=side)
    table.run()
    table.finish()
    table.prepare()
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    table.draw()
    table.report("shoe", m.ShoeEmpty(table.two.last, table.double.designated))
    table.counts = False
    table.refill("5S 9D 4D")
    table.run()
    table.finish()
    table.prepare()
    table.ask(c.LeaveIdle())
    while table.prompt() == "collect_shoe":
        table.take_out()
    for _ in range(2):
        table.ask(c.SpreadCards("down"))
    table.ask(c.CardsSeen("Ann"))
    table.prepare()
    table.floor(c.CloseTable())
    table.take_out()
    table.take_out()
    assert table.table.phase == "Closed"
    for _, ruling in table.log:
        yield ruling.table


class Trusting(DoubleTable):
    """Where the dealer counts what the draws say, whatever a fake shoe was said to hold."""

    def take_out(self) -> Ruling:
        return self.ask(c.CollectShoe(supply.expected_in_shoe(self.table)))


def by_phase() -> dict[str, list[Table]]:
    found: dict[str, list[Table]] = {}
    for table in day():
        there = found.setdefault(table.phase, [])
        if table not in there:
            there.append(table)
    return found


TABLES = by_phase()


def test_every_phase_is_reached() -> None:
    """A card reader is asked in the round with the ace up."""
    assert set(TABLES) == set(GAME.phases.phases)


@clause("house.11")
@pytest.mark.parametrize("phase", GAME.phases.phases)
@pytest.mark.parametrize("question", [False, True])
def test_every_input_in_every_phase(phase: str, question: bool) -> None:
    held = Told(c.DefectMet("bug"))
    for plain in TABLES[phase][::2]:
        table = rule_on(GAME, plain, held).table if question else plain
        for given in inputs():
            ruling = rule_on(GAME, table, given)
            assert fold(GAME, table, ruling.events) == ruling.table
            if ruling.refused is not None:
                assert ruling.table == table, given
            if ruling.table.holds:
                assert isinstance(ruling.table.wanted_shoe, m.Lock)
            assert all(prompt.words for prompt in GAME.prompts(ruling.table))


def test_a_shoe_is_permitted_cards_of_the_designated_side_alone() -> None:
    """In every Table of the day and after every input: either side only while nobody knows which one
    deals."""
    for table in (one for many in TABLES.values() for one in many):
        for given in inputs():
            after = rule_on(GAME, table, given).table
            told = after.wanted_shoe
            if isinstance(told, m.Permit) and told.up_to > after.last:
                assert after.double is not None
                known = after.double.designated
                assert told.side == (m.EITHER if known < 0 else known), given
                assert known >= 0 or told.up_to == after.last + 1, "one determinant card"
