"""A device: one thread that owns one link and holds one conversation over it.

What lives here: opening and reopening, waiting for the port and for orders at once, handing on what
was heard. What does not: what is said (conversation.py), which port (ports.py), and any exception
that crosses a thread: a device in trouble is a report.
"""

import logging
import os
import secrets
import selectors
import threading
import time
from collections import deque
from collections.abc import Callable
from random import Random
from traceback import format_tb
from typing import Final

from drivers.conversation import begin
from drivers.errors import AmbiguousDevice, DriverError, LinkLost, PortBusy
from drivers.link import Link
from drivers.messages import DeviceLost, Order
from drivers.notices import Counters
from drivers.proof import Proving
from drivers.roles import Role
from drivers.talk import Heard, Resume

_LOG: Final = logging.getLogger(__name__)
_REOPEN_LEAST: Final = 0.1
_REOPEN_MOST: Final = 5.0
_TELL_AGAIN: Final = 0.1
_MOST_LOGGED: Final = 8
"""Troubles that are logged until the device is well again; a dead port has many names for itself."""
_IDLE: Final = 60.0
_FULL_WAIT: Final = 0.05
"""Seconds between two looks at a port that has no room; room itself is told at once."""
_TAKES_WITHIN: Final = 2.0
"""Seconds in which a device must take a byte of what is said to it. Its own signs of life are no excuse."""
_DIRECT_WAIT: Final = 0.001
"""Seconds that a restrictive order waits for the device's thread to end its turn before it is queued."""

Sink = Callable[[str, Heard], None]


def random_nonce() -> int:
    """A random 32-bit number other than 0."""
    return secrets.randbelow(0xFFFFFFFF) + 1


