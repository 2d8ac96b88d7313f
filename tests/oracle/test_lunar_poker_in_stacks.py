"""The same hands, in stacks from an automated shoe and card by card from a manual one, come to the same
document (671a.10).

What lives here: random scenarios told again, each deck laid so that every hand gets the cards that it had.
What the manual shoe's round must come to is judged by the oracle. A card that lies face up shifts the cards
behind it otherwise in a stack, so that scenarios with one have no such double.
TABLE_CONTROLLER_ORACLE_SEEDS asks for more seeds, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import pytest
import yaml

from controller.regulation.marks import clause
from tests.oracle.generate_lunar_poker import random_scenario
from tests.oracle.test_lunar_poker_from_hand import FIRST, SEEDS, Document, rehearsed

EQUIPMENT = (
    {"shoe": "automated"},
    {"shoe": "automated", "shuffler": "batch"},
)
FIVE = 5


def in_stacks(deck: str, rounds: list[Document]) -> str:
    """The deck as it deals the same hands, five cards to each at once; as it is where no round was dealt."""
    cards = deck.split()
    for one in rounds:
        hands = len(one["hands"]) + 1
        first = cards[: FIVE * hands]
        if first[hands - 1 :: hands] == one["dealer"]["cards"]:
            return " ".join(
                [card for at in range(hands) for card in first[at::hands]] + cards[FIVE * hands :]
            )
    return deck


def told_again(scenario: Document, rounds: list[Document], equipment: dict[str, str]) -> Document:
    def step(said: object) -> object:
        if isinstance(said, dict) and "shuffle" in said:
            return {"shuffle": in_stacks(said["shuffle"], rounds)}
        return said

    return {
        **scenario,
        "equipment": equipment,
        "cards": in_stacks(scenario["cards"], rounds),
        "steps": [step(said) for said in scenario["steps"]],
    }


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
@clause("671a.10(b)", "671a.11(c)", "671a.11(d)(1)", "671a.11(e)", "671a.11(f)")
def test_a_random_scenario_comes_to_the_same(seed: int) -> None:
    scenario = random_scenario(seed)
    scenario.pop("equipment", None)
    if "!" in yaml.safe_dump(scenario):
        pytest.skip("a card lies face up")
    shoe = rehearsed(scenario)
    again = told_again(scenario, shoe["rounds"], EQUIPMENT[seed % 2])
    assert rehearsed(again) == shoe


def test_the_seeds_contain_rounds_that_are_dealt_in_another_order() -> None:
    changed = 0
    for seed in range(20):
        scenario = random_scenario(seed)
        if "!" not in yaml.safe_dump(scenario):
            rounds = rehearsed({**scenario, "equipment": {}})["rounds"]
            changed += told_again(scenario, rounds, {})["cards"] != scenario["cards"]
    assert changed >= 8
