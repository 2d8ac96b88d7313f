"""Boxes that were left out of the deal, 672a.12(g), and faces that come to lie up or down by it."""

import pytest

from controller.consoles.frames import FACE_DOWN
from controller.consoles.screens import screen
from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED, UNREAD
from tests.controller.games.free_bet_blackjack.rounds import hands, kinds, refused
from tests.controller.games.free_bet_blackjack.slips import (
    again,
    boxes,
    cards,
    draws,
    in_error,
    lie,
    met,
    power_lost,
    status,
)
from tests.support import GAME, Play

MISSED = ("dealer-missed-card", "the dealer's cards are dealt after the players' own")
NO_CARD = ("hand-without-cards", "box 2 was dealt no card: the hand is dead, and is in the next deal")


# ---- faces: what lies face down is hidden, what lies face up is known ------------------------------------


IN_ORDER = "2C TS 9H 7H 9D 8D TC 5S"
"""Two boxes, ten and nine, nine and eight; the dealer has a seven up and a ten below it."""


def shown(table: Play) -> tuple[tuple[str, ...], str]:
    """The dealer's cards and count as anybody sees them."""
    seen = screen(GAME, table.table, resolve=str).dealer
    return seen.cards, seen.count


@clause("672a.12(e)", "672a.7(e)(4)")
def test_a_hole_card_is_sealed_again_wherever_it_was_drawn_for() -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 7)
    lie(table, (6, 0), (7, 2))  # box 2's second card and the hole card were changed about
    assert table.table.dealer.cards == ("7H", SEALED)
    assert shown(table) == (("7H", FACE_DOWN), "7"), "nobody sees the eight any more"
    assert cards(table, 2) == ("9H", "TC"), "the one that was drawn face down is told: it lies face up"
    assert table.events(ev.CardDisclosed) == [ev.CardDisclosed(7, "TC")]
    table.finish()  # 19 and 19 against 15 and a 5
    assert table.rows()[:1] == [(2, 1, "blackjack", "lose", 0, 0, 2000)]


@clause("672a.12(e)", "672a.7(h)")
def test_nothing_goes_on_before_a_card_that_lies_face_up_is_told() -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 7)
    table.answers = False
    ruling = lie(table, (6, 0), (7, 2))
    assert ruling.orders == (m.Lock(), m.Disclose(7))
    assert (table.table.phase, cards(table, 2)) == ("Dealing", ("9H", SEALED))
    assert screen(GAME, table.table, resolve=str).boxes[1].hands[0].cards == ("9H", FACE_DOWN)
    power_lost(table)
    table.report("shoe", m.Disclosed(7, "TC"))
    assert table.table.phase == "PlayerDecisions"
    assert cards(table, 2) == ("9H", "TC")


@clause("672a.12(e)", "672a.7(f)")
def test_the_dealers_first_card_is_told_where_it_was_drawn_face_down() -> None:
    table = draws(boxes("2C TS 9H 7H 8D AD TC 5S", 1000, 2000), 7)
    lie(table, (6, 0), (7, 2))
    table.answers = False
    lie(table, (4, 2), (7, 0))
    assert table.table.dealer.cards == (SEALED, SEALED)
    assert table.table.phase == "Dealing", "whether insurance is offered depends on it"
    table.answers = True
    table.report("shoe", m.Disclosed(6, "AD"))
    assert (table.table.phase, table.table.dealer.cards) == ("Insurance", ("AD", SEALED))


@clause("672a.12(e)", "house.10")
@pytest.mark.parametrize("told", [True, False])
def test_a_card_that_the_shoe_cannot_tell_any_more_is_entered_from_sight(told: bool) -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 7)
    table.answers = False
    lie(table, (6, 0), (7, 2))
    if told:
        table.report("shoe", m.Disclosed(7, UNREAD))
        table.answers = True
    else:
        table.answers = True
        table.reset("shoe")
        table.choose("resume")
    assert cards(table, 2) == ("9H", UNREAD)
    assert table.table.phase == "Dealing"
    assert GAME.prompts(table.table)[0].kind == "enter_card"
    refused(table.floor(c.EnterCard(6, "8D")), "topic:unread-card", "not waiting")
    table.floor(c.EnterCard(7, "TC"))
    assert table.table.phase == "PlayerDecisions"
    assert cards(table, 2) == ("9H", "TC")
    table.faces[6] = "8D"
    table.finish()
    assert table.table.phase == "Betting"


