"""From which side of a double shoe the simulated dealer draws: as prompted, as the script likes, or wrongly.

At a table with another shoe there is nothing to choose. What the table makes of it is its own affair.
"""

from typing import TYPE_CHECKING, Any

from controller.table.double_shoe import SIDES

if TYPE_CHECKING:
    from controller.rehearsal.dealer import Dealer

Hold = dict[str, Any]
"""What the model of the shoe is told of the hand on it: the side, and that a card was half out."""


class SideChoice:
    """determinant: the side from which determinant cards are drawn. errs: the next card of a round comes from
    the wrong side."""

    def __init__(self, dealer: "Dealer") -> None:
        self.dealer = dealer
        self.determinant = 0
        self.errs = False

    def next(self) -> Hold:
        """How the card is drawn that the table asks for. One from the wrong side was half out, or no gate
        held it."""
        double = self.dealer.table.double
        if double is None:
            return {}
        side = self._prompted()
        if self.errs and self.dealer.prompt().side in SIDES and not double.empty[1 - side]:
            return {"side": 1 - side, "force": True}
        return {"side": side}

    def drew(self, hold: Hold) -> None:
        """A card left the shoe: the error, if it was one, is made."""
        self.errs = self.errs and "force" not in hold

    def unasked(self) -> Hold:
        """The side from which a card is drawn that nobody asked for."""
        return {} if self.dealer.table.double is None else {"side": self._prompted()}

    def in_hand(self) -> Hold:
        """The side whose cards are put in or taken out."""
        table = self.dealer.table
        return {} if table.double is None else {"side": table.standing.supply.current}

    def taken_out(self) -> list[Hold]:
        """The sides that the table takes to be empty; the one compartment of another shoe."""
        table = self.dealer.table
        if table.double is None:
            return [{}]
        batches = table.standing.supply.batches
        return [{"side": at} for at, one in enumerate(batches) if one.where != "shoe"]

    def _prompted(self) -> int:
        """The side that this round is dealt from; before it is known that of the determinant card, the other
        one where it is empty."""
        double = self.dealer.table.double
        assert double is not None
        if double.designated >= 0:
            return double.designated
        return 1 - self.determinant if double.empty[self.determinant] else self.determinant
