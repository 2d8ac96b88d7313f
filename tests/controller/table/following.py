"""People who do what they are prompted to do and nothing else, and a witness of what was shuffled.

`Guided` is the fake table of tests/support.py with a shuffler whose cable can be out: what it is ordered
meanwhile it never hears. `follow` is a dealer and a floorperson without a thought of their own.
`Witness` knows from the reports and the words of people alone which stack was completely shuffled, and fails
where another one is cut or goes into the shoe. The rules themselves are not tested here.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from controller.table import commands as c
from controller.table import events as ev
from controller.table import supply
from controller.table.commands import Input, Reported, Told
from controller.table.ruling import Ruling
from controller.table.state import Batch, Equipment, Prompt, Supply, Table
from drivers import messages as m
from tests.support import BUILD, SHUFFLER, Play

DECK: Final = " ".join(("TS", "9H", "TD", "8C") * 78)
"""Six decks' worth of cards with which a round is short: everybody stands, nobody has Blackjack."""
RED: Final = Batch("red", 6)
BLUE: Final = Batch("blue", 6)
PERISHES: Final = (m.DeviceLost, m.DeviceRefused, m.Gap, m.ShuffleFailed, m.OrderRefused, m.OrderFailed)


class Witness:
    """Which batches are completely shuffled stacks, by what was said and reported."""

    def __init__(self) -> None:
        self.shuffled: set[int] = set()
        self.inside = -1
        self.good = False

    def see(self, before: Table, given: Input, ruling: Ruling) -> None:
        """Take in one ruling. AssertionError where a stack that is none goes on to cut or shoe."""
        self._hear(before, given)
        for event in ruling.events:
            self._note(event, given, before.standing.supply, ruling)

    def _hear(self, before: Table, given: Input) -> None:
        what = given.what
        if isinstance(given, Told) and isinstance(what, c.Restarted):
            self.good = False
        if not isinstance(given, Reported) or given.device != "shuffler":
            return
        machine = before.standing.supply.machine
        if isinstance(what, m.ShuffleDone):
            fine = "bad" not in (what.counted, what.identity, what.back)
            self.good = fine and what.job == machine.job and what.count in (0, machine.cards)
        elif (
            isinstance(what, PERISHES)
            or (isinstance(what, m.LidMoved) and what.open)
            or (isinstance(what, m.DeviceReady) and what.boot != _boot(before))
        ):
            self.good = False

    def _note(self, event: ev.Event, given: Input, before: Supply, ruling: Ruling) -> None:
        if isinstance(event, ev.BatchFed):
            self.inside, self.good = event.batch, False
            self.shuffled.discard(event.batch)
        elif isinstance(event, ev.StackTaken):
            self.shuffled.discard(self.inside)
            if self.good and isinstance(given.what, m.OutputTaken):
                self.shuffled.add(self.inside)
            self.inside, self.good = -1, False
        elif isinstance(event, ev.MarkedOutOfOrder):  # emptied by hand
            self.shuffled.discard(self.inside)
            self.inside, self.good = -1, False
        elif isinstance(event, ev.CardsReceived):
            kept = (n for n, one in enumerate(event.batches) if one.source == "preshuffled")
            self.shuffled, self.inside = set(kept), -1
        elif isinstance(event, ev.ShoeCollected) or (
            isinstance(event, ev.StepDone) and event.step == "spread"
        ):
            self.shuffled.discard(before.current)
        elif isinstance(event, ev.StepDone) and isinstance(given.what, c.ShuffleCards):
            self.shuffled.add(before.current)
        elif isinstance(event, ev.Entered) and event.phase in ("Cutting", "Loading"):
            now = ruling.table.standing.supply
            if now.equipment.shuffler != "in_shoe":
                assert now.current in self.shuffled, f"batch {now.current} is no completely shuffled stack"


def _boot(table: Table) -> int:
    device = supply.shuffler_of(table)
    return device.boot if device is not None else 0


