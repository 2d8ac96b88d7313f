"""Orders: stop and wait, five tries, overtaking, and replies that come late."""

import pytest

from drivers import frame as wire
from drivers.frame import Frame
from drivers.messages import (
    Arm,
    ClosePositions,
    DeviceLost,
    DeviceReady,
    Disclose,
    Lock,
    OpenPositions,
    OrderRefused,
    Permit,
    Reject,
)
from drivers.payload import load
from tests.drivers.fake_device import Bench


def ready(role: str = "shoe") -> Bench:
    bench = Bench(role)
    bench.connect()
    bench.reports()
    return bench


def orders(frames: list[Frame]) -> list[tuple[int, int]]:
    return [(frame.message, frame.number) for frame in frames if frame.type == wire.ORDER]


def test_one_order_is_under_way_at_a_time() -> None:
    bench = ready()
    bench.talk.order(Permit(3, "uud"), bench.now)
    bench.talk.order(Disclose(1), bench.now)
    (permit,) = bench.pump()
    assert load(permit.payload) == {1: 3, 2: "uud"}
    assert orders(bench.say(bench.reply(permit))) == [(18, 3)]


def test_an_unanswered_order_is_sent_five_times_then_the_link_has_failed() -> None:
    bench = ready()
    bench.talk.order(Permit(1, "u"), bench.now)
    sent, start = bench.pump(), bench.now
    while bench.talk.state == "ready" and bench.now < start + 20:
        sent += bench.wait(0.05)
        bench.heartbeat()
    assert orders(sent) == [(16, 2)] * 5
    assert (bench.talk.state, bench.talk.wants_port) == ("failed", False)
    assert [type(r) for r in bench.reports()] == [DeviceLost]
    assert (bench.talk.counters().sent, bench.talk.counters().resent) == (2, 4)


def test_the_pause_after_a_failure_grows_to_eight_seconds() -> None:
    bench = Bench()
    pauses = []
    for _ in range(7):
        bench.talk.opened(bench.now)
        (hello,) = bench.pump()
        bench.say(*bench.welcome(hello))
        while bench.talk.state == "greeting":
            bench.wait(0.05)
        start = bench.now
        due = bench.talk.deadline()
        assert due is not None
        bench.now = due
        bench.pump()
        assert bench.talk.wants_port
        pauses.append(round(due - start, 1))
    assert [round(pause) for pause in pauses] == [0, 1, 2, 4, 8, 8, 8]


def test_the_time_out_adapts_and_doubles() -> None:
    bench = ready()
    for draw in range(1, 12):
        bench.talk.order(Disclose(draw), bench.now)
        (order,) = bench.pump()
        bench.now += 0.030
        bench.say(bench.reply(order))
    bench.talk.order(Permit(1, "u"), bench.now)
    bench.pump()
    times = []
    for _ in range(300):
        bench.now += 0.001
        if orders(bench.pump()):
            times.append(bench.now)
    assert 0.055 < times[0] - (bench.now - 0.3) < 0.075
    assert times[1] - times[0] == pytest.approx(2 * (times[0] - (bench.now - 0.3)), abs=0.004)


def test_a_late_reply_of_a_voided_order_is_not_taken_for_anothers() -> None:
    bench = ready()
    bench.talk.order(Permit(1, "u"), bench.now)
    (permit,) = bench.pump()
    bench.talk.order(Lock(), bench.now)
    (lock,) = bench.pump()
    bench.say(bench.reply(permit, {1: 1, 2: "busy"}))
    assert bench.reports() == []
    bench.talk.order(Permit(2, "uu"), bench.now)
    assert orders(bench.pump()) == []  # the lock still waits
    assert orders(bench.say(bench.reply(lock))) == [(16, 4)]


def test_a_reply_that_comes_after_its_last_try_is_not_taken_for_the_next_order() -> None:
    """The session ended with the fifth try. The next one counts its orders from 1 again, so that there is
    another one of this very number and kind."""
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    (first,) = bench.pump()
    late = bench.reply(first, {1: 1, 2: "busy"})
    while bench.talk.state == "ready":
        bench.wait(0.05)
        bench.heartbeat()
    bench.wait(1.0)
    bench.connect()
    bench.reports()
    bench.talk.order(Disclose(2), bench.now)
    (second,) = bench.pump()
    assert (second.message, second.number) == (first.message, first.number)
    bench.say(late)
    assert bench.reports() == []
    assert orders(bench.wait(0.1)) == [(18, second.number)], "it waits for its own reply"
    bench.say(bench.reply(second, {1: 1, 2: "fault"}))
    assert bench.reports() == [OrderRefused("disclose", "fault")]


