"""Random scenarios of Double Back Jack from a seed, sensible steps and nonsense among them.

What lives here: `random_scenario`, and the shoe that brings up what is rare in chapter 673a: hands over 21,
Second Chance cards that make 21, tie the dealer, or save nothing. The way in which a script is made is that
of generate.py. What the steps lead to is not judged here.
"""

from collections.abc import Callable
from contextlib import suppress
from itertools import count as numbers
from random import Random
from typing import Any

from tests.oracle import generate
from tests.oracle.double_back_jack import DEFAULTS, BackHand, DoubleBackJackOnPaper
from tests.oracle.generate_blackjack import LEFT_AT_LEAST, Exhausted, RareShoe
from tests.oracle.paper import Box, Hand, count, value

MOST_BOXES = 6
THEMES = (
    "22",
    "22",
    "busts",
    "busts",
    "busts",
    "split busts",
    "split busts",
    "split busts",
    "twenty-ones",
    "twenty-ones",
    "pairs",
    "tens",
    "blackjacks",
    "dealer blackjack",
    "ace up",
    "any",
)


class BackShoe(RareShoe):
    """A stacked shoe for hands that go over 21, and for what a Second Chance makes of them."""

    def for_dealer(self, whom: str, cards: list[str]) -> int | None:
        """In some rounds the hole card and the draws are small, so that a rescued hand can win or tie."""
        if self.theme not in ("busts", "split busts", "twenty-ones"):
            return super().for_dealer(whom, cards)
        if whom == "up":
            return self.rng.choice((7, 8, 9, 10, 6, 6, 1))
        need = self.rng.choice((17, 18, 19, 22)) - count(cards)
        return need if whom == "dealer" and 1 <= need <= 10 else self.rng.choice((10, 10, 6, None))

    def for_player(self, whom: str, box: Box | None) -> int | None:
        table = self.table
        if whom == "second_chance" and isinstance(table, DoubleBackJackOnPaper) and table.chance:
            return self.for_second_chance(table.chance[1], table.dealer)
        if self.theme == "split busts":
            return self.for_split(whom, box)
        if self.theme == "twenty-ones" and box is not None:
            return self.for_21(whom, box)
        if whom == "double" and self.theme in ("busts", "22"):
            return self.rng.choice((10, 10, 9, None))
        return super().for_player(whom, box)

    def for_second_chance(self, hand: BackHand, dealer: list[str]) -> int | None:
        """To 21, one more, the dealer's count, or a low count; an ace now and then, and it counts 1."""
        goal = self.rng.choice((21, 21, 22, count(dealer), 17, 19, 20, None, None))
        if goal is None:
            return self.rng.choice((1, 10, None))
        less = count(hand.cards) - goal
        return less if 1 <= less <= 10 else None

    def for_split(self, whom: str, box: Box | None) -> int | None:
        """A pair that breaks in both hands, now and then with a 21 beside it."""
        if whom == "first" or box is None:
            self.pair = self.rng.choice((6, 7, 8, 8, 10, 1))
            return self.pair
        if whom == "second":
            same = value(box.hands[0].cards[0])
            return 1 if same == 11 else same
        if whom == "split":
            same = value(box.hands[0].cards[0])
            return self.rng.choice((10, 6, 5, {11: 10, 10: 1}.get(same)))
        return self.rng.choice((10, 10, 9, 8, None))

    def for_21(self, whom: str, box: Box) -> int | None:
        """A 21 in three cards or more, soft ones among them."""
        lying = next((hand.cards for hand in box.hands if not hand.done), [])
        need = 21 - count(lying)
        if whom in ("hit", "double") and lying and self.rng.random() < 0.6:
            return need if 1 <= need <= 10 else None
        return self.rng.choice((1, 2, 4, 5, 6)) if whom in ("first", "second", "split") else None


