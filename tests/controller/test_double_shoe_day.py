"""A day at a table with a double shoe, over the real link in memory: what the journal, the screens and the
log say, what an audit finds, and that a loss of power at any step changes no round.
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.audit import audit
from controller.consoles.screens import screen
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal import steps as s
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Scenario, installed, load_scenario
from controller.table import events as ev
from controller.table.commands import Reported
from controller.table.state import Table
from drivers import messages as m
from drivers.cards import SEALED, is_known
from tests.controller.test_least_knowledge import cards_in, logged

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "blackjack"
NAMES = ("determinant-cards", "both-cover-cards", "from-the-wrong-side", "a-side-runs-short")
GAME = find_game("blackjack")


def scenario_of(name: str) -> Scenario:
    return load_scenario(SCENARIOS / f"{name}.yaml")


def played(scenario: Scenario) -> tuple[MemoryBench, dict[str, Any]]:
    """The bench after the whole script, and the result."""
    bench = MemoryBench(GAME, scenario.rules, 50.0, equipment=installed(scenario))
    return bench, Script(scenario, GAME, bench, lambda cited: cited).run()


def rounds(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The rounds without what was irregular."""
    return [{**one, "irregularities": []} for one in document["rounds"]]


# ---- audit, and a loss of power ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_day_is_ruled_on_again_and_nothing_differs(name: str) -> None:
    bench, _ = played(scenario_of(name))
    found = audit(bench.journal.entries())
    assert found.is_clean
    assert not found.open_round


def positions() -> Iterator[tuple[str, int]]:
    """Before each step, but where a shuffle is told that its cut is given by the next one."""
    for name in NAMES[:3]:
        steps = scenario_of(name).steps
        for at in range(len(steps)):
            if not (at and isinstance(steps[at - 1], s.Shuffle)):
                yield name, at


@clause("house.2", "633a.7(d)(1)", "633a.7(e)(2)")
@pytest.mark.parametrize(("name", "at"), list(positions()))
def test_a_loss_of_power_at_any_step_changes_no_round(name: str, at: int) -> None:
    whole = scenario_of(name)
    lost = (s.PowerLoss(), s.Floor("resume"))
    steps = (*whole.steps[:at], *lost, *whole.steps[at:])
    _, document = played(msgspec.structs.replace(whole, steps=steps))
    assert rounds(document) == rounds(played(whole)[1])
    assert document["refusals"] == []


# ---- no card before its time --------------------------------------------------------------------------


@clause("house.12")
@pytest.mark.parametrize("name", NAMES)
def test_nothing_shows_a_card_that_lies_face_down_or_has_not_left_its_side(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The journal knows a card from the shoe's report on; a screen shows it as it lies; a log names none."""
    with caplog.at_level(logging.DEBUG):
        bench, _ = played(scenario_of(name))
    assert cards_in(logged(caplog)) == set()
    told: dict[int, str] = {}
    for number, entry in enumerate(bench.entries(), 1):
        told.update(told_by(entry.given))
        for draw, card in cards_of(entry.events):
            assert told.get(draw) == card, f"entry {number} has a card that no report told"
    for _, ruling in bench.rulings:
        check_screen(ruling.table)


def told_by(given: object) -> dict[int, str]:
    what = given.what if isinstance(given, Reported) else None
    known = isinstance(what, m.CardDrawn | m.Disclosed) and is_known(what.card)
    return {what.draw: what.card} if known and isinstance(what, m.CardDrawn | m.Disclosed) else {}


def cards_of(events: tuple[ev.Event, ...]) -> Iterator[tuple[int, str]]:
    kinds = ev.CardDealt | ev.CardAhead | ev.CardRemoved | ev.CardDisclosed | ev.Determined
    for one in events:
        if isinstance(one, kinds) and is_known(one.card):
            yield one.draw, one.card


def check_screen(table: Table) -> None:
    """What lies face down is shown so, whatever the Table knows."""
    shown = screen(GAME, table, resolve=lambda topic: topic)
    text = msgspec.json.encode(shown).decode()
    up = {card for hand in (*table.hands, table.dealer) for card in hand.cards if is_known(card)}
    apart = {one.card for one in table.removed} | {one.card for one in table.ahead}
    found = {one.disposition[:2] for one in table.irregularities}
    assert cards_in(text) <= up | apart | found
    if len(table.dealer.cards) == 2 and table.phase in ("Dealing", "Insurance", "Peeking", "PlayerDecisions"):
        assert table.dealer.cards[1] == SEALED
        assert " " in shown.dealer.cards[1]


# ---- which side was dealt from ------------------------------------------------------------------------


@clause("633a.7(d)(1)", "633a.7(d)(2)")
def test_the_shoe_was_ordered_and_reports_the_sides_that_the_determinant_cards_named() -> None:
    bench, _ = played(scenario_of("determinant-cards"))
    events = [event for entry in bench.entries() for event in entry.events]
    told = [(one.side, one.designated) for one in events if isinstance(one, ev.Determined)]
    assert told == [(0, 0), (0, 1), (1, 0), (1, 1)]
    permits = [o for _, r in bench.rulings for o in r.orders if isinstance(o, m.Permit)]
    assert [one.side for one in permits if one.up_to and one.side == m.EITHER] == [m.EITHER] * 4
    left = [one.side for one in events if isinstance(one, ev.CardLeft)]
    assert left == [0, 0, 0, 0, *(0, 1, 1, 1, 1), *(1, 0, 0, 0, 0, 0), *(1, 1, 1, 1, 1)]
