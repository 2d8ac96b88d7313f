"""The hole card was put into the reader when that was not due, 672a.12(i)."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from drivers import messages as m
from drivers.cards import SEALED
from tests.controller.games.free_bet_blackjack.rounds import kinds, refused
from tests.controller.games.free_bet_blackjack.slips import boxes, cards, draws, met, power_lost, records
from tests.support import Play

CITED = "topic:reader-not-due"
RECORD = ("reader-not-due", "reader did not read the card")


def inserted(table: Play) -> Play:
    table.report("reader", m.InsertedWhileDisarmed())
    return table


def dealt(up: str = "7H", rest: str = "4S 5S") -> Play:
    return draws(boxes(f"2C TS 9H {up} 2D 8D TC {rest}", 1000, 2000), 7)


@clause("672a.12(i)")
@pytest.mark.parametrize("up", ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H"])
def test_play_goes_on_once_the_floorperson_knows_of_it(up: str) -> None:
    table = inserted(dealt(up, "4S 9C TD TH"))
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
    assert table.play(1, "hit").refused is None
    assert cards(table, 1) == ("TS", "2D", "4S")
    assert table.table.dealer.cards == (up, SEALED)


@clause("672a.7(g)", "672a.8(b)")
@pytest.mark.parametrize(("up", "cited"), [("AH", "topic:insurance-before-reader"), ("KH", "topic:peek")])
def test_with_an_ace_or_a_ten_up_it_is_another_rule_that_was_not_kept(up: str, cited: str) -> None:
    """672a.12(i) is about other first cards: here the card went in before insurance was closed, or again."""
    table = dealt(up)
    if up == "KH":
        table.insert_hole()
    (hold,) = inserted(table).table.holds
    assert (hold.kind, hold.clause) == ("reader-not-due", cited)
    assert [one.clause for one in table.table.irregularities] == [cited]
    table.choose("notified")
    assert table.armed == ""


@clause("672a.12(i)")
def test_the_card_was_not_read_and_is_on_record() -> None:
    table = inserted(dealt())
    assert (table.table.reader, table.table.reads) == ("", 0)
    table.choose("notified")
    assert met(table) == [RECORD, ("reader-not-due", "notified")]
    table.finish()
    assert table.rows() == [
        (1, 1, "blackjack", "lose", 0, 0, 1000),
        (2, 1, "blackjack", "push", 0, 2000, 0),
    ]


@clause("672a.12(i)")
def test_a_card_that_was_asked_for_is_permitted_again() -> None:
    table = dealt()
    table.ask(c.Decide(1, "hit"))
    assert table.table.wanted_shoe == m.Permit(8, "u")
    inserted(table)
    assert isinstance(table.table.wanted_shoe, m.Lock)
    table.choose("notified")
    assert table.table.wanted_shoe == m.Permit(8, "u")


@clause("672a.12(i)")
@pytest.mark.parametrize(
    "phase", ["Dealing", "Insurance", "DealerPlay", "Settling", "Collecting", "Refilling"]
)
def test_in_every_phase_of_a_round(phase: str) -> None:
    table = boxes("2C TS 9H AH 2D 8D TC", 1000, 2000) if phase == "Insurance" else dealt("5H", "4S 5S")
    if phase == "Dealing":
        table = draws(boxes("2C TS 9H 7H 2D 8D TC", 1000, 2000), 4)
    elif phase == "Insurance":
        draws(table, 7)
    elif phase == "Refilling":
        table.report("shoe", m.ShoeEmpty(7))
        table.ask(c.Decide(1, "hit"))
    else:
        table.ask(c.Decide(1, "stand"))
        table.answers = False
        table.ask(c.Decide(2, "stand"))
        if phase != "DealerPlay":
            table.answers = True
            table.report("shoe", m.Disclosed(7, "TC"))
            table.draw()
        if phase == "Collecting":
            table.ask(c.WagersSettled())
    assert table.table.phase == phase
    table.answers = True
    inserted(table)
    assert kinds(table) == ["reader-not-due"]
    assert table.choose("notified").refused is None
    assert table.table.phase == phase, "nothing else follows from it"
    assert table.table.reader == ""


@clause("672a.12(i)")
def test_put_in_again_and_again_it_is_one_question_and_every_time_on_record() -> None:
    table = inserted(inserted(dealt()))
    assert kinds(table) == ["reader-not-due"]
    assert records(table) == ["reader-not-due", "reader-not-due"]
    table.choose("notified")
    inserted(table)
    assert kinds(table) == ["reader-not-due"], "once the floorperson knew, another time is told anew"


@clause("672a.12(i)")
def test_between_rounds_it_is_on_record_alone() -> None:
    table = Play("2C TS 7H 2D TC")
    inserted(table)
    assert (table.table.holds, met(table)) == ((), [RECORD])
    table.wager(1, 1000)
    assert table.ask(c.NoMoreBets()).refused is None


@clause("672a.12(i)", "672a.7(g)")
def test_an_insertion_that_is_due_is_no_irregularity() -> None:
    table = dealt("KH")
    assert table.armed == "T"
    table.insert_hole()
    assert (table.table.holds, records(table)) == ((), [])


@clause("672a.12(i)", "house.2")
def test_loss_of_power_before_the_floorperson_was_told() -> None:
    table = inserted(dealt())
    power_lost(table)
    assert kinds(table) == ["reader-not-due"]
    table.choose("notified")
    assert table.play(1, "hit").refused is None
    assert cards(table, 1) == ("TS", "2D", "4S")
