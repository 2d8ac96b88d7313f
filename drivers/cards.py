"""The physical card, as both packages speak of it.

A card is a two-letter string, rank and suit ("TH" is the ten of hearts), so that it is the same
on the wire, in the journal and on a screen. Two more values stand for what may not or cannot be
said: SEALED (the shoe knows it and keeps it) and UNREAD (nobody knows it yet; it is entered from
sight). What a card counts in a game does not live here.
"""

from typing import Final

Card = str
"""Rank then suit, "JK" for the joker, or one of SEALED, UNREAD."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
SEALED: Final[Card] = "##"
UNREAD: Final[Card] = "??"
JOKER: Final[Card] = "JK"

DECK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards of one deck, without a joker."""

_KNOWN: Final = frozenset((*DECK, JOKER))


def is_known(card: Card) -> bool:
    """True for a card that has a face we know; False for SEALED, UNREAD and anything else."""
    return card in _KNOWN


def is_red(card: Card) -> bool:
    """True for diamonds and hearts. `card` must be known and no joker."""
    return card[1] in "DH"
