"""A player with cards who leaves the table: the floor may have the wagers treated as lost, 671a.7(b)."""

from collections.abc import Callable

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.ruling import Ruling
from drivers import messages as m
from tests.controller.games.lunar_poker.playing import (
    ACE_KING,
    ANTE,
    BELOW,
    NOTHING,
    LunarPoker,
    back,
    deal,
    dealt,
    lost,
    refused,
    staked,
    won,
)
from tests.controller.games.lunar_poker.rounds import TWO, at, drawing, records

THREE = "QC QD QH 2S 5C"
"""Three queens: 8 to 1."""
ABANDONED = ("wagers-abandoned", "671a.7(b)")


def leave(table: LunarPoker, box: int) -> Ruling:
    return table.floor(c.AbandonWagers(box))


def answered(table: LunarPoker) -> None:
    """Devices that were silent answer again: the shoe tells the card that it was asked for."""
    table.answers = True
    face = table.table.wanted_face
    if face is not None:
        table.report("shoe", m.Disclosed(face.draw, table.shoe.kept[face.draw]))


def left(table: LunarPoker, box: int) -> LunarPoker:
    """The floor had the wagers of that box treated as lost, and the round was played to its end."""
    assert leave(table, box).refused is None
    return table.finish()


def of_box(table: LunarPoker, box: int) -> list[tuple[str, str]]:
    return [(one[2], one[3]) for one in table.rows() if one[0] == box]


@clause("671a.7(b)")
@pytest.mark.parametrize(
    ("phase", "verb"),
    [
        ("Dealing", "bet"),
        *(("PlayerDecisions", verb) for verb in ("bet", "buy", "fold")),
        *(("LockedIn", verb) for verb in ("bet", "buy")),
        ("Options", "buy"),
        ("Reveal", "bet"),
    ],
)
def test_all_that_lies_there_is_lost_at_once_in_any_phase_of_the_round(phase: str, verb: str) -> None:
    table = at(phase, verb)
    lying = [lost(one.box, one.wager, one.stake) for one in table.table.stacks]
    before = len(table.rows())
    assert lying
    assert leave(table, 1).refused is None
    assert table.rows()[before:] == lying
    assert {one.clause for one in table.settlements()[before:]} == {"671a.7(b)"}
    assert (table.table.stacks, table.status(1)) == ((), "out")
    assert records(table)[-1] == ABANDONED
    answered(table)
    assert table.finish().table.phase == "Shuffling"
    assert len(table.rows()) == before + len(lying)
    assert not table.events(ev.RoundVoided)


@clause("671a.7(b)", "671a.8(c)")
@pytest.mark.parametrize("drawn", range(11))
def test_who_leaves_in_the_deal_still_gets_the_cards_and_the_others_get_theirs(drawn: int) -> None:
    """Two boxes and the dealer, fifteen cards, in their order."""
    table = staked(deal(NOTHING, TWO, ACE_KING), ANTE, ANTE)
    table.ask(c.NoMoreBets())
    for _ in range(drawn):
        table.draw()
    left(table, 1)
    assert (table.dealt_to(0), table.dealt_to(1)) == ([1, 4, 7, 10, 13], [2, 5, 8, 11, 14])
    assert of_box(table, 1) == [("ante", "lose"), ("super", "lose")]
    assert of_box(table, 2) == [("super", "lose"), ("ante", "lose"), ("bet", "lose")]


@clause("671a.7(b)", "671a.11(c)")
def test_nothing_more_is_declared_or_decided_for_that_hand() -> None:
    table = dealt(THREE, TWO, ACE_KING)
    leave(table, 1)
    refused(table.declare(1), "671a.7(b)")
    for verb in ("fold", "bet", "buy"):
        refused(table.decide(1, verb), "671a.7(b)")
    assert table.act(2, "bet").refused is None
    assert table.ask(c.LockDecisions()).refused is None


@clause("671a.7(b)", "671a.11(b)")
@pytest.mark.parametrize("verb", ["bet", "buy"])
def test_a_decision_whose_chips_are_awaited_ends_and_its_area_closes(verb: str) -> None:
    table = dealt(NOTHING, TWO, ACE_KING)
    table.decide(1, verb)
    assert table.open
    leave(table, 1)
    assert (table.table.asked, table.open) == (None, ())
    refused(table.place(1, ("bet", 2 * ANTE)), "671a.11(b)")
    table.finish()
    assert of_box(table, 1) == [("ante", "lose"), ("super", "lose")]


@clause("671a.7(b)")
def test_the_decision_of_another_box_goes_on() -> None:
    table = dealt(NOTHING, TWO, ACE_KING)
    table.decide(2, "bet")
    leave(table, 1)
    assert table.place(2, ("bet", 2 * ANTE)).refused is None
    assert table.status(2) == "bet"


@clause("671a.7(b)", "671a.11(d)(1)")
@pytest.mark.parametrize("verb", ["buy", "exchange"])
def test_an_options_fee_that_lies_there_is_lost_and_buys_nothing(verb: str) -> None:
    """Box 1 is being served; box 2, which waits, leaves."""
    table = drawing("buy", verb)
    table.draw()
    assert leave(table, 2).refused is None
    assert lost(2, "options") in table.rows()
    table.again(1, "bet")
    assert (table.shoe.last, len(table.dealt_to(1))) == (16, 5)
    assert table.table.phase == "Shuffling"


@clause("671a.7(b)", "671a.11(d)")
@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_who_leaves_while_being_served_gets_no_more_cards_and_the_next_box_is_served(drawn: int) -> None:
    table = drawing("exchange", "buy")
    for _ in range(drawn):
        table.draw()
    assert leave(table, 1).refused is None
    table.run()
    assert table.dealt_to(0)[5:] == [16, 17][:drawn]
    assert table.dealt_to(1)[5:] == [16 + drawn]
    table.again(2, "bet")
    assert of_box(table, 1) == [("super", "lose"), ("options", "fee"), ("ante", "lose")]
    assert table.table.phase == "Shuffling"


