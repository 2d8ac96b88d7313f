"""The bench in real time: the pump and each device in a thread, a journal on disk, whatever the devices are.

What a bench is stands in bench.py. Which devices these are, and how hands act on them, is a subclass's:
simulated ones in pty_bench.py; real ones, with an operator, are the rigs' affair.
"""

import shutil
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from controller.assembly import Started, begin, connect, recover
from controller.clock import Clock, ShiftedClock, SystemClock
from controller.entries import Entry, decode_entry
from controller.games.game import Game
from controller.journal import Journal
from controller.pump import Durable, Stop
from controller.rehearsal.bench import BUILD, T, begins_ms, installed
from controller.table.commands import Asked, Input, TimePassed
from controller.table.ruling import Ruling
from controller.table.state import Equipment, Rules, Table
from drivers.capture import Recorder
from drivers.link import Link
from drivers.notices import Counters
from drivers.ports import Binding, open_link
from drivers.proof import Proving
from drivers.roles import Role
from drivers.simulated.noise import Cable


class ThreadedBench(ABC):
    """Everything as at a table. A subclass calls `start` once its devices can be reached.

    time: the clock that the table and its links go by, this computer's where none is given."""

    def __init__(self, game: Game, rules: Rules, equipment: Equipment, time: Clock | None = None) -> None:
        self.game = game
        self.rules = rules
        self.equipment = equipment
        self.installed = installed(equipment, rules)
        self.rulings: list[tuple[Input, Ruling]] = []
        self._time = time or SystemClock()
        self.clock = ShiftedClock(self._time, begins_ms())
        self.folder = Path(tempfile.mkdtemp(prefix="table-controller-"))
        self._changed = threading.Condition()

    def start(
        self,
        bindings: Mapping[str, Binding],
        *,
        firmware: Mapping[str, frozenset[str]] | None = None,
        capabilities: Mapping[str, tuple[str, ...]] | None = None,
        drivers: Mapping[str, str] | None = None,
        recorders: Callable[[str, Role], Recorder] | None = None,
        open_port: Callable[[Binding], Link] = open_link,
        proving: Mapping[str, Proving] | None = None,
    ) -> None:
        """Let the controller begin; the words are those of assembly.connect."""
        self._bindings = bindings
        self._firmware = firmware or {}
        self._capabilities = capabilities
        self._drivers = drivers
        self._recorders = recorders
        self._open_port = open_port
        self._proving = proving
        self._start()

    def _start(self) -> None:
        self.journal = Journal.open(self.folder / "journal", clock=self.clock, table="rehearsal")
        started = recover(self.game, self.rules, self.journal, self.installed)
        self.pump, self.drivers = connect(
            self.game,
            started,
            self.journal,
            self.clock,
            self.installed,
            self._bindings,
            self._firmware,
            publish=self._note,
            capabilities=self._capabilities,
            drivers=self._drivers,
            recorders=self._recorders,
            open_port=self._open_port,
            proving=self._proving,
            link_time=self._time.monotonic,
        )
        self.journal.start(lambda n: self.pump.inbox.put(Durable(n)), self.pump.inbox.put)
        self.thread = threading.Thread(target=self._run, args=(started,), name="pump", daemon=True)
        self.thread.start()

    def _run(self, started: Started) -> None:
        begin(self.pump, started, self.rules, self.installed, BUILD, self.clock, equipment=self.equipment)
        self.pump.run()

    @property
    def table(self) -> Table:
        return self.pump.table

    def _note(self, _: Table, given: Input | None, ruling: Ruling | None, __: str) -> None:
        with self._changed:
            if given is not None and ruling is not None:
                self.rulings.append((given, ruling))
            self._changed.notify_all()

    @abstractmethod
    def devices(self) -> tuple[str, ...]: ...

    @abstractmethod
    def act(self, device: str, action: Callable[[Any, float], T]) -> T: ...

    @abstractmethod
    def unplug(self, device: str) -> None: ...

    @abstractmethod
    def replug(self, device: str) -> None: ...

    @abstractmethod
    def power_cycle(self, device: str) -> None: ...

    @abstractmethod
    def meddle(self, device: str, action: Callable[[Cable, float], T]) -> T: ...

    def counters(self, device: str) -> Counters:
        return self.drivers[device].counters()

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

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        end = self.clock.monotonic() + seconds
        with self._changed:
            while not done():
                left = end - self.clock.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(min(left, 0.002))
        return True

    def restart(self) -> None:
        self._stop()
        self._start()

    def _stop(self) -> None:
        for device in self.drivers.values():
            device.close()
        self.pump.inbox.put(Stop())
        self.thread.join(5.0)
        self.journal.close()

    def skip(self, seconds: float) -> None:
        start = len(self.rulings)
        self.clock.skip(seconds)
        self.run_until(lambda: any(_is_time(given) for given, _ in self.rulings[start:]), 5.0)

    def entries(self) -> list[Entry]:
        self.journal.wait_durable(self.journal.head.number, 5.0)
        return [decode_entry(one.number, one.body) for one in self.journal.entries()]

    def close(self) -> None:
        self._stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _is_time(given: Input) -> bool:
    return isinstance(given.what, TimePassed)
