"""A rig as data: read from its file, and the bench that it stands for.

What a bench can do is in controller/rehearsal/bench.py. A further kind of rig is a further line in BENCHES,
and its keys in the form.
"""

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import pytest
from msgspec import Struct
from pydantic import AfterValidator, BeforeValidator

from controller.faults import ConfigFault, ConfigFaults, shown
from controller.forms import Form, one_of, read_form, read_toml, wrong
from controller.games.game import Game
from controller.rehearsal.bench import NO_SHUFFLER, Bench
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.pty_bench import Cable, PtyBench
from controller.table.state import Equipment, Rules
from drivers.link import UsbBus
from drivers.ports import Binding, open_link
from drivers.simulated.endpoint import Endpoint
from drivers.simulated.usb_backend import SimulatedUsb
from drivers.simulated.usb_device import Bus
from drivers.simulated.usb_device import UsbEndpoint as SimulatedEndpoint
from hil_tests.bench.attended import Attendance
from hil_tests.bench.settings import BenchForm, settings_of
from hil_tests.guest.endpoint import UsbEndpoint, relay_answers
from hil_tests.guest.function import VID
from hil_tests.guest.relay import FUNCTIONS

GUEST: Final = "guest"
"""How the kinds begin whose tests run in a guest machine."""
BENCH: Final = "bench"
"""The kind with real devices, and an operator."""
FEATURES: Final = ("hands", "faults", "unplug", "power-cycle", "restart", "gate", "serial", "kernel-usb")
OF_MODELS: Final = frozenset(("serial", "kernel-usb"))
"""Features by which tests plug devices of their own in: no bench has them."""
Make = Callable[[Game, Rules, float, Equipment], Bench]
UsbKind = Literal["serial", "bulk", "hid"]


def _usb(kind: UsbKind) -> Cable:
    """USB devices of the guest machine, found by what they say of themselves."""

    def plug(_: Path, name: str) -> tuple[Endpoint, Binding]:
        serial = f"RIG-{name}"
        return UsbEndpoint(serial, kind), Binding(kind=kind, vid=VID, pid=FUNCTIONS[kind].PID, serial=serial)

    return plug


def _on_simulated_bus(kind: Literal["bulk", "hid"]) -> Make:
    """USB devices of a bus in this process, each bench with one of its own, behind the real pyusb."""

    def make(game: Game, rules: Rules, speed: float, equipment: Equipment) -> Bench:
        bus, sockets = Bus(), count(1)
        host = UsbBus(SimulatedUsb(bus))

        def plug(_: Path, name: str) -> tuple[Endpoint, Binding]:
            serial = f"RIG-{name}"
            end = SimulatedEndpoint(bus, kind, serial=serial, port=str(next(sockets)))
            return end, Binding(kind=kind, vid=end.vid, pid=end.pid, serial=serial)

        return PtyBench(
            game, rules, speed, equipment, plug, open_port=lambda binding: open_link(binding, bus=host)
        )

    return make


def _in_guest(kind: UsbKind) -> Make:
    return lambda game, rules, speed, equipment: PtyBench(
        game, rules, speed, equipment, _usb(kind), witness=relay_answers
    )


BENCHES: Final[Mapping[str, Make]] = {
    "memory": lambda game, rules, speed, equipment: MemoryBench(game, rules, speed, equipment=equipment),
    "pty": lambda game, rules, speed, equipment: PtyBench(game, rules, speed, equipment=equipment),
    "usb": _on_simulated_bus("bulk"),
    "usb-hid": _on_simulated_bus("hid"),
    GUEST: _in_guest("serial"),
    f"{GUEST}-bulk": _in_guest("bulk"),
    f"{GUEST}-hid": _in_guest("hid"),
}


MADE: Final[list[tuple[str, Bench]]] = []
"""The benches that were made since somebody emptied it, each with its rig's name."""


class Rig(Struct, frozen=True):
    """name: of its file. speed: of the devices' mechanics. features: what can be done at it. attendance: of a
    bench, who lets tests have it."""

    name: str
    kind: str
    speed: float
    features: frozenset[str]
    attendance: Attendance | None = None

    def bench(self, game: Game, rules: Rules, equipment: Equipment = NO_SHUFFLER) -> Bench:
        """A fresh table at this rig, closed, with its devices. Whatever keeps it from starting is raised. A
        test of another game than that of a bench's table is skipped."""
        bench: Bench
        if self.attendance is None:
            bench = BENCHES[self.kind](game, rules, self.speed, equipment)
        else:
            why = self.attendance.plays(game, rules, equipment)
            if why:
                pytest.skip(why)
            bench = self.attendance.bench(game, rules, equipment)
        MADE.append((self.name, bench))
        return bench

    def is_in_guest(self) -> bool:
        """Whether its tests run in a guest machine."""
        return self.kind.startswith(GUEST)

    def plays_all(self) -> bool:
        """Whether all scenarios can be asked of it: at a bench somebody has to stack the cards of each."""
        return self.attendance is None

    def lacks(self, needed: frozenset[str]) -> str:
        """Why a test that needs this much is skipped, or ""."""
        missing = sorted(needed - self.features)
        return f"rig {self.name} has no {', '.join(missing)}" if missing else ""


def _a_kind(kind: str) -> str:
    if kind not in (*BENCHES, BENCH):
        raise wrong(f"{shown(kind)} is no kind of rig", one_of((*BENCHES, BENCH), kind))
    return kind


def _a_speed(speed: float) -> float:
    if not 0 < speed <= 1000:
        raise wrong(f"{speed} is no speed", "write a number above 0, such as 50.0")
    return speed


def _a_feature(feature: str) -> str:
    if feature not in FEATURES:
        raise wrong(f"{shown(feature)} is no feature of a rig", one_of(FEATURES, feature))
    return feature


def _number(value: Any) -> Any:
    """TOML numbers with a point are read exactly; a speed is no money and may be a float."""
    return value if isinstance(value, str | bool) else float(value)


_Kind = Annotated[str, AfterValidator(_a_kind)]
_Features = list[Annotated[str, AfterValidator(_a_feature)]]


class _RigForm(Form):
    kind: _Kind
    speed: Annotated[float, BeforeValidator(_number), AfterValidator(_a_speed)]
    features: _Features


class _BenchRigForm(BenchForm):
    kind: _Kind
    features: _Features


def load_rig(path: Path) -> Rig:
    """The rig in that file. ConfigFaults names file, key and remedy of everything that is wrong."""
    said = read_toml(path)
    if said.get("kind") == BENCH:
        return _real(path, said)
    form = read_form(_RigForm, said, str(path))
    return Rig(path.stem, form.kind, form.speed, frozenset(form.features))


def _real(path: Path, said: Mapping[str, Any]) -> Rig:
    form = read_form(_BenchRigForm, said, str(path))
    features = frozenset(form.features)
    if features & OF_MODELS:
        words = ", ".join(sorted(features & OF_MODELS))
        what = f"a bench has no {words}: such tests plug in devices of their own"
        raise ConfigFaults((ConfigFault(str(path), what, "leave it out", key="features"),))
    attendance = Attendance(path.stem, settings_of(form, path))
    return Rig(path.stem, BENCH, 1.0, features, attendance)
