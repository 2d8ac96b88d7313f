"""Sections 4 and 8: HELLO, BOOT, resume, heartbeat, silence."""

from itertools import pairwise

import pytest

from drivers.simulated import wire
from drivers.simulated.wire import Frame
from tests.drivers.simulated.host import NONCE, Host, make

PERMITTING = {
    "shoe": (16, {1: 3, 2: "uuu"}),
    "card_reader": (16, {1: 0}),
    "wager_positions": (16, {1: [[1, 63, 50000]]}),
    "shuffler": (16, {1: 1, 2: 1, 3: 416}),
    "progressive": (16, {1: [[15, 63, 2500]], 2: 1}),
}
SAFE = {
    "shoe": [{1: 1, 2: 0, 3: 0, 4: 0}],
    "card_reader": [{1: 0}],
    "wager_positions": [{1: 0, 2: []}],
    "shuffler": [{2: 0}, {2: 3}],
    "progressive": [{1: 0, 2: []}],
}
STOPPED = {"shuffler": [(18, {1: 1, 2: "stopped"})]}
"""What a device reports of what it was in the middle of."""
STARTED = {"shuffler": [(16, {1: 1})]}
AFTER_RESET = {"shuffler": [(18, {1: 0, 2: "power"})]}


@pytest.fixture(params=sorted(PERMITTING))
def host(request: pytest.FixtureRequest) -> Host:
    return Host(make(request.param))


def is_safe(host: Host) -> bool:
    state = host.order(1)[3]
    assert isinstance(state, dict)
    safe = SAFE[host.device.role]
    return any(all(state[key] == value for key, value in each.items()) for each in safe)


def began(host: Host) -> list[tuple[int, dict[int, wire.Value]]]:
    return STARTED.get(host.device.role, [])


def stopped(host: Host) -> list[tuple[int, dict[int, wire.Value]]]:
    return STOPPED.get(host.device.role, [])


def test_a_device_without_a_session_says_boot_and_nothing_else(host: Host) -> None:
    host.wait(3.5, alive=False)
    assert [frame.type for frame in host.frames] == [wire.BOOT] * 4
    assert {(frame.session, frame.number) for frame in host.frames} == {(0, 0)}
    assert wire.unpack(host.frames[0].payload) == {1: host.device.boot, 2: "power"}


def test_hello_is_answered_in_order(host: Host) -> None:
    answer = host.hello()
    assert [frame.type for frame in answer] == [wire.WELCOME, wire.IDENTITY, wire.BOARD]
    assert {frame.session for frame in answer} == {wire.session_of(host.device.boot, NONCE)}
    welcome, identity, board = (wire.unpack(frame.payload) for frame in answer)
    assert welcome == {1: host.device.boot, 2: "power", 3: 1, 4: 1, 5: 1, 6: NONCE}
    assert identity[4] == host.device.role
    assert identity[7] == 1
    assert board[4] == host.device.digest()


def test_the_same_hello_again_keeps_everything(host: Host) -> None:
    first = host.hello()
    assert host.order(*PERMITTING[host.device.role]) == {1: 0}
    again = host.hello()
    told = {frame.type: wire.unpack(frame.payload) for frame in again}
    assert told.pop(wire.WELCOME)[1] == wire.unpack(first[0].payload)[1]
    assert [told[frame.type] for frame in first[1:]] == [wire.unpack(frame.payload) for frame in first[1:]]
    host.number = 1
    assert not is_safe(host)


def test_another_hello_ends_every_permission_without_a_report(host: Host) -> None:
    host.hello()
    host.order(*PERMITTING[host.device.role])
    host.hello(NONCE + 1)
    assert is_safe(host)
    assert host.reports() == began(host) + stopped(host)


def test_orders_start_anew_with_a_session(host: Host) -> None:
    host.hello()
    for _ in range(5):
        host.order(1)
    host.hello(NONCE + 1)
    assert host.order(1)[1] == 0
    assert host.number == 1


@pytest.mark.parametrize("offset", [1, 0x8000])
def test_a_frame_of_another_session_is_void(host: Host, offset: int) -> None:
    host.hello()
    host.order(1)
    message, payload = PERMITTING[host.device.role]
    stale = Frame(wire.ORDER, message, (host.session + offset) % 65536, 2, 0, wire.pack(payload))
    assert host.say(stale) == []
    assert is_safe(host)


