"""Anything at all, at every layer of a link: bytes, frames, payloads, what each message of each role may say.

Neither end ever raises, stops, or is moved by what is none of its language. What is in order is told in the
other files; frames and payloads by themselves are in test_frame.py.
"""

import random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import frame as wire
from drivers.frame import Frame, encode
from drivers.messages import DeviceLost, DeviceReady, Disclose, FaultRaised, OrderRefused
from drivers.payload import BadPayload, dump
from drivers.roles import find_role
from drivers.talk import Heard
from tests.drivers.both_ends import BothEnds
from tests.drivers.fake_device import Bench
from tests.drivers.judging import ROLES, permit_for_long, reaches

EXAMPLES: Final = 20
NAMES: Final = ("shoe", "card_reader", "wager_positions", "shuffler", "progressive")

words = st.sampled_from(("jam", "silence", "blackjack", "QH", "busy", "", "x" * 32, "path", "shoe"))
numbers = st.one_of(st.integers(-3, 70), st.sampled_from((255, 65535, 65536, 2**32 - 1, 2**63, -(2**31))))
leaves = st.one_of(numbers, words, st.binary(max_size=34))
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.integers(-2, 12), inner, max_size=4),
    max_leaves=8,
)
kinds = st.one_of(st.integers(wire.HELLO, wire.PROGRESS), st.integers(0, 0x7F))
payloads = st.dictionaries(st.integers(-2, 12), values, max_size=8)


def said(payload: dict[int, Any]) -> bytes:
    """The bytes of a payload; of one that cannot be said, those of none."""
    try:
        data = dump(payload)
    except BadPayload:
        return b""
    return data if len(data) <= wire.MAX_PAYLOAD else b""


STATES: Final[dict[str, dict[int, Any]]] = {
    "shoe": {1: 1, 2: 0, 3: 0, 4: 0},
    "card_reader": {1: 0},
    "wager_positions": {1: 0, 2: []},
    "shuffler": {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0},
    "progressive": {1: 0, 2: [], 3: 0},
}


def ready(role: str) -> Bench:
    bench = Bench(role)
    bench.states = [{**STATES[role], 9: 0, 10: 0, 11: [], 12: 1}]
    bench.connect()
    assert [type(one) for one in bench.reports()] == [DeviceReady]
    return bench


def hear(bench: Bench, *frames: Frame) -> list[Frame]:
    """Let the host hear these; what it says to them. Nothing may escape."""
    try:
        return bench.say(*frames)
    except Exception as error:
        raise AssertionError(f"the reader died of {frames}") from error


def check_alive(bench: Bench) -> None:
    """It still comes up with a device that speaks properly."""
    bench.talk.closed(bench.now, "unplugged")
    bench.now += 10.0
    bench.talk.tick(bench.now, True)
    bench.boot += 1
    bench.oldest = bench.next = 1
    bench.connect()
    assert isinstance(bench.reports()[-1], DeviceReady)
    assert bench.talk.state == "ready"


# ---- the host's end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", NAMES)
@settings(max_examples=EXAMPLES, deadline=None, report_multiple_bugs=False)
@given(st.lists(st.tuples(st.integers(0, 255), payloads, st.booleans()), min_size=1, max_size=12))
def test_no_report_of_any_role_ends_the_reader(
    role: str, told: list[tuple[int, dict[int, Any], bool]]
) -> None:
    """Elsewhere a line that could not be understood killed the loop. Each takes its number, whatever it says:
    dropped in silence it would come again for ever."""
    bench = ready(role)
    codes = sorted(find_role(role).reports_by_code())
    for number, (pick, payload, known) in enumerate(told, 1):
        message = codes[pick % len(codes)] if known else pick
        hear(bench, Frame(wire.REPORT, message, bench.session, number, 0, said(payload)))
    heard = bench.talk.take_reports() + bench.heard
    assert [one.number for one in heard if one.number] == list(range(1, len(told) + 1)) or gap_in(heard)
    assert bench.talk.state == "ready"
    check_alive(bench)


def gap_in(heard: list[Heard]) -> bool:
    """A payload may say, in key -1, that older reports are gone; then the numbers are others."""
    return any(not one.number and not isinstance(one.report, FaultRaised) for one in heard)


