"""What stands at a table besides ports: the shuffler, the approval, layout, rack and backs, and what does not
go together, each told with its place, its value and a remedy."""

from pathlib import Path

import pytest

from controller.equipment import kind_in_words
from controller.faults import ConfigFault, ConfigFaults
from controller.installation import Installation, load_installation, load_rules
from controller.regulation.marks import clause
from controller.submission import default_rules
from controller.table.state import Equipment

ROOT = Path(__file__).parents[3]
TABLES = ROOT / "config" / "tables"
SUBMISSION = ROOT / "config" / "submissions" / "free-bet-blackjack.toml"
TABLE = """
table = "t1"
game = "free-bet-blackjack"
submission = "{submission}"
journal = "t1.journal"
feed = "feed.sock"
[equipment]
{equipment}
[devices.shoe]
role = "shoe"
port = {{ path = "/dev/a" }}
firmware = "any"
capabilities = [{shoe}]
[devices.reader]
role = "card_reader"
port = {{ path = "/dev/b" }}
firmware = "any"
[devices.wagers]
role = "wager_positions"
port = {{ path = "/dev/c" }}
firmware = "any"
{shuffler}
"""
SHUFFLER = """
[devices.{name}]
role = "shuffler"
port = {{ path = "/dev/{name}" }}
firmware = "any"
capabilities = [{able}]
"""
APPROVED = 'approval = "BGLO 2015-114"\n'


def read(
    folder: Path, equipment: str = "", shoe: str = "", *shufflers: str, submission: Path = SUBMISSION
) -> Installation:
    """A table with this [equipment], these capabilities of the shoe, and a shuffler for each further word."""
    machines = [SHUFFLER.format(name=f"mixer{n}", able=able) for n, able in enumerate(shufflers, 1)]
    path = folder / "t.toml"
    path.write_text(
        TABLE.format(
            submission=submission.as_posix(), equipment=equipment, shoe=shoe, shuffler="".join(machines)
        )
    )
    return load_installation(path)


def faults_of(folder: Path, *said: str) -> tuple[ConfigFault, ...]:
    with pytest.raises(ConfigFaults) as caught:
        read(folder, *said)
    faults = caught.value.faults
    assert all(fault.place == str(folder / "t.toml") and fault.remedy for fault in faults)
    return faults


def fault_of(folder: Path, *said: str) -> ConfigFault:
    (fault,) = faults_of(folder, *said)
    return fault


# ---- what is good -------------------------------------------------------------------------------------


def test_without_the_table_equipment_it_is_as_the_submission_has_it(tmp_path: Path) -> None:
    assert read(tmp_path).equipment == Equipment()
    path = tmp_path / "t.toml"
    path.write_text(path.read_text().replace("[equipment]", ""))
    assert load_installation(path).equipment == Equipment()
    assert load_rules(load_installation(path)) == default_rules("free-bet-blackjack")


@clause("topic:two-batches")
@pytest.mark.parametrize("kind", ["batch", "continuous"])
def test_the_shuffler_is_of_the_kind_that_its_capabilities_name(tmp_path: Path, kind: str) -> None:
    table = read(tmp_path, "", "", f'"{kind}", "counts"')
    assert table.equipment == Equipment(shuffler=kind)
    assert [(one.name, one.role, one.driver) for one in table.devices][3:] == [
        ("mixer1", "shuffler", "shuffler")
    ]
    assert kind_in_words(table.equipment) == f"{kind} shuffler"


@clause("topic:self-shuffling-shoe")
def test_a_shoe_or_a_continuous_shuffler_may_reshuffle_and_count_by_an_approval(tmp_path: Path) -> None:
    in_shoe = read(tmp_path, APPROVED, '"shuffles", "counts", "reads"').equipment
    assert in_shoe == Equipment(shuffler="in_shoe", approval="BGLO 2015-114")
    beside = read(tmp_path, APPROVED, "", '"continuous", "counts"').equipment
    assert beside == Equipment(shuffler="continuous", approval="BGLO 2015-114")


@clause("topic:two-backs", "topic:rack-mark")
def test_every_key_is_kept(tmp_path: Path) -> None:
    said = 'boxes = 6\nrack = "mark"\nrack_decks = 6\nbacks = ["dark blue", "green"]'
    table = read(tmp_path, said, "", '"batch"')
    assert table.equipment == Equipment("batch", "", 6, "mark", 6, ("dark blue", "green"))
    assert load_rules(table).boxes == 6
    assert read(tmp_path, 'backs = ["red"]').equipment.backs == ("red",)
    assert read(tmp_path, "reader_shows = true").equipment.reader_shows
    assert not read(tmp_path, "").equipment.reader_shows


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_tables_of_the_project_go_together_with_their_submissions(path: Path) -> None:
    table = load_installation(path, Path("/run"))
    assert load_rules(table).game == table.game
    has_shuffler = any(device.role == "shuffler" for device in table.devices)
    assert (table.equipment.shuffler != "none") == has_shuffler


