"""Every input in every phase, with and without an open question: never an exception; what is refused
changes nothing; a report is always ruled on."""

from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec.structs import replace

from controller.regulation.marks import clause
from controller.table import commands as c
from controller.table.commands import Asked, Input, Reported, Told
from controller.table.ruling import fold, rule_on
from controller.table.state import Batch, Equipment, Lie, Stranger, Table
from drivers import messages as m
from drivers.cards import DECK, SEALED, UNREAD
from tests.support import BUILD, DEVICES, GAME, SHUFFLER, Play, rules

COMMANDS: tuple[c.Command, ...] = (
    c.OpenTable(),
    c.OpenTable((Batch("red", 6, "preshuffled"), Batch("blue", 6))),
    c.OpenTable((Batch("", -1, "?", "", "nowhere", "nothing"),)),
    c.ConfirmTable(6, "height", 6, True),
    c.ConfirmTable(-1, "", 0, False),
    c.InspectCards(),
    c.InspectCards("a bent corner"),
    c.VerifyInspection(),
    *(c.SpreadCards(face) for face in ("up", "down", "")),
    c.CardsSeen(),
    c.CardsSeen("Ann", True),
    c.WashCards(),
    c.ShuffleCards(),
    c.FeedShuffler(),
    c.FeedShuffler("green"),
    c.ClearShuffler(),
    c.TakeStack(),
    *(c.CollectShoe(left) for left in (-2, -1, 0, 312)),
    *(c.CountDeck(cards) for cards in (-1, 51, 52)),
    c.RefuseCut(),
    c.CutCards(),
    c.CutCards("player", 10, 78),
    c.CutCards("nobody", -1, -1),
    c.OrderRecut(),
    c.LoadShoe(),
    c.LeaveIdle(),
    c.ChangeCards(),
    c.ChangeCards((Batch("red", 8),)),
    c.MarkOutOfOrder("covered"),
    c.MarkOutOfOrder("?"),
    c.ReturnToService(),
    c.InspectReader(),
    c.NewDealer("Kim"),
    c.DirectReshuffle(),
    c.CloseTable(),
    c.AdmitPlayer("Ann"),
    c.NoMoreBets(),
    c.TakeEvenMoney(1),
    c.TakeEvenMoney(9, 9),
    c.CloseInsurance(),
    *(c.DeclineSecondChance(box, 1) for box in (1, 9)),
    *(c.Decide(1, verb) for verb in ("hit", "stand", "double", "split", "surrender", "")),
    c.Decide(2, "hit", 5, -1),
    *(c.DeclineSecondChance(box, 1) for box in (1, 9)),
    c.WithdrawDecision(),
    c.Decide(1, "exchange", cards=(1, 2)),
    *(c.DeclareHand(box, instant) for box in (1, 9) for instant in (False, True)),
    c.LockDecisions(),
    *(c.ReportMisdeal(kind) for kind in (*c.MISDEALS, "?")),
    *(c.AbandonWagers(box) for box in (1, 9)),
    c.WagersSettled(),
    c.CardsCollected(),
    c.CardsLie(()),
    c.CardsLie((Lie(2, 1), Lie(3, 0))),
    c.CardsLie((Lie(-1, 9, 9),)),
    c.CardWent(Lie(6, 1)),
    c.CardWent(Lie(99, -1)),
    *(c.ReportPassedOver(box, 1) for box in (1, 9)),
    *(c.DeclineSecondChance(box, 1) for box in (1, 9)),
    *(c.DeclareHand(box, instant) for box in (1, 9) for instant in (False, True)),
    c.LockDecisions(),
    *(c.ReportMisdeal(kind) for kind in (*c.MISDEALS, "?")),
    *(c.AcceptCard(box, 1) for box in (1, 9)),
    *(c.RefuseCard(box, 1) for box in (1, 9)),
    c.ReportIncident("player_left", 1, "in words"),
    c.ReportIncident("?", 99),
    c.CountProgressive("hit_and_run", 0),
    c.CountProgressive("?", -1),
    *(c.VerifyAward(award) for award in (1, -1)),
    *(c.DocumentAward(award) for award in (1, -1)),
    *(
        c.ChooseRemedy(hold, way)
        for hold in (1, 2, 99)
        for way in ("resume", "void_round", "cleared", "usb_clear", "")
    ),
    c.EnterCard(1, "AS"),
    c.EnterCard(5, "AS"),
    c.EnterCard(-1, "??"),
    *(
        kind(card)
        for kind in (c.DealCards, c.DealCard, c.FaceUpCard, c.CardInError)
        for card in ("", "AS", "?")
    ),
    c.TurnHand(1),
    c.TurnHand(9, -1),
    c.CoverCardSeen(),
    c.CoverCardSeen(99),
    c.CorrectCard(1, "AS"),
    c.CorrectCard(-1, "?"),
)
WHO = m.Identity("maker", "model", "serial", "role", (), (), ())
STATES: tuple[m.State, ...] = (
    m.ShoeState(True, 3, 3, False, ()),
    m.ShoeState(False, 99, 50, True, ("jam",)),
    m.ShoeState(False, 5, 3, False, (), m.StackState(1, 1, "working", 1)),
    m.ShoeState(True, 0, 0, False, (), m.StackState(0, 0, "failed", 0)),
    m.ReaderState("A", ("reader",)),
    m.PositionsState(True, ((1, "blackjack", 500),), ()),
    m.ShufflerState(0, "failed", 0, "unsupported", "unsupported", "unsupported", True, ("jam",)),
    m.ShufflerState(2, "done", 312, "good", "good", "good", False, ()),
    m.ProgressiveState(True, ((1, "bad_beat", 100),), 3, ("sensor",)),
)
REPORTS: tuple[m.Report, ...] = (
    m.OrderDone(1),
    m.OrderFailed(1, "busy"),
    m.SelfLocked("silence"),
    m.FaultRaised("jam", "exit"),
    m.FaultCleared("jam"),
    *(m.CardDrawn(draw, card) for draw in (1, 6, 7, 99) for card in ("AS", SEALED, UNREAD)),
    *(m.CardDrawn(6, SEALED, **{flag: True}) for flag in ("face_up", "locked", "beyond")),
    m.DoubleFeed(1),
    m.DoubleFeed(6),
    m.DoubleFeed(99),
    m.CardPushedBack(5),
    m.CoverCardOut(5),
    m.ShoeEmpty(5),
    m.LidMoved(True),
    m.LidMoved(False),
    m.Disclosed(1, "AS"),
    m.Disclosed(5, UNREAD),
    m.CardsLoaded(1, 52),
    m.CardsLoaded(2, 0),
    *(m.StackDispensed(stack, 5 * stack - 4, 5) for stack in (1, 2, 99)),
    *(m.StackFailed(stack, "jam", stack, stack, "path") for stack in (0, 1, 99)),
    *(m.StackTaken(stack) for stack in (0, 1, 99)),
    *(m.ReaderAnswer(word) for word in ("blackjack", "no_blackjack", "no_read")),
    m.InsertedWhileDisarmed(),
    *(m.Placed(box, ((wager, 500),)) for box in (0, 1, 7) for wager in (*m.WAGERS, "?")),
    m.Placed(1, ()),
    m.Placed(2, (("blackjack", 1000), ("blackjack", 99_500))),
    m.TakenBack(1, "blackjack", 500),
    m.TakenBack(9, "?", 0),
    m.PositionsClosed(),
    m.AttemptAfterClose(1, "split", 500),
    m.AttemptAfterClose(9, "?", -500),
    *(m.DeviceReady(boot, "power", True, WHO, state) for boot in (1, 2) for state in STATES),
    *(m.ShuffleStarted(job) for job in (0, 1)),
    *(m.ShuffleDone(job, 312, "good", "good", "good") for job in (0, 1, 2, 99)),
    m.ShuffleDone(1, 311, "good", "good", "good"),
    m.ShuffleDone(2, 312, "good", "bad", "bad"),
    *(m.ShuffleFailed(job, "jam", "path") for job in (0, 1, 2, 99)),
    *(m.OutputTaken(job) for job in (0, 1, 99)),
    *(m.ProgressivePlaced(box, wager, 100) for box in (1, 9) for wager in ("bad_beat", "hit_and_run", "?")),
    *(m.ProgressiveTakenBack(box, "bad_beat", 100) for box in (1, 9)),
    m.LockedOut(()),
    m.LockedOut(((1, "bad_beat", 100), (9, "?", -1)), "QS", 9),
    m.AttemptAfterLockOut(1, "bad_beat", 100),
    *(m.AwardCredited(award) for award in (1, 99)),
    m.DeviceLost("unplugged"),
    m.Gap(1, 2),
    m.LinkPoor(10, 100),
    m.OrderRefused("permit", "busy"),
    m.DeviceRefused("not listed"),
)
STRANGER = Stranger("1-1", 5, 0x046D, 0xC31C)
NOTICES: tuple[c.HouseNotice, ...] = (
    c.Installed(rules(), DEVICES, BUILD),
    c.Restarted(BUILD, rules(), 10),
    c.Restarted("other", rules(minimum=1000, boxes=2), -10),
    c.Restarted(BUILD, rules(), 10, "", (*DEVICES, SHUFFLER), Equipment("batch")),
    c.TimePassed(3_600_000, "2026-11-29"),
    c.TimePassed(90_000_000, "2026-11-30"),
    c.ClockFault(5000),
    c.DefectMet("bug"),
    c.UsbSeen((STRANGER,)),
    c.UsbSeen((), (replace(STRANGER, gone=True),)),
    c.UsbSeen((), (), "it cannot be read"),
    c.UsbSeen(()),
)


