"""Every input in every phase of a round of poker: never an exception; what is refused changes nothing."""

from collections.abc import Iterator

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.commands import Asked, Input, Reported, Told
from controller.table.ruling import fold, rule_on
from controller.table.state import Table
from drivers import messages as m
from tests.controller.consoles.poker import FOUR, GAME, ROYAL, tables
from tests.controller.table.test_every_input import COMMANDS, NOTICES, REPORTS

POKER: tuple[c.Command, ...] = tuple(
    c.Decide(box, verb, cards=cards)
    for box in (1, 2, 3, 9)
    for verb in GAME.verbs
    for cards in ((), (1,), (1, 2), (1, 1), (0, 6), (5, 4, 3, 2, 1))
)
ROUND = ("Betting", "NoMoreBets", "Dealing", "PlayerDecisions", "LockedIn", "Options", "Reveal", "Collecting")


def inputs() -> Iterator[Input]:
    for command in (*COMMANDS, *POKER):
        yield Asked("dealer", "somebody", command)
        yield Asked("floorperson", "somebody", command)
    for report in REPORTS:
        for name in ("shoe", "wagers", "stranger"):
            yield Reported(name, 1, 1, 0, report)
    for notice in NOTICES:
        yield Told(notice)


def in_phase(phase: str) -> list[Table]:
    return [table for script in (FOUR, ROYAL) for table in tables(script) if table.phase == phase][::3]


def test_the_scripts_come_through_every_phase_of_a_round() -> None:
    assert {table.phase for table in tables()} >= set(ROUND)


@clause("house.11")
@pytest.mark.parametrize("phase", ROUND)
@pytest.mark.parametrize("question", [False, True])
def test_every_input_in_every_phase_of_poker(phase: str, question: bool) -> None:
    held = Told(c.DefectMet("bug"))
    for plain in in_phase(phase):
        table = rule_on(GAME, plain, held).table if question else plain
        for given in inputs():
            ruling = rule_on(GAME, table, given)
            assert fold(GAME, table, ruling.events) == ruling.table
            if ruling.refused is not None:
                assert ruling.table == table, given
                assert ruling.events == (ruling.refused,)
                assert ruling.refused.why
                assert ruling.refused.clause
            if question and isinstance(given, Asked):
                allowed = (c.ChooseRemedy, c.EnterCard, c.ReportIncident)
                assert ruling.refused is not None or isinstance(given.what, allowed), given
            if ruling.table.holds:
                assert isinstance(ruling.table.wanted_shoe, m.Lock)
            assert all(prompt.words for prompt in GAME.prompts(ruling.table))
