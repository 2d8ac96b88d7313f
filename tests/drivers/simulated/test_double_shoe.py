"""The double shoe of section 7: two sides, one counter, a permission that names a side or either one."""

from collections.abc import Sequence

import pytest

from drivers.cards import DECK
from drivers.simulated.double_shoe import SimulatedDoubleShoe
from drivers.simulated.shoe import PhysicalCard, SimulatedShoe
from drivers.simulated.shoe_codes import (
    COVER_CARD,
    DISCLOSED,
    DOUBLE_FEED,
    DRAWN,
    EMPTY,
    PUSHED_BACK,
    code_of,
)
from drivers.simulated.wire import Value
from tests.drivers.simulated.host import Host, boot_ids

PERMIT, LOCK, DISCLOSE = 16, 17, 18
LEFT, RIGHT, EITHER = 0, 1, 2
DONE = {1: 0}
BAD = {1: 1, 2: "bad-value"}


class Bench:
    """One double shoe with hands and host around it."""

    def __init__(self, left: Sequence[str], right: Sequence[str], *, gate: bool = True) -> None:
        self.shoe = SimulatedDoubleShoe(random32=boot_ids().__next__, gate=gate)
        self.shoe.load(left, 0.0)
        self.shoe.load(right, 0.0, RIGHT)
        self.host = Host(self.shoe)
        self.host.hello()

    def permit(self, up_to: int, faces: str, side: int | None = None) -> dict[int, Value]:
        said: dict[int, Value] = {1: up_to, 2: faces}
        return self.host.order(PERMIT, said if side is None else {**said, 3: side})

    def draw(self, side: int, *, force: bool = False) -> str | None:
        card = self.shoe.draw(self.host.now, force=force, side=side)
        return None if card is None else card.card

    def reports(self) -> list[tuple[int, dict[int, Value]]]:
        self.host.wait(0.2)
        return self.host.reports()


def test_it_says_that_it_has_two_sides() -> None:
    assert "double" in Bench([], []).shoe._capabilities()
    assert "double" not in SimulatedShoe(random32=boot_ids().__next__)._capabilities()


def test_a_permission_holds_for_the_side_that_it_names() -> None:
    bench = Bench(["TH", "5D"], ["2C", "AS"])
    assert bench.permit(2, "ud", RIGHT) == DONE
    assert bench.draw(LEFT) is None, "its gate stays closed"
    assert [bench.draw(RIGHT), bench.draw(RIGHT), bench.draw(RIGHT)] == ["2C", "AS", None]
    sealed = (DRAWN, {1: 2, 2: 1, 4: RIGHT})
    assert bench.reports()[:2] == [(DRAWN, {1: 1, 2: code_of("2C"), 4: RIGHT}), sealed]


@pytest.mark.parametrize(("side", "card"), [(LEFT, "TH"), (RIGHT, "2C")])
def test_one_card_may_leave_either_side_and_then_both_are_closed(side: int, card: str) -> None:
    bench = Bench(["TH", "5D"], ["2C", "AS"])
    assert bench.permit(1, "u", EITHER) == DONE
    assert bench.draw(side) == card
    assert [bench.draw(LEFT), bench.draw(RIGHT)] == [None, None]
    of_side = {4: RIGHT} if side == RIGHT else {}
    assert bench.reports() == [(DRAWN, {1: 1, 2: code_of(card), **of_side})]


def test_a_side_that_is_left_out_is_the_left_one() -> None:
    bench = Bench(["TH"], ["2C"])
    assert bench.permit(1, "u") == DONE
    assert [bench.draw(RIGHT), bench.draw(LEFT)] == [None, "TH"]


def test_one_counter_numbers_the_cards_of_both_sides() -> None:
    bench = Bench(["TH", "5D"], ["2C", "AS"])
    for number, side in enumerate((LEFT, RIGHT, RIGHT, LEFT), 1):
        bench.permit(number, "u", side)
        bench.draw(side)
    drawn = [(said[1], said.get(4, 0)) for code, said in bench.reports() if code == DRAWN]
    assert drawn == [(1, LEFT), (2, RIGHT), (3, RIGHT), (4, LEFT)]


@pytest.mark.parametrize("face", ["u", "d"])
@pytest.mark.parametrize("gate", [True, False])
def test_a_card_of_the_other_side_counts_as_a_draw_of_the_permission(face: str, gate: bool) -> None:
    """Half out, or without a gate: it has its number and its face, no flag, and uses the permission up."""
    bench = Bench(["TH"], ["2C", "AS"], gate=gate)
    bench.permit(1, face, LEFT)
    assert bench.draw(RIGHT, force=gate) == "2C"
    shown = code_of("2C") if face == "u" else 1
    assert bench.reports() == [(DRAWN, {1: 1, 2: shown, 4: RIGHT})]
    assert not bench.shoe.is_permitted()


def test_a_card_that_leaves_while_both_are_locked_says_so_and_its_side() -> None:
    bench = Bench(["TH"], ["2C", "AS"])
    bench.permit(1, "u", LEFT)
    bench.host.order(LOCK)
    assert bench.draw(RIGHT, force=True) == "2C"
    assert bench.reports() == [(DRAWN, {1: 1, 2: 1, 3: 2, 4: RIGHT})]


