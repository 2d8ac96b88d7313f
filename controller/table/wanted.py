"""What devices are told, written onto the Table: the same Table where nothing is new.

Which of it a phase asks for is in dealing.py. Orders are absolute, so that they can be said again.
"""

from msgspec.structs import replace

from controller.table.double_shoe import owed
from controller.table.state import CLOSE, CLOSING, DISARM, LOCK, LOCK_OUT, OPEN_WORD, Table, is_from_hand
from drivers import messages as m
from drivers.cards import SEALED


def want(
    table: Table,
    shoe: m.Permit | m.Lock | m.Dispense = LOCK,
    positions: m.OpenPositions | m.ClosePositions = CLOSE,
    reader: m.Arm | m.Disarm = DISARM,
    face: m.Disclose | None = None,
    progressive: m.OpenProgressive | m.LockOut = LOCK_OUT,
) -> Table:
    """The Table with this said to its devices; the same Table where nothing is new. Positions that are
    told to close count as closing until they confirm it, and so do progressive wagering devices."""
    if progressive != table.wanted_progressive:
        table = _progressive(table, progressive)
    if (
        table.wanted_shoe == shoe
        and table.wanted_positions == positions
        and table.wanted_reader == reader
        and table.wanted_face == face
    ):
        return table
    state = table.positions
    if positions != table.wanted_positions:
        state = CLOSING if positions is CLOSE else OPEN_WORD
    return replace(
        table,
        wanted_shoe=shoe,
        wanted_positions=positions,
        wanted_reader=reader,
        wanted_face=face,
        positions=state,
    )


def _progressive(table: Table, told: m.OpenProgressive | m.LockOut) -> Table:
    """A new lock-out has to be confirmed, whatever was compared before."""
    state = CLOSING if told is LOCK_OUT else OPEN_WORD
    system = replace(table.progressives, state=state, to_count=(), doubted=False)
    return replace(table, wanted_progressive=told, progressives=system)


def safe(table: Table) -> Table:
    """Everything locked, closed and disarmed: what a Hold asks for."""
    return want(table)


def wants_faces(table: Table) -> Table:
    """At the end of a round and of a batch the shoe tells what it kept sealed, one card at a time."""
    if table.holds:
        return safe(table)
    return want(table, face=_owed(table))


def _owed(table: Table) -> m.Disclose | None:
    if table.phase in ("Settling", "Collecting"):
        if table.phase == "Collecting" and SEALED in table.dealer.cards:
            return m.Disclose(table.dealer.draws[table.dealer.cards.index(SEALED)])
        return None
    if table.double is not None:
        draw = owed(table)
        return m.Disclose(draw) if draw else None
    sealed = table.standing.sealed
    return m.Disclose(sealed[0]) if sealed and not is_from_hand(table) else None
