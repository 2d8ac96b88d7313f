"""The bench with simulated devices in real time: over pseudo-terminals, or over other cables.

What a bench is, and its simulated devices, stand in bench.py; controller, journal and threads in
threaded_bench.py; the one in memory in memory_bench.py.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.games.game import Game
from controller.rehearsal.bench import NO_SHUFFLER, SHUFFLER_SPEED, T, models
from controller.rehearsal.fair_clock import FairClock
from controller.rehearsal.held_deck import HeldDeck
from controller.rehearsal.threaded_bench import ThreadedBench
from controller.submission import has_reader
from controller.table.state import HAND, Equipment, Rules
from drivers.capture import Recorder
from drivers.link import Link
from drivers.ports import Binding, open_link
from drivers.roles import Role
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


class PtyBench(ThreadedBench):
    """Everything as at a table: serial ports (pseudo-terminals, or what `cable` makes and `open_port` opens),
    a thread a device, an on-disk journal, real time. witness: of its clock, as in FairClock; for what the
    cables pass through outside this process."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        speed: float = 50.0,
        equipment: Equipment = NO_SHUFFLER,
        cable: Cable = pseudo_terminal,
        open_port: Callable[[Binding], Link] = open_link,
        recorders: Callable[[str, Role], Recorder] | None = None,
        witness: Callable[[], None] | None = None,
    ) -> None:
        self._outside = witness
        self.simulators: dict[str, ThreadedSimulator] = {}
        self.fair = FairClock(self._all_run)
        super().__init__(game, rules, equipment, self.fair)
        self.held = HeldDeck()
        self.models = models(
            rules.boxes,
            speed,
            equipment=equipment,
            shuffler_speed=SHUFFLER_SPEED,
            give=self._give,
            progressive=bool(rules.progressives),
            reader=has_reader(rules.game),
        )
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
        bindings = {name: binding for name, (_, binding) in cables.items()}
        self.start(bindings, open_port=open_port, recorders=recorders)

    def _all_run(self) -> None:
        """Returns when every device, and what else the cables pass through, has come to run."""
        if self._outside is not None:
            self._outside()
        for simulator in tuple(self.simulators.values()):
            simulator.do(lambda _: None)

    def _give(self, cards: list[str], _: float) -> None:
        """A continuous machine's cards go into the shoe, whose model lives in a thread of its own."""
        self.act("shoe", lambda model, now: model.add(cards, now))

    def devices(self) -> tuple[str, ...]:
        return tuple(self.models)

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        if device == "shoe" and self.equipment.shoe == HAND:
            return action(self.held, self.clock.monotonic())
        model = self.models[device]
        return self.simulators[device].do(lambda now: action(model, now))

    def unplug(self, device: str) -> None:
        self.simulators[device].unplug()

    def replug(self, device: str) -> None:
        self.simulators[device].replug()

    def power_cycle(self, device: str) -> None:
        self.act(device, lambda model, now: model.start(now))

    def meddle(self, device: str, action: Callable[[NoisyCable, float], T]) -> T:
        cable = self._noisy[device]
        return self.simulators[device].do(lambda now: action(cable, now))

    def close(self) -> None:
        super().close()
        self.fair.close()
        for simulator in self.simulators.values():
            simulator.close()
