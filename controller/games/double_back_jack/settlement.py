"""The chapter's settlement: who wins, what is paid, in which order (673a.7(f), (h), (l), (m), (q)-(t), .9,
.12).

A Blackjack is paid as soon as the cards are dealt, any other 21 and a hand that is bust as soon as they
come about; all the rest when the dealer's hand is complete.
"""

from typing import Final

from controller.games.double_back_jack.second_chance import VERB as SECOND_CHANCE
from controller.games.twentyone.offers import is_dealt
from controller.games.twentyone.settling import (
    against_dealer,
    dealer_has_blackjack,
    holds_blackjack,
    in_order,
    insurance_row,
    own_row,
)
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.payouts import paid_row, row
from controller.table.state import Hand, Settlement, Stack, Table, stake_on

STACKS: Final = ("blackjack", "double_down", SECOND_CHANCE, "insurance")
OWN: Final = STACKS[:3]
"""The stacks of one hand."""
COMPLETE: Final = frozenset(("bust", "21", "doubled"))
"""A hand of this status can be settled before the dealer plays: over 21, or with 21."""


@clause("673a.7(f)", "673a.12(a)")
def pay_blackjacks(table: Table, _: None) -> tuple[Event, ...]:
    """Every Blackjack is paid 2 to 1 and its cards removed, from the dealer's right."""
    rows = tuple(
        own_row(table, hand, "blackjack", "673a.7(f)")
        for hand in sorted(table.hands, key=lambda hand: -hand.box)
        if hand.status == "blackjack"
    )
    return (ev.Settled(rows),)


def has_blackjack_to_pay(table: Table) -> bool:
    """The deal is over, and somebody has a Blackjack."""
    return is_dealt(table) and any(hand.status == "blackjack" for hand in table.hands)


@clause("673a.7(g)")
def has_nobody_to_insure(table: Table) -> bool:
    """Every hand was paid: insurance is offered to nobody."""
    return all(hand.status in ("paid", "dead") for hand in table.hands)


def has_due(table: Table) -> bool:
    """Whether a hand is settled now, before the next one decides."""
    return bool(due_now(table))


def settle_due(table: Table, _: None) -> tuple[Event, ...]:
    """A 21, or a hand that is bust, as soon as it is one."""
    return (ev.Settled(due_now(table)),)


@clause("673a.7(l)(1)", "673a.7(l)(2)", "673a.7(m)", "673a.7(r)(3)(i)")
def due_now(table: Table) -> tuple[Settlement, ...]:
    """The stacks of the first hand that is complete with 21 or more, and still has some."""
    for hand in table.hands[: table.turn]:
        if hand.status in COMPLETE and hand.total >= 21:
            own = [s for s in table.stacks if (s.box, s.hand) == (hand.box, hand.number) and s.wager in OWN]
            if own:
                chance = any(stack.wager == SECOND_CHANCE for stack in own)
                return tuple(_of_21_or_more(table, stack, hand, chance) for stack in own)
    return ()


def _of_21_or_more(table: Table, stack: Stack, hand: Hand, chance: bool) -> Settlement:
    if hand.total > 21:
        return row(stack, "lose", "673a.7(l)(1)" if chance else "673a.7(r)(3)(i)")
    if not chance:
        return paid_row(table, stack, "blackjack", "win", "673a.7(m)")
    return _of_a_chance_that_won(table, stack, "673a.7(l)(2)")


@clause("673a.7(l)(2)", "673a.7(s)(1)(i)", "673a.12(b)")
def _of_a_chance_that_won(table: Table, stack: Stack, cited: str) -> Settlement:
    """The Second Chance Wager is paid, and the Blackjack Wager returned, with what was added by a double."""
    if stack.wager == SECOND_CHANCE:
        return paid_row(table, stack, SECOND_CHANCE, "win", cited)
    return row(stack, "push", cited)


@clause("673a.7(q)(2)", "673a.7(t)", "673a.7(t)(1)", "673a.7(t)(2)")
def settle(table: Table, _: None) -> tuple[Event, ...]:
    """All that still lies on the table, by the procedure of the submission."""
    rows = in_order(table, lambda stack, hand: _settled(table, stack, hand), STACKS)
    return (ev.Settled(rows),) if rows else ()


@clause("673a.7(h)", "673a.7(q)(1)", "673a.7(r)", "673a.7(r)(1)", "673a.7(r)(3)")
@clause("673a.7(s)", "673a.7(s)(1)", "673a.7(s)(1)(ii)", "673a.7(s)(2)", "673a.7(s)(3)")
def _settled(table: Table, stack: Stack, hand: Hand) -> Settlement:
    if stack.wager == "insurance":
        return insurance_row(table, stack)
    if dealer_has_blackjack(table) or holds_blackjack(table):
        return row(stack, "lose", "673a.7(h)")
    outcome, cited = against_dealer(table, hand, pushes=True)
    if outcome != "win":
        return row(stack, outcome, cited)
    if stake_on(table, hand.box, hand.number, SECOND_CHANCE):
        return _of_a_chance_that_won(table, stack, "673a.7(s)(1)(i)")
    return paid_row(table, stack, "blackjack", "win", cited)