class Device:
    """Runs from its construction until `close`. All methods may be called from any thread.

    open_link: gives an open link or raises DriverError; it is called whenever one is wanted. sink:
    called in the device's thread with what was heard, in order; it must not block. Where it raises,
    the link is begun anew and the report comes again. alive: whether the controller's own loop is
    young (its last tick less than 2 s ago); without it the device is left to lock itself. monotonic: the
    seconds that all times of the link are measured in.
    """

    def __init__(
        self,
        name: str,
        role: Role,
        open_link: Callable[[], Link],
        sink: Sink,
        alive: Callable[[], bool],
        *,
        resume: Resume | None = None,
        accepted_firmware: frozenset[str] | None = None,
        proving: Proving | None = None,
        nonce: Callable[[], int] = random_nonce,
        random: Random | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._open_link = open_link
        self._sink = sink
        self._alive = alive
        self._monotonic = monotonic
        self._random = random if random is not None else Random()  # noqa: S311 (jitter)
        self._conversation = begin(
            role, nonce=nonce, resume=resume, accepted_firmware=accepted_firmware, proving=proving
        )
        self._wishes: deque[Order | tuple[int, int]] = deque()
        self._link: Link | None = None
        self._unwritten = b""
        self._waits_to_write = False
        self._full_since = 0.0
        self._turn_lock = threading.Lock()
        self._reopen_at = 0.0
        self._reopen_pause = _REOPEN_LEAST
        self._logged: set[str] = set()
        self._owed: Heard | None = None
        self._tell_at = 0.0
        self._closing = False
        self._ended = False
        self._wake_lock = threading.Lock()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name=f"device {name}", daemon=True)
        self._thread.start()

    # ---- from any thread ----------------------------------------------------------------------

    def order(self, order: Order) -> None:
        """Hand an order to the device; see Talk.order. ValueError: it takes no such order, or the order
        cannot be said on the wire, which is the caller's mistake and told to the caller."""
        if self._conversation.check(order) and self._order_now(order):
            return
        self._wishes.append(order)
        self._wake()

    def _order_now(self, order: Order) -> bool:
        """Write a restrictive order from the caller's own thread, where the device's thread is only
        waiting: a lock should not wait for another thread's turn. False where it has to."""
        if not self._turn_lock.acquire(timeout=_DIRECT_WAIT):
            return False
        try:
            if self._link is None or self._unwritten or self._closing:
                return False
            self._hear_wishes()
            self._conversation.order(order, self._monotonic())
            data = self._conversation.to_send()
            if data:
                try:
                    data = data[self._link.write(data) :]
                except LinkLost:
                    pass  # the device's thread meets the same trouble, and sees to it
                self._unwritten = data
                self._full_since = self._monotonic()
        finally:
            self._turn_lock.release()
        self._wake()
        return True

    def durable(self, boot: int, number: int) -> None:
        """Every report of `boot` up to `number` is on disk."""
        self._wishes.append((boot, number))
        self._wake()

    def close(self) -> None:
        """End the thread and close the port, within a second."""
        self._closing = True
        self._wake()
        self._thread.join(1.0)
        if self._thread.is_alive():
            _LOG.error("device %s: its thread does not end; its sink blocks", self.name)

    def counters(self) -> Counters:
        """How the link fares."""
        return self._conversation.counters()

    def _wake(self) -> None:
        with self._wake_lock:
            if self._ended:
                return
            try:
                os.write(self._wake_write, b"\0")
            except BlockingIOError:
                pass  # the pipe is full of wakes already

    # ---- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with self._turn_lock:  # let go of while waiting
                while not self._closing:
                    self._guard(self._turn)
                self._guard(self._part)
        finally:
            with self._turn_lock:
                self._drop_link()
            self._selector.close()
            with self._wake_lock:
                self._ended = True
                os.close(self._wake_read)
                os.close(self._wake_write)

    def _guard(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # a defect of ours; the table must hear of it all the same
            # Not its words: those of another maker's driver may name what the device said.
            where = "".join(format_tb(error.__traceback__)).rstrip()
            self._log(f"the driver failed: {type(error).__name__}\n{where}", logging.ERROR)
            self._let_go("the driver failed")

    def _part(self) -> None:
        """Say what was ordered last (a lock, most likely) before the port is closed."""
        self._hear_wishes()
        self._conversation.tick(self._monotonic(), self._alive())
        self._write()

    def _turn(self) -> None:
        """Wait until something is due, and do all that is."""
        if self._link is None:
            self._try_open()
            self._tell()  # why it could not be, before the pause
        wait = self._wait()
        self._turn_lock.release()
        try:
            ready = self._selector.select(wait)
        finally:
            self._turn_lock.acquire()
        for key, events in ready:
            if key.fd == self._wake_read:
                os.read(self._wake_read, 4096)
            elif events & selectors.EVENT_READ:
                self._read()
        self._hear_wishes()
        now = self._monotonic()
        self._look_again(now)
        self._conversation.tick(now, self._alive())
        self._write()
        self._tell()
        if self._conversation.state in ("closed", "failed"):
            if self._link is not None:
                self._rest(now)
            self._drop_link()  # also where its pause was over before it was looked at

    def _look_again(self, now: float) -> None:
        """What has come by `now` is heard before a silence is judged that lasts until `now`: between waiting
        and looking at the time this thread may have stood still."""
        due = self._conversation.deadline()
        if self._link is None or due is None or now < due:
            return
        for key, events in self._selector.select(0):
            if key.fileobj is self._link and events & selectors.EVENT_READ:
                self._read()

    def _wait(self) -> float:
        now = self._monotonic()
        dues = [now + _IDLE]
        deadline = self._conversation.deadline()
        if deadline is not None:
            # What is due to be said has to wait for room, and must not be looked for all the time.
            dues.append(max(deadline, now + _FULL_WAIT) if self._unwritten else deadline)
        if self._link is None and self._conversation.wants_port:
            dues.append(self._reopen_at)
        if self._owed is not None:
            dues.append(self._tell_at)
        return max(0.0, min(dues) - now)

    def _hear_wishes(self) -> None:
        while self._wishes:
            wish = self._wishes.popleft()
            if isinstance(wish, tuple):
                self._conversation.durable(*wish)
            else:
                self._conversation.order(wish, self._monotonic())

    def _read(self) -> None:
        if self._link is None:
            return
        try:
            data = self._link.read()
        except LinkLost as error:
            self._lose_link(str(error))
            return
        self._conversation.received(data, self._monotonic())
        self._tell()

    def _write(self) -> None:
        """Write what is due. What the port does not take now is finished before anything else is asked
        for, so that an order that overtakes never stands behind more than one write."""
        if self._link is None:
            return
        data = self._unwritten or self._conversation.to_send()
        if not data:
            return
        try:
            taken = self._link.write(data)
        except LinkLost as error:
            self._lose_link(str(error))
            return
        if taken or not self._unwritten:
            self._full_since = self._monotonic()
        elif self._monotonic() >= self._full_since + _TAKES_WITHIN:
            self._lose_link(f"its port takes nothing for {_TAKES_WITHIN:g} s", "the device takes nothing")
            return
        self._unwritten = data[taken:]
        if self._waits_to_write != bool(self._unwritten):
            self._waits_to_write = bool(self._unwritten)
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unwritten else 0)
            self._selector.modify(self._link, wanted)

    # ---- the port -----------------------------------------------------------------------------

    def _try_open(self) -> None:
        now = self._monotonic()
        if not self._conversation.wants_port or now < self._reopen_at:
            return
        try:
            self._link = self._open_link()
        except (AmbiguousDevice, PortBusy) as error:
            self._log(str(error))
            self._conversation.refuse(now, str(error))
            self._rest(now)
        except DriverError as error:
            self._log(str(error))
            self._conversation.closed(now, str(error))
            self._back_off(now)
        else:
            self._selector.register(self._link, selectors.EVENT_READ)
            self._conversation.opened(now)

    def _back_off(self, now: float) -> None:
        self._reopen_at = now + self._reopen_pause * self._random.uniform(0.5, 1.0)
        self._reopen_pause = min(_REOPEN_MOST, self._reopen_pause * 2)

    def _rest(self, now: float) -> None:
        """The pause after a failure is longer by chance, lest all devices of a house come back at once."""
        due = self._conversation.deadline()
        if self._conversation.state == "failed" and due is not None:
            self._reopen_at = due + (due - now) * self._random.uniform(0.0, 0.2)

    def _lose_link(self, reason: str, told: str = "unplugged") -> None:
        """What the system said of which port is for the log alone; who hears of it knows no ports."""
        self._log(reason)
        self._let_go(told)

    def _let_go(self, told: str) -> None:
        now = self._monotonic()
        self._drop_link()
        self._conversation.closed(now, told)
        self._back_off(now)

    def _drop_link(self) -> None:
        """Close at once, so that the next plug gets the old name."""
        link, self._link = self._link, None
        self._unwritten = b""
        self._waits_to_write = False
        if link is None:
            return
        try:
            self._selector.unregister(link)
        except (KeyError, ValueError):
            pass  # it was closed before it was ever waited for
        try:
            link.close()
        except Exception as error:  # against its contract; the loss is to be told, and the port opened again
            self._log(f"closing its port failed: {type(error).__name__}")

    def _log(self, reason: str, level: int = logging.WARNING) -> None:
        """Log a trouble once, not each time that it is met again, and no more of them than help."""
        if reason in self._logged or len(self._logged) > _MOST_LOGGED:
            return
        self._logged.add(reason)
        if len(self._logged) > _MOST_LOGGED:
            reason = "ever other troubles follow, which are not logged until it is well again"
        _LOG.log(level, "device %s: %s", self.name, reason)

    # ---- what was heard -----------------------------------------------------------------------

    def _tell(self) -> None:
        """Hand on what was heard."""
        if self._owed is not None and not self._tell_owed():
            return
        heard = self._conversation.take_reports()
        for place, one in enumerate(heard):
            try:
                self._sink(self.name, one)
            except Exception as error:  # whatever the handler is, the reader lives
                self._not_taken(heard[place:], error)
                return
            self._note_good(one)

    def _note_good(self, one: Heard) -> None:
        if self._conversation.state == "ready" and one.number:
            self._reopen_pause = _REOPEN_LEAST
            self._logged.clear()

    def _not_taken(self, heard: list[Heard], error: Exception) -> None:
        """Nobody took these over. Let them come again with a new session, and say that it was lost."""
        self._log(f"what it reports is not taken: {type(error).__name__}")
        for one in heard:
            if one.number:
                self._conversation.rewind(one.number)
                break
        now = self._monotonic()
        self._drop_link()
        self._conversation.closed(now, "the handler of its reports failed")
        self._conversation.take_reports()
        self._back_off(now)
        self._owed = Heard(heard[0].boot, 0, 0, DeviceLost("the handler of its reports failed"))
        self._tell_at = now + _TELL_AGAIN

    def _tell_owed(self) -> bool:
        owed, now = self._owed, self._monotonic()
        if owed is None or now < self._tell_at:
            return owed is None
        try:
            self._sink(self.name, owed)
        except Exception:  # as before; it was logged
            self._tell_at = now + _TELL_AGAIN
            return False
        self._owed = None
        return True
