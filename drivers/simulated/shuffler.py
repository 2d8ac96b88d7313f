"""A shuffler: it takes cards, shuffles them as a job, judges the stack and keeps it until it is released.

`SimulatedShuffler` is the whole device: what hands do to it, what a host orders, what it answers. What it
does by itself in the course of a job is in `shuffler_machine`. No frame of this role has a place for a card,
and none is ever told: the cards come out as the stack, in the hands of whoever takes it.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Final, Literal

from drivers.cards import DECK
from drivers.simulated.payloads import Refuse, number_in
from drivers.simulated.shuffler_codes import CANCEL, RELEASE, SELF_TEST, SHUFFLE, STAGES
from drivers.simulated.shuffler_machine import ShufflerMachine
from drivers.simulated.shuffling import Order, insert_each
from drivers.simulated.stack import Inside
from drivers.simulated.verdicts import MOST_JOKERS, Eyes
from drivers.simulated.wire import Payload, Value

Kind = Literal["batch", "continuous"]

_U32: Final = (1 << 32) - 1
_SYSTEM: Final = secrets.SystemRandom()


class SimulatedShuffler(ShufflerMachine):
    """Firmware and mechanics of one shuffler.

    kind: "batch", which keeps a shuffled stack until it is released, or "continuous", which gives a stack
    that has no bad verdict to the shoe by itself: to `gives`, called with the cards and the time; without
    it the exit opens, and whoever moves the cards takes them. decks: of the largest batch. seconds_a_deck:
    how long it takes. counts, identifies, backs: which verdicts it gives. secure, lid: what it has. order:
    how a stack is shuffled, by the operating system's generator where none is given. chance: 0 to 1, when
    in a job a fault strikes.

    Faults, met by the job that is under way or else by the next: "jam" (place "input", "path", "output";
    three tries, then it stands), "stop" (the motors stand still; the same places), "incomplete" (a card
    is left behind), "count-short", "count-over" (one card less or more is told), "wrong-card",
    "wrong-back" (a bad verdict on sound cards). "sensor", "motor", "power" stand until repaired. Occasions
    of scheduled faults are jobs since the model was made; they strike in the middle of that job.
    """

    def __init__(
        self,
        *,
        random32: Callable[[], int],
        speed: float = 1.0,
        serial: str = "SIM-SHUFFLER-1",
        ring: int = 64,
        kind: Kind = "batch",
        decks: int = 8,
        seconds_a_deck: float = 22.0,
        counts: bool = True,
        identifies: bool = True,
        backs: bool = True,
        secure: bool = True,
        lid: bool = True,
        order: Order | None = None,
        chance: Callable[[], float] = _SYSTEM.random,
        gives: Callable[[list[str], float], None] | None = None,
    ) -> None:
        """ValueError for less than one deck, a shuffle that takes no time, or another kind."""
        if decks < 1 or seconds_a_deck <= 0:
            raise ValueError(f"{decks} decks at {seconds_a_deck} s each: at least one, and above 0 s")
        if kind not in ("batch", "continuous"):
            raise ValueError(f"no shuffler is {kind!r}: batch or continuous")
        self._kind = kind
        self._decks = decks
        self._most = decks * (len(DECK) + MOST_JOKERS)
        self._secure, self._has_lid = secure, lid
        continuous = kind == "continuous"
        super().__init__(
            random32=random32,
            speed=speed,
            serial=serial,
            ring=ring,
            inside=Inside(self._most, order or insert_each),
            eyes=Eyes(counts, identifies, backs, parts=continuous),
            seconds_a_deck=seconds_a_deck,
            chance=chance,
            gives_by_itself=continuous,
            gives=gives,
        )

    # ---- hands on the shuffler ----------------------------------------------------------------------

    def feed(self, cards: Sequence[str], now: float, back: str = "red") -> None:
        """Put `cards`, with backs of that colour, into the input behind what lies there.

        ValueError, and none goes in, for what is no card (the cover card has no business here, and it is
        all one which way a card lies), or for more than the largest batch.
        """
        self.tick(now)
        self._inside.feed(cards, back)

    def take(self, now: float) -> list[str] | None:
        """Take the stack out of the open exit, the first card to be dealt first; None: there is none."""
        self.tick(now)
        return self._take_out() if self._stage == "released" else None

    def lid(self, open_: bool, now: float) -> None:
        """Open or close the lid. ValueError for a shuffler without one."""
        if not self._has_lid:
            raise ValueError("this shuffler has no lid")
        self.tick(now)
        self._move_lid(open_)

    def empty_by_hand(self, now: float) -> list[str]:
        """A technician opens the machine, takes all cards out, of the input too, and closes it again.

        A stack that was inside is reported as taken. A fault that stands is not repaired by this.
        """
        self.tick(now)
        if self._has_lid:
            self._move_lid(True)
        self._make_safe()
        had_stack = self._stage != "empty"
        cards = self._inside.take_all()
        if had_stack:
            self._take_out()
        if self._has_lid:
            self._move_lid(False)
        return cards

    def waiting(self, now: float) -> bool:
        """Whether a job, or a self-test, is under way."""
        self.tick(now)
        return self._clock is not None or self._test_due is not None

    def inside(self, now: float) -> int:
        """How many cards are in the machine, its input included."""
        self.tick(now)
        return len(self._inside)

    @property
    def stage(self) -> str:
        """One of "empty", "working", "done", "failed", "released", as of the last `tick`."""
        return self._stage

    def repair(self, now: float) -> None:
        """As the base says; a job whose jam is being retried goes on."""
        self.tick(now)
        if self._clock is not None:
            self._clock.clear(now)
        super().repair(now)

    # ---- firmware -----------------------------------------------------------------------------------

    def _capabilities(self) -> tuple[str, ...]:
        words = {
            "counts": self._eyes.counts,
            "identifies": self._eyes.identifies,
            "backs": self._eyes.backs,
            "secure": self._secure,
            "lid": self._has_lid,
        }
        return (self._kind, *(word for word, has in words.items() if has))

    def _limits(self) -> dict[str, int]:
        return {"decks": self._decks, **super()._limits()}

    def _order(self, message: int, payload: Payload) -> None:
        if message == SHUFFLE:
            self._order_shuffle(payload)
        elif message == CANCEL:
            self._stop("cancelled")
        elif message == RELEASE:
            self._order_release(number_in(payload, 1, 0, _U32))
        elif message == SELF_TEST:
            self._order_test()
        else:
            raise Refuse("unknown-message")

    def _order_shuffle(self, payload: Payload) -> None:
        job = number_in(payload, 1, 1, _U32)
        number_in(payload, 2, 1, _U32)  # which batch it is, is for a display that this model has not
        expected = number_in(payload, 3, 1, self._most)
        if job == self._job:
            return
        if job < self._job:
            raise Refuse("bad-value")
        if self._stage not in ("empty", "failed") or self._test_due is not None:
            raise Refuse("busy")
        self._refuse_unsound()
        self._begin_job(job, expected)

    def _order_release(self, job: int) -> None:
        if self._stage == "working" or self._test_due is not None:
            raise Refuse("busy")
        if self._stage == "empty" or job not in (0, self._job):
            raise Refuse("bad-value")
        self._refuse_unsound()
        self._open_exit()

    def _order_test(self) -> None:
        if self._stage != "empty" or self._test_due is not None:
            raise Refuse("busy")
        if self._lid_open:
            raise Refuse("lid-open")
        self._begin_test()

    def _refuse_unsound(self) -> None:
        if self.faults():
            raise Refuse("fault")
        if self._lid_open:
            raise Refuse("lid-open")

    def _state_parts(self) -> list[dict[int, Value]]:
        found, stage = self._found, STAGES.index(self._stage)
        verdict = {3: found.count, 4: found.counted, 5: found.identity, 6: found.back}
        return [{1: self._job, 2: stage, **verdict, 7: int(self._lid_open)}]
