"""What the Rules Submissions of all games have in common: the forms that a game's own is made from.

What lives here: the keys that every house fills in, those that the chapters of the blackjack family share,
and what these chapters allow. What does not: what one game alone has (a module a game beside this one), how a
file is read and which games there are (the package), and what a Rules is (controller.table).
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import time
from decimal import Decimal
from typing import Annotated, ClassVar, Final, Literal

from pydantic import BeforeValidator

from controller.faults import ConfigFault, Faults, shown
from controller.forms import Form, Money, wrong
from controller.games.game import Game
from controller.regulation.marks import clause
from controller.table.state import Paytable, Rules

OFF: Final = "off"
MOST_HOURS: Final = 24
"""Hours after which opened cards are changed at the latest."""
_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")

Letters = Mapping[str, Mapping[str, Paytable]]
"""Paytables by wager and letter."""


def minutes_of(value: object) -> int:
    """A time of day as it stands in a file, "06:00", in minutes after midnight. PydanticCustomError
    (`wrong`) where it is none."""
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        said = value.isoformat() if isinstance(value, time) else shown(value)
        raise wrong(f"{said} is no time of day", 'write hours and minutes in quotes, such as "06:00"')
    return int(found[1]) * 60 + int(found[2])


TimeOfDay = Annotated[int, BeforeValidator(minutes_of)]
"""HH:MM in the file, minutes after midnight in the model."""


class Check:
    """Writes a fault down against its key."""

    def __init__(self, faults: Faults, place: str, prefix: str) -> None:
        self._faults = faults
        self._place = place
        self._prefix = f"{prefix}." if prefix else ""

    def that(self, right: bool, key: str, value: object, what: str, remedy: str) -> None:
        """Where `right` is false, key `key` has a fault."""
        if not right:
            fault = ConfigFault(self._place, what, remedy, key=self._prefix + key, value=value)
            self._faults.add(fault)


class Submission(Form, ABC):
    """What every house says of every table. Money: dollars in the file, cents here.

    A game's form says beside its keys: MUST_SAY, the keys that a submission may not leave out, for no house
    plays by an unspoken limit or procedure; MOST_BOXES, how many boxes the chapter allows a table; FIXED,
    the wagers whose odds the chapter fixes, so that the house chooses nothing; READER, whether its table
    has a card reader device; FROM_HAND and AUTOMATED_SHOE, whether its cards may be dealt so by the chapter's
    own procedures; SHUFFLERS, what may shuffle its cards; ONE_BATCH, whether a batch shuffler may do so where
    there is no second batch.
    """

    MUST_SAY: ClassVar[tuple[str, ...]] = ("game", "minimum", "maximum", "settlement")
    DOUBLE_SHOE: ClassVar[bool] = False
    ONE_BATCH: ClassVar[bool] = False
    READER: ClassVar[bool] = False
    FROM_HAND: ClassVar[bool] = False
    AUTOMATED_SHOE: ClassVar[bool] = False
    SHUFFLERS: ClassVar[tuple[str, ...]] = ("none", "batch", "continuous", "in_shoe")
    MOST_BOXES: ClassVar[int]
    FIXED: ClassVar[tuple[str, ...]] = ()

    minimum: Money = 500
    maximum: Money = 100_000
    smallest_chip: Money = 50
    settlement: Literal["collect_then_pay", "box_by_box"] = "collect_then_pay"
    boxes: int
    gaming_day: TimeOfDay = 360

    def check(self, check: Check, game: Game) -> None:
        """Notes what the house may not choose."""
        _check_limits(check, self)
        check_box_count(check, "boxes", self.boxes, self.MOST_BOXES)

    def paytables(self, check: Check, letters: Letters) -> tuple[Paytable, ...]:
        """The odds of the wagers that are offered. Notes a letter that the chapter does not have."""
        return tuple(letters[wager]["A"] for wager in self.FIXED)

    def edition_of_odds(self) -> str:
        """The edition of the odds that the house plays by, "" where the chapter is followed in one alone."""
        return ""

    @abstractmethod
    def rules(self, game: str, paytables: tuple[Paytable, ...]) -> Rules:
        """What the table plays by, still without its digest."""


class BlackjackFamily(Submission):
    """What the chapters of the blackjack family let a house choose."""

    MUST_SAY: ClassVar[tuple[str, ...]] = (*Submission.MUST_SAY, "decks", "boxes_per_player")
    FIXED: ClassVar[tuple[str, ...]] = ("blackjack", "insurance")
    READER: ClassVar[bool] = True

    decks: int = 6
    boxes_per_player: int = 2
    card_change_hours: int = MOST_HOURS
    mid_shoe_entry: Literal["allowed", "barred"] = "allowed"

    def check(self, check: Check, game: Game) -> None:
        """Notes what the house may not choose."""
        super().check(check, game)
        _check_boxes_per_player(check, self)
        _check_decks(check, self, game.decks)
        _check_card_change(check, self)

    @clause("topic:reader-inspection", "topic:mid-shoe-entry", "topic:settlement-order")
    def rules(self, game: str, paytables: tuple[Paytable, ...]) -> Rules:
        """Mid-shoe entry, the procedure of settlement and the hour at which a gaming day begins are the
        house's to choose."""
        return Rules(
            game=game,
            minimum=self.minimum,
            maximum=self.maximum,
            smallest_chip=self.smallest_chip,
            boxes=self.boxes,
            boxes_per_player=self.boxes_per_player,
            settlement=self.settlement,
            decks=self.decks,
            mid_shoe_entry=self.mid_shoe_entry == "allowed",
            paytables=paytables,
            card_change=self.card_change_hours,
            gaming_day=self.gaming_day,
        )


