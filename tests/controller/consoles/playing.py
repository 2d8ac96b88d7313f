"""A table that plays with itself for these tests: no device, no thread, no clock; every input by hand.

The stand-in for shoe, reader and positions does what the Table's orders say, and holds the one face-down
card in `hole` so that tests know what nobody may see.
"""

import random
from collections.abc import Iterator

from controller.games.free_bet_blackjack.game import GAME
from controller.table.commands import (
    Asked,
    CardsCollected,
    ChooseRemedy,
    CloseInsurance,
    Command,
    CutCards,
    Decide,
    InspectCards,
    InspectReader,
    Installed,
    LoadShoe,
    NoMoreBets,
    OpenTable,
    Reported,
    ShuffleCards,
    SpreadCards,
    Told,
    WagersSettled,
    WashCards,
    WithdrawDecision,
)
from controller.table.ruling import Ruling, rule_on
from controller.table.state import CLOSING, Odds, Paytable, Rules, Table
from drivers import messages as m
from drivers.cards import DECK, SEALED

PUSH_22 = Paytable(
    "push_22",
    "A",
    (
        Odds("same suit", 50, 1, "672a.11(c)"),
        Odds("same color", 20, 1, "672a.11(c)"),
        Odds("other", 8, 1, "672a.11(c)"),
    ),
)
BLACKJACK = Paytable(
    "blackjack", "A", (Odds("win", 1, 1, "672a.11(a)"), Odds("blackjack", 3, 2, "672a.11(a)"))
)
INSURANCE = Paytable("insurance", "A", (Odds("win", 2, 1, "672a.11(b)"),))
RULES = Rules(
    "free-bet-blackjack",
    1000,
    50000,
    100,
    6,
    2,
    "collect_then_pay",
    6,
    paytables=(BLACKJACK, PUSH_22, INSURANCE),
)
DEVICES = (("shoe-1", "shoe"), ("reader-1", "card_reader"), ("positions-1", "wager_positions"))
STATES: dict[str, m.State] = {
    "shoe": m.ShoeState(True, 0, 0, False, ()),
    "card_reader": m.ReaderState("", ()),
    "wager_positions": m.PositionsState(False, (), ()),
}
OPENING: tuple[Command, ...] = (
    OpenTable(),
    InspectCards(),
    SpreadCards(),
    WashCards(),
    ShuffleCards(),
    CutCards(),
    LoadShoe(),
    InspectReader(),
)
PLAYERS = ("Ann", "Ben", "Cy", "Dot", "Eve", "Flo")
HOLE_CARDS = ("7C", "KC")
"""Cards that are dealt nowhere but as the hole card, so that to find one is to have found the hole card."""
OTHERS = tuple(card for card in DECK if card not in HOLE_CARDS)


