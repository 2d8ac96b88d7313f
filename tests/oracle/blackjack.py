"""Blackjack and Blackjack Switch (chapter 633a) as a reader of the regulation would play them on paper.

What lives here: `play_scenario`, and the table that it plays on. It shares no code with the controller; what
633a has in common with 672a (drawing, wagers, whose boxes, the reader) it takes from the paper table of that
game. Cards dealt from the hand, double shoes, progressives and irregularities other than a card that lies
face up do not live here.

Each row's "when" (see free_bet_blackjack.py) may also be "side" (right after the deal) and "reveal" (when the
hole card is turned).
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from tests.oracle import free_bet_blackjack as paper_672a
from tests.oracle.blackjack_side_wagers import SIDE_WAGERS, odds, waits
from tests.oracle.paper import Box, Hand, Refused, count, is_blackjack, money, refuse_if, value

DEFAULTS: dict[str, Any] = {
    **{key: said for key, said in paper_672a.DEFAULTS.items() if key != "push_22"},
    "variation": "none",
    "resplits": 2,
    "double_face": "up",
    "payout_limit": 0,
    "crown_treasure": "off",
    **dict.fromkeys(SIDE_WAGERS, "off"),
}


class PlayedHand(Hand):
    """A hand of this game. root: the dealt hand that it was split from; played: a decision was made on it."""

    def __init__(self, number: int, cards: list[str], chips: Decimal, root: int) -> None:
        super().__init__(number, cards, chips)
        self.root = root
        self.played = False
        self.surrendered = False
        self.paid = False
        self.split = False


class BlackjackOnPaper(paper_672a.TableOnPaper):
    """The table through one session. Every step is a method; it raises Refused before it changes anything."""

    def __init__(self, rules: dict[str, Any], shoe: Any) -> None:
        super().__init__({**DEFAULTS, **rules}, shoe)
        self.switch = self.rules["variation"] == "switch"
        self.sides: dict[int, dict[str, Decimal]] = {}
        self.waiting: list[tuple[int, str, str]] = []  # box, wager, what it waits for
        self.switched: set[int] = set()
        self.first_cards: dict[int, list[str]] = {}

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self, box: int, player: str | None = None, **chips: object) -> None:
        """633a.6(c) to (e), 633a.12(a)(2)."""
        refuse_if(self.open, "wagers are closed")
        found = self.boxes.get(box)
        adds = {name: money(amount) for name, amount in chips.items()}
        for name, amount in adds.items():
            refuse_if(amount % self.chip != 0, "not a multiple of the smallest chip")
            refuse_if(name != "blackjack" and self.rules[name] == "off", f"{name} is not offered")
        base = (found.blackjack if found else Decimal(0)) + adds.get("blackjack", Decimal(0))
        refuse_if(base == 0, "a side wager needs a Blackjack Wager")
        if "blackjack" in adds:
            refuse_if(not money(self.rules["minimum"]) <= base, "below the minimum")
            refuse_if(not base <= money(self.rules["maximum"]), "above the maximum")
        whose = self.whose(box, player, found)
        if found is None:
            found = self.boxes[box] = Box(whose)
            self.sides[box] = {}
        found.blackjack = base
        for name, amount in adds.items():
            if name != "blackjack":
                self.sides[box][name] = self.sides[box].get(name, Decimal(0)) + amount

    # ---- the deal ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """633a.7(c), (f), 633a.12(a)(3); then 633a.7(g)."""
        refuse_if(self.open, "a round is being played")
        refuse_if(not self.boxes, "no Blackjack Wager on the table")
        refuse_if(self.cover_came, "the cards must be reshuffled first")
        self.open = True
        self.removed, self.rows, self.waiting, self.switched = [], [], [], set()
        if self.fresh:
            self.removed.append(self.draw("burn"))
            self.fresh = False
        self.boxes = dict(sorted(self.boxes.items()))
        spots = (1, 2) if self.switch else (1,)
        for number, box in self.boxes.items():
            box.hands = [PlayedHand(n, [self.draw("first", number)], box.blackjack, n) for n in spots]
        self.dealer = [self.draw("up")]
        for number, box in self.boxes.items():
            for hand in box.hands:
                hand.cards.append(self.draw("second", number))
        self.dealer.append(self.draw("hole"))
        for box in self.boxes.values():
            for hand in box.hands:
                hand.blackjack = hand.done = is_blackjack(hand.cards)
        self.settle_sides()
        if self.dealer[0][0] == "A":
            self.offer = True
        else:
            self.use_reader()

    def settle_sides(self) -> None:
        """633a.7(g): all but those that wait for the dealer's second card."""
        for number, box in self.boxes.items():
            self.first_cards[number] = [card for hand in box.hands for card in hand.cards]
            for wager in self.sides[number]:
                until = waits(wager, self.first_cards[number], self.dealer[0])
                if until:
                    self.waiting.append((number, wager, until))
                else:
                    self.side_row(number, wager, "side")

    def side_row(self, number: int, wager: str, when: str) -> None:
        stake = self.sides[number][wager]
        times = odds(wager, self.first_cards[number], self.dealer[:2], self.rules)
        self.row(number, 1, wager, stake, "win" if times else "lose", stake * times, when)

    def settle_waiting(self, until: str, when: str) -> None:
        for number, wager, waits_for in self.waiting:
            if waits_for == until:
                self.side_row(number, wager, when)

    def share_the_limit(self) -> None:
        """633a.13(m): what pays a thousand to one in this round is together paid at most the limit, shared
        by the wagers. Half a cent is nobody's."""
        won = [row for row in self.rows if row["when"] == "blackjack" and row["outcome"] == "win"]
        limit, staked = Decimal(self.rules["payout_limit"]), sum(Decimal(row["stake"]) for row in won)
        if limit and sum(Decimal(row["paid"]) for row in won) > limit:
            for row in won:
                share = limit * Decimal(row["stake"]) / staked
                row["paid"] = f"{share.quantize(Decimal('0.01'), ROUND_FLOOR):.2f}"

    # ---- insurance, even money, the reader --------------------------------------------------------

    def offered_box(self, number: int) -> Box:
        refuse_if(not self.offer, "not offered now")
        refuse_if(number not in self.boxes, "no hand on that box")
        return self.boxes[number]

    def insurance(self, box: int, amount: object) -> None:
        """633a.8(b); even money is instead of it, so a hand that took it is not insured."""
        found = self.offered_box(box)
        open_hands = [hand for hand in hands_of(found) if not hand.paid]
        refuse_if(not open_hands, "that box has taken even money")
        chips = money(amount)
        refuse_if(chips % self.chip != 0, "not a multiple of the smallest chip")
        half = found.blackjack * len(open_hands) / 2
        most = (half / self.chip).to_integral_value(ROUND_CEILING) * self.chip
        refuse_if(found.insurance + chips > most, "more than one half")
        found.insurance += chips

    def even_money(self, box: int, hand: int = 1) -> None:
        """633a.8(e): instead of insurance; in Blackjack Switch for one hand."""
        refuse_if(not self.rules["even_money"], "even money is not offered")
        found = self.offered_box(box)
        refuse_if(hand > len(found.hands), "no such hand")
        acting = hands_of(found)[hand - 1]
        refuse_if(not acting.blackjack, "that hand is no Blackjack")
        refuse_if(acting.paid, "that hand has taken even money")
        refuse_if(found.insurance > 0, "that box is insured")
        acting.paid = True
        self.row(box, hand, "blackjack", found.blackjack, "win", found.blackjack, "offer")

    def use_reader(self) -> None:
        """633a.7(h), 633a.8(d), 633a.7(g)(1), (6)."""
        self.offer = False
        if is_blackjack(self.dealer):
            self.settle_waiting("reader", "blackjack")
            self.share_the_limit()
            self.settle_waiting("reveal", "blackjack")
            self.settle_dealers_blackjack()
            return
        self.settle_waiting("reader", "reader")
        for number, box in self.boxes.items():
            if box.insurance:
                self.row(number, 1, "insurance", box.insurance, "lose", 0, "reader")
        self.go_on()

    def settle_dealers_blackjack(self) -> None:
        """633a.7(h), (q), 633a.12(a)(5)(ii)."""
        for number, box in self.boxes.items():
            for hand in hands_of(box):
                if not hand.paid:
                    outcome = "push" if hand.blackjack else "lose"
                    self.row(number, hand.number, "blackjack", box.blackjack, outcome, 0, "blackjack")
            if box.insurance:
                self.row(number, 1, "insurance", box.insurance, "win", box.insurance * 2, "blackjack")
        self.file_round()

    # ---- decisions --------------------------------------------------------------------------------

    def play(self, box: int, do: str, hand: int = 1, amount: object = None) -> None:
        """633a.7(i) to (k), 633a.9 to 633a.11, 633a.12(a)(4). An accepted decision closes insurance."""
        refuse_if(not self.open, "no round in progress")
        found = self.due()
        if do == "switch":
            refuse_if(found is None or found[0] != box, "not the box that decides")
            self.may_switch(box)
        else:
            refuse_if(
                found is None or found[0] != box or found[1].number != hand, "not the hand that decides"
            )
        assert found is not None
        assert isinstance(found[1], PlayedHand)
        whose, acting = self.boxes[box], found[1]
        stake = self.double_stake(whose, acting, amount) if do == "double" else None
        if do == "split":
            self.may_split(whose, acting)
        if do == "surrender":
            refuse_if(self.switch, "no surrender in Blackjack Switch")
            refuse_if(acting.played or acting.split, "only the first decision")
        if self.offer:
            self.close_offer()
        if do == "switch":
            self.do_switch(box)
        else:
            acting.played = True
            self.do(do, box, acting, stake)
        self.go_on()

    def do(self, do: str, box: int, acting: PlayedHand, stake: Decimal | None) -> None:
        whose = self.boxes[box]
        if do == "stand":
            acting.done = True
        elif do == "surrender":
            acting.done = acting.surrendered = True
        elif do == "split":
            new = PlayedHand(len(whose.hands) + 1, [acting.cards.pop()], whose.blackjack, acting.root)
            new.split = acting.split = True
            whose.hands.insert(whose.hands.index(acting) + 1, new)
        else:
            acting.cards.append(self.draw(do, box))
        if do == "double":
            acting.double_chips, acting.done = stake, True

    def may_switch(self, number: int) -> None:
        """633a.12(a)(4): once, before any other decision of that player."""
        refuse_if(not self.switch, "not in this game")
        refuse_if(number in self.switched, "that box has switched")
        dealt = hands_of(self.boxes[number])
        refuse_if(any(hand.played or hand.paid for hand in dealt), "after a decision")

    def do_switch(self, number: int) -> None:
        self.switched.add(number)
        one, two = hands_of(self.boxes[number])
        one.cards[1], two.cards[1] = two.cards[1], one.cards[1]
        for hand in (one, two):
            hand.blackjack = hand.done = False

    def may_split(self, whose: Box, acting: PlayedHand) -> None:
        """633a.11(a), (c)."""
        two = len(acting.cards) == 2
        refuse_if(not two or value(acting.cards[0]) != value(acting.cards[1]), "no pair")
        family = [hand for hand in hands_of(whose) if hand.root == acting.root]
        refuse_if(len(family) == self.rules["resplits"] + 2, "split often enough")

    def double_stake(self, whose: Box, acting: Hand, amount: object) -> Decimal:
        """633a.10(a)."""
        refuse_if(len(acting.cards) != 2, "not on two cards")
        chips = whose.blackjack if amount is None else money(amount)
        refuse_if(chips > whose.blackjack, "more than the Blackjack Wager")
        refuse_if(chips % self.chip != 0, "not a multiple of the smallest chip")
        return chips

    # ---- settlement -------------------------------------------------------------------------------

    def end(self) -> None:
        """633a.7(l) to (q), 633a.12(a)(5)."""
        self.settle_waiting("reveal", "reveal")
        if any(self.depends(hand) for box in self.boxes.values() for hand in hands_of(box)):
            while count(self.dealer) < 17:
                self.dealer.append(self.draw("dealer"))
        for number, box in self.boxes.items():
            for hand in hands_of(box):
                if not hand.paid:
                    self.settle_hand(number, hand)
        self.file_round()

    def depends(self, hand: PlayedHand) -> bool:
        """633a.7(n): whether the dealer's further cards matter to this hand."""
        if hand.blackjack:
            return self.switch and not hand.paid
        return not (hand.bust() or hand.surrendered)

    def settle_hand(self, number: int, hand: PlayedHand) -> None:
        low_up = value(self.dealer[0]) < 10
        assert hand.chips is not None
        if hand.surrendered:
            self.row(number, 1, "blackjack", hand.chips, "surrender", 0, "turn" if low_up else "reveal")
            self.rows[-1]["returned"] = self.rows[-1]["collected"] = f"{hand.chips / 2:.2f}"
            return
        if hand.blackjack and not self.switch:
            when = "turn" if low_up else "end"
            self.row(number, 1, "blackjack", hand.chips, "win", hand.chips * 3 / 2, when)
            return
        outcome = self.outcome_633a(hand)
        face_down = hand.double_chips is not None and self.rules["double_face"] == "down"  # 633a.10(c)
        when = "turn" if hand.bust() and not face_down else "end"
        odds_3_2 = hand.blackjack and count(self.dealer) != 21
        won = hand.chips * 3 / 2 if odds_3_2 else hand.chips
        self.row(number, hand.number, "blackjack", hand.chips, outcome, won if outcome == "win" else 0, when)
        if hand.double_chips is not None:
            paid = hand.double_chips if outcome == "win" else 0
            self.row(number, hand.number, "double_down", hand.double_chips, outcome, paid, when)

    def outcome_633a(self, hand: PlayedHand) -> str:
        """633a.7(p), (q), 633a.12(a)(5)."""
        mine, theirs = count(hand.cards), count(self.dealer)
        if mine > 21:
            return "lose"
        if self.switch and theirs == 22:
            return "push"
        if theirs > 21 or mine > theirs or hand.blackjack:
            return "win"
        return "push" if mine == theirs else "lose"

    def file_round(self) -> None:
        super().file_round()
        self.sides = {}


def hands_of(box: Box) -> list[PlayedHand]:
    """The hands of a box as this game has them."""
    return [hand for hand in box.hands if isinstance(hand, PlayedHand)]


def play_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result document of a scenario (format 1), "when" added to each settlement row."""
    cards = scenario["cards"]
    shoe = cards.split() if isinstance(cards, str) else list(cards)
    table = BlackjackOnPaper(scenario.get("rules") or {}, shoe)
    refusals = []
    for number, step in enumerate(scenario["steps"], 1):
        try:
            apply(table, step)
        except Refused as why:
            refusals.append({"step": number, "reason": str(why)})
    table.rest()
    return {"format": 1, "game": scenario["game"], "rounds": table.rounds, "refusals": refusals}


def apply(table: BlackjackOnPaper, step: Any) -> None:
    """One step of the script; Refused where the table does not accept it."""
    paper_672a.apply(table, step)
