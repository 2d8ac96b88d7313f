"""How events change a double shoe. Pure; no guards, no doubt.

Part of what every game's evolve starts from: each function here adds to what evolve.py and supply_events.py
do with the same event, for a Table that has a double shoe. The questions are in double_shoe.py.
"""

from msgspec.structs import replace

from controller.table import events as ev
from controller.table.double_shoe import BOTH, NOT_OUT, SIDES, side_of, with_side
from controller.table.state import DoubleShoe, Drawn, Supply, Table


def card_left(table: Table, event: ev.CardLeft) -> Table:
    """One card fewer on that side. Draws that were never reported may have left either of them."""
    double = table.double
    if double is None:
        return table
    missed = max(0, event.draw - table.last - 1)
    drawn = with_side(double.drawn, event.side, double.drawn[event.side] + 1)
    right = (*double.right, event.draw) if event.side else double.right
    double = replace(double, drawn=drawn, unknown=double.unknown + missed, right=right)
    return replace(table, double=double)


def card_returned(double: DoubleShoe, event: ev.CardReturned) -> DoubleShoe:
    """It is among the cards of that side again."""
    return replace(double, drawn=with_side(double.drawn, event.side, double.drawn[event.side] - 1))


def cover_came(double: DoubleShoe, event: ev.CoverCardCame) -> DoubleShoe:
    """That side is shuffled after this round."""
    covers = with_side(double.covers, event.side, event.at)
    return replace(double, covers=covers, due=with_side(double.due, event.side, True))


def ran_out(double: DoubleShoe, side: int) -> DoubleShoe:
    """A side without a card is shuffled as one whose cover card came."""
    empty, due = with_side(double.empty, side, True), with_side(double.due, side, True)
    return replace(double, empty=empty, due=due)


def directed(double: DoubleShoe, side: str) -> DoubleShoe:
    """The floorperson's word is about one side, or both."""
    return replace(double, due=with_side(double.due, SIDES.index(side), True) if side else BOTH)


def in_doubt(table: Table) -> Table:
    """The Table whose Standing says what both sides say together: one that is due, as by its cover card, one
    that is empty."""
    double = table.double
    assert double is not None
    standing = replace(table.standing, cover_out=any(double.due), shoe_empty=any(double.empty))
    return replace(table, standing=standing)


def shuffled(table: Table, ahead: tuple[Drawn, ...]) -> Table:
    """The stack in hand is one side's: cards of the other one that left the shoe ahead of their step still
    wait. It is cut as that side's cover card, or the floorperson's word, has it."""
    double, supply = table.double, table.standing.supply
    assert double is not None
    at = supply.current
    waiting = tuple(card for card in ahead if side_of(double, card.draw) != at)
    if double.due[at]:
        supply = cut_by(supply, double.covers[at])
        table = replace(table, standing=replace(table.standing, supply=supply))
    return in_doubt(replace(table, ahead=waiting, double=_fresh(double, at)))


def _fresh(double: DoubleShoe, at: int) -> DoubleShoe:
    """That side has no cover card out any more, and is not short; it is due until it is in the shoe again."""
    covers, empty = with_side(double.covers, at, NOT_OUT), with_side(double.empty, at, False)
    return replace(double, covers=covers, empty=empty)


def cut_by(supply: Supply, cover: int) -> Supply:
    """Whom the cut is offered: the player on whose box that side's cover card came, else from the dealer's
    right."""
    why = "cover" if cover > 0 else "rotate"
    return replace(supply, cut_why=why, cover_at=max(cover, -1), cut_refused=0)


def loaded(table: Table) -> Table:
    """A side is in the shoe, whole. No card is burned for it."""
    double, at = table.double, table.standing.supply.current
    assert double is not None
    double = replace(_fresh(double, at), drawn=with_side(double.drawn, at, 0))
    return in_doubt(replace(table, double=replace(double, due=with_side(double.due, at, False))))


def refilled(table: Table) -> Table:
    """The discards of a side are in it again, inside a round: it stays due, for after the round."""
    double, at = table.double, table.standing.supply.current
    assert double is not None
    drawn, empty = with_side(double.drawn, at, 0), with_side(double.empty, at, False)
    return in_doubt(replace(table, double=replace(double, drawn=drawn, empty=empty)))


def collected(table: Table, removed: tuple[Drawn, ...], event: ev.ShoeCollected) -> Table:
    """A side is out of the shoe. What was removed of the other one stays on record for its next round; how
    many of the draws of an unknown side were this one's the count has told."""
    double, at = table.double, table.standing.supply.current
    assert double is not None
    kept = tuple(card for card in removed if side_of(double, card.draw) != at)
    told = event.expected - event.remaining if event.remaining >= 0 else 0
    unknown = max(0, double.unknown - max(0, told))
    return replace(table, removed=kept, double=replace(double, unknown=unknown))


def round_ended(table: Table) -> Table:
    """The next round has a determinant card of its own. Of the draws those are remembered that wait, or owe
    their face."""
    double = table.double
    assert double is not None
    kept = {*table.standing.sealed, *(card.draw for card in table.ahead)}
    right = tuple(draw for draw in double.right if draw in kept)
    return replace(table, double=replace(double, designated=-1, right=right))
