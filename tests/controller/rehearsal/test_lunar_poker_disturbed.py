"""A session of Lunar Poker that is disturbed once, wherever its journal stands: the controller is killed, a
device is unplugged, or starts anew.

What lives here: the session; the bench that disturbs itself is in disturbed.py. The floor finds that cards
and chips agree with the record and has the round go on; then the result is the one that the session has
undisturbed, and the audit finds nothing. Some of the entries are tried; TABLE_CONTROLLER_EVERY_ENTRY=1 tries
them all.
"""

import os
from typing import Any

import pytest
import yaml

from controller.audit import audit
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import read_scenario
from tests.controller.rehearsal.disturbed import DisturbedBench
from tests.oracle.lunar_poker import play_scenario
from tests.oracle.test_lunar_poker_against_oracle import differences

GAME = find_game("lunar-poker")
STEP = 1 if os.environ.get("TABLE_CONTROLLER_EVERY_ENTRY") else 9
ENTRIES = 130
"""Of the session undisturbed, rounded down; test_the_session_is_long_enough keeps it true."""
NEVER = 10**9
SHUFFLED: dict[str, dict[str, Any]] = {
    "none": {},
    "two decks": {"shuffler": "batch"},
    "one deck": {"shuffler": "batch", "backs": ["red"]},
}
"""What shuffles: the dealer, or a shuffler."""

# Box 1 has a straight flush, box 2 buys its sixth card, box 3 exchanges two, box 5 folds; 7C lies face up.
FIRST = "5H 9C KD 3C 4D 6H 9D KC 4C 6S 7C! 7H 4S 2C 8D AD 8H 8S 3D JC TD 9H 2S 7S QS KH 4H KS 5C 2D"
SECOND = "2C 4S 5D 7C 9S 9D JH JD KC KS 2H 3S"
SESSION: dict[str, Any] = {
    "format": 1,
    "title": "a session that is disturbed",
    "game": "lunar-poker",
    "cards": FIRST,
    "steps": [
        {"wager": {"box": 1, "ante": 10, "super": 10, "super_on_dealer": 5}},
        {"wager": {"box": 2, "ante": 20, "super": 20}},
        {"wager": {"box": 3, "ante": 10, "super": 15, "super_on": {2: 5}}},
        {"wager": {"box": 5, "ante": 5, "super": 5}},
        "deal",
        {"play": {"box": 3, "do": "exchange", "cards": "2C 3D"}},
        {"play": {"box": 5, "do": "fold"}},
        {"play": {"box": 2, "do": "buy"}},
        {"play": {"box": 2, "do": "bet"}},
        {"play": {"box": 3, "do": "bet"}},
        {"shuffle": SECOND},
        {"wager": {"box": 4, "ante": 10, "super": 10}},
        "deal",
        {"play": {"box": 4, "do": "buy"}},
        {"play": {"box": 4, "do": "fold"}},
    ],
}


def played(at: int, disturbance: str, equipment: str = "none") -> tuple[dict[str, Any], DisturbedBench]:
    """The session, disturbed at that entry: its result, and the bench. equipment: one of SHUFFLED."""
    session = {**SESSION, "equipment": SHUFFLED[equipment]}
    scenario = read_scenario(yaml.safe_dump(session, sort_keys=False), "the session")
    bench = DisturbedBench(scenario, disturbance, at=at)
    return Script(scenario, GAME, bench, lambda cited: cited).run(), bench


def test_the_session_is_long_enough() -> None:
    document, bench = played(NEVER, "kill")
    assert ENTRIES <= bench.journal.head.number < ENTRIES + 20
    assert differences(play_scenario(SESSION), document) == []


def closed(at: int, disturbance: str, equipment: str = "none") -> tuple[dict[str, Any], int]:
    """The session's result, disturbed at that entry, and its rounds by the audit, which finds nothing."""
    document, bench = played(at, disturbance, equipment)
    assert bench.disturbed
    assert bench.pump.sealed == ""
    assert bench.table.phase == "Closed"
    found = audit(bench.journal.entries())
    assert (found.differences, found.open_round) == ((), False)
    return document, found.rounds


@pytest.mark.parametrize("disturbance", ["kill", "unplug shoe", "unplug wagers", "reset wagers"])
@pytest.mark.parametrize("at", range(4, ENTRIES, STEP))
def test_the_result_is_the_same(at: int, disturbance: str) -> None:
    document, rounds = closed(at, disturbance)
    assert rounds == 2
    assert differences(play_scenario(SESSION), document) == []


@pytest.mark.parametrize("at", range(4, ENTRIES, STEP))
def test_a_shoe_that_starts_anew_has_forgotten_its_cards(at: int) -> None:
    """What it kept sealed is entered from sight where it matters. A card whose report was lost with it the
    table never sees; a floor that looks would not have that round go on, and its result is not compared."""
    document, rounds = closed(at, "reset shoe")
    assert rounds == len(document["rounds"]) > 0


@clause("671a.3(b)(3)", "671a.5(a)", "671a.13(e)", "house.2")
@pytest.mark.parametrize("equipment", ["two decks", "one deck"])
@pytest.mark.parametrize("disturbance", ["kill", "unplug shuffler", "reset shuffler"])
@pytest.mark.parametrize("at", range(4, ENTRIES, STEP))
def test_a_shuffler_that_is_disturbed_shuffles_again(at: int, disturbance: str, equipment: str) -> None:
    document, rounds = closed(at, disturbance, equipment)
    assert rounds == 2
    assert differences(play_scenario(SESSION), document) == []
