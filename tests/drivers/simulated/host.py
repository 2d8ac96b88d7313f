"""A host in the hands of a test: it says what the test wants said, and keeps all that comes back.

It uses the simulators' own reading of frames, so it proves nothing about bytes; `test_vectors` does
that. Time is the test's: `wait` walks the device from deadline to deadline.
"""

from collections.abc import Iterator

from drivers.cards import DECK
from drivers.simulated import wire
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.firmware import Firmware
from drivers.simulated.progressive import SimulatedProgressive
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.simulated.wager_positions import SimulatedPositions
from drivers.simulated.wire import Frame, Payload, Value

NONCE = 0xC0FFEE


def boot_ids(first: int = 0xB0070001) -> Iterator[int]:
    """Boot ids that a test can foretell."""
    while True:
        yield first
        first += 1


def make(role: str, speed: float = 1.0) -> Firmware:
    """A device of that role, a shoe with four cards inside, a shuffler with eight decks in its input."""
    ids = boot_ids().__next__
    if role == "shoe":
        shoe = SimulatedShoe(random32=ids, speed=speed)
        shoe.load(["TH", "5D", "2C", "9S"], 0.0)
        return shoe
    if role == "card_reader":
        return SimulatedReader(random32=ids, speed=speed)
    if role == "shuffler":
        shuffler = SimulatedShuffler(random32=ids, speed=speed)
        shuffler.feed(DECK * 8, 0.0)
        return shuffler
    if role == "progressive":
        return SimulatedProgressive(random32=ids, speed=speed)
    return SimulatedPositions(random32=ids, speed=speed)


class Host:
    """Holds one device on an ideal cable. `acknowledges`: whether reports are taken by `wait`."""

    def __init__(self, device: Firmware, *, now: float = 0.0, acknowledges: bool = True) -> None:
        self.device = device
        self.now = now
        self.acknowledges = acknowledges
        self.bytes = bytearray()
        self.frames: list[Frame] = []
        self.session = 0
        self.number = 0
        self.has = 0
        self._receiver = wire.Receiver()
        if not device.boot:
            device.start(now)
        self.collect()

    # ---- saying ------------------------------------------------------------------------------------

    def hello(self, nonce: int = NONCE, *, boot: int | None = None, has: int | None = None) -> list[Frame]:
        payload: dict[int, Value] = {1: nonce, 2: [1]}
        if boot is not None:
            payload[3] = boot
        if has is not None:
            payload[4] = has
        self.session = wire.session_of(self.device.boot, nonce)
        self.number = 0
        return self.say(Frame(wire.HELLO, payload=wire.pack(payload)))

    def order(self, message: int, payload: Payload | None = None) -> dict[int, Value]:
        """Send the next order and return what its one reply says."""
        replies = [frame for frame in self.send_order(message, payload) if frame.type == wire.REPLY]
        assert len(replies) == 1
        assert (replies[0].number, replies[0].message) == (self.number, message)
        return wire.unpack(replies[0].payload)

    def send_order(self, message: int, payload: Payload | None = None) -> list[Frame]:
        self.number = wire.after(self.number)
        return self.say(self.order_frame(message, payload))

    def order_frame(self, message: int, payload: Payload | None = None) -> Frame:
        packed = wire.pack(payload or {})
        return Frame(wire.ORDER, message, self.session, self.number, self.has, packed)

    def acknowledge(self, number: int) -> list[Frame]:
        self.has = number
        return self.say(Frame(wire.ACK, session=self.session, acknowledgement=number))

    def beat(self) -> list[Frame]:
        return self.say(Frame(wire.HEARTBEAT, session=self.session, acknowledgement=self.has))

    def say(self, frame: Frame) -> list[Frame]:
        self.device.received(wire.encode(frame), self.now)
        return self.collect()

    # ---- hearing -------------------------------------------------------------------------------------

    def collect(self) -> list[Frame]:
        data = self.device.to_send()
        self.bytes += data
        fresh = self._receiver.feed(data)
        self.frames += fresh
        return fresh

    def wait(self, seconds: float, *, alive: bool = True) -> list[Frame]:
        """Let time pass; alive: with a heartbeat each 200 ms."""
        heard: list[Frame] = []
        end = self.now + seconds
        beat = self.now + 0.2
        while self.now < end:
            due = self.device.deadline()
            steps = [end, beat] if alive else [end]
            self.now = min([*steps, due] if due is not None and due > self.now else steps)
            self.device.tick(self.now)
            heard += self.collect()
            if alive and self.now >= beat:
                self._take(heard)
                heard += self.beat()
                beat = self.now + 0.2
        self._take(heard)
        return heard

    def _take(self, heard: list[Frame]) -> None:
        numbers = [frame.number for frame in heard if frame.type == wire.REPORT]
        while self.acknowledges and wire.after(self.has) in numbers:
            self.has = wire.after(self.has)

    def reports(self) -> list[tuple[int, dict[int, Value]]]:
        """(message, payload without the time) of each report of this session, once, in order of number."""
        found: dict[int, tuple[int, dict[int, Value]]] = {}
        for frame in self.frames:
            if frame.type == wire.REPORT and frame.session == self.session:
                said = wire.unpack(frame.payload)
                found[frame.number] = (frame.message, {key: said[key] for key in said if key > 0})
        return [found[number] for number in sorted(found)]
