"""A day with everything in it, and the bench in memory on which it can be interrupted anywhere.

The cards, the wagers and the decisions of one round: splits, doubles, insurance, a Blackjack, cards in error.
Who plays them is in walking.py; what is interrupted, and how, is the tests' affair.
"""

from collections.abc import Callable
from typing import Any

from controller.games import find_game
from controller.journal import MemoryJournal
from controller.rehearsal.bench import NO_SHUFFLER
from controller.rehearsal.memory_bench import MemoryBench
from controller.submission import rules_from
from controller.table.commands import Input
from controller.table.ruling import Ruling
from controller.table.state import Equipment, Table
from drivers import messages as m

GAME = find_game("free-bet-blackjack")
RULES = rules_from(GAME.name, {"push_22": "A"}, "these tests")
SPEED = 50.0

IN_ORDER = (
    "2C 8S KS AS 4H AH 8D QH KD 3H 5C "  # burn, four boxes, an ace up, again, and the hole card
    "3D 5D! TD 9S "  # box 1: eights split, 11 doubled past a card face up, 9S cannot be read
    "7C 2S 9C "  # box 2: king and queen split for chips; 2S comes too early
    "6C "  # box 4: a paid double; box 3 has Blackjack
    "TH 4D"  # the dealer's, both at once
)
CARDS = IN_ORDER.split()
MISREAD, DOUBLE_FEED, TOO_EARLY = 15, 20, 17
"""Draws: of the card that cannot be read, of the double feed, of the card drawn in error."""
WAGERS: dict[int, dict[str, int]] = {
    1: {"blackjack": 1000},
    2: {"blackjack": 2000},
    3: {"blackjack": 1000, "push_22": 500},
    4: {"blackjack": 1000},
}
DECISIONS: dict[tuple[str, ...], str] = {
    ("8S", "8D"): "split",
    ("8S", "3D"): "double",
    ("KS", "QH"): "split",
    ("QH", "2S"): "hit",
    ("4H", "3H"): "double",
}
"""What is decided with these cards; a hand that is not here stands."""
DECK = CARDS + ["2H"] * (RULES.decks * 52 - len(CARDS))
DRAWS = len(CARDS)


class Killed(BaseException):
    """The controller is killed here. No handler of the program's own may catch it."""


class WatchedJournal(MemoryJournal):
    """A journal in memory that tells of each entry, and can lose with a crash what was not committed.

    before, after: called with an entry's number around its append; what they raise goes through.
    """

    before: Callable[[int], None] | None = None
    after: Callable[[int], None] | None = None

    def append(self, body: bytes) -> int:
        if self.before is not None:
            self.before(self.head.number + 1)
        number = super().append(body)
        if self.after is not None:
            self.after(number)
        return number

    def crash(self) -> None:
        """What was not committed is lost, as with the process."""
        del self._entries[self.durable :]
        self._waiting.clear()
        last = self._entries[-1] if self._entries else None
        self._head = self._start if last is None else type(self._head)(last.number, last.hash)


Watcher = Callable[["WalkedBench", int], None]
OrderWatcher = Callable[["WalkedBench", int, str], None]


class WalkedBench(MemoryBench):
    """The bench in memory, watched.

    on_ruling(bench, number) is called with each ruling, counted from 1, when it is durable; on_order with
    each order before it is sent; before and after with each entry, around its append. lagging: an entry
    is committed only when nothing else moves any more. `soon` is done before the next bytes are carried.
    """

    def __init__(
        self,
        *,
        on_ruling: Watcher | None = None,
        on_order: OrderWatcher | None = None,
        before: Callable[[int], None] | None = None,
        after: Callable[[int], None] | None = None,
        lagging: bool = False,
        equipment: Equipment = NO_SHUFFLER,
    ) -> None:
        self.on_ruling = on_ruling
        self.on_order = on_order
        self.before = before
        self.after = after
        self.lagging = lagging
        self.tables: list[Table] = []
        self.ordered = 0
        self.restarts = 0
        self.soon: list[Callable[[], object]] = []
        super().__init__(GAME, RULES, SPEED, equipment=equipment)

    def _start(self) -> None:
        if not isinstance(self.journal, WatchedJournal):
            self.journal = WatchedJournal(clock=self.house_clock, table="rehearsal", at_once=not self.lagging)
            self.journal.before, self.journal.after = self.before, self.after
        super()._start()

    def _note(self, table: Table, given: Input | None, ruling: Ruling | None, seal: str) -> None:
        super()._note(table, given, ruling, seal)
        if ruling is not None:
            self.tables.append(ruling.table)
            if self.on_ruling is not None:
                self.on_ruling(self, len(self.tables))

    def _send(self, role: str, order: m.Order) -> None:
        self.ordered += 1
        if self.on_order is not None:
            self.on_order(self, self.ordered, role)
        super()._send(role, order)

    def _exchange_one(self, name: str) -> bool:
        while self.soon:
            self.soon.pop(0)()
        return super()._exchange_one(name)

    def _exchange(self) -> None:
        super()._exchange()
        while self.lagging and self.journal.durable < self.journal.head.number:
            self.journal.commit()
            super()._exchange()

    def restart(self, leaks: bool = False) -> None:
        """The controller is killed, and what was not on disk with it. leaks: what it had already said to its
        ports still reaches the devices."""
        self.restarts += 1
        for name, conversation in self.conversations.items():
            said = conversation.to_send()
            if leaks and said and self.plugged[name]:
                self.models[name].received(said, self._now())
        assert isinstance(self.journal, WatchedJournal)
        self.journal.crash()
        super().restart()

    def carry(self) -> None:
        """Carry bytes both ways, without letting time pass."""
        self._exchange()

    def until_rest(self, seconds: float = 1.0) -> None:
        """Let this much time pass."""
        self.run_until(lambda: False, seconds)


def bench_of_a_day(**options: Any) -> WalkedBench:
    """A bench with the cards of this round, and the faults that belong to it."""
    bench = WalkedBench(**options)
    shoe = bench.models["shoe"]
    shoe.fault("misread", 0.0, at=MISREAD)
    shoe.fault("double-feed", 0.0, at=DOUBLE_FEED)
    return bench
