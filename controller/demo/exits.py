"""Stacks in the exit of an automated shoe: the demonstration's dealer takes them out and delivers them.

Whose a stack is the prompt says; that it was taken the shoe tells by itself. Cards that are put in, and taken
out of it behind a round, are in stacks.py.
"""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from controller.consoles.frames import PromptShown
from controller.demo.room import POLL
from controller.rehearsal.prompted import PATIENCE

if TYPE_CHECKING:
    from controller.demo.dealer import TableDealer


class StacksInExit:
    """What one dealer does at the exit."""

    def __init__(self, dealer: "TableDealer") -> None:
        self.dealer = dealer

    def deliver(self, asked: PromptShown) -> bool:
        """Take the stack out, put it before its hand, and wait until the table knows it."""
        dealer, eyes = self.dealer, self.dealer.room.eyes
        dealer.take_time(asked.kind)
        until = time.monotonic() + PATIENCE
        while dealer.prompt() == asked:
            number = self.take()
            if number:
                whose = f"before box {asked.box}" if asked.box else "before the own place"
                dealer.room.say(f"the dealer puts a stack of {number} {whose}")
                return eyes.wait(lambda screen: asked not in screen.prompts, PATIENCE)
            if time.monotonic() > until:
                return False
            eyes.wait(lambda screen: asked not in screen.prompts, POLL)
        return True

    def take(self) -> int:
        """Take out what lies there, and remember the faces; how many cards they are. All of them were told by
        then, and the last one has the last number."""
        dealer = self.dealer
        last = dealer.room.eyes.look().shoe.last  # before the hand moves: the table may go away meanwhile
        cards = dealer.room.shoe.do("take")["cards"] or []
        first = last - len(cards) + 1
        dealer.faces.update((draw, card["card"]) for draw, card in enumerate(cards, first))
        if cards:
            dealer.last = last
        return len(cards)

    def out(self, draws: Iterable[int]) -> tuple[int, ...]:
        """Those of these cards that are out of shoe and exit; the others are still to be delivered."""
        is_here = self.dealer.room.has_stacks
        return tuple(draw for draw in draws if not is_here or draw <= self.dealer.last)
