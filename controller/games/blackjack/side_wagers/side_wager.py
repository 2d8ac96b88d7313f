"""What a side wager is: what it sees, when it is settled, and the names of its wins in its paytable.

A side wager is data and one function. Adding one is a file beside this one and a line in __init__.py; its
odds stand in paytables.toml. When and in which order they are settled is in settling.py.
"""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from controller.games.twentyone.counting import points
from drivers.cards import Card

Wait = Literal["", "reader", "reveal"]
"""Until when a wager waits: not at all, for the card reader's answer, or for the turned hole card."""
ORDER: Final = "23456789TJQKA"
"""Ranks from the lowest to the highest: the only order that the chapter gives (633a.6(e)(9))."""


class Seen(Struct, frozen=True):
    """What a side wager is judged by. cards: the player's first two. up: the dealer's up card. hole: the
    hole card, "" before it is turned. blackjack: whether the dealer has Blackjack, as far as it is
    known. four: in Blackjack Switch the player's first four cards, else nothing."""

    cards: tuple[Card, Card]
    up: Card
    hole: Card = ""
    blackjack: bool = False
    four: tuple[Card, ...] = ()


def at_once(_: Seen) -> Wait:
    """It is settled before any further card."""
    return ""


class SideWager(Struct, frozen=True):
    """One optional wager.

    name: on the layout, in submissions and paytables. offered, settled, paid: the clauses. wins: the names
    of all that the player is paid for, none where the wager is lost. waits: until when. is_of_four: it goes
    by the four cards that a player is dealt in Blackjack Switch, in whatever order, and by nothing else.
    """

    name: str
    offered: str
    settled: str
    paid: str
    wins: Callable[[Seen], tuple[str, ...]]
    waits: Callable[[Seen], Wait] = at_once
    is_of_four: bool = False


def rank(card: Card) -> int:
    """Where its rank stands, the ace highest."""
    return ORDER.index(card[0])


def is_suited(cards: tuple[Card, Card]) -> bool:
    """Two cards of one suit."""
    return cards[0][1] == cards[1][1]


def is_same_rank(cards: tuple[Card, Card]) -> bool:
    """Two cards of one rank."""
    return cards[0][0] == cards[1][0]


def is_twenty(cards: tuple[Card, Card]) -> bool:
    """A point count of 20; an ace and a 9 are one too."""
    return points(cards) == 20


def shows_ten_or_ace(seen: Seen) -> bool:
    """The up card is an ace, king, queen, jack or 10."""
    return seen.up[0] in "TJQKA"
