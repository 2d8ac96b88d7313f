"""What a wager comes to, exactly: how often it wins, what it pays, what the house keeps.

Who counts the deals, and by which rule, is the affair of the game whose wager it is.
"""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

Names = tuple[str, ...]


class Win(Struct, frozen=True):
    """One way to win: its names in the paytables, what it pays to one staked, and in how many deals."""

    names: Names
    pays: Fraction
    deals: int


class Figures(Struct, frozen=True):
    """What a wager comes to with cards of which none is known.

    deals: each physical card its own, all equally likely. hits: those that are paid. edge: what the house
    keeps on the average of one that is staked; below 0 it is the player who gains. wins: the highest first.
    """

    deals: int
    hits: int
    edge: Fraction
    wins: tuple[Win, ...]


def figures_of(deals: int, wins: Iterable[Win]) -> Figures:
    """The figures where these of so many deals win, no deal twice, and in all others the stake is lost."""
    ordered = tuple(sorted(wins, key=lambda win: (-win.pays, win.names)))
    hits = sum(win.deals for win in ordered)
    gained = sum((win.pays * win.deals for win in ordered), Fraction(0))
    return Figures(deals, hits, (deals - hits - gained) / deals, ordered)


def percent(share: Fraction) -> str:
    """A share in percent with four decimals, exactly rounded, half to even: "3.2386"."""
    scaled = round(share * 1_000_000)
    whole, rest = divmod(abs(scaled), 10_000)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:04}"
