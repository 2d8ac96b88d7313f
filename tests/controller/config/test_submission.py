"""The Rules Submission: the defaults, what the chapter allows, and clear faults for the rest."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.faults import ConfigFaults
from controller.forms import cents_of
from controller.games import GAMES, find_game
from controller.regulation.marks import clause
from controller.submission import (
    FORMS,
    OTHERS,
    default_rules,
    dollars,
    load_submission,
    read_paytables,
    rules_from,
)
from controller.table.state import Rules, paytable_of

ROOT = Path(__file__).parents[3]
FILE = ROOT / "config" / "submissions" / "free-bet-blackjack.toml"
GAME = "free-bet-blackjack"


def laid_over(**overlay: Any) -> Rules:
    return rules_from(GAME, overlay, "f.yaml", "rules")


def faults_of(overlay: dict[Any, Any]) -> list[tuple[str, str]]:
    with pytest.raises(ConfigFaults) as caught:
        rules_from(GAME, overlay, "f.yaml", "rules")
    return [(fault.key, str(fault)) for fault in caught.value.faults]


def test_the_defaults_are_those_of_the_scenario_format() -> None:
    rules = default_rules(GAME)
    assert (rules.minimum, rules.maximum, rules.smallest_chip) == (500, 100_000, 50)
    assert (rules.settlement, rules.decks, rules.boxes_per_player) == ("collect_then_pay", 6, 2)
    assert (rules.boxes, rules.even_money, rules.mid_shoe_entry) == (6, True, True)
    assert [paytable.wager for paytable in rules.paytables] == ["blackjack", "insurance"]
    # What is left out of a journal's older entry means the same.
    plain = Rules(*msgspec.structs.astuple(rules)[:12])
    assert (rules.card_change, rules.gaming_day) == (plain.card_change, plain.gaming_day) == (24, 360)


def test_the_file_of_the_project_says_the_defaults() -> None:
    assert load_submission(FILE) == default_rules(GAME)


def test_every_game_that_is_played_has_a_form() -> None:
    assert set(FORMS) == set(GAMES)


@clause("672a.6(e)", "672a.11(c)")
@pytest.mark.parametrize(("letter", "pays"), [("A", 8), ("B", 7)])
def test_push_22_is_offered_by_its_letter(letter: str, pays: int) -> None:
    paytable = paytable_of(laid_over(push_22=letter), "push_22")
    assert paytable is not None
    assert [(odds.name, odds.pays) for odds in paytable.odds] == [
        ("same suit", 50),
        ("same color", 20),
        ("other", pays),
    ]


@clause("672a.6(e)", "672a.11(c)")
def test_push_22_is_not_offered_where_it_is_off_and_has_no_other_odds() -> None:
    assert paytable_of(laid_over(push_22="off"), "push_22") is None
    assert faults_of({"push_22": "C"}) == [
        ("rules.push_22", "f.yaml: key 'rules.push_22': there is no paytable 'C'; write A, B or off")
    ]


@clause("672a.11(a)", "672a.11(b)")
def test_a_submission_cannot_write_odds() -> None:
    paytables = read_paytables(GAME)
    assert list(paytables["blackjack"]) == ["A"]
    assert list(paytables["insurance"]) == ["A"]
    assert faults_of({"blackjack": "A"})[0][0] == "rules.blackjack"


@clause("672a.3(a)")
@pytest.mark.parametrize("decks", range(-1, 11))
def test_decks_are_six_or_eight(decks: int) -> None:
    if decks in find_game(GAME).decks:
        assert laid_over(decks=decks).decks == decks
    else:
        assert faults_of({"decks": decks})[0][0] == "rules.decks"
    assert find_game(GAME).decks == (6, 8)


@clause("672a.2(a)")
@pytest.mark.parametrize("boxes", range(-1, 9))
def test_a_table_has_at_most_six_boxes(boxes: int) -> None:
    if 1 <= boxes <= 6:
        assert laid_over(boxes=boxes).boxes == boxes
    else:
        assert faults_of({"boxes": boxes})[0][0] == "rules.boxes"


@clause("672a.6(f)")
def test_the_house_says_how_many_boxes_a_player_may_play(tmp_path: Path) -> None:
    assert laid_over(boxes_per_player=3).boxes_per_player == 3
    assert faults_of({"boxes_per_player": 0})[0][0] == "rules.boxes_per_player"
    assert faults_of({"boxes_per_player": 7})[0][0] == "rules.boxes_per_player"
    assert missing_from(tmp_path, "boxes_per_player") == ["boxes_per_player"]


@clause("672a.7(r)")
def test_the_house_says_in_which_procedure_it_settles(tmp_path: Path) -> None:
    assert laid_over(settlement="box_by_box").settlement == "box_by_box"
    assert faults_of({"settlement": "pay_first"})[0][0] == "rules.settlement"
    assert missing_from(tmp_path, "settlement") == ["settlement"]


def missing_from(folder: Path, key: str) -> list[str]:
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith(f"{key} =")]
    path = folder / "submission.toml"
    path.write_text("\n".join(lines))
    with pytest.raises(ConfigFaults) as caught:
        load_submission(path)
    assert all(fault.place == str(path) for fault in caught.value.faults)
    return [fault.key for fault in caught.value.faults]


@clause("672a.8(e)", "672a.6(b)")
def test_even_money_and_mid_shoe_entry_are_the_houses_choice() -> None:
    rules = laid_over(even_money=False, mid_shoe_entry="barred")
    assert (rules.even_money, rules.mid_shoe_entry) == (False, False)
    assert faults_of({"even_money": "off"})[0][1].endswith("write true or false, without quotes")
    assert faults_of({"mid_shoe_entry": True})[0][0] == "rules.mid_shoe_entry"


@pytest.mark.parametrize(
    ("overlay", "keys"),
    [
        ({"minimum": 2000}, ["minimum"]),
        ({"minimum": 0}, ["minimum"]),
        ({"minimum": "-5"}, ["minimum"]),
        ({"minimum": True}, ["minimum"]),
        ({"minimum": None}, ["minimum"]),
        ({"minimum": 5.0}, ["minimum"]),
        ({"minimum": Decimal("5.005")}, ["minimum"]),
        ({"minimum": "5,00"}, ["minimum"]),
        ({"maximum": "1e3"}, ["maximum"]),
        ({"maximum": 10**12}, ["maximum"]),
        ({"maximum": [5]}, ["maximum"]),
        ({"maximum": 1 << 50000}, ["maximum"]),
        ({"decks": 1 << 50000}, ["decks"]),
        ({"smallest_chip": 0}, ["smallest_chip"]),
        ({"smallest_chip": 2000}, ["smallest_chip"]),
        ({"smallest_chip": 25, "minimum": 10, "maximum": 20}, ["smallest_chip"]),
        ({"decks": 6.0}, ["decks"]),
        ({"decks": "6"}, ["decks"]),
        ({"decks": True}, ["decks"]),
        ({"card_change_hours": 8.0}, ["card_change_hours"]),
        ({"card_change_hours": "8"}, ["card_change_hours"]),
        ({"card_change": 8}, ["card_change"]),
        ({"push_22": None}, ["push_22"]),
        ({"push_22": False}, ["push_22"]),
        ({"minmum": 5}, ["minmum"]),
        ({"resplits": 2}, ["resplits"]),
        ({"game": GAME}, ["game"]),
        ({5: 5}, ["5"]),
        ({"decks": 7, "minimum": 2000, "boxes": 9}, ["minimum", "boxes", "decks"]),
    ],
)
def test_nonsense_is_told_with_its_key(overlay: dict[Any, Any], keys: list[str]) -> None:
    assert [key for key, _ in faults_of(overlay)] == [f"rules.{key}" for key in keys]


@clause("topic:smallest-chip")
@pytest.mark.parametrize("overlay", [{"smallest_chip": 2}, {"smallest_chip": 25}, {"minimum": "7.25"}])
def test_limits_need_not_be_made_of_chips_as_long_as_a_wager_can_be(overlay: dict[str, Any]) -> None:
    assert laid_over(**overlay).maximum == 100_000


def test_a_slip_of_the_pen_is_guessed() -> None:
    assert "did you mean minimum?" in faults_of({"minmum": 5})[0][1]


@pytest.mark.parametrize("name", OTHERS)
def test_a_game_that_is_not_built_is_said_to_be_so(name: str) -> None:
    with pytest.raises(ConfigFaults, match=f"this build does not play {name} yet"):
        default_rules(name)


def test_what_is_played_and_what_is_not_are_the_games_of_the_scenario_format() -> None:
    every = {"blackjack", "double-back-jack", "free-bet-blackjack", "lunar-poker", "pai-gow-poker"}
    assert set(GAMES) | set(OTHERS) == every
    assert not set(GAMES) & set(OTHERS)


def test_a_game_that_there_is_not_lists_those_there_are() -> None:
    with pytest.raises(ConfigFaults, match=r"did you mean free-bet-blackjack\? choose from blackjack, "):
        default_rules("free-bet-blackjak")


def test_money_in_toml_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "submission.toml"
    path.write_text(FILE.read_text().replace("smallest_chip = 0.50", "smallest_chip = 0.10"))
    assert load_submission(path).smallest_chip == 10


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "is no TOML"),
        ("a = 1\na = 2", "is no TOML"),
        ("a = 1e99999999999999999999", "is no TOML"),
        ("a = " + "9" * 5000, "is no TOML"),
        ("a = " + "[" * 5000, "is no TOML"),
        ("", "key 'game': is missing"),
        (
            'game = ""\nminimum = 5\nmaximum = 5\ndecks = 6\nboxes_per_player = 1\nsettlement = ""',
            "key 'game'",
        ),
    ],
)
def test_a_file_that_is_no_submission(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "submission.toml"
    path.write_text(text)
    with pytest.raises(ConfigFaults, match=said):
        load_submission(path)


def test_the_digest_follows_the_content_and_not_its_order() -> None:
    one = rules_from(GAME, {"decks": 8, "minimum": 10}, "a")
    other = rules_from(GAME, {"minimum": "10.00", "decks": 8}, "b")
    assert one == other
    assert len(one.digest) == 64
    changed = [laid_over(**{key: value}).digest for key, value in (("push_22", "A"), ("push_22", "B"))]
    assert len({one.digest, default_rules(GAME).digest, *changed}) == 4


@given(st.integers(0, 1_000_000_000))
def test_dollars_and_cents_are_each_others_inverse(cents: int) -> None:
    assert cents_of(dollars(cents)) == cents
    assert cents_of(Decimal(dollars(cents))) == cents
