"""Both real ends of a link in one thread and in virtual time: the host's Conversation and a firmware model.

Between them a cable that may be bad in every way; beside the host a disk on which a report is some time
after it was heard, and somebody who wants something of the device and says it again whenever the device
has come back. The models are those of recorded.py; what was recorded is judged in judging.py.
"""

import random
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

from drivers import frame as wire
from drivers.conversation import Conversation
from drivers.frame import Decoder, Frame, encode
from drivers.handshake import session_of
from drivers.messages import (
    DeviceReady,
    DeviceReport,
    Disclose,
    Gap,
    Order,
    Release,
    Report,
    SelfLocked,
    Shuffle,
    ShuffleFailed,
    ShufflerState,
)
from drivers.payload import load, number, optional_number
from drivers.roles import Role, find_role
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.noise import Cable, Rates
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.shuffler import SimulatedShuffler
from drivers.talk import Heard, Resume
from tests.drivers.recorded import KINDS

STEP = 1e-4
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] * 4


class PickyCable(Cable):
    """A good cable that loses what a test picks: `loses(frame, goes_down)` is asked of each whole frame."""

    def __init__(self, loses: Callable[[Frame, bool], bool]) -> None:
        super().__init__(random.Random(0), Rates())
        self.loses = loses

    def carry(self, up: bytes, down: bytes, now: float) -> tuple[bytes, bytes]:
        return super().carry(self._kept(up, False), self._kept(down, True), now)

    def _kept(self, data: bytes, goes_down: bool) -> bytes:
        frames = Decoder().feed(data)
        return b"".join(encode(frame) for frame in frames if not self.loses(frame, goes_down))


