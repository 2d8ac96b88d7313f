"""The automated shuffler in trouble: orders it did not take, a record that differs, a device out of order.

Only when cards are to be shuffled does its trouble become a question to the dealer and the floor. What a
shuffle that failed means for its cards is in machine.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Asked, MarkOutOfOrder, Refused, ReturnToService
from controller.table.events import Event
from controller.table.irregularities import (
    CHANGE,
    COVERED,
    RECOUNT,
    RESHUFFLED,
    SIGNED,
    hold,
    is_held,
    met,
)
from controller.table.machine import (
    BAD_COUNT,
    WITH_MACHINE,
    check_ready,
    cited_for,
    has_stack,
    perished,
)
from controller.table.phases import Row
from controller.table.state import DeviceStanding, Remedy, Table, is_automated
from drivers import messages as m

MARKS: Final = ("covered", "signed")
SHOE: Final = "shoe"


# ---- what it tells of itself ------------------------------------------------------------------------


@clause("topic:shuffle-incomplete")
def refused(table: Table, what: m.OrderRefused | m.OrderFailed) -> tuple[Event, ...]:
    """The shuffler did not do what it was told. Where it has nothing inside that it could give out, it is
    empty; else nobody knows any more what became of the stack."""
    machine = table.standing.supply.machine
    of_release = isinstance(what, m.OrderRefused) and (what.order, what.reason) == ("release", "bad-value")
    if of_release and machine.stage == "releasing" and machine.reason:
        return (ev.StackTaken(),)
    return perished(table, what.reason) if has_stack(table) else ()


@clause("topic:shuffle-incomplete")
def reconciled(table: Table, state: m.ShufflerState, anew: bool) -> tuple[Event, ...]:
    """What the shuffler tells of itself when it is connected, compared with the record. A stack that it does
    not keep as the record has it is none; cards that nobody knows of come out before others go in; and
    the next job has a higher number than any that it has had. anew: it is another one, or started again."""
    machine = table.standing.supply.machine
    kept = state.stage in ("done", "released") and state.job == machine.job
    if has_stack(table) and (anew or (machine.stage in ("done", "releasing") and not kept)):
        lost = perished(table, "power")
        if state.stage == "empty":
            return (*lost, ev.StackTaken(), *_numbered_on(table, state, "empty"))
        return (*lost, *_numbered_on(table, state, "failed", "power"))
    if machine.stage == "failed" and state.stage == "empty":
        return (ev.StackTaken(), *_numbered_on(table, state, "empty"))
    if machine.stage == "empty" and state.stage != "empty":
        words = met("shuffler-failed", "topic:shuffle-incomplete", f"{sp.LEFT_INSIDE}: taken out first")
        return (ev.ShuffleEnded(state.job, "failed", reason=sp.LEFT_INSIDE), words)
    return _numbered_on(table, state, machine.stage, machine.reason)


def _numbered_on(table: Table, state: m.ShufflerState, stage: str, reason: str = "") -> tuple[Event, ...]:
    """The number of the device's last job, where it is the higher one."""
    if state.job <= table.standing.supply.machine.job or stage not in ("empty", "failed"):
        return ()
    return (ev.ShuffleEnded(state.job, stage, reason=reason),)


# ---- a question to people ---------------------------------------------------------------------------


@clause("topic:shuffle-incomplete", "topic:shuffler-out-of-order")
def is_in_trouble(table: Table) -> bool:
    """Cards are to be shuffled, and the machine cannot, or has not."""
    supply = table.standing.supply
    device = sp.shuffler_of(table)
    if device is None or not sp.uses_machine(supply) or is_held(table, "shuffler-trouble", device.name):
        return False
    continuous = supply.equipment.shuffler == "continuous"
    if table.phase == "Betting" and not continuous:
        return False  # the other batch is played; a continuous one is needed after every round
    if table.phase == "Refilling":
        # The discards are shuffled by hand: beside a machine that cannot be used only once it is marked.
        return table.refill == "shuffle" and (not device.ready or bool(device.faults))
    if supply.change or table.phase == "Closing":
        return False
    return supply.machine.stage == "failed" or not device.ready or bool(device.faults)


