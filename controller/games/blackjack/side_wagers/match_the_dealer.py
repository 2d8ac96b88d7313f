"""Match-the-Dealer: a card of the player has the rank of the up card; each is paid (633a.7(g)(2))."""

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager
from controller.regulation.marks import clause


@clause("633a.6(e)(2)", "633a.7(g)(2)", "633a.13(d)")
def wins(seen: Seen) -> tuple[str, ...]:
    """One name for each card that matches. A ten-value card matches its own rank alone."""
    return tuple(
        "same suit" if card[1] == seen.up[1] else "other suit" for card in seen.cards if card[0] == seen.up[0]
    )


WAGER = SideWager("match_the_dealer", "633a.6(e)(2)", "633a.7(g)(2)", "633a.13(d)", wins)
