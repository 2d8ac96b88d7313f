"""The people of the demonstration, as a process of their own: python -m controller.demo.people DIR TABLE.

They look at the newest screen and do what is due, again and again, so that they go on from wherever the
table stands, after an interruption too. Dealer, players and floor are in files of their own; here is who
does what when. Ends with status 0 once the table is closed, 1 where it cannot go on.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from controller.consoles.frames import PromptShown, Screen
from controller.demo.dealer import TableDealer, urgent
from controller.demo.eyes import TableGone, TableStaysAway
from controller.demo.floor import Floor
from controller.demo.hands import HandsRefused, NoDevice
from controller.demo.mishaps import Mishaps
from controller.demo.patrons import Patrons
from controller.demo.poker_patrons import PokerPatrons
from controller.demo.preparing import Preparing
from controller.demo.room import Room
from controller.rehearsal.prompted import StuckTable
from controller.table import commands as c

START: Final = 60.0
"""Seconds to wait for a table, at first and after it went away."""
STUCK: Final = 45.0
DEALERS: Final = ("Nadia", "Oskar", "Pilar")
AT_SHUFFLER: Final = frozenset(("feed", "take_stack"))
SHIFT: Final = 6
"""Rounds after which another dealer comes to the table."""


class People:
    """Everybody at one table. rounds: how many to play, 0 for ever."""

    def __init__(self, room: Room, rounds: int, mishaps: Mishaps) -> None:
        self.room = room
        self.rounds = rounds
        self.mishaps = mishaps
        self.first = 0
        self.relieved = 0
        self.dealer = TableDealer(room, DEALERS[0], self._before)
        self.floor = Floor(room, self.dealer)
        self.patrons: Patrons = (PokerPatrons if room.is_poker else Patrons)(room, self.dealer)
        self._closing = False
        self._told = -1
        self._due: dict[str, Callable[[Screen, PromptShown], object]] = {
            **Preparing(room, self.dealer, self.floor, self.patrons).steps,
            "hold": lambda screen, _: self.floor.decide(screen),
            "open": lambda _, __: self.floor.open(),
            "confirm_table": lambda _, __: self.floor.confirm_table(),
            "inspect_reader": lambda _, __: self.floor.inspect_reader(),
            "change_cards": lambda _, __: self.floor.change_cards(),
            "clear_shuffler": lambda _, __: self.floor.clear_shuffler(),
            "no_more_bets": lambda screen, _: self._bet(screen),
            "insurance": lambda screen, _: self._insurance(screen),
            "decide": self._decide,
            "offer_card": self.patrons.take_exposed,
            "chips": self.patrons.pay,
            "second_chance": self.patrons.second_chance,
            "lock_decisions": lambda _, __: self._lock(),
        }

    def play(self) -> None:
        """Open the table, or go on where it stands; play; close it. Raises StuckTable, TableStaysAway,
        NoDevice, HandsRefused."""
        self._come()
        while not (self._closing and self.room.eyes.screen.phase == "Closed"):
            try:
                self._step()
            except TableGone:
                self.room.say("the table is gone; everybody waits")
                self.room.eyes.open(START)

    def _come(self) -> None:
        """Sit down: see the table, with all its devices there."""
        eyes = self.room.eyes
        eyes.open(START)
        eyes.wait(lambda screen: bool(screen.devices) and all(one.ready for one in screen.devices), START)
        self.first = eyes.screen.round - (1 if eyes.screen.dealer.cards or _hands(eyes.screen) else 0)
        self.dealer.counted(eyes.screen)

    # ---- one thing after another ----------------------------------------------------------------------

    def _step(self) -> None:
        screen = self.room.eyes.look()
        if screen.locked and not screen.holds:
            raise StuckTable(f"the table is out of play: {screen.locked}")
        before, started = self.room.eyes.ruling, time.monotonic()
        self.dealer.tidy()
        self._do(screen, urgent(screen))
        if self.room.eyes.ruling == before:
            stuck = STUCK + self.room.longest_wait
            eyes, patience = self.room.eyes, max(0.0, stuck - (time.monotonic() - started))
            prompt = urgent(eyes.screen)
            if prompt.kind in ("wait", "turn_hole", "") and not eyes.wait(
                lambda _: eyes.ruling != before, patience
            ):
                raise StuckTable(f"nothing happens in {screen.phase}: {prompt.words or 'nothing is asked'}")

    def _do(self, screen: Screen, prompt: PromptShown) -> None:
        self.mishaps.look(screen)
        if self._is_time_to_close(screen, prompt):
            self._closing = True
            self.floor.close()
        elif prompt.kind in self._due:
            self._due[prompt.kind](screen, prompt)
        else:
            self.dealer.go_on()

    def _before(self, moment: str) -> None:
        self.mishaps.strike(self.room, self.dealer, moment, self.room.eyes.screen.round - self.first)

    def _is_time_to_close(self, screen: Screen, prompt: PromptShown) -> bool:
        """After the rounds, once everything has been seen and no hand is at the shuffler."""
        quiet = not screen.holds and not any(box.chips for box in screen.boxes)
        played = screen.round - self.first
        if not (self.rounds and played >= self.rounds and quiet and screen.phase in ("Betting", "Shuffling")):
            return False
        to_come = self.mishaps.to_come()
        if to_come and played != self._told:
            self._told = played
            self.room.say(f"a round more: {to_come} is still to come")
        return not to_come and prompt.kind not in AT_SHUFFLER

    # ---- the round -----------------------------------------------------------------------------------

    def _bet(self, screen: Screen) -> None:
        played = screen.round - self.first
        if played and played % SHIFT == 0 and self.relieved != screen.round:
            self.relieved = screen.round
            self.dealer.name = DEALERS[(DEALERS.index(self.dealer.name) + 1) % len(DEALERS)]
            burns = "" if self.room.is_poker else ", and will burn a card"
            self.room.say(f"{self.dealer.name} relieves the dealer{burns}")
            self.dealer.ask(c.NewDealer(self.dealer.name))
        self._before("no_more_bets")
        if not self.patrons.wager(self.room.eyes.look()):
            return
        self.room.eyes.pause(1.2)
        self.room.say("no more bets")
        if self.dealer.ask(c.NoMoreBets()):
            self.patrons.try_late(self.room.eyes.screen, played)
        elif not all(one.ready for one in self.room.eyes.screen.devices):
            self.room.eyes.pause(1.0)

    def _insurance(self, screen: Screen) -> None:
        self.room.say("insurance?")
        if self.patrons.insure(screen):
            self.room.eyes.pause(1.5)
            self.dealer.ask(c.CloseInsurance())

    def _lock(self) -> None:
        self._before("lock_decisions")
        self.room.eyes.pause(1.0)
        self.room.say("all decisions are locked in")
        self.dealer.ask(c.LockDecisions())

    def _decide(self, screen: Screen, prompt: PromptShown) -> None:
        self._before("decide")
        screen = self.room.eyes.look()
        if urgent(screen) == prompt:
            self.patrons.decide(screen, prompt)


def _hands(screen: Screen) -> bool:
    return any(box.hands for box in screen.boxes)


def _say(line: str) -> None:
    """One line in one piece: the view may speak into the same terminal."""
    try:
        sys.stdout.write(f"   {line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens; the table plays on


def main(arguments: Sequence[str]) -> int:
    """Run the people of one demonstration; the exit status."""
    parser = argparse.ArgumentParser(prog="controller.demo.people")
    parser.add_argument("folder", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--speed", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--fault", action="append", default=[])
    said = parser.parse_args(arguments)
    room = Room(said.folder, said.speed, _say, said.table)
    try:
        mishaps = Mishaps(
            said.fault,
            said.rounds,
            has_shuffler=room.has_shuffler,
            has_shoe=room.has_shoe,
            has_stacks=room.has_stacks,
        )
        People(room, said.rounds, mishaps).play()
    except (StuckTable, TableStaysAway, NoDevice, HandsRefused) as fault:
        print(f"the people at the table cannot go on: {fault}", file=sys.stderr)
        return 1
    finally:
        room.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
