"""A table of Double Back Jack with people who do what they are prompted to do, and a shuffler."""

from controller.table.state import Batch, Equipment
from tests.controller.games.double_back_jack.playing import DoubleBackJack
from tests.controller.table import following, machines
from tests.controller.table.following import Guided


class GuidedDoubleBackJack(Guided, DoubleBackJack):
    """See Guided; rules and game are those of Double Back Jack. Six boxes, six decks a batch."""


def opened(
    shuffler: str = "none", equipment: Equipment | None = None, *batches: Batch, **chosen: int | str | bool
) -> Guided:
    """A table that was just opened with these cards: in Inspecting, unless they came shuffled."""
    return following.opened(shuffler, equipment, *batches, kind=GuidedDoubleBackJack, **chosen)


def playing(finished: bool = True) -> Guided:
    """The red batch is played, the blue one is in the machine, completely shuffled or not yet."""
    return machines.playing(finished, kind=GuidedDoubleBackJack)


def waiting(finished: bool = False) -> Guided:
    """The red shoe was emptied, and the table waits for the blue batch."""
    return machines.waiting(finished, kind=GuidedDoubleBackJack)


def at(phase: str, finished: bool = True) -> Guided:
    """A round at that phase, with the blue batch in the machine."""
    return machines.at(phase, finished, GuidedDoubleBackJack)


def where(table: Guided) -> dict[str, str]:
    """Where each batch is, by the color of its backs."""
    return {batch.back: batch.where for batch in table.supply.batches}
