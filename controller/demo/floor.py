"""The demonstration's floorperson: opens and closes the table, repairs devices, decides open questions.

A Hold is answered by the remedies that the screen offers. A round is only declared void where nothing else
is offered, or where nobody at the table knows a card that lies face down.
"""

import time
from typing import Final

from controller.consoles.frames import Choice, HoldShown, Screen
from controller.demo.dealer import FLOOR, TableDealer
from controller.demo.room import Room
from controller.table import commands as c

BEST: Final = (
    "repaired",
    "cleared",
    "resume",
    "unexposed",
    "accept",
    "settle",
    "acknowledge",
)
"""Remedies, the one to choose first first. Voiding the round comes after them, and any other at last."""
VOID: Final = "void_round"
LOOKING: Final = 4.0
"""Seconds at life's speed that the floorperson needs to come and look."""
REPAIR: Final = 20.0
"""Seconds, real ones, for a device to come back after its repair."""


class Floor:
    """The floorperson of one table."""

    def __init__(self, room: Room, dealer: TableDealer) -> None:
        self.room = room
        self.dealer = dealer

    def ask(self, what: c.Command) -> bool:
        """Ask the table as the floorperson; whether it was not refused."""
        refused = self.room.eyes.ask("floorperson", FLOOR, what)
        if refused is not None:
            self.room.say(f"the table refuses: {refused.why} ({refused.clause})")
        return refused is None

    def open(self) -> None:
        """Open the table."""
        self.room.say("the floor opens the table")
        self.room.eyes.pause(2.0)
        self.ask(c.OpenTable())

    def inspect_reader(self) -> None:
        """Inspect the card reader for the gaming day."""
        self.room.say("the floor inspects the card reader")
        self.room.eyes.pause(1.0)
        self.ask(c.InspectReader())

    def close(self) -> None:
        """Close the table."""
        self.room.say("the floor closes the table")
        self.room.eyes.pause(2.0)
        self.ask(c.CloseTable())

    def decide(self, screen: Screen) -> None:
        """Come, look, repair what is broken, and answer the first open question."""
        hold = screen.holds[0]
        self.room.say(f"HOLD: {hold.words} ({hold.clause})")
        self.room.eyes.pause(LOOKING)
        if hold.device:
            self.room.say(f"the {hold.device} is repaired")
            self.room.hands[hold.device].repair()
        self._answer(hold)

    def _answer(self, hold: HoldShown) -> None:
        eyes = self.room.eyes
        until = time.monotonic() + REPAIR
        while any(one.id == hold.id for one in eyes.look().holds):
            choice = self._choose(eyes.screen, hold, patience=time.monotonic() < until)
            if choice is not None:
                self.room.say(f"the floor decides: {choice.words}")
                if self.ask(choice.what):
                    return
            eyes.wait(lambda screen: all(one.id != hold.id for one in screen.holds), 0.1)

    def _choose(self, screen: Screen, hold: HoldShown, *, patience: bool) -> Choice | None:
        """The best remedy that would be taken now; None where a better one may come in time."""
        ways = {
            one.what.remedy: one
            for one in screen.choices
            if isinstance(one.what, c.ChooseRemedy) and one.what.hold == hold.id
        }
        if VOID in ways and self.dealer.is_blind(screen):
            return ways[VOID]
        may = [name for name in (*BEST, VOID, *ways) if name in ways and not ways[name].why_not]
        if patience and any(name in BEST for name in ways):
            may = [name for name in may if name in BEST]
        return ways[may[0]] if may else None
