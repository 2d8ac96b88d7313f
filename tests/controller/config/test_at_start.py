"""What is written in a table's file, where the table starts and its devices come: the equipment is in the
first entry, a device has to be able to do what the file names, and `table-controller devices` shows all.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.connected import in_words, show_devices
from controller.faults import ConfigFaults
from controller.installation import Installation, load_installation
from controller.journal import JournalError
from controller.pump import Pump
from controller.regulation.marks import clause
from controller.startup import open_table
from controller.table.commands import Reported
from controller.table.state import Equipment
from drivers import messages as m
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.process import make_device

SUBMISSION = Path(__file__).parents[3] / "config" / "submissions" / "free-bet-blackjack.toml"
TABLE = """
table = "t1"
game = "free-bet-blackjack"
submission = "{submission}"
journal = "t1.journal"
feed = "{{run}}/feed.sock"
[equipment]
boxes = 6
{equipment}
"""
DEVICE = """
[devices.{name}]
role = "{role}"
port = {{ path = "{{run}}/{name}" }}
firmware = "any"
capabilities = [{able}]
"""
ROLES = {"shoe": "shoe", "reader": "card_reader", "wagers": "wager_positions", "mixer": "shuffler"}
PATIENCE = 20.0


def installed(folder: Path, equipment: str = "", **able: str) -> Installation:
    """A table with these devices' capabilities; shoe, reader and positions are always there."""
    said = {"shoe": "", "reader": "", "wagers": "", **able}
    text = TABLE.format(submission=SUBMISSION.as_posix(), equipment=equipment)
    text += "".join(DEVICE.format(name=name, role=ROLES[name], able=words) for name, words in said.items())
    path = folder / "t1.toml"
    path.write_text(text)
    return load_installation(path, folder)


@contextlib.contextmanager
def plugged_in(folder: Path, *names: str, shuffles: bool = False) -> Iterator[None]:
    """Simulated devices at the ports that the table names. shuffles: of the shoe."""
    with contextlib.ExitStack() as stack:
        for name in names:
            device = make_device(ROLES[name], serial=f"NO-{name}", shuffles=shuffles)
            stack.enter_context(ThreadedSimulator(device, PtyEndpoint(str(folder / name))))
        yield


def first_of(pump: Pump, name: str) -> m.Report:
    """The first thing that the table hears of that device."""
    while True:
        item = pump.inbox.get(timeout=PATIENCE)
        if isinstance(item, Reported) and item.device == name:
            return item.what


def heard(installation: Installation, name: str) -> m.Report:
    with contextlib.ExitStack() as stack:
        return first_of(open_table(installation, stack), name)


@clause("topic:two-batches", "topic:self-shuffling-shoe")
def test_the_equipment_is_at_the_table_from_its_first_entry_and_a_change_after_a_start(
    tmp_path: Path,
) -> None:
    table = installed(tmp_path, 'backs = ["red", "green"]', mixer='"batch"')
    with contextlib.ExitStack() as stack:
        supply = open_table(table, stack).table.standing.supply
        assert supply.equipment == table.equipment == Equipment("batch", boxes=6, backs=("red", "green"))
    other = installed(tmp_path, 'approval = "X-1"', shoe='"shuffles", "counts"')
    with contextlib.ExitStack() as stack:
        standing = open_table(other, stack).table.standing
        assert standing.supply.equipment == Equipment("in_shoe", "X-1", 6)
        assert [one.name for one in standing.devices] == ["shoe", "reader", "wagers"]


@clause("topic:box-count")
def test_a_table_does_not_start_with_another_layout_than_was_submitted(tmp_path: Path) -> None:
    installed(tmp_path)
    path = tmp_path / "t1.toml"
    path.write_text(path.read_text().replace("boxes = 6", "boxes = 5"))
    with contextlib.ExitStack() as stack, pytest.raises(ConfigFaults, match=r"key 'equipment\.boxes'"):
        open_table(load_installation(path, tmp_path), stack)
    assert not (tmp_path / "t1.journal").exists()


