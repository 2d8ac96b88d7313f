"""Cards that are told by a person where Blackjack is dealt from the hand: what may be told, and what is
corrected."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers.cards import UNREAD
from tests.controller.games.blackjack.held import HandDealt, dealt
from tests.controller.games.blackjack.playing import row

TEN = 1000
DEAL = "2C TS 9H 6D 8D 7C TC"


def correct(table: HandDealt, draw: int, card: str) -> str:
    """Correct a card; why it was refused, "" where it was not."""
    refused = table.ask(c.CorrectCard(draw, card)).refused
    return "" if refused is None else refused.why


# ---- what may be told -----------------------------------------------------------------------------


@clause("633a.12(b)(7)")
def test_a_card_of_which_all_lie_on_the_table_is_a_slip_of_the_fingers() -> None:
    """One deck: the six of diamonds lies there. Two decks: it may come once more, and not a third time."""
    one = dealt(DEAL, TEN, TEN, decks=1)
    one.ask(c.Decide(1, "hit"))
    refused = one.ask(c.DealCard("6D")).refused
    assert refused is not None
    assert "look again" in refused.why
    assert one.ask(c.DealCard("6H")).refused is None
    two = dealt(DEAL, TEN, TEN)
    two.ask(c.Decide(1, "hit"))
    assert two.ask(c.DealCard("6D")).refused is None
    two.ask(c.Decide(1, "hit"))
    assert two.ask(c.DealCard("6D")).refused is not None


@clause("633a.12(b)(9)")
def test_a_card_that_is_entered_must_be_one_that_the_decks_can_have() -> None:
    table = dealt(DEAL, TEN, TEN, decks=1)
    table.ask(c.TurnHand(1))
    assert table.ask(c.EnterCard(2, "6D")).refused is not None
    assert table.ask(c.EnterCard(2, "TS")).refused is None
    assert table.ask(c.EnterCard(5, "TS")).refused is not None
    assert table.ask(c.EnterCard(3, "9H")).refused is not None, "box 2 holds its cards"


def test_dealer_and_floor_may_enter_cards_here() -> None:
    table = dealt(DEAL, TEN, TEN)
    table.ask(c.TurnHand(1))
    assert table.ask(c.EnterCard(2, "TS")).refused is None
    assert table.floor(c.EnterCard(5, "8D")).refused is None
    assert (table.hand(1).cards, table.hand(1).total) == (("TS", "8D"), 18)


# ---- what is corrected ------------------------------------------------------------------------------------


def test_a_first_card_of_the_dealer_that_was_none_is_corrected_and_what_it_calls_for_comes_anew() -> None:
    """Told as an ace, it calls for insurance; it is a four."""
    table = dealt("2C TS AH 8D TC", TEN)
    assert table.table.phase == "Insurance"
    table.place(1, ("insurance", 500))
    assert correct(table, 3, "4H") == ""
    assert (table.table.phase, table.table.dealer.cards) == ("PlayerDecisions", ("4H", UNREAD))
    assert table.rows() == [row(1, "insurance", "void", 0, 500, 0)]
    assert table.events(ev.CardCorrected)[0].role == "dealer"


def test_one_that_was_an_ace_calls_for_insurance() -> None:
    table = dealt("2C TS 4H 8D TC", TEN)
    assert correct(table, 3, "AH") == ""
    assert table.table.phase == "Insurance"


def test_one_by_which_somebody_has_decided_is_the_floors_to_rule_on() -> None:
    table = dealt(DEAL, TEN, TEN)
    table.ask(c.Decide(1, "stand"))
    assert correct(table, 4, "AH") == ""
    assert table.table.dealer.cards == ("6D", UNREAD)
    assert [one.kind for one in table.table.holds] == ["misdeal"]
    assert table.choose("resume").refused is None
    assert table.table.phase == "PlayerDecisions"


def test_a_hand_that_was_21_by_a_slip_decides_after_all() -> None:
    """8 and 3 are drawn to: told as a ten, it is a nine."""
    table = dealt("2C 8S 7H 6D 3D 7C TC 9H", TEN, TEN)
    table.shows(1)
    table.ask(c.Decide(1, "hit"))
    table.faces[8] = "9H"
    table.ask(c.DealCard("TH"))
    assert (table.hand(1).status, table.table.turn) == ("21", 1)
    assert correct(table, 8, "9H") == ""
    assert (table.hand(1).total, table.hand(1).status, table.table.turn) == (20, "", 0)


def test_one_that_was_no_blackjack_is_not_paid_as_one() -> None:
    """Told as ace and king against an ace; the king is a queen, and the ace a four."""
    table = dealt("2C 4S AH QD TC", TEN)
    table.ask(c.TurnHand(1))
    table.ask(c.EnterCard(2, "AS"))
    table.ask(c.EnterCard(4, "KD"))
    assert table.hand(1).status == "blackjack"
    assert correct(table, 4, "QD") == ""
    assert table.hand(1).status == "blackjack"
    assert correct(table, 2, "4S") == ""
    assert (table.hand(1).total, table.hand(1).status) == (14, "")
    assert table.table.phase == "Insurance"


def test_a_hand_that_was_settled_by_it_is_the_floors_to_rule_on() -> None:
    table = dealt(DEAL + " QH", TEN, TEN)
    table.play(1, "hit")
    table.shows(1)
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, TEN)]
    assert correct(table, 8, "2H") == ""
    assert table.hand(1).cards == ("TS", "8D", "QH")
    assert table.choose("void_round").refused is None
    assert table.rows()[1:] == [row(1, "blackjack", "void", 0, TEN, 0, box=2)]


def test_the_dealers_last_card_is_corrected_until_the_wagers_are_settled_by_it() -> None:
    table = dealt("2C TS 6D 8D TC AH 9C", TEN)
    table.ask(c.Decide(1, "stand"))
    table.enter()
    table.pull()
    table.ask(c.DealCard("2H"))  # 18: the hand is asked for
    assert correct(table, 6, "AH") == ""
    assert table.table.dealer.total == 17
    assert correct(table, 6, "AC") == ""
    table.run()
    assert table.rows() == [row(1, "blackjack", "win", TEN, TEN, 0)]


def test_a_hand_turned_at_the_end_may_be_corrected_before_all_are_known() -> None:
    table = dealt("2C TS 9H 6D 8D 7C TC AH", TEN, TEN)
    for box in (1, 2):
        table.ask(c.Decide(box, "stand"))
    table.enter()
    table.deal_card()
    table.ask(c.EnterCard(3, "9H"))
    table.ask(c.EnterCard(6, "KC"))
    assert table.hand(2).total == 19
    assert correct(table, 6, "7C") == ""
    table.run()
    assert table.hand(2).total == 16
    assert [one[3] for one in table.rows()] == ["lose", "win"]


@clause("633a.14(k)")
def test_a_hole_card_that_contradicts_the_reader_by_a_slip_is_corrected() -> None:
    table = dealt("2C TS KH 8D 9C", TEN)
    assert table.table.reader == "no_blackjack"
    table.ask(c.Decide(1, "stand"))
    table.ask(c.EnterCard(5, "AC"))
    assert [one.kind for one in table.table.holds] == ["reader-wrong"]
    assert correct(table, 5, "AD") == ""
    assert [one.kind for one in table.table.holds] == ["reader-wrong"], "that is no better"
    assert correct(table, 5, "9C") == ""
    assert table.table.holds == ()
    table.run()
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, TEN)]


@pytest.mark.parametrize(
    ("draw", "card", "why"),
    [
        (4, "6D", "is on record as the 6D"),
        (2, "TS", "is no card that was told"),
        (99, "TS", "is no card that was told"),
        (4, "6X", "is no card"),
        (4, "??", "is no card"),
    ],
)
def test_what_cannot_be_corrected_is_refused(draw: int, card: str, why: str) -> None:
    table = dealt(DEAL, TEN, TEN)
    assert why in correct(table, draw, card)
    assert table.table.dealer.cards == ("6D", UNREAD)


def test_while_a_card_is_asked_for_one_is_corrected_that_changes_nothing_of_it() -> None:
    """Box 1 was told to hold 18 and draws: a seven for the eight is 17. An ace would be a Blackjack."""
    table = dealt(DEAL + " 2H", TEN, TEN)
    table.shows(1)
    table.ask(c.Decide(1, "hit"))
    assert correct(table, 5, "7D") == ""
    assert (table.hand(1).total, table.table.phase) == (17, "PlayerDecisions")
    assert table.game.prompts(table.table)[0].kind == "deal_card"
    assert correct(table, 5, "AD") == ""
    assert [one.kind for one in table.table.holds] == ["misdeal"]
    assert table.hand(1).cards == ("TS", "7D")


def test_one_that_is_doubled_by_it_is_the_floors_to_rule_on() -> None:
    table = dealt(DEAL, TEN, TEN)
    table.shows(1)
    table.ask(c.Decide(1, "double"))
    assert correct(table, 5, "7D") == ""
    assert [one.kind for one in table.table.holds] == ["misdeal"]
