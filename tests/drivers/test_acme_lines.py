"""The example in docs/examples/acme_shoe: a shoe that prints lines, its driver without a port or a clock.

At a table, in processes: test_acme_table.py.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import messages as m
from drivers.cards import DECK, SEALED, UNREAD
from drivers.talk import Resume

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "acme_shoe"


@pytest.fixture(scope="module", autouse=True)
def on_the_path() -> Iterator[None]:
    sys.path.insert(0, str(EXAMPLE))
    yield
    sys.path.remove(str(EXAMPLE))


class Bench:
    """The driver and the simulated shoe, in virtual time. cut: bytes pass, or are lost."""

    def __init__(self, shoe: object = None, resume: Resume | None = None, **options: object) -> None:
        from acme_board import Shoe
        from acme_shoe.talk import AcmeTalk

        self.shoe = shoe if shoe is not None else Shoe(42)
        self.talk = AcmeTalk(nonce=lambda: 1, resume=resume, **options)
        self.now = 100.0

    def pass_bytes(self) -> None:
        for _ in range(4):
            self.shoe.hear(self.talk.to_send())
            data = bytes(self.shoe.out)
            self.shoe.out.clear()
            self.talk.received(data, self.now)

    def connect(self) -> list[object]:
        self.talk.opened(self.now)
        self.pass_bytes()
        assert self.talk.state == "ready"
        return self.reports()

    def reports(self) -> list[object]:
        return [one.report for one in self.talk.take_reports()]

    def draw(self, *faces: str) -> list[object]:
        self.shoe.cards = [*faces, "2C"]
        for _ in faces:
            self.shoe.draw()
        self.pass_bytes()
        return self.reports()

    def order(self, order: m.Order) -> list[object]:
        self.talk.order(order, self.now)
        return self.reports()


def ready() -> Bench:
    bench = Bench()
    bench.shoe.cards = ["2C"]
    (told,) = bench.connect()
    assert isinstance(told, m.DeviceReady)
    assert told.state == m.ShoeState(True, 0, 0, False, ())
    assert told.identity.capabilities == ("manual", "reads"), "what it cannot do it does not claim"
    return bench


def test_the_page_shows_lines_as_they_are() -> None:
    from acme_shoe.lines import Lines

    page = (EXAMPLE / "PROTOCOL.md").read_text(encoding="utf-8").split("```\n")[3]
    lines = Lines()
    assert [line.kind for line in lines.feed(page.replace("\n", "\r\n").encode())] == ["B", "S", "C"]
    assert lines.dropped == 0


def test_faces_are_told_as_they_were_permitted_and_hidden_ones_kept_for_disclosure() -> None:
    bench = ready()
    bench.order(m.Permit(3, "udu"))
    assert bench.draw("KH", "9S", "2D") == [
        m.CardDrawn(1, "KH"),
        m.CardDrawn(2, SEALED),
        m.CardDrawn(3, "2D"),
    ]
    assert bench.order(m.Disclose(2)) == [m.Disclosed(2, "9S")]
    assert bench.order(m.Disclose(2)) == [m.Disclosed(2, "9S")], "again, until it is on disk"


def test_a_face_is_kept_no_longer_than_until_its_disclosure_is_durable() -> None:
    bench = ready()
    bench.order(m.Permit(1, "d"))
    bench.draw("9S")
    bench.talk.order(m.Disclose(1), bench.now)
    (told,) = bench.talk.take_reports()
    bench.talk.durable(told.boot, told.number)
    assert "9S" not in repr(vars(bench.talk))
    assert bench.order(m.Disclose(1)) == [m.Disclosed(1, UNREAD)]


def test_what_is_drawn_while_locked_or_beyond_is_told_so_and_its_face_hidden() -> None:
    bench = ready()
    assert bench.draw("KH") == [m.CardDrawn(1, SEALED, False, True, False)]
    bench.order(m.Permit(2, "u"))
    assert bench.draw("3C", "4C") == [m.CardDrawn(2, "3C"), m.CardDrawn(3, SEALED, False, True, True)]
    bench.order(m.Permit(5, "uu"))
    bench.order(m.Lock())
    assert bench.draw("5C") == [m.CardDrawn(4, SEALED, False, True, False)]
    assert bench.order(m.Disclose(4)) == [m.Disclosed(4, "5C")]


def test_orders_that_make_no_sense_are_refused() -> None:
    bench = ready()
    bench.draw("KH", "KD")
    assert bench.order(m.Permit(1, "u")) == [m.OrderRefused("permit", "bad-value")]
    assert bench.order(m.Disclose(3)) == [m.OrderRefused("disclose", "bad-value")]
    assert bench.order(m.Dispense(1, 2, 4)) == [m.OrderRefused("dispense", "unsupported")]
    with pytest.raises(ValueError, match="Arm"):
        bench.talk.check(m.Arm("A"))
    with pytest.raises(ValueError, match="faces"):
        bench.talk.check(m.Permit(9, "x"))


def test_a_card_that_could_not_be_read_is_unread() -> None:
    bench = ready()
    bench.order(m.Permit(1, "u"))
    bench.shoe.draw("--")
    bench.pass_bytes()
    assert bench.reports()[0] == m.CardDrawn(1, UNREAD)


def test_a_lost_card_is_a_gap_and_a_lost_state_line_is_none() -> None:
    bench = ready()
    bench.order(m.Permit(4, "uuuu"))
    bench.draw("KH")
    bench.shoe.lose = 1
    bench.shoe.tell()
    assert bench.draw("KD") == [m.CardDrawn(2, "KD")], "the count of cards proves that none is missing"
    bench.shoe.lose = 1
    assert bench.draw("KC", "KS") == [m.Gap(3, 3), m.CardDrawn(4, SEALED, False, True, False)]


def test_a_lost_card_is_noticed_by_the_next_state_line() -> None:
    bench = ready()
    bench.shoe.lose = 1
    assert bench.draw("KC") == []
    bench.shoe.tick(bench.now + 1.0)
    bench.pass_bytes()
    assert bench.reports() == [m.Gap(1, 1)]


def test_a_line_with_any_byte_changed_or_cut_off_gives_no_card() -> None:
    bench = ready()
    bench.shoe.cards = ["KH", "2C"]
    bench.shoe.draw()
    line = bytes(bench.shoe.out)
    bench.shoe.out.clear()
    for place in range(len(line)):
        one = ready()
        one.talk.received(line[:place] + bytes((line[place] ^ 1 << (place % 7),)) + line[place + 1 :], 100.0)
        assert one.reports() == [], place
        cut = ready()
        cut.talk.received(line[:place], 100.0)
        assert cut.reports() == [], place
        assert cut.draw("QD") == ([m.CardDrawn(1, SEALED, False, True, False)] if place == 0 else []), place


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=8), st.lists(st.integers(1, 9), max_size=30))
def test_noise_never_makes_a_card_and_pieces_do_not_matter(noise: list[bytes], cuts: list[int]) -> None:
    bench = ready()
    bench.order(m.Permit(2, "uu"))
    for one in noise:
        bench.talk.received(one, bench.now)
    assert bench.reports() == []
    bench.talk.received(b"\n", bench.now)
    bench.shoe.cards = ["KH", "QD", "2C"]
    bench.shoe.draw()
    bench.shoe.draw()
    data, at = bytes(bench.shoe.out), 0
    bench.shoe.out.clear()
    for cut in [*cuts, 999]:
        bench.talk.received(data[at : at + cut], bench.now)
        at += cut
    assert bench.reports() == [m.CardDrawn(1, "KH"), m.CardDrawn(2, "QD")]


def test_the_line_counter_goes_round() -> None:
    bench = ready()
    for _ in range(10_050):
        bench.shoe.tell()
        bench.pass_bytes()
    assert bench.reports() == []
    assert bench.draw("KH") == [m.CardDrawn(1, SEALED, False, True, False)]
    assert bench.talk.counters().repeats == 0


def test_silence_is_a_loss_and_it_comes_back_as_it_was() -> None:
    bench = ready()
    bench.order(m.Permit(2, "dd"))
    bench.draw("KH")
    bench.now += 2.6
    bench.talk.tick(bench.now, True)
    assert bench.reports() == [m.DeviceLost("nothing was heard of the device for 2.5 s")]
    bench.pass_bytes()
    (told,) = bench.reports()
    assert isinstance(told, m.DeviceReady)
    assert told.resumed
    assert bench.order(m.Disclose(1)) == [m.Disclosed(1, "KH")]
    assert bench.draw("KD") == [m.CardDrawn(2, SEALED, False, True, False)], "nothing is permitted any more"


def test_a_card_that_left_while_the_cable_was_out_is_a_gap() -> None:
    bench = ready()
    bench.talk.closed(bench.now, "unplugged")
    bench.reports()
    bench.shoe.cards = ["KH", "2C"]
    bench.shoe.draw()
    bench.shoe.out.clear()
    told, gap = bench.connect()
    assert isinstance(told, m.DeviceReady)
    assert (told.resumed, told.state.last_draw, gap) == (False, 1, m.Gap(1, 1))
    assert bench.order(m.Disclose(1)) == [m.Disclosed(1, UNREAD)]


def test_another_power_on_is_another_boot_and_keeps_no_face() -> None:
    bench = ready()
    bench.order(m.Permit(1, "d"))
    bench.draw("KH")
    bench.shoe.switch_on(bench.now)
    bench.pass_bytes()
    lost, told = bench.reports()
    assert lost == m.DeviceLost("the device started anew (power)")
    assert isinstance(told, m.DeviceReady)
    assert told.state.last_draw == 0
    assert "KH" not in repr(vars(bench.talk))


def test_a_restarted_host_goes_on_counting_and_has_lost_the_faces() -> None:
    first = ready()
    first.order(m.Permit(2, "dd"))
    first.shoe.cards = ["KH", "9S", "2C"]
    first.shoe.draw()
    first.shoe.draw()
    first.pass_bytes()
    heard = first.talk.take_reports()
    again = Bench(first.shoe, Resume(heard[-1].boot, heard[-1].number))
    (told,) = again.connect()
    assert (told.boot, told.state.last_draw) == (heard[-1].boot, 2)
    again.talk.order(m.Disclose(1), again.now)
    (one,) = again.talk.take_reports()
    assert (one.number, one.report) == (3, m.Disclosed(1, UNREAD))
    assert again.draw("4C") == [m.CardDrawn(3, SEALED, False, True, False)]


def test_reports_that_nobody_took_come_again_as_they_were() -> None:
    bench = ready()
    bench.order(m.Permit(2, "ud"))
    bench.shoe.cards = ["KH", "9S", "2C"]
    bench.shoe.draw()
    bench.shoe.draw()
    bench.pass_bytes()
    heard = bench.talk.take_reports()
    bench.talk.durable(heard[0].boot, heard[0].number)
    bench.talk.rewind(heard[1].number)
    bench.talk.closed(bench.now, "the handler failed")
    bench.talk.take_reports()
    bench.talk.opened(bench.now)
    bench.pass_bytes()
    ready_again, *rest = bench.talk.take_reports()
    assert isinstance(ready_again.report, m.DeviceReady)
    assert rest == heard[1:]


def test_a_jam_and_an_empty_shoe_are_told_once() -> None:
    bench = ready()
    bench.shoe.jammed = True
    for _ in range(3):
        bench.shoe.tell()
    bench.pass_bytes()
    assert bench.reports() == [m.FaultRaised("jam")]
    bench.shoe.jammed = False
    bench.shoe.cards = ["KH"]
    bench.shoe.draw()
    bench.pass_bytes()
    assert bench.reports() == [
        m.CardDrawn(1, SEALED, False, True, False),
        m.FaultCleared("jam"),
        m.ShoeEmpty(1),
    ]


def test_listed_firmware_is_more_than_this_shoe_can_tell() -> None:
    bench = Bench(accepted_firmware=frozenset(("0" * 64,)))
    bench.talk.opened(bench.now)
    bench.pass_bytes()
    (refused,) = bench.reports()
    assert isinstance(refused, m.DeviceRefused)
    assert "tells no digest of its firmware" in refused.reason
    assert bench.talk.state == "failed"


def test_a_device_that_says_nothing_is_told_once() -> None:
    bench = Bench()
    bench.talk.opened(bench.now)
    for _ in range(60):
        bench.talk.to_send()
        bench.now += 0.1
        bench.talk.tick(bench.now, True)
    assert bench.reports() == [m.DeviceLost("the device does not answer")]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from("ud"), min_size=1, max_size=12), st.randoms())
def test_no_face_goes_up_that_was_not_permitted(letters: list[str], random: object) -> None:
    bench = ready()
    faces = [DECK[random.randrange(52)] for _ in letters]
    bench.order(m.Permit(len(letters), "".join(letters)))
    told = bench.draw(*faces)
    assert [one.card for one in told] == [
        face if letter == "u" else SEALED for face, letter in zip(faces, letters, strict=True)
    ]


# ---- recordings ------------------------------------------------------------------------------------------

FACES = [*DECK, "JK"]


def masked(data: bytes, cuts: list[int]) -> bytes:
    from acme_shoe.mask import LineMask

    mask, done, at = LineMask(), b"", 0
    for cut in [*cuts, len(data) + 1]:
        done += mask.feed(data[at : at + cut])[0]
        at += cut
    return done + mask.flush()[0]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from(FACES), min_size=1, max_size=6),
    st.lists(st.integers(1, 30), max_size=20),
    st.data(),
)
def test_a_recording_of_this_shoe_has_everything_but_the_faces(
    faces: list[str], cuts: list[int], data: st.DataObject
) -> None:
    """Cut anywhere, and disturbed anywhere: of a disturbed line the length is kept, and nothing else."""
    from acme_board import Shoe
    from acme_shoe.lines import Lines

    shoe = Shoe(42)
    shoe.cards = [*faces, "2C"]
    shoe.hear(b"I?")
    for _ in faces:
        shoe.draw()
    whole = bytearray(shoe.out)
    told = Lines().feed(masked(bytes(whole), cuts))
    said = Lines().feed(bytes(whole))
    assert len(told) == len(said)
    for before, after in zip(said, told, strict=True):
        assert (before.kind, before.number, before.fields[0]) == (after.kind, after.number, after.fields[0])
        assert after.fields[1] == "--" if after.kind == "C" else before == after
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= 1
    spoilt = masked(bytes(whole), cuts)
    assert len(spoilt) == len(whole)
    assert not any(f",{face}*".encode() in spoilt for face in FACES)
    assert len(Lines().feed(spoilt)) >= len(said) - 2


def test_what_is_no_line_at_all_is_filled_up_and_not_held_for_ever() -> None:
    from acme_shoe.lines import check_of as check
    from acme_shoe.mask import LineMask

    mask = LineMask()
    assert mask.feed(b"C,0003,000001,KH") == (b"", False)
    assert mask.feed(b"x" * 50) == (b"\xff" * 66, True)
    assert mask.feed(b"*6E\r\nC,9,KH*00\r\n") == (b"\xff" * 4 + b"\n" + b"\xff" * 10 + b"\n", True)
    turned = b"I,0003,000001,KH"
    line = turned + f"*{check(turned):02X}\r\n".encode()
    assert mask.feed(line) == (b"\xff" * (len(line) - 1) + b"\n", True), (
        "a line of two fields, turned into another"
    )
    assert mask.feed(b"Z,0003,KH*") == (b"", False)
    assert mask.flush() == (b"\xff" * 10, True)


def test_a_recording_of_this_shoe_plays_it_without_its_faces() -> None:
    from acme_shoe import ROLE
    from acme_shoe.mask import LineMask

    from drivers.capture import Passed
    from drivers.replaying import ReplayDevice

    bench, mask, entries = Bench(), LineMask(), []
    bench.shoe.cards = ["KH", "2C", "TS"]
    bench.talk.opened(bench.now)
    recorded: list[object] = []
    for turn in range(6):
        out = bench.talk.to_send()
        bench.shoe.hear(out)
        if turn > 3:
            bench.shoe.draw()
        said, masked = mask.feed(bytes(bench.shoe.out))
        bench.talk.received(bytes(bench.shoe.out), bench.now)
        bench.shoe.out.clear()
        entries += [Passed(turn * 10, "out", out.hex()), Passed(turn * 10, "in", said.hex(), masked)]
        recorded += bench.reports()
    again, device = Bench(), ReplayDevice(entries, ROLE)
    again.talk.opened(again.now)
    heard: list[object] = []
    for _ in range(100):
        device.received(again.talk.to_send(), again.now)
        again.talk.received(device.due(again.now), again.now)
        heard += again.reports()
        again.now += 0.01
    drawn = [one for one in heard if isinstance(one, m.CardDrawn)]
    assert len(drawn) == 2
    assert {one.card for one in drawn} == {UNREAD}
    kinds = (m.CardDrawn, m.DeviceReady)
    assert [type(one) for one in heard if isinstance(one, kinds)] == [
        type(one) for one in recorded if isinstance(one, kinds)
    ]
    assert device.is_over
