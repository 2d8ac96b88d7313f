"""What all chapters say alike of the deal: one order, burn cards, the cover card, when the shoe is done."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import BURN, DEALER
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.slips import again
from tests.controller.games.twentyone.alike import Kind, all_games, closed, dealt, layout

THREE = "2C TS 9S 8S 7H 9D 8D 7D TC 3S"
"""Burn, boxes 1, 3 and 6, the dealer's 7, the second cards, the hole card, and one more."""
STAKES = (1000, 0, 2000, 0, 0, 500)


# ---- the order ----------------------------------------------------------------------------------------


@all_games
@clause(
    "topic:dealing-order",
    "topic:first-card-to-players",
    "topic:first-card-to-dealer",
    "topic:second-card-to-players",
    "topic:second-card-to-dealer",
    "topic:burn-card",
)
def test_cards_go_round_from_the_dealers_left_and_the_hole_card_comes_last(kind: Kind) -> None:
    table = dealt(kind, THREE, *STAKES)
    assert [(event.to, event.card) for event in table.events(ev.CardDealt)] == [
        (BURN, SEALED),
        (0, "TS"),
        (1, "9S"),
        (2, "8S"),
        (DEALER, "7H"),
        (0, "9D"),
        (1, "8D"),
        (2, "7D"),
        (DEALER, SEALED),
    ]
    assert layout(table) == [(1, ("TS", "9D"), ""), (3, ("9S", "8D"), ""), (6, ("8S", "7D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    assert list(table.shoe.inside) == ["3S"]
    assert again(table) == table.table


@all_games
@clause("topic:dealing-order", "topic:dealing-from-shoe", "topic:decision-cards-face-up")
def test_the_shoe_is_permitted_the_whole_deal_once_and_then_what_is_asked_for(kind: Kind) -> None:
    table = closed(kind, "2C TS 2S 7H 2D 8D TC 5S 6S", 1000, 2000)
    permits = [order for _, ruling in table.log for order in ruling.orders if isinstance(order, m.Permit)]
    assert permits == [m.Permit(7, "duuuuud")], "faces as they are to lie, and no card more"
    table.run()
    assert table.shoe.locked
    assert table.ask(c.Decide(1, "hit")).orders == (m.Permit(8, "u"),)
    table.run()
    assert table.shoe.locked


# ---- burn cards ---------------------------------------------------------------------------------------


@all_games
@clause("topic:burn-card")
def test_one_card_is_burned_for_a_shoe_and_one_for_a_new_dealer(kind: Kind) -> None:
    table = dealt(kind, "2C TS 7H 9D TC TS 7H 9D TC 3C TS 7H 9D TC", 1000)
    assert [(card.draw, card.card) for card in table.table.removed] == [(1, SEALED)]
    table.play(1, "stand")
    for new_dealer, burned in ((False, []), (True, [SEALED])):
        if new_dealer:
            assert table.ask(c.NewDealer("Kim")).refused is None
        table.wager(1, 1000)
        table.deal()
        assert [card.card for card in table.table.removed] == burned
        assert layout(table) == [(1, ("TS", "9D"), "")]
        table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)] * 3


@all_games
@clause("topic:burn-card")
def test_the_burn_card_stays_unknown_until_its_shoe_is_done(kind: Kind) -> None:
    table = dealt(kind, "2C TS 7H 9D TC", 1000)
    table.play(1, "stand")
    assert all(event.draw != 1 for event in table.events(ev.CardDisclosed))
    table.floor(c.DirectReshuffle())
    assert table.events(ev.CardDisclosed)[-1] == ev.CardDisclosed(1, "2C")


# ---- the cover card -----------------------------------------------------------------------------------


@all_games
@clause("topic:cover-card-reached", "topic:reshuffle", "topic:reshuffle-after-cover-card")
@pytest.mark.parametrize("at", [1, 2, 3, 4, 5, 6])
def test_a_cover_card_within_the_round_ends_the_shoe_after_it(kind: Kind, at: int) -> None:
    """It comes out on the box, on the dealer's hand, or as a card is drawn; the round is played out."""
    cards = ["2C", "TS", "7H", "2D", "TC", "9S", "5S"]
    cards.insert(at, "CUT")
    table = dealt(kind, " ".join(cards), 1000)
    table.play(1, "hit")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)], "21 against 17"
    if at == 6:
        assert table.table.phase == "Betting", "it was not reached"
        return
    assert table.table.phase == "Shuffling"
    assert table.wager(1, 1000).refused is not None
    assert table.ask(c.NoMoreBets()).refused is not None
    table.shuffle("4C KS 8H 9S TD")
    table.wager(1, 1000)
    table.deal()
    assert layout(table) == [(1, ("KS", "9S"), "")], "a card is burned again"
    assert [card.card for card in table.table.removed] == [SEALED]


@all_games
@clause("topic:cover-card-reached", "topic:reshuffle")
def test_a_cover_card_that_is_first_in_a_round_still_gives_that_round(kind: Kind) -> None:
    table = dealt(kind, "2C TS 7H 9D TC CUT KS 8H 9S TD", 1000)
    table.play(1, "stand")
    assert table.table.phase == "Betting"
    table.wager(1, 1000)
    table.deal()
    assert layout(table) == [(1, ("KS", "9S"), "")]
    table.play(1, "stand")
    assert table.table.phase == "Shuffling"
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)] * 2


@all_games
@clause("topic:cards-to-discard-rack", "topic:cover-card-reached")
def test_what_is_left_in_the_shoe_is_counted_before_it_is_shuffled(kind: Kind) -> None:
    table = dealt(kind, "2C CUT TS 7H 9D TC", 1000)
    table.play(1, "stand")
    assert table.ask(c.ShuffleCards()).refused is not None, "cards are in the shoe"
    table.ask(c.CollectShoe(6 * 52 - 6))
    assert table.ask(c.ShuffleCards()).refused is not None, "one card is missing"
    assert [hold.kind for hold in table.table.holds] == ["card-count"]


@all_games
@clause("topic:reshuffle", "topic:reshuffle-directed")
def test_the_floorperson_directs_a_reshuffle_after_any_round_and_never_within_one(kind: Kind) -> None:
    table = dealt(kind, "2C TS 7H 9D TC", 1000)
    assert table.floor(c.DirectReshuffle()).refused is not None
    table.play(1, "stand")
    assert table.ask(c.DirectReshuffle()).refused is not None, "not by the dealer"
    assert table.floor(c.DirectReshuffle()).refused is None
    assert table.table.phase == "Shuffling"
    table.shuffle("3C 8S 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert layout(table) == [(1, ("8S", "9D"), "")]
