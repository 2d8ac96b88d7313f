"""Counting and finding hands of the blackjack family: what cards count, where a hand lies, whose turn is
next.

Totals come from a small table, never from recounting. How events change hands is in hands.py.
"""

from typing import Final

from controller.regulation.marks import clause
from controller.table.state import Hand, Table
from drivers.cards import RANKS, UNREAD, Card

VALUES: Final[dict[str, int]] = {
    **{str(pips): pips for pips in range(2, 10)},
    **dict.fromkeys("TJQK", 10),
    "A": 11,
}
"""What a rank counts: 2 to 10 their face, pictures 10, the ace 11 (or 1, see NEXT)."""


@clause("topic:card-values", "topic:ace-counts")
def _next(total: int, soft: bool, rank: str) -> tuple[int, bool]:
    """The count after one more card. One ace at the most counts 11, and 1 where 11 is too much."""
    total += VALUES[rank]
    aces = int(soft) + (rank == "A")
    while total > 21 and aces:
        total -= 10
        aces -= 1
    return total, aces > 0


NEXT: Final[dict[str, tuple[tuple[int, bool], ...]]] = {
    rank: tuple(_next(at >> 1, bool(at & 1), rank) for at in range(128)) for rank in RANKS
}
"""NEXT[rank][total * 2 + soft] is the count after that card. Totals run up to 31; those of a hand that its
player holds, and that is over 21 before anybody sees it, somewhat higher."""

FINISHED: Final = frozenset(
    ("stood", "doubled", "21", "bust", "paid", "late", "dead", "surrendered", "announced")
)
"""A hand of this status has no decision due and is passed over. A Blackjack is stopped at, to pay it."""
LIVE: Final = frozenset(("stood", "doubled", "21"))
"""A hand of this status waits for the dealer's hand."""


def points(cards: tuple[Card, ...]) -> int:
    """The point count of known cards."""
    total, soft = 0, False
    for card in cards:
        total, soft = NEXT[card[0]][total * 2 + soft]
    return total


def total_of(hand: Hand) -> int | None:
    """The point count that counts; None where its player held cards that nobody has told."""
    return None if hand.down and UNREAD in hand.cards else hand.total


def is_pair(hand: Hand) -> bool:
    """Two cards identical in value: ten-value cards of any rank are a pair."""
    return len(hand.cards) == 2 and VALUES[hand.cards[0][0]] == VALUES[hand.cards[1][0]]


def take(hand: Hand, draw: int, card: Card) -> Hand:
    """The hand with one more card. A card without a known face adds nothing to the count yet."""
    total, soft = hand.total, hand.soft
    counts = NEXT.get(card[0])
    if counts is not None:
        total, soft = counts[total * 2 + soft]
    cards, draws = (*hand.cards, card), (*hand.draws, draw)
    marks = (hand.status, hand.split, hand.down, hand.switched)
    return Hand(hand.box, hand.number, cards, draws, total, soft, *marks)


def index_of(table: Table, box: int, number: int) -> int:
    """Where that hand lies in playing order, or -1."""
    for at, hand in enumerate(table.hands):
        if hand.box == box and hand.number == number:
            return at
    return -1


def with_hand(hands: tuple[Hand, ...], at: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:at], hand, *hands[at + 1 :])


def next_turn(hands: tuple[Hand, ...], turn: int) -> int:
    """The first hand from `turn` on that is not finished."""
    while turn < len(hands) and hands[turn].status in FINISHED:
        turn += 1
    return turn
