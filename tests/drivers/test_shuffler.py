"""The host's driver of a shuffler: what it says, and what it believes and does not.

Golden bytes are in test_vectors.py; what overtakes what in test_shuffler_orders.py; a whole link with a
simulated device at its end in test_both_ends.py.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import messages as m
from drivers.payload import BadPayload, Payload, dump, load
from drivers.roles import find_role
from drivers.shuffler import ROLE
from tests.drivers.fake_device import Bench

BIG = 0xFFFFFFFF
REPORTS = {row.name: row for row in ROLE.reports}
ORDERS = ROLE.orders_by_kind()
VERDICTS: tuple[m.Verdict, ...] = ("unsupported", "good", "bad")
STAGES = ("empty", "working", "done", "failed", "released")
REASONS = ("jam", "stopped", "incomplete", "lid", "power", "cancelled")
SAID = {
    "started": {1: 3},
    "done": {1: 3, 2: 52, 3: 1, 4: 1, 5: 1},
    "failed": {1: 3, 2: "jam", 3: "input"},
    "taken": {1: 3},
    "lid": {1: 0},
}
EMPTY: Payload = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 9: 0, 10: 0, 11: [], 12: 1}
DONE: Payload = {**EMPTY, 1: 3, 2: 2, 3: 52, 4: 1, 5: 1, 6: 1}


def understood(name: str, said: Payload) -> m.DeviceReport:
    return REPORTS[name].decode(said)


def ready(state: Payload = EMPTY) -> Bench:
    bench = Bench("shuffler")
    bench.states = [state]
    bench.connect()
    (told,) = bench.reports()
    assert isinstance(told, m.DeviceReady)
    return bench


# ---- rows -------------------------------------------------------------------------------------------------


def test_the_role_is_found_by_its_entry_point() -> None:
    assert find_role("shuffler") is ROLE


def test_its_orders_are_those_of_the_vocabulary_and_the_restrictive_ones_agree() -> None:
    assert {kind for kind, role in m.ROLE_OF.items() if role == "shuffler"} == set(ORDERS)
    assert {row.kind for row in ROLE.orders if row.restrictive} == m.RESTRICTIVE & set(ORDERS)
    assert ORDERS[m.CancelShuffle].contradicts == {m.Shuffle, m.Release}


@settings(deadline=None)
@given(st.integers(1, BIG), st.integers(1, BIG), st.integers(1, BIG))
def test_an_order_is_said_in_full_and_the_wire_can_carry_it(job: int, batch: int, count: int) -> None:
    said = ORDERS[m.Shuffle].encode(m.Shuffle(job, batch, count))
    assert load(dump(said)) == {1: job, 2: batch, 3: count}
    assert load(dump(ORDERS[m.Release].encode(m.Release(job)))) == {1: job}
    assert ORDERS[m.CancelShuffle].encode(m.CancelShuffle()) == {}


WRONG_ORDERS = [
    (m.Shuffle(0, 1, 52), "a job is 1 to"),
    (m.Shuffle(BIG + 1, 1, 52), "a job is 1 to"),
    (m.Shuffle(1, 0, 52), "a batch is 1 to"),
    (m.Shuffle(1, BIG + 1, 52), "a batch is 1 to"),
    (m.Shuffle(1, 1, 0), "a count of cards is 1 to"),
    (m.Shuffle(1, 1, BIG + 1), "a count of cards is 1 to"),
    (m.Release(-1), "a job, or 0 for any, is 0 to"),
    (m.Release(BIG + 1), "a job, or 0 for any, is 0 to"),
]


@pytest.mark.parametrize(("order", "why"), WRONG_ORDERS)
def test_an_order_that_the_wire_cannot_say_is_the_callers_mistake(order: m.Order, why: str) -> None:
    bench = ready()
    with pytest.raises(ValueError, match=why):
        bench.talk.order(order, bench.now)
    assert bench.pump() == []


@settings(deadline=None)
@given(st.integers(1, BIG), st.integers(0, BIG), *(st.sampled_from(range(3)) for _ in range(3)))
def test_the_three_verdicts_of_a_stack_are_apart(
    job: int, count: int, counted: int, identity: int, back: int
) -> None:
    """Each is what was said, whatever the others are; only a count must agree with the verdict on it."""
    said: Payload = {1: job, 2: count, 3: counted, 4: identity, 5: back}
    if (counted == 0 and count) or (counted == 1 and not count):
        with pytest.raises(BadPayload):
            understood("done", said)
        return
    told = m.ShuffleDone(job, count, VERDICTS[counted], VERDICTS[identity], VERDICTS[back])
    assert understood("done", said) == told


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("place", ["", "input", "path", "output"])
def test_every_reason_and_place_of_the_document_is_understood(reason: str, place: str) -> None:
    said: Payload = {1: 3, 2: reason, 3: place} if place else {1: 3, 2: reason}
    assert understood("failed", said) == m.ShuffleFailed(3, reason, place)


def test_a_job_that_nobody_knows_fails_and_is_taken_but_never_starts_or_is_done() -> None:
    """After a reset the device has cards of no known job: those it tells as failed, and they can be taken."""
    assert understood("failed", {1: 0, 2: "power"}) == m.ShuffleFailed(0, "power")
    assert understood("failed", {1: 0, 2: "lid"}) == m.ShuffleFailed(0, "lid")
    assert understood("taken", {1: 0}) == m.OutputTaken(0)
    for name in ("started", "done"):
        with pytest.raises(BadPayload):
            understood(name, {**SAID[name], 1: 0})


# ---- what is not believed ---------------------------------------------------------------------------------

NEVER = (None, "3", b"\x03", [3], {1: 3}, -1, BIG + 1)
"""What no number of this role may be; None: it is missing."""
BAD = {
    "started": {1: (*NEVER, 0)},
    "done": {1: (*NEVER, 0), 2: (*NEVER, 0), 3: (*NEVER, 0, 3), 4: (*NEVER, 3), 5: (*NEVER, 3)},
    "failed": {
        1: NEVER,
        2: (None, 1, b"jam", ["jam"], "", "Jam", "jam ", "unsupported", "AS", "queen of hearts"),
        3: (1, b"path", ["path"], "", "exit", "entry", "Path", "slot 17", "TH"),
    },
    "taken": {1: NEVER},
    "lid": {1: (*NEVER, 2)},
}
BAD_REPORTS = [
    (name, key, wrong) for name, keys in BAD.items() for key, each in keys.items() for wrong in each
]


def changed(said: Any, key: int, wrong: Any) -> Payload:
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
    *((key, wrong) for key in (1, 2, 3, 4, 5, 6, 7) for wrong in NEVER),
    (1, 0),  # done, of a job that was never ordered
    (2, 5),
    (3, 0),  # no cards, and the number of them is right
    (4, 0),  # 52 cards that were not counted
    *((key, 3) for key in (4, 5, 6)),
    (7, 2),
    *((11, wrong) for wrong in ("jam", 1, {1: 2}, [1], ["jam", 2], [b"jam"])),
]


@pytest.mark.parametrize(("key", "wrong"), BAD_STATES)
def test_a_state_that_is_not_the_documents_is_refused(key: int, wrong: Any) -> None:
    with pytest.raises(BadPayload):
        ROLE.decode_state([changed(DONE, key, wrong)])


def test_a_device_that_tells_such_a_state_does_not_become_ready() -> None:
    bench = Bench("shuffler")
    bench.states = [{**DONE, 2: 5}]
    bench.connect()
    assert bench.talk.state != "ready"
    assert not any(isinstance(one, m.DeviceReady) for one in bench.reports())


def test_no_stage_of_a_job_without_a_job() -> None:
    for code, stage in enumerate(STAGES):
        said = {**EMPTY, 2: code}
        if stage in ("working", "done"):
            with pytest.raises(BadPayload, match=stage):
                ROLE.decode_state([said])
        else:
            state = ROLE.decode_state([said])
            assert isinstance(state, m.ShufflerState)
            assert (state.job, state.stage) == (0, stage)


values = st.recursive(
    st.integers(-(2**64), 2**64 - 1) | st.text(max_size=8) | st.binary(max_size=8) | st.sampled_from(REASONS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.integers(0, 9), inner, max_size=3),
    max_leaves=6,
)
small = st.integers(-1, 5)
near = st.fixed_dictionaries({key: st.integers(0, 4) for key in range(1, 8)} | {11: st.just(["jam"])})
payloads = near | st.dictionaries(st.integers(0, 13), small | values, max_size=12)


@settings(deadline=None)
@given(st.sampled_from(sorted(REPORTS)), payloads)
def test_whatever_a_report_says_it_is_understood_within_bounds_or_refused(name: str, said: Payload) -> None:
    try:
        report = understood(name, said)
    except BadPayload:
        return
    if isinstance(report, m.ShuffleDone):
        assert {report.counted, report.identity, report.back} <= set(VERDICTS)
        assert 1 <= report.job <= BIG
        assert report.count or report.counted != "good"
    elif isinstance(report, m.ShuffleFailed):
        assert report.reason in REASONS
        assert report.place in ("", "input", "path", "output")
    else:
        assert isinstance(report, m.ShuffleStarted | m.OutputTaken | m.LidMoved)


@settings(deadline=None)
@given(payloads)
def test_whatever_a_state_says_it_is_understood_within_bounds_or_refused(said: Payload) -> None:
    try:
        state = ROLE.decode_state([said])
    except BadPayload:
        return
    assert isinstance(state, m.ShufflerState)
    assert state.stage in STAGES
    assert state.job or state.stage not in ("working", "done")
    assert {state.counted, state.identity, state.back} <= set(VERDICTS)
