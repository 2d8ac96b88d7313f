"""Cards found face up or drawn in error, and a deck that ends too early: 671a.13(a) to (c)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import DEALER
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    NOTHING,
    LunarPoker,
    back,
    deal,
    dealt,
    lost,
    refused,
    row,
    staked,
)
from tests.controller.games.lunar_poker.rounds import TWO, VOID, at, drawing, is_void, kinds, records


def with_up(at: tuple[int, ...], *hands: str, rest: str = "") -> LunarPoker:
    """As `dealt`, but a card lies face up in the shoe before each of these draws of the deal."""
    marks = deal(*hands, rest=rest).split()
    for place in sorted(at, reverse=True):
        marks.insert(place - 1, f"{marks.pop()}!")
    table = staked(" ".join(marks), *(ANTE,) * (len(hands) - 1))
    table.deal()
    return table


# ---- found face up: 671a.13(a) ---------------------------


@clause("671a.13(a)")
@pytest.mark.parametrize("draw", range(1, 11))
def test_one_card_found_face_up_is_not_used_and_the_next_one_takes_its_place(draw: int) -> None:
    table = with_up((draw,), NOTHING, ACE_KING)
    assert table.table.phase == "PlayerDecisions"
    assert [one.draw for one in table.table.removed] == [draw]
    rest = [one for one in range(1, 12) if one != draw]
    assert (table.dealt_to(0), table.dealt_to(DEALER)) == (rest[::2], rest[1::2])
    assert table.cards(0) == (*(SEALED,) * 4, "4S")
    assert records(table) == [("face-up-card", "671a.13(a)")]


@clause("671a.13(a)")
@pytest.mark.parametrize("draws", [(1, 2), (3, 8), (1, 10)])
def test_two_of_them_in_the_deal_make_all_hands_void(draws: tuple[int, ...]) -> None:
    table = with_up(draws, NOTHING, ACE_KING)
    assert is_void(table)
    assert sorted(table.rows()) == VOID
    assert {one.clause for one in table.settlements()} == {"671a.13(a)"}
    assert records(table)[-1] == ("face-up-cards", "671a.13(a)")


@clause("671a.13(a)")
@pytest.mark.parametrize("phase", ["Betting", "NoMoreBets"])
@pytest.mark.parametrize("later", [(), (4,), (4, 9)])
def test_one_that_came_out_before_the_deal_is_none_of_the_two(phase: str, later: tuple[int, ...]) -> None:
    """It is not used either. later: draws of the deal before which another one lies face up."""
    marks = deal(NOTHING, ACE_KING).split()
    for place in reversed(later):
        marks.insert(place - 1, f"{marks.pop()}!")
    table = staked(" ".join((f"{marks.pop()}!", *marks)))
    table.answers = phase == "Betting"
    if phase == "NoMoreBets":
        table.ask(c.NoMoreBets())
    table.draw()
    assert table.table.phase == phase
    assert [one.draw for one in table.table.removed] == [1]
    table.answers = True
    if phase == "NoMoreBets":
        table.report("wagers", m.PositionsClosed())
        table.run()
    else:
        table.deal()
    if len(later) < 2:
        assert table.table.phase == "PlayerDecisions"
        assert records(table) == [("face-up-card", "671a.13(a)")] * (1 + len(later))
    else:
        assert is_void(table)


@clause("671a.13(a)")
def test_one_among_the_additional_cards_is_replaced() -> None:
    table = drawing("exchange", rest="2H! 3H 4H")
    table.run()
    assert (table.status(1), table.dealt_to(0)[-2:]) == ("drawn", [12, 13])
    assert not table.table.void


@clause("671a.13(a)")
@pytest.mark.parametrize("first", ["in the deal", "in the draws"])
def test_a_second_one_among_them_voids_what_is_not_settled_yet(first: str) -> None:
    """The lost Super Wagers stay lost and the fee is no wager; box 2's, which was not taken, goes back."""
    marks = deal(NOTHING, TWO, ACE_KING).split()
    at = 3 if first == "in the deal" else 15
    marks = [*marks[:at], f"{marks[-1]}!", *marks[at:15], f"{marks[-2]}!", *marks[15:-2]]
    table = staked(" ".join(marks), ANTE, ANTE)
    table.deal()
    table.act(1, "buy")
    table.act(2, "buy")
    table.lock()
    assert is_void(table)
    assert table.rows()[:3] == [lost(1, "super"), lost(2, "super"), row(1, "options", "fee", 0, 0, ANTE)]
    assert sorted(table.rows()[3:]) == [
        back(1, "ante", outcome="void"),
        back(2, "ante", outcome="void"),
        back(2, "options", outcome="void"),
    ]


