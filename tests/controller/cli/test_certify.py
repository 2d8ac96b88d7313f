"""`certify`: figures are computed when they are asked for, and a bad shuffle would be said to be one."""

import pytest

from controller.cli import certifying
from drivers.simulated import shuffling
from tests.controller.cli.conftest import Cli


def test_the_shuffle_is_looked_at_by_four_statistics(cli: Cli) -> None:
    told = cli("certify", "shuffle", "--shuffles", "200")
    assert "200 shuffles of 52 cards" in told.stdout
    for name in ("each card at each place", "rising sequences", "their variance", "cards guessed"):
        assert name in told.stdout
    assert told.stdout.count("holds") + told.stdout.count("fails") == 8


def test_a_shuffle_that_leaves_the_cards_as_they_are_is_found_out(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shuffling, "insert_each", lambda cards: cards)
    told = cli("certify", "shuffle", "--shuffles", "200")
    assert told.exit_code == 1
    assert told.stdout.count("fails") == 8


@pytest.mark.parametrize(
    "line",
    ["cards", "shuffle --decks 0", "shuffle --decks 9", f"shuffle --shuffles {certifying.LEAST - 1}"],
)
def test_what_cannot_be_certified_is_said(cli: Cli, line: str) -> None:
    told = cli("certify", *line.split())
    assert told.exit_code == 2
    assert told.stdout == ""
