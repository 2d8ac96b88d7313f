"""What the host writes, and when: HELLO, orders, acknowledgements, heartbeats (docs/link.md).

What lives here: the frames that go out and their times. What does not: which order comes next
(outgoing.py), and what the device answers (conversation.py).
"""

from typing import Final

from drivers import frame as wire
from drivers.frame import Frame, encode
from drivers.incoming import Reports
from drivers.opening import Known, Opening
from drivers.outgoing import Orders, Outgoing

HELLO_EVERY: Final = 0.3
HEARTBEAT_EVERY: Final = 0.25


class Sender:
    """Composes what is due. `acknowledge`: an acknowledgement waits for a frame to ride on."""

    def __init__(self, orders: Orders, reports: Reports) -> None:
        self.acknowledge = False
        self._orders = orders
        self._reports = reports
        self._port_is_new = False
        self._hello_at = 0.0
        self._last_sent = 0.0

    def new_port(self) -> None:
        """The next HELLO is the first on its port: a delimiter goes before it."""
        self._port_is_new = True

    def greet(self, now: float) -> None:
        """A HELLO is due."""
        self.acknowledge = False
        self._hello_at = now

    def due(self, known: Known | None, now: float) -> float:
        """When something is to be sent, unless something happens before."""
        if known is None:
            return self._hello_at
        order_due = self._orders.deadline(now)
        beat_due = self._last_sent + HEARTBEAT_EVERY
        return beat_due if order_due is None else min(order_due, beat_due)

    def hello(self, opening: Opening, now: float, alive: bool) -> bytes:
        """HELLO where it is due, and the controller's loop is alive."""
        if not alive or now < self._hello_at:
            return b""
        self._hello_at = now + HELLO_EVERY
        first = b"\0" if self._port_is_new else b""
        self._port_is_new = False
        payload = opening.hello(self._reports.boot, self._reports.durable)
        return first + encode(Frame(wire.HELLO, payload=payload))

    def session(self, known: Known, now: float, alive: bool) -> bytes:
        """What is due of a session; nothing but restrictive orders unless the controller's loop is alive."""
        out = bytearray()
        while (item := self._orders.next_to_send(now, urgent_only=not alive)) is not None:
            if item.order is not None:
                self._reports.ordered(item.order)
            out += self._frame(known, wire.ORDER, item)
        if not out and alive and self.acknowledge:
            out += self._frame(known, wire.ACK)
        if not out and alive and now >= self._last_sent + HEARTBEAT_EVERY:
            out += self._frame(known, wire.HEARTBEAT)
        if out:
            self._last_sent = now
        return bytes(out)

    def _frame(self, known: Known, kind: int, item: Outgoing | None = None) -> bytes:
        """A frame with a current acknowledgement."""
        self.acknowledge = False
        durable = self._reports.durable_in(known.welcome.boot)
        if item is None:
            return encode(Frame(kind, 0, known.session, 0, durable))
        return encode(Frame(kind, item.message, known.session, item.number, durable, item.payload))
