"""What people do with the cards between rounds: opening, shuffling, the cut, loading, an idle table.

One line a step says what it is and who asks the table. The cards themselves are moved in stacks.py; what the
dealer does at the prompt of a device, in dealer.py.
"""

from collections.abc import Callable
from typing import Final

from controller.consoles.frames import PromptShown, Screen
from controller.demo.characters import DICE, PLAYERS
from controller.demo.dealer import TableDealer, named_in, urgent
from controller.demo.floor import Floor
from controller.demo.patrons import Patrons
from controller.demo.room import Room
from controller.rehearsal.prompted import PATIENCE
from controller.table import commands as c

WILLING: Final = 0.6
"""How likely a player takes the cut that is offered."""
PACE: Final = {
    "inspect": 2.0,
    "verify": 1.0,
    "spread": 2.0,
    "look": 1.5,
    "wash": 2.0,
    "shuffle": 3.0,
    "cut": 1.5,
    "load": 1.5,
}
"""Seconds that each thing takes people at life's speed."""

FIRST: Final = "the first player, "
"""What stands before the name of who came first."""

Step = Callable[[Screen, PromptShown], object]


class Preparing:
    """The procedures of one table between rounds. `steps`: what is done at each kind of prompt."""

    def __init__(self, room: Room, dealer: TableDealer, floor: Floor, patrons: Patrons) -> None:
        self.room = room
        self.dealer = dealer
        self.floor = floor
        self.patrons = patrons
        self._first = ""
        self.steps: dict[str, Step] = {
            "inspect": lambda screen, asked: self._do(screen, asked, c.InspectCards(), "inspects"),
            "verify": lambda _, __: self._verify(),
            "spread": self._spread,
            "look": self._look,
            "wash": lambda screen, asked: self._do(screen, asked, c.WashCards(), "washes and stacks"),
            "shuffle": self._shuffle,
            "cut": lambda screen, _: self._cut(screen),
            "load": self._load,
        }

    def _do(self, screen: Screen, asked: PromptShown, what: c.Command, verb: str) -> None:
        self.room.eyes.pause(PACE[asked.kind])
        self.room.say(f"the dealer {verb} {named_in(screen, asked)}")
        self.dealer.ask(what)

    def _verify(self) -> None:
        self.room.eyes.pause(PACE["verify"])
        self.room.say("the floor verifies the inspection")
        self.floor.ask(c.VerifyInspection())

    def _spread(self, screen: Screen, asked: PromptShown) -> None:
        face = "down" if screen.phase == "Idle" else "up"
        self.room.eyes.pause(PACE["spread"])
        self.room.say(f"the dealer spreads {named_in(screen, asked)} face {face}")
        self.dealer.ask(c.SpreadCards(face))

    def _look(self, screen: Screen, asked: PromptShown) -> None:
        """The first player who comes; of two batches the same one looks at both."""
        if len(screen.batches) < 2 or not self._first:
            self._first = DICE.choice(PLAYERS).name
        self.room.eyes.pause(PACE["look"])
        self.room.say(f"{self._first} looks at {named_in(screen, asked)}")
        self.dealer.ask(c.CardsSeen(self._first))

    def _shuffle(self, screen: Screen, asked: PromptShown) -> None:
        self.dealer.stacks.put_away()
        self._do(screen, asked, c.ShuffleCards(), "shuffles")

    def _cut(self, screen: Screen) -> None:
        """The cut goes from one who is entitled to the next, until somebody takes it."""
        offer = screen.cut
        self.room.eyes.pause(PACE["cut"])
        if offer is None or offer.box < 0:
            nobody = "" if self.room.rules.cut_by == "dealer" else "nobody takes the cut: "
            self.room.say(f"{nobody}the dealer cuts the cards")
            self.dealer.stacks.cut()
            self.dealer.ask(c.CutCards())
            return
        who = self.patrons.at(offer.box) if offer.box else offer.to.removeprefix(FIRST)
        if DICE.random() < WILLING:
            self.room.say(f"{who} cuts the cards")
            self.dealer.stacks.cut()
            self.dealer.ask(c.CutCards("player"))
        else:
            self.room.say(f"{who} does not want to cut")
            self.dealer.ask(c.RefuseCut())

    def _load(self, screen: Screen, asked: PromptShown) -> None:
        self.room.eyes.pause(PACE["load"])
        number = self.dealer.stacks.load(asked.side)
        into = "into the shoe" if self.room.has_shoe else "into one hand"
        self.room.say(f"the dealer puts {named_in(screen, asked)} {into}: {number} shuffled cards")
        if self.room.has_stacks:
            self.room.eyes.wait(lambda now: urgent(now).kind != "load", PATIENCE)
        else:
            self.dealer.ask(c.LoadShoe())
