"""The chapter's settlement: who wins, what is paid, in which order (672a.7(g), (h), (n)-(r), .11).

Rows come in the order in which the dealer settles them. A lammer is a stack without chips: it pays what
the original Blackjack Wager stands at, and goes back to the dealer whatever happens.
"""

from operator import itemgetter

from controller.games.free_bet_blackjack.wagers import push_22_odds
from controller.games.twentyone.counting import index_of
from controller.regulation.marks import clause
from controller.table import events as ev
from controller.table.events import Event
from controller.table.state import Hand, Settlement, Stack, Table, paytable_of, stake_on

_STACKS = ("blackjack", "double_down", "free_bet", "insurance", "push_22")


def original_stake(table: Table, box: int) -> int:
    """The Blackjack Wager that the box opened with, also after it was collected."""
    stake = stake_on(table, box, 1, "blackjack")
    if stake:
        return stake
    return next(
        (row.stake for row in table.settled if row.box == box and row.hand == 1 and row.wager == "blackjack"),
        0,
    )


def odds_of(table: Table, wager: str, name: str) -> tuple[int, int]:
    """The odds that the submission fixes for one kind of win, as (pays, per)."""
    paytable = paytable_of(table.rules, wager)
    assert paytable is not None
    for odds in paytable.odds:
        if odds.name == name:
            return odds.pays, odds.per
    raise LookupError(f"no odds for {name} in the paytable of {wager}")


def _row(stack: Stack, outcome: str, cited: str, paid: int = 0) -> Settlement:
    lost = outcome == "lose"
    returned, collected = (0, stack.stake) if lost else (stack.stake, 0)
    return Settlement(
        stack.box, stack.hand, stack.wager, stack.stake, outcome, paid, returned, collected, cited
    )


@clause("672a.7(h)(1)", "672a.11(a)")
def pay_blackjack(table: Table, _: None) -> tuple[Event, ...]:
    """The Blackjack whose turn has come is paid 3 to 2 and removed; a Push 22 Wager keeps it tucked."""
    hand = table.hands[table.turn]
    stake = stake_on(table, hand.box, hand.number, "blackjack")
    pays, per = odds_of(table, "blackjack", "blackjack")
    row = _row(Stack(hand.box, hand.number, "blackjack", stake), "win", "672a.7(h)(1)", stake * pays // per)
    return (ev.Settled((row,)),)


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
            _row(s, "lose", cited)
            for s in table.stacks
            if s.box == hand.box and s.hand == hand.number and s.wager in ("blackjack", "double_down")
        )
    if any(h.status not in ("bust", "dead") for h in table.hands if h.box == hand.box):
        return ()
    own = [s for s in table.stacks if s.box == hand.box and s.wager in _STACKS[:3]]
    own.sort(key=lambda s: (-index_of(table, s.box, s.hand), _STACKS.index(s.wager)))
    return tuple(_row(s, "lose", "672a.10(c)(2)") for s in own)


def _due_of_busts(table: Table) -> tuple[Settlement, ...]:
    """What is collected now of the hands whose turn is over, the one that was played last first. Where a
    hand is dead, or got its card late, it need not be the last one but those that were paid before."""
    hands = table.hands
    for at in range(table.turn - 1, -1, -1):
        status = hands[at].status
        if status == "bust":
            rows = bust_rows(table, at)
            if rows:
                return rows
        if status != "paid" and not table.irregularities:
            return ()
    return ()


def has_bust_to_collect(table: Table) -> bool:
    """Whether a hand is bust and its chips are collected now."""
    return bool(_due_of_busts(table))


def collect_bust(table: Table, _: None) -> tuple[Event, ...]:
    return (ev.Settled(_due_of_busts(table)),)


