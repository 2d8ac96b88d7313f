"""Insurance, even money and the peek: 672a.7(f), (g), 672a.8."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.ruling import Ruling
from controller.table.state import stake_on
from drivers import messages as m
from tests.controller.games.free_bet_blackjack.rounds import dealt, refused
from tests.support import Play

ACE_UP = "2C TS AH 9D 6C KD"
"""19 against ace and 6: a soft 17 on which the dealer stands."""


def insure(table: Play, cents: int, box: int = 1) -> Ruling:
    return table.place(box, ("insurance", cents))


@clause("672a.7(f)", "672a.8(a)")
@pytest.mark.parametrize("up", ["2H", "9H", "TH", "JH", "QH", "KH", "AH"])
def test_insurance_is_offered_against_an_ace_and_nothing_else(up: str) -> None:
    table = dealt(f"2C TS {up} 9D 7C 7D 7S")
    offered = up == "AH"
    assert (table.table.phase == "Insurance") is offered
    assert (insure(table, 500).refused is None) is offered
    if offered:
        assert table.open == (("insurance", (1,), 500),)


@clause("672a.8(b)")
@pytest.mark.parametrize(
    ("stake", "most"),
    [
        (1000, 500),
        (1500, 750),
        (1250, 650),  # one half is 6.25: up to the next half dollar
        (500, 250),
        (550, 300),
        (100_000, 50_000),
    ],
)
def test_at_most_half_of_the_wager_up_to_the_next_chip(stake: int, most: int) -> None:
    table = dealt(ACE_UP, stake)
    refused(insure(table, most + 50), "topic:insurance-limit")
    assert table.rejected == [m.Reject(1, "insurance", 0)]
    assert insure(table, most).refused is None
    refused(insure(table, 50), "topic:insurance-limit")
    assert stake_on(table.table, 1, 1, "insurance") == most


@clause("672a.8(b)")
@pytest.mark.parametrize(
    ("chip", "stake", "most"),
    [(1, 1250, 625), (25, 1250, 625), (50, 1250, 650), (100, 1300, 700), (250, 1250, 750), (500, 1500, 1000)],
)
def test_the_next_unit_is_the_smallest_chip_in_use(chip: int, stake: int, most: int) -> None:
    table = dealt(ACE_UP, stake, smallest_chip=chip)
    assert table.open == (("insurance", (1,), most),)


@clause("672a.8(a)", "house.6")
def test_insurance_in_pieces_and_in_odd_amounts() -> None:
    table = dealt(ACE_UP)
    assert insure(table, 200).refused is None
    assert insure(table, 300).refused is None
    refused(insure(table, 25), "topic:insurance-limit")
    other = dealt(ACE_UP)
    refused(insure(other, 25), "topic:smallest-chip")
    refused(insure(other, -50), "topic:smallest-chip")
    refused(insure(other, 100, box=2), "topic:insurance-offer")
    refused(other.place(1, ("insurance", 100), ("blackjack", 100)), "topic:wagers-before-first-card")


@clause("672a.8(b)", "672a.7(g)")
def test_the_reader_is_armed_only_when_insurance_is_closed() -> None:
    table = dealt(ACE_UP)
    assert table.armed == ""
    table.answers = False
    table.ask(c.CloseInsurance())
    assert (table.open, table.armed) == ((), ""), "the positions have not confirmed yet"
    refused(insure(table, 500), "topic:wagers-before-first-card")
    table.report("wagers", m.PositionsClosed())
    assert table.armed == "A"
    assert table.shoe.locked


@clause("672a.8(b)")
def test_an_answer_before_insurance_is_closed_is_not_used() -> None:
    table = dealt(ACE_UP)
    table.answers = False
    table.ask(c.CloseInsurance())
    table.report("reader", m.ReaderAnswer("no_blackjack"))
    assert table.table.reader == ""
    assert table.table.phase == "Peeking"


@clause("672a.8(d)")
def test_lost_insurance_is_collected_before_another_card() -> None:
    table = Play("2C TS 9S AH 9D 8D 6C KD")
    for box in (1, 2):
        table.wager(box, 1000 * box)
    table.deal()
    insure(table, 500, 1)
    insure(table, 1000, 2)
    table.close_insurance()
    assert table.table.phase == "PlayerDecisions"
    assert table.rows() == [
        (2, 1, "insurance", "lose", 0, 0, 1000),
        (1, 1, "insurance", "lose", 0, 0, 500),
    ]
    assert table.shoe.locked
    assert [s.wager for s in table.table.stacks] == ["blackjack", "blackjack"]


@clause("672a.8(c)", "672a.11(b)", "672a.8(a)")
@pytest.mark.parametrize("hole", ["TC", "JC", "QC", "KC"])
def test_won_insurance_is_paid_two_to_one(hole: str) -> None:
    table = dealt(f"2C TS AH 9D {hole}")
    insure(table, 450)
    table.close_insurance()
    assert (1, 1, "insurance", "win", 900, 450, 0) in table.rows()
    assert (1, 1, "blackjack", "lose", 0, 0, 1000) in table.rows()


@clause("672a.7(g)(1)", "672a.8(c)")
def test_an_insured_blackjack_against_a_blackjack() -> None:
    table = dealt("2C AS AH KD KC")
    insure(table, 500)
    table.close_insurance()
    assert sorted(table.rows()) == [
        (1, 1, "blackjack", "push", 0, 1000, 0),
        (1, 1, "insurance", "win", 1000, 500, 0),
    ]


# ---- the peek -----------------------------------------------------------------------------------------


@clause("672a.7(g)", "672a.1(card-reader-device)")
@pytest.mark.parametrize(("up", "told"), [("TH", "T"), ("JH", "T"), ("QH", "T"), ("KH", "T")])
def test_the_reader_is_armed_against_a_ten(up: str, told: str) -> None:
    table = Play(f"2C TS {up} 9D 7C")
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    for _ in range(5):
        assert table.armed == ""
        table.draw()
    assert (table.table.phase, table.armed) == ("Peeking", told)
    table.insert_hole()
    assert (table.table.phase, table.armed) == ("PlayerDecisions", "")


@clause("672a.7(g)")
@pytest.mark.parametrize("up", ["2H", "5H", "9H"])
def test_the_reader_is_not_used_against_other_cards(up: str) -> None:
    table = dealt(f"2C TS {up} 9D TC KD")
    assert table.table.phase == "PlayerDecisions"
    assert not any(isinstance(o, m.Arm) for _, ruling in table.log for o in ruling.orders)


@clause("672a.7(g)")
def test_no_decision_and_no_card_before_the_reader_has_answered() -> None:
    table = Play("2C TS TH 9D 7C")
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    while table.table.phase == "Dealing":
        table.draw()
    refused(table.ask(c.Decide(1, "stand")), "topic:decisions-in-order")
    assert isinstance(table.table.wanted_shoe, m.Lock)


@clause("672a.12(j)")
def test_three_insertions_without_an_answer_are_a_malfunction() -> None:
    table = Play("2C TS TH 9D 7C")
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    while table.table.phase == "Dealing":
        table.draw()
    for read in (1, 2):
        table.report("reader", m.ReaderAnswer("no_read"))
        assert (table.table.reads, table.table.holds, table.armed) == (read, (), "T")
    table.report("reader", m.ReaderAnswer("no_read"))
    assert [hold.kind for hold in table.table.holds] == ["reader-malfunction"]
    assert table.armed == ""
    refused(table.ask(c.Decide(1, "stand")), "topic:reader-malfunction")
    table.choose("repaired")
    assert (table.table.phase, table.armed, table.table.reads) == ("Peeking", "T", 0)
    table.insert_hole()
    assert table.table.phase == "PlayerDecisions"


@clause("672a.12(j)")
def test_the_hold_over_a_reader_ends_only_with_a_working_reader() -> None:
    table = dealt("2C TS 7H 9D TC")
    table.report("reader", m.FaultRaised("reader"))
    refused(table.choose("repaired"), "topic:reader-malfunction")
    table.report("reader", m.FaultCleared("reader"))
    assert table.table.holds, "a person closes it"
    table.choose("repaired")
    assert table.table.holds == ()


@clause("672a.12(j)")
def test_no_round_begins_with_a_faulty_reader() -> None:
    table = Play(opened=False)
    table.report("reader", m.FaultRaised("reader"))
    assert table.table.holds == (), "a closed table takes note"
    table.open_table("2C TS 7H 9D TC")
    table.wager(1, 1000)
    refused(table.ask(c.NoMoreBets()), "topic:reader-malfunction")
    table.report("reader", m.FaultCleared("reader"))
    refused(table.ask(c.NoMoreBets()), "topic:reader-inspection")
    table.floor(c.InspectReader())
    assert table.ask(c.NoMoreBets()).refused is None


@clause("672a.12(j)")
def test_a_reader_that_comes_back_faulty_stops_the_dealing() -> None:
    table = dealt("2C TS 7H 9D TC")
    table.lose("reader")
    who = m.Identity("maker", "model", "reader-1", "card_reader", (), (), ())
    table.report("reader", m.DeviceReady(1, "power", True, who, m.ReaderState("", ("reader",))))
    assert [hold.kind for hold in table.table.holds] == ["reader-malfunction"]


@clause("672a.12(j)")
@pytest.mark.parametrize(
    ("says", "hole", "ways"),
    [("no_blackjack", "AC", ["settle", "void_round"]), ("blackjack", "9C", ["void_round"])],
)
def test_a_reader_that_was_wrong(says: m.Answer, hole: str, ways: list[str]) -> None:
    table = Play(f"2C TS KH 8D {hole}")
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    while table.table.phase == "Dealing":
        table.draw()
    table.report("reader", m.ReaderAnswer(says))
    table.finish()
    (hold,) = table.table.holds
    assert (hold.kind, [way.name for way in hold.remedies]) == ("reader-wrong", ways)
    table.choose(ways[0])
    table.run()
    assert table.table.phase == "Betting"
    # The player's 18 loses to the dealer's 21, which no reader's word makes a Blackjack.
    lost, void = (1, 1, "blackjack", "lose", 0, 0, 1000), (1, 1, "blackjack", "void", 0, 1000, 0)
    assert table.rows() == [lost if ways[0] == "settle" else void]


def test_a_second_answer_is_not_used() -> None:
    table = dealt("2C TS KH 9D 7C")
    table.report("reader", m.ReaderAnswer("blackjack"))
    assert table.table.reader == "no_blackjack"
    assert table.table.phase == "PlayerDecisions"


def test_a_card_put_into_a_disarmed_reader_is_on_record() -> None:
    table = dealt("2C TS 7H 9D TC")
    table.report("reader", m.InsertedWhileDisarmed())
    assert [one.kind for one in table.table.irregularities] == ["reader-not-due"]
