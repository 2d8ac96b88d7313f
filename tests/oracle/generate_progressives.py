"""Random scenarios of Blackjack with progressive wagers: dealers of many small cards, players of 20.

What lives here: `random_scenario`, and the shoe that brings up long dealer's hands. The way in which a script
is made is that of generate_blackjack.py. What the steps lead to is not judged here.
"""

from contextlib import suppress
from itertools import count as numbers
from typing import Any

from tests.oracle import generate_blackjack
from tests.oracle.blackjack_progressives import DEFAULTS, PROGRESSIVES, ProgressivesOnPaper, apply
from tests.oracle.generate_blackjack import BlackjackScript, Exhausted, RareShoe
from tests.oracle.paper import Box, Hand, Refused, count, value

LONG = ("long", "long", "long 21", "long 21", "longest", "dealer blackjack", "pairs", "tens", "royals", "any")
OPTIONS = ("any_20", "magic_card", "lucky_player")


class LongShoe(RareShoe):
    """A shoe from which the dealer draws many small cards, and players have tens."""

    def by_name(self) -> str | None:
        if self.table is not None and self.rng.random() < 0.1 and isinstance(self.table, ProgressivesOnPaper):
            whom, _ = self.table.drawing_for
            if whom in ("first", "second") and self.table.magic:
                return self.table.magic
        return super().by_name()

    def for_dealer(self, whom: str, cards: list[str]) -> int | None:
        if not self.theme.startswith("long"):
            return super().for_dealer(whom, cards)
        if whom == "up":
            return self.rng.choice((2, 2, 2, 3, 4))
        need = 21 - count(cards)
        last = len(cards) >= self.rng.choice((4, 5, 6, 7))
        if self.theme == "long 21" and last and 1 <= need <= 10:
            return need
        if self.theme == "longest":
            return 2 if self.rng.random() < 0.85 else 3
        return self.rng.choice((1, 2, 2, 2, 3, 3, 4))

    def for_player(self, whom: str, box: Box | None) -> int | None:
        if not self.theme.startswith("long"):
            return super().for_player(whom, box)
        if whom in ("first", "second", "split"):
            return 10 if self.rng.random() < 0.75 else None
        return 10


class ProgressiveScript(BlackjackScript):
    """One scenario in the making."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        first = LongShoe(self.rng, self.rules["decks"])
        self.progressive = ProgressivesOnPaper(self.rules, first)
        self.paper = self.table = self.progressive
        first.table = self.table
        self.first, self.shoe = first, first

    def random_rules(self) -> dict[str, Any]:
        choose = self.rng.choice
        rules = super().random_rules()
        rules["decks"] = choose((2, 4, 6, 8))
        sides = ("lucky_ladies", "match_the_dealer", "in_between", "bet_the_set_21", "royal_match_21")
        sides += ("kings_bounty", "super_match", "three_card_poker", "crown_treasure")
        for name in sides:
            rules[name] = "off"
        rules["payout_limit"] = 0
        if rules["variation"] == "none" and self.chance(0.3):
            rules["royal_match_21"] = "C"
        both = rules["variation"] == "none"
        offered = choose((("bad_beat",), ("hit_and_run",), PROGRESSIVES, PROGRESSIVES))
        for name in offered if both else ("hit_and_run",):
            least = 5000 if name == "bad_beat" else 1000
            rules[name] = choose(("on", "A"))
            rules[f"{name}_rate"] = choose((20, 12.5, "0.01", "33.33", 100, "7.77"))
            rules[f"{name}_initial"] = least + choose((0, 0, 1, 1234))
            rules[f"{name}_reset"] = least + choose((0, 0, 500))
        if rules.get("bad_beat", "off") != "off":
            rules["bad_beat_options"] = [option for option in OPTIONS if self.chance(0.5)]
        return rules

    def step(self, step: Any) -> None:
        """Add a step, and play it along."""
        if isinstance(step, dict) and "shuffle" in step and not self.table.open:
            self.shoe = step["shuffle"]
            self.shoe.table = self.table
        self.steps.append(step)
        with suppress(Refused):
            apply(self.progressive, step)

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self) -> None:
        super().wager()
        said = self.steps[-1]["wager"]
        for name in PROGRESSIVES:
            if self.chance(0.02 if self.rules.get(name, "off") == "off" else 0.65):
                self.add(said, name)

    def add(self, said: dict[str, Any], name: str) -> None:
        """A wager of that name on the same box or on another, as a step of its own."""
        box = said["box"] if self.chance(0.85) else self.box()
        most = self.rules["maximum"]
        likely = (most, most + 5, most - 1) if self.chance(0.05) else (1, 1, 2.5, 3, 5, 7, 1.5)
        step: dict[str, Any] = {"box": box, name: self.amount(*likely)}
        if "player" in said and self.chance(0.5):
            step["player"] = said["player"]
        found = self.table.boxes.get(box)
        if found is not None and found.player.startswith("("):
            step.pop("player", None)  # the format leaves open whose chips these would be
        self.step({"wager": step})

    def asks_for(self, name: str) -> bool:
        return self.chance(0.0 if self.rules.get(name, "off") == "off" else 0.3)

    def before_deal(self) -> None:
        super().before_deal()
        if self.chance(0.05):
            self.lose_power()

    def select(self) -> None:
        """What is selected, right before the deal: a lock-out before that would use it up."""
        lucky = self.rng.choice([*self.table.boxes, self.rng.randint(1, 7)])
        card = self.rng.choice("23456789TTTTTJQKKQJA") + self.rng.choice("CDHS")
        self.step({"selects": {"magic_card": card, "lucky_player": lucky}})

    def shuffle(self) -> None:
        self.step({"shuffle": LongShoe(self.rng, self.rules["decks"])})

    def lose_power(self) -> None:
        self.step("power_loss")
        if self.chance(0.1):
            self.any_play()
        self.step({"floor": self.rng.choice(("void_round", "resume"))})
        if self.progressive.held:
            self.step({"floor": "resume"})

    def one_decision(self, quiet: float) -> None:
        if self.chance(0.06):
            self.lose_power()
        else:
            super().one_decision(quiet)

    def verb(self, box: Box, hand: Hand) -> str:
        """A 20 stands, or is split into two."""
        if count(hand.cards) == 20:
            pair = len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1])
            return "split" if pair and self.chance(0.3) else self.rng.choice(("stand",) * 9 + ("surrender",))
        return super().verb(box, hand)

    def play_round(self) -> None:
        if self.chance(0.1):
            self.nonsense()
        if not self.table.open and self.shoe_is_low():
            self.shuffle()
        self.before_deal()
        if self.table.cover_came:
            self.shuffle()
        self.shoe.theme = self.rng.choice(LONG)
        if self.rules.get("bad_beat_options"):
            self.select()
        self.step("deal")
        quiet = self.rng.choice((0.0, 0.1))
        for _ in range(generate_blackjack.generate.MOST_PLAYS):
            if not self.table.open:
                return
            self.one_decision(quiet)
        self.step("rest")

    def is_said(self, key: str, said: Any) -> bool:
        return said != {**DEFAULTS, "settlement": "collect_then_pay"}[key] or self.chance(0.5)


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed; one whose decks run out is left aside."""
    for attempt in numbers():
        with suppress(Exhausted):
            return ProgressiveScript(seed + attempt * 1_000_003).scenario(seed)
    raise AssertionError("no scenario found")
