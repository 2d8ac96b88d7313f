"""What is plugged in that does not belong to a table, and the entry that would allow it."""

import io
import json
import tomllib
from pathlib import Path

import pytest
from rich.console import Console

from controller import plugged, usb_shown
from controller.table.state import Stranger
from controller.usb_belongs import Belongings, UsbAllowed
from drivers.usb_tree import UsbTree
from tests.controller.cli.conftest import Cli
from tests.controller.test_usb_belongs import file
from tests.drivers.fake_sysfs import KEYBOARD, FakeSysfs, configuration, device, interface


def shown(found: usb_shown.Unknown) -> str:
    out = io.StringIO()
    usb_shown.show(found, Console(file=out, width=200, highlight=False))
    return out.getvalue()


@pytest.fixture
def bus(tmp_path: Path) -> FakeSysfs:
    bus = FakeSysfs(tmp_path / "devices")
    bus.plug("1-1", 0x2109, 0x3431, "", ((9, 0, 1),), product="USB2.0 Hub")
    hub = configuration(interface(0, (9, 0, 1)), interface(0, (9, 0, 2), alternate=1))
    bus.plug("1-2", 0x05E3, 0x0610, "0000", (), raw=device(0x05E3, 0x0610) + hub)
    bus.plug("1-1.3", 0x046D, 0xC31C, "K-1[b]", (KEYBOARD, (3, 0, 0)))
    bus.plug("1-1.4", 0x046D, 0xC31D, "K-2", (KEYBOARD,))
    return bus


def test_the_entry_that_is_shown_allows_that_device(bus: FakeSysfs) -> None:
    found = usb_shown.look(UsbTree(bus.root), Belongings(()))
    assert [one.location for one in found.strangers] == ["1-1", "1-1.3", "1-1.4", "1-2"]
    allowed = []
    for one in found.strangers:
        (said,) = tomllib.loads(usb_shown.entry(one))["usb_allowed"]
        said["interfaces"] = tuple(said["interfaces"])
        allowed.append(UsbAllowed(**said))
    assert [(one.serial, one.location) for one in allowed] == [
        (None, "1-1"),
        (None, "1-1.3"),
        ("K-2", None),
        (None, "1-2"),
    ], "by its serial number only where that is one, and is told as it is"
    assert usb_shown.look(UsbTree(bus.root), Belongings((), allowed)).strangers == ()


def test_what_is_several_things_at_once_has_no_entry() -> None:
    assert usb_shown.entry(Stranger("1-1", 2, 1, 2, "A1", "", ("03/01/01|08/06/50",))) == ""
    assert usb_shown.entry(Stranger("1-1", 2, 1, 2, "A1")) == ""


def test_it_is_said_to_a_person(bus: FakeSysfs) -> None:
    said = shown(usb_shown.look(UsbTree(bus.root), Belongings(())))
    assert (
        "USB device 2109:3431 (hub) that calls itself 'USB2.0 Hub', no serial number, at 1-1; nothing" in said
    )
    assert 'interfaces = ["03/01/01"]' in said
    assert "nothing is plugged in that does not belong" in shown(usb_shown.Unknown(()))
    assert "cannot be seen: no sysfs" in shown(usb_shown.Unknown((), "no sysfs"))


def test_the_command_says_it(cli: Cli, tmp_path: Path) -> None:
    told = cli("devices", "--table", str(file(tmp_path)))
    assert told.exit_code == 0, told.stderr
    assert "by USB" in told.stdout or "By USB" in told.stdout


def test_a_program_is_told_too(bus: FakeSysfs, cli: Cli, tmp_path: Path) -> None:
    found = usb_shown.as_builtins(usb_shown.look(UsbTree(bus.root), Belongings(())))
    said = json.loads(plugged.as_json((), found))["unknown"]
    assert said["unseen"] == ""
    assert [one["location"] for one in said["devices"]] == ["1-1", "1-1.3", "1-1.4", "1-2"]
    assert [one["serial"] for one in said["devices"]][2] == "K-2"
    assert said["devices"][2]["entry"].startswith("[[usb_allowed]]")
    told = cli("devices", "--json", "--table", str(file(tmp_path)))
    assert set(json.loads(told.stdout)["unknown"]) == {"unseen", "devices"}
    assert "unknown" not in json.loads(cli("devices", "--json").stdout), "nothing is unknown to no table"
