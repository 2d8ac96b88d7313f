"""Opening: cards come to the table, are inspected and verified, spread and looked at, washed. Spine rows.

Every procedure that no device sees is a Command, kept with who said it. How a stack is shuffled is in
shuffling.py and machine.py, how it is cut in cutting.py; which batch is due for what in supply.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import (
    Asked,
    CardsSeen,
    ConfirmTable,
    InspectCards,
    OpenTable,
    Refused,
    SpreadCards,
    VerifyInspection,
    WashCards,
)
from controller.table.double_shoe import is_double
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.phases import Row
from controller.table.state import Batch, Table

SOURCES: Final = ("fresh", sp.PRESHUFFLED)
UNLOADED: Final = ("Inspecting", "Spreading", "Washing", "Shuffling", "Cutting", "Loading")


def done(step: str, given: Asked, note: str = "") -> Event:
    """The event of a step that a person has done."""
    return ev.StepDone(step, given.role, given.person, note)


# ---- cards come to the table -------------------------------------------------------------------------


def open_table(table: Table, given: Asked) -> tuple[Event, ...]:
    """The table is opened with these cards; fresh ones where nobody says otherwise."""
    asked = given.what
    assert isinstance(asked, OpenTable)
    return (done("opened", given), ev.CardsReceived(received(table, asked.batches)))


@clause(
    "topic:two-batches",
    "topic:equal-batches",
    "topic:two-backs",
    "topic:number-of-decks",
    "topic:sides-of-double-shoe",
)
def received(table: Table, batches: tuple[Batch, ...]) -> tuple[Batch, ...]:
    """The batches as they may come to this table. Refused where there are too few, or they do not fit."""
    supply, decks = table.standing.supply, table.rules.decks
    if not batches:
        return sp.fresh_batches(supply, decks)
    wanted = sp.number_of_batches(supply)
    several, equal, backed = _SIDES if is_double(supply) else _BATCHES
    if len(batches) != wanted:
        raise Refused(f"this table takes {wanted} batch(es), not {len(batches)}", several)
    for batch in batches:
        if batch.decks != decks:
            raise Refused(f"each batch has {decks} decks, not {batch.decks}", equal)
        if batch.source not in SOURCES:
            raise Refused(f"cards come {' or '.join(SOURCES)}, not {batch.source!r}", "topic:preshuffled")
    backs = [batch.back for batch in batches]
    if len(set(backs)) != len(backs) or "" in backs:
        raise Refused("the backs of the two batches have different colours", backed)
    return tuple(Batch(one.back, one.decks, one.source, one.seal) for one in batches)


_BATCHES: Final = ("topic:two-batches", "topic:equal-batches", "topic:two-backs")
_SIDES: Final = ("topic:sides-of-double-shoe",) * 3
"""What a table with two batches cites: how many they are, of equal decks, with backs of two colours."""


@clause(
    "topic:posted-odds",
    "topic:box-count",
    "topic:discard-rack",
    "topic:rack-height",
    "topic:rack-mark",
    "topic:rack-of-double-shoe",
)
def confirm(table: Table, given: Asked) -> tuple[Event, ...]:
    """The floorperson's word that layout, odds and rack are those that were submitted and installed. With a
    double shoe the rack shows the decks of one side, which are what a submission calls its decks."""
    asked = given.what
    assert isinstance(asked, ConfirmTable)
    equipment, rules = table.standing.supply.equipment, table.rules
    boxes = equipment.boxes or rules.boxes
    if asked.boxes != boxes:
        raise Refused(f"the layout that is installed has {boxes} boxes, not {asked.boxes}", "topic:box-count")
    if not asked.odds:
        raise Refused("the odds of every wager on offer are posted before play", "topic:posted-odds")
    if asked.rack != equipment.rack:
        words = f"the installed rack shows a full stack by its {equipment.rack}, not by {asked.rack!r}"
        raise Refused(words, "topic:discard-rack")
    decks = equipment.rack_decks or rules.decks
    if asked.rack_decks != decks or decks != rules.decks:
        cited = "topic:rack-mark" if equipment.rack == "mark" else "topic:rack-height"
        raise Refused(f"the rack shows {asked.rack_decks} decks, and {rules.decks} are in play", cited)
    words = f"{boxes} boxes; odds posted; the rack's {asked.rack} shows {decks} decks"
    return (ev.TableConfirmed(given.person, words),)


@clause("topic:card-inspection")
def inspect(table: Table, given: Asked) -> tuple[Event, ...]:
    """The dealer's inspection. A batch with a defect is exchanged, and the new one inspected."""
    asked = given.what
    assert isinstance(asked, InspectCards)
    if asked.defect:
        words = f"the batch is exchanged: {asked.defect}"
        return (ev.BatchExchanged(asked.defect), met("card-defect", "topic:card-inspection", words))
    return (done("inspected", given),)


