"""A table that plays with itself for these tests: no device, no thread, no clock; every input by hand.

The stand-in for shoe, reader and positions does what the Table's orders say. Cards that leave the shoe face
down have faces that no other card has (SECRET), so that to find one of them on a screen is to have found a
card that nobody may see; `may_be_seen` says which of them the rules have turned up since. What people
do is random, along the prompts; what they do wrong is in misdoing.py.
"""

import random
from collections.abc import Iterator

from controller.games.free_bet_blackjack.game import GAME
from controller.table import commands as c
from controller.table import supply as sp
from controller.table.commands import Asked, Command, Reported, Told
from controller.table.events import Event
from controller.table.ruling import Ruling, rule_on
from controller.table.state import CLOSING, SHUFFLERS, Equipment, Hold, Odds, Paytable, Rules, Table
from drivers import messages as m
from drivers.cards import DECK, SEALED
from tests.support import Shuffler

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
MIXER = ("mixer-1", "shuffler")
STATES: dict[str, m.State] = {
    "shoe": m.ShoeState(True, 0, 0, False, ()),
    "card_reader": m.ReaderState("", ()),
    "wager_positions": m.PositionsState(False, (), ()),
}
PLAYERS = ("Ann", "Ben", "Cy", "Dot", "Eve", "Flo")
SECRET = ("7C", "KC", "5C", "QC", "9C", "3C")
"""The faces of cards that leave the shoe face down, taken in turn; no card that leaves it face up has one."""
OTHERS = tuple(card for card in DECK if card not in SECRET)


