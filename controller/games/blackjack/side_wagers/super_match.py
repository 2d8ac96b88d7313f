"""Super Match, in Blackjack Switch: equal ranks among the player's first four cards (633a.7(g)(7))."""

from collections import Counter

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager
from controller.regulation.marks import clause

HANDS = {(4,): "four of a kind", (3, 1): "three of a kind", (2, 2): "two pair", (2, 1, 1): "pair"}
"""By how often each rank is there, the most first."""


@clause("633a.6(e)(7)", "633a.7(g)(7)", "633a.12(a)(2)", "633a.13(i)")
def wins(seen: Seen) -> tuple[str, ...]:
    """The best hand of the four cards. Rank counts, not value."""
    ranks = Counter(card[0] for card in seen.four)
    name = HANDS.get(tuple(sorted(ranks.values(), reverse=True)))
    return (name,) if name else ()


WAGER = SideWager("super_match", "633a.6(e)(7)", "633a.7(g)(7)", "633a.13(i)", wins, is_of_four=True)
