"""The only loop: take an input, rule on it, adopt the Table, queue the entry, send what may go.

Restrictive orders go out at once. Permissive orders and the acknowledgement of a device's report wait
until the entry that justifies them is durable. A journal that fails, or an inner fault, seals the table:
everything that can be locked is locked, nothing new is permitted, and it is said plainly.
"""

import logging
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from traceback import format_tb
from typing import Final

from msgspec import Struct

from controller.clock import Clock, gaming_day
from controller.entries import encode_ruling, encode_snapshot, note_heard, report_of
from controller.games.game import Game
from controller.journal import AnyJournal, JournalError, JournalFailed
from controller.table.commands import Asked, ClockFault, DefectMet, Input, Reported, TimePassed, Told
from controller.table.ruling import Ruling, rule_on
from controller.table.state import CLOSE, DISARM, LOCK, STOP, Table
from controller.table.supply import ms_to_change
from drivers.messages import RESTRICTIVE, ROLE_OF, Disclose, Order, Reject

log = logging.getLogger(__name__)

SendOrder = Callable[[str, Order], None]
Acknowledge = Callable[[str, int, int], None]
Publish = Callable[[Table, Input | None, Ruling | None, str], None]

TICK: Final = 0.25
LOOK_EACH: Final = 1.0
"""Seconds after which the clocks are compared also while inputs keep coming."""
CLOCK_JUMP_MS: Final = 500
"""A time server that slews moves both clocks alike; what parts them by this much is a step."""
SAFE: Final[tuple[Order, ...]] = (LOCK, CLOSE, DISARM, STOP)
TOLD_EACH_MS: Final = 600_000
"""The table is told of time at least this often, so that a power cut loses no more of what it counts."""


class Durable(Struct, frozen=True):
    """The journal has entry `number` on disk."""

    number: int


class Stop(Struct, frozen=True):
    """Leave the loop."""


class _Waiting(Struct, frozen=True):
    """What goes out once entry `number` is durable: orders, an acknowledgement, and what is shown."""

    number: int
    orders: tuple[Order, ...]
    given: Input
    ruling: Ruling


Item = Input | Durable | JournalFailed | Stop


