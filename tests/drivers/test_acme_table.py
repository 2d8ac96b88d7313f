"""The example in docs/examples/acme_shoe, installed as pip installs it, at a table of processes.

Its shoe tells every face at once; what of that reaches a journal, a log or a screen is looked at here. The
driver without a port is tested in test_acme_lines.py.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.audit import read_entries
from controller.connected import show_devices
from controller.consoles.frames import Screen
from controller.installation import load_installation
from controller.table import commands as c
from controller.table.commands import Reported
from drivers import messages as m
from drivers.cards import SEALED, UNREAD, is_known
from drivers.roles import find_role
from drivers.simulated.decks import shuffled
from tests.controller.house import ROOT, House, People, Process, run

EXAMPLE = ROOT / "docs" / "examples" / "acme_shoe"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as pip installs it, without a network and without a trace beside its source."""
    folder = tmp_path_factory.mktemp("acme")
    source = shutil.copytree(EXAMPLE, folder / "source")
    line = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    line += ["--no-index", "--disable-pip-version-check", "--target", str(folder / "site"), str(source)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """On the path of this process and of those that it starts."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    find_role.cache_clear()
    yield
    find_role.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "acme_shoe"]:
        sys.modules.pop(name)


class Board(Process):
    """The simulated shoe as a process."""

    def __init__(self, folder: Path) -> None:
        self.name = "shoe"
        self.log = folder / "acme.log"
        line = [
            sys.executable,
            str(EXAMPLE / "acme_board.py"),
            str(folder / "shoe"),
            str(folder / "shoe.ctl"),
        ]
        with self.log.open("a", encoding="utf-8") as errors:
            self.child = subprocess.Popen(
                line,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self.first = ""


@pytest.fixture
def house(tmp_path: Path, installed: None) -> Iterator[House]:
    """The example's own table, and its shoe at the port."""
    house = House(tmp_path)
    assert house.devices[0].end() == 0
    house.devices[0] = Board(tmp_path).ready()
    text = (EXAMPLE / "table.toml").read_text(encoding="utf-8")
    text = text.replace("../../../config", str(ROOT / "config")).replace("acme-1", "t1")
    house.file.write_text(text, encoding="utf-8")
    yield house
    house.close()


def reports_of(house: House) -> list[m.Report]:
    found = [one.given for one in read_entries(house.journal) if isinstance(one.given, Reported)]
    return [one.what for one in found if one.device == "shoe"]


def load(house: House, people: People, cards: list[str]) -> None:
    house.hands["shoe"].do("load", cards=cards)
    people._ask(c.LoadShoe())


def audited(house: House) -> None:
    found = run("audit", str(house.journal))
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_examples_table_fits(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", str(tmp_path))
    table = load_installation(EXAMPLE / "table.toml", tmp_path)
    shoe = next(one for one in table.devices if one.role == "shoe")
    assert (shoe.driver, shoe.binding.baud) == ("acme_shoe", 9600)
    assert find_role("shoe", "acme_shoe").converse is not None
    done = run("check", str(EXAMPLE / "table.toml"))
    assert done.returncode == 0, done.stderr


def test_a_round_is_dealt_and_no_face_is_known_before_its_time(house: House) -> None:
    house.start()
    people = People(house)
    deck = shuffled(1)
    people._steps["load"] = lambda: load(house, people, [*deck, *shuffled(5)])
    seen: list[str] = []
    look = people.look

    def noting() -> Screen:
        screen = look()
        if screen.phase in ("Dealing", "PlayerDecisions"):
            seen.append(repr(screen))
        return screen

    people.look = noting  # type: ignore[method-assign]
    people.play(1)
    people.finish()
    people.close()
    assert house.table is not None
    assert house.table.end() == 0
    reports = reports_of(house)
    drawn = [one for one in reports if isinstance(one, m.CardDrawn)]
    told = {one.draw: one.card for one in reports if isinstance(one, m.Disclosed)}
    assert [one.draw for one in drawn] == list(range(1, len(people.pulled) + 1))
    hidden = [one.draw for one in drawn if one.card == SEALED]
    assert len(hidden) == 2, "the burn card and the hole card, however loudly the shoe tells them"
    assert sorted(told) == hidden
    for draw in hidden:
        before = reports[: reports.index(m.Disclosed(draw, told[draw]))]
        assert not any(
            isinstance(one, m.CardDrawn) and one.draw == draw and is_known(one.card) for one in before
        )
    assert [one.card if is_known(one.card) else told[one.draw] for one in drawn] == people.pulled
    assert not any(isinstance(one, m.FaultRaised | m.Gap) for one in reports)
    pictures = "\n".join(seen)
    for draw, card in enumerate(people.pulled[:6], 1):  # no face comes twice in the first deck
        assert (card in pictures) == (draw not in hidden), draw
    log = (house.folder / "table.log").read_text(encoding="utf-8")
    words = set(re.split(r"[^\w+/=-]+", log))  # a seal's signature may have any two letters in it
    assert not words & set(people.pulled)
    audited(house)


def test_killed_with_a_hidden_card_on_the_table_it_is_entered_from_sight(house: House) -> None:
    """The face was in the killed process's memory alone: nobody can tell it, and nobody guesses."""
    house.start()
    people = People(house)
    while len(people.pulled) < 4:
        people.step()
    house.kill()
    people.close()
    house.start()
    end = len(people.pulled)
    people.look()
    assert people.until(lambda now: all(device.ready for device in now.devices))
    people.close()
    assert house.table is not None
    assert house.table.end() == 0
    entries = [one.given for one in read_entries(house.journal) if isinstance(one.given, Reported)]
    shoe = [one for one in entries if one.device == "shoe"]
    ready = [one.what for one in shoe if isinstance(one.what, m.DeviceReady)]
    assert len(ready) == 2
    assert len({one.boot for one in ready}) == 1, "the shoe was on all the time"
    assert isinstance(ready[1].state, m.ShoeState)
    assert ready[1].state.last_draw == end
    numbers = [one.number for one in shoe if one.number]
    assert numbers == list(range(1, len(numbers) + 1))
    told = [one.what for one in shoe if isinstance(one.what, m.Disclosed)]
    assert all(one.card == UNREAD for one in told)
    audited(house)


def test_unplugged_with_a_card_drawn_meanwhile_nothing_is_guessed(house: House) -> None:
    house.start()
    people = People(house)
    while len(people.pulled) < 2:
        people.step()
    house.hands["shoe"].do("unplug")
    assert people.until(lambda now: not all(device.ready for device in now.devices))
    house.hands["shoe"].do("draw")
    house.hands["shoe"].do("replug")
    assert people.until(lambda now: all(device.ready for device in now.devices))
    assert people.until(lambda now: bool(now.holds))
    people.close()
    assert house.table is not None
    assert house.table.end() == 0
    reports = reports_of(house)
    assert [type(one) for one in reports if isinstance(one, m.DeviceLost | m.Gap)] == [m.DeviceLost, m.Gap]
    assert [one.draw for one in reports if isinstance(one, m.CardDrawn)] == [1, 2]
    audited(house)


def test_devices_greets_it(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert show_devices(house.file, house.folder, 5.0) == 0
    assert "ACME RS-7 1.4, serial A0042; can manual, reads" in capsys.readouterr().out
