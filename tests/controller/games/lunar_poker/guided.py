"""A table of Lunar Poker with people who do what they are prompted to do."""

from collections import deque

from controller.table import commands as c
from controller.table.state import Batch
from tests.controller.games.lunar_poker.playing import ACE_KING, NOTHING, LunarPoker, deal
from tests.controller.table.following import Guided


class GuidedLunarPoker(Guided, LunarPoker):
    """See Guided; rules and game are those of Lunar Poker: five boxes, one deck, shuffled by hand."""

    def step(self) -> bool:
        """The shoe holds one deck, in which box 1 has nothing and the dealer an ace-king."""
        loads = self.urgent().kind == "load"
        done = super().step()
        if loads:
            self.shoe.inside = deque(deal(NOTHING, ACE_KING).split())
        return done

    def round(self) -> None:
        """A whole round on box 1, to the shuffle behind it."""
        assert self.stake(1).refused is None
        self.deal()
        self.finish()
        assert self.table.phase == "Shuffling"


def opened(*batches: Batch) -> GuidedLunarPoker:
    """A table that was just opened with these cards: in Inspecting, unless they came shuffled."""
    table = GuidedLunarPoker("none")
    table.say(c.OpenTable(batches), "floorperson")
    return table
