"""Frames and payloads: what comes back, what is thrown away, and at what price."""

import struct
import zlib

import cbor2
import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from drivers.simulated import wire
from drivers.simulated.wire import Frame, Malformed, Receiver

HEARTBEAT = wire.encode(Frame(wire.HEARTBEAT, session=7, acknowledgement=3))

frames = st.builds(
    Frame,
    type=st.integers(0, 127),
    message=st.integers(0, 255),
    session=st.integers(0, 65535),
    number=st.integers(0, 65535),
    acknowledgement=st.integers(0, 65535),
    payload=st.binary(max_size=244),
)
texts = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=32)
leaves = st.integers(-(2**64), 2**64 - 1) | texts | st.binary(max_size=20)
values = leaves | st.lists(leaves, max_size=6) | st.lists(st.lists(leaves, max_size=2), max_size=4)
payloads = st.dictionaries(st.integers(-30, 300), values, max_size=8)


@given(frames)
def test_a_frame_comes_back(frame: Frame) -> None:
    data = wire.encode(frame)
    assert data[0] == data[-1] == 0
    assert 0 not in data[1:-1]
    assert Receiver().feed(data) == [frame]


@given(st.lists(frames, max_size=5), st.data())
def test_frames_come_back_however_they_are_cut(sent: list[Frame], data: st.DataObject) -> None:
    stream = b"".join(wire.encode(frame) for frame in sent)
    receiver, got = Receiver(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += receiver.feed(stream[:size])
        stream = stream[size:]
    assert got == sent
    assert receiver.dropped == 0


@given(st.binary(max_size=700))
def test_noise_is_dropped_and_the_next_frame_heard(noise: bytes) -> None:
    receiver = Receiver()
    receiver.feed(noise)
    assert receiver.feed(HEARTBEAT)[-1:] == wire.Receiver().feed(HEARTBEAT)


@given(frames, st.data())
def test_one_flipped_bit_is_never_taken(frame: Frame, data: st.DataObject) -> None:
    stream = bytearray(wire.encode(frame))
    place = data.draw(st.integers(0, len(stream) - 1))
    stream[place] ^= 1 << data.draw(st.integers(0, 7))
    got = Receiver().feed(bytes(stream))
    # A delimiter lost at either end still leaves the frame whole between the others.
    assert got in ([], [frame])
    if 0 < place < len(stream) - 1:
        assert got == []


@pytest.mark.parametrize("size", [0, 1, 11, 257, 300])
def test_a_frame_of_another_size_is_dropped(size: int) -> None:
    body = b"\x0a" * max(0, size - 4)
    raw = (body + struct.pack("<I", zlib.crc32(body)))[:size]
    receiver = Receiver()
    assert receiver.feed(b"\0" + cobs.encode(raw) + b"\0") == []
    assert receiver.dropped == 1


def test_bytes_beyond_the_buffer_are_thrown_away_up_to_the_next_delimiter() -> None:
    receiver = Receiver()
    for _ in range(1000):
        assert receiver.feed(b"U" * 97) == []
    assert receiver.feed(HEARTBEAT[1:]) == []
    assert receiver.dropped == 1
    assert len(receiver.feed(HEARTBEAT)) == 1


def test_a_payload_too_long_for_a_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        wire.encode(Frame(1, payload=bytes(245)))


@given(payloads)
def test_a_payload_comes_back(payload: dict[int, wire.Value]) -> None:
    assert wire.unpack(wire.pack(payload)) == payload


@given(payloads)
def test_a_payload_has_one_form(payload: dict[int, wire.Value]) -> None:
    keys = sorted(payload, key=cbor2.dumps)
    assert wire.pack(payload) == (cbor2.dumps({key: payload[key] for key in keys}) if payload else b"")


@given(st.binary(max_size=244))
def test_any_bytes_are_a_payload_or_malformed(data: bytes) -> None:
    try:
        payload = wire.unpack(data)
    except Malformed:
        return
    assert wire.pack(payload) == data or data in (b"", b"\xa0")


@pytest.mark.parametrize(
    "value",
    [1.5, None, True, [[[[1]]]], list(range(33)), "x" * 33, "\n", "ä", {1: {2: {3: {4: 5}}}}],
)
def test_what_the_document_does_not_allow_is_malformed(value: object) -> None:
    with pytest.raises(Malformed):
        wire.unpack(cbor2.dumps({1: value}))


@given(st.integers(0, 65535), st.integers(1, 65535))
def test_numbers_skip_nought(number: int, other: int) -> None:
    assert 1 <= wire.after(number) <= 65535
    assert wire.distance(wire.after(other), other) == 1


def test_a_session_is_never_nought() -> None:
    for boot in range(1, 200_000):
        if zlib.crc32(struct.pack("<II", boot, 5)) % 65536 == 0:
            assert wire.session_of(boot, 5) == 1
            return
    pytest.fail("no boot id was found whose check ends in 0")
