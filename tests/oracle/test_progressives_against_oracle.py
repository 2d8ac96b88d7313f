"""Random scenarios with Bad Beat and Hit and Run: the rehearsal must come out as the oracle says.

What lives here: the comparison, which includes where the meters stand in the end and what stands on the
accounts; the order of the progressive wagers; and how much of what is rare the seeds contain.
TABLE_CONTROLLER_ORACLE_SEEDS asks for more seeds, TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from collections import Counter
from collections.abc import Iterator

import pytest
import yaml

from controller.games import find_game
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import read_scenario
from tests.oracle.blackjack_progressives import PROGRESSIVES, play_scenario
from tests.oracle.generate_progressives import random_scenario
from tests.oracle.test_against_oracle import Document, Row, cents, differences, staged
from tests.oracle.test_blackjack_against_oracle import order_faults

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "80"))
COUNTED = 500


def rehearse(scenario: Document) -> Document:
    """The result document of the real rehearsal, with the meters and accounts of the simulated system."""
    text = yaml.safe_dump(scenario, sort_keys=False, width=110)
    read = read_scenario(text, f"seed {scenario['seed']}")
    game = find_game(read.game)
    bench = MemoryBench(game, read.rules, 50.0)
    try:
        document: Document = Script(read, game, bench, lambda cited: cited).run()
        document["meters"] = bench.act("progressive", lambda model, now: model.meters())
        document["accounts"] = bench.act("progressive", lambda model, now: model.accounts())
        return document
    finally:
        bench.close()


def progressive_faults(rows: list[Row]) -> Iterator[str]:
    """633a.7(o): from the dealer's right, ahead of what is settled at the end; the money of each row."""
    own = [row for row in rows if row["wager"] in PROGRESSIVES]
    places = [(-row["box"], PROGRESSIVES.index(row["wager"])) for row in own if row["outcome"] != "void"]
    if places != sorted(places):
        yield "progressive wagers are not settled from the right, Bad Beat first on a box"
    if len(places) != len(set(places)):
        yield "a progressive wager is settled twice"
    for row in own:
        stake, back, gone = (cents(row[key]) for key in ("stake", "returned", "collected"))
        if stake != back + gone or not row["clause"]:
            yield f"the money of {row} does not add up"


def late_faults(rows: list[tuple[str, Row]]) -> Iterator[str]:
    """633a.7(o), (p): the Blackjack Wagers that wait for the dealer's hand come after them."""
    final = [row["wager"] in PROGRESSIVES for when, row in rows if when == "end"]
    if final != sorted(final, reverse=True):
        yield "a wager that waited for the dealer's hand is settled before a progressive one"


def faults(scenario: Document) -> list[str]:
    """Everything that is wrong with the rehearsal of `scenario`."""
    expected, got = play_scenario(scenario), rehearse(scenario)
    found = differences(expected, got)
    for name in ("meters", "accounts"):
        if expected[name] != got[name]:
            found.append(f"{name}: the oracle says {expected[name]}, the system {got[name]}")
    if found:
        return found
    settlement = scenario["rules"].get("settlement", "collect_then_pay")
    for paper, played in zip(expected["rounds"], got["rounds"], strict=True):
        rows = staged(paper["settlements"], played["settlements"])
        wrong = [*progressive_faults(played["settlements"])]
        if not played["void"]:
            others = [(when, row) for when, row in rows if row["wager"] not in PROGRESSIVES]
            wrong += [*order_faults(settlement, others), *late_faults(rows)]
        found += [f"round {played['round']}: {fault}" for fault in wrong]
    return found


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_rehearsal_agrees_with_the_oracle(seed: int) -> None:
    scenario = random_scenario(seed)
    found = faults(scenario)
    assert not found, "\n".join([*found, yaml.safe_dump(scenario, sort_keys=False, width=110)])


# ---- what the seeds contain -----------------------------------------------------------------------


def counted() -> tuple[Counter[tuple[str, ...]], Counter[int], Counter[str]]:
    """Settled progressive wagers by variation, wager, outcome and odds "for 1", "meter" for a share of one;
    by how many boxes meters were shared; and why steps were refused."""
    settled: Counter[tuple[str, ...]] = Counter()
    shared: Counter[int] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(COUNTED):
        scenario = random_scenario(seed)
        variation = scenario["rules"].get("variation", "none")
        document = play_scenario(scenario)
        refused.update(refusal["reason"] for refusal in document["refusals"])
        for played in document["rounds"]:
            own = [row for row in played["settlements"] if row["wager"] in PROGRESSIVES]
            for row in own:
                settled[variation, row["wager"], row["outcome"], for_one(row)] += 1
            shared[sum(for_one(row) == "meter" for row in own)] += 1
    return settled, shared, refused


def for_one(row: Row) -> str:
    if row["outcome"] == "win" and row["returned"] == "0.00":
        return "meter"
    return f"{cents(row['paid']) / cents(row['stake']) + (row['outcome'] == 'win'):g}"


def test_the_seeds_contain_what_is_rare() -> None:
    settled, shared, refused = counted()
    bad_beat = [
        ("none", "bad_beat", "win", odds)
        for odds in ["meter", "1000", "100", "50", "25", "10", "1", "20", "5", "6", "21", "26"]
    ]
    hit_and_run = [
        (variation, "hit_and_run", "win", odds)
        for variation in ("none", "switch")
        for odds in ["meter", "100", "25", "7", "4"]
    ]
    void = [("none", "bad_beat", "void", "0"), ("switch", "hit_and_run", "void", "0")]
    assert [key for key in (*bad_beat, *hit_and_run, *void) if settled[key] == 0] == []
    assert shared[2]
    assert shared[3]
    reasons = (
        "a side wager needs a Blackjack Wager",
        "more than the device takes",
        "bad_beat is not offered",
    )
    assert [reason for reason in reasons if refused[reason] == 0] == []


# ---- the checks themselves ------------------------------------------------------------------------


def test_only_the_right_order_passes() -> None:
    amounts = {"stake": "1.00", "returned": "0.00", "collected": "1.00", "clause": "633a.7(o)"}
    rows: list[Row] = [
        {"box": 2, "wager": "bad_beat", "outcome": "lose", **amounts},
        {"box": 2, "wager": "hit_and_run", "outcome": "lose", **amounts},
        {"box": 1, "wager": "bad_beat", "outcome": "lose", **amounts},
    ]
    assert not list(progressive_faults(rows))
    assert list(progressive_faults(rows[::-1]))
    assert list(progressive_faults([rows[1], rows[0], rows[2]]))
    late: list[tuple[str, Row]] = [("end", rows[0]), ("end", {"box": 2, "wager": "blackjack"})]
    assert not list(late_faults(late))
    assert list(late_faults(late[::-1]))
