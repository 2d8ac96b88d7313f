"""Blackjack dealt from the hand (633a.12(b)): the deal, what its players hold, and what they decide."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, DEALER, DealStep
from drivers import messages as m
from drivers.cards import UNREAD
from drivers.messages import DOWN, UP
from tests.controller.games.blackjack.held import HandDealt, dealt
from tests.controller.games.blackjack.playing import Blackjack, paytable, row

TEN = 1000
# Burn 2C; box 1 holds TS 8D, box 2 9H 7C; the dealer shows 6D and has TC below.
DEAL = "2C TS 9H 6D 8D 7C TC"


# ---- the deal ------------------------------------------------------------------------------------------


@clause("633a.12(b)(5)", "633a.12(b)(5)(i)", "633a.12(b)(5)(ii)", "633a.12(b)(5)(iii)", "633a.12(b)(5)(iv)")
def test_a_round_burns_a_card_and_deals_two_down_to_each_box_one_up_and_one_down_to_the_dealer() -> None:
    table = HandDealt(DEAL)
    for box in (2, 5):
        assert table.wager(box, TEN).refused is None
    assert table.ask(c.NoMoreBets()).refused is None
    assert table.table.plan == (
        DealStep(BURN, DOWN),
        DealStep(0, DOWN),
        DealStep(1, DOWN),
        DealStep(DEALER, UP),
        DealStep(0, DOWN),
        DealStep(1, DOWN),
        DealStep(DEALER, DOWN),
    )
    assert table.deal_cards().refused is None
    assert [(hand.box, hand.cards, hand.draws) for hand in table.table.hands] == [
        (2, (UNREAD, UNREAD), (2, 5)),
        (5, (UNREAD, UNREAD), (3, 6)),
    ]
    assert (table.table.dealer.cards, table.table.dealer.draws) == (("6D", UNREAD), (4, 7))
    assert [(one.draw, one.card) for one in table.table.removed] == [(1, UNREAD)]


@clause("633a.12(b)(4)", "633a.12(b)(5)")
def test_the_table_knows_no_card_that_lies_face_down() -> None:
    table = dealt(DEAL, TEN, TEN)
    assert table.known() == {"6D"}
    assert all(hand.down and hand.total == 0 and hand.status == "" for hand in table.table.hands)


@clause("633a.12(b)(5)")
def test_each_round_burns_one_card_and_a_new_dealer_or_a_shuffle_none_besides() -> None:
    table = dealt(DEAL + " 3C 5S 5D 4S QS", TEN, TEN)
    table.finish()
    assert table.ask(c.NewDealer("Lee")).refused is None
    table.shoe.inside.extend(["4C", "TH", "9D", "5H", "8S", "7D", "TD"])
    for box in (1, 2):
        table.wager(box, TEN)
    assert table.ask(c.NoMoreBets()).refused is None
    assert sum(step.to == BURN for step in table.table.plan) == 1


@clause("633a.12(b)(4)", "633a.12(b)(5)")
def test_the_deal_may_be_told_card_by_card_and_a_card_that_lies_down_has_no_face() -> None:
    table = HandDealt(DEAL)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    refused = table.ask(c.DealCard("2C")).refused
    assert refused is not None
    assert "face down" in refused.why
    for down in (True, True, True, False, True):
        assert table.deal_card(down).refused is None
    assert table.deal_cards().refused is None
    assert table.table.phase == "PlayerDecisions"
    assert table.known() == {"6D"}


@clause("633a.12(b)(5)(ii)")
@pytest.mark.parametrize(
    ("up", "why"),
    [("", "say which it is"), ("1D", "'1D' is no card"), ("??", "'??' is no card")],
)
def test_the_dealers_first_card_is_told_with_its_face(up: str, why: str) -> None:
    table = HandDealt(DEAL)
    table.wager(1, TEN)
    table.ask(c.NoMoreBets())
    ruling = table.ask(c.DealCards(up))
    assert ruling.refused is not None
    assert why in ruling.refused.why
    assert table.table.last == 0


def test_nothing_is_dealt_before_the_positions_have_confirmed_that_they_are_closed() -> None:
    table = HandDealt(DEAL)
    table.wager(1, TEN)
    table.answers = False
    table.ask(c.NoMoreBets())
    assert table.ask(c.DealCards("6D")).refused is not None
    table.report("wagers", m.PositionsClosed())
    assert table.ask(c.DealCards("6D")).refused is None


@clause("633a.12(b)", "633a.7(a)")
def test_where_there_is_a_shoe_nobody_tells_its_cards() -> None:
    table = Blackjack("2C TS 6D 8D TC")
    table.wager(1, TEN)
    table.ask(c.NoMoreBets())
    for what in (c.DealCards("6D"), c.DealCard("6D"), c.FaceUpCard("6D"), c.CardInError(), c.CoverCardSeen()):
        refused = table.ask(what).refused
        assert refused is not None
        assert (refused.why[:27], refused.clause) == (
            "cards are dealt from a shoe",
            "topic:dealing-from-hand",
        )


# ---- what players do with what they hold ------------------------------------------------------------------


@clause("633a.12(b)(6)", "633a.12(b)(7)")
def test_who_draws_or_stands_shows_nothing_and_draws_face_up() -> None:
    table = dealt(DEAL + " 2H", TEN, TEN)
    assert table.ask(c.Decide(2, "stand")).refused is not None, "box 1 decides first"
    assert table.ask(c.Decide(1, "hit")).refused is None
    refused = table.ask(c.DealCard()).refused
    assert refused is not None
    assert "face up" in refused.why
    assert table.deal_card().refused is None
    assert table.hand(1).cards == (UNREAD, UNREAD, "2H")
    assert table.ask(c.Decide(1, "stand")).refused is None
    assert table.ask(c.Decide(2, "stand")).refused is None
    assert table.table.phase == "DealerPlay"
    assert table.known() == {"6D", "2H"}


@clause("633a.12(b)(7)")
def test_known_cards_that_make_21_by_themselves_end_no_hand() -> None:
    """Ace and ten are drawn to 2 and 3: nobody but the player knows that it is no 21."""
    table = dealt("2C 2S 6D 3D TC AH TH", TEN)
    for _ in range(2):
        assert table.play(1, "hit").refused is None
    assert (table.hand(1).status, table.table.phase) == ("", "PlayerDecisions")
    assert table.game.prompts(table.table)[0].kind == "decide"
    assert "21" not in table.game.prompts(table.table)[0].words


@clause("633a.12(b)(6)(i)")
@pytest.mark.parametrize("verb", ["double", "split", "surrender"])
def test_who_surrenders_doubles_or_splits_has_the_two_cards_turned_over_first(verb: str) -> None:
    table = dealt("2C 8S 6D 8D TC 3H TH", TEN)
    refused = table.ask(c.Decide(1, verb)).refused
    assert refused is not None
    assert (refused.why[:31], refused.clause) == ("turn the player's two cards ove", "633a.12(b)(6)(i)")
    assert table.ask(c.TurnHand(1)).refused is None
    refused = table.ask(c.Decide(1, verb)).refused
    assert refused is not None
    assert "enter the cards" in refused.why
    table.run()
    assert (table.hand(1).cards, table.hand(1).total) == (("8S", "8D"), 16)
    assert table.play(1, verb).refused is None


@clause("633a.12(b)(6)(i)", "633a.9(a)(1)")
def test_a_surrendered_hand_is_settled_as_from_a_shoe() -> None:
    table = dealt("2C TS 6D 6H TC", TEN)
    table.shows(1)
    table.play(1, "surrender")
    assert table.rows() == [row(1, "blackjack", "surrender", 0, 500, 500)]


@clause("633a.12(b)(6)(i)", "633a.11(a)", "633a.12(b)(7)")
def test_split_hands_lie_face_up_and_go_on_as_from_a_shoe() -> None:
    table = dealt("2C 8S 6D 8D TC 3H TH KC", TEN)
    table.shows(1)
    table.play(1, "split")
    assert [(hand.number, hand.cards, hand.down) for hand in table.table.hands] == [
        (1, ("8S", "3H"), False),
        (2, ("8D",), False),
    ]
    table.play(1, "double")
    assert (table.hand(1).cards, table.hand(1).status) == (("8S", "3H", "TH"), "doubled")
    assert table.hand(1, 2).cards == ("8D", "KC")


@clause("633a.12(b)(6)(ii)")
def test_a_hand_over_21_is_turned_over_and_its_chips_are_collected_at_once() -> None:
    table = dealt(DEAL + " QH", TEN, TEN)
    table.play(1, "hit")
    assert table.rows() == []
    table.shows(1)
    assert (table.hand(1).cards, table.hand(1).total, table.hand(1).status) == (
        ("TS", "8D", "QH"),
        28,
        "bust",
    )
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, TEN)]
    assert table.table.turn == 1


@clause("633a.12(b)(6)(ii)")
def test_cards_that_exceed_21_whatever_lies_below_them_have_to_be_turned_over() -> None:
    """Two queens are drawn: with two aces below them that would be 22."""
    table = dealt("2C TS 6D 9D TC QH QS", TEN)
    table.play(1, "hit")
    table.play(1, "hit")
    for verb in ("hit", "stand"):
        refused = table.ask(c.Decide(1, verb)).refused
        assert refused is not None
        assert refused.clause == "633a.12(b)(6)(ii)"
    table.shows(1)
    assert table.hand(1).total == 39
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, TEN)]


@clause("633a.12(b)(6)", "633a.7(i)(1)(i)")
def test_a_blackjack_that_is_shown_in_its_turn_is_paid_at_once_against_a_low_card() -> None:
    table = dealt("2C AS 9H 6D KD 7C TC", TEN, TEN)
    table.shows(1)
    assert table.rows() == [row(1, "blackjack", "win", 1500, TEN, 0)]
    assert table.hand(1).status == "paid"


@clause("633a.12(b)(6)", "633a.7(i)(1)(ii)")
def test_one_against_a_ten_is_announced_and_paid_when_the_hole_card_is_turned() -> None:
    table = dealt("2C AS 9H KH KD 7C 9C", TEN, TEN)
    table.shows(1)
    assert table.hand(1).status == "announced"
    assert table.rows() == []
    table.finish()
    assert row(1, "blackjack", "win", 1500, TEN, 0) in table.rows()


@clause("633a.12(b)(6)(i)")
def test_a_hand_is_turned_over_once_in_its_turn_and_only_where_there_is_one() -> None:
    table = dealt(DEAL, TEN, TEN)
    for box in (2, 3):
        assert table.ask(c.TurnHand(box)).refused is not None
    table.shows(1)
    refused = table.ask(c.TurnHand(1)).refused
    assert refused is not None
    assert "face up" in refused.why


# ---- insurance and the reader ---------------------------------------------------------------------------


@clause("633a.12(b)(6)", "633a.8(e)")
def test_who_wants_even_money_shows_the_blackjack() -> None:
    table = dealt("2C AS 9H AH KD 7C 9C", TEN, TEN)
    assert table.table.phase == "Insurance"
    assert table.ask(c.TakeEvenMoney(1)).refused is not None, "nobody has seen it"
    table.shows(1)
    assert table.ask(c.TakeEvenMoney(1)).refused is None
    assert table.rows() == [row(1, "blackjack", "win", TEN, TEN, 0)]
    table.shows(2)
    assert table.ask(c.TakeEvenMoney(2)).refused is not None, "it is none"


@clause("633a.12(b)(5)(iv)", "633a.7(h)")
def test_the_hole_card_goes_into_the_reader_face_down_and_nobody_tells_it() -> None:
    table = dealt("2C 9S KH 9D 9C", TEN)
    assert table.table.reader == "no_blackjack"
    assert table.table.dealer.cards == ("KH", UNREAD)
    assert table.known() == {"KH"}


@clause("633a.12(b)(9)", "633a.7(h)", "633a.7(q)")
def test_on_a_dealers_blackjack_all_hands_are_turned_over_and_a_blackjack_goes_back() -> None:
    table = dealt("2C AS 9H KH KD 7C AC", TEN, TEN)
    assert table.table.phase == "Betting"
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, TEN, box=2),
        row(1, "blackjack", "push", 0, TEN, 0),
    ]


# ---- optional wagers ---------------------------------------------------------------------------------------


@clause("633a.7(g)", "633a.12(b)(9)")
def test_a_box_with_an_optional_wager_has_its_first_two_cards_turned_over_for_it() -> None:
    tables = (paytable("blackjack"), paytable("insurance"), paytable("lucky_ladies"))
    table = HandDealt("2C TS 9H 6D QD 7C TC", paytables=tables)
    table.place(1, ("blackjack", TEN), ("lucky_ladies", 500))
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    table.deal_cards()
    assert [event.box for event in table.events(ev.HandTurned)] == [1]
    assert table.table.phase == "Dealing", "nothing goes on before the wager is settled"
    table.run()
    # A 20 of other than one rank and suit: 633a.13(c) pays it 4 to 1.
    assert table.rows() == [row(1, "lucky_ladies", "win", 2000, 500, 0)]
    assert (table.hand(1).cards, table.hand(2).cards) == (("TS", "QD"), (UNREAD, UNREAD))
    assert table.table.phase == "PlayerDecisions"
