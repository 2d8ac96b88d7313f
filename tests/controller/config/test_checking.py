"""`table-controller check`: which kind of file it is, what a good one is said to be, and every fault told."""

import shutil
from pathlib import Path

import pytest

from controller.checking import check_file
from controller.faults import ConfigFault, ConfigFaults

CONFIG = Path(__file__).parents[3] / "config"
GOOD = {
    "tables/blackjack-1.toml": "table blackjack-1 of blackjack, 3 devices: good",
    "tables/demo-blackjack-shuffler.toml": "table demo-blackjack-shuffler of blackjack, 5 devices, batch "
    "shuffler: good",
    "submissions/blackjack-side-wagers.toml": "a Rules Submission for blackjack, cards changed within 24 h, "
    "gaming day from 06:00: good",
    "tables/demo.toml": "table demo of free-bet-blackjack, 3 devices: good",
    "tables/free-bet-1.toml": "table free-bet-1 of free-bet-blackjack, 3 devices: good",
    "tables/free-bet-2.toml": "table free-bet-2 of free-bet-blackjack, 4 devices, batch shuffler: good",
    "submissions/free-bet-blackjack.toml": "a Rules Submission for free-bet-blackjack, cards changed within "
    "24 h, gaming day from 06:00: good",
    "submissions/free-bet-blackjack-push-22.toml": "a Rules Submission for free-bet-blackjack, cards changed "
    "within 24 h, gaming day from 06:00: good",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The project's tables and submissions, to be changed."""
    shutil.copytree(CONFIG / "tables", tmp_path / "tables")
    shutil.copytree(CONFIG / "submissions", tmp_path / "submissions")
    return tmp_path


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path


def faults_of(path: Path) -> list[str]:
    with pytest.raises((ConfigFault, ConfigFaults)) as caught:
        check_file(path)
    return str(caught.value).splitlines()


def test_every_example_is_good_and_said_to_be_what_it_is(house: Path) -> None:
    files = [*house.glob("tables/*.toml"), *house.glob("submissions/*.toml")]
    said = {str(path.relative_to(house)): check_file(path) for path in files}
    assert all(words.endswith(": good") for words in said.values())
    assert said.items() >= GOOD.items()


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tables/free-bet-2.toml", '"batch", ', "", "does not say what kind of shuffler it is"),
        ("tables/free-bet-2.toml", '"batch", ', '"continuous", ', "key 'equipment.backs'"),
        ("tables/free-bet-2.toml", '# approval = "…"', 'approval = "X-1"', "key 'equipment.approval'"),
        ("tables/free-bet-2.toml", '["red", "blue"]', '["red", "red"]', "two different colours"),
        ("tables/free-bet-2.toml", "boxes = 6", "boxes = 5", "5 boxes, and the submission 6"),
        ("tables/free-bet-2.toml", "rack_decks = 6", "rack_decks = 8", "8 decks by its mark, and the sub"),
        ("tables/free-bet-1.toml", '["reads"', '["shuffles", "counts", "reads"', "key 'equipment.approval'"),
        ("tables/demo.toml", '["reads"]', '["reads", "shuffles"]', "key 'equipment.approval'"),
        ("tables/free-bet-2.toml", 'role = "shuffler"', 'role = "shuffler"\ndriver = "acme"', "acme"),
        (
            "tables/free-bet-1.toml",
            "[devices.reader]",
            '[devices.mixer]\nrole = "shufler"\nport = { path = "/m" }\nfirmware = "any"\n\n[devices.reader]',
            "key 'devices.mixer.role': 'shufler' is no role",
        ),
        ("submissions/free-bet-blackjack.toml", "= 24", "= 25", "changed after 1 to 24 hours, not 25"),
        ("submissions/free-bet-blackjack.toml", '"06:00"', '"6"', "'6' is no time of day"),
    ],
)
def test_a_fault_is_told_with_file_key_and_remedy(
    house: Path, file: str, old: str, new: str, said: str
) -> None:
    path = changed(house / file, old, new)
    told = faults_of(path)
    assert all(line.startswith(f"{path}: ") and "; " in line for line in told)
    assert said in told[0]


def test_the_faults_of_one_file_are_told_together(house: Path) -> None:
    path = changed(house / "tables/free-bet-2.toml", '["red", "blue"]', '["red", "red"]')
    changed(path, '# approval = "…"', 'approval = "X-1"')
    changed(path, 'role = "card_reader"', 'role = "reader"')
    keys = [line.split("key ")[1].split(":")[0] for line in faults_of(path)]
    assert keys == ["'devices'", "'equipment.approval'", "'equipment.backs'"]


def test_a_table_is_known_by_any_of_its_keys(tmp_path: Path) -> None:
    """A table whose devices were forgotten is no submission that lacks everything."""
    path = tmp_path / "t.toml"
    path.write_text('[equipment]\nrack = "mark"\n')
    assert any("key 'devices': is missing" in line for line in faults_of(path))
    path.write_text("decks = 6\n")
    assert any("key 'minimum': is missing" in line for line in faults_of(path))


def test_a_submission_that_is_changed_under_its_tables_is_told_at_the_table(house: Path) -> None:
    changed(house / "submissions/free-bet-blackjack.toml", "decks = 6", "decks = 8")
    for name in ("free-bet-1", "free-bet-2"):
        (told,) = faults_of(house / "tables" / f"{name}.toml")
        assert "key 'equipment.rack_decks'" in told
