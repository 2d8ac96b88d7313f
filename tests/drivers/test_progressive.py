"""The host's driver of a progressive table game system: what it says, and what it believes and does not.

Golden bytes are in test_vectors.py; a whole link with a simulated device at its end, over bad cables and with
either end killed, in test_both_ends.py; here one round is played over such a link.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import frame as wire
from drivers import messages as m
from drivers.cards import DECK
from drivers.frame import Frame
from drivers.payload import BadPayload, Payload, dump, load
from drivers.progressive import ROLE
from drivers.roles import find_role
from drivers.simulated.noise import Rates
from drivers.simulated.progressive import SimulatedProgressive
from tests.drivers.both_ends import BothEnds
from tests.drivers.fake_device import Bench

BIG = 0xFFFFFFFF
REPORTS = {row.name: row for row in ROLE.reports}
ORDERS = ROLE.orders_by_kind()
BETTING = m.OpenProgressive((("bad_beat", (1, 2, 3, 4, 5, 6), 2500), ("hit_and_run", (1, 2, 3), 500)), 1)
SAID: dict[str, Payload] = {
    "placed": {1: 3, 2: 15, 3: 500, 4: "card 17"},
    "taken-back": {1: 3, 2: 15, 3: 500},
    "locked-out": {1: [[3, 15, 500]], 2: "QH", 3: 6},
    "attempt-after-lock-out": {1: 3, 2: 16, 3: 500},
    "credited": {1: 7},
}
STATE: Payload = {1: 1, 2: [[3, 15, 500]], 3: 7, 9: 0, 10: 0, 11: [], 12: 1}


def understood(name: str, said: Payload) -> m.DeviceReport:
    return REPORTS[name].decode(said)


def ready() -> Bench:
    bench = Bench("progressive")
    bench.states = [STATE]
    bench.connect()
    (told,) = bench.reports()
    assert isinstance(told, m.DeviceReady)
    assert told.state == m.ProgressiveState(True, ((3, "bad_beat", 500),), 7, ())
    return bench


def orders(frames: list[Frame]) -> list[int]:
    return [frame.message for frame in frames if frame.type == wire.ORDER]


# ---- rows -------------------------------------------------------------------------------------------------


def test_the_role_is_found_by_its_entry_point() -> None:
    assert find_role("progressive") is ROLE


def test_its_orders_are_those_of_the_vocabulary_and_the_restrictive_ones_agree() -> None:
    assert {kind for kind, role in m.ROLE_OF.items() if role == "progressive"} == set(ORDERS)
    assert {row.kind for row in ROLE.orders if row.restrictive} == m.RESTRICTIVE & set(ORDERS)
    assert ORDERS[m.LockOut].contradicts == {m.OpenProgressive}


wagers = st.sampled_from(m.WAGERS[1:])
boxes = st.lists(st.integers(1, 32), min_size=1, max_size=8, unique=True).map(tuple)
cents = st.integers(0, BIG)


@settings(deadline=None)
@given(st.lists(st.tuples(wagers, boxes, cents), max_size=3), cents, st.booleans(), st.booleans())
def test_what_is_opened_is_said_in_full_and_the_wire_can_carry_it(
    spots: list[tuple[str, tuple[int, ...], int]], of: int, magic: bool, lucky: bool
) -> None:
    order = m.OpenProgressive(tuple(spots), of, magic, lucky)
    said = load(dump(ORDERS[m.OpenProgressive].encode(order)))
    rows: Any = said[1]
    found = [
        (m.WAGERS[code], [b for b in range(1, 33) if bits >> (b - 1) & 1], up) for code, bits, up in rows
    ]
    assert found == [(wager, sorted(named), up_to) for wager, named, up_to in spots]
    assert (said[2], said.get(3, 0), said.get(4, 0)) == (of, magic, lucky)


WRONG_ORDERS = [
    (m.OpenProgressive((("keno", (1,), 5),), 1), "no wager is called"),
    (m.OpenProgressive((("", (1,), 5),), 1), "no wager is called"),
    (m.OpenProgressive((("bad_beat", (0,), 5),), 1), "boxes are 1 to 32"),
    (m.OpenProgressive((("bad_beat", (33,), 5),), 1), "boxes are 1 to 32"),
    (m.OpenProgressive((("bad_beat", (1,), -5),), 1), "an amount in cents is 0 to"),
    (m.OpenProgressive((("bad_beat", (1,), 5),), -1), "the number of a round is 0 to"),
    (m.OpenProgressive((("bad_beat", (1,), 5),), BIG + 1), "the number of a round is 0 to"),
    (m.OpenProgressive((("bad_beat", tuple(range(1, 26)), 5),), 1), "25 spots"),
    (m.RejectProgressive(0, "bad_beat", 0), "boxes are 1 to 32"),
    (m.RejectProgressive(1, "keno", 0), "no wager is called"),
    (m.RejectProgressive(1, "bad_beat", -1), "an amount in cents is 0 to"),
    (m.ShowMeters((("bad_beat", -1),)), "a meter in cents is 0 to"),
    (m.ShowMeters((("bad_beat", 1), ("bad_beat", 2))), "a wager has one meter"),
    (m.CreditAccount(0, 1, "bad_beat", 5), "the number of an award is 1 to"),
    (m.CreditAccount(1, 33, "bad_beat", 5), "boxes are 1 to 32"),
    (m.CreditAccount(1, 1, "keno", 5), "no wager is called"),
    (m.CreditAccount(1, 1, "bad_beat", 0), "an award in cents is 1 to"),
    (m.CreditAccount(1, 1, "bad_beat", BIG + 1), "an award in cents is 1 to"),
]


@pytest.mark.parametrize(("order", "why"), WRONG_ORDERS)
def test_an_order_that_the_wire_cannot_say_is_the_callers_mistake(order: m.Order, why: str) -> None:
    bench = ready()
    with pytest.raises(ValueError, match=why):
        bench.talk.order(order, bench.now)
    assert bench.pump() == []


# ---- what is not believed ---------------------------------------------------------------------------------

NEVER = (None, "3", b"\x03", [3], {1: 3}, -1, BIG + 1, 0)
"""What no number of this role's reports may be; None: it is missing."""
STAKES = (
    *(None, 3, "abc", [3], [[3, 15]]),
    *([[0, 15, 5]], [[33, 15, 5]], [[3, 0, 5]], [[3, len(m.WAGERS), 5]], [[3, 15, 0]]),
)
TWICE = [[3, 15, 500], [3, 15, 100]]
SPOT = {1: (*NEVER, 33), 2: (*NEVER, len(m.WAGERS)), 3: NEVER}
BAD: dict[str, dict[int, tuple[Any, ...]]] = {
    "placed": {**SPOT, 4: (1, b"ann", ["ann"])},
    "taken-back": SPOT,
    "locked-out": {
        1: (*STAKES, TWICE),
        2: (1, b"QH", ["QH"], "", "Q", "10H", "qh", "QHS", "JK", "##", "??", "queen of hearts"),
        3: (*NEVER[1:], 33),
    },
    "attempt-after-lock-out": SPOT,
    "credited": {1: NEVER},
}
BAD_REPORTS = [
    (name, key, wrong) for name, keys in BAD.items() for key, each in keys.items() for wrong in each
]


