"""Lunar Poker dealt from the hand (671a.9): the dealer tells that cards lie there, one by one or the whole
deal; a face is told once the rules turn it up, and no device is told anything of cards."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED, UNREAD, is_known
from tests.controller.games.lunar_poker.held import TWO, HeldPoker, held, held_at, held_dealt
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    BELOW,
    NOTHING,
    LunarPoker,
    back,
    deal,
    lost,
    refused,
    row,
    staked,
    won,
)

FLUSH = "2S 5S 6S JS KS"


def prompts(table: HeldPoker) -> list[tuple[str, str]]:
    return [(one.who, one.kind) for one in table.game.prompts(table.table)]


def words(table: HeldPoker) -> str:
    return table.game.prompts(table.table)[0].words


# ---- 671a.9(a): dealt from the hand, or from a shoe -----------------------------------------------


@clause("671a.9(a)", "671a.8(a)")
def test_where_there_is_a_shoe_nobody_tells_its_cards() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.ask(c.NoMoreBets())
    for what in (
        c.DealCards("4S"),
        c.DealCard(),
        c.FaceUpCard("6D"),
        c.CardInError(),
        c.CorrectCard(1, "6D"),
    ):
        refused(table.ask(what), "topic:dealing-from-hand", "a shoe")


@clause("671a.9(a)")
def test_a_table_without_a_shoe_gives_no_order_to_one() -> None:
    table = held_dealt(NOTHING, ACE_KING, rest="KC")
    table.act(1, "buy")
    table.lock()
    table.finish()
    orders = [order for _, ruling in table.log for order in ruling.orders]
    assert not any(isinstance(order, m.Permit | m.Lock | m.Disclose) for order in orders)
    assert any(isinstance(order, m.OpenPositions) for order in orders)


@clause("671a.9(a)(1)")
def test_a_device_shuffles_the_deck_after_each_round() -> None:
    """The deck that was played goes into the shuffler, and the other one comes out of it."""
    table = held_dealt(NOTHING, ACE_KING)
    played = table.table.standing.supply.current
    table.finish()
    table.shuffle(deal(NOTHING, ACE_KING))
    supply = table.table.standing.supply
    assert supply.current != played
    assert supply.batches[played].where == "shuffler"
    assert supply.batches[1 - played].where == "shoe"


@clause("671a.9(a)(2)")
def test_the_dealer_is_told_to_keep_to_one_hand_over_the_inventory() -> None:
    table = held_dealt(NOTHING, ACE_KING)
    table.finish()
    assert table.collect_shoe().refused is None
    table.shuffle_up()
    if table.table.phase == "Cutting":
        table.cut()
    assert prompts(table)[0] == ("dealer", "load")
    assert "one hand" in words(table)
    assert "keep to it" in words(table)
    assert "over the table inventory, in front of you" in words(table)
    table = held(NOTHING, ACE_KING)
    table.ask(c.NoMoreBets())
    assert prompts(table)[0] == ("dealer", "deal_cards")
    assert "Keep the cards in the hand that you have chosen" in words(table)


@clause("671a.9(a)(3)", "671a.7(d)")
@pytest.mark.parametrize("what", [c.DealCards("4S"), c.DealCard()])
def test_no_card_is_dealt_before_no_more_bets_and_the_positions_confirm_it(what: c.Command) -> None:
    table = held(NOTHING, ACE_KING)
    assert table.ask(what).refused is not None
    table.answers = False
    table.ask(c.NoMoreBets())
    assert table.table.phase == "NoMoreBets"
    assert table.ask(what).refused is not None
    assert (table.table.last, table.events(ev.CardDealt)) == (0, [])
    table.report("wagers", m.PositionsClosed())
    assert table.table.phase == "Dealing"
    assert table.ask(what).refused is None


@clause("671a.9(a)(3)", "671a.11(d)(1)(i)")
def test_no_additional_card_is_dealt_while_a_position_is_open() -> None:
    """Box 1 has put its Bet Wager down; the position has not confirmed that it is closed again."""
    table = held_dealt(NOTHING, TWO, ACE_KING)
    table.act(1, "buy")
    table.act(2, "buy")
    table.lock()
    table.answers = False
    table.act(1, "bet")
    assert prompts(table)[0] == ("dealer", "wait")
    refused(table.ask(c.DealCard()), "topic:wagers-before-first-card")
    table.report("wagers", m.PositionsClosed())
    assert prompts(table)[0] == ("dealer", "deal_down")
    assert table.ask(c.DealCard()).refused is None


# ---- 671a.9(b): the deal ------------------------------------------------------------------------------


@clause("671a.9(b)", "671a.9(a)(3)")
def test_cards_go_clockwise_one_at_a_time_and_only_the_dealers_last_is_known() -> None:
    table = held_dealt(NOTHING, TWO, ACE_KING)
    assert [hand.draws for hand in table.table.hands] == [(1, 4, 7, 10, 13), (2, 5, 8, 11, 14)]
    assert table.table.dealer.draws == (3, 6, 9, 12, 15)
    assert all(hand.cards == (UNREAD,) * 5 for hand in table.table.hands)
    assert table.table.dealer.cards == (*(UNREAD,) * 4, "4S")
    assert table.known() == {"4S"}


@clause("671a.9(b)")
def test_the_deal_is_told_at_once_with_the_dealers_last_card() -> None:
    table = held(NOTHING, ACE_KING)
    table.ask(c.NoMoreBets())
    one = table.game.prompts(table.table)[0]
    assert (one.kind, one.amount, one.draw) == ("deal_cards", 10, 10)
    refused(table.ask(c.DealCards()), "topic:unread-card", "say which it is")
    refused(table.ask(c.DealCards("1X")), "topic:unread-card", "no card")
    assert table.deal_cards().refused is None
    refused(table.ask(c.DealCards("4S")), "topic:out-of-turn")


@clause("671a.9(b)")
def test_the_deal_may_be_told_card_by_card() -> None:
    """Face down up to the dealer's last: no face is told of those, and that one's has to be."""
    table = held(NOTHING, ACE_KING)
    table.ask(c.NoMoreBets())
    refused(table.ask(c.DealCard("2C")), "671a.9(b)", "face down")
    for draw in range(1, 10):
        assert table.deal_card(down=True).refused is None
        assert table.table.last == draw
    assert table.game.prompts(table.table)[0].amount == 1
    refused(table.ask(c.DealCard()), "topic:unread-card", "lies face up")
    assert table.deal_card().refused is None
    assert table.table.phase == "PlayerDecisions"
    refused(table.ask(c.DealCard()), "topic:card-in-error-unexposed", "no card is due")


# ---- additional cards -----------------------------------------------------------------------------------


@clause("671a.9(b)", "671a.11(d)(1)(i)", "671a.11(d)(1)(ii)")
def test_additional_cards_are_dealt_face_down_clockwise_and_no_face_is_told() -> None:
    table = held_dealt(NOTHING, TWO, ACE_KING, rest="KC QD 8C")
    table.act(1, "buy")
    table.act(2, "exchange", 2, 4)
    table.ask(c.LockDecisions())
    table.ask(c.WagersSettled())
    assert prompts(table)[0] == ("dealer", "deal_down")
    refused(table.ask(c.DealCard("KC")), "671a.9(b)", "face down")
    table.deal_card(down=True)
    assert table.table.hands[0].draws[-1] == 16
    table.again(1, "bet")
    assert table.table.hands[1].draws == (2, 8, 14, 17, 18)
    assert [one.draw for one in table.table.poker.given] == [5, 11]
    assert table.known() == {"4S"}


# ---- hands that are turned over ----------------------------------------------------------------------


@clause("671a.11(c)(2)", "671a.9(b)")
def test_a_declared_hand_is_verified_by_the_faces_that_the_dealer_tells() -> None:
    """What is listed waits for the fifth; whose hand it is the prompts say."""
    table = held_dealt(FLUSH, TWO, ACE_KING)
    table.declare(1)
    table.act(1, "bet")
    table.act(2, "bet")
    table.ask(c.LockDecisions())
    asked = [one for one in table.game.prompts(table.table) if one.kind == "enter_card"]
    assert [(one.who, one.draw) for one in asked] == [("dealer", draw) for draw in (1, 4, 7, 10, 13)]
    assert "box 1, card 1" in asked[0].words
    refused(table.ask(c.WagersSettled()), "671a.11(c)(2)")
    refused(table.ask(c.EnterCard(2, "3C")), "topic:unread-card", "not waiting")
    for _ in range(5):
        assert table.rows() == []
        assert table.enter().refused is None
    assert table.rows() == [won(1, "super", 60 * ANTE), lost(2, "super")]
    assert table.cards(2) == (UNREAD,) * 5


@clause("671a.11(c)(2)")
def test_a_card_that_lies_there_already_is_a_slip_of_the_fingers() -> None:
    table = held_dealt(FLUSH, ACE_KING)
    table.declare(1)
    table.act(1, "bet")
    table.ask(c.LockDecisions())
    refused(table.ask(c.EnterCard(1, "4S")), "topic:unread-card", "look again")
    assert table.enter().refused is None
    refused(table.ask(c.EnterCard(3, "2S")), "topic:unread-card", "look again")


@clause("671a.11(e)", "671a.11(f)(2)", "671a.9(b)")
def test_the_dealers_hand_is_told_at_the_reveal_and_then_the_hands_that_are_compared() -> None:
    """Counterclockwise, one after the other. A sixth card is told then, and not before."""
    table = held_dealt(NOTHING, TWO, ACE_KING, rest="KC")
    table.act(1, "buy")
    table.act(2, "bet")
    table.lock()
    table.again(1, "bet")
    order = [one.draw for one in table.events(ev.CardEntered)]
    assert order == [3, 6, 9, 12, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 16]
    assert {one.role for one in table.events(ev.CardEntered)} == {"dealer"}
    assert row(1, "options", "fee", 0, 0, ANTE) in table.rows()
    assert lost(1, "bet", 2 * ANTE) in table.rows()


@clause("671a.11(f)(1)")
def test_against_a_dealer_who_does_not_qualify_no_hand_is_turned_over() -> None:
    table = held_dealt(NOTHING, "3C 5D 7H 9S JC", BELOW)
    table.finish()
    assert [one.draw for one in table.events(ev.CardEntered)] == [3, 6, 9, 12]
    assert back(1, "bet", 2 * ANTE) in table.rows()
    assert won(1, "ante", ANTE) in table.rows()


# ---- hands that were never turned over -------------------------------------------------------------------


@clause("671a.9(b)", "671a.11(g)")
def test_the_floor_looks_up_what_was_folded_once_the_deck_has_left_play() -> None:
    table = held_dealt(NOTHING, TWO, ACE_KING)
    table.act(1, "fold")
    table.act(2, "bet")
    table.lock()
    table.finish()
    assert table.table.standing.sealed == (1, 4, 7, 10, 13)
    refused(table.floor(c.EnterCard(1, "2C")), "topic:unread-card")
    assert table.collect_shoe().refused is None
    refused(table.ask(c.EnterCard(1, "2C")), "topic:unread-card", "floorperson")
    for draw in (1, 4, 7, 10, 13):
        assert table.floor(c.EnterCard(draw, table.faces[draw])).refused is None
    assert table.table.standing.sealed == ()


@clause("671a.11(d)(1)(ii)", "671a.11(g)")
def test_what_was_given_up_and_waited_unused_is_owed_too() -> None:
    table = held_dealt(NOTHING, BELOW, rest="KC QD 8C")
    table.act(1, "exchange", 1, 2)
    table.lock()
    table.act(1, "fold")
    assert table.table.phase == "Reveal"
    assert table.ask(c.CardInError()).refused is None
    table.run()
    hand = {5, 7, 9, 11, 12}
    assert set(table.table.standing.sealed) == hand | {1, 3} | {13}


@clause("671a.11(g)")
def test_what_nobody_looked_up_is_gone_with_the_next_deck() -> None:
    table = held_dealt(NOTHING, BELOW)
    table.act(1, "fold")
    table.lock()
    table.finish()
    assert len(table.table.standing.sealed) == 5
    table.shuffle(deal(NOTHING, ACE_KING))
    assert table.table.standing.sealed == ()
    refused(table.floor(c.EnterCard(1, "2C")), "topic:unread-card")


# ---- 671a.3(c): how long the cards are used ------------------------------------------------------------

HOUR = 3_600_000


def bars(table: LunarPoker) -> bool:
    ruling = table.ask(c.NoMoreBets())
    if ruling.refused is not None:
        assert ruling.refused.clause == "topic:card-change"
    return ruling.refused is not None


@clause("671a.3(c)(1)", "671a.3(c)(2)")
@pytest.mark.parametrize(("kind", "hours"), [(HeldPoker, 4), (LunarPoker, 8)])
def test_cards_are_changed_after_four_hours_from_the_hand_and_eight_from_a_shoe(
    kind: type[LunarPoker], hours: int
) -> None:
    for minutes, is_barred in ((60 * hours - 1, False), (60 * hours, True)):
        table = kind(deal(NOTHING, ACE_KING))
        assert table.stake(1).refused is None
        pass_time(table, minutes * 60_000)
        assert bars(table) == is_barred


@clause("671a.3(c)(1)")
def test_a_change_that_falls_due_in_a_round_from_the_hand_waits_for_its_end() -> None:
    table = held_dealt(NOTHING, ACE_KING)
    pass_time(table, 4 * HOUR)
    table.finish()
    assert lost(1, "bet", 2 * ANTE) in table.rows()


@clause("671a.3(c)(1)")
def test_the_house_may_change_them_sooner() -> None:
    table = held(NOTHING, ACE_KING, card_change=2)
    pass_time(table, 2 * HOUR)
    assert bars(table)


def pass_time(table: LunarPoker, ms: int) -> None:
    table.take(c.Told(c.TimePassed(ms, "")))


@clause("671a.9(b)")
def test_nothing_of_a_whole_round_is_sealed_for_no_shoe_keeps_a_face() -> None:
    table = held_at("Collecting")
    for _, ruling in table.log:
        hands = (*ruling.table.hands, ruling.table.dealer)
        assert all(card != SEALED for hand in hands for card in hand.cards)
    assert all(is_known(card) for card in table.table.hands[0].cards)


# ---- 671a.9(a)(1): the shuffler is out of order ----------------------------------------------------------


def unshuffled() -> HeldPoker:
    """The shuffler was put out of order behind a round; the dealer has shuffled by hand."""
    table = held_dealt(NOTHING, ACE_KING)
    table.finish()
    assert table.ask(c.MarkOutOfOrder("covered")).refused is None
    table.shuffle(deal(NOTHING, ACE_KING))
    assert table.table.phase == "Betting"
    return table


@clause("671a.9(a)(1)")
def test_what_no_shuffler_shuffled_is_not_dealt_from_the_hand() -> None:
    table = unshuffled()
    refused(table.stake(1), "671a.9(a)(1)", "no shuffler has shuffled this deck")
    refused(table.ask(c.NoMoreBets()), "671a.9(a)(1)", "no shuffler has shuffled this deck")
    assert table.open == (), "no position is lit"
    assert prompts(table)[-1] == ("floorperson", "reshuffle")
    assert table.floor(c.CloseTable()).refused is None, "and there is a way out"


@clause("671a.9(a)(1)", "671a.13(g)")
def test_back_in_service_it_shuffles_before_the_next_round() -> None:
    table = unshuffled()
    table.shuffler.stage = "empty"
    assert table.floor(c.ReturnToService()).refused is None
    refused(table.ask(c.NoMoreBets()), "671a.9(a)(1)", "direct a reshuffle")
    assert table.floor(c.DirectReshuffle()).refused is None
    table.shuffle(deal(NOTHING, ACE_KING))
    assert table.stake(1).refused is None
    table.deal()
    assert table.table.phase == "PlayerDecisions"


@clause("671a.9(a)(1)")
def test_a_deck_that_it_had_shuffled_is_dealt_all_the_same() -> None:
    """It went out of order when the deck was out of it."""
    table = held_dealt(NOTHING, ACE_KING)
    table.finish()
    table.shuffle(deal(NOTHING, ACE_KING))
    assert table.stake(1).refused is None
    assert table.ask(c.MarkOutOfOrder("covered")).refused is None
    table.deal()
    assert table.table.phase == "PlayerDecisions"
