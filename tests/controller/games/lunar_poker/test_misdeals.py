"""What a person finds and what voids all hands: a wrong number of cards, the dealer's cards exposed:
671a.13(c), (d)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from tests.controller.games.lunar_poker.playing import refused
from tests.controller.games.lunar_poker.rounds import at, is_void, records

CITED = [("wrong_number", "671a.13(c)"), ("dealer_exposed", "671a.13(d)")]


@clause("671a.13(c)", "671a.13(d)")
@pytest.mark.parametrize(("kind", "cited"), CITED)
@pytest.mark.parametrize("phase", ["Dealing", "PlayerDecisions", "LockedIn", "Options"])
@pytest.mark.parametrize("role", ["dealer", "floorperson"])
def test_all_hands_are_void_and_what_lies_goes_back(kind: str, cited: str, phase: str, role: c.Role) -> None:
    table = at(phase)
    lying = {(one.box, one.wager, one.stake) for one in table.table.stacks}
    assert table.ask(c.ReportMisdeal(kind), role).refused is None
    returned = [one for one in table.rows() if one[3] == "void"]
    assert {(one[0], one[2], one[5]) for one in returned} == lying
    assert is_void(table)
    assert records(table)[-1] == (kind.replace("_", "-"), cited)


@clause("671a.13(c)", "671a.13(d)")
@pytest.mark.parametrize("kind", c.MISDEALS)
@pytest.mark.parametrize("phase", ["Betting", "NoMoreBets", "Reveal", "Settling", "Collecting"])
def test_before_the_cards_and_once_all_have_folded_or_bet_it_voids_nothing(kind: str, phase: str) -> None:
    table = at(phase)
    refused(table.ask(c.ReportMisdeal(kind)), "topic:out-of-turn")
    assert table.events(ev.RoundVoided) == []


@clause("671a.13(c)")
def test_what_is_no_misdeal_voids_nothing() -> None:
    refused(at("Dealing").ask(c.ReportMisdeal("a bad day")), "671a.13(c)")
