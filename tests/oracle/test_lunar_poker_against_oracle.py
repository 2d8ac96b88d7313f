"""Random scenarios of Lunar Poker: the rehearsal must come out as the oracle says.

What lives here: the comparison of two result documents of this game, the order of settlement of 671a.11, and
how much of what is rare the first seeds contain. Not compared: reasons and clauses of refusals, decks that
run short, irregularities other than face-up cards. TABLE_CONTROLLER_ORACLE_SEEDS asks for more seeds than the
suite plays, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.oracle.generate_lunar_poker import random_scenario
from tests.oracle.lunar_poker import play_scenario
from tests.oracle.test_against_oracle import ROW, Document, Row, cents, rehearse

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "200"))
COUNTED = 600
AT_LEAST = 5


# ---- the two documents ----------------------------------------------------------------------------


def plain(row: Row) -> tuple[Any, ...]:
    """A settlement row without its clause and without the oracle's "when"."""
    return (*(row[key] for key in ROW), row.get("on", ""), row.get("combination", 1))


def hand_facts(cards: list[str], total: str) -> tuple[list[str], str]:
    """Of a hand that was not dealt to its end only the cards count."""
    return cards, total if len(cards) >= 5 else ""


def facts(document: Document) -> dict[str, Any]:
    """What two documents must agree on, each fact by its name."""
    found: dict[str, Any] = {"rounds": len(document["rounds"])}
    for number, played in enumerate(document["rounds"], 1):
        at = f"round {number} "
        found[at + "void"] = bool(played["void"])
        found[at + "removed"] = played["removed"]
        found[at + "dealer"] = hand_facts(**played["dealer"])
        for hand in played["hands"]:
            if hand["cards"]:
                found[f"{at}hand {hand['box']}"] = hand_facts(hand["cards"], hand["total"])
        found[at + "settlements"] = sorted(map(plain, played["settlements"]))
    found["refused steps"] = sorted(refusal["step"] for refusal in document["refusals"])
    return found


def differences(expected: Document, got: Document) -> list[str]:
    """Each fact on which the two do not agree."""
    wanted, found = facts(expected), facts(got)
    return [
        f"{name}: the oracle says {wanted.get(name)}, the rehearsal {found.get(name)}"
        for name in {**wanted, **found}
        if wanted.get(name) != found.get(name)
    ]


# ---- order and money ------------------------------------------------------------------------------


def order_faults(expected: list[Row], got: list[Row]) -> Iterator[str]:
    """What is wrong with the order of one round's rows: 671a.11(c) and (d) clockwise, a Super Wager before
    the Ante of its box and before other players' on that hand; (e) clockwise; (f)(2) counterclockwise."""
    when: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for row in expected:
        when.setdefault(plain(row), []).append(row["when"])
    stages = [when[plain(row)].pop(0) for row in got]
    if stages != sorted(stages):
        yield f"settled in a wrong order: {[(row['box'], row['wager'], row.get('on')) for row in got]}"
    for place, row in enumerate(got):
        before = got[place - 1] if place else {}
        if row.get("combination") == 2 and (before.get("box"), before.get("wager")) != (row["box"], "bet"):
            yield f"the second combination does not follow its Bet Wager: {row}"


def money_faults(rows: list[Row]) -> Iterator[str]:
    """What no row may do with chips."""
    for row in rows:
        stake, paid, back, gone = (cents(row[key]) for key in ("stake", "paid", "returned", "collected"))
        lost = row["outcome"] in ("lose", "fee")
        lies = 0 if row.get("combination") == 2 else stake
        if back + gone != lies or (back if lost else gone) or (paid > 0) is not (row["outcome"] == "win"):
            yield f"the money of {row} does not add up"
        if not row["clause"].startswith(("671a.", "topic:void-round")):
            yield f"no clause: {row}"


