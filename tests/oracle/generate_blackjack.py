"""Random scenarios of Blackjack and Blackjack Switch from a seed, sensible steps and nonsense among them.

What lives here: `random_scenario`, and the shoe that brings up what is rare in chapter 633a: two queens of
hearts, two kings of spades, royal matches, pairs in both hands. The way in which a script is made is that of
generate.py. What the steps lead to is not judged here.
"""

from collections.abc import Callable
from contextlib import suppress
from itertools import count as numbers
from random import Random
from typing import Any

from tests.oracle import generate, stacked_shoe
from tests.oracle.blackjack import DEFAULTS, BlackjackOnPaper, hands_of
from tests.oracle.blackjack_side_wagers import SIDE_WAGERS
from tests.oracle.paper import Box, Hand, count, value

MOST_BOXES = 7
LEFT_AT_LEAST = 30  # cards that a new round finds in a shoe; a round that needs more is not written down
THEMES = (
    *stacked_shoe.THEMES,
    "queens",
    "kings",
    "royals",
    "royals",
    "royals",
    "twenty-one",
    "twenty-one",
    "same",
    "same",
    "pairs",
    "ace up",
    "dealer blackjack",
)
FAVOURITES = {
    "queens": ("QH",) * 5 + ("QD",),
    "kings": ("KS",) * 5 + ("KH",),
    "royals": ("KH", "QH", "KC", "QC"),
}


class Exhausted(Exception):
    """The decks do not have the cards of this round."""


