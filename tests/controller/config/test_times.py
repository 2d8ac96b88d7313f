"""The times that a house chooses in its submission: when cards are changed, when a gaming day begins."""

from pathlib import Path
from typing import Any

import pytest

from controller.faults import ConfigFaults
from controller.regulation.marks import clause
from controller.submission import default_rules, load_submission
from controller.yaml12 import parse_yaml
from tests.controller.config.test_submission import FILE, GAME, faults_of, laid_over


@clause("672a.3(c)")
def test_opened_cards_are_changed_within_24_hours_or_sooner() -> None:
    assert default_rules(GAME).card_change == 24
    assert [laid_over(card_change_hours=hours).card_change for hours in range(1, 25)] == list(range(1, 25))
    for hours in (-1, 0, 25, 1 << 50000):
        assert faults_of({"card_change_hours": hours})[0][0] == "rules.card_change_hours"
    assert "write at most 24" in faults_of({"card_change_hours": 48})[0][1]


@clause("672a.2(d)")
@pytest.mark.parametrize(
    ("said", "minutes"), [("06:00", 360), ("00:00", 0), ("23:59", 1439), ("19:05", 1145), ("08:09", 489)]
)
def test_the_house_says_when_a_gaming_day_begins(said: str, minutes: int) -> None:
    assert default_rules(GAME).gaming_day == 360
    assert laid_over(gaming_day=said).gaming_day == minutes


NO_TIMES = [
    "6:00",
    "24:00",
    "06:60",
    "06",
    "06:00:00",
    " 06:00",
    "06.00",
    "",
    "٠٦:٠٠",
    360,
    6.0,
    True,
    None,
    [6],
]


@pytest.mark.parametrize("said", NO_TIMES)
def test_what_is_no_time_of_day_is_told(said: Any) -> None:
    key, told = faults_of({"gaming_day": said})[0]
    assert key == "rules.gaming_day"
    assert told.endswith('is no time of day; write hours and minutes in quotes, such as "06:00"')


def test_a_time_of_day_in_a_scenario_needs_no_quotes() -> None:
    """In YAML 1.2 it is text; a number of minutes, or of seconds as in YAML 1.1, it never becomes."""
    for written in ("06:00", '"06:00"', "'06:00'"):
        assert laid_over(**parse_yaml(f"gaming_day: {written}", "f.yaml")) == default_rules(GAME)
    assert laid_over(**parse_yaml("gaming_day: 10:30", "f.yaml")).gaming_day == 630
    assert faults_of(parse_yaml("gaming_day: 21600", "f.yaml"))[0][0] == "rules.gaming_day"


@pytest.mark.parametrize(
    ("written", "said"),
    [("06:00:00", "key 'gaming_day': 06:00:00 is no time of day"), ("06:00", "is no TOML")],
)
def test_a_time_of_day_in_a_submission_stands_in_quotes(tmp_path: Path, written: str, said: str) -> None:
    path = tmp_path / "submission.toml"
    text = FILE.read_text()
    assert 'gaming_day = "06:00"' in text
    path.write_text(text.replace('gaming_day = "06:00"', f"gaming_day = {written}"))
    with pytest.raises(ConfigFaults, match=said):
        load_submission(path)


def test_the_times_of_a_file_are_those_of_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "submission.toml"
    text = FILE.read_text().replace('"06:00"', '"04:30"')
    path.write_text(text.replace("card_change_hours = 24", "card_change_hours = 8"))
    rules = load_submission(path)
    assert (rules.card_change, rules.gaming_day) == (8, 270)
    assert len({rules.digest, default_rules(GAME).digest, laid_over(card_change_hours=8).digest}) == 3
