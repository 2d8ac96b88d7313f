"""The chapter's settlement: who wins, what is paid, in which order (633a.7(h), (i), (p)-(r), .9, .13).

A hand that is bust is lost: a hand wins only without exceeding 21. Its chips are collected as soon as it is
bust.
"""

from msgspec.structs import replace

from controller.games.blackjack.progressives import settling as progressives
from controller.games.blackjack.side_wagers.settling import rows_at_reveal
from controller.games.blackjack.switch import is_switch, is_switched_blackjack
from controller.games.twentyone.due import is_hole_turned, up_value
from controller.games.twentyone.settling import (
    PUSHES,
    STACKS,
    against_dealer,
    dealer_has_blackjack,
    due_of_busts,
    holds_blackjack,
    in_order,
    insurance_row,
    own_row,
    surrendered_row,
)
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.payouts import paid_row, row
from controller.table.state import Hand, Settlement, Stack, Table, hands_of_a_box

BLACKJACKS = ("blackjack", "announced")


@clause("633a.7(i)(1)(i)", "633a.7(i)(1)(ii)", "633a.13(a)")
def pay_blackjack(table: Table, _: None) -> tuple[Event, ...]:
    """The Blackjack whose turn has come: paid and removed against a 2 to 9; announced against an ace or
    ten, and paid when the hole card is turned. In Blackjack Switch it always waits for the dealer's hand."""
    hand = table.hands[table.turn]
    if up_value(table) >= 10 or is_switch(table):
        return (ev.BlackjackAnnounced(hand.box, hand.number),)
    return (ev.Settled((own_row(table, hand, "blackjack", "633a.7(i)(1)(i)"),)),)


@clause("633a.7(p)(2)")
def bust_rows(table: Table, at: int) -> tuple[Settlement, ...]:
    """The chips of a hand that exceeds 21."""
    hand = table.hands[at]
    return tuple(
        row(stack, "lose", "633a.7(p)(2)")
        for stack in table.stacks
        if stack.box == hand.box and stack.hand == hand.number and stack.wager in ("blackjack", "double_down")
    )


def has_bust_to_collect(table: Table) -> bool:
    """Whether a hand is bust and its chips are collected now."""
    return bool(due_of_busts(table, bust_rows))


def collect_bust(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.Settled(due_of_busts(table, bust_rows)),)


@clause("633a.7(g)(4)", "633a.9(a)(2)")
def is_due_at_reveal(table: Table) -> bool:
    """The hole card is turned, and a side wager or a surrendered hand waited for it."""
    return is_hole_turned(table) and bool(_due_at_reveal(table))


def settle_at_reveal(table: Table, _: None) -> tuple[Event, ...]:
    """What waited for the hole card is settled before the dealer draws: side wagers, then surrendered
    hands."""
    return (ev.Settled(_due_at_reveal(table)),)


def _due_at_reveal(table: Table) -> tuple[Settlement, ...]:
    given_up = {(h.box, h.number): h for h in table.hands if h.status == "surrendered"}
    stacks = [s for s in table.stacks if s.wager == "blackjack" and (s.box, s.hand) in given_up]
    stacks.sort(key=lambda stack: -stack.box)
    return (*rows_at_reveal(table), *(_settled(table, s, given_up[s.box, s.hand]) for s in stacks))


@clause("633a.7(r)", "633a.7(r)(1)", "633a.7(r)(2)")
def settle(table: Table, _: None) -> tuple[Event, ...]:
    """All that still lies on the table: progressive wagers, then the others by the procedure of the
    submission."""
    first, follows = progressives.settle(table)
    if first:
        others = tuple(stack for stack in table.stacks if not progressives.is_settled_now(stack))
        table = replace(table, stacks=others)
    rows = (*first, *in_order(table, lambda stack, hand: _settled(table, stack, hand), STACKS))
    return (ev.Settled(rows), *follows) if rows else ()


def _settled(table: Table, stack: Stack, hand: Hand) -> Settlement:
    if stack.wager == "insurance":
        return insurance_row(table, stack)
    if holds_blackjack(table):
        return _against_blackjack(table, stack, hand)
    if hand.status == "surrendered":
        return surrendered_row(table, hand, "633a.9(a)(2)")
    if hand.status in BLACKJACKS:
        return _blackjack_row(table, stack)
    outcome, cited = _outcome(table, hand)
    if outcome != "win":
        return row(stack, outcome, cited)
    return paid_row(table, stack, "blackjack", "win", cited)


@clause("633a.12(a)(5)", "633a.12(a)(5)(i)", "633a.12(a)(5)(v)")
def _blackjack_row(table: Table, stack: Stack) -> Settlement:
    """A Blackjack against no Blackjack wins 3 to 2; in Blackjack Switch 1 to 1 against a 21 in more cards,
    and it goes back against a 22."""
    if is_switch(table) and table.dealer.total == PUSHES:
        return row(stack, "push", "633a.12(a)(5)(v)")
    if is_switch(table) and table.dealer.total == 21:
        return paid_row(table, stack, "blackjack", "win", "633a.12(a)(5)(i)")
    return paid_row(table, stack, "blackjack", "blackjack", _won_by_blackjack(table))


@clause("633a.7(p)(3)", "633a.13(a)")
def _won_by_blackjack(table: Table) -> str:
    """A Blackjack beats every other hand, a 21 in more cards too. One that waited against a 2 to 9, as in
    Blackjack Switch, is paid by its odds."""
    if table.dealer.total == 21:
        return "633a.7(p)(3)"
    return "633a.7(i)(1)(ii)" if up_value(table) >= 10 else "633a.13(a)"


@clause("633a.12(a)(5)(ii)", "633a.7(h)", "633a.7(q)", "633a.9(a)(2)", "633a.10(b)", "633a.11(d)")
def _against_blackjack(table: Table, stack: Stack, hand: Hand) -> Settlement:
    """The dealer has Blackjack. A Blackjack ties; every other hand loses its original wager. Where the
    reader had not shown it, what was added for a double or a split goes back."""
    if hand.status in BLACKJACKS:
        return row(stack, "push", "633a.12(a)(5)(ii)" if is_switch(table) else "633a.7(q)")
    if not dealer_has_blackjack(table):
        if stack.wager == "double_down":
            return row(stack, "push", "633a.10(b)")
        if hand.number > hands_of_a_box(table.rules):
            return row(stack, "push", "633a.11(d)")
    return row(stack, "lose", "633a.9(a)(2)" if hand.status == "surrendered" else "633a.7(h)")


@clause("633a.12(a)(5)(iv)", "633a.12(a)(5)(v)", "633a.7(p)")
def _outcome(table: Table, hand: Hand) -> tuple[str, str]:
    """A hand against the dealer's: the outcome of its wagers, and the clause."""
    if is_switch(table) and is_switched_blackjack(hand) and table.dealer.total in (21, PUSHES):
        return "push", "633a.12(a)(5)(iv)"
    return against_dealer(table, hand, pushes=is_switch(table))