class BothEnds:
    """One link. `alive`: the controller's own loop is young. `lag`: seconds within which a report is on disk.

    written: every entry that was made durable, over all lives of the host. heard: all that was heard. told:
    what the host's driver said of the device by itself (lost, ready, refused, gap), a list a life. said: the
    host's frames. disclosed, permitted_up: by (boot, draw), which faces were ordered.
    jobs: the numbers of shuffles that nobody has ordered yet.
    """

    def __init__(self, role: str, seed: int, rates: Rates | None = None, *, lag: float = 0.0) -> None:
        self.rng = random.Random(seed)
        self.role: Role = find_role("shoe" if role.endswith("_shoe") else role)
        self.now = 0.0
        self.alive = True
        self.plugged = True
        self.lag = lag
        self.model = KINDS[role](random32=self._random32)
        if isinstance(self.model, SimulatedShoe):
            self.model.load(CARDS, self.now)
            if isinstance(self.model, SimulatedDoubleShoe):
                self.model.load(CARDS, self.now, 1)
        elif isinstance(self.model, SimulatedShuffler):
            self.model.feed(CARDS[:52], self.now)
        self.cable = Cable(self.rng, rates or Rates())
        self.written: list[Heard] = []
        self.heard: list[Heard] = []
        self.told: list[list[Report]] = []
        self.said: list[Frame] = []
        self.said_at: list[float] = []
        self.bytes_said = 0
        self.wishes: list[Order] = []
        self.jobs = count(1)
        self.permitted_up: set[tuple[int, int]] = set()
        self.disclosed: set[tuple[int, int]] = set()
        self._waiting: deque[tuple[float, Heard]] = deque()
        self._decoder = Decoder()
        self._nonces: list[int] = []
        self._on_disk: set[tuple[int, int]] = set()
        self.model.start(self.now)
        self.begin(None)

    def _random32(self) -> int:
        return self.rng.getrandbits(32) | 1

    # ---- lives ------------------------------------------------------------------------------------

    def begin(self, resume: Resume | None) -> None:
        """A process of the host begins, with what an earlier one had on disk."""
        self.told.append([])
        self.talk = Conversation(self.role, nonce=self._random32, resume=resume)
        if self.plugged:
            self.talk.opened(self.now)

    def restart(self) -> None:
        """The host is killed and starts again: what was not on disk is gone with it, and who wanted something
        has to find out first what there is."""
        self._waiting.clear()
        self.wishes = []
        numbered = [one for one in self.written if one.number]
        self.begin(Resume(numbered[-1].boot, numbered[-1].number) if numbered else None)

    def unplug(self) -> None:
        self.plugged = False
        self.cable.clear()
        self.talk.closed(self.now, "unplugged")
        self._take()

    def replug(self) -> None:
        if not self.plugged:
            self.plugged = True
            self.talk.opened(self.now)

    # ---- what the host wants -----------------------------------------------------------------------

    def order(self, *orders: Order) -> None:
        """Order it now, and again whenever the device has come back."""
        self.wishes = [order for order in orders if not isinstance(order, Disclose)]
        for order in orders:
            self._order(order)

    def _order(self, order: Order) -> None:
        boot = self.model.boot
        if isinstance(order, Disclose):
            self.disclosed.add((boot, order.draw))
        for place, face in enumerate(getattr(order, "faces", "")):
            if face == "u":
                self.permitted_up.add((boot, order.up_to - len(order.faces) + 1 + place))
        self.talk.order(order, self.now)

    def lock(self) -> None:
        """The restrictive order of this role."""
        kind = next(row.kind for row in self.role.orders if row.restrictive)
        self.order(kind())

    def replay(self) -> None:
        """Somebody says again, with a sound check, what the host said at some time; no HELLO."""
        old = [frame for frame in self.said if frame.type != wire.HELLO]
        if old:
            self.model.received(encode(self.rng.choice(old)), self.now)

    # ---- time ---------------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        """Let time pass from deadline to deadline."""
        end = self.now + seconds
        while True:
            while self._exchange():
                pass
            due = self._due()
            if due is None or due > end:
                self.now = end
                while self._exchange():
                    pass
                return
            self.now = max(due, self.now + STEP)

    def quiet(self, seconds: float = 5.0) -> None:
        """The cable is a good one from now on, everything alive, and time passes."""
        self.alive = True
        self.cable.change(Rates())
        self.replug()
        self.run(seconds)

    def _due(self) -> float | None:
        dues = [self.model.deadline(), self.talk.deadline(), self.cable.due()]
        if self._waiting:
            dues.append(self._waiting[0][0])
        return min((due for due in dues if due is not None), default=None)

    def _exchange(self) -> bool:
        """One turn of both ends; whether anything moved."""
        now = self.now
        self.model.tick(now)
        self.talk.tick(now, self.alive)
        if self.plugged and self.talk.state == "closed" and self.talk.wants_port:
            self.cable.to_host.clear()
            self.talk.opened(now)
        up, down = self.model.to_send(), self.talk.to_send()
        self._note(down)
        came, went = self.cable.carry(up, down, now) if self.plugged else (b"", b"")
        if came:
            self.talk.received(came, now)
        if went:
            self.model.received(went, now)
        return bool(self._take() or self._commit() or up or down or came or went)

    def _take(self) -> bool:
        heard = self.talk.take_reports()
        for one in heard:
            self.heard.append(one)
            if not one.number:
                self.told[-1].append(one.report)
            due = self.now + self.rng.random() * self.lag
            self._waiting.append((max(due, self._waiting[-1][0]) if self._waiting else due, one))
            if isinstance(one.report, DeviceReady | SelfLocked | ShuffleFailed):
                self._say_again(one.report)
        return bool(heard)

    def _say_again(self, heard: Report) -> None:
        """The wishes, once more; where a shuffle has failed, what became another one by that."""
        failed = None
        if isinstance(heard, ShuffleFailed):
            failed = heard.job
        elif isinstance(heard, DeviceReady) and isinstance(heard.state, ShufflerState):
            failed = heard.state.job if heard.state.stage == "failed" else None
        before, self.wishes = self.wishes, [self._instead(wish, failed) for wish in self.wishes]
        for old, wish in zip(before, self.wishes, strict=True):
            if wish != old or not isinstance(heard, ShuffleFailed):
                self._order(wish)

    def _instead(self, wish: Order, failed: int | None) -> Order:
        """A shuffle that failed is ordered as another job; what is inside after a reset is of no job."""
        if isinstance(wish, Shuffle) and wish.job == failed:
            return Shuffle(next(self.jobs), wish.batch, wish.count)
        if isinstance(wish, Release) and failed == 0:
            return Release(0)
        return wish

    def _commit(self) -> bool:
        moved = False
        while self._waiting and self._waiting[0][0] <= self.now:
            _, one = self._waiting.popleft()
            self.written.append(one)
            self._on_disk.add((one.boot, one.number))
            if one.number:
                self.talk.durable(one.boot, one.number)
            moved = True
        return moved

    # ---- what is judged at once ------------------------------------------------------------------------

    def _note(self, down: bytes) -> None:
        """Each frame of the host acknowledges what is on disk and nothing else."""
        self.bytes_said += len(down)
        for frame in self._decoder.feed(down):
            self.said.append(frame)
            self.said_at.append(self.now)
            if frame.type == wire.HELLO:
                said = load(frame.payload)
                self._nonces.append(number(said, 1))
                boot, acknowledged = optional_number(said, 3), optional_number(said, 4)
            else:
                boot, acknowledged = self._boot_of(frame.session), frame.acknowledgement
            assert not acknowledged or (boot, acknowledged) in self._on_disk, "it is not on disk"

    def _boot_of(self, session: int) -> int:
        """The boot that made this session with one of the host's nonces, the newest one first."""
        return next(
            boot
            for nonce in reversed(self._nonces)
            for boot in reversed(self.model.boots)
            if session_of(boot, nonce) == session
        )


def expected(role: Role, message: int, payload: dict[int, Any]) -> DeviceReport:
    """A report as a perfect host understands it."""
    return role.reports_by_code()[message].decode(payload)


def numbers_of(written: list[Heard], boot: int) -> list[int]:
    """The numbers of one boot, with those that a Gap names, in the order in which they were written. A gap
    that was said again after a restart counts once."""
    found: list[int] = []
    for one in written:
        if one.boot != boot:
            continue
        if isinstance(one.report, Gap):
            named = range(one.report.first, one.report.last + 1)
            found += [number for number in named if number not in found]
        elif one.number:
            found.append(one.number)
    return found
