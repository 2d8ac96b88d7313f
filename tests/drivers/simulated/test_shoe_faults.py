"""What a shoe does when cards or mechanics go wrong: misread, double feed, jam, silence."""

import pytest

from drivers.simulated.shoe import PhysicalCard
from drivers.simulated.shoe_codes import DISCLOSED, DOUBLE_FEED, DRAWN, code_of
from tests.drivers.simulated.shoe_bench import DISCLOSE, DONE, Bench

FAULT_RAISED, FAULT_CLEARED, SELF_LOCKED = 4, 5, 3


def test_a_misread_card_is_unread_whatever_its_letter() -> None:
    for faces in "ud":
        bench = Bench()
        bench.shoe.fault("misread", 0.0)
        bench.permit(2, faces * 2)
        bench.draw()
        bench.draw()
        bench.host.wait(0.2)
        bench.host.order(DISCLOSE, {1: 1})
        told = bench.reports()
        assert told[0] == (DRAWN, {1: 1, 2: 0})
        assert told[1] == (DRAWN, {1: 2, 2: code_of("5D") if faces == "u" else 1})
        assert told[2] == (DISCLOSED, {1: 1, 2: 0})


def test_a_double_feed_numbers_both_and_ends_the_permission() -> None:
    bench = Bench()
    bench.permit(4, "uuuu")
    bench.shoe.fault("double-feed", 0.0, at=2)
    bench.draw()
    assert bench.shoe.draw(bench.host.now) == PhysicalCard("5D", also=PhysicalCard("2C"))
    assert bench.draw() is None
    assert bench.reports()[1:] == [(DRAWN, {1: 2, 2: code_of("5D")}), (DOUBLE_FEED, {1: 3})]
    assert bench.state() == (1, 3, 3, 0)
    bench.host.order(DISCLOSE, {1: 3})
    assert bench.reports()[-1] == (DISCLOSED, {1: 3, 2: 0})


def test_a_card_turned_face_up_by_a_fault() -> None:
    bench = Bench()
    bench.shoe.fault("face-up", 0.0, at=2)
    bench.permit(3, "ddd")
    bench.draw()
    bench.draw()
    assert bench.reports()[1] == (DRAWN, {1: 2, 2: code_of("5D"), 3: 1})


def test_the_gate_that_leaks_lets_one_card_through() -> None:
    bench = Bench()
    bench.shoe.fault("draw-while-locked", 0.0)
    assert [bench.draw(), bench.draw()] == ["TH", None]
    assert bench.reports() == [(DRAWN, {1: 1, 2: 1, 3: 2})]


def test_a_jam_is_retried_three_times_then_raised_until_repaired() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    bench.shoe.fault("jam", 0.0, place="entry")
    assert bench.draw() is None
    bench.host.wait(4.4)
    assert bench.shoe.waiting(bench.host.now)
    assert bench.host.reports() == []
    bench.host.wait(0.2)
    assert bench.host.reports() == [(FAULT_RAISED, {1: "jam", 2: "entry"})]
    assert bench.state()[0] == 1
    assert bench.permit(3, "uuu") == {1: 1, 2: "fault"}
    assert bench.draw(force=True) is None
    bench.shoe.repair(bench.host.now)
    assert bench.permit(3, "uuu") == DONE
    assert bench.draw() == "TH"
    assert bench.reports()[1] == (FAULT_CLEARED, {1: "jam"})


def test_silence_while_a_jam_is_retried_stops_the_motor() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    bench.shoe.fault("jam", 0.0)
    bench.draw()
    bench.host.wait(1.1, alive=False)
    assert bench.host.reports() == [(FAULT_RAISED, {1: "jam", 2: "path"}), (SELF_LOCKED, {1: "silence"})]


def test_a_hard_fault_locks_and_outlives_a_reset() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    bench.shoe.fault("gate", bench.host.now)
    bench.shoe.fault("gate", bench.host.now)
    assert bench.reports() == [(FAULT_RAISED, {1: "gate"}), (SELF_LOCKED, {1: "fault"})]
    bench.shoe.start(bench.host.now)
    bench.host.collect()
    bench.host.hello()
    assert bench.host.reports() == [(FAULT_RAISED, {1: "gate"})]
    state = bench.host.order(1)[3]
    assert isinstance(state, dict)
    assert state[11] == ["gate"]


def test_a_silent_device_says_and_hears_nothing_and_locks_itself() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    bench.shoe.fault("silence", bench.host.now)
    assert bench.host.wait(1.5) == []
    assert bench.draw() is None
    bench.shoe.repair(bench.host.now)
    bench.host.wait(0.5)
    assert bench.host.reports() == [(SELF_LOCKED, {1: "silence"})]


def test_a_fault_that_there_is_not() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="no fault 'lamp'"):
        bench.shoe.fault("lamp", 0.0)
    with pytest.raises(ValueError, match="no place 'attic'"):
        bench.shoe.fault("jam", 0.0, place="attic")
