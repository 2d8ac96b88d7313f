"""One thing that might be asked of a table, before anybody has weighed whether it may be. Data only."""

from msgspec import Struct

from controller.table import commands as c


class Candidate(Struct, frozen=True):
    """A Command, whose it is, and its words. asks: the fields that a person has to fill in first; tried:
    the Command with answers that would do, by which it is weighed, None where `what` itself does."""

    what: c.Command
    who: c.Role
    words: str
    asks: tuple[str, ...] = ()
    tried: c.Command | None = None
