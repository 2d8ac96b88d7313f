"""The contract between a device's thread and the conversation that it holds.

What lives here: what Device needs of a conversation, whatever it speaks, and the two small records that
pass between them. What does not: the table link's own conversation (conversation.py), and the thread and
the port (device.py). A maker whose device differs from the table link in more than rows writes one of
these, without a port and without a clock, and names it in its Role (docs/devices.md).
"""

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from drivers.messages import Order, Report
from drivers.notices import Counters

TalkState = Literal["closed", "greeting", "ready", "failed"]
"""closed: no port. greeting: the device is not known yet. ready: DeviceReady was told, and orders are taken.
failed: it is left alone for a pause, without a port."""


class Resume(Struct, frozen=True):
    """Where an earlier process stopped: the device's boot id and the last durable report, 0 for none."""

    boot: int
    number: int


class Heard(Struct, frozen=True):
    """A report. boot: the boot it was made in, 0 where none is known. number: 1 to 65535 and around for what
    the device reported, 0 where the host's driver says it. at_ms: the device's milliseconds since boot, 0
    where it tells none."""

    boot: int
    number: int
    at_ms: int
    report: Report


class Talk(Protocol):
    """A conversation with one device over all its sessions. Bytes and the time go in; bytes, and what was
    heard, come out.

    All times are seconds of one monotonic clock. Nothing but `check` and `order` may raise, whatever a device
    sends. One thread at a time is inside; `check` alone is called from any.
    """

    @property
    def state(self) -> TalkState:
        """Where it is. In "closed" and "failed" the port is closed."""

    @property
    def wants_port(self) -> bool:
        """Whether the port is to be opened when there is none."""

    def opened(self, now: float) -> None:
        """The port was opened, or opened again, and its input discarded: begin anew."""

    def closed(self, now: float, reason: str) -> None:
        """The port went away, or cannot be had: DeviceLost(reason), once until it is ready again."""

    def refuse(self, now: float, reason: str) -> None:
        """This device is not accepted, or its port is not to be had: DeviceRefused, once, and a pause."""

    def check(self, order: Order) -> bool:
        """Whether the order is restrictive and goes out at once. ValueError: the device takes no such order,
        or it cannot be said; the text names it and is shown to whoever ordered."""

    def order(self, order: Order, now: float) -> None:
        """Take an order; without a session it is dropped, for whoever wants it orders after DeviceReady.
        Orders are absolute and may come again. ValueError as in `check`."""

    def durable(self, boot: int, number: int) -> None:
        """Every report of `boot` up to `number` is on disk: it will not be asked for again."""

    def rewind(self, number: int) -> None:
        """Nobody took over report `number` and what followed: it comes again, under the same numbers, behind
        the next DeviceReady of the same boot. What cannot come again is told as a Gap."""

    def take_reports(self) -> list[Heard]:
        """What was heard since the last call, in order, each once."""

    def tick(self, now: float, host_alive: bool) -> None:
        """Let the time be `now`. host_alive: the controller's own loop is young; while it is not, nothing
        that permits anything goes out."""

    def deadline(self) -> float | None:
        """When `tick` is due, in the clock of `now`; None: not before something happens."""

    def to_send(self) -> bytes:
        """What to write now; b"" for nothing. It counts as sent."""

    def received(self, data: bytes, now: float) -> None:
        """Bytes came in, in any pieces."""

    def counters(self) -> Counters:
        """How the link has fared since this object was made."""


class Converse(Protocol):
    """Begins a conversation: what a Role names where its device does not speak the table link."""

    def __call__(
        self, *, nonce: Callable[[], int], resume: Resume | None, accepted_firmware: frozenset[str] | None
    ) -> Talk:
        """nonce: random 32-bit numbers other than 0. resume: where an earlier process stopped.
        accepted_firmware: the SHA-256 digests (lower-case hexadecimal) that boards may have; None: any."""
