"""How the checks of a role make their rows: what all of them need, and what is put right behind each.

A row itself is bench.Check.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from drivers.conformance.bench import Bench, Check
from drivers.conformance.hands import CLOSE_LID, REPAIR, Act

MEND: Final = (REPAIR,)
SHUT: Final = (CLOSE_LID,)


class Rows(Struct, frozen=True):
    """What the rows of a file have in common. needs: the capabilities without which none of them applies,
    separated by spaces. behind: what hands put right behind each that they had a part in. secret: faces pass
    in those."""

    role: str
    needs: str = ""
    behind: tuple[Act, ...] = ()
    secret: bool = False

    def row(
        self,
        name: str,
        paragraph: str,
        does: str,
        expects: str,
        run: Callable[[Bench], None],
        words: str = "",
        *,
        lacks: str = "",
        hand: bool = True,
        after: tuple[Act, ...] = (),
    ) -> Check:
        """A check. words, lacks: more of them, separated by spaces. after: comes before `behind`."""
        return Check(
            name,
            paragraph,
            does,
            expects,
            run,
            hand=hand,
            words=frozenset((*self.needs.split(), *words.split())),
            role=self.role,
            lacks=frozenset(lacks.split()),
            after=(*after, *self.behind) if hand else after,
            secret=self.secret and hand,
        )
