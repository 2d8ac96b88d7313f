"""Irregularities that every chapter has: how they are recorded, the Holds they open, the ways out.

A Hold names who may choose what. Choosing is a Command like any other; what a remedy does is one
line of REMEDIES. What only one chapter knows lives in that game's folder.
"""

from collections.abc import Callable
from typing import Final

from controller.table import events as ev
from controller.table.commands import Asked, ChooseRemedy, EnterCard, Refused
from controller.table.events import Event
from controller.table.state import Hold, Irregularity, Remedy, Settlement, Table, find_device
from drivers.cards import DECK, SEALED, UNREAD

IN_ROUND: Final = frozenset(
    (
        "Dealing",
        "Insurance",
        "Peeking",
        "PlayerDecisions",
        "DealerPlay",
        "Settling",
        "Collecting",
    )
)
"""Phases with a round on the layout: from its first card until the cards are collected."""

NOT_IN_PLAY: Final = frozenset(
    ("Closed", "Inspecting", "Spreading", "Washing", "Shuffling", "Cutting", "Loading", "Closing")
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
SETTLE: Final = Remedy("settle", "floorperson", "settle by the cards as they lie")


def hold(
    table: Table,
    kind: str,
    clause: str,
    words: str,
    *remedies: Remedy,
    device: str = "",
    draw: int = 0,
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
    return ev.HoldOpened(Hold(number, kind, clause, words, remedies, device, draw))


def met(kind: str, clause: str, disposition: str) -> Event:
    """The event that records an irregularity whose remedy the clause fixes."""
    return ev.IrregularityMet(Irregularity(kind, clause, disposition))


def is_held(table: Table, kind: str, device: str = "") -> bool:
    """Whether a Hold of this kind (and device) is open."""
    return any(one.kind == kind and one.device == device for one in table.holds)


def choose_remedy(table: Table, given: Asked) -> tuple[Event, ...]:
    """What follows from the remedy that was chosen. Refused where the Hold, the remedy or the role is
    another."""
    asked = given.what
    assert isinstance(asked, ChooseRemedy)
    one = _find(table, asked.hold)
    remedy = next((way for way in one.remedies if way.name == asked.remedy), None)
    if remedy is None:
        ways = ", ".join(way.name for way in one.remedies)
        raise Refused(f"{asked.remedy} is no remedy here; choose {ways}", one.clause)
    if given.role not in (remedy.role, "floorperson"):
        raise Refused(f"only the {remedy.role} may choose {remedy.name}", "topic:role")
    follows = REMEDIES[remedy.name](table, one)
    return (*follows, ev.HoldClosed(one.id, remedy.name, given.role, given.person))


def _find(table: Table, number: int) -> Hold:
    for one in table.holds:
        if one.id == number:
            return one
    raise Refused(f"no open question has number {number}", "topic:out-of-turn")


def enter_card(table: Table, given: Asked) -> tuple[Event, ...]:
    """A card that no device could read is entered from sight."""
    asked = given.what
    assert isinstance(asked, EnterCard)
    if asked.card not in DECK:
        raise Refused(f"{asked.card!r} is no card: rank 2-9 T J Q K A and suit C D H S", "topic:unread-card")
    waiting = [card.draw for card in table.ahead if card.card == UNREAD]
    if table.phase == "DealerPlay":
        waiting += [
            draw for card, draw in zip(table.dealer.cards, table.dealer.draws, strict=True) if card == UNREAD
        ]
    if asked.draw not in waiting:
        raise Refused(f"draw {asked.draw} is not waiting to be entered", "topic:unread-card")
    if given.role != "floorperson":
        raise Refused("a card is entered from sight by the floorperson", "topic:unread-card")
    return (ev.CardEntered(asked.draw, asked.card, given.role, given.person),)


def void_rows(table: Table) -> tuple[Settlement, ...]:
    """What lies on the table is returned; what was settled stays settled."""
    return tuple(
        Settlement(
            stack.box, stack.hand, stack.wager, stack.stake, "void", 0, stack.stake, 0, "topic:void-round"
        )
        for stack in table.stacks
    )


def _void(table: Table, one: Hold) -> tuple[Event, ...]:
    """The other questions about this round's cards end with it; those about devices do not."""
    others = tuple(
        ev.HoldClosed(other.id, "void_round", "house", "")
        for other in table.holds
        if other.id != one.id and not other.device
    )
    return (ev.RoundVoided(void_rows(table)), *others)


def _resume(table: Table, one: Hold) -> tuple[Event, ...]:
    for device in table.standing.devices:
        if not device.ready and one.device in ("", device.name):
            raise Refused(f"{device.name} is not connected yet", one.clause)
    return (ev.PermissionEnded(),)


def _unexposed(table: Table, one: Hold) -> tuple[Event, ...]:
    """Nobody knows its face where the shoe did not read it, or began anew since."""
    card = UNREAD if one.kind == "double-feed" or one.draw <= table.base else SEALED
    return (
        ev.CardAhead(one.draw, card),
        met(
            "card-in-error-unexposed", "topic:card-in-error-unexposed", "used as the next card from the shoe"
        ),
    )


def _exposed(_: Table, one: Hold) -> tuple[Event, ...]:
    return (
        ev.CardRemoved(one.draw, SEALED),
        met("card-in-error-exposed", "topic:card-in-error-exposed", "placed in the discard rack"),
    )


def _out_of_play(_: Table, one: Hold) -> tuple[Event, ...]:
    return (ev.TableSealed(one.words),)


def _repaired(table: Table, one: Hold) -> tuple[Event, ...]:
    device = find_device(table, one.device)
    if device is None or not device.ready:
        raise Refused(f"{one.device} is not connected yet", one.clause)
    if device.faults:
        raise Refused(f"{one.device} still reports {', '.join(device.faults)}", one.clause)
    return (ev.ReaderInspected(""), ev.PermissionEnded())


def _cleared(table: Table, one: Hold) -> tuple[Event, ...]:
    device = find_device(table, one.device)
    if device is not None and device.faults:
        raise Refused(f"{one.device} still reports {', '.join(device.faults)}", one.clause)
    return (ev.PermissionEnded(),)


def _nothing(_: Table, __: Hold) -> tuple[Event, ...]:
    return ()


REMEDIES: Final[dict[str, Callable[[Table, Hold], tuple[Event, ...]]]] = {
    "void_round": _void,
    "resume": _resume,
    "unexposed": _unexposed,
    "exposed": _exposed,
    "out_of_play": _out_of_play,
    "repaired": _repaired,
    "cleared": _cleared,
    "accept": _nothing,
    "settle": _nothing,
    "acknowledge": _nothing,
}
"""What each remedy does besides closing its Hold."""
