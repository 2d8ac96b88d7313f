"""`certify blackjack --side-wagers`: which figures are asked for, and how they look, as a table or as JSON.

Nothing is computed here: controller/games/blackjack/side_wagers/edges.py does that, and which paytables the
chapter has for which decks stands in controller/submission/blackjack.py.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import typer
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from controller.forms import one_of
from controller.games.blackjack.side_wagers import BY_NAME
from controller.games.blackjack.side_wagers.edges import figures, tally
from controller.games.figures import Figures, Win, percent
from controller.submission import read_paytables
from controller.submission.blackjack import SIDE_WAGERS
from controller.table.state import Paytable

GAME: Final = "blackjack"
CROWN: Final = "crown_treasure"
WITH_CROWN: Final = "royal_match_21"
COLUMNS: Final = ("wager", "paytable", "decks", "house edge %", "wins %", "deals counted")
NOTE: Final = (
    "House edge: what the house keeps of a stake on the average. Wins: how often the player is paid.",
    "Every deal of full decks, in order, is judged by the wager's own rule: the player's two cards and the",
    "up card, with the hole card where that can matter. Odds are exact: no payment down to the cent, and no",
    "payout limit of 633a.13(m). + crown: with the Crown Treasure Bonus.",
)


class Row(Struct, frozen=True):
    """One paytable of a wager at a number of decks. crown: the letter of Crown Treasure beside it, or ""."""

    wager: str
    letter: str
    crown: str
    decks: int
    figures: Figures


def rows_of(wager: str | None, decks: int | None) -> list[Row]:
    """The figures of one side wager, or of all for None, at these decks, or at all that the chapter has a
    paytable for. typer.BadParameter: there is no such wager, or it has no paytable for these decks."""
    if wager is not None and wager not in BY_NAME:
        raise typer.BadParameter(_unknown(wager), param_hint="--wager")
    rows = [row for name in BY_NAME if wager in (None, name) for row in _rows(name, decks)]
    if not rows and wager is not None:
        fitting = sorted({each for numbers in SIDE_WAGERS[wager].tables.values() for each in numbers})
        words = ", ".join(map(str, fitting))
        what = f"{decks} decks: the chapter has no paytable of {wager} for them; choose from {words}"
        raise typer.BadParameter(what, param_hint="--decks")
    return rows


def _unknown(wager: str) -> str:
    if wager == CROWN:
        return f"{wager!r} is a bonus on {WITH_CROWN}; write that, its figures are with and without"
    known = SIDE_WAGERS.get(wager)
    what = (
        f"{known.name} is paid from a meter, and has no fixed figures"
        if known
        else f"{wager!r} is no side wager"
    )
    return f"{what}; {one_of(BY_NAME, wager)}"


def _rows(wager: str, decks: int | None) -> Iterator[Row]:
    letters = read_paytables(GAME)
    found = tally(BY_NAME[wager])
    for letter, numbers in SIDE_WAGERS[wager].tables.items():
        for crown in ("", *SIDE_WAGERS[CROWN].tables) if wager == WITH_CROWN else ("",):
            paytables: list[Paytable] = [letters[wager][letter]]
            if crown:
                paytables.append(letters[CROWN][crown])
            for each in numbers if decks is None else {decks}.intersection(numbers):
                yield Row(wager, letter, crown, each, figures(found, each, paytables))


# ---- shown --------------------------------------------------------------------------------------------


def show(rows: list[Row]) -> None:
    """The rows as a table on standard output, with what they mean below."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
    for at, name in enumerate(COLUMNS):
        table.add_column(name, justify="left" if at < 2 else "right", no_wrap=True)
    for row in rows:
        paytable = f"{row.letter} + crown" if row.crown else row.letter
        found = row.figures
        edge, chance = percent(found.edge), percent(_chance(found))
        table.add_row(row.wager, paytable, str(row.decks), edge, chance, str(found.deals))
    console = Console(highlight=False)
    console.print(table)
    console.print("\n" + "\n".join(NOTE), soft_wrap=True, markup=False)


def document(rows: list[Row]) -> dict[str, Any]:
    """The rows as a JSON document. Shares are there twice: exactly, "n/d" of one staked, and in percent."""
    return {"format": 1, "game": GAME, "side_wagers": [_as_json(row) for row in rows]}


def _as_json(row: Row) -> dict[str, Any]:
    found = row.figures
    return {
        "wager": row.wager,
        "clause": BY_NAME[row.wager].paid,
        "paytable": row.letter,
        CROWN: row.crown or None,
        "decks": row.decks,
        "house_edge": str(found.edge),
        "house_edge_percent": percent(found.edge),
        "hit_frequency": str(_chance(found)),
        "hit_frequency_percent": percent(_chance(found)),
        "deals": found.deals,
        "hits": found.hits,
        "wins": [_win(each) for each in found.wins],
    }


def _win(win: Win) -> dict[str, Any]:
    return {"names": list(win.names), "pays": str(win.pays), "deals": win.deals}


def _chance(found: Figures) -> Fraction:
    return Fraction(found.hits, found.deals)