class BackScript(generate.Script):
    """One scenario in the making."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.rules = self.random_rules()
        first = BackShoe(self.rng, self.rules["decks"])
        self.paper = DoubleBackJackOnPaper(self.rules, first)
        self.table = self.paper
        first.table = self.table
        self.first, self.shoe = first, first
        self.steps: list[Any] = []

    def random_rules(self) -> dict[str, Any]:
        choose = self.rng.choice
        minimum, maximum = choose(((5, 1000), (5, 100), (10, 50), (15, 2000), (5, 25)))
        return {
            "minimum": minimum,
            "maximum": maximum,
            "smallest_chip": choose(("0.50", "0.50", "0.50", 1, "2.50", 5, "0.05")),
            "settlement": choose(("collect_then_pay", "box_by_box")),
            "decks": choose((1, 2, 2, 2, 3, 4, 5, 6, 6, 6, 6, 7, 8, 8, 8, 8)),
            "boxes_per_player": choose((1, 2, 2, 3)),
        }

    def amount(self, *likely: float) -> Any:
        """An amount of chips; where there are chips of five cents, often one with an odd cent in its half."""
        if self.rules["smallest_chip"] == "0.05" and self.chance(0.4):
            return f"{self.rng.choice(likely) + 0.05:.2f}"
        return super().amount(*(round(dollars, 2) for dollars in likely))

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self) -> None:
        low, high = self.rules["minimum"], self.rules["maximum"]
        said: dict[str, Any] = {"box": self.rng.randint(1, min(MOST_BOXES, self.rules["decks"] + 1))}
        found = self.table.boxes.get(said["box"])
        if self.chance(0.35) if found is None else found.player in generate.PLAYERS:
            said["player"] = found.player if found and self.chance(0.8) else self.rng.choice(generate.PLAYERS)
        likely = (low, low, 10, 15, 20, 25, 12.5, 17.5) if self.chance(0.8) else (high, low - 1, high + 5)
        said["blackjack"] = self.amount(*likely)
        self.step({"wager": said})

    def shuffle(self) -> None:
        self.step({"shuffle": BackShoe(self.rng, self.rules["decks"])})

    # ---- decisions --------------------------------------------------------------------------------

    def answer_offer(self) -> None:
        number, box = self.rng.choice(list(self.table.boxes.items()))
        half = float(box.blackjack) / 2
        amount = self.amount(half, half, half, int(half) or 1, half + 0.5, half + 0.25, half + 2.5, half + 5)
        self.step({"insurance": {"box": number, "amount": amount}})

    def decide(self) -> None:
        """A likely play for the hand whose decision is due, or the Second Chance that is offered."""
        if self.paper.chance is None:
            super().decide()
        elif self.chance(0.6):
            self.second_chance(*self.paper.chance)
        elif self.chance(0.12):
            number, hand = self.paper.chance
            said = {"box": number, "hand": hand.number, "do": self.rng.choice(("hit", "stand", "double"))}
            self.step({"play": said})
        else:
            super().decide()  # the next hand goes on, and with that the offer is declined

    def second_chance(self, number: int, hand: Hand) -> None:
        said: dict[str, Any] = {"box": number, "do": "second_chance"}
        if hand.number != 1 or self.chance(0.3):
            said["hand"] = hand.number
        self.step({"play": said})

    def verb(self, box: Box, hand: Hand) -> str:
        if len(hand.cards) == 2 and self.chance(0.1):
            return "surrender"
        pair = len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1])
        if pair and self.chance(0.8 if len(box.hands) == 1 else 0.15):
            return "split"
        if self.chance(0.08):
            return self.rng.choice(("surrender", "double", "double", "split", "second_chance"))
        if len(hand.cards) == 2 and self.chance(0.25):
            return "double"
        if self.shoe.theme in ("busts", "split busts", "22", "twenty-ones") and self.chance(0.7):
            return "hit"
        return self.rng.choice(("hit", "stand", "stand", "stand" if count(hand.cards) > 16 else "hit"))

    def any_play(self) -> None:
        """A play for any hand, whether it is due or not."""
        if self.chance(0.3):
            said = {"box": self.box(), "hand": self.rng.choice((1, 1, 2)), "do": "second_chance"}
            self.step({"play": said})
            return
        super().any_play()

    def nonsense(self) -> None:
        late: list[Callable[[], None]] = [
            self.any_play,
            self.any_play,
            self.any_play,
            self.wager,
            lambda: self.step({"insurance": {"box": self.box(), "amount": self.amount(5)}}),
        ]
        late += [self.shuffle, lambda: self.step("deal")] if self.table.open else [lambda: self.step("rest")]
        self.rng.choice(late)()

    # ---- rounds -----------------------------------------------------------------------------------

    def play_round(self) -> None:
        if self.chance(0.1):
            self.nonsense()
        if not self.table.open and self.shoe_is_low():
            self.shuffle()
        self.before_deal()
        if self.table.cover_came:
            self.shuffle()
        self.shoe.theme = self.rng.choice(THEMES)
        self.step("deal")
        quiet = 0.1 if self.chance(0.5) else 0.0
        for _ in range(generate.MOST_PLAYS):
            if not self.table.open:
                return
            self.one_decision(quiet)
        self.step("rest")

    def shoe_is_low(self) -> bool:
        """Whether a further round could run out of cards: so much is left for it, more of more decks."""
        assert isinstance(self.shoe, BackShoe)
        decks: int = self.rules["decks"]
        return self.shoe.cards_left() < LEFT_AT_LEAST + 52 * (decks - 1) // 2

    def scenario(self, seed: int) -> dict[str, Any]:
        return {**super().scenario(seed), "game": "double-back-jack"}

    def is_said(self, key: str, said: Any) -> bool:
        return said != {**DEFAULTS, "settlement": "collect_then_pay"}[key] or self.chance(0.7)


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed; one whose decks run out is left aside."""
    for attempt in numbers():
        with suppress(Exhausted):
            return BackScript(seed + attempt * 1_000_003).scenario(seed)
    raise AssertionError("no scenario found")
