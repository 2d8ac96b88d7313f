"""What a walk keeps for itself of cards, clock and inspections, and holds against every ruling.

It follows what people did and devices told, not what the Table makes of it: which batch was shuffled
completely, whose discards lie in the rack, how long the cards are in use, whether the reader was inspected in
this gaming day. The walker that feeds it is in walking.py.
"""

from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Input
from controller.table.ruling import Ruling
from controller.table.state import Table
from drivers import messages as m

DAY_MS = 24 * 3_600_000


class Ledger:
    """shuffled: batches that lie, or are kept, as one complete shuffle. racked: whose cards are discards in
    the rack. inside: the batch in the machine, -1 for none."""

    def __init__(self) -> None:
        self.shuffled: set[int] = set()
        self.racked: set[int] = set()
        self.inside = -1
        self.job = 0
        self.sound = False
        self.clock_ms = 0
        self.opened_ms: dict[int, int] = {}
        self.day = ""
        self.inspected = False
        self.confirmed = False
        self.rounds = 0

    def enter(self, before: Table, given: Input, ruling: Ruling) -> None:
        """What this ruling says about cards, and what must hold of it."""
        if ruling.refused is not None:
            return
        self._hear(given)
        if isinstance(given.what, c.NoMoreBets):
            self._check_bars(before)
        for event in ruling.events:
            self._follow(before, event, given)
            if isinstance(event, ev.RoundBegun):
                self._check_round(before, ruling.table)
            elif isinstance(event, ev.Entered) and event.phase == "Cutting":
                at = ruling.table.standing.supply.current
                assert at in self.shuffled, "a stack that was not completely shuffled is cut"
        if not ruling.table.standing.supply.machine.out_of_order:
            # Without a machine in use the batches do not alternate (672a.3(b)): the one that came out of the
            # shoe first may lie in the rack when the other one does.
            assert len(self.racked) <= 1, f"batches {sorted(self.racked)} are in the rack together"
        self._check_places(ruling.table)

    def _hear(self, given: Input) -> None:
        what = given.what
        if isinstance(what, m.ShuffleDone) and what.job == self.job:
            self.sound = "bad" not in (what.counted, what.identity, what.back)
        elif isinstance(what, m.ShuffleFailed):
            self.sound = self.sound and what.job not in (0, self.job)
        elif isinstance(what, m.LidMoved) and _is_shuffler(given):
            self.sound = self.sound and not what.open
        elif isinstance(what, c.TimePassed):
            self.clock_ms += what.ms
            if what.day and self.day and what.day != self.day:
                self.inspected = False
            self.day = what.day or self.day
        elif isinstance(what, c.Restarted):
            self.clock_ms += max(0, what.gap_ms)

    def _follow(self, before: Table, event: ev.Event, given: Input) -> None:
        at = before.standing.supply.current
        if isinstance(event, ev.CardsReceived):
            self.shuffled = {n for n, one in enumerate(event.batches) if one.source == "preshuffled"}
            self.racked.clear()
            self.inside = -1
            self.opened_ms = dict.fromkeys(range(len(event.batches)), self.clock_ms)
        elif isinstance(event, ev.BatchExchanged):
            self.opened_ms[at] = self.clock_ms
        elif isinstance(event, ev.StepDone):
            self._step(before, event, given)
        elif isinstance(event, ev.BatchFed):
            self.inside, self.job, self.sound = event.batch, event.job, False
            if before.standing.supply.batches[event.batch].where != "shoe":
                self.shuffled.discard(event.batch)
            self.racked.discard(event.batch)
        elif isinstance(event, ev.StackTaken):
            if self.inside >= 0 and self.sound and isinstance(given.what, m.OutputTaken):
                self.shuffled.add(self.inside)
            self.inside = -1
        elif isinstance(event, ev.MarkedOutOfOrder):
            self.inside = -1
        elif isinstance(event, ev.ShoeCollected | ev.RoundEnded):
            self.racked.add(at)
            self.shuffled.discard(at)
        elif isinstance(event, ev.ReaderInspected):
            self.inspected = True
        elif isinstance(event, ev.TableConfirmed):
            self.confirmed = True

    def _step(self, before: Table, event: ev.StepDone, given: Input) -> None:
        at, equipment = before.standing.supply.current, before.standing.supply.equipment
        if event.step == "opened":
            self.confirmed = False
        elif event.step == "shuffled" and isinstance(given.what, c.ShuffleCards):
            self.shuffled.add(at)
            self.racked.discard(at)
        elif event.step == "shuffled" and equipment.shuffler == "in_shoe":
            assert equipment.approval, "a shoe shuffles by itself that nobody approved"
            self.shuffled.add(at)
        elif event.step == "spread":
            self.racked.discard(at)
            self.shuffled.discard(at)
        elif event.step == "loaded":
            assert at in self.shuffled, "cards that were not completely shuffled go into the shoe"
            self.racked.discard(at)

    def _check_bars(self, table: Table) -> None:
        """Wagers are closed only where a round may begin: what bars one was done."""
        standing = table.standing
        assert self.confirmed, "nobody confirmed layout, odds and rack"
        assert self.inspected, "nobody inspected the reader in this gaming day"
        assert self.clock_ms - min(self.opened_ms.values()) < DAY_MS, "the cards are in use for too long"
        assert not standing.supply.doubted, "nobody knows how long the cards are in use"
        assert not standing.shoe_empty, "the shoe is empty"
        assert not standing.reshuffle_directed, "the cards are to be shuffled first"
        assert all(one.ready and not one.faults for one in standing.devices if one.role != "shuffler")

    def _check_round(self, before: Table, after: Table) -> None:
        """What was played against is in the shoe, and only wagers that were placed before are played."""
        self.rounds += 1
        supply = before.standing.supply
        batch = supply.batches[supply.current]
        assert (batch.where, batch.stage) == ("shoe", "cut")
        assert before.standing.seal == ""
        assert after.holds == ()
        assert {stack.wager for stack in after.stacks} <= {"blackjack", "push_22"}
        assert all(one.ready for one in before.standing.devices if one.role != "shuffler")

    def _check_places(self, table: Table) -> None:
        supply = table.standing.supply
        assert sum(one.where == "shoe" for one in supply.batches) <= 1, "two batches are in the shoe"
        inside = [at for at, one in enumerate(supply.batches) if one.where == "shuffler"]
        assert len(inside) <= 1, "two batches are in the shuffler"
        if inside:
            assert supply.machine.stage != "empty", "a batch is in a shuffler that is empty"
        if supply.machine.out_of_order:
            assert not inside, "cards are left in a shuffler that is out of order"


def _is_shuffler(given: Input) -> bool:
    return isinstance(given, c.Reported) and given.device == "shuffler"
