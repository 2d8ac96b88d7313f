"""Chips on the layout, as every game takes them: amounts that chips can make, limits, chips that are lifted
or set down where no wager is taken.

Which wagers a layout has, and what each needs, is the game's affair.
"""

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Refused, Reported
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.state import Rules, Table, on_spot
from drivers import messages as m


@clause("topic:smallest-chip")
def check_amounts(rules: Rules, placed: m.Placed) -> None:
    """Refused where no chips were set down, or an amount that the chips in use cannot make."""
    if not placed.chips:
        raise Refused("no chips were set down", "topic:smallest-chip")
    for wager, amount in placed.chips:
        if amount <= 0 or amount % rules.smallest_chip:
            raise Refused(f"{wager}: that amount cannot be made with the chips in use", "topic:smallest-chip")


@clause("topic:table-limits")
def check_limits(rules: Rules, total: int) -> None:
    """Refused where the sum on a spot is outside the table limits."""
    if not rules.minimum <= total <= rules.maximum:
        raise Refused("outside the table limits", "topic:table-limits")


@clause("topic:attempt-after-close", "topic:wager-is-final")
def attempt(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips set down where no wager is taken are refused and rejected; chips lifted from a wager that
    stands are on record, and are put back. What was settled is its owner's to take."""
    tried = given.what
    assert isinstance(tried, m.AttemptAfterClose)
    if tried.amount > 0:
        raise Refused("no wager is taken there now: the wagers are closed", "topic:wagers-before-first-card")
    return lifted(table, tried.box, tried.wager, tried.amount)


def lifted(table: Table, box: int, wager: str, amount: int) -> tuple[Event, ...]:
    """Chips lifted from a wager that stands."""
    made = (ev.AttemptMade(box, wager, amount),)
    if not on_spot(table, box, wager):
        return made
    return (
        *made,
        met("wager-handled", "topic:wager-is-final", f"chips lifted from box {box}: to be put back"),
    )


@clause("topic:wager-is-final")
def take_back_late(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips lifted from a spot that was open for other chips, or not closed yet: the wager stands."""
    taken = given.what
    assert isinstance(taken, m.TakenBack)
    return lifted(table, taken.box, taken.wager, -taken.amount)


def take_back(table: Table, given: Reported) -> tuple[Event, ...]:
    """Chips taken back while wagers are still open are simply not wagered. The device counts them."""
    taken = given.what
    assert isinstance(taken, m.TakenBack)
    return (ev.WagerLifted(taken.box, taken.wager, taken.amount),)
