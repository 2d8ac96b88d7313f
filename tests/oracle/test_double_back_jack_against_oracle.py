"""Random scenarios of Double Back Jack: the rehearsal must come out as the oracle says.

What lives here: the comparison (documents by test_against_oracle.py), the order of settlement of chapter
673a, and how much of what is rare the first seeds contain. Not compared: reasons and clauses of refusals,
shoes that run short, irregularities other than face-up cards. TABLE_CONTROLLER_ORACLE_SEEDS asks for more
seeds, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.oracle.double_back_jack import play_scenario
from tests.oracle.generate_double_back_jack import random_scenario
from tests.oracle.test_against_oracle import (
    Document,
    Row,
    box_by_box_faults,
    cents,
    collect_then_pay_faults,
    differences,
    falls,
    money_faults,
    rehearse,
    staged,
)

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "120"))
COUNTED = 600
AT_LEAST = 5
STAGES = {"dealt": 0, "reader": 1, "turn": 2, "21": 2, "blackjack": 3, "end": 3}


# ---- the order of settlement ----------------------------------------------------------------------


def order_faults(settlement: str, rows: list[tuple[str, Row]]) -> Iterator[str]:
    """What is wrong with the order of one round's rows: 673a.7(f), (l) to (n), (q), (t), 673a.8(d),
    673a.9(a)."""
    stages = [STAGES[when] for when, _ in rows]
    if stages != sorted(stages):
        yield "a stack is settled too early or too late"
    if not falls(row["box"] for when, row in rows if when == "dealt"):
        yield "Blackjacks are not paid from the right"
    turns = [row["box"] for when, row in rows if when == "turn"]
    if turns != sorted(turns):
        yield "what is settled while the players act is not in the order in which they act"
    final = [row for when, row in rows if when == "end"]
    if settlement == "box_by_box":
        yield from box_by_box_faults(final)
    else:
        yield from collect_then_pay_faults(final)


# ---- the money ------------------------------------------------------------------------------------


def surrender_faults(rows: list[Row]) -> Iterator[str]:
    """673a.9(a): one half each, and an odd cent is the house's."""
    for row in rows:
        stake, back, gone = (cents(row[key]) for key in ("stake", "returned", "collected"))
        if row["outcome"] == "surrender" and (
            back != stake // 2 or gone != stake - back or not row["clause"]
        ):
            yield f"not surrendered by halves: {row}"


def second_chance_faults(rows: list[Row]) -> Iterator[str]:
    """673a.7(l): a Second Chance Wager is as much as lies on its hand, and takes that hand's profit."""
    for row in rows:
        if row["wager"] == "second_chance":
            beside = [
                other
                for other in rows
                if (other["box"], other["hand"]) == (row["box"], row["hand"])
                and other["wager"] in ("blackjack", "double_down")
            ]
            if sum(cents(other["stake"]) for other in beside) != cents(row["stake"]):
                yield f"not the current Blackjack Wager: {row}"
            if any(cents(other["paid"]) for other in beside):
                yield f"a hand with a Second Chance Wager is paid twice: {row}"


# ---- the comparison -------------------------------------------------------------------------------


def faults(scenario: Document) -> list[str]:
    """Everything that is wrong with the rehearsal of `scenario`."""
    expected, got = play_scenario(scenario), rehearse(scenario)
    found = differences(expected, got)
    if found:
        return found
    settlement = scenario["rules"].get("settlement", "collect_then_pay")
    for paper, played in zip(expected["rounds"], got["rounds"], strict=True):
        settled = played["settlements"]
        wrong = [
            *order_faults(settlement, staged(paper["settlements"], settled)),
            *money_faults([row for row in settled if row["outcome"] != "surrender"]),
            *surrender_faults(settled),
            *second_chance_faults(settled),
        ]
        found += [f"round {played['round']}: {fault}" for fault in wrong]
    return found


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_rehearsal_agrees_with_the_oracle(seed: int) -> None:
    scenario = random_scenario(seed)
    found = faults(scenario)
    assert not found, "\n".join([*found, yaml.safe_dump(scenario, sort_keys=False, width=110)])


# ---- what the seeds contain -----------------------------------------------------------------------


