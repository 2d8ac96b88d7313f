"""What the host's driver says of a device by itself, each thing once; and how the link fares in numbers.

What lives here: lost and refused told once until the device is ready again, the pauses before the
next attempt, the alarm over a poor cable, the counters. What does not: when any of it is so
(conversation.py).
"""

from collections import deque
from typing import Final

from msgspec import Struct

from drivers.messages import DeviceLost, DeviceReady, DeviceRefused, HostReport, LinkPoor

PAUSE_LEAST: Final = 0.5
PAUSE_MOST: Final = 8.0
STEADY_AFTER: Final = 10.0
"""How long a session must have lasted for its failure to be taken as a first one."""
MOST_REFUSALS: Final = 8
"""Reasons that are told for a device that is never ready in between: some name another process each time."""
BRIEF_BORNE: Final = 3
"""Sessions in a row that may end before they were steady, and are begun again at once."""
WATCHED: Final = 100
"""The last so many frames tell how good the cable is; fewer tell nothing."""
POOR_FROM: Final = 5
"""So many missed among them, and a person is told: with one frame in fifty lost within some minutes."""
TOLD_AGAIN_AFTER: Final = 600.0
"""Seconds; a cable that stays poor is told no more often than that."""
BEAT: Final = 0.25
"""A device says something each so many seconds (docs/link.md, section 8)."""


class Notices:
    """Remembers what was told, so that a loss is told once however often it is noticed."""

    def __init__(self) -> None:
        self.has_told_loss = False
        self._told_refusal = ""
        self._refusals = 0

    def lost(self, reason: str) -> list[HostReport]:
        """The loss, where it was not told since the device was ready."""
        if self.has_told_loss:
            return []
        self.has_told_loss = True
        return [DeviceLost(reason)]

    def refused(self, reason: str) -> list[HostReport]:
        """The refusal, where it is another than the last one; the last of MOST_REFUSALS says so."""
        if reason == self._told_refusal or self._refusals >= MOST_REFUSALS:
            return []
        self._told_refusal = reason
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            reason += " (what follows is not told until it is ready)"
        return [DeviceRefused(reason)]

    def ready(self, report: DeviceReady) -> list[HostReport]:
        """It is ready; what goes wrong from now on is news."""
        self.has_told_loss = False
        self._told_refusal = ""
        self._refusals = 0
        return [report]


class Pause:
    """The pause before the next attempt, growing from PAUSE_LEAST to PAUSE_MOST seconds."""

    def __init__(self) -> None:
        self._next = PAUSE_LEAST

    def take(self, steady: bool) -> float:
        """This pause; `steady`: what failed had worked for long."""
        pause = PAUSE_LEAST if steady else self._next
        self._next = min(PAUSE_MOST, pause * 2)
        return pause

    def reset(self) -> None:
        """The device does what it is ordered."""
        self._next = PAUSE_LEAST


class Flapping:
    """A device that keeps coming and going is left alone ever longer, lest each time fill a journal."""

    def __init__(self) -> None:
        self._brief = 0
        self._pause = Pause()

    def pause(self, lasted: float) -> float:
        """Seconds until the next attempt, after a session that lasted so long; 0.0: at once."""
        if lasted >= STEADY_AFTER:
            self._brief = 0
            self._pause.reset()
            return 0.0
        self._brief += 1
        return self._pause.take(steady=False) if self._brief > BRIEF_BORNE else 0.0


class Quality:
    """Tells of a poor cable before it is a lost device: of the last WATCHED frames too many were missed. That
    is an order that was sent again, or a heartbeat that did not come."""

    def __init__(self) -> None:
        self._missed: deque[bool] = deque(maxlen=WATCHED)
        self._told_at: float | None = None

    def begin(self) -> None:
        """The port was opened anew: it may be another cable."""
        self._missed.clear()

    def sent(self, *, again: bool) -> None:
        """An order went on the wire, for the first time or again."""
        self._missed.append(again)

    def heard(self, silence: float) -> None:
        """A frame came after so many seconds."""
        self._missed.extend((True,) * int(silence / BEAT - 0.5))
        self._missed.append(False)

    def poor(self, now: float) -> list[HostReport]:
        """The alarm, where it is due."""
        missed = sum(self._missed)
        if len(self._missed) < WATCHED or missed < POOR_FROM:
            return []
        if self._told_at is not None and now < self._told_at + TOLD_AGAIN_AFTER:
            return []
        self._told_at = now
        return [LinkPoor(missed, WATCHED)]


class Counters(Struct, frozen=True):
    """How the link fares. sent, resent: orders. frames: received whole. dropped: spans that were no
    frame. void: frames of another session. malformed: frames that said nothing lawful. taken, repeats,
    early: reports. violations: reports that said what the document forbids."""

    sent: int
    resent: int
    frames: int
    dropped: int
    void: int
    malformed: int
    taken: int
    repeats: int
    early: int
    violations: int
