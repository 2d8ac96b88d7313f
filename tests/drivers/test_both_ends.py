"""The host's end and the firmware models hold on to what docs/link.md promises, whatever happens to them.

Things happen to a link at random moments, or one thing at every moment (judging.py, both_ends.py); in the end
nothing was lost, nothing came twice, nothing ran that should not have. How either end behaves by itself is
tested beside it.
"""

import os
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import frame as wire
from drivers.frame import encode
from drivers.messages import (
    DeviceReady,
)
from drivers.simulated.noise import Rates
from tests.drivers.both_ends import BothEnds
from tests.drivers.judging import POOR, ROLES, a_while, check, finish, happen, reaches

EXAMPLES = int(os.environ.get("LINK_EXAMPLES", "12"))

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
    finish(ends, permit, seed % 8)


# ---- one thing at every moment ----------------------------------------------------------------------


MOMENTS = [number * 0.05 for number in range(40)]


@pytest.mark.parametrize("role", ROLES)
def test_the_host_is_killed_at_any_moment(role: str) -> None:
    for seed, moment in enumerate(MOMENTS):
        ends = BothEnds(role, seed, POOR, lag=0.1)
        a_while(ends, ends.restart, moment)
        finish(ends, permit=bool(seed % 2))
        assert len(ends.model.boots) == 1


@pytest.mark.parametrize("role", ROLES)
def test_the_device_loses_power_at_any_moment(role: str) -> None:
    for seed, moment in enumerate(MOMENTS):
        ends = BothEnds(role, seed, POOR, lag=0.1)
        a_while(ends, partial(happen, ends, "power", 0), moment)
        finish(ends, permit=bool(seed % 2))
        ready = [one for one in ends.told[-1] if isinstance(one, DeviceReady)]
        assert ready[-1].boot == ends.model.boots[-1] != ends.model.boots[0]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("step", range(3))
def test_a_reset_in_the_middle_of_any_order(role: str, step: int) -> None:
    """Received, executed or replied to: it starts anew, and is ordered anew; the old order does not come."""
    for seed, moment in enumerate(MOMENTS[::4]):
        ends = BothEnds(role, seed, POOR)
        a_while(ends, partial(happen, ends, "mid-order", step), moment)
        finish(ends, permit=bool(seed % 2))
        assert len(ends.model.boots) == 2


@pytest.mark.parametrize("role", ROLES)
def test_whatever_an_older_session_said_is_void(role: str) -> None:
    """All that the host ever said, said again into a newer session: nothing is executed, nothing moves."""
    ends = BothEnds(role, 1)
    a_while(ends, lambda: None, 0.0)
    ends.restart()
    ends.run(1.0)
    ends.lock()
    ends.run(0.5)
    before, session = list(ends.model.executed), ends.model.session
    for frame in list(ends.said):
        if frame.type != wire.HELLO and frame.session != session:
            ends.model.received(encode(frame), ends.now)
    ends.run(0.1)
    assert ends.model.executed == before
    assert ends.model.session == session
    assert reaches(ends)
    check(ends)
