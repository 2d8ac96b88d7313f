"""Progressive wagers in a Rules Submission: the meter of each, and the options that the chapter leaves open.

Which game has which progressive wager is in that game's form; odds are in its paytables.toml.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.faults import shown
from controller.regulation.marks import clause
from controller.submission.forms import OFF, Check, dollars
from controller.table.state import Paytable, Progressive

MOST_RATE: Final = 10_000
"""Hundredths of a percent: all of a wager."""


MOST_AWARD: Final = 0xFFFF_FFFF
"""Cents that a system can be told to credit (docs/link.md)."""


class Chapter(Struct, frozen=True):
    """What a chapter says of one progressive wager: its name for a person, the clause about its meter, the
    least of initial and reset amounts in cents, whether it goes by game accounts, the options, and the most
    that a wager wins "for 1", its meter apart."""

    name: str
    clause: str
    least: int
    account: bool
    options: tuple[str, ...] = ()
    most: int = 1


class Chosen(Struct, frozen=True):
    """What a house chose: a word of the submission, the rate in hundredths of a percent, initial and reset
    amounts in cents, and options."""

    said: str
    rate: int
    initial: int
    reset: int
    options: tuple[str, ...] = ()


@clause("topic:progressive-rate", "topic:progressive-least")
def check_meter(check: Check, key: str, chapter: Chapter, chosen: Chosen) -> None:
    """Notes a rate that is none, and amounts below the chapter's least."""
    if chosen.said == OFF:
        return
    what = f"the meter of {chapter.name}, {chapter.clause}, rises by more than 0 and at most 100 percent"
    right = 0 < chosen.rate <= MOST_RATE
    check.that(right, f"{key}_rate", dollars(chosen.rate), what, "write percent of each wager, such as 20")
    for word, cents in (("initial", chosen.initial), ("reset", chosen.reset)):
        what = f"{dollars(cents)} is below the least {word} amount of {chapter.name}, {chapter.clause}"
        remedy = f"write at least {dollars(chapter.least)}"
        check.that(cents >= chapter.least, f"{key}_{word}", dollars(cents), what, remedy)
    for option in chosen.options:
        known = ", ".join(chapter.options) or "none"
        what = f"{chapter.name} has no option {shown(option)}"
        check.that(option in chapter.options, f"{key}_options", option, what, f"write of these: {known}")


@clause("topic:progressive-account")
def check_award(check: Check, key: str, chapter: Chapter, chosen: Chosen, maximum: int) -> None:
    """Notes a table limit with which an award could be more than a system can be told to credit."""
    most = MOST_AWARD // chapter.most if chapter.account else maximum
    if chosen.said != OFF:
        what = f"{chapter.most} for 1 of a wager of {dollars(maximum)} is more than can be credited at once"
        remedy = f"write a maximum of at most {dollars(most)}, or {key} off"
        check.that(maximum <= most, "maximum", dollars(maximum), what, remedy)


def with_options(paytable: Paytable, chapter: Chapter, options: Sequence[str]) -> Paytable:
    """The paytable without the wins of options that the house did not choose."""
    without = {option.replace("_", " ") for option in chapter.options if option not in options}
    return replace(paytable, odds=tuple(odds for odds in paytable.odds if odds.name not in without))


def as_rule(wager: str, chapter: Chapter, chosen: Chosen) -> Progressive:
    """The wager as the table knows it."""
    return Progressive(
        wager,
        chosen.rate,
        chosen.initial,
        chosen.reset,
        chapter.account,
        tuple(option for option in chapter.options if option in chosen.options),
    )
