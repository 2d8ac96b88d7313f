"""The shoe of section 7: permission, faces, flags, sealed cards, and what goes wrong with cards."""

import pytest

from drivers.simulated import wire
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.shoe_codes import (
    COVER_CARD,
    DISCLOSED,
    DRAWN,
    EMPTY,
    LID,
    PUSHED_BACK,
    code_of,
)
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids
from tests.drivers.simulated.shoe_bench import CARDS, DISCLOSE, DONE, LOCK, PERMIT, Bench

BAD = {1: 1, 2: "bad-value"}


def test_codes_of_cards() -> None:
    assert [code_of(card) for card in ("2C", "TH", "QD", "AS", "JK")] == [8, 42, 49, 59, 60]


def test_permitted_cards_are_told_or_sealed_by_their_letter() -> None:
    bench = Bench()
    assert bench.permit(3, "udu") == DONE
    assert [bench.draw() for _ in range(4)] == ["TH", "5D", "2C", None]
    assert bench.reports() == [
        (DRAWN, {1: 1, 2: code_of("TH")}),
        (DRAWN, {1: 2, 2: 1}),
        (DRAWN, {1: 3, 2: code_of("2C")}),
    ]
    assert bench.state() == (1, 3, 3, 0)


def test_the_card_that_comes_is_the_next_one_that_is_not_set_aside() -> None:
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.load(["CUT", "5D!", "2C", "TH"], 0.0)
    assert shoe.coming() == "2C"
    shoe.load(["CUT"], 0.0)
    assert shoe.coming() == ""


def test_the_last_letter_is_for_the_last_draw_and_what_has_none_is_sealed() -> None:
    bench = Bench()
    bench.permit(3, "u")
    for _ in range(3):
        bench.draw()
    assert [said[2] for _, said in bench.reports()] == [1, 1, code_of("2C")]


def test_the_same_permission_again_changes_nothing() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    bench.draw()
    assert bench.permit(3, "uuu") == DONE
    assert bench.state() == (0, 3, 1, 0)


def test_a_permission_replaces_the_one_before() -> None:
    bench = Bench()
    bench.permit(5, "uuuuu")
    bench.permit(1, "d")
    assert [bench.draw(), bench.draw()] == ["TH", None]
    assert bench.reports() == [(DRAWN, {1: 1, 2: 1})]


@pytest.mark.parametrize(
    "payload",
    [
        {1: 1, 2: "u"},
        {2: "u"},
        {1: 3},
        {1: 3, 2: "x"},
        {1: 99, 2: "u" * 33},
        {1: 3, 2: "u", 3: 1},
        {1: "3", 2: "u"},
    ],
)
def test_a_permission_that_makes_no_sense_is_refused(payload: dict[int, Value]) -> None:
    bench = Bench()
    bench.permit(2, "uu")
    bench.draw()
    bench.draw()
    assert bench.host.order(PERMIT, payload) == BAD
    assert bench.state() == (1, 2, 2, 0)


def test_the_gate_holds_what_is_not_permitted() -> None:
    bench = Bench()
    assert bench.draw() is None
    bench.permit(2, "uu")
    assert bench.draw() == "TH"
    assert bench.host.order(LOCK) == DONE
    assert bench.draw() is None
    assert bench.state() == (1, 1, 1, 0)


def test_a_card_half_out_comes_while_locked() -> None:
    bench = Bench()
    bench.permit(4, "uuuu")
    bench.host.order(LOCK)
    assert bench.draw(force=True) == "TH"
    assert bench.reports() == [(DRAWN, {1: 1, 2: 1, 3: 2})]


def test_a_shoe_without_a_gate_cannot_hold_any() -> None:
    """Before any permission: while locked. Past one that was used up: beyond as well."""
    bench = Bench(gate=False)
    bench.draw()
    bench.permit(2, "u")
    bench.draw()
    bench.draw()
    bench.host.order(LOCK)
    bench.draw()
    drawn = [(said[2] == 1, said.get(3, 0)) for _, said in bench.reports()]
    assert drawn == [(True, 2), (False, 0), (True, 6), (True, 2)]


def test_a_face_up_card_is_told_and_ends_the_permission() -> None:
    bench = Bench(["TH", "5D!", "2C"])
    bench.permit(3, "udu")
    assert bench.draw() == "TH"
    assert bench.shoe.draw(bench.host.now) == PhysicalCard("5D", face_up=True)
    assert bench.draw() is None
    assert bench.reports()[1] == (DRAWN, {1: 2, 2: code_of("5D"), 3: 1})
    assert bench.state() == (1, 2, 2, 0)


def test_a_reading_takes_its_time_and_more_can_be_drawn_meanwhile() -> None:
    bench = Bench()
    bench.permit(2, "uu")
    bench.draw()
    bench.host.wait(0.1)
    bench.draw()
    assert bench.shoe.waiting(bench.host.now)
    bench.host.wait(0.06)
    assert [said[1] for _, said in bench.host.reports()] == [1]
    bench.host.wait(0.1)
    assert [said[1] for _, said in bench.host.reports()] == [1, 2]
    assert not bench.shoe.waiting(bench.host.now)


def test_speed_shortens_the_reading() -> None:
    shoe = SimulatedShoe(random32=boot_ids().__next__, speed=10.0)
    shoe.load(CARDS, 0.0)
    host = Host(shoe)
    host.hello()
    host.order(PERMIT, {1: 1, 2: "u"})
    shoe.draw(host.now)
    host.wait(0.016)
    assert len(host.reports()) == 1


def test_a_sealed_card_is_disclosed_again_and_again() -> None:
    bench = Bench()
    bench.permit(1, "d")
    bench.draw()
    bench.host.wait(0.2)
    for _ in range(2):
        assert bench.host.order(DISCLOSE, {1: 1}) == DONE
    assert bench.reports()[1:] == [(DISCLOSED, {1: 1, 2: code_of("TH")})] * 2


