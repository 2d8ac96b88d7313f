"""The conversation's life: handshake, heartbeat, loss, failure. Orders and reports have their own files."""

import pytest

from drivers import frame as wire
from drivers.frame import encode
from drivers.messages import (
    DeviceLost,
    DeviceReady,
    DeviceRefused,
    Lock,
    Permit,
    PositionsState,
    ShoeState,
)
from drivers.payload import Payload, load
from drivers.talk import Resume
from tests.drivers.fake_device import BOOT, DIGEST, SHOE_STATE, Bench


def kinds(frames: list[wire.Frame]) -> list[int]:
    return [frame.type for frame in frames]


def test_the_handshake_ends_with_ready() -> None:
    bench = Bench()
    bench.connect()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)
    assert (ready.boot, ready.reset, ready.resumed) == (BOOT, "power", False)
    assert ready.state == ShoeState(True, 0, 0, False, ())
    assert ready.identity.boards[0].sha256 == DIGEST.hex()
    assert bench.talk.state == "ready"


def test_the_first_byte_on_a_new_port_is_a_delimiter() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    assert bench.talk.to_send().startswith(b"\0\0")


def test_hello_is_said_each_300_ms_with_the_same_nonce_until_it_is_answered() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    hellos = bench.wait(1.0)
    assert len(hellos) == 4
    assert len({hello.payload for hello in hellos}) == 1


def test_a_device_that_never_answers_is_told_of_once() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    bench.wait(30.0)
    assert bench.reports() == [DeviceLost("the device does not answer")]


def test_an_incomplete_answer_is_asked_for_again() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    (hello,) = bench.pump()
    welcome, identity, board = bench.welcome(hello)
    assert bench.say(welcome, board) == []
    assert kinds(bench.wait(0.31)) == [wire.HELLO]
    assert kinds(bench.say(welcome, identity, board)) == [wire.ORDER]


def test_a_welcome_to_another_hello_is_not_taken() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    (old,) = bench.pump()
    answers = bench.welcome(old)
    bench.talk.opened(bench.now)
    bench.pump()
    assert bench.say(*answers) == []
    assert bench.talk.state == "greeting"


def test_a_state_in_parts_is_put_together() -> None:
    bench = Bench("wager_positions")
    part = {1: 1, 9: 0, 10: 0, 11: [], 12: 2}
    bench.states = [{**part, 2: [[1, 1, 500]]}, {**part, 2: [[2, 5, 700]]}]
    bench.connect()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)
    assert ready.state == PositionsState(True, ((1, "blackjack", 500), (2, "split", 700)), ())
    assert [load(f.payload) for f in bench.arrived if f.type == wire.ORDER] == [{}, {1: 1}]


def test_another_role_is_refused_once_and_looked_at_again() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    (hello,) = bench.pump()
    bench.role = "card_reader"
    bench.say(*bench.welcome(hello))
    (refused,) = bench.reports()
    assert isinstance(refused, DeviceRefused)
    assert "card_reader" in refused.reason
    assert (bench.talk.state, bench.talk.wants_port) == ("failed", False)
    bench.wait(0.6)
    assert bench.talk.wants_port
    bench.talk.opened(bench.now)
    (hello,) = bench.pump()
    bench.say(*bench.welcome(hello))
    assert bench.reports() == []


def test_only_listed_firmware_is_accepted() -> None:
    listed, unlisted = (
        Bench(accepted_firmware=frozenset((DIGEST.hex(),))),
        Bench(accepted_firmware=frozenset(("00" * 32,))),
    )
    listed.connect()
    assert listed.talk.state == "ready"
    unlisted.talk.opened(unlisted.now)
    (hello,) = unlisted.pump()
    unlisted.say(*unlisted.welcome(hello))
    (refused,) = unlisted.reports()
    assert isinstance(refused, DeviceRefused)


def test_an_idle_host_sends_heartbeats_each_250_ms() -> None:
    bench = Bench()
    bench.connect()
    beats = []
    for _ in range(10):
        beats += bench.wait(0.1)
        bench.heartbeat()
    assert 3 <= len(beats) <= 4
    assert set(kinds(beats)) == {wire.HEARTBEAT}


def test_a_host_whose_loop_hangs_sends_nothing_but_locks() -> None:
    bench = Bench()
    bench.connect()
    bench.alive = False
    bench.talk.order(Permit(1, "u"), bench.now)
    silent = []
    for _ in range(20):
        silent += bench.wait(0.1)
        bench.heartbeat()
    assert silent == []
    bench.talk.order(Lock(), bench.now)
    assert kinds(bench.pump()) == [wire.ORDER]


