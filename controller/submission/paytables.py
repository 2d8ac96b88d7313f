"""Reading a game's paytables: the odds that its chapter allows, from paytables.toml in the game's folder.

Most chapters are followed in one edition, and the file has wager, letter and odds. Where the odds of several
are there, the file names them in `editions`, the first of them being the one that holds where nothing else is
said, and has its tables a level deeper. What a house may choose of it is said by the forms.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from controller.submission.forms import Letters
from controller.table.state import Odds, Paytable

_GAMES_FOLDER: Final = Path(__file__).parents[1] / "games"


@cache
def read_paytables(game_name: str, edition: str = "") -> Letters:
    """The odds that the game's chapter allows, by wager and letter: in that edition, or in the one that holds
    where nothing else is said. A wager that an edition does not have stands as in the one before it.

    KeyError names the editions that there are where this one is not among them.
    """
    found = _read(game_name)
    names = editions_of(game_name)
    if not names and not edition:
        return _letters(found)
    if edition and edition not in names:
        raise KeyError(f"{game_name} has no edition {edition!r}; there are: {', '.join(names) or 'none'}")
    letters: dict[str, Any] = {}
    for name in names[: names.index(edition or names[0]) + 1]:
        letters |= found[name]
    return _letters(letters)


def editions_of(game_name: str) -> tuple[str, ...]:
    """The editions of the game's odds, from the earliest; none where the chapter is followed in one alone."""
    return tuple(_read(game_name).get("editions", ()))


@cache
def _read(game_name: str) -> dict[str, Any]:
    path = _GAMES_FOLDER / game_name.replace("-", "_") / "paytables.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _letters(found: dict[str, Any]) -> Letters:
    return {
        wager: {letter: _paytable(wager, letter, rows) for letter, rows in letters.items()}
        for wager, letters in found.items()
    }


def _paytable(wager: str, letter: str, rows: list[dict[str, Any]]) -> Paytable:
    odds = tuple(Odds(row["name"], row["pays"], row["per"], row["clause"]) for row in rows)
    return Paytable(wager, letter, odds)
