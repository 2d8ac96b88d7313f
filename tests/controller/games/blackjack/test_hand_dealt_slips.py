"""What goes wrong where Blackjack is dealt from the hand: 633a.14 without a shoe, told by the dealer."""

import pytest

from controller.entries import decode_entry, encode_ruling
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.state import Lie
from controller.table.supply import expected_in_shoe
from drivers.cards import DECK, UNREAD
from tests.controller.games.blackjack.held import EQUIPMENT, HandDealt, dealt
from tests.controller.games.blackjack.playing import row
from tests.support import BUILD

TEN = 1000
DEAL = "2C TS 9H 6D 8D 7C TC"


def kinds(table: HandDealt) -> list[str]:
    return [event.what.kind for event in table.events(ev.IrregularityMet)]


# ---- cards that are not used, or not due ---------------------------------------------------------


@clause("633a.14(a)")
def test_a_card_face_up_in_the_deck_goes_to_the_rack_and_the_next_one_takes_its_place() -> None:
    table = HandDealt("KH " + DEAL)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    assert table.ask(c.FaceUpCard(table.pull()[0])).refused is None
    table.run()
    assert [(one.draw, one.card) for one in table.table.removed] == [(1, "KH"), (2, UNREAD)]
    assert table.table.dealer.cards == ("6D", UNREAD)
    assert kinds(table) == ["face-up-card"]


@clause("633a.14(b)")
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    table = dealt(DEAL + " 3H", TEN, TEN)
    table.pull()
    assert table.ask(c.CardInError()).refused is None
    assert "3H" not in table.known()
    assert table.ask(c.Decide(1, "hit")).refused is None
    assert table.ask(c.DealCard("4H")).refused is not None, "that one is used first"
    assert table.game.prompts(table.table)[0].kind == "enter_card"
    table.enter()
    assert table.hand(1).cards == (UNREAD, UNREAD, "3H")
    assert kinds(table)[0] == "card-in-error-unexposed"


@clause("633a.14(b)", "633a.12(b)(5)")
def test_one_drawn_before_the_round_is_its_burn_card() -> None:
    table = HandDealt(DEAL)
    table.pull()
    assert table.ask(c.CardInError()).refused is None
    table.wager(1, TEN)
    table.wager(2, TEN)
    assert table.ask(c.NoMoreBets()).refused is None
    assert [(one.draw, one.card) for one in table.table.removed] == [(1, UNREAD)]
    table.run()
    assert table.table.dealer.draws == (4, 7)


@clause("633a.14(c)")
def test_one_that_was_exposed_is_for_who_takes_it_and_refusing_it_ends_the_players_hand() -> None:
    table = dealt(DEAL + " KH", TEN, TEN)
    assert table.ask(c.CardInError(table.pull()[0])).refused is None
    assert table.ask(c.RefuseCard(1)).refused is None
    assert table.hand(1).status == "stood"
    assert table.ask(c.Decide(2, "hit")).refused is None
    assert table.hand(2).cards == (UNREAD, UNREAD, "KH")


@clause("633a.14(c)")
def test_one_that_nobody_takes_and_the_dealer_cannot_use_goes_to_the_rack() -> None:
    table = dealt("2C TS 6D 8D AC KH", TEN)  # 17 for the dealer: no card is drawn
    assert table.ask(c.CardInError(table.pull()[0])).refused is None
    assert table.ask(c.Decide(1, "stand")).refused is None
    table.run()
    assert "exposed-card-unused" in kinds(table)
    assert table.rows() == [row(1, "blackjack", "win", TEN, TEN, 0)]


@clause("633a.14(c)")
def test_one_that_is_exposed_in_the_middle_of_the_deal_is_the_floors_to_rule_on() -> None:
    table = HandDealt(DEAL)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    table.deal_card(down=True)
    table.ask(c.CardInError(table.pull()[0]))
    assert [one.kind for one in table.table.holds] == ["card-in-error"]
    assert table.choose("void_round").refused is None
    assert [one[3] for one in table.rows()] == ["void", "void"]


@clause("633a.14(d)")
@pytest.mark.parametrize("seen", [True, False])
def test_a_card_that_a_dealer_with_17_draws_goes_to_the_rack(seen: bool) -> None:
    table = dealt("2C TS 6D 8D AC KH", TEN)
    table.ask(c.Decide(1, "stand"))
    table.enter()
    (card,) = table.pull()
    assert table.ask(c.CardInError(card if seen else "")).refused is None
    assert table.table.dealer.total == 17
    assert [one.card for one in table.table.removed] == [UNREAD, card if seen else UNREAD]
    assert kinds(table) == ["dealer-17-card"]


# ---- cards that lie elsewhere --------------------------------------------------------------------


