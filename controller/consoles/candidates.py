"""One thing that might be asked of a table, before anybody has weighed whether it may be; and the one
difference between kinds of games that all consoles have to know.
"""

from msgspec import Struct

from controller.games.game import Game
from controller.table import commands as c


class Candidate(Struct, frozen=True):
    """A Command, whose it is, and its words. asks: the fields that a person has to fill in first; tried:
    the Command with answers that would do, by which it is weighed, None where `what` itself does."""

    what: c.Command
    who: c.Role
    words: str
    asks: tuple[str, ...] = ()
    tried: c.Command | None = None


def is_poker(game: Game) -> bool:
    """Whether hands lie face down until the rules turn them up, and players declare what wins; any hand may
    decide first."""
    return c.DeclareHand in game.phases.steps["PlayerDecisions"]
