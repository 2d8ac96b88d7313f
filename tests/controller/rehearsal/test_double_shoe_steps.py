"""Scenario files about a double shoe: what they say, what makes them invalid, and what the steps do that are
about its sides. Whole sessions are in tests/scenarios/blackjack.
"""

from typing import Any

import pytest

from controller.faults import ConfigFaults
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal import scenario as s
from controller.rehearsal import steps
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.table.state import Equipment

PLACE = "some/file.yaml"
HEAD = "format: 1\ntitle: a test\ngame: blackjack\n"
DOUBLE = HEAD + "equipment: {shoe: double}\n"
ROUND = "- wager: {box: 1, blackjack: 10}\n- deal\n- rest\n"


def read(head: str = DOUBLE, said: str = "[]") -> s.Scenario:
    return s.read_scenario(f"{head}steps:\n{said}\n" if said != "[]" else f"{head}steps: []\n", PLACE)


def faults_of(head: str = DOUBLE, said: str = "[]") -> list[tuple[int, str, str]]:
    with pytest.raises(ConfigFaults) as caught:
        read(head, said)
    assert all(fault.place == PLACE and fault.remedy for fault in caught.value.faults)
    return [(fault.step, fault.key, fault.what) for fault in caught.value.faults]


def play(head: str, said: str) -> dict[str, Any]:
    scenario = read(head, said)
    game = find_game(scenario.game)
    bench = MemoryBench(game, scenario.rules, 50.0, equipment=s.installed(scenario))
    try:
        return Script(scenario, game, bench, lambda cited: cited).run()
    finally:
        bench.close()


# ---- what a file says --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "left", "right"),
    [
        ("", ("*",), ("*",)),
        ("cards: '*'\n", ("*",), ("*",)),
        ("cards: {left: 2C 3D}\n", ("2C", "3D"), ("*",)),
        ("cards: {right: [2C, CUT, 3D!]}\n", ("*",), ("2C", "CUT", "3D!")),
        ("cards: {left: '*', right: 2C}\n", ("*",), ("2C",)),
    ],
)
def test_the_cards_of_each_side(cards: str, left: tuple[str, ...], right: tuple[str, ...]) -> None:
    scenario = read(DOUBLE + cards)
    assert (scenario.cards, scenario.right_cards) == (left, right)


@pytest.mark.parametrize("red", ["left", "right"])
def test_the_equipment_of_the_table(red: str) -> None:
    scenario = read(HEAD + f"equipment: {{shoe: double, red_suits: {red}}}\nrules: {{decks: 2}}\n")
    assert s.installed(scenario) == Equipment(
        boxes=7, rack_decks=2, backs=("red", "blue"), shoe="double", red_suits=red
    )


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("- shuffle", steps.Shuffle(("*",))),
        ("- shuffle: '*'", steps.Shuffle(("*",))),
        ("- shuffle: {left: 2C}", steps.Shuffle(("2C",), ("*",), ("left",))),
        ("- shuffle: {right: 2C}", steps.Shuffle(("*",), ("2C",), ("right",))),
        ("- shuffle: {right: 3C, left: '*'}", steps.Shuffle(("*",), ("3C",), ("left", "right"))),
        ("- determinant: left", steps.Determinant(0)),
        ("- determinant: right", steps.Determinant(1)),
        ("- wrong_side", steps.WrongSide()),
        ("- lose_card", steps.LoseCard()),
        ("- lose_card: {side: right}", steps.LoseCard(1)),
    ],
)
def test_the_steps_about_sides(said: str, step: steps.Step) -> None:
    assert read(said=said).steps == (step,)


def test_the_bare_shuffles_of_an_opening_are_those_of_both_sides() -> None:
    opening = "\n".join(f"- {word}" for word in ("open", "shuffle", "load", "shuffle", "load", "shuffle"))
    kinds = [type(one) for one in read(said=opening).steps]
    assert kinds == [steps.Opening] * 5 + [steps.Shuffle]


# ---- what makes it invalid -----------------------------------------------------------------------------


