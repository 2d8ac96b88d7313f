"""Stacks from an automated dealing shoe (671a.10): which one is ordered, and when.

The plan of the deal has all cards of a hand behind one another, and a stack is the steps at its head that go
to one hand. So a card that lay face up in it, or one that stayed inside, is replaced by a further stack to
the same hand. All cards come sealed, the dealer's last too: a stack is delivered face down, and what is
turned up is disclosed when it lies there. What follows where the shoe does not deal is in failing_shoe.py.
"""

from itertools import takewhile

from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table import supply as sp
from controller.table.events import Event
from controller.table.irregularities import met
from controller.table.state import CLOSED_WORD, LOCK, DealStep, Table, is_automated
from controller.table.wanted import want
from drivers import messages as m
from drivers.cards import UNREAD, Card
from drivers.messages import DOWN


def is_under_way(table: Table) -> bool:
    """A stack was ordered, and is not complete yet."""
    told = table.wanted_shoe
    return type(told) is m.Dispense and told.stack > table.poker.stacks


def is_coming(table: Table) -> bool:
    """A stack is under way, or lies in the exit: nobody has its cards yet."""
    return bool(table.poker.exit) or is_under_way(table)


def is_of_stack(table: Table, draw: int) -> bool:
    """Whether that draw is one of the stack under way, as it was ordered."""
    told = table.wanted_shoe
    return type(told) is m.Dispense and is_under_way(table) and draw <= told.up_to


@clause("671a.10(a)(2)", "671a.10(b)", "671a.11(d)(1)")
def order(table: Table, steps: tuple[DealStep, ...]) -> m.Dispense | m.Lock:
    """The next stack, for the steps that are due now: only while the positions are closed, confirmed, and
    when the stack before was taken. One that is under way, or spent, stays ordered as it is. No stack asks
    for more cards than the shoe has: that the deck is at its end is no failure of the shoe."""
    told = table.wanted_shoe
    spent = told if type(told) is m.Dispense else LOCK
    if is_coming(table) or not steps or table.positions != CLOSED_WORD:
        return spent
    wanted = sum(1 for _ in takewhile(lambda step: step.to == steps[0].to, steps))
    count = min(wanted, sp.expected_in_shoe(table))
    if count < 1:
        return spent
    return m.Dispense(table.poker.stacks + 1, count, table.last + count)


def held(table: Table) -> Table:
    """What a Hold asks for: everything safe. A stack under way comes out, for a lock would end its load, and
    the cards lie in the exit as safe as inside; no further one is ordered. Where the round is void, or the
    table sealed, the shoe is locked at once."""
    told = table.wanted_shoe
    if type(told) is m.Dispense and is_under_way(table) and not (table.void or table.standing.seal):
        return want(table, shoe=told)
    return want(table)


@clause("671a.13(b)")
def second_of_two(table: Table, step: DealStep, draw: int) -> tuple[Event, ...]:
    """Of two cards that came at once the second is the next card of the stack: it lies in it, face down."""
    words = (
        f"draw {draw} came together with the one before, and was not read: it is the next card of the stack"
    )
    told = met("double-feed", "671a.13(b)", words)
    if table.holds or table.ahead or step.face != DOWN:
        return (ev.CardAhead(draw, UNREAD), told)
    return (ev.CardDealt(draw, UNREAD, step.to), told)


def is_left_over(table: Table, draw: int) -> bool:
    """Whether a card still came out of an automated shoe for a round that is void."""
    return table.void and draw > table.last and is_automated(table)


def left_over(draw: int, card: Card) -> tuple[Event, ...]:
    """It goes to the rack with the others."""
    return (ev.CardRemoved(draw, card),)
