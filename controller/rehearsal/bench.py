"""A bench: the real pump, journal and drivers, and simulated devices at the other end of the links.

Two of them behind one interface: in memory, deterministic, in virtual time; and over real
pseudo-terminals with threads, in real time. What happens at the table (cards drawn, chips set down) is
in table.py; what the script asks for in player.py.
"""

import secrets
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from controller.assembly import Started, begin, connect, recover
from controller.clock import HandWoundClock, SystemClock
from controller.entries import Entry, decode_entry
from controller.games.game import Game
from controller.journal import Journal, MemoryJournal
from controller.pump import Durable, Pump, Stop
from controller.table.commands import Asked, Input, Reported
from controller.table.ruling import Ruling
from controller.table.state import Rules, Table
from drivers.conversation import Conversation, Resume
from drivers.messages import Order
from drivers.ports import Binding
from drivers.roles import find_role
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Cable
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wager_positions import SimulatedPositions

T = TypeVar("T")
DEVICES: Final = (("shoe", "shoe"), ("reader", "card_reader"), ("wagers", "wager_positions"))
BUILD: Final = "rehearsal"
_STEP: Final = 1e-4
_MOST_ROUNDS: Final = 100_000


def random32() -> int:
    """A random 32-bit number other than 0, as boot ids and nonces are."""
    return secrets.randbelow(0xFFFFFFFF) + 1


class Bench(Protocol):
    """What a rehearsal needs of a bench, whichever it is."""

    game: Game
    rulings: list[tuple[Input, Ruling]]

    @property
    def table(self) -> Table:
        """The Table as it stands."""

    def devices(self) -> tuple[str, ...]:
        """The names of the devices."""

    def ask(self, given: Asked) -> Ruling:
        """Ask the table for something and wait for the ruling."""

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        """Do something to a device's model: action(model, now)."""

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until `done`, `seconds` at the most; whether it came true."""

    def unplug(self, device: str) -> None:
        """Pull the device's cable."""

    def replug(self, device: str) -> None:
        """Plug it in again."""

    def power_cycle(self, device: str) -> None:
        """The device loses power and starts again."""

    def restart(self) -> None:
        """The controller is killed and started again on its journal."""

    def entries(self) -> list[Entry]:
        """Every journal entry."""

    def close(self) -> None:
        """End; nothing is left."""


def models(boxes: int, speed: float, *, gate: bool = True) -> dict[str, Firmware]:
    """The simulated devices of a table with a shoe, a card reader and wager positions."""
    return {
        "shoe": SimulatedShoe(random32=random32, speed=speed, gate=gate),
        "reader": SimulatedReader(random32=random32, speed=speed),
        "wagers": SimulatedPositions(random32=random32, speed=speed, boxes=boxes),
    }


class MemoryBench:
    """Everything in one thread and in virtual time: a rehearsal takes the time that its bytes take.

    cable: makes the cable of a device, through which all that both ends say goes; a perfect one that takes
    no time where left out.
    """

    def __init__(
        self, game: Game, rules: Rules, speed: float = 1.0, cable: Callable[[], Cable] | None = None
    ) -> None:
        self.game = game
        self.rules = rules
        self.rulings: list[tuple[Input, Ruling]] = []
        self.clock = HandWoundClock()
        self.journal = MemoryJournal(clock=self.clock, table="rehearsal")
        self.models = models(rules.boxes, speed)
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
        started = recover(self.game, self.rules, self.journal, DEVICES)
        self.pump = Pump(
            self.game,
            started.table,
            self.journal,
            self.clock,
            send=self._send,
            acknowledge=self._acknowledge,
            publish=self._note,
            heard=started.heard,
        )
        self.journal.start(lambda number: self.pump.durable(number), self.pump.handle)
        self.conversations = {
            name: Conversation(find_role(role), nonce=random32, resume=_resume(started, name))
            for name, role in DEVICES
        }
        for name, conversation in self.conversations.items():
            if self.plugged[name]:
                conversation.opened(self._now())
        begin(self.pump, started, self.rules, DEVICES, BUILD, self.clock)

    def _note(self, _: Table, given: Input | None, ruling: Ruling | None, __: str) -> None:
        if given is not None and ruling is not None:
            self.rulings.append((given, ruling))

    def _send(self, role: str, order: Order) -> None:
        for name, its_role in DEVICES:
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

    def restart(self) -> None:
        self._start()

    def entries(self) -> list[Entry]:
        return [decode_entry(one.number, one.body) for one in self.journal.entries()]

    def close(self) -> None:
        self.journal.close()


