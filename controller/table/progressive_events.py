"""How events change what a progressive system is at a table: stacks, meters, awards. Pure; no guards.

Merged into evolve.COMMON. What the events mean is in events.py, when they come in progressive.py.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.table import events as ev
from controller.table.progressive import is_progressive, next_credit, shown, started
from controller.table.state import Award, Rules, Stack, Table


def ruled(table: Table, rules: Rules) -> Table:
    """The Table with the meters that these rules have."""
    if not rules.progressives and not table.standing.meters:
        return table
    meters = started(rules, table.standing.meters)
    return replace(table, standing=replace(table.standing, meters=meters), wanted_meters=shown(meters))


def progressives_locked(table: Table, event: ev.ProgressivesLocked) -> Table:
    """What was accepted lies there as any other wager does, one stack a box."""
    others = tuple(stack for stack in table.stacks if not is_progressive(table.rules, stack.wager))
    own = tuple(Stack(box, 1, wager, cents) for box, wager, cents in event.accepted)
    system = replace(
        table.progressives, state="closed", to_count=event.to_count, magic=event.magic, lucky=event.lucky
    )
    return replace(table, stacks=(*others, *own), progressives=system)


def lock_out_doubted(table: Table, _: ev.LockOutDoubted) -> Table:
    return replace(table, progressives=replace(table.progressives, doubted=True))


def progressive_counted(table: Table, event: ev.ProgressiveCounted) -> Table:
    left = tuple(wager for wager in table.progressives.to_count if wager != event.wager)
    return replace(table, progressives=replace(table.progressives, to_count=left))


def meters_moved(table: Table, event: ev.MetersMoved) -> Table:
    standing = replace(table.standing, meters=event.meters)
    return replace(table, standing=standing, wanted_meters=shown(event.meters))


def awards_due(table: Table, event: ev.AwardsDue) -> Table:
    standing = table.standing
    standing = replace(
        standing,
        next_award=standing.next_award + len(event.awards),
        unplayed=standing.unplayed + event.unplayed,
    )
    return _with_awards(replace(table, standing=standing), (*table.progressives.awards, *event.awards))


def award_verified(table: Table, event: ev.AwardVerified) -> Table:
    return _with_awards(table, _changed(table, event.award, verified=True))


def award_done(table: Table, event: ev.AwardDone) -> Table:
    documented = event.how == "documented"
    return _with_awards(table, _changed(table, event.award, done=True, documented=documented))


def award_uncredited(table: Table, event: ev.AwardUncredited) -> Table:
    return _with_awards(table, _changed(table, event.award, account=False))


def awards_numbered(table: Table, event: ev.AwardsNumbered) -> Table:
    """What was credited or paid keeps its number."""
    number, awards = event.first, list[Award]()
    for award in table.progressives.awards:
        if not award.done:
            award, number = replace(award, number=number), number + 1
        awards.append(award)
    standing = replace(table.standing, next_award=number)
    return _with_awards(replace(table, standing=standing), tuple(awards))


def _changed(table: Table, number: int, **changes: bool) -> tuple[Award, ...]:
    return tuple(
        replace(award, **changes) if award.number == number else award for award in table.progressives.awards
    )


def _with_awards(table: Table, awards: tuple[Award, ...]) -> Table:
    system = replace(table.progressives, awards=awards)
    return replace(table, progressives=system, wanted_credit=next_credit(awards))


PROGRESSIVE: Final[dict[type, Callable[[Table, Any], Table]]] = {
    ev.ProgressivesLocked: progressives_locked,
    ev.ProgressiveCounted: progressive_counted,
    ev.MetersMoved: meters_moved,
    ev.AwardsDue: awards_due,
    ev.AwardVerified: award_verified,
    ev.AwardDone: award_done,
    ev.LockOutDoubted: lock_out_doubted,
    ev.AwardsNumbered: awards_numbered,
    ev.AwardUncredited: award_uncredited,
}
"""Merged into evolve.COMMON."""
