"""Hit and Run: the dealer has Blackjack, or five or more cards (633a.6(e)(10), 633a.7(o)(2))."""

from typing import Final

from controller.games.blackjack.progressives.wager import METER, Ended, ProgressiveWager
from controller.regulation.marks import clause

_BY_CARDS: Final = {5: "five cards", 6: "six cards", 7: "seven cards"}
_MOST: Final = 7


@clause("633a.6(e)(10)", "633a.7(o)(2)(i)", "633a.13(l)(1)")
def wins(ended: Ended) -> tuple[str, ...]:
    """By the dealer's hand alone; a card that takes it beyond 21 counts as well."""
    if ended.blackjack:
        return ("blackjack",)
    cards = len(ended.dealer)
    if cards > _MOST:
        return (METER,)
    return (_BY_CARDS[cards],) if cards in _BY_CARDS else ()


@clause("633a.7(n)")
def is_open(_: tuple[int, ...]) -> bool:
    """The number of the dealer's cards counts, whatever became of the players' hands."""
    return True


WAGER: Final = ProgressiveWager(
    "hit_and_run", "633a.6(e)(10)", "633a.7(o)(2)", "633a.13(l)(1)", wins, is_open, "equally"
)
