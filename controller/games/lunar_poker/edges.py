"""What the Super Wager costs the player, exactly: every hand, judged by its own rule and paid by its odds.

No rule and no odds stand here: the rule is `line_of`, the odds are handed in. On the hand of the dealer or
of another player it comes to the same, for that is five cards of the same deck.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from controller.games.figures import Figures, Win, figures_of
from controller.games.lunar_poker.super_wager import line_of
from controller.table.state import Paytable
from drivers.cards import DECK, Card

Hand = tuple[Card, ...]


def all_hands() -> Iterable[Hand]:
    """Every five cards of a deck, in no order of their own."""
    return combinations(DECK, 5)


def tally(hands: Iterable[Hand]) -> dict[str, int]:
    """How many of these hands win which line; those that win nothing stand under ""."""
    return dict(Counter(map(line_of, hands)))


def figures(found: dict[str, int], paytable: Paytable) -> Figures:
    """What the wager comes to at these odds, with the hands that were tallied and all of them equally likely.
    What the paytable has not is not paid."""
    wins = [
        Win((odds.name,), Fraction(odds.pays, odds.per), found[odds.name])
        for odds in paytable.odds
        if odds.name in found
    ]
    return figures_of(sum(found.values()), wins)
