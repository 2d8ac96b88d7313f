"""What all chapters say alike of wagers: before the first card, final, who may enter within a shoe."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.controller.games.free_bet_blackjack.slips import met
from tests.controller.games.twentyone.alike import Kind, all_games, dealt, layout
from tests.support import Play

ROUND = "2C TS 7H 9D TC"
"""Burn, then one box: 19 against 17."""
LONG = ROUND + " TS 7H 9D TC" * 5


# ---- when, and for how long ---------------------------------------------------------------------------


@all_games
@clause("topic:wagers-before-first-card")
def test_no_card_leaves_the_shoe_before_the_positions_are_closed(kind: Kind) -> None:
    table = kind(ROUND)
    table.wager(1, 1000)
    table.answers = False
    table.ask(c.NoMoreBets())
    assert table.table.phase == "NoMoreBets"
    assert (table.shoe.locked, table.open) == (True, ())
    refused(table.wager(1, 500), "topic:wagers-before-first-card")
    assert table.rejected == [m.Reject(1, "blackjack", 1000)]
    table.report("wagers", m.PositionsClosed())
    assert table.table.phase == "Dealing"
    assert not table.shoe.locked


@all_games
@clause("topic:wagers-before-first-card")
@pytest.mark.parametrize("box", [1, 2])
def test_chips_after_the_close_go_back(kind: Kind, box: int) -> None:
    table = dealt(kind, ROUND, 1000)
    before = table.table
    tried = m.AttemptAfterClose(box, "blackjack", 500)
    refused(table.report("wagers", tried), "topic:wagers-before-first-card")
    refused(table.wager(box, 500), "topic:wagers-before-first-card")
    assert table.table == before
    assert table.rejected[-1] == m.Reject(box, "blackjack", 1000 if box == 1 else 0)


@all_games
@clause("topic:wager-is-final")
@pytest.mark.parametrize(
    "report", [m.AttemptAfterClose(1, "blackjack", -1000), m.TakenBack(1, "blackjack", 1000)]
)
def test_a_wager_stands_until_it_is_decided(kind: Kind, report: m.AttemptAfterClose | m.TakenBack) -> None:
    table = dealt(kind, ROUND, 1000)
    table.report("wagers", report)
    assert stake_on(table.table, 1, 1, "blackjack") == 1000
    assert table.events(ev.AttemptMade) == [ev.AttemptMade(1, "blackjack", -1000)]
    assert met(table) == [("wager-handled", "chips lifted from box 1: to be put back")]
    table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@all_games
@clause("topic:wagers-before-first-card", "topic:double-stake")
def test_insurance_doubles_and_splits_have_their_own_time(kind: Kind) -> None:
    table = dealt(kind, "2C TS AH 2D 6C 9S 5S", 1000)
    assert table.place(1, ("insurance", 500)).refused is None
    refused(table.place(1, ("double_down", 1000)), "topic:wagers-before-first-card")
    table.close_insurance()
    refused(table.place(1, ("insurance", 500)), "topic:wagers-before-first-card")
    assert table.play(1, "double").refused is None
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "win", 1000, 1000, 0),
        (1, 1, "double_down", "win", 1000, 1000, 0),
        (1, 1, "insurance", "lose", 0, 0, 500),
    ]


@all_games
@clause("topic:blackjack-wager")
def test_who_has_no_blackjack_wager_is_not_in_the_round(kind: Kind) -> None:
    table = kind("2C TS 9S 7H 9D 9C TC")
    refused(table.ask(c.NoMoreBets()), "topic:blackjack-wager")
    table.wager(2, 1000)
    table.wager(5, 1000)
    table.deal()
    assert layout(table) == [(2, ("TS", "9D"), ""), (5, ("9S", "9C"), "")]
    refused(table.ask(c.Decide(1, "hit")), "topic:decisions-in-order", "no hand 1")


@all_games
@clause("topic:wager-instruments")
def test_a_spoken_wager_is_on_record_and_only_chips_are_settled(kind: Kind) -> None:
    """Whether it counts the chapters say differently; what a dealer takes for cash is placed as chips."""
    table = kind(ROUND)
    assert table.ask(c.ReportIncident("verbal_wager", 1, "ten dollars")).refused is None
    assert (table.table.stacks, met(table)) == (
        (),
        [("verbal-wager", "box 1: a wager was spoken: ten dollars")],
    )
    table.wager(1, 1000)
    table.deal()
    table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


# ---- boxes of one player ------------------------------------------------------------------------------


@all_games
@clause("topic:boxes-per-player")
@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_player_has_so_many_adjacent_boxes_as_the_house_allows(kind: Kind, most: int) -> None:
    table = kind(ROUND, boxes_per_player=most)
    for box in range(2, 2 + most):
        assert table.wager(box, 1000, player="Ann").refused is None
    refused(table.wager(2 + most, 1000, player="Ann"), "topic:boxes-per-player")
    assert table.wager(2 + most, 1000, player="Ben").refused is None
    refused(table.wager(2, 500, player="Ben"), "topic:boxes-per-player", "another player")


@all_games
@clause("topic:boxes-per-player")
def test_a_players_boxes_are_adjacent(kind: Kind) -> None:
    table = kind(ROUND, boxes_per_player=3)
    table.wager(2, 1000, player="Ann")
    refused(table.wager(4, 1000, player="Ann"), "topic:boxes-per-player", "adjacent")
    for box in (3, 4):
        table.wager(box, 1000, player="Ann")
    table.report("wagers", m.TakenBack(3, "blackjack", 1000))
    refused(table.ask(c.NoMoreBets()), "topic:boxes-per-player", "adjacent")


# ---- entry within a shoe ------------------------------------------------------------------------------


def barred(kind: Kind, mid_shoe_entry: bool = False) -> Play:
    """Ann played the first round of the shoe, Ben did not."""
    table = kind(LONG, mid_shoe_entry=mid_shoe_entry)
    table.wager(1, 1000, player="Ann")
    table.deal()
    return table.finish()


@all_games
@clause("topic:mid-shoe-entry")
def test_who_sat_out_a_round_is_barred_where_the_house_chooses_it(kind: Kind) -> None:
    table = barred(kind)
    refused(table.wager(2, 1000, player="Ben"), "topic:mid-shoe-entry")
    assert table.wager(1, 1000, player="Ann").refused is None
    allowed = barred(kind, mid_shoe_entry=True)
    assert allowed.wager(2, 1000, player="Ben").refused is None, "where it does not choose it"


@all_games
@clause("topic:mid-shoe-entry")
def test_the_bar_lasts_for_every_later_round_of_the_shoe(kind: Kind) -> None:
    table = barred(kind)
    for _ in range(3):
        refused(table.wager(2, 1000, player="Ben"), "topic:mid-shoe-entry")
        table.wager(1, 1000, player="Ann")
        table.deal().finish()


@all_games
@clause("topic:mid-shoe-entry-allowed-again")
def test_the_bar_ends_when_the_house_lets_the_player_in(kind: Kind) -> None:
    table = barred(kind)
    assert table.ask(c.AdmitPlayer("Ben")).refused is not None, "not by the dealer"
    assert table.floor(c.AdmitPlayer("Ben")).refused is None
    assert table.wager(2, 1000, player="Ben").refused is None
    refused(table.wager(3, 1000, player="Cyd"), "topic:mid-shoe-entry")


@all_games
@clause("topic:mid-shoe-entry-after-reshuffle")
def test_a_reshuffle_ends_every_bar(kind: Kind) -> None:
    table = barred(kind)
    table.floor(c.DirectReshuffle())
    table.shuffle(ROUND)
    for box, player in ((2, "Ben"), (4, "Cyd")):
        assert table.wager(box, 1000, player=player).refused is None
