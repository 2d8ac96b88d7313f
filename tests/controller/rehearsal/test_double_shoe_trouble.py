"""Random scripts of trouble at a table with a double shoe.

Whatever happens, the table comes to rest and is closed with both sides counted, an audit finds nothing, and
each card that left is on record with its side.
"""

from random import Random

import pytest
from msgspec.structs import replace

from controller.audit import audit
from controller.games import find_game
from controller.regulation.marks import clause
from controller.rehearsal import steps as s
from controller.rehearsal.memory_bench import MemoryBench
from controller.rehearsal.play import Script
from controller.rehearsal.scenario import Scenario, installed, read_scenario
from controller.table import events as ev

GAME = find_game("blackjack")
HEAD = "format: 1\ntitle: trouble\ngame: blackjack\nequipment: {shoe: double}\nrules: {decks: 1}\nsteps: []\n"
SEEDS = 30
FAULTS = (
    s.Fault("shoe", "misread"),
    s.Fault("shoe", "double_feed"),
    s.Fault("shoe", "face_up"),
    s.Fault("shoe", "draw_while_locked"),
    s.Fault("shoe", "jam"),
    s.Fault("shoe", "reset"),
    s.Fault("shoe", "lid"),
    s.Fault("shoe", "unplug"),
    s.Fault("shoe", "gate"),
    s.Fault("reader", "reset"),
    s.PowerLoss(),
    s.WrongSide(),
    s.NeedlessCard(),
)
ANSWERS = ("resume", "unexposed", "exposed", "cleared", "void_round", "change_cards", "recount")


def a_step(random: Random) -> s.Step:
    """Mostly what makes rounds go on; now and then trouble, and what the floorperson may say to it."""
    roll = random.random()
    box = random.randint(1, 3)
    if roll < 0.35:
        return s.Wager(box, (("blackjack", 1000),))
    if roll < 0.5:
        return s.Deal()
    if roll < 0.62:
        return s.Play(box, random.choice(("hit", "stand", "double", "split")))
    if roll < 0.72:
        return s.Rest()
    if roll < 0.84:
        return random.choice(FAULTS)
    if roll < 0.92:
        return random.choice((s.Floor(random.choice(ANSWERS)), s.Repair("shoe"), s.Repair("reader")))
    return random.choice(
        (
            s.Determinant(random.randint(0, 1)),
            s.Shuffle(("*",), ("*",), random.choice(((), ("left",), ("right",)))),
            s.LoseCard(random.randint(0, 1)),
            s.Idle(),
            s.Look("Ann"),
            s.ChangeCards(),
            s.NewDealer("Ben"),
        )
    )


def scenario_of(seed: int) -> Scenario:
    """A script of forty steps."""
    random = Random(seed)
    steps = tuple(a_step(random) for _ in range(40))
    return replace(read_scenario(HEAD, f"seed {seed}"), seed=seed, steps=steps)


@clause("house.9", "house.11", "633a.7(e)(2)", "633a.14(h)")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_happens_the_table_comes_to_rest_with_both_sides_counted(seed: int) -> None:
    scenario = scenario_of(seed)
    bench = MemoryBench(GAME, scenario.rules, 50.0, equipment=installed(scenario))
    try:
        Script(scenario, GAME, bench, lambda cited: cited).run()
        assert bench.table.phase == "Closed"
        assert bench.table.holds == ()
        assert audit(bench.journal.entries()).is_clean
        events = [event for entry in bench.entries() for event in entry.events]
    finally:
        bench.close()
    assert not any(isinstance(one, ev.TableSealed) for one in events), "no inner fault"
    lost = any(isinstance(step, s.LoseCard) for step in scenario.steps)
    gone = any(isinstance(one, ev.IdentityLost) and one.last for one in events)
    for one in events:
        if isinstance(one, ev.ShoeCollected) and one.remaining >= 0 and not lost and not gone:
            assert one.remaining == one.expected
    left = [one.draw for one in events if isinstance(one, ev.CardLeft)]
    assert left == sorted(set(left)), "each draw leaves a side once"
