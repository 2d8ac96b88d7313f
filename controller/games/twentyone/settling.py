"""Settlement as the family shares it: odds, rows, the order from the dealer's right, insurance, busts.

Who wins against whom, and what a chapter pays beside, is in the game's settlement.py. Rows come in the
order in which the dealer settles them.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Final

from controller.regulation.marks import clause
from controller.table.payouts import paid_row, row
from controller.table.state import Hand, Settlement, Stack, Table, stake_on

STACKS: Final = ("blackjack", "double_down", "free_bet", "insurance")
"""The stacks of a box, in the order in which one box's are settled; a chapter's own wagers come behind."""
Judge = Callable[[Stack, Hand], Settlement]


def original_stake(table: Table, box: int) -> int:
    """The Blackjack Wager that the box opened with, also after it was collected."""
    stake = stake_on(table, box, 1, "blackjack")
    if stake:
        return stake
    return next(
        (row.stake for row in table.settled if row.box == box and row.hand == 1 and row.wager == "blackjack"),
        0,
    )


def surrendered_row(table: Table, hand: Hand, cited: str) -> Settlement:
    """Half of the wager goes back, and half is collected; of an odd cent the house has the greater half."""
    stake = stake_on(table, hand.box, hand.number, "blackjack")
    back = stake // 2
    return Settlement(hand.box, hand.number, "blackjack", stake, "surrender", 0, back, stake - back, cited)


def own_row(table: Table, hand: Hand, name: str, cited: str) -> Settlement:
    """The Blackjack Wager of a hand, paid at the odds for that kind of win."""
    stake = stake_on(table, hand.box, hand.number, "blackjack")
    return paid_row(table, Stack(hand.box, hand.number, "blackjack", stake), "blackjack", name, cited)


@clause("topic:settlement-order", "topic:collect-then-pay", "topic:box-by-box")
def in_order(table: Table, judge: Judge, wagers: tuple[str, ...]) -> tuple[Settlement, ...]:
    """All that still lies on the table, from the dealer's right, by the procedure of the submission: all
    losing wagers first, or box by box. wagers: their order within a hand."""
    place = {(hand.box, hand.number): at for at, hand in enumerate(table.hands)}
    lost: list[tuple[tuple[int, bool, int, int], Settlement]] = []
    others: list[tuple[tuple[int, bool, int, int], Settlement]] = []
    by_box = table.rules.settlement == "box_by_box"
    for stack in table.stacks:
        at = place[stack.box, stack.hand]
        settled = judge(stack, table.hands[at])
        loses = settled.outcome == "lose"
        # Right to left: the highest box first, in it the last hand; with box_by_box losses first in each.
        key = (-stack.box, not loses if by_box else False, -at, wagers.index(stack.wager))
        (lost if loses and not by_box else others).append((key, settled))
    lost.sort(key=itemgetter(0))
    others.sort(key=itemgetter(0))
    return tuple(settled for _, settled in (*lost, *others))


PUSHES: Final = 22
"""The dealer's total against which, in some games, every hand that is not bust goes back."""


@clause("topic:player-busts", "topic:dealer-22", "topic:player-wins-dealer-busts", "topic:player-wins-higher")
@clause("topic:player-ties", "topic:player-loses-lower")
def against_dealer(table: Table, hand: Hand, *, pushes: bool) -> tuple[str, str]:
    """A hand against the dealer's by their counts: the outcome of its wagers, and the clause. pushes: whether
    a dealer's 22 gives them back."""
    dealer = table.dealer.total
    if hand.total > 21:
        return "lose", "topic:player-busts"
    if pushes and dealer == PUSHES:
        return "push", "topic:dealer-22"
    if dealer > 21:
        return "win", "topic:player-wins-dealer-busts"
    if hand.total > dealer:
        return "win", "topic:player-wins-higher"
    if hand.total == dealer:
        return "push", "topic:player-ties"
    return "lose", "topic:player-loses-lower"


def holds_blackjack(table: Table) -> bool:
    """The dealer's first two cards are turned and count 21."""
    return len(table.dealer.cards) == 2 and table.dealer.total == 21


def dealer_has_blackjack(table: Table) -> bool:
    """The reader said so and the hole card shows it."""
    return table.reader == "blackjack" and holds_blackjack(table)


@clause("topic:insurance-win", "topic:insurance-lose", "topic:insurance-odds")
def insurance_row(table: Table, stack: Stack) -> Settlement:
    """Insurance that still lies at the settlement wins: without a Blackjack it was collected before."""
    if not dealer_has_blackjack(table):
        return row(stack, "lose", "topic:insurance-lose")
    return paid_row(table, stack, "insurance", "win", "topic:insurance-odds")


def due_of_busts(
    table: Table, rows_of: Callable[[Table, int], tuple[Settlement, ...]]
) -> tuple[Settlement, ...]:
    """What is collected now of the hands whose turn is over, the one that was played last first. Where a
    hand is dead, or got its card late, it need not be the last one but those that were paid before; where
    a switch made 21, that hand had no turn, and the one before it was the last."""
    hands = table.hands
    for at in range(table.turn - 1, -1, -1):
        status = hands[at].status
        if status == "bust":
            rows = rows_of(table, at)
            if rows:
                return rows
        if status != "paid" and not table.irregularities and not _had_no_turn(hands[at]):
            return ()
    return ()


def _had_no_turn(hand: Hand) -> bool:
    """A hand that is 21 with its two dealt cards and no Blackjack: a switch made it."""
    return hand.status == "21" and len(hand.cards) == 2 and not hand.split