@clause("671a.13(a)")
def test_a_face_up_card_of_the_round_before_does_not_count() -> None:
    table = with_up((2,), NOTHING, ACE_KING)
    table.finish()
    marks = deal(NOTHING, ACE_KING).split()
    table.shuffle(" ".join((f"{marks[-1]}!", *marks[:-1])))
    table.stake(1)
    table.deal()
    assert table.table.phase == "PlayerDecisions"
    assert records(table) == [("face-up-card", "671a.13(a)")] * 2


@clause("671a.13(a)", "671a.13(c)")
def test_where_one_that_was_counted_on_is_removed_and_the_deck_ends_the_round_is_void() -> None:
    """Of 22 cards all are promised, and the first is not used: the last player lacks one."""
    hands = (NOTHING, TWO, "2D 4C 6S 8H TD", "2H 4H 6C 8D TS", "3D 5S 7S 9H JD", ACE_KING)
    marks = deal(*hands).split()
    table = staked(" ".join((*marks[:30], f"{marks[30]}!", *marks[31:])), *(ANTE,) * 5)
    table.deal()
    for box in (1, 2, 3, 4):
        table.act(box, "exchange", 1, 2, 3, 4, 5)
    assert table.act(5, "exchange", 1, 2).refused is None
    table.lock()
    for box in (1, 2, 3, 4):
        table.act(box, "bet")
        while table.shoe.inside and table.prompt() == "draw":
            table.draw()
    assert table.shoe.last == 52
    table.report("shoe", m.ShoeEmpty(52))
    assert is_void(table)
    assert records(table)[-1] == ("wrong-number", "671a.13(c)")
    assert back(1, "bet", 2 * ANTE, "void") in table.rows()


@clause("671a.13(c)", "671a.11(d)(1)(ii)")
def test_a_deck_that_ends_with_the_last_card_that_was_due_voids_nothing() -> None:
    table = drawing("buy")
    table.shoe.inside = type(table.shoe.inside)([table.shoe.inside[0]])
    table.draw()
    assert table.report("shoe", m.ShoeEmpty(11)).refused is None
    table.again(1, "bet")
    assert table.events(ev.RoundVoided) == []
    assert table.table.phase == "Shuffling"
    assert table.report("shoe", m.ShoeEmpty(11)).refused is None, "and out of play it is only noted"


# ---- drawn in error: 671a.13(b) ---------------------------


@clause("671a.13(b)")
def test_a_card_that_left_before_the_deal_is_the_first_one() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.draw()
    assert kinds(table) == ["card-in-error"]
    assert table.table.holds[0].remedies[0].name == "unexposed"
    table.choose("unexposed")
    table.deal()
    assert (table.dealt_to(0), table.dealt_to(DEALER)) == ([1, 3, 5, 7, 9], [2, 4, 6, 8, 10])
    assert records(table) == [("card-in-error-unexposed", "topic:card-in-error-unexposed")]


@clause("671a.13(b)")
@pytest.mark.parametrize("verb", ["buy", "exchange"])
def test_one_that_left_while_players_decided_is_the_first_additional_card(verb: str) -> None:
    table = dealt(NOTHING, ACE_KING)
    table.draw()
    refused(table.decide(1, "bet"), "671a.13(b)")
    table.choose("unexposed")
    table.act(1, verb, *((1, 2) if verb == "exchange" else ()))
    table.lock()
    assert table.dealt_to(0)[5] == 11
    assert table.dealt_to(0)[5:] == ([11] if verb == "buy" else [11, 12])
    assert table.shoe.last == table.dealt_to(0)[-1]
    table.again(1, "bet")
    assert table.table.phase == "Shuffling"


