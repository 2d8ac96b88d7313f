"""The Rules Submission for Free Bet Blackjack: what chapter 672a lets a house choose."""

from typing import ClassVar

from msgspec.structs import replace

from controller.faults import shown
from controller.regulation.marks import clause
from controller.submission.forms import OFF, BlackjackFamily, Check, Letters
from controller.table.state import Paytable, Rules


class FreeBetBlackjack(BlackjackFamily):
    """A submission for Free Bet Blackjack. How often a pair may be split is the chapter's to say."""

    MOST_BOXES: ClassVar[int] = 6

    boxes: int = MOST_BOXES
    push_22: str = OFF
    even_money: bool = True

    @clause("672a.6(e)", "672a.11(c)")
    def paytables(self, check: Check, letters: Letters) -> tuple[Paytable, ...]:
        """Push 22 is offered where the submission names its paytable."""
        fixed = super().paytables(check, letters)
        if self.push_22 == OFF:
            return fixed
        known = letters["push_22"]
        what = f"there is no paytable {shown(self.push_22)}"
        words = f"write {', '.join(known)} or {OFF}"
        check.that(self.push_22 in known, "push_22", self.push_22, what, words)
        return (*fixed, known[self.push_22]) if self.push_22 in known else fixed

    @clause("topic:even-money")
    def rules(self, game: str, paytables: tuple[Paytable, ...]) -> Rules:
        """Even money is the house's to offer."""
        return replace(super().rules(game, paytables), even_money=self.even_money)
