"""The Rules Submission for Double Back Jack: its defaults, what chapter 673a leaves to a house, what it does
not. What all submissions share is in test_submission.py."""

from pathlib import Path
from typing import Any

import pytest

from controller.faults import ConfigFault, ConfigFaults
from controller.forms import MOST_CENTS
from controller.regulation.marks import clause
from controller.submission import default_rules, load_submission, rules_from
from controller.submission.blackjack import MOST_ON_A_SPOT
from controller.table.state import Rules, paytable_of

FILE = Path(__file__).parents[3] / "config" / "submissions" / "double-back-jack.toml"
GAME = "double-back-jack"


def laid_over(**overlay: Any) -> Rules:
    return rules_from(GAME, overlay, "f.yaml", "rules")


def fault_of(**overlay: Any) -> ConfigFault:
    with pytest.raises(ConfigFaults) as caught:
        laid_over(**overlay)
    (fault,) = caught.value.faults
    assert (fault.place, fault.key) == ("f.yaml", f"rules.{next(iter(overlay))}")
    assert fault.what
    assert fault.remedy
    return fault


def test_the_defaults_are_those_of_the_scenario_format_and_of_the_projects_file() -> None:
    rules = default_rules(GAME)
    assert (rules.minimum, rules.maximum, rules.smallest_chip) == (500, 100_000, 50)
    assert (rules.settlement, rules.decks, rules.boxes_per_player) == ("collect_then_pay", 6, 2)
    assert (rules.boxes, rules.even_money, rules.mid_shoe_entry) == (6, False, True)
    assert load_submission(FILE) == rules


@clause("673a.12(a)", "673a.12(b)", "673a.12(c)")
@pytest.mark.parametrize(
    ("wager", "odds"),
    [
        ("blackjack", [("win", 1, 1), ("blackjack", 2, 1)]),
        ("second_chance", [("win", 1, 1)]),
        ("insurance", [("win", 2, 1)]),
    ],
)
def test_the_odds_are_not_the_houses_to_choose(wager: str, odds: list[tuple[str, int, int]]) -> None:
    paytable = paytable_of(default_rules(GAME), wager)
    assert paytable is not None
    assert [(one.name, one.pays, one.per) for one in paytable.odds] == odds


@pytest.mark.parametrize(
    "key", ["even_money", "surrender", "second_chance", "push_22", "resplits", "double_face", "variation"]
)
def test_what_the_chapter_fixes_is_no_key(key: str) -> None:
    assert "there is no such key" in fault_of(**{key: "on"}).what


@clause("673a.3(a)")
@pytest.mark.parametrize("decks", range(-1, 11))
def test_decks_are_one_to_eight(decks: int) -> None:
    """The chapter asks for at least one; more than eight nobody plays."""
    if 1 <= decks <= 8:
        assert laid_over(decks=decks).decks == decks
    else:
        fault = fault_of(decks=decks)
        assert fault.what == f"this game is not played with {decks} decks"
        assert fault.remedy == "write 1, 2, 3, 4, 5, 6, 7 or 8"


@clause("673a.2(a)", "673a.3(c)", "673a.6(b)", "673a.6(e)", "673a.7(t)")
@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("boxes", 5, 7),
        ("card_change_hours", 23, 25),
        ("mid_shoe_entry", "barred", "off"),
        ("boxes_per_player", 6, 7),
        ("settlement", "box_by_box", "clockwise"),
    ],
)
def test_what_a_house_chooses_within_the_chapter(key: str, good: object, bad: object) -> None:
    assert laid_over(**{key: good}) != default_rules(GAME)
    assert fault_of(**{key: bad}).value == bad


@clause("673a.7(l)", "673a.10(a)", "673a.11(a)")
def test_the_positions_can_say_all_that_may_lie_on_one_spot() -> None:
    """Two hands of a split, each doubled, each with a Second Chance Wager as large as both its stacks."""
    assert 2 * 2 * MOST_CENTS <= MOST_ON_A_SPOT
    assert laid_over(maximum="10000000").maximum == MOST_CENTS
