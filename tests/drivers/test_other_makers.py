"""A shoe of another maker, as docs/devices.md describes it: a package with an entry point, no change here.

The package is written to a folder and put on the path. Its board says the same things under other numbers,
and tells every face at once; the driver tames it. What a driver of ours does is tested elsewhere.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.audit import read_entries
from controller.connected import show_devices
from controller.table.commands import Reported
from drivers import messages as m
from drivers.cards import SEALED, is_known
from drivers.roles import GROUP, UnknownRole, find_role
from drivers.shoe import ROLE
from tests.controller.house import ROOT, House, People, Process, run

PACKAGE = '''"""The driver of Acme's shoe."""

from msgspec.structs import replace

from drivers.messages import CardDrawn
from drivers.shoe.rows import ROLE as OURS
from drivers.shoe.watch import FaceWatch

SHIFT = 24


class Tamed(FaceWatch):
    """This shoe tells each face at once. A hidden one is dropped here, and the shoe is asked for it later."""

    def heard(self, report, inherited):
        report, wrong = super().heard(report, inherited)
        return report, "" if isinstance(report, CardDrawn) else wrong


ROLE = replace(
    OURS,
    orders=tuple(replace(row, code=row.code + SHIFT) for row in OURS.orders),
    reports=tuple(replace(row, code=row.code + SHIFT) for row in OURS.reports),
    watch=Tamed,
)
NO_ROLE = "a string"
'''
BOARD = '''"""Acme's shoe, simulated: our model under other numbers, which tells every face at once."""

import secrets
import signal
import sys

from drivers.simulated.control import answer_line
from drivers.simulated.control_socket import ControlSocket
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.server import SimulatorServer
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shoe_codes import DRAWN, SEALED_CODE

SHIFT = 24


class AcmeShoe(SimulatedShoe):
    model = "acme-shoe"

    def _order(self, message, payload):
        super()._order(message - SHIFT, payload)

    def _report(self, message, payload):
        if message == DRAWN and payload[2] == SEALED_CODE:
            payload = {**payload, 2: self._mouth._identities[payload[1]]}
        super()._report(message + SHIFT if message >= DRAWN else message, payload)


