"""Runs one table as a process: what `table-controller run` does, around the composition root.

The main thread is the pump. Everything that can fail before the table is ready fails with a clear line;
afterwards nothing ends the process but a signal. Screens leave through the feed's socket.
"""

import contextlib
import logging
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from controller.installation import load_installation
from controller.journal import JournalFailed
from controller.pump import Pump, Stop
from controller.startup import open_table

log = logging.getLogger(__name__)
SWITCH_INTERVAL: Final = 2e-4


def run_table(path: Path, run_dir: Path | None = None, capture: Path | None = None) -> int:
    """Run the table of an installation file until SIGTERM or SIGINT; the exit status. capture: a folder for
    recordings of the devices' links.

    Raises ConfigFault(s), JournalError, EntryFault, FeedError, DriverError before the table is ready.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    # A device's thread should not wait 5 ms for its turn while screens are being encoded.
    sys.setswitchinterval(SWITCH_INTERVAL)
    installation = load_installation(path, run_dir)
    with contextlib.ExitStack() as stack:
        pump = open_table(installation, stack, capture)
        if pump.sealed:
            raise JournalFailed(str(installation.journal), pump.sealed, "see the log above", 0)
        stack.enter_context(_stopped_by_signals(pump))
        log.info("table %s is ready (%s)", installation.table, pump.table.phase)
        print(f"table {installation.table} is ready", flush=True)
        pump.run()
    log.info("table %s has ended in %s", installation.table, pump.table.phase)
    return 0


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
