"""The deal, 672a.7(a) to (e): burn card, order, faces, cover card; and the decks of 672a.3(a)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table import evolve
from controller.table.commands import Refused
from controller.table.readiness import check_ready
from controller.table.state import BURN, DEALER, Equipment
from drivers import messages as m
from drivers.cards import SEALED
from tests.support import GAME, Play

THREE = "2C TS 9S 8S 7H 9D 8D 7D TC 3S"
"""Burn, boxes 1, 3 and 6, the dealer's 7, the second cards, the hole card."""


def dealt(cards: str = THREE) -> Play:
    table = Play(cards)
    for box in (6, 1, 3):
        table.wager(box, 1000)
    return table.deal()


@clause("672a.7(e)", "672a.7(e)(1)", "672a.7(e)(2)", "672a.7(e)(3)", "672a.7(e)(4)")
def test_cards_go_round_from_the_dealers_left_and_the_hole_card_comes_last() -> None:
    table = dealt()
    order = [(event.to, event.card) for event in table.events(ev.CardDealt)]
    assert order == [
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
    assert [hand.box for hand in table.table.hands] == [1, 3, 6]


@clause("672a.7(e)", "672a.7(i)")
def test_the_shoe_is_permitted_the_whole_deal_at_once_and_no_card_more() -> None:
    table = Play(THREE)
    for box in (1, 3, 6):
        table.wager(box, 1000)
    orders = table.ask(c.NoMoreBets()).orders
    permits = [o for _, ruling in table.log[-2:] for o in ruling.orders if isinstance(o, m.Permit)]
    assert m.ClosePositions() in orders
    assert permits == [m.Permit(9, "duuuuuuud")]
    table.run()
    assert table.shoe.locked


@clause("672a.7(e)(4)", "672a.1(hole-card)")
def test_the_hole_card_stays_sealed_until_the_players_are_done() -> None:
    table = dealt()
    assert table.table.dealer.cards == ("7H", SEALED)
    assert table.table.dealer.total == 7
    for box in (1, 3):
        table.play(box, "stand")
    assert table.table.dealer.cards == ("7H", SEALED)
    assert not [o for _, ruling in table.log for o in ruling.orders if isinstance(o, m.Disclose)]


@clause("672a.7(a)")
def test_no_card_before_the_shoe_is_loaded() -> None:
    table = Play(opened=False)
    table.floor(c.OpenTable())
    table.confirm()
    for step in (
        c.InspectCards(),
        c.VerifyInspection(),
        c.SpreadCards(),
        c.CardsSeen(),
        c.WashCards(),
        c.ShuffleCards(),
        c.CutCards(),
    ):
        assert table.floor(step).refused is None
        assert isinstance(table.table.wanted_shoe, m.Lock)
        assert table.ask(c.NoMoreBets()).refused is not None
    table.ask(c.LoadShoe())
    assert table.table.phase == "Betting"
    assert isinstance(table.table.wanted_shoe, m.Lock)


@clause("672a.7(a)")
def test_a_card_that_leaves_the_shoe_between_shuffles_is_no_card_of_a_round() -> None:
    table = Play("2C TS 7H 9D TC")
    table.floor(c.DirectReshuffle())
    table.draw()
    assert table.table.holds == ()
    assert table.table.ahead == ()
    table.shoe.inside.clear()
    table.shuffle("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("672a.7(c)")
def test_the_first_card_of_a_batch_is_burned_face_down() -> None:
    table = Play("2C TS 7H 9D TC TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert [(card.draw, card.card) for card in table.table.removed] == [(1, SEALED)]
    table.finish()
    table.wager(1, 1000)
    table.deal()
    assert table.table.removed == (), "one card a batch, not one a round"
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("672a.7(c)")
def test_a_new_dealer_burns_one_too() -> None:
    table = Play("2C TS 7H 9D TC 3C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal().finish()
    table.ask(c.NewDealer("Kim"))
    table.wager(1, 1000)
    table.deal()
    assert [card.card for card in table.table.removed] == [SEALED]
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("672a.7(c)")
@pytest.mark.parametrize("come_by", ["Idle", "Washing", "Cutting"])
def test_a_dealer_who_comes_while_nobody_plays_burns_one_beside_the_batchs_own(come_by: str) -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal().finish()
    table.ask(c.LeaveIdle())
    table.collect_shoe()
    steps = (c.SpreadCards("down"), c.CardsSeen(), c.WashCards(), c.ShuffleCards())
    while table.table.phase != come_by:
        table.ask(steps[("spread", "look", "wash", "shuffle").index(table.prompt())])
    assert table.ask(c.NewDealer("Kim")).refused is None
    assert table.table.standing.dealer_name == "Kim"
    table.shuffle("2C 3C TS 7H 9D TC")
    table.wager(1, 1000)
    assert [card.draw for card in table.deal().table.removed] == [6, 7]
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("672a.7(c)")
def test_a_batch_that_was_never_played_leaves_no_burn_card_behind() -> None:
    table = Play("2C TS 7H 9D TC")
    table.floor(c.DirectReshuffle())
    table.shuffle("2C TS 7H 9D TC")
    assert table.table.standing.burns == 1
    table.ask(c.NewDealer("Kim"))
    table.floor(c.DirectReshuffle())
    table.shuffle("2C 3C TS 7H 9D TC")
    assert table.table.standing.burns == 2, "the batch's, and the new dealer's"
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("TS", "9D")


@clause("672a.7(c)")
def test_a_table_opened_again_owes_one_burn_card() -> None:
    table = Play("2C TS 7H 9D TC")
    table.close_table()
    table.open_table("2C TS 7H 9D TC")
    assert table.table.standing.burns == 1


@clause("672a.7(c)")
def test_burn_cards_are_told_to_the_journal_when_their_batch_leaves_play() -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal().finish()
    assert table.table.standing.sealed == (1,)
    table.floor(c.DirectReshuffle())
    assert table.events(ev.CardDisclosed)[-1] == ev.CardDisclosed(1, "2C")
    assert not table.table.standing.sealed


# ---- the cover card -----------------------------------------------------------------------------------


@clause("672a.7(d)", "672a.5(f)")
def test_a_cover_card_within_the_round_ends_the_shoe_after_it() -> None:
    table = Play("2C TS 7H CUT 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("TS", "9D"), "the hand is completed"
    table.finish()
    assert table.table.phase == "Shuffling"
    assert table.wager(1, 1000).refused is not None
    table.shuffle("4C KS 8H 9S TD")
    assert table.wager(1, 1000).refused is None
    table.deal()
    assert table.table.hands[0].cards == ("KS", "9S"), "a card is burned again"


@clause("672a.7(d)")
def test_a_cover_card_first_in_a_round_still_gives_that_round() -> None:
    table = Play("2C TS 7H 9D TC CUT KS 8H 9S TD")
    table.wager(1, 1000)
    table.deal().finish()
    table.wager(1, 1000)
    table.deal()
    assert table.table.hands[0].cards == ("KS", "9S")
    table.finish()
    assert table.table.phase == "Shuffling"


@clause("672a.5(f)")
def test_the_floor_may_direct_a_reshuffle_after_any_round() -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    assert table.floor(c.DirectReshuffle()).refused is not None, "not within the round"
    table.play(1, "stand")
    assert table.table.phase == "Betting"
    assert table.ask(c.DirectReshuffle()).refused is not None, "not by the dealer"
    table.floor(c.DirectReshuffle())
    assert table.table.phase == "Shuffling"


@clause("672a.5(f)")
def test_a_reshuffle_directed_while_the_round_is_settled_comes_after_it() -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal()
    table.ask(c.Decide(1, "stand"))
    assert table.table.phase == "Settling"
    table.floor(c.DirectReshuffle())
    table.run()
    assert table.table.phase == "Shuffling"


@clause("672a.5(f)")
def test_cards_are_not_mixed_while_the_shoe_still_keeps_some_sealed() -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    table.deal().finish()
    table.answers = False
    table.floor(c.DirectReshuffle())
    table.collect_shoe()
    refused = table.ask(c.ShuffleCards()).refused
    assert refused is not None
    assert "sealed" in refused.why
    table.report("shoe", m.Disclosed(1, "2C"))
    assert table.ask(c.ShuffleCards()).refused is None


@clause("672a.5(f)")
def test_no_round_from_an_empty_shoe() -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(1, 1000)
    with pytest.raises(Refused, match="empty") as barred:
        check_ready(evolve.shoe_ran_out(table.table, ev.ShoeRanOut(0)))
    assert barred.value.clause == "topic:reshuffle"


@clause("672a.5(a)", "672a.5(h)")
@pytest.mark.parametrize("approval", ["", "laboratory 1"])
@pytest.mark.parametrize("shuffler", ["none", "batch", "continuous", "in_shoe"])
def test_a_shoe_that_runs_empty_between_rounds_is_shuffled_and_loaded_anew(
    shuffler: str, approval: str
) -> None:
    """Nobody has to know that a reshuffle is to be asked for; the wagers wait for it."""
    table = Play("2C TS 7H 9D TC", equipment=Equipment(shuffler, approval))
    table.wager(1, 1000)
    table.report("shoe", m.ShoeEmpty(0))
    assert (table.table.phase, table.prompt()) == ("Shuffling", "collect_shoe")
    assert table.ask(c.NoMoreBets()).refused is not None
    table.shuffle("2C TS 7H 9D TC")
    assert table.deal().table.hands[0].cards == ("TS", "9D")


@clause("672a.3(a)")
def test_six_or_eight_decks() -> None:
    assert GAME.decks == (6, 8)


@pytest.mark.parametrize("box", [1, 6])
def test_one_box_alone(box: int) -> None:
    table = Play("2C TS 7H 9D TC")
    table.wager(box, 1000)
    table.deal()
    assert [(hand.box, hand.cards) for hand in table.table.hands] == [(box, ("TS", "9D"))]
