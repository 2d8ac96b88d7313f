"""Blackjack dealt from the hand (633a.12(b)(8), (9)): the dealer's play, and hands that are turned then."""

import pytest

from controller.entries import decode_entry, encode_ruling
from controller.recall import RoundRecord, document, recall
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers.cards import UNREAD
from tests.controller.games.blackjack.held import HandDealt, dealt
from tests.controller.games.blackjack.playing import row

TEN = 1000


def stand(table: HandDealt, *boxes: int) -> None:
    for box in boxes:
        assert table.ask(c.Decide(box, "stand")).refused is None


@clause("633a.12(b)(8)", "633a.7(l)", "633a.7(m)")
def test_the_hole_card_is_turned_and_told_first_and_the_dealer_draws_face_up_below_17() -> None:
    table = dealt("2C TS 6D 8D TC 2H 9S", TEN)
    stand(table, 1)
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.who, prompt.kind, prompt.draw) == ("dealer", "enter_card", table.table.dealer.draws[1])
    assert table.ask(c.DealCard("2H")).refused is not None, "the hole card comes first"
    table.enter()
    prompt = table.game.prompts(table.table)[0]
    assert (prompt.kind, prompt.words[:13]) == ("deal_card", "Announce 16. ")
    table.deal_card()
    assert table.table.dealer.total == 18
    assert table.known() == {"6D", "TC", "2H"}, "no hand is turned before the dealer's is complete"


@clause("633a.12(b)(9)", "633a.7(r)")
def test_then_every_hand_is_turned_over_from_the_dealers_right_and_settled() -> None:
    table = dealt("2C TS 9H 6D 8D 7C TC 2H", TEN, TEN)
    stand(table, 1, 2)
    table.enter()
    table.deal_card()
    assert table.table.phase == "DealerPlay"
    assert all(not hand.down for hand in table.table.hands)
    assert table.rows() == [], "nothing is settled before it is known"
    asked = [one.draw for one in table.game.prompts(table.table) if one.kind == "enter_card"]
    # Box 2 holds draws 3 and 6, box 1 draws 2 and 5.
    assert asked == [3, 6, 2, 5]
    table.run()
    # 16 and 18 against 18.
    assert table.rows() == [
        row(1, "blackjack", "lose", 0, 0, TEN, box=2),
        row(1, "blackjack", "push", 0, TEN, 0),
    ]


@clause("633a.12(b)(9)", "633a.7(p)(2)")
def test_a_hand_that_is_found_over_21_only_then_is_lost_also_where_the_dealer_is_over_21() -> None:
    table = dealt("2C TS 6D 8D TC 5H KH", TEN)
    table.play(1, "hit")
    stand(table, 1)
    table.run()
    assert (table.hand(1).total, table.hand(1).status) == (23, "bust")
    assert table.rows() == [row(1, "blackjack", "lose", 0, 0, TEN)]


@clause("633a.12(b)(9)", "633a.13(a)", "633a.7(p)(3)")
@pytest.mark.parametrize(
    ("up", "rest", "cited"),
    [
        ("6D", "TC 2H", "633a.13(a)"),
        ("6D", "TC 5H", "633a.7(p)(3)"),
        ("KD", "9C", "633a.7(i)(1)(ii)"),
    ],
)
def test_a_blackjack_that_its_player_stood_on_is_one_all_the_same(up: str, rest: str, cited: str) -> None:
    """Against 18, against 21 of three cards, and against 19 with a ten up."""
    table = dealt(f"2C AS {up} KS {rest}", TEN)
    stand(table, 1)
    table.run()
    assert table.rows() == [row(1, "blackjack", "win", 1500, TEN, 0)]
    assert table.clauses() == [cited]


@clause("633a.12(b)(9)")
def test_a_21_of_more_cards_is_no_blackjack() -> None:
    table = dealt("2C AS 6D 3S TC 7H 2H", TEN)
    table.play(1, "hit")
    stand(table, 1)
    table.run()
    assert table.rows() == [row(1, "blackjack", "win", TEN, TEN, 0)]