# ---- what the chapters allow ----------------------------------------------------------------------


@clause("topic:table-limits", "topic:smallest-chip")
def _check_limits(check: Check, form: Submission) -> None:
    chip, least, most = form.smallest_chip, form.minimum, form.maximum
    check.that(chip > 0, "smallest_chip", chip, "a chip is worth more than 0", "write 0.50 or what is in use")
    check.that(least > 0, "minimum", least, "the minimum is more than 0", "write an amount such as 5")
    what = f"{dollars(least)} is more than the maximum, {dollars(most)}"
    check.that(least <= most, "minimum", least, what, "write a minimum up to the maximum")
    if chip > 0 and least <= most:
        what = f"no wager of {dollars(least)} to {dollars(most)} can be made of chips of {dollars(chip)}"
        can_wager = most // chip * chip >= least
        check.that(can_wager, "smallest_chip", chip, what, "write a smaller chip, or other limits")


@clause("topic:box-count")
def check_box_count(check: Check, key: str, boxes: int, most: int) -> None:
    """Notes a layout that has more boxes than `most`, or none."""
    what = f"a table has 1 to {most} boxes, not {shown(boxes)}"
    check.that(1 <= boxes <= most, key, boxes, what, f"write at most {most}")


@clause("topic:boxes-per-player")
def _check_boxes_per_player(check: Check, form: BlackjackFamily) -> None:
    number, most = form.boxes_per_player, form.MOST_BOXES
    what = f"a player has 1 to {most} boxes, not {shown(number)}"
    check.that(1 <= number <= most, "boxes_per_player", number, what, "write a number in between")


@clause("topic:number-of-decks")
def _check_decks(check: Check, form: BlackjackFamily, allowed: tuple[int, ...]) -> None:
    what = f"this game is not played with {shown(form.decks)} decks"
    check.that(form.decks in allowed, "decks", form.decks, what, f"write {numbers_in_words(allowed)}")


@clause("topic:card-change")
def _check_card_change(check: Check, form: BlackjackFamily) -> None:
    hours = form.card_change_hours
    what = f"opened cards are changed after 1 to {MOST_HOURS} hours, not {shown(hours)}"
    check.that(1 <= hours <= MOST_HOURS, "card_change_hours", hours, what, f"write at most {MOST_HOURS}")


def numbers_in_words(numbers: tuple[int, ...]) -> str:
    """(6, 8) is "6 or 8"; (1, 2, 3) is "1, 2 or 3"."""
    *others, last = (str(number) for number in numbers)
    return f"{', '.join(others)} or {last}" if others else last


def dollars(cents: int) -> str:
    """Cents as they stand in a file: 750 is "7.50"."""
    return str(Decimal(cents).scaleb(-2).quantize(Decimal("0.01")))
