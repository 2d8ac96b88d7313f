"""The automated shuffler: when cards go in and come out, and what its reports mean.

What it shuffles is in supply.py. A shuffler that fails while a round is played stops nothing: what it had
is shuffled again. When its trouble becomes a question to people is in machine_trouble.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import (
    Asked,
    ClearShuffler,
    FeedShuffler,
    Refused,
    Reported,
    TakeStack,
)
from controller.table.counting import check_counted, is_count_due
from controller.table.events import Event
from controller.table.irregularities import (
    met,
)
from controller.table.phases import ANY, Row
from controller.table.state import DeviceStanding, Table
from drivers import messages as m

WITH_MACHINE: Final = (
    "Inspecting",
    "Spreading",
    "Washing",
    "Shuffling",
    "Cutting",
    "Loading",
    "Betting",
    "Idle",
)
"""Phases between rounds in which people may see to the shuffler."""


# ---- cards go in ------------------------------------------------------------------------------------


@clause("topic:two-batches", "topic:batch-in-shuffler", "topic:idle-with-shuffler")
def feed(table: Table, given: Asked) -> tuple[Event, ...]:
    """The batch that is due was put into the shuffler, which begins with it."""
    asked = given.what
    assert isinstance(asked, FeedShuffler)
    supply = table.standing.supply
    if not sp.uses_machine(supply):
        raise Refused("no shuffler is in use at this table", "topic:shuffle")
    check_counted(table)
    at = due_in(table)
    if at < 0:
        raise Refused(why_not_fed(table), "topic:batch-in-shuffler")
    batch = supply.batches[at]
    if asked.back not in ("", batch.back):
        raise Refused(f"the {batch.back} batch goes in now, not {asked.back!r}", "topic:alternate-batches")
    check_ready(table)
    return (ev.BatchFed(at, sp.job_after(supply.machine), cards_in(table, at)),)


def due_in(table: Table) -> int:
    """The batch whose cards go in now, or -1. Discards of a round go back into a continuous machine."""
    supply = table.standing.supply
    if not sp.uses_machine(supply) or supply.change or is_count_due(table):
        return -1
    if supply.equipment.shuffler == "continuous" and sp.in_shoe(supply):
        return supply.current if supply.machine.stage == "empty" and supply.rack else -1
    return sp.to_feed(supply)


def cards_in(table: Table, at: int) -> int:
    """How many cards go in: the batch, or a continuous machine's discards."""
    supply = table.standing.supply
    batch = supply.batches[at]
    return supply.rack if batch.where == "shoe" else sp.batch_size(batch)


def why_not_fed(table: Table) -> str:
    """Why no cards go in now, for the person who asked."""
    supply = table.standing.supply
    if sp.in_shoe(supply) and supply.machine.stage == "empty":
        return "first remove the cards that are left in the shoe"
    words = {
        "working": "the shuffler is still at work",
        "cancelling": "the shuffler is being stopped",
        "failed": "first take out what the shuffler did not complete",
        "done": "first take the shuffled cards out of the shuffler",
        "releasing": "first take the shuffled cards out of the shuffler",
    }
    return words.get(supply.machine.stage, "no cards are due for the shuffler")


def check_ready(table: Table) -> DeviceStanding:
    """The shuffler, connected and without a fault. Refused says what is wrong."""
    device = sp.shuffler_of(table)
    if device is None:
        raise Refused("no shuffler is installed at this table", "topic:shuffle")
    if not device.ready:
        raise Refused(f"{device.name} is not connected", "topic:device-lost")
    if device.faults:
        raise Refused(f"{device.name} still reports {', '.join(device.faults)}", "topic:shuffle-incomplete")
    return device


# ---- what it reports ------------------------------------------------------------------------------------


def started(_: Table, given: Reported) -> tuple[Event, ...]:
    what = given.what
    assert isinstance(what, m.ShuffleStarted)
    return (ev.Noted(f"{given.device} began shuffle {what.job}"),)


