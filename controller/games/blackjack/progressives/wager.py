"""What a progressive wager of this chapter is: what it sees when all cards are dealt, and what it wins.

A wager is data and two functions. Its odds stand in paytables.toml; when and in which order they are settled,
and who shares a meter, is in settling.py. Meters, lock-out and awards are the table's (table/progressive.py).
"""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from drivers.cards import Card

METER: Final = "meter"
"""The win that pays the meter, or a share of it where several have it."""


class Ended(Struct, frozen=True):
    """What a progressive wager of a box is judged by.

    totals: the point counts of the box's hands. first: its first two cards. dealer: the dealer's cards, with
    one that exceeds 21; total: their point count; blackjack: whether they are a Blackjack. magic: whether the
    card that the system selected is among the first two; lucky: whether it selected this box.
    """

    totals: tuple[int, ...]
    first: tuple[Card, ...]
    dealer: tuple[Card, ...]
    total: int
    blackjack: bool
    magic: bool = False
    lucky: bool = False


class ProgressiveWager(Struct, frozen=True):
    """One progressive wager.

    name: in submissions and paytables. offered, settled, paid: the clauses. wins: the names of all that the
    player is paid for, none where the wager is lost. is_open: whether the dealer's further cards can still
    change what these hands win, by their totals. shares: how the winners of a meter share it.
    """

    name: str
    offered: str
    settled: str
    paid: str
    wins: Callable[[Ended], tuple[str, ...]]
    is_open: Callable[[tuple[int, ...]], bool]
    shares: Literal["proportionally", "equally"]
