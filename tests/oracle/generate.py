"""Random scenarios of Free Bet Blackjack from a seed: what players do, and what they should not try.

What lives here: `random_scenario`, which gives a scenario of format 1 as a mapping. It plays along on the
oracle's table, so that it knows whose turn it is, and it stacks the shoe card by card: a dealer's 22, four
hands, Blackjack against Blackjack and a table of busted hands come up often. Every shoe ends in a tail of
named cards, so that nothing depends on what a script leaves open. What the steps lead to is not judged
here.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.free_bet_blackjack import Box, Hand, Refused, TableOnPaper, apply, count, value

RANKS = "23456789TJQKA"
SUITS = "CDHS"
TAIL = 60
THEMES = ("22", "suited 22", "pairs", "tens", "blackjacks", "dealer blackjack", "busts", "hards", "ace up", "any")
PLAYERS = ("ann", "ben")
MOST_PLAYS = 60


class StackedShoe:
    """A shoe whose cards are chosen as they leave it. `left` gives the whole order afterwards."""

    def __init__(self, rng: Random, decks: int) -> None:
        self.rng = rng
        self.decks = decks
        self.order: list[str] = []
        self.dealt: Counter[str] = Counter()
        self.table: TableOnPaper | None = None
        self.theme = "any"
        self.pair = 8
        self.odd_cards = rng.choice((0.0, 0.0, 0.04, 0.15))
        self.cover = rng.choice((0.0, 0.02, 0.08, 0.3))

    def pop(self, _: int) -> str:
        """The next entry of the shoe: a card, a card that lies face up, or the cover card."""
        if "CUT" not in self.order and self.rng.random() < self.cover:
            return self.lay("CUT")
        card = self.card(self.wanted())
        return self.lay(card + "!" if self.rng.random() < self.odd_cards else card)

    def lay(self, entry: str) -> str:
        self.order.append(entry)
        return entry

    def left(self) -> list[str]:
        """The order as a script writes it, tail included."""
        return self.order + [self.card(None) for _ in range(TAIL)]

    def card(self, points: int | None) -> str:
        """A card of that value (1 is an ace), or any, that the decks still have."""
        ranks = [rank for rank in RANKS if points is None or value(rank) == (11 if points == 1 else points)]
        suits = self.suits()
        for _ in range(100):
            card = self.rng.choice(ranks) + self.rng.choice(suits)
            if self.dealt[card] < self.decks:
                self.dealt[card] += 1
                return card
            ranks, suits = list(RANKS), SUITS
        raise AssertionError("the decks have run out")

    def suits(self) -> str:
        """The dealer's suit or color for a 22 that pays more."""
        table = self.table
        if table is None or self.theme != "suited 22" or table.drawing_for[0] not in ("hole", "dealer"):
            return SUITS
        suit = table.dealer[0][1]
        return suit if self.rng.random() < 0.6 else ("DH" if suit in "DH" else "CS")

    # ---- which card the theme wants ---------------------------------------------------------------

    def wanted(self) -> int | None:
        """The value for the next card, or None for any."""
        if self.table is None or self.theme == "any" or self.rng.random() < 0.15:
            return None
        whom, box = self.table.drawing_for
        if whom in ("up", "hole", "dealer"):
            return self.for_dealer(whom, self.table.dealer)
        return self.for_player(whom, self.table.boxes.get(box))

    def for_dealer(self, whom: str, cards: list[str]) -> int | None:
        choose = self.rng.choice
        if whom == "up":
            aces = self.theme in ("ace up", "blackjacks", "dealer blackjack") and self.rng.random() < 0.6
            if aces:
                return 1
            return 10 if self.theme == "dealer blackjack" else choose((2, 3, 4, 5, 6, 6, 7, 10))
        if whom == "hole":
            if self.theme in ("dealer blackjack", "blackjacks") and value(cards[0]) >= 10:
                return 1 if value(cards[0]) == 10 else 10
            return choose((2, 6, 10)) if "22" in self.theme else choose((None, 10, 6))
        need = 22 - count(cards)
        return need if ("22" in self.theme or self.rng.random() < 0.4) and 1 <= need <= 10 else None

    def for_player(self, whom: str, box: Box | None) -> int | None:
        choose = self.rng.choice
        if self.theme in ("pairs", "tens") and whom in ("first", "second", "split"):
            if whom == "first":
                self.pair = 10 if self.theme == "tens" else choose((1, 2, 3, 4, 5, 6, 7, 8, 9))
                return self.pair
            assert box is not None
            same = 1 if (same := value(box.hands[0].cards[0])) == 11 else same
            return same if self.rng.random() < 0.75 else choose((None, 1, 10, 2, 3))
        if self.theme == "blackjacks" and whom in ("first", "second"):
            if whom == "first" or box is None:
                return choose((1, 10))
            return 10 if value(box.hands[0].cards[0]) == 11 else 1
        if self.theme == "hards" and whom in ("first", "second", "split"):
            return choose((3, 4, 5, 6, 7))
        if self.theme in ("busts", "22") and whom in ("first", "second", "hit", "split"):
            return choose((10, 6, 6, 8) if whom != "hit" else (10, 10, 9, None))
        return None


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
        said = step
        if isinstance(step, dict) and "shuffle" in step:
            if not self.table.open:
                self.shoe = step["shuffle"]
                self.shoe.table = self.table
        self.steps.append(said)
        try:
            apply(self.table, step)
        except Refused:
            pass

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
            likely = (low, low, 10, 15, 20, 25, 12.5, 17.5, 5.5) if self.chance(0.8) else (high, low - 1, high + 5)
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
        if self.table.open:
            acts += [self.shuffle, lambda: self.step("deal")]
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
            "rules": self.rules,
            "cards": " ".join(self.first.left()),
            "steps": [self.written(step) for step in self.steps],
        }

    def written(self, step: Any) -> Any:
        if isinstance(step, dict) and "shuffle" in step:
            return {"shuffle": " ".join(step["shuffle"].left())}
        return step


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed."""
    return Script(seed).scenario(seed)
