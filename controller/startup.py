"""The composition root: the only place that puts a game, a journal, devices and consoles together.

What each step does is in assembly.py (folding, beginning, connecting), so that a rehearsal's bench goes
the same way with simulated devices. How the process runs and ends is in running.py.
"""

import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from controller.assembly import begin, build_of, connect, recover
from controller.clock import SystemClock
from controller.commissioning import check_follows, vetting_of
from controller.consoles.feed import FeedServer
from controller.faults import ConfigFault, ConfigFaults
from controller.games import find_game
from controller.installation import Installation, load_rules
from controller.journal import Journal
from controller.pump import Durable, Pump
from controller.table.commands import Asked, Told, UsbSeen
from controller.table.usb import described
from controller.usb_belongs import Belongings
from controller.usb_watch import UsbWatcher
from drivers.capture import Recorder
from drivers.errors import AmbiguousDevice, LinkLost, PortMissing
from drivers.ports import open_link
from drivers.roles import Role
from drivers.usb_news import UsbNews
from drivers.usb_tree import UsbTree

log = logging.getLogger(__name__)


def open_table(installation: Installation, stack: contextlib.ExitStack, capture: Path | None = None) -> Pump:
    """Everything of a table, put together and ready for `pump.run()`; the stack lets go of it again.

    capture: a folder for a recording of each device's link; None: nothing is recorded.
    """
    game = find_game(installation.game)
    rules = load_rules(installation)
    clock = SystemClock()
    watcher = _watcher(installation, lambda seen: pump.inbox.put(Told(seen)))
    if watcher is not None:
        stack.callback(watcher.close)
    journal = Journal.open(installation.journal, clock=clock, table=installation.table)
    stack.callback(journal.close)
    vetting = vetting_of(installation, journal.key)
    _check_ports(installation)
    roles = tuple((device.name, device.role) for device in installation.devices)
    started = recover(game, rules, journal, roles)
    check_follows(installation, vetting.commissioning, started.table.standing.commissioning)
    feed = FeedServer(
        installation.feed,
        lambda asked: _take(pump, asked),
        name=installation.table,
        resolve=_resolver(game.chapter),
    )
    stack.callback(feed.close)

    pump, devices = connect(
        game,
        started,
        journal,
        clock,
        roles,
        {device.name: device.binding for device in installation.devices},
        {device.name: device.firmware for device in installation.devices if device.firmware},
        publish=feed.publisher(game),
        capabilities={device.name: device.capabilities for device in installation.devices},
        drivers={device.name: device.driver for device in installation.devices},
        recorders=_recorders(installation, capture, stack) if capture is not None else None,
        proving=vetting.proving,
    )
    for device in devices.values():
        stack.callback(device.close)
    journal.start(lambda number: pump.inbox.put(Durable(number)), pump.inbox.put)
    begin(
        pump,
        started,
        rules,
        roles,
        build_of(),
        clock,
        lost=_lost(journal),
        equipment=installation.equipment,
        commissioning=vetting.commissioning,
    )
    _watch(pump, watcher)
    return pump


def _watcher(installation: Installation, tell: Callable[[UsbSeen], None]) -> UsbWatcher | None:
    """Who will look at what is plugged in; None where the table's file wants nobody to. ConfigFaults: what is
    plugged in already, or cannot be seen, is what the file lets no table start with."""
    if not installation.usb.watch:
        return None
    belongings = Belongings(installation.devices, installation.usb.allowed)
    watcher = UsbWatcher(UsbTree(), belongings, tell, UsbNews())
    if installation.usb.at_start == "refuse":
        seen = watcher.look()
        wrong = [f"there is a {described(one)}; {one.why}" for one in seen.strangers]
        wrong += [f"USB cannot be seen: {seen.unwatched}"] if seen.unwatched else []
        if wrong:
            watcher.close()
            remedy = "unplug it, or write it into [[usb_allowed]]" if seen.strangers else "mount /sys"
            faults = [ConfigFault(installation.place, one, remedy, key="usb.at_start") for one in wrong]
            raise ConfigFaults(faults)
    return watcher


def _watch(pump: Pump, watcher: UsbWatcher | None) -> None:
    """Look from now on. What the table knows from before its restart is compared with what is there now."""
    known = pump.table.standing.usb is not None
    if watcher is not None:
        watcher.start(anyway=known)
        pump.on_tick = watcher.check
        return
    log.info("nobody looks at what is plugged in by USB at this table")
    if known:
        pump.inbox.put(Told(UsbSeen(())))


def _lost(journal: Journal) -> str:
    """What the journal's opening says of entries that were on disk once, "" where none is missing."""
    opening = journal.opening
    if not opening.lost:
        return opening.remark
    log.warning("entries %d to %d of the journal are lost", opening.lost_from, opening.lost_to)
    return f"entries {opening.lost_from} to {opening.lost_to} were on disk and are lost"


def _check_ports(installation: Installation) -> None:
    """PortBusy where another process has a device's port: two controllers never share one. A port that
    is not there yet is the driver's to wait for and to tell of, and a serial server decides for itself."""
    for device in installation.devices:
        if device.binding.tcp is None:
            with contextlib.suppress(PortMissing, AmbiguousDevice, LinkLost):
                open_link(device.binding).close()


def _recorders(
    installation: Installation, folder: Path, stack: contextlib.ExitStack
) -> Callable[[str, Role], Recorder]:
    """Recordings in `folder`, which is made where it is missing. OSError: it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    drivers = {device.name: device.driver for device in installation.devices}

    def record(name: str, role: Role) -> Recorder:
        recorder = Recorder(folder / f"{installation.table}.{name}.capture", name, role, drivers[name])
        stack.callback(recorder.close)
        return recorder

    return record


def _take(pump: Pump, asked: Asked) -> None:
    pump.inbox.put(asked)


def _resolver(chapter: str) -> Callable[[str], str]:
    """Clause lists are only read when the first screen is drawn: a table is ready sooner."""

    def resolve(cited: str) -> str:
        from controller.citations import resolver

        return resolver(chapter)(cited)

    return resolve