@clause("671a.7(b)", "671a.11(d)(3)")
@pytest.mark.parametrize("asked", [False, True])
def test_who_leaves_before_the_second_decision_makes_none(asked: bool) -> None:
    table = drawing("buy", "buy")
    table.run()
    if asked:
        table.decide(1, "bet")
    leave(table, 1)
    assert table.open == ()
    table.run()
    assert table.status(2) == "drawn"


@clause("671a.7(b)", "671a.11(c)(1)", "671a.11(c)(2)")
@pytest.mark.parametrize("declares", [False, True])
def test_super_wagers_of_others_on_that_hand_stay(declares: bool) -> None:
    """Three queens: declared before their player left, they win for who wagered on them; else they lose."""
    table = LunarPoker(deal(THREE, TWO, ACE_KING))
    table.stake(1)
    table.stake(2, super_on_1=500)
    table.deal()
    if declares:
        table.declare(1)
    left(table, 1)
    on_it = won(2, "super_on_1", 4000, 500) if declares else lost(2, "super_on_1", 500)
    assert on_it in table.rows()
    assert of_box(table, 1) == [("ante", "lose"), ("super", "lose")]


@clause("671a.7(b)", "671a.11(c)(2)")
def test_a_declared_hand_is_not_turned_over_where_nothing_hangs_on_it_any_more() -> None:
    table = dealt(THREE, TWO, ACE_KING)
    table.declare(1)
    leave(table, 1)
    table.act(2, "bet")
    table.lock()
    assert not [one for one in table.events(ev.HandTurned) if one.box == 1]


@clause("671a.7(b)", "671a.11(c)(3)")
def test_a_declared_instant_payout_is_lost_with_the_ante() -> None:
    table = dealt("9C TC QC KC JC", "3C 5D 7H 9S 2S", ACE_KING)
    table.declare(1, instant=True)
    left(table, 1)
    assert of_box(table, 1) == [("ante", "lose"), ("super", "lose")]


@clause("671a.7(b)", "671a.11(e)")
@pytest.mark.parametrize("verb", ["fold", "instant"])
def test_who_is_out_or_paid_may_still_lose_the_super_wager_on_the_dealers_hand(verb: str) -> None:
    table = LunarPoker(deal("9C TC JC QC KC", ACE_KING))
    table.stake(1, super_on_dealer=500)
    table.deal()
    _ = table.declare(1, instant=True) if verb == "instant" else table.act(1, "fold")
    table.ask(c.LockDecisions())
    settled = of_box(table, 1)
    left(table, 1)
    assert of_box(table, 1) == [*settled, ("super_on_dealer", "lose")]
    if verb == "instant":
        assert ("ante", "win") in settled


@clause("671a.7(b)", "671a.11(e)", "671a.11(f)(1)")
def test_the_others_are_settled_as_if_that_hand_were_not_there() -> None:
    """Its Super Wagers on others go with it; those of others on the dealer's hand are settled."""
    table = LunarPoker(deal(NOTHING, TWO, BELOW))
    table.stake(2, super_on_dealer=500)
    table.stake(1, super_on_2=500, super_on_dealer=500)
    table.deal()
    left(table, 1)
    assert {outcome for _, outcome in of_box(table, 1)} == {"lose"}
    assert len(of_box(table, 1)) == 4
    assert table.rows()[4:] == [
        lost(2, "super"),
        lost(2, "super_on_dealer", 500),
        won(2, "ante", ANTE),
        back(2, "bet", 2 * ANTE),
    ]


@clause("671a.7(b)")
def test_where_everybody_has_left_the_round_ends_lawfully() -> None:
    table = dealt(NOTHING, TWO, ACE_KING)
    leave(table, 1)
    left(table, 2)
    assert table.table.phase == "Shuffling"
    assert table.table.stacks == ()
    assert {one[3] for one in table.rows()} == {"lose"}


@clause("671a.7(b)")
def test_where_the_floor_does_not_choose_so_the_hand_plays_on() -> None:
    table = dealt(NOTHING, TWO, ACE_KING)
    before = table.table.stacks
    assert table.ask(c.ReportIncident("player_left", 1)).refused is None
    assert table.table.stacks == before
    assert records(table) == [("player-left", "topic:player-left")]
    assert table.act(1, "bet").refused is None


@clause("671a.7(b)")
def test_only_the_floorperson_chooses_it() -> None:
    refused(dealt(NOTHING, ACE_KING).ask(c.AbandonWagers(1)), "topic:role")


def taken_back(table: LunarPoker) -> LunarPoker:
    table.floor(c.AbandonWagers(1))
    return table


@clause("671a.7(b)", "671a.7(d)")
@pytest.mark.parametrize(
    ("where", "box"),
    [
        (lambda: at("Betting"), 1),
        (lambda: at("NoMoreBets"), 1),
        (lambda: at("LockedIn", "fold"), 1),
        (lambda: at("Collecting"), 1),
        (lambda: at("Dealing"), 2),
        (lambda: at("PlayerDecisions"), 9),
        (lambda: at("Options"), 0),
        (lambda: taken_back(at("PlayerDecisions")), 1),
    ],
)
def test_refused_where_no_hand_lies_or_nothing_of_it(where: Callable[[], LunarPoker], box: int) -> None:
    table = where()
    stacks = table.table.stacks
    refused(leave(table, box), "671a.7(b)")
    assert table.table.stacks == stacks
