"""Three Card Poker: the player's two cards and the up card are a hand of three (633a.6(e)(9), .7(g)(8))."""

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager, rank
from controller.regulation.marks import clause

WHEEL = (0, 1, 12)
"""2, 3 and ace: the one straight in which the ace is low."""


@clause("633a.6(e)(9)", "633a.7(g)(8)", "633a.13(k)")
def wins(seen: Seen) -> tuple[str, ...]:
    """A straight flush, three of a kind, a straight or a flush; all are paid alike."""
    cards = (*seen.cards, seen.up)
    ranks = tuple(sorted(rank(card) for card in cards))
    low, middle, high = ranks
    flush = len({card[1] for card in cards}) == 1
    straight = ranks == WHEEL or (middle == low + 1 and high == middle + 1)
    return ("win",) if flush or straight or low == high else ()


WAGER = SideWager("three_card_poker", "633a.6(e)(9)", "633a.7(g)(8)", "633a.13(k)", wins)
