"""Rounds in which players leave at any moment: each ends lawfully, each chip is settled once (671a.7(b)).

People decide at random, take decisions back and draw cards in error. What each hand wins is not looked at
here.
"""

import random

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers.cards import DECK
from tests.controller.games.lunar_poker.playing import LunarPoker
from tests.controller.games.lunar_poker.test_power_and_devices import again

SEEDS = 60
MOST_STEPS = 400


class Restless:
    """A table of one to five players who wager on each other's hands, and who leave."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        cards = list(DECK)
        self.random.shuffle(cards)
        self.table = LunarPoker(" ".join(cards))
        self.boxes = sorted(self.random.sample(range(1, 6), self.random.randint(1, 5)))
        for box in self.boxes:
            self.table.stake(box)
        for box in self.boxes:
            for on in ("dealer", *self.boxes):
                if on != box and self.random.random() < 0.4:
                    assert self.table.place(box, (f"super_on_{on}", 500)).refused is None
        self.gone: set[int] = set()

    def play(self) -> LunarPoker:
        self.table.ask(c.NoMoreBets())
        for _ in range(MOST_STEPS):
            if self.table.table.phase == "Shuffling":
                return self.table
            self.step()
        raise AssertionError(f"the round does not end: {self.table.table.phase}")

    def step(self) -> None:
        table, chance = self.table, self.random.random()
        if chance < 0.04:
            box = self.random.choice(self.boxes)
            if table.floor(c.AbandonWagers(box)).refused is None:
                self.gone.add(box)
        elif chance < 0.06 and table.table.phase != "Dealing" and table.shoe.inside:
            table.draw()
        elif table.table.holds:
            table.choose(table.table.holds[0].remedies[0].name)
        elif table.prompt() == "decide":
            self.decide()
        elif table.prompt() == "chips":
            self.pay()
        elif table.prompt() == "draw":
            table.draw()
        elif table.prompt() == "lock_decisions":
            table.ask(c.LockDecisions())
        else:
            table.run()

    def decide(self) -> None:
        prompts = [one for one in self.table.game.prompts(self.table.table) if one.kind == "decide"]
        box = self.random.choice(prompts).box
        assert box not in self.gone, "nobody is asked who left"
        if self.random.random() < 0.3:
            self.table.declare(box, self.random.random() < 0.1)
        verb = self.random.choice(("fold", "bet", "buy", "exchange"))
        places = self.random.sample(range(1, 6), 2) if verb == "exchange" else []
        self.table.decide(box, verb, *places)

    def pay(self) -> None:
        now = self.table.table
        assert now.asked is not None
        if self.random.random() < 0.2:
            self.table.ask(c.WithdrawDecision())
            return
        wager = "bet" if now.asked.verb == "bet" else "options"
        box = now.hands[now.turn].box
        assert self.table.place(box, (wager, now.asked.chips)).refused is None


@clause("671a.7(b)", "671a.11(g)")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_chip_is_settled_once_and_the_round_ends(seed: int) -> None:
    restless = Restless(seed)
    table = restless.play()
    put = sum(cents for event in table.events(ev.WagersPlaced) for _, cents in event.chips)
    assert put == sum(row.stake for row in table.settlements() if not row.combination)
    assert {event.box for event in table.events(ev.WagersAbandoned)} == restless.gone
    assert (table.table.stacks, table.table.standing.sealed) == ((), ())
    assert again(table) == table.table


def test_the_seeds_contain_players_who_leave_in_every_phase_and_tables_that_all_leave() -> None:
    phases: set[str] = set()
    empty = 0
    for seed in range(SEEDS):
        restless = Restless(seed)
        table, phase = restless.play(), ""
        for event in (event for _, ruling in table.log for event in ruling.events):
            if isinstance(event, ev.Entered):
                phase = event.phase
            elif isinstance(event, ev.WagersAbandoned):
                phases.add(phase)
        empty += restless.gone == set(restless.boxes)
    assert phases >= {"Dealing", "PlayerDecisions", "LockedIn", "Options"}
    assert empty