def hold_shuffler(table: Table, _: None) -> tuple[Event, ...]:
    """Shuffled again once it is clear; by another method only when the machine is covered or signed."""
    device = sp.shuffler_of(table)
    assert device is not None
    machine = table.standing.supply.machine
    words = f"{device.name} {_trouble(table, device)}"
    ways: tuple[Remedy, ...]
    if table.phase == "Refilling":
        cited, ways = "topic:shuffler-out-of-order", (COVERED, SIGNED)
    elif machine.reason.startswith("bad "):
        cited, ways = cited_for(machine.reason), _ways_of_verdict(table, machine.reason)
    else:
        cited, ways = "topic:shuffle-incomplete", (RESHUFFLED, COVERED, SIGNED)
    return (hold(table, "shuffler-trouble", cited, words, *ways, device=device.name),)


@clause("topic:shuffler-count")
def _ways_of_verdict(table: Table, bad: str) -> tuple[Remedy, ...]:
    """Where the chapter has the deck counted, one that is found to have another number of cards leaves the
    table, and is not counted once more. Of a card that is another one than it should be, or of another back,
    no chapter says anything."""
    if table.rules.count_after and BAD_COUNT in bad:
        return (CHANGE,)
    return (RECOUNT, CHANGE, COVERED, SIGNED)


def _trouble(table: Table, device: DeviceStanding) -> str:
    machine = table.standing.supply.machine
    if not device.ready:
        return "is not connected"
    if machine.reason == sp.LEFT_INSIDE:
        return "still has cards inside"
    if machine.stage == "failed":
        where = f" at {machine.place}" if machine.place else ""
        return f"did not complete the shuffle ({machine.reason}{where})"
    return f"reports {', '.join(device.faults)}"


@clause("topic:shuffler-out-of-order")
def mark(table: Table, given: Asked) -> tuple[Event, ...]:
    """Covered, or a sign on it: only then may the cards be shuffled otherwise."""
    asked = given.what
    assert isinstance(asked, MarkOutOfOrder)
    if asked.how not in MARKS:
        raise Refused(f"a device is {' or '.join(MARKS)}, not {asked.how!r}", "topic:shuffler-out-of-order")
    supply = table.standing.supply
    if asked.device == SHOE:
        if not is_automated(table) or supply.shoe_out:
            raise Refused("no automated shoe is in use at this table", "topic:shuffler-out-of-order")
        return shoe_marked(asked.how, given.role, given.person)
    if not sp.uses_machine(supply):
        raise Refused("no shuffler is in use at this table", "topic:shuffler-out-of-order")
    return marked(asked.how, given.role, given.person)


def marked(how: str, role: str, person: str) -> tuple[Event, ...]:
    """The events of a shuffler that is out of use."""
    return (
        ev.MarkedOutOfOrder(how, role, person),
        met("shuffler-out-of-order", "topic:shuffler-out-of-order", f"{how}; shuffled by hand"),
    )


@clause("671a.13(g)")
def shoe_marked(how: str, role: str, person: str) -> tuple[Event, ...]:
    """The events of an automated shoe that is out of use: nothing is dealt any more until it is in order, or
    the table is opened with other equipment."""
    return (
        ev.MarkedOutOfOrder(how, role, person, SHOE),
        met("shoe-out-of-order", "671a.13(g)", f"{how}; nothing is dealt from it"),
    )


def return_to_service(table: Table, given: Asked) -> tuple[Event, ...]:
    """The shuffler is in order, and clear; the shoe is connected and reports no fault."""
    asked = given.what
    assert isinstance(asked, ReturnToService)
    if asked.device == SHOE:
        if not table.standing.supply.shoe_out:
            raise Refused("no automated shoe is out of order", "topic:shuffler-out-of-order")
        return (ev.ReturnedToService(given.person, SHOE),)
    if not table.standing.supply.machine.out_of_order:
        raise Refused("the shuffler is not out of order", "topic:shuffler-out-of-order")
    check_ready(table)
    return (ev.ReturnedToService(given.person),)


MACHINE_TROUBLE: Final = (
    Row(MarkOutOfOrder, WITH_MACHINE, None, "topic:shuffler-out-of-order", mark),
    Row(ReturnToService, ("Closed", *WITH_MACHINE), None, "topic:shuffler-out-of-order", return_to_service),
    Row(
        None,
        ("Shuffling", "Betting", "Refilling"),
        None,
        "topic:shuffle-incomplete",
        hold_shuffler,
        when=is_in_trouble,
    ),
)
"""The rows about a shuffler that cannot go on."""
