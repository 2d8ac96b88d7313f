"""What a side wager costs the player, exactly: every deal, judged by its own rule and paid by its odds.

No rule and no odds stand here: the rule is `wins` in the wager's own file, the odds are handed in. Which
paytables there are for which decks, and how figures are shown, is said elsewhere.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

from msgspec import Struct

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager
from controller.games.figures import Figures, Names, Win, figures_of
from controller.games.twentyone.counting import points
from controller.table.state import Paytable
from drivers.cards import DECK

Before = tuple[int, ...]
"""Of each card of a deal behind the first: how many of its like were dealt before it."""


class Tally(Struct, frozen=True):
    """How many deals of faces win what. cards: how many of a deal the wager has to see, 3 or 4. counted: by
    what is won and `Before`, and so for any number of decks."""

    cards: int
    counted: dict[tuple[Names, Before], int]


def tally(wager: SideWager) -> Tally:
    """Every deal of faces, judged as at the table: at once, or with the hole card where the wager waits."""
    if wager.is_of_four:
        return _tally_of_four(wager)
    counted: Counter[tuple[Names, Before]] = Counter()
    for one, two, up in product(DECK, repeat=3):
        before = (int(one == two), (up == one) + (up == two))
        seen = Seen((one, two), up)
        if not wager.waits(seen):
            counted[wager.wins(seen), before] += 1
            continue
        for turned in _turned(seen):
            like = (one, two, up).count(turned.hole)
            counted[wager.wins(turned), (*before, like)] += 1
    return Tally(1 + max(len(before) for _, before in counted), dict(counted))


def _tally_of_four(wager: SideWager) -> Tally:
    """The same by a player's four cards; each set of faces is judged once, for all orders of it."""
    counted: Counter[tuple[Names, Before]] = Counter()
    for four in combinations_with_replacement(DECK, 4):
        orders = math.factorial(4)
        for card in set(four):
            orders //= math.factorial(four.count(card))
        before = tuple(four[:at].count(card) for at, card in enumerate(four) if at)
        # The up card is of no account; there has to be one.
        counted[wager.wins(Seen((four[0], four[1]), four[0], four=four)), before] += orders
    return Tally(4, dict(counted))


def _turned(seen: Seen) -> Iterator[Seen]:
    """The same deal with each hole card."""
    for hole in DECK:
        yield Seen(seen.cards, seen.up, hole, points((seen.up, hole)) == 21)


def figures(found: Tally, decks: int, paytables: Sequence[Paytable]) -> Figures:
    """What that wager comes to with full decks of which no card is known, at the odds of these paytables.

    What no paytable has is not paid, as at the table. Odds are exact, not paid down to the cent.
    """
    odds = {each.name: Fraction(each.pays, each.per) for paytable in paytables for each in paytable.odds}
    weights: Counter[Names] = Counter()
    for (names, before), deals in found.counted.items():
        paid = tuple(name for name in names if name in odds)
        weights[paid] += deals * _weight(decks, before, found.cards)
    wins = [
        Win(names, sum((odds[name] for name in names), Fraction(0)), deals)
        for names, deals in weights.items()
        if names and deals
    ]
    return figures_of(math.perm(len(DECK) * decks, found.cards), wins)


def _weight(decks: int, before: Before, cards: int) -> int:
    """In how many ways physical cards make one deal of faces, with any hole card where none was looked at."""
    ways = math.prod((decks - like for like in before), start=decks)
    return ways if len(before) + 1 == cards else ways * (len(DECK) * decks - cards + 1)
