"""What is told of a misdeal and does not fit the record, or comes too late: it is refused, or the floorperson
rules on it, house.20."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from tests.controller.games.free_bet_blackjack.rounds import hands, kinds, refused
from tests.controller.games.free_bet_blackjack.slips import (
    boxes,
    draws,
    lie,
    records,
)

MISSED = ("dealer-missed-card", "the dealer's cards are dealt after the players' own")
NO_CARD = ("hand-without-cards", "box 2 was dealt no card: the hand is dead, and is in the next deal")


# ---- faces: what lies face down is hidden, what lies face up is known ------------------------------------


IN_ORDER = "2C TS 9H 7H 9D 8D TC 5S"
"""Two boxes, ten and nine, nine and eight; the dealer has a seven up and a ten below it."""


@clause("house.20")
@pytest.mark.parametrize(
    ("lies", "words"),
    [
        ([], "say which draw"),
        ([(1, 1)], "draw 1 is no card"),
        ([(9, 1)], "draw 9 is no card"),
        ([(2, 5)], "box 5 has no hand"),
    ],
)
def test_what_does_not_fit_the_record_is_refused(lies: list[tuple[int, int]], words: str) -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 5)
    before = table.table
    refused(lie(table, *lies), "topic:misdeal", words)
    assert table.table == before


@clause("house.20")
@pytest.mark.parametrize("done", ["hit", "stand", "split", "double", "even money"])
def test_what_is_told_after_a_decision_is_for_the_floorperson(done: str) -> None:
    up = "AH" if done == "even money" else "5H"
    first, second = {"split": ("8S", "8D"), "double": ("6S", "5D"), "even money": ("AS", "KD")}.get(
        done, ("TS", "2D")
    )
    table = draws(boxes(f"2C {first} 9H {up} {second} 8C 6C 4S 4D 4H 4C 3S TD TH", 1000, 2000), 7)
    if done == "even money":
        assert table.ask(c.TakeEvenMoney(1)).refused is None
    else:
        table.play(1, done)
    lie(table, (2, 2), (3, 1))
    assert kinds(table) == ["misdeal"]
    assert [way.name for way in table.table.holds[0].remedies] == ["resume", "void_round"]
    before = hands(table)
    table.choose("resume")
    assert hands(table) == before, "the record stands"
    table.finish()
    assert table.table.phase == "Betting"
    assert len([row for row in table.rows() if row[2] == "blackjack"]) == 2


@clause("672a.12(e)")
def test_it_is_not_told_once_the_hole_card_is_turned() -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 7)
    table.ask(c.Decide(1, "stand"))
    table.ask(c.Decide(2, "stand"))
    assert table.table.phase == "Settling"
    assert lie(table, (7, 1)).refused is not None
    assert "dealer-missed-card" not in records(table)