def test_no_type_of_input_is_forgotten() -> None:
    assert {type(one) for one in COMMANDS} == set(get_args(c.Command))
    assert {type(one) for one in REPORTS} == set(get_args(m.Report))
    assert {type(one) for one in NOTICES} == set(get_args(c.HouseNotice))


def inputs() -> Iterator[Input]:
    for command in COMMANDS:
        for role in get_args(c.Role):
            yield Asked(role, "somebody", command)
    for report in REPORTS:
        for name in ("shoe", "reader", "wagers", "shuffler", "stranger"):
            yield Reported(name, 1, 1, 0, report)
    for notice in NOTICES:
        yield Told(notice)


def day_of(cards: str, verbs: tuple[str, ...] = (), shuffler: str = "none") -> Iterator[Table]:
    """Every Table that a day of one round goes through, from the closed table to the closed table: with a
    shoe that runs short, and an idle table behind the round."""
    day = Play(opened=False, shuffler=shuffler)
    day.open_table(cards)
    day.wager(1, 1000, 500)
    day.deal()
    if day.table.phase == "Insurance":
        day.place(1, ("insurance", 500))
        day.close_insurance()
    if verbs[:1] == ("hit",):
        day.report("shoe", m.ShoeEmpty(day.shoe.last))
    for verb in verbs:
        day.play(1, verb)
        if day.table.phase == "Refilling":
            day.refill("2H KS 9S")
            day.run()
    day.finish()
    _leave_idle(day)
    day.close_table()
    assert day.table.phase == "Closed"
    for _, ruling in day.log:
        yield ruling.table


