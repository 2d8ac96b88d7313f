"""What one journal entry says: the input, the events, the orders. And how it is folded back.

The journal keeps bodies as bytes and knows nothing of this. An entry is one ruling: one an event would
leave half a decision behind after a cut. Bodies are JSON, so that an auditor can read them.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from controller.games.game import Game
from controller.table.commands import DefectMet, Input, Reported
from controller.table.events import FORMAT, Event
from controller.table.ruling import Ruling, fold
from controller.table.state import Table
from drivers.messages import Order


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """One ruling as it stands in the journal. `format` is the version of the event union."""

    format: int
    given: Input
    events: tuple[Event, ...]
    orders: tuple[Order, ...]


class Snapshot(Struct, frozen=True, gc=False):
    """A checkpoint's body: the Table after an entry, and how far each device was heard."""

    game: str
    table: Table
    heard: dict[str, tuple[int, int]]


class EntryFault(Exception):
    """A body that is no entry of this version; the message names the number and what is wrong."""


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Entry)
_SNAPSHOTS: Final = msgspec.json.Decoder(Snapshot)


def encode_ruling(given: Input, ruling: Ruling) -> bytes:
    """The body of the entry for this ruling."""
    return _ENCODER.encode(Entry(FORMAT, given, ruling.events, ruling.orders))


def decode_entry(number: int, body: bytes) -> Entry:
    """The entry of a body. EntryFault where it is none of this version."""
    try:
        entry = _DECODER.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EntryFault(f"entry {number} cannot be read: {error}") from error
    if entry.format > FORMAT:
        raise EntryFault(
            f"entry {number} was written by a newer version (format {entry.format}, this one reads {FORMAT})"
        )
    return entry


def encode_snapshot(game: Game, table: Table, heard: dict[str, tuple[int, int]]) -> bytes:
    """The body of a checkpoint."""
    return _ENCODER.encode(Snapshot(game.name, table, heard))


def decode_snapshot(number: int, body: bytes) -> Snapshot:
    """The snapshot of a checkpoint's body. EntryFault where it is none."""
    try:
        return _SNAPSHOTS.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EntryFault(f"the checkpoint at entry {number} cannot be read: {error}") from error


def report_of(given: Input) -> tuple[str, int, int] | None:
    """Device, boot and number of the report that an input rules on, a defect's too; None where it is none
    that a device waits to have acknowledged."""
    origin = given if isinstance(given, Reported) else given.what
    if isinstance(origin, Reported | DefectMet) and origin.number:
        return origin.device, origin.boot, origin.number
    return None


def note_heard(heard: dict[str, tuple[int, int]], given: Input) -> None:
    """Keep the last report that an entry rules on, by device: a restarted host resumes from there."""
    report = report_of(given)
    if report is not None:
        heard[report[0]] = report[1:]


def fold_entries(
    game: Game, table: Table, heard: dict[str, tuple[int, int]], entries: Iterable[Entry], first: int = 1
) -> Table:
    """The Table after these entries, by their events alone: no guards, no devices. `first` is the number of
    the first one. EntryFault as `fold_entry`."""
    for number, entry in enumerate(entries, first):
        table = fold_entry(game, table, number, entry)
        note_heard(heard, entry.given)
    return table


def fold_entry(game: Game, table: Table, number: int, entry: Entry) -> Table:
    """The Table after this entry. EntryFault where its events cannot have happened on this one: somebody
    else wrote them."""
    try:
        return fold(game, table, entry.events)
    except Exception as error:
        raise EntryFault(f"entry {number} cannot have happened: {type(error).__name__}: {error}") from error
