"""Stacks of cards in the hands of the demonstration: what goes into shoe and shuffler, and how it is cut."""

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from controller.demo.stacks import LEAST_CUT, Stacks
from controller.regulation.marks import clause
from controller.submission import default_rules
from drivers.cards import DECK

RULES = default_rules("free-bet-blackjack")
WHOLE = DECK * RULES.decks


class Machine:
    """Hands on a simulator that answer as it does; `asked` is what was done."""

    def __init__(self, **answers: dict[str, Any]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        self.asked.append((what, fields))
        return self.answers.get(what, {})


def stacks(shuffler: Machine | None = None, shoe: Machine | None = None) -> Stacks:
    """Stacks at a table with these simulators."""
    has = {"has_shuffler": shuffler is not None, "has_shoe": True, "has_sides": False, "has_stacks": False}
    room = SimpleNamespace(rules=RULES, shoe=shoe, shuffler=shuffler, **has)
    return Stacks(room)  # type: ignore[arg-type]


def held_stacks(shuffler: Machine) -> Stacks:
    """Stacks at a table whose dealer holds the cards."""
    has = {"has_shuffler": True, "has_shoe": False, "has_sides": False, "has_stacks": False}
    room = SimpleNamespace(rules=RULES, shoe=None, shuffler=shuffler, **has)
    return Stacks(room)  # type: ignore[arg-type]


def shuffled() -> list[str]:
    """A batch in some order."""
    cards = list(WHOLE)
    random.Random(7).shuffle(cards)
    return cards


@pytest.mark.parametrize("_", range(20))
def test_a_stack_from_the_shuffler_is_cut_and_keeps_its_order(_: int) -> None:
    order = shuffled()
    shoe = Machine()
    these = stacks(Machine(take={"cards": order}), shoe)
    assert these.take("red")
    these.cut()
    assert these.load() == len(order)
    ((what, fields),) = shoe.asked
    assert what == "load"
    loaded = [card for card in fields["cards"] if card != "CUT"]
    assert Counter(loaded) == Counter(WHOLE)
    at = next(at for at in range(len(order)) if order[at:] + order[:at] == loaded)
    assert LEAST_CUT <= at <= len(order) - LEAST_CUT
    behind = len(order) - fields["cards"].index("CUT")
    assert len(order) / 4 <= behind < len(order)


def test_a_stack_that_nobody_cuts_goes_into_the_shoe_as_it_came_out() -> None:
    order = shuffled()
    shoe = Machine()
    these = stacks(Machine(take={"cards": order}), shoe)
    assert these.take("red")
    these.load()
    assert [card for card in shoe.asked[0][1]["cards"] if card != "CUT"] == order


def test_a_closed_exit_gives_nothing() -> None:
    assert not stacks(Machine(take={"cards": None})).take("red")


@pytest.mark.parametrize("_", range(20))
def test_without_a_stack_from_the_shuffler_the_shoe_gets_cards_shuffled_by_hand(_: int) -> None:
    shoe = Machine()
    stacks(shoe=shoe).load()
    ((what, fields),) = shoe.asked
    assert what == "load"
    assert fields["decks"] == RULES.decks
    assert len(WHOLE) / 4 <= fields["behind"] < len(WHOLE) / 2


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_side_of_a_double_shoe_gets_cards_of_its_own_and_is_counted_by_itself(side: str) -> None:
    shoe = Machine(status={"cards_left": {"left": 12, "right": 40}})
    these = stacks(shoe=shoe)
    assert these.count_shoe(side) == (12 if side == "left" else 40)
    these.load(side)
    what, fields = shoe.asked[-1]
    assert (what, fields["side"], fields["decks"]) == ("load", side, RULES.decks)
    assert len(WHOLE) / 4 <= fields["behind"] < len(WHOLE)


def test_a_batch_that_comes_back_goes_in_as_it_came_out() -> None:
    """A shuffle that failed is made again with the very cards; another batch is not touched by it."""
    order = shuffled()
    shuffler = Machine(take={"cards": order}, status={"inside": 0})
    these = stacks(shuffler, Machine())
    these.take("blue")
    these.feed("blue")
    these.feed("red")
    fed = [fields for what, fields in shuffler.asked if what == "feed"]
    assert fed == [
        {"cards": order, "decks": 0, "back": "blue"},
        {"cards": [], "decks": RULES.decks, "back": "red"},
    ]


def test_cards_that_lie_in_the_shuffler_already_are_not_fed_twice() -> None:
    shuffler = Machine(status={"inside": len(WHOLE)})
    stacks(shuffler).feed("red")
    assert [what for what, _ in shuffler.asked] == ["status"]


def test_the_shoe_is_counted_as_it_is() -> None:
    assert stacks(shoe=Machine(status={"cards_left": 77})).count_shoe() == 77


def test_without_a_shoe_the_stack_is_in_the_dealers_hand_and_counted_there() -> None:
    order = shuffled()
    these = held_stacks(Machine(take={"cards": order}))
    assert these.take("red")
    these.cut()
    assert these.load() == these.count_shoe() == len(order)
    held = list(iter(these.next_held, None))
    assert held.count("CUT") == 1
    dealt = [card for card in held if card != "CUT"]
    assert dealt in [order[at:] + order[:at] for at in range(LEAST_CUT, len(order) - LEAST_CUT + 1)]
    assert (these.count_shoe(), these.next_held()) == (0, None)


def test_without_a_stack_from_the_shuffler_the_hand_gets_cards_shuffled_by_hand() -> None:
    these = held_stacks(Machine())
    assert these.load() == len(WHOLE)
    held = list(iter(these.next_held, None))
    assert Counter(card for card in held if card != "CUT") == Counter(WHOLE)
    assert [card for card in held if card != "CUT"] != list(WHOLE)


def automated_stacks(shoe: Machine, shuffler: Machine | None = None) -> Stacks:
    """Stacks at a table whose shoe dispenses them."""
    has = {"has_shuffler": shuffler is not None, "has_shoe": True, "has_sides": False, "has_stacks": True}
    return Stacks(SimpleNamespace(rules=RULES, shoe=shoe, shuffler=shuffler, **has))  # type: ignore[arg-type]


@clause("671a.10(a)(1)")
def test_no_cover_card_goes_into_an_automated_shoe() -> None:
    order, shoe = shuffled(), Machine()
    these = automated_stacks(shoe, Machine(take={"cards": order}))
    assert these.take("red")
    assert these.load() == len(order)
    assert shoe.asked == [("load", {"cards": order, "decks": RULES.decks})]


def test_an_automated_shoe_is_emptied_to_be_counted() -> None:
    shoe = Machine(empty_by_hand={"cards": ["2C", "KH", "4D"]})
    assert automated_stacks(shoe).count_shoe() == 3
    assert shoe.asked == [("empty_by_hand", {})]
