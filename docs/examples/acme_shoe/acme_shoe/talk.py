"""The conversation with an Acme shoe, without a port and without a clock (drivers/talk.py is the contract).

The shoe prints and remembers nothing, so what the table link asks of a device is done here, in this
process's memory: reports are numbered and kept until they are durable, a permission is judged as cards are
told, and the face of a card that goes face down is kept until it is disclosed. None of it outlives the
process: whoever asks then for such a face hears UNREAD, and a person enters the card from sight. What does
not live here: the grammar of a line (lines.py), and anything that the shoe cannot do.
"""

import zlib
from collections import deque
from collections.abc import Callable
from typing import Final

from acme_shoe.lines import Line, Lines
from drivers import messages as m
from drivers.cards import DECK, JOKER, SEALED, UNREAD, Card
from drivers.notices import STEADY_AFTER, Counters, Flapping, Notices, Pause
from drivers.talk import Heard, Resume, TalkState

ASK_EACH: Final = 1.0
SAID_ABSENT_AFTER: Final = 2.0
LOST_AFTER: Final = 2.5
"""The shoe prints its state each second: two of these, and the time that a line takes."""
KEPT: Final = 512
"""Reports, and hidden faces, that are kept at the most; the oldest go first."""
_NUMBERS: Final = 65535
_FACES: Final[dict[str, Card]] = {**{card: card for card in (*DECK, JOKER)}, "--": UNREAD}
_STATES: Final = {"R": (), "E": (), "J": ("jam",)}
_FIELDS: Final = {"B": 1, "I": 4, "S": 3, "C": 2}
_CAPABILITIES: Final = ("manual", "reads")


class _BadLine(ValueError):
    """A whole line that says what no shoe of this kind says. Its text names no field: that may be a card."""