def test_the_examples_say_what_stands_at_them() -> None:
    expected = {
        "blackjack-1": Equipment(boxes=7, rack_decks=6),
        "demo": Equipment(),
        "demo-blackjack": Equipment(),
        "free-bet-1": Equipment(boxes=6, rack_decks=6),
        "free-bet-2": Equipment("batch", "", 6, "mark", 6, ("red", "blue")),
    }
    run = Path("/run")
    assert {name: load_installation(TABLES / f"{name}.toml", run).equipment for name in expected} == expected


# ---- what is not --------------------------------------------------------------------------------------


@clause("topic:two-batches")
def test_one_shuffler_at_the_most(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, "", "", '"batch"', '"batch"')
    assert (fault.key, fault.value) == ("devices", "shuffler")


@clause("topic:two-batches")
@pytest.mark.parametrize(
    ("able", "said"), [("", "what kind"), ('"counts"', "what kind"), ('"batch", "continuous"', "both")]
)
def test_a_shuffler_says_which_of_the_two_it_is(tmp_path: Path, able: str, said: str) -> None:
    """And its backs or an approval are not judged before that is clear."""
    fault = fault_of(tmp_path, APPROVED + 'backs = ["red"]', "", able)
    assert fault.key == "devices.mixer1.capabilities"
    assert fault.value == [word.strip('"') for word in able.split(", ") if word]
    assert said in fault.what


@clause("topic:self-shuffling-shoe")
def test_a_shoe_that_shuffles_by_itself_needs_an_approval(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, "", '"shuffles", "counts"')
    assert (fault.key, fault.value) == ("equipment.approval", None)
    assert "write the reference" in fault.remedy


@clause("topic:self-shuffling-shoe")
@pytest.mark.parametrize("shufflers", [(), ('"batch", "counts"',)])
def test_an_approval_without_what_it_is_for_is_refused(tmp_path: Path, shufflers: tuple[str, ...]) -> None:
    fault = fault_of(tmp_path, APPROVED, '"counts"', *shufflers)
    assert (fault.key, fault.value) == ("equipment.approval", "BGLO 2015-114")


@clause("topic:self-shuffling-shoe")
def test_a_shoe_that_shuffles_and_a_shuffler_beside_it_are_refused(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, APPROVED, '"shuffles", "counts"', '"batch"')
    assert (fault.key, fault.value) == ("devices", "mixer1")


@clause("topic:self-shuffling-shoe")
@pytest.mark.parametrize(
    ("said", "key"),
    [
        ((APPROVED, '"shuffles", "reads"'), "devices.shoe.capabilities"),
        ((APPROVED, "", '"continuous", "lid"'), "devices.mixer1.capabilities"),
    ],
)
def test_what_reshuffles_by_an_approval_counts_too(tmp_path: Path, said: tuple[str, ...], key: str) -> None:
    fault = fault_of(tmp_path, *said)
    assert fault.key == key
    assert '"counts"' in fault.remedy
    assert isinstance(fault.value, list)


@clause("topic:self-shuffling-shoe")
def test_a_continuous_shuffler_without_an_approval_need_not_count(tmp_path: Path) -> None:
    assert read(tmp_path, "", "", '"continuous"').equipment == Equipment(shuffler="continuous")


@clause("topic:two-backs")
@pytest.mark.parametrize("backs", ['["red", "red"]', '["red"]', "[]", '["red", "blue", "green"]'])
def test_the_batches_of_a_batch_shuffler_have_two_different_backs(tmp_path: Path, backs: str) -> None:
    fault = fault_of(tmp_path, f"backs = {backs}", "", '"batch"')
    assert (fault.key, type(fault.value)) == ("equipment.backs", list)


@pytest.mark.parametrize("backs", ['["red", "blue"]', "[]"])
def test_one_batch_has_one_back(tmp_path: Path, backs: str) -> None:
    """A colour that nobody would ever ask for is a slip of the pen."""
    assert fault_of(tmp_path, f"backs = {backs}").key == "equipment.backs"
    assert fault_of(tmp_path, f"backs = {backs}", "", '"continuous"').key == "equipment.backs"


