"""The demonstration's floorperson: opens and closes the table, inspects, has devices repaired, decides.

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
    "usb_clear",
    "notified",
    "unexposed",
    "second_card",
    "late_card",
    "reshuffle",
    "recount",
    "accept",
    "settle",
    "acknowledge",
)
"""Remedies, the one to choose first first. Voiding the round comes after them, and any other at last."""
NOTHING_BROKEN: Final = frozenset(("reader-not-due", "unknown-usb"))
"""Open questions about a device that name it and say nothing against it."""
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
        self._recounted = ""

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

    def confirm_table(self) -> None:
        """Compare what stands at the table with what is installed and submitted."""
        installed, rules = self.room.equipment, self.room.rules
        boxes, decks = installed.boxes or rules.boxes, installed.rack_decks or rules.decks
        self.room.eyes.pause(1.5)
        self.room.say(
            f"the floor confirms {boxes} boxes, the posted odds and a discard rack for {decks} decks"
        )
        self.ask(c.ConfirmTable(boxes, installed.rack, decks, True))

    def change_cards(self) -> None:
        """Bring other cards for those that were in use for their time."""
        self.room.say("the floor has the cards changed")
        self.room.eyes.pause(2.0)
        self.ask(c.ChangeCards())

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
        if hold.device and hold.kind not in NOTHING_BROKEN:
            self.repair(hold.device)
        self._answer(hold)

    def repair(self, name: str) -> None:
        """Have a device repaired, and plugged in where it is out."""
        self.room.say(f"the {name} is repaired")
        self.room.hands[name].repair()

    def clear_shuffler(self) -> None:
        """A shuffle failed while the other batch is played: have the shuffler give out its cards."""
        self.room.eyes.pause(LOOKING)
        self.room.say("the floor has the shuffler cleared; it gives out its cards")
        self.ask(c.ClearShuffler())

    # ---- open questions ---------------------------------------------------------------------------

    def _answer(self, hold: HoldShown) -> None:
        eyes = self.room.eyes
        until = time.monotonic() + REPAIR
        while any(one.id == hold.id for one in eyes.look().holds):
            choice = self._choose(eyes.screen, hold, patience=time.monotonic() < until)
            if choice is not None:
                self.room.say(f"the floor decides: {choice.words}")
                self._note(hold, choice)
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
        if hold.kind == "card-count" and hold.words == self._recounted:
            ways.pop("recount", None)  # it was counted once more, and it is so
        if VOID in ways and self.dealer.is_blind(screen):
            return ways[VOID]
        may = [name for name in (*BEST, VOID, *ways) if name in ways and not ways[name].why_not]
        if patience and any(name in BEST for name in ways):
            may = [name for name in may if name in BEST]
        return ways[may[0]] if may else None

    def _note(self, hold: HoldShown, choice: Choice) -> None:
        if isinstance(choice.what, c.ChooseRemedy) and choice.what.remedy == "recount":
            self._recounted = hold.words
