"""King's Bounty: the first two cards count 20. Two kings of spades wait for the reader (633a.7(g)(6))."""

from controller.games.blackjack.side_wagers.side_wager import (
    Seen,
    SideWager,
    Wait,
    is_same_rank,
    is_suited,
    is_twenty,
    shows_ten_or_ace,
)
from controller.regulation.marks import clause

KINGS = ("KS", "KS")


@clause("633a.6(e)(6)", "633a.7(g)(6)", "633a.13(h)")
def wins(seen: Seen) -> tuple[str, ...]:
    """The best of what two cards that count 20 are."""
    cards = seen.cards
    if not is_twenty(cards):
        return ()
    if cards == KINGS:
        return ("kings and blackjack",) if seen.blackjack else ("kings of spades",)
    if is_suited(cards):
        if not is_same_rank(cards):
            return ("suited 20",)
        return ("suited kings",) if cards[0][0] == "K" else ("suited pair",)
    return ("kings",) if is_same_rank(cards) and cards[0][0] == "K" else ("any 20",)


@clause("633a.7(g)(6)(i)", "633a.7(g)(6)(ii)")
def waits(seen: Seen) -> Wait:
    """Two kings of spades against an ace or ten pay more where the dealer has Blackjack."""
    return "reader" if seen.cards == KINGS and shows_ten_or_ace(seen) else ""


WAGER = SideWager("kings_bounty", "633a.6(e)(6)", "633a.7(g)(6)", "633a.13(h)", wins, waits)