def _stage_is(*stages: str) -> frozenset[str]:
    return frozenset(stages)


def _check(table: Table, stages: frozenset[str], why: str, cited: str) -> None:
    batch = sp.current(table.standing.supply)
    if batch is None or batch.stage not in stages:
        raise Refused(why, cited)


@clause("topic:card-inspection")
def check_inspected(table: Table, _: Asked) -> None:
    """The floorperson verifies what the dealer has done."""
    _check(table, _stage_is("inspected"), "the dealer inspects the cards first", "topic:card-inspection")


def verify(_: Table, given: Asked) -> tuple[Event, ...]:
    return (done("verified", given),)


@clause("topic:spread-cards", "topic:idle-table")
def spread(table: Table, given: Asked) -> tuple[Event, ...]:
    """Spread face up; on an idle table face down, and face up for a player who asks."""
    asked = given.what
    assert isinstance(asked, SpreadCards)
    if asked.face not in ("up", "down"):
        raise Refused(f"cards lie up or down, not {asked.face!r}", "topic:spread-cards")
    if table.phase == "Idle":
        stages = _stage_is("collected", "spread")  # spread again, for a player who asks for them face up
        _check(table, stages, "first remove the cards from the shoe", "topic:idle-table")
    elif asked.face != "up":
        raise Refused("for inspection the cards are spread face up", "topic:spread-cards")
    return (done("spread", given, f"face {asked.face}"),)


@clause("topic:first-player-looks", "topic:idle-table")
def cards_seen(table: Table, given: Asked) -> tuple[Event, ...]:
    """The first player had an opportunity to look."""
    asked = given.what
    assert isinstance(asked, CardsSeen)
    _check(table, _stage_is("spread"), "the cards are spread first", "topic:spread-cards")
    respread = table.phase == "Idle" and (asked.respread or not is_kept_securely(table))
    return (ev.CardsLookedAt(asked.player, respread, given.role, given.person),)


@clause("topic:idle-with-shuffler")
def is_kept_securely(table: Table) -> bool:
    """Whether what the machine keeps may be played unspread after an idle time; so it may where it keeps
    nothing."""
    device = sp.shuffler_of(table)
    if device is None or not sp.is_batch_machine(table.standing.supply):
        return True
    return table.rules.kept_unspread and "secure" in device.able


def wash(_: Table, given: Asked) -> tuple[Event, ...]:
    return (done("washed", given),)


@clause("topic:preshuffled")
def came_shuffled(table: Table) -> bool:
    """Cards that came inspected and shuffled need neither inspection nor spread nor wash nor a first
    shuffle."""
    batch = sp.current(table.standing.supply)
    if batch is None or batch.loaded:
        return False
    return batch.source == sp.PRESHUFFLED and batch.stage == "shuffled"


OPENING: Final = (
    Row(OpenTable, ("Closed",), "Inspecting", "topic:table-opening", open_table),
    Row(ConfirmTable, (*UNLOADED, "Betting", "Idle"), None, "topic:posted-odds", confirm),
    Row(InspectCards, ("Inspecting",), None, "topic:card-inspection", inspect),
    Row(VerifyInspection, ("Inspecting",), "Spreading", "topic:card-inspection", verify, check_inspected),
    Row(None, ("Inspecting",), "Shuffling", "topic:preshuffled", when=came_shuffled),
    Row(SpreadCards, ("Spreading", "Idle"), None, "topic:spread-cards", spread),
    Row(CardsSeen, ("Spreading",), "Washing", "topic:first-player-looks", cards_seen),
    Row(WashCards, ("Washing",), "Shuffling", "topic:wash", wash),
    Row(CardsSeen, ("Idle",), None, "topic:idle-table", cards_seen),
)
"""From a closed table to a washed stack; and an idle table's cards, which are spread and looked at too."""
