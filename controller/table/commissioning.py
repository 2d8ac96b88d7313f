"""How far the table's devices are trusted, as the commissioning record says: rulings and words.

What lives here: what a start tells of the record, and what follows where it is another one. What does
not: the record itself and its signature (controller/commissioning), and the proof, which the driver asks for
before a device is told as ready.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.irregularities import NOTIFIED, hold, is_held, met
from controller.table.state import Commissioning, Table

KIND = "commissioning-changed"
_STEPS: Final = ("", "unauthenticated", "listed", "signed")
"""Of trust, upwards."""


@clause("topic:unlisted-device")
def told(table: Table, now: Commissioning, is_open: bool, offset: int = 0) -> tuple[Event, ...]:
    """The record at a start, where it is another than the table knows. Once one is known, the floorperson is
    asked about every other one, on a closed table too: no round begins before that. is_open: he is asked
    about the first one too. offset: Holds that the same ruling has opened before."""
    known = table.standing.commissioning
    if now == known:
        return ()
    made: tuple[Event, ...] = (ev.DevicesCommissioned(now),)
    if not is_open and not known.record:
        return made
    words = _words(known, now, is_open)
    if is_held(table, KIND):
        return (*made, met(KIND, "topic:unlisted-device", words))
    return (*made, hold(table, KIND, "topic:unlisted-device", words, NOTIFIED, offset=offset))


def _words(known: Commissioning, now: Commissioning, is_open: bool) -> str:
    """What changed, and first of all what is trusted less than before."""
    less = "; ".join(_fallen(known, now))
    if not now.record:
        what = "the table's file names no commissioning record any more"
    elif now.record == known.record:
        what = "the table's file has other devices than before"
    else:
        what = f"the devices were commissioned anew by {now.by}{' while the table was open' * is_open}"
    return f"{what}: {less}" if less else what


def _fallen(known: Commissioning, now: Commissioning) -> list[str]:
    """Each device of which less is asked than before."""
    asked = dict(now.trust)
    return [
        f"{name} was {was} and is {asked.get(name, 'not there')} now"
        for name, was in known.trust
        if name not in asked or _STEPS.index(asked[name]) < _STEPS.index(was)
    ]


def trust_of(table: Table, device: str) -> str:
    """ "signed", "listed", "unauthenticated"; "" where nobody commissioned the device."""
    return dict(table.standing.commissioning.trust).get(device, "")


def noted(table: Table, device: str) -> str:
    """What stands behind the note that a device is connected; "" where nobody commissioned it."""
    trust = trust_of(table, device)
    return f" ({trust})" if trust else ""