def test_a_disclosure_waits_for_the_reading() -> None:
    bench = Bench()
    bench.permit(1, "d")
    bench.draw()
    assert bench.host.order(DISCLOSE, {1: 1}) == DONE
    assert bench.host.reports() == []
    assert bench.reports() == [(DRAWN, {1: 1, 2: 1}), (DISCLOSED, {1: 1, 2: code_of("TH")})]


def test_a_disclosure_of_what_was_not_drawn_is_refused() -> None:
    bench = Bench()
    bench.permit(3, "ddd")
    bench.draw()
    for draw in (0, 2, 3):
        assert bench.host.order(DISCLOSE, {1: draw}) == BAD
    assert bench.host.order(DISCLOSE) == BAD


def test_a_reset_forgets_the_sealed_cards_and_counts_anew() -> None:
    bench = Bench()
    bench.permit(1, "d")
    bench.draw()
    bench.host.wait(0.2)
    bench.shoe.start(bench.host.now, "software")
    bench.host.collect()
    bench.host.hello()
    assert bench.state() == (1, 0, 0, 0)
    assert bench.host.order(DISCLOSE, {1: 1}) == BAD
    bench.permit(1, "u")
    assert bench.draw() == "5D"
    bench.host.has = 0
    assert bench.reports() == [(DRAWN, {1: 1, 2: code_of("5D")})]


def test_the_cover_card_takes_no_number_and_ends_nothing() -> None:
    bench = Bench(["TH", "CUT", "5D", "2C"])
    assert bench.shoe.cards_left() == 3
    bench.permit(2, "uu")
    assert [bench.draw() for _ in range(4)] == ["TH", "CUT", "5D", None]
    assert bench.reports() == [
        (DRAWN, {1: 1, 2: code_of("TH")}),
        (COVER_CARD, {1: 1}),
        (DRAWN, {1: 2, 2: code_of("5D")}),
    ]


def test_empty_is_told_once_and_loading_goes_on_counting() -> None:
    bench = Bench(["TH", "5D"])
    bench.permit(3, "uuu")
    assert [bench.draw() for _ in range(3)] == ["TH", "5D", None]
    assert bench.reports()[2:] == [(EMPTY, {1: 2})]
    bench.shoe.load(["2C"], bench.host.now)
    assert bench.draw() == "2C"
    assert bench.reports()[3:] == [(DRAWN, {1: 3, 2: code_of("2C")}), (EMPTY, {1: 3})]


@pytest.mark.parametrize("card", ["1H", "TH!!", "", "##", "??", "th"])
def test_what_is_no_card_cannot_be_loaded(card: str) -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="no card"):
        bench.shoe.load(["AS", card], 0.0)
    assert bench.shoe.cards_left() == len(CARDS)


def test_a_card_pushed_back_ends_the_permission_and_is_the_next() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    assert bench.draw() == "TH"
    assert bench.shoe.push_back(bench.host.now)
    assert not bench.shoe.push_back(bench.host.now)
    assert bench.draw() is None
    assert (PUSHED_BACK, {1: 1}) in bench.reports()
    bench.permit(2, "u")
    assert bench.draw() == "TH"


def test_an_open_lid_ends_the_permission_and_bars_another() -> None:
    bench = Bench()
    bench.permit(3, "uuu")
    bench.shoe.lid(True, bench.host.now)
    bench.shoe.lid(True, bench.host.now)
    assert bench.draw() is None
    assert bench.permit(3, "uuu") == {1: 1, 2: "lid-open"}
    assert bench.state() == (1, 0, 0, 1)
    bench.shoe.lid(False, bench.host.now)
    assert bench.permit(3, "uuu") == DONE
    assert bench.reports() == [(LID, {1: 1}), (LID, {1: 0})]


def test_capabilities_say_what_it_has() -> None:
    assert tuple(Bench().shoe._capabilities()) == ("manual", "reads", "gate", "lid")
    bench = Bench(gate=False, lid=False)
    assert tuple(bench.shoe._capabilities()) == ("manual", "reads")
    with pytest.raises(ValueError, match="no lid"):
        bench.shoe.lid(True, 0.0)


# ---- cards from a continuous machine ----------------------------------------------------------------


def test_cards_that_come_from_behind_are_drawn_last() -> None:
    bench = Bench(["TH"])
    bench.permit(3, "uuu")
    assert bench.draw() == "TH"
    bench.shoe.add(["5D", "2C"], bench.host.now)
    assert bench.shoe.cards_left() == 2
    assert [bench.draw(), bench.draw()] == ["5D", "2C"]
    told = [(message, said[1]) for message, said in bench.reports()]
    assert told == [(16, 1), (20, 1), (16, 2), (16, 3), (20, 3)]


@pytest.mark.parametrize("card", ["CUT", "??", "", "1H"])
def test_no_cover_card_comes_from_behind(card: str) -> None:
    bench = Bench(["TH"])
    with pytest.raises(ValueError, match="no card"):
        bench.shoe.add(["5D", card], bench.host.now)
    assert bench.shoe.cards_left() == 1


def test_a_shoe_that_shuffles_says_so_and_has_no_cover_card() -> None:
    shoe = SimulatedShoe(random32=boot_ids().__next__, shuffles=True)
    with pytest.raises(ValueError, match="'CUT' is no card"):
        shoe.load(["TH", "CUT"], 0.0)
    shoe.load(["TH"], 0.0)
    host = Host(shoe)
    _, identity, _ = host.hello()
    assert wire.unpack(identity.payload)[5] == ["manual", "reads", "gate", "lid", "shuffles", "counts"]
