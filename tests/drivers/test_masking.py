"""No recording has a face in it, whatever a shoe says and however it is cut; all else is as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.cards import is_known
from drivers.conversation import Conversation
from drivers.frame import Decoder, Frame, encode
from drivers.masking import FILL, Mask, mask_of
from drivers.messages import CardDrawn, Disclosed
from drivers.payload import dump, load
from drivers.roles import Role, find_role

SHOE = find_role("shoe")
ROWS = SHOE.reports_by_code()
CARDS = [*range(8, 60), 60]


@st.composite
def reports(draw: st.DrawFn) -> Frame:
    """A report of a shoe: one with a card, or another one."""
    message = draw(st.sampled_from((16, 16, 22, 21, 19)))
    said: dict[int, object] = {0: draw(st.integers(0, 1 << 20)), 1: draw(st.integers(1, 1000))}
    if message in (16, 22):
        said[2] = draw(st.sampled_from(CARDS))
    if message == 21:
        said[1] = draw(st.integers(0, 1))
    if message == 16 and draw(st.booleans()):
        said[3] = draw(st.integers(1, 7))
    numbers = st.integers(1, 65535)
    return Frame(8, message, draw(numbers), draw(numbers), draw(numbers), dump(said))


def masked(data: bytes, cuts: list[int]) -> bytes:
    mask, done, at = Mask(SHOE), b"", 0
    for cut in [*cuts, len(data) + 1]:
        done += mask.feed(data[at : at + cut])[0]
        at += cut
    return done + mask.flush()[0]


CUTS = st.lists(st.integers(1, 40), max_size=30)


@settings(max_examples=150, deadline=None)
@given(st.lists(reports(), max_size=6), CUTS)
def test_frames_come_out_in_order_with_all_but_the_face(frames: list[Frame], cuts: list[int]) -> None:
    out = Decoder().feed(masked(b"".join(map(encode, frames)), cuts))
    assert len(out) == len(frames)
    for before, after in zip(frames, out, strict=True):
        report = ROWS[after.message].decode(load(after.payload))
        assert not (isinstance(report, CardDrawn | Disclosed) and is_known(report.card))
        was, is_ = load(before.payload), load(after.payload)
        if before.message in (16, 22):
            assert was.pop(2) != is_.pop(2)
            assert (was, before.number, before.session) == (is_, after.number, after.session)
        else:
            assert encode(before) == encode(after)


@settings(max_examples=150, deadline=None)
@given(st.lists(reports(), min_size=1, max_size=3), st.data(), CUTS)
def test_a_frame_that_was_disturbed_or_cut_off_is_filled_up(
    frames: list[Frame], data: st.DataObject, cuts: list[int]
) -> None:
    """Its face may stand in it in clear: of such a span the length is kept, and nothing else."""
    whole = bytearray(encode(frames[0])[1:-1])
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(
        st.sampled_from([bit for bit in (1, 2, 4, 8, 16, 32, 64) if whole[place] != bit])
    )
    rest = b"".join(map(encode, frames[1:]))
    cut_off = encode(frames[0])[1 : data.draw(st.integers(2, len(whole)))]
    out = masked(b"\0" + bytes(whole) + b"\0" + rest + b"\0" + cut_off, cuts)
    fill = bytes((FILL,))
    assert out.startswith(b"\0" + fill * len(whole) + b"\0")
    assert out.endswith(b"\0" + fill * len(cut_off))
    assert len(Decoder().feed(out)) == len(frames) - 1


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=0, max_size=1500).map(lambda data: data.replace(b"\0", b"\1")), CUTS)
def test_noise_of_any_length_keeps_its_length(noise: bytes, cuts: list[int]) -> None:
    assert masked(noise + b"\0", cuts) == bytes((FILL,)) * len(noise) + b"\0"


def test_what_stands_beside_a_message_is_left_out() -> None:
    """A device in violation may say a card in a key that nobody knows."""
    frame = Frame(8, 21, 7, 1, 0, dump({0: 5, 1: 1, 30: 59, 31: [12, 13]}))
    (out,) = Decoder().feed(masked(encode(frame), []))
    assert load(out.payload) == {0: 5, 1: 1}


def test_a_report_that_nobody_knows_is_filled_up() -> None:
    assert Decoder().feed(masked(encode(Frame(8, 99, 7, 1, 0, dump({1: 59}))), [])) == []


def test_a_face_in_a_reply_is_filled_up() -> None:
    """A shoe in violation may disclose there what lies face down; the answer to `state` is kept as it is."""
    plain = encode(Frame(7, 18, 7, 4, 0, dump({1: 0})))
    state = encode(Frame(7, 1, 7, 1, 0, dump({1: 0, 3: {1: 1, 2: 0, 3: 0}})))
    wrong = encode(Frame(7, 18, 7, 4, 0, dump({1: 0, 3: {1: 1, 2: 59}})))
    assert masked(plain + state, []) == plain + state
    assert masked(wrong, []) == b"\0" + bytes((FILL,)) * (len(wrong) - 2) + b"\0"


def test_a_device_with_another_language_is_filled_up_altogether() -> None:
    """Nobody here knows where a face stands in it."""
    foreign = Role(name="shoe", converse=lambda **_: Conversation(SHOE, nonce=lambda: 1))
    mask = mask_of(foreign)
    assert mask.feed(b"C,0003,000001,KH*6E\r\n") == (bytes((FILL,)) * 21, True)
    assert mask.flush() == (b"", False)


def test_a_device_without_cards_is_written_as_it_is() -> None:
    mask = Mask(find_role("wager_positions"))
    data = b"noise\0" + encode(Frame(10)) + b"more"
    first, second = mask.feed(data), mask.flush()
    assert (first[0] + second[0], first[1] or second[1]) == (data, False)


class Failing:
    """Another maker's mask, with a defect: it holds a line back, and then fails, or gives too much."""

    def __init__(self, way: str = "raises") -> None:
        self.way = way

    def feed(self, data: bytes) -> tuple[bytes, bool]:
        if data != b"bad\n":
            return (b"", False) if not data.endswith(b"\n") else (b"held\n"[: len(data)], False)
        if self.way == "raises":
            raise ValueError("the card was KH")
        return b"x" * 100, False

    def flush(self) -> tuple[bytes, bool]:
        return b"", False


def test_a_drivers_mask_that_cannot_begin_keeps_no_port_from_being_opened(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def begin() -> Failing:
        raise ValueError("the card was KH")

    talk = lambda **_: Conversation(SHOE, nonce=lambda: 1)  # noqa: E731
    mask = mask_of(Role(name="shoe", converse=talk, mask=begin))
    assert mask.feed(b"fine\n") == (bytes((FILL,)) * 5, True)
    assert "KH" not in caplog.text
    assert len(caplog.records) == 1


@pytest.mark.parametrize("way", ["raises", "gives too much"])
def test_a_drivers_mask_that_fails_is_used_no_more(way: str, caplog: pytest.LogCaptureFixture) -> None:
    """What it held back, and all that follows, is filled up; its own words may name a card."""
    talk = lambda **_: Conversation(SHOE, nonce=lambda: 1)  # noqa: E731
    mask = mask_of(Role(name="shoe", converse=talk, mask=lambda: Failing(way)))
    fill = bytes((FILL,))
    assert mask.feed(b"fine\n") == (b"held\n", False)
    assert mask.feed(b"KH") == (b"", False)
    assert mask.feed(b"bad\n") == (fill * 6, True)
    assert mask.feed(b"fine\n") == (fill * 5, True)
    assert mask.flush() == (b"", False)
    assert "KH" not in caplog.text
    assert len(caplog.records) == 1
