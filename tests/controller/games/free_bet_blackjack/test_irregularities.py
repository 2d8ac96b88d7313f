"""Irregularities of single cards, 672a.12(a), (b) and (d)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, DEALER
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import kinds, one_box
from tests.support import Play

# ---- (a) found face up ----------------------------------------------------------------------------------


@clause("672a.12(a)")
@pytest.mark.parametrize("at", range(5))
def test_a_card_lying_face_up_is_removed_and_the_next_one_takes_its_place(at: int) -> None:
    cards = ["2C", "TS", "7H", "9D", "TC"]
    table = Play(" ".join([*cards[:at], "5D!", *cards[at:], "4S"]))
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("TS", "9D")
    assert table.table.dealer.cards == ("7H", SEALED)
    assert "5D" in [card.card for card in table.table.removed]
    assert [(one.kind, one.disposition) for one in table.table.irregularities] == [
        ("face-up-card", "5D placed in the discard rack")
    ]
    assert table.table.holds == (), "the clause fixes the remedy"
    assert list(table.shoe.inside) == ["4S"]


@clause("672a.12(a)")
def test_several_face_up_cards_in_a_row_and_one_for_a_hit() -> None:
    table = Play("2C TS 5D! 6D! 7H 2D TC 3D! 9S")
    table.wager(1, 1000)
    table.deal()
    table.play(1, "hit")
    removed = [event.card for event in table.events(ev.CardRemoved)]
    assert removed == ["5D", "6D", "3D"]
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]  # 21 against 17


# ---- (b) drawn in error, unexposed -----------------------------------------------------------------------


@clause("672a.12(b)")
@pytest.mark.parametrize("phase", ["Insurance", "Peeking", "PlayerDecisions"])
def test_a_card_in_error_is_the_next_card(phase: str) -> None:
    up = {"Insurance": "AH", "Peeking": "TH", "PlayerDecisions": "7H"}[phase]
    table = one_box(f"2C TS {up} 2D 6C 9S 4S TD")
    assert table.table.phase == phase
    table.draw()
    assert kinds(table) == ["card-in-error"]
    assert not table.table.ahead
    table.choose("unexposed")
    assert [(card.draw, card.card) for card in table.table.ahead] == [(6, SEALED)]
    if phase == "Insurance":
        table.close_insurance()
    table.run()
    assert table.shoe.locked
    ruling = table.ask(c.Decide(1, "hit"))
    assert ruling.orders == (m.Disclose(6),), "no other card is permitted"
    assert table.table.hands[0].cards == ("TS", "2D", "9S")


@clause("672a.12(b)")
def test_a_card_in_error_in_the_dealers_play_is_the_dealers_next() -> None:
    table = one_box("2C TS 6H 9D TC 5S")
    table.answers = False
    table.ask(c.Decide(1, "stand"))
    table.draw()  # before the hole card was turned
    assert kinds(table) == ["card-in-error"]
    table.choose("unexposed")
    table.answers = True
    table.report("shoe", m.Disclosed(5, "TC"))
    table.run()
    assert table.rows() == [(1, 1, "blackjack", "lose", 0, 0, 1000)]  # 19 against 21


@clause("672a.12(b)")
@pytest.mark.parametrize(("drawn", "to"), [(0, BURN), (1, 0), (2, DEALER), (3, 0), (4, DEALER)])
def test_a_card_drawn_before_it_was_permitted_is_the_next_of_the_deal(drawn: int, to: int) -> None:
    table = Play("2C TS 7H 9D TC 9S")
    table.wager(1, 1000)
    table.answers = False
    table.ask(c.NoMoreBets())
    table.answers = True
    if drawn:
        table.report("wagers", m.PositionsClosed())
        for _ in range(drawn):
            table.draw()
        table.report("reader", m.FaultRaised("reader"))  # the shoe is locked
    table.draw()
    table.report("reader", m.FaultCleared("reader"))
    table.choose("unexposed", "card-in-error")
    if drawn:
        table.choose("repaired")
    else:
        table.report("wagers", m.PositionsClosed())
    assert [event.to for event in table.events(ev.CardDealt)][drawn] == to
    table.run()
    assert table.table.hands[0].cards == ("TS", "9D")
    assert table.table.dealer.cards == ("7H", SEALED)
    assert [card.card for card in table.table.removed] == [SEALED]


@clause("672a.12(b)", "672a.7(c)")
@pytest.mark.parametrize("burns", [True, False])
def test_a_card_in_error_between_rounds_is_the_burn_card_or_the_first_card_of_the_next(burns: bool) -> None:
    table = Play("2C TS 7H 9D TC 3C 8S 7H 9D TC 2H")
    table.wager(1, 1000)
    table.deal().finish()
    if burns:
        table.ask(c.NewDealer("Kim"))
    table.draw()
    table.choose("unexposed")
    assert table.table.phase == "Betting"
    assert [card.card for card in table.table.ahead] == [SEALED]
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == (("8S", "9D") if burns else ("3C", "7H"))


@clause("672a.12(b)")
def test_a_card_in_error_while_the_round_is_settled_is_the_next_rounds() -> None:
    table = one_box("2C TS 6H 6D TC KS 8S 7H 9D TC 2H")
    table.ask(c.Decide(1, "hit"))
    table.draw()  # bust; the dealer stays on 16
    assert table.table.phase == "Settling"
    table.draw()
    table.choose("unexposed")
    table.run()
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("8S", "9D")


@clause("672a.12(b)")
def test_a_waiting_card_does_not_outlive_the_shuffle() -> None:
    table = Play("2C TS 7H 9D TC")
    table.draw()
    table.choose("unexposed")
    table.floor(c.DirectReshuffle())
    table.shuffle("3C 8S 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("8S", "9D")


def test_a_card_in_error_that_was_seen_between_rounds_is_discarded() -> None:
    table = Play("2C TS 7H 9D TC 3C")
    table.draw()
    table.choose("exposed")
    assert [(card.draw, card.card) for card in table.table.removed] == [(1, SEALED)]
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("7H", "TC")


@clause("672a.12(b)")
def test_two_cards_in_error_are_used_in_the_order_in_which_they_left() -> None:
    table = one_box("2C 2S 7H 3D TC 4S 5S 6S")
    table.draw()
    table.draw()
    first, second = table.table.holds
    table.floor(c.ChooseRemedy(second.id, "unexposed"))
    table.floor(c.ChooseRemedy(first.id, "unexposed"))
    assert [card.draw for card in table.table.ahead] == [6, 7]
    for expected in (("2S", "3D", "4S"), ("2S", "3D", "4S", "5S"), ("2S", "3D", "4S", "5S", "6S")):
        table.play(1, "hit")
        assert table.table.hands[0].cards == expected


@clause("672a.12(b)")
def test_a_card_beyond_what_was_permitted_is_a_card_in_error() -> None:
    table = one_box("2C TS 7H 2D TC 4S 5S")
    table.ask(c.Decide(1, "hit"))
    table.draw()
    table.draw(beyond=True)
    assert kinds(table) == ["card-in-error"]
    assert "beyond" in table.table.holds[0].words


@clause("672a.12(b)")
def test_a_card_that_no_step_waits_for_is_in_error_whatever_the_shoe_says_of_it() -> None:
    table = one_box("2C TS 7H 2D TC 4S 5S")
    table.report("reader", m.FaultRaised("reader"))
    table.report("shoe", m.CardDrawn(6, SEALED))
    assert kinds(table) == ["reader-malfunction", "card-in-error"]
    assert table.table.ahead == ()


# ---- (d) the dealer's needless card ------------------------------------------------------------------------


@clause("672a.12(d)")
def test_a_card_the_dealer_draws_on_17_is_discarded() -> None:
    table = one_box("2C TS 7H 9D TC 5S")
    table.ask(c.Decide(1, "stand"))
    assert table.table.phase == "Settling"
    table.draw()
    assert table.table.holds == ()
    assert table.table.dealer.cards == ("7H", "TC")
    assert [card.draw for card in table.table.removed] == [1, 6]
    assert [one.kind for one in table.table.irregularities] == ["dealer-17-card"]
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@clause("672a.12(d)")
def test_the_needless_card_is_told_to_the_journal_later_like_a_burn_card() -> None:
    table = one_box("2C TS 7H 9D TC 5S")
    table.ask(c.Decide(1, "stand"))
    table.draw()
    table.run()
    table.close_table()
    assert [(e.draw, e.card) for e in table.events(ev.CardDisclosed)] == [(5, "TC"), (1, "2C"), (6, "5S")]
    assert table.table.phase == "Closed"


def test_a_card_drawn_on_16_is_no_needless_card() -> None:
    table = one_box("2C TS 6H 6D TC KS 5S")
    table.ask(c.Decide(1, "hit"))
    table.draw()
    table.draw()
    assert kinds(table) == ["card-in-error"]
