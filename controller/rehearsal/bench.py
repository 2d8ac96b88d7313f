"""A bench: the real pump, journal and drivers, and simulated devices at the other end of the links.

Two of them stand behind this interface: in memory, deterministic, in virtual time (memory_bench.py); and over
real pseudo-terminals with threads, in real time (pty_bench.py). What people do at a bench is in dealer.py and
preparing.py, what the script asks for in play.py.
"""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar

from controller.entries import Entry
from controller.games.game import Game
from controller.journal import AnyJournal
from controller.submission import has_reader
from controller.table.commands import Asked, Input
from controller.table.double_shoe import DOUBLE
from controller.table.ruling import Ruling
from controller.table.state import AUTOMATED, HAND, SHUFFLERS, Equipment, Rules, Table
from drivers.notices import Counters
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Cable
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions

T = TypeVar("T")
DEVICES: Final = (("shoe", "shoe"), ("reader", "card_reader"), ("wagers", "wager_positions"))
READER: Final = DEVICES[1]
SHUFFLER: Final = ("shuffler", "shuffler")
PROGRESSIVE: Final = ("progressive", "progressive")
NO_SHUFFLER: Final = Equipment()
SHUFFLER_SPEED: Final = 20.0
"""How much faster than the other devices a shuffler is where time is real: nobody watches it for minutes."""
BUILD: Final = "rehearsal"
BEGINS: Final = datetime(2026, 1, 5, 12)
"""When a rehearsal begins, local time, wherever and whenever it is played: at noon of a Monday."""


def random32() -> int:
    """A random 32-bit number other than 0, as boot ids and nonces are."""
    return secrets.randbelow(0xFFFFFFFF) + 1


class Bench(Protocol):
    """What a rehearsal needs of a bench, whichever it is."""

    game: Game
    rulings: list[tuple[Input, Ruling]]

    @property
    def journal(self) -> AnyJournal:
        """Where everything is written down."""

    @property
    def table(self) -> Table:
        """The Table as it stands."""

    def devices(self) -> tuple[str, ...]:
        """The names of the devices."""

    def ask(self, given: Asked) -> Ruling:
        """Ask the table for something and wait for the ruling."""

    def act(self, device: str, action: Callable[[Any, float], T]) -> T:
        """Do something to a device's model: action(model, now)."""

    def run_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until `done`, `seconds` at the most; whether it came true."""

    def unplug(self, device: str) -> None:
        """Pull the device's cable."""

    def replug(self, device: str) -> None:
        """Plug it in again."""

    def power_cycle(self, device: str) -> None:
        """The device loses power and starts again."""

    def meddle(self, device: str, action: Callable[[Cable, float], T]) -> T:
        """Do something to the device's cable, both ways or one: action(cable, now)."""

    def counters(self, device: str) -> Counters:
        """How the device's link fares, as the host counts it."""

    def restart(self) -> None:
        """The controller is killed and started again on its journal."""

    def entries(self) -> list[Entry]:
        """Every journal entry."""

    def skip(self, seconds: float) -> None:
        """Let so much time pass at once for the controller's clocks; devices do not notice."""

    def close(self) -> None:
        """End; nothing is left."""


def begins_ms() -> int:
    """The wall clock at the beginning of a rehearsal, in milliseconds."""
    return int(BEGINS.timestamp() * 1000)


def installed(equipment: Equipment, rules: Rules) -> tuple[tuple[str, str], ...]:
    """The devices of a bench with this equipment, under these rules: their names, and their roles."""
    there: tuple[tuple[str, str], ...] = DEVICES[1:] if equipment.shoe == HAND else DEVICES
    if not has_reader(rules.game):
        there = tuple(device for device in there if device != READER)
    shuffler = (SHUFFLER,) if equipment.shuffler in SHUFFLERS else ()
    return (*there, *shuffler, *((PROGRESSIVE,) if rules.progressives else ()))


def models(
    boxes: int,
    speed: float,
    *,
    gate: bool = True,
    equipment: Equipment = NO_SHUFFLER,
    shuffler_speed: float = 1.0,
    give: Callable[[list[str], float], None] | None = None,
    progressive: bool = False,
    reader: bool = True,
) -> dict[str, Firmware]:
    """The simulated devices of a table. progressive: with a progressive system. reader: with a card reader.
    give: where a continuous machine puts its cards; into the shoe directly where it is left out. A shuffler
    gives cards out in the order in which they went in: what a shuffle makes of them is one of all orders,
    and a script can tell which cards come again."""
    in_shoe = equipment.shuffler == "in_shoe"
    shoe: SimulatedShoe
    if equipment.shoe == AUTOMATED:
        shoe = SimulatedAutomatedShoe(random32=random32, speed=speed)
    elif equipment.shoe == DOUBLE:
        shoe = SimulatedDoubleShoe(random32=random32, speed=speed, gate=gate)
    else:
        shoe = SimulatedShoe(random32=random32, speed=speed, gate=gate, shuffles=in_shoe)
    made: dict[str, Firmware] = {} if equipment.shoe == HAND else {"shoe": shoe}
    if reader:
        made["reader"] = SimulatedReader(random32=random32, speed=speed)
    made |= {
        "wagers": SimulatedPositions(random32=random32, speed=speed, boxes=boxes),
    }
    if equipment.shuffler in SHUFFLERS:
        made["shuffler"] = SimulatedShuffler(
            random32=random32,
            speed=speed * shuffler_speed,
            kind="batch" if equipment.shuffler == "batch" else "continuous",
            gives=give or shoe.add,
            order=list,
        )
    if progressive:
        made["progressive"] = SimulatedProgressive(random32=random32, speed=speed, boxes=boxes)
    return made
