"""Places of chapter 673a that only a careful reader gets right, by hand: oracle and rehearsal must agree.

What lives here: short scripts, each with the steps that are refused and the settlements of each round.
Random scripts are in test_double_back_jack_against_oracle.py.
"""

from typing import Any

import pytest

from tests.oracle.double_back_jack import play_scenario
from tests.oracle.test_against_oracle import rehearse
from tests.oracle.test_double_back_jack_against_oracle import faults
from tests.oracle.test_fine_print import A_SHUFFLE, TAIL, insurance, play, wager

WON = ["1.1 blackjack win 10.00"]
LOST = ["1.1 blackjack lose 0.00"]

# name: rules, cards, steps, refused steps, settlements (box.hand wager outcome paid) of each round
CASES: dict[str, tuple[dict[str, Any], str, list[Any], list[int], list[list[str]]]] = {
    "673a.7(f): a Blackjack is paid against the dealer's; an ace up, and nobody is left to insure": (
        {},
        "2C AS AH KD QC",
        [wager(1, "12.50"), "deal", insurance(1, 5), wager(1, 10), "deal", "rest"],
        [3],
        [["1.1 blackjack win 25.00"], LOST],
    ),
    "673a.8(a): insurance for the hands that are not paid": (
        {},
        "2C AS TS AH KD 9S QC",
        [wager(1, 10), wager(2, 10), "deal", insurance(1, 5), insurance(2, "5.50"), insurance(2, 5), "rest"],
        [4, 5],
        [["1.1 blackjack win 20.00", "2.1 blackjack lose 0.00", "2.1 insurance win 10.00"]],
    ),
    "673a.8(b), 673a.9(b): a half to the next chip; insurance and a surrender are settled each for itself": (
        {},
        "2C TS AH 6D 9C",
        [
            wager(1, "12.50"),
            "deal",
            insurance(1, 7),
            insurance(1, "6.50"),
            play(1, "surrender"),
            insurance(1, 1),
        ],
        [3, 6],
        [["1.1 blackjack surrender 0.00", "1.1 insurance lose 0.00"]],
    ),
    "673a.9(a)(2): a decision closes insurance, and the dealer's Blackjack leaves none": (
        {},
        "2C TS AH 6D KC",
        [wager(1, 10), "deal", play(1, "surrender"), insurance(1, 5), wager(1, 10)],
        [3, 4],
        [LOST],
    ),
    "673a.9(a)(2): half at once against a ten as well": (
        {},
        "2C TS KH 6D 9C",
        [wager(1, 10), "deal", play(1, "surrender"), play(1, "stand")],
        [4],
        [["1.1 blackjack surrender 0.00"]],
    ),
    "673a.7(l): the offer stays open until rest, and nothing else is done meanwhile": (
        {},
        f"2C TS 6H 6D TC 9C 4C {TAIL}",
        [
            wager(1, 10),
            "deal",
            play(1, "second_chance"),
            play(1, "hit"),
            play(1, "hit"),
            play(1, "stand"),
            play(1, "double"),
            wager(1, 10),
            "deal",
            A_SHUFFLE,
            insurance(1, 5),
            play(1, "second_chance", hand=2),
            play(2, "second_chance"),
            "rest",
            play(1, "second_chance"),
        ],
        [3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15],
        [LOST],
    ),
    "673a.7(l): refused steps do not close the offer; 25 less 5 is 20, and 20 wins against 19": (
        {},
        "2C TS 9S 9H 6D 9D TC 9C 5C",
        [
            wager(1, 10),
            wager(2, 10),
            "deal",
            play(1, "hit"),
            play(2, "surrender", hand=2),
            play(2, "double", amount=15),
            play(3, "stand"),
            play(1, "second_chance"),
            play(1, "second_chance"),
            play(2, "stand"),
        ],
        [5, 6, 7, 9],
        [["1.1 blackjack push 0.00", "1.1 second_chance win 10.00", "2.1 blackjack lose 0.00"]],
    ),
    "673a.7(l): the next hand's decision declines it, and then it is too late": (
        {},
        "2C TS TD 9H 6D 8D TC 9C",
        [
            wager(1, 10),
            wager(2, 10),
            "deal",
            play(1, "hit"),
            play(2, "stand"),
            play(1, "second_chance"),
        ],
        [6],
        [["1.1 blackjack lose 0.00", "2.1 blackjack lose 0.00"]],
    ),
    "673a.11(b): the second hand gets its card after the first hand's Second Chance card": (
        {},
        # 8 and 8; hand 1: 6, ten (24), less 4 is 20; hand 2: ten (18); the dealer has 19
        "2C 8S 9H 8D TC 6C TS 4C TD",
        [
            wager(1, 10),
            "deal",
            play(1, "split"),
            play(1, "hit"),
            play(1, "surrender", hand=2),
            play(1, "second_chance"),
            play(1, "stand", hand=2),
        ],
        [5],
        [["1.1 blackjack push 0.00", "1.1 second_chance win 10.00", "1.2 blackjack lose 0.00"]],
    ),
    "673a.11(b): declined, the second hand gets the next card instead": (
        {},
        # hand 1: 8, 6, ten (24); hand 2: 8, 4 (12), hit ten (22), less 2 is 20
        "2C 8S 9H 8D TC 6C TS 4C TD 2D",
        [
            wager(1, 10),
            "deal",
            play(1, "split"),
            play(1, "hit"),
            play(1, "split", hand=2),
            play(1, "hit", hand=2),
            play(1, "second_chance"),
            play(1, "second_chance", hand=2),
        ],
        [5, 7],
        [["1.1 blackjack lose 0.00", "1.2 blackjack push 0.00", "1.2 second_chance win 10.00"]],
    ),
    "673a.7(l): an ace as the Second Chance card counts 1: 22 less 1 is 21, paid at once, no dealer's card": (
        {},
        "2C TS 6H 6D TC 6C AC 5C",
        [wager(1, 10), "deal", play(1, "hit"), play(1, "second_chance")],
        [],
        [["1.1 blackjack push 0.00", "1.1 second_chance win 10.00"]],
    ),
    "673a.7(l)(2): 21 by a Second Chance after a double for less, while the dealer makes 21 too": (
        {},
        # box 1: 8 and 8 doubled for 5, ten (26), less 5 is 21; box 2: 20 against 6, ten, 5: 21
        "2C 8S TS 6H 8D TD TC KC 5C 5D",
        [
            wager(1, 10),
            wager(2, 10),
            "deal",
            play(1, "double", amount=5),
            play(1, "second_chance"),
            play(2, "stand"),
        ],
        [],
        [
            [
                "1.1 blackjack push 0.00",
                "1.1 double_down push 0.00",
                "1.1 second_chance win 15.00",
                "2.1 blackjack lose 0.00",
            ]
        ],
    ),
    "673a.7(l)(1): over 21 in spite of it, after a double: all three stacks are lost": (
        {},
        "2C 8S 6H 8D TC KC 4C 5D",
        [wager(1, 10), "deal", play(1, "double"), play(1, "second_chance")],
        [],
        [["1.1 blackjack lose 0.00", "1.1 double_down lose 0.00", "1.1 second_chance lose 0.00"]],
    ),
    "673a.7(q)(1): a 22 gives back what a Second Chance saved; a hand over 21 stays lost, a 21 stays paid": (
        {},
        # box 1: 25 less 5 is 20; box 2: 25; box 3: 21; the dealer: 6, ten, 6
        "2C TS TD 5D 6H 6D 6S 6C TC 9C 5C 9D KS 6D",
        [
            wager(1, 10),
            wager(2, 10),
            wager(3, 10),
            "deal",
            play(1, "hit"),
            play(1, "second_chance"),
            play(2, "hit"),
            play(3, "hit"),
        ],
        [],
        [
            [
                "1.1 blackjack push 0.00",
                "1.1 second_chance push 0.00",
                "2.1 blackjack lose 0.00",
                "3.1 blackjack win 10.00",
            ]
        ],
    ),
    "673a.7(r)(1)(i): a 23 is no 22": (
        {},
        "2C TS 6H 6D TC 9C 9D 7C",
        [wager(1, 10), "deal", play(1, "hit"), play(1, "second_chance")],
        [],
        [["1.1 blackjack push 0.00", "1.1 second_chance win 10.00"]],
    ),
    "673a.7(s)(3): a Second Chance that loses to the dealer's hand": (
        {},
        "2C TS 9H 6D TC 9C 9D",
        [wager(1, 10), "deal", play(1, "hit"), play(1, "second_chance")],
        [],
        [["1.1 blackjack lose 0.00", "1.1 second_chance lose 0.00"]],
    ),
    "673a.11(b): a split ace and ten is a 21, paid 1 to 1 and not doubled; aces draw like any hand": (
        {},
        # aces; hand 1: king (21); hand 2: 5 (soft 16), hit 5 (21); the dealer's 7 and ten are not needed
        "2C AS 7H AD TC KS 5C 5D",
        [
            wager(1, 10),
            "deal",
            play(1, "split"),
            play(1, "double"),
            play(1, "split", hand=2),
            play(1, "hit", hand=2),
        ],
        [4, 5],
        [["1.1 blackjack win 10.00", "1.2 blackjack win 10.00"]],
    ),
    "673a.7(k)(1), (l): what the second split hand may not do with 21 leaves the first one its offer": (
        {},
        # tens; hand 1: 6, king (26); the next card is an ace, by which hand 2 would have 21: 26 less 1
        "2C TS 7H TD TC 6D KC AC 2D",
        [
            wager(1, 10),
            "deal",
            play(1, "split"),
            play(1, "hit"),
            play(1, "hit", hand=2),
            play(1, "second_chance"),
        ],
        [5],
        [["1.1 blackjack lose 0.00", "1.1 second_chance lose 0.00", "1.2 blackjack lose 0.00"]],
    ),
    "673a.7(i), (k)(1), (l): a later box goes on past such a hand, but not past one that decides": (
        {},
        # box 1: tens; hand 1: 6, king (26); hand 2: ace (21). Round 2: hand 2: 5 (15)
        "2C TS 9S 7H TD 9D TC 6D KC AC TS 9S 7H TD 9D TC 6D KC 5C",
        [
            wager(1, 10),
            wager(2, 20),
            "deal",
            play(1, "split"),
            play(1, "hit"),
            play(2, "stand"),
            play(1, "second_chance"),
            wager(1, 10),
            wager(2, 20),
            "deal",
            play(1, "split"),
            play(1, "hit"),
            play(2, "stand"),
            play(1, "stand", hand=2),
        ],
        [7, 13],
        [
            ["1.1 blackjack lose 0.00", "1.2 blackjack win 10.00", "2.1 blackjack win 20.00"],
            ["1.1 blackjack lose 0.00", "1.2 blackjack lose 0.00", "2.1 blackjack win 20.00"],
        ],
    ),
    "673a.10(c): a split hand is doubled, and a 21 by it is paid 1 to 1 for both stacks": (
        {},
        "2C 6S 7H 6D TC 5S TS 4D 9D",
        [
            wager(1, 10),
            "deal",
            play(1, "split"),
            play(1, "double", amount="10.50"),
            play(1, "double", amount="7.50"),
            play(1, "double", hand=2),
        ],
        [4],
        [
            [
                "1.1 blackjack win 10.00",
                "1.1 double_down win 7.50",
                "1.2 blackjack win 10.00",
                "1.2 double_down win 10.00",
            ]
        ],
    ),
    "673a.7(o): the dealer stands on a soft 17": (
        {},
        "2C TS 6H 8D AC 5C",
        [wager(1, 10), "deal", play(1, "stand")],
        [],
        [WON],
    ),
    "673a.13(a): face-up cards, one where a Second Chance card was due, and the cover card first": (
        {},
        "CUT 5D! 2C TS 7H 6D 3H! TC 9C 4S! 5C",
        [wager(1, 10), "deal", play(1, "hit"), play(1, "second_chance")],
        [],
        [["1.1 blackjack push 0.00", "1.1 second_chance win 10.00"]],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_fine_print(name: str) -> None:
    rules, cards, steps, refused, settled = CASES[name]
    scenario = {"format": 1, "title": name, "game": "double-back-jack", "seed": 1, "rules": rules}
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
