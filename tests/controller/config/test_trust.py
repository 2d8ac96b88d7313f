"""How far devices are trusted, in a table's file: a record and a word for each device, or neither."""

from pathlib import Path

import pytest

from controller.faults import ConfigFaults
from controller.installation import load_installation
from tests.controller.config.test_installation import GOOD

RECORD = 'journal = "t1.journal"\ncommissioned = "{run}/t1.commissioned"'
WORDS = {"shoe": "signed", "card_reader": "listed", "wager_positions": "unauthenticated"}


def trusted(words: dict[str, str], record: str = RECORD) -> str:
    text = GOOD.replace('journal = "t1.journal"', record)
    for role, word in words.items():
        text = text.replace(f'role = "{role}"', f'role = "{role}"\ntrust = "{word}"')
    return text


def written(folder: Path, text: str) -> Path:
    path = folder / "t.toml"
    path.write_text(text)
    return path


def faults_of(folder: Path, text: str) -> list[tuple[str, str]]:
    with pytest.raises(ConfigFaults) as caught:
        load_installation(written(folder, text), folder / "run")
    return [(fault.key, fault.remedy) for fault in caught.value.faults]


def test_a_record_and_a_word_for_each_device(tmp_path: Path) -> None:
    table = load_installation(written(tmp_path, trusted(WORDS)), tmp_path / "run")
    assert table.commissioned == tmp_path / "run" / "t1.commissioned"
    assert {device.role: device.trust for device in table.devices} == WORDS


def test_a_file_without_either_is_as_before(tmp_path: Path) -> None:
    table = load_installation(written(tmp_path, GOOD), tmp_path / "run")
    assert table.commissioned is None
    assert {device.trust for device in table.devices} == {""}


def test_a_device_without_a_word_beside_a_record_is_a_fault(tmp_path: Path) -> None:
    (found,) = faults_of(tmp_path, trusted({"shoe": "signed", "card_reader": "listed"}))
    assert found == ("devices.wagers.trust", "write one of signed, listed, unauthenticated")


@pytest.mark.parametrize("word", ["signed", "listed", "unauthenticated"])
def test_a_word_without_a_record_is_a_fault(tmp_path: Path, word: str) -> None:
    (found,) = faults_of(tmp_path, trusted({"shoe": word}, 'journal = "t1.journal"'))
    assert found[0] == "devices.shoe.trust"
    assert "commissioned" in found[1]


@pytest.mark.parametrize("word", ["", "Signed", "sign", "any"])
def test_another_word_is_a_fault(tmp_path: Path, word: str) -> None:
    (found,) = faults_of(tmp_path, trusted({**WORDS, "shoe": word}))
    assert found[0] == "devices.shoe.trust"


def test_the_record_needs_a_runtime_directory_where_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigFaults) as caught:
        load_installation(written(tmp_path, trusted(WORDS)))
    assert [fault.key for fault in caught.value.faults] == ["commissioned"]
