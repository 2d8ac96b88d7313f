"""The bench in memory: everything in one thread and in virtual time, so that a rehearsal is the same each
time.

What a bench is, and its simulated devices, stand in bench.py; the one over real pseudo-terminals in
pty_bench.py.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.assembly import Started, begin, recover
from controller.clock import HandWoundClock, ShiftedClock
from controller.entries import Entry, decode_entry
from controller.games.game import Game
from controller.journal import MemoryJournal
from controller.pump import Pump
from controller.rehearsal.bench import BUILD, NO_SHUFFLER, T, begins_ms, installed, models, random32
from controller.rehearsal.held_deck import HeldDeck
from controller.submission import has_reader
from controller.table.commands import Asked, Input, Reported
from controller.table.ruling import Ruling
from controller.table.state import HAND, Equipment, Rules, Table
from drivers.conversation import Conversation
from drivers.messages import Order
from drivers.notices import Counters
from drivers.roles import find_role
from drivers.simulated.noise import Cable, good_cable
from drivers.talk import Resume

_STEP: Final = 1e-4
_MOST_ROUNDS: Final = 100_000


class MemoryBench:
    """Everything in one thread and in virtual time: a rehearsal takes the time that its bytes take.

    cable: makes the cable of a device, through which all that both ends say goes; a perfect one that takes
    no time where left out.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules,
        speed: float = 1.0,
        cable: Callable[[], Cable] | None = None,
        equipment: Equipment = NO_SHUFFLER,
    ) -> None:
        self.game = game
        self.rules = rules
        self.equipment = equipment
        self.installed = installed(equipment, rules)
        self.held = HeldDeck()
        self.rulings: list[tuple[Input, Ruling]] = []
        self.clock = HandWoundClock()
        self.house_clock = ShiftedClock(self.clock, begins_ms())
        self.journal = MemoryJournal(clock=self.house_clock, table="rehearsal")
        give = self.held.add if equipment.shoe == HAND else None
        self.models = models(
            rules.boxes,
            speed,
            equipment=equipment,
            give=give,
            progressive=bool(rules.progressives),
            reader=has_reader(rules.game),
        )
        self.conversations: dict[str, Conversation] = {}
        self.plugged = dict.fromkeys(self.models, True)
        self.cables = {name: cable() for name in self.models} if cable is not None else {}
        for model in self.models.values():
            model.start(self._now())
        self._start()

    @property
    def table(self) -> Table:
        return self.pump.table

    def _now(self) -> float:
        return self.clock.monotonic()

    def _start(self) -> None:
        started = recover(self.game, self.rules, self.journal, self.installed)
        self.pump = Pump(
            self.game,
            started.table,
            self.journal,
            self.house_clock,
            send=self._send,
            acknowledge=self._acknowledge,
            publish=self._note,
            heard=started.heard,
        )
        self.journal.start(lambda number: self.pump.durable(number), self.pump.handle)
        self.conversations = {
            name: Conversation(find_role(role), nonce=random32, resume=_resume(started, name))
            for name, role in self.installed
        }
        for name, conversation in self.conversations.items():
            if self.plugged[name]:
                conversation.opened(self._now())
        begin(
            self.pump,
            started,
            self.rules,
            self.installed,
            BUILD,
            self.house_clock,
            equipment=self.equipment,
        )

    def _note(self, _: Table, given: Input | None, ruling: Ruling | None, __: str) -> None:
        if given is not None and ruling is not None:
            self.rulings.append((given, ruling))

    def _send(self, role: str, order: Order) -> None:
        for name, its_role in self.installed:
            if its_role == role:
                self.conversations[name].order(order, self._now())

    def _acknowledge(self, device: str, boot: int, number: int) -> None:
        self.conversations[device].durable(boot, number)

    def devices(self) -> tuple[str, ...]:
        return tuple(self.models)

    def ask(self, given: Asked) -> Ruling:
        ruling = self.pump.take(given)
        if ruling is None:
            raise RuntimeError(f"the table is sealed: {self.pump.sealed}")
        self._exchange()
        return ruling

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        if device == "shoe" and self.equipment.shoe == HAND:
            return action(self.held, self._now())
        return action(self.models[device], self._now())

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        end = self._now() + seconds
        for _ in range(_MOST_ROUNDS):
            self._exchange()
            if done():
                return True
            due = self._next_deadline()
            if due is None or due > end:
                self.clock.advance(max(0.0, end - self._now()))
                self._exchange()
                return done()
            self.clock.advance(max(_STEP, due - self._now()))
            self.pump.tell_time()
        raise RuntimeError("the bench does not come to rest")

    def _next_deadline(self) -> float | None:
        dues = [model.deadline() for model in self.models.values()]
        dues += [conversation.deadline() for conversation in self.conversations.values()]
        dues += [cable.due() for cable in self.cables.values()]
        return min((due for due in dues if due is not None), default=None)

    def _exchange(self) -> None:
        """Carry bytes both ways until nobody has anything to say."""
        moved = True
        while moved:
            moved = False
            self.pump.last_tick = self._now()
            for name in self.models:
                moved = self._exchange_one(name) or moved

    def _exchange_one(self, name: str) -> bool:
        now = self._now()
        model, conversation = self.models[name], self.conversations[name]
        model.tick(now)
        conversation.tick(now, True)
        if not self.plugged[name]:
            model.to_send()
            conversation.to_send()
            return False
        if conversation.state in ("closed", "failed") and conversation.wants_port:
            conversation.opened(now)
        up, down = self._carried(name, model.to_send(), conversation.to_send())
        if up:
            conversation.received(up, now)
        if down:
            model.received(down, now)
        heard = conversation.take_reports()
        for one in heard:
            self.pump.take(Reported(name, one.boot, one.number, one.at_ms, one.report))
        return bool(up or down or heard)

    def _carried(self, name: str, up: bytes, down: bytes) -> tuple[bytes, bytes]:
        cable = self.cables.get(name)
        return (up, down) if cable is None else cable.carry(up, down, self._now())

    def unplug(self, device: str) -> None:
        self.plugged[device] = False
        if device in self.cables:
            self.cables[device].clear()
        self.conversations[device].closed(self._now(), "unplugged")
        for one in self.conversations[device].take_reports():
            self.pump.take(Reported(device, one.boot, one.number, one.at_ms, one.report))

    def replug(self, device: str) -> None:
        self.plugged[device] = True
        self.conversations[device].opened(self._now())

    def power_cycle(self, device: str) -> None:
        self.models[device].start(self._now())

    def meddle(self, device: str, action: Callable[[Cable, float], T]) -> T:
        if device not in self.cables:
            self.cables[device] = good_cable()
        return action(self.cables[device], self._now())

    def counters(self, device: str) -> Counters:
        return self.conversations[device].counters()

    def restart(self) -> None:
        self._start()

    def skip(self, seconds: float) -> None:
        self.house_clock.skip(seconds)
        self.pump.tell_time()

    def entries(self) -> list[Entry]:
        return [decode_entry(one.number, one.body) for one in self.journal.entries()]

    def close(self) -> None:
        self.journal.close()


def _resume(started: Started, name: str) -> Resume | None:
    heard = started.heard.get(name)
    return Resume(*heard) if heard is not None else None
