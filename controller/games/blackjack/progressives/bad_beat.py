"""Bad Beat: the player's hand counts 20, and the dealer has Blackjack or 21 (633a.6(e)(8), 633a.7(o)(1)).

After a split any of the box's hands may be the one, and the wager is paid once. The Magic Card and the Lucky
Player Bonus are paid to who placed the wager, whatever the hands are.
"""

from typing import Final

from controller.games.blackjack.progressives.wager import METER, Ended, ProgressiveWager
from controller.regulation.marks import clause

_BY_CARDS: Final = {3: "21 with three cards", 4: "21 with four cards", 5: "21 with five cards"}
_SIX: Final = 6


@clause("633a.6(e)(8)", "633a.7(o)(1)(i)", "633a.13(j)(1)")
def _of_hands(ended: Ended) -> tuple[str, ...]:
    """What a hand of 20 wins by the dealer's; at a house that has it, 20 alone."""
    if 20 not in ended.totals:
        return ()
    if ended.blackjack:
        return ("blackjack",)
    if ended.total != 21:
        return ("any 20",)
    cards = len(ended.dealer)
    if cards > _SIX:
        return (METER,)
    return ("21 with six cards",) if cards == _SIX else (_BY_CARDS[cards],)


@clause("633a.1(magic-card-bonus)", "633a.1(lucky-player-bonus)", "633a.7(o)(1)(ii)")
def wins(ended: Ended) -> tuple[str, ...]:
    """All that this player is paid for, as far as the house's paytable has it."""
    bonus = ("magic card",) if ended.magic else ()
    return (*_of_hands(ended), *bonus, *(("lucky player",) if ended.lucky else ()))


@clause("633a.7(n)")
def is_open(totals: tuple[int, ...]) -> bool:
    """A hand of 20 waits for the dealer's point count and number of cards."""
    return 20 in totals


WAGER: Final = ProgressiveWager(
    "bad_beat", "633a.6(e)(8)", "633a.7(o)(1)", "633a.13(j)(1)", wins, is_open, "proportionally"
)