class Guided(Play):
    """A table whose shuffler takes its time, and hears nothing while its cable is out. Of which game it is,
    Play says, or a class that is both this and a game's own."""

    def __init__(
        self, shuffler: str = "batch", equipment: Equipment | None = None, **chosen: int | str | bool
    ) -> None:
        self.witness = Witness()
        self.plugged = self.has_shuffler = True
        super().__init__("", "A", False, shuffler, equipment, (), **chosen)
        self.plugged = self.has_shuffler = SHUFFLER in self.devices
        self.shuffler.slow = True

    @property
    def supply(self) -> Supply:
        return self.table.standing.supply

    def check(self, before: Table, given: Input, ruling: Ruling) -> None:
        self.witness.see(before, given, ruling)

    def _obey(self, order: m.Order) -> None:
        if self.plugged or m.ROLE_OF[type(order)] != "shuffler":
            super()._obey(order)

    # ---- trouble ----------------------------------------------------------------------------------

    def unplug(self) -> None:
        if self.plugged:
            self.plugged = False
            self.lose("shuffler")

    def plug_in(self, anew: bool = False) -> None:
        if self.has_shuffler and not self.plugged:
            self.plugged = True
            if anew:
                self.shuffler.reset()
            self.back("shuffler")

    def fault(self, kind: str) -> None:
        """A fault that stands. What the machine worked at has failed by it."""
        if self.plugged and kind not in self.shuffler.faults:
            self.shuffler.faults = (*self.shuffler.faults, kind)
            if self.shuffler.stage == "working":
                self.report("shuffler", self.shuffler.fail("jam", "path"))
            self.report("shuffler", m.FaultRaised(kind, "path"))

    def repair(self) -> None:
        faults, self.shuffler.faults = self.shuffler.faults, ()
        for kind in faults if self.plugged else ():
            self.report("shuffler", m.FaultCleared(kind))

    def open_lid(self) -> None:
        """Somebody opens the lid and closes it again."""
        if not self.plugged:
            return
        self.report("shuffler", m.LidMoved(True))
        if self.shuffler.stage in ("working", "done", "released"):
            self.report("shuffler", self.shuffler.fail("lid"))
        self.report("shuffler", m.LidMoved(False))

    def pass_time(self, hours: int, day: str = "") -> None:
        """So many hours pass, and the gaming day is this one then."""
        self.take(Told(c.TimePassed(hours * 3_600_000, day)))

    def restart(self, gap_ms: int = 1000) -> None:
        """The controller starts again, and every device is greeted anew."""
        self.take(Told(c.Restarted(BUILD, self.table.rules, gap_ms)))
        for name, _ in self.devices:
            if name != "shuffler" or self.plugged:
                self.back(name)

    # ---- people -----------------------------------------------------------------------------------

    def say(self, what: c.Command, role: c.Role = "dealer") -> None:
        """Ask for what must be allowed now."""
        ruling = self.ask(what, role)
        assert ruling.refused is None, f"{type(what).__name__} in {self.table.phase}: {ruling.refused.why}"

    def urgent(self) -> Prompt:
        """The most urgent prompt; there is always one."""
        prompts = self.game.prompts(self.table)
        assert prompts, f"nobody is asked for anything in {self.table.phase}: {self.supply}"
        return prompts[0]

    def step(self) -> bool:
        """Do what is asked most urgently. False where a round, or the opening, is for people to want."""
        prompt = self.urgent()
        if prompt.kind in ("no_more_bets", "open"):
            return False
        if prompt.kind == "hold":
            self._first_remedy(prompt.hand)
        elif prompt.kind == "wait":
            assert self.plugged, f"{prompt.words} But nobody hears the shuffler"
            assert self.shuffler.stage == "working", (
                f"{prompt.words} But the shuffler has {self.shuffler.stage}"
            )
            self.shuffled()
        elif prompt.kind == "take_stack":
            self._take_out()
        elif prompt.kind == "cut":
            offered = supply.offered(self.supply) >= 0
            self.say(c.RefuseCut() if offered else c.CutCards())
        elif prompt.kind == "load":
            self.shoe.inside = deque(DECK.split())
            self.say(c.LoadShoe())
        elif prompt.kind == "collect_shoe":
            self.say(c.CollectShoe(supply.expected_in_shoe(self.table)))
        elif prompt.kind == "count_deck":
            self.say(c.CountDeck(supply.batch_size(self.supply.batches[self.supply.current])))
        elif prompt.kind == "confirm_table":
            assert self.confirm().refused is None
        elif prompt.kind in _FLOOR:
            self.say(_FLOOR[prompt.kind](), "floorperson")
        else:
            self.say(_DEALER[prompt.kind]())
        return True

    def follow(self, until: str = "", most: int = 100) -> None:
        """Do what is asked until nothing is, or until that phase."""
        for _ in range(most):
            if self.table.phase == until or not self.step():
                return
        raise AssertionError(f"round in circles in {self.table.phase}: {self.urgent().words}")

    def _first_remedy(self, number: int) -> None:
        hold = next(one for one in self.table.holds if one.id == number)
        for way in hold.remedies:
            if self.ask(c.ChooseRemedy(number, way.name), way.role).refused is None:  # type: ignore[arg-type]
                return
        raise AssertionError(f"no way out of {hold.words}")

    def _take_out(self) -> None:
        if self.plugged and self.shuffler.stage == "released":
            self.take_stack()
        else:  # the exit did not open: by hand, through the lid
            self.shuffler.stage = "empty"
            self.say(c.TakeStack())

    def round(self) -> None:
        """A whole round on box 1."""
        assert self.table.phase == "Betting"
        self.wager(1, 1000)
        self.deal()
        self.finish()
        assert self.events(ev.RoundEnded)[-1].number == self.table.round

    def end_shoe(self) -> None:
        """The cover card comes out, and the round is played to its end."""
        assert self.table.phase == "Betting"
        self.wager(1, 1000)
        self.say(c.NoMoreBets())
        self.report("shoe", m.CoverCardOut(self.shoe.last))
        self.run()
        self.finish()
        assert self.table.phase == "Shuffling", self.table.phase


