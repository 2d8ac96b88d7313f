"""The rows that all games share: opening, closing, roles, refusals."""

import pytest

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table import events as ev
from controller.table.commands import Asked
from drivers import messages as m
from tests.support import GAME, Play

STEPS = (
    ("Closed", c.OpenTable(), "floorperson"),
    ("Inspecting", c.InspectCards(), "dealer"),
    ("Inspecting", c.VerifyInspection(), "floorperson"),
    ("Spreading", c.SpreadCards(), "dealer"),
    ("Spreading", c.CardsSeen("Ann"), "dealer"),
    ("Washing", c.WashCards(), "dealer"),
    ("Shuffling", c.ShuffleCards(), "dealer"),
    ("Cutting", c.CutCards("player"), "dealer"),
    ("Loading", c.LoadShoe(), "dealer"),
)
ONE = "2C TS 7H 9D TC"


@clause("672a.7(a)", "house.11")
@pytest.mark.parametrize("at", range(len(STEPS)))
def test_the_steps_of_opening_come_in_their_order_and_none_is_skipped(at: int) -> None:
    table = Play(opened=False)
    for phase, command, role in STEPS[:at]:
        assert table.table.phase == phase
        assert table.ask(command, role).refused is None  # type: ignore[arg-type]
    before = table.table
    for other, (its_phase, step, its_role) in enumerate(STEPS):
        if other != at:
            ruling = table.ask(step, its_role)  # type: ignore[arg-type]
            said_again = other == at - 1 and its_phase == before.phase
            assert (ruling.refused is None) == said_again
            assert table.table == before


def test_who_did_a_step_is_kept() -> None:
    table = Play(ONE)
    done = [(one.step, one.role, one.note) for one in table.events(ev.StepDone)]
    assert done == [
        ("opened", "floorperson", ""),
        ("inspected", "dealer", ""),
        ("verified", "floorperson", ""),
        ("spread", "dealer", "face up"),
        ("washed", "dealer", ""),
        ("shuffled", "dealer", ""),
        ("cut", "dealer", "dealer"),
        ("loaded", "dealer", ""),
    ]


@clause("house.12")
@pytest.mark.parametrize(
    "command",
    [
        c.OpenTable(),
        c.CloseTable(),
        c.InspectReader(),
        c.DirectReshuffle(),
        c.AdmitPlayer("Ann"),
        c.ConfirmTable(6, "height", 6, True),
        c.ChangeCards(),
    ],
)
def test_what_only_the_floorperson_may_ask(command: c.Command) -> None:
    table = Play(ONE) if not isinstance(command, c.OpenTable) else Play(opened=False)
    roles: tuple[c.Role, ...] = ("dealer", "house")
    for role in roles:
        ruling = table.take(Asked(role, role, command))
        assert ruling.refused is not None
        assert ruling.refused.clause == "topic:role"
    assert table.floor(command).refused is None


@clause("672a.12(j)", "house.11")
def test_no_round_before_the_reader_was_inspected_today() -> None:
    table = Play(opened=False)
    table.floor(c.OpenTable())
    table.confirm()
    table.open_batch()
    table.shuffle(ONE)
    table.wager(1, 1000)
    ruling = table.ask(c.NoMoreBets())
    assert ruling.refused is not None
    assert ruling.refused.clause == "topic:reader-inspection"
    table.floor(c.InspectReader())
    assert table.ask(c.NoMoreBets()).refused is None


@clause("house.3")
@pytest.mark.parametrize("device", ["shoe", "reader", "wagers"])
def test_no_round_without_every_device(device: str) -> None:
    table = Play(opened=False)
    table.lose(device)
    table.open_table(ONE)
    table.wager(1, 1000)
    ruling = table.ask(c.NoMoreBets())
    assert ruling.refused is not None
    assert ruling.refused.clause == "topic:device-lost"


# ---- closing ----------------------------------------------------------------------------------------------


