"""The host's end and the firmware models hold on to what docs/link.md promises, over cables of every kind.

Properties: things happen to a link at random moments (both_ends.py), and in the end nothing was lost,
nothing came twice, nothing ran that should not have. How either end behaves by itself is tested beside it.
"""

import os
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import frame as wire
from drivers.cards import is_known
from drivers.messages import (
    Arm,
    CardDrawn,
    ClosePositions,
    DeviceLost,
    DeviceReady,
    DeviceRefused,
    Disarm,
    Disclose,
    Disclosed,
    FaultRaised,
    Lock,
    OpenPositions,
    Order,
    Permit,
)
from drivers.simulated.card_reader import SimulatedReader
from drivers.simulated.noise import Rates
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wager_positions import SimulatedPositions
from tests.drivers.both_ends import BothEnds, expected, numbers_of

EXAMPLES = int(os.environ.get("LINK_EXAMPLES", "12"))
ROLES = ("shoe", "card_reader", "wager_positions")
BAD = Rates(drop=0.1, duplicate=0.1, corrupt=0.1, split=0.3, delay=0.05)
WORST = Rates(drop=0.25, duplicate=0.25, corrupt=0.25, split=0.5, delay=0.3)
POOR = Rates(drop=0.05)

rates = st.builds(
    Rates,
    drop=st.sampled_from((0.0, 0.02, 0.1, 0.25)),
    duplicate=st.sampled_from((0.0, 0.1, 0.3)),
    corrupt=st.sampled_from((0.0, 0.05, 0.25)),
    split=st.sampled_from((0.0, 0.3)),
    delay=st.sampled_from((0.0, 0.02, 0.2)),
)
ACTIONS = (
    *("act", "act", "act", "order", "order", "lock", "disclose", "wait", "wait", "replay"),
    *("power", "watchdog", "mid-order", "restart", "unplug", "hang", "burst", "silence"),
)
happenings = st.lists(
    st.tuples(st.sampled_from(ACTIONS), st.integers(0, 7), st.floats(0.0, 1.2, allow_nan=False)), max_size=25
)


def wish(ends: BothEnds, value: int) -> Order:
    """Something that this role may be permitted."""
    if isinstance(ends.model, SimulatedShoe):
        faces = ("ud", "u", "d", "uudd")[value % 4]
        return Permit(ends.model._last + len(faces), faces)
    if isinstance(ends.model, SimulatedReader):
        return Arm("AT"[value % 2])
    return OpenPositions((("blackjack", (2, 3 + value % 4), 5000), ("push_22", (3,), 500)))


def act(ends: BothEnds, value: int) -> None:
    """Hands on the device."""
    model, now = ends.model, ends.now
    if isinstance(model, SimulatedShoe):
        if value == 7:
            model.lid(not model._lid_open, now)
        else:
            model.draw(now, force=value == 6)
    elif isinstance(model, SimulatedReader):
        model.insert(("AS", "TD", "5C", "")[value % 4], now)
    elif isinstance(model, SimulatedPositions):
        box = 1 + value % 6
        if value % 2 and model.lies(box, "blackjack"):
            model.take_back(box, "blackjack", model.lies(box, "blackjack"), now)
        else:
            model.place(box, {"blackjack": 500}, now)


def happen(ends: BothEnds, what: str, value: int) -> None:
    model, now = ends.model, ends.now
    if what == "act":
        act(ends, value)
    elif what == "order":
        ends.order(wish(ends, value))
    elif what == "lock":
        ends.lock()
    elif what == "disclose":
        if isinstance(model, SimulatedShoe) and model._last:
            ends._order(Disclose(1 + value % model._last))
    elif what == "replay":
        ends.replay()
    elif what in ("power", "watchdog"):
        model.start(now, what)
    elif what == "mid-order":
        model.fault("reset", now, place=("received", "executed", "replied")[value % 3])
    elif what == "restart":
        ends.restart()
    elif what == "unplug":
        if ends.plugged:
            ends.unplug()
        else:
            ends.replug()
    elif what == "hang":
        ends.alive = not ends.alive
    elif what == "burst":
        for _ in range(20 * value):
            act(ends, 0 if isinstance(model, SimulatedPositions) else 7)
    elif what == "silence":
        model.fault("silence", now)
        ends.run(value / 4)
        model.repair(now)


