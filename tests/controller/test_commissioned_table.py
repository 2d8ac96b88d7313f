"""A commissioned table as processes: it plays with its own devices, and never with an impostor.

A shoe that signs; a reader that cannot, and is known by its words; positions that are held to nothing.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.audit import read_entries
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Reported, Told
from drivers import messages as m
from drivers.simulated.vault import Vault
from tests.controller.house import PATIENCE, House, People, Process, run

TRUST = {"shoe": "signed", "reader": "listed", "wagers": "unauthenticated"}
PERSON = ("--by", "R. Roe", "--capacity", "technician", "--accept-firmware", "--yes")


class Commissioned(House):
    """A House whose shoe signs, with its key in shoe.key, and whose file names a record."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        text = self.file.read_text(encoding="utf-8")
        text = text.replace("[devices", 'commissioned = "c.json"\n[devices', 1)
        for name, trust in TRUST.items():
            text = text.replace(f'/{name}" }}\n', f'/{name}" }}\ntrust = "{trust}"\n')
        self.file.write_text(text, encoding="utf-8")
        self.record = folder / "c.json"
        self.plug("shoe.key")

    def plug(self, key: str) -> None:
        """A shoe that signs with the key in that file, in place of the shoe that is there."""
        self.devices[0].end()
        self.hands["shoe"].close()
        paths = ("--port", str(self.folder / "shoe"), "--control", str(self.folder / "shoe.ctl"))
        how = ("--speed", "50", "--seed", "1", "--key", str(self.folder / key))
        self.devices[0] = Process(self.folder, "shoe", "simulate", "shoe", *paths, *how).ready()

    def commission(self, *line: str) -> str:
        told = run("commission", str(self.file), "--run-dir", str(self.folder), *(line or PERSON))
        assert told.returncode == 0, told.stdout + told.stderr
        return told.stdout


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Commissioned]:
    house = Commissioned(tmp_path)
    yield house
    house.close()


def told_of(house: House, name: str) -> list[m.Report]:
    return [
        entry.given.what
        for entry in read_entries(house.journal)
        if isinstance(entry.given, Reported) and entry.given.device == name
    ]


def wait_for_refusals(house: House) -> list[m.DeviceRefused]:
    """Those of the shoe, once there are any on disk."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        refused = [one for one in told_of(house, "shoe") if isinstance(one, m.DeviceRefused)]
        if refused:
            return refused
        time.sleep(0.05)
    return []


def start_fails(house: House) -> str:
    """What a start says that comes to nothing."""
    told = run("run", str(house.file), "--run-dir", str(house.folder))
    assert told.returncode == 2
    return told.stderr


def test_a_commissioned_table_plays_and_an_impostor_is_refused(house: Commissioned) -> None:
    assert "the commissioning record is not there" in start_fails(house)
    house.commission()
    digest = json.loads(house.record.read_text())["record"]["devices"][0]["boards"][0]["sha256"]
    house.start()
    people = People(house)
    people.play(1)
    assert {one.name: one.trust for one in people.look().devices} == TRUST

    # The same words, the same firmware, another key.
    Vault(house.folder / "impostor.key").make()
    house.plug("impostor.key")
    assert people.until(lambda now: any(hold.device == "shoe" for hold in now.holds))
    assert people.until(lambda now: not next(one.ready for one in now.devices if one.name == "shoe"))
    (why,) = wait_for_refusals(house)
    assert "the signature of another key" in why.reason
    readies = [one for one in told_of(house, "shoe") if isinstance(one, m.DeviceReady)]
    assert len(readies) == 1
    assert readies[0].identity.boards[0].sha256 == digest
    assert house.hands["shoe"].do("status")["permitted"] is False

    # Its own shoe again: the floor sees that it was away, and play goes on.
    house.plug("shoe.key")
    assert people.until(lambda now: next(one.ready for one in now.devices if one.name == "shoe"))
    people.play(2)
    people.close()
    assert house.table is not None
    assert house.table.end() == 0

    first = next(iter(read_entries(house.journal)))
    assert isinstance(first.given, Told)
    assert isinstance(first.given.what, c.Installed)
    commissioning = first.given.what.commissioning
    assert dict(commissioning.trust) == TRUST
    assert commissioning.by == "R. Roe"
    assert any(isinstance(event, ev.DevicesCommissioned) for event in first.events)
    found = run("audit", str(house.journal))
    assert found.returncode == 0, found.stdout + found.stderr

    # A record that was changed, and an earlier one that is put back: the table says so and does not start.
    good = house.record.read_text(encoding="utf-8")
    house.record.write_text(good.replace("R. Roe", "M. Mal"), encoding="utf-8")
    assert "was changed" in start_fails(house)
    house.record.write_text(good, encoding="utf-8")
    house.commission(*PERSON, "--only", "shoe")
    house.start()
    assert house.table.end() == 0
    house.record.write_text(good, encoding="utf-8")
    assert "an earlier record was put back" in start_fails(house)

    # No record in the file any more: what the journal knows is not forgotten by that.
    text = house.file.read_text(encoding="utf-8").replace('commissioned = "c.json"\n', "")
    for trust in TRUST.values():
        text = text.replace(f'trust = "{trust}"\n', "")
    house.file.write_text(text, encoding="utf-8")
    assert "names no commissioning record, and the journal knows one" in start_fails(house)
