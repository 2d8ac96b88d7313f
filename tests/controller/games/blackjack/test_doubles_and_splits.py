"""Doubles (633a.10) and splits (633a.11): with chips, aces like any pair, as often as the submission says."""

import pytest

from controller.citations import resolver
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.remedies import unread
from controller.table.state import DEALER
from drivers.cards import SEALED
from tests.controller.games.blackjack.playing import dealt, row


@clause("633a.10(a)")
def test_a_double_takes_one_card_and_up_to_the_original_wager() -> None:
    table = dealt("2C 6S 7H 5D TC 9H", 1000)
    assert table.ask(c.Decide(1, "double", 1, 1050)).refused is not None, "more than the original"
    assert table.play(1, "double", amount=500).refused is None
    assert table.rows() == [
        row(1, "blackjack", "win", 1000, 1000, 0),
        row(1, "double_down", "win", 500, 500, 0),
    ]


@clause("633a.10(a)")
def test_only_the_first_two_cards_are_doubled() -> None:
    table = dealt("2C 2S 7H 3D TC 4H 9H", 1000)
    table.play(1, "hit")
    refused = table.play(1, "double").refused
    assert refused is not None
    assert resolver("633a")(refused.clause) == "633a.10(a)"


@clause("633a.11(a)", "633a.11(b)", "633a.11(c)")
def test_aces_are_split_drawn_to_doubled_and_split_again() -> None:
    table = dealt("2C AD 7H AC TC AH 5C 4D 7C 9D 6C 3C", 1000)
    assert table.play(1, "split").refused is None
    assert table.play(1, "split").refused is None
    assert table.play(1, "hit").refused is None
    assert table.play(1, "stand").refused is None
    assert table.play(1, "double", 3).refused is None
    assert table.play(1, "stand", 2).refused is None
    assert table.rows() == [
        row(2, "blackjack", "push", 0, 1000, 0),
        row(3, "blackjack", "push", 0, 1000, 0),
        row(3, "double_down", "push", 0, 1000, 0),
        row(1, "blackjack", "win", 1000, 1000, 0),
    ]


@clause("633a.11(c)")
@pytest.mark.parametrize("resplits", [0, 1, 2])
def test_a_pair_is_split_as_often_as_the_submission_says(resplits: int) -> None:
    table = dealt("2C 8S 7H 8D TC 8H 8C 8S 8D 8H 8C 2D", 1000, resplits=resplits)
    for _ in range(resplits + 1):
        assert table.play(1, "split").refused is None
    refused = table.play(1, "split").refused
    assert refused is not None
    assert resolver("633a")(refused.clause) == "633a.11(c)"
    assert len(table.table.hands) == resplits + 2


@clause("633a.11(a)")
def test_cards_of_different_value_are_no_pair() -> None:
    table = dealt("2C 8S 7H 9D TC 5H", 1000)
    refused = table.play(1, "split").refused
    assert refused is not None
    assert resolver("633a")(refused.clause) == "633a.11(a)"


@clause("633a.7(p)(2)", "633a.7(k)(1)")
def test_a_split_ace_and_ten_is_a_twenty_one_and_no_blackjack() -> None:
    table = dealt("2C AS 7H AD TC KH 5C 4S", 1000)
    table.play(1, "split")
    table.play(1, "stand", 2)
    assert row(1, "blackjack", "win", 1000, 1000, 0) in table.rows()


@clause("633a.7(p)(2)")
def test_a_bust_hand_is_collected_at_once_with_its_double() -> None:
    table = dealt("2C TS 9S 7H 6D 2D TC TH 5H", 1000, 1000)
    table.play(1, "double")
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, 1000),
        row(1, "double_down", "lose", 0, 0, 1000),
    ]


@clause("633a.10(b)", "633a.11(d)")
def test_a_blackjack_that_the_reader_missed_takes_the_original_wager_alone() -> None:
    """The reader said no; the hole card shows a Blackjack; the floor settles by the cards."""
    table = dealt("2C 8S KH 8D AC 3H TH 5C", 1000, reader_misses=True)
    table.play(1, "split")
    table.play(1, "double", 1)
    table.play(1, "stand", 2)
    assert [hold.kind for hold in table.table.holds] == ["reader-wrong"]
    table.choose("settle")
    table.run()
    assert set(table.rows()) == {
        row(1, "blackjack", "lose", 0, 0, 1000),
        row(1, "double_down", "push", 0, 1000, 0),
        row(2, "blackjack", "push", 0, 1000, 0),
    }


@clause("633a.10(c)")
def test_a_double_down_dealt_face_down_counts_when_the_hole_card_is_turned() -> None:
    table = dealt("2C 5S TH 6D 6H 9C TC KS 5C", 1000, 500, double_face="down")
    assert table.play(1, "double").refused is None
    hand = table.table.hands[0]
    assert (hand.cards, hand.total, hand.status) == (("5S", "6H", SEALED), 11, "doubled")
    assert "KS" not in repr(table.table), "nobody knows it"
    table.play(2, "stand")
    told = [event for _, ruling in table.log for event in ruling.events]
    down = next(
        at for at, event in enumerate(told) if isinstance(event, ev.CardDisclosed) and event.card == "KS"
    )
    drawn = [at for at, event in enumerate(told) if isinstance(event, ev.CardDealt) and event.to == DEALER]
    assert drawn[1] < down < drawn[2], "turned before the dealer draws"
    assert set(table.rows()) == {
        row(1, "blackjack", "push", 0, 1000, 0),
        row(1, "double_down", "push", 0, 1000, 0),
        row(1, "blackjack", "lose", 0, 0, 500, box=2),
    }


@clause("633a.10(c)", "633a.7(n)")
def test_for_a_hand_that_its_hidden_card_has_bust_the_dealer_draws_nothing() -> None:
    table = dealt("2C TS 6D 6H TC KS 5C", 1000, double_face="down")
    table.play(1, "double")
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, 1000),
        row(1, "double_down", "lose", 0, 0, 1000),
    ]
    assert [event.to for _, r in table.log for event in r.events if isinstance(event, ev.CardDealt)].count(
        DEALER
    ) == 2


@clause("633a.10(c)")
def test_of_a_split_hand_too_and_late_in_the_order_of_hands() -> None:
    table = dealt("2C 8S 6D 8H TC 3S KS 2D 9C 7H", 1000, double_face="down")
    table.play(1, "split")
    table.play(1, "double")
    assert table.table.hands[0].cards[2] == SEALED
    assert table.play(1, "stand", 2).refused is None
    assert {one[:4] for one in table.rows()} >= {(1, 1, "double_down", "win")}


@clause("633a.10(c)")
def test_a_shoe_that_began_anew_has_lost_its_face_which_is_entered_when_it_is_turned() -> None:
    table = dealt("2C 5S TH 6D 6H 9C TC KS 5C 4C", 1000, 500, double_face="down")
    table.play(1, "double")
    table.reset("shoe")
    assert unread(table.table) == (), "it lies face down"
    while table.table.holds:
        hold = table.table.holds[0]
        table.ask(c.ChooseRemedy(hold.id, hold.remedies[0].name), "floorperson")
    assert table.ask(c.Decide(2, "stand")).refused is None
    draws = unread(table.table)
    assert len(draws) == 2
    assert table.ask(c.EnterCard(table.table.dealer.draws[1], "TC"), "floorperson").refused is None
    double = table.table.hands[0].draws[2]
    assert table.ask(c.EnterCard(double, "KS"), "floorperson").refused is None
    assert table.table.hands[0].total == 21
