"""The bench with real devices: the controller and the drivers as at a table, and an operator for the hands.

It begins only with the devices that the operator has seen and said yes to, and ends, also where it could not
begin, with every device locked. What hands do lives in hands.py.
"""

import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from controller.games.game import Game
from controller.rehearsal.bench import T
from controller.rehearsal.threaded_bench import ThreadedBench
from controller.table.commands import Reported
from controller.table.state import Equipment, Rules
from drivers import messages as m
from drivers.messages import Identity
from drivers.roles import Role
from drivers.simulated.noise import Cable
from hil_tests.bench.hands import HANDS, Hand
from hil_tests.bench.operator import Operator
from hil_tests.bench.overhears import Overhears
from hil_tests.bench.settings import BenchSettings, Switch

_SAFE: Final[Mapping[str, m.Order]] = {
    "shoe": m.Lock(),
    "card_reader": m.Disarm(),
    "wager_positions": m.ClosePositions(),
}
_BACK: Final = 15.0
"""Seconds in which a device is greeted."""
_LOCKS: Final = 1.0


class NotTheSame(Exception):
    """Another device is there than the one that the operator said yes to, or none."""


class NotLocked(Exception):
    """At the end a device did not confirm that it permits nothing."""


class NoHands(Exception):
    """The test needs hands, and nobody is there: no terminal."""


class RealBench(ThreadedBench):
    """See Bench. operator: None where a script owns the bench; then nothing can be done by hand. seen: the
    devices that were said yes to, by the tests' names."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        equipment: Equipment,
        settings: BenchSettings,
        operator: Operator | None,
        seen: Mapping[str, Identity],
    ) -> None:
        super().__init__(game, rules, equipment)
        self._settings = settings
        self._operator = operator
        self._seen = seen
        self._lamps: dict[str, Overhears] = {}
        there = settings.devices()
        self.start(
            {name: there[name].binding for name, _ in self.installed},
            firmware={name: one.firmware for name, one in there.items() if one.firmware is not None},
            capabilities={name: one.capabilities for name, one in there.items()},
            drivers={name: one.driver for name, one in there.items()},
            recorders=self._lamp,
            proving=settings.proving(),
        )
        try:
            self._make_ready()
            self._check_identities()
        except BaseException:
            self.close()
            raise
        self.hands = self._all_hands() if operator is not None else {}

    def _lamp(self, name: str, role: Role) -> Overhears:
        if name not in self._lamps:
            self._lamps[name] = Overhears(self.folder / f"{name}.capture", name, role)
        return self._lamps[name]

    def _all_hands(self) -> dict[str, Hand]:
        assert self._operator is not None
        return {name: HANDS[name](name, self, self._operator, self._lamps[name]) for name in self._lamps}

    def _make_ready(self) -> None:
        """What the test before left unplugged or broken is seen to first."""
        names = self.devices()
        self.run_until(lambda: all(self._identity(name) for name in names), _BACK)
        for name in names:
            if self._identity(name) is None:
                self.replug(name)
            sound = partial(self._is_sound, name)
            if not sound():
                self._ask(f"See that the {name} has no fault any more.", sound)

    def _is_sound(self, device: str) -> bool:
        return not any(one.faults for one in self.table.standing.devices if one.name == device)

    def _check_identities(self) -> None:
        """Nothing is asked of the table before each device is the one that was seen."""
        self.run_until(lambda: all(self._identity(name) for name in self.devices()), _LOCKS)
        for name in self.devices():
            if self._identity(name) != self._seen[name]:
                raise NotTheSame(f"the {name} is not the device that was said yes to: {self._identity(name)}")

    def _identity(self, name: str) -> Identity | None:
        ready = self.reported(name, (m.DeviceReady,), 0)
        said = ready[-1].what if ready else None
        return said.identity if isinstance(said, m.DeviceReady) else None

    # ---- what hands need ------------------------------------------------------------------------------

    def reported(self, device: str, kinds: tuple[type, ...], start: int) -> list[Reported]:
        """See Seen."""
        there = self.rulings[start:]
        said = [given for given, _ in there if isinstance(given, Reported) and given.device == device]
        return [one for one in said if type(one.what) in kinds]

    def now(self) -> int:
        """See Seen."""
        return len(self.rulings)

    def boot(self, device: str) -> int:
        """See Seen."""
        return next((one.boot for one in self.table.standing.devices if one.name == device), 0)

    # ---- the bench --------------------------------------------------------------------------------------

    def devices(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.installed)

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        if device not in self.hands:
            raise NoHands(f"nobody is there to do anything to the {device}: run it at a terminal")
        return action(self.hands[device], self.clock.monotonic())

    def unplug(self, device: str) -> None:
        gone = partial(self._is_ready, device, wanted=False)
        self._switch(self._settings.cables, device, "off", f"Pull the cable of the {device}.", gone)

    def replug(self, device: str) -> None:
        back = partial(self._is_ready, device, wanted=True)
        self._switch(self._settings.cables, device, "on", f"Plug the {device} in again.", back)

    def power_cycle(self, device: str) -> None:
        before = self.boot(device)
        what = f"Switch the {device} off and on again."
        if device in self._settings.power:
            self._call(self._settings.power[device].off)
        self._switch(self._settings.power, device, "on", what, lambda: self.boot(device) != before)

    def meddle(self, device: str, _: Callable[[Cable, float], Any]) -> Any:
        """Nobody spoils a real cable bit by bit; the tests that do so are not for a bench."""
        raise RuntimeError(f"the cable of the {device} is a real one")

    def _is_ready(self, device: str, wanted: bool) -> bool:
        there = any(one.name == device and one.ready for one in self.table.standing.devices)
        return there == wanted

    def _switch(
        self,
        switches: Mapping[str, Switch],
        device: str,
        way: str,
        what: str,
        done: Callable[[], bool],
    ) -> None:
        """By the command that the rig's file has for it, or by the operator; until the table has heard."""
        if device in switches:
            self._call(switches[device].off if way == "off" else switches[device].on)
            if not self.run_until(done, _BACK):
                raise AssertionError(f"the table has not heard of it: {what}")
        else:
            self._ask(what, done)

    def _ask(self, what: str, done: Callable[[], bool]) -> None:
        if self._operator is None:
            raise NoHands(f"nobody is there for this: {what}")
        if not self._operator.does(what, done):
            raise AssertionError(f"the table has not heard of it: {what}")

    def _call(self, command: tuple[str, ...]) -> None:
        subprocess.run(command, check=True, capture_output=True, timeout=self._settings.patience)

    # ---- the end ------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Lock everything, and see that each device that is there confirms it. NotLocked: one has not."""
        open_still = self._lock_all()
        super().close()
        for lamp in self._lamps.values():
            lamp.close()
        if open_still:
            named = ", ".join(open_still)
            raise NotLocked(f"{named} did not confirm the lock: see to it, or switch it off, before you go")

    def _lock_all(self) -> list[str]:
        before = {name: lamp.confirmed for name, lamp in self._lamps.items()}
        # What another protocol's bytes confirm nobody here can read: its driver's word has to do.
        there = [
            name
            for name in self.devices()
            if self._is_ready(name, wanted=True) and self._lamps[name].role.converse is None
        ]
        for name, role in self.installed:
            self.drivers[name].order(_SAFE[role])

        def unlocked() -> list[str]:
            return [name for name in there if self._lamps[name].confirmed == before[name]]

        self.run_until(lambda: not unlocked(), _LOCKS)
        return unlocked()