class Play:
    """One table. `table` is how it stands; `hole` the sealed card's face, `turned` whether the rules
    have turned it up. seed: of the cards and of what players do."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.table: Table = GAME.new_table(RULES)
        self.ruling: Ruling | None = None
        self.hole = ""
        self.turned = False
        self.given(Told(Installed(RULES, DEVICES, "test")))
        for name, role in DEVICES:
            self.ready(name, role)

    def ready(self, name: str, role: str) -> None:
        identity = m.Identity("Acme", "M1", f"SN-{name}", role, (), (), ())
        state = STATES[role]
        if isinstance(state, m.ShoeState):
            state = m.ShoeState(True, self.table.last, self.table.last, False, ())
        self.report(name, m.DeviceReady(7, "power", True, identity, state))

    def given(self, one: Asked | Reported | Told) -> Ruling:
        self.ruling = rule_on(GAME, self.table, one)
        self.table = self.ruling.table
        return self.ruling

    def ask(self, what: Command, role: str = "floorperson") -> Ruling:
        return self.given(Asked("dealer" if role == "dealer" else "floorperson", "Kim", what))

    def report(self, device: str, what: m.Report) -> Ruling:
        return self.given(Reported(device, 7, 1, 0, what))

    def open(self) -> "Play":
        for command in OPENING:
            self.ask(command)
        return self

    def bets(self, boxes: int = 6) -> "Play":
        for box in range(1, boxes + 1):
            self.report(
                "positions-1", m.Placed(box, (("blackjack", 2500), ("push_22", 500)), PLAYERS[box - 1])
            )
        return self

    # ---- what the devices do ----------------------------------------------------------------------

    def step(self) -> bool:
        """The next thing that a device does by itself, or False where a person is to act."""
        table = self.table
        if table.positions == CLOSING:
            self.report("positions-1", m.PositionsClosed())
        elif table.wanted_face is not None and self._is_sealed(table.wanted_face.draw):
            self._disclose(table.wanted_face.draw)
        elif isinstance(table.wanted_reader, m.Arm) and not table.holds:
            self.report("reader-1", m.ReaderAnswer("blackjack" if self._is_blackjack() else "no_blackjack"))
        elif isinstance(table.wanted_shoe, m.Permit) and table.wanted_shoe.up_to > table.last:
            self._draw(table.wanted_shoe)
        else:
            return False
        return True

    def _is_sealed(self, draw: int) -> bool:
        """Whether the face of this draw is still to be told; the order stands a little longer."""
        lying = (*zip(self.table.dealer.draws, self.table.dealer.cards, strict=True),)
        loose = (*self.table.ahead, *self.table.removed)
        return draw in self.table.standing.sealed or (draw, SEALED) in (
            *lying,
            *((one.draw, one.card) for one in loose),
        )

    def _draw(self, told: m.Permit) -> None:
        draw = self.table.last + 1
        face = told.faces[len(told.faces) - (told.up_to - draw) - 1]
        if face == m.UP:
            self.report("shoe-1", m.CardDrawn(draw, self.random.choice(OTHERS)))
            return
        self.report("shoe-1", m.CardDrawn(draw, SEALED))

    def _disclose(self, draw: int) -> None:
        is_hole = draw in self.table.dealer.draws[1:2]
        if is_hole and self.table.phase == "DealerPlay":
            self.turned = True
        self.report("shoe-1", m.Disclosed(draw, self.hole if is_hole else "2C"))

    def _is_blackjack(self) -> bool:
        up = self.table.dealer.cards[0][0]
        return {up in "TJQK" and "T", self.hole[0]} >= {"A"} or (up == "A" and self.hole[0] == "K")

    # ---- a round ------------------------------------------------------------------------------------

    def person(self) -> None:
        """What a person does next, so that the round goes on."""
        table = self.table
        if table.holds:
            hold = table.holds[0]
            self.ask(ChooseRemedy(hold.id, self.random.choice(hold.remedies).name))
        elif table.phase == "Betting":
            self.ask(InspectReader())
            self.bets(self.random.randint(1, 6))
            self.hole, self.turned = self.random.choice(HOLE_CARDS), False
            self.ask(NoMoreBets(), "dealer")
        elif table.phase == "Insurance":
            self.report("positions-1", m.Placed(table.hands[0].box, (("insurance", 1000),)))
            self.ask(CloseInsurance(), "dealer")
        elif table.asked is not None and table.asked.chips:
            self._chips()
        elif table.phase == "PlayerDecisions":
            hand = table.hands[table.turn]
            verb = self.random.choice(("hit", "stand", "stand", "double", "split", "split"))
            self.ask(Decide(hand.box, verb, hand.number), "dealer")
        elif table.phase == "Settling":
            self.ask(WagersSettled(), "dealer")
        elif table.phase == "Collecting":
            self.ask(CardsCollected(), "dealer")
        else:
            self.ask(next(one for one in OPENING if type(one) in GAME.phases.steps[table.phase]))

    def _chips(self) -> None:
        asked, hand = self.table.asked, self.table.hands[self.table.turn]
        assert asked is not None
        if self.random.random() < 0.3:
            self.ask(WithdrawDecision(), "dealer")
        else:
            wager = "double_down" if asked.verb == "double" else asked.verb
            self.report("positions-1", m.Placed(hand.box, ((wager, asked.chips),)))

    def on(self, steps: int, trouble: float = 0.0) -> Iterator[Table]:
        """`steps` inputs, the Table after each; with `trouble`, that share of them a device's."""
        for _ in range(steps):
            if trouble and self.random.random() < trouble:
                self._trouble()
            elif not self.step():
                self._bring_back()
                self.person()
            yield self.table

    def until(self, phase: str, steps: int = 400) -> "Play":
        """Play on until the table stands in this phase."""
        for _ in range(steps):
            if self.table.phase == phase:
                return self
            if not self.step():
                self.person()
        raise AssertionError(f"{phase} was not reached; the table stands in {self.table.phase}")

    def _trouble(self) -> None:
        device = self.random.choice(DEVICES)[0]
        what = self.random.choice(
            (
                m.DeviceLost("unplugged"),
                m.FaultRaised("jam", "path"),
                m.LidMoved(True),
                m.InsertedWhileDisarmed(),
                m.CardDrawn(self.table.last + 1, SEALED, locked=True),
                m.DoubleFeed(self.table.last + 1),
            )
        )
        if isinstance(what, m.InsertedWhileDisarmed):
            device = "reader-1"
        elif isinstance(what, m.CardDrawn | m.DoubleFeed | m.LidMoved):
            device = "shoe-1"
        self.report(device, what)

    def _bring_back(self) -> None:
        for one in self.table.standing.devices:
            if not one.ready:
                self.ready(one.name, one.role)
            for fault in one.faults:
                self.report(one.name, m.FaultCleared(fault))
