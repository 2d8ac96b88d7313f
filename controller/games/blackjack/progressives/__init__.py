"""The progressive wagers of the chapter, one line each, in the order in which a box's are settled."""

from typing import Final

from controller.games.blackjack.progressives import bad_beat, hit_and_run
from controller.games.blackjack.progressives.wager import ProgressiveWager

WAGERS: Final[tuple[ProgressiveWager, ...]] = (bad_beat.WAGER, hit_and_run.WAGER)
BY_NAME: Final = {wager.name: wager for wager in WAGERS}
NAMES: Final = tuple(BY_NAME)
