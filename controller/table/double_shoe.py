"""Questions about a double shoe: which side is meant, due, dry; what each side should hold. Pure.

Each side has a batch of its own, of the same index, and one counter numbers the cards of both. What people do
with the sides between rounds is in sides.py, how events change them in side_events.py; what the determinant
card does to a round is the game's (games/twentyone/determinant.py).
"""

from typing import Final, TypeVar

from controller.regulation.marks import clause
from controller.table.state import DoubleShoe, Supply, Table
from drivers.cards import Card, is_red
from drivers.messages import EITHER

SIDES: Final = ("left", "right")
"""The sides by their index."""
DOUBLE: Final = "double"
"""How the equipment says that the shoe is one."""
NOT_OUT: Final = -2
"""In place of where a cover card came: it has not come."""
BOTH: Final = (True, True)
T = TypeVar("T")


def is_double(supply: Supply) -> bool:
    """Whether this table is dealt from a double shoe."""
    return supply.equipment.shoe == DOUBLE


def with_side(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """The pair with another value for that side."""
    return (pair[0], value) if side else (value, pair[1])


def side_of(double: DoubleShoe, draw: int) -> int:
    """The side that the draw came from; of one that lies with none of its round any more, nobody asks."""
    return int(draw in double.right)


def in_words(supply: Supply, side: int) -> str:
    """A side as people at the table know it: "the left side (red)"."""
    return f"the {SIDES[side]} side ({supply.batches[side].back})"


@clause("topic:determinant-card")
def designated_by(supply: Supply, card: Card) -> int:
    """The side that the determinant card designates: hearts and diamonds one, spades and clubs the other."""
    red = SIDES.index(supply.equipment.red_suits)
    return red if is_red(card) else 1 - red


@clause("topic:determinant-card")
def permitted(double: DoubleShoe) -> int:
    """The side that the next card may leave: either one for the determinant card, then the one that it
    designated."""
    return double.designated if double.designated >= 0 else EITHER


def is_dry(table: Table) -> bool:
    """Given that a card is due and something is empty: whether no card can come. Of a double shoe only the
    side counts that the card has to leave."""
    double = table.double
    if double is None:
        return True
    return double.empty[double.designated] if double.designated >= 0 else all(double.empty)


@clause("topic:side-of-cover-card", "topic:shuffle-one-side", "topic:idle-table")
def to_take_out(table: Table) -> int:
    """The side whose cards leave the shoe next, or -1: one that is due, while the other one stays; on a table
    that closes, is idle or gets other cards each of them. One that is out is finished first."""
    double, supply = table.double, table.standing.supply
    if double is None:
        return -1
    everything = table.phase in ("Idle", "Closing") or bool(supply.change)
    if not everything and supply.batches[supply.current].where != "shoe":
        return -1
    wanted = BOTH if everything else double.due
    sides = (at for at, batch in enumerate(supply.batches) if batch.where == "shoe" and wanted[at])
    return next(sides, -1)


def owed(table: Table) -> int:
    """The first sealed draw whose face is owed to the journal because its side has left the shoe, 0 for none.
    What the other side owes waits until that one leaves."""
    double, supply = table.double, table.standing.supply
    if double is None:
        return 0
    gone = [at for at, batch in enumerate(supply.batches) if batch.where != "shoe"]
    return next((draw for draw in table.standing.sealed if side_of(double, draw) in gone), 0)