@clause("633a.12(b)(9)", "633a.10(c)")
def test_a_double_that_is_dealt_face_down_is_turned_with_the_hands_at_the_end() -> None:
    table = dealt("2C 5S 6D 6H TC TH 2H", TEN, double_face="down")
    table.shows(1)
    assert table.ask(c.Decide(1, "double")).refused is None
    table.place(1, ("double_down", TEN))
    assert table.game.prompts(table.table)[0].kind == "deal_down"
    table.deal_card(down=True)
    assert (table.hand(1).cards, table.hand(1).status) == (("5S", "6H", UNREAD), "doubled")
    table.enter()
    assert table.game.prompts(table.table)[0].kind == "deal_card", "the dealer draws to 16 before it"
    table.deal_card()
    assert table.game.prompts(table.table)[0].kind == "enter_card"
    table.run()
    assert table.hand(1).total == 21
    # 21 against 18: both stacks win 1 to 1.
    assert table.rows() == [
        row(1, "blackjack", "win", TEN, TEN, 0),
        row(1, "double_down", "win", TEN, TEN, 0),
    ]


@clause("633a.12(b)(8)", "633a.7(n)")
def test_a_dealer_draws_for_a_hand_that_nobody_has_seen_and_for_none_where_all_are_over() -> None:
    lone = dealt("2C TS 6D 8D TC QH", TEN)
    lone.play(1, "hit")
    lone.shows(1)
    assert lone.table.phase == "Betting"
    assert [event.to for event in lone.events(ev.CardDealt)].count(-1) == 2
    held = dealt("2C TS 6D 8D TC QH 2S", TEN)
    held.play(1, "hit")
    stand(held, 1)
    held.run()
    assert [event.to for event in held.events(ev.CardDealt)].count(-1) == 3


# ---- what stays unknown, and what is looked up -----------------------------------------------------------


@clause("633a.12(b)(4)", "633a.12(b)(5)")
def test_a_burned_card_is_known_to_nobody_until_the_floor_looks_it_up_in_the_rack() -> None:
    table = dealt("2C TS 6D 8D TC 2H", TEN)
    table.finish()
    assert "2C" not in table.known()
    assert table.ask(c.EnterCard(1, "2C"), "floorperson").refused is not None, "the deck is in play"
    assert table.floor(c.CloseTable()).refused is None
    assert table.collect_shoe().refused is None
    assert table.ask(c.EnterCard(1, "2C")).refused is not None, "the dealer is not asked"
    assert table.floor(c.EnterCard(1, "2C")).refused is None
    assert "2C" in table.known()
    assert table.floor(c.EnterCard(1, "2C")).refused is not None, "once is enough"
    shown = document(table.game, _recalled(table, for_auditor=True), str)
    assert shown["removed"] == ["2C"]
    assert document(table.game, _recalled(table, for_auditor=False), str)["removed"] == [UNREAD]


def _recalled(table: HandDealt, *, for_auditor: bool) -> RoundRecord:
    """The only round of that table, from the entries of its journal."""
    entries = [decode_entry(at, encode_ruling(*one)) for at, one in enumerate(table.log, 1)]
    (record,) = recall(table.game, table.table.rules, entries, for_auditor=for_auditor)
    return record


@clause("633a.12(b)(9)")
def test_the_total_of_a_hand_that_was_never_turned_is_not_guessed() -> None:
    table = dealt("2C TS 6D 8D TC 2H", TEN)
    table.play(1, "hit")
    table.floor(c.ReportIncident("other"))
    open_round = document(table.game, _recalled(table, for_auditor=True), str)
    assert open_round["hands"] == [
        {"box": 1, "hand": 1, "cards": [UNREAD, UNREAD, "2H"], "total": None},
    ]
