"""What is plugged in is asked who it is: exclusively, without an order, and only what may be a table's."""

import io
import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from controller import asking, plugged
from controller.installation import load_installation
from drivers import ports
from drivers.link import SerialLink
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.usb_backend import SimulatedUsb
from drivers.simulated.usb_device import Bus, UsbEndpoint
from tests.controller.cli.conftest import Cli
from tests.controller.house import installation


class Orders(SimulatedShoe):
    """A shoe that counts what is asked of it besides its state, and what it was told is durable."""

    def __init__(self) -> None:
        super().__init__(random32=lambda: 77, serial="S-1")
        self.orders: list[int] = []

    def _order(self, message: int, payload: object) -> object:
        self.orders.append(message)
        return super()._order(message, payload)  # type: ignore[arg-type,func-returns-value]


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[tuple[Orders, str]]:
    model, path = Orders(), str(tmp_path / "shoe")
    with ThreadedSimulator(model, PtyEndpoint(path)):
        yield model, path


def test_a_port_that_is_named_is_greeted_and_told_with_lines_to_paste(
    cli: Cli, shoe: tuple[Orders, str]
) -> None:
    model, path = shoe
    told = cli("devices", "--ask", "--port", path)
    assert told.exit_code == 0, told.stderr
    assert "says it is a shoe" in told.stdout
    pasted = told.stdout[told.stdout.index("    [devices.shoe]") :]
    said = tomllib.loads(pasted)["devices"]["shoe"]
    assert said["role"] == "shoe"
    assert said["port"] == {"path": path}
    assert len(said["firmware"][0]) == 64
    assert "gate" in said["capabilities"]
    assert model.orders == []


def test_a_table_says_who_is_expected_and_whether_it_would_take_it(
    cli: Cli, shoe: tuple[Orders, str], tmp_path: Path
) -> None:
    _, path = shoe
    table = installation(tmp_path)
    line = ("devices", "--ask", "--table", table, "--run-dir", tmp_path, "--port", path)
    assert "says it is a shoe; expected as shoe" in cli(*line).stdout
    assert "NOT FOR THIS TABLE" not in cli(*line).stdout
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace('firmware = "any"', f'firmware = ["{"0" * 64}"]', 1), encoding="utf-8")
    assert "NOT FOR THIS TABLE: it runs sim-shoe 1.0.0, which is not listed" in cli(*line).stdout
    told = json.loads(cli(*line, "--json").stdout)
    (mine,) = [one for one in told["ports"] if one["port"]["path"] == path]
    assert (mine["role"], mine["answered"], mine["expected"]) == ("shoe", True, "shoe")
    assert mine["identity"]["serial"] == "S-1"
    assert "not listed" in mine["why"]


def test_another_device_at_an_expected_place_is_said(cli: Cli, tmp_path: Path) -> None:
    reader = SimulatedReader(random32=lambda: 5)
    with ThreadedSimulator(reader, PtyEndpoint(str(tmp_path / "shoe"))):
        table = installation(tmp_path)
        line = ("devices", "--ask", "--table", table, "--run-dir", tmp_path, "--port", tmp_path / "shoe")
        assert "is a card_reader, not a shoe; connect the right device" in cli(*line).stdout


def test_a_device_that_is_commissioned_is_asked_by_the_tables_words(
    shoe: tuple[Orders, str], tmp_path: Path
) -> None:
    _, path = shoe
    device = next(
        one for one in load_installation(installation(tmp_path), tmp_path).devices if one.name == "shoe"
    )
    bound = replace(device, binding=ports.Binding(path=path), trust="listed", firmware=frozenset(("0" * 64,)))
    (told,) = asking.ask_all(plugged.look((ports.Port(path),), (bound,)), (bound,), (), 3.0)
    assert "not listed" in told.why
    out = io.StringIO()
    asking.show((told,), True, Console(file=out, width=200))
    assert "expected as shoe (listed)" in out.getvalue()
    assert "trust: listed" in out.getvalue()
    assert list(tomllib.loads("\n".join(asking.lines_for_file(told)))["devices"]) == ["shoe"]


