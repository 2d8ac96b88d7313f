"""A round of Lunar Poker over pseudo-terminals, with no card reader, says what it says in memory."""

from typing import Any

import pytest

from controller.citations import resolver
from controller.games import find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.pty_bench import PtyBench
from controller.rehearsal.scenario import read_scenario
from tests.controller.consoles.poker import FOUR, HEAD, ROYAL

TWICE = """
steps:
- wager: {box: 1, ante: 10, super: 10}
- wager: {box: 5, ante: 5, super: 5, super_on: {1: 5}}
- deal
- power_loss
- floor: resume
- play: {box: 5, do: buy}
- rest
- wager: {box: 5, ante: 5, super: 5}
- deal
- rest
"""


def document(script: str, kind: type[MemoryBench] | type[PtyBench]) -> tuple[Any, tuple[str, ...]]:
    scenario = read_scenario(HEAD + script, "links.yaml")
    game = find_game(scenario.game)
    bench = kind(game, scenario.rules, 50.0)
    try:
        return Script(scenario, game, bench, resolver(game.chapter)).run(), bench.devices()
    finally:
        bench.close()


@pytest.mark.parametrize("script", [FOUR, ROYAL, TWICE])
def test_both_links_print_the_same_document(script: str) -> None:
    told, devices = document(script, PtyBench)
    assert told["refusals"] == []
    assert devices == ("shoe", "wagers")
    assert (told, devices) == document(script, MemoryBench)
