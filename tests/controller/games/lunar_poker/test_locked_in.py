"""When all decisions are locked in, 671a.11(c): what is verified, collected and paid, in which order, before
a further card; by the odds of 671a.12(a) and (b)."""

from typing import Any

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
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
    won,
)

TWO = "3C 5D 7H 9S JC"
THREE = "3D 6S 8D TS QC"
FLUSH = "2S 5S 9S JS QS"
STRAIGHT_FLUSH = "8H 9H TH JH QH"
ROYAL = "AD KD QD JD TD"


def locked(table: LunarPoker, *decisions: str) -> LunarPoker:
    """Boxes 1, 2, … decide so, and all is locked in; nothing of it is done yet but said."""
    for box, verb in enumerate(decisions, 1):
        if verb:
            assert table.act(box, verb).refused is None
    assert table.ask(c.LockDecisions()).refused is None
    return table


@clause("671a.1(super-wager)", "671a.11(c)", "671a.11(c)(1)")
def test_a_super_wager_that_was_not_declared_is_lost_first_the_own_one_then_the_others_clockwise() -> None:
    table = staked(deal(NOTHING, TWO, THREE, ACE_KING), ANTE, ANTE, ANTE)
    for box, on in ((3, 1), (2, 1), (1, 3), (2, 3), (3, 2)):
        table.place(box, (f"super_on_{on}", 500 + 50 * box))
    table.deal()
    locked(table, "bet", "fold", "bet")
    assert table.rows() == [
        lost(1, "super"),
        lost(2, "super_on_1", 600),
        lost(3, "super_on_1", 650),
        lost(2, "super"),
        lost(3, "super_on_2", 650),
        lost(2, "ante"),
        lost(3, "super"),
        lost(1, "super_on_3", 550),
        lost(2, "super_on_3", 600),
    ]
    assert table.clauses() == ["671a.11(c)(1)"] * 5 + ["671a.11(c)(4)"] + ["671a.11(c)(1)"] * 3


@clause("671a.11(c)(1)")
def test_a_winning_hand_that_nobody_declared_loses_for_all_who_wagered_on_it() -> None:
    table = staked(deal(FLUSH, NOTHING, ACE_KING), ANTE, ANTE)
    table.place(2, ("super_on_1", 500))
    table.deal()
    locked(table, "bet", "bet")
    assert table.rows()[:2] == [lost(1, "super"), lost(2, "super_on_1", 500)]
    assert table.cards(1) == (SEALED,) * 5, "and nobody looks at it"


@clause("671a.11(c)(2)", "671a.12(b)")
def test_a_declared_one_is_verified_and_paid_first_the_own_one_then_the_others() -> None:
    """A flush pays 60 to 1."""
    table = staked(deal(NOTHING, FLUSH, THREE, ACE_KING), ANTE, 2000, ANTE)
    table.place(3, ("super_on_2", 700))
    table.place(1, ("super_on_2", 500))
    table.deal()
    table.declare(2)
    locked(table, "bet", "bet", "bet")
    assert table.rows() == [
        lost(1, "super"),
        won(2, "super", 120_000, 2000),
        won(1, "super_on_2", 30_000, 500),
        won(3, "super_on_2", 42_000, 700),
        lost(3, "super"),
    ]
    assert table.clauses()[1:4] == ["671a.11(c)(2)"] * 3
    assert table.cards(2) == tuple(FLUSH.split())
    assert table.cards(1) == table.cards(3) == (SEALED,) * 5


@clause("671a.11(c)(2)", "671a.12(b)", "671a.6(d)")
@pytest.mark.parametrize(
    ("hand", "pays", "later"),
    [
        ("9C 9D 9H 9S 2C", 250, 200),
        ("KC KD QC QH JS", 120, 150),
        ("5C 5D 5H 2S 2D", 100, 100),
        (FLUSH, 60, 60),
        ("4C 5D 6H 7S 8C", 30, 30),
        ("9C 9D 9H 2S 4C", 8, 8),
        ("AC KD QC 9H 2S", 5, 5),
        ("2H 4D 6H 8D JD", 2, 2),
    ],
)
@pytest.mark.parametrize("edition", ["2015", "2016"])
def test_each_line_is_paid_by_the_edition_of_the_submission(
    hand: str, pays: int, later: int, edition: str
) -> None:
    table = dealt(hand, "AS KH 3D 7C 4S", edition=edition)
    table.declare(1)
    locked(table, "bet")
    assert table.rows() == [won(1, "super", ANTE * (pays if edition == "2015" else later))]


@clause("671a.11(c)(2)")
def test_what_was_declared_and_is_no_winning_hand_is_lost() -> None:
    table = dealt(NOTHING, ACE_KING)
    table.declare(1)
    locked(table, "bet")
    assert table.cards(1) == tuple(NOTHING.split())
    assert (table.rows(), table.clauses()) == ([lost(1, "super")], ["671a.11(c)(1)"])


@clause("671a.11(c)(1)", "671a.11(c)(2)", "671a.11(c)(4)")
def test_the_super_wager_of_a_hand_that_folded_is_settled_too() -> None:
    table = dealt(FLUSH, ACE_KING)
    table.declare(1)
    locked(table, "fold")
    assert table.rows() == [won(1, "super", 60 * ANTE), lost(1, "ante")]


