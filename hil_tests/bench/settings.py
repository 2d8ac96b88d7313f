"""What a bench's rig file says: the table whose devices these are, and how a cable is pulled.

What binding, firmware and capabilities a device has stands in the table's file (controller/installation.py),
and nowhere twice.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from msgspec import Struct
from pydantic import AfterValidator, Field

from controller.commissioning import key_of, vetting_of
from controller.faults import ConfigFault, ConfigFaults
from controller.forms import Form, one_of, wrong
from controller.installation import Installation, InstalledDevice, load_installation
from controller.rehearsal.bench import DEVICES
from drivers.proof import Proving

NAMES: Final[Mapping[str, str]] = {role: name for name, role in DEVICES}
"""What the tests call the device of each role. A bench has these roles: for others it has no hands."""
Command = tuple[str, ...]
_LONGEST: Final = 3600


class Switch(Struct, frozen=True):
    """Two commands of this computer: a relay's, or a hub's that can switch a port's power."""

    off: Command
    on: Command


class BenchSettings(Struct, frozen=True):
    """installation: the table's file as read. patience: seconds that the operator has for what he is asked.
    cables, power: how a device is unplugged, or loses power, by the tests' name of it; one that is not there
    is seen to by the operator."""

    installation: Installation
    patience: float
    cables: Mapping[str, Switch]
    power: Mapping[str, Switch]

    def devices(self) -> dict[str, InstalledDevice]:
        """The devices by the tests' names."""
        return {NAMES[one.role]: one for one in self.installation.devices}

    def proving(self) -> dict[str, Proving]:
        """What each device has to be and to prove, by the tests' names, as at a start of the table.
        ConfigFault(s): the commissioning record cannot be used; KeyUnusable."""
        proving = vetting_of(self.installation, key_of(self.installation)).proving
        return {name: proving[one.name] for name, one in self.devices().items() if one.name in proving}


def _a_device(name: str) -> str:
    if name not in NAMES.values():
        raise wrong(f"{name} is no device of a bench", one_of(tuple(NAMES.values()), name))
    return name


def _a_patience(seconds: int) -> int:
    if not 1 <= seconds <= _LONGEST:
        raise wrong(f"{seconds} seconds are no patience", f"write 1 to {_LONGEST}")
    return seconds


def _a_command(words: list[str]) -> list[str]:
    if not words or not words[0]:
        raise wrong("no command", 'write its words, such as ["uhubctl", "-l", "1-1", "-p", "2", "-a", "off"]')
    return words


_Words = Annotated[list[str], AfterValidator(_a_command)]
_Device = Annotated[str, AfterValidator(_a_device)]


class _SwitchForm(Form):
    off: _Words
    on: _Words


class BenchForm(Form):
    """The keys of a bench alone."""

    table: str
    patience: Annotated[int, AfterValidator(_a_patience)] = 120
    cables: dict[_Device, _SwitchForm] = Field(default_factory=dict)
    power: dict[_Device, _SwitchForm] = Field(default_factory=dict)


def settings_of(form: BenchForm, place: Path) -> BenchSettings:
    """ConfigFaults: the table's file has faults, or has a device that a bench has no hands for."""
    file = place.resolve().parent / form.table
    installation = load_installation(file)
    for device in installation.devices:
        if device.role not in NAMES:
            what = f"{device.name} is a {device.role}, and nobody at a bench can be told how to serve one"
            remedy = f"name a table of {', '.join(NAMES)} alone"
            raise ConfigFaults((ConfigFault(str(place), what, remedy, key="table", value=form.table),))
    return BenchSettings(installation, float(form.patience), _switches(form.cables), _switches(form.power))


def _switches(said: Mapping[str, _SwitchForm]) -> dict[str, Switch]:
    return {name: Switch(tuple(one.off), tuple(one.on)) for name, one in said.items()}
