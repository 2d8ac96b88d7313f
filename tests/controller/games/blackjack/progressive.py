"""The progressive wagers that tests offer: rates, initial and reset amounts that no two have alike."""

from typing import Any

from controller.table.state import Progressive
from tests.controller.games.blackjack.playing import paytable

BAD_BEAT = Progressive("bad_beat", 1_234, 5_000_00, 6_000_00, True)
HIT_AND_RUN = Progressive("hit_and_run", 2_000, 1_000_00, 1_500_00)
OFFERED: dict[str, Any] = {
    "progressives": (BAD_BEAT, HIT_AND_RUN),
    "paytables": tuple(paytable(name) for name in ("blackjack", "insurance", "bad_beat", "hit_and_run")),
}
"""Both, as keyword arguments of a table."""
