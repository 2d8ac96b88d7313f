"""Places of chapter 633a that random scripts seldom reach, by hand: oracle and rehearsal must agree.

What lives here: short scripts, each with the steps that are refused and the settlements of each round.
Random scripts are in test_blackjack_against_oracle.py.
"""

from typing import Any

import pytest

from tests.oracle.blackjack import play_scenario
from tests.oracle.test_against_oracle import rehearse
from tests.oracle.test_blackjack_against_oracle import faults
from tests.oracle.test_fine_print import TAIL, even_money, insurance, play, wager

SWITCH = {"variation": "switch"}
QUEENS = {"lucky_ladies": "on", "kings_bounty": "on", "maximum": 25, "boxes_per_player": 1}

# name: rules, cards, steps, refused steps, settlements (box.hand wager outcome paid) of each round
CASES: dict[str, tuple[dict[str, Any], str, list[Any], list[int], list[list[str]]]] = {
    "633a.12(a)(1): two wagers that were never dealt to are handed back when the table closes": (
        SWITCH,
        "2C",
        [wager(2, 15), wager(2, 2005), wager(7, 5)],
        [2],
        [],
    ),
    "633a.12(a)(4): two Blackjacks leave nothing to decide, and nothing to switch": (
        SWITCH,
        "2C AS AH 9D TS TH 8C",
        [wager(1, 10), "deal", play(1, "switch")],
        [3],
        [["1.1 blackjack win 15.00", "1.2 blackjack win 15.00"]],
    ),
    "633a.8(e): even money for one hand; the other is insured by itself, and nothing is switched": (
        SWITCH,
        "2C AS 9H AD TS TH 8C",
        [
            wager(1, 10),
            "deal",
            even_money(1),
            insurance(1, "5.50"),
            insurance(1, 5),
            play(1, "switch"),
            play(1, "stand", hand=2),
        ],
        [4, 6],
        [["1.1 blackjack win 10.00", "1.1 insurance lose 0.00", "1.2 blackjack push 0.00"]],
    ),
    "633a.12(a)(5)(iii): what could be switched to a Blackjack meets the dealer's, and no switch is due": (
        SWITCH,
        "2C AS 5S AH 5D TD KC",
        [wager(1, 10), "deal", insurance(1, 10), play(1, "switch")],
        [4],
        [["1.1 blackjack lose 0.00", "1.2 blackjack lose 0.00", "1.1 insurance win 20.00"]],
    ),
    "633a.9(a): no surrender after a hit, none on a split hand": (
        {},
        "2C 8S 6H 7D 8H 5C TC 2D 2S 2H 3H 9C",
        [
            wager(1, 10),
            wager(2, 10),
            "deal",
            play(1, "split"),
            play(1, "surrender"),
            play(1, "stand"),
            play(1, "surrender", hand=2),
            play(1, "stand", hand=2),
            play(2, "hit"),
            play(2, "surrender"),
            "rest",
        ],
        [5, 7, 10],
        [["1.1 blackjack lose 0.00", "1.2 blackjack lose 0.00", "2.1 blackjack lose 0.00"]],
    ),
    "633a.13(m): two queens of hearts and two kings of spades share the limit by their wagers": (
        {**QUEENS, "payout_limit": 25000},
        "2C QH QH KS AD QH QH KS TD",
        [
            wager(1, 25, lucky_ladies=20),
            wager(2, 25, lucky_ladies=5, kings_bounty=5),
            wager(3, 25, kings_bounty=15),
            "deal",
            "rest",
        ],
        [],
        [
            [
                "1.1 blackjack lose 0.00",
                "1.1 lucky_ladies win 12500.00",
                "2.1 blackjack lose 0.00",
                "2.1 kings_bounty win 125.00",
                "2.1 lucky_ladies win 3125.00",
                "3.1 blackjack lose 0.00",
                "3.1 kings_bounty win 9375.00",
            ]
        ],
    ),
    "633a.13(m): what does not divide into cents; the limit is not exceeded": (
        {**QUEENS, "payout_limit": 25000},
        "2C QH QH QH TD QH QH QH AD",
        [
            wager(1, 25, lucky_ladies=10),
            wager(2, 25, lucky_ladies=10),
            wager(3, 25, lucky_ladies=10),
            "deal",
        ],
        [],
        [
            [
                *(f"{box}.1 blackjack lose 0.00" for box in (1, 2, 3)),
                *(f"{box}.1 lucky_ladies win 8333.33" for box in (1, 2, 3)),
            ]
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_fine_print(name: str) -> None:
    rules, cards, steps, refused, settled = CASES[name]
    scenario = {"format": 1, "title": name, "game": "blackjack", "seed": 1, "rules": rules}
    scenario |= {"cards": f"{cards} {TAIL}", "steps": steps}
    for document in (play_scenario(scenario), rehearse(scenario)):
        assert [refusal["step"] for refusal in document["refusals"]] == refused
        rows = [
            sorted(
                f"{r['box']}.{r['hand']} {r['wager']} {r['outcome']} {r['paid']}"
                for r in played["settlements"]
            )
            for played in document["rounds"]
        ]
        assert rows == [sorted(of_round) for of_round in settled]
    assert not faults(scenario)
