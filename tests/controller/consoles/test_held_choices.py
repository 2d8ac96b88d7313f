"""What a dealer who holds the cards may tell at a console, with which keys; and what everybody sees of cards
that players hold."""

import pytest

from controller.consoles import wording as w
from controller.consoles.asking import QUESTIONS, Form, NotUnderstood
from controller.consoles.frames import FACE_DOWN, TO_BE_ENTERED, Screen
from controller.consoles.held_choices import some_card
from controller.consoles.menu import entries, menu, menu_lines, understand
from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from drivers.cards import DECK
from tests.controller.games.blackjack.held import HandDealt, dealt
from tests.controller.games.blackjack.playing import Blackjack

TEN = 1000
DEAL = "2C TS 9H 6D 8D 7C TC"
OF_THE_HAND = (
    c.DealCards,
    c.DealCard,
    c.TurnHand,
    c.FaceUpCard,
    c.CardInError,
    c.CoverCardSeen,
    c.CorrectCard,
)


def made(table: Blackjack) -> Screen:
    return screen(table.game, table.table, resolve=lambda cited: cited)


def before_the_deal() -> HandDealt:
    table = HandDealt(DEAL)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    return table


def meant(table: Blackjack, line: str) -> object:
    """What a typed line means at that table."""
    return understand(line, made(table))


# ---- keys ----------------------------------------------------------------------------------------


@clause("633a.12(b)(5)", "633a.12(b)(7)")
def test_a_deal_and_a_card_are_told_with_a_key_and_the_face() -> None:
    table = before_the_deal()
    assert meant(table, "b 6d") == c.DealCards("6D")
    form = meant(table, "b")
    assert isinstance(form, Form)
    assert form.answer("6D", made(table)) == c.DealCards("6D")
    table.run()
    table.ask(c.Decide(1, "hit"))
    assert meant(table, "j 10h") == c.DealCard("TH")
    with pytest.raises(NotUnderstood):
        meant(table, "j 1h")


def test_a_deal_whose_first_card_lies_there_needs_no_face() -> None:
    table = before_the_deal()
    for down in (True, True, True, False):
        table.deal_card(down)
    assert meant(table, "b") == c.DealCards()


@clause("633a.12(b)(6)(i)")
def test_a_hand_is_turned_over_with_its_box_and_entered_card_by_card() -> None:
    table = dealt(DEAL, TEN, TEN)
    assert meant(table, "tu1") == c.TurnHand(1)
    assert "tu2" not in menu(made(table))
    table.ask(c.TurnHand(1))
    assert meant(table, "card ts") == c.EnterCard(2, "TS")
    entry = next(one for one in made(table).choices if isinstance(one.what, c.EnterCard))
    assert (entry.who, entry.why_not) == ("dealer", "")


@clause("633a.12(b)(9)")
def test_the_cards_of_a_hand_are_entered_in_one_line() -> None:
    table = dealt(DEAL, TEN, TEN)
    table.ask(c.TurnHand(1))
    shown = made(table)
    assert entries("card ts 8D", shown) == (c.EnterCard(2, "TS"), c.EnterCard(5, "8D"))
    assert entries("card TS", shown) == ()
    assert entries("card 2 TS", shown) == (), "that names a draw"
    assert entries("s", shown) == entries("", shown) == ()
    for wrong in ("card TS 8D 7C", "card TS 1D"):
        with pytest.raises(NotUnderstood):
            entries(wrong, shown)


@clause("633a.8(e)", "633a.12(b)(6)")
def test_while_insurance_is_offered_any_hand_may_be_turned_over() -> None:
    table = dealt("2C TS 9H AD 8D 7C TC", TEN, TEN)
    keys = menu(made(table))
    assert {"tu1", "tu2"} <= set(keys)


