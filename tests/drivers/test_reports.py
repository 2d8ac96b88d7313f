"""Reports: in order and once, acknowledged when durable, gaps, resuming, and faces not to be told."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import frame as wire
from drivers.frame import Frame
from drivers.messages import (
    CardDrawn,
    CoverCardOut,
    DeviceLost,
    DeviceReady,
    Disclose,
    Disclosed,
    FaultRaised,
    Gap,
    Lock,
    Permit,
    ShoeState,
)
from drivers.payload import Payload, dump
from drivers.talk import Resume
from tests.drivers.fake_device import BOOT, SHOE_STATE, Bench

ACE, SEALED, UNREAD = 59, 1, 0


def ready(resume: Resume | None = None, **welcome: int) -> Bench:
    bench = Bench(resume=resume)
    bench.oldest, bench.next = welcome.get("oldest", 1), welcome.get("next", 1)
    bench.connect()
    return bench


def cover(bench: Bench, report: int) -> Frame:
    return bench.report(report, 19, payload={1: report})


def test_reports_are_taken_in_order_and_once() -> None:
    bench = ready()
    bench.reports()
    bench.say(*(cover(bench, n) for n in (2, 1, 1, 3, 2, 4, 2, 3)))
    assert bench.reports() == [CoverCardOut(1), CoverCardOut(2), CoverCardOut(3)]
    counters = bench.talk.counters()
    assert (counters.taken, counters.early, counters.repeats) == (3, 3, 2)


def test_only_what_is_durable_is_acknowledged() -> None:
    bench = ready()
    bench.say(cover(bench, 1), cover(bench, 2))
    assert [f.acknowledgement for f in bench.wait(0.3)] == [0]
    bench.talk.durable(BOOT, 1)
    (ack,) = bench.pump()
    assert (ack.type, ack.acknowledgement) == (wire.ACK, 1)
    bench.talk.durable(BOOT, 2)
    bench.talk.order(Lock(), bench.now)
    (order,) = bench.pump()  # it rides on the order
    assert (order.type, order.acknowledgement) == (wire.ORDER, 2)


def test_what_is_no_news_about_the_disk_is_ignored() -> None:
    bench = ready()
    bench.say(cover(bench, 1))
    for boot, number in ((BOOT, 2), (BOOT + 1, 1), (BOOT, 0)):
        bench.talk.durable(boot, number)
    assert bench.pump() == []
    bench.talk.durable(BOOT, 1)
    bench.pump()
    bench.talk.durable(BOOT, 1)
    assert bench.pump() == []


def test_a_repeat_is_answered_with_what_is_durable() -> None:
    bench = ready()
    bench.say(cover(bench, 1))
    bench.talk.durable(BOOT, 1)
    bench.pump()
    assert [f.type for f in bench.say(cover(bench, 1))] == [wire.ACK]


def test_after_a_loss_reports_go_on_where_they_were() -> None:
    bench = ready()
    bench.say(cover(bench, 1), cover(bench, 2))
    bench.talk.durable(BOOT, 1)
    bench.talk.closed(bench.now, "unplugged")
    bench.oldest, bench.next = 2, 4
    bench.connect()
    bench.say(cover(bench, 2), cover(bench, 3))
    told = bench.reports()
    assert [type(r) for r in told[-3:]] == [DeviceLost, DeviceReady, CoverCardOut]
    assert told[-1] == CoverCardOut(3)
    assert isinstance(told[-2], DeviceReady)
    assert told[-2].resumed


def test_a_restarted_host_resumes_behind_the_durable_number() -> None:
    bench = ready(Resume(BOOT, 41), oldest=42, next=44)
    bench.say(cover(bench, 42), cover(bench, 43))
    assert bench.reports()[1:] == [CoverCardOut(42), CoverCardOut(43)]


def test_what_fell_out_while_nobody_listened_is_a_gap() -> None:
    bench = ready(Resume(BOOT, 41), oldest=50, next=52)
    first, gap = bench.reports()
    assert isinstance(first, DeviceReady)
    assert not first.resumed
    assert gap == Gap(42, 49)
    bench.say(cover(bench, 50))
    assert bench.reports() == [CoverCardOut(50)]


def test_a_host_that_knows_nothing_of_this_boot_waits_for_number_1() -> None:
    bench = ready(Resume(BOOT + 1, 41), oldest=3, next=4)
    assert bench.reports()[1:] == [Gap(1, 2)]


def test_the_gap_of_a_device_long_awake() -> None:
    bench = ready(oldest=40000, next=40001)
    assert bench.reports()[1:] == [Gap(1, 39999)]
    bench.say(cover(bench, 40000))
    bench.talk.durable(BOOT, 40000)
    assert [f.acknowledgement for f in bench.pump()] == [40000]


def test_an_overwrite_during_the_session_is_a_gap() -> None:
    bench = ready()
    bench.reports()
    said: Payload = {-1: 5, 0: 1, 1: 5}
    bench.say(bench.frame(wire.REPORT, 19, 5, said), bench.frame(wire.REPORT, 19, 6, {**said, 1: 6}))
    assert bench.reports() == [Gap(1, 4), CoverCardOut(5), CoverCardOut(6)]


def test_numbers_go_round() -> None:
    bench = ready(Resume(BOOT, 65533), oldest=65534, next=3)
    bench.say(*(cover(bench, n) for n in (65534, 65535, 1, 2)))
    assert [r.after for r in bench.reports()[1:] if isinstance(r, CoverCardOut)] == [65534, 65535, 1, 2]
    bench.talk.durable(BOOT, 1)
    assert [f.acknowledgement for f in bench.pump()] == [1]


def test_reports_that_come_before_the_state_are_told_behind_ready() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    (hello,) = bench.pump()
    (state,) = bench.say(*bench.welcome(hello), cover(bench, 1))
    bench.say(cover(bench, 1), bench.reply(state, {1: 0, 3: SHOE_STATE}))
    assert [type(r) for r in bench.reports()] == [DeviceReady, CoverCardOut]


def test_what_nobody_took_over_comes_again() -> None:
    bench = ready()
    bench.say(cover(bench, 1), cover(bench, 2))
    bench.talk.rewind(2)
    bench.reports()
    bench.next = 3
    bench.talk.closed(bench.now, "the handler failed")
    bench.connect()
    bench.say(cover(bench, 1), cover(bench, 2))
    assert bench.reports()[-1] == CoverCardOut(2)


# ---- what may not be said -----------------------------------------------------------------------


def permitted(bench: Bench, order: Permit | Disclose) -> None:
    bench.talk.order(order, bench.now)
    (sent,) = bench.pump()
    bench.say(bench.reply(sent))
    bench.reports()


def test_a_face_that_was_permitted_up_is_told() -> None:
    bench = ready()
    permitted(bench, Permit(2, "ud"))
    bench.say(bench.drawn(1, 1, ACE), bench.drawn(2, 2, SEALED))
    assert bench.reports() == [CardDrawn(1, "AS"), CardDrawn(2, "##")]


def test_a_face_that_was_permitted_down_goes_nowhere() -> None:
    bench = ready()
    permitted(bench, Permit(2, "ud"))
    bench.say(bench.drawn(1, 1, ACE), bench.drawn(2, 2, ACE))
    assert bench.reports() == [
        CardDrawn(1, "AS"),
        FaultRaised("violation", "face of draw 2"),
        CardDrawn(2, "##"),
    ]
    assert bench.talk.counters().violations == 1


def test_a_face_under_a_permission_that_has_been_replaced_goes_nowhere_and_is_no_wrong_of_the_shoes() -> None:
    """The card left before the shoe had heard that this draw goes face down."""
    bench = ready()
    permitted(bench, Permit(2, "uu"))
    bench.talk.order(Permit(2, "ud"), bench.now)
    bench.pump()
    bench.say(bench.drawn(1, 1, ACE), bench.drawn(2, 2, ACE))
    assert bench.reports() == [CardDrawn(1, "AS"), CardDrawn(2, "##")]
    assert bench.talk.counters().violations == 0


def test_a_face_that_nobody_permitted_goes_nowhere() -> None:
    bench = ready()
    bench.reports()
    bench.say(bench.drawn(1, 1, ACE, 2), bench.drawn(2, 2, ACE, 6), bench.drawn(3, 3, ACE))
    cards = [r.card for r in bench.reports() if isinstance(r, CardDrawn)]
    assert cards == ["##", "##", "##"]


def test_a_card_that_lies_face_up_in_the_shoe_is_told_and_an_unread_one() -> None:
    bench = ready()
    permitted(bench, Permit(2, "dd"))
    bench.say(bench.drawn(1, 1, ACE, 1), bench.drawn(2, 2, UNREAD))
    assert bench.reports() == [CardDrawn(1, "AS", face_up=True), CardDrawn(2, "??")]


def test_a_disclosure_is_told_where_it_was_ordered_and_nowhere_else() -> None:
    bench = ready()
    permitted(bench, Permit(2, "dd"))
    bench.say(bench.drawn(1, 1, SEALED), bench.drawn(2, 2, SEALED))
    permitted(bench, Disclose(1))
    bench.say(
        bench.report(3, 22, payload={1: 1, 2: ACE}),
        bench.report(4, 22, payload={1: 2, 2: ACE}),
    )
    assert bench.reports() == [Disclosed(1, "AS"), FaultRaised("violation", "disclosure of draw 2")]


def test_a_card_that_was_not_drawn_is_not_disclosed() -> None:
    bench = ready()
    permitted(bench, Disclose(9))
    bench.say(bench.report(1, 22, payload={1: 9, 2: ACE}))
    assert bench.reports() == [FaultRaised("violation", "disclosure of draw 9")]


def test_what_an_earlier_process_permitted_is_told() -> None:
    bench = Bench(resume=Resume(BOOT, 1))
    bench.oldest, bench.next = 2, 4
    bench.states = [{**SHOE_STATE, 3: 3}]
    bench.connect()
    bench.say(bench.drawn(2, 2, ACE), bench.report(3, 22, payload={1: 1, 2: ACE}), bench.drawn(4, 4, ACE))
    ready_, *told = bench.reports()
    assert isinstance(ready_, DeviceReady)
    assert isinstance(ready_.state, ShoeState)
    fault = FaultRaised("violation", "face of draw 4")
    assert told == [CardDrawn(2, "AS"), Disclosed(1, "AS"), fault, CardDrawn(4, "##")]


def test_a_report_that_cannot_be_understood_is_a_violation_and_holds_nothing_up() -> None:
    bench = ready()
    bench.reports()
    bench.say(
        bench.report(1, 99),
        bench.report(2, 16, payload={1: 1, 2: 7}),
        bench.report(3, 19, payload={-7: 1, 1: 3}),
        Frame(wire.REPORT, 19, bench.session, 4, 0, b"\xff"),
        cover(bench, 5),
    )
    said = ("report 99", "report drawn", "report cover-card", "report cover-card")
    assert bench.reports() == [*(FaultRaised("violation", w) for w in said), CoverCardOut(5)]


whole = st.builds(
    Frame,
    type=st.integers(0, 12),
    message=st.integers(0, 25),
    session=st.just(0),
    number=st.integers(0, 5),
    acknowledgement=st.integers(0, 5),
    payload=st.binary(max_size=40)
    | st.dictionaries(st.integers(-2, 12), st.integers(-3, 99) | st.text("ab", max_size=3), max_size=5).map(
        dump
    ),
)


@settings(deadline=None)
@given(st.lists(whole, max_size=20))
def test_nothing_that_a_device_sends_raises(frames: list[Frame]) -> None:
    bench = ready()
    permitted(bench, Permit(2, "ud"))
    for frame in frames:
        session = 0 if frame.type == wire.BOOT else bench.session
        kept = Frame(frame.type, frame.message, session, frame.number, 0, frame.payload)
        bench.say(kept)
        bench.now += 0.01
    for report in bench.reports():
        assert not (
            isinstance(report, CardDrawn) and report.draw != 1 and report.card == "AS" and not report.face_up
        )


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_over_a_bad_cable_every_report_is_told_once_and_in_order(seed: int, count: int) -> None:
    """The far end keeps what is not acknowledged and sends up to 8 of it each 250 ms; the cable drops,
    doubles and swaps; the disk is slow."""
    bench, chance = ready(), Random(seed)
    bench.reports()
    told: list[int] = []
    acknowledged, turns = 0, 0
    while acknowledged < count:
        turns += 1
        assert turns < 2000
        window = list(range(acknowledged + 1, min(acknowledged + 8, count) + 1))
        frames = [cover(bench, n) for n in window for _ in range(chance.choice((0, 1, 1, 1, 2)))]
        if chance.random() < 0.3:
            chance.shuffle(frames)
        sent = bench.say(*frames, bench.frame(wire.HEARTBEAT))
        told += [r.after for r in bench.reports() if isinstance(r, CoverCardOut)]
        if told and chance.random() < 0.5:
            bench.talk.durable(BOOT, chance.randint(1, told[-1]))
        sent += bench.wait(0.25)
        for frame in sent:
            if chance.random() < 0.8:
                acknowledged = max(acknowledged, frame.acknowledgement)
    assert told == list(range(1, count + 1))