@clause("633a.14(e)", "633a.12(b)(5)")
def test_a_dealer_who_missed_the_own_first_card_gets_both_behind_the_players() -> None:
    """Cards in the order of the deck: burn, box 1, box 2, box 1, box 2; the dealer said one was his."""
    table = HandDealt("2C TS 9H 8D 7C 6D TC")
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    for _ in range(3):
        table.deal_card(down=True)
    # The fourth card lies face down with box 1, and the fifth with box 2: both are told afterwards.
    assert table.ask(c.DealCard(table.pull()[0])).refused is None
    assert table.ask(c.CardsLie((Lie(4, 1),))).refused is None
    table.run()
    assert [hand.draws for hand in table.table.hands] == [(2, 4), (3, 5)]
    assert table.table.dealer.draws == (6, 7)
    assert table.table.dealer.cards == ("6D", UNREAD)
    assert "dealer-missed-card" in kinds(table)


@clause("633a.14(g)")
def test_a_hand_without_a_card_is_dead_and_one_with_one_card_gets_its_second_behind_the_others() -> None:
    table = HandDealt("2C TS 9H 6D 8D TC 7C")
    for box in (1, 2, 3):
        table.wager(box, TEN)
    table.ask(c.NoMoreBets())
    # Box 3 is passed over both times, box 2 the second time: the draws lie one place farther on.
    for down in (True, True, True):
        table.deal_card(down)
    table.deal_card(down=True)
    assert table.table.dealer.cards == ()
    lies = (Lie(4, 0),)
    assert table.ask(c.CardsLie(lies)).refused is None
    table.enter()
    assert table.table.dealer.cards == ("6D",)
    table.deal_card(down=True)
    table.deal_card(down=True)
    assert table.ask(c.CardsLie((Lie(6, 0),))).refused is None
    hold = table.table.holds[0]
    assert (hold.kind, hold.box) == ("one-card-hand", 2)
    assert (
        table.hand(3).status == "dead" or "hand-without-cards" in kinds(table) or len(table.table.holds) == 1
    )
    assert table.choose("second_card", role="dealer").refused is None
    table.run()
    assert table.hand(2).cards == (UNREAD, UNREAD)
    assert table.hand(3).status == "dead"
    assert row(1, "blackjack", "void", 0, TEN, 0, box=3) in table.rows()


@clause("633a.14(i)")
def test_a_player_who_was_passed_over_gets_the_card_when_the_others_have_theirs() -> None:
    table = dealt(DEAL + " 3H", TEN, TEN)
    table.ask(c.Decide(1, "hit"))
    assert table.ask(c.ReportPassedOver(1)).refused is None
    assert table.choose("late_card", role="dealer").refused is None
    table.ask(c.Decide(2, "stand"))
    assert table.game.prompts(table.table)[0].kind == "deal_card"
    table.deal_card()
    assert table.hand(1).cards == (UNREAD, UNREAD, "3H")


@clause("633a.14(i)")
def test_a_card_that_lies_with_a_later_hand_is_that_hands_and_the_first_is_asked() -> None:
    """Box 1 drew the 3H and stood; it lies with box 2, which nobody knows a count of."""
    table = dealt(DEAL + " 3H 4S", TEN, TEN)
    table.play(1, "hit")
    table.ask(c.Decide(1, "stand"))
    draw = table.hand(1).draws[-1]
    assert table.ask(c.CardWent(Lie(draw, 2))).refused is None
    assert table.table.holds[0].kind == "forgotten-card"
    assert table.hand(2).cards == (UNREAD, UNREAD, "3H")
    assert table.choose("late_card", role="dealer").refused is None
    table.ask(c.Decide(2, "stand"))
    table.deal_card()
    assert (table.hand(1).cards, table.hand(1).down) == ((UNREAD, UNREAD, "4S"), True)


# ---- the deck runs out ---------------------------------------------------------------------------


def short_of(left: int) -> HandDealt:
    """One deck of which `left` cards are left: all others lay face up. The next are ranks 2 to 9 of spades
    and on."""
    cards = [card for card in DECK if card not in ("AH", "AD")]
    deck = [*cards[: 52 - left], "AH", "AD", *cards[52 - left :]][:52]
    table = HandDealt(" ".join(deck), decks=1)
    for _ in range(52 - left):
        assert table.ask(c.FaceUpCard(table.pull()[0])).refused is None
    assert expected_in_shoe(table.table) == left
    return table


@clause("633a.14(f)")
def test_a_deck_that_runs_out_is_filled_from_the_rack_and_its_first_card_is_burned() -> None:
    table = short_of(8)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.deal()
    assert table.play(1, "hit").refused is None
    assert table.table.standing.shoe_empty
    assert table.play(1, "hit").refused is None
    assert table.table.phase == "Refilling"
    lie = {table.faces[draw] for hand in (*table.table.hands, table.table.dealer) for draw in hand.draws}
    back = [card for card in DECK if card not in lie]
    table.refill(" ".join(back))
    assert expected_in_shoe(table.table) == 52 - 7
    table.run()
    # The first of them was burned, the second is the card that box 1 asked for.
    assert [one.card for one in table.table.removed][-1] == UNREAD
    assert table.hand(1).cards[-1] == back[1]
    assert (len(table.hand(1).cards), table.hand(1).status) == (4, "")


