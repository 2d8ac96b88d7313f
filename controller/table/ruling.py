"""rule_on: one input in, one Ruling out. Pure, and the only place where an input is ruled on.

A ruling folds its own events, so that the Table it carries is the Table that a restart would
fold from the journal. What devices are to be told stands on the Table (wanted_…); an order goes
out where that changes, where a device comes back, and where chips are rejected.
"""

from typing import Final

from msgspec import Struct

from controller.games.game import Game
from controller.table import progressive
from controller.table.commands import (
    FLOOR_ONLY,
    THROUGH_HOLDS,
    Asked,
    ChooseRemedy,
    Input,
    Refused,
    Reported,
)
from controller.table.events import AskingRefused, Entered, Event
from controller.table.state import CLOSE, CLOSING, LOCK_OUT, Table, find_device, on_spot
from drivers.messages import (
    AttemptAfterClose,
    DeviceReady,
    Disclose,
    Dispense,
    LockedOut,
    Order,
    Permit,
    Placed,
    ProgressivePlaced,
    Reject,
    RejectProgressive,
    SelfLocked,
)

_COMES_BACK: Final = frozenset((DeviceReady, SelfLocked))
_LOCKS_OUT: Final = frozenset((ChooseRemedy, LockedOut))
_SAID_AGAIN: Final = _COMES_BACK | {ChooseRemedy, LockedOut}


class Ruling(Struct, frozen=True, gc=False):
    """What follows from one input: events, orders, the Table after them, and the refusal if it is one."""

    events: tuple[Event, ...]
    orders: tuple[Order, ...]
    table: Table
    refused: AskingRefused | None = None


def rule_on(game: Game, table: Table, given: Input) -> Ruling:
    """Rule on one input. Never raises Refused; any other exception is a defect and changed nothing."""
    what = given.what
    kind = type(what)
    step = game.phases.steps[table.phase].get(kind)
    try:
        if type(given) is Asked:
            _check_asking(table, given)
        if step is None:
            raise Refused(*game.why_not(table, what))
        if step.guard is not None:
            step.guard(table, given)
        made = step.decide(table, given) if step.decide is not None else ()
    except Refused as refusal:
        return _refused(table, given, refusal)
    if step.dest is not None:
        made = (*made, Entered(step.dest))
        after = _evolved(game, table, made)
    elif len(made) == 1:  # by far the most: one decision is one event
        after = game.evolve[type(made[0])](table, made[0])
    else:
        after = _evolved(game, table, made)
    phase = after.phase
    rests = game.rests.get(phase)
    if game.phases.passages[phase] and not after.holds and not (rests is not None and rests(after)):
        made, after = _pass(game, made, after)
    if made and type(made[-1]) is not Entered:
        after = game.wants[after.phase](after)
    if kind not in _SAID_AGAIN and _tells_the_same(table, after):
        return Ruling(made, (), after)
    return Ruling(made, orders(table, after, given), after)


def _pass(game: Game, made: tuple[Event, ...], after: Table) -> tuple[tuple[Event, ...], Table]:
    """Take the passages that are due, one after the other, until none is or a Hold is open."""
    passages = game.phases.passages
    rows = passages[after.phase]
    while rows and not after.holds:
        for row in rows:
            if row.when is not None and row.when(after):
                more = row.decide(after, None) if row.decide else ()
                if row.dest is not None:
                    more = (*more, Entered(row.dest))
                made = made + more
                after = _evolved(game, after, more)
                rows = passages[after.phase]
                break
        else:
            break
    return made, after


def _evolved(game: Game, table: Table, made: tuple[Event, ...]) -> Table:
    """The Table after these events. What devices are to be told is read off where a phase is entered,
    and nowhere else in between: folding must find the same points without knowing the passages."""
    evolve = game.evolve
    for event in made:
        table = evolve[type(event)](table, event)
        if type(event) is Entered:
            table = game.wants[table.phase](table)
    return table


def adopt(game: Game, table: Table, made: tuple[Event, ...]) -> Table:
    """The Table after these events, with what devices are to be told brought up to date. This is all
    that folding a journal does: no guards, no devices."""
    table = _evolved(game, table, made)
    return table if made and type(made[-1]) is Entered else game.wants[table.phase](table)


def fold(game: Game, table: Table, made: tuple[Event, ...]) -> Table:
    """The Table after one journal entry's events: the Table that the ruling carried."""
    return adopt(game, table, made) if made else table


def _tells_the_same(before: Table, after: Table) -> bool:
    return (
        after.wanted_shoe is before.wanted_shoe
        and after.wanted_positions is before.wanted_positions
        and after.wanted_reader is before.wanted_reader
        and after.wanted_face is before.wanted_face
        and after.wanted_shuffler is before.wanted_shuffler
        and after.wanted_progressive is before.wanted_progressive
        and after.wanted_meters is before.wanted_meters
        and after.wanted_credit is before.wanted_credit
    )


