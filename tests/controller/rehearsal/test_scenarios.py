"""Every scenario of ours, of every game, in memory: the real controller and drivers against firmware models.

The expectations were worked out from the clauses, which each file names at its head. The same files are
played on rigs by hil_tests; how a scenario file is read and refused is tested in test_scenario.py.
"""

from pathlib import Path

import pytest

from controller.audit import audit
from controller.citations import resolver
from controller.games import GAMES, find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, load_scenario
from tests.scenarios import differences, expected, named, scenario_files

FILES = scenario_files()


def test_every_game_has_scenarios() -> None:
    assert {path.parent.name for path in FILES} == set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_scenario(path: Path) -> None:
    scenario = load_scenario(path)
    game = find_game(scenario.game)
    bench = MemoryBench(game, scenario.rules, equipment=installed(scenario))
    document = Script(scenario, game, bench, resolver(game.chapter)).run()
    assert differences(document, expected(path)) == []
    assert bench.table.phase == "Closed"
    assert bench.pump.sealed == ""
    found = audit(bench.journal.entries())
    assert (found.differences, found.rounds, found.open_round) == ((), len(document["rounds"]), False)
