"""The same cards and decisions, dealt from the hand and dealt from a shoe, come to the same settlement.

What lives here: how a random scenario of Blackjack is told again for a table without a shoe (633a.12(b)),
with a further burn card before each round, and the comparison. What the shoe's round must come to is judged
by the oracle (test_blackjack_against_oracle.py). TABLE_CONTROLLER_ORACLE_SEEDS asks for more seeds,
TABLE_CONTROLLER_ORACLE_FIRST says where they begin.
"""

import os
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
import yaml

from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal import play
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.scenario import installed, read_scenario
from tests.oracle.generate_blackjack import BlackjackScript, Exhausted
from tests.oracle.test_against_oracle import Document, rehearse

FIRST = int(os.environ.get("TABLE_CONTROLLER_ORACLE_FIRST", "0"))
SEEDS = int(os.environ.get("TABLE_CONTROLLER_ORACLE_SEEDS", "120"))


class Script(BlackjackScript):
    """A scenario that a house may deal from the hand, too."""

    def random_rules(self) -> dict[str, Any]:
        """A double that lies face down is turned at another time there, so that the dealer may draw for one
        that is bust."""
        while True:
            rules = super().random_rules()
            if rules["variation"] == "none" and rules["decks"] <= 2 and rules["double_face"] == "up":
                return rules


def random_scenario(seed: int) -> Document:
    """The scenario of that seed; one whose decks run out is left aside."""
    for attempt in count():
        with suppress(Exhausted):
            return Script(seed + attempt * 1_000_003).scenario(seed)
    raise AssertionError("no scenario found")


def dealt_from_hand(scenario: Document, played: Document) -> Document:
    """The scenario told again: each round but the first of a deck begins with one more card, to be burned."""
    told: Document = {**scenario, "steps": [dict(s) if isinstance(s, dict) else s for s in scenario["steps"]]}
    told["rules"] = {**scenario["rules"], "variation": "hand_dealt"}
    told["equipment"] = {"shoe": "hand", "shuffler": "batch"}
    orders: list[list[str]] = [_listed(scenario["cards"])]
    holders: list[tuple[Any, str]] = [(told, "cards")]
    starts: list[int] = []
    rounds = iter(played["rounds"])
    refused = {one["step"] for one in played["refusals"]}
    at = 0
    for number, step in enumerate(told["steps"], 1):
        if isinstance(step, dict) and "shuffle" in step and number not in refused:
            _spread(orders[-1], starts)
            orders.append(_listed(step["shuffle"]))
            holders.append((step, "shuffle"))
            starts, at = [], 0
        elif step == "deal" and number not in refused:
            if at:
                starts.append(at)
            at += _drawn(next(rounds))
    _spread(orders[-1], starts)
    most = 52 * scenario["rules"].get("decks", 6)
    for (holder, key), order in zip(holders, orders, strict=True):
        holder[key] = _within(order, most)
    return told


def _listed(cards: Any) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def _drawn(played: Document) -> int:
    hands = [played["dealer"], *played["hands"]]
    return sum(len(hand["cards"]) for hand in hands) + len(played["removed"])


def _spread(order: list[str], starts: list[int]) -> None:
    """Lay a card before each of these draws, counted without the cover card."""
    for start in reversed(starts):
        places = [at for at, card in enumerate(order) if card != "CUT"]
        if start < len(places):
            order.insert(places[start], "*")


def _within(order: list[str], most: int) -> list[str]:
    """As many as the decks have: what was laid between takes the place of the last ones."""
    cards = sum(card != "CUT" for card in order)
    while cards > most:
        order.pop(max(at for at, card in enumerate(order) if card != "CUT"))
        cards -= 1
    return order


def rehearse_from_hand(scenario: Document) -> Document:
    text = yaml.safe_dump(scenario, sort_keys=False, width=110)
    read = read_scenario(text, f"seed {scenario['seed']}")
    game = find_game(read.game)
    bench = MemoryBench(game, read.rules, 50.0, equipment=installed(read))
    try:
        document: Document = play.Script(read, game, bench, lambda cited: cited).run()
        return document
    finally:
        bench.close()


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
@clause("633a.12(b)", "633a.12(b)(5)", "633a.12(b)(6)", "633a.12(b)(7)", "633a.12(b)(8)", "633a.12(b)(9)")
def test_it_comes_to_the_same(seed: int) -> None:
    scenario = random_scenario(seed)
    shoe = rehearse(scenario)
    hand = rehearse_from_hand(dealt_from_hand(scenario, shoe))
    assert [one["step"] for one in hand["refusals"]] == [one["step"] for one in shoe["refusals"]]
    assert len(hand["rounds"]) == len(shoe["rounds"])
    for held, drawn in zip(hand["rounds"], shoe["rounds"], strict=True):
        assert held["hands"] == drawn["hands"]
        assert held["dealer"] == drawn["dealer"]
        assert held["settlements"] == drawn["settlements"]
        assert [one["kind"] for one in held["irregularities"]] == [
            one["kind"] for one in drawn["irregularities"]
        ]
    burned = [len(one["removed"]) - _face_up(one) for one in hand["rounds"]]
    assert burned == [1] * len(burned)


def _face_up(played: Document) -> int:
    return sum(one["kind"] == "face-up-card" for one in played["irregularities"])
