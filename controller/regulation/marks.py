"""The @clause mark: code and tests say which clause of the regulation they fulfil.

Pure and tiny, because the table and the games import it. The mark leaves what it marks as it
is and costs nothing at run time; the citations are read from the source by
controller/regulation/scan.py, which also counts string arguments such as
Refused("…", "topic:insurance-limit"). What a citation means is in controller/regulation/clauses.py.
"""

from collections.abc import Callable
from typing import TypeVar

Marked = TypeVar("Marked")


def clause(*cited: str) -> Callable[[Marked], Marked]:
    """Marks a function or class as fulfilling (in tests: as testing) the clauses it cites.

    A citation is a clause number, "672a.7(g)(1)" or "house.3", or a topic, "topic:insurance-limit".
    The marked object is returned unchanged. Raises TypeError where nothing is cited.
    """
    if not cited:
        raise TypeError('@clause cites nothing: name a clause, such as @clause("672a.7(e)")')

    def mark(marked: Marked) -> Marked:
        return marked

    return mark