def faults(scenario: Document) -> list[str]:
    """Everything that is wrong with the rehearsal of `scenario`."""
    expected, got = play_scenario(scenario), rehearse(scenario)
    found = differences(expected, got)
    if found:
        return found
    for paper, played in zip(expected["rounds"], got["rounds"], strict=True):
        wrong = [
            *order_faults(paper["settlements"], played["settlements"]),
            *money_faults(played["settlements"]),
        ]
        face_up = [met for met in played["irregularities"] if met["clause"] == "671a.13(a)"]
        if len(face_up) < min(len(paper["removed"]), 1):
            wrong.append("a face-up card is no irregularity")
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
    fees = {row["box"] for row in played["settlements"] if row["wager"] == "options"}
    for row in played["settlements"]:
        odds = f"{float(row['paid']) / float(row['stake']):g}"
        second = " second" if row.get("combination") else ""
        on = f" {row['on'].split()[0]}" if "on" in row else ""
        yield f"{row['wager']}{on} {row['outcome']} {odds}{second}"
        if row["box"] in fees and row["wager"] == "bet":
            yield f"bet after a draw {row['outcome']}{second}"
        if row["wager"] == "ante" and row["outcome"] == "lose" and row["box"] in fees:
            yield "folded after a draw or lost"
    if any(len(hand["cards"]) == 6 for hand in played["hands"]):
        yield "six cards"
    if played["removed"]:
        yield f"{len(played['removed'])} cards face up"
    if played["void"] and fees:
        yield "void in the draws"
    if len(played["hands"]) == 5:
        yield "five hands"


WANTED = (
    *(f"ante win {odds}" for odds in (1, 4, 200, 250, 300, 1000, 1500)),
    *(
        "ante lose 0",
        "ante push 0",
        "ante void 0",
        "bet void 0",
        "bet push 0",
        "bet lose 0",
        "options void 0",
        "options lose 0",  # its player left
    ),
    *(f"bet win {odds}" for odds in (1, 2, 3, 4, 5, 7, 20)),
    *(f"bet win {odds} second" for odds in (1, 2, 4, 5, 7)),
    *(f"super win {odds}" for odds in (2, 5, 8, 30, 60, 100, 120, 150, 200, 250)),
    *(
        f"super {on} {how}"
        for on in ("box", "dealer")
        for how in ("lose 0", "void 0", "win 2", "win 5", "win 8")
    ),
    *("bet after a draw win", "bet after a draw win second", "folded after a draw or lost", "six cards"),
    *("1 cards face up", "2 cards face up", "void in the draws", "five hands"),
)
REASONS = (
    "a round is being played",
    "wagers are closed",
    "outside the table limits",
    "not a multiple of the smallest chip",
    "less than the Ante",
    "not offered",
    "below the minimum",
    "the player's own hand",
    "no Ante on that box",
    "one position a player",
    "another player's position",
    "another player decides",
    "the second decision is to bet or to fold",
    "decided already",
    "an instant payout leaves nothing to decide",
    "two to five cards",
    "cards that the player does not hold",
    "the deck has not so many cards",
    "no hand there",
    "nobody who leaves has a hand there",
    "nothing of who leaves lies there",
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


def row_of(box: int, wager: str, when: tuple[int, ...], **more: object) -> dict[str, Any]:
    row = {"box": box, "hand": 1, "wager": wager, "stake": "10.00", "outcome": "lose", "paid": "0.00"}
    return {**row, "returned": "0.00", "collected": "10.00", "clause": "671a.11", "when": when, **more}


@pytest.mark.parametrize(
    "rows",
    [
        [row_of(1, "super", (1, 1, 0)), row_of(2, "super", (1, 2, 0))],
        [row_of(1, "super", (1, 1, 0)), row_of(2, "super", (1, 1, 1), on="box 1")],
        [row_of(1, "super", (1, 1, 0)), row_of(1, "ante", (1, 1, 2))],
        [row_of(5, "ante", (1, 5, 2)), row_of(1, "options", (2, 1, 0))],
        [row_of(2, "bet", (4, -2, 0)), row_of(1, "bet", (4, -1, 0))],
    ],
)
def test_only_the_right_order_passes(rows: list[Row]) -> None:
    assert not list(order_faults(rows, rows))
    assert list(order_faults(rows, rows[::-1]))


def test_money_must_add_up() -> None:
    lost = row_of(1, "bet", (4, -1, 0))
    won = {**lost, "outcome": "win", "paid": "70.00", "collected": "0.00"}
    first, second = {**won, "returned": "10.00"}, {**won, "combination": 2}
    assert not list(money_faults([lost, first, second]))
    wrong = [won, {**second, "returned": "10.00"}, {**lost, "paid": "10.00"}, {**first, "paid": "0.00"}]
    assert [len(list(money_faults([row]))) for row in wrong] == [1, 1, 1, 1]
