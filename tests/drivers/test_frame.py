"""Framing and payloads under everything that a cable can do to them."""

import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.frame import MAX_PAYLOAD, Decoder, Frame, encode
from drivers.payload import BadPayload, dump, load

FRAME = Frame(8, 16, 26637, 44, 7, dump({0: 123456, 1: 41, 2: 59}))
GOOD = encode(FRAME)

frames = st.builds(
    Frame,
    type=st.integers(0, 0x7F),
    message=st.integers(0, 0xFF),
    session=st.integers(0, 0xFFFF),
    number=st.integers(0, 0xFFFF),
    acknowledgement=st.integers(0, 0xFFFF),
    payload=st.binary(max_size=MAX_PAYLOAD),
)
leaves = st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=32) | st.text("abc-_ 09", max_size=32)
payloads = st.dictionaries(
    st.integers(-40, 300), leaves | st.lists(leaves | st.lists(leaves, max_size=3), max_size=4), max_size=6
)


@given(frames, st.integers(1, 40))
def test_a_frame_comes_out_as_it_went_in_whatever_the_pieces(frame: Frame, step: int) -> None:
    data, decoder = encode(frame), Decoder()
    pieces = [data[at : at + step] for at in range(0, len(data), step)]
    assert [f for piece in pieces for f in decoder.feed(piece)] == [frame]
    assert decoder.dropped.total == 0


@pytest.mark.parametrize("cut", range(len(GOOD) - 1))
def test_a_frame_cut_anywhere_costs_nothing_but_itself(cut: int) -> None:
    decoder = Decoder()
    found = decoder.feed(GOOD[:cut]) + decoder.feed(GOOD)
    assert found == [FRAME]
    assert decoder.dropped.total == (1 if cut > 1 else 0)


@given(st.binary(max_size=2000))
def test_the_decoder_takes_anything(noise: bytes) -> None:
    decoder = Decoder()
    for frame in decoder.feed(noise):
        assert encode(frame).strip(b"\0") in noise
    assert decoder.feed(b"\0" + GOOD)[-1] == FRAME


@given(st.binary(max_size=MAX_PAYLOAD))
def test_a_payload_is_understood_or_refused_and_nothing_else(data: bytes) -> None:
    try:
        said = load(data)
    except BadPayload:
        return
    assert dump(said) == (b"" if data == b"\xa0" else data)


@given(payloads)
def test_a_payload_comes_out_as_it_went_in(payload: dict[int, object]) -> None:
    assert load(dump(payload)) == payload  # type: ignore[arg-type]


def test_keys_are_sorted_bytewise() -> None:
    assert dump({-1: 0, 24: 0, 0: 0}).hex() == "a300001818002000"


def test_an_empty_payload_is_an_empty_map() -> None:
    assert dump({}) == b""
    assert load(b"") == load(b"\xa0") == {}


def test_a_frame_that_does_not_fit_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="fit"):
        encode(Frame(8, payload=bytes(MAX_PAYLOAD + 1)))
    with pytest.raises(ValueError, match="range"):
        encode(Frame(8, number=65536))


def test_what_exceeds_the_buffer_is_not_kept() -> None:
    decoder = Decoder()
    decoder.feed(b"\0")
    for _ in range(1000):
        decoder.feed(b"\x55" * 1000)
    assert len(decoder._span) <= 300
    assert decoder.feed(b"\0" + GOOD) == [FRAME]
    assert decoder.dropped.too_long == 1


@pytest.mark.parametrize("unit", [b"\x55", b"\x01\x02\x00", b"\x00"])
def test_the_work_is_linear_in_the_noise(unit: bytes) -> None:
    small = unit * (65536 // len(unit))
    assert _best_of(small * 4) < 8 * _best_of(small)


@pytest.mark.parametrize("unit", [b"\x55", b"\x01\x02\x00", b"\x00", GOOD[:-3] + b"\x00"])
def test_64_kib_of_garbage_take_no_time_and_no_memory(unit: bytes) -> None:
    """In pieces as they come, and in one piece; the frame behind it is there."""
    noise = (unit * (65536 // len(unit) + 1))[:65536]
    assert _best_of(noise) < 0.05
    for size in (512, 65536):
        decoder = Decoder()
        tracemalloc.start()
        try:
            for at in range(0, len(noise), size):
                decoder.feed(noise[at : at + size])
            kept, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert kept < 4096
        assert decoder.feed(b"\0" + GOOD)[-1] == FRAME


def _best_of(noise: bytes) -> float:
    times = []
    for _ in range(5):
        decoder = Decoder()
        start = time.process_time()
        for at in range(0, len(noise), 512):
            decoder.feed(noise[at : at + 512])
        times.append(time.process_time() - start)
    return min(times)
