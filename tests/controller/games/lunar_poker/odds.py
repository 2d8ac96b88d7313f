"""The odds of Lunar Poker by wager and edition, for the tests beside this file."""

from controller.submission import read_paytables
from controller.table.state import Paytable

GAME = "lunar-poker"


def paytable(wager: str, letter: str = "A", edition: str = "") -> Paytable:
    return read_paytables(GAME, edition)[wager][letter]


def odds(wager: str, letter: str = "A", edition: str = "") -> dict[str, int]:
    """What is paid to one, by name, in the order of the paytable."""
    rows = paytable(wager, letter, edition).odds
    assert all(row.per == 1 for row in rows)
    return {row.name: row.pays for row in rows}
