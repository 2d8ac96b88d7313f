"""A writing process killed at a random moment: what it said was durable is there, and the chain holds."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from controller.journal import read_journal, verify
from tests.controller.journal.making import opened, second_opinion

WRITER = """
import os, pathlib, sys
from controller.clock import SystemClock
from controller.journal import Journal
journal = Journal.open(pathlib.Path(sys.argv[1]), clock=SystemClock(), table="T1")
journal.start(lambda number: os.write(1, b"%d\\n" % number), lambda error: os._exit(3))
while True:
    number = journal.head.number + 1
    journal.append(b"entry %d" % number + b"." * (number % 3000))
    if number % 50 == 0:
        journal.wait_durable(number, 10)
"""


@pytest.mark.parametrize("seed", range(8))
def test_kill_at_a_random_moment(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = tmp_path / "j"
    durable = 0
    for _ in range(2):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            first = child.stdout.readline()
            time.sleep(chance.random() * 0.15)
            child.kill()
            told = (first + child.stdout.read()).split(b"\n")[:-1]
            assert child.wait(10) == -9
        durable = max(durable, int(told[-1]))
        entries = list(read_journal(path))
        assert len(entries) >= durable
        for entry in entries:
            assert entry.body == b"entry %d" % entry.number + b"." * (entry.number % 3000)
        assert verify(path).good
        assert second_opinion(path)[0] == 0
        with opened(path) as journal:
            assert not journal.opening.lost
            assert journal.head.number == len(entries)
