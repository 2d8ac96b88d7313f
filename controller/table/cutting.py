"""The cut: to whom it is offered, how deep it is, when it is made again; then the stack goes into the shoe.

Whose turn it is to be offered it is in supply.py. The cut of a shoe that ran short in a round asks here too.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.commands import Asked, CutCards, LoadShoe, OrderRecut, RefuseCut, Refused
from controller.table.events import Event
from controller.table.opening import done
from controller.table.phases import Row
from controller.table.state import HAND, Table, is_automated, is_from_hand

LEAST_CUT: Final = 10
"""Cards that must lie on either side of a cut."""


def refuse_cut(table: Table, _: Asked) -> tuple[Event, ...]:
    """The offer goes on to the next one entitled, and at last to the dealer."""
    box = sp.offered(table.standing.supply)
    if box < 0:
        raise Refused("nobody is left to whom the cut is offered: the dealer cuts", "topic:cut")
    return (ev.CutRefused(box),)


@clause("topic:cut", "topic:cut-depth")
def check_cut(table: Table, given: Asked) -> None:
    """Who cuts, at least ten cards from either end; the cover card at least a quarter from the bottom. Where
    nobody named a first player there may be none: the dealer's cut says that nobody took it."""
    asked = given.what
    assert isinstance(asked, CutCards)
    supply = table.standing.supply
    box = sp.offered(supply)
    if asked.by == "dealer" and (box > 0 or (box == 0 and supply.first_player)):
        raise Refused(f"first the cut is offered to {sp.owner(supply, box)}", "topic:cut-order")
    if asked.by == "player" and box < 0:
        raise Refused("nobody is left to whom the cut is offered: the dealer cuts", "topic:cut-order")
    if asked.by not in ("player", "dealer"):
        raise Refused(f"a player or the dealer cuts, not {asked.by!r}", "topic:cut")
    batch = sp.current(supply)
    cards = sp.rack_cards(table) if table.phase == "Refilling" else sp.batch_size(batch) if batch else 0
    by_dealer = supply.cut_by == "dealer"
    if asked.depth and not LEAST_CUT <= asked.depth <= cards - (1 if by_dealer else LEAST_CUT):
        end = "the top" if by_dealer else "either end"
        words = f"the cut is at least {LEAST_CUT} cards from {end}, not {asked.depth}"
        raise Refused(words, "topic:cut-depth")
    if asked.cover and by_dealer:
        raise Refused("the cover card goes to the bottom, with the cards above the cut", "topic:cut-depth")
    if asked.cover and not -(-cards // 4) <= asked.cover <= cards:
        words = f"the cover card goes in at least {-(-cards // 4)} cards from the bottom, not {asked.cover}"
        raise Refused(words, "topic:cut-depth")


def cut(table: Table, given: Asked) -> tuple[Event, ...]:
    """Who cut and where, as it was said."""
    return (done("cut", given, cut_words(table, given)),)


def cut_words(table: Table, given: Asked) -> str:
    """Who cut, and how deep, for the record."""
    asked = given.what
    assert isinstance(asked, CutCards)
    supply = table.standing.supply
    who = "dealer" if asked.by == "dealer" else sp.owner(supply, sp.offered(supply))
    depth = f"; {asked.depth} cards from an end" if asked.depth else ""
    cover = f"; cover card {asked.cover} from the bottom" if asked.cover else ""
    return f"{who}{depth}{cover}"


@clause("topic:recut")
def order_recut(table: Table, given: Asked) -> tuple[Event, ...]:
    """A cut that was not proper is made again, before the cards are in the shoe. Where an approved device
    makes the cut moot, or a shuffler does, there is none to make again."""
    asked = given.what
    assert isinstance(asked, OrderRecut)
    batch = sp.current(table.standing.supply)
    if batch is None or batch.stage != "cut":
        cited = "topic:self-shuffling-shoe" if sp.is_exempt(table.standing.supply) else "topic:recut"
        raise Refused("these cards were not cut, and need not be", cited)
    return (ev.RecutOrdered(asked.why, given.person),)


@clause("topic:load-shoe")
def load(table: Table, given: Asked) -> tuple[Event, ...]:
    """The dealer's word; a shoe that dispenses tells it itself."""
    if is_automated(table):
        raise Refused("the automated shoe tells itself that the cards are in it", "topic:load-shoe")
    return (done("loaded", given, HAND if is_from_hand(table) else ""),)


CUTTING: Final = (
    Row(RefuseCut, ("Cutting",), None, "topic:cut-order", refuse_cut),
    Row(CutCards, ("Cutting",), "Loading", "topic:cut", cut, check_cut),
    Row(OrderRecut, ("Loading",), "Cutting", "topic:recut", order_recut),
    Row(LoadShoe, ("Loading",), None, "topic:load-shoe", load),
)
"""From a shuffled stack to the dealing shoe. What follows then is in sides.py, for a double shoe has two."""
