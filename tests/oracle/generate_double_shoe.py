"""Random scenarios of Blackjack from a double shoe: the sides are stacked as they are dealt, apart.

What lives here: `random_scenario`, and the pair of shoes from which it draws. What players do is that of
generate_blackjack.py; what the steps lead to is not judged here.
"""

from contextlib import suppress
from itertools import count as numbers
from random import Random
from typing import Any

from tests.oracle.double_shoe import DoubleShoeOnPaper, apply
from tests.oracle.generate_blackjack import BlackjackScript, Exhausted, RareShoe
from tests.oracle.paper import Refused

SIDES = ("left", "right")


class Pair:
    """Both sides, as the script sees them: one theme, and the shorter one's cards."""

    def __init__(self, sides: dict[str, RareShoe]) -> None:
        self.sides = sides
        self._theme = "any"

    @property
    def theme(self) -> str:
        return self._theme

    @theme.setter
    def theme(self, theme: str) -> None:
        self._theme = theme
        for side in self.sides.values():
            side.theme = theme

    def cards_left(self) -> int:
        return min(side.cards_left() for side in self.sides.values())


class DoubleShoeScript(BlackjackScript):
    """One scenario in the making."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.rules = self.random_rules()
        self.red = self.rng.choice(SIDES)
        self.begun = {side: self.a_side() for side in SIDES}
        self.pair = Pair(dict(self.begun))
        self.double = DoubleShoeOnPaper(self.rules, dict(self.begun), self.red)
        self.paper = self.table = self.double
        for shoe in self.begun.values():
            shoe.table = self.table
        self.shoe = self.pair  # type: ignore[assignment]
        self.steps: list[Any] = []

    def a_side(self) -> RareShoe:
        return RareShoe(self.rng, self.rules["decks"])

    def step(self, step: Any) -> None:
        if isinstance(step, dict) and "shuffle" in step:
            self.take_up(step["shuffle"])
        self.steps.append(step)
        with suppress(Refused):
            apply(self.double, step)

    def take_up(self, sides: dict[str, RareShoe]) -> None:
        covers = self.double.covers
        if self.table.open or (covers and not set(sides) <= covers):
            return
        for shoe in sides.values():
            shoe.table = self.table
        self.pair.sides.update(sides)

    def shuffle(self) -> None:
        """What is due, or what the floorperson says; now and then another side than the one that is due."""
        named = set(self.double.covers) or set(self.rng.choice((SIDES, SIDES[:1], SIDES[1:])))
        if self.double.covers and self.chance(0.1):
            self.step({"shuffle": {side: self.a_side() for side in SIDES}})
        if self.shoe_is_low() and not self.double.covers:
            named = set(SIDES)
        self.step({"shuffle": {side: self.a_side() for side in sorted(named)}})

    def shoe_is_low(self) -> bool:
        decks: int = self.rules["decks"]
        return self.pair.cards_left() < 30 + 52 * (decks - 1) // 2

    def play_round(self) -> None:
        if self.double.covers and not self.table.open:
            self.shuffle()
        if self.chance(0.4):
            self.step({"determinant": self.rng.choice(SIDES)})
        super().play_round()

    def scenario(self, seed: int) -> dict[str, Any]:
        self.first = self.begun["left"]
        equipment = {"shoe": "double"} | ({"red_suits": self.red} if self.red == "right" else {})
        cards = super().scenario(seed) | {"equipment": equipment}
        return cards | {"cards": {side: " ".join(shoe.left()) for side, shoe in self.begun.items()}}

    def written(self, step: Any) -> Any:
        if isinstance(step, dict) and "shuffle" in step:
            sides = step["shuffle"].items()
            return {"shuffle": {side: " ".join(shoe.left()) for side, shoe in sides}}
        return step


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed; one whose decks run out is left aside."""
    for attempt in numbers():
        with suppress(Exhausted):
            return DoubleShoeScript(seed + attempt * 1_000_003).scenario(seed)
    raise AssertionError("no scenario found")
