"""A port that another process has: every command that opens one says which process it is, and lets it be."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.installation import load_installation
from controller.plugged import look
from controller.startup import _check_ports
from drivers.errors import PortBusy
from drivers.ports import Port
from drivers.simulated.endpoint import PtyEndpoint
from tests.controller.cli.conftest import Cli
from tests.controller.house import installation

HOLD = """
import sys
from drivers.link import SerialLink
link = SerialLink(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Path]:
    endpoint = PtyEndpoint(str(tmp_path / "shoe"))
    endpoint.open()
    yield tmp_path / "shoe"
    endpoint.close()


@pytest.fixture
def holder(port: Path) -> Iterator[str]:
    """Another process has the port, by our own link; "process 123"."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield f"process {other.pid} "
        other.communicate(b"")


def test_a_second_table_does_not_start(holder: str, port: Path) -> None:
    """Elsewhere two processes each got a part of the bytes, and neither a whole frame."""
    table = load_installation(installation(port.parent), port.parent)
    with pytest.raises(PortBusy) as told:
        _check_ports(table)
    assert holder in str(told.value)
    assert str(port) in str(told.value)


def test_the_conformance_kit_does_not_examine_what_another_has(
    cli: Cli, holder: str, port: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(port.parent)
    monkeypatch.setattr("drivers.conformance.kit.examine", lambda *_: iter(()))  # it must not come to that
    told = cli("conformance", port, "--role", "shoe")
    assert told.exit_code == 2
    (line,) = told.stderr.splitlines()
    assert f"{port} is in use by {holder}" in line
    assert sorted(os.listdir(port.parent)) == ["shoe"], "no report of a board that was not examined"


def test_the_list_of_devices_says_who_has_one(cli: Cli, holder: str, port: Path) -> None:
    told = cli("devices", installation(port.parent), "--run-dir", port.parent, "--seconds", "0.1")
    assert told.exit_code == 1
    assert f"NOT THERE: {port} is in use by {holder}" in told.stdout
    (found,) = look([Port(str(port))])
    assert found.held.startswith(holder.strip())
