"""The orders of a shuffler in conversation: what overtakes, voids and replaces what, and what comes back.

How orders and reports travel whatever the role is in test_orders.py and test_reports.py; what a payload of
this role may say in test_shuffler.py.
"""

import pytest

from drivers import frame as wire
from drivers import messages as m
from drivers.cards import DECK
from drivers.frame import Frame
from drivers.payload import load
from tests.drivers.test_shuffler import DONE, ORDERS, SAID, ready


def orders(frames: list[Frame]) -> list[tuple[int, int]]:
    return [(frame.message, frame.number) for frame in frames if frame.type == wire.ORDER]


def test_a_job_from_its_order_to_the_taking_of_its_stack() -> None:
    bench = ready()
    bench.talk.order(m.Shuffle(3, 1, 52), bench.now)
    (shuffle,) = bench.pump()
    assert (shuffle.message, load(shuffle.payload)) == (16, {1: 3, 2: 1, 3: 52})
    bench.say(bench.reply(shuffle), bench.report(1, 16, payload=SAID["started"]))
    bench.say(bench.report(2, 17, payload=SAID["done"]))
    bench.talk.order(m.Release(3), bench.now)
    (release,) = [frame for frame in bench.pump() if frame.type == wire.ORDER]
    assert (release.message, load(release.payload)) == (18, {1: 3})
    bench.say(bench.reply(release), bench.report(3, 19, payload=SAID["taken"]))
    assert bench.reports() == [
        m.ShuffleStarted(3),
        m.ShuffleDone(3, 52, "good", "good", "good"),
        m.OutputTaken(3),
    ]


@pytest.mark.parametrize("order", [m.Shuffle(3, 1, 52), m.Release(3)])
def test_a_cancel_overtakes_what_waits_for_its_reply_and_voids_it(order: m.Order) -> None:
    bench = ready(DONE)
    bench.talk.order(order, bench.now)
    (first,) = bench.pump()
    bench.talk.order(m.CancelShuffle(), bench.now)
    (cancel,) = bench.pump()
    assert orders([first, cancel]) == [(ORDERS[type(order)].code, 2), (17, 3)]
    bench.say(bench.reply(first, {1: 1, 2: "busy"}))  # late: it is nobody's any more
    assert orders(bench.say(bench.reply(cancel))) == []
    assert orders([*bench.wait(0.3), *bench.heartbeat(), *bench.wait(0.3)]) == []
    assert bench.reports() == []


def test_a_cancel_drops_every_shuffle_and_release_that_is_queued() -> None:
    bench = ready(DONE)
    for order in (m.Release(3), m.Shuffle(4, 2, 52), m.Release(4), m.Release(0)):
        bench.talk.order(order, bench.now)
    bench.talk.order(m.CancelShuffle(), bench.now)
    (cancel,) = bench.pump()
    assert orders([cancel]) == [(17, 2)]
    assert orders(bench.say(bench.reply(cancel))) == []


def test_a_cancel_goes_out_while_the_tables_own_loop_stands_still() -> None:
    """It makes safer; a shuffle or a release waits until somebody is there who rules on what follows."""
    bench = ready()
    bench.alive = False
    bench.talk.order(m.Shuffle(3, 1, 52), bench.now)
    assert orders(bench.pump()) == []
    bench.talk.order(m.CancelShuffle(), bench.now)
    assert orders(bench.pump()) == [(17, 2)]


def test_what_is_ordered_behind_a_cancel_waits_for_its_reply() -> None:
    bench = ready()
    bench.talk.order(m.CancelShuffle(), bench.now)
    bench.talk.order(m.Shuffle(4, 1, 52), bench.now)
    (cancel,) = bench.pump()
    assert cancel.message == 17
    assert orders(bench.say(bench.reply(cancel))) == [(16, 3)]


def test_of_two_shuffles_that_wait_the_later_one_is_said() -> None:
    bench = ready()
    bench.talk.order(m.Release(0), bench.now)
    (release,) = bench.pump()
    for job in (4, 5, 6):
        bench.talk.order(m.Shuffle(job, 1, 52), bench.now)
    (shuffle,) = bench.say(bench.reply(release))
    assert load(shuffle.payload) == {1: 6, 2: 1, 3: 52}
    assert orders(bench.say(bench.reply(shuffle))) == []


def test_releases_of_two_stacks_stay_on_their_sides_of_the_shuffle_between() -> None:
    bench = ready(DONE)
    queued = (m.Release(3), m.Shuffle(4, 2, 52), m.Release(4), m.Release(4))
    bench.talk.order(m.Release(0), bench.now)
    sent = bench.pump()
    for order in queued:
        bench.talk.order(order, bench.now)
    for _ in range(4):
        sent += bench.say(bench.reply(sent[-1]))
    assert [(frame.message, load(frame.payload)[1]) for frame in sent] == [(18, 0), (18, 3), (16, 4), (18, 4)]


@pytest.mark.parametrize(("order", "name"), [(m.Shuffle(3, 1, 52), "shuffle"), (m.Release(3), "release")])
@pytest.mark.parametrize("word", ["busy", "bad-value", "fault", "lid-open"])
def test_a_refusal_is_told_with_its_word(order: m.Order, name: str, word: str) -> None:
    bench = ready()
    bench.talk.order(order, bench.now)
    (frame,) = bench.pump()
    bench.say(bench.reply(frame, {1: 1, 2: word}))
    assert bench.reports() == [m.OrderRefused(name, word)]


def test_orders_of_other_roles_are_the_callers_mistake() -> None:
    bench = ready()
    for order in (m.Lock(), m.Permit(1, "u"), m.Disarm(), m.ClosePositions()):
        with pytest.raises(ValueError, match=type(order).__name__):
            bench.talk.order(order, bench.now)


def test_no_card_of_a_stack_comes_through_whatever_a_device_says_beside_its_message() -> None:
    """Further keys are skipped; a card in the place of a reason or a place is a violation, and unsaid."""
    leak = {30: list(DECK[:30]), 31: [59, 58, 57]}
    bench = ready()
    bench.say(
        bench.report(1, 17, payload={**SAID["done"], **leak}),
        bench.report(2, 18, payload={1: 3, 2: "AS"}),
        bench.report(3, 18, payload={1: 3, 2: "jam", 3: "TH"}),
        bench.report(4, 19, payload={1: 3, **leak}),
    )
    assert bench.reports() == [
        m.ShuffleDone(3, 52, "good", "good", "good"),
        m.FaultRaised("violation", "report failed"),
        m.FaultRaised("violation", "report failed"),
        m.OutputTaken(3),
    ]