class Play:
    """One table. `table` is how it stands; `log` the events of each ruling; `faces` of the draws so far;
    `seen` those that were turned up by the rules. seed: of the cards and of what people do. shuffler:
    "none", "batch" or "continuous"."""

    def __init__(self, seed: int = 1, shuffler: str = "none") -> None:
        self.random = random.Random(seed)
        self.table: Table = GAME.new_table(RULES)
        self.ruling: Ruling | None = None
        self.log: list[tuple[int, tuple[Event, ...]]] = []
        self.faces: dict[int, str] = {}
        self.seen: set[int] = set()
        self.shuffler = Shuffler()
        self.equipment = Equipment(shuffler)
        self.devices = (*DEVICES, MIXER) if shuffler in SHUFFLERS else DEVICES
        if shuffler == "continuous":
            self.shuffler.able = ("continuous", *self.shuffler.able[1:])
        self.given(Told(c.Installed(RULES, self.devices, "test", self.equipment)))
        for name, role in self.devices:
            self.ready(name, role)

    def ready(self, name: str, role: str) -> None:
        able = self.shuffler.able if role == "shuffler" else ()
        identity = m.Identity("Acme", "M1", f"SN-{name}", role, able, (), ())
        state = self.shuffler.state() if role == "shuffler" else STATES[role]
        if isinstance(state, m.ShoeState):
            state = m.ShoeState(True, self.table.last, self.table.last, False, ())
        self.report(name, m.DeviceReady(7, "power", True, identity, state))

    def given(self, one: Asked | Reported | Told) -> Ruling:
        self.ruling = ruling = rule_on(GAME, self.table, one)
        self.table = ruling.table
        self.log.append((len(self.log) + 1, ruling.events))
        for order in ruling.orders:
            if isinstance(order, m.Shuffle | m.CancelShuffle | m.Release):
                for report in self.shuffler.obey(order):
                    self.report(MIXER[0], report)
        return ruling

    def ask(self, what: Command, role: str = "floorperson") -> Ruling:
        return self.given(Asked("dealer" if role == "dealer" else "floorperson", "Kim", what))

    def report(self, device: str, what: m.Report) -> Ruling:
        return self.given(Reported(device, 7, 1, 0, what))

    def open(self) -> "Play":
        """A table that waits for wagers, and lacks nothing."""
        self.until("Betting")
        while GAME.prompts(self.table)[0].kind in ("confirm_table", "inspect_reader"):
            self.person()
        return self

    def bets(self, boxes: int = 6) -> "Play":
        for box in range(1, boxes + 1):
            self.report(
                "positions-1", m.Placed(box, (("blackjack", 2500), ("push_22", 500)), PLAYERS[box - 1])
            )
        return self

    # ---- what nobody may see ------------------------------------------------------------------------

    @property
    def hole(self) -> str:
        """The face of the dealer's second card, "" before it is dealt."""
        return self.faces.get(self.table.dealer.draws[1], "") if len(self.table.dealer.draws) > 1 else ""

    def may_be_seen(self) -> set[str]:
        """The faces that draws on the layout have which the rules have turned up."""
        lying = {draw for hand in (*self.table.hands, self.table.dealer) for draw in hand.draws}
        lying |= {card.draw for card in (*self.table.ahead, *self.table.removed)}
        return {self.faces[draw] for draw in self.seen & lying}

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
        lying = [
            at
            for hand in (*self.table.hands, self.table.dealer)
            for at in zip(hand.draws, hand.cards, strict=True)
        ]
        loose = [(one.draw, one.card) for one in (*self.table.ahead, *self.table.removed)]
        return draw in self.table.standing.sealed or (draw, SEALED) in (*lying, *loose)

    def _draw(self, told: m.Permit) -> None:
        draw = self.table.last + 1
        face = told.faces[len(told.faces) - (told.up_to - draw) - 1]
        if face == m.UP:
            self.faces[draw] = self.random.choice(OTHERS)
            self.seen.add(draw)
            self.report("shoe-1", m.CardDrawn(draw, self.faces[draw]))
        else:
            self.report("shoe-1", m.CardDrawn(self.sealed(), SEALED))

    def sealed(self) -> int:
        """The next draw, whose face nobody knows."""
        draw = self.table.last + 1
        self.faces[draw] = SECRET[draw % len(SECRET)]
        self.seen.discard(draw)
        return draw

    def _disclose(self, draw: int) -> None:
        """The shoe tells a face. Nobody may see it in the rack, nor the hole card before its time."""
        table = self.table
        turned = table.phase == "DealerPlay" and not table.void and draw in table.dealer.draws
        public = [*table.dealer.draws[:1], *(one.draw for one in table.ahead)]
        public += [one for hand in table.hands for one in hand.draws]
        if turned or draw in public:
            self.seen.add(draw)
        self.report("shoe-1", m.Disclosed(draw, self.faces[draw]))

    def _is_blackjack(self) -> bool:
        ranks = (self.table.dealer.cards[0][0], self.hole[0])
        return {"T" if rank in "TJQK" else rank for rank in ranks} == {"A", "T"}

    # ---- a day ----------------------------------------------------------------------------------------

    def person(self) -> None:
        """What a person does next, along the prompts, so that the day goes on."""
        table, prompts = self.table, GAME.prompts(self.table)
        kind = prompts[0].kind if prompts else ""
        if kind == "hold":
            self.answer(table.holds[0])
        elif kind in STEPS:
            self.ask(STEPS[kind])
        elif kind == "collect_shoe":
            self.ask(c.CollectShoe(sp.expected_in_shoe(table)), "dealer")
        elif kind == "cut":
            self._cut()
        elif kind == "take_stack":
            if self.shuffler.stage == "released":
                self.report(MIXER[0], self.shuffler.taken())
            else:
                self.ask(c.TakeStack(), "dealer")
        elif kind == "enter_card":
            self.ask(c.EnterCard(prompts[0].draw, self.random.choice(OTHERS)))
        else:
            self._in_round(kind)

    def answer(self, hold: Hold) -> None:
        """Choose a remedy. A card in error that was exposed is everybody's to see from then on."""
        remedy = self.random.choice(hold.remedies).name
        refused = self.ask(c.ChooseRemedy(hold.id, remedy)).refused
        if remedy == "exposed" and refused is None:
            self.seen |= {one.draw for one in self.table.ahead if one.exposed}

    def _cut(self) -> None:
        box = sp.offered(self.table.standing.supply)
        refuses = box >= 0 and self.random.random() < 0.5
        self.ask(c.RefuseCut() if refuses else c.CutCards("player" if box >= 0 else "dealer"), "dealer")

    def _in_round(self, kind: str) -> None:
        table = self.table
        if kind == "no_more_bets":
            self.bets(self.random.randint(1, 6))
            self.ask(c.NoMoreBets(), "dealer")
        elif kind == "insurance":
            self.report("positions-1", m.Placed(table.hands[0].box, (("insurance", 1000),)))
            self.ask(c.CloseInsurance(), "dealer")
        elif kind == "chips":
            self._chips()
        elif kind == "offer_card":
            hand = table.hands[table.turn]
            answer = self.random.choice((c.AcceptCard, c.RefuseCard))
            self.ask(answer(hand.box, hand.number), "dealer")
        elif kind == "decide":
            hand = table.hands[table.turn]
            verb = self.random.choice(("hit", "stand", "stand", "double", "split", "split"))
            self.ask(c.Decide(hand.box, verb, hand.number), "dealer")

    def _chips(self) -> None:
        asked, hand = self.table.asked, self.table.hands[self.table.turn]
        assert asked is not None
        if self.random.random() < 0.3:
            self.ask(c.WithdrawDecision(), "dealer")
        else:
            wager = "double_down" if asked.verb == "double" else asked.verb
            self.report("positions-1", m.Placed(hand.box, ((wager, asked.chips),)))

    def on(self, steps: int, trouble: float = 0.0, wrong: float = 0.0) -> Iterator[Table]:
        """`steps` inputs, the Table after each; that share of them trouble with a device, or what people do
        wrong or otherwise than prompted."""
        from tests.controller.consoles import misdoing

        for _ in range(steps):
            if trouble and self.random.random() < trouble:
                misdoing.trouble(self)
            elif wrong and self.random.random() < wrong:
                misdoing.misdo(self)
            elif not self.step():
                misdoing.bring_back(self)
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


STEPS: dict[str, Command] = {
    "open": c.OpenTable(),
    "confirm_table": c.ConfirmTable(6, "height", 6, True),
    "inspect_reader": c.InspectReader(),
    "inspect": c.InspectCards(),
    "verify": c.VerifyInspection(),
    "spread": c.SpreadCards(),
    "look": c.CardsSeen("Ann"),
    "wash": c.WashCards(),
    "shuffle": c.ShuffleCards(),
    "feed": c.FeedShuffler(),
    "clear_shuffler": c.ClearShuffler(),
    "load": c.LoadShoe(),
    "change_cards": c.ChangeCards(),
    "settle": c.WagersSettled(),
    "collect": c.CardsCollected(),
}
"""What answers a prompt without a word."""