def changed(said: Payload, key: int, wrong: Any) -> Payload:
    rest = {name: value for name, value in said.items() if name != key}
    return rest if wrong is None else {**rest, key: wrong}


def test_every_field_of_every_report_is_tried() -> None:
    assert {name: set(keys) for name, keys in BAD.items()} == {name: set(said) for name, said in SAID.items()}
    assert set(SAID) == set(REPORTS)
    for name, said in SAID.items():
        understood(name, dict(said))


@pytest.mark.parametrize(("name", "key", "wrong"), BAD_REPORTS)
def test_a_report_that_is_not_the_documents_is_refused(name: str, key: int, wrong: Any) -> None:
    with pytest.raises(BadPayload):
        understood(name, changed(SAID[name], key, wrong))


BAD_STATES = [
    *((1, wrong) for wrong in (None, -1, 2, "1", [1])),
    *((2, wrong) for wrong in (*STAKES[1:], TWICE)),
    *((3, wrong) for wrong in NEVER if wrong != 0),
    *((11, wrong) for wrong in ("lamp", 1, {1: 2}, [1], ["lamp", 2], [b"lamp"])),
]


@pytest.mark.parametrize(("key", "wrong"), BAD_STATES)
def test_a_state_that_is_not_the_documents_is_refused(key: int, wrong: Any) -> None:
    with pytest.raises(BadPayload):
        ROLE.decode_state([changed(STATE, key, wrong)])


def test_a_spot_that_two_parts_of_a_state_name_is_refused() -> None:
    with pytest.raises(BadPayload, match="said twice"):
        ROLE.decode_state([STATE, STATE])


@pytest.mark.parametrize("card", DECK)
def test_any_card_of_a_deck_can_be_the_magic_one(card: str) -> None:
    assert understood("locked-out", {1: [], 2: card}) == m.LockedOut((), card, 0)


