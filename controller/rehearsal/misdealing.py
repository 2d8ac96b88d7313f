"""A dealer who errs, as the script says: who passes a hand over, forgets a card that was asked for.

No device sees it. What the dealer does is told to the table by the commands for it, at once or when all the
cards seem to be dealt. What follows is for the table to say.
"""

from collections import deque
from typing import TYPE_CHECKING

from controller.rehearsal.steps import FoundMisdeal, Leave, Misdeal
from controller.table import commands as c
from controller.table.state import DEALER, DealStep, Lie, Prompt, Table
from drivers.messages import UP

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer


class Misdealing:
    """The errors that are still to come. found: what somebody will find in the next deal of poker. leaves:
    who will leave the table in it."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self.skips: list[Misdeal] = []
        self.forgets: list[tuple[int, int]] = []
        self.found: FoundMisdeal | None = None
        self.leaves: list[Leave] = []
        self._shifted: deque[int] | None = None
        self._late = False
        self._lies: list[Lie] = []
        self._before = 0
        self._dealt = 0

    # ---- a card that was asked for ---------------------------------------------------------------------

    def passes_over(self, prompt: Prompt) -> bool:
        """The dealer goes on past a hand that asked for a card, and says so."""
        key = (prompt.box, prompt.hand)
        if self.dealer.table.phase != "PlayerDecisions" or key not in self.forgets:
            return False
        self.forgets.remove(key)
        self.dealer.ask(c.ReportPassedOver(*key))
        return True

    def is_one_by_one(self) -> bool:
        """Whether a deal from the hand is told card by card, for something will be found in the middle."""
        return bool(self.skips or self.leaves) or self.found is not None

    def finds(self) -> bool:
        """Somebody finds what voids a round of poker, when so many cards of the deal lie there."""
        if self.found is None or self.dealer.table.dealt < self.found.after:
            return False
        kind, self.found = self.found.kind, None
        self.dealer.ask(c.ReportMisdeal(kind))
        return True

    # ---- the deal ------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Before a card is drawn: is somebody passed over now?"""
        table = self.dealer.table
        self._before, self._dealt = table.last, table.dealt
        if table.phase != "Dealing":
            self._shifted, self._lies = None, []  # a round that was declared void in the middle of the deal
        if table.phase != "Dealing" or table.refill or self._shifted is not None:
            return
        rest = table.plan[table.dealt :]
        if not rest or not self.skips:
            return
        kept = [step for at, step in enumerate(rest) if not self._is_skipped(table, rest, at)]
        if kept and kept[0] is not rest[0]:
            self._shifted = deque(step.to for step in kept)
            self._late = self.skips[0].told_late

    def _is_skipped(self, table: Table, rest: tuple[DealStep, ...], at: int) -> bool:
        """Whether this step of the deal is one that the dealer forgets: the first card comes before the
        dealer's own first, the second behind it."""
        step = rest[at]
        if step.to == DEALER:
            box, nth = 0, 1 if step.face == UP else 2
        elif step.to >= 0:
            first = any(later.to == DEALER and later.face == UP for later in rest[at:])
            box, nth = table.hands[step.to].box, 1 if first else 2
        else:
            return False
        return any(skip.box == box and nth in skip.cards for skip in self.skips)

    def lay(self) -> None:
        """The card that was drawn is laid where the dealer thinks that it belongs; the table is told."""
        table = self.dealer.table
        for step in tuple(self.leaves):
            if table.dealt >= step.after:
                self.leaves.remove(step)
                self.dealer.poker.abandon(step.box)
        if self.finds():
            return
        if self._shifted is None or table.last == self._before or table.dealt == self._dealt:
            return  # no card, or one that lay face up and goes to the rack
        to = self._shifted.popleft()
        self._lies.append(Lie(table.last, *_place(table, to)))
        if self._shifted and self._late:
            return
        lies, self._lies, self._shifted = tuple(self._lies), [], None
        self._forget(table)
        self.dealer.ask(c.CardsLie(lies))

    def _forget(self, table: Table) -> None:
        """What has been passed over is past; with `told_late` all of it."""
        if self._late:
            self.skips.clear()
            return
        step = table.plan[table.dealt - 1]
        box = 0 if step.to == DEALER else table.hands[step.to].box
        first = next(skip for skip in self.skips if skip.box == box)
        self.skips.remove(first)
        if len(first.cards) > 1:
            self.skips.append(Misdeal(first.box, first.cards[1:], first.told_late))


def _place(table: Table, to: int) -> tuple[int, int]:
    if to == DEALER:
        return 0, 1
    hand = table.hands[to]
    return hand.box, hand.number
