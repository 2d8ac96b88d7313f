"""The steps between rounds at one bench: opening and closing, shuffling, cutting, an idle table, other cards.

What the table makes of them is its own affair. Wagers and decisions are in play.py, what goes wrong in
trouble.py.
"""

from collections.abc import Callable, Sequence
from typing import Final

from controller.games.game import Game
from controller.rehearsal import steps as s
from controller.rehearsal.bench import Bench
from controller.rehearsal.cards import fill
from controller.rehearsal.dealer import DEALER, PATIENCE, Dealer
from controller.rehearsal.scenario import Scenario
from controller.rehearsal.trouble import refuse_as
from controller.table import commands as c
from controller.table import supply as sp
from controller.table.commands import Asked, Refused
from controller.table.double_shoe import SIDES
from controller.table.ruling import Ruling, rule_on
from controller.table.sides import other_side
from controller.table.state import Batch, Table

OPENING: Final[dict[str, tuple[tuple[c.Command, c.Role], ...]]] = {
    "inspect_reader": ((c.InspectReader(), "floorperson"),),
    "inspect": ((c.InspectCards(), "dealer"), (c.VerifyInspection(), "floorperson")),
    "spread": ((c.SpreadCards(), "dealer"), (c.CardsSeen(), "dealer")),
    "wash": ((c.WashCards(), "dealer"),),
    "shuffle": ((c.ShuffleCards(), "dealer"),),
}
WITHOUT_COVER: Final = ("continuous", "in_shoe")
ANY_ORDER: Final = ("*",)
BEING_PREPARED: Final = frozenset(("Inspecting", "Spreading", "Washing", "Shuffling", "Cutting", "Loading"))


