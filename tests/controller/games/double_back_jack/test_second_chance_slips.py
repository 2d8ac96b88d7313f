"""Single cards that go astray about a Second Chance: seen too early, found face up, unread, missing in an
empty shoe, 673a.13(a)-(c), (f), (i). Those that are forgotten are in test_second_chance_late.py."""

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, stake_on
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.double_back_jack.playing import dealt, offered, row, wagered
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    cards,
    empty,
    in_error,
    met,
    records,
    seen,
    status,
)

LOST = row(1, "blackjack", "lose", 0, 0, 1000)
BACK_AND_PAID = [row(1, "blackjack", "push", 0, 1000, 0), row(1, "second_chance", "win", 1000, 1000, 0)]


# ---- a card that was seen, (c) ------------------------------------------------------------------------


@clause("673a.13(c)", "673a.7(l)")
def test_a_card_that_was_seen_is_the_second_chance_card_of_who_takes_it() -> None:
    table = offered("4C 5C", 1000, 1000)
    in_error(table)
    assert seen(table) == [(9, "4C")]
    assert table.prompt() == "second_chance"
    refused(table.ask(c.AcceptCard(1)), "topic:card-in-error-exposed")
    assert table.play(1, "second_chance").refused is None
    assert table.rows() == BACK_AND_PAID
    assert seen(table) == []
    assert list(table.shoe.inside) == ["5C"]
    assert again(table) == table.table


@clause("673a.13(c)", "673a.7(l)")
def test_who_knows_the_card_may_decline_and_leaves_it_to_the_next_hand() -> None:
    table = offered("2C 5C", 1000, 1000)
    in_error(table)
    table.decline(1)
    assert table.rows() == [LOST]
    assert "exposed-card-refused" not in records(table), "the offer was declined, not the card refused"
    table.play(2, "hit")
    assert cards(table, 2) == ("TD", "6C", "2C")


@clause("673a.13(c)", "673a.7(p)", "673a.7(r)(3)(i)")
def test_who_refuses_the_card_over_21_gets_none_any_more_and_is_lost_at_once() -> None:
    """The dealer's 16 decides nothing then, and gets no card: what was seen goes to the rack."""
    table = dealt("2C TS 6H 6D TC 9C 4C 5C", 1000)
    table.play(1, "hit")
    in_error(table)
    table.answers = False
    assert table.ask(c.RefuseCard(1)).refused is None
    assert (table.rows(), status(table, 1)) == ([LOST], "bust")
    assert table.clauses() == ["673a.7(r)(3)(i)"]
    table.answers = True
    table.report("shoe", m.Disclosed(5, "TC"))
    assert table.table.dealer.cards == ("6H", "TC")
    assert [(card.draw, card.card) for card in table.events(ev.CardRemoved)] == [(7, "4C")]
    assert again(table) == table.table


@clause("673a.13(c)")
def test_after_a_refusal_the_offer_is_closed_and_the_next_hand_has_the_card() -> None:
    table = offered("4C 5C", 1000, 1000)
    in_error(table)
    table.ask(c.RefuseCard(1))
    refused(table.ask(c.Decide(1, "second_chance")), "topic:decisions-in-order", "complete")
    table.play(2, "hit")
    assert cards(table, 2) == ("TD", "6C", "4C")


@clause("673a.13(c)", "673a.7(l)(1)")
def test_a_card_that_is_seen_after_the_chips_is_taken_or_refused() -> None:
    """Whoever refuses it has a hand over 21 still: both wagers are lost."""
    for takes in (True, False):
        table = wagered("4C 5C", 1000, 1000)
        table.report("reader", m.FaultRaised("reader"))
        in_error(table)
        table.report("reader", m.FaultCleared("reader"))
        table.choose("repaired")
        assert table.prompt() == "offer_card"
        assert table.ask(c.AcceptCard(1) if takes else c.RefuseCard(1)).refused is None
        lost = [LOST, row(1, "second_chance", "lose", 0, 0, 1000)]
        assert table.rows() == (BACK_AND_PAID if takes else lost)
        assert table.table.turn == 1


@clause("673a.13(b)", "673a.7(l)")
def test_a_card_that_nobody_saw_is_the_next_card_here_too() -> None:
    table = offered("4C 5C")
    in_error(table, "unexposed")
    assert [(card.draw, card.card) for card in table.table.ahead] == [(7, SEALED)]
    table.play(1, "second_chance")
    assert table.rows() == BACK_AND_PAID
    assert list(table.shoe.inside) == ["5C"]


# ---- face up, unread, two at once, an empty shoe ------------------------------------------------------


@clause("673a.13(a)", "673a.7(l)")
def test_a_card_found_face_up_is_not_the_second_chance_card() -> None:
    table = wagered("2C! 4C")
    table.run()
    assert table.rows() == BACK_AND_PAID
    assert [card.card for card in table.events(ev.CardRemoved)] == ["2C"]


@clause("673a.7(l)", "house.10")
def test_a_second_chance_card_that_nobody_can_read_is_entered() -> None:
    table = wagered("4C? 5C")
    table.draw()
    assert (table.rows(), table.prompt()) == ([], "enter_card")
    assert table.shoe.locked
    table.floor(c.EnterCard(7, "4C"))
    table.run()
    assert table.rows() == BACK_AND_PAID


@clause("673a.7(l)", "house.10")
def test_a_card_that_nobody_can_read_and_that_takes_the_hand_over_21() -> None:
    table = dealt("2C TS 9H 6D TC 9C? 5C", 1000)
    table.ask(c.Decide(1, "hit"))
    table.draw()
    assert table.prompt() == "enter_card"
    table.run()
    assert table.prompt() == "second_chance"
    assert table.rows() == []


@clause("673a.13(f)", "673a.7(l)")
def test_a_shoe_that_is_empty_is_filled_before_the_second_chance_card() -> None:
    table = empty(offered(""))
    assert table.prompt() == "second_chance", "perhaps no card is needed"
    table.play(1, "second_chance")
    assert (table.table.phase, stake_on(table.table, 1, 1, "second_chance")) == ("Refilling", 1000)
    table.refill("KC 4C")
    table.draw()
    assert table.events(ev.CardDealt)[-1] == ev.CardDealt(7, SEALED, BURN), "not subtracted"
    assert table.table.hands[0].total == 25
    table.run()
    assert table.rows() == BACK_AND_PAID


@clause("673a.13(i)", "673a.7(l)")
def test_the_reader_used_while_the_offer_is_open() -> None:
    table = dealt("2C TS 8H 6D TC 9C 5C", 1000)
    table.play(1, "hit")
    table.report("reader", m.InsertedWhileDisarmed())
    refused(table.ask(c.DeclineSecondChance(1)), "topic:reader-not-due", "first decide")
    table.choose("notified")
    assert met(table)[-1] == ("reader-not-due", "notified")
    assert table.prompt() == "second_chance"
