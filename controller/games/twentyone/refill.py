"""The shoe runs short inside a round: the discards are shuffled, cut and put into it, one is removed, play
goes on.

What lies on the layout are no discards. The phase that was interrupted goes on where it stood. How the cut is
offered and made is in controller/table/cutting.py.
"""

from typing import Final

from controller.games.twentyone.dealing import Dealing
from controller.games.twentyone.draws import not_in_use
from controller.regulation.marks import clause
from controller.table import cutting
from controller.table import events as ev
from controller.table.commands import (
    Asked,
    CutCards,
    LoadShoe,
    OrderRecut,
    RefuseCut,
    Refused,
    Reported,
    ShuffleCards,
)
from controller.table.double_shoe import is_dry
from controller.table.events import Event
from controller.table.irregularities import hold, met
from controller.table.phases import Row, When
from controller.table.state import Table
from controller.table.supply import rack_cards
from drivers import messages as m

CITED: Final = "topic:too-few-cards"


def shoe_empty(table: Table, given: Reported) -> tuple[Event, ...]:
    """No card is left, in the shoe or in that side of it. A round that needs none any more is played out."""
    empty = given.what
    assert isinstance(empty, m.ShoeEmpty)
    return not_in_use(table, given) or (ev.ShoeRanOut(empty.after, empty.side),)


@clause("topic:too-few-cards")
def begin(table: Table, _: None) -> tuple[Event, ...]:
    """The phase is interrupted, and it is on record."""
    words = "the discards are shuffled and cut, one card is removed, the round goes on"
    return (ev.RefillBegan(table.phase), met("too-few-cards", CITED, words))


def is_hopeless(table: Table) -> bool:
    """There are no discards to shuffle either."""
    return table.refill == "shuffle" and rack_cards(table) < 1


@clause("topic:too-few-cards")
def give_up(table: Table, _: None) -> tuple[Event, ...]:
    """All that is left is to void the round."""
    words = "the shoe is empty, and so is the discard rack"
    return (hold(table, "too-few-cards", CITED, words),)


def _check(table: Table, step: str, cited: str) -> None:
    if table.refill != step:
        words = {"shuffle": "shuffled", "cut": "cut", "load": "put into the shoe"}
        raise Refused(f"the discards are to be {words.get(table.refill, 'dealt')} now", cited)


def shuffled(table: Table, given: Asked) -> tuple[Event, ...]:
    _check(table, "shuffle", CITED)
    return (ev.StepDone("discards-shuffled", given.role, given.person),)


def refuse_cut(table: Table, given: Asked) -> tuple[Event, ...]:
    _check(table, "cut", CITED)
    return cutting.refuse_cut(table, given)


def cut(table: Table, given: Asked) -> tuple[Event, ...]:
    _check(table, "cut", CITED)
    cutting.check_cut(table, given)
    return (ev.StepDone("discards-cut", given.role, given.person, cutting.cut_words(table, given)),)


@clause("topic:recut")
def order_recut(table: Table, given: Asked) -> tuple[Event, ...]:
    """A cut that was not proper is made again, before the cards are in the shoe."""
    asked = given.what
    assert isinstance(asked, OrderRecut)
    _check(table, "load", "topic:recut")
    return (ev.StepDone("discards-recut", given.role, given.person, asked.why),)


def loaded(table: Table, _: Asked) -> tuple[Event, ...]:
    _check(table, "load", CITED)
    return (ev.ShoeRefilled(rack_cards(table)),)


def is_short(dealing: Dealing) -> When:
    """Whether a card is due, and none can come. Cards that left the shoe before are dealt first. Of a double
    shoe the other side is of no help to the one that is to be dealt from."""

    def check(table: Table) -> bool:
        return table.standing.shoe_empty and not table.ahead and is_dry(table) and bool(dealing.due(table))

    return check


def _back_to(phase: str) -> When:
    return lambda table: table.refill == "burn" and table.came_from == phase


def rows(dealing: Dealing, phases: tuple[str, ...], cited: str) -> tuple[Row, ...]:
    """The rows by which these phases are interrupted and gone on with; the game gives its clause."""
    return (
        Row(None, phases, "Refilling", cited, begin, when=is_short(dealing)),
        Row(None, ("Refilling",), None, cited, give_up, when=is_hopeless),
        Row(ShuffleCards, ("Refilling",), None, cited, shuffled),
        Row(RefuseCut, ("Refilling",), None, cited, refuse_cut),
        Row(CutCards, ("Refilling",), None, cited, cut),
        Row(OrderRecut, ("Refilling",), None, cited, order_recut),
        Row(LoadShoe, ("Refilling",), None, cited, loaded),
        *(Row(None, ("Refilling",), phase, cited, when=_back_to(phase)) for phase in phases),
    )
