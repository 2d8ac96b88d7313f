"""The generator gives every kind of step and of outcome that the comparison is for, and the same each time.

What lives here: what the first scenarios must contain, counted on the oracle alone. What the rehearsal makes
of them is in test_against_oracle.py.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.oracle.free_bet_blackjack import play_scenario
from tests.oracle.generate import random_scenario
from tests.oracle.paper import count, is_blackjack

SEEDS = 300
AT_LEAST = 10


def of_dealer(played: dict[str, Any]) -> Iterator[str]:
    cards = played["dealer"]["cards"]
    rows = [(row["wager"], row["outcome"], row["when"]) for row in played["settlements"]]
    busted = all(hand["total"] > 21 for hand in played["hands"])
    pushed = any(wager == "push_22" for wager, _, _ in rows)
    if count(cards) == 22:
        yield "dealer 22"
    if is_blackjack(cards) and ("blackjack", "push", "blackjack") in rows:
        yield "Blackjack against Blackjack"
    if is_blackjack(cards) and ("blackjack", "win", "offer") in rows:
        yield "even money against Blackjack"
    if busted:
        yield "all busted with Push 22" if pushed else "all busted without Push 22"
    if count(cards) < 17:
        yield "the dealer draws no card"


def of_round(played: dict[str, Any]) -> Iterator[str]:
    """What is worth counting in one round."""
    yield from of_dealer(played)
    for row in played["settlements"]:
        yield f"{row['wager']} {row['outcome']}"
        if row["wager"] == "push_22" and row["outcome"] == "win":
            yield f"push_22 at {float(row['paid']) / float(row['stake']):g} to 1"
    for hand in played["hands"]:
        if hand["hand"] == 4:
            yield "four hands"
    if len(played["removed"]) > 2:
        yield "several cards out of play"


def test_rare_rounds_come_up() -> None:
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        for played in play_scenario(random_scenario(seed))["rounds"]:
            seen.update(of_round(played))
    stacks = ("blackjack win", "blackjack lose", "blackjack push", "push_22 win", "push_22 lose")
    doubles = ("double_down win", "double_down lose", "double_down push")
    lammers = ("free_bet win", "free_bet lose", "free_bet push", "insurance win", "insurance lose")
    odds = ("push_22 at 50 to 1", "push_22 at 20 to 1", "push_22 at 8 to 1", "push_22 at 7 to 1")
    rare = ("dealer 22", "four hands", "Blackjack against Blackjack", "the dealer draws no card")
    busts = ("all busted with Push 22", "all busted without Push 22", "several cards out of play")
    wanted = (*stacks, *doubles, *lammers, *odds, *rare, *busts)
    assert not {what: seen[what] for what in wanted if seen[what] < AT_LEAST}
    assert seen["even money against Blackjack"] > 0


def test_every_step_is_both_accepted_and_refused() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(SEEDS):
        scenario = random_scenario(seed)
        refused = {refusal["step"] for refusal in play_scenario(scenario)["refusals"]}
        for number, step in enumerate(scenario["steps"], 1):
            name = step if isinstance(step, str) else next(iter(step))
            if name == "play":
                name = step["play"]["do"]
            seen[name, number in refused] += 1
    steps = ("wager", "deal", "insurance", "even_money", "shuffle", "hit", "stand", "double", "split")
    assert all(seen[step, refused] >= AT_LEAST for step in steps for refused in (False, True)), seen
    assert seen["surrender", True] >= AT_LEAST
    assert seen["surrender", False] == 0


def test_a_seed_gives_the_same_scenario_each_time() -> None:
    assert random_scenario(7) == random_scenario(7) != random_scenario(8)
