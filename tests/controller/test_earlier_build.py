"""A journal that an earlier build wrote, opened by this one: it folds, says so, and is played on.

first-build.jsonl are the bodies of its entries, one a line, as the first build made them: two rounds, a
shoe's end by the cover card, a new dealer. That build knew nothing of batches, counts and confirmations.
"""

from pathlib import Path
from typing import Final

import pytest

from controller.audit import audit
from controller.entries import Entry, decode_entry, fold_entry
from controller.games import find_game
from controller.journal import MemoryJournal
from controller.rehearsal.cards import fill
from controller.rehearsal.dealer import Dealer
from controller.rehearsal.memory_bench import MemoryBench
from controller.table import commands as c
from controller.table import supply as sp
from controller.table.commands import Installed
from controller.table.state import Rules
from drivers.simulated.wager_positions import SimulatedPositions

GAME: Final = find_game("free-bet-blackjack")
BODIES: Final = Path(__file__).with_name("first-build.jsonl").read_bytes().splitlines()
ENTRIES: Final[list[Entry]] = [decode_entry(number, body) for number, body in enumerate(BODIES, 1)]
PATIENCE: Final = 30.0


def rules() -> Rules:
    first = ENTRIES[0].given.what
    assert isinstance(first, Installed)
    return first.rules


class Heir(MemoryBench):
    """A bench whose journal begins with the first `count` entries of the earlier build."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(GAME, rules(), speed=50.0)

    def _start(self) -> None:
        if not self.journal.head.number:
            self.journal = MemoryJournal(clock=self.house_clock, table="rehearsal")
            for body in BODIES[: self.count]:
                self.journal.append(body)
        super()._start()


def order() -> list[str]:
    return fill((), rules().decks, 1)


def lay_out(bench: Heir) -> None:
    """The cards and chips that are there by the record."""
    if sp.in_shoe(bench.table.standing.supply):
        left = sp.expected_in_shoe(bench.table)
        bench.act("shoe", lambda model, now: model.load(order()[:left], now))
    felt = bench.models["wagers"]
    assert isinstance(felt, SimulatedPositions)
    for stack in bench.table.stacks if not bench.table.hands else ():
        felt._chips[felt._spot(stack.box, stack.wager)] = stack.stake


def to_the_end(bench: Heir, dealer: Dealer) -> None:
    """Every question takes its first remedy that is taken, every decision its quiet form."""
    for _ in range(60):
        if not bench.table.holds:
            dealer.finish_round()
        if bench.table.phase == "Closed" and not bench.table.holds:
            return
        if bench.table.holds:
            answer(bench, dealer)
        elif bench.table.phase in ("Betting", "Shuffling", "Idle"):
            dealer.close_table()
        elif bench.table.phase == "Closing":
            dealer.clear_away()
        else:
            dealer.cards.prepare(order)
    raise AssertionError(f"it does not end: {bench.table.phase} {bench.table.holds}")


def answer(bench: Heir, dealer: Dealer) -> None:
    hold = bench.table.holds[0]
    for remedy in hold.remedies:
        if dealer.ask(c.ChooseRemedy(hold.id, remedy.name), "floorperson").refused is None:
            return
    raise AssertionError(f"no way out of {hold}")


@pytest.mark.parametrize("count", range(1, len(BODIES) + 1))
def test_it_folds_says_that_the_build_changed_and_is_played_on(count: int) -> None:
    bench = Heir(count)
    phase, round_ = bench.table.phase, bench.table.round
    held = [hold.kind for hold in bench.table.holds]
    assert held[-2:] == ([] if phase == "Closed" else ["power-loss", "submission-changed"])
    dealer = Dealer(bench)
    # What lies there was drawn before this dealer came, who reads it off the layout.
    dealer.faces = dict.fromkeys(range(1, bench.table.last + 1), "5C")
    dealer.connect()
    lay_out(bench)
    to_the_end(bench, dealer)
    dealer.open_table(order)
    assert bench.table.phase == "Betting"
    bench.act("wagers", lambda model, now: model.place(1, {"blackjack": 1000}, now))
    bench.run_until(lambda: bench.table.stacks != (), PATIENCE)
    assert dealer.ask(c.NoMoreBets()).refused is None
    dealer.finish_round()
    assert bench.table.round > round_
    assert bench.table.phase == "Betting"
    assert bench.pump.sealed == ""
    assert audit(bench.journal.entries()).open_round is False


def test_the_cards_that_it_opened_are_one_batch_of_which_every_draw_was_counted() -> None:
    """It wrote of no batch; its shoe was loaded with the whole of it, and what left is known by the draws."""
    table, phases = GAME.new_table(rules()), []
    for number, entry in enumerate(ENTRIES, 1):
        table = fold_entry(GAME, table, number, entry)
        phases.append(table.phase)
        if table.phase in ("Betting", "Dealing", "PlayerDecisions", "DealerPlay", "Settling", "Collecting"):
            (batch,) = table.standing.supply.batches
            assert (batch.where, batch.loaded) == ("shoe", rules().decks * 52)
            assert sp.expected_in_shoe(table) == batch.loaded - (table.last - batch.first)
    assert phases.count("Loading") == 2, "its shoe was shuffled and loaded twice"
