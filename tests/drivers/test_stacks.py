"""The host's driver of a shoe that dispenses: what it says, what it believes, and a deal over a poor cable.

Golden bytes are in test_vectors.py, what such a shoe does by itself in simulated/test_automated_shoe.py, the
same link with everything happening to it in test_both_ends.py.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import frame as wire
from drivers import messages as m
from drivers.frame import Frame
from drivers.payload import BadPayload, Payload, dump, load
from drivers.shoe import ROLE
from drivers.simulated.automated_shoe import SimulatedAutomatedShoe
from drivers.simulated.noise import Rates
from tests.drivers.both_ends import CARDS, BothEnds
from tests.drivers.fake_device import Bench
from tests.drivers.judging import POOR, check

ACE, SEALED = 59, 1
BIG = 0xFFFFFFFF
ORDERS = ROLE.orders_by_kind()
REPORTS = {row.name: row for row in ROLE.reports}
REASONS = ("jam", "stopped", "no-card", "empty", "lid", "locked", "power")
LOADED: Payload = {1: 1, 2: 0, 3: 0, 4: 0, 5: 1, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0, 11: [], 12: 1}


def understood(name: str, said: Payload) -> m.DeviceReport:
    return REPORTS[name].decode(said)


def ready() -> Bench:
    bench = Bench("shoe")
    bench.states = [LOADED]
    bench.connect()
    (told,) = bench.reports()
    assert isinstance(told, m.DeviceReady)
    assert isinstance(told.state, m.ShoeState)
    assert told.state.stack == m.StackState(1, 0, "none", 0)
    return bench


def orders(frames: list[Frame]) -> list[tuple[int, int]]:
    return [(frame.message, frame.number) for frame in frames if frame.type == wire.ORDER]


def ordered(bench: Bench, order: m.Order) -> Frame:
    bench.talk.order(order, bench.now)
    (frame,) = [frame for frame in bench.pump() if frame.type == wire.ORDER]
    bench.say(bench.reply(frame))
    return frame


# ---- rows -------------------------------------------------------------------------------------------------


def test_its_orders_are_those_of_the_vocabulary() -> None:
    assert {kind for kind, role in m.ROLE_OF.items() if role == "shoe"} == set(ORDERS)
    assert not ORDERS[m.Dispense].restrictive
    assert m.Dispense in ORDERS[m.Lock].contradicts


@settings(deadline=None)
@given(st.integers(1, BIG), st.integers(1, 32), st.integers(32, BIG), st.text("ud", max_size=32))
def test_an_order_is_said_in_full_and_the_wire_can_carry_it(
    stack: int, count: int, up_to: int, faces: str
) -> None:
    said = {1: stack, 2: count, 3: up_to, 4: faces[:count]}
    assert load(dump(ORDERS[m.Dispense].encode(m.Dispense(stack, count, up_to, faces[:count])))) == said


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (m.Dispense(0, 5, 5), "no stack 0"),
        (m.Dispense(BIG + 1, 5, 5), "no stack"),
        (m.Dispense(1, 0, 5), "1 to 32 cards"),
        (m.Dispense(1, 33, 33), "1 to 32 cards"),
        (m.Dispense(1, 5, 4), "ends with draw 4"),
        (m.Dispense(1, 5, BIG + 1), "ends with draw"),
        (m.Dispense(1, 2, 2, "ddd"), "faces are u and d"),
        (m.Dispense(1, 2, 2, "x"), "faces are u and d"),
    ],
)
def test_an_order_that_the_wire_cannot_say_is_the_callers_mistake(order: m.Order, why: str) -> None:
    bench = ready()
    with pytest.raises(ValueError, match=why):
        bench.talk.order(order, bench.now)
    assert bench.pump() == []


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("place", ["", "entry", "path", "exit"])
def test_every_reason_and_place_of_the_document_is_understood(reason: str, place: str) -> None:
    said: Payload = {1: 7, 2: 31, 3: 2, 5: reason, **({6: place} if place else {})}
    assert understood("stack-failed", said) == m.StackFailed(7, reason, 31, 2, place)


WRONG: list[tuple[str, Payload]] = [
    ("loaded", {1: 0, 2: 52}),
    ("loaded", {1: 1}),
    ("stack-dispensed", {1: 0, 2: 1, 3: 5}),
    ("stack-dispensed", {1: 1, 2: 0, 3: 5}),
    ("stack-dispensed", {1: 1, 2: 1, 3: 0}),
    ("stack-dispensed", {1: 1, 2: 1}),
    ("stack-failed", {1: 1, 2: 1, 3: 2}),
    ("stack-failed", {1: 1, 2: 1, 3: 2, 5: "KC next"}),
    ("stack-failed", {1: 1, 2: 1, 3: 2, 5: "jam", 6: "above 9S"}),
    ("stack-failed", {1: 1, 2: 0, 3: 2, 5: "jam"}),
    ("stack-failed", {1: 0, 2: 0, 3: 2, 5: "power"}),
    ("stack-failed", {1: 0, 2: 7, 3: 0, 5: "power"}),
    ("stack-taken", {}),
]


@pytest.mark.parametrize(("name", "said"), WRONG)
def test_what_the_document_does_not_have_is_not_believed(name: str, said: Payload) -> None:
    with pytest.raises(BadPayload):
        understood(name, said)


@pytest.mark.parametrize(("key", "value"), [(6, 0), (7, 5), (7, -1), (5, "1"), (8, None)])
def test_a_state_that_cannot_be_is_not_believed(key: int, value: Any) -> None:
    said: dict[int, Any] = {**LOADED, 6: 3, 7: 1, 8: 11, key: value}
    with pytest.raises(BadPayload):
        ROLE.decode_state([said])


def test_a_shoe_that_does_not_dispense_has_no_stack_in_its_state() -> None:
    state = ROLE.decode_state([{1: 1, 2: 0, 3: 0, 4: 0, 11: []}])
    assert isinstance(state, m.ShoeState)
    assert state.stack is None


# ---- orders ---------------------------------------------------------------------------------------------


def test_a_stack_from_its_order_to_its_taking() -> None:
    bench = ready()
    frame = ordered(bench, m.Dispense(1, 2, 2))
    assert (frame.message, load(frame.payload)) == (19, {1: 1, 2: 2, 3: 2, 4: ""})
    bench.say(bench.drawn(1, 1, SEALED), bench.drawn(2, 2, SEALED))
    bench.say(bench.report(3, 24, payload={1: 1, 2: 1, 3: 2}), bench.report(4, 26, payload={1: 1}))
    assert bench.reports() == [
        m.CardDrawn(1, "##"),
        m.CardDrawn(2, "##"),
        m.StackDispensed(1, 1, 2),
        m.StackTaken(1),
    ]


def test_an_order_of_a_stack_is_said_again_as_it_was_until_it_is_replied_to() -> None:
    bench = ready()
    bench.talk.order(m.Dispense(1, 5, 5), bench.now)
    (first,) = bench.pump()
    again = [frame for frame in bench.wait(0.3) if frame.type == wire.ORDER]
    assert again
    assert {(frame.number, frame.payload) for frame in again} == {(first.number, first.payload)}


def test_a_lock_overtakes_a_stack_and_drops_those_that_are_queued() -> None:
    bench = ready()
    for order in (m.Dispense(1, 5, 5), m.Dispense(2, 5, 10), m.Disclose(1)):
        bench.talk.order(order, bench.now)
    (first,) = bench.pump()
    bench.talk.order(m.Lock(), bench.now)
    (lock,) = bench.pump()
    assert orders([first, lock]) == [(19, 2), (17, 3)]
    bench.say(bench.reply(first, {1: 1, 2: "busy"}))  # late: it is nobody's any more
    assert orders(bench.say(bench.reply(lock))) == [(18, 4)], "what a lock does not contradict is said still"
    assert bench.reports() == []


def test_two_stacks_that_wait_are_both_said_and_the_same_one_once() -> None:
    bench = ready()
    bench.talk.order(m.Disclose(1), bench.now)
    (disclose,) = bench.pump()
    for order in (m.Dispense(1, 5, 5), m.Dispense(2, 5, 10), m.Dispense(1, 5, 5)):
        bench.talk.order(order, bench.now)
    said = []
    frames = bench.say(bench.reply(disclose))
    while frames:
        said += [load(frame.payload)[1] for frame in frames]
        frames = [frame for frame in bench.say(bench.reply(frames[0])) if frame.type == wire.ORDER]
    assert said == [1, 2]


# ---- faces ----------------------------------------------------------------------------------------------


def test_a_card_of_a_stack_shows_its_face_where_it_was_asked_to() -> None:
    bench = ready()
    ordered(bench, m.Dispense(1, 3, 3, "u"))
    bench.say(*(bench.drawn(draw, draw, ACE if draw == 3 else SEALED) for draw in (1, 2, 3)))
    assert [one.card for one in bench.reports() if isinstance(one, m.CardDrawn)] == ["##", "##", "AS"]


def test_the_face_of_any_other_card_of_a_stack_goes_nowhere() -> None:
    bench = ready()
    ordered(bench, m.Dispense(1, 2, 2, "u"))
    bench.say(bench.drawn(1, 1, ACE))
    assert bench.reports() == [m.FaultRaised("violation", "face of draw 1"), m.CardDrawn(1, "##")]


def test_a_stack_takes_back_the_faces_of_one_that_did_not_come() -> None:
    """Stack 1 was refused: its draws are those of another one, and sealed."""
    bench = ready()
    bench.talk.order(m.Dispense(1, 2, 2, "uu"), bench.now)
    (frame,) = bench.pump()
    bench.say(bench.reply(frame, {1: 1, 2: "lid-open"}))
    ordered(bench, m.Dispense(1, 2, 2))
    bench.reports()
    bench.say(bench.drawn(1, 1, ACE))
    assert bench.reports() == [m.CardDrawn(1, "##")]


def test_a_card_found_face_up_in_a_stack_is_told() -> None:
    bench = ready()
    ordered(bench, m.Dispense(1, 2, 2))
    bench.say(bench.drawn(1, 1, ACE, 1))
    assert bench.reports() == [m.CardDrawn(1, "AS", face_up=True)]


# ---- both ends --------------------------------------------------------------------------------------------


class Deal:
    """A dealer, a host that wants one stack after another, and a poor cable between host and shoe."""

    def __init__(self, seed: int, rates: Rates = POOR) -> None:
        self.ends = BothEnds("automated_shoe", seed, rates, lag=0.05)
        assert isinstance(self.ends.model, SimulatedAutomatedShoe)
        self.shoe = self.ends.model
        self.ends.run(0.5)

    def stack(self, stack: int, count: int, up_to: int, faces: str = "") -> list[str] | None:
        """Order it, give it eight seconds and take it."""
        self.ends.order(m.Dispense(stack, count, up_to, faces))
        self.ends.run(8.0)
        taken = self.shoe.take(self.ends.now)
        self.ends.run(1.0)
        return None if taken is None else [card.card for card in taken]

    def heard(self, *kinds: type) -> list[m.Report]:
        return [one.report for one in self.ends.heard if isinstance(one.report, kinds)]


@pytest.mark.parametrize("seed", range(6))
def test_a_deal_to_three_players_and_the_dealer(seed: int) -> None:
    """671a.10(b): four stacks of five, the last card of the last one face up; then the players' cards are
    disclosed, each once ordered."""
    deal = Deal(seed, Rates(drop=0.04, duplicate=0.2, corrupt=0.01, split=0.3, delay=0.02))
    stacks = [deal.stack(number, 5, 5 * number, "u" if number == 4 else "") for number in range(1, 5)]
    assert stacks == [CARDS[at : at + 5] for at in (0, 5, 10, 15)]
    shown = [one.card for one in deal.heard(m.CardDrawn) if isinstance(one, m.CardDrawn)]
    assert shown == ["##"] * 19 + [CARDS[19]]
    expected = [m.StackDispensed(number, 5 * number - 4, 5) for number in range(1, 5)]
    assert deal.heard(m.StackDispensed) == expected
    assert deal.heard(m.StackTaken) == [m.StackTaken(number) for number in range(1, 5)]
    for draw in range(1, 16):
        deal.ends.order(m.Disclose(draw))
        deal.ends.run(2.0)
    assert deal.heard(m.Disclosed) == [m.Disclosed(draw, CARDS[draw - 1]) for draw in range(1, 16)]
    deal.ends.quiet(3.0)
    check(deal.ends)


@pytest.mark.parametrize("moment", [0.02, 0.3, 0.55, 0.8, 1.05, 1.3, 1.6])
def test_power_that_is_lost_at_any_moment_of_a_stack(moment: float) -> None:
    """The host hears of another boot and of cards that are of no load; no card comes by itself, however
    often the stack is wished for; after a new load the deal begins with its first stack."""
    deal = Deal(1, Rates())
    deal.stack(1, 5, 5)
    deal.ends.order(m.Dispense(2, 5, 10))
    deal.ends.run(moment)
    inside = deal.shoe.cards_left()
    deal.shoe.start(deal.ends.now, "power")
    deal.ends.run(5.0)
    assert deal.shoe.cards_left() == inside
    assert len(deal.ends.model.boots) == 2
    (ready_again,) = [one for one in deal.heard(m.DeviceReady)[1:] if isinstance(one, m.DeviceReady)]
    assert isinstance(ready_again.state, m.ShoeState)
    assert ready_again.state.stack == m.StackState(0, 0, "failed", 0)
    assert deal.heard(m.StackFailed) == [m.StackFailed(0, "power", 0, 0)]
    deal.shoe.take(deal.ends.now)
    deal.shoe.load(CARDS, deal.ends.now)
    assert deal.stack(1, 5, 5) == CARDS[:5]
    assert deal.heard(m.CardsLoaded)[-1] == m.CardsLoaded(1, 208)
    check(deal.ends)


@pytest.mark.parametrize("moment", [0.02, 0.3, 0.55, 0.8, 1.05, 1.3, 1.6])
def test_a_host_that_is_killed_at_any_moment_of_a_stack(moment: float) -> None:
    """It hears of every card that came out, and of the stack as failed, or whole; nothing comes twice."""
    deal = Deal(1)
    deal.ends.order(m.Dispense(1, 5, 5))
    deal.ends.run(moment)
    deal.ends.restart()
    deal.ends.order(m.Dispense(1, 5, 5))
    deal.ends.run(5.0)
    out = deal.shoe.in_exit()
    ends = {(one.number, one.report) for one in deal.ends.written if one.number}
    told = [report for _, report in ends if isinstance(report, m.StackDispensed | m.StackFailed)]
    whole, failed = m.StackDispensed(1, 1, 5), m.StackFailed(1, "stopped", 1, out)
    assert told == ([whole] if out == 5 else [failed])
    assert len([report for _, report in ends if isinstance(report, m.CardDrawn)]) == out
    check(deal.ends)


def test_the_stacks_of_a_deal_go_by_what_the_shoe_has_told() -> None:
    """A short stack, and one of too many: the next order names the draw that is the last one then."""
    deal = Deal(3)
    deal.shoe.fault("short", deal.ends.now)
    assert deal.stack(1, 5, 5) == CARDS[:4]
    deal.shoe.fault("double-feed", deal.ends.now, at=9)
    assert deal.stack(2, 5, 9) == CARDS[4:10]
    assert deal.heard(m.StackDispensed, m.DoubleFeed) == [
        m.StackDispensed(1, 1, 4),
        m.DoubleFeed(10),
        m.StackDispensed(2, 5, 6),
    ]
    assert deal.stack(3, 5, 15) == CARDS[10:15]
    check(deal.ends)