def test_a_hanging_host_says_no_hello() -> None:
    bench = Bench()
    bench.alive = False
    bench.talk.opened(bench.now)
    assert bench.wait(1.0) == []
    bench.alive = True
    assert kinds(bench.pump()) == [wire.HELLO]


def test_three_missed_heartbeats_make_the_link_lost_once_and_it_comes_back_by_itself() -> None:
    bench = Bench()
    bench.connect()
    bench.reports()
    bench.wait(0.84)
    assert bench.talk.state == "ready"
    bench.wait(5.0)
    assert [type(r) for r in bench.reports()] == [DeviceLost]
    bench.now += 0.4
    bench.greet()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)
    assert ready.resumed


def test_a_frame_of_another_session_is_void_and_no_sign_of_life() -> None:
    bench = Bench()
    bench.connect()
    for _ in range(9):
        bench.session ^= 1
        bench.say(bench.drawn(1, 1, 59))
        bench.session ^= 1
        bench.wait(0.1)
    assert bench.talk.state == "greeting"
    assert [type(r) for r in bench.reports()] == [DeviceReady, DeviceLost]
    assert bench.talk.counters().void >= 8


def test_an_order_without_a_session_is_dropped() -> None:
    bench = Bench()
    bench.talk.order(Lock(), bench.now)
    bench.connect()
    assert [load(f.payload) for f in bench.arrived if f.message == 17] == []


def test_an_unplugged_port_is_a_loss_and_a_new_one_begins_anew() -> None:
    bench = Bench()
    bench.connect()
    bench.reports()
    bench.talk.closed(bench.now, "unplugged")
    bench.talk.closed(bench.now, "still unplugged")
    assert bench.reports() == [DeviceLost("unplugged")]
    bench.connect()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)
    assert ready.resumed


STAGES = ("before hello", "after hello", "after welcome", "before state", "ready", "order waits")


@pytest.mark.parametrize("stage", STAGES)
def test_a_boot_at_any_instant_begins_anew(stage: str) -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    if stage != "before hello":
        (hello,) = bench.pump()
        answers = bench.welcome(hello)
    if stage == "after welcome":
        bench.say(answers[0])
    if stage in STAGES[3:]:
        (order,) = bench.say(*answers)
    if stage in STAGES[4:]:
        bench.say(bench.reply(order, {1: 0, 3: bench.states[0]}))
    if stage == "order waits":
        bench.talk.order(Permit(1, "u"), bench.now)
        bench.pump()
    bench.reports()
    bench.boot = 77
    bench.talk.received(encode(bench.boot_frame()), bench.now)
    told = bench.reports()
    assert [type(r) for r in told] == ([DeviceLost] if stage in STAGES[4:] else [])
    bench.greet()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)
    assert (ready.boot, ready.resumed) == (77, False)
    assert bench.wait(0.2) == []  # what was outstanding is void


@pytest.mark.parametrize(
    "answer", [{1: 1, 2: "busy"}, {1: 0}, {1: 0, 3: 5}, {1: 0, 3: {1: 1}}, {1: 0, 3: {**SHOE_STATE, -9: 0}}]
)
def test_a_state_that_is_none_fails_the_link(answer: Payload) -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    (hello,) = bench.pump()
    (order,) = bench.say(*bench.welcome(hello))
    bench.say(bench.reply(order, answer))
    assert bench.talk.state == "failed"
    assert [type(r) for r in bench.reports()] == [DeviceLost]


def test_hello_names_what_is_on_disk() -> None:
    bench = Bench(resume=Resume(BOOT, 41))
    bench.oldest = bench.next = 42
    bench.connect()
    (ready,) = bench.reports()
    assert isinstance(ready, DeviceReady)
    assert ready.resumed
    said = load(bench.arrived[0].payload)
    assert (said[3], said[4]) == (BOOT, 41)


def test_report_numbers_that_went_back_under_one_boot_are_refused() -> None:
    bench = Bench(resume=Resume(BOOT, 41))
    bench.talk.opened(bench.now)
    bench.greet()
    assert [type(r) for r in bench.reports()] == [DeviceRefused]


def test_the_deadline_is_never_in_the_past_for_long() -> None:
    """A host that hangs, a device that is silent: waiting from deadline to deadline makes progress."""
    for alive in (True, False):
        bench = Bench()
        bench.connect()
        bench.alive = alive
        turns = 0
        end = bench.now + 10.0
        while bench.now < end and (due := bench.talk.deadline()) is not None:
            bench.now = max(bench.now, due)
            bench.pump()
            turns += 1
        assert turns < 400
