"""In Between: the up card's rank falls between the player's two, or all three are one (633a.7(g)(3))."""

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager, rank
from controller.regulation.marks import clause

SPREADS = {1: "one card", 2: "two cards", 3: "three cards"}


@clause("633a.6(e)(3)", "633a.7(g)(3)(i)", "633a.7(g)(3)(ii)", "633a.13(e)")
def wins(seen: Seen) -> tuple[str, ...]:
    """By how many ranks lie between the player's cards. An up card that equals one of two different cards
    lies not between them."""
    low, high = sorted(rank(card) for card in seen.cards)
    up = rank(seen.up)
    if low == up == high:
        return ("triple match",)
    if not low < up < high:
        return ()
    return (SPREADS.get(high - low - 1, "other"),)


WAGER = SideWager("in_between", "633a.6(e)(3)", "633a.7(g)(3)", "633a.13(e)", wins)
