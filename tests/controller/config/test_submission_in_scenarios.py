"""Scenario files that lay rules over a game's default submission, and what their layout then has."""

import pytest

from controller.faults import ConfigFaults
from controller.regulation.marks import clause
from controller.rehearsal.scenario import Scenario, read_scenario
from controller.rehearsal.steps import Wager
from controller.submission import default_rules, rules_from

GAME = "blackjack"
OTHER = "free-bet-blackjack"
PLACE = "f.yaml"


def scenario(rules: str = "{}", steps: str = "[]", game: str = GAME) -> Scenario:
    return read_scenario(
        f"format: 1\ntitle: t\ngame: {game}\nrules: {rules}\nsteps: {steps}\n",
        PLACE,
    )


def test_a_scenario_lays_its_rules_over_the_defaults() -> None:
    assert scenario().rules == default_rules(GAME)
    read = scenario("{resplits: 0, decks: 1, even_money: false, lucky_ladies: off, maximum: 500}")
    assert read.rules == rules_from(
        GAME, {"resplits": 0, "decks": 1, "even_money": False, "maximum": 500}, PLACE
    )


@clause("633a.2(a)", "672a.2(a)")
def test_a_script_may_use_the_boxes_that_the_games_layout_has() -> None:
    step = "\n- wager: {box: %s, blackjack: 10}"
    assert scenario(steps=step % 7).steps == (Wager(7, (("blackjack", 1000),)),)
    assert scenario("{boxes: 5}", step % 5).rules.boxes == 5
    for rules, box, game in [("{}", 8, GAME), ("{boxes: 5}", 6, GAME), ("{}", 7, OTHER)]:
        with pytest.raises(ConfigFaults) as caught:
            scenario(rules, step % box, game)
        assert [(fault.step, fault.key) for fault in caught.value.faults] == [(1, "wager.box")]


def test_faulty_rules_of_a_scenario_are_told_and_do_not_make_other_faults() -> None:
    with pytest.raises(ConfigFaults) as caught:
        scenario(
            "{resplits: -1, boxes: 8, bad_beat: on, bad_beat_reset: 10}",
            "\n- wager: {box: 7, blackjack: 10}\n- deal",
        )
    assert [(fault.place, fault.step, fault.key) for fault in caught.value.faults] == [
        (PLACE, 0, "rules.boxes"),
        (PLACE, 0, "rules.resplits"),
        (PLACE, 0, "rules.bad_beat_reset"),
    ]
