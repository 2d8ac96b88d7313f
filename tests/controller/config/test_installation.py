"""What is installed at a table: the files of the project, and clear faults for the rest."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.faults import ConfigFaults
from controller.installation import Installation, load_installation, load_rules
from controller.regulation.marks import clause
from controller.submission import default_rules
from drivers.ports import Binding

ROOT = Path(__file__).parents[3]
TABLES = ROOT / "config" / "tables"
GOOD = """
table = "t1"
game = "free-bet-blackjack"
submission = "s.toml"
journal = "t1.journal"
feed = "feed.sock"
[devices.shoe]
role = "shoe"
port = { path = "/dev/a" }
firmware = "any"
[devices.reader]
role = "card_reader"
port = { vid = 0x1209, pid = 2, serial = "R1" }
firmware = ["HEX"]
[devices.wagers]
role = "wager_positions"
port = { tcp = "localhost:4001" }
firmware = "any"
capabilities = ["chips"]
""".replace("HEX", "ab" * 32)


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLE_CONTROLLER_RUN", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)


def read(folder: Path, text: str, run: Path | None = None) -> Installation:
    path = folder / "t.toml"
    path.write_text(text)
    return load_installation(path, run)


def faults_of(folder: Path, old: str, new: str) -> list[str]:
    assert old in GOOD
    with pytest.raises(ConfigFaults) as caught:
        read(folder, GOOD.replace(old, new))
    assert all(fault.place == str(folder / "t.toml") and fault.remedy for fault in caught.value.faults)
    return [fault.key for fault in caught.value.faults]


def test_a_table_is_read_whole(tmp_path: Path) -> None:
    table = read(tmp_path, GOOD)
    assert (table.table, table.game) == ("t1", "free-bet-blackjack")
    assert table.submission == tmp_path / "s.toml"
    assert table.journal == tmp_path / "t1.journal"
    shoe, reader, wagers = table.devices
    assert shoe.binding == Binding(path="/dev/a")
    assert reader.binding == Binding(vid=0x1209, pid=2, serial="R1")
    assert wagers.binding == Binding(tcp="localhost:4001")
    assert (shoe.firmware, reader.firmware) == (None, frozenset(("ab" * 32,)))
    assert wagers.capabilities == ("chips",)


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_tables_of_the_project_can_be_read(path: Path) -> None:
    table = load_installation(path)
    rules = load_rules(table)
    assert rules.game == table.game
    # What the demonstration shows beyond the default submission is side wagers, progressive ones among
    # them, and a variation.
    expected = replace(default_rules(table.game), paytables=rules.paytables, digest=rules.digest)
    expected = replace(expected, progressives=rules.progressives)
    if path.stem == "demo-blackjack-switch":
        expected = replace(expected, variation="switch")
    elif path.stem == "demo-blackjack-hand":
        expected = replace(expected, variation="hand_dealt", decks=2, card_change=4)
    elif path.stem in ("demo-lunar-poker-hand", "lunar-poker-hand-1"):
        expected = replace(expected, card_change=4)
    assert rules == expected
    first = ["super", "ante"] if table.game == "lunar-poker" else ["blackjack", "insurance"]
    assert [p.wager for p in rules.paytables][:2] == first
    assert table.table == path.stem


@pytest.mark.parametrize(
    "name",
    [
        "blackjack-1",
        "free-bet-1",
        "free-bet-2",
        "lunar-poker-1",
        "lunar-poker-hand-1",
        "lunar-poker-two-decks-1",
    ],
)
def test_an_example_accepts_no_firmware_until_somebody_says_which(name: str) -> None:
    table = load_installation(TABLES / f"{name}.toml")
    assert all(device.firmware == frozenset(("0" * 64,)) for device in table.devices)


def test_the_runtime_directory_is_the_arguments_the_environments_or_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = TABLES / "demo.toml"
    assert load_installation(demo).feed == ROOT / "demo-run" / "feed.sock"
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/a:/run/b")
    assert load_installation(demo).feed == Path("/run/a/feed.sock")
    monkeypatch.setenv("TABLE_CONTROLLER_RUN", "/tmp/c")
    assert load_installation(demo).feed == Path("/tmp/c/feed.sock")
    table = load_installation(demo, Path("/tmp/d"))
    assert table.feed == Path("/tmp/d/feed.sock")
    assert table.devices[0].binding.path == "/tmp/d/shoe"


def test_a_usb_device_that_is_no_serial_port_is_bound_by_what_usb_says(tmp_path: Path) -> None:
    said = 'vid = 0x1209, pid = 1, serial = "00000000", location = "1-2", kind = "hid"'
    table = read(tmp_path, GOOD.replace('path = "/dev/a"', said))
    assert table.devices[0].binding == Binding(
        vid=0x1209, pid=1, serial="00000000", location="1-2", kind="hid"
    )


def test_no_runtime_directory_at_all(tmp_path: Path) -> None:
    assert faults_of(tmp_path, '"feed.sock"', '"{run}/feed.sock"') == ["feed"]


@pytest.mark.parametrize(
    ("old", "new", "keys"),
    [
        ('table = "t1"', "", ["table"]),
        ('table = "t1"', 'table = "T 1"', ["table"]),
        ('table = "t1"', 'table = "t1"\ntabel = 1', ["tabel"]),
        ('"free-bet-blackjack"', '"pai-gow-poker"', ["game"]),
        ('"t1.journal"', "3", ["journal"]),
        ('"t1.journal"', '"{state}/t1"', ["journal"]),
        ('"t1.journal"', '""', ["journal"]),
        ('"feed.sock"', '"' + "x" * 120 + '"', ["feed"]),
        ('role = "shoe"', "", ["devices.shoe.role"]),
        ('role = "shoe"', 'role = "card_reader"', ["devices", "devices"]),
        ('path = "/dev/a"', "", ["devices.shoe.port"]),
        ('path = "/dev/a"', 'pth = "/dev/a"', ["devices.shoe.port.pth"]),
        ('path = "/dev/a"', 'path = "/dev/a", tcp = "a:1"', ["devices.shoe.port"]),
        ('path = "/dev/a"', "interface = 0", ["devices.shoe.port"]),
        ('path = "/dev/a"', "pid = 3", ["devices.shoe.port"]),
        ('path = "/dev/a"', "vid = 0x12345", ["devices.shoe.port.vid"]),
        ('path = "/dev/a"', "vid = 0x" + "f" * 9000, ["devices.shoe.port.vid"]),
        ('path = "/dev/a"', 'path = "/dev/a", baud = 7', ["devices.shoe.port.baud"]),
        (
            'path = "/dev/a"',
            'path = "/dev/a", line = "9N1"',
            ["devices.shoe.port.line"],
        ),
        ('path = "/dev/a"', 'path = "/dev/a", line = "7E1"', ["devices.shoe.port"]),
        (
            'path = "/dev/a"',
            'tcp = "h:1", line = "8E1"',
            ["devices.shoe.port"],
        ),
        ('path = "/dev/a"', 'path = "/dev/a", kind = "bulk"', ["devices.shoe.port"]),
        ('path = "/dev/a"', 'kind = "hid"', ["devices.shoe.port"]),
        ('path = "/dev/a"', 'path = "/dev/a", reset = true', ["devices.shoe.port"]),
        ('path = "/dev/a"', 'serial = "A1", kind = "usb"', ["devices.shoe.port.kind"]),
        ('path = "/dev/a"', 'vid = 1, pid = 2, serial = "00000000"', ["devices.shoe.port"]),
        ('path = "/dev/a"', 'tcp = "localhost:4001"', ["devices.wagers.port"]),
        ('"localhost:4001"', '"localhost"', ["devices.wagers.port.tcp"]),
        ('"localhost:4001"', '"localhost:0"', ["devices.wagers.port.tcp"]),
        ("ab" * 32, "ab" * 31, ["devices.reader.firmware.0"]),
        (f'["{"ab" * 32}"]', "[]", ["devices.reader.firmware"]),
        (f'["{"ab" * 32}"]', '"all"', ["devices.reader.firmware"]),
        (f'firmware = ["{"ab" * 32}"]', "", ["devices.reader.firmware"]),
        ('["chips"]', '"chips"', ["devices.wagers.capabilities"]),
    ],
)
def test_a_mistake_is_told_with_file_key_and_remedy(
    tmp_path: Path, old: str, new: str, keys: list[str]
) -> None:
    assert faults_of(tmp_path, old, new) == keys


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ('path = "/dev/a", line = "9N1"', "9N1.* is no line of a serial port.*such as 8N1 or 7E1"),
        ('path = "/dev/a", line = "7E1"', "the table link needs all 8 data bits.*8E1"),
        ('tcp = "h:1", line = "8E1"', "no serial port of this computer.*leave line out"),
    ],
)
def test_a_line_that_cannot_be_is_told_with_what_to_write(tmp_path: Path, new: str, said: str) -> None:
    with pytest.raises(ConfigFaults, match=f"(?s){said}"):
        read(tmp_path, GOOD.replace('path = "/dev/a"', new))


def test_a_device_of_another_protocol_may_speak_in_seven_bits(tmp_path: Path) -> None:
    text = GOOD.replace('path = "/dev/a"', 'path = "/dev/a", line = "7E1"')
    table = read(tmp_path, text.replace('role = "shoe"', 'role = "shoe"\ndriver = "acme_shoe"'))
    (shoe,) = [one for one in table.devices if one.role == "shoe"]
    assert shoe.binding.line == "7E1"


@clause("topic:peek", "topic:dealing-from-shoe")
@pytest.mark.parametrize("role", ["shoe", "card_reader", "wager_positions"])
def test_a_table_needs_one_of_each_role(tmp_path: Path, role: str) -> None:
    assert faults_of(tmp_path, f'role = "{role}"', 'role = "something_else"') == ["devices"]


def test_a_submission_of_another_game_is_refused(tmp_path: Path) -> None:
    table = read(tmp_path, GOOD)
    with pytest.raises(ConfigFaults, match="cannot be read"):
        load_rules(table)
    table.submission.write_text(
        'game = "pai-gow-poker"\nminimum=5\nmaximum=5\ndecks=6\nboxes_per_player=1\nsettlement="x"'
    )
    with pytest.raises(ConfigFaults, match="does not play pai-gow-poker yet"):
        load_rules(table)


# ---- Lunar Poker ----------------------------------------------------------------------------------------

POKER = """
table = "t1"
game = "lunar-poker"
submission = "s.toml"
journal = "t1.journal"
feed = "feed.sock"
[devices.shoe]
role = "shoe"
port = { path = "/dev/a" }
firmware = "any"
[devices.wagers]
role = "wager_positions"
port = { path = "/dev/b" }
firmware = "any"
"""
READER = """
[devices.reader]
role = "card_reader"
port = { path = "/dev/c" }
firmware = "any"
"""
MACHINE = """
[devices.machine]
role = "shuffler"
port = { path = "/dev/d" }
firmware = "any"
capabilities = ["batch"]
"""


@clause("topic:dealing-from-shoe", "671a.8(a)")
def test_a_table_for_lunar_poker_needs_a_shoe_and_positions_and_no_card_reader(tmp_path: Path) -> None:
    assert [one.role for one in read(tmp_path, POKER).devices] == ["shoe", "wager_positions"]
    for role in ("shoe", "wager_positions"):
        with pytest.raises(ConfigFaults, match=f"0 devices have the role {role}"):
            read(tmp_path, POKER.replace(f'role = "{role}"', 'role = "something_else"'))


@pytest.mark.parametrize(
    ("added", "words"),
    [
        (READER, "a card reader is installed, and nothing is read at a table of lunar-poker"),
        (MACHINE.replace('"batch"', '"continuous"'), "lunar-poker is not shuffled by a continuous shuffler"),
        (
            '[equipment]\nshoe = "hand"\n',
            r"dealt from the hand, 671a.9\(a\)\(1\), are shuffled by an automated",
        ),
        ("[equipment]\nboxes = 6\n", "boxes"),
    ],
)
def test_what_a_table_for_lunar_poker_cannot_have_is_named(tmp_path: Path, added: str, words: str) -> None:
    with pytest.raises(ConfigFaults, match=words) as caught:
        read(tmp_path, POKER + added)
    assert all(fault.remedy for fault in caught.value.faults)


@clause("671a.3(a)", "671a.3(b)(1)")
@pytest.mark.parametrize(("backs", "fine"), [(1, True), (2, True), (0, False), (3, False)])
def test_beside_a_batch_shuffler_lunar_poker_has_one_deck_or_two(
    tmp_path: Path, backs: int, fine: bool
) -> None:
    named = ["red", "blue", "green"][:backs]
    text = f"{POKER}{MACHINE}[equipment]\nbacks = {named}\n"
    if fine:
        assert read(tmp_path, text).equipment.backs == tuple(named)
    else:
        with pytest.raises(ConfigFaults, match="two different colours"):
            read(tmp_path, text)


def with_shoe(able: str, equipment: str = "") -> str:
    return POKER.replace('role = "shoe"', f'role = "shoe"\ncapabilities = [{able}]') + equipment


@clause("671a.5(g)")
@pytest.mark.parametrize(
    ("able", "words"),
    [
        ('"double"', "not dealt from a double shoe"),
        ('"shuffles", "counts"', "is missing, and the shoe shuffles by itself"),
        (
            '"shuffles", "counts", "dispenses", "exit"',
            "an automated shoe that shuffles by itself is not used",
        ),
    ],
)
def test_a_shoe_that_lunar_poker_is_not_dealt_from_is_named(tmp_path: Path, able: str, words: str) -> None:
    with pytest.raises(ConfigFaults, match=words):
        read(tmp_path, with_shoe(able))


@clause("671a.5(g)")
def test_a_shoe_that_shuffles_and_counts_needs_its_approval(tmp_path: Path) -> None:
    equipment = '[equipment]\napproval = "BGLO 2015-114"\n'
    table = read(tmp_path, with_shoe('"shuffles", "counts"', equipment))
    assert (table.equipment.shuffler, table.equipment.approval) == ("in_shoe", "BGLO 2015-114")


# ---- a progressive system -----------------------------------------------------------------------------

SYSTEM = """
[devices.system]
role = "progressive"
port = { path = "/dev/p" }
firmware = "any"
capabilities = ["accounts", "chips", "selects"]
"""
OFFERS = """game = "blackjack"
minimum = 5
maximum = 1000
smallest_chip = "0.50"
boxes = 7
boxes_per_player = 2
settlement = "collect_then_pay"
decks = 6
resplits = 2
even_money = true
bad_beat = "on"
bad_beat_options = ["lucky_player"]
"""


def with_system(folder: Path, system: str = SYSTEM, offers: str = OFFERS) -> Installation:
    """A Blackjack table with that device, and with a submission that says this."""
    (folder / "s.toml").write_text(offers)
    return read(folder, GOOD.replace("free-bet-blackjack", "blackjack") + system)


@clause("633a.2(c)")
def test_a_progressive_wager_and_its_system_belong_together(tmp_path: Path) -> None:
    assert load_rules(with_system(tmp_path)).progressives[0].wager == "bad_beat"


@clause("633a.2(c)")
@pytest.mark.parametrize(
    ("system", "offers", "what"),
    [
        ("", OFFERS, "no device has the role progressive"),
        (SYSTEM, OFFERS.replace('"on"', '"off"'), "the submission offers no progressive wager"),
        (SYSTEM.replace('"accounts", ', ""), OFFERS, "bad_beat goes by them"),
        (SYSTEM.replace(', "selects"', ""), OFFERS, "lucky_player go by that"),
    ],
)
def test_one_without_the_other_is_told(tmp_path: Path, system: str, offers: str, what: str) -> None:
    with pytest.raises(ConfigFaults) as caught:
        load_rules(with_system(tmp_path, system, offers))
    (fault,) = caught.value.faults
    assert what in fault.what
    assert fault.key == "devices"
    assert fault.remedy