def _resume(started: Started, name: str) -> Resume | None:
    heard = started.heard.get(name)
    return Resume(*heard) if heard is not None else None


class PtyBench:
    """The same over pseudo-terminals: real serial ports, threads, an on-disk journal, real time."""

    def __init__(self, game: Game, rules: Rules, speed: float = 50.0) -> None:
        self.game = game
        self.rules = rules
        self.rulings: list[tuple[Input, Ruling]] = []
        self.clock = SystemClock()
        self.folder = Path(tempfile.mkdtemp(prefix="table-controller-"))
        self.models = models(rules.boxes, speed)
        self._changed = threading.Condition()
        self.simulators = {
            # A cable that is plugged in again has its old name, as udev gives it.
            name: ThreadedSimulator(model, PtyEndpoint(str(self.folder / name)))
            for name, model in self.models.items()
        }
        self._ports = {name: simulator.address for name, simulator in self.simulators.items()}
        self._start()

    def _start(self) -> None:
        self.journal = Journal.open(self.folder / "journal", clock=self.clock, table="rehearsal")
        started = recover(self.game, self.rules, self.journal, DEVICES)
        bindings = {name: Binding(path=port) for name, port in self._ports.items()}
        self.pump, self.drivers = connect(
            self.game, started, self.journal, self.clock, DEVICES, bindings, {}, publish=self._note
        )
        self.journal.start(lambda n: self.pump.inbox.put(Durable(n)), self.pump.inbox.put)
        self.thread = threading.Thread(target=self._run, args=(started,), name="pump", daemon=True)
        self.thread.start()

    def _run(self, started: Started) -> None:
        begin(self.pump, started, self.rules, DEVICES, BUILD, self.clock)
        self.pump.run()

    @property
    def table(self) -> Table:
        return self.pump.table

    def _note(self, _: Table, given: Input | None, ruling: Ruling | None, __: str) -> None:
        with self._changed:
            if given is not None and ruling is not None:
                self.rulings.append((given, ruling))
            self._changed.notify_all()

    def devices(self) -> tuple[str, ...]:
        return tuple(self.models)

    def ask(self, given: Asked) -> Ruling:
        answer: list[Ruling] = []
        start = len(self.rulings)

        def answered() -> bool:
            answer[:] = [ruling for asked, ruling in self.rulings[start:] if asked is given]
            return bool(answer)

        self.pump.inbox.put(given)
        if not self.run_until(answered, 10.0):
            raise RuntimeError(f"the table does not answer: {self.pump.sealed or 'no ruling in 10 s'}")
        return answer[0]

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        model = self.models[device]
        return self.simulators[device].do(lambda now: action(model, now))

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        end = self.clock.monotonic() + seconds
        with self._changed:
            while not done():
                left = end - self.clock.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(min(left, 0.002))
        return True

    def unplug(self, device: str) -> None:
        self.simulators[device].unplug()

    def replug(self, device: str) -> None:
        self.simulators[device].replug()

    def power_cycle(self, device: str) -> None:
        self.act(device, lambda model, now: model.start(now))

    def restart(self) -> None:
        self._stop()
        self._start()

    def _stop(self) -> None:
        for device in self.drivers.values():
            device.close()
        self.pump.inbox.put(Stop())
        self.thread.join(5.0)
        self.journal.close()

    def entries(self) -> list[Entry]:
        self.journal.wait_durable(self.journal.head.number, 5.0)
        return [decode_entry(one.number, one.body) for one in self.journal.entries()]

    def close(self) -> None:
        self._stop()
        for simulator in self.simulators.values():
            simulator.close()
        shutil.rmtree(self.folder, ignore_errors=True)
