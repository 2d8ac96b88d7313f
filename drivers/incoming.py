"""Reports on their way from a device: in order, once, and resumed (docs/link.md, section 6).

What lives here: which number is due, what is durable, what a gap is, and the judgement of what a
report says. What does not: frames, sessions, and when an acknowledgement is sent (conversation.py).
"""

from typing import Final

from msgspec import Struct

from drivers.frame import Frame
from drivers.handshake import Welcome
from drivers.messages import FaultRaised, Gap, Order, State
from drivers.payload import BadPayload, Payload, know_mandatory, load, number, optional_number, optional_text
from drivers.roles import Role
from drivers.talk import Heard, Resume

VIOLATION: Final = "violation"
"""The kind of fault that the driver raises when a device says what the document forbids."""
_OLDEST_KEY: Final = -1
_KNOWN: Final = frozenset((_OLDEST_KEY,))
_NUMBERS: Final = 65535


def following(report: int) -> int:
    """The number after `report`: 1 to 65535, and around."""
    return report % _NUMBERS + 1


def is_ahead(report: int, of: int) -> bool:
    """True where `report` comes after `of`, by the shorter way round."""
    return 0 < (report - of) % _NUMBERS <= _NUMBERS // 2


class Begun(Struct, frozen=True):
    """How a session begins. known: the boot is the one the host knew. gap: what is missing of it.
    broken: the device's numbers went back, so that they name other reports than they did."""

    known: bool
    gap: Gap | None
    broken: bool


class Reports:
    """What was taken of a device's reports, over all its sessions."""

    def __init__(self, role: Role, resume: Resume | None) -> None:
        self._rows = role.reports_by_code()
        self._new_watch = role.watch
        self._watch = role.watch()
        self._inherited_before: int | None = None
        self._first_session = True
        self._inherits = False
        self.boot = resume.boot if resume else 0
        self.durable = resume.number if resume else 0
        self._taken = self.durable
        self.taken_count = 0
        self.repeats = 0
        self.early = 0
        self.violations = 0

    def begin(self, welcome: Welcome) -> Begun:
        """Compare what the device keeps with what was taken, and go on from there."""
        known = welcome.boot == self.boot
        if known and self._taken and is_ahead(following(self._taken), welcome.next):
            return Begun(True, None, True)
        if not known:
            self.boot, self.durable, self._taken = welcome.boot, 0, 0
            self._watch = self._new_watch()
            self._inherited_before = None
        self._inherits = self._first_session
        if self._first_session:
            self._inherited_before = welcome.next
            self._first_session = False
        return Begun(known, self._skip_to(welcome.oldest), False)

    def began(self, state: State) -> None:
        """The session stands, in this state."""
        self._watch.began(state, self._inherits)

    def ordered(self, order: Order) -> None:
        """`order` goes on the wire."""
        self._watch.ordered(order)

    def take(self, frame: Frame) -> list[Heard]:
        """What a REPORT adds: nothing for one that is early or known, else the report, and before it
        what the driver has to say of it (a gap, a violation)."""
        try:
            said = load(frame.payload)
        except BadPayload:
            said = None
        heard = self._take_oldest(said) if said else []
        due = following(self._taken)
        if frame.number != due:
            if is_ahead(frame.number, due):
                self.early += 1
            else:
                self.repeats += 1
            return heard
        self._taken = due
        self.taken_count += 1
        return heard + self._judge(frame, said)

    def _take_oldest(self, said: Payload) -> list[Heard]:
        oldest = said.get(_OLDEST_KEY)
        if type(oldest) is not int or not 1 <= oldest <= _NUMBERS:
            return []
        gap = self._skip_to(oldest)
        return [Heard(self.boot, 0, 0, gap)] if gap else []

    def _skip_to(self, oldest: int) -> Gap | None:
        due = following(self._taken)
        fresh = self._taken == 0  # no number is behind: nothing was taken of this boot
        if oldest == due or not (fresh or is_ahead(oldest, due)):
            return None
        last = (oldest - 2) % _NUMBERS + 1
        self._taken = last
        return Gap(due, last)

    def _judge(self, frame: Frame, said: Payload | None) -> list[Heard]:
        """The report of a frame whose turn it is; a fault in its place where it cannot be understood.

        Its number counts as taken either way: dropped, it would come again for ever and hold up all
        that follow.
        """
        at_ms = 0
        row = self._rows.get(frame.message)
        try:
            if row is None or said is None:
                raise BadPayload("not understood")
            know_mandatory(said, _KNOWN)
            at_ms = optional_number(said, 0)
            report, wrong = self._watch.heard(row.decode(said), self._is_inherited(frame.number))
        except BadPayload:
            self.violations += 1
            fault = FaultRaised(VIOLATION, f"report {row.name if row else frame.message}")
            return [Heard(self.boot, frame.number, at_ms, fault)]
        heard = Heard(self.boot, frame.number, at_ms, report)
        if not wrong:
            return [heard]
        self.violations += 1
        return [Heard(self.boot, 0, at_ms, FaultRaised(VIOLATION, wrong)), heard]

    def _is_inherited(self, report: int) -> bool:
        if self._inherited_before is None:
            return False
        if is_ahead(self._inherited_before, report):
            return True
        # Past the boundary; forget it, lest the numbers come round to it.
        self._inherited_before = None
        return False

    def durable_in(self, boot: int) -> int:
        """The last durable report of `boot`, 0 where there is none."""
        return self.durable if boot == self.boot else 0

    def is_durable(self, boot: int, report: int) -> bool:
        """Note that all up to `report` of `boot` is on disk. True where that is news."""
        if boot != self.boot or not self._is_pending(report):
            return False
        self.durable = report
        return True

    def _is_pending(self, report: int) -> bool:
        if not self.durable:
            return 1 <= report <= self._taken
        return (self._taken - report) % _NUMBERS < (self._taken - self.durable) % _NUMBERS

    def rewind(self, report: int) -> None:
        """Let `report` and what follows come again: nobody took it over."""
        self._taken = (report - 2) % _NUMBERS + 1


def read_outcome(said: Payload) -> tuple[bool, str]:
    """Whether a REPLY accepts, and its reason word. BadPayload: it says neither."""
    return number(said, 1, 0, 1) == 0, optional_text(said, 2)
