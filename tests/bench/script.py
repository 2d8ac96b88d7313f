"""Six-box rounds as the inputs that a table is given, dealt from shoes that were shuffled once.

A dealer and players of paper: whatever the Table asks for next is done. What the players decide is
strategy.py's. Nothing here is measured; the inputs are made once and played again and again.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from controller.games.game import Game
from controller.submission import rules_from
from controller.table.commands import (
    Asked,
    CardsCollected,
    CardsSeen,
    CloseInsurance,
    Command,
    ConfirmTable,
    CutCards,
    Decide,
    Input,
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
    VerifyInspection,
    WagersSettled,
    WashCards,
)
from controller.table.ruling import rule_on
from controller.table.state import CLOSING, Rules, paytable_of, stake_on
from drivers import messages as m
from drivers.cards import SEALED, Card
from drivers.simulated.decks import shuffled
from tests.bench.strategy import BLACKJACK_WAGER, BOXES, PUSH_22_WAGER, decision

GAME: Final = "free-bet-blackjack"
DEVICES: Final = (("shoe", "shoe"), ("reader", "card_reader"), ("wagers", "wager_positions"))
DECKS: Final = 6
DEALT_OF_A_SHOE: Final = 260
"""Cards dealt of a shoe of 312 before the next one follows: the cover card lies a deck from the end."""
SEED: Final = 672
_OPENING: Final = (
    OpenTable(),
    InspectReader(),
    InspectCards(),
    VerifyInspection(),
    SpreadCards(),
    CardsSeen(),
    WashCards(),
    ShuffleCards(),
    CutCards(),
    LoadShoe(),
)


class Script(Struct, frozen=True):
    """Inputs in order. opening: from an empty journal through a first round, in which a card is burned, to
    a table that takes wagers. rounds: the inputs of each round after. cards: what those deal, in order."""

    rules: Rules
    opening: tuple[Input, ...]
    rounds: tuple[tuple[Input, ...], ...]
    cards: tuple[Card, ...]


class NotPlayed(Exception):
    """The table refused what the script did; the message says what and why."""


def rules() -> Rules:
    """The house's default rules, with the Push 22 Wager offered by its first paytable."""
    return rules_from(GAME, {"push_22": "A"}, "tests/bench")


def shoes(cards: int, seed: int = SEED) -> tuple[Card, ...]:
    """At least so many cards: the first ones of as many shuffled six-deck shoes as are needed."""
    source, dealt = Random(seed), list[Card]()
    while len(dealt) < cards:
        dealt += shuffled(DECKS, source)[:DEALT_OF_A_SHOE]
    return tuple(dealt)


def make_script(
    game: Game, rounds: int, its_rules: Rules | None = None, names: Mapping[str, str] | None = None
) -> Script:
    """A script of so many rounds. names: what the devices are called, by role, if not as in DEVICES."""
    chosen = its_rules if its_rules is not None else rules()
    return _Paper(game, chosen, names or {role: name for name, role in DEVICES}).play(rounds)


