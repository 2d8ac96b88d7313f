"""`commission`: devices that are plugged in become a table's own, and differences are named.

The devices are firmware models on ptys, served by threads of this process.
"""

import json
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from controller.cli import commissioning
from controller.commissioning import procedure
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.firmware import Firmware
from drivers.simulated.process import make_device
from drivers.simulated.server import SimulatorServer
from drivers.simulated.vault import Vault
from drivers.simulated.wager_positions import SimulatedPositions
from tests.controller.cli.conftest import Cli

ROOT = Path(__file__).parents[3]
TABLE = """
table = "t1"
game = "free-bet-blackjack"
submission = "SUBMISSION"
journal = "t1.journal"
feed = "t1.sock"
commissioned = "t1.commissioned"
[devices.shoe]
role = "shoe"
port = { path = "shoe" }
firmware = "any"
trust = "signed"
[devices.reader]
role = "card_reader"
port = { path = "reader" }
firmware = ["READER"]
trust = "listed"
[devices.wagers]
role = "wager_positions"
port = { path = "wagers" }
firmware = "any"
trust = "unauthenticated"
"""
ME = ("--by", "R. Roe", "--capacity", "technician")
DONE = (*ME, "--accept-firmware", "--yes", "--seconds", "10")


SEALS = ("--seal", "shoe=1", "--seal", "reader=2", "--seal", "wagers=3")


class Plugged:
    """The devices of one table in one folder, each at a path of its role's name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "t1.toml"
        self.record = folder / "t1.commissioned"
        submission = ROOT / "config/submissions/free-bet-blackjack.toml"
        digest = SimulatedReader.digest().hex()
        self.file.write_text(TABLE.replace("SUBMISSION", str(submission)).replace("READER", digest))
        self.servers: dict[str, SimulatorServer] = {}
        self.threads: dict[str, threading.Thread] = {}
        self.plug("shoe", make_device("shoe"), Vault())
        self.plug("reader", make_device("card_reader"))
        self.plug("wagers", make_device("wager_positions"))

    def plug(self, name: str, device: Firmware, vault: Vault | None = None) -> None:
        """Plug this in there, in place of what was there."""
        self.unplug(name)
        device.vault = vault
        server = SimulatorServer(device, PtyEndpoint(str(self.folder / name)))
        self.servers[name] = server
        self.threads[name] = threading.Thread(target=server.run)
        self.threads[name].start()

    def unplug(self, name: str) -> None:
        server = self.servers.pop(name, None)
        if server is not None:
            server.stop()
            self.threads.pop(name).join(10)
            server.close()

    def change(self, old: str, new: str) -> None:
        """Edit the table's file."""
        text = self.file.read_text()
        assert text.count(old) == 1
        self.file.write_text(text.replace(old, new))

    def close(self) -> None:
        for name in tuple(self.servers):
            self.unplug(name)


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    devices = Plugged(tmp_path)
    yield devices
    devices.close()


def said(plugged: Plugged) -> dict[str, dict[str, object]]:
    """The devices of the record, by name."""
    record = json.loads(plugged.record.read_text())["record"]
    return {one["name"]: one for one in record["devices"]}


def vault_of(plugged: Plugged) -> Vault:
    vault = plugged.servers["shoe"].firmware.vault
    assert vault is not None
    return vault


def test_a_table_is_commissioned_and_compared(cli: Cli, plugged: Plugged) -> None:
    told = cli("commission", plugged.file, *DONE, "--seal", "shoe=4711, 4712", "--remark", "new shoe")
    assert told.exit_code == 0, told.stdout + told.stderr
    assert "it has proved itself with the key" in told.stdout
    shoe, reader, wagers = (said(plugged)[name] for name in ("shoe", "reader", "wagers"))
    assert shoe["key"] == vault_of(plugged).public().hex()
    assert (shoe["seals"], shoe["remark"], shoe["by"], shoe["capacity"]) == (
        "4711, 4712",
        "new shoe",
        "R. Roe",
        "technician",
    )
    assert (shoe["trust"], reader["trust"], wagers["trust"]) == ("signed", "listed", "unauthenticated")
    assert reader["key"] == ""
    assert reader["boards"][0]["sha256"] == SimulatedReader.digest().hex()  # type: ignore[index]
    told = cli("commission", plugged.file, "--check", "--seconds", "10")
    assert told.exit_code == 0, told.stdout + told.stderr
    assert [line.rpartition(", ")[2] for line in told.stdout.splitlines()] == [
        "as commissioned",
        "as commissioned",
        "held to nothing",
    ]
    told = cli("devices", plugged.file, "--seconds", "10")
    assert told.exit_code == 0, told.stdout + told.stderr
    for words in ("trust: signed", "trust: listed", "trust: unauthenticated"):
        assert words in told.stdout