@pytest.mark.parametrize(
    ("equipment", "key", "said"),
    [
        ("aproval = 5", "equipment.aproval", "did you mean approval?"),
        ("shuffler = 'batch'", "equipment.shuffler", "there is no such key here"),
        ("approval = ''", "equipment.approval", "'' is no reference"),
        ("approval = '   '", "equipment.approval", "is no reference"),
        ('approval = "a\\nb"', "equipment.approval", "is no reference"),
        (f"approval = '{'x' * 121}'", "equipment.approval", "at most 120"),
        ("approval = true", "equipment.approval", "true is no text"),
        ("boxes = 0", "equipment.boxes", "1 to 6 boxes, not 0"),
        ("boxes = 7", "equipment.boxes", "1 to 6 boxes, not 7"),
        ("boxes = '6'", "equipment.boxes", "'6' is no whole number"),
        (f"boxes = 0x{'f' * 9000}", "equipment.boxes", "a very large number"),
        ("rack = 'high'", "equipment.rack", "write 'height' or 'mark'"),
        ("rack_decks = 0", "equipment.rack_decks", "at least one deck, not 0"),
        ("rack_decks = -6", "equipment.rack_decks", "at least one deck, not -6"),
        ("rack_decks = 6.0", "equipment.rack_decks", "6.0 is no whole number"),
        ("backs = 'red'", "equipment.backs", "'red' is no list"),
        ("backs = ['Red']", "equipment.backs.0", "'Red' is no colour"),
        ("backs = ['']", "equipment.backs.0", "'' is no colour"),
        ("backs = ['red ']", "equipment.backs.0", "is no colour"),
        ("backs = [1]", "equipment.backs.0", "1 is no text"),
    ],
)
def test_nonsense_is_told_with_its_key(tmp_path: Path, equipment: str, key: str, said: str) -> None:
    fault = fault_of(tmp_path, equipment)
    assert fault.key == key
    assert said in str(fault)


@clause("672a.2(a)")
def test_a_layout_of_more_than_six_boxes_is_refused(tmp_path: Path) -> None:
    assert read(tmp_path, "boxes = 6").equipment.boxes == 6
    assert fault_of(tmp_path, "boxes = 7").value == 7


def test_equipment_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    read(tmp_path)
    path.write_text(path.read_text().replace("[equipment]", "equipment = 5"))
    with pytest.raises(ConfigFaults, match="key 'equipment': 5 is no mapping of keys"):
        load_installation(path)


# ---- against the submission ---------------------------------------------------------------------------


def submission(folder: Path, **changed: int) -> Path:
    text = SUBMISSION.read_text()
    for key, value in changed.items():
        assert f"\n{key} = 6\n" in text
        text = text.replace(f"\n{key} = 6\n", f"\n{key} = {value}\n")
    path = folder / "s.toml"
    path.write_text(text)
    return path


@clause("672a.2(a)", "672a.2(e)(1)", "672a.2(e)(2)")
@pytest.mark.parametrize(
    ("equipment", "changed", "keys"),
    [
        ("boxes = 6", {"boxes": 5}, {"equipment.boxes": 6}),
        ("boxes = 5", {}, {"equipment.boxes": 5}),
        ("rack_decks = 6", {"decks": 8}, {"equipment.rack_decks": 6}),
        ("rack_decks = 7\nrack = 'mark'", {}, {"equipment.rack_decks": 7}),
        (
            "rack_decks = 6\nboxes = 6",
            {"decks": 8, "boxes": 4},
            {"equipment.boxes": 6, "equipment.rack_decks": 6},
        ),
    ],
)
def test_layout_and_rack_are_those_of_the_submission(
    tmp_path: Path, equipment: str, changed: dict[str, int], keys: dict[str, int]
) -> None:
    table = read(tmp_path, equipment, submission=submission(tmp_path, **changed))
    with pytest.raises(ConfigFaults) as caught:
        load_rules(table)
    assert {fault.key: fault.value for fault in caught.value.faults} == keys
    assert all(fault.place == table.place and fault.remedy for fault in caught.value.faults)


@clause("672a.2(a)", "672a.2(e)")
def test_what_the_file_leaves_out_or_says_alike_is_good(tmp_path: Path) -> None:
    other = submission(tmp_path, decks=8, boxes=4)
    for equipment in ("", "boxes = 4", "rack_decks = 8", "boxes = 4\nrack_decks = 8"):
        rules = load_rules(read(tmp_path, equipment, submission=other))
        assert (rules.decks, rules.boxes) == (8, 4)