def orders(before: Table, after: Table, given: Input) -> tuple[Order, ...]:
    """What devices are to be told because of this ruling."""
    kind = type(given.what)
    told: tuple[Order, ...] = ()
    if after is not before:
        if after.wanted_shoe is not before.wanted_shoe and after.wanted_shoe != before.wanted_shoe:
            told = (after.wanted_shoe,)
        positions = after.wanted_positions
        if positions is not before.wanted_positions and positions != before.wanted_positions:
            told = (*told, positions)
        if after.wanted_reader is not before.wanted_reader and after.wanted_reader != before.wanted_reader:
            told = (*told, after.wanted_reader)
        if after.wanted_face is not None and after.wanted_face != before.wanted_face:
            told = (*told, after.wanted_face)
        shuffler = after.wanted_shuffler
        if shuffler is not before.wanted_shuffler and shuffler != before.wanted_shuffler:
            told = (*told, shuffler)
        if after.rules.progressives:
            told = (*told, *_to_progressive(before, after))
    if kind in _COMES_BACK and type(given) is Reported:
        told = _told_again(after, given.device, told)
    elif kind is ChooseRemedy and after.positions == CLOSING and CLOSE not in told:
        # Positions that did not confirm their close may never have taken the order.
        told = (*told, CLOSE)
    if after.rules.progressives and kind in _LOCKS_OUT:
        told = (*told, *_locked_out_again(before, after, given, told))
    return told if not after.base else tuple(_in_device_numbers(order, after.base) for order in told)


def _locked_out_again(
    before: Table, after: Table, given: Input, told: tuple[Order, ...]
) -> tuple[Order, ...]:
    """A lock-out that was not confirmed, or not as it should be, is ordered once more. So is a credit that a
    question held up: none is made twice. What was accepted for no hand goes back."""
    again: tuple[Order, ...] = ()
    if after.progressives.state == CLOSING:
        again = (LOCK_OUT,)
    elif type(given.what) is LockedOut and before.progressives.doubted:
        again = progressive.unplayable(after, given.what)
    if type(given.what) is ChooseRemedy and after.wanted_credit is not None:
        again = (*again, after.wanted_credit)
    return tuple(order for order in again if order not in told)


def _to_progressive(before: Table, after: Table) -> tuple[Order, ...]:
    """What a progressive system is told because of a change."""
    told: tuple[Order, ...] = ()
    if after.wanted_progressive != before.wanted_progressive:
        told = (after.wanted_progressive,)
    if after.wanted_meters is not None and after.wanted_meters != before.wanted_meters:
        told = (*told, after.wanted_meters)
    if after.wanted_credit is not None and after.wanted_credit != before.wanted_credit:
        told = (*told, after.wanted_credit)
    return told


def _in_device_numbers(order: Order, base: int) -> Order:
    """The same order as a shoe counts that began anew after our draw `base`."""
    if isinstance(order, Permit):
        return Permit(order.up_to - base, order.faces, order.side)
    if isinstance(order, Disclose):
        return Disclose(order.draw - base, order.side)
    if isinstance(order, Dispense):
        return Dispense(order.stack, order.count, order.up_to - base, order.faces)
    return order


def _told_again(table: Table, name: str, told: tuple[Order, ...]) -> tuple[Order, ...]:
    """All that the device that came back is to be told, whether or not it changed."""
    device = find_device(table, name)
    role = device.role if device is not None else ""
    again: tuple[Order, ...] = ()
    if role == "shoe":
        again = (table.wanted_shoe,) if table.wanted_face is None else (table.wanted_shoe, table.wanted_face)
    elif role == "wager_positions":
        again = (table.wanted_positions,)
    elif role == "card_reader":
        again = (table.wanted_reader,)
    elif role == "shuffler":
        again = (table.wanted_shuffler,)
    elif role == "progressive":
        said = (table.wanted_progressive, table.wanted_meters, table.wanted_credit)
        again = tuple(order for order in said if order is not None)
    return (*(order for order in told if order not in again), *again)


def _check_asking(table: Table, given: Asked) -> None:
    kind = type(given.what)
    if kind in FLOOR_ONLY and given.role != "floorperson":
        raise Refused("this needs the floorperson", "topic:role")
    if table.holds and kind not in THROUGH_HOLDS:
        hold = table.holds[0]
        raise Refused(f"first decide: {hold.words}", hold.clause)


def _refused(table: Table, given: Input, refusal: Refused) -> Ruling:
    """A refusal changes nothing. Chips that were set down all the same are rejected."""
    event = AskingRefused(refusal.why, refusal.clause)
    told: tuple[Order, ...] = ()
    what = given.what
    if type(what) is Placed:
        told = tuple(Reject(what.box, wager, on_spot(table, what.box, wager)) for wager, _ in what.chips)
    elif type(what) is ProgressivePlaced:
        told = (RejectProgressive(what.box, what.wager, on_spot(table, what.box, what.wager)),)
    elif type(what) is AttemptAfterClose:
        told = (Reject(what.box, what.wager, on_spot(table, what.box, what.wager)),)
    return Ruling((event,), told, table, event)
