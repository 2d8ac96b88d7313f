"""A fake dealer for tests of the rules: plays rounds through rule_on from a list of cards.

No device, no thread, no clock. Shoe, reader and positions are a few lines each that answer at once
to the orders that a ruling carries, and keep what a test may ask about. Cards are written as in
scenario files, separated by blanks: "TS", "5D!" lies face up in the shoe, "CUT" is the cover card; and
"5D?" is a card that the mouth cannot read. Money is cents. Each ruling is folded again and compared.
"""

import tomllib
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from controller.citations import resolver
from controller.games import find_game
from controller.games.game import Game
from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.commands import Asked, Input, Reported, Told
from controller.table.ruling import Ruling, fold, rule_on
from controller.table.state import SHUFFLERS, Batch, Equipment, Odds, Paytable, Rules, Settlement, Table
from drivers import messages as m
from drivers.cards import UNREAD
from tests.fake_devices import AutomatedShoe as AutomatedShoe
from tests.fake_devices import Progressive as Progressive
from tests.fake_devices import Shoe as Shoe
from tests.fake_devices import Shuffler as Shuffler

GAME = find_game("free-bet-blackjack")
PAYTABLES = Path(__file__).parents[1] / "controller/games/free_bet_blackjack/paytables.toml"
DEVICES = (("shoe", "shoe"), ("reader", "card_reader"), ("wagers", "wager_positions"))
SHUFFLER = ("shuffler", "shuffler")
SYSTEM = ("system", "progressive")
BUILD = "build"
BY_HAND: dict[str, c.Command] = {
    "spread": c.SpreadCards(),
    "look": c.CardsSeen(),
    "wash": c.WashCards(),
    "shuffle": c.ShuffleCards(),
}
STOPS = frozenset(
    (
        "decide",
        "insurance",
        "no_more_bets",
        "hold",
        "chips",
        "inspect",
        "shuffle",
        "clear_shuffler",
        "cut",
        "load",
        "open",
        "wait",
        "collect_shoe",
        "offer_card",
        "second_chance",
        "lock_decisions",
        "turn_hole",
        "confirm_table",
        "inspect_reader",
        "change_cards",
        "",
    )
)

Row = tuple[int, int, str, str, int, int, int]
"""A settled stack as tests write it: box, hand, wager, outcome, paid, returned, collected."""


def paytable(wager: str, letter: str) -> Paytable:
    """A paytable of the chapter, as the game's own file has it."""
    rows = tomllib.loads(PAYTABLES.read_text(encoding="utf-8"))[wager][letter]
    return Paytable(wager, letter, tuple(Odds(r["name"], r["pays"], r["per"], r["clause"]) for r in rows))


def rules(push_22: str = "A", **chosen: Any) -> Rules:
    """A submission: 5 to 1,000 dollars, half-dollar chips, six boxes, two a player, six decks."""
    tables = [paytable("blackjack", "A"), paytable("insurance", "A")]
    if push_22 != "off":
        tables.append(paytable("push_22", push_22))
    given: dict[str, Any] = {
        "game": GAME.name,
        "minimum": 500,
        "maximum": 100_000,
        "smallest_chip": 50,
        "boxes": 6,
        "boxes_per_player": 2,
        "settlement": "collect_then_pay",
        "decks": 6,
        "paytables": tuple(tables),
        **chosen,
    }
    return Rules(**given)


def points(cards: Iterable[str]) -> int:
    """The count by the definition: the aces that fit count 11."""
    values = [11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards]
    total = sum(values)
    for _ in range(sum(value == 11 for value in values)):
        if total > 21:
            total -= 10
    return total