@clause("633a.14(f)", "633a.12(b)(5)")
def test_a_deal_that_the_deck_is_too_short_for_goes_on_after_the_shuffle() -> None:
    table = short_of(3)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.kind, prompt.amount, prompt.draw) == ("deal_cards", 3, 0)
    assert table.ask(c.DealCards("2C")).refused is not None, "no card of these lies face up"
    assert table.deal_cards().refused is None
    assert table.table.phase == "Refilling"
    lie = {table.faces[draw] for draw in (51, 52)}
    back = [card for card in DECK if card not in lie]
    table.refill(" ".join(back))
    prompt = table.game.prompts(table.table)[0]
    # One is burned, then the dealer's first card, two second cards and the hole card are due.
    assert (prompt.kind, prompt.amount, prompt.draw) == ("deal_cards", 5, 54)
    table.run()
    assert table.table.dealer.cards[0] == back[1]
    assert [len(hand.cards) for hand in table.table.hands] == [2, 2]


def test_no_card_can_come_out_of_an_empty_deck() -> None:
    table = short_of(1)
    assert table.ask(c.CardInError()).refused is None
    assert table.table.standing.shoe_empty
    refused = table.ask(c.CardInError()).refused
    assert refused is not None


@clause("633a.7(e)(1)", "633a.12(b)(3)")
@pytest.mark.parametrize(("counted", "kind"), [(96, []), (95, ["card-count"])])
def test_what_is_left_in_the_hand_is_counted_against_the_draws(counted: int, kind: list[str]) -> None:
    """Eight draws of 104: the burn card, four, two, and one for the dealer."""
    table = dealt(DEAL + " 5H", TEN, TEN)
    table.finish()
    assert table.floor(c.CloseTable()).refused is None
    table.ask(c.CollectShoe(counted))
    assert [one.kind for one in table.table.holds] == kind


# ---- the cover card ------------------------------------------------------------------------------


@clause("633a.7(e)", "633a.12(b)(3)", "633a.5(c)(2)")
def test_the_cover_card_ends_the_deck_with_this_round_and_its_box_is_offered_the_cut() -> None:
    table = dealt(DEAL + " 5H 5D", TEN, TEN)
    table.ask(c.Decide(1, "stand"))
    table.ask(c.Decide(2, "hit"))
    assert table.ask(c.CoverCardSeen()).refused is None
    assert table.ask(c.CoverCardSeen()).refused is not None, "there is one only"
    table.finish()
    assert table.table.phase == "Shuffling"
    assert (table.table.standing.supply.cut_why, table.table.standing.supply.cover_at) == ("cover", 2)


@clause("633a.7(e)")
def test_one_that_came_in_the_deal_is_told_with_its_box() -> None:
    table = HandDealt(DEAL)
    table.wager(1, TEN)
    table.wager(2, TEN)
    table.ask(c.NoMoreBets())
    assert table.ask(c.CoverCardSeen(8)).refused is not None
    assert table.ask(c.CoverCardSeen(2)).refused is None
    assert table.table.standing.supply.cover_at == 2


# ---- after a loss of power -----------------------------------------------------------------------


def test_after_a_loss_of_power_the_cards_are_compared_and_the_round_goes_on() -> None:
    table = dealt(DEAL + " 3H 2S", TEN, TEN)
    table.play(1, "hit")
    before = table.table
    rules, devices = before.rules, table.devices
    ruling = table.take(Told(c.Restarted(BUILD, rules, 1000, "", devices, EQUIPMENT)))
    assert [one.kind for one in ruling.table.holds] == ["power-loss"]
    assert table.ask(c.DealCard("3H")).refused is not None
    for name in ("reader", "wagers", "shuffler"):
        table.back(name)
    assert table.choose("resume").refused is None
    assert table.table.hands == before.hands
    table.finish()
    assert table.table.phase == "Betting"


def test_every_ruling_can_be_read_again_from_the_journal() -> None:
    table = dealt(DEAL + " 3H 2S KC", TEN, TEN)
    table.play(1, "hit")
    table.shows(1)
    table.finish()
    for at, (given, ruling) in enumerate(table.log, 1):
        entry = decode_entry(at, encode_ruling(given, ruling))
        assert (entry.given, entry.events) == (given, ruling.events)
    assert all(
        type(order).__name__ not in ("Permit", "Disclose") for _, one in table.log for order in one.orders
    )
