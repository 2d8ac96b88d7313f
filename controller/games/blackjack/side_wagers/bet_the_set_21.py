"""Bet the Set 21: the first two cards are a pair of one rank, suited or not (633a.7(g)(5))."""

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager, is_same_rank, is_suited
from controller.regulation.marks import clause


@clause("633a.6(e)(5)", "633a.7(g)(5)", "633a.13(g)")
def wins(seen: Seen) -> tuple[str, ...]:
    """Rank counts, not value: a king and a queen are no pair."""
    if not is_same_rank(seen.cards):
        return ()
    return ("suited pair",) if is_suited(seen.cards) else ("pair",)


WAGER = SideWager("bet_the_set_21", "633a.6(e)(5)", "633a.7(g)(5)", "633a.13(g)", wins)