def test_both_replies_to_an_order_that_was_sent_twice_are_late_and_the_next_one_has_neither() -> None:
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    (first,) = bench.pump()
    assert orders(bench.wait(0.1)) == [(18, first.number)], "sent again"
    bench.talk.order(Disclose(2), bench.now)
    (second,) = bench.say(bench.reply(first), bench.reply(first))
    assert orders(bench.say(bench.reply(first, {1: 1, 2: "busy"}))) == []
    assert bench.reports() == []
    assert orders(bench.wait(0.1)) == [(18, second.number)]


def test_a_repeated_reply_answers_nothing_else() -> None:
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    (first,) = bench.pump()
    bench.say(bench.reply(first))
    bench.talk.order(Disclose(2), bench.now)
    bench.pump()
    bench.say(bench.reply(first, {1: 1, 2: "busy"}))
    assert bench.reports() == []
    assert orders(bench.wait(0.07)) == [(18, 3)]  # it still waits, and is sent again


def test_a_lock_overtakes_voids_and_drops_what_it_contradicts() -> None:
    bench = ready()
    bench.talk.order(Permit(1, "u"), bench.now)
    (permit,) = bench.pump()
    bench.talk.order(Permit(2, "ud"), bench.now)
    bench.talk.order(Disclose(1), bench.now)
    bench.talk.order(Lock(), bench.now)
    (lock,) = bench.pump()
    assert orders([permit, lock]) == [(16, 2), (17, 3)]
    assert orders(bench.say(bench.reply(lock))) == [(18, 4)]
    assert orders(bench.wait(0.05)) == []


def test_what_a_lock_voided_without_contradicting_it_is_said_again() -> None:
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    (disclose,) = bench.pump()
    bench.talk.order(Lock(), bench.now)
    (lock,) = bench.pump()
    assert orders(bench.say(bench.reply(lock))) == [(18, 4)]
    assert disclose.number == 2


def test_a_voided_order_that_was_executed_after_all_is_not_said_again() -> None:
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    (disclose,) = bench.pump()
    bench.talk.order(Lock(), bench.now)
    (lock,) = bench.pump()
    bench.say(bench.reply(disclose))
    assert orders(bench.say(bench.reply(lock))) == []


def test_two_rejects_at_once_both_arrive() -> None:
    bench = Bench("wager_positions")
    bench.states = [{1: 1, 9: 0, 10: 0, 11: [], 12: 1}]
    bench.connect()
    bench.talk.order(Reject(1, "blackjack", 500), bench.now)
    bench.talk.order(Reject(2, "blackjack", 700), bench.now)
    first, second = bench.pump()
    assert orders([first, second]) == [(18, 2), (18, 3)]
    (again,) = bench.say(bench.reply(second))
    assert load(again.payload) == load(first.payload)


def test_a_close_drops_a_queued_open_and_a_later_open_waits_for_it() -> None:
    bench = Bench("wager_positions")
    bench.states = [{1: 1, 9: 0, 10: 0, 11: [], 12: 1}]
    bench.connect()
    bench.talk.order(OpenPositions((("blackjack", (1,), 500),)), bench.now)
    bench.talk.order(ClosePositions(), bench.now)
    (close,) = bench.pump()
    assert close.message == 17
    bench.talk.order(OpenPositions((("insurance", (1,), 500),)), bench.now)
    assert orders(bench.pump()) == []
    assert orders(bench.say(bench.reply(close))) == [(16, 3)]


def test_a_newer_order_of_a_kind_replaces_a_queued_one() -> None:
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    (first,) = bench.pump()
    for up_to in (2, 3, 4):
        bench.talk.order(Permit(up_to, "u" * up_to), bench.now)
    (permit,) = bench.say(bench.reply(first))
    assert load(permit.payload) == {1: 4, 2: "uuuu"}


def test_a_refusal_is_reported_with_its_word() -> None:
    bench = ready()
    bench.talk.order(Permit(1, "u"), bench.now)
    (permit,) = bench.pump()
    bench.say(bench.reply(permit, {1: 1, 2: "lid-open"}))
    assert bench.reports() == [OrderRefused("permit", "lid-open")]


def test_an_order_of_another_role_is_the_callers_mistake() -> None:
    bench = ready()
    with pytest.raises(ValueError, match="Arm"):
        bench.talk.order(Arm("A"), bench.now)
    with pytest.raises(ValueError, match="faces"):
        bench.talk.order(Permit(1, "x"), bench.now)


def test_order_numbers_start_anew_in_each_session() -> None:
    bench = ready()
    bench.talk.order(Disclose(1), bench.now)
    bench.pump()
    bench.talk.closed(bench.now, "unplugged")
    bench.arrived.clear()
    bench.connect()
    assert [type(r) for r in bench.reports()] == [DeviceLost, DeviceReady]
    assert orders(bench.arrived) == [(1, 1)]