class Pump:
    """The one writer of a Table.

    send(role, order) hands an order to the device of that role; acknowledge(device, boot, number) tells a
    device that its reports up to that number are durable; publish(table, given, ruling, seal) shows
    the table to consoles. None of them may block.
    """

    def __init__(
        self,
        game: Game,
        table: Table,
        journal: AnyJournal,
        clock: Clock,
        *,
        send: SendOrder,
        acknowledge: Acknowledge,
        publish: Publish,
        heard: dict[str, tuple[int, int]] | None = None,
    ) -> None:
        self.game = game
        self.table = table
        self.journal = journal
        self.inbox: SimpleQueue[Item] = SimpleQueue()
        self.sealed = ""
        self.rulings = 0
        self.last_tick = clock.monotonic()
        self.on_tick: Callable[[], None] = _nothing
        """Called at each tick, at least once a second: for what must be seen to be alive. May not block."""
        self.heard = heard if heard is not None else {}
        self._clock = clock
        self._send = send
        self._acknowledge = acknowledge
        self._publish = publish
        self._waiting: deque[_Waiting] = deque()
        self._restricted: dict[str, int] = {}
        self._shown = table
        self._seal_due = 0
        self.last_seal = ""
        self._wall_offset = clock.wall_ms() - int(clock.monotonic() * 1000)
        self._told_until = self._looked = clock.monotonic()

    # ---- the loop -------------------------------------------------------------------------------

    def run(self) -> None:
        """Take items until Stop. Wakes at least four times a second, so that devices see it live."""
        while True:
            try:
                item = self.inbox.get(timeout=TICK)
            except Empty:
                self.tick()
                continue
            now = self.last_tick = self._clock.monotonic()
            if type(item) is Stop:
                self._send_now(SAFE)  # rather than leave it to the devices' own silence
                return
            self.handle(item)
            if now - self._looked >= LOOK_EACH:
                self.tick()  # a busy table has clocks too

    def handle(self, item: Item) -> None:
        """One item of the inbox."""
        if isinstance(item, Durable):
            self.durable(item.number)
        elif isinstance(item, JournalFailed):
            self.seal(f"the journal has stopped: {item}")
        elif not isinstance(item, Stop):
            self.take(item)

    def tick(self) -> None:
        """Time passes without an input: the loop is alive, and the wall clock is compared."""
        self.last_tick = self._looked = self._clock.monotonic()
        offset = self._clock.wall_ms() - int(self._clock.monotonic() * 1000)
        jump = offset - self._wall_offset
        if abs(jump) >= CLOCK_JUMP_MS:
            self._wall_offset = offset
            self.take(Told(ClockFault(jump)))
        self.tell_time()
        self.on_tick()

    def tell_time(self) -> None:
        """Tell the table that time has passed: when a gaming day begins, when a card change falls due, and
        every ten minutes. A closed table times nothing but the gaming day."""
        now = self._clock.monotonic()
        ms = int((now - self._told_until) * 1000)
        table = self.table
        day = gaming_day(self._clock.wall_ms(), table.rules.gaming_day)
        open_for = 0 if table.phase == "Closed" else ms
        left = ms_to_change(table)
        is_due = open_for >= TOLD_EACH_MS or 0 < left <= open_for
        if day == table.standing.supply.day and not is_due:
            if table.phase == "Closed":
                self._told_until = now
            return
        self._told_until += ms / 1000
        self.take(Told(TimePassed(open_for, day)))

    def is_alive(self) -> bool:
        """Whether the loop's last tick is younger than 2 s; heartbeats depend on it."""
        return self._clock.monotonic() - self.last_tick < 2.0

    # ---- one input ------------------------------------------------------------------------------

    def take(self, given: Input) -> Ruling | None:
        """Rule on one input, adopt the Table, queue the entry, send what may go. None where the table is
        sealed and nothing is ruled on any more."""
        if self.sealed:
            return None
        try:
            ruling = rule_on(self.game, self.table, given)
        except Exception as error:
            _log_defect(f"a ruling failed on a {type(given.what).__name__}; the journal has the input", error)
            return self._defect(given, error)
        return self._adopt(given, ruling)

    def _adopt(self, given: Input, ruling: Ruling) -> Ruling | None:
        orders = ruling.orders
        permissive = tuple(order for order in orders if type(order) not in RESTRICTIVE)
        restrictive = tuple(order for order in orders if type(order) in RESTRICTIVE)
        closed = ruling.table.phase == "Closed" and self.table.phase != "Closed"
        self.table = ruling.table
        if restrictive:
            self._send_now(restrictive)
        try:
            number = self.journal.append(encode_ruling(given, ruling))
        except JournalFailed as failed:
            self.seal(f"the journal has stopped: {failed}")
            return None
        for order in restrictive:
            if type(order) is not Reject:
                self._restricted[ROLE_OF[type(order)]] = number
        note_heard(self.heard, given)
        self._waiting.append(_Waiting(number, permissive, given, ruling))
        self.rulings += 1
        if closed:
            self.checkpoint()
        if self.journal.durable >= number:
            self.durable(number)
        return ruling

    def durable(self, number: int) -> None:
        """Entries up to `number` are on disk: what waited for them goes out."""
        waiting = self._waiting
        while waiting and waiting[0].number <= number:
            one = waiting.popleft()
            for order in one.orders:
                role = ROLE_OF[type(order)]
                if type(order) is Disclose or self._restricted.get(role, 0) <= one.number:
                    self._send(role, order)
            heard = report_of(one.given)
            if heard is not None:
                self._acknowledge(*heard)
            self._shown = one.ruling.table
            self._publish(self._shown, one.given, one.ruling, "")
        if 0 < self._seal_due <= number:
            self._seal_due = 0
            self._seal_head()

    def _send_now(self, orders: tuple[Order, ...]) -> None:
        for order in orders:
            self._send(ROLE_OF[type(order)], order)

    def _defect(self, given: Input, error: Exception) -> Ruling | None:
        """Nothing was applied. The defect is journaled with its input, and the table is sealed."""
        what = f"{type(error).__name__}: {error} on {given!r}"[:2000]
        origin = (given.device, given.boot, given.number) if isinstance(given, Reported) else ("", 0, 0)
        told = Told(DefectMet(what, *origin))
        try:
            ruling = rule_on(self.game, self.table, told)
        except Exception as second:
            _log_defect("ruling on a defect failed", second)
            self.seal("an inner fault; engineers must look at the journal")
            return None
        self._send_now(SAFE)
        return self._adopt(told, ruling)

    def seal(self, why: str) -> None:
        """Fail closed: lock what can be locked, permit nothing, say it. Only a restart ends it."""
        if self.sealed:
            return
        self.sealed = why
        log.error("the table is sealed: %s", why)
        self._waiting.clear()
        self._send_now(SAFE)
        self._publish(self._shown, None, None, why)

    # ---- keeping --------------------------------------------------------------------------------

    def checkpoint(self) -> None:
        """Keep the Table at the head, so that the next start folds from here; and seal the head as soon
        as it is durable. A key that cannot be used bars neither play nor the journal."""
        body = encode_snapshot(self.game, self.table, self.heard)
        try:
            self.journal.checkpoint(self.journal.head.number, body)
        except JournalFailed as failed:
            self.seal(f"the journal has stopped: {failed}")
        except JournalError as fault:
            log.warning("no checkpoint: %s", fault)
        else:
            self._seal_due = self.journal.head.number

    def _seal_head(self) -> None:
        """A signed line that names the head: to be shown, printed or sent where the table cannot reach it."""
        try:
            self.last_seal = self.journal.seal().text()
        except JournalError as fault:
            log.warning("the head was not sealed: %s", fault)
        else:
            log.info("%s", self.last_seal)

    def ask(self, given: Asked) -> None:
        """Put a person's command into the inbox; from any thread."""
        self.inbox.put(given)


def _nothing() -> None:
    """Nobody asked to be called."""


def _log_defect(what: str, error: Exception) -> None:
    """Where it happened, and what kind of error; not its words, which may name a card that lies face down."""
    where = "".join(format_tb(error.__traceback__)).rstrip()
    log.error("%s: %s\n%s", what, type(error).__name__, where)
