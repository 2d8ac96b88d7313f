"""A rig as data: read from its file, and the bench that it stands for.

What a bench can do is in controller/rehearsal/bench.py. A further kind of rig is a further line in BENCHES,
and its keys in the form.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Struct
from pydantic import AfterValidator, BeforeValidator

from controller.faults import shown
from controller.forms import Form, one_of, read_form, read_toml, wrong
from controller.games.game import Game
from controller.rehearsal.bench import NO_SHUFFLER, Bench
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.pty_bench import Cable, PtyBench
from controller.table.state import Equipment, Rules
from drivers.ports import Binding
from drivers.simulated.endpoint import Endpoint
from hil_tests.guest.endpoint import UsbEndpoint, relay_answers
from hil_tests.guest.function import VID
from hil_tests.guest.relay import FUNCTIONS

GUEST: Final = "guest"
"""How the kinds begin whose tests run in a guest machine."""
FEATURES: Final = ("faults", "unplug", "power-cycle", "restart", "gate", "serial", "kernel-usb")
Make = Callable[[Game, Rules, float, Equipment], Bench]
UsbKind = Literal["serial", "bulk", "hid"]


def _usb(kind: UsbKind) -> Cable:
    """USB devices of the guest machine, found by what they say of themselves."""

    def plug(_: Path, name: str) -> tuple[Endpoint, Binding]:
        serial = f"RIG-{name}"
        return UsbEndpoint(serial, kind), Binding(kind=kind, vid=VID, pid=FUNCTIONS[kind].PID, serial=serial)

    return plug


def _in_guest(kind: UsbKind) -> Make:
    return lambda game, rules, speed, equipment: PtyBench(
        game, rules, speed, equipment, _usb(kind), relay_answers
    )


BENCHES: Final[Mapping[str, Make]] = {
    "memory": lambda game, rules, speed, equipment: MemoryBench(game, rules, speed, equipment=equipment),
    "pty": lambda game, rules, speed, equipment: PtyBench(game, rules, speed, equipment=equipment),
    GUEST: _in_guest("serial"),
    f"{GUEST}-bulk": _in_guest("bulk"),
    f"{GUEST}-hid": _in_guest("hid"),
}


MADE: Final[list[tuple[str, Bench]]] = []
"""The benches that were made since somebody emptied it, each with its rig's name."""


class Rig(Struct, frozen=True):
    """name: of its file. speed: of the devices' mechanics. features: what can be done at it."""

    name: str
    kind: str
    speed: float
    features: frozenset[str]

    def bench(self, game: Game, rules: Rules, equipment: Equipment = NO_SHUFFLER) -> Bench:
        """A fresh table at this rig, closed, with its devices. Whatever keeps it from starting is raised."""
        bench = BENCHES[self.kind](game, rules, self.speed, equipment)
        MADE.append((self.name, bench))
        return bench

    def is_in_guest(self) -> bool:
        """Whether its tests run in a guest machine."""
        return self.kind.startswith(GUEST)

    def lacks(self, needed: frozenset[str]) -> str:
        """Why a test that needs this much is skipped, or ""."""
        missing = sorted(needed - self.features)
        return f"rig {self.name} has no {', '.join(missing)}" if missing else ""


def _a_kind(kind: str) -> str:
    if kind not in BENCHES:
        raise wrong(f"{shown(kind)} is no kind of rig", one_of(BENCHES, kind))
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


class _RigForm(Form):
    kind: Annotated[str, AfterValidator(_a_kind)]
    speed: Annotated[float, BeforeValidator(_number), AfterValidator(_a_speed)]
    features: list[Annotated[str, AfterValidator(_a_feature)]]


def load_rig(path: Path) -> Rig:
    """The rig in that file. ConfigFaults names file, key and remedy of everything that is wrong."""
    form = read_form(_RigForm, read_toml(path), str(path))
    return Rig(path.stem, form.kind, form.speed, frozenset(form.features))
