"""Lucky Ladies: the first two cards count 20. Two queens of hearts wait for the reader (633a.7(g)(1))."""

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

QUEENS = ("QH", "QH")


@clause("633a.6(e)(1)", "633a.7(g)(1)", "633a.13(c)")
def wins(seen: Seen) -> tuple[str, ...]:
    """The best of what two cards that count 20 are."""
    if not is_twenty(seen.cards):
        return ()
    if seen.cards == QUEENS:
        return ("queens and blackjack",) if seen.blackjack else ("queens of hearts",)
    if is_suited(seen.cards):
        return ("matched 20",) if is_same_rank(seen.cards) else ("suited 20",)
    return ("any 20",)


@clause("633a.7(g)(1)(i)", "633a.7(g)(1)(ii)")
def waits(seen: Seen) -> Wait:
    """Two queens of hearts against an ace or ten pay more where the dealer has Blackjack."""
    return "reader" if seen.cards == QUEENS and shows_ten_or_ace(seen) else ""


WAGER = SideWager("lucky_ladies", "633a.6(e)(1)", "633a.7(g)(1)", "633a.13(c)", wins, waits)
