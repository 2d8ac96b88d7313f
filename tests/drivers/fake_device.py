"""A device for tests of the conversation: it answers by a script and decides nothing.

It is told by the test what to send, and keeps what it was sent. It is no model of a device.
"""

import contextlib
import threading
from queue import SimpleQueue

from drivers import frame as wire
from drivers.conversation import Conversation
from drivers.errors import LinkLost
from drivers.frame import Decoder, Frame, encode
from drivers.handshake import session_of
from drivers.link import Link
from drivers.messages import Report
from drivers.payload import Payload, dump, load, number
from drivers.roles import find_role
from drivers.talk import Heard, Resume

BOOT = 0x1A2B3C4D
DIGEST = bytes(range(32))
SHOE_STATE: Payload = {1: 1, 2: 0, 3: 0, 4: 0, 9: 0, 10: 0, 11: [], 12: 1}


class Speaker:
    """Builds the frames of a device; the session is that of the last HELLO answered."""

    def __init__(self, role: str) -> None:
        self.boot = BOOT
        self.session = 0
        self.role = role
        self.oldest = 1
        self.next = 1
        self.states: list[Payload] = [SHOE_STATE]

    def frame(self, kind: int, message: int = 0, number: int = 0, payload: Payload | None = None) -> Frame:
        return Frame(kind, message, self.session, number, 0, dump(payload or {}))

    def reply(self, order: Frame, payload: Payload | None = None) -> Frame:
        return self.frame(wire.REPLY, order.message, order.number, payload or {1: 0})

    def report(self, report: int, message: int, **said: Payload) -> Frame:
        return self.frame(wire.REPORT, message, report, {0: report * 10, **said.get("payload", {})})

    def drawn(self, report: int, draw: int, card: int, flags: int = 0) -> Frame:
        extra: Payload = {3: flags} if flags else {}
        return self.report(report, 16, payload={1: draw, 2: card, **extra})

    def boot_frame(self, boot: int | None = None) -> Frame:
        return Frame(wire.BOOT, payload=dump({1: boot or self.boot, 2: "watchdog"}))

    def welcome(self, hello: Frame) -> list[Frame]:
        """The answers to HELLO."""
        nonce = number(load(hello.payload), 1)
        self.session = session_of(self.boot, nonce)
        name, digest = "main", DIGEST
        return [
            self.frame(
                wire.WELCOME,
                payload={1: self.boot, 2: "power", 3: 1, 4: self.oldest, 5: self.next, 6: nonce},
            ),
            self.frame(
                wire.IDENTITY,
                payload={1: "Acme", 2: "Model", 3: "S1", 4: self.role, 5: ["lid"], 6: {"ring": 64}, 7: 1},
            ),
            self.frame(wire.BOARD, payload={1: 0, 2: name, 3: "1.0", 4: digest}),
        ]


class Bench(Speaker):
    """A conversation, its far end, and a clock that the test winds."""

    def __init__(
        self,
        role: str = "shoe",
        *,
        resume: Resume | None = None,
        accepted_firmware: frozenset[str] | None = None,
    ) -> None:
        super().__init__(role)
        self.now = 100.0
        self.alive = True
        self.heard: list[Heard] = []
        self.arrived: list[Frame] = []
        self._nonces = iter(range(1001, 100000))
        self._decoder = Decoder()
        self.talk = Conversation(
            find_role(role),
            nonce=lambda: next(self._nonces),
            resume=resume,
            accepted_firmware=accepted_firmware,
        )

    # ---- the host's side ----------------------------------------------------------------------

    def pump(self) -> list[Frame]:
        """Let the host do what is due; the frames it sends."""
        self.talk.tick(self.now, self.alive)
        frames = self._decoder.feed(self.talk.to_send())
        self.arrived += frames
        self.heard += self.talk.take_reports()
        return frames

    def wait(self, seconds: float) -> list[Frame]:
        """Let time pass from deadline to deadline, the device being silent; the frames sent."""
        end, sent = self.now + seconds, self.pump()
        while (due := self.talk.deadline()) is not None and due <= end:
            self.now = max(due, self.now)
            sent += self.pump()
        self.now = end
        return sent + self.pump()

    def reports(self) -> list[Report]:
        """What was heard since the last call."""
        self.heard += self.talk.take_reports()
        heard, self.heard = self.heard, []
        return [one.report for one in heard]

    # ---- the device's side ----------------------------------------------------------------------

    def say(self, *frames: Frame) -> list[Frame]:
        """Let the host receive these; the frames it sends at once."""
        self.talk.received(b"".join(map(encode, frames)), self.now)
        return self.pump()

    def heartbeat(self) -> list[Frame]:
        return self.say(self.frame(wire.HEARTBEAT))

    def connect(self) -> None:
        """Open the port and bring the session up."""
        self.talk.opened(self.now)
        self.greet()

    def greet(self) -> None:
        """Answer the HELLO that is due, and the state orders."""
        hello = next(f for f in self.pump() if f.type == wire.HELLO)
        sent = self.say(*self.welcome(hello))
        for state in self.states:
            (order,) = [f for f in sent if f.type == wire.ORDER]
            sent = self.say(self.reply(order, {1: 0, 3: state}))


class FarEnd(Speaker):
    """A device at the far end of a link, in a thread: it answers HELLO, `state` and every order."""

    def __init__(self, link: Link, role: str = "shoe") -> None:
        super().__init__(role)
        self.link = link
        self.mute = False
        self.replies = True
        self.orders: SimpleQueue[Frame] = SimpleQueue()
        self.acknowledged = 0
        self._decoder = Decoder()
        self._ended = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def say(self, *frames: Frame) -> None:
        """Send these."""
        self.link.write(b"".join(map(encode, frames)), 1.0)

    def stop_reading(self) -> None:
        """Hang: nothing is read or said any more, and the port stays."""
        self._ended = True
        self._thread.join(5.0)

    def close(self) -> None:
        """End it; the port goes with it."""
        self._ended = True
        self.link.close()
        self._thread.join(5.0)

    def _run(self) -> None:
        try:
            while not self._ended:
                for frame in self._decoder.feed(self.link.read(0.1)):
                    self._answer(frame)
                if self.session and not self.mute:
                    with contextlib.suppress(LinkLost):  # what was said to it before is still to be read
                        self.say(self.frame(wire.HEARTBEAT))
        except LinkLost:
            pass

    def _answer(self, frame: Frame) -> None:
        self.acknowledged = max(self.acknowledged, frame.acknowledgement)
        if self.mute:
            return
        if frame.type == wire.HELLO:
            self.say(*self.welcome(frame))
        elif frame.type == wire.ORDER and frame.message == 1:
            self.say(self.reply(frame, {1: 0, 3: self.states[0]}))
        elif frame.type == wire.ORDER:
            self.orders.put(frame)
            if self.replies:
                self.say(self.reply(frame))