@clause("house.1")
def test_a_table_closes_between_rounds_and_with_nothing_on_it() -> None:
    table = Play(ONE)
    table.wager(1, 1000)
    ruling = table.floor(c.CloseTable())
    assert ruling.refused is not None
    assert ruling.refused.clause == "topic:closing"
    table.report("wagers", m.TakenBack(1, "blackjack", 1000))
    assert table.close_table().refused is None
    assert table.table.phase == "Closed"
    assert isinstance(table.table.wanted_shoe, m.Lock)
    assert isinstance(table.table.wanted_positions, m.ClosePositions)
    assert isinstance(table.table.wanted_reader, m.Disarm)


@clause("house.1")
def test_a_table_does_not_close_within_a_round() -> None:
    table = Play(ONE)
    table.wager(1, 1000)
    table.ask(c.NoMoreBets())
    seen = set()
    while table.table.phase != "Betting":
        seen.add(table.table.phase)
        assert table.floor(c.CloseTable()).refused is not None
        before = table.table
        table.draw() if GAME.prompts(table.table)[0].kind == "draw" else table.finish()
        assert table.table != before
    assert {"Dealing", "PlayerDecisions"} <= seen


@clause("house.1")
def test_closing_waits_until_the_shoe_has_told_its_sealed_cards() -> None:
    table = Play(ONE)
    table.wager(1, 1000)
    table.deal().finish()
    table.answers = False
    table.close_table()
    assert table.table.phase == "Closing"
    assert table.floor(c.OpenTable()).refused is not None
    table.report("shoe", m.Disclosed(1, "2C"))
    assert table.table.phase == "Closed"


@clause("house.1", "672a.7(d)(1)")
def test_closing_waits_until_the_cards_are_out_of_the_shoe_and_counted() -> None:
    table = Play(ONE)
    table.floor(c.CloseTable())
    assert (table.table.phase, table.prompt()) == ("Closing", "collect_shoe")
    assert table.ask(c.CollectShoe()).refused is not None, "nobody counted them"
    assert table.ask(c.CollectShoe(312)).refused is None
    assert table.table.phase == "Closed"


@clause("house.1")
def test_closing_does_not_wait_for_a_shoe_that_is_gone() -> None:
    table = Play(ONE)
    table.wager(1, 1000)
    table.deal().finish()
    table.answers = False
    table.floor(c.CloseTable())
    table.lose("shoe")
    table.choose("out_of_play")
    assert table.table.phase == "Closed"


# ---- refusals ---------------------------------------------------------------------------------------------


@clause("house.11")
def test_a_refusal_names_why_and_changes_nothing() -> None:
    table = Play(ONE)
    before = table.table
    ruling = table.ask(c.Decide(1, "hit"))
    assert ruling.refused == ev.AskingRefused("no round in progress", "topic:decisions-in-order")
    assert ruling.events == (ruling.refused,)
    assert ruling.orders == ()
    assert ruling.table is before


@clause("house.11")
def test_while_a_question_is_open_only_its_answer_is_taken() -> None:
    table = Play(ONE)
    table.report("shoe", m.FaultRaised("jam"))
    for command in (
        c.NoMoreBets(),
        c.CloseTable(),
        c.NewDealer("Kim"),
        c.DirectReshuffle(),
        c.InspectReader(),
    ):
        ruling = table.floor(command)
        assert ruling.refused is not None
        assert ruling.refused.clause == "topic:jam"
        assert "shoe reports jam" in ruling.refused.why


@clause("house.11")
def test_a_question_that_is_not_open_and_a_remedy_that_is_none() -> None:
    table = Play(ONE)
    assert table.floor(c.ChooseRemedy(1, "resume")).refused is not None
    table.report("shoe", m.FaultRaised("jam"))
    number = table.table.holds[0].id
    assert table.floor(c.ChooseRemedy(number + 1, "cleared")).refused is not None
    ruling = table.floor(c.ChooseRemedy(number, "settle"))
    assert ruling.refused is not None
    assert "cleared" in ruling.refused.why


def test_who_answered_a_question_is_kept_in_the_rounds_record() -> None:
    table = Play(ONE)
    table.report("shoe", m.LidMoved(True))
    table.choose("resume")
    (closed,) = table.events(ev.HoldClosed)
    assert (closed.remedy, closed.role, closed.person) == ("resume", "floorperson", "floorperson")
    assert [(one.kind, one.disposition) for one in table.table.irregularities] == [("lid", "resume")]