@clause("topic:batch-in-shuffler")
def done(table: Table, given: Reported) -> tuple[Event, ...]:
    """A stack is complete. Count, identity and back are three verdicts; a bad one is an irregularity."""
    what = given.what
    assert isinstance(what, m.ShuffleDone)
    machine = table.standing.supply.machine
    if what.job != machine.job or machine.stage not in ("working", "cancelling"):
        return (ev.Noted(f"{given.device} finished shuffle {what.job}, which nobody waits for"),)
    # A number that is not what was put in is bad, whatever the device makes of it; and so is none from one
    # that counts, for perhaps nobody else did.
    device = sp.shuffler_of(table)
    silent = what.counted == "unsupported" and device is not None and "counts" in device.able
    counted = "bad" if silent or what.count not in (0, machine.cards) else what.counted
    ended = ev.ShuffleEnded(what.job, "done", what.count, counted, what.identity, what.back)
    bad = bad_verdicts(counted, what.identity, what.back)
    if not bad:
        return (ended,)
    # Kept as failed: such a stack is never cut. The verdicts stay on record beside it.
    failed = ev.ShuffleEnded(what.job, "failed", what.count, counted, what.identity, what.back, bad)
    words = f"shuffle {what.job}: {bad}" + (f", {what.count} cards for {machine.cards}" if what.count else "")
    return (failed, met("card-count", cited_for(bad), words))


def cited_for(bad: str) -> str:
    """What a shuffle with these bad verdicts is cited by: the number of the cards before what they are."""
    return "topic:shuffler-count" if BAD_COUNT in bad else "topic:cards-to-discard-rack"


BAD_COUNT: Final = "bad count"


def bad_verdicts(counted: str, identity: str, back: str) -> str:
    """The bad ones among the verdicts, in words; "" where there is none."""
    named = (("count", counted), ("identity", identity), ("back", back))
    return " and ".join(f"bad {name}" for name, verdict in named if verdict == "bad")


@clause("topic:shuffle-incomplete")
def failed(table: Table, given: Reported) -> tuple[Event, ...]:
    """The cycle was not completed: the cards are shuffled again. What was known of them is lost."""
    what = given.what
    assert isinstance(what, m.ShuffleFailed)
    machine = table.standing.supply.machine
    mine = what.job in (0, machine.job)
    if not mine or not has_stack(table):
        return (ev.Noted(f"{given.device}: shuffle {what.job} failed ({what.reason})"),)
    return perished(table, what.reason, what.place)


@clause("topic:shuffle-incomplete")
def perished(table: Table, reason: str, place: str = "") -> tuple[Event, ...]:
    """What is inside counts as not shuffled from now on, and has to be shuffled again."""
    machine = table.standing.supply.machine
    where = f" at {place}" if place else ""
    reason = reason or "for no reason that it told"
    ended = ev.ShuffleEnded(machine.job, "failed", reason=reason, place=place)
    if reason == "cancelled":
        return (ended,)
    words = f"{reason}{where}: the cards are to be shuffled again"
    return (ended, met("shuffler-failed", "topic:shuffle-incomplete", words))


def has_stack(table: Table) -> bool:
    """Whether the machine works, or keeps a stack that counts as shuffled."""
    return table.standing.supply.machine.stage in ("working", "cancelling", "done", "releasing")


@clause("topic:shuffle-incomplete")
def clear(table: Table, given: Asked) -> tuple[Event, ...]:
    """The shuffler is clear again: it gives out what is inside, to be put in anew."""
    assert isinstance(given.what, ClearShuffler)
    machine = table.standing.supply.machine
    if machine.stage != "failed":
        raise Refused("the shuffler has no shuffle that failed", "topic:shuffle-incomplete")
    check_ready(table)
    return release(table, None)


