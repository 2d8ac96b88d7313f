"""The bench over serial ports: pseudo-terminals or other cables, threads, an on-disk journal, real time.

What a bench is, and its simulated devices, stand in bench.py; the one in memory in memory_bench.py.
"""

import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.assembly import Started, begin, connect, recover
from controller.clock import ShiftedClock
from controller.entries import Entry, decode_entry
from controller.games.game import Game
from controller.journal import Journal
from controller.pump import Durable, Stop
from controller.rehearsal.bench import BUILD, NO_SHUFFLER, SHUFFLER_SPEED, T, begins_ms, installed, models
from controller.rehearsal.fair_clock import FairClock
from controller.rehearsal.held_deck import HeldDeck
from controller.submission import has_reader
from controller.table.commands import Asked, Input, TimePassed
from controller.table.ruling import Ruling
from controller.table.state import HAND, Equipment, Rules, Table
from drivers.notices import Counters
from drivers.ports import Binding
from drivers.simulated.bench import ThreadedSimulator
from drivers.simulated.endpoint import Endpoint, PtyEndpoint
from drivers.simulated.noise import Cable as NoisyCable
from drivers.simulated.noise import good_cable

Cable = Callable[[Path, str], tuple[Endpoint, Binding]]
"""Makes the device's end of a cable, in a folder for whatever it needs, for the device of that name; and says
how the host finds the other one."""


def pseudo_terminal(folder: Path, name: str) -> tuple[Endpoint, Binding]:
    """A cable that is plugged in again has its old name, as udev gives it."""
    path = str(folder / name)
    return PtyEndpoint(path), Binding(path=path)


class PtyBench:
    """Everything as at a table: serial ports (pseudo-terminals, or what `cable` makes), a thread a device, an
    on-disk journal, real time. witness: of its clock, as in FairClock; for what the cables pass through
    outside this process."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        speed: float = 50.0,
        equipment: Equipment = NO_SHUFFLER,
        cable: Cable = pseudo_terminal,
        witness: Callable[[], None] | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.equipment = equipment
        self.installed = installed(equipment, rules)
        self.held = HeldDeck()
        self.rulings: list[tuple[Input, Ruling]] = []
        self._outside = witness
        self.simulators: dict[str, ThreadedSimulator] = {}
        self.fair = FairClock(self._all_run)
        self.clock = ShiftedClock(self.fair, begins_ms())
        self.folder = Path(tempfile.mkdtemp(prefix="table-controller-"))
        self.models = models(
            rules.boxes,
            speed,
            equipment=equipment,
            shuffler_speed=SHUFFLER_SPEED,
            give=self._give,
            progressive=bool(rules.progressives),
            reader=has_reader(rules.game),
        )
        self._changed = threading.Condition()
        cables = {name: cable(self.folder, name) for name in self.models}
        self._noisy = {name: good_cable() for name in self.models}
        self.simulators = {
            name: ThreadedSimulator(
                self.models[name],
                end,
                to_device=self._noisy[name].to_device,
                to_host=self._noisy[name].to_host,
                monotonic=self.fair.monotonic,
            )
            for name, (end, _) in cables.items()
        }
        self._bindings = {name: binding for name, (_, binding) in cables.items()}
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
            {},
            publish=self._note,
            link_time=self.fair.monotonic,
        )
        self.journal.start(lambda n: self.pump.inbox.put(Durable(n)), self.pump.inbox.put)
        self.thread = threading.Thread(target=self._run, args=(started,), name="pump", daemon=True)
        self.thread.start()

    def _all_run(self) -> None:
        """Returns when every device, and what else the cables pass through, has come to run."""
        if self._outside is not None:
            self._outside()
        for simulator in tuple(self.simulators.values()):
            simulator.do(lambda _: None)

    def _run(self, started: Started) -> None:
        begin(self.pump, started, self.rules, self.installed, BUILD, self.clock, equipment=self.equipment)
        self.pump.run()

    def _give(self, cards: list[str], _: float) -> None:
        """A continuous machine's cards go into the shoe, whose model lives in a thread of its own."""
        self.act("shoe", lambda model, now: model.add(cards, now))

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
        if device == "shoe" and self.equipment.shoe == HAND:
            return action(self.held, self.clock.monotonic())
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

    def meddle(self, device: str, action: Callable[[NoisyCable, float], T]) -> T:
        cable = self._noisy[device]
        return self.simulators[device].do(lambda now: action(cable, now))

    def counters(self, device: str) -> Counters:
        return self.drivers[device].counters()

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
        self.fair.close()
        for simulator in self.simulators.values():
            simulator.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _is_time(given: Input) -> bool:
    return isinstance(given.what, TimePassed)
