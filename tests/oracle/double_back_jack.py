"""Double Back Jack (chapter 673a) as a reader of the regulation would play it with pencil and paper.

What lives here: `play_scenario`, and the table that it plays on. It shares no code with the controller; what
673a has in common with 672a (drawing, whose boxes, the offer of insurance) it takes from the paper table of
that game. Irregularities other than a card that lies face up do not live here.

Each row's "when" (see free_bet_blackjack.py) may also be "dealt" (a Blackjack, right after the deal) and "21"
(a 21 without a Second Chance, at any time between its last card and the hole card).
"""

from decimal import ROUND_FLOOR, Decimal
from typing import Any

from tests.oracle import free_bet_blackjack as paper_672a
from tests.oracle.paper import Box, Hand, Refused, count, is_blackjack, money, refuse_if, value

DEFAULTS: dict[str, Any] = {
    key: said for key, said in paper_672a.DEFAULTS.items() if key not in ("push_22", "even_money")
}
MOST_HANDS = 2  # 673a.11(a)
CENT = Decimal("0.01")


class BackHand(Hand):
    """A hand of this game. wager: its Blackjack Wager; played: a decision was made on it; second: its Second
    Chance Wager, None where there is none, whose card is then the last one."""

    def __init__(self, number: int, cards: list[str], wager: Decimal) -> None:
        super().__init__(number, cards, wager)
        self.wager = wager
        self.played = False
        self.split = False
        self.surrendered = False
        self.second: Decimal | None = None

    def total(self) -> int:
        """The point count; 673a.7(l): less the value of the Second Chance card, an ace being 1."""
        if self.second is None:
            return count(self.cards)
        less = value(self.cards[-1])
        return count(self.cards[:-1]) - (1 if less == 11 else less)

    def bust(self) -> bool:
        return self.total() > 21

    def at_stake(self) -> Decimal:
        """The current Blackjack Wager, a double down included."""
        return self.wager + (self.double_chips or 0)

    def waits(self) -> bool:
        """673a.7(p): whether the dealer's count has an effect on it; a 21 is paid before."""
        return not self.surrendered and self.total() < 21