values = st.recursive(
    st.integers(-(2**64), 2**64 - 1) | st.text(max_size=8) | st.binary(max_size=8) | st.sampled_from(DECK),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.integers(0, 9), inner, max_size=3),
    max_leaves=6,
)
row = st.tuples(st.integers(-1, 34), st.integers(-1, 18), st.integers(-1, 900)).map(list)
near = st.fixed_dictionaries(
    {1: st.integers(0, 40) | st.lists(row, max_size=3), 2: st.integers(0, 20) | st.sampled_from(DECK)},
    optional={3: st.integers(0, 40), 4: st.text("ab", max_size=3)},
)
payloads = near | st.dictionaries(st.integers(0, 13), values, max_size=8)


@settings(deadline=None)
@given(st.sampled_from(sorted(REPORTS)), payloads)
def test_whatever_a_report_says_it_is_understood_within_bounds_or_refused(name: str, said: Payload) -> None:
    try:
        report = understood(name, said)
    except BadPayload:
        return
    if isinstance(report, m.LockedOut):
        assert report.magic in ("", *DECK)
        assert 0 <= report.lucky <= 32
        assert len({stake[:2] for stake in report.accepted}) == len(report.accepted)
        for box, wager, amount in report.accepted:
            assert 1 <= box <= 32
            assert wager in m.WAGERS[1:]
            assert 0 < amount <= BIG
    elif isinstance(report, m.AwardCredited):
        assert 1 <= report.award <= BIG
    else:
        assert isinstance(report, m.ProgressivePlaced | m.ProgressiveTakenBack | m.AttemptAfterLockOut)
        assert 1 <= report.box <= 32
        assert report.wager in m.WAGERS[1:]
        assert 0 < report.amount <= BIG


# ---- what overtakes what ----------------------------------------------------------------------------------


def test_the_lock_out_overtakes_the_opening_that_waits_and_ends_it() -> None:
    bench = ready()
    bench.talk.order(BETTING, bench.now)
    assert orders(bench.pump()) == [16]
    bench.talk.order(m.LockOut(), bench.now)
    (lock_out,) = [frame for frame in bench.pump() if frame.type == wire.ORDER]
    assert lock_out.message == 17
    assert orders(bench.say(bench.reply(lock_out))) == []  # the opening is not said again


def test_an_award_that_was_overtaken_is_said_again_before_the_next_one() -> None:
    """A device credits no award below the last one: they have to come in order."""
    bench = ready()
    bench.talk.order(m.CreditAccount(8, 1, "bad_beat", 500), bench.now)
    assert orders(bench.pump()) == [20]
    bench.talk.order(m.CreditAccount(9, 2, "bad_beat", 700), bench.now)
    bench.talk.order(m.LockOut(), bench.now)
    frames = bench.pump()
    said = []
    while sent := [frame for frame in frames if frame.type == wire.ORDER]:
        said += [(frame.message, load(frame.payload).get(1)) for frame in sent]
        frames = bench.say(bench.reply(sent[-1]))
    assert said == [(17, None), (20, 8), (20, 9)]


def test_a_reject_ends_no_other_one() -> None:
    bench = ready()
    bench.talk.order(m.RejectProgressive(1, "bad_beat", 0), bench.now)
    assert orders(bench.pump()) == [18]
    bench.talk.order(m.RejectProgressive(2, "bad_beat", 0), bench.now)
    (second,) = [frame for frame in bench.pump() if frame.type == wire.ORDER]
    again = bench.say(bench.reply(second))
    assert [load(frame.payload) for frame in (second, *again)] == [{1: 2, 2: 15, 3: 0}, {1: 1, 2: 15, 3: 0}]


def test_of_two_queued_orders_only_what_replaces_the_other_goes() -> None:
    bench = ready()
    bench.talk.order(m.ShowMeters((("bad_beat", 1),)), bench.now)
    frames = bench.pump()
    for order in (
        m.ShowMeters((("bad_beat", 2),)),
        m.CreditAccount(8, 1, "bad_beat", 500),
        m.ShowMeters((("bad_beat", 3),)),
        m.CreditAccount(9, 1, "bad_beat", 500),
        BETTING,
        m.OpenProgressive((), 2),
    ):
        bench.talk.order(order, bench.now)
    said = []
    while sent := [frame for frame in frames if frame.type == wire.ORDER]:
        said += [(frame.message, load(frame.payload)[1]) for frame in sent]
        frames = bench.say(bench.reply(sent[-1]))
    assert said == [(19, [[15, 1]]), (19, [[15, 3]]), (20, 8), (20, 9), (16, [])]


