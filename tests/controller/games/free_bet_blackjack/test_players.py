"""Whose wagers they are: boxes a player may have, 672a.6(f), and entry within a shoe, 672a.6(b)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import refused
from tests.support import Play

ROUND = "2C TS 7H 9D TC 3S"
"""Burn, then one box: 19 against 17, without a decision but to stand."""


@clause("672a.2(a)")
@pytest.mark.parametrize("box", [0, 7, -1])
def test_the_layout_has_six_boxes_and_no_more(box: int) -> None:
    refused(Play(ROUND).wager(box, 1000), "topic:box-count")


@clause("672a.6(f)")
def test_a_player_may_have_so_many_boxes_and_no_more() -> None:
    table = Play(ROUND)
    assert table.wager(2, 1000, player="Ann").refused is None
    assert table.wager(3, 1000, player="Ann").refused is None
    refused(table.wager(4, 1000, player="Ann"), "topic:boxes-per-player")
    assert table.wager(4, 1000, player="Ben").refused is None


@clause("672a.6(f)")
def test_a_players_boxes_are_adjacent() -> None:
    table = Play(ROUND)
    table.wager(2, 1000, player="Ann")
    refused(table.wager(4, 1000, player="Ann"), "topic:boxes-per-player")
    assert table.wager(1, 1000, player="Ann").refused is None


@clause("672a.6(f)")
def test_boxes_that_were_left_apart_bar_the_deal() -> None:
    table = Play(ROUND, boxes_per_player=3)
    for box in (1, 2, 3):
        table.wager(box, 1000, player="Ann")
    table.report("wagers", m.TakenBack(2, "blackjack", 1000))
    refused(table.ask(c.NoMoreBets()), "topic:boxes-per-player")


@clause("672a.6(f)")
def test_a_box_has_one_player() -> None:
    table = Play(ROUND)
    table.wager(1, 1000, player="Ann")
    refused(table.wager(1, 1000, player="Ben"), "topic:boxes-per-player")
    table.report("wagers", m.TakenBack(1, "blackjack", 1000))
    assert table.wager(1, 1000, player="Ben").refused is None


# ---- entry within a shoe ---------------------------------------------------------------------------------

LONG = ROUND + " TS 7H 9D TC TS 7H 9D TC TS 7H 9D TC TS 7H 9D TC"


def barred() -> Play:
    """Ann played the first round of the shoe, Ben did not."""
    table = Play(LONG.replace("3S ", ""), mid_shoe_entry=False)
    table.wager(1, 1000, player="Ann")
    table.deal()
    return table.finish()


@clause("672a.6(b)")
def test_who_sat_out_a_round_is_barred_where_the_house_chooses_it() -> None:
    table = barred()
    refused(table.wager(2, 1000, player="Ben"), "topic:mid-shoe-entry")
    assert table.wager(1, 1000, player="Ann").refused is None


@clause("672a.6(b)")
def test_nobody_is_barred_where_the_house_does_not_choose_it() -> None:
    table = Play(LONG.replace("3S ", ""))
    table.wager(1, 1000, player="Ann")
    table.deal().finish()
    assert table.wager(2, 1000, player="Ben").refused is None


@clause("672a.6(b)(1)")
def test_the_bar_ends_when_the_house_lets_the_player_in() -> None:
    table = barred()
    table.floor(c.AdmitPlayer("Ben"))
    assert table.wager(2, 1000, player="Ben").refused is None


@clause("672a.6(b)", "672a.6(b)(1)")
def test_who_was_let_in_and_sits_out_again_is_barred_again() -> None:
    table = barred()
    table.floor(c.AdmitPlayer("Ben"))
    table.wager(2, 1000, player="Ben")
    table.deal().finish()
    table.wager(1, 1000, player="Ben")  # round 3, any box
    table.deal().finish()
    refused(table.wager(1, 1000, player="Ann"), "topic:mid-shoe-entry")
    table.wager(3, 1000, player="Ben")
    table.report("wagers", m.TakenBack(3, "blackjack", 1000))
    table.floor(c.AdmitPlayer("Ann"))
    table.wager(1, 1000, player="Ann")
    table.deal().finish()
    refused(table.wager(2, 1000, player="Ben"), "topic:mid-shoe-entry")


@clause("672a.6(b)(2)")
def test_a_reshuffle_ends_every_bar() -> None:
    table = barred()
    table.floor(c.DirectReshuffle())
    table.shuffle(ROUND)
    assert table.wager(2, 1000, player="Ben").refused is None


@clause("house.12")
def test_only_the_floorperson_lets_a_player_in() -> None:
    table = barred()
    refused(table.ask(c.AdmitPlayer("Ben")), "topic:role")
