"""The scenarios on a rig: the result is the one that was worked out from the clauses, whatever the rig."""

from pathlib import Path

import pytest

from controller.citations import resolver
from controller.games import find_game
from controller.rehearsal import steps as s
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Scenario, installed, load_scenario
from hil_tests.rig import Rig
from tests.scenarios import differences, expected


def needed_by(scenario: Scenario) -> frozenset[str]:
    """What a rig must be able to do so that this scenario can be played at it."""
    needed = {"hands"}
    for step in scenario.steps:
        if isinstance(step, s.PowerLoss):
            needed.add("restart")
        elif isinstance(step, s.Fault):
            needed.add({"unplug": "unplug", "reset": "power-cycle"}.get(step.kind, "faults"))
    return frozenset(needed)


def test_scenario(rig: Rig, scenario_path: Path) -> None:
    scenario = load_scenario(scenario_path)
    why = rig.lacks(needed_by(scenario))
    if why:
        pytest.skip(why)
    game = find_game(scenario.game)
    bench = rig.bench(game, scenario.rules, installed(scenario))
    try:
        document = Script(scenario, game, bench, resolver(game.chapter)).run()
    finally:
        bench.close()
    assert differences(document, expected(scenario_path)) == []
