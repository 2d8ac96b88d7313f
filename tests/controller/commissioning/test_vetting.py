"""What a start makes of the record: it fits the table's file in every word, or the table does not start."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller.commissioning import check_follows, key_of, vetting_of, write_record
from controller.commissioning.record import DeviceRecord
from controller.faults import ConfigFault, ConfigFaults
from controller.installation import Installation, InstalledDevice
from controller.table.state import Commissioning
from drivers.ports import Binding
from drivers.proof import Pinned
from tests.controller.commissioning.records import device, record

SHOE = InstalledDevice("shoe", "shoe", Binding(path="/dev/a"), None, driver="shoe", trust="signed")
WAGERS = InstalledDevice(
    "wagers",
    "wager_positions",
    Binding(path="/dev/b"),
    None,
    driver="wager_positions",
    trust="unauthenticated",
)
OLD: dict[str, Any] = {
    "role": "wager_positions",
    "driver": "wager_positions",
    "trust": "unauthenticated",
    "key": "",
    "by": "J. Doe",
}


def table(tmp_path: Path, *devices: InstalledDevice, commissioned: bool = True) -> Installation:
    paths = (tmp_path / "s.toml", tmp_path / "t1.journal", tmp_path / "feed")
    record_path = tmp_path / "t1.commissioned" if commissioned else None
    place = str(tmp_path / "t.toml")
    return Installation(
        place, "t1", "free-bet-blackjack", *paths, devices or (SHOE, WAGERS), commissioned=record_path
    )


def written(installation: Installation, *devices: DeviceRecord, **changed: Any) -> None:
    assert installation.commissioned is not None
    write_record(installation.commissioned, record(*devices, **changed), key_of(installation))


def test_a_file_without_a_record_asks_nothing_of_anybody_and_makes_no_key(tmp_path: Path) -> None:
    installation = table(tmp_path, commissioned=False)
    vetting = vetting_of(installation, key_of(installation))
    assert vetting.commissioning == Commissioning()
    assert vetting.proving == {}
    assert list(tmp_path.iterdir()) == []


def test_each_device_is_held_to_what_its_trust_says(tmp_path: Path) -> None:
    installation = table(tmp_path)
    written(installation, device(), device("wagers", **OLD))
    vetting = vetting_of(installation, key_of(installation))
    assert set(vetting.proving) == {"shoe"}
    assert isinstance(vetting.proving["shoe"], Pinned)
    told = vetting.commissioning
    assert told.trust == (("shoe", "signed"), ("wagers", "unauthenticated"))
    assert told.by == "J. Doe, R. Roe"
    assert (told.record, told.number) == (record(device(), device("wagers", **OLD)).digest, 7)


def test_a_device_that_is_not_in_the_record_stops_the_start(tmp_path: Path) -> None:
    installation = table(tmp_path)
    written(installation, device())
    with pytest.raises(ConfigFaults) as caught:
        vetting_of(installation, key_of(installation))
    (fault,) = caught.value.faults
    assert fault.key == "devices.wagers"
    assert "--only wagers" in fault.remedy


@pytest.mark.parametrize(
    ("word", "value"),
    [("trust", "unauthenticated"), ("trust", "listed"), ("driver", "acme_shoe"), ("role", "shuffler")],
)
def test_a_file_that_was_changed_since_stops_the_start(tmp_path: Path, word: str, value: str) -> None:
    """Above all: what was commissioned as signed does not become less by a line in the table's file."""
    installation = table(tmp_path, replace(SHOE, **{word: value}))
    written(installation, device())
    with pytest.raises(ConfigFaults) as caught:
        vetting_of(installation, key_of(installation))
    (fault,) = caught.value.faults
    assert f"has the {word} {value} in this file, and was commissioned as" in fault.what


def test_a_record_that_is_not_there_stops_the_start(tmp_path: Path) -> None:
    installation = table(tmp_path)
    with pytest.raises(ConfigFault, match="is not there"):
        vetting_of(installation, key_of(installation))


@pytest.mark.parametrize(
    ("now", "known", "good"),
    [
        (Commissioning(), Commissioning(), True),
        (Commissioning("a", 5), Commissioning(), True),
        (Commissioning("a", 5), Commissioning("a", 5), True),
        (Commissioning("b", 6), Commissioning("a", 5), True),
        (Commissioning("b", 5), Commissioning("a", 5), False),
        (Commissioning("b", 4), Commissioning("a", 5), False),
    ],
)
def test_an_earlier_record_that_is_put_back_stops_the_start(
    tmp_path: Path, now: Commissioning, known: Commissioning, good: bool
) -> None:
    """It is signed as well as the newer one; only the journal knows that there was one."""
    installation = table(tmp_path)
    if good:
        check_follows(installation, now, known)
        return
    with pytest.raises(ConfigFault, match="was put back"):
        check_follows(installation, now, known)


def test_a_file_that_names_no_record_any_more_stops_the_start(tmp_path: Path) -> None:
    installation = table(tmp_path, commissioned=False)
    with pytest.raises(ConfigFault, match="names no commissioning record, and the journal knows one") as told:
        check_follows(installation, Commissioning(), Commissioning("a" * 64, 5))
    assert told.value.key == "commissioned"
    assert "unauthenticated" in told.value.remedy
