"""What a shuffler does when it jams, stops, loses count, power or its host; and what is never told."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.cards import DECK
from drivers.simulated import wire
from drivers.simulated.control import answer_line
from drivers.simulated.endpoint import PtyEndpoint
from drivers.simulated.server import SimulatorServer
from tests.drivers.simulated.host import NONCE
from tests.drivers.simulated.shuffler_bench import (
    ACCEPTED,
    CANCEL,
    DONE,
    EMPTY,
    FAILED,
    FAILED_STAGE,
    FAULT_CLEARED,
    FAULT_RAISED,
    KEPT,
    RELEASE,
    SELF_LOCKED,
    SELF_TEST,
    SHUFFLE,
    STARTED,
    TAKEN,
    Bench,
    refused,
)

BEGAN = (STARTED, {1: 1})


# ---- jams -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("armed", "place", "met"),
    [("input", "input", 3.3), ("path", "path", 11.0), ("output", "output", 18.7), ("", "path", 11.0)],
)
def test_a_jam_is_retried_three_times_then_stands(armed: str, place: str, met: float) -> None:
    bench = Bench()
    bench.shuffler.fault("jam", 0.0, place=armed)
    bench.shuffle()
    bench.host.wait(met + 4.4)
    assert bench.host.reports() == [BEGAN]
    bench.host.wait(0.2)
    assert bench.host.reports()[1:] == [
        (FAULT_RAISED, {1: "jam", 2: place}),
        (FAILED, {1: 1, 2: "jam", 3: place}),
    ]
    assert bench.state()[:2] == (1, FAILED_STAGE)
    assert bench.shuffle(2) == refused("fault")
    assert bench.release() == refused("fault")
    bench.shuffler.repair(bench.now)
    bench.done(2)
    assert bench.reports()[3:] == [
        (FAULT_CLEARED, {1: "jam"}),
        (STARTED, {1: 2}),
        (DONE, {1: 2, 2: 52, 3: 1, 4: 1, 5: 1}),
    ]


def test_a_jam_that_is_cleared_while_it_is_retried_costs_time_only() -> None:
    bench = Bench()
    bench.shuffler.fault("jam", 0.0)
    bench.shuffle()
    bench.host.wait(13.0)
    bench.shuffler.repair(bench.now)
    bench.host.wait(10.9)
    assert bench.host.reports() == [BEGAN]
    bench.host.wait(0.2)
    assert bench.reports()[1][0] == DONE


def test_a_jam_behind_a_job_that_was_stopped_waits_for_the_next() -> None:
    bench = Bench()
    bench.shuffler.fault("jam", 0.0, place="output")
    bench.shuffle()
    bench.host.wait(20.0)
    bench.cancel()
    bench.done(2, seconds=30.0)
    told = [(message, said.get(2)) for message, said in bench.reports()]
    assert told == [
        (STARTED, None),
        (FAILED, "cancelled"),
        (STARTED, None),
        (FAULT_RAISED, "output"),
        (FAILED, "jam"),
    ]


def test_a_jam_after_power_was_lost_while_it_was_retried() -> None:
    bench = Bench()
    bench.shuffler.fault("jam", 0.0)
    bench.shuffle()
    bench.host.wait(12.0)
    bench.shuffler.start(bench.now)
    bench.host.hello()
    bench.done(1, seconds=30.0)
    assert bench.reports()[-1] == (FAILED, {1: 1, 2: "jam", 3: "path"})


# ---- the other ways to fail ---------------------------------------------------------------------------


def test_motors_that_stop() -> None:
    bench = Bench()
    bench.shuffler.fault("stop", 0.0, place="input")
    bench.shuffle()
    bench.host.wait(3.4)
    assert bench.reports() == [BEGAN, (FAILED, {1: 1, 2: "stopped"})]
    assert bench.state()[:2] == (1, FAILED_STAGE)
    bench.done(2)
    assert bench.reports()[-1][0] == DONE


def test_a_fault_during_a_job_is_met_by_that_job() -> None:
    bench = Bench()
    bench.shuffle()
    bench.host.wait(15.0)
    bench.shuffler.fault("stop", bench.now, place="path")
    assert bench.reports() == [BEGAN, (FAILED, {1: 1, 2: "stopped"})]


def test_a_card_that_is_left_behind_comes_with_the_next_batch() -> None:
    bench = Bench()
    bench.shuffler.fault("incomplete", 0.0)
    bench.done()
    assert bench.reports() == [BEGAN, (FAILED, {1: 1, 2: "incomplete"})]
    bench.release()
    assert len(bench.take() or ()) == 51
    assert bench.shuffler.inside(bench.now) == 1
    assert bench.state()[:2] == (1, FAILED_STAGE)
    bench.shuffler.feed(DECK, bench.now)
    bench.done(2)
    assert bench.reports()[-1] == (DONE, {1: 2, 2: 53, 3: 2, 4: 2, 5: 1})


def test_a_card_that_is_left_behind_can_be_got_out() -> None:
    bench = Bench()
    bench.shuffler.fault("incomplete", 0.0)
    bench.done()
    bench.release()
    first = bench.take()
    bench.release()
    second = bench.take()
    assert Counter([*(first or ()), *(second or ())]) == Counter(DECK)
    assert bench.state()[:2] == (1, EMPTY)


def test_a_card_that_is_left_behind_is_shuffled_again_with_the_others() -> None:
    for cards in (list(DECK), ["AS"]):
        bench = Bench(cards)
        bench.shuffler.fault("incomplete", 0.0)
        bench.done()
        assert bench.state()[:2] == (1, FAILED_STAGE)
        bench.done(2)
        assert bench.state()[:3] == (2, KEPT, len(cards))


@pytest.mark.parametrize(
    ("kind", "verdicts"),
    [
        ("count-short", (51, 2, 1, 1)),
        ("count-over", (53, 2, 1, 1)),
        ("wrong-card", (52, 1, 2, 1)),
        ("wrong-back", (52, 1, 1, 2)),
    ],
)
def test_a_bad_verdict_on_sound_cards(kind: str, verdicts: tuple[int, ...]) -> None:
    bench = Bench()
    bench.shuffler.fault(kind, 0.0, at=2)
    for job in (1, 2, 3):
        bench.done(job)
        assert bench.state()[2:6] == (verdicts if job == 2 else (52, 1, 1, 1))
        bench.release(job)
        bench.shuffler.feed(bench.take() or [], bench.now)


@pytest.mark.parametrize(
    ("kind", "reason"), [("motor", "stopped"), ("sensor", "stopped"), ("power", "power")]
)
def test_a_hard_fault_in_the_middle_of_a_job(kind: str, reason: str) -> None:
    bench = Bench()
    bench.shuffler.fault(kind, 0.0, at=1)
    bench.shuffle()
    bench.host.wait(10.9)
    assert bench.host.reports() == [BEGAN]
    bench.host.wait(0.2)
    assert bench.reports()[1:] == [
        (FAULT_RAISED, {1: kind}),
        (FAILED, {1: 1, 2: reason}),
        (SELF_LOCKED, {1: "fault"}),
    ]
    assert bench.shuffle(2) == refused("fault")
    bench.host.order(SELF_TEST)
    bench.shuffler.start(bench.now)
    bench.host.hello()
    assert bench.shuffle(2) == refused("fault")
    bench.shuffler.repair(bench.now)
    assert bench.shuffle(2) == ACCEPTED


def test_a_self_test_finds_a_standing_fault() -> None:
    bench = Bench()
    bench.shuffler.fault("motor", bench.now)
    assert bench.host.order(SELF_TEST) == ACCEPTED
    bench.host.wait(2.1)
    assert bench.reports()[-1] == (2, {1: bench.host.number, 2: "fault"})


def test_a_hard_fault_while_the_exit_is_open_closes_it() -> None:
    bench = Bench()
    bench.done()
    bench.release()
    bench.shuffler.fault("sensor", bench.now)
    assert bench.take() is None
    assert bench.reports()[-2:] == [(FAULT_RAISED, {1: "sensor"}), (SELF_LOCKED, {1: "fault"})]
    bench.shuffler.repair(bench.now)
    assert bench.state()[:2] == (1, KEPT)


def test_faults_that_there_are_not() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="no fault 'not-taken'"):
        bench.shuffler.fault("not-taken", 0.0)
    with pytest.raises(ValueError, match="no place 'attic'"):
        bench.shuffler.fault("jam", 0.0, place="attic")


# ---- silence, sessions, power ---------------------------------------------------------------------------


def test_silence_stops_a_job() -> None:
    bench = Bench()
    bench.shuffle()
    bench.host.wait(5.0)
    bench.host.wait(1.05, alive=False)
    assert bench.reports() == [BEGAN, (FAILED, {1: 1, 2: "stopped"}), (SELF_LOCKED, {1: "silence"})]


def test_silence_and_a_new_session_close_the_exit_and_keep_the_stack() -> None:
    bench = Bench()
    bench.done()
    bench.release()
    bench.host.wait(1.1, alive=False)
    assert bench.take() is None
    assert bench.reports()[2:] == [(SELF_LOCKED, {1: "silence"})]
    bench.release()
    bench.host.hello(NONCE + 1)
    assert bench.take() is None
    assert bench.state() == (1, KEPT, 52, 1, 1, 1, 0)


def test_a_new_session_stops_a_job_and_says_so() -> None:
    bench = Bench()
    bench.shuffle()
    bench.host.wait(5.0)
    frames = bench.host.hello(NONCE + 1, boot=bench.shuffler.boot, has=bench.host.has)
    (report,) = [
        frame for frame in frames if frame.type == wire.REPORT and frame.session == bench.host.session
    ]
    said = wire.unpack(report.payload)
    assert (report.message, said[1], said[2]) == (FAILED, 1, "stopped")
    assert bench.state()[:2] == (1, FAILED_STAGE)


@pytest.mark.parametrize("stage", ["empty", "working", "done", "failed", "released"])
def test_power_is_lost_in_any_stage(stage: str) -> None:
    bench = Bench()
    if stage != "empty":
        bench.shuffle(5)
        bench.host.wait(5.0)
    if stage == "failed":
        bench.cancel()
    if stage in ("done", "released"):
        bench.host.wait(18.0)
    if stage == "released":
        bench.release(5)
    assert bench.shuffler.stage == stage
    bench.shuffler.start(bench.now)
    bench.host.hello()
    if stage == "empty":
        assert bench.reports() == []
        assert bench.state() == (0, EMPTY, 0, 0, 0, 0, 0)
    else:
        assert bench.reports() == [(FAILED, {1: 0, 2: "power"})]
        assert bench.state() == (0, FAILED_STAGE, 0, 0, 0, 0, 0)
    assert bench.shuffler.inside(bench.now) == 52
    assert bench.shuffle(6) == ACCEPTED
    bench.host.wait(23.0)
    assert bench.state() == (6, KEPT, 52, 1, 1, 1, 0)


def test_what_a_reset_left_inside_is_released_as_job_nought() -> None:
    bench = Bench()
    bench.done()
    bench.shuffler.start(bench.now)
    bench.host.hello()
    assert bench.release(1) == refused("bad-value")
    assert bench.release(0) == ACCEPTED
    assert len(bench.take() or ()) == 52
    assert bench.reports() == [(FAILED, {1: 0, 2: "power"}), (TAKEN, {1: 0})]


ORDERS: dict[str, Callable[[Bench], object]] = {
    "shuffle": lambda bench: bench.host.send_order(SHUFFLE, {1: 2, 2: 1, 3: 52}),
    "release": lambda bench: bench.host.send_order(RELEASE, {1: 1}),
    "cancel": lambda bench: bench.host.send_order(CANCEL),
    "self-test": lambda bench: bench.host.send_order(SELF_TEST),
    "state": lambda bench: bench.host.send_order(1),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("step", ["received", "executed", "replied"])
@pytest.mark.parametrize("stage", ["empty", "working", "done", "failed", "released"])
def test_a_reset_at_every_step_of_every_order(stage: str, step: str, order: str) -> None:
    """No card is lost, nothing is known of what is inside, and the exit and the motors are safe."""
    bench = Bench()
    if stage != "empty":
        bench.shuffle()
    if stage in ("done", "released"):
        bench.host.wait(23.0)
    if stage == "failed":
        bench.cancel()
    if stage == "released":
        bench.release()
    bench.shuffler.fault("reset", bench.now, place=step)
    ORDERS[order](bench)
    assert bench.shuffler.session is None
    assert bench.take() is None
    assert not bench.shuffler.waiting(bench.now)
    bench.host.hello()
    assert bench.shuffler.inside(bench.now) == 52
    assert bench.state()[0] == 0
    assert bench.shuffler.stage in ("empty", "failed")
    assert all(message == FAILED and said == {1: 0, 2: "power"} for message, said in bench.reports())
    assert bench.shuffle(9) == ACCEPTED
    bench.host.wait(23.0)
    assert bench.state()[:3] == (9, KEPT, 52)


# ---- whatever happens -------------------------------------------------------------------------------


FAULTS = ("jam", "stop", "incomplete", "count-short", "wrong-card", "motor", "power", "reset")
actions = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "shuffle",
                "release",
                "cancel",
                "take",
                "feed",
                "lid",
                "wait",
                "silence",
                "hello",
                "fault",
                "repair",
            ]
        ),
        st.integers(0, 7),
    ),
    max_size=30,
)


def act(bench: Bench, what: str, value: int, job: int) -> list[str]:
    """One thing happens; the cards that went in (as they are) or came out."""
    shuffler, host = bench.shuffler, bench.host
    if what == "shuffle":
        host.send_order(SHUFFLE, {1: job, 2: 1, 3: 52})
    elif what == "release":
        host.send_order(RELEASE, {1: 0})
    elif what == "cancel":
        host.send_order(CANCEL)
    elif what == "lid":
        shuffler.lid(value % 2 == 0, host.now)
    elif what == "wait":
        host.wait(value * 4.0)
    elif what == "silence":
        host.wait(1.5, alive=False)
    elif what == "hello":
        host.hello(NONCE + job)
    elif what == "fault":
        shuffler.fault(FAULTS[value], host.now)
    elif what == "repair":
        shuffler.repair(host.now)
    elif what == "feed":
        shuffler.feed(DECK[:value], host.now)
        return list(DECK[:value])
    return []


@settings(max_examples=80, deadline=None)
@given(actions)
def test_no_card_is_ever_lost_or_made(todo: list[tuple[str, int]]) -> None:
    bench = Bench()
    fed, out = Counter(DECK), Counter[str]()
    for job, (what, value) in enumerate(todo, 1):
        if what == "take":
            was_open = bench.shuffler.stage == "released"
            taken = bench.take()
            assert (taken is not None) == was_open
            out.update(taken or ())
        else:
            fed.update(act(bench, what, value, job))
        assert bench.shuffler.inside(bench.now) == fed.total() - out.total()
        assert bench.shuffler.is_permitted() == (bench.shuffler.stage in ("working", "released"))
    out.update(bench.shuffler.empty_by_hand(bench.now))
    assert out == fed
    assert (bench.shuffler.stage, bench.shuffler.inside(bench.now)) == ("empty", 0)


def play(order: Callable[[list[str]], list[str]], todo: list[tuple[str, int]]) -> bytes:
    bench = Bench(order=order)
    for job, (what, value) in enumerate(todo, 1):
        if what == "take":
            bench.take()
        else:
            act(bench, what, value, job)
    bench.host.hello()
    bench.host.send_order(1)
    bench.host.wait(1.0)
    return bytes(bench.host.bytes)


@settings(max_examples=40, deadline=None)
@given(actions)
def test_no_byte_on_the_wire_depends_on_the_order_of_a_stack(todo: list[tuple[str, int]]) -> None:
    """The same happens to two machines that shuffle otherwise: all that is on the wire is the same."""
    assert play(lambda cards: sorted(cards), todo) == play(lambda cards: sorted(cards, reverse=True), todo)


def test_status_and_the_input_tell_no_card_of_a_stack() -> None:
    """Only the hands that take the stack see it."""
    bench = Bench(["AS", "KD"])
    server = SimulatorServer(bench.shuffler, PtyEndpoint())
    try:
        server.do = lambda action: action(bench.now)  # type: ignore[method-assign]
        told = answer_line(server, b'{"do": "status"}') + answer_line(
            server, b'{"do": "feed", "cards": ["2C"]}'
        )
        bench.shuffle(expected=3)
        bench.host.wait(2.0)
        told += answer_line(server, b'{"do": "status"}') + answer_line(server, b'{"do": "take"}')
        assert not any(card.encode() in told for card in DECK)
        bench.release()
        taken = answer_line(server, b'{"do": "take"}')
        assert all(card in taken for card in (b"AS", b"KD", b"2C"))
    finally:
        server.close()
    assert bench.reports()[-1][0] == TAKEN
