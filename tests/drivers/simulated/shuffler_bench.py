"""One simulated shuffler with the hands and the host around it, for the tests of the shuffler."""

from collections.abc import Sequence
from typing import Any

from drivers.cards import DECK
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

SHUFFLE, CANCEL, RELEASE, SELF_TEST = 16, 17, 18, 19
STARTED, DONE, FAILED, TAKEN, LID = 16, 17, 18, 19, 20
SELF_LOCKED, FAULT_RAISED, FAULT_CLEARED = 3, 4, 5
EMPTY, WORKING, KEPT, FAILED_STAGE, RELEASED = range(5)
ACCEPTED: dict[int, Value] = {1: 0}

Reports = list[tuple[int, dict[int, Value]]]


def refused(reason: str) -> dict[int, Value]:
    return {1: 1, 2: reason}


class Bench:
    """One shuffler, a deck in its input where nothing else is fed, and a host with a session.

    A fault strikes at the middle of its window, so that tests can foretell it.
    """

    def __init__(self, cards: Sequence[str] = DECK, **options: Any) -> None:
        options.setdefault("chance", lambda: 0.5)
        self.shuffler = SimulatedShuffler(random32=boot_ids().__next__, **options)
        self.shuffler.feed(cards, 0.0)
        self.host = Host(self.shuffler)
        self.host.hello()

    @property
    def now(self) -> float:
        return self.host.now

    def shuffle(self, job: int = 1, expected: int = 52) -> dict[int, Value]:
        return self.host.order(SHUFFLE, {1: job, 2: 1, 3: expected})

    def release(self, job: int = 1) -> dict[int, Value]:
        return self.host.order(RELEASE, {1: job})

    def cancel(self) -> dict[int, Value]:
        return self.host.order(CANCEL)

    def take(self) -> list[str] | None:
        return self.shuffler.take(self.now)

    def done(self, job: int = 1, expected: int = 52, seconds: float = 23.0) -> None:
        """A job from its order to its end."""
        assert self.shuffle(job, expected) == ACCEPTED
        self.host.wait(seconds)

    def reports(self) -> Reports:
        self.host.wait(0.2)
        return self.host.reports()

    def state(self) -> tuple[Value, ...]:
        """Job, stage, count, three verdicts, lid."""
        state = self.host.order(1)[3]
        assert isinstance(state, dict)
        return tuple(state[key] for key in range(1, 8))