def test_what_is_plugged_in_is_asked_for_its_proof_and_told_with_its_trust(
    cli: Cli, plugged: Plugged
) -> None:
    """By path: in the table's file, and on the command line, for a pseudo-terminal is in no list."""
    paths = {name: str(plugged.folder / name) for name in ("shoe", "reader")}
    for name, path in paths.items():
        plugged.change(f'path = "{name}"', f'path = "{path}"')
    line = ("devices", "--ask", "--table", plugged.file, "--port", paths["shoe"], "--port", paths["reader"])
    told = cli(*line, "--json", "--seconds", "10")
    assert told.exit_code == 0, told.stderr
    assert "No device is asked to prove itself" in told.stderr
    assert "the commissioning record is not there" in told.stderr

    assert cli("commission", plugged.file, *DONE).exit_code == 0
    told = cli(*line, "--seconds", "10")
    assert told.stderr == ""
    assert "trust: signed; it has to prove itself" in told.stdout
    ours = (
        told.stdout[told.stdout.index("    [devices.reader]") :].split("\nBy USB")[0].split("\nWhat else")[0]
    )
    assert tomllib.loads(ours.split("\nPlugged in")[0])["devices"]["reader"]["trust"] == "listed"

    plugged.plug("shoe", make_device("shoe"), Vault())
    vault_of(plugged).make()
    said = json.loads(cli(*line, "--json", "--seconds", "10").stdout)
    shoe, reader = (one for one in said["ports"] if one["port"]["path"] in paths.values())
    assert (shoe["trust"], shoe["answered"]) == ("signed", False)
    assert "the signature of another key" in shoe["why"]
    assert (reader["trust"], reader["answered"]) == ("listed", True)
    assert set(said["unknown"]) == {"unseen", "devices"}


