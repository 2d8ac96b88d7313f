"""A table's file with a double shoe: what it becomes, and what does not go with it. 633a.3(c)."""

from pathlib import Path

import pytest

from controller.assembly import why_unfit
from controller.faults import ConfigFault, ConfigFaults
from controller.installation import Installation, load_installation, load_rules
from controller.regulation.marks import clause
from controller.table.state import Equipment
from drivers import messages as m
from tests.controller.config.test_equipment import SHUFFLER, TABLE, TABLES

BLACKJACK = Path(__file__).parents[3] / "config" / "submissions" / "blackjack.toml"
DOUBLE = '"reads", "double"'


def read(
    folder: Path, equipment: str = "", shoe: str = DOUBLE, shuffler: str = "", game: str = "blackjack"
) -> Installation:
    path = folder / "t.toml"
    machine = SHUFFLER.format(name="mixer1", able=shuffler) if shuffler else ""
    submission = BLACKJACK if game == "blackjack" else BLACKJACK.with_name("free-bet-blackjack.toml")
    said = TABLE.format(submission=submission.as_posix(), equipment=equipment, shoe=shoe, shuffler=machine)
    path.write_text(said.replace("free-bet-blackjack", game, 1))
    return load_installation(path)


def faults_of(folder: Path, *args: str, **said: str) -> tuple[ConfigFault, ...]:
    with pytest.raises(ConfigFaults) as caught:
        read(folder, *args, **said)
    assert all(fault.place == str(folder / "t.toml") and fault.remedy for fault in caught.value.faults)
    return caught.value.faults


@clause("633a.3(c)", "633a.7(d)(1)")
@pytest.mark.parametrize(
    ("said", "backs", "red"),
    [
        ("", (), "left"),
        ('backs = ["green", "black"]', ("green", "black"), "left"),
        ('red_suits = "right"', (), "right"),
        ('red_suits = "left"', (), "left"),
    ],
)
def test_a_shoe_that_is_said_to_be_double_is_one(
    tmp_path: Path, said: str, backs: tuple[str, ...], red: str
) -> None:
    installation = read(tmp_path, said)
    assert installation.equipment == Equipment(backs=backs, shoe="double", red_suits=red)
    assert load_rules(installation).decks == 6


@clause("633a.2(h)")
def test_its_rack_is_compared_with_the_decks_of_one_side(tmp_path: Path) -> None:
    assert load_rules(read(tmp_path, "rack_decks = 6")).decks == 6
    with pytest.raises(ConfigFaults, match="12 decks"):
        load_rules(read(tmp_path, "rack_decks = 12"))


@clause("633a.3(c)")
@pytest.mark.parametrize(
    ("said", "key", "what"),
    [
        ({"equipment": 'backs = ["red"]'}, "equipment.backs", "two sides of a double shoe"),
        ({"equipment": 'backs = ["red", "red"]'}, "equipment.backs", "two different colours"),
        ({"equipment": 'red_suits = "up"'}, "equipment.red_suits", ""),
        ({"equipment": 'red_suits = "left"', "shoe": '"reads"'}, "equipment.red_suits", "has no sides"),
        ({"shuffler": '"batch"'}, "devices", "shuffled by hand in this build"),
        ({"shuffler": '"continuous"'}, "devices", "shuffled by hand in this build"),
        (
            {"game": "free-bet-blackjack"},
            "devices.shoe.capabilities",
            "free-bet-blackjack is not dealt from a double shoe",
        ),
    ],
)
def test_what_does_not_go_with_it_is_told(tmp_path: Path, said: dict[str, str], key: str, what: str) -> None:
    (fault,) = faults_of(tmp_path, **said)
    assert fault.key == key
    assert what in fault.what


def test_a_double_shoe_that_shuffles_by_itself_is_none_that_there_is(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, 'approval = "BGLO 2015-114"', shoe='"reads", "double", "shuffles", "counts"')
    assert [fault.key for fault in faults] == ["devices"]


def test_the_table_of_the_demonstration_has_one() -> None:
    installation = load_installation(TABLES / "demo-blackjack-double.toml")
    assert installation.equipment.shoe == "double"
    assert installation.equipment.backs == ("red", "blue")
    assert load_rules(installation).decks == 6


# ---- what is plugged in -----------------------------------------------------------------------------


def who(*able: str) -> m.Identity:
    return m.Identity("maker", "model", "1", "shoe", able, (), ())


def test_a_double_shoe_is_taken_where_the_file_names_it_and_nowhere_else() -> None:
    assert why_unfit(who("reads", "double"), ("reads", "double")) == ""
    assert why_unfit(who("reads"), ("reads",)) == ""
    assert why_unfit(who("reads", "double"), ("reads",)).startswith("has two sides: install a shoe with one")
    assert why_unfit(who("reads"), ("reads", "double")).startswith("lacks double")