_FLOOR: Final[dict[str, Callable[[], c.Command]]] = {
    "verify": c.VerifyInspection,
    "inspect_reader": c.InspectReader,
    "change_cards": c.ChangeCards,
}
_DEALER: Final[dict[str, Callable[[], c.Command]]] = {
    "inspect": c.InspectCards,
    "spread": c.SpreadCards,
    "look": c.CardsSeen,
    "wash": c.WashCards,
    "shuffle": c.ShuffleCards,
    "feed": c.FeedShuffler,
    "clear_shuffler": c.ClearShuffler,
}


def opened(
    shuffler: str = "none",
    equipment: Equipment | None = None,
    *batches: Batch,
    kind: type[Guided] = Guided,
    **chosen: int | str | bool,
) -> Guided:
    """A table that was just opened with these cards: in Inspecting, unless they came shuffled. kind: the
    table's class, which says the game."""
    table = kind(shuffler, equipment, **chosen)
    table.say(c.OpenTable(batches), "floorperson")
    return table


def refusal(table: Guided, what: c.Command, role: c.Role | None = None) -> str:
    """The clause or topic for which it is refused to that person, by default to whoever may ask for it. A
    refusal changes nothing."""
    before = table.table
    ruling = table.ask(what, role or ("floorperson" if type(what) in c.FLOOR_ONLY else "dealer"))
    assert ruling.refused is not None, f"{what} was allowed in {before.phase}"
    assert table.table is before
    return ruling.refused.clause


def kinds(table: Guided) -> list[str]:
    """What the open Holds are about."""
    return [hold.kind for hold in table.table.holds]


def met(table: Guided, kind: str) -> int:
    """How many irregularities of that kind there were."""
    return sum(one.what.kind == kind for one in table.events(ev.IrregularityMet))
