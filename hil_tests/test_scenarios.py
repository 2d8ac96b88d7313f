"""The scenarios on a rig: the result is what the clauses say and, word for word, what it is in memory,
whatever the rig.

Our own, or those of the folders that --scenarios names. What they should come to stands beside them: of our
own everything, of others what their maker wrote down.
"""

from pathlib import Path
from typing import Any

import pytest

from controller.citations import resolver
from controller.games import find_game
from controller.rehearsal import steps as s
from controller.rehearsal.bench import Bench
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Scenario, installed, load_scenario
from hil_tests.rig import Rig
from tests.scenarios import FOLDER, contradictions, differences, expected, expected_file


def needed_by(scenario: Scenario) -> frozenset[str]:
    """What a rig must be able to do so that this scenario can be played at it."""
    needed = {"hands"}
    for step in scenario.steps:
        if isinstance(step, s.PowerLoss):
            needed.add("restart")
        elif isinstance(step, s.Fault):
            needed.add({"unplug": "unplug", "reset": "power-cycle"}.get(step.kind, "faults"))
    return frozenset(needed)


def played(scenario: Scenario, bench: Bench) -> dict[str, Any]:
    """What `rehearse --json` prints of this scenario, played at this bench."""
    game = find_game(scenario.game)
    try:
        return Script(scenario, game, bench, resolver(game.chapter)).run()
    finally:
        bench.close()


def in_memory(scenario: Scenario) -> dict[str, Any]:
    """The same, played as `rehearse` does where nothing is said: in memory, in virtual time."""
    game = find_game(scenario.game)
    return played(scenario, MemoryBench(game, scenario.rules, equipment=installed(scenario)))


def judged(document: dict[str, Any], path: Path) -> list[str]:
    """Where the result is not what stands beside the file; nothing may stand beside a file of others."""
    if FOLDER in path.resolve().parents:
        return differences(document, expected(path))
    return contradictions(document, expected(path)) if expected_file(path).exists() else []


def test_scenario(rig: Rig, scenario_path: Path) -> None:
    scenario = load_scenario(scenario_path)
    why = rig.lacks(needed_by(scenario))
    if why:
        pytest.skip(why)
    document = played(scenario, rig.bench(find_game(scenario.game), scenario.rules, installed(scenario)))
    assert judged(document, scenario_path) == []
    assert document == in_memory(scenario)
