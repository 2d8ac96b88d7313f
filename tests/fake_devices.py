"""A fake shoe, shuffler and progressive system, for tests of the rules: no wire, no time.

They take orders and answer at once, as the link's document has it, and keep what a test may ask about. What
holds them is Play in support.py.
"""

from collections import deque

from msgspec import structs

from drivers import messages as m
from drivers.cards import SEALED, UNREAD


class Shoe:
    """The fake shoe: what is inside, what was permitted, what it keeps sealed."""

    def __init__(self) -> None:
        self.boot = 1
        self.inside: deque[str] = deque()
        self.last = 0
        self.up_to = 0
        self.faces = ""
        self.kept: dict[int, str] = {}

    @property
    def locked(self) -> bool:
        return self.last >= self.up_to

    def permit(self, order: m.Permit) -> None:
        assert order.up_to >= self.last, "a permission behind the last draw would be refused"
        self.up_to, self.faces = order.up_to, order.faces

    def is_up(self, draw: int) -> bool:
        at = len(self.faces) - 1 - (self.up_to - draw)
        return draw <= self.up_to and at >= 0 and self.faces[at] == "u"

    def draw(self, beyond: bool = False) -> m.CardDrawn | m.CoverCardOut:
        """The next card, whether or not it is permitted."""
        mark = self.inside.popleft()
        if mark == "CUT":
            return m.CoverCardOut(self.last)
        self.last += 1
        card, draw, locked = mark[:2], self.last, self.last > self.up_to
        up = mark.endswith("!")
        shown = UNREAD if mark.endswith("?") else card if up or self.is_up(draw) else SEALED
        self.kept[draw] = UNREAD if mark.endswith("?") else card
        if up:
            self.up_to = 0
        return m.CardDrawn(draw, shown, up, locked and not beyond, beyond)

    def reset(self) -> None:
        """Power was lost: what it kept is gone, and draws begin anew."""
        self.boot, self.last, self.up_to, self.faces, self.kept = self.boot + 1, 0, 0, "", {}


