"""The same deck, dealt from the hand and dealt from a manual shoe, comes to the same document (671a.9).

What lives here: scenarios of Lunar Poker, random ones and those of tests/scenarios, told again for a table
without a shoe. What the shoe's round must come to is judged by the oracle and by the expected results. A
scenario that names the shoe, or loses power while a shuffler works, has no such double.
TABLE_CONTROLLER_ORACLE_SEEDS asks for more seeds, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from controller.citations import resolver
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal import play
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.scenario import installed, read_scenario
from tests.oracle.generate_lunar_poker import random_scenario
from tests.scenarios import scenario_files

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "80"))
HAND = {"shoe": "hand", "shuffler": "batch"}
OF_A_SHOE = ("device: shoe", "power_loss", "equipment:")
FILES = [
    path
    for path in scenario_files()
    if path.parent.name == "lunar-poker" and not any(word in path.read_text() for word in OF_A_SHOE)
]

Document = dict[str, Any]


def rehearsed(scenario: Document) -> Document:
    """The result document, without the reasons of refusals: in which phase of a shuffle one came says how the
    cards are shuffled."""
    read = read_scenario(yaml.safe_dump(scenario, sort_keys=False, width=110), "test")
    game = find_game(read.game)
    bench = MemoryBench(game, read.rules, 50.0, equipment=installed(read))
    try:
        document: Document = play.Script(read, game, bench, resolver(game.chapter)).run()
    finally:
        bench.close()
    refusals = [(one["step"], one["clause"]) for one in document["refusals"]]
    return {**document, "refusals": refusals}


def test_there_are_scenarios_to_be_told_again() -> None:
    assert len(FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@clause("671a.9(b)", "671a.11(c)", "671a.11(d)(1)", "671a.11(e)", "671a.11(f)")
def test_a_scenario_comes_to_the_same(path: Path) -> None:
    said = yaml.safe_load(path.read_text(encoding="utf-8"))
    shoe = rehearsed(said)
    assert shoe["rounds"]
    assert rehearsed({**said, "equipment": HAND}) == shoe


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
@clause("671a.9(b)", "671a.11(c)", "671a.11(d)(1)", "671a.11(e)", "671a.11(f)")
def test_a_random_scenario_comes_to_the_same(seed: int) -> None:
    scenario = random_scenario(seed)
    scenario.pop("equipment", None)
    assert rehearsed({**scenario, "equipment": HAND}) == rehearsed(scenario)
