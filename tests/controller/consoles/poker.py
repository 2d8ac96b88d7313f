"""Every Table that rounds of Lunar Poker go through, for tests of what consoles show of them: scripts, played
by the real controller on simulated devices, in memory.

Of the one deck each card is there once, so that a card in what is shown is that card.
"""

from functools import cache

from controller.games import find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import read_scenario
from controller.table.events import Event
from controller.table.state import Hand, Table

GAME = find_game("lunar-poker")
HEAD = "format: 1\ntitle: t\ngame: lunar-poker\n"
FOUR = """
cards: 2C 2H QC 3D AS  7D 5H QD 4D 7S  9H 8H 4S 5C 7C  JS JH 6S 8C 9D  3C KH 9S TC 6H  TS TD 5D KD
steps:
- wager: {box: 1, ante: 10, super: 10, player: Ann}
- wager: {box: 3, ante: 10, super: 10}
- wager: {box: 2, ante: 10, super: 20, super_on_dealer: 5, super_on: {3: 5}}
- wager: {box: 4, ante: 10, super: 10}
- deal
- play: {box: 4, do: buy}
- play: {box: 1, do: fold}
- play: {box: 3, do: exchange, cards: [4S, 6S, 9S]}
- play: {box: 2, do: bet}
- play: {box: 3, do: bet}
- play: {box: 4, do: fold}
- rest
"""
"""Box 1 folds. Box 2 declares a flush and bets. Box 3 gives up three cards for TS TD 5D, and has two pairs
then. Box 4 buys KD, and folds. The dealer has two sevens, and shows 6H."""
UP = {"6H"}
FLUSH = {"2H", "5H", "8H", "JH", "KH"}
DEALER = {"AS", "7S", "7C", "9D"}
TWO_PAIRS = {"QC", "QD", "TS", "TD", "5D"}
NEVER = {"2C", "7D", "9H", "JS", "3C", "4S", "6S", "9S", "3D", "4D", "5C", "8C", "TC", "KD"}
ROYAL = """
cards: TC 2D JC 3S QC 4H KC 7S AC 8D
steps:
- wager: {box: 1, ante: 10, super: 10}
- deal
- rest
"""
"""Box 1 has a royal flush, and nothing to decide."""


@cache
def played(script: str) -> tuple[tuple[Table, tuple[Event, ...]], ...]:
    """The Table after each ruling of the script, with the ruling's events."""
    scenario = read_scenario(HEAD + script, "poker.yaml")
    bench = MemoryBench(GAME, scenario.rules, 50.0)
    try:
        assert Script(scenario, GAME, bench, lambda cited: cited).run()["refusals"] == []
        return tuple((ruling.table, ruling.events) for _, ruling in bench.rulings)
    finally:
        bench.close()


def tables(script: str = FOUR) -> tuple[Table, ...]:
    return tuple(table for table, _ in played(script))


def first(phase: str, script: str = FOUR) -> Table:
    """The first Table in this phase."""
    return next(table for table in tables(script) if table.phase == phase)


def last(phase: str, script: str = FOUR) -> Table:
    return [table for table in tables(script) if table.phase == phase][-1]


def undecided(table: Table) -> tuple[Hand, ...]:
    """The hands whose first decision is due."""
    waits = table.phase == "PlayerDecisions" and table.asked is None
    return tuple(hand for hand in table.hands if waits and not hand.status)