def test_what_differs_is_named_one_by_one(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    plugged.plug("shoe", make_device("shoe"), Vault())
    vault_of(plugged).make()
    plugged.plug("reader", make_device("card_reader", serial="ANOTHER"))
    plugged.plug("wagers", make_device("wager_positions", serial="ANOTHER"))
    told = cli("commission", plugged.file, "--check", "--seconds", "10")
    assert told.exit_code == 1
    lines = {line.partition(" ")[0]: line for line in told.stdout.splitlines()}
    assert "DIFFERS" in lines["shoe"]
    assert "the signature of another key" in lines["shoe"]
    assert "has the serial ANOTHER, and SIM-READER-1 was commissioned" in lines["reader"]
    assert "held to nothing" in lines["wagers"]
    told = cli("devices", plugged.file, "--seconds", "10")
    assert told.exit_code == 1
    assert told.stdout.count("NOT THERE") == 2


def test_one_device_is_commissioned_anew_and_the_others_stay(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE, "--seal", "reader=1").exit_code == 0
    first = json.loads(plugged.record.read_text())["record"]
    plugged.plug("shoe", make_device("shoe", serial="SIM-SHOE-2"), Vault())
    plugged.unplug("reader")
    told = cli("commission", plugged.file, *DONE, "--only", "shoe", "--by", "J. Doe")
    assert told.exit_code == 0, told.stdout + told.stderr
    assert "CHANGED since it was commissioned: it has the serial SIM-SHOE-2" in told.stdout
    now = json.loads(plugged.record.read_text())["record"]
    assert said(plugged)["reader"] == first["devices"][1]
    assert (said(plugged)["shoe"]["serial"], said(plugged)["shoe"]["by"]) == ("SIM-SHOE-2", "J. Doe")
    assert now["number"] > first["number"]
    assert len(list(plugged.folder.glob("t1.commissioned.*"))) == 1


def test_another_key_needs_the_service_switch(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    old = said(plugged)["shoe"]["key"]
    line = ("commission", plugged.file, *DONE, "--only", "shoe", "--new-key", "shoe")
    told = cli(*line, "--switch-seconds", "0")
    assert told.exit_code == 1
    assert "service switch" in told.stdout
    assert "is waited for" not in told.stdout
    assert said(plugged)["shoe"]["key"] == old
    vault_of(plugged).pressed = True
    told = cli(*line)
    assert told.exit_code == 0, told.stdout + told.stderr
    assert said(plugged)["shoe"]["key"] == vault_of(plugged).public().hex() != old
    assert "CHANGED since it was commissioned: it proves itself with another key" in told.stdout


def test_the_service_switch_is_waited_for(
    cli: Cli, plugged: Plugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    old = said(plugged)["shoe"]["key"]
    waits: list[float] = []

    def wait(seconds: float) -> None:
        """Somebody presses it while it is asked for the second time."""
        waits.append(seconds)
        vault_of(plugged).pressed = len(waits) == 2

    monkeypatch.setattr(procedure.time, "sleep", wait)
    told = cli("commission", plugged.file, *DONE, "--only", "shoe", "--new-key", "shoe")
    assert told.exit_code == 0, told.stdout + told.stderr
    assert len(waits) == 2
    assert told.stdout.count("shoe: press its service switch, inside the machine; it is waited for") == 1
    assert said(plugged)["shoe"]["key"] == vault_of(plugged).public().hex() != old


def test_a_switch_that_nobody_presses_is_waited_for_so_long(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    before = plugged.record.read_bytes()
    told = cli(
        "commission", plugged.file, *DONE, "--only", "shoe", "--new-key", "shoe", "--switch-seconds", "0.1"
    )
    assert told.exit_code == 1
    assert "it is waited for, 0.1 s" in told.stdout
    assert plugged.record.read_bytes() == before


def test_another_trust_is_shown_as_what_it_is(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    text = plugged.file.read_text()
    plugged.file.write_text(text.replace('trust = "signed"', 'trust = "listed"'))
    told = cli("commission", plugged.file, *DONE, "--only", "shoe")
    assert told.exit_code == 0, told.stdout + told.stderr
    assert "it was held to its key, and is not any more" in told.stdout
    plugged.file.write_text(text)
    told = cli("commission", plugged.file, *DONE, "--only", "shoe")
    assert "it was known by its words, and proves itself by a key now" in told.stdout


def test_one_key_in_two_devices_is_no_key(cli: Cli, plugged: Plugged) -> None:
    plugged.change('trust = "listed"', 'trust = "signed"')
    plugged.plug("reader", make_device("card_reader"), vault_of(plugged))
    vault_of(plugged).make()
    told = cli("commission", plugged.file, *DONE)
    assert told.exit_code == 1
    assert "shoe and reader prove themselves with one key" in told.stdout
    assert "--new-key reader" in told.stdout
    assert not plugged.record.exists()


def test_a_device_that_cannot_sign_is_none_that_is_signed(cli: Cli, plugged: Plugged) -> None:
    plugged.plug("shoe", make_device("shoe"))
    told = cli("commission", plugged.file, *DONE)
    assert told.exit_code == 1
    assert "cannot sign" in told.stdout
    assert not plugged.record.exists()


def test_firmware_that_is_not_on_the_files_list_is_never_accepted(cli: Cli, plugged: Plugged) -> None:
    plugged.change(SimulatedReader.digest().hex(), SimulatedPositions.digest().hex())
    told = cli("commission", plugged.file, *DONE)
    assert told.exit_code == 1
    assert "which is not listed" in told.stdout
    assert not plugged.record.exists()


def test_firmware_without_a_list_is_accepted_by_a_person_once(cli: Cli, plugged: Plugged) -> None:
    told = cli("commission", plugged.file, *ME, "--yes", "--seconds", "10")
    assert told.exit_code == 1
    assert "the firmware was not accepted" in told.stdout
    assert "--accept-firmware" in told.stdout
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    told = cli("commission", plugged.file, *ME, "--yes", "--seconds", "10")
    assert told.exit_code == 0, "the record has this firmware"
    kept = type(plugged.servers["shoe"].firmware)
    newer = type("Newer", (kept,), {"release": "9.9.9"})
    shoe = newer(random32=lambda: 77, serial="SIM-SHOE-1")
    plugged.plug("shoe", shoe, vault_of(plugged))
    told = cli("commission", plugged.file, *ME, "--yes", "--seconds", "10")
    assert told.exit_code == 1
    assert "9.9.9" in told.stdout


def test_a_device_that_is_not_there_stops_it(cli: Cli, plugged: Plugged) -> None:
    plugged.unplug("wagers")
    told = cli("commission", plugged.file, *ME, "--accept-firmware", "--yes", "--seconds", "1")
    assert told.exit_code == 1
    assert "NOT THERE" in told.stdout
    assert not plugged.record.exists()


def test_a_forged_record_is_replaced_as_a_whole_or_not_at_all(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    plugged.record.write_text(plugged.record.read_text().replace("R. Roe", "M. Mal"))
    for line in (("--check",), (*DONE, "--only", "shoe")):
        told = cli("commission", plugged.file, *line)
        assert told.exit_code == 2
        assert "was changed" in told.stderr
    assert cli("devices", plugged.file).exit_code == 2
    told = cli("commission", plugged.file, *DONE)
    assert told.exit_code == 0
    assert "was changed" in told.stderr
    assert cli("commission", plugged.file, "--check", "--seconds", "10").exit_code == 0


def test_where_the_key_is_lost_the_table_is_commissioned_as_a_whole(cli: Cli, plugged: Plugged) -> None:
    assert cli("commission", plugged.file, *DONE).exit_code == 0
    for name in ("t1.journal.key", "t1.journal.key.pub"):
        (plugged.folder / name).unlink()
    told = cli("commission", plugged.file, *DONE, "--only", "shoe")
    assert told.exit_code == 2
    assert "t1.journal.key.pub" in told.stderr
    told = cli("commission", plugged.file, *DONE)
    assert told.exit_code == 0, told.stdout + told.stderr
    assert "is replaced as a whole" in told.stderr
    assert cli("commission", plugged.file, "--check", "--seconds", "10").exit_code == 0


def test_a_person_at_a_terminal_is_asked(cli: Cli, plugged: Plugged, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = {"Your name": "R. Roe", "Your certificate, licence or role": "technician"}

    def prompt(question: str, **_: object) -> str:
        asked.append(question)
        return answers.get(question, "99" if "reader" in question else "")

    monkeypatch.setattr(commissioning, "_at_terminal", lambda: True)
    monkeypatch.setattr(typer, "prompt", prompt)
    monkeypatch.setattr(typer, "confirm", lambda question: asked.append(question) or True)
    told = cli("commission", plugged.file, "--seal", "shoe=1")
    assert told.exit_code == 0, told.stdout + told.stderr
    assert [question.split(":")[0].split(" ")[0] for question in asked] == [
        "shoe",
        "Your",
        "Your",
        "Numbers",
        "Numbers",
        "Remark,",
        "Write",
    ]
    assert (said(plugged)["shoe"]["seals"], said(plugged)["reader"]["seals"]) == ("1", "99")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("--only", "shovel"), "no device of this table"),
        (("--seal", "shoe"), "device=NUMBER"),
        (("--seal", "shovel=1"), "no device of this table"),
        (("--only", "reader", "--seal", "shoe=1"), "--only shoe"),
        (("--only", "reader", "--new-key", "shoe"), "--only shoe"),
        (("--new-key", "reader"), "makes no key"),
        (("--accept-firmware",), "--by"),
        (("--accept-firmware", *ME), "--seal"),
        (("--accept-firmware", *ME, *SEALS), "--remark"),
        (("--accept-firmware", *ME, *SEALS, "--remark", "none"), "--yes"),
        ((), "--accept-firmware"),
        ((*DONE, "--remark", "x" * 200), "--remark"),
    ],
)
def test_what_is_left_open_or_is_wrong_is_said(
    cli: Cli, plugged: Plugged, line: tuple[str, ...], words: str
) -> None:
    told = cli("commission", plugged.file, *line)
    assert told.exit_code == 2
    assert words in told.stderr
    assert not plugged.record.exists()


def test_a_table_without_a_record_in_its_file_is_told_what_to_write(cli: Cli, plugged: Plugged) -> None:
    text = plugged.file.read_text().replace('commissioned = "t1.commissioned"\n', "")
    for word in ("signed", "listed", "unauthenticated"):
        text = text.replace(f'trust = "{word}"\n', "")
    plugged.file.write_text(text)
    for line in (DONE, ("--check",)):
        told = cli("commission", plugged.file, *line)
        assert told.exit_code == 2
        assert "commissioned" in told.stderr
