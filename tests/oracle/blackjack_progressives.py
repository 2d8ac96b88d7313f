"""The progressive wagers of Blackjack (633a.6(e)(8), (10)), as a reader of 633a.7(o) settles them on paper.

What lives here: `play_scenario`, and the table of blackjack.py with two meters, an account a box, and a loss
of power after which the floor goes on or declares the round void. It shares no code with the controller. How
chips are counted, and who verifies what, does not live here.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle import blackjack
from tests.oracle.blackjack import BlackjackOnPaper, PlayedHand, hands_of
from tests.oracle.paper import Refused, count, is_blackjack, money, refuse_if, value

PROGRESSIVES = ("bad_beat", "hit_and_run")
DEFAULTS: dict[str, Any] = {
    **blackjack.DEFAULTS,
    "bad_beat": "off",
    "bad_beat_rate": 20,
    "bad_beat_initial": 5000,
    "bad_beat_reset": 5000,
    "bad_beat_options": [],
    "hit_and_run": "off",
    "hit_and_run_rate": 20,
    "hit_and_run_initial": 1000,
    "hit_and_run_reset": 1000,
}
BAD_BEAT = {2: 10, 3: 25, 4: 50, 5: 100, 6: 1000}  # by the dealer's cards, two being Blackjack; 633a.13(j)(1)
MAGIC, LUCKY, ANY_20 = 20, 5, 1
HIT_AND_RUN = {5: 7, 6: 25, 7: 100}  # 633a.13(l)(1)
RUN_BLACKJACK = 4


class ProgressivesOnPaper(BlackjackOnPaper):
    """The table through one session, with progressive wagers. meters: dollars, exactly. accounts: dollars
    that were credited, by box. held: nothing is done before the floor has decided."""

    def __init__(self, rules: dict[str, Any], shoe: Any) -> None:
        super().__init__({**DEFAULTS, **rules}, shoe)
        self.offered = [name for name in PROGRESSIVES if self.rules[name] != "off"]
        self.meters = {name: Fraction(str(self.rules[f"{name}_initial"])) for name in self.offered}
        self.accounts: dict[int, Decimal] = {}
        self.on_meters: dict[int, dict[str, Decimal]] = {}
        self.next_magic, self.next_lucky = "", 0
        self.magic, self.lucky = "", 0
        self.held = False

    # ---- wagers -----------------------------------------------------------------------------------

    def wager(self, box: int, player: str | None = None, **chips: object) -> None:
        """633a.6(e)(8), (10): beside a Blackjack Wager on that box, in units of the chips in use; the devices
        take no more than the table's highest wager."""
        adds = {name: money(chips.pop(name)) for name in PROGRESSIVES if name in chips}
        refuse_if(self.open, "wagers are closed")
        for name, amount in adds.items():
            refuse_if(name not in self.offered, f"{name} is not offered")
            refuse_if(amount % self.chip != 0, "not a multiple of the smallest chip")
            lies = self.on_meters.get(box, {}).get(name, Decimal(0))
            refuse_if(lies + amount > money(self.rules["maximum"]), "more than the device takes")
        super().wager(box, player, **chips)
        on_box = self.on_meters.setdefault(box, {})
        for name, amount in adds.items():
            on_box[name] = on_box.get(name, Decimal(0)) + amount

    def selects(self, magic_card: str, lucky_player: int) -> None:
        """What the system will select."""
        self.next_magic, self.next_lucky = magic_card, lucky_player

    # ---- the round --------------------------------------------------------------------------------

    def deal(self) -> None:
        """633a.13(j)(2), (l)(2): the meters rise as the round begins."""
        refuse_if(self.open, "a round is being played")
        refuse_if(not self.boxes, "no Blackjack Wager on the table")
        refuse_if(self.cover_came, "the cards must be reshuffled first")
        for name in self.offered:
            self.meters[name] += self.rate(name) * self.staked(name)
        self.magic, self.lucky = self.next_magic, self.next_lucky
        super().deal()

    def rate(self, name: str) -> Fraction:
        return Fraction(str(self.rules[f"{name}_rate"])) / 100

    def staked(self, name: str) -> Fraction:
        return Fraction(sum((on_box.get(name, Decimal(0)) for on_box in self.on_meters.values()), Decimal(0)))

    def depends(self, hand: PlayedHand) -> bool:
        """633a.7(n): the dealer's number of cards, or a 21 against a 20, has an effect on the outcome."""
        return super().depends(hand) or any(
            "hit_and_run" in on_box or ("bad_beat" in on_box and self.has_20(number))
            for number, on_box in self.on_meters.items()
        )

    def has_20(self, number: int) -> bool:
        return any(count(hand.cards) == 20 for hand in self.boxes[number].hands)

    def settle_dealers_blackjack(self) -> None:
        """633a.7(h)."""
        self.settle_progressives("blackjack")
        super().settle_dealers_blackjack()

    def file_round(self) -> None:
        """A dealer's Blackjack is settled above; here all cards have been dealt, 633a.7(o)."""
        if not is_blackjack(self.dealer):
            self.settle_progressives("end")
        super().file_round()
        self.on_meters = {}

    # ---- settlement -------------------------------------------------------------------------------

    def settle_progressives(self, when: str) -> None:
        """633a.7(o): from the dealer's right; both of a box together."""
        shares = {name: self.shares(name) for name in self.offered}
        for number in sorted(self.on_meters, reverse=True):
            for name in PROGRESSIVES:
                if name in self.on_meters[number]:
                    self.progressive_row(number, name, shares[name].get(number), when)
        for name, paid in shares.items():
            if paid:
                rest = self.meters[name] - Fraction(sum(paid.values(), Decimal(0)))
                self.meters[name] = Fraction(str(self.rules[f"{name}_reset"])) + rest

    def progressive_row(self, number: int, name: str, share: Decimal | None, when: str) -> None:
        stake = self.on_meters[number][name]
        won = stake * self.for_one(number, name)
        if share is None and not won:
            self.row(number, 1, name, stake, "lose", 0, when)
            return
        if share is None:
            self.row(number, 1, name, stake, "win", won - stake, when)
        else:
            self.row(number, 1, name, stake, "win", won + share, when)
            self.rows[-1]["returned"], self.rows[-1]["collected"] = "0.00", f"{stake:.2f}"
        if name == "bad_beat":
            self.credit(number, Decimal(self.rows[-1]["paid"]) + Decimal(self.rows[-1]["returned"]))

    def credit(self, number: int, dollars: Decimal) -> None:
        self.accounts[number] = self.accounts.get(number, Decimal(0)) + dollars

    def for_one(self, number: int, name: str) -> int:
        """What one dollar comes to by the paytable, its meter apart."""
        drawn, theirs = len(self.dealer), count(self.dealer)
        if name == "hit_and_run":
            return RUN_BLACKJACK if is_blackjack(self.dealer) else HIT_AND_RUN.get(drawn, 0)
        options = self.rules["bad_beat_options"]
        odds = 0
        if self.has_20(number) and theirs == 21:
            odds = BAD_BEAT.get(drawn, 0)
        elif self.has_20(number) and "any_20" in options:
            odds = ANY_20
        if "magic_card" in options and self.magic in self.first_cards[number]:
            odds += MAGIC
        if "lucky_player" in options and self.lucky == number:
            odds += LUCKY
        return odds

    def wins_meter(self, number: int, name: str) -> bool:
        if name == "hit_and_run":
            return len(self.dealer) >= 8
        return self.has_20(number) and count(self.dealer) == 21 and len(self.dealer) >= 7

    def shares(self, name: str) -> dict[int, Decimal]:
        """633a.7(o)(1)(ii)(C) by the wagers; (2)(ii)(C) the same to every player, whatever his boxes. What
        the meter shows is whole cents, and half a cent is nobody's."""
        winners = [
            number
            for number, on_box in self.on_meters.items()
            if name in on_box and self.wins_meter(number, name)
        ]
        players = [self.boxes[number].player for number in winners]
        total = sum((self.on_meters[number][name] for number in winners), Decimal(0))
        paid = {}
        for number, player in zip(winners, players, strict=True):
            if name == "bad_beat":
                part = Fraction(self.on_meters[number][name]) / Fraction(total)
            else:
                part = Fraction(1, len(set(players)) * players.count(player))
            paid[number] = Decimal(int(int(self.meters[name] * 100) * part)) / 100
        return paid

    # ---- a loss of power --------------------------------------------------------------------------

    def decide_held(self, remedy: str) -> None:
        """The floor goes on, or declares the round void."""
        refuse_if(not self.held, "nobody asks")
        refuse_if(remedy == "void_round" and not self.open, "no remedy here")
        self.held = False
        if remedy == "void_round":
            self.void()

    def void(self) -> None:
        """What was settled stays settled, what lies there goes back; meters fall by what they rose."""
        due = None if self.offer else self.due()
        over = False
        for number, box in self.boxes.items():
            for hand in hands_of(box):
                over = over or due is None or (due[0] == number and due[1] is hand)
                if not hand.paid:
                    self.void_hand(number, hand, not over)
            if box.insurance and self.offer:
                self.row(number, 1, "insurance", box.insurance, "void", 0, "end")
            for name, stake in self.on_meters.get(number, {}).items():
                self.row(number, 1, name, stake, "void", 0, "end")
                self.meters[name] -= self.rate(name) * Fraction(stake)
                if name == "bad_beat":
                    self.credit(number, stake)
        for number, wager, _ in self.still_waiting():
            self.row(number, 1, wager, self.sides[number][wager], "void", 0, "end")
        self.on_meters = {}
        super().file_round()
        self.rounds[-1]["void"] = True

    def still_waiting(self) -> list[tuple[int, str, str]]:
        """Side wagers that lie there: what waits for the reader was settled once it was used."""
        return [one for one in self.waiting if one[2] == "reveal" or self.offer]

    def void_hand(self, number: int, hand: PlayedHand, over: bool) -> None:
        assert hand.chips is not None
        at_once = hand.bust() or hand.surrendered or (hand.blackjack and not self.switch)
        low_up = value(self.dealer[0]) < 10
        face_down = hand.double_chips is not None and self.rules["double_face"] == "down"
        if over and at_once and not face_down and (low_up or hand.bust()):
            self.settle_hand(number, hand)
            return
        self.row(number, hand.number, "blackjack", hand.chips, "void", 0, "end")
        if hand.double_chips is not None:
            self.row(number, hand.number, "double_down", hand.double_chips, "void", 0, "end")