def test_each_side_has_its_cover_card_and_is_empty_by_itself() -> None:
    bench = Bench(["CUT", "TH"], ["2C", "CUT", "AS"])
    bench.permit(3, "uuu", EITHER)
    assert [bench.draw(LEFT), bench.draw(LEFT)] == ["CUT", "TH"]
    assert [bench.draw(RIGHT) for _ in range(3)] == ["2C", "CUT", "AS"]
    told = [(code, said.get(1), said.get(4, 0)) for code, said in bench.reports()]
    assert told == [
        (COVER_CARD, 0, LEFT),
        (DRAWN, 1, LEFT),
        (EMPTY, 1, LEFT),
        (DRAWN, 2, RIGHT),
        (COVER_CARD, 2, RIGHT),
        (DRAWN, 3, RIGHT),
        (EMPTY, 3, RIGHT),
    ]
    assert (bench.shoe.cards_left(), bench.shoe.cards_left(RIGHT)) == (0, 0)


def test_a_side_is_loaded_and_emptied_while_the_other_one_stays() -> None:
    bench = Bench(["TH", "5D"], ["2C", "AS"])
    bench.shoe.load((), bench.host.now, LEFT)
    assert (bench.shoe.cards_left(LEFT), bench.shoe.cards_left(RIGHT)) == (0, 2)
    bench.shoe.load(["9S", "9D", "CUT"], bench.host.now, LEFT)
    assert (bench.shoe.cards_left(LEFT), bench.shoe.cards_left(RIGHT)) == (2, 2)
    assert bench.shoe.lose(bench.host.now, RIGHT) == "AS"
    assert (bench.shoe.cards_left(LEFT), bench.shoe.cards_left(RIGHT)) == (2, 1)


def test_a_card_that_is_pushed_back_goes_into_its_own_side() -> None:
    bench = Bench(["TH"], ["2C", "AS"])
    bench.permit(1, "u", RIGHT)
    bench.draw(RIGHT)
    bench.shoe.cards_left(LEFT)  # somebody's hand is elsewhere meanwhile
    assert bench.shoe.push_back(bench.host.now)
    assert bench.shoe.cards_left(RIGHT) == 2
    assert (PUSHED_BACK, {1: 1, 4: RIGHT}) in bench.reports()
    bench.permit(2, "u", RIGHT)
    assert bench.draw(RIGHT) == "2C"


def test_both_cards_of_a_double_feed_come_from_one_side() -> None:
    bench = Bench(["TH"], ["2C", "AS"])
    bench.shoe.fault("double-feed", bench.host.now)
    bench.permit(1, "u", RIGHT)
    card = bench.shoe.draw(bench.host.now, side=RIGHT)
    assert card == PhysicalCard("2C", False, PhysicalCard("AS", side=RIGHT), RIGHT)
    assert bench.reports()[1] == (DOUBLE_FEED, {1: 2, 4: RIGHT})


@pytest.mark.parametrize("side", [None, LEFT, RIGHT])
def test_a_sealed_card_is_disclosed_by_its_number_whatever_side_is_said(side: int | None) -> None:
    bench = Bench(["TH"], ["2C", "AS"])
    bench.permit(1, "d", RIGHT)
    bench.draw(RIGHT)
    bench.reports()
    assert bench.host.order(DISCLOSE, {1: 1} if side is None else {1: 1, 3: side}) == DONE
    code, said = bench.host.reports()[-1]
    assert (code, said[1], said[2]) == (DISCLOSED, 1, code_of("2C"))


def test_a_side_that_there_is_not_is_refused() -> None:
    bench = Bench(["TH"], ["2C"])
    assert bench.permit(1, "u", 3) == BAD
    assert bench.host.order(DISCLOSE, {1: 1, 3: 2}) == BAD
    with pytest.raises(ValueError, match="no side 2"):
        bench.shoe.draw(bench.host.now, side=2)


def test_a_shoe_with_one_side_refuses_another_one() -> None:
    shoe = SimulatedShoe(random32=boot_ids().__next__)
    shoe.load(DECK, 0.0)
    host = Host(shoe)
    host.hello()
    assert host.order(PERMIT, {1: 1, 2: "u", 3: RIGHT}) == BAD
    assert host.order(PERMIT, {1: 1, 2: "u", 3: EITHER}) == BAD
    assert host.order(PERMIT, {1: 1, 2: "u", 3: LEFT}) == DONE


def test_a_reset_keeps_what_is_inside_both_sides_and_counts_anew() -> None:
    bench = Bench(["TH", "5D"], ["2C", "AS"])
    bench.permit(1, "d", RIGHT)
    bench.draw(RIGHT)
    bench.shoe.start(bench.host.now, "watchdog")
    bench.host.hello()
    assert (bench.shoe.cards_left(LEFT), bench.shoe.cards_left(RIGHT)) == (2, 1)
    assert bench.draw(LEFT) is None
    bench.permit(1, "u", LEFT)
    assert bench.draw(LEFT) == "TH"