def test_an_order_before_any_session_is_void(host: Host) -> None:
    message, payload = PERMITTING[host.device.role]
    assert host.say(Frame(wire.ORDER, message, 0, 1, 0, wire.pack(payload))) == []


@pytest.mark.parametrize(
    "payload",
    [{}, {1: 0, 2: [1]}, {1: 5, 2: [2]}, {1: 5}, {1: 5, 2: 1}, {1: 5, 2: [1], -3: 1}, {1: "a", 2: [1]}],
)
def test_a_hello_that_is_none_is_dropped(host: Host, payload: dict[int, wire.Value]) -> None:
    assert host.say(Frame(wire.HELLO, payload=wire.pack(payload))) == []
    assert host.device.session is None


def test_unknown_optional_keys_are_skipped(host: Host) -> None:
    answer = host.say(Frame(wire.HELLO, payload=wire.pack({1: 5, 2: [1, 2], 9: "later"})))
    assert [frame.type for frame in answer] == [wire.WELCOME, wire.IDENTITY, wire.BOARD]
    host.session = wire.session_of(host.device.boot, 5)
    message, payload = PERMITTING[host.device.role]
    assert host.order(message, {**payload, 20: [1, 2]}) == {1: 0}


def test_an_unknown_mandatory_key_is_refused_and_changes_nothing(host: Host) -> None:
    host.hello()
    message, payload = PERMITTING[host.device.role]
    assert host.order(message, {**payload, -2: 1}) == {1: 1, 2: "unknown-key"}
    assert is_safe(host)


def test_heartbeats_fill_every_quarter_of_a_second(host: Host) -> None:
    host.hello()
    sent_at: list[float] = []
    while host.now < 2.0:
        due = host.device.deadline()
        assert due is not None
        host.now = due
        host.device.tick(due)
        sent_at += [host.now] * len(host.collect())
    gaps = [later - earlier for earlier, later in pairwise(sent_at)]
    assert max(gaps) <= 0.2501
    assert {frame.type for frame in host.frames[4:]} == {wire.HEARTBEAT}


@pytest.mark.parametrize("role", sorted(PERMITTING))
@pytest.mark.parametrize("speed", [1.0, 100.0])
def test_silence_of_one_second_ends_every_permission_at_any_speed(role: str, speed: float) -> None:
    host = Host(make(role, speed))
    host.hello()
    host.order(*PERMITTING[role])
    host.wait(0.99, alive=False)
    assert host.reports() == began(host)
    host.wait(0.02, alive=False)
    assert host.reports() == [*began(host), *stopped(host), (3, {1: "silence"})]
    assert is_safe(host)


def test_a_host_that_is_alive_is_no_silence(host: Host) -> None:
    host.hello()
    host.order(*PERMITTING[host.device.role])
    host.wait(5.0)
    assert host.reports() == began(host)
    assert not is_safe(host)


def test_silence_without_a_permission_is_not_reported(host: Host) -> None:
    host.hello()
    host.wait(5.0, alive=False)
    assert host.reports() == []


def test_noise_and_stale_frames_do_not_break_the_silence(host: Host) -> None:
    host.hello()
    host.order(*PERMITTING[host.device.role])
    for _ in range(12):
        host.wait(0.1, alive=False)
        host.device.received(b"\0AT+GCAP\r\0", host.now)
        host.say(Frame(wire.HEARTBEAT, session=host.session ^ 1))
    assert host.reports() == [*began(host), *stopped(host), (3, {1: "silence"})]
    assert host.device.noise >= 12


def test_a_reset_changes_the_boot_id_and_says_why(host: Host) -> None:
    host.hello()
    host.order(*PERMITTING[host.device.role])
    before = host.device.boot
    host.device.start(host.now, "watchdog")
    (boot,) = [frame for frame in host.collect() if frame.type != wire.REPORT]
    assert boot.type == wire.BOOT
    assert wire.unpack(boot.payload) == {1: host.device.boot, 2: "watchdog"}
    assert host.device.boot != before
    assert host.beat() == []
    host.hello()
    assert is_safe(host)
    assert host.reports() == AFTER_RESET.get(host.device.role, [])
