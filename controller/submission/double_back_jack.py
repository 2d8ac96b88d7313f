"""The Rules Submission for Double Back Jack: what chapter 673a lets a house choose."""

from typing import ClassVar

from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.submission.forms import BlackjackFamily
from controller.table.state import Paytable, Rules


class DoubleBackJack(BlackjackFamily):
    """A submission for Double Back Jack: the chapter has one paytable a wager, and no even money."""

    MOST_BOXES: ClassVar[int] = 6
    FIXED: ClassVar[tuple[str, ...]] = ("blackjack", "insurance", "second_chance")

    boxes: int = MOST_BOXES

    @clause("673a.12(a)", "673a.12(b)", "673a.12(c)")
    def rules(self, game: str, paytables: tuple[Paytable, ...]) -> Rules:
        """A Blackjack is paid before insurance is offered: there is no even money to take instead."""
        return replace(super().rules(game, paytables), even_money=False)
