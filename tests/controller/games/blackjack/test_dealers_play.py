"""The dealer's play and the settlement (633a.7(l)-(r)), and what the chapter shares with its family."""

from typing import Any

import pytest

from controller.regulation.marks import clause
from tests.controller.games.blackjack.playing import Blackjack, dealt, row


@clause("633a.7(l)", "633a.7(m)", "633a.7(p)(1)")
@pytest.mark.parametrize(
    ("up", "drawn", "total"),
    [
        ("8H", "7C 2S", 17),
        ("TH", "7C", 17),
        ("6H", "AC", 17),  # soft: the dealer stands on it
        ("9H", "2C 5S AS", 17),
        ("TH", "6C 5S", 21),
        ("TH", "6C KS", 26),
        ("QH", "2C 3S 7S", 22),
    ],
)
def test_the_dealer_draws_to_sixteen_and_stands_on_every_seventeen(up: str, drawn: str, total: int) -> None:
    hole, *rest = drawn.split()
    table = dealt(f"2C TS {up} 9D {hole} {' '.join([*rest, '4D'])}", 1000)
    table.play(1, "stand")
    assert table.shoe.last == 5 + len(rest), "as many cards as that, and not one more"
    outcome = "win" if total < 19 or total > 21 else "lose"
    assert [one[3] for one in table.rows()] == [outcome]


@clause("633a.7(n)")
def test_the_dealer_does_not_draw_where_nothing_hangs_on_it() -> None:
    table = dealt("2C TS 7H 6D 8C KD 5S", 1000)
    table.play(1, "hit")
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, 1000)]
    assert table.shoe.last == 6


def three_boxes(**chosen: Any) -> Blackjack:
    """Box 1 wins, box 2 loses, box 3 ties with the dealer's 18."""
    table = dealt("2C TS TD TC 9H 9D 7D 8C 9S", 1000, 2000, 3000, **chosen)
    for box in (1, 2, 3):
        table.play(box, "stand")
    return table


@clause("633a.7(r)", "633a.7(r)(1)", "633a.7(q)")
def test_all_losing_wagers_are_collected_before_any_is_paid() -> None:
    rows = three_boxes().rows()
    assert rows[0] == row(1, "blackjack", "lose", 0, 0, 2000, box=2)
    assert set(rows[1:]) == {
        row(1, "blackjack", "push", 0, 3000, 0, box=3),
        row(1, "blackjack", "win", 1000, 1000, 0),
    }


@clause("633a.7(r)(2)")
def test_or_box_by_box_from_the_dealers_right() -> None:
    rows = three_boxes(settlement="box_by_box").rows()
    assert [one[0] for one in rows] == [3, 2, 1]


@clause("633a.2(a)", "633a.7(f)")
def test_seven_boxes_are_dealt_from_the_dealers_left() -> None:
    up = " ".join(f"{n}S" for n in range(2, 9))
    second = " ".join(f"{n}D" for n in range(2, 9))
    table = dealt(f"KC {up} 7H {second} TC 9C 9D 9H", *(500 for _ in range(7)))
    assert [hand.cards for hand in table.table.hands] == [(f"{n}S", f"{n}D") for n in range(2, 9)]


@clause("633a.7(t)")
def test_phases_and_rows_are_those_of_the_family() -> None:
    table = Blackjack()
    assert table.game.chapter == "633a"
    assert "Refilling" in table.game.phases.phases