class _Paper:
    """Asks the Table what it waits for, and does that."""

    def __init__(self, game: Game, its_rules: Rules, names: Mapping[str, str]) -> None:
        self._game = game
        self._rules = its_rules
        self._names = names
        self._table = game.new_table(its_rules)
        self._cards: Sequence[Card] = ()
        self._at = 0
        self._sealed: dict[int, Card] = {}
        self._made: list[Input] = []

    def play(self, rounds: int) -> Script:
        """See make_script."""
        self._cards = shoes(40 * (rounds + 2))
        opening = self._open()
        first = self._at
        played = []
        for _ in range(rounds):
            self._made = []
            before = self._table.round
            while self._table.round == before or self._table.phase != "Betting":
                self._step()
            played.append(tuple(self._made))
        return Script(self._rules, opening, tuple(played), tuple(self._cards[first : self._at]))

    def _open(self) -> tuple[Input, ...]:
        devices = tuple((name, role) for role, name in self._names.items())
        self._rule(Told(Installed(self._rules, devices, "bench")))
        for role, state in (
            ("shoe", m.ShoeState(True, 0, 0, False, ())),
            ("card_reader", m.ReaderState("", ())),
            ("wager_positions", m.PositionsState(False, (), ())),
        ):
            identity = m.Identity("bench", "bench", "1", role, (), (), ())
            self._say(role, m.DeviceReady(1, "power", False, identity, state))
        its = self._rules
        for step in (*_OPENING, ConfirmTable(its.boxes, "height", its.decks, True)):
            self._rule(Asked("floorperson", "floor", step))
        while self._table.round == 0 or self._table.phase != "Betting":
            self._step()
        return tuple(self._made)

    # ---- what the table waits for -----------------------------------------------------------------

    def _step(self) -> None:
        """The one thing that is due: a device answers what it was told, or a person acts."""
        table = self._table
        shoe, face = table.wanted_shoe, table.wanted_face
        if table.positions == CLOSING:
            self._say("wager_positions", m.PositionsClosed())
        elif face is not None:
            self._say("shoe", m.Disclosed(face.draw, self._sealed[face.draw]))
        elif isinstance(shoe, m.Permit) and shoe.up_to > table.last:
            self._draw(shoe)
        elif table.phase == "Peeking":
            self._say("card_reader", m.ReaderAnswer(self._peek()))
        elif table.asked is not None and table.asked.chips:
            verb = "double_down" if table.asked.verb == "double" else table.asked.verb
            self._say("wager_positions", m.Placed(table.hands[table.turn].box, ((verb, table.asked.chips),)))
        elif table.phase == "Betting" and (free := self._free_box()):
            self._say("wager_positions", m.Placed(free, self._chips(free)))
        else:
            self._rule(Asked("dealer", "dealer", self._word()))

    def _draw(self, permit: m.Permit) -> None:
        draw, card = self._table.last + 1, self._cards[self._at]
        self._at += 1
        if permit.faces[draw - permit.up_to - 1] == m.DOWN:
            self._sealed[draw] = card
            card = SEALED
        self._say("shoe", m.CardDrawn(draw, card))

    def _free_box(self) -> int:
        """The first box without a wager, 0 where each has one."""
        boxes = range(1, BOXES + 1)
        return next((box for box in boxes if not stake_on(self._table, box, 1, "blackjack")), 0)

    def _chips(self, box: int) -> tuple[tuple[str, int], ...]:
        side = PUSH_22_WAGER.get(box) if paytable_of(self._rules, "push_22") is not None else None
        wager = ("blackjack", BLACKJACK_WAGER)
        return (wager,) if side is None else (wager, ("push_22", side))

    def _peek(self) -> m.Answer:
        up, hole = self._table.dealer.cards[0], self._sealed[self._table.dealer.draws[1]]
        pair = {"A" if card[0] == "A" else "T" if card[0] in "TJQK" else "" for card in (up, hole)}
        return "blackjack" if pair == {"A", "T"} else "no_blackjack"

    def _word(self) -> Command:
        """What the dealer says now."""
        table = self._table
        if table.phase == "PlayerDecisions":
            hand = table.hands[table.turn]
            number = sum(other.box == hand.box for other in table.hands)
            verb = decision(hand.cards, hand.total, hand.soft, number, table.dealer.cards[0])
            return Decide(hand.box, verb, hand.number)
        return _WORDS[table.phase]

    # ---- ruling -----------------------------------------------------------------------------------

    def _say(self, role: str, report: m.Report) -> None:
        self._rule(Reported(self._names[role], 1, 0, 0, report))

    def _rule(self, given: Input) -> None:
        ruling = rule_on(self._game, self._table, given)
        if ruling.refused is not None or ruling.table.holds:
            raise NotPlayed(f"{given} in {self._table.phase}: {ruling.refused or ruling.table.holds}")
        self._table = ruling.table
        self._made.append(given)


_WORDS: Final[dict[str, Command]] = {
    "Betting": NoMoreBets(),
    "Insurance": CloseInsurance(),
    "Settling": WagersSettled(),
    "Collecting": CardsCollected(),
}
