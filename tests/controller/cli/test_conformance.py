"""`conformance`: a wrong command line is one clear line, and status 2; a board is examined and reported."""

import json
from pathlib import Path

import pytest

from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.card_reader import SimulatedReader
from tests.controller.cli.conftest import Cli


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("/dev/null --role shovel", "no such role"),
        ("/nowhere/at/all --role shoe", "/nowhere/at/all"),
        ("/dev/ptmx --role shoe --hands /nowhere/hands", "/nowhere/hands"),
        ("/dev/ptmx --role shoe --hands /nowhere/hands --unattended", "--hands"),
        ("/dev/ptmx --role shoe --only 99.9", "--only 99.9"),
        ("/dev/ptmx --role shoe --unattended --report /nowhere/at/all", "--report /nowhere/at/all"),
        ("usb:1209 --role shoe --kind bulk", "usb:VID:PID"),
        ("/dev/ptmx --role shoe --kind hid", "no hid port"),
        ("usb:1209:0001 --role shoe --kind printer", "no kind of port"),
    ],
)
def test_a_wrong_command_line_is_told(cli: Cli, line: str, says: str) -> None:
    told = cli("conformance", *line.split())
    assert told.exit_code == 2
    assert says in told.stderr


def test_a_board_is_examined_and_reported(cli: Cli, tmp_path: Path) -> None:
    report = tmp_path / "reader-1.4"
    with ThreadedSimulator(SimulatedReader(random32=lambda: 0xC0FFEE)) as board:
        line = f"{board.address} --role card_reader --unattended --only 2.3 --only 4.6 --report {report}"
        told = cli("conformance", *line.split())
    assert told.exit_code == 0, told.stdout
    assert "2 passed, 0 failed, 0 not applicable, 1 left out" in told.stdout
    said = json.loads((tmp_path / "reader-1.4.json").read_text())
    assert said["about"]["only"] == ["2.3", "4.6"]
    assert said["about"]["hands"] == "nobody"
    assert said["device"]["role"] == "card_reader"
    assert {one["text"] for one in said["results"]} >= {
        "A device that starts sends BOOT in session 0, with a new boot id."
    }
    assert "It breaks nothing that was examined." in (tmp_path / "reader-1.4.html").read_text()


def test_a_board_of_another_role_is_told(cli: Cli, tmp_path: Path) -> None:
    """In files named as was asked for, with the endings added."""
    report = tmp_path / "reader-1.2"
    with ThreadedSimulator(SimulatedReader(random32=lambda: 0xC0FFEE)) as board:
        told = cli("conformance", board.address, "--role", "shoe", "--unattended", "--report", report)
    assert told.exit_code == 2
    assert "the board says that it is a card_reader" in told.stderr
    assert {one.name for one in tmp_path.iterdir()} == {"reader-1.2.json", "reader-1.2.html"}
    said = json.loads((tmp_path / "reader-1.2.json").read_text())
    assert "card_reader" in said["about"]["lost"]


def test_where_to_begin_is_told(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = tmp_path / "reader"
    model = SimulatedReader(random32=lambda: 0xC0FFEE)
    monkeypatch.setattr(model, "_is_old", lambda number: False)
    with ThreadedSimulator(model) as board:
        line = f"{board.address} --role card_reader --unattended --only 5.2 --only 4.2 --report {report}"
        told = cli("conformance", *line.split())
    assert told.exit_code == 1
    begin = "Begin with 5.2 (older): order 1 was answered after order 3."
    assert begin in told.stdout.splitlines()[-2]
    assert begin in report.with_suffix(".html").read_text()
    assert json.loads(report.with_suffix(".json").read_text())["advice"] == begin


def test_what_was_found_before_the_link_was_lost_is_reported(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "reader"
    model = SimulatedReader(random32=lambda: 0xC0FFEE)
    with ThreadedSimulator(model) as board:
        address = board.address
        done: list[str] = []

        def once_and_unplug(frame: object) -> None:
            done.append("order")
            if len(done) == 8:
                model.unplug_wanted = True

        plain = model._order_frame
        monkeypatch.setattr(model, "_order_frame", lambda frame: (once_and_unplug(frame), plain(frame)))
        told = cli("conformance", address, "--role", "card_reader", "--unattended", "--report", report)
    assert told.exit_code == 2
    said = json.loads(report.with_suffix(".json").read_text())
    assert said["results"]
    assert said["about"]["lost"]
    assert "ended before its end" in report.with_suffix(".html").read_text()
