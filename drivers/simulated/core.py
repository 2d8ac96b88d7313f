"""The lower half of every device's firmware: power, time, bytes out, reports, fail-safe.

Without input or output: bytes are handed in and out, and time is what the caller says it is (seconds of
one monotonic clock), held in a register as on a board. Section numbers in comments are those of
docs/link.md. The upper half, which understands what a host says, is `firmware`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from drivers.simulated import wire
from drivers.simulated.faults import Faults
from drivers.simulated.reports import Ring
from drivers.simulated.wire import Frame, Payload, Value

BOOT_EACH: Final = 1.0
HEARTBEAT: Final = 0.250
SILENCE: Final = 1.0

SELF_LOCKED: Final = 3
FAULT_RAISED: Final = 4
FAULT_CLEARED: Final = 5

U32: Final = 0xFFFFFFFF


class Core(ABC):
    """Power, clock, transmitter and ring of one device, and what a role has to fill in."""

    role: ClassVar[str] = ""
    model: ClassVar[str] = ""
    release: ClassVar[str] = "1.0.0"

    def __init__(
        self, *, random32: Callable[[], int], speed: float = 1.0, serial: str = "SIM-0001", ring: int = 64
    ) -> None:
        """random32 gives the boot ids (32 random bits). speed divides the times of the mechanics,
        never those of the link. serial is what IDENTITY says. ring: reports kept, 64 at least."""
        if speed <= 0:
            raise ValueError(f"speed {speed}: must be above 0")
        self.speed = speed
        self.serial = serial
        self.boot = 0
        self.session: int | None = None
        self._random32 = random32
        self._ring_size = ring
        self._faults = Faults()
        self._out = bytearray()
        self._now = 0.0
        self._forget("unknown")

    # ---- power, time, bytes -----------------------------------------------------------------------

    def start(self, now: float, reset: str = "power") -> None:
        """Boot, or boot again: all that was in memory is gone, a new boot id is said in BOOT.

        reset: "power", "watchdog", "software" or "unknown". The mechanics (cards in the shoe, chips
        on the layout, what is jammed) stay as they are.
        """
        self._now = now
        old = self.boot
        while self.boot in (0, old):
            self.boot = self._random32() & U32
        self._forget(reset)
        self._say_boot()
        for kind, place in self._faults.standing():
            self._report_fault(kind, place)

    def _forget(self, reset: str) -> None:
        self._reset = reset
        self._booted_at = self._now
        self._receiver = wire.Receiver()
        self._ring = Ring(self._ring_size)
        self.session = None
        self._nonce = 0
        self._last_order = 0
        self._heard_at = self._now
        self._sent_at = self._now
        self._booted()

    def received(self, data: bytes, now: float) -> None:
        """Take bytes from the wire, in chunks of any size."""
        self.tick(now)
        if self._faults.silent or not self.boot:
            return
        boot = self.boot
        for frame in self._receiver.feed(data):
            if self.boot != boot:
                break  # it reset in the middle: what came behind met a device that was not there
            self._frame(frame)
        self._send_reports()

    def tick(self, now: float) -> None:
        """Do what has fallen due by `now`. Calling it too often does no harm."""
        self._now = now
        if not self.boot:
            return
        self._work()
        if self._permitted() and now >= self._heard_at + SILENCE:
            self._make_safe()
            self._report(SELF_LOCKED, {1: "silence"})
        if self.session is None:
            if now >= self._sent_at + BOOT_EACH:
                self._say_boot()
            return
        self._send_reports()
        if now >= self._sent_at + HEARTBEAT:
            self._send(wire.HEARTBEAT)

    def to_send(self) -> bytes:
        """The bytes that are ready for the wire; they are handed out once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def deadline(self) -> float | None:
        """When `tick` has something to do next; None before the first start."""
        if not self.boot:
            return None
        due = [self._sent_at + (BOOT_EACH if self.session is None else HEARTBEAT)]
        if self._permitted():
            due.append(self._heard_at + SILENCE)
        resend = self._ring.deadline()
        if self.session is not None and resend is not None:
            due.append(resend)
        work = self._work_due()
        if work is not None:
            due.append(work)
        return min(due)

    def is_permitted(self) -> bool:
        """Whether the device is permitted anything now: a card, an insertion, chips."""
        return self._permitted()

    @property
    def noise(self) -> int:
        """How often something between two delimiters was no frame, since boot."""
        return self._receiver.dropped

    # ---- frames out -------------------------------------------------------------------------------

    def _report(self, message: int, payload: Payload) -> None:
        """Number a report, keep it, send it if the window allows."""
        self._ring.add(message, {0: int((self._now - self._booted_at) * 1000), **payload})
        self._send_reports()

    def _report_fault(self, kind: str, place: str) -> None:
        self._report(FAULT_RAISED, {1: kind, 2: place} if place else {1: kind})

    def _raise_fault(self, kind: str, place: str) -> None:
        """`kind` stands from now on: reported, and what was permitted ends."""
        if not self._faults.stand(kind, place):
            return
        self._report_fault(kind, place)
        if self._permitted():
            self._make_safe()
            self._report(SELF_LOCKED, {1: "fault"})

    def _send_reports(self) -> None:
        if self.session is None:
            return
        for kept in self._ring.due(self._now):
            self._send_bytes(wire.REPORT, kept.message, kept.number, wire.pack(kept.payload))

    def _say_boot(self) -> None:
        self._send(wire.BOOT, {1: self.boot, 2: self._reset})

    def _send(self, kind: int, payload: Payload | None = None) -> None:
        self._send_bytes(kind, 0, 0, wire.pack(payload or {}))

    def _send_bytes(self, kind: int, message: int, number: int, payload: bytes) -> None:
        self._sent_at = self._now
        if not self._faults.silent:
            frame = Frame(kind, message, self.session or 0, number, self._last_order, payload)
            self._out += wire.encode(frame)

    # ---- what the upper half and a role fill in -----------------------------------------------------

    @abstractmethod
    def _frame(self, frame: Frame) -> None:
        """A frame came in, sound in form."""

    @abstractmethod
    def _booted(self) -> None:
        """Forget what was in memory: permissions, counts, sealed identities."""

    @abstractmethod
    def _order(self, message: int, payload: Payload) -> None:
        """Execute an order of the role, or raise Refuse and change nothing.

        Its number is the one under `_under_way`.
        """

    @abstractmethod
    def _state_parts(self) -> Sequence[dict[int, Value]]:
        """The answer to `state`, keys below 9, in one or more parts."""

    @abstractmethod
    def _permitted(self) -> bool:
        """Whether anything is permitted now, so that silence has to end it."""

    @abstractmethod
    def _make_safe(self) -> None:
        """Lock, close, disarm, stop the motors. The caller reports it where that is due."""

    @abstractmethod
    def _capabilities(self) -> Sequence[str]:
        """The capability words of section 7."""

    def _limits(self) -> dict[str, int]:
        """The limit words of section 7 with their numbers."""
        return {"ring": self._ring_size}

    def _work(self) -> None:  # noqa: B027 - not every role has mechanics that take time
        """Finish what the mechanics have finished by now."""

    def _work_due(self) -> float | None:
        """When `_work` has something to do next."""
        return None
