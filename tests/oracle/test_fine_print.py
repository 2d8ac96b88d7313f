"""Steps that only a careful reader gets right, worked out by hand: the oracle and the rehearsal must agree.

What lives here: short scripts, each with the steps that are refused and the settlements of each round.
Random scripts are in test_against_oracle.py.
"""

from typing import Any

import pytest

from tests.oracle.free_bet_blackjack import play_scenario
from tests.oracle.test_against_oracle import faults, rehearse

TAIL = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D 3D 4D 5D 6D 7D 8D"


def wager(box: int, blackjack: object, **more: object) -> dict[str, Any]:
    return {"wager": {"box": box, "blackjack": blackjack, **more}}


def play(box: int, do: str, **more: object) -> dict[str, Any]:
    return {"play": {"box": box, "do": do, **more}}


def insurance(box: int, amount: object) -> dict[str, Any]:
    return {"insurance": {"box": box, "amount": amount}}


def even_money(box: int) -> dict[str, Any]:
    return {"even_money": {"box": box}}


A_SHUFFLE = {"shuffle": f"2C TS 7H 9D TC {TAIL}"}
WON_19 = "1.1 blackjack win 10.00"

# name: rules, cards, steps, refused steps, settlements (box.hand wager outcome paid) of each round
CASES: dict[str, tuple[dict[str, Any], str, list[Any], list[int], list[list[str]]]] = {
    "a play that the dealer's Blackjack meets closes insurance and ends the round": (
        {},
        "2C TS 9H AH 9D 8C KC",
        [wager(1, 10), wager(2, 10), "deal", play(1, "hit"), insurance(2, 5), wager(1, 10)],
        [4, 5],
        [["1.1 blackjack lose 0.00", "2.1 blackjack lose 0.00"]],
    ),
    "a play out of turn leaves insurance open, an accepted one closes it": (
        {},
        "2C TS 9H AH 9D 8C 7C",
        [
            wager(1, 10),
            wager(2, 10),
            "deal",
            play(2, "stand"),
            insurance(2, 5),
            play(1, "stand"),
            insurance(1, 5),
            play(2, "stand"),
        ],
        [4, 7],
        [["1.1 blackjack win 10.00", "2.1 blackjack lose 0.00", "2.1 insurance lose 0.00"]],
    ),
    "even money for the only box: the offer stays open until a decision, rest or the end": (
        {},
        "2C AS AH KD KC",
        [wager(1, 10), "deal", even_money(1), A_SHUFFLE, wager(1, 10), "deal", play(1, "stand")],
        [4, 5, 6, 7],
        [["1.1 blackjack win 10.00"]],
    ),
    "insurance to the full on the only box: the offer stays open all the same": (
        {},
        "2C 9S AH KD KC",
        [
            wager(1, 10),
            "deal",
            insurance(1, 2),
            wager(1, 10),
            insurance(1, 3),
            A_SHUFFLE,
            wager(1, 10),
            "deal",
            play(1, "stand"),
        ],
        [4, 6, 7, 8, 9],
        [["1.1 blackjack lose 0.00", "1.1 insurance win 10.00"]],
    ),
    "even money and insurance exclude each other, whichever comes first": (
        {"push_22": "A"},
        "2C AS AC AH KD KS KC",
        [
            wager(1, 10, push_22=5),
            wager(2, 10),
            "deal",
            even_money(1),
            insurance(1, 5),
            even_money(1),
            insurance(2, 1),
            even_money(2),
            "rest",
        ],
        [5, 6, 8],
        [
            [
                "1.1 blackjack win 10.00",
                "1.1 push_22 lose 0.00",
                "2.1 blackjack push 0.00",
                "2.1 insurance win 2.00",
            ]
        ],
    ),
    "even money for a hand without Blackjack, and where the house does not offer it": (
        {"even_money": False},
        "2C AS TS AH KD 9S 6C",
        [wager(1, "12.50"), wager(2, 10), "deal", even_money(2), even_money(1), "rest"],
        [4, 5],
        [["1.1 blackjack win 18.75", "2.1 blackjack win 10.00"]],
    ),
    "one half of 12.50 is rounded up to the next chip, and no farther": (
        {},
        "2C TS AH 9D 6C",
        [
            wager(1, "12.50"),
            "deal",
            insurance(1, 7),
            insurance(1, "6.25"),
            insurance(1, "6.50"),
            play(1, "stand"),
        ],
        [3, 4],
        [["1.1 blackjack win 12.50", "1.1 insurance lose 0.00"]],
    ),
    "cards are shuffled while wagers lie, and the wagers stay": (
        {},
        f"9C 9D 9H {TAIL}",
        [wager(1, 10), A_SHUFFLE, "deal", play(1, "stand")],
        [],
        [[WON_19]],
    ),
    "a free double takes no amount; refused, it leaves the hand as it was": (
        {},
        "2C 5S 7H 6D TC KD",
        [wager(1, 10), "deal", play(1, "double", amount=10), play(1, "double"), play(1, "hit")],
        [3, 5],
        [["1.1 blackjack win 10.00", "1.1 free_bet win 10.00"]],
    ),
    "face-up cards before the burn card and in the hole, the cover card first": (
        {},
        "CUT 5D! 6D! 2C TS 7H 9D 3H! TC",
        [wager(1, 10), "deal", play(1, "stand")],
        [],
        [[WON_19]],
    ),
    "every hand busted: the dealer draws for Push 22 alone": (
        {"push_22": "B"},
        "2C TS 6H 6D TC TD 6S",
        [wager(1, 10, push_22=5), "deal", play(1, "hit")],
        [],
        [["1.1 blackjack lose 0.00", "1.1 push_22 win 35.00"]],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_fine_print(name: str) -> None:
    rules, cards, steps, refused, settled = CASES[name]
    scenario = {"format": 1, "title": name, "game": "free-bet-blackjack", "seed": 1, "rules": rules}
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
