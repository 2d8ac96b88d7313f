"""A USB device that does not belong to the table: the Hold that it opens, and the only way on. Pure.

Which device belongs here is the table's file's to say (controller/usb_belongs.py), and who looks is
controller/usb_watch.py. Inside a round, and while wagers lie for one, an arrival opens a Hold. At any other
time it is a note, and the Hold opens as soon as the table stands ready for wagers: no round begins beside
a stranger, however long it has been there. That it was unplugged is on record and answers nothing.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.commands import Refused, Told, UsbSeen
from controller.table.events import Event
from controller.table.irregularities import NOT_IN_PLAY, hold, is_held, met
from controller.table.state import Hold, Prompt, Remedy, Stranger, Table
from controller.table.usb_events import trouble_of

KIND: Final = "unknown-usb"
PLACE: Final = "usb"
"""What the Hold is about, in place of an installed device: voiding the round does not answer it."""
TOPIC: Final = "topic:unknown-usb"
CLEAR: Final = Remedy(
    "usb_clear",
    "floorperson",
    "the USB sockets were looked at: nothing unknown is in them, and cards and chips agree with the record",
)
_IN_PLAY_TOO: Final = frozenset(("Refilling",))
"""Inside a round, though the shoe does not stand ready."""
_NAMED: Final = 3
"""So many are named in one sentence."""
MOST_MET: Final = 16
"""So many are told among a round's irregularities; the journal has them all. What comes and goes without end
would make the table's state grow for as long as nobody looks."""
MORE: Final = "?"
"""Stands behind the interfaces that are told of a device, and behind the kinds of one, where it has more."""
CLASSES: Final = {
    MORE: "and more",
    "01": "sound",
    "02": "communication",
    "03": "keyboard or other input",
    "06": "camera",
    "07": "printer",
    "08": "storage",
    "09": "hub",
    "0a": "serial data",
    "0b": "smart card",
    "0e": "video",
    "e0": "wireless",
    "fe": "firmware loader or other",
    "ff": "its maker's own",
}


def described(one: Stranger) -> str:
    """For a person: what it says it is, and where it is plugged in."""
    kinds = [CLASSES.get(each[:2], f"class {each[:2]}") for each in one.interfaces]
    kind = f" ({', '.join(dict.fromkeys(kinds))})" if kinds else ""
    said = f" that calls itself '{one.product}'" if one.product else ""
    serial = f", serial '{one.serial}'" if one.serial else ", no serial number"
    return f"USB device {one.vid:04x}:{one.pid:04x}{kind}{said}{serial}, at {one.location}"


@clause("topic:unknown-usb")
def seen(table: Table, given: Told) -> tuple[Event, ...]:
    """What is there now, compared with what was known of: who came, who went, and whether to ask."""
    told = given.what
    assert isinstance(told, UsbSeen)
    trouble = trouble_of(table)
    there = tuple(one for one in trouble.strangers if not one.gone)
    came = tuple(one for one in (*told.strangers, *told.passed) if one not in there)
    # Where nobody sees anything, nothing was seen to leave.
    left = () if told.unwatched else tuple(one for one in there if one not in told.strangers)
    made: list[Event] = [*map(ev.UsbLeft, left), *map(ev.UsbCame, came)]
    if told.unwatched != trouble.unwatched:
        made.append(ev.UsbUnwatched(told.unwatched))
    blind = told.unwatched if told.unwatched != trouble.unwatched else ""
    if not (came or blind) or not _is_played(table):
        return tuple(made)
    if is_held(table, KIND, PLACE):
        room = max(0, MOST_MET - sum(one.kind == KIND for one in table.irregularities))
        return (*made, *(met(KIND, TOPIC, described(one)) for one in came[:room]))
    return (*made, hold(table, KIND, TOPIC, _words(came, blind), CLEAR, device=PLACE))


def _is_played(table: Table) -> bool:
    """From the phase in which wagers are placed until the cards of the round are collected."""
    return table.phase not in NOT_IN_PLAY or table.phase in _IN_PLAY_TOO


def _words(strangers: tuple[Stranger, ...], blind: str) -> str:
    if not strangers:
        return f"nobody sees what is plugged in by USB ({blind})"
    named = "; ".join(f"{described(one)} ({one.why})" for one in strangers[:_NAMED])
    more = len(strangers) - _NAMED
    return f"something unknown was plugged in: {named}" + (f"; and {more} more" if more > 0 else "")


@clause("topic:unknown-usb")
def is_unasked(table: Table) -> bool:
    """Something does not belong here, or nobody would see it, and no floorperson has looked. A table that
    goes out of play does not wait for that."""
    usb = table.standing.usb
    if usb is None or table.standing.seal or is_held(table, KIND, PLACE):
        return False
    return bool(usb.strangers) or (usb.unwatched != "" and not usb.accepted)


def ask(table: Table, _: None) -> tuple[Event, ...]:
    """Before a round begins: the question that was not asked when it came."""
    trouble = trouble_of(table)
    return (hold(table, KIND, TOPIC, _words(trouble.strangers, trouble.unwatched), CLEAR, device=PLACE),)


def cleared(table: Table, one: Hold) -> tuple[Event, ...]:
    """What a floorperson found in order. Refused while something unknown is plugged in: what belongs here
    is written into the table's file."""
    trouble = trouble_of(table)
    there = [stranger for stranger in trouble.strangers if not stranger.gone]
    if there and not trouble.unwatched:
        raise Refused(
            f"still plugged in: {described(there[0])}; unplug it, or have it written into the table's file "
            "([[usb_allowed]]) and the table started again",
            one.clause,
        )
    return (ev.UsbCleared(), ev.PermissionEnded())


def prompts(table: Table) -> tuple[Prompt, ...]:
    """What the floor is told while no round can begin and nothing is asked yet."""
    trouble = trouble_of(table)
    if not is_unasked(table):
        return ()
    words = f"Before a round: {_words(trouble.strangers, trouble.unwatched)}."
    return (Prompt("floorperson", "usb", words),)
