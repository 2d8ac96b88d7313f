"""A rehearsal over serial ports on a computer that is held up: it takes longer, and the result is the same.

At a table a second of standing still is a second in which nobody was heard, and the devices lock themselves.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from controller.citations import resolver
from controller.games import find_game
from controller.rehearsal.fair_clock import MOST, FairClock
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, load_scenario
from drivers.conversation import LOST_AFTER
from tests.scenarios import scenario_files

STOP = LOST_AFTER + 0.35
"""Seconds in which a device is lost, and one that is permitted something locks itself."""
WITHIN = 60.0
PLAYED = next(path for path in scenario_files() if path.stem == "long-box-by-box")


def wait_for_port(folder: Path) -> None:
    """Until the rehearsal in that folder has plugged its devices in."""
    end = time.monotonic() + WITHIN
    while not list(folder.glob("*/wagers")):
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_rehearsal_that_is_stopped_and_let_go_on_comes_to_the_same_result(tmp_path: Path) -> None:
    line = (sys.executable, "-m", "controller", "rehearse", str(PLAYED), "--json", "--link", "pty")
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment) as process:
        wait_for_port(tmp_path)
        for _ in range(2):
            time.sleep(0.05)
            process.send_signal(signal.SIGSTOP)
            time.sleep(STOP)
            assert process.poll() is None, "it is over already: nothing was tried"
            process.send_signal(signal.SIGCONT)
        said, _ = process.communicate(timeout=WITHIN)
    scenario = load_scenario(PLAYED)
    game = find_game(scenario.game)
    bench = MemoryBench(game, scenario.rules, equipment=installed(scenario))
    assert json.loads(said) == Script(scenario, game, bench, resolver(game.chapter)).run()


def test_the_clock_goes_on_as_long_as_its_thread_runs_and_stands_where_it_does_not() -> None:
    clock = FairClock()
    really = time.monotonic()
    began, wall = clock.monotonic(), clock.wall_ms()
    time.sleep(0.2)
    assert MOST < clock.monotonic() - began <= time.monotonic() - really
    clock.close()
    stood = clock.monotonic()
    time.sleep(0.1)
    assert clock.monotonic() - stood <= MOST
    passed = (clock.monotonic() - began) * 1000
    assert abs(clock.wall_ms() - wall - passed) < 2


def test_the_clock_stands_until_its_witness_has_answered() -> None:
    answers = threading.Semaphore(0)
    clock = FairClock(lambda: bool(answers.acquire(timeout=WITHIN)) or None)
    time.sleep(MOST + 0.05)
    began = clock.monotonic()
    time.sleep(0.1)
    assert clock.monotonic() == began
    answers.release(1000)
    time.sleep(0.1)
    assert clock.monotonic() > began
    clock.close()