class AutomatedShoe(Shoe):
    """The same as a shoe that dispenses: each stack once, as it is ordered, and only when the one before was
    taken.

    coming: what it has still to tell of the stack under way. paused: a test has it told one by one. strikes:
    why it fails, by the draw that does not come. doubles: draws behind which a second card comes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.load = self.stack = self.first = 0
        self.stage = "none"
        self.in_exit = 0
        self.ordered: list[m.Dispense] = []
        self.coming: deque[m.Report] = deque()
        self.paused = False
        self.strikes: dict[int, str] = {}
        self.doubles: set[int] = set()

    @property
    def locked(self) -> bool:
        return self.stage != "working"

    def put_in(self, cards: list[str]) -> m.CardsLoaded:
        """A new load."""
        assert self.stage != "working", "cards are put in while a stack is under way"
        self.inside = deque(cards)
        self.load, self.stack, self.stage, self.in_exit = self.load + 1, 0, "none", 0
        return m.CardsLoaded(self.load, len(cards))

    def dispense(self, order: m.Dispense) -> None:
        """Everything that it will tell of that stack; nothing where it was ordered before."""
        if order.stack == self.stack:
            return
        assert self.stage in ("none", "taken"), f"a stack is ordered while the last one is {self.stage}"
        assert (order.stack, order.up_to) == (self.stack + 1, self.last + order.count)
        self.ordered.append(order)
        self.stack, self.first, self.stage = order.stack, self.last + 1, "working"
        self.up_to, self.faces = order.up_to, order.faces
        self.coming.extend(self._tell(order))

    def _tell(self, order: m.Dispense) -> list[m.Report]:
        told: list[m.Report] = []
        last = self.last
        while last < order.up_to:
            why = self.strikes.pop(last + 1, "")
            if why:
                fault = [m.FaultRaised("jam", "path")] if why == "jam" else []
                count = last - self.first + 1
                return [*told, *fault, m.StackFailed(order.stack, why, self.first, count)]
            last += 1
            told.append(m.CardDrawn(last, SEALED))
            if last in self.doubles:
                last += 1
                told.append(m.DoubleFeed(last))
        return [*told, m.StackDispensed(order.stack, self.first, last - self.first + 1)]

    def next(self) -> m.Report | None:
        """The next thing that it tells: the cards leave as they are told."""
        if not self.coming:
            return None
        report = self.coming.popleft()
        if isinstance(report, m.StackDispensed):
            self.stage, self.in_exit = "dispensed", report.count
        elif isinstance(report, m.StackFailed):
            self.stage = "failed"
        elif isinstance(report, m.CardDrawn):
            drawn = super().draw()
            assert isinstance(drawn, m.CardDrawn)
            return m.CardDrawn(drawn.draw, drawn.card, drawn.face_up)
        elif isinstance(report, m.DoubleFeed):
            super().draw()
            self.kept[self.last] = UNREAD
        return report

    def stop(self, reason: str) -> None:
        """The stack under way ends here."""
        if self.stage == "working":
            self.coming.clear()
            self.coming.append(m.StackFailed(self.stack, reason, self.first, self.last - self.first + 1))

    def taken(self) -> m.StackTaken:
        assert self.in_exit, "nothing lies in the exit"
        self.in_exit, self.stage = 0, "taken"
        return m.StackTaken(self.stack)

    def reset(self) -> None:
        untouched = self.stage == "none" and self.load
        super().reset()
        self.coming.clear()
        self.load, self.stack, self.first = int(bool(untouched)), 0, 0
        self.stage = "none" if untouched else "failed"

    def state(self) -> m.ShoeState:
        stack = m.StackState(self.load, self.stack, self.stage, self.first)
        return m.ShoeState(self.locked, self.last, self.last, False, (), stack)


class Progressive:
    """The fake progressive system: what its wagering devices accepted, what it selects, shows and credited.
    silent: it answers neither a lock-out nor a credit. away: it hears nothing. last: the award that it
    credited last."""

    def __init__(self) -> None:
        self.boot = 1
        self.open: m.OpenProgressive | None = None
        self.round = 0
        self.accepted: dict[tuple[int, str], int] = {}
        self.magic, self.lucky = "", 0
        self.selects = False
        self.shown: dict[str, int] = {}
        self.credits: list[m.CreditAccount] = []
        self.last = 0
        self.rejected: list[m.RejectProgressive] = []
        self.silent = False
        self.away = False

    def place(self, box: int, wager: str, amount: int, player: str) -> m.Report:
        """What the device of that box reports when a player wagers there."""
        if self.open is None:
            return m.AttemptAfterLockOut(box, wager, amount)
        self.accepted[box, wager] = self.accepted.get((box, wager), 0) + amount
        return m.ProgressivePlaced(box, wager, amount, player)

    def obey(self, order: m.Order) -> list[m.Report]:
        """Its reports in answer to an order."""
        if self.away:
            return []
        if isinstance(order, m.OpenProgressive):
            if order.round != self.round:
                self.round, self.accepted = order.round, {}
            self.open, self.selects = order, True
        elif isinstance(order, m.LockOut):
            self.open = None
            if self.silent:
                return []
            wagers = tuple((box, wager, cents) for (box, wager), cents in sorted(self.accepted.items()))
            chosen = self.selects
            return [m.LockedOut(wagers, self.magic if chosen else "", self.lucky if chosen else 0)]
        elif isinstance(order, m.RejectProgressive):
            self.rejected.append(order)
            spot = (order.box, order.wager)
            self.accepted[spot] = min(self.accepted.get(spot, 0), order.stands)
            if not self.accepted[spot]:
                del self.accepted[spot]
        elif isinstance(order, m.ShowMeters):
            self.shown = dict(order.meters)
        elif isinstance(order, m.CreditAccount):
            if order.award > self.last:
                self.last = order.award
                self.credits.append(order)
            return [] if self.silent else [m.AwardCredited(order.award)]
        return []

    def state(self) -> m.ProgressiveState:
        wagers = tuple((box, wager, cents) for (box, wager), cents in sorted(self.accepted.items()))
        return m.ProgressiveState(self.open is not None, wagers, self.last, ())


class Shuffler:
    """The fake shuffler, as the link's document has it. slow: a shuffle ends when the test says so
    (`finish`); else at once. fails: the reason for which the next shuffles fail, "" where they do not.
    verdicts: on count, identity and back. count: what it counts, 0 for what it was told."""

    def __init__(self) -> None:
        self.boot = 1
        self.job = 0
        self.batch = 0
        self.stage = "empty"
        self.slow = False
        self.fails = ""
        self.verdicts: tuple[m.Verdict, m.Verdict, m.Verdict] = ("good", "good", "good")
        self.count = 0
        self.told = 0
        self.faults: tuple[str, ...] = ()
        self.lid_open = False
        self.able: tuple[str, ...] = ("batch", "counts", "identifies", "backs", "secure", "lid")
        self._kept = "empty"

    def obey(self, order: m.Order) -> tuple[m.Report, ...]:
        """What it reports when it takes this order."""
        if isinstance(order, m.Shuffle):
            return self._shuffle(order)
        if isinstance(order, m.Release):
            return self._release(order)
        assert isinstance(order, m.CancelShuffle)
        if self.stage == "released":
            self.stage = self._kept
        return self._stop("cancelled")

    def _shuffle(self, order: m.Shuffle) -> tuple[m.Report, ...]:
        if order.job == self.job:
            return ()
        if order.job < self.job:
            return (m.OrderRefused("shuffle", "bad-value"),)
        if self.stage in ("working", "done", "released"):
            return (m.OrderRefused("shuffle", "busy"),)
        if self.faults or self.lid_open:
            return (m.OrderRefused("shuffle", "fault" if self.faults else "lid-open"),)
        self.job, self.batch, self.told, self.stage = order.job, order.batch, order.count, "working"
        begun = m.ShuffleStarted(order.job)
        return (begun,) if self.slow else (begun, *self.finish())

    def _release(self, order: m.Release) -> tuple[m.Report, ...]:
        if self.stage == "working":
            return (m.OrderRefused("release", "busy"),)
        if self.stage == "empty" or order.job not in (0, self.job):
            return (m.OrderRefused("release", "bad-value"),)
        if self.stage != "released":
            self._kept, self.stage = self.stage, "released"
        return ()

    def finish(self) -> tuple[m.Report, ...]:
        """The shuffle at which it works comes to its end, complete or not. A continuous machine gives a stack
        without a bad verdict to the shoe by itself."""
        assert self.stage == "working", f"no shuffle to finish: {self.stage}"
        if self.fails:
            return (self.fail(self.fails),)
        gives = "continuous" in self.able and "bad" not in self.verdicts
        self.stage = "empty" if gives else "done"
        done = m.ShuffleDone(self.job, self.count or self.told, *self.verdicts)
        return (done, m.OutputTaken(self.job)) if gives else (done,)

    def fail(self, reason: str, place: str = "") -> m.ShuffleFailed:
        """What is inside is no complete shuffle any more."""
        assert self.stage != "empty", "nothing is inside"
        self.stage = "failed"
        return m.ShuffleFailed(self.job, reason, place)

    def taken(self) -> m.OutputTaken:
        """Somebody takes the stack out of the open exit."""
        assert self.stage == "released", f"the exit is not open: {self.stage}"
        self.stage = "empty"
        return m.OutputTaken(self.job)

    def _stop(self, reason: str) -> tuple[m.Report, ...]:
        return (self.fail(reason),) if self.stage == "working" else ()

    def greeted(self) -> tuple[m.Report, ...]:
        """HELLO stops the motors and closes the exit; what it kept back since the link was lost it tells
        now."""
        if self.stage == "released":
            self.stage = self._kept
        if self.stage == "failed" and not self.job:
            return (m.ShuffleFailed(0, "power"),)
        return self._stop("stopped")

    def reset(self) -> None:
        """Power was lost: it knows no job, and what is inside counts as failed."""
        self.boot, self.job = self.boot + 1, 0
        if self.stage != "empty":
            self.stage = "failed"

    def state(self) -> m.ShufflerState:
        verdicts = self.verdicts if self.stage in ("done", "released") else ("unsupported",) * 3
        count = self.told if self.stage in ("done", "released") else 0
        return m.ShufflerState(self.job, self.stage, count, *verdicts, self.lid_open, self.faults)


class DoubleShoe(Shoe):
    """The fake shoe with two sides: one counter, one permission that names a side. inside: of no use here;
    sides: what is in the left one and in the right one."""

    def __init__(self) -> None:
        super().__init__()
        self.sides: tuple[deque[str], deque[str]] = (deque(), deque())
        self.open_side = 0

    def permit(self, order: m.Permit) -> None:
        super().permit(order)
        self.open_side = order.side

    def draw_from(self, side: int, beyond: bool = False) -> m.Report:
        """The next card of that side, whether or not it is permitted; as the link's document has it, a card
        of the side that is not named counts by the permission all the same."""
        self.inside = self.sides[side]
        return structs.replace(self.draw(beyond), side=side)

    def left(self, side: int) -> int:
        """Cards inside that side, the cover card not counted."""
        return sum(card != "CUT" for card in self.sides[side])
