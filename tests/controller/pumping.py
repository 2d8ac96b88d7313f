"""A pump by itself, and everything that leaves it, for tests: no device, no thread.

The inputs are those of a whole day (watched.py), ruled on once more, with a journal that commits when the
test says so.
"""

from collections.abc import Callable
from functools import partial

from controller.clock import HandWoundClock
from controller.games.game import Game
from controller.journal import MemoryJournal
from controller.pump import SAFE, Durable, Pump
from controller.table.commands import Input
from controller.table.ruling import Ruling
from controller.table.state import Table
from drivers.messages import RESTRICTIVE, ROLE_OF, Order
from tests.controller.walking import Walk, undisturbed
from tests.controller.watched import GAME, RULES, WalkedBench, bench_of_a_day

INPUTS: list[Input] = [entry.given for entry in undisturbed().entries()]
ORDERS: list[tuple[Order, ...]] = [entry.orders for entry in undisturbed().entries()]
EVERY = range(len(INPUTS))
PHASES = tuple(dict.fromkeys(table.phase for table in undisturbed().tables))


class Watched:
    """A pump, and everything that left it, in order."""

    def __init__(self, game: Game = GAME, *, at_once: bool = False) -> None:
        self.clock = HandWoundClock()
        self.journal = MemoryJournal(clock=self.clock, table="pump", at_once=at_once)
        self.sent: list[Order] = []
        self.acknowledged: list[tuple[str, int, int]] = []
        self.shown: list[tuple[Table, Input | None, str]] = []
        self.pump = Pump(
            game,
            game.new_table(RULES),
            self.journal,
            self.clock,
            send=self._send,
            acknowledge=lambda *report: self.acknowledged.append(report),
            publish=self._publish,
        )
        self.journal.start(self.pump.durable, self.pump.handle)

    def _send(self, role: str, order: Order) -> None:
        assert ROLE_OF[type(order)] == role
        self.sent.append(order)

    def _publish(self, table: Table, given: Input | None, ruling: Ruling | None, seal: str) -> None:
        assert (ruling is None) == (given is None) == bool(seal)
        self.shown.append((table, given, seal))

    def take_all(self, inputs: list[Input]) -> None:
        for given in inputs:
            assert self.pump.take(given) is not None

    def take_since(self, action: Callable[[], object]) -> tuple[list[Order], list[tuple[str, int, int]], int]:
        """What left it during `action`: orders, acknowledgements, and how many screens."""
        sent, acknowledged, shown = len(self.sent), len(self.acknowledged), len(self.shown)
        action()
        return self.sent[sent:], self.acknowledged[acknowledged:], len(self.shown) - shown


def is_restrictive(order: Order) -> bool:
    return type(order) in RESTRICTIVE


def check_sealed(watched: Watched, why: str) -> None:
    """Locked, said, and nothing is permitted, acknowledged or ruled on any more."""
    assert why in watched.pump.sealed
    assert watched.sent[-len(SAFE) :] == list(SAFE)
    assert why in watched.shown[-1][2]
    rulings = watched.pump.rulings
    after = watched.take_since(lambda: [watched.pump.take(given) for given in INPUTS])
    assert after == ([], [], 0)
    assert watched.pump.rulings == rulings
    for number in range(1, len(INPUTS) + 1):
        assert watched.take_since(partial(watched.pump.handle, Durable(number))) == ([], [], 0)


class Stopped(BaseException):
    """Here the test goes on by itself."""


def bench_in(phase: str) -> tuple[WalkedBench, Walk]:
    """A day stopped at the first ruling that is in that phase."""

    def stop(bench: WalkedBench, _: int) -> None:
        if bench.pump.table.phase == phase:
            raise Stopped

    bench = bench_of_a_day(on_ruling=stop)
    walk = Walk(bench)
    try:
        walk.walk()
    except Stopped:
        bench.on_ruling = None
    assert bench.table.phase == phase
    return bench, walk
