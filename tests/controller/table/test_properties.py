"""Properties of random walks: what must hold after every ruling, and that no walk ends in a dead end."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.commands import Told
from drivers import messages as m
from drivers.cards import DECK, UNREAD
from tests.controller.table.walking import FAULTS, NAMES, VERBS, Walk
from tests.support import GAME, Play

STEPS = 150


def wander(walk: Walk) -> None:
    """One random thing: mostly what is prompted, else a lawful or unlawful attempt, else a fault."""
    random = walk.random
    roll = random.random()
    if roll < walk.trouble:
        fail(walk)
    elif roll < 0.2:
        walk.deliver()
    elif roll < 0.2 + walk.trouble:
        attempt(walk)
    else:
        follow(walk)


def follow(walk: Walk) -> None:
    """Do what the most urgent prompt asks for."""
    random = walk.random
    prompts = GAME.prompts(walk.table)
    prompt = random.choice(prompts) if prompts else None
    kind = prompt.kind if prompt else ""
    if prompt is None or kind in ("wait", "turn_hole"):
        walk.deliver()
    elif kind == "hold":
        answer(walk, random.randrange(len(walk.table.holds)))
    elif kind == "no_more_bets":
        if random.random() < 0.6:
            bet(walk)
        else:
            walk.ask(c.NoMoreBets())
    elif kind == "draw":
        walk.draw()
    elif kind == "insurance":
        if random.random() < 0.5:
            walk.place(random.randint(1, 6), ("insurance", random.choice((50, 250, 500))))
        else:
            walk.ask(random.choice((c.CloseInsurance(), c.TakeEvenMoney(random.randint(1, 6)))))
    elif kind == "insert_hole":
        walk.report("reader", m.ReaderAnswer(peek(walk)))
    elif kind == "decide":
        amount = random.choice((0, 0, 0, 500))
        walk.ask(c.Decide(prompt.box, random.choice(VERBS), prompt.hand, amount))
    elif kind == "chips":
        asked = walk.table.asked
        wager = "split" if asked is not None and asked.verb == "split" else "double_down"
        walk.place(prompt.box, (wager, random.choice((prompt.amount, prompt.amount, 500, 25))))
    elif kind == "enter_card":
        walk.floor(c.EnterCard(prompt.draw, walk.faces.get(prompt.draw, "2C")))
    else:
        step(walk, kind)


def step(walk: Walk, kind: str) -> None:
    """The steps of opening, shuffling and settling."""
    commands: dict[str, c.Command] = {
        "open": c.OpenTable(),
        "inspect": c.InspectCards(),
        "spread": c.SpreadCards(),
        "wash": c.WashCards(),
        "shuffle": c.ShuffleCards(),
        "cut": c.CutCards(),
        "load": c.LoadShoe(),
        "settle": c.WagersSettled(),
        "collect": c.CardsCollected(),
    }
    if kind == "shuffle":
        walk.shoe.inside.clear()
    ruling = walk.floor(commands[kind])
    if kind == "load" and ruling.refused is None:
        walk.shoe.inside.extend(walk.deck().split())
    if kind == "open":
        walk.floor(c.InspectReader())


def bet(walk: Walk) -> None:
    random = walk.random
    chips = [("blackjack", random.choice((500, 1000, 1250, 1000, 450, 25)))]
    if random.random() < 0.4:
        chips.append((random.choice(("push_22", "push_22", "insurance")), 500))
    walk.place(random.randint(1, 7), *chips, player=random.choice(("", "Ann", "Ben")))


def peek(walk: Walk) -> m.Answer:
    """Mostly the truth."""
    if walk.random.random() < 0.1:
        return walk.random.choice(("no_read", "blackjack", "no_blackjack"))
    hole = walk.faces.get(walk.table.dealer.draws[1], "2C")
    up = walk.table.dealer.cards[0]
    return (
        "blackjack"
        if {up[0] == "A", hole[0] == "A"} == {True, False} and ({up[0], hole[0]} & set("TJQK"))
        else "no_blackjack"
    )


def attempt(walk: Walk) -> None:
    """Something that may or may not be lawful now."""
    random = walk.random
    box, hand = random.randint(1, 6), random.randint(1, 4)
    commands: tuple[c.Command, ...] = (
        c.NoMoreBets(),
        c.CloseInsurance(),
        c.TakeEvenMoney(box, hand),
        c.Decide(box, random.choice(VERBS), hand, random.choice((0, 500, -50, 7))),
        c.WithdrawDecision(),
        c.WagersSettled(),
        c.CardsCollected(),
        c.NewDealer("Kim"),
        c.DirectReshuffle(),
        c.InspectReader(),
        c.AdmitPlayer("Ann"),
        c.EnterCard(random.randint(1, max(1, walk.table.last)), random.choice(DECK)),
        c.ChooseRemedy(random.randint(0, 9), random.choice(("resume", "void_round", "unexposed"))),
    )
    wager = random.choice(m.WAGERS[1:])
    reports: tuple[tuple[str, m.Report], ...] = (
        ("wagers", m.Placed(box, ((wager, 500),))),
        ("wagers", m.TakenBack(box, wager, lifted(walk, box, wager))),
        ("wagers", m.AttemptAfterClose(box, wager, random.choice((500, -500)))),
        ("shoe", m.Disclosed(random.randint(1, 40), random.choice(DECK))),
        ("reader", m.InsertedWhileDisarmed()),
        ("shoe", m.CardDrawn(max(1, walk.shoe.last), UNREAD)),
    )
    if random.random() < 0.5:
        walk.ask(random.choice(commands), random.choice(("dealer", "floorperson")))
    elif not walk.lost:
        walk.report(*random.choice(reports))


def lifted(walk: Walk, box: int, wager: str) -> int:
    """What a hand can lift from a spot: no more than lies there."""
    lies = [s.stake for s in walk.table.stacks if (s.box, s.hand, s.wager) == (box, 1, wager)]
    return walk.random.choice((lies[0], 50)) if lies and lies[0] >= 50 else 0


def fail(walk: Walk) -> None:
    """Something breaks, or is repaired."""
    random = walk.random
    name = random.choice(NAMES)
    roll = random.randrange(12)
    if name in walk.lost:
        walk.come_back(name, anew=random.random() < 0.3)
    elif roll == 0:
        walk.drop(name)
    elif roll == 1:
        walk.restart()
    elif roll == 2:
        walk.report(name, m.FaultRaised(random.choice(FAULTS[name])))
    elif roll == 3:
        for kind in FAULTS[name]:
            walk.report(name, m.FaultCleared(kind))
    elif roll == 4:
        walk.double_feed()
    elif roll == 5:
        walk.report("shoe", m.LidMoved(random.random() < 0.5))
    elif roll == 6 and walk.shoe.last:
        walk.report("shoe", m.CardPushedBack(walk.shoe.last))
    elif roll == 7 and random.random() < 0.2:
        walk.report(name, m.Gap(1, 3))
    elif roll == 8 and random.random() < 0.2:
        walk.take(Told(c.DefectMet("bug")))
    elif roll == 9:
        walk.report(name, m.SelfLocked("silence"))
    elif roll == 10:
        walk.report(name, m.OrderRefused("permit", "busy"))
    elif not walk.lost:
        walk.draw()


def answer(walk: Walk, number: int) -> None:
    """Choose one of the remedies of a Hold; whoever may choose it."""
    hold = walk.table.holds[number]
    ways = [way.name for way in hold.remedies]
    walk.floor(c.ChooseRemedy(hold.id, walk.random.choice(ways)))


def bring_to_rest(walk: Walk) -> None:
    """A patient floorperson repairs, answers and finishes until the table is closed."""
    walk.calm = True
    for _ in range(300):
        for name in NAMES:
            if name in walk.lost:
                walk.come_back(name, anew=False)
            for kind in FAULTS[name]:
                walk.report(name, m.FaultCleared(kind))
        while any(walk.late.values()):
            walk.deliver()
        if walk.table.holds:
            hold = walk.table.holds[0]
            taken = [
                way.name
                for way in hold.remedies
                if walk.floor(c.ChooseRemedy(hold.id, way.name)).refused is None
            ][:1] or [None]
            assert taken != [None], f"no remedy of {hold.kind} can be taken in {walk.table.phase}"
            continue
        if walk.table.phase == "Closed":
            return
        close(walk)
    raise AssertionError(f"the table does not come to rest: {walk.table.phase}, {GAME.prompts(walk.table)}")


def close(walk: Walk) -> None:
    """One step towards a closed table."""
    if walk.table.phase in ("Betting", "Shuffling"):
        for stack in walk.table.stacks:
            if walk.table.phase == "Betting":
                walk.report("wagers", m.TakenBack(stack.box, stack.wager, stack.stake))
        if walk.floor(c.CloseTable()).refused is None:
            return
    if walk.table.asked is not None and walk.table.asked.chips:
        walk.ask(c.WithdrawDecision())
    prompts = GAME.prompts(walk.table)
    kind = prompts[0].kind if prompts else ""
    if kind == "decide":
        walk.ask(c.Decide(prompts[0].box, "stand", prompts[0].hand))
    elif kind == "insurance":
        walk.ask(c.CloseInsurance())
    elif kind == "insert_hole":
        walk.report("reader", m.ReaderAnswer("no_blackjack"))
    elif kind == "no_more_bets":
        walk.floor(c.InspectReader())
    elif prompts and kind not in ("wait", "turn_hole"):
        follow(walk)


@clause("house.11", "house.9", "672a.6(c)", "672a.7(e)(4)", "672a.12(b)")
@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 2**32),
    st.sampled_from(("A", "B", "off")),
    st.sampled_from(("collect_then_pay", "box_by_box")),
    st.booleans(),
)
def test_a_random_walk_keeps_what_must_hold_and_comes_to_rest(
    seed: int, push_22: str, settlement: str, free_entry: bool
) -> None:
    walk = Walk(Random(seed), push_22=push_22, settlement=settlement, mid_shoe_entry=free_entry)
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
