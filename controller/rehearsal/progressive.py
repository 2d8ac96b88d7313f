"""Progressive wagers in a rehearsal: what players do at the wagering devices, and what the dealer and the
floor do about chips and awards.

The device's model is in drivers/simulated; what a wager wins, and what an award comes to, is the table's
affair. Chips of other wagers are set down in play.py.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from controller.rehearsal import steps as s
from controller.rehearsal.prompted import PATIENCE
from controller.table import commands as c
from controller.table.commands import Refused, Reported
from controller.table.progressive import called, find, is_progressive
from controller.table.ruling import Ruling, rule_on
from controller.table.state import CLOSED_WORD, Prompt, Table
from drivers import messages as m

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer

NAME: Final = "progressive"
"""The device of a bench."""
_HEARD: Final = (m.ProgressivePlaced, m.AttemptAfterLockOut)


class ProgressiveHands:
    """Hands at the progressive system of one bench. miscounts: what the dealer will say that lies there, by
    wager, the next time that chips are counted."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self.bench = dealer.bench
        self.miscounts: dict[str, int] = {}
        self.steps: dict[type, Callable[..., None]] = {
            s.Selects: self.selects,
            s.Miscounts: self.will_miscount,
        }

    @property
    def table(self) -> Table:
        return self.bench.table

    def is_here(self) -> bool:
        """Whether the bench has such a system."""
        return NAME in self.bench.devices()

    # ---- players -------------------------------------------------------------------------------------------

    def apart(self, chips: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
        """The wagers that are set down as chips at the positions, and those that go to the devices."""
        there = {wager: cents for wager, cents in chips.items() if is_progressive(self.table.rules, wager)}
        return {wager: cents for wager, cents in chips.items() if wager not in there}, there

    def first_refused(
        self, box: int, chips: dict[str, int], there: dict[str, int], player: str
    ) -> tuple[bool, str]:
        """What of one step would be refused, tried on paper: the chips (True), or one wager of the devices by
        its name; (False, "") for nothing. A step is accepted whole or not at all."""
        table, game = self.table, self.bench.game
        if chips:
            placed = m.Placed(box, tuple(chips.items()), player)
            ruling = rule_on(game, table, Reported("", 0, 0, 0, placed))
            if ruling.refused is not None:
                return True, ""
            table = ruling.table
        for wager, cents in there.items():
            at_device = m.ProgressivePlaced(box, wager, cents, player)
            ruling = rule_on(game, table, Reported("", 0, 0, 0, at_device))
            if ruling.refused is not None:
                return False, wager
            table = ruling.table
        return False, ""

    def place(self, box: int, wager: str, cents: int, player: str) -> Ruling:
        """Put a wager on the device of that box, and the table's ruling on it. Refused where nobody sees
        it."""
        start = len(self.bench.rulings)
        self.await_lights()
        self.bench.act(NAME, lambda model, now: model.place(box, wager, cents, now, player))
        self.bench.run_until(lambda: bool(self.dealer.since(start, _HEARD)), PATIENCE)
        heard = self.dealer.since(start, _HEARD)
        if not heard:
            raise Refused("the wagering device does not see the wager", "topic:device-lost")
        if isinstance(heard[-1][0].what, m.AttemptAfterLockOut):
            self._pick_up(box, wager, cents)
        return heard[-1][1]

    def _pick_up(self, box: int, wager: str, cents: int) -> None:
        """Chips that the device shows as not accepted are the player's again."""
        lies = self.bench.act(NAME, lambda model, now: model.lies(box, wager))
        if lies >= cents:
            self.bench.act(NAME, lambda model, now: model.take_back(box, wager, cents, now))

    def await_lights(self) -> None:
        """The order to open or to lock out may still be on its way."""

        def is_set() -> bool:
            is_open = self.bench.act(NAME, lambda model, now: bool(model.open_spots()))
            return bool(is_open == (self.table.progressives.state != CLOSED_WORD))

        self.bench.run_until(is_set, PATIENCE)

    def take_back(self, box: int, wager: str, cents: int) -> None:
        """A player takes a wager back before the lock-out. Of chips all that lie there, however many of them
        the device has seen."""
        start = len(self.bench.rulings)
        lies = self.bench.act(NAME, lambda model, now: model.lies(box, wager))
        self.bench.act(NAME, lambda model, now: model.take_back(box, wager, lies or cents, now))
        self.bench.run_until(lambda: bool(self.dealer.since(start, (m.ProgressiveTakenBack,))), PATIENCE)

    # ---- the dealer and the floor
    # ---------------------------------------------------------------------------

    def count(self, prompt: Prompt) -> bool:
        """Count the chips that lie on the sensors, and say it."""
        wager = prompt.wager
        there = self.bench.act(NAME, lambda model, now: model.chips())
        cents = sum(cents for _, name, cents in there if name == wager)
        said = self.miscounts.pop(wager, cents)
        return self.dealer.ask(c.CountProgressive(wager, said)).refused is None

    def verify(self, prompt: Prompt) -> bool:
        """The floorperson looks at the cards, and says so."""
        return self.dealer.ask(c.VerifyAward(prompt.hand), "floorperson").refused is None

    def document(self, prompt: Prompt) -> bool:
        """The floorperson writes the documents."""
        return self.dealer.ask(c.DocumentAward(prompt.hand), "floorperson").refused is None

    def clear(self) -> None:
        """The dealer takes the chips off the sensors."""
        if self.is_here():
            self.bench.act(NAME, lambda model, now: model.clear(now))

    # ---- steps
    # -----------------------------------------------------------------------------------------------

    def selects(self, step: s.Selects) -> None:
        """What the system will select at its next lock-out."""
        self._check_here()
        self.bench.act(NAME, lambda model, now: model.select_next(step.magic, step.lucky))

    def will_miscount(self, step: s.Miscounts) -> None:
        """What the dealer will say of the chips."""
        self._check_here()
        one = find(self.table.rules, step.wager)
        if one is None or one.account:
            words = f"no chips of {called(step.wager)} are counted at this table"
            raise Refused(words, "topic:progressive-count")
        self.miscounts[step.wager] = step.cents

    def _check_here(self) -> None:
        if not self.is_here():
            raise Refused("no progressive wager is offered at this table", "topic:side-wager")
