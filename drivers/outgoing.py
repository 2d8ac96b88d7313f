"""Orders on their way to a device: one at a time, resent, overtaken (docs/link.md, section 5).

What lives here: the queue, the order that waits for its reply, the adaptive time-out. What does
not: frames and sessions (conversation.py), and who may order what.
"""

from collections import deque
from collections.abc import Hashable
from typing import Any, Final

from drivers.messages import Order
from drivers.notices import Quality
from drivers.payload import Payload, dump
from drivers.roles import STATE, OrderRow, Role

TRIES: Final = 5
_FIRST: Final = 0.2
_LEAST: Final = 0.06
_MOST: Final = 1.0


class TimeOut:
    """The adaptive time-out (RFC 6298), in seconds."""

    def __init__(self) -> None:
        self._smoothed: float | None = None
        self._deviation = 0.0
        self.seconds = _FIRST

    def sample(self, round_trip: float) -> None:
        """Learn from one measured round trip, of an order that was sent once."""
        if self._smoothed is None:
            self._smoothed, self._deviation = round_trip, round_trip / 2
        else:
            self._deviation += (abs(self._smoothed - round_trip) - self._deviation) / 4
            self._smoothed += (round_trip - self._smoothed) / 8
        self.seconds = min(_MOST, max(_LEAST, self._smoothed + 4 * self._deviation))


class Outgoing:
    """One order, from the queue to its reply. `number` is 0 until it was sent once."""

    def __init__(self, message: int, payload: bytes, order: Order | None, row: OrderRow[Any] | None) -> None:
        self.message = message
        self.payload = payload
        self.order = order
        self.row = row
        self.number = 0
        self.tries = 0
        self.sent_at = 0.0
        self.timeout = 0.0

    @property
    def same_as(self) -> Hashable:
        """What makes two orders replace one another."""
        return self.row.same_as(self.order) if self.row else None

    def is_pointless_beside(self, newer: "Outgoing") -> bool:
        """True where `newer` says it again or contradicts it."""
        contradicts = newer.row.contradicts if newer.row else frozenset()
        return type(self.order) in contradicts or self.same_as == newer.same_as


class Orders:
    """The orders of one session."""

    def __init__(self, role: Role, quality: Quality) -> None:
        self._quality = quality
        self._role_name = role.name
        self._rows = role.orders_by_kind()
        self._queue: deque[Outgoing] = deque()
        self._urgent: deque[Outgoing] = deque()
        self._waiting: Outgoing | None = None
        self._last_number = 0
        self._time_out = TimeOut()
        self.sent = 0
        self.resent = 0

    def begin(self) -> None:
        """A new session: nothing is outstanding, numbers start at 1, the round trip is unknown."""
        self._queue.clear()
        self._urgent.clear()
        self._waiting = None
        self._last_number = 0
        self._time_out = TimeOut()

    def ask_state(self, part: int) -> None:
        """Queue the order `state` for one part of the answer."""
        said: Payload = {1: part} if part else {}
        self.ask(STATE, dump(said))

    def ask(self, message: int, payload: bytes) -> None:
        """Queue an order of the opening itself, which no role has a row for."""
        self._queue.append(Outgoing(message, payload, None, None))

    def check(self, order: Order) -> bool:
        """Whether the order is restrictive. ValueError: the role does not take it, or it cannot be said."""
        row = self._row(order)
        dump(row.encode(order))
        return row.restrictive

    def _row(self, order: Order) -> OrderRow[Any]:
        row = self._rows.get(type(order))
        if row is None:
            raise ValueError(f"a {self._role_name} takes no {type(order).__name__}")
        return row

    def submit(self, order: Order) -> None:
        """Queue an order by its kind's rules. ValueError: the role does not take it, or it cannot be said."""
        row = self._row(order)
        new = Outgoing(row.code, dump(row.encode(order)), order, row)
        if row.restrictive:
            self._queue = deque(old for old in self._queue if not old.is_pointless_beside(new))
            self._urgent = deque(old for old in self._urgent if not old.is_pointless_beside(new))
            self._urgent.append(new)
            return
        for place, old in enumerate(self._queue):
            if old.same_as == new.same_as:
                self._queue[place] = new
                return
        self._queue.append(new)

    # ---- sending ------------------------------------------------------------------------------

    def next_to_send(self, now: float, urgent_only: bool = False) -> Outgoing | None:
        """What goes on the wire now, noted as sent; None: nothing. Call again until None."""
        if self._urgent:
            self._void(self._urgent[0])
            return self._send(self._urgent.popleft(), now)
        if urgent_only:
            return None
        if self._waiting is None:
            return self._send(self._queue.popleft(), now) if self._queue else None
        if now >= self._waiting.sent_at + self._waiting.timeout and self._waiting.tries < TRIES:
            return self._resend(self._waiting, now)
        return None

    def _void(self, newer: Outgoing) -> None:
        """Forget the order that waits; say it again later where `newer` does not make it pointless."""
        old, self._waiting = self._waiting, None
        if old is None or old.is_pointless_beside(newer):
            return
        if all(old.same_as != queued.same_as for queued in self._queue):
            self._queue.appendleft(old)

    def _send(self, item: Outgoing, now: float) -> Outgoing:
        self._last_number = self._last_number % 65535 + 1
        item.number, item.tries = self._last_number, 1
        item.sent_at, item.timeout = now, self._time_out.seconds
        self._waiting = item
        self.sent += 1
        self._quality.sent(again=False)
        return item

    def _resend(self, item: Outgoing, now: float) -> Outgoing:
        item.tries += 1
        item.sent_at, item.timeout = now, min(_MOST, item.timeout * 2)
        self.resent += 1
        if item.row is not None or item.message == STATE:  # a key or a proof may take longer than this
            self._quality.sent(again=True)
        return item

    # ---- answers and time ---------------------------------------------------------------------

    def replied(self, number: int, message: int, now: float) -> Outgoing | None:
        """The order that a reply answers, which is done with; None: one that was answered or voided."""
        item = self._waiting
        if item is not None and (item.number, item.message) == (number, message):
            if item.tries == 1:
                self._time_out.sample(now - item.sent_at)
            self._waiting = None
            return item
        # A voided order that is to be said again may have been executed after all.
        for voided in self._queue:
            if voided.tries and (voided.number, voided.message) == (number, message):
                self._queue.remove(voided)
                return voided
        return None

    def exhausted(self, now: float) -> bool:
        """True when the order that waits was sent TRIES times and nothing came."""
        item = self._waiting
        return item is not None and item.tries >= TRIES and now >= item.sent_at + item.timeout

    def deadline(self, now: float) -> float | None:
        """When something is due by itself; `now` when something can be sent at once."""
        if self._urgent or (self._waiting is None and self._queue):
            return now
        return self._waiting.sent_at + self._waiting.timeout if self._waiting else None