def take_by_hand(table: Table, given: Asked) -> tuple[Event, ...]:
    """Somebody took out what was inside, by the lid or the exit, and the shuffler is empty."""
    assert isinstance(given.what, TakeStack)
    machine = table.standing.supply.machine
    if machine.stage not in ("failed", "releasing", "cancelling"):
        raise Refused(
            "nothing is to be taken out of the shuffler by hand: it keeps its stack until it is wanted",
            "topic:batch-in-shuffler",
        )
    if machine.stage == "releasing" and not machine.reason:
        # It gives the stack out itself, and says so: by another way nobody could tell that it is the same.
        return (*perished(table, "lid"), ev.StackTaken())
    return (ev.StackTaken(),)


def taken(table: Table, given: Reported) -> tuple[Event, ...]:
    """The exit is empty: what was inside lies on the table. Of another job it is told late: those cards were
    seen to already. What came out because whatever was inside had to come out is of any job: the device that
    had it may be another one, which counted its jobs elsewhere."""
    what = given.what
    assert isinstance(what, m.OutputTaken)
    machine = table.standing.supply.machine
    whatever = machine.stage == "releasing" and machine.reason != ""
    if machine.stage == "empty" or not (whatever or what.job in (0, machine.job)):
        return (ev.Noted(f"{given.device}: the stack of shuffle {what.job} was taken out"),)
    return (ev.StackTaken(),)


# ---- cards come out
# -----------------------------------------------------------------------------------------


@clause("topic:alternate-batches", "topic:idle-with-shuffler")
def is_release_due(table: Table) -> bool:
    """The machine keeps a stack, and the table waits for it: to play it, to change the cards, or to close."""
    supply = table.standing.supply
    machine = supply.machine
    device = sp.shuffler_of(table)
    if machine.stage not in ("done", "failed") or device is None or not device.ready or device.faults:
        return False
    if table.phase == "Closing" or supply.change:
        return True
    if supply.equipment.shuffler == "continuous":
        return False  # it gives its cards out by itself
    return machine.stage == "done" and not sp.in_shoe(supply) and not _on_table(table)


def _on_table(table: Table) -> bool:
    """Whether a stack lies on the table that will be played next: shuffled, or to be shuffled by hand."""
    supply = table.standing.supply
    return sp.to_play(supply) >= 0 or sp.is_respread(supply)


def release(table: Table, _: None) -> tuple[Event, ...]:
    """The stack of the job; of a shuffle that failed whatever is inside, for a device that began anew knows
    no job."""
    machine = table.standing.supply.machine
    return (ev.ReleaseOrdered(0 if machine.reason else machine.job),)


def is_cancel_due(table: Table) -> bool:
    """The table closes, or its cards are changed: nobody waits for this shuffle any more."""
    supply = table.standing.supply
    wanted = table.phase == "Closing" or bool(supply.change)
    return wanted and supply.machine.stage == "working"


def cancel(table: Table, _: None) -> tuple[Event, ...]:
    machine = table.standing.supply.machine
    return (ev.ShuffleEnded(machine.job, "cancelling", reason="cancelled"),)


MACHINE: Final = (
    Row(FeedShuffler, ("Shuffling", "Betting"), None, "topic:batch-in-shuffler", feed),
    Row(ClearShuffler, WITH_MACHINE, None, "topic:shuffle-incomplete", clear),
    Row(TakeStack, (*WITH_MACHINE, "Closing"), None, "topic:shuffle-incomplete", take_by_hand),
    Row(m.ShuffleStarted, ANY, None, "topic:shuffle", started),
    Row(m.ShuffleDone, ANY, None, "topic:batch-in-shuffler", done),
    Row(m.ShuffleFailed, ANY, None, "topic:shuffle-incomplete", failed),
    Row(m.OutputTaken, ANY, None, "topic:alternate-batches", taken),
    Row(None, ("Shuffling", "Closing"), None, "topic:card-change", cancel, when=is_cancel_due),
    Row(None, ("Shuffling", "Closing"), None, "topic:alternate-batches", release, when=is_release_due),
)
"""The rows about the shuffler at work."""
