"""What a shuffler does by itself while time passes: the course of a job, its troubles, the lid, the exit.

`ShufflerMachine` moves from stage to stage and reports it. What a host orders and what hands do to the
machine is in `shuffler`; the cards are in `stack`, the moments in `shuffle_clock`, the verdicts in
`verdicts`.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from drivers.cards import DECK
from drivers.simulated.firmware import ORDER_DONE, ORDER_FAILED, Firmware
from drivers.simulated.shuffle_clock import PLACES, ShuffleClock, Trouble, moment_of, place_at
from drivers.simulated.shuffler_codes import DONE, FAILED, LID, STARTED, TAKEN
from drivers.simulated.stack import Inside
from drivers.simulated.verdicts import TRICKS, Eyes, Found
from drivers.simulated.wire import Payload

RETRY_TIME: Final = 1.5
RETRIES: Final = 3
TEST_TIME: Final = 2.0
LEAST_TIME: Final = 1.0
"""Seconds of a job with next to no cards, or none: the motors have to look for them."""

_ON_THE_WAY: Final = ("jam", "stop")
_NOTHING_KNOWN: Final = Found()


class ShufflerMachine(Firmware):
    """The stages of a shuffler: empty, working, done, failed, released."""

    role: ClassVar[str] = "shuffler"
    model: ClassVar[str] = "sim-shuffler"
    hard_faults: ClassVar[frozenset[str]] = frozenset(("sensor", "motor", "power"))
    fault_kinds: ClassVar[frozenset[str]] = hard_faults | {*_ON_THE_WAY, "incomplete", *TRICKS}
    fault_places: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(_ON_THE_WAY, ("", *PLACES))

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        speed: float,
        serial: str,
        ring: int,
        inside: Inside,
        eyes: Eyes,
        seconds_a_deck: float,
        chance: Callable[[], float],
        gives_by_itself: bool,
        gives: Callable[[list[str], float], None] | None,
    ) -> None:
        self._inside, self._eyes = inside, eyes
        self._seconds_a_deck = seconds_a_deck
        self._chance = chance
        self._gives_by_itself, self._gives = gives_by_itself, gives
        self._lid_open = False
        self._jobs = 0
        self._clock: ShuffleClock | None = None
        super().__init__(random32=random32, speed=speed, serial=serial, ring=ring)

    def _booted(self) -> None:
        super()._booted()
        self._job = 0
        self._expected = 0
        self._found = _NOTHING_KNOWN
        self._stage = "failed" if self._inside.stack else "empty"
        self._opened_from = self._stage
        self._test_due: float | None = None
        self._test_order = 0

    def start(self, now: float, reset: str = "power") -> None:
        """As the base says. What is inside is told as a failed job 0, for nothing is known of it."""
        self._halt()
        super().start(now, reset)
        if self._stage == "failed":
            self._fail("power")

    # ---- the course of a job ------------------------------------------------------------------------

    def _begin_job(self, job: int, expected: int) -> None:
        self._job, self._expected = job, expected
        self._report(STARTED, {1: job})
        self._inside.gather()
        self._stage, self._found = "working", _NOTHING_KNOWN
        seconds = max(LEAST_TIME, self._seconds_a_deck * self._inside.stack / len(DECK))
        self._clock = ShuffleClock(self._now, seconds / self.speed)
        self._jobs += 1
        for kind, place in self._faults.come_due(self._jobs):
            if kind in self.fault_kinds - self.hard_faults:
                self._faults.arm(kind, place)
            else:
                self._clock.plan(self._chance(), kind, place)
        self._plan_armed(self._clock)

    def _plan_armed(self, clock: ShuffleClock) -> None:
        for kind in _ON_THE_WAY:
            place = self._faults.spend(kind)
            if place is not None:
                part = moment_of(place, self._chance())
                clock.plan(part, kind, place or place_at(part))

    def _begin_fault(self, kind: str, place: str) -> None:
        super()._begin_fault(kind, place)
        if self._clock is not None:
            self._plan_armed(self._clock)

    def _work(self) -> None:
        while self._clock is not None and self._clock.due() <= self._now:
            tried = self._clock.jam
            trouble = self._clock.next()
            if trouble is None:
                self._end_job()
            elif tried:
                self._stand_jammed(trouble.place)
            else:
                self._meet(self._clock, trouble)
        if self._test_due is not None and self._test_due <= self._now:
            self._end_test("fault" if self.faults() else "")

    def _work_due(self) -> float | None:
        job = None if self._clock is None else self._clock.due()
        return min((due for due in (job, self._test_due) if due is not None), default=None)

    def _meet(self, clock: ShuffleClock, trouble: Trouble) -> None:
        if trouble.kind == "jam":
            clock.retry(trouble, RETRIES * RETRY_TIME / self.speed)
        elif trouble.kind == "stop":
            self._fail("stopped")
        else:
            self._begin_fault(trouble.kind, trouble.place)

    def _stand_jammed(self, place: str) -> None:
        self._halt()
        self._stage = "failed"
        self._raise_fault("jam", place)
        self._fail("jam", place)

    def _end_job(self) -> None:
        if not self._inside.stack:
            self._fail("incomplete")
            return
        self._inside.shuffle()
        if self._faults.spend("incomplete") is not None:
            self._inside.leave_one_behind()
            self._fail("incomplete")
        else:
            self._finish()

    def _finish(self) -> None:
        inside = self._inside
        tricks = [kind for kind in TRICKS if self._faults.spend(kind) is not None]
        self._clock = None
        self._stage = "done"
        self._found = found = self._eyes.look(inside.names(), inside.backs(), self._expected, tricks)
        told = {2: found.count, 3: found.counted, 4: found.identity, 5: found.back}
        self._report(DONE, {1: self._job, **told})
        if self._gives_by_itself and not found.is_bad():
            self._open_exit()
            if self._gives is not None:
                self._gives(self._take_out(), self._now)

    # ---- the motors, the exit, the lid --------------------------------------------------------------

    def _halt(self) -> None:
        """The motors stand still. What was not met on the way is still there for the next job."""
        clock, self._clock = self._clock, None
        for trouble in clock.unmet() if clock is not None else ():
            if trouble.kind in _ON_THE_WAY:
                self._faults.arm(trouble.kind, trouble.place)
            else:
                self._faults.schedule(self._jobs + 1, trouble.kind, trouble.place)

    def _fail(self, reason: str, place: str = "") -> None:
        """What is inside is no stack that anything is known of."""
        self._halt()
        self._stage = "failed" if self._inside.stack else "empty"
        self._found = _NOTHING_KNOWN
        told: Payload = {1: self._job, 2: reason}
        self._report(FAILED, {**told, 3: place} if place else told)

    def _stop(self, reason: str) -> None:
        """The motors stop and the exit closes: a job that works has failed, a stack stays what it was."""
        self._end_test(reason)
        if self._stage == "working":
            self._fail(reason)
        elif self._stage == "released":
            self._stage = self._opened_from

    def _open_exit(self) -> None:
        if self._stage != "released":
            self._opened_from, self._stage = self._stage, "released"

    def _take_out(self) -> list[str]:
        """The stack goes. Where a card was left behind, the job stays a failed one with that card."""
        cards = self._inside.take_stack()
        self._stage = "failed" if self._inside.stack else "empty"
        self._report(TAKEN, {1: self._job})
        return cards

    def _move_lid(self, open_: bool) -> None:
        if open_ == self._lid_open:
            return
        self._lid_open = open_
        self._report(LID, {1: int(open_)})
        if open_:
            self._end_test("lid-open")
            if self._stage not in ("empty", "failed"):
                self._fail("lid")

    # ---- the self-test ------------------------------------------------------------------------------

    def _begin_test(self) -> None:
        self._test_order = self._under_way
        self._test_due = self._now + TEST_TIME / self.speed

    def _end_test(self, reason: str) -> None:
        """The self-test, if one is under way, is over: done, or failed for that reason."""
        if self._test_due is None:
            return
        self._test_due = None
        if reason:
            self._report(ORDER_FAILED, {1: self._test_order, 2: reason})
        else:
            self._report(ORDER_DONE, {1: self._test_order})

    def _begin_session(self, nonce: int, host_has: int) -> None:
        self._test_due = None  # its order's number means nothing in the new session
        super()._begin_session(nonce, host_has)

    # ---- fail-safe ----------------------------------------------------------------------------------

    def _permitted(self) -> bool:
        return self._stage in ("working", "released") or self._test_due is not None

    def _make_safe(self) -> None:
        self._stop("power" if "power" in self.faults() else "stopped")