def check(ends: BothEnds) -> None:
    check_reports(ends)
    check_orders(ends)
    check_notices(ends)
    check_faces(ends)


def check_reports(ends: BothEnds) -> None:
    """Each report once, in order, as it was made; or named in a Gap. Of the last boot all, of earlier
    ones what came before the device forgot it."""
    for boot, made in ends.model.made.items():
        numbers = numbers_of(ends.written, boot)
        assert numbers == list(range(1, len(numbers) + 1))
        if boot == ends.model.boot:
            assert len(numbers) == len(made)
    told = {(boot, one[0]): one[1:] for boot, made in ends.model.made.items() for one in made}
    for one in ends.written:
        if one.number:
            assert one.report == expected(ends.role, *told[one.boot, one.number])


def check_orders(ends: BothEnds) -> None:
    """Each order at most once, in the session that it was said in, as it was said; sessions never go back."""
    executed = ends.model.executed
    assert len({(boot, session, number) for boot, session, number, _, _ in executed}) == len(executed)
    said = {(f.session, f.number, f.message, f.payload) for f in ends.said if f.type == wire.ORDER}
    assert {one[1:] for one in executed} <= said
    sessions = [(boot, session) for boot, session, _, _, _ in executed]
    assert len(set(sessions)) == 1 + sum(now != before for before, now in pairwise(sessions))
    for session in dict.fromkeys(sessions):
        numbers = [one[2] for one in executed if one[:2] == session]
        assert numbers == sorted(numbers)


def check_notices(ends: BothEnds) -> None:
    """Lost once a loss; nothing but lost and ready in turn, in each life of the host."""
    for told in ends.told:
        turns = [type(one) for one in told if isinstance(one, DeviceLost | DeviceReady | DeviceRefused)]
        assert DeviceRefused not in turns
        assert all(before != now for before, now in pairwise(turns)), turns


def check_faces(ends: BothEnds) -> None:
    """Nothing is disclosed, and no face told, that was not ordered."""
    for one in ends.heard:
        report = one.report
        assert not (isinstance(report, FaultRaised) and report.kind == "violation"), report
        if isinstance(report, Disclosed):
            assert (one.boot, report.draw) in ends.disclosed
        elif isinstance(report, CardDrawn) and is_known(report.card):
            assert report.face_up or (one.boot, report.draw) in ends.permitted_up


def reaches(ends: BothEnds) -> bool:
    """Whether the device is permitted what was wished last, and nothing else."""
    (order,) = ends.wishes
    model = ends.model
    if isinstance(model, SimulatedShoe):
        if isinstance(order, Lock):
            return model._permission.locked
        assert isinstance(order, Permit)
        return not model._permission.locked and model._permission.up_to == order.up_to
    if isinstance(model, SimulatedReader):
        return model._armed == (0 if isinstance(order, Disarm) else 1 + "AT".index(order.up))
    assert isinstance(model, SimulatedPositions)
    if isinstance(order, ClosePositions):
        return model.open_spots() == []
    return model.open_spots() == sorted((box, wager) for wager, boxes, _ in order.spots for box in boxes)


def calm(ends: BothEnds) -> None:
    """The device is whole and there again, and nothing is under way."""
    ends.alive = True
    ends.replug()
    ends.model.repair(ends.now)
    if isinstance(ends.model, SimulatedShoe) and ends.model._lid_open:
        ends.model.lid(False, ends.now)
    ends.run(1.0)


@pytest.mark.parametrize("role", ROLES)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(0, 2**32), rates, happenings, st.booleans(), st.floats(0.0, 0.5))
def test_whatever_happens_nothing_is_lost_and_nothing_comes_twice(
    role: str, seed: int, cable: Rates, todo: list[tuple[str, int, float]], permit: bool, lag: float
) -> None:
    ends = BothEnds(role, seed, cable, lag=lag)
    ends.run(0.5)
    for what, value, wait in todo:
        happen(ends, what, value)
        ends.run(wait)
    calm(ends)
    ends.order(wish(ends, seed % 8)) if permit else ends.lock()
    ends.run(3.0)
    ends.quiet(12.0)
    assert ends.talk.state == "ready"
    assert reaches(ends)
    check(ends)
