"""Free Bet Blackjack (chapter 672a) as a reader of the regulation would play it with pencil and paper.

What lives here: `play_scenario`, which takes a scenario of format 1 as a mapping and gives its result
document, and the `TableOnPaper` that it plays on. It shares no code with the controller, and it knows all
cards, so it may look at the hole card. Devices, the clock and irregularities other than a card that lies
face up do not live here.

Each settlement row has one key more than the format has, "when": "offer" (even money), "reader" (once the
reader was used), "turn" (while the players act), "end" (the final settlement), "blackjack" (the dealer has
one), or "any" where the chapter leaves it open.
"""

from decimal import ROUND_CEILING, Decimal
from typing import Any

from tests.oracle.paper import Box, Hand, Refused, count, is_blackjack, money, refuse_if, value

DEFAULTS: dict[str, Any] = {
    "minimum": 5,
    "maximum": 1000,
    "smallest_chip": "0.50",
    "decks": 6,
    "boxes_per_player": 2,
    "push_22": "off",
    "even_money": True,
}
PAYTABLES = {"A": (50, 20, 8), "B": (50, 20, 7)}  # 672a.11(c): same suit, same color, other
MOST_HANDS = 4  # 672a.10(d)


class TableOnPaper:
    """The table through one session. Every step is a method; it raises Refused before it changes anything."""

    def __init__(self, rules: dict[str, Any], shoe: Any) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.chip = money(self.rules["smallest_chip"])
        self.shoe = shoe
        self.fresh = True  # the first card of a new shoe has not been removed yet
        self.cover_came = False
        self.boxes: dict[int, Box] = {}
        self.open = False
        self.offer = False
        self.dealer: list[str] = []
        self.removed: list[str] = []
        self.rows: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.drawing_for: tuple[str, int] = ("burn", 0)

    # ---- cards ------------------------------------------------------------------------------------

    def draw(self, whom: str, box: int = 0) -> str:
        """The next card that may be used: 672a.7(d) the cover card aside, 672a.12(a) face-up cards out."""
        self.drawing_for = (whom, box)
        while True:
            card = str(self.shoe.pop(0))
            if card == "CUT":
                self.cover_came = True
            elif card.endswith("!"):
                self.removed.append(card[:2])
            else:
                return card

    def shuffle(self, shoe: Any) -> None:
        """672a.5(f): directed, or the reshuffle that is due."""
        refuse_if(self.open, "a round is being played")
        self.shoe = shoe
        self.fresh = True
        self.cover_came = False

    # ---- before the deal --------------------------------------------------------------------------

    def wager(self, box: int, player: str | None = None, **chips: object) -> None:
        """672a.6."""
        refuse_if(self.open, "wagers are closed")
        found = self.boxes.get(box)
        adds = {name: money(amount) for name, amount in chips.items()}
        for amount in adds.values():
            refuse_if(amount % self.chip != 0, "not a multiple of the smallest chip")
        refuse_if("push_22" in adds and self.rules["push_22"] == "off", "Push 22 is not offered")
        base = (found.blackjack if found else Decimal(0)) + adds.get("blackjack", Decimal(0))
        refuse_if(base == 0, "Push 22 needs a Blackjack Wager")
        if "blackjack" in adds:
            low, high = money(self.rules["minimum"]), money(self.rules["maximum"])
            refuse_if(not low <= base <= high, "outside the table limits")
        whose = self.whose(box, player, found)
        if found is None:
            found = self.boxes[box] = Box(whose)
        found.blackjack = base
        found.push_22 += adds.get("push_22", Decimal(0))

    def whose(self, box: int, player: str | None, found: Box | None) -> str:
        """The player of these chips, 672a.6(f): so many boxes, and adjacent ones."""
        if found is not None:
            refuse_if(player is not None and player != found.player, "another player's box")
            return found.player
        if player is None:
            return f"(box {box})"
        theirs = sorted([n for n, other in self.boxes.items() if other.player == player] + [box])
        refuse_if(len(theirs) > self.rules["boxes_per_player"], "too many boxes for one player")
        refuse_if(theirs[-1] - theirs[0] + 1 != len(theirs), "boxes that are not adjacent")
        return player

    # ---- the deal ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """672a.7(c), (e), (f)."""
        refuse_if(self.open, "a round is being played")
        refuse_if(not self.boxes, "no Blackjack Wager on the table")
        refuse_if(self.cover_came, "the cards must be reshuffled first")
        self.open = True
        self.removed, self.rows = [], []
        if self.fresh:
            self.removed.append(self.draw("burn"))
            self.fresh = False
        self.boxes = dict(sorted(self.boxes.items()))
        for number, box in self.boxes.items():
            box.hands = [Hand(1, [self.draw("first", number)], box.blackjack)]
        self.dealer = [self.draw("up")]
        for number, box in self.boxes.items():
            box.hands[0].cards.append(self.draw("second", number))
        self.dealer.append(self.draw("hole"))
        for box in self.boxes.values():
            box.hands[0].blackjack = box.hands[0].done = is_blackjack(box.hands[0].cards)
        if self.dealer[0][0] == "A":
            self.offer = True
        else:
            self.use_reader()

    # ---- insurance, even money, the reader --------------------------------------------------------

    def offered_box(self, number: int) -> Box:
        """The box, if it may still answer the offer."""
        refuse_if(not self.offer, "not offered now")
        refuse_if(number not in self.boxes, "no hand on that box")
        refuse_if(self.boxes[number].even_money, "that box has taken even money")
        return self.boxes[number]

    def most_insurance(self, box: Box) -> Decimal:
        """672a.8(b): half the wager, or up to the next unit that chips can make."""
        return (box.blackjack / 2 / self.chip).to_integral_value(ROUND_CEILING) * self.chip

    def insurance(self, box: int, amount: object) -> None:
        """672a.8(b); chips may be added while the offer stands."""
        found = self.offered_box(box)
        chips = money(amount)
        refuse_if(chips % self.chip != 0, "not a multiple of the smallest chip")
        refuse_if(found.insurance + chips > self.most_insurance(found), "more than one half")
        found.insurance += chips

    def even_money(self, box: int) -> None:
        """672a.8(e): instead of insurance."""
        refuse_if(not self.rules["even_money"], "even money is not offered")
        found = self.offered_box(box)
        refuse_if(not found.hands[0].blackjack, "that hand is no Blackjack")
        refuse_if(found.insurance > 0, "that box is insured")
        found.even_money = True
        self.row(box, 1, "blackjack", found.blackjack, "win", found.blackjack, "offer")

    def use_reader(self) -> None:
        """672a.7(g), (h), 672a.8(d); where nothing is left to decide, the round ends."""
        self.offer = False
        if is_blackjack(self.dealer):
            self.settle_dealers_blackjack()
            return
        for number, box in self.boxes.items():
            if box.insurance:
                self.row(number, 1, "insurance", box.insurance, "lose", 0, "reader")
        self.go_on()

    # ---- decisions --------------------------------------------------------------------------------

    def due(self) -> tuple[int, Hand] | None:
        """The hand whose decision is due, or None. 672a.7(h), 672a.10(c): clockwise, hand after hand."""
        for number, box in self.boxes.items():
            for hand in box.hands:
                if not hand.done:
                    return number, hand
        return None

    def go_on(self) -> None:
        """Deal second cards to split hands whose turn it is; end the round when no decision is due."""
        while (found := self.due()) is not None:
            number, hand = found
            if len(hand.cards) == 1:
                hand.cards.append(self.draw("split", number))
            if count(hand.cards) < 21:
                return
            hand.done = True
        self.end()

    def play(self, box: int, do: str, hand: int = 1, amount: object = None) -> None:
        """672a.7(h) to (j), 672a.9, 672a.10. The first accepted decision closes insurance."""
        refuse_if(not self.open, "no round in progress")
        found = self.due()
        refuse_if(found is None or found[0] != box or found[1].number != hand, "not the hand that decides")
        assert found is not None
        whose, acting = self.boxes[box], found[1]
        refuse_if(do == "surrender", "672a.7(h)(2)")
        stake = self.double_stake(whose, acting, amount) if do == "double" else None
        if do == "split":
            refuse_if(len(acting.cards) != 2 or value(acting.cards[0]) != value(acting.cards[1]), "no pair")
            refuse_if(len(whose.hands) == MOST_HANDS, "four hands already")
        if self.offer:
            self.close_offer()
        if do == "stand":
            acting.done = True
        elif do == "split":
            paid = value(acting.cards[0]) == 10
            new = Hand(len(whose.hands) + 1, [acting.cards.pop()], whose.blackjack if paid else None)
            whose.hands.insert(whose.hands.index(acting) + 1, new)
        else:
            acting.cards.append(self.draw(do, box))
        if do == "double":
            acting.double_lammer, acting.double_chips = stake is None, stake
            acting.done = True
        self.go_on()

    def close_offer(self) -> None:
        """A decision that the rules allow closes insurance: the hole card goes into the reader. Where the
        dealer has Blackjack the round is over with that, and no decision is left to be made."""
        blackjack = is_blackjack(self.dealer)
        self.use_reader()
        refuse_if(blackjack, "no decision is due: the round is over")

    def double_stake(self, whose: Box, acting: Hand, amount: object) -> Decimal | None:
        """The chips of a double down, None where it is free: hard 9, 10 or 11 on two cards."""
        refuse_if(len(acting.cards) != 2, "not on two cards")
        no_ace = all(card[0] != "A" for card in acting.cards)
        if no_ace and count(acting.cards) in (9, 10, 11):
            refuse_if(amount is not None, "this double down is free")
            return None
        chips = whose.blackjack if amount is None else money(amount)
        refuse_if(chips > whose.blackjack, "more than the Blackjack Wager")
        refuse_if(chips % self.chip != 0, "not a multiple of the smallest chip")
        return chips

    def rest(self) -> None:
        """No insurance, no even money, everybody stands."""
        if self.open and self.offer:
            self.use_reader()
        while self.open:
            found = self.due()
            assert found is not None
            self.play(found[0], "stand", found[1].number)

    # ---- settlement -------------------------------------------------------------------------------

    def row(self, box: int, hand: int, wager: str, stake: Any, outcome: str, paid: Any, when: str) -> None:
        """One settled stack."""
        stake, paid = Decimal(stake), Decimal(paid)
        lost = outcome == "lose"
        self.rows.append(
            {
                "box": box,
                "hand": hand,
                "wager": wager,
                "stake": f"{stake:.2f}",
                "outcome": outcome,
                "paid": f"{paid:.2f}",
                "returned": f"{0 if lost else stake:.2f}",
                "collected": f"{stake if lost else 0:.2f}",
                "when": when,
            }
        )

    def settle_dealers_blackjack(self) -> None:
        """672a.7(g)(1), (2)."""
        for number, box in self.boxes.items():
            if not box.even_money:
                outcome = "push" if box.hands[0].blackjack else "lose"
                self.row(number, 1, "blackjack", box.blackjack, outcome, 0, "blackjack")
            if box.push_22:
                self.row(number, 1, "push_22", box.push_22, "lose", 0, "blackjack")
            if box.insurance:
                self.row(number, 1, "insurance", box.insurance, "win", box.insurance * 2, "blackjack")
        self.file_round()

    def end(self) -> None:
        """672a.7(k) to (q)."""
        push_22 = any(box.push_22 for box in self.boxes.values())
        if push_22 or any(box.live() for box in self.boxes.values()):
            while count(self.dealer) < 17:
                self.dealer.append(self.draw("dealer"))
        for number, box in self.boxes.items():
            self.settle_hands(number, box)
            if box.push_22:
                odds = self.push_22_odds()
                outcome = "win" if odds else "lose"
                self.row(number, 1, "push_22", box.push_22, outcome, box.push_22 * odds, "end")
        self.file_round()

    def push_22_odds(self) -> int:
        """672a.11(c); 0 where it loses."""
        if count(self.dealer) != 22:
            return 0
        suit, color, other = PAYTABLES[self.rules["push_22"]]
        suits = {card[1] for card in self.dealer}
        if len(suits) == 1:
            return suit
        return color if suits <= set("DH") or suits <= set("CS") else other

    def settle_hands(self, number: int, box: Box) -> None:
        """672a.7(h)(1), (n) to (q), 672a.10(c), 672a.11(a)."""
        for hand in box.hands:
            if hand.blackjack:
                if not box.even_money:
                    paid = box.blackjack * 3 / 2
                    self.row(number, 1, "blackjack", box.blackjack, "win", paid, "turn")
                continue
            outcome = self.outcome(hand)
            chips, lammers = "end", "end"
            if hand.bust() and not box.live():
                chips = lammers = "turn"
            elif hand.bust() and box.has_lammer():  # tucked, if the hand was the first
                chips, lammers = ("end" if hand.number == 1 else "any"), "any"
            elif hand.bust():
                chips = "turn"
            for wager, stake in (("blackjack", hand.chips), ("double_down", hand.double_chips)):
                if stake is not None:
                    self.row(number, hand.number, wager, stake, outcome, stake * (outcome == "win"), chips)
            for _ in range((hand.chips is None) + hand.double_lammer):
                paid = box.blackjack * (outcome == "win")
                self.row(number, hand.number, "free_bet", 0, outcome, paid, lammers)

    def outcome(self, hand: Hand) -> str:
        """Against the dealer's final hand."""
        mine, theirs = count(hand.cards), count(self.dealer)
        if mine > 21:
            return "lose"
        if theirs == 22 or theirs == mine:
            return "push"
        return "win" if theirs > 22 or mine > theirs else "lose"

    def file_round(self) -> None:
        """The round is over: note it and clear the table."""
        hands = [
            {"box": n, "hand": hand.number, "cards": hand.cards, "total": count(hand.cards)}
            for n, box in self.boxes.items()
            for hand in box.hands
        ]
        self.rounds.append(
            {
                "round": len(self.rounds) + 1,
                "void": False,
                "dealer": {"cards": self.dealer, "total": count(self.dealer)},
                "hands": hands,
                "settlements": self.rows,
                "removed": self.removed,
            }
        )
        self.boxes, self.open, self.offer = {}, False, False


def apply(table: TableOnPaper, step: Any) -> None:
    """One step of the script; Refused where the table does not accept it."""
    if step == "deal":
        table.deal()
    elif step == "rest":
        table.rest()
    elif "wager" in step:
        table.wager(**step["wager"])
    elif "insurance" in step:
        table.insurance(**step["insurance"])
    elif "even_money" in step:
        table.even_money(**step["even_money"])
    elif "play" in step:
        table.play(**step["play"])
    elif "shuffle" in step:
        said = step["shuffle"]
        table.shuffle(said.split() if isinstance(said, str) else said)
    else:
        raise ValueError(f"the oracle does not know the step {step}")


def play_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result document of a scenario (format 1), "when" added to each settlement row."""
    cards = scenario["cards"]
    shoe = cards.split() if isinstance(cards, str) else list(cards)
    table = TableOnPaper(scenario.get("rules") or {}, shoe)
    refusals = []
    for number, step in enumerate(scenario["steps"], 1):
        try:
            apply(table, step)
        except Refused as why:
            refusals.append({"step": number, "reason": str(why)})
    table.rest()
    return {"format": 1, "game": scenario["game"], "rounds": table.rounds, "refusals": refusals}
