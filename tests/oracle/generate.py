"""Random scenarios of Free Bet Blackjack from a seed: what players do, and what they should not try.

What lives here: `random_scenario`, which gives a scenario of format 1 as a mapping. It plays along on the
oracle's table, so that it knows whose turn it is, and draws from shoes that are stacked as they are dealt
(stacked_shoe.py). What the steps lead to is not judged here.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from tests.oracle.free_bet_blackjack import DEFAULTS, TableOnPaper, apply
from tests.oracle.paper import Box, Hand, Refused, count, value
from tests.oracle.stacked_shoe import THEMES, StackedShoe

PLAYERS = ("ann", "ben")
MOST_PLAYS = 60


class Script:
    """One scenario in the making."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.rules = self.random_rules()
        first = StackedShoe(self.rng, self.rules["decks"])
        self.table = TableOnPaper(self.rules, first)
        first.table = self.table
        self.first, self.shoe = first, first
        self.steps: list[Any] = []

    def random_rules(self) -> dict[str, Any]:
        choose = self.rng.choice
        minimum, maximum = choose(((5, 1000), (5, 100), (10, 50), (15, 2000), (5, 25)))
        return {
            "minimum": minimum,
            "maximum": maximum,
            "smallest_chip": choose(("0.50", "0.50", "0.50", 1, "2.50", 5)),
            "settlement": choose(("collect_then_pay", "box_by_box")),
            "decks": choose((6, 8)),
            "boxes_per_player": choose((1, 2, 2, 3)),
            "push_22": choose(("off", "A", "B", "A")),
            "even_money": choose((True, True, False)),
        }

    def step(self, step: Any) -> None:
        """Add a step, and play it along."""
        if isinstance(step, dict) and "shuffle" in step and not self.table.open:
            self.shoe = step["shuffle"]
            self.shoe.table = self.table
        self.steps.append(step)
        with suppress(Refused):
            apply(self.table, step)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def box(self) -> int:
        """Any box of the layout, or one with a wager."""
        if self.table.boxes and self.chance(0.7):
            return self.rng.choice(list(self.table.boxes))
        return self.rng.randint(1, 6)

    def amount(self, *likely: float) -> Any:
        """An amount as a script may write it."""
        dollars = self.rng.choice((*likely, *likely, *likely, 5, 10, 12.5, 7.25, 0.5, 1))
        chip = float(self.rules["smallest_chip"])
        if self.chance(0.85):
            dollars = max(dollars // chip, 1) * chip
        if dollars == int(dollars):
            return self.rng.choice((int(dollars), str(int(dollars))))
        return self.rng.choice((f"{dollars:.2f}", f"{dollars:g}"))

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self) -> None:
        low, high = self.rules["minimum"], self.rules["maximum"]
        said: dict[str, Any] = {"box": self.rng.randint(1, 6)}
        found = self.table.boxes.get(said["box"])
        # Whose chips are those without a name on a named player's box? The format leaves it open.
        if self.chance(0.35) if found is None else found.player in PLAYERS:
            said["player"] = found.player if found and self.chance(0.8) else self.rng.choice(PLAYERS)
        kinds = ["blackjack"] * self.chance(0.93) + ["push_22"] * self.chance(self.push_22_share())
        for kind in kinds or ["blackjack"]:
            likely = (
                (low, low, 10, 15, 20, 25, 12.5, 17.5, 5.5) if self.chance(0.8) else (high, low - 1, high + 5)
            )
            said[kind] = self.amount(*likely)
        self.step({"wager": said})

    def push_22_share(self) -> float:
        return 0.05 if self.rules["push_22"] == "off" else 0.5

    def before_deal(self) -> None:
        for _ in range(self.rng.choice((1, 2, 2, 3, 4, 6))):
            self.wager()
            if self.chance(0.06):
                self.nonsense()
        if self.chance(0.05):
            self.shuffle()

    def shuffle(self) -> None:
        self.step({"shuffle": StackedShoe(self.rng, self.rules["decks"])})

    # ---- decisions --------------------------------------------------------------------------------

    def answer_offer(self) -> None:
        boxes = list(self.table.boxes.items())
        number, box = self.rng.choice(boxes)
        if box.hands[0].blackjack and self.chance(0.6):
            self.step({"even_money": {"box": number}})
            return
        half = float(box.blackjack) / 2
        amount = self.amount(half, half, half, int(half) or 1, half + 0.5, half + 0.25, half + 2.5, half + 5)
        self.step({"insurance": {"box": number, "amount": amount}})

    def decide(self) -> None:
        """A likely play for the hand whose decision is due."""
        due = self.table.due()
        if due is None:
            self.step("rest")
            return
        number, hand = due
        said: dict[str, Any] = {"box": number, "do": self.verb(self.table.boxes[number], hand)}
        if hand.number != 1 or self.chance(0.3):
            said["hand"] = hand.number
        if said["do"] == "double" and self.chance(0.3):
            chips = float(self.table.boxes[number].blackjack)
            said["amount"] = self.amount(chips, chips / 2, 5, chips + 0.5, chips + 5, chips - 0.5)
        self.step({"play": said})

    def verb(self, box: Box, hand: Hand) -> str:
        two = len(hand.cards) == 2
        pair = two and value(hand.cards[0]) == value(hand.cards[1])
        if pair and self.chance(0.9 if len(box.hands) < 4 else 0.2):
            return "split"
        if two and self.chance(0.7 if count(hand.cards) in (9, 10, 11) else 0.2):
            return "double"
        if self.shoe.theme in ("busts", "22") and self.chance(0.7):
            return "hit"
        return self.rng.choice(("hit", "stand", "stand", "stand" if count(hand.cards) > 16 else "hit"))

    def any_play(self) -> None:
        """A play for any hand, whether it is due or not."""
        verb = self.rng.choice(("hit", "stand", "double", "split", "surrender"))
        said: dict[str, Any] = {"box": self.box(), "hand": self.rng.choice((1, 1, 1, 2, 3, 4)), "do": verb}
        due = self.table.due()
        if due is not None and self.chance(0.5):
            said["box"], said["hand"] = due[0], due[1].number
        if verb == "double" and self.chance(0.4):
            said["amount"] = self.amount(5, 10, 20)
        self.step({"play": said})

    def nonsense(self) -> None:
        """A step that has little to do with what is due."""
        acts: list[Callable[[], None]] = [
            self.any_play,
            self.any_play,
            self.any_play,
            self.wager,
            lambda: self.step({"insurance": {"box": self.box(), "amount": self.amount(5)}}),
            lambda: self.step({"even_money": {"box": self.box()}}),
        ]
        acts += [self.shuffle, lambda: self.step("deal")] if self.table.open else [lambda: self.step("rest")]
        self.rng.choice(acts)()

    # ---- rounds -----------------------------------------------------------------------------------

    def play_round(self) -> None:
        if self.chance(0.1):
            self.nonsense()
        self.before_deal()
        if self.table.cover_came:
            self.shuffle()
        self.shoe.theme = self.rng.choice(THEMES)
        self.step("deal")
        quiet = 0.1 if self.chance(0.5) else 0.0
        for _ in range(MOST_PLAYS):
            if not self.table.open:
                return
            self.one_decision(quiet)
        self.step("rest")

    def one_decision(self, quiet: float) -> None:
        if self.chance(0.15):
            self.nonsense()
        elif self.chance(quiet):
            self.step("rest")
        elif self.table.offer and self.chance(0.7):
            self.answer_offer()
        elif self.table.offer and self.chance(0.4):
            self.step("rest")
        else:
            self.decide()

    def scenario(self, seed: int) -> dict[str, Any]:
        for _ in range(self.rng.randint(1, 5)):
            self.play_round()
            if self.chance(0.12) and not self.table.open:
                self.shuffle()
        if self.chance(0.25):  # the script ends inside a round
            del self.steps[len(self.steps) - self.rng.randint(0, min(4, len(self.steps) - 1)) :]
        return {
            "format": 1,
            "title": f"random session {seed}",
            "game": "free-bet-blackjack",
            "seed": seed,
            "rules": {key: said for key, said in self.rules.items() if self.is_said(key, said)},
            "cards": " ".join(self.first.left()),
            "steps": [self.written(step) for step in self.steps],
        }

    def is_said(self, key: str, said: Any) -> bool:
        """Whether the script writes the rule down; a default may be left out."""
        return said != {**DEFAULTS, "settlement": "collect_then_pay"}[key] or self.chance(0.7)

    def written(self, step: Any) -> Any:
        if isinstance(step, dict) and "shuffle" in step:
            return {"shuffle": " ".join(step["shuffle"].left())}
        return step


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed."""
    return Script(seed).scenario(seed)
