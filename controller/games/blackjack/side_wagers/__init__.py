"""The side wagers that this build offers, one line each, in the order in which a box's are settled."""

from typing import Final

from controller.games.blackjack.side_wagers import (
    bet_the_set_21,
    in_between,
    kings_bounty,
    lucky_ladies,
    match_the_dealer,
    royal_match_21,
    super_match,
    three_card_poker,
)
from controller.games.blackjack.side_wagers.side_wager import SideWager

SIDE_WAGERS: Final[tuple[SideWager, ...]] = (
    lucky_ladies.WAGER,
    match_the_dealer.WAGER,
    in_between.WAGER,
    royal_match_21.WAGER,
    bet_the_set_21.WAGER,
    kings_bounty.WAGER,
    super_match.WAGER,
    three_card_poker.WAGER,
)
BY_NAME: Final = {wager.name: wager for wager in SIDE_WAGERS}
NAMES: Final = tuple(BY_NAME)
