"""What no device sees and a person reports: wagers that are spoken or handled, 672a.6(a) and (c), cards that
a patron handles, 672a.7(t), and a player who leaves. It is on record, and changes nothing else."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import Irregularity
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import kinds, one_box, refused
from tests.controller.games.free_bet_blackjack.slips import power_lost, records
from tests.controller.table.standing import OPEN, at_phase
from tests.support import GAME, Play

STEPS: tuple[Callable[[Play], object], ...] = (
    lambda table: table.floor(c.OpenTable()),
    lambda table: table.ask(c.InspectCards()),
    lambda table: table.floor(c.VerifyInspection()),
    lambda table: table.ask(c.SpreadCards()),
    lambda table: table.ask(c.CardsSeen()),
    lambda table: table.ask(c.WashCards()),
    lambda table: table.ask(c.ShuffleCards()),
    lambda table: table.cut(),
    lambda table: table.ask(c.LoadShoe()),
    lambda table: table.ask(c.LeaveIdle()),
    lambda table: table.floor(c.CloseTable()),
)
"""From a closed table through every phase without a round."""
KINDS = [
    ("verbal_wager", "topic:wager-instruments", "a wager was spoken"),
    ("wager_handled", "topic:wager-is-final", "a patron handled a wager"),
    ("cards_handled", "topic:cards-handled", "a patron handled cards"),
    ("player_left", "topic:player-left", "a player left during the round"),
    ("other", "topic:incident", "an incident"),
]


def standing_in(phase: str) -> Play:
    """A table in this phase."""
    if phase in OPEN:
        return at_phase(phase)
    if phase == "Refilling":
        table = one_box("2C TS 7H 2D TC")
        table.report("shoe", m.ShoeEmpty(5))
        table.ask(c.Decide(1, "hit"))
    else:
        table = Play(opened=False)
        for step in STEPS:
            if table.table.phase == phase:
                break
            step(table)
    assert table.table.phase == phase
    return table


@clause("672a.6(a)", "672a.6(c)", "672a.7(t)", "house.21")
@pytest.mark.parametrize("role", ["dealer", "floorperson"])
@pytest.mark.parametrize("phase", GAME.phases.phases)
def test_it_is_on_record_in_every_phase_and_changes_nothing_else(phase: str, role: c.Role) -> None:
    table = standing_in(phase)
    before = table.table
    ruling = table.ask(c.ReportIncident("cards_handled", 1, "he turned a card"), role)
    assert ruling.refused is None
    assert ruling.events[0] == ev.IncidentRecorded("cards_handled", 1, "he turned a card", role, role)
    assert ruling.orders == ()
    added = Irregularity(
        "cards-handled", "topic:cards-handled", "box 1: a patron handled cards: he turned a card"
    )
    assert table.table == replace(before, irregularities=(*before.irregularities, added))


@clause("672a.6(a)", "672a.6(c)", "672a.7(t)", "house.21", "house.22")
@pytest.mark.parametrize(("kind", "cited", "words"), KINDS)
def test_each_kind_cites_what_it_is_about(kind: str, cited: str, words: str) -> None:
    table = one_box("2C TS 7H 2D TC")
    table.ask(c.ReportIncident(kind))
    assert table.table.irregularities == (Irregularity(kind.replace("_", "-"), cited, words),)


@clause("672a.7(t)", "house.21")
def test_it_is_taken_down_while_a_question_is_open() -> None:
    table = one_box("2C TS 7H 2D TC 4S 5S")
    table.draw()
    assert kinds(table) == ["card-in-error"]
    assert table.ask(c.ReportIncident("cards_handled", 1)).refused is None
    assert kinds(table) == ["card-in-error"], "the question stays as it was"
    power_lost(table)
    table.choose("unexposed")
    assert table.ask(c.ReportIncident("player_left", 1)).refused is None
    assert records(table) == [
        "cards-handled",
        "power-loss",
        "card-in-error-unexposed",
        "card-in-error",
        "player-left",
    ]


@clause("672a.6(a)")
def test_a_spoken_wager_counts_for_nothing() -> None:
    table = Play("2C TS 7H 2D TC")
    table.ask(c.ReportIncident("verbal_wager", 1, "ten dollars"))
    assert table.table.stacks == ()
    assert table.ask(c.NoMoreBets()).refused is not None, "nothing was placed"


@clause("672a.6(c)")
def test_a_wager_that_was_handled_stands_as_it_was_placed() -> None:
    table = one_box("2C TS 7H 9D TC 4S")
    table.ask(c.ReportIncident("wager_handled", 1))
    table.ask(c.Decide(1, "stand"))
    table.run()
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@clause("house.22", "672a.6(c)")
def test_the_hand_of_a_player_who_left_is_played_out() -> None:
    table = one_box("2C TS 7H 2D TC 4S")
    table.ask(c.ReportIncident("player_left", 1))
    assert table.prompt() == "decide"
    table.finish()
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)]


@clause("house.21")
@pytest.mark.parametrize(
    ("what", "cited", "words"),
    [
        (c.ReportIncident("", 1), "topic:incident", "is no kind of incident"),
        (c.ReportIncident("quarrel"), "topic:incident", "cards_handled"),
        (c.ReportIncident("other", 7), "topic:box-count", "boxes 1 to 6"),
        (c.ReportIncident("other", -1), "topic:box-count", "boxes 1 to 6"),
    ],
)
def test_what_names_no_incident_or_no_box_is_refused(what: c.ReportIncident, cited: str, words: str) -> None:
    table = one_box("2C TS 7H 2D TC")
    before = table.table
    refused(table.ask(what), cited, words)
    assert table.table == before


@clause("house.21")
def test_the_next_round_begins_without_the_last_ones_incidents() -> None:
    table = one_box("2C TS 7H 9D TC 4S")
    table.ask(c.ReportIncident("other"))
    table.ask(c.Decide(1, "stand"))
    table.run()
    assert (table.table.phase, records(table)) == ("Betting", [])
    assert [event.kind for event in table.events(ev.IncidentRecorded)] == ["other"]