@pytest.mark.parametrize("role", NAMES)
@settings(max_examples=EXAMPLES, deadline=None, report_multiple_bugs=False)
@given(
    st.lists(
        st.tuples(kinds, st.integers(0, 40), st.integers(0, 5), payloads, st.booleans()),
        min_size=1,
        max_size=12,
    )
)
def test_no_frame_of_any_type_ends_the_reader(
    role: str, told: list[tuple[int, int, int, dict[int, Any], bool]]
) -> None:
    """In the session, in the greeting and outside of both; also BOOT and the handshake's own frames."""
    bench = ready(role)
    for kind, message, number, payload, inside in told:
        session = bench.session if inside else 0
        hear(bench, Frame(kind, message, session, number, 0, said(payload)))
        bench.wait(0.05)
    check_alive(bench)


@pytest.mark.parametrize("role", NAMES)
@settings(max_examples=EXAMPLES, deadline=None, report_multiple_bugs=False)
@given(st.lists(payloads, min_size=1, max_size=6))
def test_no_answer_to_hello_or_state_ends_the_reader(role: str, told: list[dict[int, Any]]) -> None:
    """WELCOME, IDENTITY, BOARD and the state, with whatever they say in place of what they should."""
    bench = ready(role)
    for place, payload in enumerate(told):
        bench.talk.closed(bench.now, "unplugged")
        bench.now += 10.0
        bench.talk.tick(bench.now, True)
        bench.talk.opened(bench.now)
        hello = next(one for one in bench.pump() if one.type == wire.HELLO)
        answers = bench.welcome(hello)
        if place % 4 < 3:
            wrong = answers[place % 4]
            answers[place % 4] = Frame(wrong.type, 0, wrong.session, 0, 0, said(payload))
        for order in hear(bench, *answers):
            hear(bench, Frame(wire.REPLY, order.message, bench.session, order.number, 0, said(payload)))
    check_alive(bench)


@settings(max_examples=EXAMPLES, deadline=None, report_multiple_bugs=False)
@given(st.lists(st.binary(max_size=300), max_size=8), st.integers(0, 2**32))
def test_no_bytes_end_the_reader_and_none_are_taken_for_a_report(noise: list[bytes], seed: int) -> None:
    """Among them pieces of what was a frame."""
    bench, rng = ready("shoe"), random.Random(seed)
    good = encode(bench.drawn(1, 1, 59))
    for data in noise:
        place = rng.randrange(1, len(good) - 1)
        bench.talk.received(data + good[:place] + b"\0" + good[place:-1] + b"\x01\0", bench.now)
        bench.pump()
    assert bench.reports() == []
    check_alive(bench)


# ---- the check, in both directions ------------------------------------------------------------------------


def test_an_answer_with_any_bit_turned_answers_nothing() -> None:
    """Elsewhere answers had no check: a digit was lost on the wire, and the host looked for a wrong line."""
    bench = ready("shoe")
    bench.talk.order(Disclose(1), bench.now)
    (order,) = bench.pump()
    data = encode(bench.reply(order, {1: 1, 2: "busy"}))
    for bit in range(8 * len(data)):
        turned = bytearray(data)
        turned[bit // 8] ^= 1 << bit % 8
        bench.talk.received(bytes(turned), bench.now)
    assert bench.reports() == []
    assert bench.say(bench.reply(order, {1: 1, 2: "busy"})) == []
    assert bench.reports() == [OrderRefused("disclose", "busy")]


@pytest.mark.parametrize("role", ROLES)
def test_what_the_host_says_with_any_bit_turned_is_not_done(role: str) -> None:
    """An acknowledgement that is taken wrongly loses reports for good, and an order is another one."""
    ends = BothEnds(role, 1)
    ends.run(1.0)
    permit_for_long(ends)
    ends.run(0.1)
    model = ends.model
    session, last = model.session, model._ring.next - 1
    assert session is not None
    before, kept = list(model.executed), (model._ring.oldest, model._ring.next)
    for kind, message, number, acknowledged in ((wire.ACK, 0, 0, last + 1), (wire.ORDER, 17, 9, 0)):
        data = encode(Frame(kind, message, session, number, acknowledged))
        for bit in range(8 * len(data)):
            turned = bytearray(data)
            turned[bit // 8] ^= 1 << bit % 8
            model.received(bytes(turned), ends.now)
    assert model.executed == before
    assert (model._ring.oldest, model._ring.next) == kept
    ends.run(1.0)
    assert reaches(ends) or role == "card_reader"
    assert DeviceLost not in [type(one) for one in ends.told[0]]