port, control = sys.argv[1:]
shoe = AcmeShoe(random32=lambda: secrets.randbits(32), speed=50.0)
server = SimulatorServer(shoe, PtyEndpoint(port))
hands = ControlSocket(control, lambda line: answer_line(server, line))
server.add(hands)
signal.signal(signal.SIGTERM, lambda *_: server.stop())
print("acme is on", port, flush=True)
server.run()
hands.close()
server.close()
'''


def install(folder: Path, name: str, **entries: str) -> None:
    """Put the package into `folder`, under that name, with these entry points, as pip would."""
    (folder / "acme_shoe.py").write_text(PACKAGE, encoding="utf-8")
    (folder / "acme_board.py").write_text(BOARD, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{GROUP}]", *(f"{key} = {value}" for key, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path of this process and of those that it starts."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    find_role.cache_clear()
    yield folder
    find_role.cache_clear()
    for name in ("acme_shoe", "acme_board"):
        sys.modules.pop(name, None)


def test_a_driver_is_found_by_its_entry_point(site: Path) -> None:
    install(site, "acme", acme_shoe="acme_shoe:ROLE")
    role = find_role("shoe", "acme_shoe")
    assert role.name == "shoe"
    assert [row.code for row in role.orders] == [40, 41, 42, 43]
    assert find_role("shoe") is ROLE, "the driver of ours is still the one without a name"


WRONG = [
    ("acme_shoe:NO_ROLE", "the entry point acme_shoe does not lead to a driver for the role shoe"),
    ("drivers.card_reader:ROLE", "the entry point acme_shoe does not lead to a driver for the role shoe"),
    ("acme_shoe:GONE", "the driver acme_shoe cannot be loaded from acme_shoe:GONE"),
    ("acme_gone:ROLE", "the driver acme_shoe cannot be loaded from acme_gone:ROLE"),
    ("acme_shoe", "the entry point acme_shoe does not lead to a driver for the role shoe"),
]


@pytest.mark.parametrize(("value", "said"), WRONG)
def test_a_wrong_entry_point_is_said(site: Path, value: str, said: str) -> None:
    install(site, "acme", acme_shoe=value)
    with pytest.raises(UnknownRole, match=said):
        find_role("shoe", "acme_shoe")


def test_a_driver_that_nobody_provides_is_said(site: Path) -> None:
    with pytest.raises(UnknownRole, match="no installed package provides the driver acme_shoe"):
        find_role("shoe", "acme_shoe")


def test_a_driver_that_two_packages_provide_is_not_chosen_by_chance(site: Path) -> None:
    install(site, "acme", acme_shoe="acme_shoe:ROLE")
    install(site, "acme_too", acme_shoe="acme_shoe:OTHER")
    with pytest.raises(UnknownRole, match="is provided twice: acme_shoe:"):
        find_role("shoe", "acme_shoe")


# ---- at a table ---------------------------------------------------------------------------------------


class Board(Process):
    """Acme's shoe as a process."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.name = "shoe"
        self.log = folder / "acme.log"
        with self.log.open("a", encoding="utf-8") as errors:
            line = [
                sys.executable,
                str(site / "acme_board.py"),
                str(folder / "shoe"),
                str(folder / "shoe.ctl"),
            ]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            self.child = subprocess.Popen(
                line, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self.first = ""


@pytest.fixture
def house(tmp_path: Path, site: Path) -> Iterator[House]:
    """A table whose file names the driver, and Acme's shoe at its port."""
    install(site, "acme", acme_shoe="acme_shoe:ROLE")
    house = House(tmp_path)
    assert house.devices[0].end() == 0
    house.devices[0] = Board(tmp_path, site).ready()
    text = house.file.read_text(encoding="utf-8")
    house.file.write_text(
        text.replace('role = "shoe"', 'role = "shoe"\ndriver = "acme_shoe"'), encoding="utf-8"
    )
    yield house
    house.close()


def test_a_round_is_dealt_from_a_shoe_of_another_maker(house: House) -> None:
    house.start()
    people = People(house)
    people.play(1)
    people.finish()
    people.close()
    assert house.table is not None
    assert house.table.end() == 0
    reports = [e.given.what for e in read_entries(house.journal) if isinstance(e.given, Reported)]
    (ready,) = [one for one in reports if isinstance(one, m.DeviceReady) and one.identity.role == "shoe"]
    assert ready.identity.model == "acme-shoe"
    drawn = [one for one in reports if isinstance(one, m.CardDrawn)]
    told = {one.draw: one.card for one in reports if isinstance(one, m.Disclosed)}
    assert [one.draw for one in drawn] == list(range(1, len(people.pulled) + 1))
    hidden = [one.draw for one in drawn if one.card == SEALED]
    assert len(hidden) == 2, "the burn card and the hole card, however loudly the shoe tells them"
    assert sorted(told) == hidden
    faces = [one.card if is_known(one.card) else told[one.draw] for one in drawn]
    assert faces == people.pulled
    assert not any(isinstance(one, m.FaultRaised) for one in reports)
    found = run("audit", str(house.journal))
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_table_whose_driver_is_not_installed_does_not_start(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = house.file.read_text(encoding="utf-8")
    house.file.write_text(text.replace("acme_shoe", "bolt_shoe"), encoding="utf-8")
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", str(house.folder))
    for command, status in (("run", 2), ("check", 1)):
        done = run(command, str(house.file))
        assert done.returncode == status
        assert "no installed package provides the driver bolt_shoe" in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr


def test_devices_greets_it_with_its_driver(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert show_devices(house.file, house.folder, 5.0) == 0
    assert "acme-shoe" in capsys.readouterr().out
