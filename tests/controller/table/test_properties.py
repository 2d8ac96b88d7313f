"""Properties of random walks: what must hold after every ruling, and that no walk ends in a dead end."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table.state import Equipment
from drivers import messages as m
from drivers.cards import DECK
from tests.controller.table.prompted import VERBS
from tests.controller.table.walking import Walk
from tests.controller.table.wandering import bring_to_rest, wander
from tests.support import Play

STEPS = 150
EQUIPMENT = (
    Equipment(),
    Equipment("batch"),
    Equipment("batch"),
    Equipment("continuous"),
    Equipment("continuous", approval="approved"),
    Equipment("in_shoe", approval="approved"),
)


@clause("house.11", "house.9", "672a.3(b)(5)", "672a.6(c)", "672a.7(e)(4)", "672a.12(b)", "672a.12(k)")
@settings(max_examples=240, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 2**32),
    st.sampled_from(("A", "B", "off")),
    st.sampled_from(("collect_then_pay", "box_by_box")),
    st.booleans(),
    st.sampled_from(EQUIPMENT),
)
def test_a_random_walk_keeps_what_must_hold_and_comes_to_rest(
    seed: int, push_22: str, settlement: str, free_entry: bool, equipment: Equipment
) -> None:
    walk = Walk(
        Random(seed),
        push_22=push_22,
        settlement=settlement,
        mid_shoe_entry=free_entry,
        equipment=equipment,
    )
    for _ in range(STEPS):
        wander(walk)
    bring_to_rest(walk)
    assert walk.table.stacks == ()
    assert isinstance(walk.table.wanted_shoe, m.Lock)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_lawful_rounds_without_a_fault_open_no_question(seed: int) -> None:
    random = Random(seed)
    cards = " ".join(random.choice(DECK) for _ in range(300))
    table = Play(cards, mid_shoe_entry=True)
    for _ in range(3):
        for box in random.sample(range(1, 7), random.randint(1, 6)):
            assert table.wager(box, random.choice((500, 1250)), random.choice((0, 500))).refused is None
        table.deal()
        while table.prompt() in ("insurance", "decide"):
            if table.prompt() == "insurance":
                table.close_insurance()
                continue
            hand = table.table.hands[table.table.turn]
            table.play(hand.box, random.choice(VERBS[:4]), hand.number)
        assert table.table.phase == "Betting"
        assert table.table.holds == ()
    staked = sum(row.stake for row in table.settlements())
    assert staked == sum(row.returned + row.collected for row in table.settlements())
