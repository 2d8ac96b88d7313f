"""Irregularities that every chapter has: how they are recorded, the Holds they open, the ways out by name.

A Hold names who may choose what. What choosing a remedy does is in remedies.py; what only one chapter
knows lives in that game's folder.
"""

from typing import Final

from controller.table import events as ev
from controller.table.commands import INCIDENTS, Asked, Refused, ReportIncident
from controller.table.events import Event
from controller.table.state import Hold, Irregularity, Remedy, Table

IN_ROUND: Final = frozenset(
    (
        "Dealing",
        "Insurance",
        "Peeking",
        "PlayerDecisions",
        "DealerPlay",
        "LockedIn",
        "Options",
        "Reveal",
        "Refilling",
        "Settling",
        "Collecting",
    )
)
"""Phases with a round on the layout: from its first card until the cards are collected."""

NOT_IN_PLAY: Final = frozenset(
    (
        "Closed",
        "Inspecting",
        "Spreading",
        "Washing",
        "Shuffling",
        "Cutting",
        "Loading",
        "Idle",
        "Refilling",
        "Closing",
    )
)
"""Phases in which no shoe stands ready to be dealt from: what leaves it then is no card of a round."""

VOID: Final = Remedy("void_round", "floorperson", "declare the round void and return the wagers")
RESUME: Final = Remedy("resume", "floorperson", "cards and chips agree with the record: go on")
UNEXPOSED: Final = Remedy("unexposed", "floorperson", "its face was not exposed: it is used as the next card")
EXPOSED: Final = Remedy("exposed", "floorperson", "its face was exposed: it goes to the discard rack")
REPAIRED: Final = Remedy("repaired", "floorperson", "the device is repaired or replaced, and inspected")
CLEARED: Final = Remedy("cleared", "dealer", "the fault is cleared and every card is where it was")
ACCEPT: Final = Remedy("accept", "floorperson", "finish under the rules that this table was opened with")
ACKNOWLEDGE: Final = Remedy("acknowledge", "floorperson", "take the table out of play")
OUT_OF_PLAY: Final = Remedy("out_of_play", "floorperson", "take the table out of play")
NOTIFIED: Final = Remedy("notified", "floorperson", "the floorperson knows of it: go on")
SHOWN: Final = Remedy("exposed", "floorperson", "its face was exposed: it is the next card, for who takes it")
RECOUNT: Final = Remedy("recount", "dealer", "count the cards once more")
CHANGE: Final = Remedy("change_cards", "floorperson", "take these cards out of use, and bring others")
RESHUFFLED: Final = Remedy(
    "reshuffle", "dealer", "the shuffler is clear: take its cards out and shuffle them again"
)
COVERED: Final = Remedy("covered", "floorperson", "the shuffler is covered: shuffle by hand")
SHOE_COVERED: Final = Remedy("shoe_covered", "floorperson", "the automated shoe is covered: no round from it")
SHOE_SIGNED: Final = Remedy(
    "shoe_signed", "floorperson", "a sign on the automated shoe says out of order: no round from it"
)
SIGNED: Final = Remedy("signed", "floorperson", "a sign on the shuffler says out of order: shuffle by hand")
SECOND_CARD: Final = Remedy("second_card", "dealer", "the player wants the second card, after all the others")
LATE_CARD: Final = Remedy("late_card", "dealer", "the player wants the card, after all the others")
CALL_DEAD: Final = Remedy(
    "call_dead", "dealer", "the player does not: the hand is dead, and the wager goes back"
)
AS_ACCEPTED: Final = Remedy(
    "as_accepted", "floorperson", "what the devices accepted stands, and the chips are made to agree with it"
)
SETTLE: Final = Remedy("settle", "floorperson", "settle by the cards as they lie")


def hold(
    table: Table,
    kind: str,
    clause: str,
    words: str,
    *remedies: Remedy,
    device: str = "",
    draw: int = 0,
    box: int = 0,
    hand: int = 0,
    offset: int = 0,
) -> Event:
    """The event that opens a Hold; inside a round, voiding it is always one of the remedies, and there is
    no Hold without a way out: a table whose device does not come back can be closed. offset: how many
    Holds this ruling opened before."""
    if table.phase in IN_ROUND and not table.void and VOID not in remedies:
        remedies = (*remedies, VOID)
    elif device:
        remedies = (*remedies, OUT_OF_PLAY)
    elif not remedies:
        remedies = (RESUME,)
    number = table.standing.next_hold + offset
    return ev.HoldOpened(Hold(number, kind, clause, words, remedies, device, draw, box, hand))


def met(kind: str, clause: str, disposition: str) -> Event:
    """The event that records an irregularity whose remedy the clause fixes."""
    return ev.IrregularityMet(Irregularity(kind, clause, disposition))


def is_held(table: Table, kind: str, device: str = "") -> bool:
    """Whether a Hold of this kind (and device) is open."""
    return any(one.kind == kind and one.device == device for one in table.holds)


def report_incident(table: Table, given: Asked) -> tuple[Event, ...]:
    """What no device sees, kept with who said it; in a round it is part of the round's record."""
    asked = given.what
    assert isinstance(asked, ReportIncident)
    if asked.kind not in INCIDENTS:
        raise Refused(f"{asked.kind!r} is no kind of incident: {', '.join(INCIDENTS)}", "topic:incident")
    if not 0 <= asked.box <= table.rules.boxes:
        raise Refused(f"the layout has boxes 1 to {table.rules.boxes}", "topic:box-count")
    cited, words = INCIDENTS[asked.kind]
    where = f"box {asked.box}: " if asked.box else ""
    note = f": {asked.note}" if asked.note else ""
    return (
        ev.IncidentRecorded(asked.kind, asked.box, asked.note, given.role, given.person),
        met(asked.kind.replace("_", "-"), cited, f"{where}{words}{note}"),
    )