@clause("671a.11(c)(3)", "671a.12(a)")
@pytest.mark.parametrize("edition", ["2015", "2016"])
@pytest.mark.parametrize(
    ("letter", "hand", "pays", "later"),
    [
        ("A", ROYAL, 1500, 1500),
        ("B", ROYAL, 1000, 1000),
        ("C", ROYAL, 1000, 1000),
        ("A", STRAIGHT_FLUSH, 200, 250),
        ("B", STRAIGHT_FLUSH, 300, 300),
        ("C", STRAIGHT_FLUSH, 200, 250),
    ],
)
def test_an_instant_payout_is_verified_and_paid_on_the_ante_by_the_chosen_paytable(
    letter: str, hand: str, pays: int, later: int, edition: str
) -> None:
    """Royal flush: an ace-king-queen, 5 to 1; straight flush: five cards of one color, 2 to 1."""
    table = dealt(hand, NOTHING, ACE_KING, edition=edition, instant=letter)
    table.declare(1, instant=True)
    locked(table, "", "bet")
    own = 5 if hand == ROYAL else 2
    odds = pays if edition == "2015" else later
    assert table.rows()[:2] == [won(1, "super", own * ANTE), won(1, "ante", odds * ANTE)]
    assert table.clauses()[1] == "671a.11(c)(3)"
    assert table.status(1) == "paid"
    table.finish()
    assert [one[1:4] for one in table.rows() if one[0] == 1] == [
        (1, "super", "win"),
        (1, "ante", "win"),
    ], "nothing of it is compared with the dealer's hand"


@clause("671a.11(c)(3)")
def test_an_instant_payout_that_nobody_declared_is_not_paid_as_one() -> None:
    """The hand plays on: against an ace-king its straight flush pays 50 to 1 on the Bet."""
    table = dealt(STRAIGHT_FLUSH, ACE_KING)
    table.declare(1)
    table.act(1, "bet")
    table.lock()
    assert table.rows()[:3] == [
        won(1, "super", 2 * ANTE),
        back(1, "ante"),
        won(1, "bet", 50 * 2 * ANTE, 2 * ANTE),
    ]


@clause("671a.11(c)(3)", "671a.11(c)(4)")
def test_an_instant_payout_declared_in_error_is_out_without_a_bet_and_on_record() -> None:
    table = dealt(FLUSH, NOTHING, ACE_KING)
    table.declare(1, instant=True)
    locked(table, "", "bet")
    assert table.rows()[:2] == [won(1, "super", 60 * ANTE), lost(1, "ante")]
    assert [(one.kind, one.clause) for one in table.table.irregularities] == [
        ("declared-in-error", "671a.11(c)(3)")
    ]


@clause("671a.11(c)(4)")
def test_of_who_folded_the_ante_is_collected_and_the_hand_is_out() -> None:
    table = dealt(NOTHING, TWO, ACE_KING)
    locked(table, "fold", "bet")
    assert table.rows() == [lost(1, "super"), lost(1, "ante"), lost(2, "super")]
    assert (table.status(1), table.status(2)) == ("out", "bet")


@clause("671a.11(c)", "671a.11(d)")
def test_no_card_is_permitted_before_the_dealer_has_settled_what_is_listed() -> None:
    table = dealt(FLUSH, NOTHING, ACE_KING)
    table.declare(1)
    locked(table, "buy", "bet")
    assert (table.table.phase, table.shoe.locked, table.prompt()) == ("LockedIn", True, "settle")
    assert table.ask(c.WagersSettled()).refused is None
    assert table.table.phase == "Options"
    assert not table.shoe.locked


@clause("671a.11(c)(2)", "house.10")
def test_a_card_that_nobody_could_read_is_entered_before_the_hand_is_verified() -> None:
    """The flush's queen: the floorperson names it, and the dealer cannot confirm before."""
    table = dealt(f"{FLUSH}?", NOTHING, ACE_KING)
    table.declare(1)
    locked(table, "bet", "bet")
    assert (table.prompt(), table.rows()) == ("enter_card", [])
    refused(table.ask(c.WagersSettled()), "671a.11(c)(2)")
    refused(table.ask(c.EnterCard(13, "QS")), "topic:unread-card")
    assert table.floor(c.EnterCard(13, "QS")).refused is None
    assert table.rows()[0] == won(1, "super", 60 * ANTE)
    entered: list[Any] = table.events(ev.CardEntered)
    assert [(one.draw, one.card) for one in entered] == [(13, "QS")]


@clause("671a.11(c)", "house.1")
def test_a_round_in_which_all_are_out_ends_with_the_dealers_hand_and_its_super_wagers() -> None:
    """The dealer's hand is five red cards: 2 to 1."""
    table = staked(deal(NOTHING, "AH KD 9D 7D 5D"))
    table.place(1, ("super_on_dealer", 500))
    table.deal()
    locked(table, "fold")
    table.finish()
    assert table.rows() == [lost(1, "super"), lost(1, "ante"), won(1, "super_on_dealer", 1000, 500)]
    assert table.table.stacks == ()
    assert row(1, "super", "lose", 0, 0, ANTE) in table.rows()
