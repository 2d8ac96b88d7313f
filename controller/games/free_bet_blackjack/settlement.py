"""The chapter's settlement: who wins, what is paid, in which order (672a.7(g), (h), (n)-(r), .11).

Rows come in the order in which the dealer settles them. A lammer is a stack without chips: it pays what
the original Blackjack Wager stands at, and goes back to the dealer whatever happens.
"""

from controller.games.free_bet_blackjack.wagers import push_22_odds
from controller.games.twentyone.counting import index_of
from controller.games.twentyone.settling import (
    PUSHES,
    STACKS,
    against_dealer,
    dealer_has_blackjack,
    due_of_busts,
    in_order,
    insurance_row,
    original_stake,
    own_row,
)
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.payouts import odds_of, row
from controller.table.state import Hand, Settlement, Stack, Table

_WAGERS = (*STACKS, "push_22")


@clause("672a.7(h)(1)", "672a.11(a)")
def pay_blackjack(table: Table, _: None) -> tuple[Event, ...]:
    """The Blackjack whose turn has come is paid 3 to 2 and removed; a Push 22 Wager keeps it tucked."""
    hand = table.hands[table.turn]
    return (ev.Settled((own_row(table, hand, "blackjack", "672a.7(h)(1)"),)),)


@clause("672a.10(c)(1)", "672a.10(c)(2)", "672a.7(q)(1)")
def bust_rows(table: Table, at: int) -> tuple[Settlement, ...]:
    """What is collected because hand `at` is bust.

    Without a lammer in the box its chips go at once. With one, the cards stay tucked until the hand is
    settled, or until every hand of the box is bust as well.
    """
    hand = table.hands[at]
    lammer = any(s.box == hand.box and s.wager == "free_bet" for s in table.stacks)
    if not lammer:
        cited = "672a.10(c)(1)" if hand.split else "672a.7(q)(1)"
        return tuple(
            row(s, "lose", cited)
            for s in table.stacks
            if s.box == hand.box and s.hand == hand.number and s.wager in ("blackjack", "double_down")
        )
    if any(h.status not in ("bust", "dead") for h in table.hands if h.box == hand.box):
        return ()
    own = [s for s in table.stacks if s.box == hand.box and s.wager in STACKS[:3]]
    own.sort(key=lambda s: (-index_of(table, s.box, s.hand), STACKS.index(s.wager)))
    return tuple(row(s, "lose", "672a.10(c)(2)") for s in own)


def has_bust_to_collect(table: Table) -> bool:
    """Whether a hand is bust and its chips are collected now."""
    return bool(due_of_busts(table, bust_rows))


def collect_bust(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.Settled(due_of_busts(table, bust_rows)),)


@clause("672a.7(r)", "672a.7(r)(1)", "672a.7(r)(2)")
def settle(table: Table, _: None) -> tuple[Event, ...]:
    """All that still lies on the table, from the dealer's right, by the procedure of the submission."""
    odds = odds_of(table, "blackjack", "win")
    rows = in_order(table, lambda stack, hand: _settled(table, stack, hand, odds), _WAGERS)
    return (ev.Settled(rows),) if rows else ()


def _settled(table: Table, stack: Stack, hand: Hand, odds: tuple[int, int]) -> Settlement:
    if stack.wager == "push_22":
        return _settled_push_22(table, stack)
    if stack.wager == "insurance":
        return insurance_row(table, stack)
    outcome, cited = _outcome(table, hand)
    if outcome != "win":
        return row(stack, outcome, cited)
    pays, per = odds
    stake = original_stake(table, stack.box) if stack.wager == "free_bet" else stack.stake
    return row(stack, "win", cited, stake * pays // per)


@clause("672a.7(g)", "672a.7(g)(1)", "672a.7(g)(2)")
@clause("672a.7(n)(1)", "672a.7(o)", "672a.7(p)", "672a.7(q)")
def _outcome(table: Table, hand: Hand) -> tuple[str, str]:
    """A hand against the dealer's: the outcome of its wager and lammers, and the clause."""
    if dealer_has_blackjack(table):
        if hand.status == "blackjack":
            return "push", "672a.7(g)(1)"
        return "lose", "672a.7(g)(2)"
    return against_dealer(table, hand, pushes=True)


@clause("672a.7(n)", "672a.7(n)(1)", "672a.7(n)(2)", "672a.11(c)")
def _settled_push_22(table: Table, stack: Stack) -> Settlement:
    """Push 22 is paid on a dealer's 22 and lost on any other hand, a Blackjack included."""
    if dealer_has_blackjack(table):
        tucked = any(h.box == stack.box and h.status == "blackjack" for h in table.hands)
        return row(stack, "lose", "672a.7(g)(1)" if tucked else "672a.7(g)(2)")
    if table.dealer.total != PUSHES:
        return row(stack, "lose", "672a.7(n)(2)")
    odds = push_22_odds(table, table.dealer.cards)
    return row(stack, "win", odds.clause, stack.stake * odds.pays // odds.per)
