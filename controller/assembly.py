"""How a table comes to stand: fold the journal, rule on the start, connect the devices.

Start-up: fold the journal from its last checkpoint (events only: no guards, no devices), rule on the
start itself (which opens the power-loss Hold where the table was open), then let every device in, resumed
from its last durable report. Which journal, devices and consoles these are is decided in startup.py, and by
a rehearsal's bench.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller import __version__
from controller.clock import Clock
from controller.entries import EntryFault, decode_entry, decode_snapshot, fold_entries
from controller.games.game import Game
from controller.journal import AnyJournal, CheckpointBad
from controller.pump import Publish, Pump
from controller.regulation.marks import clause
from controller.table.commands import Installed, Reported, Restarted, Told
from controller.table.double_shoe import DOUBLE
from controller.table.state import Commissioning, Equipment, Rules, Table
from drivers.capture import CapturingLink, Recorder
from drivers.device import Device
from drivers.link import Link
from drivers.messages import DeviceReady, DeviceRefused, Identity, Order, Report
from drivers.ports import Binding, open_link
from drivers.proof import Proving
from drivers.roles import Role, find_role
from drivers.talk import Heard, Resume

log = logging.getLogger(__name__)
_ROOT: Final = Path(__file__).parent.parent
NO_SHUFFLER: Final = Equipment()
NOBODY: Final = Commissioning()
"""Nobody commissioned the devices."""
SHUFFLES: Final = "shuffles"
DISPENSES: Final = "dispenses"
"""The capability of a shoe that reshuffles by itself."""


class Started(Struct, frozen=True):
    """What a journal says when it is opened. is_new: it has no entry yet. wall_ms: of the last entry."""

    table: Table
    heard: dict[str, tuple[int, int]]
    is_new: bool
    wall_ms: int


def build_of() -> str:
    """The program's version and the SHA-256 of its own source, short: what a journal is written by."""
    digest = hashlib.sha256()
    for package in ("controller", "drivers"):
        for path in sorted((_ROOT / package).rglob("*.py")):
            digest.update(str(path.relative_to(_ROOT)).encode())
            digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:16]}"


def recover(game: Game, rules: Rules, journal: AnyJournal, devices: Sequence[tuple[str, str]]) -> Started:
    """Fold the journal. A checkpoint that cannot be used is passed over, and everything is folded.

    Raises JournalDamaged where the chain is broken, EntryFault where an entry cannot be read.
    """
    table = game.new_table(rules)
    heard: dict[str, tuple[int, int]] = {}
    start = 1
    try:
        checkpoint = journal.latest_checkpoint()
        if checkpoint is not None:
            snapshot = decode_snapshot(checkpoint.number, checkpoint.body)
            table, heard, start = snapshot.table, dict(snapshot.heard), checkpoint.number + 1
    except (CheckpointBad, EntryFault) as fault:
        log.warning("the checkpoint is passed over: %s", fault)
    entries = (decode_entry(one.number, one.body) for one in journal.entries(start))
    table = fold_entries(game, table, heard, entries, start)
    last = journal.last()
    return Started(table, heard, last is None, last.wall_ms if last is not None else 0)


def begin(
    pump: Pump,
    started: Started,
    rules: Rules,
    devices: Sequence[tuple[str, str]],
    build: str,
    clock: Clock,
    lost: str = "",
    equipment: Equipment = NO_SHUFFLER,
    commissioning: Commissioning = NOBODY,
) -> None:
    """Rule on the start itself: a new table, or one that goes on; and tell the time. lost: what the journal's
    end lost, in words, which the first entry has to say. equipment: what else is installed. commissioning:
    how far the devices are trusted."""
    if started.is_new:
        pump.take(Told(Installed(rules, tuple(devices), build, equipment, commissioning)))
    else:
        gap = clock.wall_ms() - started.wall_ms
        pump.take(Told(Restarted(build, rules, gap, lost, tuple(devices), equipment, commissioning)))
    pump.tell_time()


