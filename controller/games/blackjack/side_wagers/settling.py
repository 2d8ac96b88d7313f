"""When and in which order side wagers are settled: after the deal, at the reader's answer, at the reveal.

From the dealer's right, before any further card; those that wait for the hole card, when it is known
(633a.7(g)). What a wager wins is its own file's affair.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from controller.games.blackjack.side_wagers import BY_NAME, NAMES
from controller.games.blackjack.side_wagers.side_wager import Seen
from controller.games.blackjack.switch import is_switch
from controller.games.twentyone.offers import collect_insurance, is_dealt
from controller.games.twentyone.settling import holds_blackjack
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.payouts import row
from controller.table.remedies import back_row
from controller.table.state import Settlement, Stack, Table, paytable_of
from drivers.cards import SEALED, UNREAD

CROWN = "crown_treasure"
FOUR = 4
"""Cards that a player is dealt in Blackjack Switch."""
LIMITED = frozenset(("queens and blackjack", "kings and blackjack"))
"""Wins that a payout limit is about, all of them at one moment: the dealer's Blackjack (633a.13(m))."""


def seen_of(table: Table, box: int) -> Seen:
    """What the side wagers of this box are judged by now: its first two cards, wherever a split has put
    them since, and of the dealer's what is known."""
    drawn = sorted(
        (draw, card)
        for hand in table.hands
        if hand.box == box
        for draw, card in zip(hand.draws, hand.cards, strict=True)
    )
    dealer = table.dealer.cards
    hole = dealer[1] if len(dealer) > 1 and dealer[1] not in (SEALED, UNREAD) else ""
    blackjack = table.reader == "blackjack" or (bool(hole) and holds_blackjack(table))
    four = tuple(card for _, card in drawn[:FOUR]) if is_switch(table) else ()
    return Seen((drawn[0][1], drawn[1][1]), dealer[0], hole, blackjack, four)


def _stacks(table: Table) -> list[Stack]:
    """The side wagers that lie on the table, from the dealer's right."""
    own = [stack for stack in table.stacks if stack.wager in BY_NAME]
    return sorted(own, key=lambda stack: (-stack.box, NAMES.index(stack.wager)))


def _ready(table: Table, *known: str) -> list[Stack]:
    """Those that wait for nothing else than what is known."""
    return [
        stack
        for stack in _stacks(table)
        if BY_NAME[stack.wager].waits(seen_of(table, stack.box)) in ("", *known)
    ]


@clause("633a.7(g)")
def is_due(table: Table) -> bool:
    """The deal is over, and an optional wager is to be settled before anything else."""
    return is_dealt(table) and bool(_ready(table))


def settle_now(table: Table, _: None) -> tuple[Event, ...]:
    return _settled(table, _ready(table))


@clause("633a.7(g)(1)(i)", "633a.7(g)(6)(i)")
def after_reader(table: Table, _: None) -> tuple[Event, ...]:
    """The reader has shown no Blackjack: insurance is collected, and what waited for that is paid before
    any other card is dealt."""
    return (*collect_insurance(table, None), *_settled(table, _ready(table, "reader")))


@clause("633a.7(g)(1)(ii)", "633a.7(g)(4)", "633a.7(g)(6)(ii)")
def rows_at_reveal(table: Table) -> tuple[Settlement, ...]:
    """What waited for the hole card, before the Blackjack Wagers are settled."""
    return _within_limit(table, tuple((stack, _row(table, stack)) for stack in _stacks(table)))


@clause("633a.13(m)")
def _within_limit(table: Table, settled: tuple[tuple[Stack, Settlement], ...]) -> tuple[Settlement, ...]:
    """Where the house limits what such hands are paid together, each has its share by its wager, down to
    the cent."""
    limit = table.rules.payout_limit
    limited = [row for stack, row in settled if LIMITED.intersection(_names(table, stack))]
    if not limit or sum(row.paid for row in limited) <= limit:
        return tuple(row for _, row in settled)
    stakes = sum(row.stake for row in limited)
    return tuple(
        replace(row, paid=limit * row.stake // stakes, clause="633a.13(m)") if row in limited else row
        for _, row in settled
    )


def _names(table: Table, stack: Stack) -> tuple[str, ...]:
    return BY_NAME[stack.wager].wins(seen_of(table, stack.box))


def _settled(table: Table, stacks: Iterable[Stack]) -> tuple[Event, ...]:
    rows = tuple(_row(table, stack) for stack in stacks)
    return (ev.Settled(rows),) if rows else ()


def _row(table: Table, stack: Stack) -> Settlement:
    """What becomes of one side wager: all that it wins is paid, or it is lost. One on four cards goes back
    where a hand of the box was called off before it had two."""
    wager = BY_NAME[stack.wager]
    if wager.is_of_four and len(seen_of(table, stack.box).four) < FOUR:
        return back_row(stack, "topic:hand-without-cards")
    paid = sum(_pays(table, stack, name) for name in _names(table, stack))
    if not paid:
        return row(stack, "lose", wager.settled)
    return row(stack, "win", wager.paid, paid)


def _pays(table: Table, stack: Stack, name: str) -> int:
    """Cents for one win; 0 for what the house's paytable does not have."""
    for wager in (stack.wager, CROWN):
        paytable = paytable_of(table.rules, wager)
        for odds in paytable.odds if paytable is not None else ():
            if odds.name == name:
                return stack.stake * odds.pays // odds.per
    return 0
