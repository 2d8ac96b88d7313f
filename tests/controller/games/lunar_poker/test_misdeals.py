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
    table = at(phase, "buy")
    lying = {(one.box, one.wager, one.stake) for one in table.table.stacks}
    assert table.ask(c.ReportMisdeal(kind), role).refused is None
    returned = [one for one in table.rows() if one[3] == "void"]
    assert {(one[0], one[2], one[5]) for one in returned} == lying
    assert {one.clause for one in table.settlements() if one.outcome == "void"} == {cited}
    assert is_void(table)
    assert records(table)[-1] == (kind.replace("_", "-"), cited)


@clause("671a.13(c)", "671a.13(d)")
@pytest.mark.parametrize(("kind", "cited"), CITED)
@pytest.mark.parametrize("phase", ["Betting", "NoMoreBets", "Settling", "Collecting"])
def test_before_the_cards_and_once_all_is_settled_nothing_is_void(kind: str, cited: str, phase: str) -> None:
    """Where nothing lies there any more there is nothing to return: what was settled stays settled."""
    table = at(phase)
    dealt = phase in ("Settling", "Collecting")
    refused(table.ask(c.ReportMisdeal(kind)), cited if dealt else "topic:out-of-turn")
    assert table.events(ev.RoundVoided) == []
    assert not (dealt and table.table.stacks)


@clause("671a.13(d)")
@pytest.mark.parametrize("verb", ["bet", "fold"])
@pytest.mark.parametrize("phase", ["LockedIn", "Reveal"])
def test_the_dealers_cards_may_be_seen_once_all_have_folded_or_placed_a_bet(verb: str, phase: str) -> None:
    table = at(phase, verb)
    refused(table.ask(c.ReportMisdeal("dealer_exposed")), "671a.13(d)")
    assert table.events(ev.RoundVoided) == []


@clause("671a.13(d)", "671a.11(b)(2)")
def test_a_bet_whose_chips_do_not_lie_there_was_not_placed() -> None:
    table = at("PlayerDecisions")
    table.decide(1, "bet")
    assert table.ask(c.ReportMisdeal("dealer_exposed")).refused is None
    assert is_void(table)


@clause("671a.13(c)")
def test_a_wrong_number_voids_all_hands_also_when_it_is_found_as_the_dealer_turns_the_cards() -> None:
    table = at("Reveal")
    assert table.ask(c.ReportMisdeal("wrong_number")).refused is None
    table.answers = True
    table.run()
    assert [one[2:4] for one in table.rows()] == [("super", "lose"), ("ante", "void"), ("bet", "void")]
    assert table.table.stacks == ()


@clause("671a.13(c)")
def test_what_is_no_misdeal_voids_nothing() -> None:
    refused(at("Dealing").ask(c.ReportMisdeal("a bad day")), "671a.13(c)")
