"""A simulated device as a process of its own: what the command line calls.

It builds the model that is asked for, plugs it in, says where, serves it until SIGTERM or SIGINT, and
removes what it made. Parsing a command line does not live here; the arguments are plain ones.
"""

import random
import secrets
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.control import answer_line
from drivers.simulated.control_socket import ControlSocket
from drivers.simulated.decks import a_shoe
from drivers.simulated.endpoint import Endpoint, PtyEndpoint, TcpEndpoint, split_address
from drivers.simulated.firmware import Firmware
from drivers.simulated.noise import Noise, Rates
from drivers.simulated.server import SimulatorServer
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wager_positions import SimulatedPositions

ROLES: Final = ("shoe", "card_reader", "wager_positions")
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
    decks: int = 6,
    behind: int = 52,
    seed: int | None = None,
    gate: bool = True,
    lid: bool = True,
    boxes: int = 6,
    noise: Rates = GOOD,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve one simulated device until SIGTERM or SIGINT. To be called in the main thread.

    port: a path that is made a link to the device's pty. tcp: "host:port" in place of a pty. control:
    the path of the control socket (`control`). faults: "kind", "kind@occasion", "kind:place@occasion".
    cards, or decks, behind (the cover card) and seed: what a shoe is loaded with. gate, lid: what
    the shoe has. boxes: of the positions. noise: of the cable, both ways. announce: is told one line
    when the device is ready. ValueError for what cannot be, OSError where a name cannot be had.
    """
    device = make_device(role, speed=speed, serial=serial, ring=ring, gate=gate, lid=lid, boxes=boxes)
    if isinstance(device, SimulatedShoe):
        device.load(cards or a_shoe(decks, behind, seed), 0.0)
    for fault in faults:
        kind, place, at = parse_fault(fault)
        device.fault(kind, 0.0, place=place, at=at)
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
    boxes: int = 6,
) -> Firmware:
    """A model of that role, not started. ValueError for a role that there is not."""

    def random32() -> int:
        return secrets.randbits(32)

    if role == "shoe":
        name = serial or "SIM-SHOE-1"
        return SimulatedShoe(random32=random32, speed=speed, serial=name, ring=ring, gate=gate, lid=lid)
    if role == "card_reader":
        return SimulatedReader(random32=random32, speed=speed, serial=serial or "SIM-READER-1", ring=ring)
    if role == "wager_positions":
        name = serial or "SIM-POSITIONS-1"
        return SimulatedPositions(random32=random32, boxes=boxes, speed=speed, serial=name, ring=ring)
    raise ValueError(f"no simulated {role!r}; there are {', '.join(ROLES)}")


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
