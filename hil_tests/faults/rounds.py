"""The rounds that are disturbed, one for each way to deal, and the steps that they have.

Scenarios as anybody could write them; short, for each is played some thousand times. What is done to them
does not live here.
"""

from functools import cache
from typing import Any, Final

from msgspec import Struct

from controller.games import find_game
from controller.rehearsal.bench import Bench, installed
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Scenario, read_scenario
from controller.rehearsal.scenario import installed as equipment_of
from controller.table.commands import Asked, Input, Reported
from controller.table.irregularities import IN_ROUND

SPEED: Final = 50.0
ROUNDS: Final = {
    # A free double, a hit, an ace of the dealer's that the reader looks under.
    "manual": """
game: free-bet-blackjack
cards: 2C 5C 9D AS 6D 4S 7H TS 3C
steps:
- wager: {box: 1, blackjack: 10}
- wager: {box: 2, blackjack: 20}
- deal
- play: {box: 1, do: double}
- play: {box: 2, do: hit}
- rest
""",
    "double": """
game: blackjack
equipment: {shoe: double}
cards: {left: TH 7D 3H TD 2C KC 6H 8C, right: 9S TC 8D 7S KD QS}
steps:
- wager: {box: 1, blackjack: 10}
- deal
- play: {box: 1, do: hit}
- rest
""",
    "hand": """
game: blackjack
rules: {variation: hand_dealt, decks: 2}
equipment: {shoe: hand, shuffler: batch}
cards: 2C 5S 6D 8C TC 4H 9C
steps:
- wager: {box: 1, blackjack: 10}
- deal
- play: {box: 1, do: hit}
- rest
""",
    "automated": """
game: lunar-poker
equipment: {shoe: automated, shuffler: batch}
cards: 2C 4D 6H 8S TC AS KH 9D 7C 4S 2D
steps:
- wager: {box: 1, ante: 10, super: 10}
- deal
- play: {box: 1, do: buy}
- rest
""",
    "progressive": """
game: blackjack
rules: {hit_and_run: on}
cards: 2C TS 9D 3H 8C 7D
steps:
- wager: {box: 1, blackjack: 10, hit_and_run: 5}
- deal
- play: {box: 1, do: hit}
- rest
""",
}


class Step(Struct, frozen=True):
    """One step of an undisturbed round: its number, from 0; what it is called; the phase behind it."""

    number: int
    name: str
    phase: str


class Played(Struct, frozen=True):
    """An undisturbed round: its document, and its steps."""

    document: dict[str, Any]
    steps: tuple[Step, ...]


@cache
def scenario_of(name: str) -> Scenario:
    """The scenario of that round."""
    text = f"format: 1\ntitle: a round that is disturbed\n{ROUNDS[name].strip()}\n"
    return read_scenario(text, f"the round {name}")


def devices_of(name: str) -> tuple[str, ...]:
    """The devices at its table."""
    scenario = scenario_of(name)
    return tuple(device for device, _ in installed(equipment_of(scenario), scenario.rules))


def is_step(given: Input) -> bool:
    """Whether this moves a round on: a person's word, or a device's numbered report."""
    return isinstance(given, Asked) or (isinstance(given, Reported) and given.number > 0)


def play(name: str, bench: Bench) -> dict[str, Any]:
    """Play that round at this bench, and close the table: what `rehearse --json` prints."""
    scenario = scenario_of(name)
    return Script(scenario, find_game(scenario.game), bench, lambda cited: cited).run()


@cache
def undisturbed(name: str) -> Played:
    """That round in memory, with nothing wrong."""
    scenario = scenario_of(name)
    bench = MemoryBench(find_game(scenario.game), scenario.rules, SPEED, equipment=equipment_of(scenario))
    document = play(name, bench)
    found = [(given, ruling.table) for given, ruling in bench.rulings if is_step(given)]
    begins = next(at for at, (_, table) in enumerate(found) if table.phase == "Betting")
    ends = max(at for at, (_, table) in enumerate(found) if table.phase in IN_ROUND) + 1
    steps = (
        Step(number, type(given.what).__name__, table.phase)
        for number, (given, table) in enumerate(found[begins : ends + 1])
    )
    return Played(document, tuple(steps))
