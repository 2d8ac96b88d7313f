"""The card reader of section 7: three words, of one length, after one time."""

import pytest

from drivers.simulated import wire
from drivers.simulated.card_reader import PEEK_TIME, SimulatedReader
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

ARM, DISARM, SELF_TEST = 16, 17, 18
ANSWER, WHILE_DISARMED = 16, 17
DONE = {1: 0}


def reader_at(speed: float = 1.0) -> Host:
    host = Host(SimulatedReader(random32=boot_ids().__next__, speed=speed))
    host.hello()
    return host


def insert(host: Host, card: str) -> bool:
    assert isinstance(host.device, SimulatedReader)
    return host.device.insert(card, host.now)


def answers(host: Host) -> list[Value]:
    host.wait(0.35)
    return [said[1] for message, said in host.reports() if message == ANSWER]


def armed(host: Host) -> Value:
    state = host.order(1)[3]
    assert isinstance(state, dict)
    return state[1]


@pytest.mark.parametrize(
    ("up", "card", "answer"),
    [(0, "TH", 2), (0, "KC", 2), (0, "AS", 1), (0, "9S", 1), (1, "AS", 2), (1, "KC", 1), (1, "2C", 1)],
)
def test_the_answer(up: int, card: str, answer: int) -> None:
    host = reader_at()
    assert host.order(ARM, {1: up}) == DONE
    assert armed(host) == up + 1
    assert insert(host, card)
    assert answers(host) == [answer]
    assert armed(host) == 0


@pytest.mark.parametrize("card", ["", "??", "JK"])
def test_no_read_keeps_it_armed(card: str) -> None:
    host = reader_at()
    host.order(ARM, {1: 0})
    insert(host, card)
    assert answers(host) == [0]
    assert armed(host) == 1
    insert(host, "TH")
    assert answers(host) == [0, 2]


def test_every_answer_has_the_same_length_and_time() -> None:
    """The frames of all cards differ in the answer and the check alone."""
    seen = set()
    for card in ("TH", "9S", "2C", "", "AS"):
        host = reader_at()
        host.order(ARM, {1: 0})
        start, before = host.now, len(host.bytes)
        insert(host, card)
        frames = host.wait(0.35, alive=False)
        (report,) = [frame for frame in frames if frame.type == wire.REPORT]
        said = wire.unpack(report.payload)
        seen.add((len(report.payload), said[0], len(host.bytes) - before))
        assert said[0] == round((start + PEEK_TIME) * 1000)
    assert len(seen) == 1


def test_inserted_while_disarmed_is_not_read() -> None:
    host = reader_at()
    insert(host, "TH")
    host.wait(0.5)
    assert host.reports() == [(WHILE_DISARMED, {})]


def test_a_second_card_finds_the_slot_taken() -> None:
    host = reader_at()
    host.order(ARM, {1: 0})
    assert insert(host, "TH")
    assert not insert(host, "9S")
    assert answers(host) == [2]


def test_disarm_takes_the_answer_away() -> None:
    host = reader_at()
    host.order(ARM, {1: 0})
    insert(host, "TH")
    assert host.order(DISARM) == DONE
    assert answers(host) == []


@pytest.mark.parametrize("payload", [{}, {1: 2}, {1: "A"}])
def test_an_arm_that_makes_no_sense(payload: dict[int, Value]) -> None:
    host = reader_at()
    assert host.order(ARM, payload) == {1: 1, 2: "bad-value"}
    assert armed(host) == 0


def test_it_is_not_armed_for_another_card_while_reading() -> None:
    host = reader_at()
    host.order(ARM, {1: 0})
    insert(host, "TH")
    assert host.order(ARM, {1: 0}) == DONE
    assert host.order(ARM, {1: 1}) == {1: 1, 2: "busy"}
    assert answers(host) == [2]


def test_self_test_ends_with_a_report_that_names_the_order() -> None:
    host = reader_at()
    host.order(1)
    assert host.order(SELF_TEST) == DONE
    assert host.order(SELF_TEST) == {1: 1, 2: "busy"}
    assert host.order(ARM, {1: 0}) == {1: 1, 2: "busy"}
    host.wait(0.6)
    assert host.reports() == [(1, {1: 2})]


def test_a_self_test_of_an_older_session_reports_nothing() -> None:
    host = reader_at()
    host.order(SELF_TEST)
    host.hello(99)
    host.wait(0.6)
    assert host.reports() == []


def test_a_dead_reader() -> None:
    host = reader_at()
    host.order(ARM, {1: 0})
    host.device.fault("reader", host.now)
    assert host.reports() == []  # not yet heard
    host.collect()
    assert host.reports() == [(4, {1: "reader"}), (3, {1: "fault"})]
    assert host.order(ARM, {1: 0}) == {1: 1, 2: "fault"}
    host.order(SELF_TEST)
    insert(host, "TH")
    host.wait(0.6)
    assert host.reports()[2:] == [(2, {1: host.number, 2: "fault"})]
    host.device.repair(host.now)
    assert host.order(ARM, {1: 0}) == DONE


def test_no_read_until_repaired_from_an_insertion_on() -> None:
    host = reader_at()
    host.device.fault("no-read", 0.0, at=2)
    for _ in range(3):
        host.order(ARM, {1: 0})
        insert(host, "TH")
        host.wait(0.35)
    assert answers(host) == [2, 0, 0]
    host.device.repair(host.now)
    insert(host, "TH")
    assert answers(host) == [2, 0, 0, 2]


def test_a_wrong_answer_for_tests_of_the_tests() -> None:
    host = reader_at()
    host.device.fault("wrong-answer", 0.0)
    host.order(ARM, {1: 0})
    insert(host, "TH")
    assert answers(host) == [1]
