"""Runs one table as a process: what `table-controller run` does, around the composition root.

The main thread is the pump. Everything that can fail before the table is ready fails with a clear line;
afterwards nothing ends the process but a signal. Screens leave through the feed's socket.
"""

import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from controller.clock import SystemClock
from controller.consoles.feed import FeedServer
from controller.games import find_game
from controller.installation import Installation, load_installation, load_rules
from controller.journal import Journal, JournalFailed
from controller.pump import Durable, Pump, Stop
from controller.startup import begin, build_of, connect, recover
from controller.table.commands import Asked, Input
from controller.table.ruling import Ruling
from controller.table.state import Table
from drivers.errors import AmbiguousDevice, LinkLost, PortMissing
from drivers.ports import open_link

log = logging.getLogger(__name__)
SWITCH_INTERVAL: Final = 2e-4


def run_table(path: Path, run_dir: Path | None = None) -> int:
    """Run the table of an installation file until SIGTERM or SIGINT; the exit status.

    Raises ConfigFault(s), JournalError, EntryFault, FeedError, DriverError before the table is ready.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    # A device's thread should not wait 5 ms for its turn while screens are being encoded.
    sys.setswitchinterval(SWITCH_INTERVAL)
    installation = load_installation(path, run_dir)
    with contextlib.ExitStack() as stack:
        pump = open_table(installation, stack)
        if pump.sealed:
            raise JournalFailed(str(installation.journal), pump.sealed, "see the log above", 0)
        stack.enter_context(_stopped_by_signals(pump))
        log.info("table %s is ready (%s)", installation.table, pump.table.phase)
        print(f"table {installation.table} is ready", flush=True)
        pump.run()
    log.info("table %s has ended in %s", installation.table, pump.table.phase)
    return 0


def open_table(installation: Installation, stack: contextlib.ExitStack) -> Pump:
    """Everything of a table, put together and ready for `pump.run()`; the stack lets go of it again."""
    game = find_game(installation.game)
    rules = load_rules(installation)
    clock = SystemClock()
    journal = Journal.open(installation.journal, clock=clock, table=installation.table)
    stack.callback(journal.close)
    _check_ports(installation)
    roles = tuple((device.name, device.role) for device in installation.devices)
    started = recover(game, rules, journal, roles)
    feed = FeedServer(
        installation.feed,
        lambda asked: _take(pump, asked),
        name=installation.table,
        resolve=_resolver(game.chapter),
    )
    stack.callback(feed.close)

    def publish(table: Table, given: Input | None, ruling: Ruling | None, seal: str) -> None:
        refused = ruling.refused if ruling is not None else None
        by = given.person if isinstance(given, Asked) else ""
        feed.publish(game, table, refused, by=by, locked=seal)

    pump, devices = connect(
        game,
        started,
        journal,
        clock,
        roles,
        {device.name: device.binding for device in installation.devices},
        {device.name: device.firmware for device in installation.devices if device.firmware},
        publish=publish,
        capabilities={device.name: device.capabilities for device in installation.devices},
        drivers={device.name: device.driver for device in installation.devices},
    )
    for device in devices.values():
        stack.callback(device.close)
    journal.start(lambda number: pump.inbox.put(Durable(number)), pump.inbox.put)
    begin(pump, started, rules, roles, build_of(), clock, lost=_lost(journal))
    return pump


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


def _take(pump: Pump, asked: Asked) -> None:
    pump.inbox.put(asked)


def _resolver(chapter: str) -> Callable[[str], str]:
    """Clause lists are only read when the first screen is drawn: a table is ready sooner."""

    def resolve(cited: str) -> str:
        from controller.citations import resolver

        return resolver(chapter)(cited)

    return resolve


@contextlib.contextmanager
def _stopped_by_signals(pump: Pump) -> Iterator[None]:
    """SIGTERM and SIGINT end the loop after the input that it is ruling on."""

    def stop(_: int, __: FrameType | None) -> None:
        pump.inbox.put(Stop())

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