class Between:
    """What a script says between rounds.

    next_cards: the order of the cards that are put into the shoe next, by the sides of a double one; another
    has the first of them. following: the step behind the one
    that is being played, None behind the last. by_steps: whether the script gives each procedure by itself,
    from `open` to `load`; else the dealer does what it leaves out.
    """

    def __init__(self, scenario: Scenario, game: Game, bench: Bench, dealer: Dealer) -> None:
        self.scenario = scenario
        self.game = game
        self.bench = bench
        self.dealer = dealer
        self.shuffles = 0
        self.next_cards: list[Sequence[str]] = [ANY_ORDER, ANY_ORDER]
        self.by_steps = False
        self.following: s.Step | None = None
        self.next_discards: Sequence[str] = ANY_ORDER
        dealer.refill_order = self._discards
        self.steps: dict[type, Callable[..., None]] = {
            s.Shuffle: self.shuffle,
            s.Opening: self.opening,
            s.Confirm: self.confirm,
            s.Inspect: lambda step: self._ask(c.InspectCards(step.defect)),
            s.Look: self.look,
            s.Cut: self.cut,
            s.RefuseCut: self.refuse_cut,
            s.Recut: lambda step: self._ask(c.OrderRecut(step.why), "floorperson"),
            s.Idle: self.idle,
            s.ChangeCards: self.change_cards,
            s.Mark: self.mark,
            s.InService: lambda step: self._ask(c.ReturnToService(step.device), "floorperson"),
            s.Count: self.count,
            s.LoseCard: lambda step: self.dealer.cards.lose_card(step.side),
            s.Determinant: self.determinant,
            s.Wait: lambda step: self.bench.skip(step.minutes * 60.0),
            s.Discards: self.discards,
        }

    @property
    def table(self) -> Table:
        return self.bench.table

    def _ask(self, what: c.Command, role: c.Role = "dealer") -> None:
        refuse_as(self.dealer.ask(what, role))
        self.dealer.go_on()

    # ---- the order of the cards --------------------------------------------------------------------------

    def fresh(self, cards: Sequence[str], without: Sequence[str] = ()) -> list[str]:
        """The whole order of a shoe; each shuffle of a scenario takes another turn of its seed."""
        seed = self.scenario.seed + self.shuffles
        self.shuffles += 1
        # A dealer who cuts puts the cover card at the bottom: it comes out of no shoe.
        by_dealer = self.scenario.rules.cut_by == "dealer"
        cover = self.scenario.equipment.shuffler not in WITHOUT_COVER and not by_dealer
        lost = self.dealer.cards.lost_of_current()
        decks = self.scenario.rules.decks
        return fill(cards, decks, seed, without=(*without, *lost), cover=cover)

    def _to_load(self) -> list[str]:
        """The order that is put into the shoe now; the next one is any, unless the script says it."""
        side = self.dealer.sides.in_hand().get("side", 0)
        cards, self.next_cards[side] = self.next_cards[side], ANY_ORDER
        return self.fresh(cards)

    def _discards(self, laid: tuple[str, ...]) -> list[str]:
        """The order of the discards that fill a shoe inside a round."""
        cards, self.next_discards = self.next_discards, ANY_ORDER
        return self.fresh(cards, laid)

    # ---- the whole procedure -----------------------------------------------------------------------------

    def open(self) -> None:
        """The table is opened, its shoe loaded with the scenario's cards."""
        self.next_cards = [self.scenario.cards, self.scenario.right_cards]
        self.dealer.open_table(self._to_load)

    def ready_to_bet(self) -> None:
        """A reshuffle that is due, and that the script does not give, is done now."""
        if self._is_due() and not self.table.holds:
            self.dealer.cards.prepare(self._to_load)

    def _is_due(self) -> bool:
        """Whether cards are on their way into the shoe, and the script does not see to every step."""
        return not self.by_steps and self.table.phase in BEING_PREPARED

    def shuffle(self, step: s.Shuffle) -> None:
        """The cards are shuffled now, and lie in this order."""
        if self.table.phase == "Refilling":
            at = self.dealer.sides.in_hand().get("side", 0)
            self.next_discards = (step.cards, step.right)[at]
            self.dealer.go_on()
            return
        if self.table.phase == "Betting":
            side = step.sides[0] if len(step.sides) == 1 else ""
            refuse_as(self.dealer.ask(c.DirectReshuffle(side), "floorperson"))
        elif not self._is_due():
            raise Refused("a reshuffle waits for the end of the round", "topic:reshuffle-directed")
        elif self.table.holds:
            refuse_as(self._would_be(c.ShuffleCards()))
        self._check_due(step.sides)
        self.next_cards = [step.cards, step.right]
        self.bench.run_until(lambda: self.table.wanted_face is None, PATIENCE)
        # Where the script sees to the cut itself, the cards wait for it.
        until = ("Cutting", "Loading") if _is_about_cut(self.following) else ()
        self.dealer.cards.prepare(self._to_load, until)

    def _check_due(self, sides: tuple[str, ...]) -> None:
        """Refused where one of these sides of a double shoe stays as it is, while the other one is
        shuffled."""
        double, supply = self.table.double, self.table.standing.supply
        if double is None or supply.change:
            return
        for at in map(SIDES.index, sides):
            if supply.batches[at].where == "shoe" and not double.due[at]:
                raise Refused(f"the {SIDES[at]} side is not shuffled now", "topic:reshuffle-directed")

    def determinant(self, step: s.Determinant) -> None:
        """From now on determinant cards come from that side."""
        self.dealer.sides.determinant = step.side

    def _would_be(self, what: c.Command) -> Ruling:
        return rule_on(self.game, self.table, Asked("dealer", DEALER, what))

    def discards(self, step: s.Discards) -> None:
        """How the discards will lie when the shoe runs short."""
        self.next_discards = step.cards

    # ---- step by step --------------------------------------------------------------------------------------

    def opening(self, step: s.Opening) -> None:
        """One procedure of opening or closing by itself. What it leaves to be done at a shuffler is done."""
        if step.what == "open":
            self._open(step.sources)
        elif step.what == "load":
            # What is refused changes nothing, so that it is asked before cards go into the shoe.
            asked = self.dealer.cards.check_load()
            if asked is not None:
                refuse_as(self._would_be(asked))
            self.dealer.cards.load(self._to_load())
            # Of a double shoe the other side comes next, in the same way.
            self.by_steps = self.by_steps and self.table.phase in BEING_PREPARED
        elif step.what == "cut":
            self._cut_by_dealer()
        elif step.what == "close":
            refuse_as(self.dealer.ask(c.CloseTable(), "floorperson"))
            self.dealer.clear_away()
        else:
            for command, role in self._commands(step.what):
                refuse_as(self.dealer.ask(command, role))
        self.dealer.go_on()

    def _open(self, sources: tuple[str, ...]) -> None:
        """The floorperson compares layout, rack and odds at once, unless a step of the script does it."""
        refuse_as(self.dealer.ask(c.OpenTable(self._received(sources)), "floorperson"))
        self.by_steps = True
        self.next_cards = [self.scenario.cards, self.scenario.right_cards]
        if not any(isinstance(step, s.Confirm) for step in self.scenario.steps):
            self.dealer.cards.confirm()

    def _received(self, sources: tuple[str, ...]) -> tuple[Batch, ...]:
        """What comes to the table: each batch as `sources` say, all alike where that is one word."""
        if not sources:
            return ()
        batches = sp.fresh_batches(self.table.standing.supply, self.scenario.rules.decks)
        words = sources * len(batches) if len(sources) == 1 else sources
        backs = [batch.back for batch in batches] + [f"back {n}" for n in range(len(batches), len(words))]
        return tuple(
            Batch(back, self.scenario.rules.decks, word) for back, word in zip(backs, words, strict=False)
        )

    def _commands(self, what: str) -> tuple[tuple[c.Command, c.Role], ...]:
        """Who comes first looks at the spread cards, where the next step does not say who it is."""
        looks_by_step = what == "spread" and isinstance(self.following, s.Look)
        return OPENING[what][:1] if looks_by_step else OPENING[what]

    def cut(self, step: s.Cut) -> None:
        """The cut as it is said; what comes before it is done where the script does not give each step."""
        self._come_to_the_cut()
        self._ask(c.CutCards(step.by, step.depth, step.cover))

    def refuse_cut(self, _: s.RefuseCut) -> None:
        """Who is offered the cut does not take it."""
        self._come_to_the_cut()
        self._ask(c.RefuseCut())

    def _cut_by_dealer(self) -> None:
        """Nobody takes the cut."""
        self._come_to_the_cut()
        while self.table.phase == "Cutting" and sp.offered(self.table.standing.supply) >= 0:
            refuse_as(self.dealer.ask(c.RefuseCut()))
        refuse_as(self.dealer.ask(c.CutCards()))

    def _come_to_the_cut(self) -> None:
        """What comes before it is done; of a double shoe the side that was cut is loaded, for it is the other
        one's cut that is meant."""
        if self.table.phase == "Loading" and other_side(self.table) >= 0 and not self.by_steps:
            self.dealer.cards.load(self._to_load())
        if self._is_due():
            self.dealer.cards.prepare(self._to_load, ("Cutting", "Loading"))

    def confirm(self, step: s.Confirm) -> None:
        """The floorperson says what stands at the table."""
        installed, rules = self.table.standing.supply.equipment, self.table.rules
        self._ask(
            c.ConfirmTable(
                rules.boxes if step.boxes is None else step.boxes,
                step.rack or installed.rack,
                rules.decks if step.rack_decks is None else step.rack_decks,
                step.odds,
            ),
            "floorperson",
        )

    def look(self, step: s.Look) -> None:
        """The first player looks; where the table was idle the dealer goes on from there."""
        self._ask(c.CardsSeen(step.player, step.respread))

    def idle(self, step: s.Idle) -> None:
        """The cards are taken out of the shoe, counted, and spread. A table that is idle already has them
        spread again, as a player asks."""
        if self.table.phase != "Idle":
            refuse_as(self.dealer.ask(c.LeaveIdle()))
            self.dealer.go_on()
        if not self.table.holds:
            refuse_as(self.dealer.ask(c.SpreadCards(step.face)))
        if self.dealer.prompt().kind == "spread":  # the other side of a double shoe
            refuse_as(self.dealer.ask(c.SpreadCards(step.face)))

    def change_cards(self, step: s.ChangeCards) -> None:
        """Other cards come, and are prepared from the beginning."""
        refuse_as(self.dealer.ask(c.ChangeCards(self._received(step.sources)), "floorperson"))
        self.dealer.cards.forget_losses()
        self.dealer.go_on()

    def mark(self, step: s.Mark) -> None:
        """The shuffler is out of use, and what was inside is taken out by hand; or the automated shoe is."""
        refuse_as(self.dealer.ask(c.MarkOutOfOrder(step.how, step.device)))
        if step.device == "shuffler":
            self.dealer.cards.empty_machine()

    def count(self, step: s.Count) -> None:
        """The dealer will say so many the next time."""
        self.dealer.cards.next_count = step.cards


def _is_about_cut(step: s.Step | None) -> bool:
    return isinstance(step, s.Cut | s.RefuseCut) or step == s.Opening("cut")