class Play:
    """A table at play, of Free Bet Blackjack unless a game's own class says another. `cards`: how they
    leave the shoe, the burn card first. shuffler: "none", "batch", "continuous" or "in_shoe"; equipment:
    all of it, where a test wants more than that; batches: what comes to the table when it is opened. Other
    keyword arguments are the submission's. `answers` False: the fake devices take orders and stay
    silent."""

    game: ClassVar[Game] = GAME
    roles: ClassVar[tuple[tuple[str, str], ...]] = DEVICES
    """What is installed besides shuffler and progressive system, by name and role."""

    def rules(self, push_22: str, **chosen: Any) -> Rules:
        """The submission of this table."""
        return rules(push_22, **chosen)

    def __init__(
        self,
        cards: str = "",
        push_22: str = "A",
        opened: bool = True,
        shuffler: str = "none",
        equipment: Equipment | None = None,
        batches: tuple[Batch, ...] = (),
        **chosen: Any,
    ) -> None:
        self.table: Table = self.game.new_table(self.rules(push_22, **chosen))
        self.shoe: Shoe = Shoe()
        self.shuffler = Shuffler()
        self.equipment = equipment or Equipment(shuffler)
        self.batches = batches
        self.devices = (*self.roles, SHUFFLER) if self.equipment.shuffler in SHUFFLERS else self.roles
        if self.equipment.shoe == "automated":
            self.shoe = AutomatedShoe()
        if self.equipment.shoe == "hand":
            self.devices = self.devices[1:]
        self.system = Progressive()
        if self.table.rules.progressives:
            self.devices = (*self.devices, SYSTEM)
        if self.equipment.shuffler == "continuous":
            self.shuffler.able = ("continuous", *self.shuffler.able[1:])
        self.boots = {"reader": 1, "wagers": 1}
        self.armed = ""
        self.open: tuple[tuple[str, tuple[int, ...], int], ...] = ()
        self.rejected: list[m.Reject] = []
        self.faces: dict[int, str] = {}
        self.answers = True
        self.log: list[tuple[Input, Ruling]] = []
        self._due: deque[tuple[str, m.Report]] = deque()
        self.take(Told(c.Installed(self.table.rules, self.devices, BUILD, self.equipment)))
        for name, _ in self.devices:
            self.back(name)
        if opened:
            self.open_table(cards)

    # ---- inputs -----------------------------------------------------------------------------------

    def take(self, given: Input) -> Ruling:
        """Rule on it, adopt the Table, let the fake devices answer."""
        before = self.table
        ruling = rule_on(self.game, before, given)
        assert fold(self.game, before, ruling.events) == ruling.table, "the journal would fold another Table"
        self.table = ruling.table
        _check_rest(self.game, ruling.table)
        self.log.append((given, ruling))
        self.check(before, given, ruling)
        for order in ruling.orders:
            self._obey(order)
        while self._due:
            name, report = self._due.popleft()
            self.report(name, report)
        return ruling

    def check(self, before: Table, given: Input, ruling: Ruling) -> None:
        """For tests that look at every ruling, before the devices answer to it."""

    def ask(self, what: c.Command, role: c.Role = "dealer") -> Ruling:
        return self.take(Asked(role, role, what))

    def floor(self, what: c.Command) -> Ruling:
        return self.ask(what, "floorperson")

    def report(self, name: str, what: m.Report) -> Ruling:
        return self.take(Reported(name, self.boot(name), 1, 0, what))

    def boot(self, name: str) -> int:
        """The boot id that the device has now."""
        if name == "shoe":
            return self.shoe.boot
        if name == "system":
            return self.system.boot
        return self.shuffler.boot if name == "shuffler" else self.boots.get(name, 1)

    def choose(self, remedy: str, kind: str = "", role: c.Role = "floorperson") -> Ruling:
        """Choose a remedy of the first open Hold, or of the one of that kind."""
        hold = next(one for one in self.table.holds if kind in ("", one.kind))
        return self.ask(c.ChooseRemedy(hold.id, remedy), role)

    def _obey(self, order: m.Order) -> None:
        if isinstance(order, m.Permit):
            assert not self.open, "the shoe is permitted a card while wagers are open"
            self.shoe.permit(order)
        elif isinstance(order, m.Lock):
            self.shoe.up_to = 0
            if isinstance(self.shoe, AutomatedShoe):
                self.shoe.stop("locked")
                self._come()
        elif isinstance(order, m.Dispense):
            assert not self.open, "a stack is ordered while wagers are open"
            self.automated.dispense(order)
            self._come()
        elif isinstance(order, m.Disclose):
            self._answer("shoe", m.Disclosed(order.draw, self.shoe.kept.get(order.draw, UNREAD)))
        elif isinstance(order, m.Arm):
            self.armed = order.up
        elif isinstance(order, m.Disarm):
            self.armed = ""
        elif isinstance(order, m.OpenPositions):
            self.open = order.spots
        elif isinstance(order, m.ClosePositions):
            self.open = ()
            self._answer("wagers", m.PositionsClosed())
        elif isinstance(order, m.Reject):
            self.rejected.append(order)
        elif isinstance(order, m.ProgressiveOrder):
            for report in self.system.obey(order):
                self._answer("system", report)
        elif SHUFFLER in self.devices:  # without one nobody takes the order
            for report in self.shuffler.obey(order):
                self._answer("shuffler", report)

    @property
    def automated(self) -> AutomatedShoe:
        """The shoe of a table that has an automated one."""
        assert isinstance(self.shoe, AutomatedShoe)
        return self.shoe

    def _come(self) -> None:
        """An automated shoe tells what it does, unless the test has it told one by one."""
        while not self.automated.paused and (told := self._next()) is not None:
            self._answer("shoe", told)

    def _next(self) -> m.Report | None:
        top = next(iter(self.shoe.inside), "")[:2]
        told = self.automated.next()
        if isinstance(told, m.CardDrawn | m.DoubleFeed):
            self.faces[self.table.base + told.draw] = top
        return told

    def come(self, count: int = 1) -> None:
        """So many reports of a shoe that is paused."""
        for _ in range(count):
            told = self._next()
            assert told is not None, "the shoe has nothing to tell"
            self.report("shoe", told)

    def deliver_stack(self) -> Ruling:
        """Take the stack out of an automated shoe's exit."""
        return self.report("shoe", self.automated.taken())

    def _answer(self, name: str, report: m.Report) -> None:
        if self.answers:
            self._due.append((name, report))

    # ---- devices ------------------------------------------------------------------------------------

    def back(self, name: str, serial: str = "") -> Ruling:
        """The device is connected and has told its state; HELLO ended its permissions."""
        state: m.State
        if name == "shoe":
            self.shoe.up_to = 0
            state = m.ShoeState(True, self.shoe.last, self.shoe.last, False, ())
            if isinstance(self.shoe, AutomatedShoe):
                self.shoe.stop("stopped")
                state = self.shoe.state()
        elif name == "reader":
            self.armed = ""
            state = m.ReaderState("", ())
        elif name == "shuffler":
            for report in self.shuffler.greeted():
                self._answer(name, report)
            state = self.shuffler.state()
        elif name == "system":
            self.system.open, self.system.away = None, False
            state = self.system.state()
        else:
            self.open = ()
            state = m.PositionsState(False, (), ())
        able = self.shuffler.able if name == "shuffler" else ()
        who = m.Identity("maker", "model", serial or f"{name}-1", dict(self.devices)[name], able, (), ())
        boot = self.boot(name)
        return self.take(Reported(name, boot, 0, 0, m.DeviceReady(boot, "power", True, who, state)))

    def lose(self, name: str) -> Ruling:
        if name == "system":
            self.system.away = True
        return self.report(name, m.DeviceLost("unplugged"))

    def reset(self, name: str) -> None:
        """The device starts anew: the link is lost, and comes back with another boot id."""
        self.lose(name)
        if name == "shoe":
            self.shoe.reset()
        elif name == "shuffler":
            self.shuffler.reset()
        elif name == "system":
            self.system.boot += 1
        else:
            self.boots[name] += 1
        self.back(name)

    # ---- the dealer's hands -----------------------------------------------------------------------------

    def open_table(self, cards: str) -> None:
        assert self.floor(c.OpenTable(self.batches)).refused is None
        self.confirm()
        self.floor(c.InspectReader())
        if self.table.phase == "Inspecting":
            self.open_batch()
        self.shuffle(cards)

    def confirm(self) -> Ruling:
        """Layout, odds and rack are as they were installed and submitted."""
        rules, installed = self.table.rules, self.table.standing.supply.equipment
        return self.floor(c.ConfirmTable(rules.boxes, installed.rack, rules.decks, True))

    def open_batch(self) -> None:
        """From Inspecting to Shuffling."""
        self.ask(c.InspectCards())
        self.floor(c.VerifyInspection())
        for step in (c.SpreadCards(), c.CardsSeen(), c.WashCards()):
            self.ask(step)

    def collect_shoe(self) -> Ruling:
        """Take what is left out of the shoe; counted, as the draws say."""
        return self.ask(c.CollectShoe(supply.expected_in_shoe(self.table)))

    def shuffle(self, cards: str) -> None:
        """From Shuffling to Betting, with these cards in the shoe. Nobody takes the cut. With a batch
        machine both batches are opened, and the other one is put into it."""
        if supply.in_shoe(self.table.standing.supply):
            assert self.collect_shoe().refused is None
        self.shuffle_up()
        if self.table.phase == "Cutting":
            self.cut()
        self.load(cards)

    def load(self, cards: str) -> None:
        """These cards go into the shoe. An automated one tells that itself."""
        if isinstance(self.shoe, AutomatedShoe):
            self.report("shoe", self.shoe.put_in(cards.split()))
            return
        self.shoe.inside = deque(cards.split())
        assert self.ask(c.LoadShoe()).refused is None

    def shuffle_up(self) -> None:
        """From Shuffling, the shoe emptied, to the cut (or to the shoe, where no cut is due)."""
        for _ in range(40):
            kind = self.prompt()
            if self.table.phase in ("Cutting", "Loading"):
                return
            if kind == "inspect":
                self.open_batch()
            elif kind == "count_deck":
                batch = supply.current(self.table.standing.supply)
                assert batch is not None
                assert self.ask(c.CountDeck(supply.batch_size(batch))).refused is None
            elif kind in BY_HAND:
                assert self.ask(BY_HAND[kind]).refused is None
            else:
                assert self.at_shuffler(kind), f"{kind or 'nothing'} is asked for in {self.table.phase}"
        raise AssertionError(f"the shuffle does not end: {self.table.phase}")

    def at_shuffler(self, kind: str) -> bool:
        """Do what is asked at the shuffler; False where it is something else."""
        if kind == "feed":
            assert self.ask(c.FeedShuffler()).refused is None
        elif kind == "take_stack":
            self.take_stack()
        elif kind == "clear_shuffler":
            assert self.ask(c.ClearShuffler()).refused is None
        else:
            return False
        return True

    def shuffled(self) -> Ruling:
        """A machine that was told to be slow comes to its end. The ruling on its last report."""
        return [self.report("shuffler", one) for one in self.shuffler.finish()][-1]

    def take_stack(self) -> Ruling:
        """Take the stack out of the shuffler's open exit."""
        return self.report("shuffler", self.shuffler.taken())

    def refill(self, cards: str) -> None:
        """Inside a round: the discards are shuffled, cut and put into the shoe, as these cards."""
        assert self.ask(c.ShuffleCards()).refused is None
        self.cut()
        self.shoe.inside = deque(cards.split())
        assert self.ask(c.LoadShoe()).refused is None

    def close_table(self) -> Ruling:
        """Close it, and take the cards out of shoe and shuffler. The ruling is that on closing."""
        ruling = self.floor(c.CloseTable())
        for _ in range(4):
            kind = self.prompt()
            if self.table.phase != "Closing" or not (kind == "collect_shoe" or self.at_shuffler(kind)):
                return ruling
            if kind == "collect_shoe":
                assert self.collect_shoe().refused is None
        raise AssertionError("the table does not close")

    def cut(self) -> None:
        """Everybody refuses the cut: the dealer cuts."""
        while supply.offered(self.table.standing.supply) >= 0:
            self.ask(c.RefuseCut())
        assert self.ask(c.CutCards()).refused is None

    def wager(self, box: int, blackjack: int = 0, push_22: int = 0, player: str = "") -> Ruling:
        named = (("blackjack", blackjack), ("push_22", push_22))
        return self.place(box, *(chips for chips in named if chips[1]), player=player)

    def place(self, box: int, *chips: tuple[str, int], player: str = "") -> Ruling:
        return self.report("wagers", m.Placed(box, chips, player))

    def wager_there(self, box: int, wager: str, amount: int, player: str = "") -> Ruling:
        """A progressive wager at the device of that box."""
        return self.report("system", self.system.place(box, wager, amount, player))

    def draw(self, beyond: bool = False) -> Ruling:
        """Take the next card out of the shoe, permitted or not."""
        card = self.shoe.inside[0][:2]
        report = self.shoe.draw(beyond)
        if isinstance(report, m.CardDrawn):
            self.faces[self.table.base + report.draw] = card
        return self.report("shoe", report)

    def insert_hole(self) -> Ruling:
        hand = (self.table.dealer.cards[0], self.faces[self.table.dealer.draws[1]])
        return self.report("reader", m.ReaderAnswer("blackjack" if points(hand) == 21 else "no_blackjack"))

    def prompt(self) -> str:
        """The kind of the most urgent prompt."""
        prompts = self.game.prompts(self.table)
        return prompts[0].kind if prompts else ""

    def run(self) -> "Play":
        """Do what is prompted until a player or the floor has to say something."""
        for _ in range(400):
            prompts = self.game.prompts(self.table)
            kind = prompts[0].kind if prompts else ""
            if kind == "draw":
                self.draw()
            elif kind == "insert_hole":
                self.insert_hole()
            elif kind == "deliver_stack":
                self.deliver_stack()
            elif kind == "enter_card":
                self.floor(c.EnterCard(prompts[0].draw, self.faces[prompts[0].draw]))
            elif kind in ("settle", "collect"):
                self.ask(c.WagersSettled() if kind == "settle" else c.CardsCollected())
            elif kind in ("feed", "take_stack"):
                self.at_shuffler(kind)
            elif kind == "count_progressive":
                self.ask(c.CountProgressive(prompts[0].wager, prompts[0].amount))
            elif kind in ("verify_award", "document_award"):
                by_kind = c.VerifyAward if kind == "verify_award" else c.DocumentAward
                self.floor(by_kind(prompts[0].hand))
            else:
                assert kind in STOPS, kind
                return self
        raise AssertionError(f"the dealer goes round in circles in {self.table.phase}")

    def deal(self) -> "Play":
        ruling = self.ask(c.NoMoreBets())
        assert ruling.refused is None, ruling.refused
        return self.run()

    def play(self, box: int, verb: str, hand: int = 1, amount: int = 0) -> Ruling:
        """A decision, its chips where it needs some, and what follows. The ruling is the decision's."""
        ruling = self.ask(c.Decide(box, verb, hand, amount))
        asked = self.table.asked
        if ruling.refused is None and asked is not None and asked.chips:
            self.place(box, ("double_down" if verb == "double" else verb, asked.chips))
        self.run()
        return ruling

    def close_insurance(self) -> "Play":
        assert self.ask(c.CloseInsurance()).refused is None
        return self.run()

    def finish(self) -> "Play":
        """The quiet form of every decision, to the end of the round."""
        for _ in range(100):
            self.run()
            kind = self.prompt()
            if kind == "insurance":
                self.ask(c.CloseInsurance())
            elif kind == "decide":
                hand = self.table.hands[self.table.turn]
                self.ask(c.Decide(hand.box, "stand", hand.number))
            elif kind == "chips":
                self.ask(c.WithdrawDecision())
            elif kind == "second_chance":
                offer = self.game.prompts(self.table)[0]
                self.ask(c.DeclineSecondChance(offer.box, offer.hand))
            else:
                return self
        raise AssertionError(f"the round does not end: {self.table.phase}")

    # ---- what came of it --------------------------------------------------------------------------------

    def events(self, kind: type) -> list[Any]:
        """All events of that type so far."""
        return [event for _, ruling in self.log for event in ruling.events if type(event) is kind]

    def settlements(self) -> list[Settlement]:
        """All settled rows so far, in the order in which the dealer settles them."""
        made = (event for _, ruling in self.log for event in ruling.events)
        kinds = ev.Settled | ev.RoundVoided | ev.HandDied
        return [row for one in made if isinstance(one, kinds) for row in one.rows]

    def rows(self) -> list[Row]:
        return [
            (r.box, r.hand, r.wager, r.outcome, r.paid, r.returned, r.collected) for r in self.settlements()
        ]

    def clauses(self) -> list[str]:
        """The clause of each row, a topic as what it is in this chapter."""
        resolve = resolver(self.game.chapter)
        return [resolve(row.clause) for row in self.settlements()]


def _check_rest(game: Game, table: Table) -> None:
    """Where a phase says that it rests, no passage is due; and after a ruling none is left anyway."""
    due = [row.name for row in game.phases.passages[table.phase] if row.when is not None and row.when(table)]
    assert table.holds or not due, f"{due} left undone in {table.phase}"