class DoubleBackJackOnPaper(paper_672a.TableOnPaper):
    """The table through one session. Every step is a method; it raises Refused before it changes anything."""

    def __init__(self, rules: dict[str, Any], shoe: Any) -> None:
        super().__init__({**DEFAULTS, **rules}, shoe)
        self.chance: tuple[int, BackHand] | None = None  # the hand that is asked for a Second Chance Wager
        self.seen = ""  # the next card, where it had to be looked at

    # ---- wagers and the deal ----------------------------------------------------------------------

    def wager(self, box: int, player: str | None = None, **chips: object) -> None:
        """673a.6(c) to (e)."""
        refuse_if(self.open, "wagers are closed")
        found = self.boxes.get(box)
        amount = money(chips["blackjack"])
        refuse_if(amount % self.chip != 0, "not a multiple of the smallest chip")
        base = (found.blackjack if found else Decimal(0)) + amount
        refuse_if(not money(self.rules["minimum"]) <= base, "below the minimum")
        refuse_if(not base <= money(self.rules["maximum"]), "above the maximum")
        whose = self.whose(box, player, found)
        if found is None:
            found = self.boxes[box] = Box(whose)
        found.blackjack = base

    def deal(self) -> None:
        """673a.7(c), (e); then (f), and (g) for whoever is not paid yet."""
        refuse_if(self.open, "a round is being played")
        refuse_if(not self.boxes, "no Blackjack Wager on the table")
        refuse_if(self.cover_came, "the cards must be reshuffled first")
        self.open = True
        self.removed, self.rows, self.chance = [], [], None
        if self.fresh:
            self.removed.append(self.draw("burn"))
            self.fresh = False
        self.boxes = dict(sorted(self.boxes.items()))
        for number, box in self.boxes.items():
            box.hands = [BackHand(1, [self.draw("first", number)], box.blackjack)]
        self.dealer = [self.draw("up")]
        for number, box in self.boxes.items():
            box.hands[0].cards.append(self.draw("second", number))
        self.dealer.append(self.draw("hole"))
        for number, box in self.boxes.items():
            dealt = box.hands[0]
            dealt.blackjack = dealt.done = is_blackjack(dealt.cards)
            if dealt.blackjack:
                self.row(number, 1, "blackjack", box.blackjack, "win", box.blackjack * 2, "dealt")
        if self.dealer[0][0] == "A" and not all(box.hands[0].blackjack for box in self.boxes.values()):
            self.offer = True
        else:
            self.use_reader()

    # ---- insurance and the reader -----------------------------------------------------------------

    def offered_box(self, number: int) -> Box:
        """The box, if it may still be insured; a Blackjack is paid already."""
        refuse_if(not self.offer, "not offered now")
        refuse_if(number not in self.boxes, "no hand on that box")
        refuse_if(self.boxes[number].hands[0].blackjack, "that hand is paid")
        return self.boxes[number]

    def even_money(self, box: int) -> None:
        """The chapter has none."""
        raise Refused("no even money in this game")

    def settle_dealers_blackjack(self) -> None:
        """673a.7(h), 673a.8(c)."""
        for number, box in self.boxes.items():
            if not box.hands[0].blackjack:
                self.row(number, 1, "blackjack", box.blackjack, "lose", 0, "blackjack")
            if box.insurance:
                self.row(number, 1, "insurance", box.insurance, "win", box.insurance * 2, "blackjack")
        self.file_round()

    # ---- decisions --------------------------------------------------------------------------------

    def go_on(self) -> None:
        """673a.11(b): a split hand gets its second card when it is its turn, so not while a hand before it is
        asked for a Second Chance Wager."""
        if self.chance is None:
            super().go_on()

    def due_behind(self) -> tuple[int, Hand] | None:
        """The hand whose decision is due once the offer is declined. 673a.7(k)(1): not the second one of a
        split whose next card makes it 21."""
        found = self.due()
        if found is None or len(found[1].cards) > 1:
            return found
        number, waiting = found
        self.seen = self.seen or super().draw("split", number)
        if count([*waiting.cards, self.seen]) < 21:
            return found
        waiting.done = True
        behind = self.due()
        waiting.done = False
        return behind

    def draw(self, whom: str, box: int = 0) -> str:
        """The card that was looked at comes first."""
        seen, self.seen = self.seen, ""
        return seen or super().draw(whom, box)

    def play(self, box: int, do: str, hand: int = 1, amount: object = None) -> None:
        """673a.7(i) to (l), 673a.9 to 673a.11. An accepted decision closes insurance, and declines a Second
        Chance for the hand before."""
        refuse_if(not self.open, "no round in progress")
        if do == "second_chance":
            self.second_chance(box, hand, amount)
            return
        asked = self.chance is not None and (self.chance[0], self.chance[1].number) == (box, hand)
        refuse_if(asked, "the hand is over 21")
        found = self.due_behind() if self.chance is not None else self.due()
        refuse_if(found is None or found[0] != box or found[1].number != hand, "not the hand that decides")
        assert found is not None
        acting = found[1]
        assert isinstance(acting, BackHand)
        stake = self.double_stake(self.boxes[box], acting, amount) if do == "double" else None
        if do == "split":
            self.may_split(self.boxes[box], acting)
        refuse_if(do == "surrender" and (acting.played or acting.split), "only the first decision")
        if self.offer:
            self.close_offer()
        if self.chance is not None:
            self.decline()
        acting.played = True
        self.do(do, box, acting, stake)
        self.go_on()

    def do(self, do: str, number: int, acting: BackHand, stake: Decimal | None) -> None:
        box = self.boxes[number]
        if do == "stand":
            acting.done = True
        elif do == "surrender":
            acting.done = acting.surrendered = True
        elif do == "split":
            new = BackHand(2, [acting.cards.pop()], box.blackjack)
            new.split = acting.split = True
            box.hands.append(new)
        else:
            acting.cards.append(self.draw(do, number))
        if do == "double":
            acting.double_chips, acting.done = stake, True
        if acting.bust():
            acting.done = True
            self.chance = number, acting

    def may_split(self, box: Box, acting: BackHand) -> None:
        """673a.11(a)."""
        refuse_if(len(box.hands) == MOST_HANDS, "two hands already")
        two = len(acting.cards) == 2
        refuse_if(not two or value(acting.cards[0]) != value(acting.cards[1]), "no pair")

    def double_stake(self, whose: Box, acting: Hand, amount: object) -> Decimal:
        """673a.10(a). A split hand whose turn is only coming has one card, and will have two."""
        refuse_if(len(acting.cards) > 2, "not on two cards")
        chips = whose.blackjack if amount is None else money(amount)
        refuse_if(chips > whose.blackjack, "more than the Blackjack Wager")
        refuse_if(chips % self.chip != 0, "not a multiple of the smallest chip")
        return chips

    def second_chance(self, box: int, hand: int, amount: object) -> None:
        """673a.7(l): as much as lies on the hand; one card, and the hand is complete."""
        asked = self.chance
        refuse_if(asked is None or (asked[0], asked[1].number) != (box, hand), "no Second Chance is offered")
        refuse_if(amount is not None, "the amount is not a matter of choice")
        assert asked is not None
        asked[1].cards.append(self.draw("second_chance", box))
        asked[1].second = asked[1].at_stake()
        self.chance = None
        self.go_on()

    def decline(self) -> None:
        """No Second Chance Wager; the next hand gets its second card, if it has one to get."""
        self.chance = None
        self.go_on()

    def rest(self) -> None:
        """No insurance, no Second Chance, everybody stands."""
        if self.open and self.offer:
            self.use_reader()
        while self.open:
            if self.chance is not None:
                self.decline()
                continue
            found = self.due()
            assert found is not None
            self.play(found[0], "stand", found[1].number)

    # ---- settlement -------------------------------------------------------------------------------

    def end(self) -> None:
        """673a.7(m) to (s)."""
        if any(hand.waits() for box in self.boxes.values() for hand in hands_of(box)):
            while count(self.dealer) < 17:
                self.dealer.append(self.draw("dealer"))
        for number, box in self.boxes.items():
            for hand in hands_of(box):
                if hand.surrendered:
                    self.settle_surrender(number, hand)
                elif not hand.blackjack:
                    self.settle_hand(number, hand)
        self.file_round()

    def settle_surrender(self, number: int, hand: BackHand) -> None:
        """673a.9(a); a cent that cannot be halved is the house's."""
        self.row(number, hand.number, "blackjack", hand.wager, "surrender", 0, "turn")
        back = (hand.wager / 2).quantize(CENT, ROUND_FLOOR)
        self.rows[-1]["returned"] = f"{back:.2f}"
        self.rows[-1]["collected"] = f"{hand.wager - back:.2f}"

    def settle_hand(self, number: int, hand: BackHand) -> None:
        """673a.7(l), (m), (q), (s). A winning Second Chance is paid, and what it saved is only returned."""
        outcome = self.outcome(hand)
        when = "end" if hand.waits() else "turn"
        if hand.total() == 21 and hand.second is None:
            when = "21"
        saved = outcome == "win" and hand.second is not None
        for wager, stake in (("blackjack", hand.wager), ("double_down", hand.double_chips)):
            if stake is not None:
                won = outcome == "win" and not saved
                self.row(number, hand.number, wager, stake, "push" if saved else outcome, stake * won, when)
        if hand.second is not None:
            paid = hand.second * (outcome == "win")
            self.row(number, hand.number, "second_chance", hand.second, outcome, paid, when)

    def outcome(self, hand: Hand) -> str:
        """A hand over 21 is lost, a 21 is paid without regard to the dealer; the others meet his hand, which
        gives back what is left where it counts 22."""
        assert isinstance(hand, BackHand)
        mine, theirs = hand.total(), count(self.dealer)
        if mine >= 21:
            return "win" if mine == 21 else "lose"
        if theirs == 22 or theirs == mine:
            return "push"
        return "win" if theirs > 22 or mine > theirs else "lose"

    def file_round(self) -> None:
        counts = [hand.total() for box in self.boxes.values() for hand in hands_of(box)]
        super().file_round()
        for hand, total in zip(self.rounds[-1]["hands"], counts, strict=True):
            hand["total"] = total


def hands_of(box: Box) -> list[BackHand]:
    """The hands of a box as this game has them."""
    return [hand for hand in box.hands if isinstance(hand, BackHand)]


def play_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result document of a scenario (format 1), "when" added to each settlement row."""
    cards = scenario["cards"]
    shoe = cards.split() if isinstance(cards, str) else list(cards)
    table = DoubleBackJackOnPaper(scenario.get("rules") or {}, shoe)
    refusals = []
    for number, step in enumerate(scenario["steps"], 1):
        try:
            paper_672a.apply(table, step)
        except Refused as why:
            refusals.append({"step": number, "reason": str(why)})
    table.rest()
    return {"format": 1, "game": scenario["game"], "rounds": table.rounds, "refusals": refusals}
