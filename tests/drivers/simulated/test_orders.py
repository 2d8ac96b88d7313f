"""Section 5: each order executed once, its reply kept; what a newer number makes of an older one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulated import wire
from drivers.simulated.faults import RESET_STEPS
from drivers.simulated.shoe import SimulatedShoe
from drivers.simulated.wager_positions import SimulatedPositions
from drivers.simulated.wire import Frame
from tests.drivers.simulated.host import Host, boot_ids, make

CLOSE = 17


def positions() -> Host:
    """Closing is the order to count with: it reports each time that it is executed."""
    host = Host(SimulatedPositions(random32=boot_ids().__next__))
    host.hello()
    return host


def closed(host: Host) -> int:
    return sum(message == 18 for message, _ in host.reports())


def test_a_repeat_is_answered_the_same_and_not_executed() -> None:
    host = positions()
    (reply,) = [frame for frame in host.send_order(CLOSE) if frame.type == wire.REPLY]
    for _ in range(4):
        (again,) = host.say(host.order_frame(CLOSE))
        assert (again.type, again.number, again.payload) == (wire.REPLY, 1, reply.payload)
    assert closed(host) == 1


def test_a_refusal_is_kept_as_well() -> None:
    host = positions()
    assert host.order(99) == {1: 1, 2: "unknown-message"}
    (again,) = host.say(host.order_frame(99))
    assert wire.unpack(again.payload) == {1: 1, 2: "unknown-message"}


def test_a_repeat_is_answered_even_if_its_words_have_changed() -> None:
    host = positions()
    host.order(CLOSE)
    (again,) = host.say(Frame(wire.ORDER, 16, host.session, 1, 0, wire.pack({1: [[1, 1, 100]]})))
    assert (again.message, again.number) == (CLOSE, 1)
    assert not host.device.open_spots()  # type: ignore[attr-defined]


def test_a_restrictive_order_voids_the_one_before_it() -> None:
    """The permission was lost on its way, the lock was not; the permission that comes late is dropped."""
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.load(["TH"], 0.0)
    host = Host(shoe)
    host.hello()
    host.number = 1
    permit = host.order_frame(16, {1: 1, 2: "u"})
    host.order(17)
    assert host.say(permit) == []
    assert shoe.draw(host.now) is None


def test_an_older_number_is_dropped_also_across_the_wrap() -> None:
    host = positions()
    host.number = 65533
    for _ in range(4):
        host.order(CLOSE)
    assert host.number == 2
    before = closed(host)
    for stale in (65534, 65535, 1, 60000):
        assert host.say(Frame(wire.ORDER, CLOSE, host.session, stale)) == []
    assert closed(host) == before == 4


def test_number_nought_is_no_order() -> None:
    host = positions()
    assert host.say(Frame(wire.ORDER, CLOSE, host.session, 0)) == []
    assert closed(host) == 0


def test_the_acknowledgement_is_the_last_order_executed() -> None:
    host = positions()
    host.order(CLOSE)
    host.order(99)
    host.wait(0.3)
    assert host.frames[-1].acknowledgement == 2


@settings(max_examples=60)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=30))
def test_every_number_is_executed_at_most_once(numbers: list[int]) -> None:
    """Whatever is repeated, reordered or lost: executed are exactly the numbers that were new."""
    host = positions()
    newest = executed = 0
    for number in numbers:
        heard = host.say(Frame(wire.ORDER, CLOSE, host.session, number, host.has))
        replies = [frame.number for frame in heard if frame.type == wire.REPLY]
        assert replies == ([number] if number >= newest else [])
        executed += number > newest
        newest = max(newest, number)
    host.wait(2.0)
    assert closed(host) == executed


@pytest.mark.parametrize("step", RESET_STEPS)
def test_a_reset_in_the_middle_of_an_order(step: str) -> None:
    """Whether it was executed or not: the host sees BOOT, never a reply that belongs to nothing."""
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.load(["TH", "5D"], 0.0)
    host = Host(shoe)
    host.hello()
    host.order(1)
    shoe.fault("reset", host.now, place=step)
    heard = host.send_order(16, {1: 1, 2: "u"})
    types = [frame.type for frame in heard]
    assert types == ([wire.REPLY, wire.BOOT] if step == "replied" else [wire.BOOT])
    assert host.say(host.order_frame(16, {1: 1, 2: "u"})) == []
    assert shoe.draw(host.now) is None
    host.hello()
    state = host.order(1)[3]
    assert isinstance(state, dict)
    assert (state[1], state[3], state[9]) == (1, 0, 0)


def test_what_comes_behind_a_reset_in_one_chunk_is_not_heard() -> None:
    host = positions()
    host.device.fault("reset", host.now, place="executed")
    both = b"".join(
        wire.encode(Frame(wire.ORDER, CLOSE, host.session, number, 0)) for number in (1, 2)
    ) + wire.encode(Frame(wire.HELLO, payload=wire.pack({1: 9, 2: [1]})))
    host.device.received(both, host.now)
    assert [frame.type for frame in host.collect() if frame.type != wire.REPORT] == [wire.BOOT]
    assert host.device.session is None


def test_state_tells_the_last_order_and_its_outcome() -> None:
    host = positions()
    first = host.order(1)[3]
    host.order(99)
    host.order(99)
    later = host.order(1)[3]
    assert isinstance(first, dict)
    assert isinstance(later, dict)
    assert (first[9], first[10]) == (0, 0)
    assert (later[9], later[10], later[11], later[12]) == (3, 1, [], 1)


@pytest.mark.parametrize("payload", [{1: 1}, {1: "a"}, {1: -1}, {1: 300}])
def test_a_part_that_there_is_not_is_refused(payload: dict[int, wire.Value]) -> None:
    assert positions().order(1, payload) == {1: 1, 2: "bad-value"}


codes = st.integers(0, 40)
anything = st.recursive(
    st.integers(-(2**63), 2**63) | st.text("udx", max_size=32) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150)
@given(
    st.sampled_from(["shoe", "card_reader", "wager_positions", "shuffler", "progressive"]),
    codes,
    st.dictionaries(codes, anything),
)
def test_no_order_can_make_a_device_raise(role: str, message: int, payload: dict[int, wire.Value]) -> None:
    """Every order is accepted or refused with a word, whatever it says."""
    try:
        wire.encode(Frame(wire.ORDER, payload=wire.pack(payload)))
    except ValueError:
        return
    host = Host(make(role))
    host.hello()
    said = host.order(message, payload)
    assert said[1] == 0 or said[2] in ("unknown-message", "bad-value", "busy", "fault", "unsupported")