def test_a_start_that_fails_leaves_no_ear_at_the_kernels_news(tmp_path: Path) -> None:
    installed(tmp_path)
    path = tmp_path / "t1.toml"
    path.write_text(path.read_text() + "[usb]\nwatch = true\n")
    (tmp_path / "t1.journal").mkdir()
    open_before = len(os.listdir("/proc/self/fd"))
    with contextlib.ExitStack() as stack, pytest.raises(JournalError) as failed:
        open_table(load_installation(path, tmp_path), stack)
    assert failed.value.__traceback__ is not None, "which holds on to what nobody has closed"
    assert len(os.listdir("/proc/self/fd")) == open_before


def test_a_shuffler_that_is_what_the_file_says_is_heard(tmp_path: Path) -> None:
    table = installed(tmp_path, mixer='"batch", "counts", "secure"')
    with plugged_in(tmp_path, "mixer"):
        ready = heard(table, "mixer")
    assert isinstance(ready, m.DeviceReady)
    assert isinstance(ready.state, m.ShufflerState)


@pytest.mark.parametrize("able", ['"continuous"', '"batch", "irons"'])
def test_a_shuffler_that_is_another_than_the_file_says_is_refused(tmp_path: Path, able: str) -> None:
    table = installed(tmp_path, mixer=able)
    with plugged_in(tmp_path, "mixer"):
        refused = heard(table, "mixer")
    assert isinstance(refused, m.DeviceRefused)
    assert able.split(", ")[-1].strip('"') in refused.reason


@clause("672a.5(h)")
def test_a_shoe_that_shuffles_by_itself_and_is_not_said_to_is_refused(tmp_path: Path) -> None:
    """Whatever the file leaves out: nobody approved it for this table."""
    with plugged_in(tmp_path, "shoe", shuffles=True):
        refused = heard(installed(tmp_path, shoe='"reads"'), "shoe")
        assert isinstance(refused, m.DeviceRefused)
        assert "reshuffles by itself" in refused.reason
        approved = installed(tmp_path, 'approval = "X-1"', shoe='"shuffles", "counts"')
        assert isinstance(heard(approved, "shoe"), m.DeviceReady)


# ---- table-controller devices --------------------------------------------------------------------------


def shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = show_devices(folder / "t1.toml", folder, PATIENCE)
    return status, capsys.readouterr().out


def test_devices_shows_the_shuffler(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installed(tmp_path, mixer='"batch", "counts"')
    with plugged_in(tmp_path, *ROLES):
        status, told = shown(tmp_path, capsys)
    assert status == 0
    assert "mixer (shuffler) at" in told
    assert "serial NO-mixer; can batch, counts, identifies, backs, secure, lid;" in told
    assert "; decks 8\n" in told
    assert "holds no cards" in told
    assert "NOT" not in told.replace("NO-", "")


def test_devices_shows_what_the_table_would_not_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(tmp_path, mixer='"continuous"')
    with plugged_in(tmp_path, *ROLES, shuffles=True):
        status, told = shown(tmp_path, capsys)
    assert status == 1
    assert told.count("NOT FOR THIS TABLE") == 2
    assert "it lacks continuous" in told
    assert "it reshuffles by itself" in told


def test_devices_shows_a_firmware_that_is_not_listed_and_its_digest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(tmp_path, mixer='"batch"')
    table = tmp_path / "t1.toml"
    table.write_text(table.read_text().replace('firmware = "any"', f'firmware = ["{"0" * 64}"]', 1))
    with plugged_in(tmp_path, *ROLES):
        status, told = shown(tmp_path, capsys)
    assert status == 1
    assert told.count("NOT FOR THIS TABLE: it runs") == 1
    assert "which is not listed: list its sha256, or replace it" in told
    assert told.count(", sha256 ") == len(ROLES)


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("empty", "holds no cards"),
        ("working", "is at work on shuffle 4"),
        ("done", "keeps the stack of shuffle 4: 311 cards; number bad, identity unsupported, backs good"),
        ("failed", "holds cards that are not shuffled"),
        ("released", "has its exit open for shuffle 4"),
    ],
)
def test_what_a_shuffler_has_inside(stage: str, said: str) -> None:
    assert in_words(m.ShufflerState(4, stage, 311, "bad", "unsupported", "good", False, ())) == said
    opened = m.ShufflerState(4, stage, 311, "bad", "unsupported", "good", True, ())
    assert in_words(opened) == f"{said}; its lid is open"