@clause("672a.7(r)", "672a.7(r)(1)", "672a.7(r)(2)")
def settle(table: Table, _: None) -> tuple[Event, ...]:
    """All that still lies on the table, from the dealer's right, by the procedure of the submission."""
    place = {(hand.box, hand.number): at for at, hand in enumerate(table.hands)}
    odds = odds_of(table, "blackjack", "win")
    lost: list[tuple[tuple[int, bool, int, int], Settlement]] = []
    others: list[tuple[tuple[int, bool, int, int], Settlement]] = []
    by_box = table.rules.settlement == "box_by_box"
    for stack in table.stacks:
        at = place[stack.box, stack.hand]
        row = _settled(table, stack, table.hands[at], odds)
        loses = row.outcome == "lose"
        # Right to left: the highest box first, in it the last hand; with box_by_box losses first in each.
        key = (-stack.box, not loses if by_box else False, -at, _STACKS.index(stack.wager))
        (lost if loses and not by_box else others).append((key, row))
    lost.sort(key=itemgetter(0))
    others.sort(key=itemgetter(0))
    rows = tuple(row for _, row in (*lost, *others))
    return (ev.Settled(rows),) if rows else ()


def _settled(table: Table, stack: Stack, hand: Hand, odds: tuple[int, int]) -> Settlement:
    if stack.wager == "push_22":
        return _settled_push_22(table, stack)
    if stack.wager == "insurance":
        return _settled_insurance(table, stack)
    outcome, cited = _outcome(table, hand)
    if outcome != "win":
        return _row(stack, outcome, cited)
    pays, per = odds
    stake = original_stake(table, stack.box) if stack.wager == "free_bet" else stack.stake
    return _row(stack, "win", cited, stake * pays // per)


@clause("672a.7(g)", "672a.7(g)(1)", "672a.7(g)(2)")
def dealer_has_blackjack(table: Table) -> bool:
    """The reader said so and the hole card shows it."""
    return table.reader == "blackjack" and len(table.dealer.cards) == 2 and table.dealer.total == 21


@clause("672a.7(n)(1)", "672a.7(o)", "672a.7(o)(1)", "672a.7(o)(2)", "672a.7(p)", "672a.7(q)", "672a.7(q)(2)")
def _outcome(table: Table, hand: Hand) -> tuple[str, str]:
    """A hand against the dealer's: the outcome of its wager and lammers, and the clause."""
    dealer = table.dealer.total
    if dealer_has_blackjack(table):
        if hand.status == "blackjack":
            return "push", "672a.7(g)(1)"
        return "lose", "672a.7(g)(2)"
    if hand.total > 21:
        return "lose", "672a.7(q)(1)"
    if dealer == 22:
        return "push", "672a.7(n)(1)"
    if dealer > 21:
        return "win", "672a.7(o)(1)"
    if hand.total > dealer:
        return "win", "672a.7(o)(2)"
    if hand.total == dealer:
        return "push", "672a.7(p)"
    return "lose", "672a.7(q)(2)"


@clause("672a.7(n)", "672a.7(n)(1)", "672a.7(n)(2)", "672a.11(c)")
def _settled_push_22(table: Table, stack: Stack) -> Settlement:
    """Push 22 is paid on a dealer's 22 and lost on any other hand, a Blackjack included."""
    if dealer_has_blackjack(table):
        tucked = any(h.box == stack.box and h.status == "blackjack" for h in table.hands)
        return _row(stack, "lose", "672a.7(g)(1)" if tucked else "672a.7(g)(2)")
    if table.dealer.total != 22:
        return _row(stack, "lose", "672a.7(n)(2)")
    odds = push_22_odds(table, table.dealer.cards)
    return _row(stack, "win", odds.clause, stack.stake * odds.pays // odds.per)


@clause("672a.8(a)", "672a.8(c)", "672a.11(b)")
def _settled_insurance(table: Table, stack: Stack) -> Settlement:
    """Insurance that still lies at the settlement wins: without a Blackjack it was collected before."""
    if not dealer_has_blackjack(table):
        return _row(stack, "lose", "672a.8(d)")
    pays, per = odds_of(table, "insurance", "win")
    return _row(stack, "win", "672a.11(b)", stack.stake * pays // per)