@clause("672a.12(e)", "house.10")
def test_a_hole_card_from_before_the_shoe_began_anew_is_entered_when_it_is_turned() -> None:
    table = draws(boxes(IN_ORDER, 1000, 2000), 6)
    table.reset("shoe")
    table.choose("resume")
    table.draw()
    assert table.table.phase == "PlayerDecisions"
    lie(table, (6, 0), (7, 2))
    assert table.table.dealer.cards == ("7H", UNREAD)
    assert table.prompt() == "decide", "it lies face down"
    table.finish()
    assert table.table.phase == "Betting"
    assert [event.draw for event in table.events(ev.CardEntered)] == [6]


# ---- (g) a box was passed over ---------------------------------------------------------------------------

THREE = (1000, 2000, 500)


@clause("672a.12(g)")
@pytest.mark.parametrize(
    ("drawn", "lies"),
    [
        (3, [(3, 3)]),
        (5, [(3, 3), (4, 0), (5, 1)]),
        (8, [(3, 3), (4, 0), (5, 1), (6, 2), (7, 3), (8, 0)]),
    ],
    ids=["at once", "later", "when all seemed to be dealt"],
)
def test_a_box_that_was_skipped_in_the_first_pass_has_one_card(
    drawn: int, lies: list[tuple[int, int]]
) -> None:
    table = draws(boxes("2C TS 9H 7H 9D 5C 8D TC 6C 4S", *THREE), drawn)
    assert lie(table, *lies).refused is None
    table.run()
    assert hands(table) == [(1, 1, ("TS", "9D"), ""), (2, 1, ("5C",), ""), (3, 1, ("9H", "8D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    (hold,) = table.table.holds
    assert (hold.kind, hold.box, hold.clause) == ("one-card-hand", 2, "topic:hand-without-cards")
    assert [(way.name, way.role) for way in hold.remedies] == [
        ("second_card", "dealer"),
        ("call_dead", "dealer"),
        ("void_round", "floorperson"),
    ]
    assert again(table) == table.table
    table.choose("second_card", role="dealer")
    assert table.table.wanted_shoe == m.Permit(9, "u")
    table.run()
    assert cards(table, 2) == ("5C", "6C"), "after all others have their second"
    assert table.table.phase == "PlayerDecisions"
    table.play(1, "stand")
    assert table.play(2, "double").refused is None, "11: two cards, dealt as any other's"
    table.finish()  # 19, 15 and 17 against 17
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (2, 1, "free_bet", "lose", 0, 0, 0),
        (3, 1, "blackjack", "push", 0, 500, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


@clause("672a.12(g)", "672a.7(h)(1)")
def test_the_late_second_card_can_make_a_blackjack() -> None:
    table = draws(boxes("2C TS 9H 7H 9D AC 8D TC KC 4S", *THREE), 3)
    lie(table, (3, 3))
    table.run()
    table.choose("second_card")
    table.run()
    assert status(table, 2) == "blackjack"
    table.play(1, "stand")
    assert table.rows() == [(2, 1, "blackjack", "win", 3000, 2000, 0)]


@clause("672a.12(g)")
@pytest.mark.parametrize(("drawn", "lies"), [(7, [(7, 3)]), (8, [(7, 3), (8, 0)])])
def test_a_box_that_was_skipped_in_the_second_pass(drawn: int, lies: list[tuple[int, int]]) -> None:
    table = draws(boxes("2C TS 5C 9H 7H 9D 8D TC 6C", *THREE), drawn)
    lie(table, *lies)
    table.run()
    assert kinds(table) == ["one-card-hand"]
    assert hands(table) == [(1, 1, ("TS", "9D"), ""), (2, 1, ("5C",), ""), (3, 1, ("9H", "8D"), "")]
    assert table.table.dealer.cards == ("7H", SEALED)
    table.choose("second_card")
    table.run()
    assert cards(table, 2) == ("5C", "6C")


@clause("672a.12(g)")
def test_a_player_who_does_not_want_the_second_card_gets_the_wagers_back() -> None:
    table = Play("2C TS 5C 9H 7H 9D 8D TC")
    for box, stake, push in ((1, 1000, 0), (2, 2000, 300), (3, 500, 0)):
        table.wager(box, stake, push)
    table.ask(c.NoMoreBets())
    draws(table, 7)
    lie(table, (7, 3))
    table.run()
    table.choose("call_dead", role="dealer")
    assert table.table.phase == "PlayerDecisions"
    assert status(table, 2) == "dead"
    assert table.rows() == [
        (2, 1, "blackjack", "void", 0, 2000, 0),
        (2, 1, "push_22", "void", 0, 300, 0),
    ]
    table.play(1, "stand")
    assert table.table.turn == 2, "box 2 has no decision"
    refused(table.ask(c.Decide(2, "hit")), "topic:decisions-in-order")
    table.finish()
    assert table.rows()[2:] == [
        (3, 1, "blackjack", "push", 0, 500, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]


@clause("672a.12(g)", "672a.6(b)")
def test_a_hand_without_cards_is_dead_and_its_player_is_in_the_next_deal() -> None:
    names = ("Al", "Bo", "Cy")
    table = boxes("2C TS 9H 7H 9D 8D TC 4S 5S 6S 7S", *THREE, mid_shoe_entry=False, players=names)
    draws(table, 7)
    lie(table, (3, 3), (4, 0), (5, 1), (6, 3), (7, 0))
    assert table.table.phase == "PlayerDecisions"
    assert hands(table)[1] == (2, 1, (), "dead")
    assert table.rows() == [(2, 1, "blackjack", "void", 0, 2000, 0)]
    assert met(table)[1:] == [NO_CARD]
    table.finish()
    assert table.rows()[1:] == [
        (3, 1, "blackjack", "push", 0, 500, 0),
        (1, 1, "blackjack", "win", 1000, 1000, 0),
    ]
    assert table.table.phase == "Betting"
    assert table.wager(4, 1000, player="Di").refused is not None, "who sat out waits for the reshuffle"
    assert table.wager(2, 2000, player="Bo").refused is None
    table.ask(c.NoMoreBets())
    assert [hand.box for hand in table.table.hands] == [2]


@clause("672a.12(g)")
def test_two_boxes_with_one_card_are_asked_one_after_the_other() -> None:
    table = draws(boxes("2C TS 5C 4C 7H 9D TC 6C 3S 8S", *THREE), 7)
    lie(table, (7, 0))
    assert kinds(table) == ["one-card-hand"]
    assert table.table.holds[0].box == 2
    table.choose("second_card")
    table.run()
    assert (kinds(table), table.table.holds[0].box) == (["one-card-hand"], 3)
    table.choose("call_dead")
    assert hands(table) == [(1, 1, ("TS", "9D"), ""), (2, 1, ("5C", "6C"), ""), (3, 1, ("4C",), "dead")]
    assert table.rows() == [(3, 1, "blackjack", "void", 0, 500, 0)]


@clause("672a.12(g)", "house.2")
@pytest.mark.parametrize("at", ["told", "asked", "second"])
def test_loss_of_power_in_the_middle(at: str) -> None:
    table = draws(boxes("2C TS 9H 7H 9D 5C 8D TC 6C 4S", *THREE), 3)
    lie(table, (3, 3))
    if at == "told":
        power_lost(table)
    table.run()
    if at == "asked":
        power_lost(table)
    table.choose("second_card")
    if at == "second":
        power_lost(table)
    table.run()
    assert cards(table, 2) == ("5C", "6C")
    assert table.table.phase == "PlayerDecisions"


@clause("672a.12(g)", "672a.12(b)")
def test_a_card_that_waits_goes_where_the_corrected_deal_goes_on() -> None:
    table = draws(boxes("2C TS 5C 9H 7H 9D 8D TC 6C", *THREE), 7)
    table.report("reader", m.FaultRaised("reader"))
    in_error(table, "unexposed")
    table.report("reader", m.FaultCleared("reader"))
    table.answers = False
    table.choose("repaired")
    assert table.table.ahead != (), "its face is asked for: box 3 seemed to be due"
    lie(table, (7, 3))
    table.report("shoe", m.Disclosed(8, "TC"))
    assert table.table.dealer.cards == ("7H", SEALED), "told too late to be of use: it is the hole card"
    assert hands(table) == [(1, 1, ("TS", "9D"), ""), (2, 1, ("5C",), ""), (3, 1, ("9H", "8D"), "")]
    assert kinds(table) == ["one-card-hand"]
