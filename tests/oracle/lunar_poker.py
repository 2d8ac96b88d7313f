"""Lunar Poker (chapter 671a) as a reader of the regulation would play it with pencil and paper.

What lives here: `play_scenario`, the table that it plays on, and a judge of poker hands that looks at every
group of cards in turn. It shares no code with the controller. Irregularities other than cards that lie face
up do not live here, nor does a deck that becomes too short for what it has promised.

Each settlement row has one key more than the format has, "when": how far the round is when it is settled, as
a tuple that may only rise (671a.11(c) to (f)).
"""

from collections import Counter
from decimal import Decimal
from itertools import combinations
from typing import Any

from tests.oracle.paper import Refused, money, refuse_if

DEFAULTS: dict[str, Any] = {
    "minimum": 5,
    "maximum": 1000,
    "smallest_chip": "0.50",
    "instant": "A",
    "edition": "2015",
    "super_on_others": True,
}
ORDER = "23456789TJQKA"
NAMES = (
    "nothing",
    "ace-king",
    "pair",
    "two pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full house",
    "four-of-a-kind",
    "straight flush",
    "royal flush",
)
BET_PAYS = dict(zip(NAMES, (0, 1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True))  # 671a.12(d)
STRAIGHT = NAMES.index("straight")

# 671a.12(a): (royal flush, straight flush)
INSTANT = {
    "2015": {"A": (1500, 200), "B": (1000, 300), "C": (1000, 200)},
    "2016": {"A": (1500, 250), "B": (1000, 300), "C": (1000, 250)},
}


class RanOut(Exception):
    """The deck is too short for what was promised: not a case for this oracle."""


class Void(Exception):
    """671a.13(a): a second card that lies face up."""


# ---- hands ----------------------------------------------------------------------------------------


def height(card: str) -> int:
    """671a.6(a): 2 to 14, an ace being the highest."""
    return ORDER.index(card[0]) + 2


def in_a_row(cards: list[str]) -> int:
    """The highest rank of five consecutive ones, an ace before a 2 counting 1; 0 where they are none."""
    ranks = sorted({height(card) for card in cards})
    if len(ranks) != 5:
        return 0
    if ranks == [2, 3, 4, 5, 14]:
        return 5
    return ranks[-1] if ranks[-1] - ranks[0] == 4 else 0


def judged(cards: list[str]) -> tuple[int, list[int]]:
    """671a.6(b), (c): five cards as what compares them, the class first, then ranks as they decide."""
    ranks = Counter(height(card) for card in cards)
    by_weight = [rank for rank, _ in sorted(ranks.items(), key=lambda item: (-item[1], -item[0]))]
    shape = sorted(ranks.values(), reverse=True)
    suited, row = len({card[1] for card in cards}) == 1, in_a_row(cards)
    if suited and row:
        return NAMES.index("royal flush" if row == 14 else "straight flush"), [row]
    if suited:
        return NAMES.index("flush"), by_weight
    if row:
        return STRAIGHT, [row]
    shapes = {
        (4, 1): "four-of-a-kind",
        (3, 2): "full house",
        (3, 1, 1): "three-of-a-kind",
        (2, 2, 1): "two pairs",
        (2, 1, 1, 1): "pair",
    }
    named = shapes.get(tuple(shape), "ace-king" if {14, 13} <= set(ranks) else "nothing")
    return NAMES.index(named), by_weight


def best(cards: list[str]) -> list[str]:
    """671a.11(d)(2), (e): the best five of them."""
    return list(max(combinations(cards, 5), key=lambda five: judged(list(five))))


def combination_of(cards: list[str]) -> str:
    """What these cards, all of them, form: a pair is two cards, a three-of-a-kind three; "" for nothing."""
    counts = sorted(Counter(height(card) for card in cards).values())
    if len(cards) == 2:
        if counts == [2]:
            return "pair"
        return "ace-king" if {card[0] for card in cards} == {"A", "K"} else ""
    if len(cards) == 3:
        return "three-of-a-kind" if counts == [3] else ""
    if len(cards) == 4:
        return {(4,): "four-of-a-kind", (2, 2): "two pairs"}.get(tuple(counts), "")
    named = NAMES[judged(cards)[0]]
    return named if named in ("straight", "flush", "full house", "straight flush", "royal flush") else ""


def formed_by(five: list[str]) -> set[str]:
    """The cards of a hand that make it what it is."""
    named = NAMES[judged(five)[0]]
    for many in (2, 3, 4, 5):
        for group in combinations(five, many):
            if combination_of(list(group)) == named:
                return set(group)
    raise AssertionError(f"{five} form nothing")


def second_combination(cards: list[str]) -> str:
    """671a.11(f)(2)(ii): the best combination with a card that the winning one does not hold, or ""."""
    winning = formed_by(best(cards))
    found = [
        named
        for many in (2, 3, 4, 5)
        for group in combinations(cards, many)
        if not set(group) <= winning and (named := combination_of(list(group)))
    ]
    return max(found, key=NAMES.index, default="")


def super_pays(cards: list[str], edition: str) -> int:
    """671a.6(d), 671a.12(b): the best line of the first five cards, 0 for none."""
    named = NAMES[judged(cards)[0]]
    ranks = {card[0] for card in cards}
    four, pictures = (250, 120) if edition == "2015" else (200, 150)
    lines = [
        (named == "four-of-a-kind", four),
        (ranks <= set("KQJ"), pictures),
        (named == "full house", 100),
        (named == "flush", 60),
        (named == "straight", 30),
        (named == "three-of-a-kind", 8),
        (set("AKQ") <= ranks, 5),
        (len({card[1] in "DH" for card in cards}) == 1, 2),
    ]
    return max(pays for eligible, pays in [*lines, (True, 0)] if eligible)


# ---- the table ------------------------------------------------------------------------------------


class Spot:
    """One player's position in one round. decision: the first one, None while it is not made."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.ante = Decimal(0)
        self.supers: dict[str, Decimal] = {}  # by whose hand: "" his own, "dealer", or "box 2"
        self.cards: list[str] = []
        self.first: list[str] = []
        self.decision: str | None = None
        self.given: list[str] = []
        self.declares = True
        self.bet: Decimal | None = None
        self.out = False  # folded, or paid at once


class LunarOnPaper:
    """The table through one session. Every step is a method; it raises Refused before it changes anything."""

    def __init__(self, rules: dict[str, Any], shoe: Any) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.edition = str(self.rules["edition"])
        self.shoe = shoe
        self.spots: dict[int, Spot] = {}
        self.open = False
        self.locked = False
        self.turn: int | None = None  # whose second decision is due
        self.silent: set[int] = set()  # boxes that the script, up to its next deal, has decide undeclared
        self.dealer: list[str] = []
        self.out_of_play: list[str] = []
        self.dealt = 0
        self.rows: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.drawing_for: tuple[str, int] = ("first", 0)

    # ---- cards ------------------------------------------------------------------------------------

    def draw(self, whom: str, box: int = 0) -> str:
        """The next card that may be used; 671a.13(a): one that lies face up is out, a second ends it all."""
        self.drawing_for = (whom, box)
        while True:
            if self.dealt == 52:
                raise RanOut
            card = str(self.shoe.pop(0))
            self.dealt += 1
            if not card.endswith("!"):
                return card
            self.out_of_play.append(card[:2])
            if len(self.out_of_play) > 1:
                raise Void

    def promised(self) -> int:
        """How many cards those are still to get who decided so far."""
        drawing = [spot for spot in self.spots.values() if spot.decision in ("buy", "exchange")]
        return sum(len(spot.given) or 1 for spot in drawing)

    def shuffle(self, shoe: Any) -> None:
        """671a.5(a)."""
        refuse_if(self.open, "a round is being played")
        self.shoe = shoe

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self, box: int, player: str | None = None, **chips: Any) -> None:
        """671a.7."""
        refuse_if(self.open, "wagers are closed")
        found = self.spots.get(box)
        adds = {"ante": Decimal(0)}
        for name, said in chips.items():
            if name == "super_on":
                adds |= {f"box {other}": money(amount) for other, amount in said.items()}
            else:
                adds[{"super": "", "super_on_dealer": "dealer"}.get(name, name)] = money(said)
        chip = money(self.rules["smallest_chip"])
        refuse_if(any(amount % chip for amount in adds.values()), "not a multiple of the smallest chip")
        lowest, highest = money(self.rules["minimum"]), money(self.rules["maximum"])
        ante = (found.ante if found else Decimal(0)) + adds.pop("ante")
        refuse_if(ante == 0, "no Ante")
        refuse_if("ante" in chips and not lowest <= ante <= highest, "outside the table limits")
        supers = Counter(found.supers if found else {})
        for hand, amount in adds.items():
            supers[hand] += amount
            if hand == "":
                refuse_if(supers[hand] < ante, "less than the Ante")
                continue
            refuse_if(not self.rules["super_on_others"], "not offered")
            refuse_if(supers[hand] < lowest, "below the minimum")
            refuse_if(hand == f"box {box}", "the player's own hand")
            refuse_if(hand != "dealer" and int(hand[4:]) not in self.spots, "no Ante on that box")
        whose = self.whose(box, player, found)
        spot = self.spots.setdefault(box, Spot(whose))
        spot.ante, spot.supers = ante, dict(supers)

    def whose(self, box: int, player: str | None, found: Spot | None) -> str:
        """671a.7(e)."""
        if found is not None:
            refuse_if(player is not None and player != found.player, "another player's position")
            return found.player
        taken = [other for other, spot in self.spots.items() if spot.player == player]
        refuse_if(player is not None and bool(taken), "one position a player")
        return player if player is not None else f"(box {box})"

    # ---- the deal ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """671a.8(b), (c)."""
        refuse_if(self.open, "a round is being played")
        refuse_if(not self.spots, "no Ante on the table")
        short = [box for box, spot in self.spots.items() if spot.supers.get("", 0) < spot.ante]
        refuse_if(bool(short), f"no Super Wager, or too small a one, on {short}")
        self.spots = dict(sorted(self.spots.items()))
        self.open, self.locked, self.turn = True, False, None
        self.dealer, self.out_of_play, self.rows, self.dealt = [], [], [], 0
        try:
            for _ in range(5):
                for box, spot in self.spots.items():
                    spot.cards.append(self.draw("first", box))
                self.dealer.append(self.draw("dealer"))
        except Void:
            self.void()
            return
        for spot in self.spots.values():
            spot.first = list(spot.cards)
        self.lock_if_decided()

    def instant(self, spot: Spot) -> int:
        """671a.12(a): what it pays on the Ante, 0 where the hand is none of the two."""
        royal, straight = INSTANT[self.edition][self.rules["instant"]]
        return {"royal flush": royal, "straight flush": straight}.get(NAMES[judged(spot.first)[0]], 0)

    def undecided(self, box: int, spot: Spot) -> bool:
        """Whether a first decision is awaited: none of a hand for the instant payout, unless the script has
        one for it that is not declared."""
        return spot.decision is None and (not self.instant(spot) or box in self.silent)

    # ---- decisions --------------------------------------------------------------------------------

    def play(
        self, box: int, do: str, hand: int = 1, cards: object = (), declare: bool = True, **_: object
    ) -> None:
        """671a.11(b), (d)(3)."""
        refuse_if(not self.open, "no round in progress")
        refuse_if(box not in self.spots or hand != 1, "no hand there")
        spot = self.spots[box]
        if self.turn is not None:
            refuse_if(self.turn != box, "another player decides")
            refuse_if(do not in ("bet", "fold"), "the second decision is to bet or to fold")
            self.second(spot, box, do)
            return
        refuse_if(spot.decision is not None, "decided already")
        declared = bool(self.instant(spot)) and (declare or box not in self.silent)
        refuse_if(declared, "an instant payout leaves nothing to decide")
        given = (cards.split() if isinstance(cards, str) else list(cards)) if do == "exchange" else []  # type: ignore[call-overload]
        left = 52 - self.dealt - self.promised()
        if do == "exchange":
            refuse_if(not 2 <= len(given) <= 5, "two to five cards")
            refuse_if(not set(given) <= set(spot.cards), "cards that the player does not hold")
        refuse_if({"exchange": len(given), "buy": 1}.get(do, 0) > left, "the deck has not so many cards")
        spot.decision, spot.given, spot.declares = do, given, declare
        self.lock_if_decided()

    def rest(self) -> None:
        """Everybody bets."""
        if not self.open:
            return
        if not self.locked:
            self.silent = set()
            for box, spot in self.spots.items():
                if self.undecided(box, spot):
                    spot.decision = "bet"
            self.lock_if_decided()
        while self.open:
            assert self.turn is not None
            self.second(self.spots[self.turn], self.turn, "bet")

    # ---- a player who leaves ----------------------------------------------------------------------

    def leave(self, box: int) -> None:
        """671a.7(b), where the floor takes it so: what lies there is lost. What was declared stays so."""
        refuse_if(not self.open or box not in self.spots, "nobody who leaves has a hand there")
        spot = self.spots[box]
        lying = self.lying(box, spot)
        refuse_if(not lying, "nothing of who leaves lies there")
        when = (2, self.turn, 1) if self.turn is not None else (0, 0, 0)
        for wager, on, stake in lying:
            self.row(box, wager, stake, "lose", 0, when, **({"on": on} if on else {}))
        if spot.decision is None:
            spot.declares = bool(self.instant(spot)) and box not in self.silent
        spot.supers, spot.bet, spot.decision = {}, None, "gone"
        if not self.locked:
            self.lock_if_decided()
        elif self.turn == box:
            self.serve_from(box)

    def lying(self, box: int, spot: Spot) -> list[tuple[str, str, Decimal]]:
        """What lies on a position and was not settled: wager, on whose hand, stake."""
        settled = {(row["wager"], row.get("on", "")) for row in self.rows if row["box"] == box}
        there = [("super", hand, stake) for hand, stake in spot.supers.items()] + [("ante", "", spot.ante)]
        there += [("bet", "", spot.bet)] if spot.bet is not None else []
        there += [("bet", "", spot.ante * 2)] if not self.locked and spot.decision == "bet" else []
        there += [("options", "", spot.ante)] if spot.decision in ("buy", "exchange") else []
        return [one for one in there if one[:2] not in settled]

    # ---- locked in --------------------------------------------------------------------------------

    def lock_if_decided(self) -> None:
        """671a.11(c)."""
        if any(self.undecided(box, spot) for box, spot in self.spots.items()):
            return
        self.locked = True
        for box, spot in self.spots.items():
            pays = super_pays(spot.first, self.edition) if spot.declares else 0
            on_it = [(box, spot.supers[""], {})] if "" in spot.supers else []
            on_it += [
                (other, theirs.supers[f"box {box}"], {"on": f"box {box}"})
                for other, theirs in self.spots.items()
                if f"box {box}" in theirs.supers
            ]
            for whose, stake, on in on_it:
                self.paid_or_lost(whose, "super", stake, pays, (1, box, int(whose != box)), **on)
            if spot.decision is None:
                self.row(box, "ante", spot.ante, "win", spot.ante * self.instant(spot), (1, box, 2))
                spot.out = True
            elif spot.decision == "fold":
                self.row(box, "ante", spot.ante, "lose", 0, (1, box, 2))
                spot.out = True
            elif spot.decision == "bet":
                spot.bet = spot.ante * 2
        self.serve_from(0)

    def serve_from(self, after: int) -> None:
        """671a.11(d), as far as the next second decision."""
        self.turn = None
        for box, spot in self.spots.items():
            if box <= after or spot.decision not in ("buy", "exchange"):
                continue
            self.row(box, "options", spot.ante, "fee", 0, (2, box, 0))
            many = len(spot.given) or 1
            spot.cards = [card for card in spot.cards if card not in spot.given]
            try:
                for _ in range(many):
                    spot.cards.append(self.draw("option", box))
            except Void:
                self.void()
                return
            self.turn = box
            return
        self.reveal()

    def second(self, spot: Spot, box: int, do: str) -> None:
        if do == "bet":
            spot.bet = spot.ante * 2
        else:
            self.row(box, "ante", spot.ante, "lose", 0, (2, box, 1))
            spot.out = True
        self.serve_from(box)

    # ---- the dealer's hand ------------------------------------------------------------------------

    def reveal(self) -> None:
        """671a.11(e), (f)."""
        pays = super_pays(self.dealer, self.edition)
        for box, spot in self.spots.items():
            if "dealer" in spot.supers:
                self.paid_or_lost(box, "super", spot.supers["dealer"], pays, (3, box, 0), on="dealer")
        theirs = judged(self.dealer)
        for box, spot in self.spots.items():
            if spot.bet is not None:
                if theirs[0] == 0:
                    self.not_qualified(box, spot, spot.bet)
                else:
                    self.compare(box, spot, spot.bet, theirs)
        self.file_round(void=False)

    def not_qualified(self, box: int, spot: Spot, bet: Decimal) -> None:
        """671a.11(f)(1), in no order that the chapter gives; the edition of 2016 pays a straight 4 to 1."""
        high = self.edition == "2016" and judged(best(spot.cards))[0] >= STRAIGHT
        self.row(box, "ante", spot.ante, "win", spot.ante * (4 if high else 1), (4, 0, 0))
        self.row(box, "bet", bet, "push", 0, (4, 0, 0))

    def compare(self, box: int, spot: Spot, bet: Decimal, theirs: tuple[int, list[int]]) -> None:
        """671a.11(f)(2)."""
        mine, when = judged(best(spot.cards)), (4, -box, 0)
        if mine <= theirs:
            outcome = "push" if mine == theirs else "lose"
            self.row(box, "ante", spot.ante, outcome, 0, when)
            self.row(box, "bet", bet, outcome, 0, when)
            return
        self.row(box, "ante", spot.ante, "push", 0, when)
        self.row(box, "bet", bet, "win", bet * BET_PAYS[NAMES[mine[0]]], when)
        again = second_combination(spot.cards)
        if again:
            self.row(box, "bet", bet, "win", bet * BET_PAYS[again], when, combination=2)
            self.rows[-1]["returned"] = "0.00"

    def void(self) -> None:
        """671a.13(a): what lies is returned, also a Bet Wager, and an Options fee not collected yet."""
        for box, spot in self.spots.items():
            for wager, on, stake in self.lying(box, spot):
                self.row(box, wager, stake, "void", 0, (9, 0, 0), **({"on": on} if on else {}))
        self.file_round(void=True)

    # ---- the paper --------------------------------------------------------------------------------

    def paid_or_lost(
        self, box: int, wager: str, stake: Decimal, pays: int, when: tuple[int, ...], **more: object
    ) -> None:
        self.row(box, wager, stake, "win" if pays else "lose", stake * pays, when, **more)

    def row(
        self,
        box: int,
        wager: str,
        stake: Decimal,
        outcome: str,
        paid: object,
        when: tuple[int, ...],
        **more: object,
    ) -> None:
        gone = outcome in ("lose", "fee")
        self.rows.append(
            {
                "box": box,
                "hand": 1,
                "wager": wager,
                "stake": f"{stake:.2f}",
                "outcome": outcome,
                "paid": f"{money(paid):.2f}",
                "returned": f"{0 if gone else stake:.2f}",
                "collected": f"{stake if gone else 0:.2f}",
                **more,
                "when": when,
            }
        )

    def file_round(self, void: bool) -> None:
        """The round is over: note it and clear the table."""
        self.rounds.append(
            {
                "round": len(self.rounds) + 1,
                "void": void,
                "dealer": {"cards": self.dealer, "total": total(self.dealer)},
                "hands": [
                    {"box": box, "hand": 1, "cards": spot.cards, "total": total(spot.cards)}
                    for box, spot in self.spots.items()
                ],
                "settlements": self.rows,
                "removed": self.out_of_play,
            }
        )
        self.spots, self.open, self.locked, self.turn = {}, False, False, None


def total(cards: list[str]) -> str:
    """The name of the hand's rank; of no hand of five cards, none."""
    return NAMES[judged(best(cards))[0]] if len(cards) >= 5 else ""


def apply(table: LunarOnPaper, step: Any) -> None:
    """One step of the script; Refused where the table does not accept it."""
    if step == "deal":
        table.deal()
    elif step == "rest":
        table.rest()
    elif "wager" in step:
        table.wager(**step["wager"])
    elif "play" in step:
        table.play(**step["play"])
    elif "leave" in step:
        table.leave(**step["leave"])
    elif "shuffle" in step:
        said = step["shuffle"]
        table.shuffle(said.split() if isinstance(said, str) else said)
    else:
        raise ValueError(f"the oracle does not know the step {step}")


def undeclared(ahead: list[Any]) -> set[int]:
    """Boxes that have a play with declare: false before the next deal."""
    this_round = ahead[: ahead.index("deal")] if "deal" in ahead else ahead
    plays = [step["play"] for step in this_round if isinstance(step, dict) and "play" in step]
    return {said["box"] for said in plays if said.get("declare") is False}


def play_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result document of a scenario (format 1), "when" added to each settlement row."""
    cards = scenario["cards"]
    table = LunarOnPaper(
        scenario.get("rules") or {}, cards.split() if isinstance(cards, str) else list(cards)
    )
    refusals = []
    for number, step in enumerate(scenario["steps"], 1):
        if step == "deal" and not table.open:
            table.silent = undeclared(scenario["steps"][number:])
        try:
            apply(table, step)
        except Refused as why:
            refusals.append({"step": number, "reason": str(why)})
    table.rest()
    return {"format": 1, "game": scenario["game"], "rounds": table.rounds, "refusals": refusals}