@clause("633a.3(c)")
@pytest.mark.parametrize(
    ("head", "key", "what"),
    [
        (DOUBLE + "cards: 2C 3D\n", "cards", "does not say which side"),
        (DOUBLE + "cards: [2C, 3D]\n", "cards", "does not say which side"),
        (DOUBLE + "cards: {middle: 2C}\n", "cards", "does not say which side"),
        (DOUBLE + "cards: {}\n", "cards", "does not say which side"),
        (DOUBLE + "cards: {left: 2X}\n", "cards.left", "is no card"),
        (DOUBLE + "cards: {right: 7}\n", "cards.right", "no order of cards"),
        (DOUBLE + "cards: {right: CUT 2C CUT}\n", "cards.right", "one cover card"),
        (DOUBLE + "rules: {decks: 1}\ncards: {left: 2C 2C}\n", "cards.left", "2C stands 2 times"),
        (HEAD + "cards: {left: 2C}\n", "cards", "no double shoe"),
        (HEAD + "equipment: {red_suits: left}\n", "equipment.red_suits", "sides of a double shoe"),
        (HEAD + "equipment: {shoe: double, red_suits: up}\n", "equipment.red_suits", ""),
        (HEAD + "equipment: {shoe: double, shuffler: batch}\n", "equipment.shuffler", "no batch shuffler"),
        (HEAD + "equipment: {shoe: double, shuffler: continuous}\n", "equipment.shuffler", "no continuous"),
        (HEAD + "equipment: {shoe: double, shuffler: in_shoe}\n", "equipment.shuffler", "no in_shoe"),
        (
            DOUBLE.replace("blackjack", "free-bet-blackjack"),
            "equipment.shoe",
            "free-bet-blackjack is not dealt from a double shoe",
        ),
    ],
)
def test_what_no_table_could_hold_is_told_by_its_key(head: str, key: str, what: str) -> None:
    faults = faults_of(head)
    assert [(one[0], one[1]) for one in faults] == [(0, key)]
    assert what in faults[0][2]


@pytest.mark.parametrize(
    ("head", "said", "key", "what"),
    [
        (DOUBLE, "- shuffle: 2C", "shuffle", "does not say which side"),
        (DOUBLE, "- shuffle: {left: 2X}", "shuffle.left", "is no card"),
        (DOUBLE, "- determinant: middle", "determinant", "no side of the shoe"),
        (DOUBLE, "- determinant", "determinant", ""),
        (DOUBLE, "- lose_card: {side: middle}", "lose_card.side", ""),
        (DOUBLE, "- wrong_side: left", "wrong_side", "stands alone"),
        (HEAD, "- determinant: left", "determinant", "this table has none"),
        (HEAD, "- wrong_side", "wrong_side", "this table has none"),
        (HEAD, "- lose_card: {side: left}", "lose_card", "stands alone"),
        (HEAD, "- shuffle: {left: 2C}", "shuffle", "no double shoe"),
    ],
)
def test_a_step_that_no_table_could_hold_is_told_by_its_number(
    head: str, said: str, key: str, what: str
) -> None:
    faults = faults_of(head, said)
    assert [(one[0], one[1]) for one in faults] == [(1, key)]
    assert what in faults[0][2]


# ---- what the steps do ---------------------------------------------------------------------------------


@clause("633a.7(e)(3)")
def test_a_side_that_is_not_due_is_refused_while_the_other_one_is_shuffled() -> None:
    """And nothing is changed by that: the due side has its order, the other one goes on where it was."""
    cards = "cards: {left: KH CUT 9H 8H 8D, right: 9S TC 8D 7S}\n"
    said = f"{ROUND}- shuffle: {{left: 2S, right: 2S}}\n- shuffle: {{left: 2S}}\n{ROUND}"
    document = play(DOUBLE + cards, said)
    assert [one["step"] for one in document["refusals"]] == [4]
    first, second = document["rounds"]
    assert first["hands"][0]["cards"] == ["KH", "8H"]
    assert (second["removed"], second["hands"][0]["cards"]) == (["2S"], ["9S", "8D"])


def test_an_order_that_was_given_counts_for_the_next_shuffle_of_that_side_alone() -> None:
    cards = "cards: {left: KH 9H 8H 8D, right: 9S}\n"
    said = f"{ROUND}- shuffle: {{left: KD 9H 8H 8D}}\n{ROUND}- shuffle: {{right: '*', left: '*'}}\n{ROUND}"
    document = play(DOUBLE + cards, said)
    assert document["refusals"] == []
    assert [one["hands"][0]["cards"] for one in document["rounds"][:2]] == [["KH", "8H"], ["KD", "8H"]]


@clause("633a.14(h)")
def test_a_card_of_the_wrong_side_is_drawn_once() -> None:
    cards = "cards: {left: KH 9H 8H 8D, right: 7S}\n"
    document = play(DOUBLE + cards, f"- wrong_side\n{ROUND}")
    (played,) = document["rounds"]
    assert played["dealer"]["cards"][:2] == ["7S", "8H"]
    assert played["hands"][0]["cards"] == ["KH", "9H"]
    assert [one["kind"] for one in played["irregularities"]] == ["wrong-side"]
