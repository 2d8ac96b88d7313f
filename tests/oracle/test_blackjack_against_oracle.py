"""Random scenarios of Blackjack and Blackjack Switch: the rehearsal must come out as the oracle says.

What lives here: the comparison (documents by test_against_oracle.py), the order of settlement of chapter
633a, and how much of what is rare the first seeds contain. Not compared: reasons and clauses of refusals,
shoes that run short, irregularities other than face-up cards. TABLE_CONTROLLER_ORACLE_SEEDS asks for more
seeds, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.oracle.blackjack import play_scenario
from tests.oracle.blackjack_side_wagers import SIDE_WAGERS
from tests.oracle.generate_blackjack import random_scenario
from tests.oracle.paper import is_blackjack
from tests.oracle.test_against_oracle import Document, Row, differences, falls, money_faults, rehearse, staged

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "120"))
COUNTED = 1200
STAGES = {"side": 0, "offer": 1, "reader": 2, "turn": 3, "reveal": 4, "blackjack": 5, "end": 5}


# ---- the order of settlement ----------------------------------------------------------------------


def order_faults(settlement: str, rows: list[tuple[str, Row]]) -> Iterator[str]:
    """What is wrong with the order of one round's rows: 633a.7(g) to (i), (r), 633a.8(d), 633a.9(a)."""
    stages = [STAGES[when] for when, _ in rows]
    if stages != sorted(stages):
        yield "a stack is settled too early or too late"
    for wager in SIDE_WAGERS:
        if not falls(row["box"] for when, row in rows if when == "side" and row["wager"] == wager):
            yield f"{wager} is not settled from the right"
    turns = [row["box"] for when, row in rows if when == "turn"]
    if turns != sorted(turns):
        yield "what is settled while the players act is not in the order in which they act"
    final = [row for when, row in rows if when == "end" and row["outcome"] != "push"]
    if settlement == "box_by_box":
        if not falls(row["box"] for when, row in rows if when == "end"):
            yield "the boxes are not settled from the right"
    elif [row["outcome"] for row in final] != sorted(row["outcome"] for row in final):
        yield "a wager is paid before every losing wager was collected"


def royal_faults(rows: list[tuple[str, Row]]) -> Iterator[str]:
    """633a.7(g)(4): a Royal Match that waited is settled before that player's Blackjack Wager."""
    settled: set[int] = set()
    for when, row in rows:
        if row["wager"] == "blackjack" and when == "blackjack":
            settled.add(row["box"])
        if row["wager"] == "royal_match_21" and row["box"] in settled:
            yield f"the Royal Match of box {row['box']} comes after its Blackjack Wager"


# ---- the comparison -------------------------------------------------------------------------------


def faults(scenario: Document) -> list[str]:
    """Everything that is wrong with the rehearsal of `scenario`."""
    expected, got = play_scenario(scenario), rehearse(scenario)
    found = differences(expected, got)
    if found:
        return found
    settlement = scenario["rules"].get("settlement", "collect_then_pay")
    for paper, played in zip(expected["rounds"], got["rounds"], strict=True):
        rows = staged(paper["settlements"], played["settlements"])
        money = [row for row in played["settlements"] if row["outcome"] != "surrender"]
        wrong = [*order_faults(settlement, rows), *royal_faults(rows), *money_faults(money)]
        found += [f"round {played['round']}: {fault}" for fault in wrong]
    return found


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_rehearsal_agrees_with_the_oracle(seed: int) -> None:
    scenario = random_scenario(seed)
    found = faults(scenario)
    assert not found, "\n".join([*found, yaml.safe_dump(scenario, sort_keys=False, width=110)])


# ---- what the seeds contain -----------------------------------------------------------------------


def counted() -> tuple[Counter[tuple[str, ...]], Counter[tuple[str, str]]]:
    """Settled stacks by variation, wager, outcome and odds; refused steps by variation and reason."""
    settled: Counter[tuple[str, ...]] = Counter()
    refused: Counter[tuple[str, str]] = Counter()
    for seed in range(COUNTED):
        scenario = random_scenario(seed)
        variation = scenario["rules"].get("variation", "none")
        document = play_scenario(scenario)
        for row in (row for played in document["rounds"] for row in played["settlements"]):
            odds = f"{float(row['paid']) / float(row['stake']):g}"
            settled[variation, row["wager"], row["outcome"], odds] += 1
        settled.update(blackjacks_against_21(variation, document))
        refused.update((variation, refusal["reason"]) for refusal in document["refusals"])
    return settled, refused


