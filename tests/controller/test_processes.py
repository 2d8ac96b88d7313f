"""A table as processes: killed at random moments, ended by signals, started twice.

The devices are three `simulate` processes on ptys, the table is `table-controller run`; what the people
at it see and do goes through its feed. TABLE_KILLS=100 kills more often.
"""

import os
import random
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.audit import read_entries
from controller.consoles.client import FeedClient
from controller.table.commands import Reported, Restarted
from drivers import messages as m
from tests.controller.house import PATIENCE, Gone, House, People, Process, installation, run

KILLS = int(os.environ.get("TABLE_KILLS", "8"))
SEED = int(os.environ.get("TABLE_KILLS_SEED", "1"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def people(house: House) -> Iterator[People]:
    people = People(house)
    yield people
    people.close()


def check_draws(house: House, people: People) -> None:
    """Every card that was pulled is on record once, in order; and every report of every device."""
    heard: dict[tuple[str, int], list[int]] = {}
    draws: dict[int, list[int]] = {}
    for entry in read_entries(house.journal):
        given = entry.given
        if not isinstance(given, Reported):
            continue
        if given.number:
            heard.setdefault((given.device, given.boot), []).append(given.number)
        if isinstance(given.what, m.CardDrawn | m.DoubleFeed):
            draws.setdefault(given.boot, []).append(given.what.draw)
    for device, numbers in heard.items():
        assert numbers == list(range(1, len(numbers) + 1)), device
    assert list(draws.values()) == [list(range(1, len(people.pulled) + 1))]


def test_house_2_killed_at_random_moments_the_table_goes_on(house: House, people: People) -> None:
    """SIGKILL with no warning, at dealing, wagering, starting; then the floor resumes by the screen."""
    chance = random.Random(SEED)
    house.start()
    killed = 0
    rounds = 1
    while killed < KILLS:
        table = house.table
        assert table is not None
        timer = threading.Timer(chance.random() * 0.4, table.child.kill)
        timer.start()
        try:
            while table.child.poll() is None:
                people.play(rounds)
                rounds += 1
        except Gone:
            pass
        timer.join()
        assert table.end(signal.SIGKILL) == -signal.SIGKILL
        people.close()
        killed += 1
        house.start()
    people.play(rounds)
    people.finish()
    people.close()
    assert house.table is not None
    assert house.table.end() == 0
    starts = [e for e in read_entries(house.journal) if isinstance(e.given.what, Restarted)]
    assert 0 < len(starts) <= KILLS, "a start that was killed before its entry was on disk is none"
    check_draws(house, people)
    found = run("audit", str(house.journal))
    assert found.returncode == 0, found.stdout + found.stderr
    assert ", 0 ruled on differently" in found.stdout
    chain = run("audit", "--chain", str(house.journal))
    assert chain.returncode == 0, chain.stdout + chain.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_table_cleanly(house: House, people: People, number: int) -> None:
    """In the middle of a round: at once, with status 0; and it goes on there."""
    house.start()
    while not any(box.hands for box in people.look().boxes):
        people.step()
    people.close()
    assert house.table is not None
    began = time.monotonic()
    assert house.table.end(number) == 0
    assert time.monotonic() - began < 2.0
    assert not house.feed.exists()
    house.start()
    assert [hold.kind for hold in people.look().holds] == ["power-loss"]
    people.play(1)


def test_a_second_table_on_the_same_journal_does_not_start(house: House, people: People) -> None:
    house.start()
    began = people.look().phase
    second = run("run", str(house.file), "--run-dir", str(house.folder))
    assert second.returncode == 2
    assert len(second.stderr.splitlines()) == 1
    assert str(house.journal) in second.stderr
    assert house.table is not None
    assert str(house.table.child.pid) in second.stderr
    assert people.look().phase == began, "the first one has not noticed"


def test_a_second_table_on_the_same_ports_does_not_start(house: House, people: People) -> None:
    """It has a journal and a feed of its own, and says which port somebody has."""
    house.start()
    assert people.until(lambda screen: all(device.ready for device in screen.devices))
    other = installation(house.folder, "t2")
    second = run("run", str(other), "--run-dir", str(house.folder))
    assert second.returncode == 2
    (line,) = second.stderr.splitlines()
    assert house.table is not None
    assert f"is in use by process {house.table.child.pid}" in line
    assert str(house.folder / "shoe") in line
    assert not (house.folder / "t2.sock").exists()
    assert all(device.ready for device in people.look().devices)


def test_a_feed_in_use_is_said(house: House, tmp_path: Path) -> None:
    """Somebody listens at the feed's path; the socket of a dead table is taken over (the kills do that)."""
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(house.feed))
        other.listen()
        done = run("run", str(house.file), "--run-dir", str(house.folder))
    assert done.returncode == 2
    assert str(house.feed) in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_device_process_that_dies_and_starts_again_is_found_again(house: House, people: People) -> None:
    """Its port comes back under the same name; it has started anew, and the floor is asked."""
    house.start()
    people.play(1)
    (shoe,) = (device for device in house.devices if device.name == "shoe")
    assert shoe.end(signal.SIGKILL) == -signal.SIGKILL
    assert people.until(lambda screen: [hold.kind for hold in screen.holds] == ["device-lost"])
    house.hands["shoe"].close()
    path = house.folder / "shoe"
    line = ("simulate", "shoe", "--port", str(path), "--control", f"{path}.ctl", "--speed", "50")
    house.devices.append(Process(house.folder, "shoe", *line).ready())
    assert people.until(lambda screen: [hold.kind for hold in screen.holds] == ["device-changed"])
    people.pulled.clear()
    people.play(2)


def test_a_table_starts_without_its_devices_and_waits_for_them(tmp_path: Path) -> None:
    """Nothing is plugged in: it says so, shows it, and deals nothing."""
    table = Process(tmp_path, "table", "run", str(installation(tmp_path)), "--run-dir", str(tmp_path)).ready()
    try:
        assert table.first == "table t1 is ready\n"
        with FeedClient(tmp_path / "t1.sock") as client:
            screen = client.latest(PATIENCE).screen
        assert [device.ready for device in screen.devices] == [False, False, False]
    finally:
        assert table.end() == 0
    assert "no port" in table.log.read_text(encoding="utf-8")
