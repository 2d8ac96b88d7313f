"""Who the devices of a bench say they are, and whether tests may have them. Nothing is ordered of any.

Each is opened, greeted, asked for its identity and state, and let go. How that is done lives in
controller/connected.py; what a table makes of an identity in controller/assembly.py.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from controller.connected import greet, unfit
from controller.faults import ConfigFault, ConfigFaults
from controller.installation import InstalledDevice
from controller.journal import KeyUnusable
from drivers.messages import DeviceReady, Identity, PositionsState
from hil_tests.bench.settings import BenchSettings

SECONDS: Final = 5.0
MOVES: Final[Mapping[str, str]] = {
    "shoe": "its gate opens; cards are drawn by hand, from a stack that you load",
    "reader": "its lamp is lit; a card is put in by hand",
    "wagers": "spots are lit; chips are set down and taken by hand",
}
"""What tests do with a device, by the tests' name of it."""


class Look(Struct, frozen=True):
    """What was found. devices: who they are, by the tests' names. problems: why tests may not have them."""

    devices: Mapping[str, Identity]
    problems: tuple[str, ...]


def look(settings: BenchSettings, features: frozenset[str], seconds: float = SECONDS) -> Look:
    """Greet each device of the table's file; one after the other, each exclusively. One of a commissioned
    table has to be what was commissioned, and to prove it."""
    found: dict[str, Identity] = {}
    problems: list[str] = []
    try:
        proving = settings.proving()
    except (ConfigFault, ConfigFaults, KeyUnusable) as wrong:
        return Look({}, (str(wrong),))
    for name, device in settings.devices().items():
        expected = proving.get(name)
        answer = greet(device.name, device.role, device.driver, device.binding, seconds, expected)
        if answer.ready is None:
            problems.append(f"{device.name} at {device.binding} is not there: {answer.why}")
            continue
        found[name] = answer.ready.identity
        problems += _problems(device, answer.ready, features)
    return Look(found, tuple(problems))


def _problems(device: InstalledDevice, ready: DeviceReady, features: frozenset[str]) -> list[str]:
    who, name = ready.identity, device.name
    why = unfit(who, device)
    said = [f"{name} {why}"] if why else []
    if ready.state.faults:
        said.append(f"{name} tells faults: {', '.join(ready.state.faults)}; repair it first")
    if isinstance(ready.state, PositionsState) and ready.state.chips:
        said.append(f"{name} sees chips on the felt; clear it first")
    if device.role == "shoe" and "gate" in features and "gate" not in who.capabilities:
        said.append(f'{name} does not say that it has a gate; leave "gate" out of the rig\'s features')
    return said


def refusal(rig: str, problems: Sequence[str]) -> str:
    """Why nothing was done, for whoever started the run."""
    lines = "".join(f"\n  {one}" for one in problems)
    return f"the bench {rig} is refused, and nothing was ordered of any device:{lines}"


def shown(found: Look, rig: str, tests: Sequence[str]) -> str:
    """Everything that a person has to know before he says yes."""
    lines = [f"The bench {rig}:"]
    for name, who in found.devices.items():
        lines.append(f"  {name}: {who.vendor} {who.model}, serial {who.serial}")
        lines += [f"    firmware {one.name} {one.version}, sha256 {one.sha256}" for one in who.boards]
        if not who.boards:
            lines.append("    tells no firmware")
        lines.append(f"    {MOVES[name]}")
    lines.append(f"{len(tests)} tests are to move these devices:")
    lines += [f"  {one}" for one in tests]
    return "\n".join(lines)