def _leave_idle(day: Play) -> None:
    """Nobody plays; then somebody comes, and looks."""
    if day.table.phase != "Betting" or day.ask(c.LeaveIdle()).refused is not None:
        return
    day.collect_shoe()
    day.ask(c.SpreadCards("down"))
    day.ask(c.CardsSeen("Ann"))


def tables() -> dict[str, list[Table]]:
    """Tables by phase: a pair of 8s split and doubled against an ace, a Blackjack, a bust against a ten; the
    last with a shoe that runs short; with every kind of shuffler."""
    found: dict[str, list[Table]] = {}
    for cards, verbs, shuffler in (
        ("2C 8S AH 8D 6C 4S 5S 6S 7S 8S 9S", ("split", "double", "stand"), "none"),
        ("2C AS 7H KD TC 6S", (), "batch"),
        ("2C TS TH 6D 6C", ("hit",), "none"),
        ("2C AS 7H KD TC 6S", (), "continuous"),
    ):
        for table in day_of(cards, verbs, shuffler):
            if table not in found.setdefault(table.phase, []):
                found[table.phase].append(table)
    return found


TABLES = tables()


def test_every_phase_is_reached() -> None:
    assert set(TABLES) == set(GAME.phases.phases)


@clause("house.11")
@pytest.mark.parametrize("phase", GAME.phases.phases)
@pytest.mark.parametrize("question", [False, True])
def test_every_input_in_every_phase(phase: str, question: bool) -> None:
    held = Told(c.DefectMet("bug"))
    for plain in TABLES[phase]:
        table = rule_on(GAME, plain, held).table if question else plain
        for given in inputs():
            ruling = rule_on(GAME, table, given)
            assert fold(GAME, table, ruling.events) == ruling.table
            if ruling.refused is not None:
                assert ruling.table == table, given
                assert ruling.events == (ruling.refused,)
                assert ruling.refused.why
                assert ruling.refused.clause
                assert {type(order) for order in ruling.orders} <= {m.Reject, m.RejectProgressive}
            if question and isinstance(given, Asked):
                allowed = (c.ChooseRemedy, c.EnterCard, c.ReportIncident)
                assert ruling.refused is not None or isinstance(given.what, allowed), given
            if ruling.table.holds:
                assert isinstance(ruling.table.wanted_shoe, m.Lock)
            assert all(prompt.words for prompt in GAME.prompts(ruling.table))


@pytest.mark.parametrize("phase", GAME.phases.phases)
def test_two_inputs_in_every_phase_fold_as_they_were_ruled(phase: str) -> None:
    """What the second input finds is a Table that a restart would find."""
    first = [Reported("shoe", 1, 1, 0, report) for report in REPORTS] + [Told(one) for one in NOTICES]
    second = [Asked("floorperson", "f", command) for command in COMMANDS]
    for table in TABLES[phase][::4]:
        for one in first:
            middle = rule_on(GAME, table, one)
            for other in second:
                ruling = rule_on(GAME, middle.table, other)
                assert fold(GAME, middle.table, ruling.events) == ruling.table


def test_a_card_that_is_no_card_is_never_entered() -> None:
    for table in (table for many in TABLES.values() for table in many):
        for card in ("", "1S", "AX", "JK", SEALED, UNREAD, DECK[0] + "!"):
            for draw in range(8):
                ruling = rule_on(GAME, table, Asked("floorperson", "f", c.EnterCard(draw, card)))
                assert ruling.refused is not None
