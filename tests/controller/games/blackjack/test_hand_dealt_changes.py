"""A table that is dealt from the hand and is to have a shoe, and the other way round: what is installed
counts from the next opening, and a shoe that waits meanwhile is no part of any round."""

import pytest

from controller.regulation.marks import clause
from controller.submission import rules_from
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Told
from controller.table.state import Equipment
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.blackjack.held import EQUIPMENT, HandDealt, dealt
from tests.controller.games.blackjack.playing import Blackjack, row
from tests.support import BUILD, DEVICES, SHUFFLER

TEN = 1000
WITH_SHOE = rules_from("blackjack", {}, "test")


def restarted_with_a_shoe(table: HandDealt) -> None:
    """The controller starts again; the files say a shoe now."""
    table.take(Told(c.Restarted(BUILD, WITH_SHOE, 1, "", DEVICES, Equipment())))


@clause("633a.12(b)", "633a.7(a)")
@pytest.mark.parametrize("drawn_elsewhere", [0, 40])
def test_a_shoe_that_comes_to_a_closed_table_goes_on_in_its_own_numbers(drawn_elsewhere: int) -> None:
    table = dealt("2C TS 6D 8D TC 2H", TEN)
    table.finish()
    table.close_table()
    restarted_with_a_shoe(table)
    table.shoe.last = drawn_elsewhere
    _open_with_shoe(table)
    assert table.table.rules.variation == "none"
    ruling = table.draw()
    assert ruling.events == (ev.CardDealt(7 + drawn_elsewhere, SEALED, -2),)


@clause("633a.12(b)", "633a.7(a)")
@pytest.mark.parametrize("drawn_elsewhere", [0, 40])
def test_one_that_comes_while_the_hand_is_dealt_waits_and_counts_for_nothing(drawn_elsewhere: int) -> None:
    table = dealt("2C TS 6D 8D TC 2H", TEN)
    restarted_with_a_shoe(table)
    table.devices = (*DEVICES, SHUFFLER)
    table.shoe.last = drawn_elsewhere
    for name in ("reader", "wagers", "shuffler"):
        table.back(name)
    table.choose("resume", "power-loss")
    table.choose("accept", "submission-changed")
    table.back("shoe")
    assert table.table.holds == ()
    before = table.table
    for report in (m.CardDrawn(1, "KH", locked=True), m.DoubleFeed(1), m.ShoeEmpty(1), m.CoverCardOut(1)):
        table.report("shoe", report)
    table.report("shoe", m.FaultRaised("jam"))
    table.report("shoe", m.FaultCleared("jam"))
    table.lose("shoe")
    assert (table.table.holds, table.table.hands, table.table.last) == ((), before.hands, before.last)
    table.back("shoe")
    table.finish()
    # 18 against 18: the dealer has drawn the 2H.
    assert table.rows() == [row(1, "blackjack", "push", 0, TEN, 0)]
    assert table.wager(1, TEN).refused is None
    table.report("wagers", m.TakenBack(1, "blackjack", TEN))
    table.close_table()
    table.devices = DEVICES
    _open_with_shoe(table, ready=False)
    ruling = table.draw()
    assert ruling.events == (ev.CardDealt(7, SEALED, -2),)


def _open_with_shoe(table: HandDealt, *, ready: bool = True) -> None:
    table.devices, table.equipment = DEVICES, Equipment()
    if ready:
        for name in ("shoe", "reader", "wagers"):
            table.back(name)
    table.open_table("3C TS 6D 8D TC 2H")
    table.wager(1, TEN)
    assert table.ask(c.NoMoreBets()).refused is None


@clause("633a.12(b)")
def test_a_table_with_a_shoe_is_dealt_from_the_hand_from_its_next_opening_on() -> None:
    table = Blackjack("2C TS 6D 8D TC 2H")
    table.wager(1, TEN)
    table.deal()
    table.finish()
    table.close_table()
    rules = rules_from("blackjack", {"variation": "hand_dealt", "decks": 2}, "test")
    devices = (*DEVICES[1:], SHUFFLER)
    table.take(Told(c.Restarted(BUILD, rules, 1, "", devices, EQUIPMENT)))
    table.devices, table.equipment = devices, EQUIPMENT
    for name in ("reader", "wagers", "shuffler"):
        table.back(name)
    table.open_table("3C TS 6D 8D TC 2H")
    table.wager(1, TEN)
    assert table.ask(c.NoMoreBets()).refused is None
    assert table.ask(c.DealCards("6D")).refused is None
    assert [hand.draws for hand in table.table.hands] == [(8, 10)]
    assert table.table.dealer.draws == (9, 11)
