"""Where the clause lists are, and how a citation is shown to a person: topics as clause numbers.

Loaded by whoever shows things (consoles, recall, rehearsal); the table itself never needs it.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from controller.regulation.clauses import citations, load_all

ROOT: Final = Path(__file__).parent.parent
REGULATION: Final = ROOT / "config" / "regulation"


@cache
def resolver(chapter: str) -> Callable[[str], str]:
    """A function from citation to clause number for one chapter; what it does not know it leaves."""
    lists = load_all(REGULATION)
    house = next(one for one in lists if one.chapter == "house")
    mine = next((one for one in lists if one.chapter == chapter), house)
    known = citations(mine, house)
    return lambda cited: known.get(cited, cited)