@clause("633a.14(a)", "633a.14(b)", "633a.14(c)", "633a.7(e)")
def test_what_goes_wrong_has_its_keys() -> None:
    table = dealt(DEAL, TEN, TEN)
    assert meant(table, "fu KH") == c.FaceUpCard("KH")
    assert meant(table, "er") == c.CardInError()
    assert meant(table, "ex KH") == c.CardInError("KH")
    assert meant(table, "cv") == c.CoverCardSeen()
    form = meant(table, "co")
    assert isinstance(form, Form)
    shown = made(table)
    assert form.answer("4", shown) is None
    assert form.answer("6H", shown) == c.CorrectCard(4, "6H")
    table.ask(c.CoverCardSeen())
    assert "cv" not in menu(made(table))


def test_every_question_of_these_commands_is_asked_somewhere() -> None:
    tables = [before_the_deal(), dealt(DEAL, TEN, TEN), dealt(DEAL, TEN, TEN)]
    tables[2].ask(c.Decide(1, "hit"))
    asked = {(type(one.what), field) for table in tables for one in made(table).choices for field in one.asks}
    assert asked >= {one for one in QUESTIONS if one[0] in OF_THE_HAND}


def test_every_key_is_another_one_and_fits_the_line() -> None:
    for table in (before_the_deal(), dealt(DEAL, TEN, TEN)):
        shown = made(table)
        assert len(menu(shown)) == len(shown.choices)
        assert all(line.isprintable() for line in menu_lines(shown, w.SIGNS, "dealer"))


def test_where_there_is_a_shoe_none_of_it_is_offered() -> None:
    table = Blackjack(DEAL)
    table.wager(1, TEN)
    table.deal()
    assert not any(isinstance(one.what, OF_THE_HAND) for one in made(table).choices)


# ---- screens -------------------------------------------------------------------------------------


@clause("633a.12(b)(4)", "633a.12(b)(6)")
def test_cards_that_a_player_holds_are_shown_face_down_and_have_no_count() -> None:
    table = dealt(DEAL + " 2H", TEN, TEN)
    table.ask(c.Decide(1, "hit"))
    table.deal_card()
    (hand,) = made(table).boxes[0].hands
    assert (hand.cards, hand.count) == ((FACE_DOWN, FACE_DOWN, "2H"), "")
    assert (made(table).dealer.cards, made(table).dealer.count) == (("6D", FACE_DOWN), "6")


@clause("633a.12(b)(9)")
def test_cards_that_are_turned_are_to_be_entered_and_have_no_count_before_all_are() -> None:
    table = dealt(DEAL, TEN, TEN)
    table.ask(c.TurnHand(1))
    table.enter()
    (hand,) = made(table).boxes[0].hands
    assert (hand.cards, hand.count) == (("TS", TO_BE_ENTERED), "")
    table.enter()
    (hand,) = made(table).boxes[0].hands
    assert (hand.cards, hand.count) == (("TS", "8D"), "18")


@clause("633a.12(b)(3)")
def test_the_cards_are_in_the_dealers_hand_and_not_in_a_shoe() -> None:
    table = dealt(DEAL, TEN, TEN)
    shown = made(table)
    assert shown.shoe.held
    assert w.shoe_state(shown.shoe) == "IN THE DEALER'S HAND"
    (played,) = [one for one in shown.batches if one.where == "hand"]
    assert w.batch_place(played) == "in the dealer's hand"
    assert not made(Blackjack(DEAL)).shoe.held


@clause("633a.12(b)(3)")
def test_the_dealer_is_asked_to_take_the_cards_up_and_to_keep_the_hand() -> None:
    table = HandDealt(DEAL)
    asked = [
        prompt.words
        for _, ruling in table.log
        for prompt in table.game.prompts(ruling.table)
        if prompt.kind == "load"
    ]
    assert asked
    assert all("on top of a cover card" in words and "over the table inventory" in words for words in asked)
    table.wager(1, TEN)
    table.ask(c.NoMoreBets())
    assert "Keep the cards in the hand that you have chosen." in table.game.prompts(table.table)[0].words


def test_some_card_is_one_that_may_be_told() -> None:
    table = dealt("2D TS 9H 2C 8D 7C TC", TEN, TEN, decks=1)
    card = some_card(table.table)
    assert card in DECK
    assert card != "2C"
