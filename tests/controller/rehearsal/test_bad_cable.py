"""Scenarios played over bad cables: what comes of them is what follows from the clauses, all the same.

Whole days, from bytes to settlement, with frames that are lost, come twice, are garbled, split and late.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.citations import resolver
from controller.games import find_game
from controller.rehearsal import bench as benches
from controller.rehearsal import memory_bench
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, load_scenario
from controller.table.commands import Reported
from controller.table.state import SHUFFLERS
from drivers.messages import DeviceLost
from drivers.simulated.noise import Cable, Rates
from tests.scenarios import differences, expected, named, scenario_files

BAD = Rates(drop=0.02, duplicate=0.05, corrupt=0.02, split=0.2, delay=0.01)
FILES = scenario_files()
SEEDS = range(2)
MOST_TRIES = 10


def play(path: Path, cable: Callable[[], Cable] | None) -> tuple[MemoryBench, list[str]]:
    """The bench on which it was played, and what came out otherwise than it should."""
    scenario = load_scenario(path)
    game = find_game(scenario.game)
    # A shuffle takes minutes, in which a link has nothing but its heartbeats to lose.
    speed = 20.0 if scenario.equipment.shuffler in SHUFFLERS else 1.0
    bench = MemoryBench(game, scenario.rules, speed, cable, installed(scenario))
    document = Script(scenario, game, bench, resolver(game.chapter)).run()
    return bench, differences(document, expected(path))


def losses(bench: MemoryBench) -> int:
    return sum(isinstance(given, Reported) and type(given.what) is DeviceLost for given, _ in bench.rulings)


def noisy(path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[MemoryBench, list[str]]:
    """Played over bad cables; all noise, boot ids and nonces are of one seed."""
    source = random.Random(seed)
    for module in (benches, memory_bench):
        monkeypatch.setattr(module, "random32", lambda: source.getrandbits(32) | 1)
    return play(path, lambda: Cable(source, BAD))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_scenario_over_bad_cables(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where three heartbeats in a row are lost, the device is lost and the floor is asked: that is another
    day than the script's, and the next seed is taken."""
    plain, differs = play(path, None)
    assert differs == []
    for seed in SEEDS:
        tries = (noisy(path, seed + 100 * again, monkeypatch) for again in range(MOST_TRIES))
        bench, differs = next(one for one in tries if losses(one[0]) == losses(plain))
        assert differs == []
        assert bench.table.phase == "Closed"
        assert bench.pump.sealed == ""


def test_the_cables_are_bad_and_the_link_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the scenarios above would show nothing."""
    path = next(path for path in FILES if path.stem == "long-box-by-box")
    played = [noisy(path, seed, monkeypatch)[0] for seed in range(1, 4)]
    counted = [one.counters() for bench in played for one in bench.conversations.values()]
    assert sum(one.dropped for one in counted) > 5
    assert sum(one.resent for one in counted) > 5
    assert sum(one.repeats for one in counted) > 0
    assert sum(one.violations for one in counted) == 0
