"""The Rules Submission for Lunar Poker: what chapter 671a lets a house choose."""

from typing import ClassVar, Final

from controller.faults import shown
from controller.games.game import Game
from controller.regulation.marks import clause
from controller.submission.forms import Check, Letters, Submission
from controller.submission.paytables import editions_of
from controller.table.state import Paytable, Rules

COUNT_AFTER: Final = 5
"""Rounds of play after which the deck is counted at the latest."""
MOST_HOURS: Final = 8
"""Hours after which the decks are changed at the latest, dealt from a shoe."""
MOST_HOURS_IN_HAND: Final = 4
"""And dealt from the hand: a table says which it is (controller/equipment.py)."""


class LunarPoker(Submission):
    """A submission for Lunar Poker. One deck is dealt, and a player has one position. edition: of the odds,
    by its year. The chapter leaves no order of settlement to the house: `settlement` says nothing here."""

    MUST_SAY: ClassVar[tuple[str, ...]] = ("game", "minimum", "maximum", "instant")
    MOST_BOXES: ClassVar[int] = 5
    ONE_BATCH: ClassVar[bool] = True
    FROM_HAND: ClassVar[bool] = True
    AUTOMATED_SHOE: ClassVar[bool] = True
    SHUFFLERS: ClassVar[tuple[str, ...]] = ("none", "batch", "in_shoe")
    FIXED: ClassVar[tuple[str, ...]] = ("super", "ante", "bet")

    boxes: int = MOST_BOXES
    instant: str = "A"
    super_on_others: bool = True
    edition: str = "2015"
    card_change_hours: int = MOST_HOURS

    @clause("671a.3(c)(2)")
    def check(self, check: Check, game: Game) -> None:
        """Notes what the house may not choose."""
        super().check(check, game)
        hours = self.card_change_hours
        what = f"decks are changed after 1 to {MOST_HOURS} hours, not {shown(hours)}"
        check.that(1 <= hours <= MOST_HOURS, "card_change_hours", hours, what, f"write at most {MOST_HOURS}")
        known = editions_of("lunar-poker")
        what = f"the odds have no edition {shown(self.edition)}"
        check.that(self.edition in known, "edition", self.edition, what, f"write {' or '.join(known)}")

    def edition_of_odds(self) -> str:
        """The edition by its year; the earliest where there is none of that year, which was noted."""
        known = editions_of("lunar-poker")
        return self.edition if self.edition in known else known[0]

    @clause("671a.12(a)")
    def paytables(self, check: Check, letters: Letters) -> tuple[Paytable, ...]:
        """The house chooses the instant payout's paytable; the other odds are the chapter's."""
        fixed = super().paytables(check, letters)
        known = letters["instant"]
        what = f"there is no paytable {shown(self.instant)}"
        check.that(self.instant in known, "instant", self.instant, what, f"write {', '.join(known)}")
        return (*fixed, known[self.instant]) if self.instant in known else fixed

    @clause("671a.3(a)", "671a.3(c)(1)", "671a.5(c)(2)", "671a.5(f)", "671a.7(c)(3)", "671a.7(e)")
    @clause("671a.11(h)")
    def rules(self, game: str, paytables: tuple[Paytable, ...]) -> Rules:
        """One deck, cut by the dealer and counted; one position a player. Idle cards are spread, all of
        them."""
        return Rules(
            game=game,
            minimum=self.minimum,
            maximum=self.maximum,
            smallest_chip=self.smallest_chip,
            boxes=self.boxes,
            boxes_per_player=1,
            settlement=self.settlement,
            decks=1,
            even_money=False,
            paytables=paytables,
            card_change=self.card_change_hours,
            gaming_day=self.gaming_day,
            cut_by="dealer",
            super_on_others=self.super_on_others,
            count_after=COUNT_AFTER,
            kept_unspread=False,
            held_change=MOST_HOURS_IN_HAND,
        )
