"""Random scenarios of Blackjack from a double shoe: the rehearsal must come out as the oracle says.

What lives here: the comparison, and how much of what is rare the first seeds contain. The order of settlement
is that of any other round (test_blackjack_against_oracle.py). Not compared: reasons and clauses of refusals,
sides that run short, cards from the wrong side.
"""

from collections import Counter
from typing import Any

import pytest
import yaml

from tests.oracle.double_shoe import DoubleShoeOnPaper, apply, play_scenario
from tests.oracle.generate_double_shoe import random_scenario
from tests.oracle.paper import Refused
from tests.oracle.test_against_oracle import differences, rehearse

SEEDS = 60
COUNTED = 200


@pytest.mark.parametrize("seed", range(SEEDS))
def test_rehearsal_agrees_with_the_oracle(seed: int) -> None:
    scenario = random_scenario(seed)
    found = differences(play_scenario(scenario), rehearse(scenario))
    assert not found, "\n".join([*found, yaml.safe_dump(scenario, sort_keys=False, width=110)])


def counted() -> Counter[Any]:
    """What happens in the first seeds: determinant cards by side and designated side, covers, shuffles."""
    found: Counter[Any] = Counter()

    class Counting(DoubleShoeOnPaper):
        def draw(self, whom: str, box: int = 0) -> str:
            first = whom == "first" and self.undetermined
            card = super().draw(whom, box)
            if first:
                found["determinant", self.first_from, self.dealt_from, self.red] += 1
            return card

        def shuffle(self, shoe: Any) -> None:
            due = tuple(sorted(self.covers))
            try:
                super().shuffle(shoe)
            except Refused:
                found["refused", due, tuple(sorted(shoe))] += not self.open
                raise
            found["shuffle", due, tuple(sorted(shoe))] += 1

    for seed in range(COUNTED):
        scenario = random_scenario(seed)
        stacks = {side: cards.split() for side, cards in scenario["cards"].items()}
        red = scenario["equipment"].get("red_suits", "left")
        table = Counting(scenario.get("rules") or {}, stacks, red)
        for step in scenario["steps"]:
            try:
                apply(table, step)
            except Refused:
                continue
    return found


def test_the_seeds_contain_what_is_rare() -> None:
    found = counted()
    sides = ("left", "right")
    wanted: list[Any] = [("determinant", a, b, red) for a in sides for b in sides for red in sides]
    wanted += [("shuffle", due, due) for due in (("left",), ("right",), sides)]
    wanted += [("shuffle", (), named) for named in (("left",), ("right",), sides)]
    wanted += [("refused", ("left",), sides), ("refused", ("right",), sides)]
    assert [key for key in wanted if not found[key]] == []
