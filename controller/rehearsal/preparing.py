"""Hands on cards between rounds: opening, collecting the shoe, feeding the shuffler, the cut, loading.

They do what the table prompts. Which order the cards have in the shoe the script says: what a shuffle, by
hand or by machine, makes of them is one of all orders. What is done in a round does not live here.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from controller.rehearsal.prompted import PATIENCE
from controller.table import commands as c
from controller.table import supply as sp
from controller.table.counting import has_fallen_due
from controller.table.machine import due_in
from controller.table.shuffling import will_be_counted
from controller.table.state import Prompt, is_automated
from drivers import messages as m
from drivers.cards import DECK, Card

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer

A_SHUFFLE: Final = 900.0
"""Seconds that the slowest machine may take for the largest batch."""
AT_WORK: Final = ("working", "cancelling")
MOST: Final = 300
Order = Callable[[], list[str]]


class Preparing:
    """What one dealer and one floorperson do with the cards between rounds.

    next_count: what the dealer will say of the next count, of the shoe or of the deck, -1 for what is asked:
    what is really there, or nothing. watches: whether the end of each shuffle by machine is awaited. lost:
    cards of each batch that are gone, by its back.
    """

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self.bench = dealer.bench
        self.next_count = -1
        self.watches = False
        self.lost: dict[str, list[str]] = {}
        self._went_in: list[Card] = []
        self._do: dict[str, Callable[[Prompt], bool]] = {
            "inspect": lambda _: self._ask(c.InspectCards()),
            "verify": lambda _: self._ask(c.VerifyInspection(), "floorperson"),
            "spread": lambda _: self.spread(),
            "look": lambda _: self._ask(c.CardsSeen()),
            "wash": lambda _: self._ask(c.WashCards()),
            "shuffle": lambda _: self._ask(c.ShuffleCards()),
            "cut": lambda _: self.cut(),
            "collect_shoe": lambda _: self.collect_shoe(),
            "count_deck": lambda _: self.count_deck(),
            "feed": lambda _: self.feed(),
            "take_stack": lambda _: self.take_stack(),
            "wait": self.wait,
            "confirm_table": lambda _: self.confirm(),
        }

    def _ask(self, what: c.Command, role: c.Role = "dealer") -> bool:
        return self.dealer.ask(what, role).refused is None

    # ---- from a closed table, or the end of a shoe, to wagers -----------------------------------------

    def prepare(self, order: Order, until: tuple[str, ...] = ()) -> None:
        """Do what is prompted until wagers are open, or a phase of `until` has come; `order` gives the cards
        of the shoe, first to last. An open question stops it."""
        ends = ("Betting", "Closed", "Idle", *until)
        for _ in range(MOST):
            if self.dealer.table.holds or self.dealer.table.phase in ends:
                return
            prompt = self.dealer.prompt()
            if prompt.kind == "load":
                self.load(order())
            elif not self.follow(prompt):
                return

    def follow(self, prompt: Prompt) -> bool:
        """Do one thing between rounds; whether it could be done."""
        hand = self._do.get(prompt.kind)
        return hand is not None and hand(prompt)

    def wait(self, prompt: Prompt) -> bool:
        """Wait for a device: a shuffler takes minutes. One that was stopped before it had heard that it is to
        shuffle tells of nothing: the cards are taken out by hand, as the prompt says."""
        stopped = self.dealer.table.standing.supply.machine.stage == "cancelling"
        changes = self.bench.run_until(
            lambda: bool(self.dealer.table.holds) or self.dealer.prompt() != prompt,
            PATIENCE if stopped else A_SHUFFLE,
        )
        if changes or not stopped:
            return changes
        self.empty_machine()
        return self.bench.run_until(lambda: self.dealer.prompt() != prompt, PATIENCE)

    def confirm(self) -> bool:
        """The floorperson finds layout, odds and rack as they should be."""
        table = self.dealer.table
        installed = table.standing.supply.equipment
        decks = installed.rack_decks or table.rules.decks
        boxes = installed.boxes or table.rules.boxes
        return self._ask(c.ConfirmTable(boxes, installed.rack, decks, True), "floorperson")

    def spread(self) -> bool:
        """Face up to be inspected, face down on an idle table."""
        return self._ask(c.SpreadCards("down" if self.dealer.table.phase == "Idle" else "up"))

    def cut(self) -> bool:
        """Offer the cut: nobody takes it, and the dealer cuts."""
        offers = sp.offered(self.dealer.table.standing.supply) >= 0
        return self._ask(c.RefuseCut() if offers else c.CutCards())

    def load(self, cards: list[str]) -> bool:
        """Put these cards into the shoe, once it is locked, and say so."""
        if is_automated(self.dealer.table):
            return self.dealer.stacks.load(cards)
        self.bench.run_until(self._is_shoe_locked, PATIENCE)
        side = self.dealer.sides.in_hand()
        self.bench.act("shoe", lambda model, now: model.load(cards, now, **side))
        return self._ask(c.LoadShoe())

    def _is_shoe_locked(self) -> bool:
        return not self.bench.act("shoe", lambda model, now: model.is_permitted())

    # ---- the shoe is emptied ---------------------------------------------------------------------------

    def collect_shoe(self) -> bool:
        """Count what is left, take it out, and say so; nobody counts what a shuffler will. A count that the
        table doubts leaves the cards where they are."""
        side = self.dealer.sides.in_hand()
        left = self.bench.act("shoe", lambda model, now: model.cards_left(**side))
        said = -1 if will_be_counted(self.dealer.table) else left
        if self.next_count >= 0 and not has_fallen_due(self.dealer.table):
            said, self.next_count = self.next_count, -1
        at = self.dealer.table.standing.supply.current
        if not self._ask(c.CollectShoe(said)):
            return False
        batches = self.dealer.table.standing.supply.batches
        if not batches or batches[at].where != "shoe":
            self.empty_shoe(side)
        self._look_up()
        return True

    def count_deck(self) -> bool:
        """Count the whole deck, and say what is really there, or what the script has the dealer say."""
        batch = sp.current(self.dealer.table.standing.supply)
        if batch is None:
            return False
        there = len(self._batch(batch.back, batch.decks))
        said, self.next_count = (self.next_count if self.next_count >= 0 else there), -1
        return self._ask(c.CountDeck(said))

    def empty_shoe(self, side: dict[str, Any]) -> None:
        """Nothing is left in the shoe, or in that side of it."""
        if is_automated(self.dealer.table):
            self.dealer.stacks.empty()
        else:
            self.bench.act("shoe", lambda model, now: model.load((), now, **side))

    def check_load(self) -> c.Command | None:
        """What is to be asked before cards go into the shoe; None where the shoe itself tells that they
        did."""
        table = self.dealer.table
        return None if is_automated(table) and table.phase == "Loading" else c.LoadShoe()

    def _look_up(self) -> None:
        """Cards that were dealt from the hand and never turned up lie in the rack: the floorperson tells the
        journal which they were."""
        for draw in self.dealer.table.standing.sealed:
            entry = c.EnterCard(draw, self.dealer.faces.get(draw, ""))
            if not self.dealer.would_be_refused(entry, "floorperson"):
                self._ask(entry, "floorperson")

    def lose_card(self, side: int = 0) -> None:
        """A card disappears from the back of the shoe, or of that side of it, and nobody sees it."""
        table = self.dealer.table
        where = {} if table.double is None else {"side": side}
        card = self.bench.act("shoe", lambda model, now: model.lose(now, **where))
        batch = (
            sp.current(table.standing.supply) if table.double is None else table.standing.supply.batches[side]
        )
        if card is not None and batch is not None:
            self.lost.setdefault(batch.back, []).append(card)

    # ---- the shuffler ------------------------------------------------------------------------------------

    def feed(self) -> bool:
        """Put the batch that is due, or a continuous machine's discards, into the shuffler."""
        table = self.dealer.table
        supply = table.standing.supply
        at = due_in(table)
        if at < 0 or not self._is_ready("shuffler"):
            return False
        batch = supply.batches[at]
        cards = self._discards() if batch.where == "shoe" else self._batch(batch.back, batch.decks)
        asked = c.FeedShuffler(batch.back)
        if self.dealer.would_be_refused(asked):
            return False
        self._put_in(cards, batch.back)
        self._went_in = cards if batch.where == "shoe" else []
        self.dealer.collected.clear()
        fed = self._ask(asked)
        if self.watches or self._is_continuous():
            self.await_shuffle()
        return fed

    def _discards(self) -> list[Card]:
        """The cards in the discard rack: those of the last rounds, and before them what went into a
        continuous machine last, where that did not shuffle it."""
        collected = self.dealer.discards()
        missing = self.dealer.table.standing.supply.rack - len(collected)
        return [*self._went_in, *collected] if missing > 0 else collected

    def await_shuffle(self) -> None:
        """Wait until the shuffler is at rest, as far as the table knows. What a batch machine gives out waits
        for the dealer, what a continuous one gives out does not."""
        busy = (*AT_WORK, "releasing") if self._is_continuous() else AT_WORK
        self.bench.run_until(lambda: self.dealer.table.standing.supply.machine.stage not in busy, A_SHUFFLE)

    def _is_continuous(self) -> bool:
        """Whether the discards come back into the shoe: then the machine is awaited, for how soon they are
        there, and whether the shoe runs short, must not hang on anybody's pace."""
        return self.dealer.table.standing.supply.equipment.shuffler == "continuous"

    def clear(self) -> None:
        """A shuffler that is in order again gives out what it did not complete; it is put in anew."""
        if not self.dealer.would_be_refused(c.ClearShuffler()):
            self._ask(c.ClearShuffler())
            self.dealer.go_on()

    def _put_in(self, cards: list[str], back: str) -> None:
        """Into the input; cards that lie there already, or were left inside, are not put in twice."""
        there = self.bench.act("shuffler", lambda model, now: model.inside(now))
        if there and there != len(cards):
            self.empty_machine()
            there = 0
        if not there:
            self.bench.act("shuffler", lambda model, now: model.feed(cards, now, back))

    def _batch(self, back: str, decks: int) -> list[str]:
        """The cards of a batch, less those that are gone."""
        cards = list(DECK * decks)
        for card in self.lost.get(back, ()):
            cards.remove(card)
        return cards

    def lost_of_current(self) -> list[str]:
        """The cards of the batch in hand that are gone."""
        batch = sp.current(self.dealer.table.standing.supply)
        return [] if batch is None else self.lost.get(batch.back, [])

    def forget_losses(self) -> None:
        """Other cards have come: none of them is missing."""
        self.lost.clear()

    def take_stack(self) -> bool:
        """Take the stack out as soon as the exit is open, and wait until the table has heard of it. A table
        that does not ask for it any more, for the machine has failed, is not kept waiting."""
        start, prompt = len(self.bench.rulings), self.dealer.prompt()
        self.bench.run_until(lambda: self._is_open() or self.dealer.prompt() != prompt, PATIENCE)
        if self.dealer.table.holds:
            return False
        if not self._is_open():
            return self.dealer.prompt() != prompt
        self.bench.act("shuffler", lambda model, now: model.take(now))
        return self.bench.run_until(lambda: self.dealer.since(start, (m.OutputTaken,)) != [], PATIENCE)

    def empty_machine(self) -> None:
        """A technician takes out what is inside, whatever state it is in, and the table hears that the lid
        was opened and closed before anything else is done."""
        if self._is_ready("shuffler"):
            start = len(self.bench.rulings)
            self.bench.act("shuffler", lambda model, now: model.empty_by_hand(now))
            self.bench.run_until(lambda: len(self.dealer.since(start, (m.LidMoved,))) > 1, PATIENCE)

    def _is_open(self) -> bool:
        return bool(self.bench.act("shuffler", lambda model, now: model.stage == "released"))

    def _is_ready(self, name: str) -> bool:
        return any(one.name == name and one.ready for one in self.dealer.table.standing.devices)