def apply(table: ProgressivesOnPaper, step: Any) -> None:
    """One step of the script; Refused where the table does not accept it."""
    if step == "power_loss":
        table.held = True
        return
    if isinstance(step, dict) and "selects" in step:
        table.selects(**step["selects"])
        return
    if isinstance(step, dict) and "floor" in step:
        table.decide_held(step["floor"])
        return
    refuse_if(table.held, "the floor decides first")
    blackjack.apply(table, step)


def play_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result document of a scenario (format 1), "when" added to each settlement row, "meters" in whole
    cents and "accounts" in cents by box added to the document."""
    cards = scenario["cards"]
    shoe = cards.split() if isinstance(cards, str) else list(cards)
    table = ProgressivesOnPaper(scenario.get("rules") or {}, shoe)
    refusals = []
    for number, step in enumerate(scenario["steps"], 1):
        try:
            apply(table, step)
        except Refused as why:
            refusals.append({"step": number, "reason": str(why)})
    table.rest()
    return {
        "format": 1,
        "game": scenario["game"],
        "rounds": table.rounds,
        "refusals": refusals,
        "meters": {name: int(amount * 100) for name, amount in table.meters.items()},
        "accounts": {number: int(dollars * 100) for number, dollars in table.accounts.items() if dollars},
    }
