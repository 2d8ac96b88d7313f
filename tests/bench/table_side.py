"""A table as a process of its own, for the measure of latency: the real pump, driver, journal and feed.

`python -m tests.bench.table_side PTY FOLDER` plays the table into a round, drives wager positions on the
serial port PTY, keeps its journal and its feed's socket in FOLDER, says "ready", and ends when its
standard input does. The shoe and the reader are not there: what they would have said was said before.
"""

import contextlib
import sys
import threading
from itertools import chain
from pathlib import Path
from typing import Final

from controller.clock import SystemClock
from controller.consoles.feed import FeedServer
from controller.games import find_game
from controller.journal import Journal
from controller.pump import Durable, Pump, Stop
from controller.running import SWITCH_INTERVAL
from controller.table.commands import Reported
from drivers.device import Device
from drivers.link import SerialLink
from drivers.messages import Order
from drivers.roles import find_role
from drivers.talk import Heard
from tests.bench.script import GAME, NotPlayed, Script, make_script

NAME: Final = "wagers"
ROLE: Final = "wager_positions"
SOCKET: Final = "feed"


def main() -> int:
    """Serve until standard input ends."""
    port, folder = sys.argv[1], Path(sys.argv[2])
    sys.setswitchinterval(SWITCH_INTERVAL)
    with contextlib.ExitStack() as stack:
        pump = _table(port, folder, stack)
        threading.Thread(target=_until_input_ends, args=(pump,), daemon=True).start()
        print("ready", flush=True)
        pump.run()
    return 0


def _until_input_ends(pump: Pump) -> None:
    sys.stdin.read()
    pump.inbox.put(Stop())


def _table(port: str, folder: Path, stack: contextlib.ExitStack) -> Pump:
    """A table in a round: six boxes wagered on and dealt, the positions closed, decisions due."""
    game, clock = find_game(GAME), SystemClock()
    script = make_script(game, 2)
    journal = Journal.open(folder / "journal", clock=clock, table="bench")
    stack.callback(journal.close)
    feed = FeedServer(folder / SOCKET, lambda _: None, name="bench")
    stack.callback(feed.close)
    devices: dict[str, Device] = {}

    def send(role: str, order: Order) -> None:
        if role in devices:
            devices[role].order(order)

    def acknowledge(_: str, boot: int, number: int) -> None:
        devices[ROLE].durable(boot, number)

    pump = Pump(
        game,
        game.new_table(script.rules),
        journal,
        clock,
        send=send,
        acknowledge=acknowledge,
        publish=feed.publisher(game),
    )
    journal.start(lambda number: pump.inbox.put(Durable(number)), pump.inbox.put)
    _play_into_a_round(pump, script)

    def sink(name: str, heard: Heard) -> None:
        pump.inbox.put(Reported(name, heard.boot, heard.number, heard.at_ms, heard.report))

    devices[ROLE] = Device(NAME, find_role(ROLE), lambda: SerialLink(port), sink, pump.is_alive)
    stack.callback(devices[ROLE].close)
    return pump


def _play_into_a_round(pump: Pump, script: Script) -> None:
    """Up to the first decision: the positions are closed, and stay so."""
    for given in (*script.opening, *chain.from_iterable(script.rounds)):
        pump.take(given)
        if pump.table.phase == "PlayerDecisions" and pump.table.round > 1:
            return
    raise NotPlayed("no round of the script comes to decisions")


if __name__ == "__main__":
    sys.exit(main())
