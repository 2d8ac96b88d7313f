"""What all chapters say alike of the card reader: used when that is not due, or out of order."""

from collections.abc import Callable

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import cards, draws, met, power_lost, records
from tests.controller.games.twentyone.alike import Kind, all_games, closed, dealt, twelves
from tests.support import Play

CITED = "topic:reader-not-due"
RECORD = ("reader-not-due", "reader did not read the card")


# ---- used when no Blackjack is possible ---------------------------------------------------------------


def inserted(table: Play) -> Play:
    table.report("reader", m.InsertedWhileDisarmed())
    return table


@all_games
@clause("topic:reader-not-due")
@pytest.mark.parametrize("up", [f"{pips}H" for pips in range(2, 10)])
def test_play_goes_on_once_the_floorperson_knows_of_it(kind: Kind, up: str) -> None:
    table = inserted(dealt(kind, f"2C TS 9H {up} 2D 8D TC 4S 5S", 1000, 2000))
    (hold,) = table.table.holds
    assert (hold.kind, hold.clause, hold.device) == ("reader-not-due", CITED, "reader")
    assert [(way.name, way.role) for way in hold.remedies] == [
        ("notified", "floorperson"),
        ("void_round", "floorperson"),
    ]
    assert isinstance(table.table.wanted_shoe, m.Lock)
    refused(table.ask(c.Decide(1, "hit")), CITED, "first decide")
    refused(table.choose("notified", role="dealer"), "topic:role")
    assert table.choose("notified").refused is None
    assert met(table) == [RECORD, ("reader-not-due", "notified")]
    assert table.play(1, "hit").refused is None
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert table.table.dealer.cards == (up, SEALED)
    assert (table.table.reader, table.table.reads) == ("", 0), "nothing was read"


@all_games
@clause("topic:reader-not-due")
def test_the_round_ends_as_it_would_have_ended(kind: Kind) -> None:
    table = inserted(dealt(kind, "2C TS 9H 7H 2D 8D TC 4S 5S", 1000, 2000))
    table.choose("notified")
    table.finish()
    assert table.rows() == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "push", 0, 2000, 0),
    ]


@all_games
@clause("topic:reader-not-due")
def test_a_card_that_was_asked_for_is_permitted_again(kind: Kind) -> None:
    table = twelves(kind, "4S 5S")
    table.ask(c.Decide(1, "hit"))
    inserted(table)
    assert table.shoe.locked
    table.choose("notified")
    assert table.table.wanted_shoe == m.Permit(8, "u")


@all_games
@clause("topic:reader-not-due", "topic:peek")
@pytest.mark.parametrize("up", ["TH", "JH", "QH", "KH"])
def test_where_a_blackjack_is_possible_it_is_due_once(kind: Kind, up: str) -> None:
    table = draws(closed(kind, f"2C TS 9H {up} 2D 8D TC 4S", 1000, 2000), 7)
    assert table.armed == "T"
    table.insert_hole()
    assert (table.table.holds, records(table)) == ((), [])
    inserted(table)
    assert [(hold.kind, hold.clause) for hold in table.table.holds] == [("reader-not-due", "topic:peek")]


# ---- out of order -------------------------------------------------------------------------------------


def dead(table: Play) -> None:
    table.report("reader", m.FaultRaised("reader"))


def gone(table: Play) -> None:
    table.lose("reader")


def repaired(table: Play) -> None:
    table.report("reader", m.FaultCleared("reader"))
    table.choose("repaired")


def replaced(table: Play) -> None:
    table.back("reader", "another")
    ruling = table.choose("repaired")
    assert any(isinstance(event, ev.ReaderInspected) for event in ruling.events)


WAYS: list[tuple[Callable[[Play], None], Callable[[Play], None]]] = [(dead, repaired), (gone, replaced)]


@all_games
@clause("topic:reader-malfunction")
@pytest.mark.parametrize(("fails", "mended"), WAYS, ids=["repaired", "replaced"])
@pytest.mark.parametrize("drawn", [3, 7])
def test_no_card_is_dealt_until_the_reader_works_or_another_is_in_its_place(
    kind: Kind, drawn: int, fails: Callable[[Play], None], mended: Callable[[Play], None]
) -> None:
    table = draws(closed(kind, "2C TS 9H 7H 2D 3D TC 5S 6S", 1000, 2000), drawn)
    if drawn == 7:
        table.ask(c.Decide(1, "hit"))
    fails(table)
    (hold,) = table.table.holds
    assert hold.clause == "topic:reader-malfunction"
    assert isinstance(table.table.wanted_shoe, m.Lock)
    assert table.choose("repaired").refused is not None, "it is not"
    mended(table)
    assert table.table.holds == ()
    table.run()
    assert table.shoe.last == (8 if drawn == 7 else 7)
    table.finish()
    assert table.rows() == [
        (2, 1, "blackjack", "lose", 0, 0, 2000),
        (1, 1, "blackjack", *(("push", 0, 1000, 0) if drawn == 7 else ("lose", 0, 0, 1000))),
    ]


@all_games
@clause("topic:reader-malfunction", "topic:peek")
def test_a_reader_that_cannot_read_the_hole_card_is_out_of_order(kind: Kind) -> None:
    table = draws(closed(kind, "2C TS 9H KH 2D 3D TC 5S 6S", 1000, 2000), 7)
    for _ in range(3):
        assert table.table.phase == "Peeking"
        table.report("reader", m.ReaderAnswer("no_read"))
    assert kinds(table) == ["reader-malfunction"]
    assert table.ask(c.Decide(1, "hit")).refused is not None
    assert table.choose("repaired").refused is None
    table.insert_hole()
    assert table.table.phase == "PlayerDecisions"


@all_games
@clause("topic:reader-malfunction")
def test_no_round_begins_without_it(kind: Kind) -> None:
    table = kind("2C TS 7H 9D TC")
    table.wager(1, 1000)
    dead(table)
    assert table.ask(c.NoMoreBets()).refused is not None
    table.report("reader", m.FaultCleared("reader"))
    for hold in table.table.holds:
        table.floor(c.ChooseRemedy(hold.id, "repaired"))
    table.floor(c.InspectReader())
    table.deal()
    table.play(1, "stand")
    assert table.rows() == [(1, 1, "blackjack", "win", 1000, 1000, 0)]


@all_games
@clause("topic:reader-malfunction", "house.2")
def test_it_is_still_out_of_order_after_a_loss_of_power(kind: Kind) -> None:
    table = twelves(kind, "5S 6S")
    dead(table)
    power_lost(table)
    assert kinds(table) == ["reader-malfunction"]
    refused(table.ask(c.Decide(1, "hit")), "topic:reader-malfunction", "first decide")
    table.choose("repaired")
    assert table.play(1, "hit").refused is None
    assert cards(table, 1) == ("TS", "2D", "5S")
