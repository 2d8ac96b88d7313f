"""Random scenarios of Lunar Poker from a seed, sensible steps and nonsense among them.

What lives here: `random_scenario`, and a deck whose cards are chosen as they leave the shoe, so that
straights, flushes, full houses and instant payouts come up often, and pairs that one card decides. It plays
along on the oracle's table. What the steps lead to is not judged here.
"""

from contextlib import suppress
from itertools import count as numbers
from random import Random
from typing import Any

from tests.oracle.lunar_poker import DEFAULTS, ORDER, LunarOnPaper, RanOut, apply, height, play_scenario
from tests.oracle.paper import Refused

PLAYERS = ("ann", "ben", "cyd")
BOXES = (1, 2, 3, 4, 5)
THEMES = (
    "suited",
    "row",
    "suited row",
    "royal",
    "ranks",
    "pairs",
    "pairs",
    "color",
    "pictures",
    "ace-king",
    "any",
)
DEALERS = ("low", "ace-king", "ace-king", "pair", "any", "as players")


class StackedDeck:
    """A deck whose cards are chosen as they leave it. `left` gives the whole order afterwards."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.unused = [rank + suit for rank in ORDER for suit in "CDHS"]
        rng.shuffle(self.unused)
        self.order: list[str] = []
        self.table: LunarOnPaper | None = None
        self.themes = {box: rng.choice(THEMES) for box in BOXES}
        self.dealers = rng.choice(DEALERS)
        self.strays = rng.choice((0.03, 0.15, 0.35))
        self.odd_cards = rng.choice((0.0, 0.0, 0.0, 0.0, 0.02, 0.06))

    def pop(self, _: int) -> str:
        """The next card, now and then one that lies face up."""
        card = self.wanted()
        self.unused.remove(card)
        self.order.append(card + "!" if self.rng.random() < self.odd_cards else card)
        return self.order[-1]

    def left(self) -> list[str]:
        """The order as a script writes it, to the last card."""
        return self.order + self.unused

    def wanted(self) -> str:
        assert self.table is not None
        whom, box = self.table.drawing_for
        if whom == "dealer":
            return self.for_dealer(self.table.dealer)
        if self.rng.random() < self.strays:
            return self.unused[0]
        held = self.table.spots[box].cards
        theme = self.themes[box] if whom == "first" else self.rng.choice(THEMES)
        if whom == "option" and self.rng.random() < 0.5:
            theme = self.themes[box]
        return self.like(theme, held)

    def for_dealer(self, held: list[str]) -> str:
        if self.dealers == "any":
            return self.unused[0]
        if self.dealers == "as players":
            return self.like(self.themes[1], held)
        if self.dealers == "low":
            apart = [c for c in self.unused if c[0] not in "AK" and c[0] not in [h[0] for h in held]]
            return apart[0] if apart else self.unused[0]
        return self.like("ranks" if self.dealers == "pair" else "ace-king", held[-1:] if held else [])

    def like(self, theme: str, held: list[str]) -> str:
        """A card that goes with the first of those held."""
        for card in self.unused:
            if not held:
                if theme not in ("royal", "pictures", "ace-king") or card[0] in "AKQJT":
                    return card
            elif card not in held and self.goes_with(theme, card, held):
                return card
        return self.unused[0]

    def goes_with(self, theme: str, card: str, held: list[str]) -> bool:
        ranks = {height(other) for other in held}
        in_row = height(card) not in ranks and max(ranks | {height(card)}) - min(ranks | {height(card)}) <= 4
        fits = {
            "suited": card[1] == held[0][1],
            "row": in_row,
            "suited row": in_row and card[1] == held[0][1],
            "royal": card[0] in "AKQJT" and card[1] == held[0][1],
            "ranks": height(card) in ranks,
            "pairs": [other[0] for other in held].count(card[0]) == 1 or len(held) % 2 == 0,
            "color": (card[1] in "DH") is (held[0][1] in "DH"),
            "pictures": card[0] in "KQJ",
            "ace-king": card[0] == ("K" if "A" in [other[0] for other in held] else "A"),
        }
        return fits.get(theme, True)


class LunarScript:
    """One scenario in the making."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.rules = self.random_rules()
        first = StackedDeck(self.rng)
        self.table = LunarOnPaper(self.rules, first)
        first.table = self.table
        self.first, self.deck = first, first
        self.steps: list[Any] = []
        self.greedy = False  # in this round players exchange all that they may

    def random_rules(self) -> dict[str, Any]:
        choose = self.rng.choice
        minimum, maximum = choose(((5, 1000), (5, 100), (10, 50), (15, 2000), (5, 25)))
        return {
            "minimum": minimum,
            "maximum": maximum,
            "smallest_chip": choose(("0.50", "0.50", "0.50", 1, "2.50", 5, "0.05")),
            "instant": choose("ABC"),
            "edition": choose(("2015", "2015", "2016")),
            "super_on_others": choose((True, True, True, False)),
        }

    def step(self, step: Any) -> None:
        """Add a step, and play it along."""
        if isinstance(step, dict) and "shuffle" in step and not self.table.open:
            self.deck = step["shuffle"]
            self.deck.table = self.table
        self.steps.append(step)
        with suppress(Refused):
            apply(self.table, step)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def amount(self, *likely: float) -> Any:
        """An amount as a script may write it."""
        dollars = self.rng.choice((*likely, *likely, *likely, 5, 10, 12.5, 7.25, 0.5, 1))
        chip = float(self.rules["smallest_chip"])
        if self.chance(0.85):
            dollars = max(round(dollars / chip), 1) * chip
        dollars = max(round(dollars, 2), chip)
        if dollars == int(dollars):
            return self.rng.choice((int(dollars), str(int(dollars))))
        return self.rng.choice((f"{dollars:.2f}", f"{dollars:g}"))

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self, box: int) -> None:
        """Chips on that box: what makes a hand, what goes beside it, or what nobody may lay."""
        low, high = self.rules["minimum"], self.rules["maximum"]
        found = self.table.spots.get(box)
        said: dict[str, Any] = {"box": box}
        # Whose chips are those without a name on a named player's box? The format leaves it open.
        if self.chance(0.35) if found is None else found.player in PLAYERS:
            said["player"] = found.player if found and self.chance(0.9) else self.rng.choice(PLAYERS)
        ante = (
            self.amount(low, low, 10, 15, 20, 25)
            if self.chance(0.9)
            else self.amount(high, low - 1, high + 5)
        )
        if found is None or self.chance(0.15):
            said["ante"] = ante
        if self.chance(0.8) and not (found and "" in found.supers and self.chance(0.7)):
            lying = float(found.ante) if found else 0.0
            base = lying + float(said.get("ante", 0))
            said["super"] = self.amount(base, base, base + 5, base * 2, base - 1)
        if self.chance(0.3):
            said["super_on_dealer"] = self.amount(low, low, 5, 10, low - 1)
        if self.table.spots and self.chance(0.35):
            others = self.rng.sample(BOXES if self.chance(0.15) else list(self.table.spots), 1)
            said["super_on"] = {other: self.amount(low, low, 5, 10, low - 1) for other in others}
        if len(said) == 1 + ("player" in said):
            said["super"] = self.amount(low, 10, 20)
        self.step({"wager": said})

    def before_deal(self) -> None:
        self.greedy = self.chance(0.3)
        if self.greedy or self.chance(0.15):
            for box in self.rng.sample(BOXES, 5):
                chip = max(float(self.rules["smallest_chip"]), 1)
                ante = int(-(-self.rules["minimum"] // chip) * chip)
                self.step({"wager": {"box": box, "ante": ante, "super": ante}})
        for _ in range(self.rng.choice((1, 2, 3, 4, 6, 9))):
            self.wager(self.rng.choice(BOXES))
            if self.chance(0.05):
                self.nonsense()
        for box, spot in list(self.table.spots.items()):  # what is missing for a deal, mostly
            short = spot.ante - spot.supers.get("", 0)
            if short > 0 and self.chance(0.95):
                said: dict[str, Any] = {"box": box, "super": str(short)}
                if spot.player in PLAYERS:
                    said["player"] = spot.player
                self.step({"wager": said})

    # ---- decisions --------------------------------------------------------------------------------

    def decide(self) -> None:
        """A likely play for a hand whose decision is due, the boxes of the first ones in any order."""
        table = self.table
        if table.turn is not None:
            verb = self.rng.choice(("bet", "bet", "bet", "bet", "fold", "fold", "buy"))
            self.step({"play": {"box": table.turn, "do": verb}})
            return
        due = [box for box, spot in table.spots.items() if spot.decision is None]
        box = self.rng.choice(due)
        said = self.first_play(
            box,
            "exchange"
            if self.greedy and self.chance(0.8)
            else self.rng.choice(("fold", "bet", "bet", "bet", "buy", "buy", "exchange", "exchange")),
        )
        if self.chance(0.3):
            said["hand"] = 1
        if self.chance(0.1) or (box in table.silent and self.chance(0.8)):
            said["declare"] = self.chance(0.1)
        self.step({"play": said})

    def first_play(self, box: int, do: str) -> dict[str, Any]:
        said: dict[str, Any] = {"box": box, "do": do}
        held = self.table.spots[box].cards if box in self.table.spots else []
        if do == "exchange":
            greedy = self.greedy and self.chance(0.9)
            many = 5 if greedy else self.rng.choice((1, 2, 2, 3, 3, 4, 5)) if self.chance(0.5) else 2
            if len(held) < many:
                held = ["2C", "3C", "4C", "5C", "6C"]
            given = self.rng.sample(held[:5], many)
            if not greedy and many == 3 and self.chance(0.4):  # keep what is worth keeping
                given = sorted(held[:5], key=lambda card: (sum(c[0] == card[0] for c in held), height(card)))[
                    :3
                ]
            if self.chance(0.06):
                given[0] = self.rng.choice([rank + "S" for rank in ORDER if rank + "S" not in given])
            said["cards"] = self.rng.choice((given, " ".join(given)))
        return said

    def nonsense(self) -> None:
        """A step that has little to do with what is due."""
        what = self.rng.random()
        if what < 0.6:
            self.step({"play": self.any_play()})
        elif what < 0.8:
            self.wager(self.rng.choice(BOXES))
        elif self.table.open:
            self.step(self.rng.choice(("deal", {"shuffle": StackedDeck(self.rng)})))
        else:
            self.step("rest")

    def any_play(self) -> dict[str, Any]:
        said = self.first_play(self.rng.choice(BOXES), self.rng.choice(("fold", "bet", "buy", "exchange")))
        if self.chance(0.1):
            said["hand"] = 2
        return said

    # ---- rounds -----------------------------------------------------------------------------------

    def play_round(self) -> None:
        if self.chance(0.1):
            self.nonsense()
        self.before_deal()
        before = len(self.table.rounds)
        if not self.table.open:
            self.table.silent = {box for box in BOXES if self.chance(0.3)}
        self.step("deal")
        quiet = 0.08 if self.chance(0.5) else 0.0
        while self.table.open and len(self.steps) < 150:
            if self.chance(0.12):
                self.nonsense()
            elif self.chance(quiet):
                self.step("rest")
            elif self.chance(0.04):
                self.step({"leave": {"box": self.rng.choice(BOXES)}})
            else:
                self.decide()
        self.step("rest")
        if len(self.table.rounds) > before:
            self.step({"shuffle": StackedDeck(self.rng)})

    def scenario(self, seed: int) -> dict[str, Any]:
        for _ in range(self.rng.randint(1, 5)):
            self.play_round()
        if self.chance(0.25):  # the script ends inside a round
            del self.steps[len(self.steps) - self.rng.randint(0, min(4, len(self.steps) - 1)) :]
        return {
            "format": 1,
            "title": f"random session {seed}",
            "game": "lunar-poker",
            "seed": seed,
            "rules": {key: said for key, said in self.rules.items() if self.is_said(key, said)},
            "cards": " ".join(self.first.left()),
            "steps": [self.written(step) for step in self.steps],
        }

    def is_said(self, key: str, said: Any) -> bool:
        """Whether the script writes the rule down; a default may be left out."""
        return said != DEFAULTS[key] or self.chance(0.7)

    def written(self, step: Any) -> Any:
        if isinstance(step, dict) and "shuffle" in step:
            return {"shuffle": " ".join(step["shuffle"].left())}
        return step


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed; one whose deck runs out is left aside."""
    for attempt in numbers():
        with suppress(RanOut):
            made = LunarScript(seed + attempt * 1_000_003).scenario(seed)
            play_scenario(made)
            return made
    raise AssertionError("no scenario found")
