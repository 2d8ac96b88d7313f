"""Blackjack dealt from the hand (633a.12(b)) in submissions, installations and scenario files: what goes with
it, and each thing that does not, told by name."""

from pathlib import Path
from typing import Any

import pytest

from controller.faults import ConfigFaults
from controller.installation import Installation, load_installation, load_rules
from controller.regulation.marks import clause
from controller.rehearsal.scenario import read_scenario
from controller.submission import load_submission, rules_from
from controller.table.state import Equipment

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "config" / "tables" / "demo-blackjack-hand.toml"
SUBMISSIONS = ROOT / "config" / "submissions"


def faults(**said: Any) -> list[tuple[str, str]]:
    with pytest.raises(ConfigFaults) as caught:
        rules_from("blackjack", {"variation": "hand_dealt", **said}, "f.yaml", "rules")
    assert all(fault.remedy for fault in caught.value.faults)
    return [(fault.key, fault.what) for fault in caught.value.faults]


# ---- the submission -------------------------------------------------------------------------------------


@clause("633a.12(b)(1)")
def test_one_deck_or_two_are_dealt_from_the_hand_and_no_more() -> None:
    for decks in (1, 2):
        assert rules_from("blackjack", {"variation": "hand_dealt", "decks": decks}, "f").decks == decks
    for decks in (3, 8):
        what = f"at most 2 decks are dealt from the hand, 633a.12(b)(1), not {decks}"
        assert faults(decks=decks) == [("rules.decks", what)]
    assert [key for key, _ in faults()] == ["rules.decks"], "six where nothing is said"


@clause("633a.3(d)", "633a.12(b)")
def test_the_cards_are_changed_after_four_hours_at_most() -> None:
    said = {"variation": "hand_dealt", "decks": 2}
    assert rules_from("blackjack", said, "f").card_change == 4
    assert rules_from("blackjack", {**said, "card_change_hours": 3}, "f").card_change == 3
    assert [key for key, _ in faults(decks=2, card_change_hours=5)] == ["rules.card_change_hours"]
    assert [key for key, _ in faults(decks=2, card_change_hours=0)] == ["rules.card_change_hours"]
    assert rules_from("blackjack", {"card_change_hours": 24}, "f").card_change == 24


def test_the_projects_submission_deals_two_decks_from_the_hand() -> None:
    rules = load_submission(SUBMISSIONS / "blackjack-hand-dealt.toml")
    assert (rules.variation, rules.decks, rules.card_change) == ("hand_dealt", 2, 4)


# ---- the installation -----------------------------------------------------------------------------------


def installed(folder: Path, *changes: tuple[str, str]) -> Installation:
    text = TABLE.read_text(encoding="utf-8").replace("../submissions", SUBMISSIONS.as_posix())
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "t.toml"
    path.write_text(text, encoding="utf-8")
    return load_installation(path, folder)


def refused(folder: Path, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    with pytest.raises(ConfigFaults) as caught:
        load_rules(installed(folder, *changes))
    assert all(fault.place == str(folder / "t.toml") and fault.remedy for fault in caught.value.faults)
    return [(fault.key, fault.what) for fault in caught.value.faults]


SHUFFLER = """
[devices.shuffler]
role = "shuffler"
port = { path = "{run}/shuffler" }
firmware = "any"
capabilities = ["batch", "counts", "identifies", "backs", "secure"]
"""
SHOE = """
[devices.shoe]
role = "shoe"
port = { path = "{run}/shoe" }
firmware = "any"
"""


@clause("633a.12(b)", "633a.7(a)")
def test_a_table_without_a_shoe_is_installed(tmp_path: Path) -> None:
    table = installed(tmp_path)
    assert [device.role for device in table.devices] == ["card_reader", "wager_positions", "shuffler"]
    assert table.equipment == Equipment("batch", backs=("red", "blue"), shoe="hand")
    assert load_rules(table).variation == "hand_dealt"


@clause("633a.12(b)(2)")
def test_the_cards_are_shuffled_by_a_machine(tmp_path: Path) -> None:
    what = "cards that are dealt from the hand, 633a.12(b)(2), are shuffled by an automated shuffler"
    assert refused(tmp_path, (SHUFFLER, ""), ('backs = ["red", "blue"]', "")) == [("equipment.shoe", what)]
    assert installed(tmp_path, ('"batch"', '"continuous"'), ('["red", "blue"]', '["red"]'))


@clause("633a.12(b)", "633a.7(a)")
def test_a_shoe_beside_it_and_a_table_with_neither_are_refused(tmp_path: Path) -> None:
    what = "a shoe is installed, and the cards are dealt from the hand"
    assert refused(tmp_path, (SHUFFLER, SHUFFLER + SHOE)) == [("devices", what)]
    assert refused(tmp_path, ('shoe = "hand"', 'shoe = "single"')) == [
        ("devices", "0 devices have the role shoe")
    ]


@clause("633a.12(b)")
def test_the_submission_and_the_equipment_say_the_same(tmp_path: Path) -> None:
    other = ("blackjack-hand-dealt.toml", "blackjack.toml")
    (_, alone) = refused(tmp_path, other)[-1]
    assert alone == "cards are dealt from the hand in Blackjack, variation hand_dealt, alone (633a.12(b))"
    with_shoe = (('shoe = "hand"', 'shoe = "single"'), (SHUFFLER, SHUFFLER + SHOE))
    assert refused(tmp_path, *with_shoe) == [
        ("equipment.shoe", "variation hand_dealt is dealt from the hand, 633a.12(b), and a shoe is installed")
    ]


# ---- the scenario -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "equipment", "keys"),
    [
        ("{variation: hand_dealt, decks: 2}", "{shoe: hand, shuffler: batch}", []),
        ("{variation: hand_dealt, decks: 1}", "{shoe: hand, shuffler: continuous}", []),
        ("{variation: hand_dealt, decks: 2}", "{shoe: hand}", ["equipment.shoe"]),
        ("{variation: hand_dealt, decks: 2}", "{shoe: hand, shuffler: in_shoe}", ["equipment.shoe"]),
        ("{variation: hand_dealt, decks: 2}", "{shuffler: batch}", ["equipment.shoe"]),
        ("{}", "{shoe: hand, shuffler: batch}", ["equipment.shoe"]),
        ("{variation: switch}", "{shoe: hand, shuffler: batch}", ["equipment.shoe"]),
        ("{variation: hand_dealt}", "{shoe: hand, shuffler: batch}", ["rules.decks"]),
    ],
)
@clause("633a.12(b)", "633a.12(b)(1)", "633a.12(b)(2)")
def test_a_script_says_both_or_neither(rules: str, equipment: str, keys: list[str]) -> None:
    text = f"format: 1\ntitle: t\ngame: blackjack\nrules: {rules}\nequipment: {equipment}\nsteps: [rest]\n"
    if not keys:
        assert read_scenario(text, "f.yaml").equipment.shoe == "hand"
        return
    with pytest.raises(ConfigFaults) as caught:
        read_scenario(text, "f.yaml")
    assert [fault.key for fault in caught.value.faults] == keys