def test_a_port_that_may_be_either_of_two_devices_has_lines_that_can_be_pasted(
    shoe: tuple[Orders, str], tmp_path: Path
) -> None:
    _, path = shoe
    both = [
        replace(one, binding=ports.Binding(path=path))
        for one in load_installation(installation(tmp_path), tmp_path).devices[:2]
    ]
    (told,) = asking.ask_all(plugged.look((ports.Port(path),), both), both, (), 3.0)
    assert list(tomllib.loads("\n".join(asking.lines_for_file(told)))["devices"]) == ["shoe"]


def test_a_port_in_use_is_told_with_its_holder(cli: Cli, shoe: tuple[Orders, str]) -> None:
    _, path = shoe
    held = SerialLink(path)
    told = cli("devices", "--ask", "--port", path)
    held.close()
    assert f"in use by process {os.getpid()}" in told.stdout


def test_what_says_nothing_is_bounded_and_said(cli: Cli, tmp_path: Path) -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    told = cli("devices", "--ask", "--seconds", "0.3", "--port", path)
    assert "no answer in 0.3 s: it does not speak the table link, or is off" in told.stdout
    os.close(master)
    os.close(slave)


def test_only_what_may_be_a_tables_device_is_asked(
    monkeypatch: pytest.MonkeyPatch, shoe: tuple[Orders, str], tmp_path: Path
) -> None:
    """A modem that hears a HELLO may dial, and a printer prints it."""
    asked: list[ports.Binding] = []

    def opens(binding: ports.Binding) -> None:
        asked.append(binding)
        raise ports.PortMissing("not here")

    monkeypatch.setattr(asking, "open_link", opens)
    monkeypatch.setattr("controller.connected.open_link", opens)
    modem = ports.Port("/dev/ttyUSB0", 0x0403, 0x6001, "M1", 0, "1-1")
    board = ports.Port("/dev/ttyS0")
    mine = ports.Port("/dev/ttyUSB1", 0x1209, 0x0001, "X", 0, "1-2")
    found = plugged.look((modem, board, mine))
    told = asking.ask_all(found, (), (), 0.1)
    assert [one.answer.why for one in told[:2]] == [asking.NOT_ASKED] * 2
    assert [one.path for one in asked] == ["/dev/ttyUSB1"]
    asked.clear()
    asking.ask_all(found, (), ("1-1", "/dev/ttyS0"), 0.1)
    assert [one.path for one in asked] == ["/dev/ttyUSB0", "/dev/ttyS0", "/dev/ttyUSB1"]
    asked.clear()
    device = load_installation(installation(tmp_path), tmp_path).devices[0]
    bound = replace(device, binding=ports.Binding(vid=0x0403, pid=0x6001, serial="M1"))
    asking.ask_all(plugged.look((modem, board), (bound,)), (bound,), (), 0.1)
    assert asked[0] == bound.binding, "the table's own words for it"
    assert len({str(one) for one in asked}) == 1


@pytest.mark.parametrize("kind", ["bulk", "hid"])
def test_a_device_that_is_no_serial_port_is_asked_too(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    bus = Bus()
    backend = SimulatedUsb(bus)
    monkeypatch.setattr(ports._BUS, "_backend", backend)
    model = Orders()
    with ThreadedSimulator(model, UsbEndpoint(bus, kind, serial="AC-7")):  # type: ignore[arg-type]
        told = cli("devices", "--ask")
    assert "says it is a shoe" in told.stdout
    assert 'serial = "AC-7"' in told.stdout
    assert model.orders == []
    assert backend.open_handles == 0


def test_options_that_belong_together_are_said(cli: Cli, tmp_path: Path) -> None:
    assert "add --ask" in cli("devices", "--port", "/dev/ttyS0").stderr
    assert "leave the file out" in cli("devices", "--ask", installation(tmp_path)).stderr
    assert "leave the file out" in cli("devices", "--port", "/dev/ttyS0", installation(tmp_path)).stderr