class RareShoe(stacked_shoe.StackedShoe):
    """A stacked shoe that also knows cards by name, and decks that run out."""

    def pop(self, _: int) -> str:
        wanted = self.by_name()
        if wanted and self.dealt[wanted] < self.decks:
            self.dealt[wanted] += 1
            return self.lay(wanted)
        return super().pop(0)

    def by_name(self) -> str | None:
        """The card that the theme asks for here, if any."""
        if self.table is None or self.theme not in (*FAVOURITES, "same") or self.rng.random() < 0.2:
            return None
        whom, number = self.table.drawing_for
        if whom == "hole" and self.theme in FAVOURITES and value(self.table.dealer[0]) >= 10:
            return self.hole(self.table.dealer[0])
        if self.theme == "same":
            return self.same(whom, number)
        if whom not in ("first", "second", "up"):
            return None
        if whom == "up":
            return self.rng.choice(
                ("KD", "QS", "KC") if self.theme == "royals" else ("AD", "KD", "KS", "TC", None)
            )
        return self.favourite(whom, number)

    def favourite(self, whom: str, number: int) -> str:
        """One of the theme's cards; for a royal match the one that is missing."""
        assert self.table is not None
        lying = [hand.cards[0] for hand in self.table.boxes[number].hands if len(hand.cards) == 1]
        if self.theme == "royals" and whom == "second" and lying and lying[0][0] in "KQ":
            return ("Q" if lying[0][0] == "K" else "K") + lying[0][1]
        return self.rng.choice(FAVOURITES[self.theme])

    def hole(self, up: str) -> str:
        if self.theme == "royals" and up[0] in "KQ" and self.rng.random() < 0.5:
            return ("Q" if up[0] == "K" else "K") + up[1]
        return self.rng.choice(("AH", "AC") if up[0] != "A" else ("TD", "JD"))

    def same(self, whom: str, number: int) -> str | None:
        """The rank, now and then the suit, of what lies already."""
        if self.table is None or whom not in ("second", "up", "split"):
            return None
        boxes = self.table.boxes
        lying = boxes[number].hands if number else next(iter(boxes.values())).hands
        if not lying:
            return None
        card = next((hand.cards[0] for hand in lying if len(hand.cards) == 1), lying[0].cards[0])
        return card if self.rng.random() < 0.4 else card[0] + self.rng.choice(stacked_shoe.SUITS)

    def for_dealer(self, whom: str, cards: list[str]) -> int | None:
        """For Blackjacks against a 21 in more cards: 633a.7(p)(3), 633a.12(a)(5)(i)."""
        if self.theme != "twenty-one":
            return super().for_dealer(whom, cards)
        if whom == "up":
            return self.rng.choice((10, 10, 6, 9))
        need = 21 - count(cards)
        return self.rng.choice((6, 5, 2)) if whom == "hole" else need if need <= 10 else None

    def for_player(self, whom: str, box: Box | None) -> int | None:
        if self.theme != "twenty-one" or whom not in ("first", "second"):
            return super().for_player(whom, box)
        lying = [hand.cards[0] for hand in box.hands if len(hand.cards) == 1] if box else []
        if whom == "first" or not lying:
            return self.rng.choice((1, 10, 10, 9))
        return {11: 10, 10: 1}.get(value(lying[0]))

    def card(self, points: int | None) -> str:
        if self.dealt.total() >= 52 * self.decks:
            raise Exhausted
        try:
            return super().card(points)
        except AssertionError:
            raise Exhausted from None

    def cards_left(self) -> int:
        return 52 * self.decks - self.dealt.total()

    def left(self) -> list[str]:
        tail = min(stacked_shoe.TAIL, self.cards_left() // 2)
        with suppress(Exhausted):
            return self.order + [self.card(None) for _ in range(tail)]
        return self.order


class BlackjackScript(generate.Script):
    """One scenario in the making."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.rules = self.random_rules()
        first = RareShoe(self.rng, self.rules["decks"])
        self.paper = BlackjackOnPaper(self.rules, first)
        self.table = self.paper
        first.table = self.table
        self.first, self.shoe = first, first
        self.steps: list[Any] = []

    def random_rules(self) -> dict[str, Any]:
        choose = self.rng.choice
        minimum, maximum = choose(((5, 1000), (5, 100), (10, 50), (15, 2000), (5, 25)))
        rules: dict[str, Any] = {
            "minimum": minimum,
            "maximum": maximum,
            "smallest_chip": choose(("0.50", "0.50", "0.50", 1, "2.50", 5)),
            "settlement": choose(("collect_then_pay", "box_by_box")),
            "decks": choose((1, 2, 2, 2, 3, 4, 5, 6, 6, 6, 6, 7, 8, 8, 8, 8)),
            "boxes_per_player": choose((1, 2, 2, 3)),
            "even_money": choose((True, True, False)),
            "resplits": choose((0, 1, 2, 2, 3)),
            "variation": choose(("none", "none", "switch")),
            "double_face": choose(("up", "up", "down")),
        }
        return rules | self.side_rules(
            rules["variation"], rules["decks"], maximum * rules["boxes_per_player"]
        )

    def side_rules(self, variation: str, decks: int, most: int) -> dict[str, Any]:
        """Paytables by the decks, 633a.13; with a switch there is only Super Match."""
        offered = {"super_match": ["on"] if decks in (6, 8) else []}
        if variation == "none":
            multiple = ["A", "B"] if decks == 1 else ["C", "D", "E"]
            sets = {1: ["A"], 2: ["B"], 3: []}.get(decks, ["C", "D"])
            simple = {
                name: ["on"] for name in ("lucky_ladies", "in_between", "kings_bounty", "three_card_poker")
            }
            match = ["on"] if decks in (6, 8) else []
            offered = {
                **simple,
                "match_the_dealer": match,
                "royal_match_21": multiple,
                "bet_the_set_21": sets,
            }
        rules: dict[str, Any] = {
            name: self.rng.choice((*tables, *tables, "off")) for name, tables in offered.items()
        }
        if "on" in (rules.get("lucky_ladies"), rules.get("kings_bounty")):
            least = max(25_000, 1000 * most)  # 633a.13(m): or what one patron could win
            rules["payout_limit"] = self.rng.choice((0, least, least, least + 7))
        if rules.get("royal_match_21", "off") != "off":
            rules["crown_treasure"] = self.rng.choice(("on", "on", "off"))
        return rules

    def box(self) -> int:
        if self.table.boxes and self.chance(0.7):
            return self.rng.choice(list(self.table.boxes))
        return self.rng.randint(1, MOST_BOXES)

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self) -> None:
        low, high = self.rules["minimum"], self.rules["maximum"]
        said: dict[str, Any] = {"box": self.rng.randint(1, min(MOST_BOXES, self.rules["decks"] + 1))}
        found = self.table.boxes.get(said["box"])
        if self.chance(0.35) if found is None else found.player in generate.PLAYERS:
            said["player"] = found.player if found and self.chance(0.8) else self.rng.choice(generate.PLAYERS)
        kinds = ["blackjack"] * self.chance(0.93) + [name for name in SIDE_WAGERS if self.asks_for(name)]
        for kind in kinds or ["blackjack"]:
            likely = (low, low, 10, 15, 20, 25, 12.5, 17.5) if self.chance(0.8) else (high, low - 1, high + 5)
            said[kind] = self.amount(*likely)
        self.step({"wager": said})

    def asks_for(self, name: str) -> bool:
        return self.chance(0.01 if self.rules.get(name, "off") == "off" else 0.5)

    def shuffle(self) -> None:
        self.step({"shuffle": RareShoe(self.rng, self.rules["decks"])})

    # ---- decisions --------------------------------------------------------------------------------

    def answer_offer(self) -> None:
        number, box = self.rng.choice(list(self.table.boxes.items()))
        hand = next(
            (hand for hand in hands_of(box) if hand.blackjack and not hand.paid), self.rng.choice(box.hands)
        )
        if self.chance(0.75 if hand.blackjack else 0.05):
            self.even_money(number, hand.number)
            return
        half = float(box.blackjack) * len(box.hands) / 2
        amount = self.amount(half, half, half, int(half) or 1, half + 0.5, half + 0.25, half + 2.5, half + 5)
        self.step({"insurance": {"box": number, "amount": amount}})

    def even_money(self, number: int, hand: int) -> None:
        said = {"box": number, "hand": hand} if hand != 1 or self.chance(0.3) else {"box": number}
        self.step({"even_money": said})

    def decide(self) -> None:
        due = self.table.due()
        if due is not None and self.paper.switch:
            box = self.table.boxes[due[0]]
            fresh = due[0] not in self.paper.switched and not any(hand.played for hand in hands_of(box))
            if self.chance(0.4 if fresh else 0.04):
                self.step({"play": {"box": due[0], "do": "switch"}})
                return
        super().decide()

    def verb(self, box: Box, hand: Hand) -> str:
        if len(hand.cards) == 2 and self.chance(0.12):
            return "surrender"
        pair = len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1])
        full = len(box.hands) >= (self.rules["resplits"] + 2) * (2 if self.paper.switch else 1)
        if pair and self.chance(0.15 if full else 0.7):
            return "split"
        if self.chance(0.06):
            return self.rng.choice(("surrender", "double", "double", "split"))
        if len(hand.cards) > 2 and count(hand.cards) > 16:
            return self.rng.choice(("stand", "stand", "hit", "stand"))
        return super().verb(box, hand)

    def any_play(self) -> None:
        if self.paper.switch and self.chance(0.3):
            self.step({"play": {"box": self.box(), "do": "switch"}})
            return
        super().any_play()

    def nonsense(self) -> None:
        late: list[Callable[[], None]] = [
            self.any_play,
            self.any_play,
            self.wager,
            lambda: self.even_money(self.box(), 2 if self.paper.switch and self.chance(0.4) else 1),
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
        assert isinstance(self.shoe, RareShoe)
        decks: int = self.rules["decks"]
        return self.shoe.cards_left() < LEFT_AT_LEAST + 52 * (decks - 1) // 2

    def scenario(self, seed: int) -> dict[str, Any]:
        return {**super().scenario(seed), "game": "blackjack"}

    def is_said(self, key: str, said: Any) -> bool:
        return said != {**DEFAULTS, "settlement": "collect_then_pay"}[key] or self.chance(0.7)


def random_scenario(seed: int) -> dict[str, Any]:
    """The scenario of that seed, as a YAML file would be parsed; one whose decks run out is left aside."""
    for attempt in numbers():
        with suppress(Exhausted):
            return BlackjackScript(seed + attempt * 1_000_003).scenario(seed)
    raise AssertionError("no scenario found")