@clause("633a.12(b)")
def test_a_shoe_that_is_not_there_cannot_fail_and_no_other_game_is_dealt_so() -> None:
    head = "format: 1\ntitle: t\n"
    held = "rules: {variation: hand_dealt, decks: 2}\nequipment: {shoe: hand, shuffler: batch}\n"
    for text in (
        head + "game: blackjack\n" + held + "steps:\n- fault: {device: shoe, kind: jam}\n",
        head + "game: free-bet-blackjack\nequipment: {shoe: hand, shuffler: batch}\nsteps: [rest]\n",
    ):
        with pytest.raises(ConfigFaults):
            read_scenario(text, "f.yaml")


# ---- Lunar Poker ------------------------------------------------------------------------------------------

POKER = ROOT / "config" / "tables" / "lunar-poker-hand-1.toml"


@clause("671a.3(c)(1)")
def test_a_table_that_deals_poker_from_the_hand_names_a_submission_of_four_hours_at_most(
    tmp_path: Path,
) -> None:
    text = POKER.read_text(encoding="utf-8").replace("../submissions", SUBMISSIONS.as_posix())
    assert load_rules(_written(tmp_path, text)).card_change == 4
    longer = text.replace("lunar-poker-hand.toml", "lunar-poker.toml")
    with pytest.raises(ConfigFaults, match="after 4 hours at most, and the submission says 8"):
        load_rules(_written(tmp_path, longer))


def _written(folder: Path, text: str) -> Installation:
    path = folder / "poker.toml"
    path.write_text(text, encoding="utf-8")
    return load_installation(path, folder)


@clause("671a.9(a)", "671a.9(a)(1)")
def test_poker_is_dealt_from_the_hand_with_a_shuffler_and_not_beside_a_shoe(tmp_path: Path) -> None:
    text = POKER.read_text(encoding="utf-8")
    assert _written(tmp_path, text).equipment.shoe == "hand"
    without = text[: text.index("# 671a.9(a)(1)")].replace('backs = ["red", "blue"]\n', "")
    with pytest.raises(ConfigFaults, match=r"671a\.9\(a\)\(1\), are shuffled by an automated shuffler"):
        _written(tmp_path, without)
    shoe = '[devices.shoe]\nrole = "shoe"\nport = { path = "/dev/a" }\ncapabilities = ["reads"]\n'
    with pytest.raises(ConfigFaults, match="shoe"):
        _written(tmp_path, f"{text}\n{shoe}")


@clause("671a.9(a)(1)")
def test_a_script_of_poker_from_the_hand_names_a_shuffler() -> None:
    script = "format: 1\ntitle: t\ngame: lunar-poker\nequipment: {shoe: hand%s}\nsteps: [deal]\n"
    assert read_scenario(script % ", shuffler: batch", "f").equipment.shoe == "hand"
    with pytest.raises(ConfigFaults, match=r"671a\.9\(a\)\(1\)"):
        read_scenario(script % "", "f")
