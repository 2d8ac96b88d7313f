"""Scripts of Lunar Poker that ask for something, or end, where a device has failed: each is played on.

The simulated people know only what lies before them, and take back only chips that they may."""

from typing import Any

import pytest

from controller.regulation.marks import clause
from tests.oracle.test_lunar_poker_from_hand import rehearsed

DECK = "2C 4D 6H 8S TC  AS KH 9D 7C 4S  QH 2D 3D"
WAGER = {"wager": {"box": 1, "ante": 10, "super": 10}}


def scenario(equipment: dict[str, str], *steps: Any) -> dict[str, Any]:
    named = {"format": 1, "title": "stopped short", "game": "lunar-poker", "cards": DECK}
    return {**named, "equipment": equipment, "steps": list(steps)}


@clause("671a.13(f)")
@pytest.mark.parametrize("after", range(1, 10))
@pytest.mark.parametrize(
    "play", [{"do": "fold"}, {"do": "exchange", "cards": "2C 4D"}], ids=["fold", "exchange"]
)
def test_a_player_decides_while_his_stack_is_still_inside(after: int, play: dict[str, str]) -> None:
    fault = {"fault": {"device": "shoe", "kind": "power", "after": after}}
    document = rehearsed(
        scenario({"shoe": "automated"}, fault, WAGER, "deal", {"play": {"box": 1, **play}}, "rest")
    )
    (round_,) = document["rounds"]
    assert round_["void"]
    assert {(row["wager"], row["returned"]) for row in round_["settlements"]} == {
        ("ante", "10.00"),
        ("super", "10.00"),
    }


@clause("671a.13(e)", "671a.13(g)", "671a.7(d)")
@pytest.mark.parametrize("shoe", ["manual", "automated", "hand"])
def test_wagers_that_lie_when_a_shuffler_fails_are_taken_back_once_wagers_are_open(shoe: str) -> None:
    document = rehearsed(
        scenario(
            {"shoe": shoe, "shuffler": "batch"},
            WAGER,
            {"fault": {"device": "shuffler", "kind": "power"}},
            {"shuffle": "*"},
            {"floor": "covered"},
        )
    )
    assert (document["rounds"], document["refusals"]) == ([], [])