def blackjacks_against_21(variation: str, document: Document) -> Iterator[tuple[str, ...]]:
    """Blackjacks that met the dealer's 21 in more than two cards, with what they were paid."""
    for played in document["rounds"]:
        dealt = {(hand["box"], hand["hand"]) for hand in played["hands"] if is_blackjack(hand["cards"])}
        if played["dealer"]["total"] == 21 and len(played["dealer"]["cards"]) > 2:
            for row in played["settlements"]:
                if row["wager"] == "blackjack" and (row["box"], row["hand"]) in dealt:
                    odds = f"{float(row['paid']) / float(row['stake']):g}"
                    yield variation, "against 21", row["outcome"], odds


RARE_ODDS: dict[str, tuple[str, ...]] = {
    "lucky_ladies": ("1000", "200", "25", "10", "4"),
    "kings_bounty": ("1000", "200", "50", "25", "9", "6", "4"),
    "in_between": ("30", "10", "6", "4", "1"),
    "match_the_dealer": ("28", "22", "14", "11", "8", "6", "4", "3"),
    "bet_the_set_21": ("25", "15", "12", "10"),
    "royal_match_21": ("1050", "1030", "50", "30", "25", "10", "3", "2.5", "2"),
    "three_card_poker": ("9",),
}
REASONS = (
    ("none", "only the first decision"),
    ("none", "not on two cards"),
    ("none", "more than the Blackjack Wager"),
    ("none", "split often enough"),
    ("none", "more than one half"),
    ("none", "that hand is no Blackjack"),
    ("none", "that box is insured"),
    ("none", "no decision is due: the round is over"),
    ("none", "a side wager needs a Blackjack Wager"),
    ("switch", "no surrender in Blackjack Switch"),
    ("switch", "that box has switched"),
    ("switch", "after a decision"),
    ("switch", "not the box that decides"),
    ("switch", "wagers are closed"),
)


def test_the_seeds_contain_what_is_rare() -> None:
    settled, refused = counted()
    sides = [("none", wager, "win", odds) for wager, paid in RARE_ODDS.items() for odds in paid]
    super_match = [("switch", "super_match", "win", odds) for odds in ("50", "40", "8", "7", "5", "1")]
    plays = [(kind, "double_down", how) for kind in ("none", "switch") for how in ("win", "lose", "push")]
    of_game = [("none", "blackjack", "surrender", "0"), ("none", "blackjack", "win", "1.5")]
    of_game += [("switch", "blackjack", "win", "1.5"), ("switch", "insurance", "win", "2")]
    of_game += [("none", "against 21", "win", "1.5"), ("switch", "against 21", "win", "1")]
    doubles: Counter[tuple[str, ...]] = Counter()
    for key, times in settled.items():
        doubles[key[:3]] += times
    assert [key for key in (*sides, *super_match, *of_game) if settled[key] == 0] == []
    assert [key for key in plays if doubles[key] == 0] == []
    assert [key for key in REASONS if refused[key] == 0] == []


# ---- the checks themselves ------------------------------------------------------------------------


def row_of(box: int, outcome: str, wager: str = "blackjack") -> dict[str, Any]:
    return {"box": box, "hand": 1, "wager": wager, "outcome": outcome}


@pytest.mark.parametrize(
    ("settlement", "rows"),
    [
        ("collect_then_pay", [("end", row_of(1, "lose")), ("end", row_of(2, "win"))]),
        ("box_by_box", [("end", row_of(3, "lose")), ("end", row_of(2, "win"))]),
        ("box_by_box", [("side", row_of(2, "win", "in_between")), ("side", row_of(1, "lose", "in_between"))]),
        ("box_by_box", [("reader", row_of(1, "lose", "insurance")), ("turn", row_of(2, "win"))]),
    ],
)
def test_only_the_right_order_passes(settlement: str, rows: list[tuple[str, Row]]) -> None:
    assert not list(order_faults(settlement, rows))
    assert list(order_faults(settlement, rows[::-1]))
