"""How the benches' six players play: one fixed table of rules, the same for the controller and its peers.

It is near what is said to be best in Free Bet Blackjack, so that hits, splits and doubles, free and
paid, come about as often as at a real table. Insurance and even money are never taken.
"""

from typing import Final

from drivers.cards import Card

BOXES: Final = 6
BLACKJACK_WAGER: Final = 10_00
PUSH_22_WAGER: Final[dict[int, int]] = {2: 5_00, 5: 5_00}
"""Cents on the Push 22 spot, by box."""
MOST_HANDS: Final = 4

_TEN: Final = frozenset("TJQK")


def decision(cards: tuple[Card, ...] | list[Card], total: int, soft: bool, hands: int, up: Card) -> str:
    """hit, stand, double or split. hands: how many the box has by now. up: the dealer's first card."""
    low = up[0] in "23456"
    if len(cards) == 2:
        rank = cards[0][0]
        if rank == cards[1][0] and rank not in _TEN and rank not in "45" and hands < MOST_HANDS:
            return "split"
        if not soft and 9 <= total <= 11:
            return "double"
        if soft and 17 <= total <= 18 and up[0] in "456":
            return "double"
    if soft:
        return "hit" if total <= 17 else "stand"
    return "hit" if total < 12 or (total < 17 and not low) else "stand"
