"""Which lamps are lit at a real device, by what passes on its wires: what it accepted last, and what it told.

This is no second opinion of the table's: an order counts when the device has accepted it. The same bytes
are a recording (drivers/capture.py).
"""

from pathlib import Path
from typing import Literal

from drivers import frame as wire
from drivers.capture import Recorder
from drivers.frame import Decoder, Frame
from drivers.messages import WAGERS, Arm, CardDrawn, DoubleFeed, OpenPositions, Permit, ReaderAnswer
from drivers.payload import BadPayload, Payload, load, number, numbers, rows
from drivers.roles import Role

_PERMITS = (Permit, Arm, OpenPositions)
_ACCEPTED = 0
_SELF_LOCKED = 3


class Overhears(Recorder):
    """A recording that follows what the device permits. is_permitted: cards may be drawn, one is due in the
    reader, or some spot is open. spots: those that are, box and wager. confirmed: how often a restrictive
    order was accepted."""

    def __init__(self, path: Path, device: str, role: Role) -> None:
        self.is_permitted = False
        self.spots: frozenset[tuple[int, str]] = frozenset()
        self.confirmed = 0
        self._kinds = {row.code: row for row in role.orders}
        self._rows = role.reports_by_code()
        self._up_to = 0
        self._begin()
        super().__init__(path, device, role)

    def note(
        self, direction: Literal["in", "out", "opened"], data: bytes = b"", masked: bool = False
    ) -> None:
        """Write down what passed, and follow it."""
        super().note(direction, data, masked)
        if direction == "opened":
            self._begin()
        elif direction == "out":
            for frame in self._out.feed(data):
                if frame.type == wire.ORDER:
                    self._asked[frame.session, frame.number] = frame
                elif frame.type == wire.HELLO:
                    self._shut()
        else:
            for frame in self._in.feed(data):
                self._heard(frame)

    def _begin(self) -> None:
        """Another session: whatever was permitted ends with it."""
        self._in, self._out = Decoder(), Decoder()
        self._asked: dict[tuple[int, int], Frame] = {}
        self._shut()

    def _shut(self) -> None:
        self.is_permitted, self.spots = False, frozenset()

    def _heard(self, frame: Frame) -> None:
        try:
            said = load(frame.payload)
        except BadPayload:
            return
        if frame.type == wire.REPLY:
            asked = self._asked.pop((frame.session, frame.number), None)
            if asked is not None and said.get(1) == _ACCEPTED:
                self._accepted(asked)
        elif frame.type == wire.REPORT and frame.message == _SELF_LOCKED:
            self._shut()
        elif frame.type == wire.REPORT:
            self._reported(frame, said)

    def _accepted(self, asked: Frame) -> None:
        row = self._kinds.get(asked.message)
        if row is None:
            return
        said = load(asked.payload)
        if row.kind in _PERMITS:
            self.is_permitted = True
            self.spots = _spots(said) if row.kind is OpenPositions else self.spots
            self._up_to = number(said, 1) if row.kind is Permit else 0
        elif row.contradicts:
            self._shut()
            self.confirmed += 1

    def _reported(self, frame: Frame, said: Payload) -> None:
        row = self._rows.get(frame.message)
        try:
            report = row.decode(said) if row is not None else None
        except BadPayload:
            return
        drawn_all = isinstance(report, CardDrawn) and report.draw >= self._up_to
        read = isinstance(report, ReaderAnswer) and report.answer != "no_read"
        if drawn_all or read or isinstance(report, DoubleFeed):
            self._shut()


def _spots(said: Payload) -> frozenset[tuple[int, str]]:
    found = set()
    for row in rows(said, 1):
        code, boxes, _ = numbers(row, 3)
        found |= {(box, WAGERS[code]) for box in range(1, 33) if boxes >> (box - 1) & 1}
    return frozenset(found)