def connect(
    game: Game,
    started: Started,
    journal: AnyJournal,
    clock: Clock,
    roles: Sequence[tuple[str, str]],
    bindings: Mapping[str, Binding],
    firmware: Mapping[str, frozenset[str]],
    *,
    publish: Publish,
    capabilities: Mapping[str, tuple[str, ...]] | None = None,
    drivers: Mapping[str, str] | None = None,
    recorders: Callable[[str, Role], Recorder] | None = None,
    link_time: Callable[[], float] = time.monotonic,
    open_port: Callable[[Binding], Link] = open_link,
    proving: Mapping[str, Proving] | None = None,
) -> tuple[Pump, dict[str, Device]]:
    """The pump, and a driver a device. The drivers begin at once; what they hear waits in the inbox.

    capabilities: words that a device must say it has, by name; one that lacks any is refused, and one that
    reshuffles by itself where that is not among them. None takes any device. drivers:
    the entry point of a device's driver, by name, where it is not its role's own. recorders: begins the
    recording of a device's link, by its name and role; None: nothing is recorded. link_time: the seconds that
    the links' times are measured in. open_port: opens what a binding means, on this computer's ports unless
    another bus is meant. proving: what a device has to be and to prove, by name. UnknownRole: a driver is
    not installed; none has begun then.
    """
    entries = drivers or {}
    found = {name: find_role(role, entries.get(name, "")) for name, role in roles}
    devices: dict[str, Device] = {}
    by_role = {role: name for name, role in roles}

    def send(role: str, order: Order) -> None:
        device = devices.get(by_role.get(role, ""))
        if device is not None:
            device.order(order)

    def acknowledge(name: str, boot: int, number: int) -> None:
        devices[name].durable(boot, number)

    pump = Pump(
        game,
        started.table,
        journal,
        clock,
        send=send,
        acknowledge=acknowledge,
        publish=publish,
        heard=started.heard,
    )

    def sink(name: str, heard: Heard) -> None:
        report = heard.report if capabilities is None else _capable(heard.report, capabilities.get(name, ()))
        pump.inbox.put(Reported(name, heard.boot, heard.number, heard.at_ms, report))

    for name, _ in roles:
        heard = started.heard.get(name)
        devices[name] = Device(
            name,
            found[name],
            _opener(
                bindings[name], open_port, recorders(name, found[name]) if recorders is not None else None
            ),
            sink,
            pump.is_alive,
            resume=Resume(*heard) if heard is not None else None,
            accepted_firmware=firmware.get(name),
            monotonic=link_time,
            proving=(proving or {}).get(name),
        )
    return pump, devices


@clause("topic:self-shuffling-shoe")
def _capable(report: Report, wanted: tuple[str, ...]) -> Report:
    """The report; a refusal in its place where a device comes that cannot do what this table needs, or that
    reshuffles by itself and is not approved for it here."""
    if isinstance(report, DeviceReady):
        why = why_unfit(report.identity, wanted)
        if why:
            return DeviceRefused(f"{report.identity.model} {why}")
    return report


def why_unfit(who: Identity, wanted: tuple[str, ...]) -> str:
    """Why a table whose file names these capabilities does not take the device, "" where it does."""
    missing = [word for word in wanted if word not in who.capabilities]
    if missing:
        return (
            f"lacks {', '.join(missing)}: install a device that has it, or change `capabilities` in the "
            "table's file"
        )
    if SHUFFLES in who.capabilities and SHUFFLES not in wanted:
        return (
            f"reshuffles by itself: install another device, or name `{SHUFFLES}` and the approval in the "
            "table's file"
        )
    if DISPENSES in who.capabilities and DISPENSES not in wanted:
        return (
            "dispenses stacks: install a shoe that cards are drawn from, or name "
            f"`{DISPENSES}` in the table's file"
        )
    if DOUBLE in who.capabilities and DOUBLE not in wanted:
        return f"has two sides: install a shoe with one, or name `{DOUBLE}` in the table's file"
    return ""


def _opener(
    binding: Binding, open_port: Callable[[Binding], Link], recorder: Recorder | None
) -> Callable[[], Link]:
    """A device opens its port itself, whenever it wants one."""
    if recorder is None:
        return lambda: open_port(binding)
    return lambda: CapturingLink(open_port(binding), recorder)