# ---- one round over a whole link --------------------------------------------------------------------------


class House(BothEnds):
    """Both ends of the link of a simulated system, and what the host has heard that it may rule on."""

    def __init__(self, rates: Rates | None = None) -> None:
        super().__init__("progressive", 1, rates)
        assert isinstance(self.model, SimulatedProgressive)
        self.system = self.model
        self.run(1.0)

    def reports(self, kind: type) -> list[Any]:
        """All reports of that kind, each once."""
        return [one.report for one in self.written if isinstance(one.report, kind)]


def test_a_round_over_a_poor_cable() -> None:
    """Wagers that are accepted, the lock-out with its selection, what comes too late, meters, an award."""
    house = House(Rates(drop=0.1, duplicate=0.1, corrupt=0.05))
    system = house.system
    wish = m.OpenProgressive(BETTING.spots, 1, magic=True, lucky=True)
    house.order(wish)
    house.run(2.0)
    system.select_next("QH", 2)
    assert system.place(2, "bad_beat", 2500, house.now, "ann")
    assert system.place(2, "hit_and_run", 500, house.now)
    assert system.place(3, "bad_beat", 100, house.now)
    assert system.take_back(3, "bad_beat", 100, house.now)
    house.order(m.LockOut())
    house.run(2.0)
    assert not system.place(1, "bad_beat", 500, house.now)
    house.order(m.ShowMeters((("bad_beat", 1_002_500),)), m.CreditAccount(1, 2, "bad_beat", 50_000))
    house.quiet(3.0)
    accepted = ((2, "bad_beat", 2500), (2, "hit_and_run", 500))
    assert house.reports(m.ProgressivePlaced) == [
        m.ProgressivePlaced(2, "bad_beat", 2500, "ann"),
        m.ProgressivePlaced(2, "hit_and_run", 500),
        m.ProgressivePlaced(3, "bad_beat", 100),
    ]
    assert house.reports(m.ProgressiveTakenBack) == [m.ProgressiveTakenBack(3, "bad_beat", 100)]
    assert set(house.reports(m.LockedOut)) == {m.LockedOut(accepted, "QH", 2)}
    assert house.reports(m.AttemptAfterLockOut) == [m.AttemptAfterLockOut(1, "bad_beat", 500)]
    assert set(house.reports(m.AwardCredited)) == {m.AwardCredited(1)}
    assert system.meters() == {"bad_beat": 1_002_500}
    assert system.accounts() == {2: 50_000}


@pytest.mark.parametrize("loss", ["power", "cable"])
def test_what_was_accepted_is_there_when_the_link_has_come_back(loss: str) -> None:
    """While wagers are placed the link is lost: it is locked out meanwhile, and the round goes on with what
    was accepted."""
    house = House()
    house.order(BETTING)
    house.run(0.5)
    assert house.system.place(2, "bad_beat", 1000, house.now)
    house.run(0.5)
    if loss == "power":
        house.system.start(house.now, "power")
    else:
        house.unplug()
    house.run(1.1)
    assert house.system.place(2, "bad_beat", 500, house.now) == (loss == "power")  # it was opened again
    house.quiet(3.0)
    amount = 1500 if loss == "power" else 1000
    ready = house.reports(m.DeviceReady)[-1]
    assert ready.state == m.ProgressiveState(False, ((2, "bad_beat", 1000),), 0, ())
    house.order(m.LockOut())
    house.run(0.5)
    assert house.reports(m.LockedOut)[-1] == m.LockedOut(((2, "bad_beat", amount),))


def test_a_report_of_a_lock_out_that_fills_a_frame_comes_through() -> None:
    """24 spots with the largest amounts there are, a card and a box."""
    house = BothEnds("progressive", 1)
    house.run(1.0)
    system = house.model
    assert isinstance(system, SimulatedProgressive)
    system.boxes = 32
    spots = (("bad_beat", tuple(range(21, 33)), BIG), ("hit_and_run", tuple(range(21, 33)), BIG))
    house.order(m.OpenProgressive(spots, BIG, magic=True, lucky=True))
    house.run(0.5)
    system.select_next("TD", 32)
    for wager, named, _ in spots:
        for box in named:
            assert system.place(box, wager, BIG, house.now)
    house.order(m.LockOut())
    house.run(3.0)
    accepted = tuple((box, wager, BIG) for box in range(21, 33) for wager in ("bad_beat", "hit_and_run"))
    told = [one.report for one in house.heard if isinstance(one.report, m.LockedOut)]
    assert told == [m.LockedOut(accepted, "TD", 32)]