class AcmeTalk:
    """See Talk, and Converse for what it is made from. `nonce` is not used: the shoe has no sessions."""

    def __init__(
        self,
        *,
        nonce: Callable[[], int],
        resume: Resume | None = None,
        accepted_firmware: frozenset[str] | None = None,
    ) -> None:
        self.state: TalkState = "closed"
        self.wants_port = True
        self._accepted_firmware = accepted_firmware
        self._lines = Lines()
        self._line = 0
        self._who: m.Identity | None = None
        self._boot = resume.boot if resume else 0
        self._number = resume.number if resume else 0
        self._last: int | None = None
        self._printed = ""
        self._permission = Permission()
        self._faces: dict[int, Card] = {}
        self._ring: deque[Heard] = deque()
        self._rewound: int | None = None
        self._heard: list[Heard] = []
        self._now = self._since = self._last_heard = self._ask_at = self._retry_at = 0.0
        self._notices, self._pause, self._flapping = Notices(), Pause(), Flapping()
        self._asked = self._malformed = self._taken = self._repeats = self._early = 0

    # ---- the port -----------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        """See Talk."""
        self._now = now
        self._lines.reset()
        self.wants_port = True
        self._greet()

    def closed(self, now: float, reason: str) -> None:
        """See Talk."""
        self._now = now
        if self.state != "failed":
            self._permission.end()
            self.state = "closed"
            self._say(self._notices.lost(reason))

    def refuse(self, now: float, reason: str) -> None:
        """See Talk."""
        self._now = now
        self._say(self._notices.refused(reason))
        self._rest(self._pause.take(self.state == "ready" and now - self._since >= STEADY_AFTER))

    def _rest(self, pause: float) -> None:
        self._permission.end()
        self.state, self.wants_port = "failed", False
        self._retry_at = self._now + pause

    def _greet(self) -> None:
        """Ask who it is and how it stands. What was permitted ends, as with any new session."""
        self._permission.end()
        self._who, self._line = None, 0
        if self.state != "greeting":
            self.state, self._since = "greeting", self._now
        self._ask_at = self._now

    def _begin_again(self, reason: str) -> None:
        self._say(self._notices.lost(reason))
        pause = self._flapping.pause(self._now - self._since)
        if pause:
            self._rest(pause)
        else:
            self._greet()

    def _say(self, reports: list[m.HostReport]) -> None:
        self._heard += [Heard(self._boot, 0, 0, report) for report in reports]

    # ---- what the host wants ------------------------------------------------------------------------

    def check(self, order: m.Order) -> bool:
        """See Talk. Nothing is said to this shoe, so that every order of its role can be."""
        if m.ROLE_OF[type(order)] != "shoe":
            raise ValueError(f"a shoe takes no {type(order).__name__}")
        if isinstance(order, m.Permit) and set(order.faces) - {m.UP, m.DOWN}:
            raise ValueError(f"faces are u and d, not {order.faces!r}")
        return isinstance(order, m.Lock)

    def order(self, order: m.Order, now: float) -> None:
        """See Talk. A permission is kept here: the shoe cannot hold a card back, and is told nothing."""
        self._now = now
        self.check(order)
        if self.state != "ready":
            return
        last = self._last or 0
        if isinstance(order, m.Lock):
            self._permission.end()
        elif isinstance(order, m.Permit):
            if order.up_to < last or order.side == 1:
                self._say([m.OrderRefused("permit", "bad-value")])
            else:
                self._permission.grant(order.up_to, order.faces, last)
        elif isinstance(order, m.Disclose):
            if 1 <= order.draw <= last and not order.side:
                self._report(m.Disclosed(order.draw, self._faces.get(order.draw, UNREAD)))
            else:
                self._say([m.OrderRefused("disclose", "bad-value")])
        else:
            self._say([m.OrderRefused("dispense", "unsupported")])

    def durable(self, boot: int, number: int) -> None:
        """See Talk. A face whose disclosure is on disk is kept no longer."""
        if boot != self._boot or all(one.number != number for one in self._ring):
            return
        while self._ring:
            one = self._ring.popleft()
            if isinstance(one.report, m.Disclosed):
                self._faces.pop(one.report.draw, None)
            if one.number == number:
                return

    def rewind(self, number: int) -> None:
        """See Talk."""
        self._rewound = number

    def take_reports(self) -> list[Heard]:
        """See Talk."""
        heard, self._heard = self._heard, []
        return heard

    # ---- time ---------------------------------------------------------------------------------------

    def tick(self, now: float, host_alive: bool) -> None:
        """See Talk. A shoe without a gate goes on whether or not the host lives: nothing is sent by that."""
        self._now = now
        if self.state == "failed" and now >= self._retry_at:
            self.state, self.wants_port = "closed", True
        elif self.state == "greeting" and now >= self._since + SAID_ABSENT_AFTER:
            self._say(self._notices.lost("the device does not answer"))
        elif self.state == "ready" and now >= self._last_heard + LOST_AFTER:
            self._begin_again(f"nothing was heard of the device for {LOST_AFTER:g} s")

    def deadline(self) -> float | None:
        """See Talk."""
        if self.state == "closed":
            return None
        if self.state == "failed":
            return self._retry_at
        if self.state == "ready":
            return self._last_heard + LOST_AFTER
        waits = [self._ask_at]
        if not self._notices.has_told_loss:
            waits.append(self._since + SAID_ABSENT_AFTER)
        return min(waits)

    def to_send(self) -> bytes:
        """See Talk. The two questions, each second until they are answered; nothing else is ever said."""
        if self.state != "greeting" or self._now < self._ask_at:
            return b""
        self._ask_at = self._now + ASK_EACH
        self._asked += 1
        return b"I?"

    # ---- receiving ----------------------------------------------------------------------------------

    def received(self, data: bytes, now: float) -> None:
        """See Talk."""
        self._now = now
        for line in self._lines.feed(data):
            if self.state not in ("greeting", "ready"):
                return
            try:
                self._take(line)
            except _BadLine:
                self._malformed += 1

    def _take(self, line: Line) -> None:
        if _FIELDS.get(line.kind) != len(line.fields):
            raise _BadLine("another number of fields")
        if line.number == self._line:
            self._repeats += 1
            return
        # Lines that are missing may have been cards or not: the count of cards in the next one tells.
        self._line = line.number
        self._last_heard = self._now
        if line.kind == "B":
            self._take_power_on()
        elif line.kind == "I":
            self._take_identity(*line.fields)
        elif line.kind == "S":
            self._take_state(*line.fields)
        else:
            self._take_card(*line.fields)

    def _take_power_on(self) -> None:
        if self.state == "ready":
            self._begin_again("the device started anew (power)")
        else:
            self._who = None
            self._ask_at = self._now

    def _take_identity(self, maker: str, model: str, serial: str, version: str) -> None:
        if self._accepted_firmware is not None:
            who = f"{maker} {model} {serial}"
            self.refuse(self._now, f"{who} tells no digest of its firmware; only listed firmware is accepted")
            return
        limits = (("ring", KEPT),)
        self._who = m.Identity(maker, f"{model} {version}", serial, "shoe", _CAPABILITIES, limits, ())

    def _take_state(self, power_on: str, cards: str, printed: str) -> None:
        if printed not in _STATES:
            raise _BadLine("a state that the page does not have")
        count, boot = _number(cards, 6), self._boot_of(_number(power_on, 5))
        if self.state == "ready" and boot != self._boot:
            self._begin_again("the device started anew (power)")
        elif self.state == "ready":
            self._count_to(count)
            self._turn_to(printed)
        elif self._who is not None:
            self._become_ready(self._who, boot, count, printed)

    def _boot_of(self, power_on: int) -> int:
        """A boot id: the same for as long as this shoe is switched on, whoever listens."""
        serial = self._who.serial if self._who is not None else ""
        return zlib.crc32(f"{serial} {power_on}".encode()) or 1

    def _become_ready(self, who: m.Identity, boot: int, count: int, printed: str) -> None:
        known = boot == self._boot
        if not known:
            self._forget(boot)
        if self._last is not None and count < self._last:
            self.refuse(self._now, "its count of cards went back under one power-on; switch it off and on")
            return
        last = self._last
        resumed = known and last == count
        self.state, self._since = "ready", self._now
        ready = m.ShoeState(True, count, count, False, _STATES[printed])
        self._say(self._notices.ready(m.DeviceReady(boot, "power", resumed, who, ready)))
        self._tell_again()
        if last is None:
            self._last = count  # what an earlier process heard, the table compares with its record
        self._count_to(count)
        if printed == "E":
            self._turn_to(printed)
        self._printed = printed

    def _forget(self, boot: int) -> None:
        """Another power-on: draws begin anew, and no face of the one before is kept."""
        self._boot, self._number, self._last = boot, 0, None
        self._printed, self._rewound = "", None
        self._faces.clear()
        self._ring.clear()

    def _tell_again(self) -> None:
        """The reports that nobody took over, as they were."""
        wanted, self._rewound = self._rewound, None
        if wanted is None:
            return
        kept = list(self._ring)
        place = next((at for at, one in enumerate(kept) if one.number == wanted), 0)
        if kept and kept[place].number != wanted:
            self._say([m.Gap(wanted, (kept[0].number - 2) % _NUMBERS + 1)])
        self._heard += kept[place:]

    def _count_to(self, count: int) -> None:
        """The shoe has drawn `count` cards. What was not told of them is missing: nothing is guessed."""
        last = self._last or 0
        if count < last:
            self.refuse(self._now, "its count of cards went back under one power-on; switch it off and on")
        elif count > last:
            self._say([m.Gap(self._number % _NUMBERS + 1, (self._number + count - last - 1) % _NUMBERS + 1)])
            self._number = (self._number + count - last - 1) % _NUMBERS + 1
            self._permission.end()
            self._last = count

    def _turn_to(self, printed: str) -> None:
        """The state that the shoe prints, as reports where it changed."""
        before, self._printed = self._printed, printed
        if printed == before:
            return
        if before == "J":
            self._report(m.FaultCleared("jam"))
        if printed == "J":
            self._permission.end()
            self._report(m.FaultRaised("jam"))
        elif printed == "E":
            self._report(m.ShoeEmpty(self._last or 0))

    def _take_card(self, count: str, face: str) -> None:
        draw = _number(count, 6)
        if face not in _FACES or not draw:
            raise _BadLine("no card")
        if self.state != "ready":
            self._early += 1  # its state tells how many have left; this one's face is not kept
            return
        if draw <= (self._last or 0):
            self._repeats += 1
            return
        self._count_to(draw - 1)
        self._last = draw
        self._draw(draw, _FACES[face])

    def _draw(self, draw: int, face: Card) -> None:
        is_up, locked, beyond = self._permission.judge(draw)
        if face != UNREAD and not is_up:
            self._faces[draw] = face
            self._faces.pop(next(iter(self._faces)) if len(self._faces) > KEPT else 0, None)
            face = SEALED
        self._report(m.CardDrawn(draw, face, False, locked, beyond))

    def _report(self, report: m.DeviceReport) -> None:
        self._number = self._number % _NUMBERS + 1
        heard = Heard(self._boot, self._number, 0, report)
        self._ring.append(heard)
        if len(self._ring) > KEPT:
            self._ring.popleft()
        self._heard.append(heard)
        self._taken += 1

    def counters(self) -> Counters:
        """See Talk. sent: questions. malformed: whole lines that say nothing lawful. early: cards before the
        shoe was known."""
        good, dropped = self._lines.good, self._lines.dropped
        return Counters(
            self._asked, 0, good, dropped, 0, self._malformed, self._taken, self._repeats, self._early, 0
        )


class Permission:
    """What is permitted, in the place of the gate that the shoe has not. At first nothing is."""

    def __init__(self) -> None:
        self._locked = True
        self._stands = False
        self._up_to = 0
        self._faces = ""

    def grant(self, up_to: int, faces: str, last: int) -> None:
        """Permit draws up to `up_to`, behind `last`; the last letter of `faces` is for `up_to`."""
        self._up_to, self._faces = up_to, faces
        self._locked, self._stands = up_to <= last, True

    def end(self) -> None:
        """Nothing is permitted from now on."""
        self._locked, self._stands = True, False

    def judge(self, draw: int) -> tuple[bool, bool, bool]:
        """Whether `draw`, told now, is dealt face up, was drawn while locked, and beyond the permission."""
        if self._locked:
            return False, True, self._stands and draw > self._up_to
        at = len(self._faces) - 1 - (self._up_to - draw)
        is_up = 0 <= at < len(self._faces) and self._faces[at] == m.UP
        self._locked = draw >= self._up_to
        return is_up, False, False


def _number(text: str, digits: int) -> int:
    if len(text) != digits or not text.isdecimal():
        raise _BadLine("no number")
    return int(text)


__all__ = ["AcmeTalk", "Permission"]