@clause("671a.13(b)")
def test_one_too_many_for_the_first_box_is_the_next_ones() -> None:
    table = drawing("buy", "buy")
    table.draw()
    table.draw()
    table.choose("unexposed", "card-in-error")
    table.again(1, "bet")
    assert (table.dealt_to(0)[5:], table.dealt_to(1)[5:]) == ([16], [17])


@clause("671a.13(b)", "671a.11(g)")
def test_one_that_nobody_needed_is_told_to_the_journal_at_the_end() -> None:
    table = drawing("buy")
    table.run()
    table.draw()
    table.choose("unexposed")
    table.again(1, "bet")
    assert 12 in [one.draw for one in table.events(ev.CardDisclosed)]
    assert table.table.standing.sealed == ()


@clause("671a.13(b)", "671a.11(g)")
@pytest.mark.parametrize("phase", ["Options", "Settling", "Collecting"])
def test_and_it_is_among_the_cards_that_left_play_unused(phase: str) -> None:
    """Wherever it was drawn in error: before the last decision, or when all cards were dealt."""
    table = at(phase)
    table.run() if phase == "Options" else None
    while phase != "Options" and table.table.phase != phase:
        table.ask(c.WagersSettled())
    table.draw()
    draw = table.shoe.last
    table.choose("unexposed")
    if phase == "Options":
        assert table.act(1, "bet").refused is None
    assert [one.draw for one in table.table.removed] == [draw]
    assert table.table.ahead == ()


@clause("671a.13(b)", "671a.11(g)")
@pytest.mark.parametrize("kind", ["card-in-error", "double-feed"])
def test_one_that_was_asked_about_in_a_round_that_is_void_left_play_unused(kind: str) -> None:
    table = dealt(NOTHING, ACE_KING)
    if kind == "card-in-error":
        table.draw()
    else:
        table.report("shoe", m.DoubleFeed(11))
    table.choose("void_round")
    assert [one.draw for one in table.table.removed] == [11]
    assert (table.table.ahead, table.table.holds) == ((), ())


@clause("671a.13(a)", "671a.13(b)")
def test_a_question_about_a_card_in_error_ends_where_a_second_one_face_up_voids_the_round() -> None:
    table = drawing("buy", rest="2H 3H 4H! 5H!")
    table.run()
    for _ in range(3):
        table.draw()
    assert is_void(table)
    assert table.table.holds == ()


@clause("671a.13(b)")
def test_for_one_that_was_seen_the_chapter_has_no_use_and_the_round_may_be_void() -> None:
    table = dealt(NOTHING, ACE_KING)
    table.draw()
    assert [way.name for way in table.table.holds[0].remedies] == ["unexposed", "void_round"]
    table.choose("void_round")
    assert is_void(table)
    assert sorted(table.rows()) == VOID


@clause("671a.13(b)", "house.15")
def test_the_second_of_two_cards_that_left_at_once_is_the_next_one_and_entered_when_it_lies_face_up() -> None:
    table = staked(deal(NOTHING, ACE_KING))
    table.ask(c.NoMoreBets())
    for _ in range(8):
        table.draw()
    table.draw()
    table.shoe.last += 1
    table.shoe.inside.popleft()
    table.report("shoe", m.DoubleFeed(10))
    assert kinds(table) == ["double-feed"]
    refused(table.ask(c.EnterCard(10, "4S")), "topic:unread-card")
    table.choose("unexposed")
    assert table.prompt() == "enter_card"
    assert table.floor(c.EnterCard(10, "4S")).refused is None
    assert (table.table.phase, table.cards(0)[4]) == ("PlayerDecisions", "4S")


@clause("671a.8(c)", "house.10")
def test_a_last_card_of_the_dealers_that_cannot_be_read_is_entered_by_the_floorperson() -> None:
    table = staked(deal(NOTHING, f"{ACE_KING}?"))
    table.ask(c.NoMoreBets())
    for _ in range(10):
        table.draw()
    assert (table.table.phase, table.prompt()) == ("Dealing", "enter_card")
    refused(table.ask(c.EnterCard(10, "4S")), "topic:unread-card")
    assert table.floor(c.EnterCard(10, "4S")).refused is None
    assert (table.table.phase, table.cards(0)[4]) == ("PlayerDecisions", "4S")
