"""The dealer's own cards of the deal that were left out, 672a.12(e).

Where the cards lie a person tells. How the rest of the deal follows from it is in
test_rest_of_the_deal.py, what becomes of the players in test_missed_hands.py.
"""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import hands, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    boxes,
    draws,
    lie,
    met,
)
from tests.support import Play

MISSED = ("dealer-missed-card", "the dealer's cards are dealt after the players' own")
NO_CARD = ("hand-without-cards", "box 2 was dealt no card: the hand is dead, and is in the next deal")


# ---- (e) the dealer's own cards --------------------------------------------------------------------------

TWO = "2C TS 9H 9D 8D 7H TC 5S"
"""Two boxes: ten and nine, nine and eight; the dealer's seven and ten lie behind them."""
IN_ORDER = "2C TS 9H 7H 9D 8D TC 5S"
"""The same hands, as they are dealt in order."""


@clause("672a.12(e)")
@pytest.mark.parametrize(
    ("drawn", "lies"),
    [
        (4, [(4, 1)]),
        (5, [(4, 1), (5, 2)]),
        (6, [(4, 1), (5, 2), (6, 0)]),
        (7, [(4, 1), (5, 2), (6, 0)]),
    ],
    ids=["at once", "after the players' cards", "after the own first", "when all were dealt"],
)
def test_the_dealers_first_card_was_missed(drawn: int, lies: list[tuple[int, int]]) -> None:
    table = draws(boxes(TWO, 1000, 2000), drawn)
    assert lie(table, *lies).refused is None
    table.run()
    assert table.table.phase == "PlayerDecisions"
    assert hands(table) == [(1, 1, ("TS", "9D"), ""), (2, 1, ("9H", "8D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    where = "; ".join(f"draw {draw} lies with {f'box {box}' if box else 'the dealer'}" for draw, box in lies)
    assert met(table) == [("misdealt", where), MISSED]
    assert list(table.shoe.inside) == ["5S"]
    assert again(table) == table.table
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "push", 0, 2000, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


@clause("672a.12(e)")
def test_the_dealers_cards_both_come_behind_the_players() -> None:
    table = draws(boxes(TWO, 1000, 2000), 5)
    lie(table, (4, 1), (5, 2))
    assert table.table.wanted_shoe == m.Permit(7, "ud"), "one up, one face down"
    table.draw()
    table.draw()
    assert [event.to for event in table.events(ev.CardDealt)][-2:] == [-1, -1]


@clause("672a.12(e)", "house.20")
@pytest.mark.parametrize("remedy", ["resume", "void_round"])
def test_a_card_of_the_dealers_that_lies_as_a_third_with_a_player_is_for_the_floorperson(remedy: str) -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 7)
    lie(table, (7, 1))
    (hold,) = table.table.holds
    assert (hold.kind, [way.name for way in hold.remedies]) == ("misdeal", ["resume", "void_round"])
    assert table.choose(remedy, role="dealer").refused is not None
    table.choose(remedy)
    if remedy == "resume":
        assert table.table.phase == "PlayerDecisions"
        assert table.table.dealer.cards == ("7H", SEALED), "it is the dealer's, as it was drawn"
        table.finish()
        assert table.rows()[0] == (2, 1, "blackjack", "push", 0, 2000, 0)
        return
    table.run()
    assert table.rows() == [
        (1, 1, "blackjack", "void", 0, 1000, 0),
        (2, 1, "blackjack", "void", 0, 2000, 0),
    ]


# ---- told after insurance was made, or the reader answered -----------------------------------------------


def insured(cards_: str) -> Play:
    """The record says an ace up: boxes 1 and 2 are insured for half."""
    table = draws(boxes(cards_, 1000, 2000), 7)
    assert table.table.phase == "Insurance"
    assert table.place(1, ("insurance", 500)).refused is None
    assert table.place(2, ("insurance", 1000)).refused is None
    return table


@clause("672a.12(e)", "672a.8(a)")
def test_insurance_against_an_ace_that_is_not_the_dealers_goes_back() -> None:
    table = insured("2C 9S 9H AD 8D 7H TC 5S")
    lie(table, (4, 1), (5, 2), (6, 0))
    assert table.rows() == [
        (1, 1, "insurance", "void", 0, 500, 0),
        (2, 1, "insurance", "void", 0, 1000, 0),
    ]
    assert table.table.phase == "PlayerDecisions", "no insurance is offered against a seven"
    assert hands(table) == [(1, 1, ("9S", "AD"), ""), (2, 1, ("9H", "8D"), "")]
    table.finish()  # 20 and 17 against 17
    assert sorted(table.rows()[2:]) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (2, 1, "blackjack", "push", 0, 2000, 0),
    ]


@clause("672a.12(e)", "672a.8(a)")
def test_insurance_stays_where_the_dealers_first_card_is_an_ace_after_all() -> None:
    table = insured("2C TS 9H AD 8D AH KC 5S")
    lie(table, (4, 1), (5, 2), (6, 0))
    assert table.table.phase == "Insurance"
    assert stake_on(table.table, 1, 1, "insurance") == 500
    assert table.rows() == []
    table.close_insurance()
    table.run()
    assert table.table.phase == "Betting"
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "push", 0, 1000, 0),
        (1, 1, "insurance", "win", 1000, 500, 0),
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (2, 1, "insurance", "win", 2000, 1000, 0),
    ]


@clause("672a.12(e)", "672a.7(f)", "672a.7(g)")
def test_another_hole_card_than_the_reader_saw_goes_into_the_reader_again() -> None:
    table = draws(boxes("2C TS 9H KD 8D AH 9C 5S", 1000, 2000), 7)
    table.insert_hole()
    assert (table.table.phase, table.table.reader) == ("PlayerDecisions", "no_blackjack")
    lie(table, (4, 1), (5, 2), (6, 0))
    assert (table.table.phase, table.table.reader) == ("Insurance", ""), "an ace is up"
    table.close_insurance()
    assert table.events(ev.ReaderSaid)[1:] == [ev.ReaderSaid("no_blackjack")]
    assert table.table.phase == "PlayerDecisions"
    table.finish()  # 20 and 17 against 20
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", "push", 0, 1000, 0),
    ]


@clause("672a.12(e)", "672a.8(b)")
def test_no_insurance_is_taken_once_the_reader_has_answered_for_this_hole_card() -> None:
    table = insured("2C TS 9H AD 8D 7H 6C 5S")
    table.close_insurance()
    assert table.table.phase == "PlayerDecisions"
    lie(table, (5, 2), (6, 1))  # the players' second cards were changed about
    assert table.table.phase == "PlayerDecisions"
    assert table.table.reader == "no_blackjack"
    assert hands(table) == [(1, 1, ("TS", "7H"), ""), (2, 1, ("9H", "8D"), "")]
    assert len(table.events(ev.ReaderSaid)) == 1
    refused(table.place(1, ("insurance", 500)), "topic:wagers-before-first-card")
    assert table.rows() == [
        (2, 1, "insurance", "lose", 0, 0, 1000),
        (1, 1, "insurance", "lose", 0, 0, 500),
    ]


@clause("672a.12(e)", "672a.7(f)")
def test_told_before_the_reader_answered_insurance_is_offered_again() -> None:
    table = insured("2C TS 9H AD 8D 7H 6C 5S")
    table.ask(c.CloseInsurance())
    assert table.table.phase == "Peeking"
    lie(table, (5, 2), (6, 1))
    assert table.table.phase == "Insurance"
    refused(table.place(1, ("insurance", 50)), "topic:insurance-limit")
    table.close_insurance()
    assert table.table.phase == "PlayerDecisions"
