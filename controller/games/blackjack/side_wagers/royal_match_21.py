"""Royal Match 21: two suited cards, best a king and a queen; with it the Crown Treasure (633a.7(g)(4))."""

from controller.games.blackjack.side_wagers.side_wager import Seen, SideWager, Wait, is_suited
from controller.regulation.marks import clause
from drivers.cards import Card


def is_royal(cards: tuple[Card, Card]) -> bool:
    """A king and a queen of one suit."""
    return is_suited(cards) and {cards[0][0], cards[1][0]} == {"K", "Q"}


@clause("633a.6(e)(4)", "633a.7(g)(4)", "633a.13(f)")
def wins(seen: Seen) -> tuple[str, ...]:
    """A Royal Match of the dealer beside the player's own adds the Crown Treasure, where it is offered."""
    if is_royal(seen.cards):
        dealer_too = bool(seen.hole) and is_royal((seen.up, seen.hole))
        return ("royal match", "crown treasure") if dealer_too else ("royal match",)
    return ("suited match",) if is_suited(seen.cards) else ()


@clause("633a.7(g)(4)")
def waits(seen: Seen) -> Wait:
    """Against a king or queen a Royal Match is settled when the hole card is turned."""
    return "reveal" if is_royal(seen.cards) and seen.up[0] in "KQ" else ""


WAGER = SideWager("royal_match_21", "633a.6(e)(4)", "633a.7(g)(4)", "633a.13(f)", wins, waits)
