"""Section 6: reports numbered, kept, eight at a time, sent again, overwritten."""

import pytest

from drivers.simulated import wire
from drivers.simulated.reports import Ring
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wire import Frame
from tests.drivers.simulated.host import NONCE, Host, boot_ids


def lids(count: int, host: Host) -> None:
    """So many reports at this instant: the lid, opened and closed."""
    shoe = host.device
    assert isinstance(shoe, SimulatedShoe)
    for _ in range(count):
        shoe.lid(not bool(lids_open(shoe)), host.now)


def lids_open(shoe: SimulatedShoe) -> bool:
    (state,) = shoe._state_parts()
    return state[4] == 1


def numbers(frames: list[Frame]) -> list[int]:
    return [frame.number for frame in frames if frame.type == wire.REPORT]


@pytest.fixture
def host() -> Host:
    host = Host(SimulatedShoe(random32=boot_ids().__next__), acknowledges=False)
    host.hello()
    return host


def test_reports_go_out_at_once_eight_beyond_the_acknowledged(host: Host) -> None:
    lids(12, host)
    assert numbers(host.collect()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert numbers(host.acknowledge(3)) == [9, 10, 11]
    assert numbers(host.acknowledge(11)) == [12]
    assert numbers(host.acknowledge(12)) == []


def test_they_are_sent_again_after_a_quarter_of_a_second(host: Host) -> None:
    lids(3, host)
    host.collect()
    assert numbers(host.wait(0.249, alive=False)) == []
    assert numbers(host.wait(0.002, alive=False)) == [1, 2, 3]
    assert numbers(host.wait(0.250, alive=False)) == [1, 2, 3]


def test_an_advance_puts_the_repeat_off(host: Host) -> None:
    lids(3, host)
    host.wait(0.2, alive=False)
    host.acknowledge(1)
    assert numbers(host.wait(0.2, alive=False)) == []
    assert numbers(host.wait(0.06, alive=False)) == [2, 3]


def test_an_acknowledgement_without_an_advance_does_not(host: Host) -> None:
    lids(3, host)
    host.wait(0.2, alive=False)
    host.acknowledge(0)
    assert numbers(host.wait(0.06, alive=False)) == [1, 2, 3]


def test_what_was_never_sent_cannot_be_acknowledged(host: Host) -> None:
    lids(12, host)
    host.collect()
    assert numbers(host.acknowledge(12)) == []
    assert numbers(host.acknowledge(5)) == [9, 10, 11, 12]


def test_a_report_rides_on_any_frame_of_the_host(host: Host) -> None:
    lids(9, host)
    host.collect()
    host.has = 1
    assert numbers(host.beat()) == [9]


def test_reports_wait_for_a_session() -> None:
    host = Host(SimulatedShoe(random32=boot_ids().__next__))
    lids(2, host)
    assert host.collect() == []
    assert numbers(host.hello()) == [1, 2]


def test_a_host_that_resumes_gets_the_next_one(host: Host) -> None:
    lids(5, host)
    host.collect()
    frames = host.hello(NONCE + 1, boot=host.device.boot, has=3)
    assert numbers(frames) == [4, 5]
    welcome = wire.unpack(frames[0].payload)
    assert (welcome[4], welcome[5]) == (4, 6)
    assert all(-1 not in wire.unpack(frame.payload) for frame in frames)


@pytest.mark.parametrize(("boot", "has"), [(None, None), (1, 3), (None, 3)])
def test_a_host_that_does_not_gets_all_that_is_kept(host: Host, boot: int | None, has: int | None) -> None:
    lids(5, host)
    host.collect()
    assert numbers(host.hello(NONCE + 1, boot=boot, has=has)) == [1, 2, 3, 4, 5]


def test_what_is_kept_no_more_is_told_to_a_host_that_knows_nothing(host: Host) -> None:
    lids(5, host)
    host.collect()
    host.acknowledge(3)
    frames = host.hello(NONCE + 1)
    assert numbers(frames) == [4, 5]
    assert wire.unpack(frames[0].payload)[4] == 4
    assert [wire.unpack(frame.payload)[-1] for frame in frames if frame.type == wire.REPORT] == [4, 4]


def test_the_oldest_is_overwritten_and_said_so_until_acknowledged(host: Host) -> None:
    lids(70, host)
    host.collect()
    host.hello(NONCE + 1, boot=host.device.boot)
    frames = host.wait(0.3, alive=False)
    assert numbers(frames)[:8] == [7, 8, 9, 10, 11, 12, 13, 14]
    assert {wire.unpack(frame.payload)[-1] for frame in frames if frame.type == wire.REPORT} == {7}
    after = host.acknowledge(7)
    assert numbers(after) == [15]
    assert all(-1 not in wire.unpack(frame.payload) for frame in after)


def test_an_overwrite_within_a_session_is_said_as_well(host: Host) -> None:
    lids(64, host)
    host.collect()
    host.acknowledge(8)
    host.collect()
    lids(10, host)
    last = [frame for frame in host.wait(0.3, alive=False) if frame.type == wire.REPORT][-1]
    assert wire.unpack(last.payload)[-1] == 11
    while (newest := max(numbers(host.frames))) > host.has:
        host.acknowledge(newest)
    assert host.has == 74
    heard = dict.fromkeys(numbers(host.frames))
    assert list(heard) == [*range(1, 9), *range(9, 17), *range(17, 75)]


def test_a_longer_ring_keeps_more() -> None:
    host = Host(SimulatedShoe(random32=boot_ids().__next__, ring=100))
    lids(100, host)
    assert numbers(host.hello())[0] == 1
    with pytest.raises(ValueError, match="64"):
        Ring(63)


def test_numbers_wrap_past_nought() -> None:
    ring = Ring()
    ring.resume(0)
    seen = []
    for _ in range(65540):
        ring.add(1, {0: 0})
        seen += [kept.number for kept in ring.due(0.0)]
        ring.acknowledge(seen[-1], 0.0)
    assert seen[65533:65538] == [65534, 65535, 1, 2, 3]
    assert ring.next == 6


def test_a_report_tells_when_it_happened_in_ms_since_boot() -> None:
    host = Host(SimulatedShoe(random32=boot_ids().__next__), now=100.0)
    host.now = 101.5
    lids(1, host)
    host.now = 103.0
    (report,) = [frame for frame in host.hello() if frame.type == wire.REPORT]
    assert wire.unpack(report.payload)[0] == 1500


def test_what_was_overwritten_makes_room_in_the_window(host: Host) -> None:
    """Eight of those that are kept may be outstanding; those that are gone do not count."""
    lids(64, host)
    assert numbers(host.collect()) == [1, 2, 3, 4, 5, 6, 7, 8]
    lids(1, host)
    assert numbers(host.collect()) == [9]
