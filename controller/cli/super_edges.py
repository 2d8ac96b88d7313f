"""`certify lunar-poker --super-wager`: which editions are asked for, and how the figures look, as a table or
as JSON.

Nothing is computed here: controller/games/lunar_poker/edges.py does that.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

import typer
from msgspec import Struct
from rich.console import Console
from rich.progress import track
from rich.table import Table

from controller.forms import one_of
from controller.games.figures import Figures, percent
from controller.games.lunar_poker.edges import Hand, all_hands, figures, tally
from controller.submission import editions_of, read_paytables

GAME: Final = "lunar-poker"
WAGER: Final = "super"
CLAUSE: Final = "671a.12(b)"
HANDS: Final = 2_598_960
COLUMNS: Final = ("edition", "wins by", "pays", "hands", "in %")
NOTE: Final = (
    "Every hand of five cards of a full deck is judged by the wager's own rule. House edge: what the house",
    "keeps of a stake on the average. A hand is paid for its best line, once; a straight flush is no line of",
    "671a.6(d): it is a same colored five, a royal flush an ace-king-queen. On the dealer's hand or another",
    "player's the figures are the same.",
)


class Row(Struct, frozen=True):
    """The wager in one edition of the chapter's odds."""

    edition: str
    figures: Figures


def rows_of(edition: str | None) -> list[Row]:
    """The figures in that edition of the odds, or in each for None. typer.BadParameter: there is no such
    edition. Takes seconds; where standard error is a terminal it shows how far it is."""
    editions = editions_of(GAME)
    if edition is not None and edition not in editions:
        what = f"there are no odds of an edition {edition!r}; {one_of(editions, edition)}"
        raise typer.BadParameter(what, param_hint="--edition")
    found = tally(_watched(all_hands()))
    chosen = editions if edition is None else (edition,)
    return [Row(name, figures(found, read_paytables(GAME, name)[WAGER]["A"])) for name in chosen]


def _watched(hands: Iterable[Hand]) -> Iterable[Hand]:
    console = Console(stderr=True)
    if not console.is_terminal:
        return hands
    return track(hands, "judging every hand", total=HANDS, console=console, transient=True)


# ---- shown --------------------------------------------------------------------------------------------


def show(rows: list[Row]) -> None:
    """The rows as a table on standard output, with what they mean below."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
    for at, name in enumerate(COLUMNS):
        table.add_column(name, justify="left" if at < 2 else "right", no_wrap=True)
    for row in rows:
        found = row.figures
        for win in found.wins:
            share = percent(Fraction(win.deals, found.deals))
            table.add_row(row.edition, win.names[0], f"{win.pays} to 1", str(win.deals), share)
        table.add_row(row.edition, "all that win", "", str(found.hits), percent(_chance(found)))
        table.add_row(row.edition, "house edge", "", str(found.deals), percent(found.edge))
    console = Console(highlight=False)
    console.print(table)
    console.print("\n" + "\n".join(NOTE), soft_wrap=True, markup=False)


def document(rows: list[Row]) -> dict[str, Any]:
    """The rows as a JSON document. Shares are there twice: exactly, "n/d" of one staked, and in percent."""
    return {"format": 1, "game": GAME, "super_wager": [_as_json(row) for row in rows]}


def _as_json(row: Row) -> dict[str, Any]:
    found = row.figures
    return {
        "wager": WAGER,
        "clause": CLAUSE,
        "edition": row.edition,
        "house_edge": str(found.edge),
        "house_edge_percent": percent(found.edge),
        "hit_frequency": str(_chance(found)),
        "hit_frequency_percent": percent(_chance(found)),
        "hands": found.deals,
        "hits": found.hits,
        "wins": [{"name": win.names[0], "pays": str(win.pays), "hands": win.deals} for win in found.wins],
    }


def _chance(found: Figures) -> Fraction:
    return Fraction(found.hits, found.deals)
