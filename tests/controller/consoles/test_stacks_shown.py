"""What consoles show of an automated shoe: that it dispenses a stack, that one lies in its exit, what may be
reported of it."""

import pytest

from controller.consoles import wording as w
from controller.consoles.frames import ShoeShown
from controller.consoles.lines import Reporter
from controller.consoles.machine_pieces import shoe_lines
from controller.consoles.menu import menu, understand
from controller.consoles.wording import ASCII, SIGNS
from controller.regulation.marks import clause
from controller.table import commands as c
from tests.controller.consoles.test_poker_shown import drawn, first, made
from tests.controller.games.lunar_poker.stacked import Stacked, staked


@pytest.fixture
def table() -> Stacked:
    """The wagers are closed, and the first stack is coming."""
    table = staked()
    table.automated.paused = True
    table.ask(c.NoMoreBets())
    return table


@clause("671a.10(a)(2)", "671a.10(b)")
def test_what_becomes_of_a_stack_is_said(table: Stacked) -> None:
    """Five cards are to come; then they lie there, and no card more may leave."""
    coming = made(table.table)
    assert (coming.shoe.stack, coming.shoe.permitted, coming.shoe.locked) == ("coming", 5, False)
    assert w.shoe_state(coming.shoe) == "DISPENSING a stack"
    while table.automated.coming:
        table.come()
    there = made(table.table)
    assert (there.shoe.stack, there.shoe.permitted, there.shoe.locked) == ("exit", 0, True)
    assert w.shoe_state(there.shoe) == "A STACK LIES IN THE EXIT"
    assert all("STACK IN THE EXIT" in text for text in drawn(there))
    assert all("DISPENSING" in text for text in drawn(coming))


def test_before_a_stack_is_ordered_the_shoe_is_locked() -> None:
    shown = made(staked().table)
    assert (shown.shoe.stack, w.shoe_state(shown.shoe)) == ("none", "LOCKED")


def test_no_cover_card_is_looked_for_in_an_automated_shoe(table: Stacked) -> None:
    assert all("cover card" not in text for text in drawn(made(table.table)))
    words = "".join(word for line in shoe_lines(made(first("Dealing")), SIGNS) for word, _ in line)
    assert "cover card in" in words


def test_it_is_told_line_by_line_that_the_shoe_dispenses(table: Stacked) -> None:
    reporter = Reporter(ASCII)
    reporter.read(made(staked().table))
    assert "   shoe DISPENSING a stack" in reporter.read(made(table.table))
    assert not any("shoe" in line for line in reporter.read(made(table.table)))


def test_another_shoe_says_how_many_cards_may_leave() -> None:
    assert w.shoe_state(ShoeShown(False, 3)) == "OPEN for 3 cards"
    assert made(first("Dealing")).shoe.stack == ""


@clause("671a.13(f)")
def test_that_the_shoe_does_not_deal_has_a_key_at_its_table_alone(table: Stacked) -> None:
    assert understand("sf", made(table.table)) == c.ReportMisdeal("shoe_failed")
    assert "sf" not in menu(made(first("Dealing")))