def of_round(played: dict[str, Any]) -> Iterator[str]:
    """What is worth counting in one round."""
    chances = {}
    for row in played["settlements"]:
        odds = f"{float(row['paid']) / float(row['stake']):g}"
        yield f"{row['wager']} {row['outcome']} {row['when']} {odds}"
        if row["wager"] == "second_chance":
            chances[row["box"], row["hand"]] = row
        if row["outcome"] == "surrender" and row["returned"] != row["collected"]:
            yield "an odd cent surrendered"
    dealer = played["dealer"]["total"]
    for hand in played["hands"]:
        where = hand["box"], hand["hand"]
        if where in chances:
            yield "Second Chance " + ("exactly" if hand["total"] == 21 else how_far(hand["total"]))
            if hand["cards"][-1][0] == "A":
                yield "Second Chance ace"
            if dealer == 22 and hand["total"] < 21:
                yield "Second Chance returned on a 22"
        elif hand["total"] > 21:
            yield "lost in spite of a 22" if dealer == 22 else "Second Chance declined"
    if len(played["removed"]) > 2:
        yield "several cards out of play"


def how_far(total: int) -> str:
    return "over" if total > 21 else "below"


WANTED = (
    *(f"blackjack {how}" for how in ("win dealt 2", "win 21 1", "win end 1", "push end 0", "push turn 0")),
    *(f"blackjack lose {when} 0" for when in ("blackjack", "turn", "end")),
    *(f"double_down {how}" for how in ("win 21 1", "win end 1", "push turn 0", "push end 0", "lose turn 0")),
    *(
        f"second_chance {how}"
        for how in ("win turn 1", "win end 1", "push end 0", "lose turn 0", "lose end 0")
    ),
    *(f"Second Chance {how}" for how in ("over", "exactly", "below", "ace", "declined", "returned on a 22")),
    *("insurance win blackjack 2", "insurance lose reader 0", "lost in spite of a 22"),
    *("blackjack surrender turn 0", "an odd cent surrendered", "several cards out of play"),
)
REASONS = (
    "wagers are closed",
    "that hand is paid",
    "more than one half",
    "not the hand that decides",
    "only the first decision",
    "two hands already",
    "no pair",
    "not on two cards",
    "more than the Blackjack Wager",
    "the hand is over 21",
    "no Second Chance is offered",
    "no decision is due: the round is over",
)


def test_the_seeds_contain_what_is_rare() -> None:
    settled: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(COUNTED):
        document = play_scenario(random_scenario(seed))
        for played in document["rounds"]:
            settled.update(of_round(played))
        refused.update(refusal["reason"] for refusal in document["refusals"])
    assert {what: settled[what] for what in WANTED if settled[what] < AT_LEAST} == {}
    assert {why: refused[why] for why in REASONS if refused[why] < AT_LEAST} == {}


def test_a_seed_gives_the_same_scenario_each_time() -> None:
    assert random_scenario(7) == random_scenario(7) != random_scenario(8)


# ---- the checks themselves ------------------------------------------------------------------------


def row_of(box: int, outcome: str, wager: str = "blackjack") -> dict[str, Any]:
    return {"box": box, "hand": 1, "wager": wager, "outcome": outcome}


@pytest.mark.parametrize(
    ("settlement", "rows"),
    [
        ("collect_then_pay", [("end", row_of(1, "lose")), ("end", row_of(2, "win"))]),
        ("box_by_box", [("end", row_of(3, "lose")), ("end", row_of(2, "win"))]),
        ("box_by_box", [("dealt", row_of(2, "win")), ("dealt", row_of(1, "win"))]),
        ("box_by_box", [("reader", row_of(1, "lose", "insurance")), ("turn", row_of(2, "surrender"))]),
        ("box_by_box", [("21", row_of(2, "win")), ("end", row_of(3, "win"))]),
    ],
)
def test_only_the_right_order_passes(settlement: str, rows: list[tuple[str, Row]]) -> None:
    assert not list(order_faults(settlement, rows))
    assert list(order_faults(settlement, rows[::-1]))


def money_row(wager: str, stake: str, outcome: str, paid: str = "0.00", back: str = "0.00") -> Row:
    gone = f"{float(stake) - float(back):.2f}"
    row = {**row_of(1, outcome, wager), "stake": stake, "paid": paid, "returned": back, "collected": gone}
    return {**row, "clause": "673a.7"}


def test_an_odd_cent_is_the_houses() -> None:
    assert not list(surrender_faults([money_row("blackjack", "10.05", "surrender", back="5.02")]))
    assert list(surrender_faults([money_row("blackjack", "10.05", "surrender", back="5.03")]))


def test_a_second_chance_wager_is_the_sum_of_the_stacks() -> None:
    stacks = [money_row("blackjack", "10.00", "push"), money_row("double_down", "5.00", "push")]
    assert not list(second_chance_faults([*stacks, money_row("second_chance", "15.00", "win", "15.00")]))
    assert list(second_chance_faults([*stacks, money_row("second_chance", "10.00", "win", "10.00")]))
    paid = [money_row("blackjack", "10.00", "win", "10.00")]
    assert list(second_chance_faults([*paid, money_row("second_chance", "10.00", "win", "10.00")]))
