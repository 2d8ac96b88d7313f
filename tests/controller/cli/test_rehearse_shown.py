"""What a person reads of a rehearsal keeps face-down cards face down; the document is the auditor's."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli.app import app

A_ROUND = """
format: 1
title: a burn card that nobody saw
game: free-bet-blackjack
cards: 2C TS 7H 9D TC 3S 4S
steps:
- wager: {box: 1, blackjack: 10}
- deal
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "round.yaml"
    path.write_text(A_ROUND)
    return path


def test_the_burn_card_is_face_down_for_a_reader_and_named_for_the_auditor(scenario: Path) -> None:
    shown = CliRunner().invoke(app, ["rehearse", str(scenario)])
    assert shown.exit_code == 0
    assert "out of play: face-down" in shown.output
    assert "2C" not in shown.output
    assert "7H TC" in shown.output, "the hole card was turned in the round, and stands face up"
    document = json.loads(CliRunner().invoke(app, ["rehearse", str(scenario), "--json"]).output)
    assert document["rounds"][0]["removed"] == ["2C"]


def test_a_hole_card_that_was_never_turned_is_face_down_for_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "void.yaml"
    path.write_text(A_ROUND + "- fault: {device: shoe, kind: draw_while_locked}\n- floor: void_round\n")
    shown = CliRunner().invoke(app, ["rehearse", str(path)])
    assert shown.exit_code == 0
    assert "VOID" in shown.output
    assert "7H face-down" in shown.output
    assert "TC" not in shown.output
    document = json.loads(CliRunner().invoke(app, ["rehearse", str(path), "--json"]).output)
    assert document["rounds"][0]["dealer"]["cards"] == ["7H", "TC"]
