"""The Installation: what is installed at one table, and where its files are.

A TOML file a table in config/tables: the game and its Rules Submission, the journal, the socket of the
consoles' feed, each device with its port, the firmware that is accepted and the capabilities that the
table relies on, and what else stands there (equipment.py). How a port is written is in port_forms.py; which
port a binding means, and who a device says it is, lives in drivers.
"""

import os
import re
from pathlib import Path
from typing import Annotated, Final

from msgspec import Struct
from pydantic import AfterValidator, BeforeValidator, Field

from controller.equipment import EquipmentForm, check_against, equipment_of
from controller.faults import ConfigFault, ConfigFaults, Faults, shown
from controller.forms import Form, one_of, read_form, read_toml, wrong
from controller.port_forms import RUN, PathText, PortForm, line_problem, port_problem
from controller.regulation.marks import clause
from controller.submission import check_game, has_reader, load_submission
from controller.table.state import HAND, Equipment, Rules
from controller.usb_belongs import AllowedForm, UsbForm, UsbRules, usb_rules_of
from drivers.ports import Binding

RUN_VARIABLE: Final = "TABLE_CONTROLLER_RUN"
SYSTEMD_VARIABLE: Final = "RUNTIME_DIRECTORY"
ANY_FIRMWARE: Final = "any"
SHOE: Final = "shoe"
READER: Final = "card_reader"
ROLES: Final = (SHOE, READER, "wager_positions")
"""What a table needs, one of each; a card reader where its game has one."""
SELECTED: Final = ("magic_card", "lucky_player")
"""Options of a progressive wager that go by a random selection of its system."""
TRUSTS: Final = ("signed", "listed", "unauthenticated")
"""How far a device is trusted: it proves itself by its key, is held to its words, or to nothing."""
AT_MOST_ONE: Final = ("shuffler", "progressive")
"""What it may have: one of each at the most."""
_MOST_SOCKET: Final = 107
"""Bytes that the kernel takes as the path of a local socket."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class InstalledDevice(Struct, frozen=True):
    """One device. driver: the entry point of its driver, its role's own unless the file says another.
    firmware: SHA-256 digests, in hexadecimal, of the boards' firmware that is accepted;
    None accepts any, which is for demonstrations. capabilities: words that it must say it has. trust: one of
    TRUSTS, "" in a file without a commissioning record."""

    name: str
    role: str
    binding: Binding
    firmware: frozenset[str] | None
    capabilities: tuple[str, ...] = ()
    driver: str = ""
    trust: str = ""


class Installation(Struct, frozen=True):
    """One table. place: the file it was read from. All paths are absolute. equipment: what else is
    installed, as far as a rule asks for it. usb: what may be plugged in besides the devices. commissioned:
    the commissioning record; None: nobody commissioned the devices."""

    place: str
    table: str
    game: str
    submission: Path
    journal: Path
    feed: Path
    devices: tuple[InstalledDevice, ...]
    equipment: Equipment = Equipment()
    usb: UsbRules = UsbRules()
    commissioned: Path | None = None


# ---- forms ----------------------------------------------------------------------------------------


def _a_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise wrong(f"{shown(name)} is no name", "write 1 to 32 of a-z 0-9 - _, a letter first")
    return name


def _a_digest(digest: str) -> str:
    if not _DIGEST.fullmatch(digest):
        raise wrong(f"{shown(digest)} is no SHA-256", "write 64 of 0-9 a-f")
    return digest


def _digests_or_any(said: object) -> object:
    """The word "any" as an empty list; an empty list in the file accepts nothing, which is a slip."""
    if said == ANY_FIRMWARE:
        return []
    if said == []:
        raise wrong("no firmware is accepted", f'list the digests, or write "{ANY_FIRMWARE}"')
    return said


def _a_trust(trust: str) -> str:
    if trust not in TRUSTS:
        raise wrong(f"{shown(trust)} is no trust", one_of(TRUSTS, trust))
    return trust


Name = Annotated[str, AfterValidator(_a_name)]
Digest = Annotated[str, AfterValidator(_a_digest)]


class _DeviceForm(Form):
    role: Name
    driver: Name = ""
    port: PortForm
    firmware: Annotated[list[Digest], BeforeValidator(_digests_or_any)]
    capabilities: list[Name] = Field(default_factory=list)
    trust: Annotated[str, AfterValidator(_a_trust)] | None = None


class _InstallationForm(Form):
    table: Name
    game: str
    submission: PathText
    journal: PathText
    feed: PathText
    run: PathText | None = None
    commissioned: PathText | None = None
    equipment: EquipmentForm = Field(default_factory=EquipmentForm)
    devices: dict[Name, _DeviceForm]
    usb: UsbForm = Field(default_factory=UsbForm)
    usb_allowed: list[AllowedForm] = Field(default_factory=list)


# ---- reading --------------------------------------------------------------------------------------


def load_installation(path: Path, run: Path | None = None) -> Installation:
    """The table that the file describes. Relative paths in it are relative to the file.

    run: what "{run}" stands for; where it is None the environment says it (TABLE_CONTROLLER_RUN, or
    systemd's RUNTIME_DIRECTORY), else the file's own key `run`. ConfigFaults names everything wrong.
    """
    said = read_toml(path)
    place = str(path)
    form = read_form(_InstallationForm, said, place)
    check_game(form.game, place)
    faults = Faults()
    base = path.resolve().parent
    paths = _Paths(base, run or _run_of(form.run, base), place, faults)
    devices = tuple(_device(name, said, paths) for name, said in form.devices.items())
    _check_trust(devices, form.commissioned, place, faults)
    _check_devices(devices, form.equipment.shoe == HAND, form.game, place, faults)
    equipment = equipment_of(form.equipment, form.game, devices, place, faults)
    feed = paths.whole(form.feed, "feed")
    _check_socket(feed, place, faults)
    submission = paths.whole(form.submission, "submission")
    journal = paths.whole(form.journal, "journal")
    record = None if form.commissioned is None else paths.whole(form.commissioned, "commissioned")
    usb = usb_rules_of(form.usb, form.usb_allowed, devices)
    _check_usb(usb, place, faults)
    faults.raise_any()
    return Installation(
        place, form.table, form.game, submission, journal, feed, devices, equipment, usb, record
    )


def load_rules(installation: Installation) -> Rules:
    """The rules of the table's Rules Submission. ConfigFaults: it has faults, is another game's, or was made
    for another layout or rack than what is installed."""
    rules = load_submission(installation.submission)
    if rules.game != installation.game:
        what = f"{installation.submission} is a submission for {rules.game}"
        remedy = f"name one for {installation.game}"
        raise ConfigFaults((ConfigFault(installation.place, what, remedy, key="submission"),))
    check_against(installation.equipment, rules, installation.place)
    _check_progressive(installation, rules)
    return rules


@clause("topic:progressive-devices", "topic:progressive-lock-out")
def _check_progressive(installation: Installation, rules: Rules) -> None:
    """A progressive wager needs a progressive system with a wagering device at each position; without such a
    wager there is nothing that it could do."""
    found = next((one for one in installation.devices if one.role == "progressive"), None)
    offered = [one.wager for one in rules.progressives]
    account = next((one.wager for one in rules.progressives if one.account), "")
    selected = [word for one in rules.progressives for word in one.options if word in SELECTED]
    if found is None and offered:
        what = f"the submission offers {' and '.join(offered)}, and no device has the role progressive"
        remedy = "install a progressive system, or name a submission without progressive wagers"
    elif found is not None and not offered:
        what = f"{found.name} is a progressive system, and the submission offers no progressive wager"
        remedy = "leave the device out, or name a submission that has one"
    elif found is not None and account and "accounts" not in found.capabilities:
        what = f"{found.name} is not said to keep game accounts, and {account} goes by them"
        remedy = 'add "accounts" to its capabilities, or install a system that keeps them'
    elif found is not None and selected and "selects" not in found.capabilities:
        what = f"{found.name} is not said to select at random, and {' and '.join(selected)} go by that"
        remedy = 'add "selects" to its capabilities, or leave these options out of the submission'
    else:
        return
    raise ConfigFaults((ConfigFault(installation.place, what, remedy, key="devices"),))


def _run_of(in_file: str | None, base: Path) -> Path | None:
    """The runtime directory as the environment says it, or the file."""
    systemd = os.environ.get(SYSTEMD_VARIABLE, "").split(":")[0]
    said = os.environ.get(RUN_VARIABLE) or systemd
    if said:
        return Path(said)
    return None if in_file is None else base / in_file


class _Paths:
    """Makes the paths of one file whole."""

    def __init__(self, base: Path, run: Path | None, place: str, faults: Faults) -> None:
        self._base = base
        self._run = None if run is None else str(run.absolute())
        self._place = place
        self._faults = faults

    def whole(self, text: str, key: str) -> Path:
        """`text` as an absolute path; a fault where it needs a runtime directory and there is none."""
        if RUN in text and self._run is None:
            what = f"nothing says what {RUN} is"
            remedy = f"set {RUN_VARIABLE}, or write the key run"
            self._faults.add(ConfigFault(self._place, what, remedy, key=key, value=text))
        return Path(os.path.normpath(self._base / text.replace(RUN, self._run or "")))


def _device(name: str, form: _DeviceForm, paths: _Paths) -> InstalledDevice:
    said = form.port.model_dump()
    if form.port.path is not None:
        said["path"] = str(paths.whole(form.port.path, f"devices.{name}.port.path"))
    firmware = frozenset(form.firmware) or None
    driver = form.driver or form.role
    return InstalledDevice(
        name, form.role, Binding(**said), firmware, tuple(form.capabilities), driver, form.trust or ""
    )


def _check_trust(
    devices: tuple[InstalledDevice, ...], commissioned: str | None, place: str, faults: Faults
) -> None:
    """A file with a commissioning record says of each device how far it is trusted; one without, of none."""
    for device in devices:
        key = f"devices.{device.name}.trust"
        if commissioned is None and device.trust:
            what = f"{device.name} is to be {device.trust}, and no commissioning record says what it is"
            remedy = 'name one, as commissioned = "NAME.commissioned", or leave trust out'
            faults.add(ConfigFault(place, what, remedy, key=key, value=device.trust))
        elif commissioned is not None and not device.trust:
            what = f"nothing says how far {device.name} is trusted"
            faults.add(ConfigFault(place, what, f"write one of {', '.join(TRUSTS)}", key=key))


def _check_usb(usb: UsbRules, place: str, faults: Faults) -> None:
    if usb.at_start == "refuse" and not usb.watch:
        what = "no start can be refused for what is plugged in by USB: nobody looks at it here"
        remedy = 'write watch = true beside it, or at_start = "note"'
        faults.add(ConfigFault(place, what, remedy, key="usb.at_start", value=usb.at_start))


def _check_devices(
    devices: tuple[InstalledDevice, ...], held: bool, game: str, place: str, faults: Faults
) -> None:
    ports: dict[Binding, str] = {}
    for device in devices:
        key = f"devices.{device.name}.port"
        problem = port_problem(device.binding) or line_problem(
            device.binding, is_own=device.driver == device.role
        )
        if problem is not None:
            faults.add(ConfigFault(place, *problem, key=key))
        elif device.binding in ports:
            what = f"{device.binding} is the port of {ports[device.binding]} too"
            faults.add(ConfigFault(place, what, "bind each device to a port of its own", key=key))
        ports.setdefault(device.binding, device.name)
    _check_roles([device.role for device in devices], held, game, place, faults)


@clause("topic:dealing-from-shoe", "topic:peek")
def _check_roles(roles: list[str], held: bool, game: str, place: str, faults: Faults) -> None:
    """No card without a shoe, no ace up without a card reader where the game looks at one, no wager without
    positions. held: the dealer holds the cards, and no shoe is there that they might come from."""
    if held and SHOE in roles:
        what = "a shoe is installed, and the cards are dealt from the hand"
        faults.add(ConfigFault(place, what, "take one of the two away", key="devices", value=SHOE))
    reads = has_reader(game)
    if READER in roles and not reads:
        what = f"a card reader is installed, and nothing is read at a table of {game}"
        faults.add(ConfigFault(place, what, "leave the device out", key="devices", value=READER))
    for role in ROLES:
        if role == READER and not reads:
            continue
        if roles.count(role) != 1 and not (held and role == SHOE):
            what = f"{roles.count(role)} devices have the role {role}"
            faults.add(ConfigFault(place, what, "install one", key="devices", value=role))
    for role in AT_MOST_ONE:
        if roles.count(role) > 1:
            what = f"{roles.count(role)} devices have the role {role}"
            faults.add(ConfigFault(place, what, "install one, or none", key="devices", value=role))


def _check_socket(feed: Path, place: str, faults: Faults) -> None:
    length = len(os.fsencode(feed))
    if length > _MOST_SOCKET:
        what = f"the path has {length} bytes, and a local socket's at most {_MOST_SOCKET}"
        faults.add(ConfigFault(place, what, "choose a shorter directory", key="feed"))


__all__ = ["Installation", "InstalledDevice", "load_installation", "load_rules"]
