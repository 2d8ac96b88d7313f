"""Hands at an automated dealing shoe: cards are put in, stacks are taken out and delivered, it is emptied.

Which order the cards have the script says, as for any shoe. That a stack was taken, and cards were put in,
the shoe tells by itself. What the table makes of a shoe that does not deal is its own affair."""

from typing import TYPE_CHECKING, Any

from controller.rehearsal.prompted import PATIENCE
from controller.table.state import is_automated
from drivers import messages as m

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer


class StackHands:
    """What the dealer at one bench does with stacks."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer

    def load(self, cards: list[str]) -> bool:
        """Put these cards in, and wait until the table has heard of it."""
        bench, start = self.dealer.bench, len(self.dealer.bench.rulings)
        self._take()
        bench.act("shoe", lambda model, now: model.load(cards, now))
        return bench.run_until(lambda: self.dealer.since(start, (m.CardsLoaded,)) != [], PATIENCE)

    def deliver(self) -> bool:
        """Take the stack out of the exit, put it before its hand, and wait until the table has heard of
        it."""
        bench, start = self.dealer.bench, len(self.dealer.bench.rulings)
        cards = self._take()
        if not cards:
            return False
        self._note(self.dealer.table.poker.exit, cards)
        heard = bench.run_until(lambda: self.dealer.since(start, (m.StackTaken,)) != [], PATIENCE)
        self.dealer.errs.finds()
        return heard

    def clear_exit(self) -> None:
        """Cards that came out and were not delivered, when a round is void."""
        table = self.dealer.table
        if not is_automated(table):
            return
        bench = self.dealer.bench
        bench.run_until(lambda: not bench.act("shoe", lambda model, now: model.waiting(now)), PATIENCE)
        cards = self._take()
        self._note(self.dealer.table.last - len(cards) + 1, cards)

    def empty(self) -> None:
        """Take everything out, and wait until the table has heard that the lid was opened and closed."""
        bench, start = self.dealer.bench, len(self.dealer.bench.rulings)
        bench.act("shoe", lambda model, now: model.empty_by_hand(now))
        if any(one.role == "shoe" and one.ready for one in self.dealer.table.standing.devices):
            bench.run_until(lambda: len(self.dealer.since(start, (m.LidMoved,))) > 1, PATIENCE)

    def _take(self) -> list[Any]:
        return self.dealer.bench.act("shoe", lambda model, now: model.take(now)) or []

    def _note(self, first: int, cards: list[Any]) -> None:
        """Their faces, as the dealer knows them once they lie where they belong."""
        self.dealer.faces.update((first + at, card.card) for at, card in enumerate(cards))
