"""A simulated device as a process of its own: what the command line calls.

It builds the model that is asked for, plugs it in, says where, serves it until SIGTERM or SIGINT, and
removes what it made. Parsing a command line does not live here; the arguments are plain ones.
"""

import random
import secrets
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.control import answer_line
from drivers.simulated.control_socket import ControlSocket
from drivers.simulated.decks import COVER, a_shoe
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.endpoint import Endpoint, PtyEndpoint, TcpEndpoint, split_address
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Noise, Rates
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.server import SimulatorServer
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import Kind, SimulatedShuffler
from drivers.simulated.shuffling import seeded
from drivers.simulated.vault import Vault
from drivers.simulated.wager_positions import SimulatedPositions

ROLES: Final = ("shoe", "card_reader", "wager_positions", "shuffler", "progressive")
GOOD: Final = Rates()
"""The noise of a good cable: none."""


def run_simulator(
    role: str,
    *,
    port: str | None = None,
    tcp: str | None = None,
    control: str | None = None,
    speed: float = 1.0,
    faults: Sequence[str] = (),
    serial: str | None = None,
    ring: int = 64,
    cards: Sequence[str] = (),
    decks: int | None = None,
    behind: int = 52,
    seed: int | None = None,
    gate: bool = True,
    lid: bool = True,
    shuffles: bool = False,
    double: bool = False,
    automated: bool = False,
    boxes: int = 6,
    kind: Kind = "batch",
    seconds_a_deck: float = 22.0,
    noise: Rates = GOOD,
    key: str | None = None,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve one simulated device until SIGTERM or SIGINT. To be called in the main thread.

    port: a path that is made a link to the device's pty. tcp: "host:port" in place of a pty. control:
    the path of the control socket (`control`). faults: "kind", "kind@occasion", "kind:place@occasion".
    cards, or decks (6; 1 in an automated shoe), behind (the cover card) and seed: what a shoe is loaded with;
    of a double one each side has decks, and the left one the cards. decks (8): of a
    shuffler's largest batch; its input is empty at first, and a seed makes its shuffles repeatable. The
    rest is as in `make_device`. noise: of the cable, both ways. key: the device can sign, and this file is
    the memory that its key is kept in. announce: is told one line when the device is ready. ValueError for
    what cannot be, OSError where a name cannot be had.
    """
    device = make_device(
        role,
        speed=speed,
        serial=serial,
        ring=ring,
        gate=gate,
        lid=lid,
        shuffles=shuffles,
        double=double,
        automated=automated,
        boxes=boxes,
        kind=kind,
        decks=8 if decks is None else decks,
        seconds_a_deck=seconds_a_deck,
        seed=seed,
    )
    if key is not None:
        device.vault = Vault(Path(key))
    if isinstance(device, SimulatedDoubleShoe):
        for side in range(device.compartments):
            own = cards if side == 0 else ()
            seed_of_side = None if seed is None else seed + side
            device.load(own or a_shoe(6 if decks is None else decks, behind, seed_of_side), 0.0, side)
    elif isinstance(device, SimulatedShoe):
        in_shoe = a_shoe((1 if automated else 6) if decks is None else decks, behind, seed)
        no_cover = shuffles or automated
        device.load(cards or [card for card in in_shoe if not (no_cover and card == COVER)], 0.0)
    for fault in faults:
        what, place, at = parse_fault(fault)
        device.fault(what, 0.0, place=place, at=at)
    endpoint = _endpoint(port, tcp)
    cable = random.Random(seed)  # noqa: S311 - noise of a cable, no card depends on it
    to_device, to_host = Noise(cable, noise), Noise(cable, noise)
    with ExitStack() as stack:
        server = SimulatorServer(device, endpoint, to_device=to_device, to_host=to_host)
        stack.callback(server.close)
        if control is not None:
            socket = ControlSocket(control, lambda line: answer_line(server, line))
            stack.callback(socket.close)
            server.add(socket)
        stack.enter_context(_stopped_by_signals(server))
        announce(f"{role} on {endpoint.address}")
        server.run()


def make_device(
    role: str,
    *,
    speed: float = 1.0,
    serial: str | None = None,
    ring: int = 64,
    gate: bool = True,
    lid: bool = True,
    shuffles: bool = False,
    double: bool = False,
    automated: bool = False,
    boxes: int = 6,
    kind: Kind = "batch",
    decks: int = 8,
    seconds_a_deck: float = 22.0,
    seed: int | None = None,
) -> Firmware:
    """A model of that role, not started. ValueError for a role that there is not.

    gate, shuffles, double, automated: what a shoe has and does; one with two sides does not shuffle, and one
    that dispenses stacks does neither. lid: whether a shoe or a shuffler has one. boxes: of the positions or
    the progressive system. kind, decks, seconds_a_deck, seed: a shuffler's, without a seed by the system's
    generator.
    """
    if role == "shoe" and automated:
        if shuffles or double:
            raise ValueError("an automated shoe has one side, and does not shuffle: leave out one of the two")
        name = serial or "SIM-AUTOMATED-SHOE-1"
        return SimulatedAutomatedShoe(random32=_random32, speed=speed, serial=name, ring=ring, lid=lid)
    if role == "shoe" and double:
        if shuffles:
            raise ValueError("a double shoe does not shuffle by itself: leave out one of the two")
        name = serial or "SIM-DOUBLE-SHOE-1"
        return SimulatedDoubleShoe(
            random32=_random32, speed=speed, serial=name, ring=ring, gate=gate, lid=lid
        )
    if role == "shoe":
        return SimulatedShoe(
            random32=_random32,
            speed=speed,
            serial=serial or "SIM-SHOE-1",
            ring=ring,
            gate=gate,
            lid=lid,
            shuffles=shuffles,
        )
    if role == "card_reader":
        return SimulatedReader(random32=_random32, speed=speed, serial=serial or "SIM-READER-1", ring=ring)
    if role == "wager_positions":
        name = serial or "SIM-POSITIONS-1"
        return SimulatedPositions(random32=_random32, boxes=boxes, speed=speed, serial=name, ring=ring)
    if role == "shuffler":
        return SimulatedShuffler(
            random32=_random32,
            speed=speed,
            serial=serial or "SIM-SHUFFLER-1",
            ring=ring,
            kind=kind,
            decks=decks,
            seconds_a_deck=seconds_a_deck,
            lid=lid,
            order=None if seed is None else seeded(seed),
        )
    if role == "progressive":
        name = serial or "SIM-PROGRESSIVE-1"
        return SimulatedProgressive(random32=_random32, boxes=boxes, speed=speed, serial=name, ring=ring)
    raise ValueError(f"no simulated {role!r}; there are {', '.join(ROLES)}")


def _random32() -> int:
    return secrets.randbits(32)


def parse_fault(text: str) -> tuple[str, str, int]:
    """ "jam:path@5" as ("jam", "path", 5); place and occasion may be missing. ValueError otherwise."""
    what, at_sign, occasion = text.partition("@")
    kind, _, place = what.partition(":")
    if not kind or (at_sign and not (occasion.isdigit() and int(occasion))):
        raise ValueError(f"{text!r} is no fault: kind, kind@occasion or kind:place@occasion")
    return kind, place, int(occasion or 0)


def _endpoint(port: str | None, tcp: str | None) -> Endpoint:
    if tcp is None:
        return PtyEndpoint(port)
    if port is not None:
        raise ValueError("either a port or tcp, not both")
    return TcpEndpoint(*split_address(tcp))


@contextmanager
def _stopped_by_signals(server: SimulatorServer) -> Iterator[None]:
    old = {
        number: signal.signal(number, lambda *_: server.stop()) for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
