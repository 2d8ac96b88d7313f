"""Whatever shuffles the cards of Lunar Poker: the rounds are the same, and a card that was lost is found."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from controller.audit import audit
from controller.citations import resolver
from controller.faults import ConfigFaults
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import installed, read_scenario
from controller.table import commands as c
from controller.table import events as ev
from tests.scenarios import differences, expected, named, scenario_files

GAME = find_game("lunar-poker")
TWO = {"shuffler": "batch"}
ONE = {"shuffler": "batch", "backs": ["red"]}
BY_ITSELF = {"shuffler": "in_shoe"}
PLAIN = [
    path
    for path in scenario_files("lunar-poker")
    if "equipment:" not in path.read_text("utf-8") and path.stem != "power-loss-in-each-phase"
]
"""Without the one in which the power is lost while the shuffler works: that is one question more."""


class Rehearsed:
    """A script that was played to its end in memory; the script is YAML, the equipment laid over it."""

    def __init__(self, text: str, equipment: dict[str, Any] | None = None) -> None:
        said = yaml.safe_load(text)
        if equipment is not None:
            said["equipment"] = equipment
        scenario = read_scenario(yaml.safe_dump(said), "shuffled.yaml")
        self.bench = MemoryBench(GAME, scenario.rules, equipment=installed(scenario))
        self.document = Script(scenario, GAME, self.bench, resolver(GAME.chapter)).run()
        assert self.bench.table.phase == "Closed"
        assert audit(self.bench.journal.entries()).differences == ()

    def events(self, kind: type) -> list[Any]:
        return [one for _, ruling in self.bench.rulings for one in ruling.events if type(one) is kind]

    def asked(self, kind: type) -> list[Any]:
        return [given.what for given, _ in self.bench.rulings if type(given.what) is kind]


@clause("671a.3(a)", "671a.3(b)", "671a.5(a)", "671a.5(g)")
@pytest.mark.parametrize("equipment", [TWO, ONE, BY_ITSELF], ids=["two decks", "one deck", "the shoe"])
@pytest.mark.parametrize("path", PLAIN, ids=named)
def test_every_scenario_comes_to_the_same_with_a_shuffler(path: Path, equipment: dict[str, Any]) -> None:
    assert differences(Rehearsed(path.read_text("utf-8"), equipment).document, expected(path)) == []


STACKS = [path for path in scenario_files("lunar-poker") if "shoe: automated" in path.read_text("utf-8")]


@clause("671a.3(b)", "671a.5(a)", "671a.10(a)(1)", "671a.13(f)")
@pytest.mark.parametrize("equipment", [{}, TWO, ONE], ids=["by hand", "two decks", "one deck"])
@pytest.mark.parametrize("path", STACKS, ids=named)
def test_stacks_come_to_the_same_whatever_shuffles(path: Path, equipment: dict[str, Any]) -> None:
    """A round that the shoe voids too: its cards, those in the shoe as well, are shuffled by that."""
    played = Rehearsed(path.read_text("utf-8"), {"shoe": "automated", **equipment})
    assert differences(played.document, expected(path)) == []


@clause("671a.3(b)(3)", "671a.13(f)")
def test_the_deck_of_a_round_that_the_shoe_voided_goes_on_whole_and_in_its_turn() -> None:
    """The machine counts and identifies 52 cards each time, and the shoe counts as many."""
    (path,) = (one for one in STACKS if one.stem == "stacks-and-two-decks")
    played = Rehearsed(path.read_text("utf-8"))
    assert [one["void"] for one in played.document["rounds"]] == [False, True, False, False]
    assert {one.cards for one in played.events(ev.ShoeLoaded)} == {52}
    done = [one for one in played.events(ev.ShuffleEnded) if one.stage == "done"]
    assert len(done) >= 5
    assert {(one.count, one.counted, one.identity) for one in done} == {(52, "good", "good")}
    assert played.events(ev.CardsReceived)[1:] == []
    backs = [one.back for one in played.asked(c.FeedShuffler) if one.back]
    assert backs == (["red", "blue"] * len(backs))[: len(backs)]


@clause("671a.5(g)", "671a.5(a)", "671a.11(h)")
def test_a_shoe_that_shuffles_and_counts_needs_no_cut_and_nobody_counts() -> None:
    """After each round it shuffles the whole deck, what was exchanged too."""
    round_ = WAGER + "- deal\n- play: {box: 1, do: exchange, cards: 2C 3D}\n- rest\n"
    cards = "2C 7S 3D 8S 4H 9C 5S QD 9H KC"
    script = HEAD.replace("steps:", f"cards: {cards}\nsteps:") + round_
    script += "".join(f"- shuffle: {cards}\n{round_}" for _ in range(6))
    played = Rehearsed(script, BY_ITSELF)
    assert played.document["refusals"] == []
    steps = [(one.step, one.note) for one in played.events(ev.StepDone)]
    assert steps.count(("shuffled", "by the shoe itself")) == 8, "before each round, and once more"
    assert not played.asked(c.CutCards)
    assert not played.asked(c.ShuffleCards)
    assert not played.asked(c.CountDeck)
    assert [one.expected for one in played.events(ev.ShoeCollected)] == [52] * 8
    assert played.events(ev.HoldOpened) == []


HEAD = "format: 1\ntitle: t\ngame: lunar-poker\nsteps:\n"
WAGER = "- wager: {box: 1, ante: 10, super: 10}\n"
ROUND = WAGER + "- deal\n- rest\n"
LOSES = WAGER + "- lose_card\n- deal\n- rest\n"


@clause("671a.11(h)", "671a.11(h)(1)")
def test_the_dealer_counts_when_the_table_asks_and_not_before() -> None:
    played = Rehearsed(HEAD + ROUND * 7)
    assert [one.cards for one in played.events(ev.DeckCounted)] == [52]
    assert [one.remaining for one in played.asked(c.CollectShoe)] == [-1] * 7


@clause("671a.11(h)(2)")
def test_a_card_that_was_lost_is_found_missing_after_five_rounds_and_the_deck_changed() -> None:
    played = Rehearsed(HEAD + ROUND * 2 + LOSES + ROUND * 4)
    assert [one.cards for one in played.events(ev.DeckCounted)] == [51]
    assert len(played.events(ev.CardsReceived)) == 2
    assert [one.what.kind for one in played.events(ev.IrregularityMet)] == ["deck-count"]


@clause("671a.5(b)")
def test_a_shuffler_that_counts_finds_it_at_once() -> None:
    played = Rehearsed(HEAD + ROUND + LOSES + ROUND * 3, TWO)
    assert played.events(ev.DeckCounted) == []
    assert len(played.events(ev.CardsReceived)) == 2


@clause("671a.3(b)")
@pytest.mark.parametrize(
    ("game", "equipment"),
    [
        ("blackjack", "{shuffler: batch, backs: [red]}"),
        ("lunar-poker", "{shuffler: batch, backs: [red, red]}"),
        ("lunar-poker", "{backs: [red, blue]}"),
    ],
)
def test_a_script_names_the_backs_that_its_table_may_have(game: str, equipment: str) -> None:
    text = f"format: 1\ntitle: t\ngame: {game}\nequipment: {equipment}\nsteps: []\n"
    with pytest.raises(ConfigFaults, match=r"backs|colours"):
        read_scenario(text, "backs.yaml")
