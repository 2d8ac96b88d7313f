"""How far the table's devices are trusted, as the commissioning record says: rulings and words.

What lives here: what a start tells of the record, and what follows where it is another one. What does
not: the record itself and its signature (controller/commissioning), and the proof, which the driver asks for
before a device is told as ready.
"""

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.irregularities import NOTIFIED, hold, is_held
from controller.table.state import Commissioning, Table

KIND = "commissioning-changed"


@clause("topic:unlisted-device")
def told(table: Table, now: Commissioning, is_open: bool, offset: int = 0) -> tuple[Event, ...]:
    """The record at a start, where it is another than the table knows. is_open: somebody of the floor has to
    be told before play goes on. offset: Holds that the same ruling has opened before."""
    known = table.standing.commissioning
    if now == known:
        return ()
    made: tuple[Event, ...] = (ev.DevicesCommissioned(now),)
    if not is_open or is_held(table, KIND):
        return made
    words = (
        f"the devices were commissioned anew by {now.by} while the table was open"
        if now.record
        else "the table's file names no commissioning record any more"
    )
    return (*made, hold(table, KIND, "topic:unlisted-device", words, NOTIFIED, offset=offset))


def trust_of(table: Table, device: str) -> str:
    """ "signed", "listed", "unauthenticated"; "" where nobody commissioned the device."""
    return dict(table.standing.commissioning.trust).get(device, "")


def noted(table: Table, device: str) -> str:
    """What stands behind the note that a device is connected; "" where nobody commissioned it."""
    trust = trust_of(table, device)
    return f" ({trust})" if trust else ""
