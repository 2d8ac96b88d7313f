"""The simulated dealer and floorperson: they do what the controller prompts, with simulated hands.

The dealer knows the cards that left the shoe, as a person who pulls them would; the controller knows
what it may. Nothing here decides by the rules of a game: it reads prompts. The script's own steps
are in play.py.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.rehearsal.bench import Bench
from controller.rehearsal.dealing_by_hand import ByHand
from controller.rehearsal.held_hands import HeldHands
from controller.rehearsal.misdealing import Misdealing
from controller.rehearsal.poker_hands import PokerHands
from controller.rehearsal.preparing import Preparing
from controller.rehearsal.progressive import ProgressiveHands
from controller.rehearsal.prompted import PATIENCE, PromptedDealer, StuckTable, most_urgent
from controller.rehearsal.side_choice import SideChoice
from controller.rehearsal.stack_hands import StackHands
from controller.table import commands as c
from controller.table.commands import Asked, Input, Reported
from controller.table.progressive import is_progressive
from controller.table.ruling import Ruling, rule_on
from controller.table.state import (
    CLOSING,
    OPEN_WORD,
    Prompt,
    Table,
    is_automated,
    is_from_hand,
    spot_before_deal,
)
from controller.table.supply import laid_of_side, laid_out
from drivers import messages as m
from drivers.cards import UNREAD, Card

DEALER: Final = "the simulated dealer"
FLOOR: Final = "the simulated floorperson"
COVER: Final = "CUT"
NOTHING: Final = Prompt("", "", "")

__all__ = ["DEALER", "FLOOR", "PATIENCE", "Dealer", "StuckTable"]


class Dealer(PromptedDealer[Prompt]):
    """One dealer and one floorperson at one bench.

    faces: the face of each card that left the shoe, by draw number, as a person saw it. collected: the
    draws of cards in the discard rack since they were last shuffled. refill_order: gives the order of the
    discards that are put into a shoe that ran short.
    """

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self.bench = bench
        self.faces: dict[int, Card] = {}
        self.collected: list[int] = []
        self.draws_again = False
        self.cards = Preparing(self)
        self.errs = Misdealing(self)
        self.system = ProgressiveHands(self)
        self.by_hand = ByHand(self)
        self.held = HeldHands(self)
        self._hands |= {
            "deal_cards": self.by_hand.deal_cards,
            "deal_card": self.by_hand.deal_card,
            "deal_down": self.by_hand.deal_card,
        }
        self.sides = SideChoice(self)
        self.poker = PokerHands(self)
        self.stacks = StackHands(self)
        self._hands["deliver_stack"] = lambda _: self.stacks.deliver()
        self._hands["lock_decisions"] = lambda _: self.ask(c.LockDecisions()).refused is None
        self.refill_order: Callable[[tuple[Card, ...]], list[str]] = lambda _: []

    # ---- asking ---------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.bench.table

    def ask(self, what: c.Command, role: c.Role = "dealer") -> Ruling:
        """Ask the table for something as the dealer, or as the floorperson."""
        return self.bench.ask(Asked(role, DEALER if role == "dealer" else FLOOR, what))

    def would_be_refused(self, what: c.Command, role: c.Role = "dealer") -> bool:
        """Whether the table would refuse this now. Nothing is asked."""
        return rule_on(self.bench.game, self.table, Asked(role, "", what)).refused is not None

    def prompt(self) -> Prompt:
        """The most urgent thing that the table asks for."""
        prompts = self.bench.game.prompts(self.table)
        return most_urgent(prompts, is_held=bool(self.table.holds), nothing=NOTHING)

    # ---- doing what is prompted ------------------------------------------------------------------

    def wait_for_change(self, prompt: Prompt) -> bool:
        """Wait until the table asks for something else; False where it keeps asking for the same."""
        if self.table.standing.supply.machine.stage in ("working", "cancelling"):
            return self.cards.wait(prompt)
        return self.bench.run_until(lambda: self.prompt() != prompt, PATIENCE)

    def go_on(self) -> None:
        """As every dealer does; and a shoe that ran short is filled where the script says nothing of it."""
        while True:
            super().go_on()
            if self.held.shows():
                continue
            if self.table.phase != "Refilling" or self.table.holds or not self._refill():
                return

    def _refill(self) -> bool:
        """One step of shuffling the discards, cutting and loading them; what lies on the layout stays
        there."""
        prompt = self.prompt()
        if prompt.kind == "load":
            table = self.table
            lying = laid_out(table)
            if table.double is not None:
                lying = laid_of_side(table, table.standing.supply.current)
            return self.cards.load(self.refill_order(tuple(self.faces[draw] for draw in lying)))
        return self.cards.follow(prompt)

    def collect_shoe(self) -> bool:
        """See Preparing."""
        return self.cards.collect_shoe()

    def count_deck(self) -> bool:
        """See Preparing."""
        return self.cards.count_deck()

    def feed(self) -> bool:
        """See Preparing."""
        return self.cards.feed()

    def take_stack(self) -> bool:
        """See Preparing."""
        return self.cards.take_stack()

    def count_progressive(self, prompt: Prompt) -> bool:
        """See ProgressiveHands."""
        return self.system.count(prompt)

    def verify_award(self, prompt: Prompt) -> bool:
        """See ProgressiveHands."""
        return self.system.verify(prompt)

    def document_award(self, prompt: Prompt) -> bool:
        """See ProgressiveHands."""
        return self.system.document(prompt)

    def discards(self) -> list[Card]:
        """The faces of the cards that lie in the discard rack."""
        return [self.faces[draw] for draw in self.collected if draw in self.faces]

    def settle(self) -> bool:
        """Clear the felt, and confirm it. A dealer who is to err first pulls a card that nobody needs."""
        if self.draws_again:
            self.draws_again = False
            self.draw_in_error()
        felt = self.poker.leave_on_felt()
        self.bench.act("wagers", lambda model, now: model.settle(felt, now))
        self.system.clear()
        return self.ask(c.WagersSettled()).refused is None

    def draw_in_error(self) -> None:
        """A card leaves the shoe although none may: it was half out, or the dealer is at fault."""
        if is_from_hand(self.table):
            self.by_hand.in_error()
            return
        if is_automated(self.table):
            return  # nobody can pull a card out of it
        start, last = len(self.bench.rulings), self.table.last
        hold = {**self.sides.unasked(), "force": True}
        card = self.bench.act("shoe", lambda model, now: model.draw(now, **hold))
        if card is not None:
            self.note(last, card)
            kinds = (m.CardDrawn, m.CoverCardOut)
            self.bench.run_until(lambda: self.since(start, kinds) != [], PATIENCE)

    def collect(self) -> bool:
        """Put the cards away, and confirm it. Chips of progressive wagers of a void round go back."""
        self.stacks.clear_exit()
        table = self.table
        self.system.clear()
        hands = (*table.hands, table.dealer)
        draws = [draw for hand in hands for draw in hand.draws] + [
            card.draw for card in (*table.removed, *table.poker.given, *table.ahead)
        ]
        if self.ask(c.CardsCollected()).refused is not None:
            return False
        self.collected += draws
        if table.standing.supply.equipment.shuffler == "in_shoe":
            self._give_back()
        return True

    def _give_back(self) -> None:
        """A shoe that shuffles by itself takes the discards at once."""
        cards = self.discards()
        self.collected.clear()
        self.bench.act("shoe", lambda model, now: model.add(cards, now))

    def enter_card(self, draw: int) -> bool:
        """Enter the card of that draw as it was seen."""
        face = self.faces.get(draw, UNREAD)
        who: c.Role = "dealer" if is_from_hand(self.table) else "floorperson"
        return self.ask(c.EnterCard(draw, face), who).refused is None

    def draw(self) -> bool:
        """Pull one card, and wait until the table has ruled on it. The cover card is set aside. A dealer who
        errs passes somebody over, or lays the card elsewhere."""
        if self.errs.passes_over(self.prompt()):
            return True
        self.errs.look()
        if not self._pull():
            return False
        self.errs.lay()
        return True

    def _pull(self) -> bool:
        start = len(self.bench.rulings)
        last = self.table.last
        hold = self.sides.next()
        if "force" in hold:  # who errs takes the other side of an open shoe, and not a locked one
            self.bench.run_until(lambda: self._gives() or bool(self.table.holds), PATIENCE)
        card = self.bench.act("shoe", lambda model, now: model.draw(now, **hold))
        if card is None:
            # A gate that has not opened yet, or a jam that is being retried.
            return self.bench.run_until(
                lambda: self._gives() or bool(self.table.holds), PATIENCE
            ) and not bool(self.table.holds)
        self.note(last, card)
        if card.card == COVER:
            return self._heard(start, (m.CoverCardOut,))
        self.sides.drew(hold)
        # Of two that came out at once the second is reported last, and a dealer has seen both.
        return self._heard(start, (m.CardDrawn,) if card.also is None else (m.DoubleFeed,))

    def _gives(self) -> bool:
        """Whether a card would come now. A shoe that retries a jam counts as permitted, and gives none."""
        return bool(
            self.bench.act("shoe", lambda model, now: model.is_permitted() and not model.waiting(now))
        )

    def coming(self) -> Card:
        """The face of the card that is dealt next, "" where nobody can know it: the shoe is to be filled
        first. No rule goes by it before it lies there."""
        ahead = self.table.ahead
        if ahead:
            return self.faces.get(ahead[0].draw, "")
        return str(self.bench.act("shoe", lambda model, now: model.coming()))

    def note(self, last: int, card: Any) -> None:
        """Remember the face of what left the shoe behind draw `last`."""
        if card.card == COVER:
            return
        self.faces[last + 1] = card.card
        if card.also is not None:
            self.faces[last + 2] = card.also.card

    def insert_hole(self) -> bool:
        """Put the hole card, face down, into the reader, and wait for its word."""
        start = len(self.bench.rulings)
        face = self.faces.get(self.table.dealer.draws[1], "")
        if not self.bench.run_until(self._armed, PATIENCE) or self.table.holds:
            return False
        self.bench.act("reader", lambda model, now: model.insert(face, now))
        return self._heard(start, (m.ReaderAnswer, m.FaultRaised, m.InsertedWhileDisarmed))

    def _armed(self) -> bool:
        if self.table.holds:
            return True
        return bool(self.bench.act("reader", lambda model, now: model.is_permitted()))

    def _heard(self, start: int, kinds: tuple[type, ...]) -> bool:
        """Wait until a report of one of these kinds was ruled on since ruling number `start`."""
        return self.bench.run_until(lambda: self.since(start, kinds) != [], PATIENCE)

    def since(self, start: int, kinds: tuple[type, ...]) -> list[tuple[Input, Ruling]]:
        """The rulings since number `start` on reports of these kinds."""
        return [
            (given, ruling)
            for given, ruling in self.bench.rulings[start:]
            if type(given) is Reported and type(given.what) in kinds
        ]

    # ---- the quiet form of what is open ---------------------------------------------------------------

    def finish_round(self) -> None:
        """Every decision and offer still open takes its quiet form, and the round is played out."""
        for _ in range(1_000):
            self.go_on()
            prompt = self.prompt()
            if prompt.kind == "insurance":
                self.ask(c.CloseInsurance())
            elif prompt.kind == "decide" and self.poker.is_played():
                if not self.poker.bet(prompt):
                    return
            elif prompt.kind == "decide":
                self.ask(c.Decide(prompt.box, "stand", prompt.hand))
            elif prompt.kind == "second_chance":
                self.ask(c.DeclineSecondChance(prompt.box, prompt.hand))
            elif prompt.kind == "chips":
                self.ask(c.WithdrawDecision())
            elif prompt.kind == "offer_card":
                self.ask(c.AcceptCard(prompt.box, prompt.hand))
            else:
                return
        raise StuckTable(f"the round does not end: {self.table.phase}")

    # ---- chips ----------------------------------------------------------------------------------------

    def await_lights(self) -> None:
        """Before chips are touched a person looks at the lights of the wager positions: the order to open or
        to close them may still be on its way."""
        self.bench.run_until(lambda: self._are_lights_set() or self.nobody_sees_chips(), PATIENCE)

    def _are_lights_set(self) -> bool:
        if self.table.positions == OPEN_WORD:
            return bool(self.bench.act("wagers", lambda model, now: model.is_permitted()))
        return self.table.positions != CLOSING

    def nobody_sees_chips(self) -> bool:
        """Whether no word of chips can come from the wager positions as they are."""
        return any(
            one.role == "wager_positions" and (not one.ready or "chip-reader" in one.faults)
            for one in self.table.standing.devices
        )

    # ---- opening, shuffling, closing -------------------------------------------------------------------

    def open_table(self, order: Callable[[], list[str]]) -> None:
        """Open the table by ordinary commands and load the shoe with the cards that `order` gives."""
        self.connect()
        self.ask(c.OpenTable(), "floorperson")
        self.cards.confirm()
        if any(device.role == "card_reader" for device in self.table.standing.devices):
            self.ask(c.InspectReader(), "floorperson")
        self.cards.prepare(order)

    def connect(self) -> None:
        """Wait until every device is there."""
        if not self.bench.run_until(self._all_ready, PATIENCE):
            missing = [device.name for device in self.table.standing.devices if not device.ready]
            raise StuckTable(f"not connected: {', '.join(missing)}")

    def _all_ready(self) -> bool:
        devices = self.table.standing.devices
        return bool(devices) and all(device.ready for device in devices)

    def close_table(self) -> None:
        """Close after the last round. What lies on the table and was not played is handed back."""
        self.await_lights()
        for stack in self.table.stacks:
            self._hand_back(stack.box, spot_before_deal(stack), stack.stake)
        self.ask(c.CloseTable(), "floorperson")
        self.clear_away()

    def clear_away(self) -> None:
        """A table that closes: the cards out of shoe and shuffler, until it is closed or somebody is
        asked."""
        self.go_on()
        self.bench.run_until(lambda: self.table.phase != "Closing" or bool(self.table.holds), PATIENCE)

    def _hand_back(self, box: int, wager: str, amount: int) -> None:
        if is_progressive(self.table.rules, wager):
            self.system.take_back(box, wager, amount)
            return
        start = len(self.bench.rulings)
        self.bench.act("wagers", lambda model, now: model.take_back(box, wager, amount, now))
        self._heard(start, (m.TakenBack, m.AttemptAfterClose))
